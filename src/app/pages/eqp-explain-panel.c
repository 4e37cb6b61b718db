/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why a row is in its cluster: a sentence and a bar for each cluster, which follow the run and the gamma slider. */
#include "config.h"

#include "eqp-explain-panel.h"

#include <glib/gi18n.h>
#include <math.h>

#include "eqp-newest.h"
#include "presenters/eqp-presenter-images.h"

/* More bars than these are no answer to read at a glance. */
#define MOST_BARS 10

struct _EqpExplainPanel
{
  GtkWidget       parent_instance;

  EqpWorkspace    *workspace;
  EqpRowSelection *selection;
  EqpRowNames     *names;
  EqpNewest       *explainer;
  gint64           row; /* told of, -1: none */

  GtkBox         *content; /* bound so that it is unparented with the template */
  GtkPicture     *picture;
  GtkLabel       *title;
  GtkLabel       *reason;
  EqpExplainView *view;
  GtkLabel       *more;
};

G_DEFINE_FINAL_TYPE (EqpExplainPanel, eqp_explain_panel, GTK_TYPE_WIDGET)

enum {
  SIGNAL_EXPLAINED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* ---- In the thread: it looks at every row ----------------------------------------------------------------------- */

typedef struct
{
  EqpDataset *dataset;
  EqpGraph   *graph; /* NULL: the k-means family */
  EqpLabels  *labels;
  EqpGiven   *given; /* to the run, or NULL */
  gboolean    balanced;
  double      gamma;
  gint64      row;
} Job;

typedef struct
{
  EqpExplanation *explanation;
  gboolean        cut;
  gboolean        balanced;
  gboolean        weighted;
  gboolean        paired;
  gint64          row;
} Answer;

static void
job_free (gpointer data)
{
  Job *job = data;

  eqp_dataset_unref (job->dataset);
  eqp_graph_unref (job->graph);
  eqp_labels_unref (job->labels);
  eqp_given_unref (job->given);
  g_free (job);
}

static void
answer_free (gpointer data)
{
  Answer *answer = data;

  eqp_explanation_free (answer->explanation);
  g_free (answer);
}

/* Whether the row is kept together with others, or apart from them. */
static gboolean
is_paired (const EqpGiven *given,
           gint64          row)
{
  for (gint64 p = 0; given != NULL && p < given->n_must_links; p++)
    if (given->must_links[p].first == row || given->must_links[p].second == row)
      return TRUE;
  for (gint64 p = 0; given != NULL && p < given->n_cannot_links; p++)
    if (given->cannot_links[p].first == row || given->cannot_links[p].second == row)
      return TRUE;
  return FALSE;
}

static gpointer
explain_work (gpointer data)
{
  Job *job = data;
  Answer *answer = g_new0 (Answer, 1);
  g_autofree gint32 *labels = g_new (gint32, MAX (1, eqp_labels_get_n (job->labels)));

  eqp_labels_unpack (job->labels, labels);
  answer->explanation =
      eqp_explain_row (job->dataset, job->graph, eqp_labels_get_k (job->labels), labels,
                       job->given != NULL ? job->given->weights : NULL, job->gamma, job->row);
  answer->weighted = job->given != NULL && job->given->weights != NULL;
  answer->paired = is_paired (job->given, job->row);
  answer->cut = job->graph != NULL;
  answer->balanced = job->balanced;
  answer->row = job->row;
  return answer;
}

/* ---- The answer ------------------------------------------------------------------------------------------------- */

static double
total (const EqpExplanation *explanation,
       gint                  cluster)
{
  return explanation->data[cluster] + explanation->prices[cluster];
}

static gint
find_next (const EqpExplanation *explanation)
{
  gint next = -1;

  for (gint c = 0; c < explanation->k; c++)
    if (c != explanation->cheapest && !isnan (explanation->data[c]) &&
        (next < 0 || total (explanation, c) < total (explanation, next)))
      next = c;
  return next;
}

static char *
say_why (const EqpExplanation *explanation,
         gboolean              cut,
         gboolean              balanced,
         gboolean              paired)
{
  gint own = explanation->own, nearest = explanation->nearest, cheapest = explanation->cheapest,
       next = find_next (explanation);
  g_autofree char *own_data = eqp_format_number (explanation->data[own], 4);
  g_autofree char *own_price = eqp_format_number (explanation->prices[own], 4);
  g_autofree char *own_total = eqp_format_number (total (explanation, own), 4);
  g_autofree char *near_data = eqp_format_number (explanation->data[nearest], 4);
  g_autofree char *near_price = eqp_format_number (explanation->prices[nearest], 4);
  g_autofree char *least = eqp_format_number (total (explanation, cheapest), 4);

  if (cheapest != own && paired)
    /* Translators: the numbers are costs. */
    return g_strdup_printf (_ ("It is in cluster %d at %s; cluster %d would cost only %s, but it is in pairs with "
                               "other rows, which decide with it."),
                            own + 1, own_total, cheapest + 1, least);
  if (cheapest != own)
    /* Translators: the numbers are costs. */
    return g_strdup_printf (_ ("It is in cluster %d at %s; cluster %d would cost only %s, and a further step may move "
                               "it there."),
                            own + 1, own_total, cheapest + 1, least);
  if (nearest != own)
    return g_strdup_printf (cut ? _ ("In cluster %d it would lose less of its edges (%s against %s), but a place there "
                                     "costs %s, here %s. In all, cluster %d costs least.")
                                : _ ("Cluster %d is nearer (%s against %s) but fuller: a place there costs %s, here "
                                     "%s. In all, cluster %d costs least."),
                            nearest + 1, near_data, own_data, near_price, own_price, own + 1);
  if (next < 0)
    return g_strdup (_ ("There is no other cluster."));
  if (!balanced)
    return g_strdup_printf (cut ? _ ("In cluster %d it loses least of its edges; the next is cluster %d.")
                                : _ ("Cluster %d has the nearest center; the next is that of cluster %d."),
                            own + 1, next + 1);
  return g_strdup_printf (
      cut ? _ ("In cluster %d it loses least of its edges and, price included, costs least; the next is cluster %d.")
          : _ ("Cluster %d is the nearest and, price included, the cheapest; the next is cluster %d."),
      own + 1, next + 1);
}

static gint
compare_total (gconstpointer a,
               gconstpointer b,
               gpointer      user_data)
{
  double x = total (user_data, *(const gint *) a), y = total (user_data, *(const gint *) b);

  if (isnan (x) || isnan (y))
    return isnan (x) - isnan (y);
  return x < y ? -1 : x > y;
}

static gint
compare_number (gconstpointer a,
                gconstpointer b,
                gpointer      user_data)
{
  return *(const gint *) a - *(const gint *) b;
}

/* The cheapest, the own one among them, in the order of their numbers: bars that change places are hard to follow. */
static gint
choose_bars (const EqpExplanation *explanation,
             gint                 *bars)
{
  gint k = explanation->k, n = MIN (k, MOST_BARS);
  gboolean own = FALSE;
  g_autofree gint *order = g_new (gint, k);

  for (gint c = 0; c < k; c++)
    order[c] = c;
  if (n < k)
    g_qsort_with_data (order, k, sizeof (gint), compare_total, (gpointer) explanation);
  for (gint b = 0; b < n; b++)
    own = own || order[b] == explanation->own;
  if (!own)
    order[n - 1] = explanation->own;
  g_qsort_with_data (order, n, sizeof (gint), compare_number, NULL);
  memcpy (bars, order, sizeof (gint) * (gsize) n);
  return n;
}

static void
explained_cb (gpointer result,
              gpointer user_data)
{
  EqpExplainPanel *self = user_data;
  Answer *answer = result;
  const EqpExplanation *explanation = answer->explanation;
  gint bars[MOST_BARS];
  double data[MOST_BARS], prices[MOST_BARS];
  EqpExplainModel model = { .clusters = bars, .data = data, .prices = prices };
  gint left_out;

  if (explanation != NULL && answer->row == self->row)
    {
      g_autofree char *why = say_why (explanation, answer->cut, answer->balanced, answer->paired);

      gtk_label_set_label (self->reason, why);
      model.own = explanation->own;
      model.cheapest = explanation->cheapest;
      model.n = choose_bars (explanation, bars);
      for (gint b = 0; b < model.n; b++)
        {
          data[b] = explanation->data[bars[b]];
          prices[b] = explanation->prices[bars[b]];
        }
      model.data_name = answer->cut        ? _ ("Edge weight lost (twice)")
                        : answer->weighted ? _ ("Weighted squared distance")
                                           : _ ("Squared distance");
      model.price_name = !answer->balanced  ? NULL
                         : answer->weighted ? _ ("Price γ w (2s + w)")
                                            : _ ("Price γ (2s + 1)");
      eqp_explain_view_set_model (self->view, &model);
      left_out = explanation->k - model.n;
      gtk_widget_set_visible (GTK_WIDGET (self->more), left_out > 0);
      if (left_out > 0)
        {
          g_autofree char *text = g_strdup_printf (
              ngettext ("and %d cluster that costs more", "and %d clusters that cost more", (gulong) left_out),
              left_out);

          gtk_label_set_label (self->more, text);
        }
      gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
      g_signal_emit (self, signals[SIGNAL_EXPLAINED], 0);
    }
  answer_free (answer);
}

static void
set_title (EqpExplainPanel *self)
{
  EqpDataset *dataset = eqp_workspace_get_dataset (self->workspace);
  const gint32 *truth = eqp_dataset_get_labels (dataset);
  g_autofree char *number = eqp_format_count (self->row + 1);
  const char *whole = truth != NULL ? eqp_dataset_get_class_name (dataset, truth[self->row]) : NULL;
  g_autofree char *name = whole != NULL ? eqp_short_name (whole) : NULL;
  g_autofree char *title = NULL;
  const char *called = self->names != NULL ? eqp_row_names_get (self->names, self->row) : NULL;
  g_autoptr (GdkTexture) image = eqp_presenter_image_make (dataset, self->row);

  if (called != NULL)
    {
      g_autofree char *shorter = eqp_short_name (called);
      g_autofree char *both = g_strdup_printf ("%s · %s", number, shorter);

      g_free (number);
      number = g_steal_pointer (&both);
    }
  if (name != NULL)
    title = g_strdup_printf (_ ("Row %s · class %s"), number, name);
  else
    title = g_strdup_printf (_ ("Row %s"), number);
  gtk_widget_set_visible (GTK_WIDGET (self->picture), image != NULL);
  gtk_picture_set_paintable (self->picture, image != NULL ? GDK_PAINTABLE (image) : NULL);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->title), g_strcmp0 (name, whole) != 0 ? whole : NULL);
  gtk_label_set_label (self->title, title);
}

static void
update (EqpExplainPanel *self)
{
  EqpLabels *labels = eqp_workspace_get_labels (self->workspace);
  EqpRun *run = eqp_workspace_get_run (self->workspace);
  EqpDataset *points = run != NULL ? eqp_run_get_dataset (run) : NULL;
  const EqpSettings *settings = eqp_workspace_get_settings (self->workspace);
  EqpGraph *graph;
  gboolean ahead;
  Job *job;

  if (self->row < 0 || labels == NULL || points == NULL || eqp_labels_get_n (labels) != eqp_dataset_get_n (points))
    return;
  graph = eqp_run_get_solver (run)->family == EQP_FAMILY_GRAPH ? eqp_run_get_graph (run) : NULL;
  if (graph == NULL && eqp_run_get_solver (run)->family == EQP_FAMILY_GRAPH)
    return;

  job = g_new0 (Job, 1);
  job->dataset = eqp_dataset_ref (points);
  job->graph = graph != NULL ? eqp_graph_ref (graph) : NULL;
  job->labels = eqp_labels_ref (labels);
  job->given = eqp_run_get_given (run) != NULL ? eqp_given_ref (eqp_run_get_given (run)) : NULL;
  job->row = self->row;
  job->balanced = (eqp_run_get_solver (run)->flags & EQP_SOLVER_USES_GAMMA) != 0;
  /* The slider is ahead of the run it starts; of another method, K or preparation it is in other units. What waits for
   * Run explains nothing that is shown. */
  ahead = eqp_workspace_is_following (self->workspace) && settings->solver == eqp_run_get_solver (run) &&
          settings->params.k == eqp_run_get_k (run) && points == eqp_workspace_get_prepared (self->workspace) &&
          !eqp_workspace_is_outdated (self->workspace);
  if (job->balanced)
    job->gamma = ahead ? eqp_workspace_get_gamma (self->workspace) : eqp_run_get_params (run)->gamma;
  eqp_newest_push (self->explainer, job);
}

/* The row that is selected, where it is a single one, is explained as soon as there is something to say. */
static void
selection_changed_cb (EqpExplainPanel *self)
{
  gint64 row = eqp_row_selection_get_row (self->selection);

  if (row == self->row)
    return;
  self->row = row;
  if (row < 0)
    gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  else
    {
      set_title (self);
      update (self);
    }
}

static void
close_cb (EqpExplainPanel *self)
{
  eqp_row_selection_clear (self->selection);
}

static gboolean
escape_cb (GtkWidget *widget,
           GVariant  *arguments,
           gpointer   user_data)
{
  close_cb (EQP_EXPLAIN_PANEL (widget));
  return TRUE;
}

static void
eqp_explain_panel_dispose (GObject *object)
{
  EqpExplainPanel *self = EQP_EXPLAIN_PANEL (object);

  g_clear_pointer (&self->explainer, eqp_newest_free);
  gtk_widget_dispose_template (GTK_WIDGET (self), EQP_TYPE_EXPLAIN_PANEL);
  g_clear_object (&self->names);
  g_clear_object (&self->selection);
  g_clear_object (&self->workspace);

  G_OBJECT_CLASS (eqp_explain_panel_parent_class)->dispose (object);
}

static void
eqp_explain_panel_class_init (EqpExplainPanelClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = eqp_explain_panel_dispose;

  /**
   * EqpExplainPanel::explained:
   * @self: a panel
   *
   * The panel is there and says something new; it may want another height.
   */
  signals[SIGNAL_EXPLAINED] =
      g_signal_new ("explained", EQP_TYPE_EXPLAIN_PANEL, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  g_type_ensure (EQP_TYPE_EXPLAIN_VIEW);
  gtk_widget_class_set_css_name (widget_class, "explainpanel");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Escape, 0, escape_cb, NULL);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/equipoise/Equipoise/ui/eqp-explain-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, EqpExplainPanel, content);
  gtk_widget_class_bind_template_child (widget_class, EqpExplainPanel, picture);
  gtk_widget_class_bind_template_child (widget_class, EqpExplainPanel, title);
  gtk_widget_class_bind_template_child (widget_class, EqpExplainPanel, reason);
  gtk_widget_class_bind_template_child (widget_class, EqpExplainPanel, view);
  gtk_widget_class_bind_template_child (widget_class, EqpExplainPanel, more);
  gtk_widget_class_bind_template_callback (widget_class, close_cb);
}

static void
eqp_explain_panel_init (EqpExplainPanel *self)
{
  self->row = -1;
  self->explainer = eqp_newest_new ("eqp-explain", explain_work, job_free, explained_cb, answer_free, self);
  gtk_widget_init_template (GTK_WIDGET (self));
  eqp_plot_view_set_label (EQP_PLOT_VIEW (self->view), _ ("Costs by cluster"));
}

/**
 * eqp_explain_panel_set_workspace:
 * @self: a panel without a workspace
 * @workspace: whose rows to explain
 * @selection: which of them
 */
void
eqp_explain_panel_set_workspace (EqpExplainPanel *self,
                                 EqpWorkspace    *workspace,
                                 EqpRowSelection *selection)
{
  g_return_if_fail (self->workspace == NULL);

  self->workspace = g_object_ref (workspace);
  self->selection = g_object_ref (selection);
  g_signal_connect_object (workspace, "shown-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "settings-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (selection, "changed", G_CALLBACK (selection_changed_cb), self, G_CONNECT_SWAPPED);
}

/**
 * eqp_explain_panel_set_names:
 * @self: a panel
 * @names: what the rows are called
 */
void
eqp_explain_panel_set_names (EqpExplainPanel *self,
                             EqpRowNames     *names)
{
  g_set_object (&self->names, names);
}
