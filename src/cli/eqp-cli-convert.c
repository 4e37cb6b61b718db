/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command "convert": writes a data set as it was understood, so that another program can read it or check it.
 * Written in pieces; a file is replaced whole or not at all. */
#include "config.h"

#include "eqp-cli.h"
#include "eqp-cli-complain.h"
#include "eqp-cli-files.h"
#include "eqp-json.h"
#include "eqp-cli-output.h"
#include "eqp-command-line.h"
#include "eqp-result-table.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "eqp-draw.h"

#define PIECE_BYTES (1 << 18)

typedef struct _Sink Sink;

/* A kind of file: by the ending of its name. */
typedef struct
{
  const char *ending;
  gboolean  (*write) (Sink *sink, EqpDataset *dataset, GError **error);
} Kind;

struct _Sink
{
  const char    *path;
  GOutputStream *stream;    /* NULL: standard output */
  gboolean       is_new;    /* there was no such file */
  EqpOutput     *output;
  GString       *piece;
  GCancellable  *cancellable;
  GPtrArray     *written;   /* char*: names of files */
  EqpGraph      *graph;     /* for the kinds that hold one */
};

/* ---- Into files ------------------------------------------------------------------------------------------------- */

static gboolean
complain (Sink    *sink,
          GError  *cause,
          GError **error)
{
  g_autofree char *shown = g_filename_display_name (sink->path);

  if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_set_error_literal (error, cause->domain, cause->code, cause->message);
  else
    g_set_error (error, cause->domain, cause->code,
                 _ ("The file “%s” could not be written: %s; make room or name another one."), shown,
                 eqp_save_reason (cause));
  return FALSE;
}

static gboolean
flush (Sink    *sink,
       GError **error)
{
  g_autoptr (GError) cause = NULL;

  if (g_cancellable_set_error_if_cancelled (sink->cancellable, error))
    return FALSE;
  if (sink->stream == NULL)
    eqp_output_write (sink->output, sink->piece->str, sink->piece->len);
  else if (!g_output_stream_write_all (sink->stream, sink->piece->str, sink->piece->len, NULL, sink->cancellable,
                                       &cause))
    return complain (sink, cause, error);
  g_string_truncate (sink->piece, 0);
  return TRUE;
}

static gboolean
flush_when_full (Sink    *sink,
                 GError **error)
{
  return sink->piece->len < PIECE_BYTES || flush (sink, error);
}

static gboolean
open_file (Sink        *sink,
           const char  *path,
           GError     **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) cause = NULL;

  sink->path = path;
  sink->is_new = !g_file_query_exists (file, NULL);
  sink->stream = G_OUTPUT_STREAM (g_file_replace (file, NULL, FALSE, G_FILE_CREATE_NONE, sink->cancellable, &cause));
  return sink->stream != NULL || complain (sink, cause, error);
}

/* Closed by a cancelled operation what was written does not take the place of the file before it. */
static gboolean
close_file (Sink     *sink,
            gboolean  whole,
            GError  **error)
{
  g_autoptr (GCancellable) drop = g_cancellable_new ();
  g_autoptr (GError) cause = NULL;
  gboolean closed;

  if (sink->stream == NULL)
    return whole;
  if (!whole)
    g_cancellable_cancel (drop);
  closed = g_output_stream_close (sink->stream, drop, &cause);
  g_clear_object (&sink->stream);
  if (whole && closed)
    g_ptr_array_add (sink->written, g_strdup (sink->path));
  else if (sink->is_new)
    g_unlink (sink->path);
  return whole && (closed || complain (sink, cause, error));
}

/* ---- Values ----------------------------------------------------------------------------------------------------- */

/* Whether all classes have whole numbers for names, which then are written as such. */
static gboolean
has_numbers (EqpDataset *dataset)
{
  for (gint c = 0; c < eqp_dataset_get_n_classes (dataset); c++)
    if (!g_ascii_string_to_signed (eqp_dataset_get_class_name (dataset, c), 10, G_MININT32, G_MAXINT32, NULL, NULL))
      return FALSE;
  return TRUE;
}

/* ---- CSV -------------------------------------------------------------------------------------------------------- */

/* A name for the column of classes that no other column has. */
static char *
dup_class_title (EqpDataset *dataset)
{
  g_autoptr (GString) title = g_string_new ("class");

  for (gint64 j = 0; j < eqp_dataset_get_d (dataset); j++)
    if (g_ascii_strcasecmp (eqp_dataset_get_column_name (dataset, j), title->str) == 0)
      {
        g_string_append_c (title, '_');
        j = -1;
      }
  return g_strdup (title->str);
}

static void
append_node (GString    *text,
             EqpDataset *dataset,
             gint64      node)
{
  const char *name = eqp_dataset_get_row_name (dataset, node);

  if (name != NULL)
    eqp_result_table_append_field (text, name);
  else
    g_string_append_printf (text, "%" G_GINT64_FORMAT, node + 1);
}

static void
append_edge (GString    *text,
             EqpDataset *dataset,
             gint64      from,
             gint64      to,
             double      weight)
{
  g_autofree char *number = eqp_real_to_string (weight);

  append_node (text, dataset, from);
  g_string_append_c (text, ',');
  append_node (text, dataset, to);
  g_string_append_printf (text, ",%s\n", number);
}

/* Readers number the nodes by their first appearance. So a node that has no edges, or would appear before one in front
 * of it, stands there first with an edge of weight 0 to itself, which readers leave out, and keep the node. */
static gboolean
write_edges (Sink        *sink,
             EqpDataset  *dataset,
             GError     **error)
{
  const EqpCsr *csr = eqp_graph_get_csr (sink->graph != NULL ? sink->graph : eqp_dataset_get_graph (dataset));
  gint64 n_told = 0; /* nodes 0..n_told-1 have appeared */

  g_string_append (sink->piece, "source,target,weight\n");
  for (gint64 i = 0; i < csr->n; i++)
    {
      if (!flush_when_full (sink, error))
        return FALSE;
      if (csr->starts[i] == csr->starts[i + 1])
        append_edge (sink->piece, dataset, i, i, 0.0);
      n_told = MAX (n_told, i + 1);
      for (gint64 e = csr->starts[i]; e < csr->starts[i + 1]; e++)
        if (csr->columns[e] >= i)
          {
            for (; n_told < csr->columns[e]; n_told++)
              if (eqp_dataset_get_row_name (dataset, n_told) != NULL)
                append_edge (sink->piece, dataset, n_told, n_told, 0.0);
            n_told = MAX (n_told, csr->columns[e] + 1);
            append_edge (sink->piece, dataset, i, csr->columns[e], csr->weights[e]);
          }
    }
  return flush (sink, error);
}

static gboolean
write_csv (Sink        *sink,
           EqpDataset  *dataset,
           GError     **error)
{
  const gint32 *labels = eqp_dataset_get_labels (dataset);
  gint64 d = eqp_dataset_get_d (dataset);
  g_autofree char *title = dup_class_title (dataset);

  if (eqp_dataset_get_graph (dataset) != NULL)
    return write_edges (sink, dataset, error);
  for (gint64 j = 0; j < d; j++)
    {
      if (j > 0)
        g_string_append_c (sink->piece, ',');
      eqp_result_table_append_field (sink->piece, eqp_dataset_get_column_name (dataset, j));
    }
  g_string_append_printf (sink->piece, labels != NULL ? ",%s\n" : "\n", title);
  for (gint64 i = 0; i < eqp_dataset_get_n (dataset); i++)
    {
      for (gint64 j = 0; j < d; j++)
        {
          if (j > 0)
            g_string_append_c (sink->piece, ',');
          eqp_result_table_append_value (sink->piece, dataset, i, j);
          if (!flush_when_full (sink, error))
            return FALSE;
        }
      if (labels != NULL)
        {
          g_string_append_c (sink->piece, ',');
          eqp_result_table_append_field (sink->piece, eqp_dataset_get_class_name (dataset, labels[i]));
        }
      g_string_append_c (sink->piece, '\n');
    }
  return flush (sink, error);
}

/* ---- LIBSVM ----------------------------------------------------------------------------------------------------- */

/* Labels there are numbers. Names of classes stand in comments, which readers of the format skip. */
static gboolean
write_svmlight (Sink        *sink,
                EqpDataset  *dataset,
                GError     **error)
{
  const gint32 *labels = eqp_dataset_get_labels (dataset);
  gint64 d = eqp_dataset_get_d (dataset);
  gboolean numbers = labels != NULL && has_numbers (dataset);

  for (gint64 i = 0; i < eqp_dataset_get_n (dataset); i++)
    {
      if (numbers)
        g_string_append (sink->piece, eqp_dataset_get_class_name (dataset, labels[i]));
      else
        g_string_append_printf (sink->piece, "%d", labels != NULL ? labels[i] : 0);
      for (gint64 j = 0; j < d; j++)
        {
          /* The first row has the last column always, so that its number tells how many there are. */
          if (eqp_dataset_get_value (dataset, i, j) != 0.0 || (i == 0 && j == d - 1))
            {
              g_string_append_printf (sink->piece, " %" G_GINT64_FORMAT ":", j + 1);
              eqp_result_table_append_value (sink->piece, dataset, i, j);
            }
          if (!flush_when_full (sink, error))
            return FALSE;
        }
      if (labels != NULL && !numbers)
        {
          g_autofree char *name =
              g_strdelimit (g_strdup (eqp_dataset_get_class_name (dataset, labels[i])), "\r\n", ' ');

          g_string_append_printf (sink->piece, " # %s", name);
        }
      g_string_append_c (sink->piece, '\n');
    }
  return flush (sink, error);
}

/* ---- NPY -------------------------------------------------------------------------------------------------------- */

/* Version 1.0: the header ends on a multiple of 64 bytes. */
static void
append_npy_header (GString    *piece,
                   const char *type,
                   gint64      n,
                   gint64      d)
{
  g_autofree char *columns = d > 0 ? g_strdup_printf ("%" G_GINT64_FORMAT, d) : g_strdup ("");
  g_autoptr (GString) header = g_string_new (NULL);
  guint16 length;

  g_string_append_printf (header, "{'descr': '%s', 'fortran_order': False, 'shape': (%" G_GINT64_FORMAT ", %s), }",
                          type, n, columns);
  while ((10 + header->len + 1) % 64 != 0)
    g_string_append_c (header, ' ');
  g_string_append_c (header, '\n');
  length = GUINT16_TO_LE ((guint16) header->len);
  g_string_append_len (piece, "\x93NUMPY\x01\x00", 8);
  g_string_append_len (piece, (const char *) &length, 2);
  g_string_append_len (piece, header->str, (gssize) header->len);
}

static void
append_double (GString *piece,
               double   value)
{
  guint64 bits;

  memcpy (&bits, &value, sizeof bits);
  bits = GUINT64_TO_LE (bits);
  g_string_append_len (piece, (const char *) &bits, sizeof bits);
}

static gboolean
write_npy (Sink        *sink,
           EqpDataset  *dataset,
           GError     **error)
{
  gint64 n = eqp_dataset_get_n (dataset), d = eqp_dataset_get_d (dataset);

  append_npy_header (sink->piece, "<f8", n, d);
  for (gint64 i = 0; i < n; i++)
    for (gint64 j = 0; j < d; j++)
      {
        append_double (sink->piece, eqp_dataset_get_value (dataset, i, j));
        if (!flush_when_full (sink, error))
          return FALSE;
      }
  return flush (sink, error);
}

static gboolean
write_npy_numbers (Sink        *sink,
                   EqpDataset  *dataset,
                   GError     **error)
{
  const gint32 *labels = eqp_dataset_get_labels (dataset);

  append_npy_header (sink->piece, "<i8", eqp_dataset_get_n (dataset), 0);
  for (gint64 i = 0; i < eqp_dataset_get_n (dataset); i++)
    {
      gint64 number = GINT64_TO_LE (g_ascii_strtoll (eqp_dataset_get_class_name (dataset, labels[i]), NULL, 10));

      g_string_append_len (sink->piece, (const char *) &number, sizeof number);
      if (!flush_when_full (sink, error))
        return FALSE;
    }
  return flush (sink, error);
}

static gboolean
write_npy_names (Sink        *sink,
                 EqpDataset  *dataset,
                 GError     **error)
{
  const gint32 *labels = eqp_dataset_get_labels (dataset);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *type = NULL;
  glong longest = 1;

  for (gint c = 0; c < eqp_dataset_get_n_classes (dataset); c++)
    {
      glong length = g_utf8_strlen (eqp_dataset_get_class_name (dataset, c), -1);

      longest = MAX (longest, length);
    }
  for (gint c = 0; c < eqp_dataset_get_n_classes (dataset); c++)
    {
      const char *name = eqp_dataset_get_class_name (dataset, c);
      guint32 *letters = g_new0 (guint32, (gsize) longest);

      for (glong at = 0; *name != '\0' && at < longest; name = g_utf8_next_char (name), at++)
        letters[at] = GUINT32_TO_LE (g_utf8_get_char (name));
      g_ptr_array_add (names, letters);
    }
  type = g_strdup_printf ("<U%ld", longest);
  append_npy_header (sink->piece, type, eqp_dataset_get_n (dataset), 0);
  for (gint64 i = 0; i < eqp_dataset_get_n (dataset); i++)
    {
      g_string_append_len (sink->piece, g_ptr_array_index (names, labels[i]), longest * (glong) sizeof (guint32));
      if (!flush_when_full (sink, error))
        return FALSE;
    }
  return flush (sink, error);
}

/* ---- Graphs ----------------------------------------------------------------------------------------------------- */

static gint64
count_edges (const EqpCsr *csr,
             gint64       *n_loops)
{
  gint64 n_edges = 0;

  *n_loops = 0;
  for (gint64 i = 0; i < csr->n; i++)
    for (gint64 e = csr->starts[i]; e < csr->starts[i + 1]; e++)
      {
        *n_loops += csr->columns[e] == i;
        n_edges += csr->columns[e] >= i;
      }
  return n_edges;
}

/* A line for each vertex, an empty one where it has no neighbor; weights only where one is not 1. */
static gboolean
write_metis (Sink        *sink,
             EqpDataset  *dataset,
             GError     **error)
{
  const EqpCsr *csr = eqp_graph_get_csr (sink->graph);
  gint64 n_loops, n_edges = count_edges (csr, &n_loops);
  gboolean weighted = FALSE;

  if (n_loops > 0)
    {
      g_autofree char *loops = eqp_format_count (n_loops);

      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                   _ ("“%s” has edges from a node to itself, %s of them, which METIS files cannot hold; name a file "
                      "that ends in .mtx."),
                   eqp_dataset_get_name (dataset), loops);
      return FALSE;
    }
  for (gint64 e = 0; e < csr->starts[csr->n]; e++)
    weighted |= csr->weights[e] != 1.0;
  g_string_append_printf (sink->piece, "%" G_GINT64_FORMAT " %" G_GINT64_FORMAT "%s\n", csr->n, n_edges,
                          weighted ? " 001" : "");
  for (gint64 i = 0; i < csr->n; i++)
    {
      for (gint64 e = csr->starts[i]; e < csr->starts[i + 1]; e++)
        {
          g_autofree char *weight = weighted ? eqp_real_to_string (csr->weights[e]) : NULL;

          g_string_append_printf (sink->piece, "%s%d", e > csr->starts[i] ? " " : "", csr->columns[e] + 1);
          if (weighted)
            g_string_append_printf (sink->piece, " %s", weight);
        }
      g_string_append_c (sink->piece, '\n');
      if (!flush_when_full (sink, error))
        return FALSE;
    }
  return flush (sink, error);
}

/* The lower triangle of a symmetric matrix. */
static gboolean
write_matrix_market (Sink        *sink,
                     EqpDataset  *dataset,
                     GError     **error)
{
  const EqpCsr *csr = eqp_graph_get_csr (sink->graph);
  gint64 n_loops, n_edges = count_edges (csr, &n_loops);

  g_string_append_printf (sink->piece,
                          "%%%%MatrixMarket matrix coordinate real symmetric\n"
                          "%" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT "\n",
                          csr->n, csr->n, n_edges);
  for (gint64 i = 0; i < csr->n; i++)
    {
      for (gint64 e = csr->starts[i]; e < csr->starts[i + 1]; e++)
        if (csr->columns[e] <= i)
          {
            g_autofree char *weight = eqp_real_to_string (csr->weights[e]);

            g_string_append_printf (sink->piece, "%" G_GINT64_FORMAT " %d %s\n", i + 1, csr->columns[e] + 1, weight);
          }
      if (!flush_when_full (sink, error))
        return FALSE;
    }
  return flush (sink, error);
}

/* ---- The command ------------------------------------------------------------------------------------------------ */

static const Kind kinds[] = {
  { ".csv", write_csv },
  { ".npy", write_npy },
  { ".svmlight", write_svmlight },
  { ".libsvm", write_svmlight },
  { ".graph", write_metis },
  { ".metis", write_metis },
  { ".mtx", write_matrix_market },
  { ".edges", write_edges },
};

static gboolean
is_of_graph (const Kind *kind)
{
  return kind->write == write_metis || kind->write == write_matrix_market || kind->write == write_edges;
}

static const Kind *
find_kind (const char *path)
{
  g_autofree char *small = g_ascii_strdown (path, -1);

  if (strcmp (path, "-") == 0)
    return &kinds[0];
  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_has_suffix (small, kinds[i].ending))
      return &kinds[i];
  return NULL;
}

/**
 * eqp_cli_convert_check:
 * @out: (nullable): what the command line names to be written
 * @json: whether standard output is taken
 * @error: EQP_ERROR_INVALID_PARAM with one sentence
 *
 * Returns: whether it can be written, as far as its name tells
 */
gboolean
eqp_cli_convert_check (const char  *out,
                       gboolean     json,
                       GError     **error)
{
  if (out == NULL)
    g_set_error_literal (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                         _ ("The command “convert” needs a second name, that of the file to write, which ends in .csv, "
                            ".npy, .svmlight or .libsvm, or for the graph in .graph, .mtx or .edges."));
  else if (find_kind (out) == NULL)
    g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                 _ ("“%s” does not say what to write; let it end in .csv, .npy, .svmlight, .libsvm, .graph, .mtx or "
                    ".edges."),
                 out);
  else if (json && strcmp (out, "-") == 0)
    g_set_error_literal (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                         _ ("Standard output cannot take both --json and the data; give a file name for the data."));
  else
    return TRUE;
  return FALSE;
}

/* An array of numbers has no place for classes; ours and other readers look for them in a second file. */
static char *
dup_labels_path (const EqpCliOptions *options)
{
  gsize length = strlen (options->out);

  return find_kind (options->out)->write == write_npy
             ? g_strdup_printf ("%.*s-labels.npy", (int) length - 4, options->out)
             : NULL;
}

static gboolean
write_file (Sink         *sink,
            const char   *path,
            gboolean    (*write) (Sink *sink, EqpDataset *dataset, GError **error),
            EqpDataset   *dataset,
            GError      **error)
{
  gboolean whole;

  if (!open_file (sink, path, error))
    return FALSE;
  whole = write (sink, dataset, error);
  return close_file (sink, whole, error);
}

static gboolean
check_kind (const EqpCliOptions *options,
            EqpDataset          *dataset,
            GError             **error)
{
  if (eqp_dataset_get_graph (dataset) == NULL || find_kind (options->out)->write == write_csv ||
      is_of_graph (find_kind (options->out)))
    return TRUE;
  g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
               _ ("“%s” is a graph without features, which is written as a graph or a list of edges; name a file that "
                  "ends in .graph, .mtx, .edges or .csv."),
               eqp_dataset_get_name (dataset));
  return FALSE;
}

/* The graph of the file, or that of nearest neighbors. */
static EqpGraph *
make_graph (const EqpCliOptions *options,
            EqpDataset          *dataset,
            GCancellable        *cancellable,
            GError             **error)
{
  const EqpGraphOptions graph_options = eqp_params_get_graph_options (&options->params);
  g_autoptr (EqpPool) pool = NULL;

  if (eqp_dataset_get_graph (dataset) != NULL)
    return eqp_graph_ref (eqp_dataset_get_graph (dataset));
  pool = eqp_pool_new ((guint) options->threads);
  return eqp_dataset_build_graph (dataset, &graph_options, pool, cancellable, NULL, error);
}

static void
report (const EqpCliOptions *options,
        EqpDataset          *dataset,
        GPtrArray           *written)
{
  gboolean is_graph = eqp_dataset_get_graph (dataset) != NULL;
  EqpOutput output;

  if (strcmp (options->out, "-") == 0)
    return;
  eqp_output_init (&output, STDOUT_FILENO);
  if (options->json)
    {
      g_autoptr (GString) line = g_string_new (NULL);

      eqp_json_begin (line, "convert");
      eqp_json_string (line, "data", options->data);
      eqp_json_integer (line, "n", eqp_dataset_get_n (dataset));
      eqp_json_integer (line, "d", eqp_dataset_get_d (dataset));
      if (eqp_dataset_get_labels (dataset) != NULL)
        eqp_json_integer (line, "classes", eqp_dataset_get_n_classes (dataset));
      else
        eqp_json_null (line, "classes");
      eqp_json_strings (line, "files", written);
      eqp_json_ledger (line, "ledger", eqp_dataset_get_ledger (dataset));
      eqp_json_end (line);
      eqp_output_write (&output, line->str, line->len);
    }
  else if (!options->quiet)
    {
      for (guint i = 0; i < written->len; i++)
        {
          g_autofree char *shown = g_filename_display_name (g_ptr_array_index (written, i));
          g_autofree char *clean = eqp_output_clean (shown);

          eqp_output_print (&output, _ ("Written: %s\n"), clean);
        }
      if ((is_graph || is_of_graph (find_kind (options->out))) && eqp_dataset_get_labels (dataset) != NULL)
        eqp_output_print (&output, "%s",
                          _ ("A file of a graph has no place for the classes; they were not written.\n"));
      if (is_of_graph (find_kind (options->out)) && find_kind (options->out)->write != write_edges &&
          eqp_dataset_get_row_name (dataset, 0) != NULL)
        eqp_output_print (&output, "%s",
                          _ ("Such a file numbers its nodes; to keep their names, write one that ends in .edges.\n"));
      if (eqp_ledger_get_total (eqp_dataset_get_ledger (dataset)) > 0)
        eqp_output_print (&output, "%s",
                          _ ("Something was changed or left out while reading; “equipoise-cli info” lists it.\n"));
    }
  eqp_output_close (&output);
}

/**
 * eqp_cli_convert:
 * @options: the command line
 * @cancellable: cancelled by Ctrl-C
 *
 * Writes a data set as it was understood: values with as many digits as they are kept with, the classes in the last
 * column of CSV, in front of the rows of LIBSVM, in a second file beside NPY; a graph, or that of nearest neighbors, as
 * METIS, Matrix Market or a list of edges, all of which keep nodes without edges.
 *
 * Returns: the exit status
 */
EqpExit
eqp_cli_convert (const EqpCliOptions *options,
                 GCancellable        *cancellable)
{
  g_autoptr (GPtrArray) written = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) piece = g_string_sized_new (PIECE_BYTES + 4096);
  g_autoptr (EqpDataset) dataset = NULL;
  g_autoptr (EqpGraph) graph = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *labels_path = NULL;
  gboolean to_output = strcmp (options->out, "-") == 0, done;
  EqpImportOptions import;
  EqpOutput output;
  Sink sink = {
    .path = options->out, .output = &output, .piece = piece, .cancellable = cancellable, .written = written
  };

  labels_path = dup_labels_path (options);
  {
    const EqpOutputFile files[] = { { "OUT", options->out }, { "OUT", labels_path } };

    if (!eqp_files_check (options->data, files, G_N_ELEMENTS (files), &error))
      {
        eqp_cli_complain (error, NULL);
        return EQP_EXIT_FAILED;
      }
  }
  eqp_cli_options_import (options, &import);
  dataset = eqp_dataset_load (options->data, &import, NULL, cancellable, &error);
  if (dataset == NULL || !check_kind (options, dataset, &error) ||
      (is_of_graph (find_kind (options->out)) &&
       (graph = make_graph (options, dataset, cancellable, &error)) == NULL))
    {
      gboolean cancelled = g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);

      eqp_cli_complain (error, cancelled ? _ ("Interrupted while reading the data.") : NULL);
      return cancelled ? EQP_EXIT_INTERRUPTED : EQP_EXIT_DATA;
    }

  sink.graph = graph;
  if (to_output)
    {
      eqp_output_init (&output, STDOUT_FILENO);
      done = write_csv (&sink, dataset, &error);
      done = eqp_output_close (&output) && done;
    }
  else
    {
      done = write_file (&sink, options->out, find_kind (options->out)->write, dataset, &error);
      if (done && labels_path != NULL && eqp_dataset_get_labels (dataset) != NULL)
        done = write_file (&sink, labels_path, has_numbers (dataset) ? write_npy_numbers : write_npy_names, dataset,
                           &error);
    }
  if (!done)
    {
      gboolean cancelled = g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);

      if (error != NULL)
        eqp_cli_complain (error, cancelled ? _ ("Interrupted; nothing was written.") : NULL);
      return cancelled ? EQP_EXIT_INTERRUPTED : EQP_EXIT_FAILED;
    }
  report (options, dataset, written);
  return EQP_EXIT_DONE;
}
