/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where each row stands in the scatter plot: immutable, reference-counted, made in a thread. */
#include "config.h"

#include "eqp-projection.h"

#include <glib/gi18n.h>
#include <math.h>

struct _EqpProjection
{
  gint64    n;
  float    *xy; /* 2n */
  char     *x_title;
  char     *y_title;
  gboolean  plane;
};

static gboolean
allocate (EqpProjection  *self,
          gint64          n,
          GError        **error)
{
  self->n = n;
  self->xy = g_try_malloc0_n (MAX (1, 2 * (gsize) n), sizeof (float));
  if (self->xy == NULL)
    {
      g_autofree char *rows = g_strdup_printf ("%" G_GINT64_FORMAT, n);

      g_set_error (error, EQP_ERROR, EQP_ERROR_TOO_LARGE,
                   _ ("There is not enough memory to draw %s rows; take a sample."), rows);
    }
  return self->xy != NULL;
}

static void
take_columns (EqpProjection *self,
              EqpDataset    *dataset,
              gint64         x,
              gint64         y)
{
  for (gint64 i = 0; i < self->n; i++)
    {
      self->xy[2 * i] = (float) eqp_dataset_get_value (dataset, i, x);
      self->xy[2 * i + 1] = y >= 0 ? (float) eqp_dataset_get_value (dataset, i, y) : 0.0f;
    }
}

static char *
component_title (int    number,
                 double share)
{
  /* Translators: axis of a plot; the first is the number of a principal component, then its share of the variance. */
  return share >= 0.0 ? g_strdup_printf (_ ("Component %d (%.1f %%)"), number, 100.0 * share)
                      : g_strdup_printf (_ ("Component %d"), number);
}

static gboolean
take_pca (EqpProjection  *self,
          EqpDataset     *prepared,
          GCancellable   *cancellable,
          GError        **error)
{
  int components = (int) MIN (2, MIN (eqp_dataset_get_n (prepared), eqp_dataset_get_d (prepared)));
  g_autoptr (EqpPca) pca = eqp_pca_new (prepared, components, 0, cancellable, error);
  double total;

  if (pca == NULL)
    return FALSE;

  components = pca->n_components;
  total = pca->total_variance;
  self->x_title = component_title (1, total > 0.0 && components > 0 ? pca->variances[0] / total : -1.0);
  if (components >= 2)
    {
      eqp_pca_project (pca, prepared, 0, self->xy);
      self->y_title = component_title (2, total > 0.0 ? pca->variances[1] / total : -1.0);
    }
  else if (components == 1)
    {
      eqp_pca_project (pca, prepared, 0, self->xy);
      for (gint64 i = self->n - 1; i >= 0; i--)
        {
          self->xy[2 * i] = self->xy[i];
          self->xy[2 * i + 1] = 0.0f;
        }
    }
  return TRUE;
}

/**
 * eqp_projection_new:
 * @dataset: as opened
 * @prepared: what the method sees
 * @prepared_is_pca: whether the columns of @prepared are principal components, the leading ones first
 * @spec: what to show
 * @cancellable: (nullable): to give up
 * @error: return location
 *
 * For a worker thread. Two columns are shown in the units of the file; the plane is that of the prepared data, since
 * there the distances are the ones that the method minimizes. Time that of a PCA, memory O(n).
 *
 * Returns: (transfer full): the projection, or NULL on error
 */
EqpProjection *
eqp_projection_new (EqpDataset               *dataset,
                    EqpDataset               *prepared,
                    gboolean                  prepared_is_pca,
                    const EqpProjectionSpec  *spec,
                    GCancellable             *cancellable,
                    GError                  **error)
{
  g_autoptr (EqpProjection) self = g_atomic_rc_box_new0 (EqpProjection);
  gint64 d = eqp_dataset_get_d (dataset);

  if (!allocate (self, eqp_dataset_get_n (dataset), error))
    return NULL;

  if (spec->columns && d > 0)
    {
      gint64 x = CLAMP (spec->x, 0, d - 1);
      gint64 y = CLAMP (spec->y, 0, d - 1);

      take_columns (self, dataset, x, y);
      self->x_title = g_strdup (eqp_dataset_get_column_name (dataset, x));
      self->y_title = g_strdup (eqp_dataset_get_column_name (dataset, y));
    }
  else if (prepared_is_pca)
    {
      gboolean two = eqp_dataset_get_d (prepared) > 1;

      take_columns (self, prepared, 0, two ? 1 : -1);
      self->plane = TRUE;
      self->x_title = component_title (1, -1.0);
      self->y_title = two ? component_title (2, -1.0) : NULL;
    }
  else if (d > 0 && self->n > 0)
    {
      self->plane = TRUE;
      if (!take_pca (self, prepared, cancellable, error))
        return NULL;
    }

  return g_steal_pointer (&self);
}

/**
 * eqp_projection_new_graph:
 * @graph: whose vertices to show
 * @distances: whether to show how many edges are in between, where the graph is small enough; otherwise by eigenvectors
 * @threads: how many threads may work; 0: one a processor
 * @cancellable: (nullable): to give up
 * @error: return location
 *
 * For a worker thread. Neighbors in the graph stand close together; the parts of a graph that falls apart stand side by
 * side. Time that of a few eigenvectors, memory O(n).
 *
 * Returns: (transfer full): the projection, or NULL on error
 */
EqpProjection *
eqp_projection_new_graph (EqpGraph      *graph,
                          gboolean       distances,
                          guint          threads,
                          GCancellable  *cancellable,
                          GError       **error)
{
  g_autoptr (EqpProjection) self = g_atomic_rc_box_new0 (EqpProjection);
  g_autoptr (EqpPool) pool = eqp_pool_new (threads);
  g_autofree double *coordinates = NULL;

  if (!allocate (self, eqp_graph_get_n (graph), error))
    return NULL;
  coordinates = g_try_new (double, MAX (1, 2 * (gsize) self->n));
  if (coordinates == NULL)
    {
      g_set_error_literal (error, EQP_ERROR, EQP_ERROR_TOO_LARGE,
                           _ ("There is not enough memory for the coordinates of the graph; take a sample."));
      return NULL;
    }
  distances = distances && eqp_graph_can_layout_distances (graph);
  if (distances ? !eqp_graph_layout_distances (graph, cancellable, coordinates, error)
                : !eqp_graph_layout (graph, 2, pool, cancellable, coordinates, error))
    return NULL;

  for (gint64 i = 0; i < 2 * self->n; i++)
    self->xy[i] = (float) coordinates[i];
  /* Stretched or not, a picture of one piece shows who is near whom. */
  self->plane = eqp_graph_get_n_components (graph) > 1;
  self->x_title = g_strdup (distances ? _ ("Graph distances, x") : _ ("Spectral coordinate 1"));
  self->y_title = g_strdup (distances ? _ ("Graph distances, y") : _ ("Spectral coordinate 2"));
  return g_steal_pointer (&self);
}

/**
 * eqp_projection_ref:
 * @self: a projection
 *
 * Returns: (transfer full): @self
 */
EqpProjection *
eqp_projection_ref (EqpProjection *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
projection_clear (gpointer data)
{
  EqpProjection *self = data;

  g_free (self->xy);
  g_free (self->x_title);
  g_free (self->y_title);
}

/**
 * eqp_projection_unref:
 * @self: (nullable) (transfer full): a projection
 */
void
eqp_projection_unref (EqpProjection *self)
{
  if (self != NULL)
    g_atomic_rc_box_release_full (self, projection_clear);
}

/**
 * eqp_projection_get_n:
 * @self: a projection
 *
 * Returns: rows
 */
gint64
eqp_projection_get_n (const EqpProjection *self)
{
  return self->n;
}

/**
 * eqp_projection_get_xy:
 * @self: a projection
 *
 * Returns: (transfer none): x and y of each row
 */
const float *
eqp_projection_get_xy (const EqpProjection *self)
{
  return self->xy;
}

/**
 * eqp_projection_get_x_title:
 * @self: a projection
 *
 * Returns: (transfer none) (nullable): name of the x axis
 */
const char *
eqp_projection_get_x_title (const EqpProjection *self)
{
  return self->x_title;
}

/**
 * eqp_projection_get_y_title:
 * @self: a projection
 *
 * Returns: (transfer none) (nullable): name of the y axis; NULL when there is only one number a row
 */
const char *
eqp_projection_get_y_title (const EqpProjection *self)
{
  return self->y_title;
}

/**
 * eqp_projection_is_plane:
 * @self: a projection
 *
 * Returns: whether x and y are in the same unit, so that the plot should not stretch one of them
 */
gboolean
eqp_projection_is_plane (const EqpProjection *self)
{
  return self->plane;
}

/**
 * eqp_projection_centers:
 * @self: a projection
 * @labels: the cluster of each row, 0..k-1
 * @k: clusters
 * @centers: (out caller-allocates): x and y of each; NAN for a cluster without rows
 *
 * The mean of the points drawn is where the mean of the rows would be drawn, since plane and columns are linear.
 * Time O(n): for worker threads.
 */
void
eqp_projection_centers (const EqpProjection *self,
                        const gint32        *labels,
                        gint                 k,
                        double              *centers)
{
  g_autofree gint64 *counts = g_new0 (gint64, MAX (1, k));

  for (gint c = 0; c < 2 * k; c++)
    centers[c] = 0.0;
  for (gint64 i = 0; i < self->n; i++)
    {
      counts[labels[i]]++;
      centers[2 * labels[i]] += self->xy[2 * i];
      centers[2 * labels[i] + 1] += self->xy[2 * i + 1];
    }
  for (gint c = 0; c < k; c++)
    {
      double weight = counts[c] > 0 ? 1.0 / (double) counts[c] : NAN;

      centers[2 * c] *= weight;
      centers[2 * c + 1] *= weight;
    }
}
