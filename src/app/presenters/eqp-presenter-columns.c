/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The columns of a data set as rows of a table: name, role, distribution, and what they are like. The classes of the
 * file, where there are any, come first. */
#include "config.h"

#include "eqp-presenter-columns.h"

#include <glib/gi18n.h>
#include <string.h>

#include "eqp-release.h"

#define DIGITS 4

enum {
  COLUMN_NAME,
  COLUMN_ROLE,
  COLUMN_BINS,
  COLUMN_TYPE,
  COLUMN_MISSING,
  COLUMN_DISTINCT,
  COLUMN_MIN,
  COLUMN_MEAN,
  COLUMN_MAX,
  COLUMN_SD,
  N_COLUMNS
};

struct _EqpPresenterColumns
{
  GObject       parent_instance;
  EqpDataChain *chain;
  EqpWorkspace *workspace;
  EqpDataset   *base;
  gint64        d;
  double        longest_name; /* characters */
  int           lead;  /* rows before the features: the classes */
  guint32      *class_bins;
  int           n_class_bins;
  GPtrArray    *ignored; /* EqpLedgerEntry of columns of the file that are not among the data; they come last */
};

static gint64
get_n_rows (EqpTableModel *model)
{
  EqpPresenterColumns *self = EQP_PRESENTER_COLUMNS (model);

  return self->d + self->lead + self->ignored->len;
}

static gint64
get_n_columns (EqpTableModel *model)
{
  return N_COLUMNS;
}

static int
get_n_frozen (EqpTableModel *model)
{
  return 1;
}

static char *
dup_title (EqpTableModel *model,
           gint64         column)
{
  static const char *const titles[] = {
    N_ ("Column"),   N_ ("Role"), N_ ("Distribution"), N_ ("Type"), N_ ("Missing"),
    N_ ("Distinct"), N_ ("Min"),  N_ ("Mean"),         N_ ("Max"),  N_ ("Std. Dev.")
  };

  return g_strdup (_ (titles[column]));
}

static double
get_width (EqpTableModel *model,
           gint64         column)
{
  EqpPresenterColumns *self = EQP_PRESENTER_COLUMNS (model);
  static const double widths[] = { 14, 8, 10, 9, 7, 7, 8.5, 8.5, 8.5, 8.5 };

  return column == COLUMN_NAME ? CLAMP (self->longest_name, widths[column], 22.0) : widths[column];
}

static double
get_most_width (EqpTableModel *model,
                gint64         column)
{
  return column == COLUMN_NAME ? MAX (EQP_PRESENTER_COLUMNS (model)->longest_name, get_width (model, column))
                               : get_width (model, column);
}

static double
get_align (EqpTableModel *model,
           gint64         column)
{
  return column >= COLUMN_MISSING ? 1.0 : 0.0;
}

static const char *
role_name (EqpRole role)
{
  static const char *const names[] = { N_ ("Feature"), N_ ("Classes"), N_ ("Ignored"), N_ ("Weights") };

  return _ (names[role]);
}

static const char *
type_name (EqpColumnType type)
{
  static const char *const names[] = { N_ ("constant"), N_ ("two values"), N_ ("integer"), N_ ("number") };

  return _ (names[type]);
}

static char *
dup_distinct (const EqpColumnProfile *column)
{
  g_autofree char *count = eqp_format_count (column->distinct);

  /* Translators: at least so many. */
  return column->distinct >= EQP_PROFILE_MAX_DISTINCT ? g_strdup_printf (_ ("%s+"), count) : g_steal_pointer (&count);
}

static char *
dup_number (const EqpColumnProfile *column,
            double                  value)
{
  /* What is nothing beside the spread of the column is rounding. */
  return eqp_format_number (ABS (value) < 1e-7 * (column->max - column->min) ? 0.0 : value, DIGITS);
}

/* Of a column that was not read only this is known. Examples of its text, behind the colon, stand among the findings.
 */
static char *
dup_ignored_text (const EqpLedgerEntry *entry,
                  gint64                column)
{
  if (column == COLUMN_NAME)
    return entry->name != NULL ? g_strdup (entry->name) : g_strdup_printf (_ ("column %d"), (int) entry->column);
  if (column != COLUMN_TYPE || entry->after == NULL)
    return g_strdup ("");
  return g_strndup (entry->after, strcspn (entry->after, ":"));
}

static char *
dup_class_text (EqpPresenterColumns *self,
                gint64               column)
{
  EqpDataset *base = self->base;

  switch (column)
    {
    case COLUMN_TYPE:
      return g_strdup (_ ("text"));
    case COLUMN_DISTINCT:
      return eqp_format_count (eqp_dataset_get_n_classes (base));
    case COLUMN_BINS:
      return NULL;
    default:
      return g_strdup ("");
    }
}

static char *
dup_text (EqpTableModel *model,
          gint64         row,
          gint64         column,
          EqpCellFlags  *flags)
{
  EqpPresenterColumns *self = EQP_PRESENTER_COLUMNS (model);
  EqpDataset *base = self->base;
  EqpProfile *profile = eqp_data_chain_get_profile (self->chain);
  const EqpColumnProfile *facts;
  EqpRole role = eqp_presenter_columns_get_role (self, row);
  const EqpLedgerEntry *ignored = eqp_presenter_columns_get_ignored (self, row);
  gint64 j = row - self->lead;

  if (role == EQP_ROLE_IGNORED)
    *flags = EQP_CELL_DIM;
  if (ignored != NULL && column != COLUMN_ROLE)
    return dup_ignored_text (ignored, column);
  if (column == COLUMN_NAME)
    return g_strdup (j < 0 ? _ ("Classes of the file") : eqp_dataset_get_column_name (base, j));
  if (column == COLUMN_ROLE)
    {
      *flags |= EQP_CELL_MENU;
      return g_strdup (role_name (role));
    }
  if (j < 0)
    return dup_class_text (self, column);
  if (column == COLUMN_MISSING)
    {
      if (eqp_dataset_get_column_missing (base, j) == 0)
        *flags |= EQP_CELL_DIM;
      return eqp_format_count (eqp_dataset_get_column_missing (base, j));
    }
  if (profile == NULL || eqp_data_chain_get_base (self->chain) != self->base)
    return g_strdup (column == COLUMN_BINS ? "…" : "");

  facts = eqp_profile_get_column (profile, j);
  switch (column)
    {
    case COLUMN_TYPE:
      return g_strdup (type_name (facts->type));
    case COLUMN_DISTINCT:
      return dup_distinct (facts);
    case COLUMN_MIN:
      return dup_number (facts, facts->min);
    case COLUMN_MEAN:
      return dup_number (facts, facts->mean);
    case COLUMN_MAX:
      return dup_number (facts, facts->max);
    case COLUMN_SD:
      return dup_number (facts, facts->sd);
    default:
      return NULL;
    }
}

static void
draw_cell (EqpTableModel  *model,
           gint64          row,
           gint64          column,
           cairo_t        *cr,
           double          width,
           double          height,
           const EqpStyle *style)
{
  EqpPresenterColumns *self = EQP_PRESENTER_COLUMNS (model);
  EqpProfile *profile = eqp_data_chain_get_profile (self->chain);
  EqpRgba color = eqp_presenter_columns_get_role (self, row) == EQP_ROLE_IGNORED
                      ? eqp_rgba_mix (style->card, style->dim, 0.5f)
                      : style->accent;
  const EqpColumnProfile *facts;

  cairo_translate (cr, 0.0, 4.0);
  if (row < self->lead)
    {
      eqp_draw_histogram (cr, self->class_bins, self->n_class_bins, width, height - 8.0, color, style);
      return;
    }
  if (profile == NULL || eqp_data_chain_get_base (self->chain) != self->base)
    return;
  facts = eqp_profile_get_column (profile, row - self->lead);
  eqp_draw_histogram (cr, facts->bins, facts->n_bins, width, height - 8.0, color, style);
}

static void
table_model_init (EqpTableModelInterface *iface)
{
  iface->get_n_rows = get_n_rows;
  iface->get_n_columns = get_n_columns;
  iface->get_n_frozen = get_n_frozen;
  iface->dup_title = dup_title;
  iface->get_width = get_width;
  iface->get_most_width = get_most_width;
  iface->get_align = get_align;
  iface->dup_text = dup_text;
  iface->draw_cell = draw_cell;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (EqpPresenterColumns, eqp_presenter_columns, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (EQP_TYPE_TABLE_MODEL, table_model_init))

static void
eqp_presenter_columns_dispose (GObject *object)
{
  EqpPresenterColumns *self = EQP_PRESENTER_COLUMNS (object);

  eqp_release (g_steal_pointer (&self->base), (GDestroyNotify) eqp_dataset_unref);
  g_clear_object (&self->chain);
  g_clear_object (&self->workspace);
  g_clear_pointer (&self->class_bins, g_free);
  g_clear_pointer (&self->ignored, g_ptr_array_unref);

  G_OBJECT_CLASS (eqp_presenter_columns_parent_class)->dispose (object);
}

static void
eqp_presenter_columns_class_init (EqpPresenterColumnsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = eqp_presenter_columns_dispose;
}

static void
eqp_presenter_columns_init (EqpPresenterColumns *self)
{
}

static void
count_classes (EqpPresenterColumns *self,
               EqpDataset          *base)
{
  const gint32 *labels = eqp_dataset_get_labels (base);
  gint n_classes = eqp_dataset_get_n_classes (base);

  /* More classes than bars can be drawn share them. */
  self->n_class_bins = MAX (1, MIN (n_classes, 2 * EQP_PROFILE_BINS));
  self->class_bins = g_new0 (guint32, self->n_class_bins);
  for (gint64 i = 0; i < eqp_dataset_get_n (base); i++)
    self->class_bins[(gint64) labels[i] * self->n_class_bins / MAX (1, n_classes)]++;
}

/**
 * eqp_presenter_columns_new:
 * @chain: with data; others ask for another table
 * @workspace: that gets them, and knows which column gives the weights
 *
 * Returns: (transfer full): the columns of its data as read
 */
EqpPresenterColumns *
eqp_presenter_columns_new (EqpDataChain *chain,
                           EqpWorkspace *workspace)
{
  EqpPresenterColumns *self = g_object_new (EQP_TYPE_PRESENTER_COLUMNS, NULL);
  EqpDataset *base = eqp_data_chain_get_base (chain);
  EqpLedger *ledger = eqp_dataset_get_ledger (base);

  self->chain = g_object_ref (chain);
  self->workspace = g_object_ref (workspace);
  self->base = eqp_dataset_ref (base);
  self->d = eqp_dataset_get_d (base);
  for (gint64 j = 0; j < self->d; j++)
    self->longest_name = MAX (self->longest_name, (double) g_utf8_strlen (eqp_dataset_get_column_name (base, j), -1));
  self->ignored = g_ptr_array_new ();
  for (guint i = 0; i < eqp_ledger_get_n_entries (ledger); i++)
    if (eqp_ledger_get_entry (ledger, i)->kind == EQP_LEDGER_COLUMN_IGNORED)
      g_ptr_array_add (self->ignored, (gpointer) eqp_ledger_get_entry (ledger, i));
  if (eqp_dataset_get_labels (base) != NULL)
    {
      self->lead = 1;
      count_classes (self, base);
    }
  g_signal_connect_object (chain, "facts-changed", G_CALLBACK (eqp_table_model_cells_changed), self, G_CONNECT_SWAPPED);
  return self;
}

/**
 * eqp_presenter_columns_get_dataset:
 * @self: the table
 *
 * Returns: (transfer none): whose columns it has
 */
EqpDataset *
eqp_presenter_columns_get_dataset (EqpPresenterColumns *self)
{
  return self->base;
}

/**
 * eqp_presenter_columns_get_column:
 * @self: the table
 * @row: one of its rows
 *
 * Returns: the column of the data as read, -1 for the classes of the file
 */
gint64
eqp_presenter_columns_get_column (EqpPresenterColumns *self,
                                  gint64               row)
{
  return row - self->lead;
}

/**
 * eqp_presenter_columns_get_ignored:
 * @self: the table
 * @row: one of its rows
 *
 * Returns: (transfer none) (nullable): what is known of a column of the file that is not among the data; NULL for all
 * others
 */
const EqpLedgerEntry *
eqp_presenter_columns_get_ignored (EqpPresenterColumns *self,
                                   gint64               row)
{
  gint64 place = row - self->lead - self->d;

  return place >= 0 && place < self->ignored->len ? g_ptr_array_index (self->ignored, place) : NULL;
}

/* By name, or by number where it has none that could be given. */
static gboolean
is_weights (EqpPresenterColumns *self,
            gint64               row)
{
  const EqpLedgerEntry *entry = eqp_presenter_columns_get_ignored (self, row);
  const char *weights = eqp_workspace_get_given_source (self->workspace, EQP_GIVEN_WEIGHTS);
  g_autofree char *number = entry != NULL ? g_strdup_printf ("%" G_GINT64_FORMAT, entry->column) : NULL;

  return weights != NULL && entry != NULL &&
         (g_strcmp0 (entry->name, weights) == 0 || g_strcmp0 (number, weights) == 0);
}

/**
 * eqp_presenter_columns_get_role:
 * @self: the table
 * @row: one of its rows
 *
 * Returns: what the column is taken for
 */
EqpRole
eqp_presenter_columns_get_role (EqpPresenterColumns *self,
                                gint64               row)
{
  const EqpEdit *edit = eqp_data_chain_get_edit (self->chain);
  gint64 column = row - self->lead;

  if (column >= self->d)
    return is_weights (self, row) ? EQP_ROLE_WEIGHTS : EQP_ROLE_IGNORED;
  if (column < 0)
    return edit->no_labels || edit->label >= 0 ? EQP_ROLE_IGNORED : EQP_ROLE_LABEL;
  if (column == edit->label)
    return EQP_ROLE_LABEL;
  return eqp_edit_is_dropped (edit, column) ? EQP_ROLE_IGNORED : EQP_ROLE_FEATURE;
}
