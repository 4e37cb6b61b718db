/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Turns the main loop until the condition holds; fails after so many seconds. */
#define eqp_wait_until(condition, seconds)                                               \
  G_STMT_START                                                                           \
  {                                                                                      \
    guint eqp_ticker = g_timeout_add (20, eqp_test_tick, NULL);                          \
    gint64 eqp_deadline = g_get_monotonic_time () + (gint64) ((seconds) * G_USEC_PER_SEC); \
    while (!(condition))                                                                 \
      {                                                                                  \
        if (g_get_monotonic_time () > eqp_deadline)                                      \
          g_error ("%s:%d: waited %g s for: %s", __FILE__, __LINE__, (double) (seconds), #condition); \
        g_main_context_iteration (NULL, TRUE);                                           \
      }                                                                                  \
    g_source_remove (eqp_ticker);                                                        \
  }                                                                                      \
  G_STMT_END

static inline gboolean
eqp_test_tick (gpointer data)
{
  return G_SOURCE_CONTINUE;
}

G_END_DECLS
