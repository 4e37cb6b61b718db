/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What widget tests share: a window, waiting with a deadline, pixels of what a widget draws. */
#pragma once

#include <adwaita.h>

#include "eqp-widgets.h"

gboolean   eqp_widgets_test_init  (int            *argc,
                                   char         ***argv);
GtkWidget *eqp_test_window        (GtkWidget      *child,
                                   int             width,
                                   int             height);
void       eqp_test_destroy       (GtkWidget      *window);
void       eqp_test_wait_frame    (GtkWidget      *widget);
guint32    eqp_test_pixel         (GtkWidget      *widget,
                                   double          x,
                                   double          y);
gboolean   eqp_test_pixel_is      (guint32         pixel,
                                   EqpRgba         color);
void       eqp_test_count_cb      (int            *count);
void       eqp_test_move          (EqpPlotView    *view,
                                   GtkMovementStep step,
                                   int             dx,
                                   int             dy);

/* Waits at most 10 s. */
#define eqp_test_wait_until(condition)                                              \
  G_STMT_START {                                                                    \
    gint64 deadline_ = g_get_monotonic_time () + 10 * G_USEC_PER_SEC;               \
    while (!(condition) && g_get_monotonic_time () < deadline_)                     \
      if (!g_main_context_iteration (NULL, FALSE))                                  \
        g_usleep (1000);                                                            \
    g_assert_true (condition);                                                      \
  } G_STMT_END
