/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the rows of the open table are called, where a column of its file tells: looked up in a thread once it is open.
 */
#include "config.h"

#include "eqp-row-names.h"

/* Bytes of a file that is read again only for this. */
#define MOST_BYTES (64 << 20)

/* Vertices in a picture; more are never all in view. */
#define MOST_DRAWN 5000

struct _EqpRowNames
{
  GObject       parent_instance;
  EqpWorkspace *workspace;   /* borrowed: it outlives the signal */
  GCancellable *cancellable; /* of the reading under way */
  GPtrArray    *names;       /* char*, one a row; NULL: they have none */
};

G_DEFINE_FINAL_TYPE (EqpRowNames, eqp_row_names, G_TYPE_OBJECT)

static guint changed_signal;

static gboolean
is_small (EqpDataset *dataset)
{
  g_autoptr (GFile) file = NULL;
  g_autoptr (GFileInfo) info = NULL;

  if (eqp_dataset_get_source (dataset) == NULL)
    return FALSE;
  file = g_file_new_for_commandline_arg (eqp_dataset_get_source (dataset));
  info = g_file_query_info (file, G_FILE_ATTRIBUTE_STANDARD_SIZE, G_FILE_QUERY_INFO_NONE, NULL, NULL);
  return info != NULL && g_file_info_get_size (info) <= MOST_BYTES;
}

static void
read_thread (GTask        *task,
             gpointer      source,
             gpointer      task_data,
             GCancellable *cancellable)
{
  EqpDataset *dataset = task_data;
  g_autoptr (EqpOriginalRows) rows = is_small (dataset) ? eqp_original_rows_read (dataset, cancellable) : NULL;
  gint64 column = rows != NULL ? eqp_original_rows_get_identifier (rows) : -1;
  g_autoptr (GPtrArray) names = NULL;

  if (column < 0)
    {
      g_task_return_pointer (task, NULL, NULL);
      return;
    }
  names = g_ptr_array_new_with_free_func (g_free);
  for (gint64 i = 0; i < eqp_dataset_get_n (dataset); i++)
    g_ptr_array_add (names, g_strdup (eqp_original_rows_get_cell (rows, i, column)));
  g_task_return_pointer (task, g_steal_pointer (&names), (GDestroyNotify) g_ptr_array_unref);
}

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  EqpRowNames *self = EQP_ROW_NAMES (source);
  GPtrArray *names = g_task_propagate_pointer (G_TASK (result), NULL);

  /* Those of data that are no longer open. */
  if (g_task_get_cancellable (G_TASK (result)) != self->cancellable)
    {
      g_clear_pointer (&names, g_ptr_array_unref);
      return;
    }
  g_clear_object (&self->cancellable);
  self->names = names;
  if (names != NULL)
    g_signal_emit (self, changed_signal, 0);
}

static void
stop_reading (EqpRowNames *self)
{
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->names, g_ptr_array_unref);
}

/* Those that came with the data. */
static GPtrArray *
name_vertices (EqpDataset *dataset)
{
  GPtrArray *names;

  if (eqp_dataset_get_row_name (dataset, 0) == NULL)
    return NULL;
  names = g_ptr_array_new_with_free_func (g_free);
  for (gint64 i = 0; i < eqp_dataset_get_n (dataset); i++)
    g_ptr_array_add (names, g_strdup (eqp_dataset_get_row_name (dataset, i)));
  return names;
}

static void
data_changed_cb (EqpRowNames *self)
{
  EqpDataset *dataset = eqp_workspace_get_dataset (self->workspace);
  gboolean named = self->names != NULL;
  g_autoptr (GTask) task = NULL;

  stop_reading (self);
  self->names = dataset != NULL ? name_vertices (dataset) : NULL;
  if (named || self->names != NULL)
    g_signal_emit (self, changed_signal, 0);
  if (dataset == NULL || self->names != NULL)
    return;
  self->cancellable = g_cancellable_new ();
  task = g_task_new (self, self->cancellable, read_cb, NULL);
  g_task_set_source_tag (task, data_changed_cb);
  g_task_set_task_data (task, eqp_dataset_ref (dataset), (GDestroyNotify) eqp_dataset_unref);
  g_task_run_in_thread (task, read_thread);
}

static void
eqp_row_names_dispose (GObject *object)
{
  stop_reading (EQP_ROW_NAMES (object));

  G_OBJECT_CLASS (eqp_row_names_parent_class)->dispose (object);
}

static void
eqp_row_names_class_init (EqpRowNamesClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = eqp_row_names_dispose;

  /**
   * EqpRowNames::changed:
   * @self: names
   *
   * The rows have other names, or none any more.
   */
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
}

static void
eqp_row_names_init (EqpRowNames *self)
{
}

/**
 * eqp_row_names_new:
 * @workspace: whose data
 *
 * Returns: (transfer full): the names of the rows of what is open, from now on
 */
EqpRowNames *
eqp_row_names_new (EqpWorkspace *workspace)
{
  EqpRowNames *self = g_object_new (EQP_TYPE_ROW_NAMES, NULL);

  self->workspace = workspace;
  g_signal_connect_object (workspace, "data-changed", G_CALLBACK (data_changed_cb), self, G_CONNECT_SWAPPED);
  data_changed_cb (self);
  return self;
}

/**
 * eqp_row_names_get:
 * @self: names
 * @row: a row of the data set that is open
 *
 * Returns: (transfer none) (nullable): what it is called; %NULL: it has no name, or it is not known yet
 */
const char *
eqp_row_names_get (EqpRowNames *self,
                   gint64       row)
{
  return self->names != NULL && row >= 0 && row < (gint64) self->names->len ? g_ptr_array_index (self->names, row)
                                                                             : NULL;
}

/**
 * eqp_row_names_ref:
 * @self: names
 *
 * Returns: (transfer full) (nullable): (element-type utf8): all of them, for any thread; %NULL: there are none, or they
 *   are not known yet
 */
GPtrArray *
eqp_row_names_ref (EqpRowNames *self)
{
  return self->names != NULL ? g_ptr_array_ref (self->names) : NULL;
}

/**
 * eqp_vertices_dup_names:
 * @dataset: data
 *
 * Returns: (transfer full) (nullable): for a picture of a graph, what each vertex is called, by its name or else its
 *   number; %NULL where the data are no graph, or one of very many vertices
 */
char **
eqp_vertices_dup_names (EqpDataset *dataset)
{
  gint64 n = eqp_dataset_get_n (dataset);
  char **names;

  if (eqp_dataset_get_graph (dataset) == NULL || n > MOST_DRAWN)
    return NULL;
  names = g_new0 (char *, (gsize) n + 1);
  for (gint64 i = 0; i < n; i++)
    {
      const char *name = eqp_dataset_get_row_name (dataset, i);

      names[i] = name != NULL ? eqp_short_name (name) : g_strdup_printf ("%" G_GINT64_FORMAT, i + 1);
    }
  return names;
}
