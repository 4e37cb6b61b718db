/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The only place in the core that starts threads: a pool whose workers take chunks of a range from a counter.
 * Which worker gets which chunk is up to chance, so a caller that needs the same result on any number of
 * threads keeps a partial result for each chunk, never for each worker, and adds them up in chunk order. */
#include "config.h"

#include "eqp-parallel.h"

#include "eqp-memory.h"

#define SCARCE ((guint64) 2 << 30)

struct _EqpPool
{
  guint         n_threads; /* the calling thread counts as one */
  GThread     **threads;   /* n_threads - 1 */

  GMutex        lock;
  GCond         work_cond;
  GCond         done_cond;
  guint64
      generation; /* of the job under way; a change wakes the workers. Written under the lock, atomic for spinning */
  guint         busy;       /* workers that have joined the job and not finished; the same */
  guint         sleeping;   /* workers that have to be woken */
  gboolean      open;       /* workers may still join the job */
  gboolean      quit;

  EqpChunkFunc  func;
  gpointer      user_data;
  gint64        n_chunks;
  gint64        next;       /* atomic */
};

typedef struct
{
  EqpPool *pool;
  guint    worker;
} WorkerStart;

/* Small jobs (digits: 50 us an iteration) would be spent on waking up, so both sides look for news
 * for about this many rounds, some 50 us, before they sleep. */
#define SPIN_ROUNDS 1000

static inline void
pause_cpu (void)
{
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause ();
#endif
}

static void
take_chunks (EqpPool *self, guint worker)
{
  gint64 chunk;

  while ((chunk = __atomic_fetch_add (&self->next, 1, __ATOMIC_RELAXED)) < self->n_chunks)
    self->func (chunk, worker, self->user_data);
}

static gpointer
worker_main (gpointer data)
{
  WorkerStart *start = data;
  EqpPool *self = start->pool;
  guint worker = start->worker;
  guint64 seen = 0;

  g_free (start);

  for (;;)
    {
      gboolean joined;

      for (int i = 0; i < SPIN_ROUNDS && __atomic_load_n (&self->generation, __ATOMIC_RELAXED) == seen; i++)
        pause_cpu ();

      g_mutex_lock (&self->lock);
      while (self->generation == seen && !self->quit)
        {
          self->sleeping++;
          g_cond_wait (&self->work_cond, &self->lock);
          self->sleeping--;
        }
      if (self->quit)
        {
          g_mutex_unlock (&self->lock);
          return NULL;
        }
      seen = self->generation;
      joined = self->open;
      if (joined)
        __atomic_add_fetch (&self->busy, 1, __ATOMIC_RELAXED);
      g_mutex_unlock (&self->lock);
      if (!joined) /* too late for this one; the next is near */
        continue;

      take_chunks (self, worker);

      g_mutex_lock (&self->lock);
      if (__atomic_sub_fetch (&self->busy, 1, __ATOMIC_RELAXED) == 0)
        g_cond_signal (&self->done_cond);
      g_mutex_unlock (&self->lock);
    }
}

/* A stack, what malloc keeps for it, and what BLAS takes. */
static gboolean
is_scarce (void)
{
  return eqp_address_space () < SCARCE;
}

/**
 * eqp_default_threads:
 *
 * Returns: the processors this process may use, 1 to 64; 1 where the address space is scarce, for each thread takes
 * some
 */
guint
eqp_default_threads (void)
{
  return is_scarce () ? 1 : CLAMP (g_get_num_processors (), 1, 64);
}

/**
 * eqp_pool_new:
 * @threads: how many threads work, the caller of eqp_pool_run() included; 0: one a processor
 *
 * Starts the workers; they sleep while there is nothing to do. A system that refuses a thread gives a smaller pool.
 *
 * Returns: (transfer full): a pool
 */
EqpPool *
eqp_pool_new (guint threads)
{
  EqpPool *self = g_new0 (EqpPool, 1);

  if (threads == 0 || is_scarce ())
    threads = eqp_default_threads ();

  g_mutex_init (&self->lock);
  g_cond_init (&self->work_cond);
  g_cond_init (&self->done_cond);
  self->threads = g_new0 (GThread *, threads);
  self->n_threads = 1;

  while (self->n_threads < threads)
    {
      WorkerStart *start = g_new (WorkerStart, 1);
      GThread *thread;

      start->pool = self;
      start->worker = self->n_threads;
      thread = g_thread_try_new ("eqp-worker", worker_main, start, NULL);
      if (thread == NULL)
        {
          g_free (start);
          break;
        }
      self->threads[self->n_threads++ - 1] = thread;
    }

  return self;
}

/**
 * eqp_pool_free:
 * @self: (nullable): a pool with nothing to do
 */
void
eqp_pool_free (EqpPool *self)
{
  if (self == NULL)
    return;

  g_mutex_lock (&self->lock);
  self->quit = TRUE;
  g_cond_broadcast (&self->work_cond);
  g_mutex_unlock (&self->lock);

  for (guint i = 0; i + 1 < self->n_threads; i++)
    g_thread_join (self->threads[i]);

  g_mutex_clear (&self->lock);
  g_cond_clear (&self->work_cond);
  g_cond_clear (&self->done_cond);
  g_free (self->threads);
  g_free (self);
}

/**
 * eqp_pool_get_threads:
 * @self: a pool
 *
 * Returns: how many workers there are; worker numbers run from 0 to this - 1
 */
guint
eqp_pool_get_threads (EqpPool *self)
{
  return self->n_threads;
}

/**
 * eqp_pool_run:
 * @self: a pool
 * @n_chunks: how many chunks
 * @func: called once for each chunk, from any of the threads
 * @user_data: for @func
 *
 * Runs @func for every chunk and returns when all are done. Only one thread may call this on a pool at a time,
 * and @func may not call it.
 */
void
eqp_pool_run (EqpPool      *self,
              gint64        n_chunks,
              EqpChunkFunc  func,
              gpointer      user_data)
{
  if (self->n_threads == 1 || n_chunks <= 1)
    {
      for (gint64 chunk = 0; chunk < n_chunks; chunk++)
        func (chunk, 0, user_data);
      return;
    }

  g_mutex_lock (&self->lock);
  self->func = func;
  self->user_data = user_data;
  self->n_chunks = n_chunks;
  __atomic_store_n (&self->next, 0, __ATOMIC_RELAXED);
  self->open = TRUE;
  __atomic_add_fetch (&self->generation, 1, __ATOMIC_RELAXED);
  if (self->sleeping > 0)
    g_cond_broadcast (&self->work_cond);
  g_mutex_unlock (&self->lock);

  take_chunks (self, 0);

  /* Nothing is left to take: a worker that has not come by now need not come, and is not waited for. */
  g_mutex_lock (&self->lock);
  self->open = FALSE;
  g_mutex_unlock (&self->lock);

  for (int i = 0; i < SPIN_ROUNDS && __atomic_load_n (&self->busy, __ATOMIC_RELAXED) > 0; i++)
    pause_cpu ();

  g_mutex_lock (&self->lock);
  while (self->busy > 0)
    g_cond_wait (&self->done_cond, &self->lock);
  g_mutex_unlock (&self->lock);
}
