/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Teaches ThreadSanitizer what Debian's GLib does to keep threads apart.
 *
 * GLib is not built with -fsanitize=thread and its locks are plain futexes, so TSan sees neither the lock nor the
 * order it gives, and reports races that are none. Linked into a TSan build with -Wl,--wrap=NAME for each function
 * marked below, this file adds the missing "happens before" edges around the calls that our own code makes. The list:
 *   sed -n 's/.*[*] WRAP(\(\w*\)).*$/-Wl,--wrap=\1/p' tsan-glib.c
 * and run with TSAN_OPTIONS=suppressions=tsan.supp. gcc or clang; test builds only. Our own atomics (g_atomic_*) are
 * inlined compiler builtins, which TSan sees by itself. A GLib function that passes data between threads and is not
 * here (g_rec_mutex_trylock, g_timeout_add, g_source_set_callback from a worker, ...) is added in the same way. */
#include <gio/gio.h>

void __tsan_acquire (void *address);
void __tsan_release (void *address);
#define WRAP(name) __wrap_##name
#define REAL(name) __real_##name

/* Locks: taking one acquires what the last holder released. */
#define LOCK(type, lock) \
  void REAL (lock) (type *); void WRAP (lock) (type *l); \
  void WRAP (lock) (type *l) { REAL (lock) (l); __tsan_acquire (l); }
#define TRYLOCK(type, lock) \
  gboolean REAL (lock) (type *); gboolean WRAP (lock) (type *l); \
  gboolean WRAP (lock) (type *l) { gboolean got = REAL (lock) (l); if (got) __tsan_acquire (l); return got; }
#define UNLOCK(type, unlock) \
  void REAL (unlock) (type *); void WRAP (unlock) (type *l); \
  void WRAP (unlock) (type *l) { __tsan_release (l); REAL (unlock) (l); }
LOCK (GMutex, g_mutex_lock)             /* WRAP(g_mutex_lock) */
TRYLOCK (GMutex, g_mutex_trylock)       /* WRAP(g_mutex_trylock) */
UNLOCK (GMutex, g_mutex_unlock)         /* WRAP(g_mutex_unlock) */
LOCK (GRecMutex, g_rec_mutex_lock)      /* WRAP(g_rec_mutex_lock) */
UNLOCK (GRecMutex, g_rec_mutex_unlock)  /* WRAP(g_rec_mutex_unlock) */
LOCK (GRWLock, g_rw_lock_reader_lock)   /* WRAP(g_rw_lock_reader_lock) */
UNLOCK (GRWLock, g_rw_lock_reader_unlock) /* WRAP(g_rw_lock_reader_unlock) */
LOCK (GRWLock, g_rw_lock_writer_lock)   /* WRAP(g_rw_lock_writer_lock) */
UNLOCK (GRWLock, g_rw_lock_writer_unlock) /* WRAP(g_rw_lock_writer_unlock) */

/* Waiting gives the lock away and takes it again. */
void REAL (g_cond_wait) (GCond *, GMutex *);
void WRAP (g_cond_wait) (GCond *cond, GMutex *mutex);
void
WRAP (g_cond_wait) (GCond *cond, GMutex *mutex) /* WRAP(g_cond_wait) */
{
  __tsan_release (mutex);
  REAL (g_cond_wait) (cond, mutex);
  __tsan_acquire (mutex);
}

gboolean REAL (g_cond_wait_until) (GCond *, GMutex *, gint64);
gboolean WRAP (g_cond_wait_until) (GCond *cond, GMutex *mutex, gint64 end);
gboolean
WRAP (g_cond_wait_until) (GCond *cond, GMutex *mutex, gint64 end) /* WRAP(g_cond_wait_until) */
{
  __tsan_release (mutex);
  gboolean woken = REAL (g_cond_wait_until) (cond, mutex, end);
  __tsan_acquire (mutex);
  return woken;
}

/* Queues: what was done before a push is seen after the pop. */
void REAL (g_async_queue_push) (GAsyncQueue *, gpointer);
void WRAP (g_async_queue_push) (GAsyncQueue *queue, gpointer data);
void
WRAP (g_async_queue_push) (GAsyncQueue *queue, gpointer data) /* WRAP(g_async_queue_push) */
{
  __tsan_release (queue);
  REAL (g_async_queue_push) (queue, data);
}
#define POP(pop, parameters, arguments) \
  gpointer REAL (pop) parameters; gpointer WRAP (pop) parameters; \
  gpointer WRAP (pop) parameters { gpointer data = REAL (pop) arguments; if (data) __tsan_acquire (queue); return data; }
POP (g_async_queue_pop, (GAsyncQueue *queue), (queue))         /* WRAP(g_async_queue_pop) */
POP (g_async_queue_try_pop, (GAsyncQueue *queue), (queue))     /* WRAP(g_async_queue_try_pop) */
POP (g_async_queue_timeout_pop, (GAsyncQueue *queue, guint64 us), (queue, us)) /* WRAP(g_async_queue_timeout_pop) */

/* Thread pools: pushing happens before the job, the jobs before a free that waits. */
typedef struct { GFunc func; gpointer data; } PoolFunc;

/* Not looked at by TSan: GLib frees the pool itself in one of its own threads. */
static __attribute__ ((no_sanitize_thread, noinline)) gpointer
pool_func (GThreadPool *pool)
{
  return pool->user_data;
}

static void
pool_job (gpointer item, gpointer data)
{
  PoolFunc *self = data;
  __tsan_acquire (self);
  self->func (item, self->data);
  __tsan_release (self);
}

GThreadPool *REAL (g_thread_pool_new) (GFunc, gpointer, gint, gboolean, GError **);
GThreadPool *WRAP (g_thread_pool_new) (GFunc func, gpointer data, gint max, gboolean own, GError **error);
GThreadPool *
WRAP (g_thread_pool_new) (GFunc func, gpointer data, gint max, gboolean own, GError **error) /* WRAP(g_thread_pool_new) */
{
  PoolFunc *self = g_new (PoolFunc, 1); /* lives as long as the program: a late job may still use it */
  *self = (PoolFunc) { func, data };
  __tsan_release (self);
  return REAL (g_thread_pool_new) (pool_job, self, max, own, error);
}

gboolean REAL (g_thread_pool_push) (GThreadPool *, gpointer, GError **);
gboolean WRAP (g_thread_pool_push) (GThreadPool *pool, gpointer item, GError **error);
gboolean
WRAP (g_thread_pool_push) (GThreadPool *pool, gpointer item, GError **error) /* WRAP(g_thread_pool_push) */
{
  __tsan_release (pool_func (pool));
  return REAL (g_thread_pool_push) (pool, item, error);
}

void REAL (g_thread_pool_free) (GThreadPool *, gboolean, gboolean);
void WRAP (g_thread_pool_free) (GThreadPool *pool, gboolean at_once, gboolean wait);
void
WRAP (g_thread_pool_free) (GThreadPool *pool, gboolean at_once, gboolean wait) /* WRAP(g_thread_pool_free) */
{
  gpointer self = pool_func (pool);
  REAL (g_thread_pool_free) (pool, at_once, wait);
  if (wait)
    __tsan_acquire (self);
}

/* Counted boxes: each release happens before the clearing and freeing that the last one brings. Clearing a box may
 * release another one, so the function to call is kept aside meanwhile. */
static __thread GDestroyNotify box_clear;

static void
box_cleared (gpointer box)
{
  GDestroyNotify clear = box_clear;
  __tsan_acquire (box);
  if (clear)
    clear (box);
}

void REAL (g_atomic_rc_box_release_full) (gpointer, GDestroyNotify);
void WRAP (g_atomic_rc_box_release_full) (gpointer box, GDestroyNotify clear);
void
WRAP (g_atomic_rc_box_release_full) (gpointer box, GDestroyNotify clear) /* WRAP(g_atomic_rc_box_release_full) */
{
  GDestroyNotify outer = box_clear;
  __tsan_release (box);
  box_clear = clear;
  REAL (g_atomic_rc_box_release_full) (box, box_cleared);
  box_clear = outer;
}

void WRAP (g_atomic_rc_box_release) (gpointer box);
void
WRAP (g_atomic_rc_box_release) (gpointer box) /* WRAP(g_atomic_rc_box_release) */
{
  g_atomic_rc_box_release_full (box, NULL);
}

/* Main loop: adding a source happens before its callback. */
typedef struct { GSourceFunc func; gpointer data; GDestroyNotify notify; } Call;

static Call *
call_new (GSourceFunc func, gpointer data, GDestroyNotify notify)
{
  Call *self = g_new (Call, 1);
  *self = (Call) { func, data, notify };
  __tsan_release (self);
  return self;
}

static gboolean
call_run (gpointer data)
{
  Call *self = data;
  __tsan_acquire (self);
  return self->func (self->data);
}

static void
call_free (gpointer data)
{
  Call *self = data;
  __tsan_acquire (self);
  if (self->notify)
    self->notify (self->data);
  g_free (self);
}

guint WRAP (g_idle_add) (GSourceFunc func, gpointer data);
guint
WRAP (g_idle_add) (GSourceFunc func, gpointer data) /* WRAP(g_idle_add) */
{
  return g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, func, data, NULL);
}

guint REAL (g_idle_add_full) (gint, GSourceFunc, gpointer, GDestroyNotify);
guint WRAP (g_idle_add_full) (gint priority, GSourceFunc func, gpointer data, GDestroyNotify notify);
guint
WRAP (g_idle_add_full) (gint priority, GSourceFunc func, gpointer data, GDestroyNotify notify) /* WRAP(g_idle_add_full) */
{
  return REAL (g_idle_add_full) (priority, call_run, call_new (func, data, notify), call_free);
}

void REAL (g_source_set_callback) (GSource *, GSourceFunc, gpointer, GDestroyNotify);
void WRAP (g_source_set_callback) (GSource *source, GSourceFunc func, gpointer data, GDestroyNotify notify);
void
WRAP (g_source_set_callback) (GSource *source, GSourceFunc func, gpointer data, GDestroyNotify notify) /* WRAP(g_source_set_callback) */
{
  REAL (g_source_set_callback) (source, call_run, call_new (func, data, notify), call_free);
}

void WRAP (g_main_context_invoke) (GMainContext *context, GSourceFunc func, gpointer data);
void
WRAP (g_main_context_invoke) (GMainContext *context, GSourceFunc func, gpointer data) /* WRAP(g_main_context_invoke) */
{
  g_main_context_invoke_full (context, G_PRIORITY_DEFAULT, func, data, NULL);
}

void REAL (g_main_context_invoke_full) (GMainContext *, gint, GSourceFunc, gpointer, GDestroyNotify);
void WRAP (g_main_context_invoke_full) (GMainContext *context, gint priority, GSourceFunc func, gpointer data, GDestroyNotify notify);
void
WRAP (g_main_context_invoke_full) (GMainContext *context, gint priority, GSourceFunc func, gpointer data, GDestroyNotify notify) /* WRAP(g_main_context_invoke_full) */
{
  REAL (g_main_context_invoke_full) (context, priority, call_run, call_new (func, data, notify), call_free);
}

/* Tasks: starting one happens before its function, the function before the result is taken. */
static void
task_run (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  __tsan_acquire (task);
  GTaskThreadFunc func = (GTaskThreadFunc) g_object_get_data (G_OBJECT (task), "tsan-func");
  func (task, source, data, cancellable);
}

void REAL (g_task_run_in_thread) (GTask *, GTaskThreadFunc);
void WRAP (g_task_run_in_thread) (GTask *task, GTaskThreadFunc func);
void
WRAP (g_task_run_in_thread) (GTask *task, GTaskThreadFunc func) /* WRAP(g_task_run_in_thread) */
{
  g_object_set_data (G_OBJECT (task), "tsan-func", (gpointer) func);
  __tsan_release (task);
  REAL (g_task_run_in_thread) (task, task_run);
}

void REAL (g_task_return_pointer) (GTask *, gpointer, GDestroyNotify);
void WRAP (g_task_return_pointer) (GTask *task, gpointer result, GDestroyNotify destroy);
void
WRAP (g_task_return_pointer) (GTask *task, gpointer result, GDestroyNotify destroy) /* WRAP(g_task_return_pointer) */
{
  __tsan_release (task);
  REAL (g_task_return_pointer) (task, result, destroy);
}

void REAL (g_task_return_boolean) (GTask *, gboolean);
void WRAP (g_task_return_boolean) (GTask *task, gboolean result);
void
WRAP (g_task_return_boolean) (GTask *task, gboolean result) /* WRAP(g_task_return_boolean) */
{
  __tsan_release (task);
  REAL (g_task_return_boolean) (task, result);
}

gboolean REAL (g_task_propagate_boolean) (GTask *, GError **);
gboolean WRAP (g_task_propagate_boolean) (GTask *task, GError **error);
gboolean
WRAP (g_task_propagate_boolean) (GTask *task, GError **error) /* WRAP(g_task_propagate_boolean) */
{
  __tsan_acquire (task);
  return REAL (g_task_propagate_boolean) (task, error);
}

void REAL (g_task_return_error) (GTask *, GError *);
void WRAP (g_task_return_error) (GTask *task, GError *error);
void
WRAP (g_task_return_error) (GTask *task, GError *error) /* WRAP(g_task_return_error) */
{
  __tsan_release (task);
  REAL (g_task_return_error) (task, error);
}

gpointer REAL (g_task_propagate_pointer) (GTask *, GError **);
gpointer WRAP (g_task_propagate_pointer) (GTask *task, GError **error);
gpointer
WRAP (g_task_propagate_pointer) (GTask *task, GError **error) /* WRAP(g_task_propagate_pointer) */
{
  __tsan_acquire (task);
  return REAL (g_task_propagate_pointer) (task, error);
}
