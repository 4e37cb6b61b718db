/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command "info": what was understood of a file. */
#include "config.h"

#include "eqp-cli.h"
#include "eqp-cli-blocks.h"
#include "eqp-cli-complain.h"
#include "eqp-cli-files.h"
#include "eqp-json.h"
#include "eqp-cli-output.h"
#include "eqp-command-line.h"

#include <glib/gi18n.h>
#include <string.h>
#include <unistd.h>

/* More classes than this are summed up in one line. */
#define MAX_CLASSES_SHOWN 40

/* Entries of the ledger of one kind. */
#define MAX_ENTRIES_SHOWN 5

static gint64 *
count_classes (EqpDataset *dataset)
{
  gint64 *sizes = g_new0 (gint64, MAX (1, eqp_dataset_get_n_classes (dataset)));
  const gint32 *labels = eqp_dataset_get_labels (dataset);

  for (gint64 i = 0; i < eqp_dataset_get_n (dataset); i++)
    sizes[labels[i]]++;
  return sizes;
}

/* Of sparse rows: values that are not 0. */
static gint64
count_filled (EqpDataset *dataset)
{
  return eqp_dataset_get_sparse (dataset)->starts[eqp_dataset_get_n (dataset)];
}

/* Lowest and highest weight; FALSE when all edges weigh 1. */
static gboolean
find_weights (EqpGraph *graph,
              double   *lowest,
              double   *highest)
{
  const EqpCsr *csr = eqp_graph_get_csr (graph);

  *lowest = csr->starts[csr->n] > 0 ? G_MAXDOUBLE : 1.0;
  *highest = csr->starts[csr->n] > 0 ? 0.0 : 1.0;
  for (gint64 e = 0; e < csr->starts[csr->n]; e++)
    {
      *lowest = MIN (*lowest, csr->weights[e]);
      *highest = MAX (*highest, csr->weights[e]);
    }
  return *lowest != 1.0 || *highest != 1.0;
}

static void
add_alternatives (GString           *line,
                  const EqpDecision *decision)
{
  eqp_json_open (line, "alternatives", '[');
  for (guint i = 0; i < decision->alternatives->len; i++)
    {
      const EqpAlternative *alternative = eqp_decision_get_alternative (decision, i);

      eqp_json_open (line, NULL, '{');
      eqp_json_string (line, "option", alternative->option);
      eqp_json_string (line, "value", alternative->value);
      eqp_json_string (line, "title", alternative->title);
      eqp_json_close (line, '}');
    }
  eqp_json_close (line, ']');
}

static void
add_choices (GString   *line,
             GPtrArray *choices)
{
  eqp_json_open (line, "choices", '[');
  for (guint i = 0; i < choices->len; i++)
    {
      const EqpDecision *decision = g_ptr_array_index (choices, i);

      eqp_json_open (line, NULL, '{');
      eqp_json_string (line, "key", decision->key);
      eqp_json_string (line, "chosen", eqp_decision_get_alternative (decision, 0)->value);
      eqp_json_string (line, "evidence", decision->evidence);
      eqp_json_boolean (line, "asked", decision->asked);
      eqp_json_boolean (line, "ambiguous", decision->ambiguous);
      add_alternatives (line, decision);
      eqp_json_close (line, '}');
    }
  eqp_json_close (line, ']');
}

/* The sentences, and the options that mend some of them. */
static void
add_findings (GString   *line,
              GPtrArray *findings)
{
  g_autoptr (GPtrArray) sentences = g_ptr_array_new ();

  for (guint i = 0; i < findings->len; i++)
    g_ptr_array_add (sentences, ((EqpFinding *) g_ptr_array_index (findings, i))->sentence);
  eqp_json_strings (line, "findings", sentences);
  eqp_json_open (line, "mends", '[');
  for (guint i = 0; i < findings->len; i++)
    {
      const EqpFinding *finding = g_ptr_array_index (findings, i);

      if (finding->option == NULL)
        continue;
      eqp_json_open (line, NULL, '{');
      eqp_json_integer (line, "finding", i);
      eqp_json_string (line, "option", finding->option->option);
      eqp_json_string (line, "value", finding->option->value);
      eqp_json_string (line, "title", finding->option->title);
      eqp_json_close (line, '}');
    }
  eqp_json_close (line, ']');
}

/* 0 stands for "none" and becomes null. */
static void
add_place (GString    *line,
           const char *key,
           gint64      place)
{
  if (place > 0)
    eqp_json_integer (line, key, place);
  else
    eqp_json_null (line, key);
}

static void
add_ledger (GString         *line,
            const EqpLedger *ledger)
{
  eqp_json_open (line, "ledger", '{');
  eqp_json_ledger (line, "counts", ledger);
  eqp_json_open (line, "entries", '[');
  for (guint i = 0; i < eqp_ledger_get_n_entries (ledger); i++)
    {
      const EqpLedgerEntry *entry = eqp_ledger_get_entry (ledger, i);

      eqp_json_open (line, NULL, '{');
      eqp_json_string (line, "what", eqp_ledger_kind_get_id (entry->kind));
      add_place (line, "line", entry->line);
      add_place (line, "row", entry->row);
      add_place (line, "column", entry->column);
      eqp_json_string (line, "name", entry->name);
      eqp_json_string (line, "before", entry->before);
      eqp_json_string (line, "after", entry->after);
      eqp_json_close (line, '}');
    }
  eqp_json_close (line, ']');
  eqp_json_close (line, '}');
}

static void
print_question (EqpOutput         *output,
                const EqpDecision *question)
{
  g_autoptr (GString) line = g_string_new (NULL);

  eqp_json_begin (line, "question");
  eqp_json_string (line, "key", question->key);
  eqp_json_string (line, "evidence", question->evidence);
  add_alternatives (line, question);
  eqp_json_end (line);
  eqp_output_write (output, line->str, line->len);
}

/* Of a graph without features. */
static void
add_graph (GString    *line,
           EqpDataset *dataset)
{
  EqpGraph *graph = eqp_dataset_get_graph (dataset);
  double lowest, highest;

  if (graph == NULL)
    {
      eqp_json_null (line, "edges");
      return;
    }
  eqp_json_integer (line, "edges", eqp_graph_get_n_edges (graph));
  eqp_json_real (line, "total_weight", 0.5 * eqp_graph_get_total_weight (graph));
  eqp_json_boolean (line, "weighted", find_weights (graph, &lowest, &highest));
  eqp_json_integer (line, "components", eqp_graph_get_n_components (graph));
  eqp_json_integer (line, "isolated", eqp_graph_get_n_isolated (graph));
}

static void
print_json (EqpOutput  *output,
            EqpDataset *dataset,
            GPtrArray  *findings)
{
  g_autoptr (GString) line = g_string_new (NULL);
  gint width, height;
  gboolean transposed;

  eqp_json_begin (line, "info");
  eqp_json_string (line, "format", eqp_dataset_get_format (dataset));
  eqp_json_integer (line, "n", eqp_dataset_get_n (dataset));
  eqp_json_integer (line, "d", eqp_dataset_get_d (dataset));
  if (eqp_dataset_get_sparse (dataset) != NULL)
    eqp_json_integer (line, "filled", count_filled (dataset));
  else
    eqp_json_null (line, "filled");
  add_graph (line, dataset);
  if (eqp_dataset_get_labels (dataset) != NULL)
    {
      g_autofree gint64 *sizes = count_classes (dataset);

      eqp_json_integer (line, "classes", eqp_dataset_get_n_classes (dataset));
      eqp_json_sizes (line, "class_sizes", eqp_dataset_get_n_classes (dataset), sizes);
    }
  else
    {
      eqp_json_null (line, "classes");
      eqp_json_null (line, "class_sizes");
    }
  if (eqp_dataset_get_image_shape (dataset, &width, &height, &transposed))
    {
      const gint64 shape[] = { width, height };

      eqp_json_sizes (line, "image_shape", 2, shape);
    }
  else
    {
      eqp_json_null (line, "image_shape");
    }
  eqp_json_integer (line, "missing", eqp_dataset_get_missing (dataset));
  eqp_json_strings (line, "decisions", eqp_dataset_get_decisions (dataset));
  add_findings (line, findings);
  add_choices (line, eqp_dataset_get_choices (dataset));
  add_ledger (line, eqp_dataset_get_ledger (dataset));
  eqp_json_end (line);
  eqp_output_write (output, line->str, line->len);
}

static void
print_field (EqpOutput  *output,
             const char *name,
             const char *value)
{
  g_autofree char *clean = NULL;
  g_autofree char *label = g_strdup_printf ("%s:", name);

  if (value == NULL)
    return;

  clean = eqp_output_clean (value);
  eqp_output_print (output, "%s%*s %s\n", label, MAX (0, 12 - eqp_text_width (label)), "", clean);
}

static void
print_graph (EqpOutput *output,
             EqpGraph  *graph)
{
  g_autofree char *edges = g_strdup_printf ("%" G_GINT64_FORMAT, eqp_graph_get_n_edges (graph));
  g_autofree char *components = g_strdup_printf ("%" G_GINT64_FORMAT, eqp_graph_get_n_components (graph));
  g_autofree char *weights = NULL;
  double lowest, highest;

  if (find_weights (graph, &lowest, &highest))
    weights =
        g_strdup_printf (_ ("%.6g to %.6g, %.10g in all"), lowest, highest, 0.5 * eqp_graph_get_total_weight (graph));
  else
    weights = g_strdup (_ ("1 each"));
  print_field (output, _ ("Edges"), edges);
  print_field (output, _ ("Weights"), weights);
  print_field (output, _ ("Components"), components);
}

static void
print_sentences (EqpOutput  *output,
                 const char *title,
                 GPtrArray  *sentences)
{
  if (sentences == NULL || sentences->len == 0)
    return;

  eqp_output_print (output, "\n%s\n", title);
  for (guint i = 0; i < sentences->len; i++)
    {
      g_autofree char *clean = eqp_output_clean (g_ptr_array_index (sentences, i));

      eqp_output_print (output, "  - %s\n", clean);
    }
}

/* What may hurt a run, each with the option that mends it. */
static void
print_findings (EqpOutput *output,
                GPtrArray *findings)
{
  g_autoptr (GPtrArray) sentences = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < findings->len; i++)
    {
      const EqpFinding *finding = g_ptr_array_index (findings, i);
      g_autofree char *word = finding->option != NULL ? eqp_shell_word (finding->option->value) : NULL;

      g_ptr_array_add (sentences, word != NULL
                                      ? g_strdup_printf (_ ("%s Mend: %s (--%s %s)."), finding->sentence,
                                                         finding->option->title, finding->option->option, word)
                                      : g_strdup (finding->sentence));
    }
  print_sentences (output, _ ("Findings"), sentences);
}

static void
print_classes (EqpOutput  *output,
               EqpDataset *dataset)
{
  gint n_classes = eqp_dataset_get_n_classes (dataset);
  g_autofree gint64 *sizes = count_classes (dataset);
  gint64 most = 1, least = G_MAXINT64;
  int columns, rows, width = 4;

  eqp_output_size (output, &columns, &rows);
  for (gint c = 0; c < n_classes; c++)
    {
      most = MAX (most, sizes[c]);
      least = MIN (least, sizes[c]);
      if (c < MAX_CLASSES_SHOWN)
        {
          g_autofree char *title = eqp_short_name (eqp_dataset_get_class_name (dataset, c));

          width = MAX (width, eqp_text_width (title));
        }
    }

  eqp_output_print (output, _ ("\nClasses (%d, sizes %ld to %ld)\n"), n_classes, (long) least, (long) most);
  for (gint c = 0; c < MIN (n_classes, MAX_CLASSES_SHOWN); c++)
    {
      g_autofree char *title = eqp_short_name (eqp_dataset_get_class_name (dataset, c));
      g_autofree char *name = eqp_output_clean (title);
      g_autofree char *bar =
          eqp_blocks_bar ((double) sizes[c] / (double) most, MAX (4, columns - width - 14), output->utf8);
      g_autofree char *painted = eqp_output_paint (output, EQP_COLOR_BAR, bar);

      eqp_output_print (output, "  %s%*s %8ld %s\n", name, MAX (0, width - eqp_text_width (name)), "", (long) sizes[c],
                        painted);
    }
  if (n_classes > MAX_CLASSES_SHOWN)
    eqp_output_print (
        output, ngettext ("  and %d more class\n", "  and %d more classes\n", (gulong) (n_classes - MAX_CLASSES_SHOWN)),
        n_classes - MAX_CLASSES_SHOWN);
}

static void
print_choices (EqpOutput *output,
               GPtrArray *choices)
{
  if (choices->len > 0)
    eqp_output_print (output, "%s", _ ("\nHow it was read\n"));
  for (guint i = 0; i < choices->len; i++)
    {
      const EqpDecision *decision = g_ptr_array_index (choices, i);
      const EqpAlternative *first = eqp_decision_get_alternative (decision, 0);
      const EqpAlternative *second = eqp_decision_get_alternative (decision, 1);
      g_autofree char *word = eqp_shell_word (first->value);
      g_autofree char *text = NULL;
      g_autofree char *clean = NULL;

      if (second != NULL)
        {
          g_autofree char *other = eqp_shell_word (second->value);

          text = g_strdup_printf (_ ("--%s %s: %s. %s Runner-up: %s (--%s %s)."), first->option, word, first->title,
                                  decision->evidence, second->title, second->option, other);
        }
      else
        text = g_strdup_printf (_ ("--%s %s: %s. %s"), first->option, word, first->title, decision->evidence);
      clean = eqp_output_clean (text);
      eqp_output_print (output, "  %s\n", clean);
    }
}

static void
print_entry (EqpOutput            *output,
             const EqpLedgerEntry *entry)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *clean = NULL;

  if (entry->line > 0)
    g_string_append_printf (text, _ ("line %ld"), (long) entry->line);
  else if (entry->row > 0)
    g_string_append_printf (text, _ ("row %ld"), (long) entry->row);
  if (entry->column > 0)
    {
      g_string_append (text, text->len > 0 ? ", " : "");
      g_string_append_printf (text, _ ("column %ld"), (long) entry->column);
    }
  if (entry->name != NULL)
    g_string_append_printf (text, " (%s)", entry->name);
  if (entry->before != NULL)
    g_string_append_printf (text, text->len > 0 ? _ (": “%s”") : _ ("“%s”"), entry->before);
  if (entry->after != NULL)
    g_string_append_printf (text, " -> %s", entry->after);
  clean = eqp_output_clean (text->str);
  eqp_output_print (output, "      %s\n", clean);
}

/* Every kind with its count and its first entries; the whole list goes to a file or into the JSON. */
static void
print_ledger (EqpOutput       *output,
              const EqpLedger *ledger)
{
  if (eqp_ledger_get_total (ledger) > 0)
    eqp_output_print (output, "%s", _ ("\nLedger\n"));
  for (guint kind = 0; kind < EQP_LEDGER_N_KINDS; kind++)
    {
      gint64 count = eqp_ledger_get_count (ledger, kind);
      g_autofree char *text = count > 0 ? eqp_ledger_kind_dup_text (kind, count) : NULL;
      int shown = 0;

      if (count == 0)
        continue;
      eqp_output_print (output, "  - %s\n", text);
      for (guint i = 0; i < eqp_ledger_get_n_entries (ledger) && shown < MAX_ENTRIES_SHOWN; i++)
        if (eqp_ledger_get_entry (ledger, i)->kind == kind)
          {
            print_entry (output, eqp_ledger_get_entry (ledger, i));
            shown++;
          }
      if (count > shown)
        eqp_output_print (output, ngettext ("      and %ld more\n", "      and %ld more\n", (gulong) (count - shown)),
                          (long) (count - shown));
    }
}

static void
print_text (EqpOutput  *output,
            EqpDataset *dataset,
            GPtrArray  *findings)
{
  g_autofree char *rows = g_strdup_printf ("%" G_GINT64_FORMAT, eqp_dataset_get_n (dataset));
  g_autofree char *columns = g_strdup_printf ("%" G_GINT64_FORMAT, eqp_dataset_get_d (dataset));
  g_autofree char *missing = g_strdup_printf ("%" G_GINT64_FORMAT, eqp_dataset_get_missing (dataset));
  g_autofree char *shape = NULL;
  gint width, height;
  gboolean transposed;

  print_field (output, _ ("Name"), eqp_dataset_get_name (dataset));
  print_field (output, _ ("Source"), eqp_dataset_get_source (dataset));
  print_field (output, _ ("Format"), _ (eqp_dataset_get_format (dataset)));
  if (eqp_dataset_get_graph (dataset) != NULL)
    {
      print_field (output, _ ("Nodes"), rows);
      print_graph (output, eqp_dataset_get_graph (dataset));
    }
  else
    {
      print_field (output, _ ("Rows"), rows);
      print_field (output, _ ("Columns"), columns);
    }
  if (eqp_dataset_get_sparse (dataset) != NULL)
    {
      double filled = (double) count_filled (dataset),
             cells = (double) eqp_dataset_get_n (dataset) * (double) eqp_dataset_get_d (dataset);
      g_autofree char *share =
          g_strdup_printf (_ ("%.0f cells (%.2g %%), kept sparse"), filled, 100.0 * filled / cells);

      print_field (output, _ ("Filled"), share);
    }
  if (eqp_dataset_get_image_shape (dataset, &width, &height, &transposed))
    {
      shape = g_strdup_printf (_ ("%d × %d, %s"), width, height,
                               transposed ? _ ("stored column by column") : _ ("stored row by row"));
      print_field (output, _ ("Images"), shape);
    }
  print_field (output, _ ("Missing"), missing);
  if (eqp_dataset_get_labels (dataset) == NULL)
    print_field (output, _ ("Classes"), _ ("not known"));
  print_field (output, _ ("From"), eqp_dataset_get_attribution (dataset));

  if (eqp_dataset_get_labels (dataset) != NULL)
    print_classes (output, dataset);
  print_choices (output, eqp_dataset_get_choices (dataset));
  print_sentences (output, _ ("Decisions"), eqp_dataset_get_decisions (dataset));
  print_findings (output, findings);
  print_ledger (output, eqp_dataset_get_ledger (dataset));
}

/**
 * eqp_cli_info:
 * @options: the command line
 * @cancellable: cancelled by Ctrl-C
 *
 * Reads a file and tells what it holds.
 *
 * Returns: the exit status
 */
EqpExit
eqp_cli_info (const EqpCliOptions *options,
              GCancellable        *cancellable)
{
  g_autoptr (EqpDataset) dataset = NULL;
  g_autoptr (GPtrArray) findings = NULL;
  g_autoptr (GError) error = NULL;
  gint k;
  const EqpOutputFile ledger = { "--ledger", options->ledger };
  EqpImportOptions import;
  EqpOutput output;

  if (!eqp_files_check (options->data, &ledger, 1, &error))
    {
      eqp_cli_complain (error, NULL);
      return EQP_EXIT_FAILED;
    }
  eqp_output_init (&output, STDOUT_FILENO);
  eqp_cli_options_import (options, &import);
  dataset = eqp_dataset_load (options->data, &import, NULL, cancellable, &error);
  if (dataset == NULL)
    {
      gboolean cancelled = g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);

      if (options->json && eqp_error_get_question (error) != NULL)
        {
          print_question (&output, eqp_error_get_question (error));
          eqp_output_close (&output);
        }
      eqp_cli_complain (error, cancelled ? _ ("Interrupted while reading the data.") : NULL);
      return cancelled ? EQP_EXIT_INTERRUPTED : EQP_EXIT_DATA;
    }

  if (options->ledger != NULL)
    {
      g_autofree char *csv = eqp_ledger_to_csv (eqp_dataset_get_ledger (dataset));

      if (!eqp_file_write (options->ledger, csv, strlen (csv), &error))
        {
          eqp_cli_complain (error, NULL);
          return EQP_EXIT_FAILED;
        }
    }
  k = options->k > 0 ? options->k : eqp_dataset_get_n_classes (dataset);
  findings = eqp_findings_new (dataset, k, eqp_dataset_get_graph (dataset), cancellable);
  if (options->json)
    print_json (&output, dataset, findings);
  else
    print_text (&output, dataset, findings);
  return eqp_output_close (&output) ? EQP_EXIT_DONE : EQP_EXIT_FAILED;
}
