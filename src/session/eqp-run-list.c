/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All runs of a session, as a list model of EqpRunRecord: what ends is added by itself and measured in a thread. What
 * the slider only passed by is not listed. Labels have a budget: the oldest runs that are not pinned give theirs up. */
#include "config.h"

#include "eqp-run-list-private.h"

#include <glib/gi18n.h>
#include <math.h>

/* How long a run that went on from another has to stay the last one. Dragging makes many a second. */
#define REST_MS 600

/* More are no list that anybody looks through. */
#define MAX_RECORDS 2000
#define MAX_UNDO 20

typedef struct
{
  EqpRunRecord *record;
  guint         position; /* of one that was deleted */
  gboolean      deleted;
  gint          place;    /* of one that was deleted among those that are compared; -1: it was none of them */
  char         *name;     /* before it was renamed; NULL: after its method */
  gboolean      named;
} Undo;

enum {
  SIGNAL_RECORD_CHANGED,
  SIGNAL_PINS_CHANGED,
  SIGNAL_PLAIN_CHANGED,
  SIGNAL_FAILED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void list_model_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (EqpRunList, eqp_run_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

/* ---- List model ------------------------------------------------------------------------------------------------- */

static GType
get_item_type (GListModel *model)
{
  return EQP_TYPE_RUN_RECORD;
}

static guint
get_n_items (GListModel *model)
{
  return EQP_RUN_LIST (model)->records->len;
}

static gpointer
get_item (GListModel *model,
          guint       position)
{
  EqpRunList *self = EQP_RUN_LIST (model);

  return position < self->records->len ? g_object_ref (g_ptr_array_index (self->records, position)) : NULL;
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

static void
undo_free (gpointer data)
{
  Undo *undo = data;

  g_object_unref (undo->record);
  g_free (undo->name);
  g_free (undo);
}

void
_eqp_run_list_fail (EqpRunList *self,
                    const char *message)
{
  g_signal_emit (self, signals[SIGNAL_FAILED], 0, message);
}

void
_eqp_run_list_pins_changed (EqpRunList *self)
{
  g_signal_emit (self, signals[SIGNAL_PINS_CHANGED], 0);
}

void
_eqp_run_list_plain_changed (EqpRunList *self)
{
  g_signal_emit (self, signals[SIGNAL_PLAIN_CHANGED], 0);
}

void
_eqp_run_list_record_changed (EqpRunList   *self,
                              EqpRunRecord *record)
{
  g_signal_emit (self, signals[SIGNAL_RECORD_CHANGED], 0, record);
}

gboolean
_eqp_run_list_find (EqpRunList   *self,
                    EqpRunRecord *record,
                    guint        *position)
{
  return g_ptr_array_find (self->records, record, position);
}

/* ---- Memory ----------------------------------------------------------------------------------------------------- */

static gsize
count_bytes (EqpRunList *self)
{
  gsize bytes = 0;

  for (guint i = 0; i < self->records->len; i++)
    bytes += eqp_run_record_get_bytes (g_ptr_array_index (self->records, i));
  for (guint i = 0; i < self->undo->len; i++)
    if (((Undo *) g_ptr_array_index (self->undo, i))->deleted)
      bytes += eqp_run_record_get_bytes (((Undo *) g_ptr_array_index (self->undo, i))->record);
  return bytes;
}

static void
forget (EqpRunList *self,
        guint       position)
{
  g_ptr_array_remove_index (self->records, position);
  g_list_model_items_changed (G_LIST_MODEL (self), position, 1, 0);
}

/* In this order: what could be undone, labels of the oldest, the oldest. The newest run stays as it is. */
static void
trim (EqpRunList *self)
{
  while (self->undo->len > MAX_UNDO || (self->undo->len > 0 && count_bytes (self) > self->budget))
    g_ptr_array_remove_index (self->undo, 0);
  for (guint i = 0; i + 1 < self->records->len && count_bytes (self) > self->budget; i++)
    {
      EqpRunRecord *record = g_ptr_array_index (self->records, i);

      if (eqp_run_record_get_pinned (record) || eqp_run_record_get_labels (record) == NULL)
        continue;
      _eqp_run_record_drop_labels (record);
      _eqp_run_list_record_changed (self, record);
    }
  for (guint i = 0; i + 1 < self->records->len &&
                    (self->records->len > MAX_RECORDS || count_bytes (self) > self->budget);)
    if (eqp_run_record_get_pinned (g_ptr_array_index (self->records, i)))
      i++;
    else
      forget (self, i);
}

/* ---- Adding ----------------------------------------------------------------------------------------------------- */

static void
add (EqpRunList   *self,
     EqpRunRecord *record,
     guint         number)
{
  g_ptr_array_add (self->records, g_object_ref (record));
  self->last_number = number;
  _eqp_run_record_set_number (record, number);
}

static void
append (EqpRunList   *self,
        EqpRunRecord *record)
{
  add (self, record, self->last_number + 1);
  g_list_model_items_changed (G_LIST_MODEL (self), self->records->len - 1, 0, 1);
  trim (self);
}

/* Runs of a file with their own numbers, above those before them. They are told of at once, since whoever shows the
 * list looks at all of it, and trimmed by _eqp_run_list_pin_kept(), which has to follow. */
void
_eqp_run_list_append_kept (EqpRunList *self,
                           GPtrArray  *records)
{
  guint before = self->records->len;

  for (guint i = 0; i < records->len; i++)
    {
      EqpRunRecord *record = g_ptr_array_index (records, i);

      add (self, record, eqp_run_record_get_facts (record)->number);
    }
  g_list_model_items_changed (G_LIST_MODEL (self), before, 0, records->len);
}

/* Returns: (transfer none) (nullable): its record; NULL when it has nothing to show */
EqpRunRecord *
_eqp_run_list_add_run (EqpRunList *self,
                       EqpRun     *run)
{
  EqpRunRecord *record = _eqp_run_list_find_run (self, run);
  EqpGraph *graph = eqp_run_get_graph (run);

  if (record != NULL)
    return record;
  record = _eqp_run_list_describe (self, run);
  if (record == NULL)
    return NULL;
  append (self, record);
  /* The cut tells something about all methods, once there is a graph. */
  _eqp_run_list_measure (self, record, eqp_run_get_dataset (run),
                         graph != NULL ? graph : eqp_workspace_get_graph (self->workspace), eqp_run_get_given (run));
  return record;
}

/**
 * eqp_run_list_add_labels:
 * @self: a list
 * @name: (nullable): what to call it
 * @n: rows
 * @k: clusters
 * @labels: n values 0..k-1
 * @error: return location for %EQP_ERROR_INVALID_DATA
 *
 * Adds clusters that were made elsewhere, to be compared like those of a run.
 *
 * Returns: (transfer none) (nullable): its record; %NULL when the data that are open have another number of rows
 */
EqpRunRecord *
eqp_run_list_add_labels (EqpRunList    *self,
                         const char    *name,
                         gint64         n,
                         gint           k,
                         const gint32  *labels,
                         GError       **error)
{
  EqpDataset *dataset = eqp_workspace_get_dataset (self->workspace);
  g_autoptr (EqpLabels) packed = NULL;
  g_autoptr (EqpRunRecord) record = NULL;
  EqpRunFacts facts = { 0 };

  if (dataset == NULL || n != eqp_dataset_get_n (dataset))
    {
      g_autofree char *given = g_strdup_printf ("%" G_GINT64_FORMAT, n);
      g_autofree char *open =
          g_strdup_printf ("%" G_GINT64_FORMAT, dataset != NULL ? eqp_dataset_get_n (dataset) : (gint64) 0);

      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_DATA,
                   _ ("There are %s labels for %s rows; open the data that they belong to."), given, open);
      return NULL;
    }
  facts.params = eqp_params_default ();
  facts.params.k = facts.k = k;
  facts.n = n;
  facts.gamma_rel = facts.objective = facts.data_term = facts.penalty = NAN;
  facts.converged = TRUE;
  facts.preparation = *eqp_workspace_get_preparation (self->workspace);
  facts.data_name = g_strdup (eqp_dataset_get_name (dataset));
  facts.rows = _eqp_run_list_dup_rows (self);
  facts.sizes = g_new0 (gint64, MAX (1, k));
  for (gint64 i = 0; i < n; i++)
    facts.sizes[labels[i]]++;

  packed = eqp_labels_new (n, k, labels);
  record = eqp_run_record_new (&facts, packed);
  if (name != NULL)
    _eqp_run_record_set_name (record, name);
  append (self, record);
  _eqp_run_list_measure (self, record, eqp_workspace_get_prepared (self->workspace),
                         eqp_workspace_get_graph (self->workspace), NULL);
  return record;
}

/* Lists what the slider came to rest on, if it has not been yet. */
void
_eqp_run_list_flush (EqpRunList *self)
{
  g_autoptr (EqpRun) run = g_steal_pointer (&self->resting);

  g_clear_handle_id (&self->rest_source, g_source_remove);
  if (run != NULL)
    _eqp_run_list_add_run (self, run);
}

static gboolean
rested_cb (gpointer user_data)
{
  EqpRunList *self = user_data;

  self->rest_source = 0;
  _eqp_run_list_flush (self);
  return G_SOURCE_REMOVE;
}

static void
run_over_cb (EqpRunList *self,
             EqpRun     *run,
             gboolean    replaced)
{
  gboolean warm = eqp_run_get_initial (run) != NULL;

  if (replaced)
    return;
  if (warm)
    g_clear_object (&self->resting);
  else
    _eqp_run_list_flush (self);
  if (!warm || eqp_run_get_state (run) == EQP_RUN_CANCELLED)
    {
      _eqp_run_list_add_run (self, run);
      return;
    }
  g_set_object (&self->resting, run);
  g_clear_handle_id (&self->rest_source, g_source_remove);
  self->rest_source = g_timeout_add (self->rest_ms, rested_cb, self);
}

/* ---- Pins ------------------------------------------------------------------------------------------------------- */

/**
 * eqp_run_list_is_comparable:
 * @self: a list
 * @record: one of its runs
 *
 * Returns: whether its rows are those of the data that are open
 */
gboolean
eqp_run_list_is_comparable (EqpRunList   *self,
                            EqpRunRecord *record)
{
  g_autofree char *rows = _eqp_run_list_dup_rows (self);

  return g_strcmp0 (rows, eqp_run_record_get_facts (record)->rows) == 0;
}

static gboolean
may_pin (EqpRunList    *self,
         EqpRunRecord  *record,
         GError       **error)
{
  if (!eqp_run_list_is_comparable (self, record))
    g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_DATA,
                 _ ("This run has other rows than the data that are open; open “%s” to compare it."),
                 eqp_run_record_get_facts (record)->data_name);
  else if (eqp_run_record_get_labels (record) == NULL)
    g_set_error_literal (error, EQP_ERROR, EQP_ERROR_TOO_LARGE,
                         _ ("The clusters of this run were given up to save memory; restore its settings and run "
                            "again."));
  else if (self->pins->len >= EQP_RUN_LIST_MAX_PINNED)
    g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                 _ ("At most %d runs fit side by side; unpin another one first."), EQP_RUN_LIST_MAX_PINNED);
  else
    return TRUE;
  return FALSE;
}

/* What is compared has a silhouette, which takes long, and a cut, as soon as there is a graph. */
static void
complete_measures (EqpRunList *self)
{
  for (guint i = 0; i < self->pins->len; i++)
    _eqp_run_list_measure_rest (self, g_ptr_array_index (self->pins, i));
}

static void
tell_pinned (EqpRunList   *self,
             EqpRunRecord *record,
             gboolean      pinned)
{
  _eqp_run_record_set_pinned (record, pinned);
  complete_measures (self);
  _eqp_run_list_record_changed (self, record);
  _eqp_run_list_pins_changed (self);
  trim (self);
}

/* place: among those that are pinned; -1: behind them */
static gboolean
pin (EqpRunList    *self,
     EqpRunRecord  *record,
     gint           place,
     GError       **error)
{
  if (!_eqp_run_list_find (self, record, NULL) || !may_pin (self, record, error))
    return FALSE;
  g_ptr_array_insert (self->pins, MIN (place, (gint) self->pins->len), record);
  tell_pinned (self, record, TRUE);
  return TRUE;
}

/* Those of them that were pinned; only then is anything given up for memory. */
void
_eqp_run_list_pin_kept (EqpRunList *self,
                        GPtrArray  *records)
{
  for (guint i = 0; i < records->len; i++)
    {
      EqpRunRecord *record = g_ptr_array_index (records, i);

      if (eqp_run_record_get_pinned (record) || !may_pin (self, record, NULL))
        continue;
      g_ptr_array_add (self->pins, record);
      _eqp_run_record_set_pinned (record, TRUE);
      _eqp_run_list_record_changed (self, record);
    }
  complete_measures (self);
  _eqp_run_list_pins_changed (self);
  trim (self);
}

/**
 * eqp_run_list_set_pinned:
 * @self: a list
 * @record: one of its runs
 * @pinned: whether to compare it with the others that are pinned
 * @error: return location
 *
 * Returns: whether it is as asked for
 */
gboolean
eqp_run_list_set_pinned (EqpRunList    *self,
                         EqpRunRecord  *record,
                         gboolean       pinned,
                         GError       **error)
{
  if (eqp_run_record_get_pinned (record) == pinned)
    return TRUE;
  if (pinned)
    return pin (self, record, -1, error);
  g_ptr_array_remove (self->pins, record);
  tell_pinned (self, record, FALSE);
  return TRUE;
}

/**
 * eqp_run_list_get_n_pinned:
 * @self: a list
 *
 * Returns: how many runs are compared
 */
guint
eqp_run_list_get_n_pinned (EqpRunList *self)
{
  return self->pins->len;
}

/**
 * eqp_run_list_get_pinned:
 * @self: a list
 * @place: 0..pinned-1, in the order in which they were pinned
 *
 * Returns: (transfer none): a run
 */
EqpRunRecord *
eqp_run_list_get_pinned (EqpRunList *self,
                         guint       place)
{
  return g_ptr_array_index (self->pins, place);
}

/* ---- Undo ------------------------------------------------------------------------------------------------------- */

static Undo *
note_undo (EqpRunList   *self,
           EqpRunRecord *record)
{
  Undo *undo = g_new0 (Undo, 1);

  undo->record = g_object_ref (record);
  g_ptr_array_add (self->undo, undo);
  return undo;
}

/**
 * eqp_run_list_remove:
 * @self: a list
 * @record: one of its runs
 *
 * Deletes it, until it is undone.
 */
void
eqp_run_list_remove (EqpRunList   *self,
                     EqpRunRecord *record)
{
  Undo *undo;
  guint position, place;

  if (!_eqp_run_list_find (self, record, &position))
    return;
  undo = note_undo (self, record);
  undo->deleted = TRUE;
  undo->position = position;
  undo->place = g_ptr_array_find (self->pins, record, &place) ? (gint) place : -1;
  eqp_run_list_set_pinned (self, record, FALSE, NULL);
  forget (self, position);
  trim (self);
}

/**
 * eqp_run_list_rename:
 * @self: a list
 * @record: one of its runs
 * @name: (nullable): what to call it; empty: after its method
 */
void
eqp_run_list_rename (EqpRunList   *self,
                     EqpRunRecord *record,
                     const char   *name)
{
  g_autofree char *stripped = name != NULL ? g_strstrip (g_strdup (name)) : NULL;
  g_autofree char *before = g_strdup (eqp_run_record_get_name (record));
  Undo *undo;

  if (!_eqp_run_list_find (self, record, NULL) || g_strcmp0 (stripped, before) == 0)
    return;
  undo = note_undo (self, record);
  undo->named = TRUE;
  undo->name = g_steal_pointer (&before);
  _eqp_run_record_set_name (record, stripped != NULL && *stripped != '\0' ? stripped : NULL);
  trim (self);
  _eqp_run_list_record_changed (self, record);
}

/**
 * eqp_run_list_can_undo:
 * @self: a list
 *
 * Returns: whether a run was deleted or renamed
 */
gboolean
eqp_run_list_can_undo (EqpRunList *self)
{
  return self->undo->len > 0;
}

/**
 * eqp_run_list_undo:
 * @self: a list
 *
 * Takes the last change back.
 *
 * Returns: (transfer none) (nullable): the run that is as it was before; %NULL when there was no change
 */
EqpRunRecord *
eqp_run_list_undo (EqpRunList *self)
{
  EqpRunRecord *record;
  Undo *undo;

  if (self->undo->len == 0)
    return NULL;
  undo = g_ptr_array_steal_index (self->undo, self->undo->len - 1);
  if (undo->deleted)
    {
      guint position = MIN (undo->position, self->records->len);

      g_ptr_array_insert (self->records, (gint) position, g_object_ref (undo->record));
      g_list_model_items_changed (G_LIST_MODEL (self), position, 0, 1);
      if (undo->place >= 0)
        pin (self, undo->record, undo->place, NULL);
    }
  else if (_eqp_run_list_find (self, undo->record, NULL))
    {
      const EqpSolver *solver = eqp_run_record_get_facts (undo->record)->solver;

      _eqp_run_record_set_name (undo->record,
                                solver != NULL && g_strcmp0 (undo->name, _ (solver->name)) == 0 ? NULL : undo->name);
      _eqp_run_list_record_changed (self, undo->record);
    }
  /* It is held by the list, unless it has been forgotten since. */
  record = _eqp_run_list_find (self, undo->record, NULL) ? undo->record : NULL;
  undo_free (undo);
  return record;
}

/* ---- Data ------------------------------------------------------------------------------------------------------- */

static void
data_changed_cb (EqpRunList *self)
{
  g_clear_handle_id (&self->rest_source, g_source_remove);
  g_clear_object (&self->resting);
  _eqp_run_list_plain_drop (self);
  _eqp_run_list_restore_data (self);
  for (guint i = self->pins->len; i-- > 0;)
    if (!eqp_run_list_is_comparable (self, g_ptr_array_index (self->pins, i)))
      eqp_run_list_set_pinned (self, g_ptr_array_index (self->pins, i), FALSE, NULL);
  /* Others can be compared from now on. */
  _eqp_run_list_pins_changed (self);
}

/* ---- Life ------------------------------------------------------------------------------------------------------- */

static void
eqp_run_list_dispose (GObject *object)
{
  EqpRunList *self = EQP_RUN_LIST (object);

  g_clear_handle_id (&self->rest_source, g_source_remove);
  g_clear_object (&self->resting);
  if (self->workspace != NULL)
    {
      _eqp_run_list_plain_drop (self);
      _eqp_run_list_restore_drop (self);
    }
  _eqp_run_list_measure_drop (self);
  g_clear_object (&self->chain);
  g_clear_object (&self->workspace);

  G_OBJECT_CLASS (eqp_run_list_parent_class)->dispose (object);
}

static void
eqp_run_list_finalize (GObject *object)
{
  EqpRunList *self = EQP_RUN_LIST (object);

  g_ptr_array_unref (self->pins);
  g_ptr_array_unref (self->undo);
  g_ptr_array_unref (self->records);

  G_OBJECT_CLASS (eqp_run_list_parent_class)->finalize (object);
}

static void
eqp_run_list_class_init (EqpRunListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = eqp_run_list_dispose;
  object_class->finalize = eqp_run_list_finalize;

  /**
   * EqpRunList::record-changed:
   * @record: a run whose name, pin, measures or labels are others
   */
  signals[SIGNAL_RECORD_CHANGED] = g_signal_new ("record-changed", EQP_TYPE_RUN_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                                 NULL, G_TYPE_NONE, 1, EQP_TYPE_RUN_RECORD);
  /**
   * EqpRunList::pins-changed:
   *
   * Others are compared, or can be.
   */
  signals[SIGNAL_PINS_CHANGED] =
      g_signal_new ("pins-changed", EQP_TYPE_RUN_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  /**
   * EqpRunList::plain-changed:
   *
   * A plain method that was asked for is under way, or not any more.
   */
  signals[SIGNAL_PLAIN_CHANGED] =
      g_signal_new ("plain-changed", EQP_TYPE_RUN_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  /**
   * EqpRunList::failed:
   * @message: a full sentence
   */
  signals[SIGNAL_FAILED] = g_signal_new ("failed", EQP_TYPE_RUN_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                         G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
eqp_run_list_init (EqpRunList *self)
{
  self->records = g_ptr_array_new_with_free_func (g_object_unref);
  self->undo = g_ptr_array_new_with_free_func (undo_free);
  self->pins = g_ptr_array_new ();
  self->budget = EQP_RUN_LIST_BUDGET;
  self->rest_ms = REST_MS;
  g_queue_init (&self->to_measure);
}

/**
 * eqp_run_list_new:
 * @workspace: whose runs to list
 * @chain: (nullable): how its data come about, for the lines that repeat runs
 *
 * Returns: (transfer full): an empty list
 */
EqpRunList *
eqp_run_list_new (EqpWorkspace *workspace,
                  EqpDataChain *chain)
{
  EqpRunList *self = g_object_new (EQP_TYPE_RUN_LIST, NULL);

  self->workspace = g_object_ref (workspace);
  self->chain = chain != NULL ? g_object_ref (chain) : NULL;
  g_signal_connect_object (workspace, "run-over", G_CALLBACK (run_over_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "data-changed", G_CALLBACK (data_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "graph-changed", G_CALLBACK (complete_measures), self, G_CONNECT_SWAPPED);
  return self;
}

/**
 * eqp_run_list_set_budget:
 * @self: a list
 * @bytes: what labels and sizes of all runs may take
 */
void
eqp_run_list_set_budget (EqpRunList *self,
                         gsize       bytes)
{
  self->budget = bytes;
  trim (self);
}

/**
 * eqp_run_list_get_n:
 * @self: a list
 *
 * Returns: how many runs
 */
guint
eqp_run_list_get_n (EqpRunList *self)
{
  return self->records->len;
}

/**
 * eqp_run_list_get:
 * @self: a list
 * @position: 0..runs-1, the oldest first
 *
 * Returns: (transfer none): a run
 */
EqpRunRecord *
eqp_run_list_get (EqpRunList *self,
                  guint       position)
{
  return g_ptr_array_index (self->records, position);
}
