/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ledger of a data set: every cell that was changed, every row and column that was left out on the way from the
 * file. All are counted, the first of each kind are listed. */
#include "config.h"

#include "eqp-ledger.h"

#include <inttypes.h>

#include "base/eqp-plural.h"

struct _EqpLedger
{
  gint64     limit;
  gint64     counts[EQP_LEDGER_N_KINDS];
  gint64     listed[EQP_LEDGER_N_KINDS];
  GPtrArray *entries; /* EqpLedgerEntry */
};

/* In files, and for people. */
static const struct
{
  const char *id;
  const char *one;
  const char *more;
} kinds[EQP_LEDGER_N_KINDS] = {
  { "thousands",
    EQP_PLURAL ("thousands marks were taken off in one cell",
                "thousands marks were taken off in %" PRId64 " cells") },
  { "sign",
    EQP_PLURAL ("a percent or currency sign was taken off one cell",
                "percent or currency signs were taken off %" PRId64 " cells") },
  { "spelling",
    EQP_PLURAL ("one number is written in an unusual way", "%" PRId64 " numbers are written in an unusual way") },
  { "boolean", EQP_PLURAL ("one truth value became a number", "%" PRId64 " truth values became numbers") },
  { "text",
    EQP_PLURAL ("one text is not UTF-8 and was taken as Windows-1252",
                "%" PRId64 " texts are not UTF-8 and were taken as Windows-1252") },
  { "missing", EQP_PLURAL ("one cell is missing", "%" PRId64 " cells are missing") },
  { "imputed", EQP_PLURAL ("one missing cell was filled in", "%" PRId64 " missing cells were filled in") },
  { "rounded", EQP_PLURAL ("one cell is kept rounded", "%" PRId64 " cells are kept rounded") },
  { "row-dropped", EQP_PLURAL ("one row was left out", "%" PRId64 " rows were left out") },
  { "weight-ignored",
    EQP_PLURAL ("the weight of one row was left out", "the weights of %" PRId64 " rows were left out") },
  { "row-changed", EQP_PLURAL ("one row was changed", "%" PRId64 " rows were changed") },
  { "file-skipped",
    EQP_PLURAL ("one file or folder was set aside", "%" PRId64 " files or folders were set aside") },
  { "line-skipped",
    EQP_PLURAL ("one line is no row and was left out", "%" PRId64 " lines are no rows and were left out") },
  { "column-ignored", EQP_PLURAL ("one column was left out", "%" PRId64 " columns were left out") },
  { "column-renamed", EQP_PLURAL ("one column got another name", "%" PRId64 " columns got other names") },
  { "column-made", EQP_PLURAL ("one column was made from another", "%" PRId64 " columns were made from others") },
  { "edge-dropped", EQP_PLURAL ("one edge was left out", "%" PRId64 " edges were left out") },
  { "edge-changed",
    EQP_PLURAL ("the weight of one edge was changed", "the weights of %" PRId64 " edges were changed") },
  { "edge-merged",
    EQP_PLURAL ("one edge stands there again and was added up",
                "%" PRId64 " edges stand there again and were added up") },
};

static void
entry_free (gpointer data)
{
  EqpLedgerEntry *entry = data;

  g_free (entry->name);
  g_free (entry->before);
  g_free (entry->after);
  g_free (entry);
}

/**
 * eqp_ledger_new:
 * @limit: how many entries of each kind are listed; 0: EQP_LEDGER_USUAL_LIMIT
 *
 * Returns: (transfer full): an empty ledger
 */
EqpLedger *
eqp_ledger_new (gint64 limit)
{
  EqpLedger *self = g_atomic_rc_box_new0 (EqpLedger);

  self->limit = limit > 0 ? limit : EQP_LEDGER_USUAL_LIMIT;
  self->entries = g_ptr_array_new_with_free_func (entry_free);
  return self;
}

/**
 * eqp_ledger_ref:
 * @self: a ledger that is not added to any more
 *
 * Returns: (transfer full): @self; may be called from any thread
 */
EqpLedger *
eqp_ledger_ref (EqpLedger *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  EqpLedger *self = data;

  g_ptr_array_unref (self->entries);
}

/**
 * eqp_ledger_unref:
 * @self: (transfer full): a ledger
 */
void
eqp_ledger_unref (EqpLedger *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

static void
append (EqpLedger *self, const EqpLedgerEntry *entry)
{
  EqpLedgerEntry *copy = g_memdup2 (entry, sizeof *entry);

  copy->name = g_strdup (entry->name);
  copy->before = g_strdup (entry->before);
  copy->after = g_strdup (entry->after);
  g_ptr_array_add (self->entries, copy);
  self->listed[entry->kind]++;
}

/**
 * eqp_ledger_add:
 * @self: a ledger that nobody else has yet
 * @entry: what happened; copied while its kind is still listed, counted always
 */
void
eqp_ledger_add (EqpLedger            *self,
                const EqpLedgerEntry *entry)
{
  if (eqp_ledger_is_listing (self, entry->kind))
    append (self, entry);
  self->counts[entry->kind]++;
}

/**
 * eqp_ledger_wants:
 * @self: ledger
 * @kind: what happened
 *
 * For entries that take time to make: where no more are listed, one is counted.
 *
 * Returns: whether the entry is to be added
 */
gboolean
eqp_ledger_wants (EqpLedger     *self,
                  EqpLedgerKind  kind)
{
  if (eqp_ledger_is_listing (self, kind))
    return TRUE;
  self->counts[kind]++;
  return FALSE;
}

/**
 * eqp_ledger_is_listing:
 * @self: a ledger
 * @kind: what may happen
 *
 * Returns: whether the next entry of this kind would be listed, so that its texts are worth making
 */
gboolean
eqp_ledger_is_listing (const EqpLedger *self,
                       EqpLedgerKind    kind)
{
  return self->listed[kind] < self->limit;
}

/**
 * eqp_ledger_complete:
 * @self: a ledger that nobody else has yet
 * @first: the first entry to look at
 * @func: called for each from there on; may change the entry but for its kind
 * @user_data: for @func
 */
void
eqp_ledger_complete (EqpLedger             *self,
                     guint                  first,
                     EqpLedgerCompleteFunc  func,
                     gpointer               user_data)
{
  for (guint i = first; i < self->entries->len; i++)
    func (g_ptr_array_index (self->entries, i), user_data);
}

/**
 * eqp_ledger_dup:
 * @self: a ledger
 *
 * Returns: (transfer full): a copy that may be added to
 */
EqpLedger *
eqp_ledger_dup (const EqpLedger *self)
{
  EqpLedger *copy = eqp_ledger_new (self->limit);

  for (guint i = 0; i < self->entries->len; i++)
    append (copy, g_ptr_array_index (self->entries, i));
  for (guint i = 0; i < EQP_LEDGER_N_KINDS; i++)
    copy->counts[i] = self->counts[i];
  return copy;
}

/**
 * eqp_ledger_get_count:
 * @self: a ledger
 * @kind: what happened
 *
 * Returns: how many times, the ones that are not listed counted too
 */
gint64
eqp_ledger_get_count (const EqpLedger *self,
                      EqpLedgerKind    kind)
{
  return self->counts[kind];
}

/**
 * eqp_ledger_get_total:
 * @self: a ledger
 *
 * Returns: how many entries of any kind there are, listed or not
 */
gint64
eqp_ledger_get_total (const EqpLedger *self)
{
  gint64 total = 0;

  for (guint i = 0; i < EQP_LEDGER_N_KINDS; i++)
    total += self->counts[i];
  return total;
}

/**
 * eqp_ledger_get_n_entries:
 * @self: a ledger
 *
 * Returns: how many entries are listed
 */
guint
eqp_ledger_get_n_entries (const EqpLedger *self)
{
  return self->entries->len;
}

/**
 * eqp_ledger_get_entry:
 * @self: a ledger
 * @place: 0 to eqp_ledger_get_n_entries () - 1
 *
 * Returns: (transfer none): the entry
 */
const EqpLedgerEntry *
eqp_ledger_get_entry (const EqpLedger *self,
                      guint            place)
{
  g_return_val_if_fail (place < self->entries->len, NULL);

  return g_ptr_array_index (self->entries, place);
}

static gint
compare_rows (gconstpointer a,
              gconstpointer b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return (x > y) - (x < y);
}

/**
 * eqp_ledger_list_dropped:
 * @self: (nullable): a ledger
 *
 * Lists the rows of the file that were left out of the data.
 *
 * Returns: (transfer full) (nullable): gint64, ascending, from 0; NULL where there are none, or not all are listed
 */
GArray *
eqp_ledger_list_dropped (const EqpLedger *self)
{
  gint64 count = self != NULL ? eqp_ledger_get_count (self, EQP_LEDGER_ROW_DROPPED) : 0;
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (guint i = 0; count > 0 && i < eqp_ledger_get_n_entries (self); i++)
    {
      const EqpLedgerEntry *entry = eqp_ledger_get_entry (self, i);
      gint64 row = entry->row - 1;

      if (entry->kind == EQP_LEDGER_ROW_DROPPED && row >= 0)
        g_array_append_val (rows, row);
    }
  g_array_sort (rows, compare_rows);
  return count > 0 && rows->len == count ? g_steal_pointer (&rows) : NULL;
}

/**
 * eqp_ledger_kind_get_id:
 * @kind: a kind of entry
 *
 * Returns: (transfer none): "thousands", "row-dropped", ...
 */
const char *
eqp_ledger_kind_get_id (EqpLedgerKind kind)
{
  return kinds[kind].id;
}

/**
 * eqp_ledger_kind_dup_text:
 * @kind: a kind of entry
 * @count: how many there are, at least 1
 *
 * Returns: (transfer full): "14 cells are missing"
 */
char *
eqp_ledger_kind_dup_text (EqpLedgerKind kind,
                          gint64        count)
{
  return eqp_plural_dup (kinds[kind].one, kinds[kind].more, count);
}

static void
add_text (GString *csv, const char *text)
{
  g_string_append_c (csv, ',');
  if (text == NULL)
    return;
  g_string_append_c (csv, '"');
  for (const char *p = text; *p != '\0'; p++)
    {
      if (*p == '"')
        g_string_append_c (csv, '"');
      g_string_append_c (csv, *p);
    }
  g_string_append_c (csv, '"');
}

static void
add_number (GString *csv, gint64 number)
{
  g_string_append_c (csv, ',');
  if (number > 0)
    g_string_append_printf (csv, "%" PRId64, number);
}

/**
 * eqp_ledger_to_csv:
 * @self: a ledger
 *
 * Writes the entries listed as CSV, and a last row for each kind of which more were counted than listed.
 *
 * Returns: (transfer full): text with the header "what,line,row,column,name,before,after"
 */
char *
eqp_ledger_to_csv (const EqpLedger *self)
{
  GString *csv = g_string_new ("what,line,row,column,name,before,after\n");

  for (guint i = 0; i < self->entries->len; i++)
    {
      const EqpLedgerEntry *entry = g_ptr_array_index (self->entries, i);

      g_string_append (csv, kinds[entry->kind].id);
      add_number (csv, entry->line);
      add_number (csv, entry->row);
      add_number (csv, entry->column);
      add_text (csv, entry->name);
      add_text (csv, entry->before);
      add_text (csv, entry->after);
      g_string_append_c (csv, '\n');
    }
  for (guint i = 0; i < EQP_LEDGER_N_KINDS; i++)
    if (self->counts[i] > self->listed[i])
      g_string_append_printf (csv, "%s,,,,,,\"and %" PRId64 " more\"\n", kinds[i].id,
                              self->counts[i] - self->listed[i]);
  return g_string_free (csv, FALSE);
}
