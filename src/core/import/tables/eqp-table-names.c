/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Column names from a file of notes beside the data, as the UCI collection has them: "iris.names" beside "iris.data".
 * Two forms are known: a numbered list of attributes, and the lines "name: continuous." of C4.5. */
#include "config.h"

#include "eqp-table-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#define MOST_BYTES (4 << 20)

static GFile *
find_names (GFile *file, GCancellable *cancellable)
{
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autofree char *stem = g_file_get_basename (file);
  g_autofree char *name = NULL;
  g_autoptr (GFile) beside = NULL;
  char *dot;

  if (folder == NULL)
    return NULL;
  if (g_str_has_suffix (stem, ".gz"))
    stem[strlen (stem) - 3] = '\0';
  dot = strrchr (stem, '.');
  if (dot == NULL || dot == stem)
    return NULL;
  *dot = '\0';
  name = g_strconcat (stem, ".names", NULL);
  beside = g_file_get_child (folder, name);
  if (g_file_equal (beside, file) || !g_file_query_exists (beside, cancellable))
    return NULL;
  return g_steal_pointer (&beside);
}

/* "1. sepal length in cm" or "2) Alcohol": the number, and the name up to a colon, a gap or a parenthesis. */
static char *
parse_item (const char *line, guint64 *number, char *mark)
{
  char *end;
  gsize length = 0;

  while (g_ascii_isspace (*line))
    line++;
  if (!g_ascii_isdigit (*line))
    return NULL;
  *number = g_ascii_strtoull (line, &end, 10);
  if (*end != '.' && *end != ')')
    return NULL;
  *mark = *end++;
  while (*end == ' ' || *end == '\t')
    end++;
  while (end[length] != '\0' && end[length] != ':' && end[length] != '\t' && !g_str_has_prefix (end + length, "  ") &&
         !g_str_has_prefix (end + length, " ("))
    length++;
  while (length > 0 && (end[length - 1] == ' ' || end[length - 1] == '.'))
    length--;
  return length > 0 ? g_strndup (end, length) : NULL;
}

/* The list that has an item for each column, or for each but one. */
static GPtrArray *
find_list (GStrv lines, gint64 n_columns)
{
  g_autoptr (GPtrArray) best = NULL;

  for (guint first = 0; lines[first] != NULL; first++)
    {
      g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_free);
      gboolean indented = g_ascii_isspace (*lines[first]);
      guint64 number;
      char mark, own;
      g_autofree char *start = parse_item (lines[first], &number, &mark);

      if (start == NULL || number != 1)
        continue;
      g_ptr_array_add (items, g_steal_pointer (&start));
      /* The sections of the notes are numbered, too, but stand at the margin. */
      for (guint i = first + 1; lines[i] != NULL && (gint64) items->len < n_columns; i++)
        {
          g_autofree char *item = parse_item (lines[i], &number, &own);

          if (item == NULL || g_ascii_isspace (*lines[i]) != indented || own != mark)
            continue;
          if (number != items->len + 1)
            break;
          g_ptr_array_add (items, g_steal_pointer (&item));
        }
      if ((gint64) items->len == n_columns || ((gint64) items->len == n_columns - 1 && n_columns > 2 && best == NULL))
        {
          g_clear_pointer (&best, g_ptr_array_unref);
          best = g_steal_pointer (&items);
        }
    }
  return g_steal_pointer (&best);
}

/* "name: continuous." or "name: a, b, c." on every line but the first, which lists the classes. */
static GPtrArray *
find_declarations (GStrv lines, gint64 n_columns)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autofree char *line = g_strdup (lines[i]);
      char *colon;

      line[strcspn (line, "|")] = '\0';
      g_strstrip (line);
      colon = strchr (line, ':');
      if (*line == '\0' || (colon == NULL && names->len == 0))
        continue;
      if (colon == NULL || colon == line || colon[1] == '\0')
        return NULL;
      *colon = '\0';
      g_ptr_array_add (names, g_strdup (g_strstrip (line)));
    }
  return (gint64) names->len == n_columns || ((gint64) names->len == n_columns - 1 && n_columns > 1)
             ? g_steal_pointer (&names)
             : NULL;
}

/* Takes column names from a file beside it where the table has no header. One name fewer than columns is kept until
 * the label column is known. */
void
_eqp_table_names_beside (EqpTable     *self,
                         GFile        *file,
                         GCancellable *cancellable)
{
  g_autoptr (GFile) beside = !self->header && self->shape_rows < 0 && self->options->header == EQP_TRISTATE_GUESS
                                 ? find_names (file, cancellable)
                                 : NULL;
  g_autoptr (GBytes) bytes = beside != NULL ? eqp_source_load (beside, MOST_BYTES, cancellable, NULL) : NULL;
  g_autoptr (GPtrArray) names = NULL;
  g_autofree char *name = beside != NULL ? g_file_get_basename (beside) : NULL;
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  if (bytes == NULL || eqp_table_column (self, 0)->name != NULL)
    return;
  text = g_utf8_make_valid (g_bytes_get_data (bytes, NULL), -1);
  g_strdelimit (text, "\r", '\n');
  lines = g_strsplit (text, "\n", -1);
  names = find_declarations (lines, self->n_columns);
  if (names == NULL)
    names = find_list (lines, self->n_columns);
  if (names == NULL)
    {
      eqp_note (&self->parts.decisions,
                _ ("“%s” beside the file has no list of %" PRId64 " columns and was not taken for names."), name,
                self->n_columns);
      return;
    }
  eqp_note (&self->parts.decisions, _ ("Column names: from “%s” beside the file; the runner-up: no names."), name);
  if ((gint64) names->len < self->n_columns)
    {
      self->loose_names = g_steal_pointer (&names);
      return;
    }
  for (gint64 j = 0; j < self->n_columns; j++)
    eqp_table_column (self, j)->name = g_strdup (g_ptr_array_index (names, j));
}

/* Gives the names kept before to the columns that are not the labels. */
void
_eqp_table_place_names (EqpTable *self)
{
  guint next = 0;

  if (self->loose_names == NULL)
    return;
  if (self->label < 0)
    {
      eqp_note (&self->parts.decisions,
                _ ("The %u names were not used: there is no label column to leave out of the %" PRId64 " columns."),
                self->loose_names->len, self->n_columns);
      return;
    }
  for (gint64 j = 0; j < self->n_columns; j++)
    if (j != self->label)
      eqp_table_column (self, j)->name = g_strdup (g_ptr_array_index (self->loose_names, next++));
}
