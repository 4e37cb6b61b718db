/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long readers of large files, and of what belongs to data, work between two looks at their cancellable. */
#include "config.h"

#include "eqp-looks.h"
#include "eqp-truth.h"

#include <glib/gstdio.h>
#define H5_USE_110_API
#include <hdf5.h>
#include <math.h>
#include <matio.h>
#include <stdio.h>

#include <jpeglib.h>
#include <png.h>
#include <string.h>

static char *folder;
static EqpRng rng;

static FILE *
begin (const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  FILE *file = fopen (path, "wb");

  g_assert_nonnull (file);
  eqp_rng_init (&rng, 3, 0);
  return file;
}

static int
below (int most)
{
  return (int) eqp_rng_below (&rng, (guint64) most);
}

/* -- text ---------------------------------------------------------------------------------------------------------- */

static void
put_rows (FILE *file, int rows, const char *separator)
{
  for (int i = 0; i < rows; i++)
    {
      for (int j = 0; j < 8; j++)
        fprintf (file, "%d.%03d%s", below (90), below (1000), separator);
      fprintf (file, "class-%d\n", below (30));
    }
}

static void
write_csv (const char *name)
{
  FILE *file = begin (name);

  fputs ("a,b,c,d,e,f,g,h,class\n", file);
  put_rows (file, 150000, ",");
  fclose (file);
}

/* Words, quotes, missing cells, decimal commas and thousands marks. */
static void
write_odd_csv (const char *name)
{
  FILE *file = begin (name);

  fputs ("\"name\";\"price\";\"town\";\"much\";\"x\"\n", file);
  for (int i = 0; i < 100000; i++)
    fprintf (file, "\"row %d\";%d,%02d;\"%s\";%d.%03d,5;%s\n", i, below (100), below (100),
             (const char *[]) { "Ulm", "Aalen; near", "Köln", "Jena" }[below (4)], 1 + below (99), below (1000),
             below (50) == 0 ? "NA" : "7,25");
  fclose (file);
}

static void
write_wide_csv (const char *name)
{
  FILE *file = begin (name);

  for (int i = 0; i < 200; i++)
    for (int j = 0; j < 20000; j++)
      fprintf (file, "%d%c", below (300), j + 1 < 20000 ? ',' : '\n');
  fclose (file);
}

static void
write_blanks (const char *name)
{
  FILE *file = begin (name);

  put_rows (file, 100000, "  ");
  fclose (file);
}

static void
write_arff (const char *name)
{
  FILE *file = begin (name);

  fputs ("@relation r\n", file);
  for (int j = 0; j < 8; j++)
    fprintf (file, "@attribute a%d numeric\n", j);
  fputs ("@attribute class {", file);
  for (int c = 0; c < 30; c++)
    fprintf (file, "%sclass-%d", c > 0 ? "," : "", c);
  fputs ("}\n@data\n", file);
  put_rows (file, 150000, ",");
  fclose (file);
}

static void
write_libsvm (const char *name)
{
  FILE *file = begin (name);

  for (int i = 0; i < 100000; i++)
    {
      int column = 1;

      fprintf (file, "%d", below (20));
      for (int e = 0; e < 30; e++)
        fprintf (file, " %d:%d", column += 1 + below (900), 1 + below (9));
      fputc ('\n', file);
    }
  fclose (file);
}

static void
write_edges (const char *name)
{
  FILE *file = begin (name);

  for (int e = 0; e < 1000000; e++)
    fprintf (file, "%d %d %d\n", e % 200000, below (200000), 1 + below (9));
  fclose (file);
}

static void
write_names (const char *name)
{
  FILE *file = begin (name);

  for (int e = 0; e < 400000; e++)
    fprintf (file, "node-%d,node-%d\n", e % 100000, below (100000));
  fclose (file);
}

static void
write_metis (const char *name)
{
  enum { N = 200000 };
  FILE *file = begin (name);

  fprintf (file, "%d %d\n", N, 3 * N);
  for (int i = 0; i < N; i++)
    fprintf (file, "%d %d %d %d %d %d\n", (i + 1) % N + 1, (i + N - 1) % N + 1, (i + 7) % N + 1, (i + N - 7) % N + 1,
             (i + 90) % N + 1, (i + N - 90) % N + 1);
  fclose (file);
}

static void
write_mtx (const char *name)
{
  FILE *file = begin (name);
  gboolean square = strstr (name, "square") != NULL;
  int rows = square ? 100000 : 50000, columns = square ? rows : 30000;

  fprintf (file, "%%%%MatrixMarket matrix coordinate real %s\n%d %d %d\n", square ? "symmetric" : "general", rows, columns,
           20 * rows);
  for (int i = 0; i < rows; i++)
    for (int e = 0; e < 20; e++)
      if (square)
        fprintf (file, "%d %d %d.5\n", i + 1, MAX (0, i - 1 - e * 13 - below (12)) + 1, 1 + below (9));
      else
        fprintf (file, "%d %d %d.5\n", i + 1, e * (columns / 20) + below (columns / 20) + 1, 1 + below (9));
  fclose (file);
}

static void
write_mtx_array (const char *name)
{
  FILE *file = begin (name);

  fputs ("%%MatrixMarket matrix array real general\n200000 8\n", file);
  for (int e = 0; e < 1600000; e++)
    fprintf (file, "%d.%02d\n", below (90), below (100));
  fclose (file);
}

/* -- arrays ---------------------------------------------------------------------------------------------------------- */

static void
write_npy (const char *name)
{
  FILE *file = begin (name);
  gboolean fortran = strstr (name, "fortran") != NULL, bytes = strstr (name, "bytes") != NULL;
  char header[119];
  g_autofree double *block = g_new (double, 1000);

  /* The header: magic, version and its length, which make 128 of it. */
  memset (header, ' ', sizeof header);
  g_snprintf (header, sizeof header, "{'descr': '%s', 'fortran_order': %s, 'shape': %s, }", bytes ? "|u1" : "<f8",
              fortran ? "True" : "False", bytes ? "(30000, 28, 28)" : "(1000000, 8)");
  header[strlen (header)] = ' ';
  fwrite ("\x93NUMPY\x01\x00\x76\x00", 1, 10, file);
  fwrite (header, 1, 117, file);
  fputc ('\n', file);
  for (int b = 0; b < (bytes ? 2940 : 8000); b++)
    {
      for (int v = 0; v < 1000; v++)
        block[v] = eqp_rng_uniform (&rng);
      fwrite (block, sizeof (double), 1000, file);
    }
  fclose (file);
}

static void
write_idx (const char *name)
{
  FILE *file = begin (name);
  gboolean labels = strstr (name, "labels") != NULL;
  int count = labels ? 60000 : 60000 * 784;

  if (labels)
    fwrite ("\0\0\x08\x01\0\0\xea\x60", 1, 8, file);
  else
    fwrite ("\0\0\x08\x03\0\0\xea\x60\0\0\0\x1c\0\0\0\x1c", 1, 16, file);
  for (int i = 0; i < count; i++)
    fputc (labels ? i % 10 : below (4) > 0 ? 0 : below (256), file);
  fclose (file);
}

static void
write_mat (const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  gboolean packed = strstr (name, "packed") != NULL;
  size_t rows = 300000, dims[2] = { rows, 8 };
  g_autofree double *values = g_new (double, rows * 8);
  mat_t *mat = Mat_CreateVer (path, NULL, MAT_FT_MAT5);
  matvar_t *var;

  eqp_rng_init (&rng, 3, 0);
  for (size_t v = 0; v < rows * 8; v++)
    values[v] = floor (100.0 * eqp_rng_uniform (&rng));
  var = Mat_VarCreate ("x", MAT_C_DOUBLE, MAT_T_DOUBLE, 2, dims, values, MAT_F_DONT_COPY_DATA);
  g_assert_cmpint (Mat_VarWrite (mat, var, packed ? MAT_COMPRESSION_ZLIB : MAT_COMPRESSION_NONE), ==, 0);
  Mat_VarFree (var);
  Mat_Close (mat);
}

static void
write_hdf5 (const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  hsize_t dims[2] = { 1000000, 8 }, chunk[2] = { 10000, 8 };
  g_autofree float *values = g_new (float, 8000000);
  hid_t file = H5Fcreate (path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), space = H5Screate_simple (2, dims, NULL);
  hid_t plist = H5Pcreate (H5P_DATASET_CREATE), data;

  eqp_rng_init (&rng, 3, 0);
  for (int v = 0; v < 8000000; v++)
    values[v] = (float) below (100);
  H5Pset_chunk (plist, 2, chunk);
  data = H5Dcreate2 (file, "x", H5T_NATIVE_FLOAT, space, H5P_DEFAULT, plist, H5P_DEFAULT);
  g_assert_cmpint (H5Dwrite (data, H5T_NATIVE_FLOAT, H5S_ALL, H5S_ALL, H5P_DEFAULT, values), >=, 0);
  H5Dclose (data);
  H5Pclose (plist);
  H5Sclose (space);
  H5Fclose (file);
}

/* -- images ---------------------------------------------------------------------------------------------------------- */

enum { SIDE = 3000 };

static guint8 *
pixels (gsize count)
{
  guint8 *made = g_malloc (count);

  for (gsize i = 0; i < count; i++)
    made[i] = (guint8) ((i / SIDE + i % SIDE) / 16 + (gsize) below (4));
  return made;
}

static void
write_pgm (const char *name)
{
  FILE *file = begin (name);
  g_autofree guint8 *made = pixels ((gsize) SIDE * SIDE);

  fprintf (file, "P5 %d %d 255\n", SIDE, SIDE);
  fwrite (made, 1, (gsize) SIDE * SIDE, file);
  fclose (file);
}

static void
write_png (const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree guint8 *made = pixels ((gsize) SIDE * SIDE);
  png_image image = { .version = PNG_IMAGE_VERSION, .width = SIDE, .height = SIDE, .format = PNG_FORMAT_GRAY };

  g_assert_true (png_image_write_to_file (&image, path, FALSE, made, 0, NULL));
}

static void
write_jpeg (const char *name)
{
  FILE *file = begin (name);
  g_autofree guint8 *made = pixels ((gsize) SIDE * SIDE);
  struct jpeg_compress_struct encoder;
  struct jpeg_error_mgr errors;

  encoder.err = jpeg_std_error (&errors);
  jpeg_create_compress (&encoder);
  jpeg_stdio_dest (&encoder, file);
  encoder.image_width = encoder.image_height = SIDE;
  encoder.input_components = 1;
  encoder.in_color_space = JCS_GRAYSCALE;
  jpeg_set_defaults (&encoder);
  if (strstr (name, "progressive") != NULL)
    jpeg_simple_progression (&encoder);
  jpeg_start_compress (&encoder, TRUE);
  for (int y = 0; y < SIDE; y++)
    {
      JSAMPROW row = made + (gsize) y * SIDE;

      jpeg_write_scanlines (&encoder, &row, 1);
    }
  jpeg_finish_compress (&encoder);
  jpeg_destroy_compress (&encoder);
  fclose (file);
}

/* Many small ones in a folder. */
static void
write_many (const char *name)
{
  g_autofree char *inside = g_build_filename (folder, name, NULL);
  g_autofree guint8 *made = pixels (SIDE);

  g_assert_cmpint (g_mkdir (inside, 0700), ==, 0);
  for (int i = 0; i < 3000; i++)
    {
      g_autofree char *file_name = g_strdup_printf ("%s/%d.pgm", name, i);
      FILE *file = begin (file_name);

      fputs ("P5 40 50 255\n", file);
      fwrite (made, 1, 2000, file);
      fclose (file);
    }
}

/* -- packed ---------------------------------------------------------------------------------------------------------- */

static void
write_packed (const char *name)
{
  g_autofree char *inner = g_strdup (name), *command = NULL;
  g_autoptr (GError) error = NULL;
  int status;
  char *dot = strrchr (inner, '.');
  const char *how = strcmp (dot, ".gz") == 0 ? "gzip -k" : strcmp (dot, ".xz") == 0 ? "xz -0 -k" : "bzip2 -1 -k";

  *dot = '\0';
  write_csv (inner);
  command = g_strdup_printf ("%s '%s/%s'", how, folder, inner);
  g_assert_true (g_spawn_command_line_sync (command, NULL, NULL, &status, &error));
  g_assert_no_error (error);
}

/* -- tests --------------------------------------------------------------------------------------------------------- */

typedef struct
{
  const char *name;
  void      (*write) (const char *name);
  const char *beside; /* written likewise, or NULL */
} File;

static const File files[] = {
  { "table.csv", write_csv },
  { "odd.csv", write_odd_csv },
  { "wide.csv", write_wide_csv },
  { "blanks.txt", write_blanks },
  { "table.csv.gz", write_packed },
  { "table.csv.xz", write_packed },
  { "table.csv.bz2", write_packed },
  { "table.arff", write_arff },
  { "words.libsvm", write_libsvm },
  { "pairs.edges", write_edges },
  { "names.edges", write_names },
  { "ring.graph", write_metis },
  { "words.mtx", write_mtx },
  { "square.mtx", write_mtx },
  { "array.mtx", write_mtx_array },
  { "rows.npy", write_npy },
  { "fortran.npy", write_npy },
  { "bytes.npy", write_npy },
  { "train-images-idx3-ubyte", write_idx, "train-labels-idx1-ubyte" },
  { "plain.mat", write_mat },
  { "packed.mat", write_mat },
  { "rows.h5", write_hdf5 },
  { "large.pgm", write_pgm },
  { "large.png", write_png },
  { "large.jpg", write_jpeg },
  { "progressive.jpg", write_jpeg },
  { "many", write_many },
};

static void
load (GCancellable *cancellable, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (EqpDataset) dataset = NULL;

  dataset = eqp_dataset_load (data, NULL, NULL, cancellable, &error);
  /* One image is no data set, which is told when it has been read. */
  if (dataset == NULL && error->domain == EQP_ERROR)
    g_test_message ("%s", error->message);
  else
    g_assert_no_error (error);
}

static void
test_file (gconstpointer data)
{
  const File *file = data;
  g_autofree char *path = NULL;

  folder = eqp_test_folder ();
  path = g_build_filename (folder, file->name, NULL);
  file->write (file->name);
  if (file->beside != NULL)
    file->write (file->beside);
  eqp_looks_check (file->name, load, path);
  eqp_test_remove (folder);
  g_clear_pointer (&folder, g_free);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  if (EQP_TEST_IS_WATCHED)
    {
      g_test_message ("sanitizers take their time");
      return g_test_run ();
    }
  for (gsize f = 0; f < G_N_ELEMENTS (files); f++)
    {
      g_autofree char *path = g_strdup_printf ("/core/poll-readers/%s", files[f].name);

      g_test_add_data_func (path, &files[f], test_file);
    }
  return g_test_run ();
}
