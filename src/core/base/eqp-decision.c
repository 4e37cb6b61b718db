/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was settled on the way of a file into rows: the reading that was chosen, the other ones, and the evidence.
 * The same structure travels with an error where the evidence does not suffice and the user has to decide. */
#include "config.h"

#include "eqp-decision.h"
#include "eqp-sentence.h"

#include <glib/gi18n-lib.h>

static EqpAlternative *
take_alternative (const char *option, const char *value, char *title)
{
  EqpAlternative *self = g_new0 (EqpAlternative, 1);

  self->option = g_strdup (option);
  self->value = g_strdup (value);
  self->title = title;
  return self;
}

/**
 * eqp_alternative_new:
 * @option: an option of the import
 * @value: what it is set to
 * @title_format: printf format of what it does, for people
 * @...: its arguments
 *
 * Returns: (transfer full): one way to read a file
 */
EqpAlternative *
eqp_alternative_new (const char *option,
                     const char *value,
                     const char *title_format,
                     ...)
{
  va_list args;
  char *title;

  va_start (args, title_format);
  title = eqp_sentence_vdup (title_format, args);
  va_end (args);
  return take_alternative (option, value, title);
}

/**
 * eqp_alternative_copy:
 * @self: (nullable): one way to read a file
 *
 * Returns: (transfer full) (nullable): a copy
 */
EqpAlternative *
eqp_alternative_copy (const EqpAlternative *self)
{
  return self != NULL ? take_alternative (self->option, self->value, g_strdup (self->title)) : NULL;
}

/**
 * eqp_alternative_free:
 * @self: (transfer full) (nullable): one way to read a file
 */
void
eqp_alternative_free (EqpAlternative *self)
{
  if (self == NULL)
    return;
  g_free (self->option);
  g_free (self->value);
  g_free (self->title);
  g_free (self);
}

/**
 * eqp_decision_new:
 * @key: what is settled, named like its option
 * @evidence_format: printf format of one sentence that says why
 * @...: its arguments
 *
 * Returns: (transfer full): a decision without alternatives; add them before it is handed on
 */
EqpDecision *
eqp_decision_new (const char *key,
                  const char *evidence_format,
                  ...)
{
  EqpDecision *self = g_atomic_rc_box_new0 (EqpDecision);
  va_list args;

  va_start (args, evidence_format);
  self->evidence = eqp_sentence_vdup (evidence_format, args);
  va_end (args);
  self->key = g_strdup (key);
  self->alternatives = g_ptr_array_new_with_free_func ((GDestroyNotify) eqp_alternative_free);
  return self;
}

/**
 * eqp_decision_offer:
 * @self: a decision that nobody else has yet
 * @option: the option that settles it so
 * @value: with this value
 * @title_format: printf format of what it means, for people
 * @...: its arguments
 *
 * Appends an alternative: the one chosen first, the runner-up second.
 */
void
eqp_decision_offer (EqpDecision *self,
                    const char  *option,
                    const char  *value,
                    const char  *title_format,
                    ...)
{
  va_list args;

  va_start (args, title_format);
  g_ptr_array_add (self->alternatives, take_alternative (option, value, eqp_sentence_vdup (title_format, args)));
  va_end (args);
}

/**
 * eqp_decision_ref:
 * @self: a decision
 *
 * Returns: (transfer full): @self; may be called from any thread
 */
EqpDecision *
eqp_decision_ref (const EqpDecision *self)
{
  return g_atomic_rc_box_acquire ((gpointer) self);
}

static void
clear (gpointer data)
{
  EqpDecision *self = data;

  g_free (self->key);
  g_free (self->evidence);
  g_ptr_array_unref (self->alternatives);
}

/**
 * eqp_decision_unref:
 * @self: (transfer full): a decision
 */
void
eqp_decision_unref (EqpDecision *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

/**
 * eqp_decision_get_alternative:
 * @self: a decision
 * @place: 0 for the one chosen, 1 for the runner-up, ...
 *
 * Returns: (transfer none) (nullable): the alternative, or NULL when there are not as many
 */
const EqpAlternative *
eqp_decision_get_alternative (const EqpDecision *self,
                              guint              place)
{
  return place < self->alternatives->len ? g_ptr_array_index (self->alternatives, place) : NULL;
}

/**
 * eqp_decision_get_question:
 * @self: a decision with at least two alternatives
 *
 * Returns: (transfer full): "as one, or as a thousand", without a full stop
 */
char *
eqp_decision_get_question (const EqpDecision *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->alternatives->len; i++)
    {
      const EqpAlternative *alternative = g_ptr_array_index (self->alternatives, i);

      g_string_append_printf (text, "%s%s", i == 0 ? "" : i + 1 == self->alternatives->len ? _ (", or ") : ", ",
                              alternative->title);
    }
  return g_string_free (text, FALSE);
}
