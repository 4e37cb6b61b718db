/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The data sets inside the program: three small real ones as resources, and drawn ones with fixed seeds. */
#include "config.h"

#include "eqp-samples.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "base/eqp-error.h"
#include "base/eqp-rng.h"
#include "graph/eqp-graph.h"
#include "eqp-floats-private.h"
#include "eqp-samples-resources.h"

#define RESOURCE_FOLDER "/io/github/equipoise/Equipoise/samples/"

static const EqpSample samples[] = {
  { "digits", N_ ("Optical digits"), N_ ("1,797 rows × 64 columns, 10 classes: handwritten digits of 8 × 8 pixels") },
  { "iris", N_ ("Iris"), N_ ("150 rows × 4 columns, 3 classes: flowers, one class apart and two that touch") },
  { "blobs", N_ ("Unequal blobs"), N_ ("1,000 rows × 2 columns, 5 classes of 400 to 60 rows: what balance costs") },
  { "moons", N_ ("Two moons"), N_ ("1,000 rows × 2 columns, 2 classes: shapes that centers cannot follow") },
  { "rings", N_ ("Rings"), N_ ("1,200 rows × 2 columns, 3 classes: rings around one center") },
  { "bridge", N_ ("Bridge"), N_ ("860 rows × 2 columns, 2 classes: two blobs joined by a thin bridge") },
  { "duplicates", N_ ("Duplicates"), N_ ("600 rows × 2 columns, 4 classes: only 12 distinct rows") },
  { "karate", N_ ("Karate club"),
    N_ ("34 nodes, 78 edges, 2 classes: a graph without features, who met whom before the club split") },
};

/* Of the members 1 to 34, those who stayed with the instructor. */
#define KARATE_STAYED "1111111110111100110101000000000000"

/* Points under construction. */
typedef struct
{
  GArray     *values;   /* double, row by row */
  GArray     *labels;   /* gint32 */
  EqpRng      rng;
} Drawing;

static void
drawing_clear (Drawing *drawing)
{
  g_array_unref (drawing->values);
  g_array_unref (drawing->labels);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Drawing, drawing_clear)

static void
drawing_init (Drawing *drawing)
{
  drawing->values = g_array_new (FALSE, FALSE, sizeof (double));
  drawing->labels = g_array_new (FALSE, FALSE, sizeof (gint32));
}

static void
put (Drawing *drawing, double x, double y, gint32 label)
{
  g_array_append_val (drawing->values, x);
  g_array_append_val (drawing->values, y);
  g_array_append_val (drawing->labels, label);
}

static gboolean
take_points (Drawing *drawing, gint64 d, EqpDatasetParts *parts, GError **error)
{
  gint64 n = drawing->labels->len;
  const double *values = (const double *) (const void *) drawing->values->data;
  g_auto (EqpRanges) ranges = { 0 };

  parts->n = n;
  parts->d = d;
  parts->labels = g_memdup2 (drawing->labels->data, (gsize) n * sizeof (gint32));
  parts->offsets = g_new0 (double, d);
  parts->features = eqp_try_alloc ((gsize) n * (gsize) d, sizeof (float), N_ ("the feature matrix"), error);
  if (parts->features == NULL || !_eqp_ranges_init (&ranges, d, error))
    return FALSE;
  for (gint64 i = 0; i < n * d; i++)
    _eqp_ranges_add (&ranges, i % d, values[i]);
  _eqp_ranges_settle (&ranges, n, d, parts->offsets);
  for (gint64 i = 0; i < n * d; i++)
    parts->features[i] = (float) (values[i] - parts->offsets[i % d]);
  return TRUE;
}

static void
draw_blobs (Drawing *drawing)
{
  static const struct { int n; double x, y, spread;
  } blobs[] = { { 400, 0.0, 0.0, 1.0 },
                { 260, 5.5, 1.0, 0.8 },
                { 170, 1.5, 5.5, 0.7 },
                { 110, -5.0, 3.0, 0.6 },
                { 60, 5.5, 6.5, 0.5 } };

  for (gint32 k = 0; k < (gint32) G_N_ELEMENTS (blobs); k++)
    for (int i = 0; i < blobs[k].n; i++)
      {
        double x = blobs[k].x + blobs[k].spread * eqp_rng_normal (&drawing->rng);
        double y = blobs[k].y + blobs[k].spread * eqp_rng_normal (&drawing->rng);

        put (drawing, x, y, k);
      }
}

static void
draw_moons (Drawing *drawing)
{
  for (int i = 0; i < 1000; i++)
    {
      gint32 label = i % 2;
      double angle = G_PI * (i / 2 + 0.5) / 500.0;
      double x = label == 0 ? cos (angle) : 1.0 - cos (angle);
      double y = label == 0 ? sin (angle) : 0.5 - sin (angle);

      x += 0.07 * eqp_rng_normal (&drawing->rng);
      y += 0.07 * eqp_rng_normal (&drawing->rng);
      put (drawing, x, y, label);
    }
}

static void
draw_rings (Drawing *drawing)
{
  static const int sizes[] = { 200, 400, 600 };

  for (gint32 k = 0; k < 3; k++)
    for (int i = 0; i < sizes[k]; i++)
      {
        double angle = 2.0 * G_PI * i / sizes[k];
        double radius = 1.0 + k + 0.1 * eqp_rng_normal (&drawing->rng);

        put (drawing, radius * cos (angle), radius * sin (angle), k);
      }
}

static void
draw_bridge (Drawing *drawing)
{
  for (gint32 k = 0; k < 2; k++)
    for (int i = 0; i < 400; i++)
      {
        double x = (k == 0 ? -3.0 : 3.0) + 0.8 * eqp_rng_normal (&drawing->rng);
        double y = 0.8 * eqp_rng_normal (&drawing->rng);

        put (drawing, x, y, k);
      }
  for (int i = 0; i < 60; i++)
    put (drawing, -2.0 + 4.0 * (i + 0.5) / 60.0, 0.05 * eqp_rng_normal (&drawing->rng), i < 30 ? 0 : 1);
}

static void
draw_duplicates (Drawing *drawing)
{
  static const double corners[4][2] = { { 0.0, 0.0 }, { 4.0, 0.0 }, { 0.0, 4.0 }, { 4.0, 4.0 } };
  static const double places[3][2] = { { 0.0, 0.0 }, { 0.5, 0.0 }, { 0.0, 0.5 } };
  static const int copies[3] = { 90, 45, 15 };

  for (gint32 k = 0; k < 4; k++)
    for (int p = 0; p < 3; p++)
      for (int i = 0; i < copies[p]; i++)
        put (drawing, corners[k][0] + places[p][0], corners[k][1] + places[p][1], k);
}

/* Files are rarely sorted by class, and methods that take the rows in order should not meet them so. */
static void
shuffle_rows (Drawing *drawing)
{
  double (*rows)[2] = (double (*)[2]) (void *) drawing->values->data;
  gint32 *labels = (gint32 *) (void *) drawing->labels->data;

  for (gint64 i = drawing->labels->len; i > 1; i--)
    {
      gint64 j = (gint64) eqp_rng_below (&drawing->rng, (guint64) i);
      double row[2];
      gint32 label = labels[i - 1];

      memcpy (row, rows[i - 1], sizeof row);
      memmove (rows[i - 1], rows[j], sizeof row);
      memcpy (rows[j], row, sizeof row);
      labels[i - 1] = labels[j];
      labels[j] = label;
    }
}

static gboolean
draw_sample (const char *id, EqpDatasetParts *parts, GError **error)
{
  static const struct
  {
    const char *id;
    void      (*draw) (Drawing *drawing);
    const char *classes;
  } drawings[] = {
    { "blobs", draw_blobs, "A|B|C|D|E" },
    { "moons", draw_moons, "upper|lower" },
    { "rings", draw_rings, "inner|middle|outer" },
    { "bridge", draw_bridge, "left|right" },
    { "duplicates", draw_duplicates, "A|B|C|D" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (drawings); i++)
    if (strcmp (id, drawings[i].id) == 0)
      {
        g_auto (Drawing) drawing = { 0 };

        drawing_init (&drawing);
        eqp_rng_init (&drawing.rng, 20130101, i);
        drawings[i].draw (&drawing);
        shuffle_rows (&drawing);
        parts->class_names = g_strsplit (drawings[i].classes, "|", -1);
        parts->column_names = g_strsplit ("x|y", "|", -1);
        parts->attribution = g_strdup (_ ("Drawn by this program with a fixed seed."));
        return take_points (&drawing, 2, parts, error);
      }
  g_assert_not_reached ();
}

/* The two files are known: d numbers a row, then the class as a small number; other lines are skipped. */
static gboolean
parse_rows (const char *text, gint64 d, EqpDatasetParts *parts, GError **error)
{
  g_auto (Drawing) rows = { 0 };
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  drawing_init (&rows);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *p = lines[i];
      gint32 label;
      gint64 commas = 0;

      for (const char *q = p; *q != '\0'; q++)
        commas += *q == ',';
      if (commas != d || !g_ascii_isdigit (strrchr (p, ',')[1]))
        continue;
      for (gint64 j = 0; j < d; j++)
        {
          double value = g_ascii_strtod (p, (char **) &p);

          g_array_append_val (rows.values, value);
          p += *p == ',';
        }
      label = (gint32) g_ascii_strtoll (p, NULL, 10);
      g_array_append_val (rows.labels, label);
    }
  return take_points (&rows, d, parts, error);
}

/* Returns the text of a resource, unpacked. */
static char *
load_text (const char *name, GCancellable *cancellable, GError **error)
{
  g_autofree char *path = g_strconcat (RESOURCE_FOLDER, name, NULL);
  /* Asked for outright: in a static library nothing else would keep the resource. */
  g_autoptr (GInputStream) stream =
      g_resource_open_stream (eqp_samples_get_resource (), path, G_RESOURCE_LOOKUP_FLAGS_NONE, error);
  g_autoptr (GOutputStream) text = g_memory_output_stream_new_resizable ();

  if (stream != NULL && g_str_has_suffix (name, ".gz"))
    {
      g_autoptr (GInputStream) packed = g_steal_pointer (&stream);
      g_autoptr (GConverter) unpacker = G_CONVERTER (g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP));

      stream = g_converter_input_stream_new (packed, unpacker);
    }
  if (stream == NULL ||
      g_output_stream_splice (text, stream, G_OUTPUT_STREAM_SPLICE_NONE, cancellable, error) < 0 ||
      g_output_stream_write (text, "", 1, NULL, error) != 1 || !g_output_stream_close (text, NULL, error))
    return NULL;
  return g_memory_output_stream_steal_data (G_MEMORY_OUTPUT_STREAM (text));
}

static gboolean
load_digits (EqpDatasetParts *parts, GCancellable *cancellable, GError **error)
{
  g_autofree char *text = load_text ("digits.csv.gz", cancellable, error);

  if (text == NULL || !parse_rows (text, 64, parts, error))
    return FALSE;

  parts->column_names = g_new0 (char *, 64 + 1);
  for (int j = 0; j < 64; j++)
    parts->column_names[j] = g_strdup_printf ("pixel %d,%d", j / 8 + 1, j % 8 + 1);
  parts->class_names = g_strsplit ("0|1|2|3|4|5|6|7|8|9", "|", -1);
  parts->image_width = 8;
  parts->image_height = 8;
  parts->attribution = g_strdup (_ ("E. Alpaydin, C. Kaynak: Optical Recognition of Handwritten Digits, UCI Machine "
                                    "Learning Repository, "
                                    "doi:10.24432/C50P49 (CC BY 4.0); test part, as packed in scikit-learn."));
  return TRUE;
}

static gboolean
load_iris (EqpDatasetParts *parts, GCancellable *cancellable, GError **error)
{
  g_autofree char *text = load_text ("iris.csv", cancellable, error);

  if (text == NULL || !parse_rows (text, 4, parts, error))
    return FALSE;

  parts->column_names = g_strsplit ("sepal length (cm)|sepal width (cm)|petal length (cm)|petal width (cm)", "|", -1);
  parts->class_names = g_strsplit ("setosa|versicolor|virginica", "|", -1);
  parts->attribution = g_strdup (_ ("R. A. Fisher: Iris, UCI Machine Learning Repository, doi:10.24432/C56C76 (CC BY "
                                    "4.0); as packed in scikit-learn."));
  return TRUE;
}

static gboolean
load_karate (EqpDatasetParts *parts, GCancellable *cancellable, GError **error)
{
  g_autofree char *text = load_text ("karate.csv", cancellable, error);
  g_autoptr (GArray) from = g_array_new (FALSE, FALSE, sizeof (gint32));
  g_autoptr (GArray) to = g_array_new (FALSE, FALSE, sizeof (gint32));

  if (text == NULL)
    return FALSE;
  /* Behind the header every line is "1,2". */
  for (const char *p = strchr (text, '\n') + 1; g_ascii_isdigit (*p); p += *p == '\n')
    {
      gint32 a = (gint32) g_ascii_strtoll (p, (char **) &p, 10) - 1;
      gint32 b = (gint32) g_ascii_strtoll (p + 1, (char **) &p, 10) - 1;

      g_array_append_val (from, a);
      g_array_append_val (to, b);
    }

  parts->n = strlen (KARATE_STAYED);
  parts->graph = eqp_graph_new_from_edges (parts->n, from->len, (const gint32 *) from->data, (const gint32 *) to->data,
                                           NULL, error);
  parts->labels = g_new (gint32, parts->n);
  for (gint64 i = 0; i < parts->n; i++)
    parts->labels[i] = KARATE_STAYED[i] == '0';
  parts->class_names = g_strsplit ("Mr. Hi|Officers", "|", -1);
  parts->attribution =
      g_strdup (_ ("W. W. Zachary: An Information Flow Model for Conflict and Fission in Small Groups, Journal of "
                   "Anthropological Research 33 (1977), 452-473; the classes are the clubs that the members chose."));
  return parts->graph != NULL;
}

/**
 * eqp_samples_get:
 * @n_samples: (out): how many
 *
 * Returns: (transfer none) (array length=n_samples): the samples, in the order to show them
 */
const EqpSample *
eqp_samples_get (gsize *n_samples)
{
  *n_samples = G_N_ELEMENTS (samples);
  return samples;
}

/**
 * eqp_sample_load:
 * @id: "digits"
 * @cancellable: (nullable): to stop
 * @error: return location, EQP_ERROR_INVALID_PARAM for an unknown @id
 *
 * Returns: (transfer full): the data set; the same on every machine
 */
EqpDataset *
eqp_sample_load (const char    *id,
                 GCancellable  *cancellable,
                 GError       **error)
{
  g_auto (EqpDatasetParts) parts = { 0 };
  const EqpSample *sample = NULL;
  g_autoptr (GString) ids = g_string_new (NULL);
  gboolean loaded;

  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      if (strcmp (samples[i].id, id) == 0)
        sample = &samples[i];
      g_string_append_printf (ids, "%s%s", i == 0 ? "" : i + 1 < G_N_ELEMENTS (samples) ? ", " : " and ",
                              samples[i].id);
    }
  if (sample == NULL)
    return eqp_refuse_null (error, EQP_ERROR_INVALID_PARAM, _ ("There is no sample “%s”; the samples are %s."), id,
                            ids->str);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;

  if (strcmp (id, "digits") == 0)
    loaded = load_digits (&parts, cancellable, error);
  else if (strcmp (id, "iris") == 0)
    loaded = load_iris (&parts, cancellable, error);
  else if (strcmp (id, "karate") == 0)
    loaded = load_karate (&parts, cancellable, error);
  else
    loaded = draw_sample (id, &parts, error);
  if (!loaded)
    return NULL;

  parts.name = g_strdup (_ (sample->name));
  parts.source = g_strconcat ("sample:", id, NULL);
  parts.format = g_strdup (N_ ("sample"));
  return eqp_dataset_new (&parts);
}
