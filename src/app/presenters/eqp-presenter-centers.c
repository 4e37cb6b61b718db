/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Brings what the clusters shown look like, where rows are images, to the bars of sizes: averaged in a thread. */
#include "config.h"

#include "eqp-presenter-centers.h"

#include <math.h>

#include "eqp-cluster-means.h"
#include "eqp-newest.h"

/* Larger than they are shown, also at scale 2. */
#define MOST_PIXELS 160
/* While sizes stream in: numbers that may be added up for pictures, and how long they stand. */
#define MOST_STREAMED (4 << 20)
#define STREAM_US 150000

struct _EqpPresenterCenters
{
  GObject       parent_instance;

  EqpWorkspace *workspace;
  EqpSizesView *view;     /* borrowed */
  EqpNewest    *newest;
  EqpDataset   *dataset;  /* borrowed: whose pictures are shown or awaited, to be compared only */
  EqpLabels    *asked;    /* whose pictures were asked for last */
  gint64        asked_at; /* monotonic time */
};

G_DEFINE_FINAL_TYPE (EqpPresenterCenters, eqp_presenter_centers, G_TYPE_OBJECT)

typedef struct
{
  EqpDataset *dataset;
  EqpLabels  *labels;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  eqp_dataset_unref (job->dataset);
  eqp_labels_unref (job->labels);
  g_free (job);
}

static gboolean
get_shape (EqpDataset *dataset,
           int        *width,
           int        *height,
           gboolean   *transposed)
{
  return dataset != NULL && eqp_dataset_get_image_shape (dataset, width, height, transposed) &&
         eqp_dataset_get_graph (dataset) == NULL &&
         eqp_dataset_get_d (dataset) == (gint64) *width * (gint64) *height;
}

/**
 * eqp_center_pictures_new:
 * @dataset: data
 * @labels: of as many rows
 *
 * All of them from one black to one white, so that they can be compared. For a worker thread. Time O(n d).
 *
 * Returns: (transfer full) (nullable): %NULL where rows are no images
 */
EqpCenterPictures *
eqp_center_pictures_new (EqpDataset *dataset,
                         EqpLabels  *labels)
{
  gint64 d = eqp_dataset_get_d (dataset);
  double black = INFINITY, white = -INFINITY;
  int width, height, step;
  EqpCenterPictures *self;
  gboolean transposed;
  float *means;

  if (!get_shape (dataset, &width, &height, &transposed) || eqp_labels_get_n (labels) != eqp_dataset_get_n (dataset) ||
      (means = eqp_cluster_means (dataset, labels)) == NULL)
    return NULL;

  self = g_new0 (EqpCenterPictures, 1);
  self->labels = eqp_labels_ref (labels);
  self->k = eqp_labels_get_k (labels);
  step = MAX (1, MAX (width, height) / MOST_PIXELS);
  self->width = (width + step - 1) / step;
  self->height = (height + step - 1) / step;
  self->pixels = g_new (guint8, 3 * (gsize) self->k * (gsize) self->width * (gsize) self->height);
  for (gint64 i = 0; i < self->k * d; i++)
    {
      black = MIN (black, (double) means[i]);
      white = MAX (white, (double) means[i]);
    }
  for (gint c = 0; c < self->k; c++)
    eqp_image_pixels (means + c * d, width, height, transposed, black, white, step,
                      self->pixels + 3 * (gsize) c * (gsize) self->width * (gsize) self->height);
  g_free (means);
  return self;
}

/**
 * eqp_center_pictures_free:
 * @self: (nullable): pictures
 */
void
eqp_center_pictures_free (EqpCenterPictures *self)
{
  if (self == NULL)
    return;
  eqp_labels_unref (self->labels);
  g_free (self->pixels);
  g_free (self);
}

static gpointer
work (gpointer data)
{
  Job *job = data;

  return eqp_center_pictures_new (job->dataset, job->labels);
}

static void
free_pictures (gpointer data)
{
  eqp_center_pictures_free (data);
}

static void
done (gpointer result,
      gpointer user_data)
{
  EqpPresenterCenters *self = user_data;
  EqpCenterPictures *pictures = result;

  /* Those of data that were open before come too late. */
  if (pictures != NULL && self->asked != NULL)
    eqp_sizes_view_set_pictures (self->view, pictures->k, pictures->width, pictures->height, pictures->pixels);
  eqp_center_pictures_free (pictures);
}

/* The place of pictures is kept from the moment that rows are known to be images, so that nothing moves for them. */
static void
data_changed_cb (EqpPresenterCenters *self)
{
  EqpDataset *dataset = eqp_workspace_get_dataset (self->workspace);
  gboolean transposed;
  int width = 0, height = 0;

  if (dataset == self->dataset)
    return;
  self->dataset = dataset;
  g_clear_pointer (&self->asked, eqp_labels_unref);
  if (get_shape (dataset, &width, &height, &transposed))
    eqp_sizes_view_set_pictures (self->view, 0, width, height, NULL);
  else
    eqp_sizes_view_set_pictures (self->view, 0, 0, 0, NULL);
}

static gboolean
is_moving (EqpPresenterCenters *self)
{
  return eqp_workspace_is_running (self->workspace) || eqp_workspace_is_scrubbing (self->workspace);
}

static void
shown_changed_cb (EqpPresenterCenters *self)
{
  EqpDataset *dataset = eqp_workspace_get_dataset (self->workspace);
  EqpLabels *labels = eqp_workspace_get_labels (self->workspace);
  gint64 now = g_get_monotonic_time ();
  int width, height;
  gboolean transposed;
  Job *job;

  if (labels == NULL || labels == self->asked || !get_shape (dataset, &width, &height, &transposed) ||
      eqp_labels_get_n (labels) != eqp_dataset_get_n (dataset))
    return;
  /* What streams in has pictures where they cost little, and not with every frame. */
  if (is_moving (self) && self->asked != NULL &&
      (eqp_dataset_get_n (dataset) * eqp_dataset_get_d (dataset) > MOST_STREAMED || now - self->asked_at < STREAM_US))
    return;

  g_clear_pointer (&self->asked, eqp_labels_unref);
  self->asked = eqp_labels_ref (labels);
  self->asked_at = now;
  job = g_new (Job, 1);
  job->dataset = eqp_dataset_ref (dataset);
  job->labels = eqp_labels_ref (labels);
  eqp_newest_push (self->newest, job);
}

static void
eqp_presenter_centers_dispose (GObject *object)
{
  EqpPresenterCenters *self = EQP_PRESENTER_CENTERS (object);

  g_clear_pointer (&self->newest, eqp_newest_free);
  g_clear_pointer (&self->asked, eqp_labels_unref);
  g_clear_object (&self->workspace);

  G_OBJECT_CLASS (eqp_presenter_centers_parent_class)->dispose (object);
}

static void
eqp_presenter_centers_class_init (EqpPresenterCentersClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = eqp_presenter_centers_dispose;
}

static void
eqp_presenter_centers_init (EqpPresenterCenters *self)
{
}

/**
 * eqp_presenter_centers_new:
 * @workspace: whose clusters
 * @sizes: where to show them; must outlive the presenter
 *
 * Returns: (transfer full): a presenter
 */
EqpPresenterCenters *
eqp_presenter_centers_new (EqpWorkspace *workspace,
                           EqpSizesView *sizes)
{
  EqpPresenterCenters *self = g_object_new (EQP_TYPE_PRESENTER_CENTERS, NULL);

  self->workspace = g_object_ref (workspace);
  self->view = sizes;
  self->newest = eqp_newest_new ("eqp-centers", work, job_free, done, free_pictures, self);
  g_signal_connect_object (workspace, "data-changed", G_CALLBACK (data_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "shown-changed", G_CALLBACK (shown_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "state-changed", G_CALLBACK (shown_changed_cb), self, G_CONNECT_SWAPPED);
  return self;
}
