/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The page of a report: one file, nothing loaded from anywhere, light and dark, for screen and paper. It is written for
 * somebody who has not read the paper. */
#include "config.h"

#include "eqp-cli-folder.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "eqp-command-line.h"

/* Of what went wrong so many are told. */
#define MOST_TOLD 20

static const char look[] =
    ":root{color-scheme:light dark;--fg:#2e2e33;--dim:#65656d;--bg:#fafafa;--card:#fff;--line:#d8d8dc;"
    "--accent:#1c71d8}\n"
    ".dark{display:none}\n"
    "@media screen and (prefers-color-scheme:dark){:root{--fg:#fff;--dim:#b4b4b8;--bg:#242424;--card:#323232;"
    "--line:#4a4a4d;--accent:#78aeed}.light{display:none}.dark{display:block}}\n"
    "body{font:16px/1.5 Cantarell,system-ui,sans-serif;color:var(--fg);background:var(--bg);margin:2rem auto;"
    "max-width:62rem;padding:0 1rem}\n"
    "h1{font-size:1.7rem;line-height:1.2}h2{font-size:1.25rem;margin-top:2.2rem}a{color:var(--accent)}\n"
    "figure{margin:1rem 0;padding:.8rem;background:var(--card);border:1px solid var(--line);border-radius:12px;"
    "break-inside:avoid}\n"
    "figure svg{display:block;max-width:100%;height:auto;margin:0 auto}\n"
    "figcaption{max-width:46rem;margin:.6rem auto 0}\n"
    ".figures{display:grid;grid-template-columns:repeat(auto-fill,minmax(26rem,1fr));gap:0 1rem}\n"
    ".scroll{overflow-x:auto}\n"
    "table{border-collapse:collapse;margin:1rem 0;font-size:.9rem;font-variant-numeric:tabular-nums;"
    "break-inside:avoid}\n"
    "th,td{padding:.25rem .7rem;border-bottom:1px solid var(--line);text-align:right}\n"
    "td{white-space:nowrap}tr{break-inside:avoid}\n"
    "th:first-child{text-align:left;min-width:11em}dt{color:var(--dim)}dd{margin:0}\n"
    "dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1.2rem}\n"
    "code{background:var(--card);border:1px solid var(--line);border-radius:6px;padding:.1rem .35rem;"
    "overflow-wrap:anywhere}\n"
    "@media (max-width:40rem){.figures,dl{grid-template-columns:1fr}}\n"
    "@media print{:root{color-scheme:light;--fg:#000;--dim:#444;--bg:#fff;--card:#fff;--line:#bbb;--accent:#000}\n"
    "body{margin:0;max-width:none;font-size:10pt}.figures{grid-template-columns:1fr 1fr}\n"
    "figure{border:0;padding:0;margin:.4rem 0}figure svg{max-height:50mm}figcaption{font-size:8.5pt;line-height:1.35}\n"
    "table{font-size:7pt}th,td{padding:.15rem .3rem}th:first-child{white-space:nowrap}\n"
    "p{break-inside:avoid}h2,h2+p{break-after:avoid}.scroll{overflow:visible}}\n"
    "@page{margin:12mm}\n";

static void
append_escaped (GString    *page,
                const char *text)
{
  g_autofree char *escaped = g_markup_escape_text (text, -1);

  g_string_append (page, escaped);
}

static void
append_element (GString    *page,
                const char *element,
                const char *text)
{
  g_string_append_printf (page, "<%s>", element);
  append_escaped (page, text);
  g_string_append_printf (page, "</%s>\n", element);
}

static void G_GNUC_PRINTF (3, 4)
append_fact (GString    *page,
             const char *name,
             const char *format,
             ...)
{
  g_autofree char *value = NULL;
  va_list args;

  va_start (args, format);
  value = g_strdup_vprintf (format, args);
  va_end (args);
  append_element (page, "dt", name);
  append_element (page, "dd", value);
}

/* -- heading ----------------------------------------------------------------------------------------------------- */

/* The command line that makes the same report. */
static char *
dup_line (const EqpStudyPlan *plan)
{
  g_autofree char *data = eqp_shell_word (plan->data);
  GString *line = g_string_new ("equipoise-cli");

  for (guint i = 0; plan->arguments != NULL && plan->arguments[i] != NULL; i++)
    {
      g_autofree char *word = eqp_shell_word (plan->arguments[i]);

      g_string_append_printf (line, " %s", word);
      if (i == 0)
        g_string_append_printf (line, " %s", data);
    }
  g_string_append (line, " --report DIR");
  return g_string_free (line, FALSE);
}

static char *
dup_methods (const EqpStudyPlan *plan)
{
  GString *text = g_string_new (NULL);
  const char *last = NULL;

  for (guint i = 0; i < plan->groups->len; i++)
    {
      const char *method = g_array_index (plan->groups, EqpStudyGroup, i).method;
      const EqpSolver *solver = eqp_solver_find (method);

      if (g_strcmp0 (method, last) == 0)
        continue;
      last = method;
      g_string_append_printf (text, text->len > 0 ? ", %s (%s)" : "%s (%s)",
                              solver != NULL ? _ (solver->name) : method, method);
    }
  return g_string_free (text, FALSE);
}

static void
append_head (GString            *page,
             const EqpStudyPlan *plan)
{
  g_autofree char *title = g_strdup_printf (_ ("Balanced clustering of %s"), plan->data);

  /* Translators: the code of your language, as in HTML. */
  g_string_append_printf (page, "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n", _ ("en"));
  g_string_append (page, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
  append_element (page, "title", title);
  g_string_append_printf (page, "<style>\n%s</style>\n</head>\n<body>\n<main>\n", look);
  append_element (page, "h1", title);
}

static void
append_facts (GString            *page,
              const EqpStudyPlan *plan)
{
  g_autofree char *line = dup_line (plan);
  g_autofree char *methods = dup_methods (plan);
  g_autofree char *first = g_strdup_printf ("%" G_GUINT64_FORMAT, plan->seed);
  g_autofree char *last = g_strdup_printf ("%" G_GUINT64_FORMAT, plan->seed + (guint64) plan->trials - 1);

  g_string_append (page, "<dl>\n");
  append_fact (page, _ ("Data"),
               ngettext ("%s: %ld rows, %ld column", "%s: %ld rows, %ld columns", (gulong) plan->d), plan->data,
               (long) plan->n, (long) plan->d);
  append_fact (page, _ ("Hash of the data"), "%s", plan->data_hash);
  if (plan->n_classes > 0)
    append_fact (page, _ ("Known classes"), "%d", plan->n_classes);
  append_fact (page, _ ("Clusters"), "K = %d", plan->params.k);
  append_fact (page, _ ("Methods"), "%s", methods);
  append_fact (page, _ ("Runs"), _ ("%u: each method and gamma from the seeds %s to %s"),
               eqp_study_plan_get_n_cells (plan), first, last);
  append_fact (page, _ ("Program"), "Equipoise %s", EQP_VERSION);
  g_string_append (page, "<dt>");
  append_escaped (page, _ ("Made by"));
  g_string_append (page, "</dt><dd><code>");
  append_escaped (page, line);
  g_string_append (page, "</code></dd>\n</dl>\n");
}

static void
append_introduction (GString *page)
{
  append_element (page, "h2", _ ("What this is about"));
  append_element (page, "p",
                  _ ("Clustering sorts rows into K groups so that rows of a group are alike. Left to itself it often "
                     "makes a few large groups and many small ones. Balanced clustering adds a second wish, that "
                     "groups be of like size, and a weight between the two: gamma. With gamma 0 only likeness counts; "
                     "the larger gamma, the more even the sizes become, until all are equal and a row may have to go "
                     "to a group that it is less like. What is minimized is the data term plus gamma times the sum of "
                     "squared sizes, which is least when all sizes are equal."));
  append_element (page, "p",
                  _ ("Relative gamma does not depend on the units of the data or their number: around 1 lies the "
                     "region where both wishes count alike. Every method starts at random, so each was run from "
                     "several seeds; means and their standard deviations are over these."));
}

/* -- figures ----------------------------------------------------------------------------------------------------- */

/* SVG as it stands in a page: from its element on, with names that no other picture of the page has. */
static void
append_svg (GString    *page,
            const char *kind,
            guint       number,
            GByteArray *svg)
{
  static const char *const marks[] = { "id=\"", "href=\"#", "url(#" };
  g_autofree char *text = g_strndup ((const char *) svg->data, svg->len);
  const char *at = strstr (text, "<svg");

  g_string_append_printf (page, "<div class=\"%s\" aria-hidden=\"true\">", kind);
  while (at != NULL && *at != '\0')
    {
      guint mark = 0;

      while (mark < G_N_ELEMENTS (marks) && !g_str_has_prefix (at, marks[mark]))
        mark++;
      if (mark == G_N_ELEMENTS (marks))
        {
          g_string_append_c (page, *at++);
          continue;
        }
      g_string_append_printf (page, "%s%c%u-", marks[mark], *kind, number);
      at += strlen (marks[mark]);
    }
  g_string_append (page, "</div>\n");
}

static void
append_figures (GString             *page,
                const EqpStudyTable *table,
                GPtrArray           *figures)
{
  append_element (page, "h2", _ ("Figures"));
  append_element (page, "p",
                  table->plan->trials > 1
                    ? _ ("Marks are means over the seeds; bands and whiskers reach one standard deviation (n - 1) to "
                         "each side. Gamma goes by factors of ten; marks apart at the left edge are of gamma 0. A "
                         "dashed line is a method without a balance term, for which gamma means nothing.")
                    : _ ("There was one seed, so marks are single runs and nothing tells their spread. Gamma goes by "
                         "factors of ten; marks apart at the left edge are of gamma 0. A dashed line is a method "
                         "without a balance term, for which gamma means nothing."));
  g_string_append (page, "<div class=\"figures\">\n");
  for (guint i = 0; i < figures->len; i++)
    {
      const EqpFigure *figure = g_ptr_array_index (figures, i);

      g_string_append (page, "<figure role=\"group\" aria-label=\"");
      append_escaped (page, figure->title);
      g_string_append (page, "\">\n");
      append_svg (page, "light", i, figure->svg);
      append_svg (page, "dark", i, figure->dark);
      g_string_append (page, "<figcaption><b>");
      append_escaped (page, figure->title);
      g_string_append (page, ".</b> ");
      append_escaped (page, figure->text);
      g_string_append (page, "</figcaption>\n</figure>\n");
    }
  g_string_append (page, "</div>\n");
}

/* -- tables ------------------------------------------------------------------------------------------------------ */

static void
append_tables (GString             *page,
               const EqpStudyTable *table)
{
  g_autofree char *text = eqp_study_table_format (table, EQP_TABLE_HTML, FALSE, 0);

  append_element (page, "h2", _ ("Tables"));
  append_element (page, "p",
                  _ ("Mean ± standard deviation over the seeds; the best of each measure is bold. p: how likely a "
                     "difference between the best and the second would be if they were equally good (Wilcoxon's signed "
                     "rank test over the seeds, two-sided, exact with ties, pairs without a difference left out). "
                     "Small values speak for a real difference. Where many measures are tested, some are small by "
                     "chance."));
  g_string_append_printf (page, "<div class=\"scroll\">\n%s</div>\n", text);
}

/* What failed, and what warnings there were, each once. */
static void
append_trouble (GString            *page,
                const EqpStudyPlan *plan,
                GPtrArray          *rows)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GString) list = g_string_new (NULL);
  guint told = 0, left = 0;

  for (guint i = 0; i < rows->len; i++)
    {
      const EqpStudyRow *row = g_ptr_array_index (rows, i);
      g_autofree char *cell = eqp_cli_folder_name_cell (plan, row->cell);

      for (guint w = 0; w < row->warnings->len + (row->failure != NULL ? 1 : 0); w++)
        {
          const char *text = w < row->warnings->len ? g_ptr_array_index (row->warnings, w) : row->failure;
          g_autofree char *item = g_strdup_printf ("%s: %s", cell, text);

          if (!g_hash_table_add (seen, (gpointer) text))
            continue;
          if (told++ < MOST_TOLD)
            append_element (list, "li", item);
          else
            left++;
        }
    }
  if (told == 0)
    return;
  append_element (page, "h2", _ ("Failures and warnings"));
  append_element (page, "p", _ ("Each sentence is told once, with the first run that it was about."));
  g_string_append_printf (page, "<ul>\n%s</ul>\n", list->str);
  if (left > 0)
    {
      g_autofree char *more = g_strdup_printf (
          ngettext ("%u more stands in rows.jsonl.", "%u more stand in rows.jsonl.", left), left);

      append_element (page, "p", more);
    }
}

static void
append_files (GString   *page,
              GPtrArray *files)
{
  append_element (page, "h2", _ ("What lies beside this page"));
  g_string_append (page, "<ul>\n");
  append_element (page, "li", _ ("manifest.json: program, data, options and seeds, with checksums of all files"));
  append_element (page, "li", _ ("rows.jsonl: every run with its labels, one a line; --resume takes it to add "
                                 "more"));
  append_element (page, "li", _ ("tables: the tables above as CSV, Markdown and LaTeX, and all runs in cells.csv"));
  append_element (page, "li", _ ("figures: the figures above as SVG and PDF"));
  append_element (page, "li", _ ("labels: the clusters of every run, from 0, one row a line in the order of the data"));
  for (guint i = 0; i + 1 < files->len; i += 2)
    if (g_ptr_array_index (files, i + 1) == NULL)
      append_element (page, "li", _ ("times.csv: how long runs took, which is all that differs when they are "
                                     "repeated"));
  g_string_append (page, "</ul>\n");
  append_element (page, "p", _ ("“equipoise-cli replay” with the name of this folder repeats all runs and says whether "
                                "they come out the same, or which do not."));
}

/**
 * eqp_cli_html:
 * @table: what the runs came to
 * @rows: (element-type EqpStudyRow): all of them
 * @figures: (element-type EqpFigure): the figures
 * @files: (element-type utf8): names and checksums, in turn, of the files beside the page
 *
 * Returns: (transfer full): the page
 */
char *
eqp_cli_html (const EqpStudyTable *table,
              GPtrArray           *rows,
              GPtrArray           *figures,
              GPtrArray           *files)
{
  GString *page = g_string_new (NULL);

  append_head (page, table->plan);
  append_facts (page, table->plan);
  append_introduction (page);
  append_figures (page, table, figures);
  append_tables (page, table);
  append_trouble (page, table->plan, rows);
  append_files (page, files);
  g_string_append (page, "</main>\n</body>\n</html>\n");
  return g_string_free (page, FALSE);
}
