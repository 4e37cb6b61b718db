/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of a study as text: for a terminal, as CSV, Markdown, LaTeX or HTML. A line a group, a column a number.
 * Numbers are written in the C locale. */
#include "config.h"

#include "eqp-study-table.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>


/* Between the columns of plain text. */
#define GAP 2

/* Numbers side by side in a table of HTML, as many as fit on paper. */
#define HTML_COLUMNS 6

/* What one kind of table does to the same cells. */
typedef struct
{
  const char *plus_minus;
  const char *best_before;
  const char *best_after;
  char     *(*escape) (const char *text);
} Style;

/**
 * eqp_table_escape_latex:
 * @text: what a cell says
 *
 * Returns: (transfer full): the same in LaTeX
 */
char *
eqp_table_escape_latex (const char *text)
{
  GString *escaped = g_string_new (NULL);

  for (const char *c = text; *c != '\0'; c++)
    if (strchr ("#$%&_{}", *c) != NULL)
      g_string_append_printf (escaped, "\\%c", *c);
    else if (*c == '^')
      g_string_append (escaped, "\\^{}");
    else if (*c == '~')
      g_string_append (escaped, "\\~{}");
    else if (*c == '\\')
      g_string_append (escaped, "\\textbackslash{}");
    else
      g_string_append_c (escaped, *c);
  /* Greek letters are not set up for text. */
  g_string_replace (escaped, "Σ", "$\\Sigma$", 0);
  g_string_replace (escaped, "²", "$^2$", 0);
  return g_string_free (escaped, FALSE);
}

static char *
escape_markdown (const char *text)
{
  GString *escaped = g_string_new (NULL);

  for (const char *c = text; *c != '\0'; c++)
    g_string_append_printf (escaped, strchr ("|*_`<\\", *c) != NULL ? "\\%c" : "%c", *c);
  return g_string_free (escaped, FALSE);
}

static char *
escape_html (const char *text)
{
  return g_markup_escape_text (text, -1);
}

static const Style styles[] = {
  [EQP_TABLE_TEXT] = { " ± ", "", " *", g_strdup },
  [EQP_TABLE_MARKDOWN] = { " ± ", "**", "**", escape_markdown },
  [EQP_TABLE_LATEX] = { " $\\pm$ ", "\\textbf{", "}", eqp_table_escape_latex },
  [EQP_TABLE_HTML] = { " ± ", "<b>", "</b>", escape_html },
};

/* -- cells ------------------------------------------------------------------------------------------------------- */

/* Of an amount three digits of the deviation are shown, and the mean to the same place, but no more than ten digits. */
static int
places_of (double mean,
           double sd)
{
  double most = mean != 0.0 ? 9.0 - floor (log10 (fabs (mean))) : 12.0;

  if (!(sd > 0.0) || fabs (mean) >= 1e15)
    return -1;
  return (int) CLAMP (MIN (2.0 - floor (log10 (sd)), most), 0.0, 12.0);
}

static void
append_number (GString        *text,
               EqpMeasureKind  kind,
               int             places,
               double          value)
{
  char number[400], form[16] = "%.10g";

  if (kind != EQP_MEASURE_AMOUNT)
    g_strlcpy (form, kind == EQP_MEASURE_SHARE ? "%.4f" : "%.2f", sizeof form);
  else if (places >= 0)
    g_snprintf (form, sizeof form, "%%.%df", places);
  g_string_append (text, g_ascii_formatd (number, sizeof number, form, value));
}

/* Groups whose means are one are best together. */
static gboolean
is_best (const EqpStudyTable *self,
         guint                quantity,
         const EqpTableGroup *group)
{
  gint best = self->best[quantity].best;

  return best >= 0 && self->n_groups > 1 && group->mean[quantity] == self->groups[best].mean[quantity];
}

static char *
dup_cell (const EqpStudyTable *self,
          const Style         *style,
          guint                quantity,
          const EqpTableGroup *group)
{
  EqpMeasureKind kind = eqp_quantity_get_kind (quantity);
  int places = places_of (group->mean[quantity], group->sd[quantity]);
  gboolean best = is_best (self, quantity, group);
  GString *text;

  if (isnan (group->mean[quantity]))
    return g_strdup ("-");
  text = g_string_new (best ? style->best_before : "");
  append_number (text, kind, places, group->mean[quantity]);
  if (!isnan (group->sd[quantity]))
    {
      g_string_append (text, style->plus_minus);
      append_number (text, kind, places, group->sd[quantity]);
    }
  g_string_append (text, best ? style->best_after : "");
  return g_string_free (text, FALSE);
}

static char *
dup_p (const EqpStudyTable *self,
       guint                quantity)
{
  const EqpTableBest *best = &self->best[quantity];
  char number[64];

  if (best->second < 0 || best->test.pairs < 2)
    return g_strdup ("");
  return g_strdup (g_ascii_formatd (number, sizeof number, "%.3g", best->test.p));
}

/* The numbers that any group has. */
static GArray *
choose_quantities (const EqpStudyTable *self,
                   gboolean             times)
{
  GArray *chosen = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < EQP_N_QUANTITIES; i++)
    for (guint group = 0; group < self->n_groups && (times || i != EQP_QUANTITY_SECONDS); group++)
      if (self->groups[group].count[i] > 0)
        {
          g_array_append_val (chosen, i);
          break;
        }
  return chosen;
}

static gboolean
has_tests (const EqpStudyTable *self)
{
  for (guint i = 0; i < EQP_N_QUANTITIES; i++)
    if (self->best[i].second >= 0 && self->best[i].test.pairs > 1)
      return TRUE;
  return FALSE;
}

/* All cells as text: a line of names, the groups, perhaps a line of p; the first column names the groups. */
static GPtrArray *
make_cells (const EqpStudyTable *self,
            const Style         *style,
            GArray              *chosen)
{
  GPtrArray *cells = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (cells, g_strdup (_ ("method")));
  for (guint i = 0; i < chosen->len; i++)
    g_ptr_array_add (cells, style->escape (eqp_quantity_get_name (g_array_index (chosen, guint, i))));
  for (guint group = 0; group < self->n_groups; group++)
    {
      g_ptr_array_add (cells, style->escape (self->groups[group].name));
      for (guint i = 0; i < chosen->len; i++)
        g_ptr_array_add (cells, dup_cell (self, style, g_array_index (chosen, guint, i), &self->groups[group]));
    }
  if (has_tests (self))
    {
      g_ptr_array_add (cells, g_strdup (_ ("p, best against second")));
      for (guint i = 0; i < chosen->len; i++)
        g_ptr_array_add (cells, dup_p (self, g_array_index (chosen, guint, i)));
    }
  return cells;
}

/* -- tables ------------------------------------------------------------------------------------------------------ */

static guint
width_of (GPtrArray *cells,
          guint      n_columns,
          guint      column)
{
  glong width = 0;

  for (guint i = column; i < cells->len; i += n_columns)
    width = MAX (width, g_utf8_strlen (g_ptr_array_index (cells, i), -1));
  return (guint) width;
}

static void
append_padded (GString    *text,
               const char *cell,
               guint       width,
               gboolean    right)
{
  int blanks = (int) width - (int) g_utf8_strlen (cell, -1);

  g_string_append_printf (text, "%*s%s%*s", right ? blanks : 0, "", cell, right ? 0 : blanks, "");
}

/* As many columns side by side as fit; the rest below, with the names of the groups again. */
static void
append_text (GString   *text,
             GPtrArray *cells,
             guint      n_columns,
             int        columns)
{
  guint first_width = width_of (cells, n_columns, 0);

  for (guint first = 1, next; first < n_columns; first = next)
    {
      guint used = first_width;

      for (next = first; next < n_columns; next++)
        {
          used += GAP + width_of (cells, n_columns, next);
          if (next > first && used > (guint) columns)
            break;
        }
      if (first > 1)
        g_string_append_c (text, '\n');
      for (guint line = 0; line < cells->len; line += n_columns)
        {
          append_padded (text, g_ptr_array_index (cells, line), first_width, FALSE);
          for (guint column = first; column < next; column++)
            append_padded (text, g_ptr_array_index (cells, line + column),
                           GAP + width_of (cells, n_columns, column), TRUE);
          while (text->len > 0 && text->str[text->len - 1] == ' ')
            g_string_truncate (text, text->len - 1);
          g_string_append_c (text, '\n');
        }
    }
}

static void
append_markdown (GString   *text,
                 GPtrArray *cells,
                 guint      n_columns)
{
  for (guint line = 0; line < cells->len; line += n_columns)
    {
      for (guint column = 0; column < n_columns; column++)
        g_string_append_printf (text, "| %s ", (const char *) g_ptr_array_index (cells, line + column));
      g_string_append (text, "|\n");
      for (guint column = 0; line == 0 && column < n_columns; column++)
        g_string_append (text, column == 0 ? "|---" : "|---:");
      if (line == 0)
        g_string_append (text, "|\n");
    }
}

static void
append_latex (GString   *text,
              GPtrArray *cells,
              guint      n_columns)
{
  g_string_append (text, "\\begin{tabular}{l");
  for (guint column = 1; column < n_columns; column++)
    g_string_append_c (text, 'r');
  g_string_append (text, "}\n\\hline\n");
  for (guint line = 0; line < cells->len; line += n_columns)
    {
      for (guint column = 0; column < n_columns; column++)
        g_string_append_printf (text, "%s%s", column > 0 ? " & " : "",
                                (const char *) g_ptr_array_index (cells, line + column));
      g_string_append (text, line == 0 ? " \\\\\n\\hline\n" : " \\\\\n");
    }
  g_string_append (text, "\\hline\n\\end{tabular}\n");
}

static void
append_html (GString   *text,
             GPtrArray *cells,
             guint      n_columns)
{
  for (guint first = 1; first < n_columns; first += HTML_COLUMNS)
    {
      guint next = MIN (first + HTML_COLUMNS, n_columns);

      g_string_append (text, "<table>\n");
      for (guint line = 0; line < cells->len; line += n_columns)
        {
          g_string_append_printf (text,
                                  line == 0 ? "<thead><tr><th scope=\"col\">%s</th>" : "<tr><th scope=\"row\">%s</th>",
                                  (const char *) g_ptr_array_index (cells, line));
          for (guint column = first; column < next; column++)
            g_string_append_printf (text, line == 0 ? "<th scope=\"col\">%s</th>" : "<td>%s</td>",
                                    (const char *) g_ptr_array_index (cells, line + column));
          /* A browser repeats the head on each page that a long table is printed on. */
          g_string_append (text, line == 0 ? "</tr></thead>\n<tbody>\n" : "</tr>\n");
        }
      g_string_append (text, "</tbody>\n</table>\n");
    }
}

static void
append_exact (GString *text,
              double   value)
{
  g_autofree char *number = isfinite (value) ? eqp_real_to_string (value) : g_strdup ("");

  g_string_append_printf (text, ",%s", number);
}

/* For programs: names as in JSON, all digits; ids have nothing that CSV minds. */
static void
append_csv (GString             *text,
            const EqpStudyTable *self,
            GArray              *chosen)
{
  g_string_append (text, "method,gamma,gamma_rel,trials,failed");
  for (guint i = 0; i < chosen->len; i++)
    {
      const char *id = eqp_quantity_get_id (g_array_index (chosen, guint, i));

      g_string_append_printf (text, ",%s_mean,%s_sd", id, id);
    }
  g_string_append_c (text, '\n');
  for (guint group = 0; group < self->n_groups; group++)
    {
      const EqpTableGroup *row = &self->groups[group];

      g_string_append (text, row->method);
      append_exact (text, row->gamma);
      append_exact (text, row->gamma_rel);
      g_string_append_printf (text, ",%u,%u", row->done, row->failed);
      for (guint i = 0; i < chosen->len; i++)
        {
          append_exact (text, row->mean[g_array_index (chosen, guint, i)]);
          append_exact (text, row->sd[g_array_index (chosen, guint, i)]);
        }
      g_string_append_c (text, '\n');
    }
}

/**
 * eqp_study_table_format:
 * @self: a table
 * @format: how to write it
 * @times: whether to tell how long the cells took
 * @columns: width of a line, for %EQP_TABLE_TEXT
 *
 * Mean ± standard deviation; the best of each measure is bold, in plain text marked with a star.
 *
 * Returns: (transfer full): the table, with its last newline
 */
char *
eqp_study_table_format (const EqpStudyTable *self,
                        EqpTableFormat       format,
                        gboolean             times,
                        int                  columns)
{
  g_autoptr (GArray) chosen = choose_quantities (self, times);
  g_autoptr (GPtrArray) cells = NULL;
  GString *text = g_string_new (NULL);
  guint n_columns = chosen->len + 1;

  if (format == EQP_TABLE_CSV)
    {
      append_csv (text, self, chosen);
      return g_string_free (text, FALSE);
    }
  cells = make_cells (self, &styles[format], chosen);
  if (format == EQP_TABLE_MARKDOWN)
    append_markdown (text, cells, n_columns);
  else if (format == EQP_TABLE_LATEX)
    append_latex (text, cells, n_columns);
  else if (format == EQP_TABLE_HTML)
    append_html (text, cells, n_columns);
  else
    append_text (text, cells, n_columns, columns);
  return g_string_free (text, FALSE);
}
