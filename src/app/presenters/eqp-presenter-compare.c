/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Brings a comparison to the bars of sizes and to the table of two runs, and puts into words what it says. */
#include "config.h"

#include "eqp-presenter-compare.h"

#include <glib/gi18n.h>
#include <math.h>

#define GAP 12.0
#define MOST_FLOWS 3

struct _EqpPresenterCompare
{
  GObject              parent_instance;

  EqpCompareModel     *model;
  EqpCompareSizesView *sizes; /* borrowed, like the next */
  EqpContingencyView  *table;
};

G_DEFINE_FINAL_TYPE (EqpPresenterCompare, eqp_presenter_compare, G_TYPE_OBJECT)

/* ---- Words ------------------------------------------------------------------------------------------------------ */

static double
data_term (EqpRunRecord *record,
           EqpRunRecord *other,
           const char  **name)
{
  const EqpSolver *solver = eqp_run_record_get_facts (record)->solver;
  const EqpSolver *beside = eqp_run_record_get_facts (other)->solver;
  gboolean cut = solver != NULL && solver->family == EQP_FAMILY_GRAPH &&
                 (beside == NULL || beside->family == EQP_FAMILY_GRAPH);

  if (!cut && isnan (eqp_run_record_get_measure (record, EQP_MEASURE_SSE)))
    cut = TRUE;
  *name = cut ? _ ("Cut") : _ ("SSE");
  return eqp_run_record_get_measure (record, cut ? EQP_MEASURE_CUT : EQP_MEASURE_SSE);
}

/**
 * eqp_presenter_compare_dup_caption:
 * @record: a run
 * @separator: between sizes and cost: "\n" where there is room for two lines
 *
 * Returns: (transfer full): what became of it: sizes, and what they cost
 */
char *
eqp_presenter_compare_dup_caption (EqpRunRecord *record,
                                   const char   *separator)
{
  const EqpRunFacts *facts = eqp_run_record_get_facts (record);
  gint64 smallest = G_MAXINT64, largest = 0;
  GString *text = g_string_new (NULL);
  g_autofree char *low = NULL;
  g_autofree char *high = NULL;
  gboolean cuts = facts->solver != NULL && facts->solver->family == EQP_FAMILY_GRAPH;

  for (gint c = 0; c < facts->k; c++)
    {
      smallest = MIN (smallest, facts->sizes[c]);
      largest = MAX (largest, facts->sizes[c]);
    }
  low = eqp_format_count (facts->k > 0 ? smallest : 0);
  high = eqp_format_count (largest);
  /* Translators: the smallest and the largest cluster. */
  g_string_append_printf (text, _ ("Sizes %s – %s"), low, high);
  /* What the method makes small comes first; the line may be cut short. */
  for (int i = 0; i < 2; i++)
    {
      gboolean is_cut = cuts == (i == 0);
      double term = eqp_run_record_get_measure (record, is_cut ? EQP_MEASURE_CUT : EQP_MEASURE_SSE);
      g_autofree char *value = eqp_format_number (term, 5);

      if (!isnan (term))
        {
          g_string_append_printf (text, "%s%s %s", separator, is_cut ? _ ("Cut") : _ ("SSE"), value);
          separator = " · ";
        }
    }
  if (facts->cancelled)
    g_string_append_printf (text, "%s%s", separator, _ ("stopped"));
  return g_string_free (text, FALSE);
}

static void
append_change (GString    *text,
               const char *name,
               double      before,
               double      after)
{
  g_autofree char *from = eqp_format_number (before, 6);
  g_autofree char *to = eqp_format_number (after, 6);
  double share = before != 0.0 ? (after - before) / fabs (before) : 0.0;
  g_autofree char *percent = eqp_format_percent (fabs (share), 2);

  if (isnan (before) || isnan (after))
    return;
  /* Translators: a measure, its values in two runs, sign and size of the change: "SSE 1 → 2 (+100 %)". */
  g_string_append_printf (text, _ ("%s %s → %s (%s%s). "), name, from, to, share < 0.0 ? "−" : "+", percent);
}

typedef struct
{
  gint   from;
  gint   to;
  gint64 rows;
} Flow;

static int
compare_flows (gconstpointer a,
               gconstpointer b)
{
  const Flow *x = a, *y = b;

  if (x->rows != y->rows)
    return x->rows < y->rows ? 1 : -1;
  return x->from != y->from ? (x->from > y->from) - (x->from < y->from) : (x->to > y->to) - (x->to < y->to);
}

static void
append_flows (GString             *text,
              const EqpComparison *comparison)
{
  g_autoptr (GArray) flows = g_array_new (FALSE, FALSE, sizeof (Flow));

  if (comparison->table == NULL || comparison->n_moved == 0)
    return;
  for (gint from = 0; from < comparison->k; from++)
    for (gint to = 0; to < comparison->k; to++)
      {
        Flow flow = { from, to, comparison->table[(gsize) from * comparison->k + to] };

        if (from != to && flow.rows > 0)
          g_array_append_val (flows, flow);
      }
  g_array_sort (flows, compare_flows);
  g_string_append (text, _ ("Most change between clusters "));
  for (guint i = 0; i < MIN (flows->len, MOST_FLOWS); i++)
    {
      const Flow *flow = &g_array_index (flows, Flow, i);
      g_autofree char *rows = eqp_format_count (flow->rows);

      g_string_append_printf (text, "%s%d → %d (%s)", i > 0 ? ", " : "", flow->from + 1, flow->to + 1, rows);
    }
  g_string_append_c (text, '.');
}

/**
 * eqp_presenter_compare_dup_verdict:
 * @model: what is compared
 *
 * Returns: (transfer full) (nullable): how many rows changed sides between the two runs, between which clusters, and
 *   what it cost; %NULL when there are not two
 */
char *
eqp_presenter_compare_dup_verdict (EqpCompareModel *model)
{
  const EqpComparison *comparison = eqp_compare_model_get_comparison (model);
  EqpRunRecord *first, *second;
  GString *text;
  const char *name;
  g_autofree char *moved = NULL;
  g_autofree char *rows = NULL;
  g_autofree char *share = NULL;
  double before, squares, gamma;

  if (comparison == NULL || comparison->first == comparison->second)
    return NULL;
  first = eqp_compare_model_get_record (model, comparison->first);
  second = eqp_compare_model_get_record (model, comparison->second);
  moved = eqp_format_count (comparison->n_moved);
  rows = eqp_format_count (comparison->n);
  share = eqp_format_percent (comparison->n > 0 ? (double) comparison->n_moved / (double) comparison->n : 0.0, 1);
  text = g_string_new (NULL);
  /* Translators: of how many rows how many are in another cluster, and their share ("10.0 %"). */
  g_string_append_printf (text,
                          ngettext ("%s of %s rows (%s) changes its cluster. ",
                                    "%s of %s rows (%s) change their cluster. ", (gulong) comparison->n_moved),
                          moved, rows, share);
  before = data_term (first, second, &name);
  append_change (text, name, before, data_term (second, first, &name));
  squares = eqp_run_record_get_measure (second, EQP_MEASURE_SUM_SQUARED) -
            eqp_run_record_get_measure (first, EQP_MEASURE_SUM_SQUARED);
  append_change (text, "Σ n²", eqp_run_record_get_measure (first, EQP_MEASURE_SUM_SQUARED),
                 eqp_run_record_get_measure (second, EQP_MEASURE_SUM_SQUARED));
  gamma = eqp_run_record_get_facts (second)->params.gamma;
  if (gamma > 0.0 && squares < 0.0)
    {
      g_autofree char *saved = eqp_format_number (-gamma * squares, 5);
      g_autofree char *price = eqp_format_number (gamma, 4);

      g_string_append_printf (text, _ ("At gamma %s that saves %s of penalty. "), price, saved);
    }
  append_flows (text, comparison);
  return g_string_free (text, FALSE);
}

/* ---- Plots ------------------------------------------------------------------------------------------------------ */

static void
show_sizes (EqpPresenterCompare *self,
            const EqpComparison *comparison)
{
  EqpCompareSizesModel model = { .gap = GAP };
  g_autoptr (GPtrArray) titles = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; comparison != NULL && i < comparison->n_runs; i++)
    {
      char *title = eqp_run_record_dup_title (eqp_compare_model_get_record (self->model, i));

      g_ptr_array_add (titles, title);
      model.sizes[i] = comparison->sizes[i];
      model.own_k[i] = comparison->own_k[i];
      model.weighted[i] = comparison->weighted[i];
      model.names[i] = title;
      model.n_runs = i + 1;
      model.k = comparison->k;
    }
  eqp_compare_sizes_view_set_model (self->sizes, &model);
}

static void
show_table (EqpPresenterCompare *self,
            const EqpComparison *comparison)
{
  EqpContingencyModel model = { 0 };
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;

  if (comparison == NULL || comparison->table == NULL)
    {
      eqp_contingency_view_set_model (self->table, NULL);
      return;
    }
  first = eqp_run_record_dup_title (eqp_compare_model_get_record (self->model, comparison->first));
  second = eqp_run_record_dup_title (eqp_compare_model_get_record (self->model, comparison->second));
  model.k = comparison->k;
  model.table = comparison->table;
  model.first_name = first;
  model.second_name = second;
  eqp_contingency_view_set_model (self->table, &model);
}

/* The cluster that is selected, or in each run the one that the row is in. */
static void
show_selected (EqpPresenterCompare *self)
{
  const EqpComparison *comparison = eqp_compare_model_get_comparison (self->model);
  gint64 row = eqp_compare_model_get_row (self->model);
  gint cluster = eqp_compare_model_get_cluster (self->model);
  g_autofree char *number = eqp_format_count (cluster >= 0 ? cluster + 1 : row + 1);
  g_autofree char *text = NULL;
  gint clusters[EQP_COMPARE_MAX_RUNS];

  if (comparison == NULL)
    return;
  for (guint i = 0; i < comparison->n_runs; i++)
    if (cluster >= 0)
      clusters[i] = cluster;
    else
      clusters[i] = row >= 0 && row < comparison->n ? eqp_labels_get (comparison->labels[i], row) : -1;
  eqp_compare_sizes_view_set_selected (self->sizes, clusters, cluster < 0);
  if (cluster >= 0)
    text = g_strdup_printf (_ ("cluster %s selected"), number);
  else if (row >= 0)
    text = g_strdup_printf (_ ("row %s selected"), number);
  eqp_plot_view_set_selected_text (EQP_PLOT_VIEW (self->sizes), text);
}

static void
changed_cb (EqpPresenterCompare *self)
{
  const EqpComparison *comparison = eqp_compare_model_get_comparison (self->model);

  show_sizes (self, comparison);
  show_selected (self);
  show_table (self, comparison);
}

static void
cluster_activated_cb (EqpPresenterCompare *self,
                      int                  cluster)
{
  gboolean same = eqp_compare_model_get_cluster (self->model) == cluster;

  eqp_compare_model_set_cluster (self->model, same ? -1 : cluster);
}

static void
eqp_presenter_compare_dispose (GObject *object)
{
  g_clear_object (&EQP_PRESENTER_COMPARE (object)->model);

  G_OBJECT_CLASS (eqp_presenter_compare_parent_class)->dispose (object);
}

static void
eqp_presenter_compare_class_init (EqpPresenterCompareClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = eqp_presenter_compare_dispose;
}

static void
eqp_presenter_compare_init (EqpPresenterCompare *self)
{
}

/**
 * eqp_presenter_compare_new:
 * @model: what is compared
 * @sizes: where the sizes go; must outlive the presenter
 * @table: where the table of two runs goes; likewise
 *
 * Returns: (transfer full): a presenter
 */
EqpPresenterCompare *
eqp_presenter_compare_new (EqpCompareModel     *model,
                           EqpCompareSizesView *sizes,
                           EqpContingencyView  *table)
{
  EqpPresenterCompare *self = g_object_new (EQP_TYPE_PRESENTER_COMPARE, NULL);

  self->model = g_object_ref (model);
  self->sizes = sizes;
  self->table = table;
  g_signal_connect_object (model, "changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (model, "selection-changed", G_CALLBACK (show_selected), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (sizes, "cluster-activated", G_CALLBACK (cluster_activated_cb), self, G_CONNECT_SWAPPED);
  return self;
}
