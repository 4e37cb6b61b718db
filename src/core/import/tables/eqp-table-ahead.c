/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Threads that read the plain rows of a table ahead. What _eqp_table_read_plain() finds at a place of the text is kept,
 * and taken when the rows, in the order of the file, have come to that very place. All else (rows cut by the end of a
 * block, gaps, line breaks in quotes, errors, names, the ledger) is left to the one thread that goes through the file,
 * so that nothing depends on the number of threads or on where the text is cut. */
#include "config.h"

#include "eqp-table-private.h"

#include <string.h>

#include "base/eqp-parallel.h"
#include "base/eqp-number-fast.h"

/* The thread that goes through the file has a third of the work and more. */
#define MOST_THREADS 4

/* A plain row of a block. */
typedef struct
{
  gsize  start;
  gsize  end;
  gint64 quoted;
  gint64 commas;
} Row;

typedef struct
{
  gboolean  done;    /* under the lock: nobody looks at it any more */
  char     *text;    /* block_bytes, a NUL and padding */
  gssize    length;  /* 0: the file ends, -1: error */
  GError   *error;
  GArray   *rows;    /* Row */
  double   *values;  /* of these rows */
  GArray   *texts;   /* EqpField: of these rows, the text columns */
} Block;

struct _EqpTableAhead
{
  EqpTable       *table;
  EqpSource      *source;
  EqpTableGo      go_through;
  GError        **error;
  gboolean        result;

  /* Of the thread that goes through the file. */
  EqpPlainReader  plain;     /* what the others have copies of */
  const GArray   *text_columns; /* gint64: as they were at the start; for all threads */
  gboolean        ended;     /* there is nothing more to read */
  gboolean        held;      /* the first block is in use */
  guint           next;      /* row of it */

  gint64          width;     /* of a row of values */
  Block          *blocks;    /* a ring; these numbers are of blocks since the start: */
  guint           n_blocks;
  guint64         first;     /* in use, or the next to be */

  GMutex          lock;      /* for what follows, and the blocks' done */
  GCond           read_cond; /* there is a block to look at, or it is over */
  GCond           done_cond; /* a block is done */
  guint64         begun;     /* the next block that nobody has looked at */
  guint64         read;      /* the next block to be read */
  gboolean        quotes_are_plain;
  gboolean        stale;     /* columns are not what they were */
  gboolean        over;
};

static Block *
block_at (EqpTableAhead *self, guint64 number)
{
  return &self->blocks[number % self->n_blocks];
}

/* Keeps the plain rows of a block. It may begin in the middle of a row or of quotes; what looks like rows there starts
 * at places where no row does, and is never asked for. */
static void
look_at (EqpTableAhead *self, Block *block, EqpPlainReader *plain)
{
  const GArray *columns = self->text_columns;
  gsize length = (gsize) block->length;
  Row row = { 0 };

  plain->values = block->values;
  for (gsize at = 0; at < length; at = row.end)
    {
      const char *start = block->text + at;
      const char *end = _eqp_table_read_plain (plain, start);

      if (end == NULL)
        {
          for (row.end = at; row.end < length && block->text[row.end] != '\n' && block->text[row.end] != '\r';
               row.end++)
            ;
          row.end++;
          continue;
        }
      row = (Row) { at, (gsize) (end - block->text), plain->quoted, plain->commas };
      if (plain->decimal == ',')
        row.commas = _eqp_table_count_commas (plain, columns, start, end);
      g_array_append_val (block->rows, row);
      for (guint i = 0; i < columns->len; i++)
        g_array_append_val (block->texts, plain->texts[g_array_index (columns, gint64, i)]);
      plain->values += self->width;
    }
}

/* Looks at the first block that nobody has looked at; with the lock, which is given up meanwhile. */
static void
look_at_next (EqpTableAhead *self, EqpPlainReader *plain)
{
  Block *block = block_at (self, self->begun++);
  gboolean wanted = !self->stale && block->length > 0;

  plain->quotes_are_plain = self->quotes_are_plain;
  g_mutex_unlock (&self->lock);
  if (wanted)
    look_at (self, block, plain);
  g_mutex_lock (&self->lock);
  block->done = TRUE;
  g_cond_signal (&self->done_cond);
}

static void
help (EqpTableAhead *self)
{
  g_autofree EqpField *texts = g_new (EqpField, MAX (1, self->table->n_columns));
  EqpPlainReader plain = self->plain;

  plain.texts = texts;
  g_mutex_lock (&self->lock);
  while (!self->over)
    if (self->begun < self->read)
      look_at_next (self, &plain);
    else
      g_cond_wait (&self->read_cond, &self->lock);
  g_mutex_unlock (&self->lock);
}

/* Reads as many blocks as there is room for. */
static void
read_on (EqpTableAhead *self)
{
  while (!self->ended && self->read - self->first < self->n_blocks)
    {
      Block *block = block_at (self, self->read);

      block->length = eqp_source_read (self->source, block->text, self->table->block_bytes, &block->error);
      memset (block->text + MAX (0, block->length), 0, 1 + EQP_NUMBER_PADDING);
      g_array_set_size (block->rows, 0);
      g_array_set_size (block->texts, 0);
      self->ended = block->length <= 0;

      g_mutex_lock (&self->lock);
      block->done = FALSE;
      self->read++;
      self->quotes_are_plain = self->table->plain.quotes_are_plain;
      self->stale = self->table->recast;
      g_cond_signal (&self->read_cond);
      g_mutex_unlock (&self->lock);
    }
}

/* Copies the next block. What was read ahead of the one before is forgotten. Returns as eqp_source_read(). */
gssize
_eqp_table_ahead_take (EqpTableAhead  *self,
                       char           *target,
                       GError        **error)
{
  Block *block = block_at (self, self->first);

  if (self->held && block->length > 0)
    self->first++;
  self->held = TRUE;
  self->next = 0;
  read_on (self);

  block = block_at (self, self->first);
  g_mutex_lock (&self->lock);
  while (!block->done)
    if (self->begun < self->read)
      look_at_next (self, &self->plain);
    else
      g_cond_wait (&self->done_cond, &self->lock);
  g_mutex_unlock (&self->lock);

  if (block->length < 0)
    g_propagate_error (error, g_error_copy (block->error));
  else
    memcpy (target, block->text, (gsize) block->length);
  return block->length;
}

/* Looks for a row that was read ahead. Rows have to be asked for in the order of the file. @at: where a row starts
 * in the block taken last; @plain: set as by _eqp_table_read_plain(), but that its values are other ones, to be
 * written to until the next block is taken. Returns its bytes, or 0 when it was not. */
gsize
_eqp_table_ahead_find (EqpTableAhead  *self,
                       gsize           at,
                       EqpPlainReader *plain)
{
  const Block *block = block_at (self, self->first);
  const GArray *columns = self->text_columns;
  const Row *row;

  if (!self->held || self->table->recast)
    return 0;
  while (self->next < block->rows->len && g_array_index (block->rows, Row, self->next).start < at)
    self->next++;
  if (self->next == block->rows->len)
    return 0;
  row = &g_array_index (block->rows, Row, self->next);
  if (row->start != at)
    return 0;

  plain->quoted = row->quoted;
  plain->commas = row->commas;
  plain->values = block->values + (gsize) self->next * (gsize) self->width;
  for (guint i = 0; i < columns->len; i++)
    plain->texts[g_array_index (columns, gint64, i)] =
        g_array_index (block->texts, EqpField, self->next * columns->len + i);
  return row->end - row->start;
}

static void
init_blocks (EqpTableAhead *self, guint n_blocks)
{
  gsize bytes = self->table->block_bytes;

  self->n_blocks = n_blocks;
  self->blocks = g_new0 (Block, n_blocks);
  for (guint i = 0; i < n_blocks; i++)
    {
      self->blocks[i].text = g_malloc (bytes + 1 + EQP_NUMBER_PADDING);
      self->blocks[i].rows = g_array_new (FALSE, FALSE, sizeof (Row));
      self->blocks[i].texts = g_array_new (FALSE, FALSE, sizeof (EqpField));
      /* A number takes two bytes of text; behind the last row one that is no row may be begun. */
      self->blocks[i].values = g_new (double, bytes / 2 + (gsize) self->width + 1);
    }
}

static void
clear_blocks (EqpTableAhead *self)
{
  for (guint i = 0; i < self->n_blocks; i++)
    {
      g_free (self->blocks[i].text);
      g_clear_error (&self->blocks[i].error);
      g_array_unref (self->blocks[i].rows);
      g_array_unref (self->blocks[i].texts);
      g_free (self->blocks[i].values);
    }
  g_free (self->blocks);
}

/* The calling thread goes through the file, the others help until it is done. */
static void
share_cb (gint64 chunk, guint worker, gpointer user_data)
{
  EqpTableAhead *self = user_data;

  if (worker > 0)
    {
      help (self);
      return;
    }
  if (self->over)
    return;
  self->result = self->go_through (self->table, self->source, self->error);
  g_mutex_lock (&self->lock);
  self->over = TRUE;
  g_cond_broadcast (&self->read_cond);
  g_mutex_unlock (&self->lock);
}

/* Returns what @go_through does, called in this thread while others read ahead. */
gboolean
_eqp_table_ahead_run (EqpTable    *table,
                      EqpSource   *source,
                      guint        threads,
                      EqpTableGo   go_through,
                      GError     **error)
{
  g_autoptr (EqpPool) pool = eqp_pool_new (MIN (threads, MOST_THREADS));
  g_autofree gint32 *slots = g_memdup2 (table->slots, (gsize) table->n_columns * sizeof (gint32));
  g_autofree EqpField *texts = g_new (EqpField, MAX (1, table->n_columns));
  g_autoptr (GArray) text_columns = g_array_copy (table->text_columns);
  EqpTableAhead self = { table,
                         source,
                         go_through,
                         error,
                         .plain = table->plain,
                         .text_columns = text_columns,
                         .width = eqp_store_get_width (table->store) };

  self.plain.slots = slots;
  self.plain.texts = texts;
  g_mutex_init (&self.lock);
  g_cond_init (&self.read_cond);
  g_cond_init (&self.done_cond);
  init_blocks (&self, 2 * eqp_pool_get_threads (pool) + 2);

  table->ahead = &self;
  eqp_pool_run (pool, eqp_pool_get_threads (pool), share_cb, &self);
  table->ahead = NULL;

  clear_blocks (&self);
  g_cond_clear (&self.done_cond);
  g_cond_clear (&self.read_cond);
  g_mutex_clear (&self.lock);
  return self.result;
}
