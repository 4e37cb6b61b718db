/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The error domain of the core. Messages are one sentence: what was found, where, what to do. A question to the user
 * travels with its error. */
#include "config.h"

#include "eqp-error.h"

typedef struct
{
  EqpDecision *question;
} EqpErrorPrivate;

static void
eqp_error_private_init (EqpErrorPrivate *priv)
{
  priv->question = NULL;
}

static void
eqp_error_private_copy (const EqpErrorPrivate *from, EqpErrorPrivate *to)
{
  to->question = from->question != NULL ? eqp_decision_ref (from->question) : NULL;
}

static void
eqp_error_private_clear (EqpErrorPrivate *priv)
{
  g_clear_pointer (&priv->question, eqp_decision_unref);
}

G_DEFINE_EXTENDED_ERROR (EqpError, eqp_error)

/**
 * eqp_error_set_question:
 * @error: return location
 * @place: where in which file, for people
 * @question: (transfer full): alternatives with their options, and the evidence
 *
 * Sets EQP_ERROR_AMBIGUOUS with a sentence that names all readings.
 */
void
eqp_error_set_question (GError      **error,
                        const char   *place,
                        EqpDecision  *question)
{
  g_autofree char *readings = eqp_decision_get_question (question);
  GError *asked = g_error_new (EQP_ERROR, EQP_ERROR_AMBIGUOUS, "%s: %s: %s.", place, question->evidence, readings);

  question->ambiguous = TRUE;
  eqp_error_get_private (asked)->question = question;
  g_propagate_error (error, asked);
}

G_GNUC_PRINTF (3, 0)
static void
refuse (GError **error, EqpError code, const char *format, va_list args)
{
  g_propagate_error (error, g_error_new_valist (EQP_ERROR, (gint) code, format, args));
}

/**
 * eqp_refuse:
 * @error: return location
 * @code: what kind of fault it is
 * @format: printf format of one sentence: what was found, where, what to do
 * @...: its arguments
 *
 * Sets an error, for use behind “return”.
 *
 * Returns: FALSE
 */
gboolean
eqp_refuse (GError **error, EqpError code, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  refuse (error, code, format, args);
  va_end (args);
  return FALSE;
}

/**
 * eqp_refuse_null:
 * @error: return location
 * @code: what kind of fault it is
 * @format: printf format of one sentence, as for eqp_refuse()
 * @...: its arguments
 *
 * Returns: NULL
 */
gpointer
eqp_refuse_null (GError **error, EqpError code, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  refuse (error, code, format, args);
  va_end (args);
  return NULL;
}

/**
 * eqp_error_get_question:
 * @error: (nullable): any error
 *
 * Returns: (transfer none) (nullable): what the user has to decide, for EQP_ERROR_AMBIGUOUS; NULL for all others
 */
const EqpDecision *
eqp_error_get_question (const GError *error)
{
  if (error == NULL || error->domain != EQP_ERROR)
    return NULL;
  return eqp_error_get_private (error)->question;
}
