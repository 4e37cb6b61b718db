/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ledger as a table: what was changed or left out, where, and what became of it. What was done to very many cells
 * in the same way is one line, with the first of them as an example. */
#include "config.h"

#include "eqp-presenter-ledger.h"

#include <glib/gi18n.h>

/* So many changes of one kind have a line each. */
#define MOST_ALIKE 10

enum {
  COLUMN_CHANGE,
  COLUMN_LINE,
  COLUMN_ROW,
  COLUMN_COLUMN,
  COLUMN_BEFORE,
  COLUMN_AFTER,
  N_COLUMNS
};

struct _EqpPresenterLedger
{
  GObject    parent_instance;
  EqpLedger *ledger;
  GArray    *lines;  /* guint: entries that have a line each */
  GArray    *longer; /* EqpLedgerKind: changes that are counted, but not all listed; a row each at the end */
};

static gint64
get_n_rows (EqpTableModel *model)
{
  EqpPresenterLedger *self = EQP_PRESENTER_LEDGER (model);

  return (gint64) self->lines->len + self->longer->len;
}

static gint64
get_n_columns (EqpTableModel *model)
{
  return N_COLUMNS;
}

static int
get_n_frozen (EqpTableModel *model)
{
  return 0;
}

static char *
dup_title (EqpTableModel *model,
           gint64         column)
{
  static const char *const titles[] = { N_ ("Change"), N_ ("Line"),        N_ ("Row"),
                                        N_ ("Column"), N_ ("In the File"), N_ ("As Read") };

  return g_strdup (_ (titles[column]));
}

static double
get_width (EqpTableModel *model,
           gint64         column)
{
  static const double widths[] = { 30.0, 7.0, 7.0, 14.0, 22.0, 22.0 };

  return widths[column];
}

static double
get_align (EqpTableModel *model,
           gint64         column)
{
  return column == COLUMN_LINE || column == COLUMN_ROW ? 1.0 : 0.0;
}

static char *
dup_number (gint64 number)
{
  return number > 0 ? eqp_format_count (number) : g_strdup ("");
}

static char *
dup_change (EqpLedgerKind kind,
            gint64        count)
{
  g_autofree char *text = eqp_ledger_kind_dup_text (kind, count);

  text[0] = g_ascii_toupper (text[0]);
  return g_steal_pointer (&text);
}

static gint64
count_listed (EqpLedger *ledger, EqpLedgerKind kind)
{
  gint64 listed = 0;

  for (guint i = 0; i < eqp_ledger_get_n_entries (ledger); i++)
    listed += eqp_ledger_get_entry (ledger, i)->kind == kind;
  return listed;
}

static char *
dup_longer (EqpPresenterLedger *self,
            EqpLedgerKind       kind,
            gint64              column)
{
  g_autofree char *more = NULL;
  gint64 count = eqp_ledger_get_count (self->ledger, kind);

  if (column == COLUMN_CHANGE)
    return eqp_ledger_kind_dup_text (kind, count);
  if (column != COLUMN_AFTER)
    return g_strdup ("");
  more = eqp_format_count (count - count_listed (self->ledger, kind));
  /* Translators: the last row of a kind of changes, of which only the first are listed. */
  return g_strdup_printf (_ ("%s more, not listed"), more);
}

/* Ways of writing numbers go through a whole file; each cell of it says the same. */
static gboolean
is_joined (EqpLedger     *ledger,
           EqpLedgerKind  kind)
{
  switch (kind)
    {
    case EQP_LEDGER_THOUSANDS:
    case EQP_LEDGER_SIGN:
    case EQP_LEDGER_SPELLING:
    case EQP_LEDGER_BOOLEAN:
    case EQP_LEDGER_TEXT:
    case EQP_LEDGER_ROUNDED:
      return eqp_ledger_get_count (ledger, kind) > MOST_ALIKE;
    default:
      return FALSE;
    }
}

/* The line of all changes of a kind, of which @first is the first. */
static char *
dup_joined (EqpPresenterLedger   *self,
            const EqpLedgerEntry *first,
            gint64                column,
            EqpCellFlags         *flags)
{
  switch (column)
    {
    case COLUMN_CHANGE:
      return dup_change (first->kind, eqp_ledger_get_count (self->ledger, first->kind));
    case COLUMN_BEFORE:
      /* Translators: one cell as an example of very many. */
      return g_strdup_printf (_ ("%s, for example"), first->before != NULL ? first->before : "");
    case COLUMN_AFTER:
      return g_strdup (first->after != NULL ? first->after : "");
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
  EqpPresenterLedger *self = EQP_PRESENTER_LEDGER (model);
  gint64 n = self->lines->len;
  const EqpLedgerEntry *entry;

  if (row >= n)
    {
      *flags = EQP_CELL_DIM;
      return dup_longer (self, g_array_index (self->longer, EqpLedgerKind, row - n), column);
    }
  entry = eqp_ledger_get_entry (self->ledger, g_array_index (self->lines, guint, row));
  if (is_joined (self->ledger, entry->kind))
    return dup_joined (self, entry, column, flags);
  switch (column)
    {
    case COLUMN_CHANGE:
      return dup_change (entry->kind, 1);
    case COLUMN_LINE:
      *flags = EQP_CELL_DIM;
      return dup_number (entry->line);
    case COLUMN_ROW:
      *flags = EQP_CELL_DIM;
      return dup_number (entry->row);
    case COLUMN_COLUMN:
      return entry->name != NULL ? g_strdup (entry->name) : dup_number (entry->column);
    case COLUMN_BEFORE:
      return g_strdup (entry->before != NULL ? entry->before : "");
    case COLUMN_AFTER:
    default:
      return g_strdup (entry->after != NULL ? entry->after : "");
    }
}

static void
table_model_init (EqpTableModelInterface *iface)
{
  iface->get_n_rows = get_n_rows;
  iface->get_n_columns = get_n_columns;
  iface->get_n_frozen = get_n_frozen;
  iface->dup_title = dup_title;
  iface->get_width = get_width;
  iface->get_align = get_align;
  iface->dup_text = dup_text;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (EqpPresenterLedger, eqp_presenter_ledger, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (EQP_TYPE_TABLE_MODEL, table_model_init))

static void
eqp_presenter_ledger_finalize (GObject *object)
{
  EqpPresenterLedger *self = EQP_PRESENTER_LEDGER (object);

  g_clear_pointer (&self->ledger, eqp_ledger_unref);
  g_clear_pointer (&self->lines, g_array_unref);
  g_clear_pointer (&self->longer, g_array_unref);

  G_OBJECT_CLASS (eqp_presenter_ledger_parent_class)->finalize (object);
}

static void
eqp_presenter_ledger_class_init (EqpPresenterLedgerClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = eqp_presenter_ledger_finalize;
}

static void
eqp_presenter_ledger_init (EqpPresenterLedger *self)
{
  self->lines = g_array_new (FALSE, FALSE, sizeof (guint));
  self->longer = g_array_new (FALSE, FALSE, sizeof (EqpLedgerKind));
}

/**
 * eqp_presenter_ledger_new:
 * @ledger: a ledger that is not added to any more
 *
 * Returns: (transfer full): what it lists, and how many changes of each kind there are beyond
 */
EqpTableModel *
eqp_presenter_ledger_new (EqpLedger *ledger)
{
  EqpPresenterLedger *self = g_object_new (EQP_TYPE_PRESENTER_LEDGER, NULL);
  gboolean seen[EQP_LEDGER_N_KINDS] = { FALSE };

  self->ledger = eqp_ledger_ref (ledger);
  for (guint place = 0; place < eqp_ledger_get_n_entries (ledger); place++)
    {
      EqpLedgerKind kind = eqp_ledger_get_entry (ledger, place)->kind;

      if (!is_joined (ledger, kind) || !seen[kind])
        g_array_append_val (self->lines, place);
      seen[kind] = TRUE;
    }
  for (guint i = 0; i < EQP_LEDGER_N_KINDS; i++)
    {
      EqpLedgerKind kind = i;

      if (!is_joined (ledger, kind) && eqp_ledger_get_count (ledger, kind) > count_listed (ledger, kind))
        g_array_append_val (self->longer, kind);
    }
  return EQP_TABLE_MODEL (self);
}
