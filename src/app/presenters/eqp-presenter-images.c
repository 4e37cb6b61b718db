/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows that are images, as images. */
#include "config.h"

#include "eqp-presenter-images.h"

#include <glib/gi18n.h>
#include <math.h>

#include "eqp-release.h"

/* Larger than they are shown, also at scale 2. */
#define MOST_PIXELS 160

typedef struct
{
  EqpDataset *dataset;
  gint64     *rows;       /* NULL: all of them */
  double      black;
  double      white;
  int         width;
  int         height;
  gboolean    transposed;
  int         step;
} Images;

static void
images_free (gpointer data)
{
  Images *images = data;

  eqp_release (images->dataset, (GDestroyNotify) eqp_dataset_unref);
  g_free (images->rows);
  g_free (images);
}

static GdkTexture *
make_image (gint64   place,
            gpointer user_data)
{
  Images *images = user_data;
  gint64 row = images->rows != NULL ? images->rows[place] : place;
  gint64 d = eqp_dataset_get_d (images->dataset);
  g_autofree float *values = g_new (float, d);
  int width = (images->width + images->step - 1) / images->step;
  int height = (images->height + images->step - 1) / images->step;
  guint8 *pixels = g_malloc ((gsize) width * (gsize) height * 3);
  g_autoptr (GBytes) bytes = g_bytes_new_take (pixels, (gsize) width * (gsize) height * 3);

  for (gint64 j = 0; j < d; j++)
    values[j] = (float) eqp_dataset_get_value (images->dataset, row, j);
  eqp_image_pixels (values, images->width, images->height, images->transposed, images->black, images->white,
                    images->step, pixels);
  return gdk_memory_texture_new (width, height, GDK_MEMORY_R8G8B8, bytes, (gsize) width * 3);
}

static char *
make_name (gint64   place,
           gpointer user_data)
{
  Images *images = user_data;
  gint64 row = images->rows != NULL ? images->rows[place] : place;
  g_autofree char *number = eqp_format_count (row + 1);

  g_autofree char *name = NULL;

  if (eqp_dataset_get_labels (images->dataset) == NULL)
    return g_strdup_printf (_ ("Row %s"), number);
  name = eqp_short_name (
      eqp_dataset_get_class_name (images->dataset, eqp_dataset_get_labels (images->dataset)[row]));
  return g_strdup_printf (_ ("Row %s, class %s"), number, name);
}

/**
 * eqp_presenter_image_make:
 * @dataset: data
 * @row: one of its rows; others have no picture
 *
 * Returns: (transfer full) (nullable): the row as a picture from its least to its largest value; %NULL where rows are
 * no images
 */
GdkTexture *
eqp_presenter_image_make (EqpDataset *dataset,
                          gint64      row)
{
  Images images = { .dataset = dataset, .black = INFINITY, .white = -INFINITY };

  if (row < 0 || row >= eqp_dataset_get_n (dataset) ||
      !eqp_dataset_get_image_shape (dataset, &images.width, &images.height, &images.transposed))
    return NULL;
  for (gint64 j = 0; j < eqp_dataset_get_d (dataset); j++)
    {
      double value = eqp_dataset_get_value (dataset, row, j);

      images.black = MIN (images.black, value);
      images.white = MAX (images.white, value);
    }
  images.step = MAX (1, MAX (images.width, images.height) / MOST_PIXELS);
  return make_image (row, &images);
}

/**
 * eqp_presenter_images_show:
 * @grid: where to show them
 * @dataset: data whose rows are images; others empty the grid
 * @rows: (transfer full) (nullable): which rows; %NULL: all
 * @n: how many
 * @black: the value that is black
 * @white: the value that is white
 */
void
eqp_presenter_images_show (EqpImageGrid *grid,
                           EqpDataset   *dataset,
                           gint64       *rows,
                           gint64        n,
                           double        black,
                           double        white)
{
  Images *images = g_new0 (Images, 1);

  images->dataset = eqp_dataset_ref (dataset);
  images->rows = rows;
  images->black = black;
  images->white = white;
  if (!eqp_dataset_get_image_shape (dataset, &images->width, &images->height, &images->transposed))
    {
      images_free (images);
      eqp_image_grid_set_images (grid, 0, NULL, NULL, NULL, NULL);
      return;
    }
  images->step = MAX (1, MAX (images->width, images->height) / MOST_PIXELS);
  eqp_image_grid_set_images (grid, n, make_image, make_name, images, images_free);
}
