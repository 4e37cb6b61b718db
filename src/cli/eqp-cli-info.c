/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command "info": what was understood of a file. */
#include "config.h"

#include "eqp-cli.h"
#include "eqp-cli-blocks.h"
#include "eqp-cli-json.h"
#include "eqp-cli-output.h"

#include <glib/gi18n.h>
#include <unistd.h>

/* More classes than this are summed up in one line. */
#define MAX_CLASSES_SHOWN 40

static gint64 *
count_classes (EqpDataset *dataset)
{
  gint64 *sizes = g_new0 (gint64, MAX (1, eqp_dataset_get_n_classes (dataset)));
  const gint32 *labels = eqp_dataset_get_labels (dataset);

  for (gint64 i = 0; i < eqp_dataset_get_n (dataset); i++)
    sizes[labels[i]]++;
  return sizes;
}

static void
print_json (EqpOutput  *output,
            EqpDataset *dataset)
{
  g_autoptr (GString) line = g_string_new (NULL);
  gint width, height;
  gboolean transposed;

  eqp_json_begin (line, "info");
  eqp_json_string (line, "format", eqp_dataset_get_format (dataset));
  eqp_json_integer (line, "n", eqp_dataset_get_n (dataset));
  eqp_json_integer (line, "d", eqp_dataset_get_d (dataset));
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
  eqp_json_strings (line, "findings", eqp_dataset_get_findings (dataset));
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
        width = MAX (width, eqp_text_width (eqp_dataset_get_class_name (dataset, c)));
    }
  width = MIN (width, columns / 3);

  eqp_output_print (output, _ ("\nClasses (%d, sizes %ld to %ld)\n"), n_classes, (long) least, (long) most);
  for (gint c = 0; c < MIN (n_classes, MAX_CLASSES_SHOWN); c++)
    {
      g_autofree char *name = eqp_output_clean (eqp_dataset_get_class_name (dataset, c));
      g_autofree char *bar = eqp_blocks_bar ((double) sizes[c] / (double) most, MAX (4, columns - width - 14), output->utf8);
      g_autofree char *painted = eqp_output_paint (output, EQP_COLOR_BAR, bar);

      eqp_output_print (output, "  %s%*s %8ld %s\n", name, MAX (0, width - eqp_text_width (name)), "", (long) sizes[c], painted);
    }
  if (n_classes > MAX_CLASSES_SHOWN)
    eqp_output_print (output, ngettext ("  and %d more class\n", "  and %d more classes\n", (gulong) (n_classes - MAX_CLASSES_SHOWN)),
                      n_classes - MAX_CLASSES_SHOWN);
}

static void
print_text (EqpOutput  *output,
            EqpDataset *dataset)
{
  g_autofree char *rows = g_strdup_printf ("%" G_GINT64_FORMAT, eqp_dataset_get_n (dataset));
  g_autofree char *columns = g_strdup_printf ("%" G_GINT64_FORMAT, eqp_dataset_get_d (dataset));
  g_autofree char *missing = g_strdup_printf ("%" G_GINT64_FORMAT, eqp_dataset_get_missing (dataset));
  g_autofree char *shape = NULL;
  gint width, height;
  gboolean transposed;

  print_field (output, _ ("Name"), eqp_dataset_get_name (dataset));
  print_field (output, _ ("Source"), eqp_dataset_get_source (dataset));
  print_field (output, _ ("Format"), eqp_dataset_get_format (dataset));
  print_field (output, _ ("Rows"), rows);
  print_field (output, _ ("Columns"), columns);
  if (eqp_dataset_get_image_shape (dataset, &width, &height, &transposed))
    {
      shape = g_strdup_printf (_ ("%d x %d, %s"), width, height, transposed ? _ ("stored column by column") : _ ("stored row by row"));
      print_field (output, _ ("Images"), shape);
    }
  print_field (output, _ ("Missing"), missing);
  if (eqp_dataset_get_labels (dataset) == NULL)
    print_field (output, _ ("Classes"), _ ("not known"));
  print_field (output, _ ("From"), eqp_dataset_get_attribution (dataset));

  if (eqp_dataset_get_labels (dataset) != NULL)
    print_classes (output, dataset);
  print_sentences (output, _ ("Decisions"), eqp_dataset_get_decisions (dataset));
  print_sentences (output, _ ("Findings"), eqp_dataset_get_findings (dataset));
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
  g_autoptr (GError) error = NULL;
  EqpImportOptions import;
  EqpOutput output;

  eqp_output_init (&output, STDOUT_FILENO);
  eqp_cli_options_import (options, &import);
  dataset = eqp_dataset_load (options->data, &import, NULL, cancellable, &error);
  if (dataset == NULL)
    {
      gboolean cancelled = g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);

      eqp_output_complain (cancelled ? _ ("Interrupted while reading the data.") : error->message);
      return cancelled ? EQP_EXIT_INTERRUPTED : EQP_EXIT_DATA;
    }

  if (options->json)
    print_json (&output, dataset);
  else
    print_text (&output, dataset);
  return eqp_output_close (&output) ? EQP_EXIT_DONE : EQP_EXIT_FAILED;
}
