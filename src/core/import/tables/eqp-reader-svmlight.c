/* SPDX-License-Identifier: GPL-3.0-or-later */
/* LIBSVM and svmlight: a label, then the entries that are not zero as index:value, one row a line. */
#include "config.h"

#include "import/eqp-readers-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/eqp-error.h"
#include "import/eqp-lines.h"
#include "base/eqp-number.h"
#include "import/eqp-sparse.h"

/* Labels with digits behind the point and more values than this, or another one in most rows, are measurements, not
 * classes. */
#define MOST_REAL_CLASSES 20

/* So many rows tell what the others take, and after so many more what there is takes is asked again. */
#define LOOK_ROWS 1000
#define MANY_ROWS 65536

typedef struct
{
  const char    *file;
  EqpLines       lines;
  EqpSparse      rows;        /* columns as in the file */
  double         largest;     /* of its values, without their signs */
  GArray        *labels;      /* gint32 */
  gint64         unlabeled_line; /* the first */
  EqpLabelTable  names;
  gint64         unlabeled;
  gint64         real_labels; /* with digits behind the point */
  gint64         label_lists; /* "1,2" */
  gint64         queries;     /* rows with a qid */
  gint64         lowest;      /* index */
  gint64         highest;
  EqpDatasetParts parts;
} Svmlight;

static void
svmlight_clear (Svmlight *self)
{
  _eqp_lines_clear (&self->lines);
  g_array_unref (self->labels);
  _eqp_sparse_clear (&self->rows);
  eqp_label_table_clear (&self->names);
  eqp_dataset_parts_clear (&self->parts);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Svmlight, svmlight_clear)

/* "7:1.5" at @p, and what comes behind it and blanks; NULL when there is none. What is no finite number is told apart
 * from what is no entry at all, and refused with its place. */
static const char *
parse_entry (const char *p, gint64 *index, double *value)
{
  char *end;

  if (!g_ascii_isdigit (*p))
    return NULL;
  *index = g_ascii_strtoll (p, &end, 10);
  return *end == ':' && *index <= G_MAXINT32 ? _eqp_parse_value (end + 1, value) : NULL;
}

/* The name of a class: "+1" and "1.0" are the same as "1". */
static char *
label_name (Svmlight *self, const char *text, gsize length)
{
  g_autofree char *copy = g_strndup (text, length);
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  const char *end;
  double value;

  end = eqp_parse_number (copy, '.', &value);
  if (end == NULL || *end != '\0' || !isfinite (value))
    return g_utf8_make_valid (copy, -1);
  self->real_labels += value != floor (value);
  eqp_name_number (value, number);
  return g_strdup (number);
}

static gboolean
refuse (Svmlight *self, const char *text, const char *what, GError **error)
{
  g_autofree char *start = g_utf8_make_valid (text, (gssize) MIN (strcspn (text, " \t"), 30));

  return eqp_refuse (error, EQP_ERROR_PARSE,
                     _ ("%s, line %" PRId64 ": “%s” %s; each row is a label and then index:value pairs."), self->file,
                     self->lines.line, start, what);
}

static gboolean
add_row (Svmlight *self, char *line, GError **error)
{
  const char *p = _eqp_skip_blanks (line), *next;
  gint64 index, last = -1;
  gint32 label = -1;
  double value;

  if (parse_entry (p, &index, &value) == NULL)
    {
      gsize length = strcspn (p, " \t");
      g_autofree char *name = label_name (self, p, length);

      self->label_lists += memchr (p, ',', length) != NULL;
      label = eqp_label_table_add (&self->names, name);
      p = _eqp_skip_blanks (p + length);
    }
  else if (self->unlabeled++ == 0)
    self->unlabeled_line = self->lines.line;

  if (g_str_has_prefix (p, "qid:"))
    {
      self->queries++;
      p = _eqp_skip_blanks (p + strcspn (p, " \t"));
    }
  while (*p != '\0')
    {
      next = parse_entry (p, &index, &value);
      if (next == NULL)
        return refuse (self, p, _ ("is no index:value pair (indices are whole numbers from 0 to 2147483647)"), error);
      if (!isfinite (value))
        return refuse (self, p, _ ("is no finite number"), error);
      if (index <= last)
        return refuse (self, p, _ ("comes after a higher or the same index; indices have to go up"), error);
      last = index;
      self->lowest = MIN (self->lowest, index);
      self->highest = MAX (self->highest, index);
      self->largest = fmax (self->largest, fabs (value));
      if (!_eqp_sparse_add (&self->rows, index, value, error))
        return FALSE;
      p = next;
    }
  g_array_append_val (self->labels, label);
  return _eqp_sparse_end_line (&self->rows, error);
}

/* Whether the matrix still fits: with the rows so far, and with those that come as far as that can be told. */
static gboolean
check_memory (Svmlight *self, EqpSource *source, gint64 most, GError **error)
{
  gint64 rows = self->rows.lines, d = self->highest + (self->lowest == 0 ? 1 : 0);
  gboolean kept = _eqp_sparse_is_kept (self->rows.count, rows, d, self->largest);

  if (rows >= LOOK_ROWS &&
      !eqp_source_check_rows (source, 0, self->lines.bytes, rows, most, d,
                              (gsize) ((kept ? 20 : 12) * self->rows.count / rows + (kept ? 0 : 4 * d) + 12), error))
    return FALSE;
  return rows % MANY_ROWS != 0 ||
         _eqp_sparse_check_memory (self->file, self->rows.count, rows, d, self->largest, error);
}

static gboolean
read_rows (Svmlight *self, EqpSource *source, gint64 most, GError **error)
{
  char *line;

  while (most == 0 || self->rows.lines < most)
    {
      char *hash;

      if (!_eqp_lines_next (&self->lines, &line, error))
        return FALSE;
      if (line == NULL)
        break;
      hash = strchr (line, '#');
      if (hash != NULL)
        *hash = '\0';
      if (*_eqp_skip_blanks (line) == '\0')
        continue;
      if (!add_row (self, line, error) || !check_memory (self, source, most, error))
        return FALSE;
    }

  if (self->rows.lines == 0 || self->highest < 0)
    return eqp_refuse (error, EQP_ERROR_INVALID_DATA, _ ("%s: there is no row with an index:value pair in the file."),
                       self->file);
  return TRUE;
}

static void
tell_labels (Svmlight *self, gboolean taken, gboolean asked)
{
  static const char *const values[] = { "none", "first" };
  static const char *const titles[] = { N_ ("no labels"), N_ ("the numbers in front of the rows") };
  EqpDecision *decision = eqp_decision_new (
      "labels",
      _ ("%" PRId64 " of the %" PRId64
         " rows have something in front of their pairs, %u different ones, %" PRId64 " of them with fractions."),
      self->rows.lines - self->unlabeled, self->rows.lines, self->names.names->len, self->real_labels);

  decision->asked = asked;
  eqp_decision_offer (decision, "labels", values[taken], "%s", _ (titles[taken]));
  if (self->unlabeled < self->rows.lines)
    eqp_decision_offer (decision, "labels", values[!taken], "%s", _ (titles[!taken]));
  _eqp_settle (&self->parts, decision);
}

static gboolean
settle_labels (Svmlight *self, const EqpImportOptions *options, GError **error)
{
  if (options->labels != NULL && strcmp (options->labels, "none") == 0)
    {
      tell_labels (self, FALSE, TRUE);
      return TRUE;
    }
  if (options->labels != NULL && strcmp (options->labels, "first") != 0 && strcmp (options->labels, "1") != 0)
    return eqp_refuse (error, EQP_ERROR_INVALID_PARAM,
                       _ ("%s: labels of this format stand in front of the rows (“first”); “%s” is not possible."),
                       self->file, options->labels);
  if (self->unlabeled == self->rows.lines)
    {
      tell_labels (self, FALSE, FALSE);
      return TRUE;
    }
  if (self->unlabeled > 0)
    return eqp_refuse (error, EQP_ERROR_PARSE,
                       _ ("%s, line %" PRId64 ": this row has no label in front, others have; add it, or open the file "
                          "without labels."),
                       self->file, self->unlabeled_line);
  /* One label for all stands in front of rows that have none. */
  if (options->labels == NULL &&
      ((self->rows.lines > 1 && self->names.names->len == 1) ||
       (self->real_labels > 0 &&
        (self->names.names->len > MOST_REAL_CLASSES ||
         (self->rows.lines > 2 && 2 * (gint64) self->names.names->len > self->rows.lines)))))
    {
      tell_labels (self, FALSE, FALSE);
      return TRUE;
    }
  tell_labels (self, TRUE, options->labels != NULL);
  self->parts.labels = g_new (gint32, self->rows.lines);
  memcpy (self->parts.labels, self->labels->data, (gsize) self->rows.lines * sizeof (gint32));
  self->parts.class_names = eqp_label_table_settle (&self->names, self->rows.lines, self->parts.labels);
  if (self->label_lists > 0)
    eqp_note (&self->parts.findings,
              g_dngettext (GETTEXT_PACKAGE,
                           "%" PRId64 " row has several labels, such as “1,2”; each such list is taken for a "
                           "class of its own.",
                           "%" PRId64 " rows have several labels, such as “1,2”; each such list is taken for a "
                           "class of its own.", (gulong) self->label_lists),
              self->label_lists);
  return TRUE;
}

static EqpDataset *
svmlight_read (GFile *file, const EqpImportOptions *options, const EqpProgress *progress, GCancellable *cancellable,
               GError **error)
{
  g_autoptr (EqpSource) source = NULL;
  g_auto (Svmlight) self = { 0 };
  gint64 base, d;

  self.labels = g_array_new (FALSE, FALSE, sizeof (gint32));
  eqp_label_table_init (&self.names);
  self.lowest = G_MAXINT64;
  self.highest = -1;

  source = eqp_source_open_member (file, options->variable, options->encoding, progress, cancellable, error);
  if (source == NULL)
    return NULL;
  self.file = eqp_source_get_name (source);
  _eqp_parts_watch (&self.parts, progress, self.file);
  _eqp_lines_init (&self.lines, source);
  if (options->columns != NULL || options->ignore != NULL)
    return eqp_refuse_null (error, EQP_ERROR_UNSUPPORTED,
                            _ ("%s: columns of this format cannot be chosen; open all of it."), self.file);
  if (!read_rows (&self, source, options->max_rows, error))
    return NULL;

  base = self.lowest == 0 ? 0 : 1;
  d = self.highest - base + 1;
  eqp_note (&self.parts.decisions,
            g_dngettext (GETTEXT_PACKAGE,
                         "%" PRId64 " column, the highest index met; columns are counted from %d.",
                         "%" PRId64 " columns, the highest index met; they are counted from %d.", (gulong) d), d,
            (int) base);
  if (self.queries > 0)
    eqp_note (&self.parts.decisions,
              g_dngettext (GETTEXT_PACKAGE,
                           "The number of the query (qid) in %" PRId64 " row was left out.",
                           "The number of the query (qid) in %" PRId64 " rows was left out.", (gulong) self.queries),
              self.queries);
  for (gint64 k = 0; k < self.rows.count; k++)
    self.rows.minor[k] -= (gint32) base;
  if (!settle_labels (&self, options, error) ||
      !_eqp_sparse_make_features (&self.rows, self.file, self.rows.lines, d, TRUE, cancellable, &self.parts, error))
    return NULL;

  self.parts.name = g_strdup (self.file);
  self.parts.source = g_file_get_parse_name (file);
  self.parts.format = g_strdup ("LIBSVM");
  return eqp_dataset_new_cancellable (&self.parts, cancellable, error);
}

/* "12:5" or "-1:x": an entry, be it a right one or not; "00:15" is a time. */
#define ENTRY "[-+]?(?:\\d|[1-9]\\d+):[-+.\\dnNiI][^\\s:]*+(?!\\S)"

/* The lines in sight are a label and pairs, and one line has pairs. One in three that is not, below such a line, is
 * refused by the reader with its place, rather than taken for a table. */
static int
svmlight_sniff (const EqpProbe *probe)
{
  g_autofree char *text = g_strndup ((const char *) probe->head, MIN (probe->head_length, 16384));
  g_autoptr (GRegex) row = g_regex_new ("^\\s*(?:[-+.,\\deE]+(?!\\S)|(?=" ENTRY "))(?:\\s+qid:\\S*)?"
                                        "(?:\\s*(" ENTRY "))*+\\s*$", G_REGEX_RAW, 0, NULL);
  g_auto (GStrv) lines = g_strsplit (text, "\n", 20);
  guint n = g_strv_length (lines), looked = 0, filled = 0, torn = 0;
  gboolean all = probe->complete && strlen (text) == probe->head_length && n < 20;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GMatchInfo) match = NULL;
      char *cut = n == 1 && !all ? strrchr (lines[i], ' ') : NULL;

      /* The last line may be cut; of one alone its last field may be. */
      if (cut != NULL)
        *cut = '\0';
      else if (i + 1 == n && n > 1 && !all)
        break;
      lines[i][strcspn (lines[i], "#\r")] = '\0';
      if (*_eqp_skip_blanks (lines[i]) == '\0')
        continue;
      if (g_regex_match (row, lines[i], 0, &match))
        filled += g_match_info_get_match_count (match) > 1;
      else if (looked == 0 || strchr (lines[i], ':') == NULL)
        return 0;
      else
        torn++;
      looked++;
    }
  return filled > 0 && torn * 3 <= looked ? 95 : 0;
}

const EqpReader _eqp_reader_svmlight = {
  .id = "svmlight",
  .name = "LIBSVM, svmlight",
  .suffixes = "svm;libsvm;svmlight;scale",
  .sniff = svmlight_sniff,
  .read = svmlight_read,
};
