/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the rows shown pay for balance, found anew in a thread whenever others are shown. While a run goes on, those of
 * the moment before stay. */
#include "config.h"

#include "eqp-price-model.h"

#include "eqp-newest.h"

struct _EqpPriceModel
{
  GObject       parent_instance;

  EqpWorkspace *workspace;
  EqpNewest    *worker;
  GCancellable *cancellable;  /* ends what is under way with the model */
  EqpLabels    *asked;        /* whose prices are looked for or known */
  EqpRowPrices *prices;
};

G_DEFINE_FINAL_TYPE (EqpPriceModel, eqp_price_model, G_TYPE_OBJECT)

static guint changed_signal;

/**
 * eqp_row_prices_ref:
 * @self: prices
 *
 * Returns: (transfer full): @self
 */
EqpRowPrices *
eqp_row_prices_ref (const EqpRowPrices *self)
{
  return g_atomic_rc_box_acquire ((EqpRowPrices *) self);
}

static void
prices_clear (gpointer data)
{
  EqpRowPrices *self = data;

  eqp_labels_unref (self->labels);
  g_free (self->prices);
  g_free (self->nearest);
  g_free (self->order);
}

/**
 * eqp_row_prices_unref:
 * @self: (nullable) (transfer full): prices
 */
void
eqp_row_prices_unref (EqpRowPrices *self)
{
  if (self != NULL)
    g_atomic_rc_box_release_full (self, prices_clear);
}

/* ---- In the thread ---------------------------------------------------------------------------------------------- */

typedef struct
{
  EqpDataset   *dataset;
  EqpGraph     *graph;  /* NULL: the k-means family */
  EqpLabels    *labels;
  GCancellable *cancellable;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  eqp_dataset_unref (job->dataset);
  g_clear_pointer (&job->graph, eqp_graph_unref);
  eqp_labels_unref (job->labels);
  g_object_unref (job->cancellable);
  g_free (job);
}

static gint
compare_rows (gconstpointer a,
              gconstpointer b,
              gpointer      user_data)
{
  const double *prices = user_data;
  gint32 i = *(const gint32 *) a, j = *(const gint32 *) b;

  if (prices[i] != prices[j])
    return prices[i] > prices[j] ? -1 : 1;
  return (i > j) - (i < j);
}

static void
sort_rows (EqpRowPrices *self)
{
  for (gint64 i = 0; i < self->n; i++)
    {
      if (!(self->prices[i] > 0.0))
        continue;
      self->order[self->n_paying++] = (gint32) i;
      self->total += self->prices[i];
    }
  if (self->n_paying > 1)
    g_qsort_with_data (self->order, (gint) self->n_paying, sizeof (gint32), compare_rows, self->prices);
}

static gpointer
work (gpointer data)
{
  Job *job = data;
  gsize n = (gsize) MAX (1, eqp_labels_get_n (job->labels));
  EqpRowPrices *self = g_atomic_rc_box_new0 (EqpRowPrices);
  g_autofree gint32 *labels = g_try_new (gint32, n);

  self->labels = eqp_labels_ref (job->labels);
  self->is_graph = job->graph != NULL;
  self->n = eqp_labels_get_n (job->labels);
  self->prices = g_try_new (double, n);
  self->nearest = g_try_new (gint32, n);
  self->order = g_try_new (gint32, n);
  if (labels != NULL && self->prices != NULL && self->nearest != NULL && self->order != NULL)
    {
      eqp_labels_unpack (job->labels, labels);
      if (eqp_explain_all (job->dataset, job->graph, eqp_labels_get_k (job->labels), labels, 0.0, job->cancellable,
                           &(EqpRowChoices) { .nearest = self->nearest, .prices = self->prices }, NULL))
        {
          sort_rows (self);
          return self;
        }
    }
  eqp_row_prices_unref (self);
  return NULL;
}

/* ---- On the main thread ----------------------------------------------------------------------------------------- */

static void
worked_cb (gpointer result,
           gpointer user_data)
{
  EqpPriceModel *self = user_data;

  eqp_row_prices_unref (self->prices);
  self->prices = result;
  g_signal_emit (self, changed_signal, 0);
}

static void
look (EqpPriceModel *self)
{
  EqpLabels *labels = eqp_workspace_get_labels (self->workspace);
  EqpRun *run = eqp_workspace_get_run (self->workspace);
  EqpDataset *dataset = run != NULL ? eqp_run_get_dataset (run) : NULL;
  Job *job;

  if (labels != NULL && labels == self->asked)
    return;
  g_clear_pointer (&self->asked, eqp_labels_unref);
  self->asked = labels != NULL ? eqp_labels_ref (labels) : NULL;
  /* What a row of several pays is not known. */
  if (labels == NULL || dataset == NULL || eqp_run_get_params (run)->weights != NULL ||
      eqp_dataset_get_n (dataset) != eqp_labels_get_n (labels))
    {
      g_clear_pointer (&self->prices, eqp_row_prices_unref);
      g_signal_emit (self, changed_signal, 0);
      return;
    }
  job = g_new0 (Job, 1);
  job->dataset = eqp_dataset_ref (dataset);
  job->labels = eqp_labels_ref (labels);
  job->cancellable = g_object_ref (self->cancellable);
  if (eqp_run_get_solver (run)->family == EQP_FAMILY_GRAPH && eqp_run_get_graph (run) != NULL)
    job->graph = eqp_graph_ref (eqp_run_get_graph (run));
  eqp_newest_push (self->worker, job);
}

/**
 * eqp_price_model_get_prices:
 * @self: a model
 *
 * Returns: (transfer none) (nullable): what the rows shown pay, or those shown a moment ago, until ::changed
 */
const EqpRowPrices *
eqp_price_model_get_prices (EqpPriceModel *self)
{
  return self->prices;
}

static void
eqp_price_model_dispose (GObject *object)
{
  EqpPriceModel *self = EQP_PRICE_MODEL (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_pointer (&self->worker, eqp_newest_free);
  g_clear_pointer (&self->asked, eqp_labels_unref);
  g_clear_pointer (&self->prices, eqp_row_prices_unref);
  g_clear_object (&self->workspace);

  G_OBJECT_CLASS (eqp_price_model_parent_class)->dispose (object);
}

static void
eqp_price_model_finalize (GObject *object)
{
  g_object_unref (EQP_PRICE_MODEL (object)->cancellable);

  G_OBJECT_CLASS (eqp_price_model_parent_class)->finalize (object);
}

static void
eqp_price_model_class_init (EqpPriceModelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = eqp_price_model_dispose;
  G_OBJECT_CLASS (klass)->finalize = eqp_price_model_finalize;

  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
}

static void
eqp_price_model_init (EqpPriceModel *self)
{
  self->cancellable = g_cancellable_new ();
  self->worker =
      eqp_newest_new ("eqp-prices", work, job_free, worked_cb, (GDestroyNotify) eqp_row_prices_unref, self);
}

/**
 * eqp_price_model_new:
 * @workspace: whose rows
 *
 * Returns: (transfer full): a model that follows what is shown
 */
EqpPriceModel *
eqp_price_model_new (EqpWorkspace *workspace)
{
  EqpPriceModel *self = g_object_new (EQP_TYPE_PRICE_MODEL, NULL);

  self->workspace = g_object_ref (workspace);
  g_signal_connect_object (workspace, "shown-changed", G_CALLBACK (look), self, G_CONNECT_SWAPPED);
  look (self);
  return self;
}
