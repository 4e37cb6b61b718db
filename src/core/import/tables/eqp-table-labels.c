/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which column of a table has the labels, as far as one can tell. */
#include "config.h"

#include "eqp-table-private.h"

#include <math.h>
#include <string.h>

#define MOST_CLASSES 200

static gboolean
is_class_like (const EqpColumnProfile *profile)
{
  return profile->whole && profile->distinct >= 2 && profile->distinct <= MOST_CLASSES
         && profile->distinct * 3 <= profile->n && profile->share <= 0.95;
}

/* Lower-case letters and digits only. */
static char *
plain_name (const char *name)
{
  g_autofree char *lower = g_utf8_strdown (name, -1);
  GString *plain = g_string_new (NULL);

  for (const char *p = lower; *p != '\0'; p = g_utf8_next_char (p))
    if (g_unichar_isalnum (g_utf8_get_char (p)))
      g_string_append_unichar (plain, g_utf8_get_char (p));
  return g_string_free (plain, FALSE);
}

/**
 * _eqp_table_name_means_label:
 * @name: (nullable): the name of a column, in UTF-8
 *
 * Returns: how well it says "label": 0 not at all; 2 it cannot mean anything else; 1 it may
 */
int
_eqp_table_name_means_label (const char *name)
{
  static const char *const surely[] = { "class",     "classes",   "classname", "classlabel", "classid",     "label",
                                        "labels",    "species",   "target",    "targets",    "groundtruth", "truth",
                                        "truelabel", "category",  "diagnosis", "gnd",        "cluster",     "clusterid",
                                        "klasse",    "klassen",   "kategorie", "etikett",    "classe",      "clase",
                                        "catégorie", "categoria", "categoría", "étiquette",  "espèce",      "especie",
                                        "espécie",   "etiqueta",  "klasa",     "kategoria",  "třída",       "klass",
                                        "osztály",   "sınıf",     "класс",     "клас",       "метка",       "категория",
                                        "κλάση",     "类别",      "標籤",      "标签",       "類別",        "クラス",
                                        "ラベル",    "分類",      "클래스",    "라벨",       "분류" };
  static const char *const maybe[] = { "type",     "y",      "quality",  "group",   "kind",   "digit",
                                       "outcome",  "result", "response", "subject", "rating", "status",
                                       "decision", "typ",    "art",      "gruppe",  "groupe", "tipo",
                                       "grupo",    "gruppo", "grupa",    "тип",     "группа" };
  g_autofree char *plain = NULL;

  if (name == NULL)
    return 0;
  plain = plain_name (name);
  for (guint i = 0; i < G_N_ELEMENTS (surely); i++)
    if (strcmp (plain, surely[i]) == 0)
      return 2;
  for (guint i = 0; i < G_N_ELEMENTS (maybe); i++)
    if (strcmp (plain, maybe[i]) == 0)
      return 1;
  return 0;
}

static gboolean
can_be_named_label (EqpTable *self, gint64 j, int meaning)
{
  EqpTableColumn *column = eqp_table_column (self, j);
  EqpColumnProfile profile;

  if (_eqp_table_is_selected (self, j) || column->one_hot)
    return FALSE;
  if (column->kind == EQP_COLUMN_TEXT)
    return column->numbers != NULL && column->names.names->len > 0;
  if (column->kind != EQP_COLUMN_NUMBER)
    return FALSE;
  profile = _eqp_table_profile_column (self, j, G_MAXINT64);
  return profile.whole && (meaning == 2 ? profile.distinct < MAX (3, profile.n) : is_class_like (&profile));
}

static gboolean
has_name (EqpTable *self, const char *name)
{
  for (gint64 i = 0; i < self->n_columns; i++)
    if (eqp_table_column (self, i)->name != NULL && g_ascii_strcasecmp (eqp_table_column (self, i)->name, name) == 0)
      return TRUE;
  return FALSE;
}

/* "x" and "y" beside each other are coordinates. */
static gboolean
is_coordinate (EqpTable *self, gint64 j)
{
  const char *name = eqp_table_column (self, j)->name;

  return name != NULL && strlen (name) == 1 && strchr ("xyzXYZ", *name) != NULL && has_name (self, "x") &&
         has_name (self, "y");
}

static gint64
label_by_name (EqpTable *self, gint64 *runner_up)
{
  gint64 best = -1;
  int best_meaning = 0;

  for (gint64 j = 0; j < self->n_columns; j++)
    {
      int meaning = _eqp_table_name_means_label (eqp_table_column (self, j)->name);

      if (meaning == 0 || is_coordinate (self, j) || !can_be_named_label (self, j, meaning))
        continue;
      if (meaning >= best_meaning)
        {
          *runner_up = best;
          best = j;
          best_meaning = meaning;
        }
      else
        *runner_up = j;
    }
  return best;
}

/* A date or a time of day: 10/03/2004, 01-Mar-2021, 18.00.00, 18:30. */
static gboolean
is_moment (const char *text)
{
  static const char *const months[] = { "january", "february", "march",     "april",   "may",      "june",
                                        "july",    "august",   "september", "october", "november", "december" };
  gsize marks = 0, colons = 0, names = 0;

  for (const char *p = text; *p != '\0'; p++)
    if (strchr (":./-", *p) != NULL && p > text && g_ascii_isalnum (p[-1]) && g_ascii_isalnum (p[1]))
      {
        marks++;
        colons += *p == ':';
      }
    else if (p > text && strchr ("-/ .", p[-1]) != NULL && g_ascii_isalpha (*p) && names == 0)
      {
        gsize length = 0;

        while (g_ascii_isalpha (p[length]))
          length++;
        for (guint i = 0; i < G_N_ELEMENTS (months) && length >= 3; i++)
          names += length <= strlen (months[i]) && g_ascii_strncasecmp (p, months[i], length) == 0;
        if (names == 0)
          return FALSE;
        p += length - 1;
      }
    else if (!g_ascii_isdigit (*p) && strchr (" TZ", *p) == NULL)
      return FALSE;
  return colons > 0 || marks > 1 || names > 0;
}

/* Days as numbers: 20210301. */
static gboolean
is_day_number (double value)
{
  double month = floor (fmod (value, 10000.0) / 100.0), day = fmod (value, 100.0);

  return value >= 19000101.0 && value <= 21001231.0 && month >= 1.0 && month <= 12.0 && day >= 1.0 && day <= 31.0;
}

static gboolean
has_moments (const EqpTableColumn *column)
{
  for (guint i = 0; i < column->names.names->len; i++)
    if (!is_moment (g_ptr_array_index (column->names.names, i)))
      return FALSE;
  return TRUE;
}

static gboolean
text_has_classes (EqpTable *self, gint64 j)
{
  EqpTableColumn *column = eqp_table_column (self, j);
  gint64 rows = eqp_store_get_rows (self->store);

  /* Notes that stand in a few rows only are no labels. */
  return column->kind == EQP_COLUMN_TEXT && !column->one_hot && column->numbers != NULL && column->names.names->len >= 2
         && column->missing * 10 <= rows
         && (gint64) column->names.names->len * 2 <= MAX (4, rows) && !has_moments (column);
}

static gint64
label_by_text (EqpTable *self, gint64 *runner_up)
{
  gint64 best = -1;

  for (gint64 j = 0; j < self->n_columns; j++)
    if (text_has_classes (self, j) && best != 0)
      {
        *runner_up = best;
        best = j;
      }
    else if (text_has_classes (self, j))
      {
        /* The first column has the labels, unless the last one has. */
        *runner_up = j;
        if (j == self->n_columns - 1)
          {
            *runner_up = best;
            best = j;
          }
      }
  return best;
}

/* Codes of classes, not measures: a handful, or numbered one after the other from 0 or 1, each of them often. A column
 * with a name that does not say so has to be plainer. */
static gboolean
looks_like_codes (EqpTable *self, gint64 j, const EqpColumnProfile *profile)
{
  if (is_day_number (profile->low) && is_day_number (profile->high))
    return FALSE;
  if (profile->distinct <= 10)
    return TRUE;
  if (self->header && eqp_table_column (self, j)->name != NULL && profile->distinct > 20)
    return FALSE;
  return profile->low >= -1.0 && profile->low <= 1.0 && profile->distinct * 5 <= profile->n
         && (profile->high - profile->low + 1.0) * 4.0 <= (double) profile->distinct * 5.0;
}

/* Written without a decimal mark, while all other numbers have one: 63.0,1.0,145.0,0. */
static gboolean
is_written_otherwise (EqpTable *self, gint64 j)
{
  gint64 others = 0;

  for (gint64 i = 0; i < self->n_columns; i++)
    if (i != j && eqp_table_column (self, i)->kind == EQP_COLUMN_NUMBER)
      {
        others++;
        if (eqp_table_column (self, i)->marked < eqp_table_column (self, i)->looked)
          return FALSE;
      }
  return others >= 2 && eqp_table_column (self, j)->looked >= 4 && eqp_table_column (self, j)->marked == 0;
}

/* Few whole numbers, evenly used or written in a way of their own, while hardly any other column is like that. */
static gboolean
stands_out (EqpTable *self, gint64 j)
{
  EqpColumnProfile glance = _eqp_table_profile_column (self, j, _eqp_table_glance_rows (self));
  EqpColumnProfile full;
  gint64 others = 0, alike = 0;

  if (_eqp_table_is_selected (self, j) || is_coordinate (self, j) || !glance.whole || glance.distinct > MOST_CLASSES)
    return FALSE;
  full = _eqp_table_profile_column (self, j, G_MAXINT64);
  if (!is_class_like (&full) || !looks_like_codes (self, j, &full))
    return FALSE;
  if (is_written_otherwise (self, j))
    return TRUE;

  for (gint64 i = 0; i < self->n_columns; i++)
    if (i != j && eqp_table_column (self, i)->kind == EQP_COLUMN_NUMBER)
      {
        EqpColumnProfile other = _eqp_table_profile_column (self, i, _eqp_table_glance_rows (self));

        /* Of many values, such as coordinates, two columns seldom have the same number. */
        others++;
        alike += other.whole && other.distinct >= 2 &&
                 (full.distinct > 20 ? other.distinct * 3 <= full.distinct * 4 : other.distinct <= full.distinct) &&
                 other.distinct * 4 >= full.distinct * 3 && other.evenness >= 0.8 * glance.evenness;
      }
  return others > 0 && alike * 10 <= others;
}

static gint64
label_by_numbers (EqpTable *self, gint64 *runner_up)
{
  gint64 last = _eqp_table_last_filled_column (self);
  gboolean first_stands, last_stands;

  if (self->n_columns < 2)
    return -1;
  last_stands = eqp_table_column (self, last)->kind == EQP_COLUMN_NUMBER && stands_out (self, last);
  first_stands = last > 0 && eqp_table_column (self, 0)->kind == EQP_COLUMN_NUMBER && stands_out (self, 0);
  if (last_stands && first_stands)
    *runner_up = 0;
  return last_stands ? last : first_stands ? 0 : -1;
}

/* So many columns are offered as labels. */
#define MOST_OFFERED 200

static void
offer_column (EqpTable *self, EqpDecision *decision, gint64 j)
{
  g_autofree char *title = _eqp_table_column_title (self, j);
  g_autofree char *value = g_strdup_printf ("%" G_GINT64_FORMAT, j + 1);

  eqp_decision_offer (decision, "labels", value, "%s", title);
}

/* What the column has, with numbers. */
static char *
label_evidence (EqpTable *self, gint64 j, const char *why)
{
  EqpTableColumn *column = eqp_table_column (self, j);
  gint64 rows = eqp_store_get_rows (self->store);

  if (column->kind == EQP_COLUMN_TEXT && column->numbers != NULL)
    return g_strdup_printf ("It was chosen %s: %u different texts in %" G_GINT64_FORMAT " rows.", why,
                            column->names.names->len, rows);
  if (column->kind == EQP_COLUMN_NUMBER)
    {
      EqpColumnProfile profile = _eqp_table_profile_column (self, j, G_MAXINT64);

      return g_strdup_printf ("It was chosen %s: %" G_GINT64_FORMAT
                              " different whole numbers from %g to %g in %" G_GINT64_FORMAT " rows.",
                              why, profile.distinct, profile.low, profile.high, rows);
    }
  return g_strdup_printf ("It was chosen %s.", why);
}

/**
 * _eqp_table_tell_labels:
 * @self: the table, its label column chosen
 * @runner_up: another column, or -1
 * @why: for people, behind "It was chosen"; a sentence where there are no labels
 * @asked: the user said so
 *
 * Keeps the decision about the labels with its evidence.
 */
void
_eqp_table_tell_labels (EqpTable   *self,
                        gint64      runner_up,
                        const char *why,
                        gboolean    asked)
{
  g_autofree char *evidence = self->label >= 0 ? label_evidence (self, self->label, why) : g_strdup (why);
  EqpDecision *decision = eqp_decision_new ("labels", "%s", evidence);

  decision->asked = asked;
  if (self->label >= 0)
    offer_column (self, decision, self->label);
  else
    eqp_decision_offer (decision, "labels", "none", "no labels");
  if (runner_up >= 0)
    offer_column (self, decision, runner_up);
  if (self->label >= 0)
    eqp_decision_offer (decision, "labels", "none", "no labels");
  for (gint64 j = 0; j < MIN (self->n_columns, MOST_OFFERED); j++)
    if (j != self->label && j != runner_up)
      offer_column (self, decision, j);
  _eqp_settle (&self->parts, decision);
}

/**
 * _eqp_table_guess_label:
 * @self: the table with all its rows
 *
 * Chooses the label column: by its name, else of text with few values, else of few whole numbers unlike the others.
 */
void
_eqp_table_guess_label (EqpTable *self)
{
  gint64 runner_up = -1;
  const char *why = "by its name";
  g_autofree char *title = NULL;

  if (self->shape_rows >= 0 && !_eqp_table_is_selected (self, self->n_columns - 1))
    {
      self->label = self->n_columns - 1;
      _eqp_table_tell_labels (self, -1, "because the first line names the classes", FALSE);
      return;
    }
  self->label = label_by_name (self, &runner_up);
  if (self->label < 0)
    {
      why = "because it has text with few values";
      self->label = label_by_text (self, &runner_up);
    }
  if (self->label < 0)
    {
      why = "because it has few whole numbers, unlike the others";
      self->label = label_by_numbers (self, &runner_up);
    }
  if (self->label < 0)
    {
      _eqp_table_tell_labels (self, -1,
                              "No column is named like labels, has text with few values, or has few whole numbers "
                              "unlike the others.",
                              FALSE);
      eqp_note (&self->parts.decisions, "No column looks like labels.");
      return;
    }

  _eqp_table_tell_labels (self, runner_up, why, FALSE);
  title = _eqp_table_column_title (self, self->label);
  if (runner_up >= 0)
    {
      g_autofree char *second = _eqp_table_column_title (self, runner_up);

      eqp_note (&self->parts.decisions, "Labels: %s, %s; the runner-up: %s.", title, why, second);
    }
  else
    eqp_note (&self->parts.decisions, "Labels: %s, %s; the runner-up: no labels.", title, why);
}
