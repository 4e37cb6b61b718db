/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tests that open windows share. */
#pragma once

#include "window/eqp-window.h"

#include "eqp-test-frames.h"
#include "eqp-test-loop.h"

G_BEGIN_DECLS

static EqpApplication *eqp_test_application;

/* The first widget below (or at) this one that the test holds for. */
static inline GtkWidget *
eqp_test_find (GtkWidget *widget,
               gboolean (*matches) (GtkWidget *widget, gconstpointer data),
               gconstpointer data)
{
  if (matches (widget, data))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = eqp_test_find (child, matches, data);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static inline gboolean
eqp_test_is_type (GtkWidget     *widget,
                  gconstpointer  type)
{
  return G_TYPE_CHECK_INSTANCE_TYPE (widget, GPOINTER_TO_SIZE (type));
}

static inline GtkWidget *
eqp_test_find_type (GtkWidget *widget,
                    GType      type)
{
  return eqp_test_find (widget, eqp_test_is_type, GSIZE_TO_POINTER (type));
}

/* Returns: whether there is a display; if not, the tests are told as skipped. */
static inline gboolean
eqp_test_window_init (void)
{
  GApplication *application;

  if (!gtk_init_check ())
    {
      g_print ("1..0 # SKIP there is no display\n");
      return FALSE;
    }
  eqp_test_frames_init ();
  eqp_test_application = eqp_application_new ();
  application = G_APPLICATION (eqp_test_application);
  g_application_set_flags (application, g_application_get_flags (application) | G_APPLICATION_NON_UNIQUE);
  g_application_register (application, NULL, NULL);
  return TRUE;
}

static inline EqpWindow *
eqp_test_window_new (void)
{
  EqpWindow *window = eqp_window_new (eqp_test_application);

  gtk_window_set_default_size (GTK_WINDOW (window), 1200, 780);
  gtk_window_present (GTK_WINDOW (window));
  eqp_wait_until (gtk_widget_get_mapped (GTK_WIDGET (window)), 20);
  return window;
}

/* Closes it, and waits until nothing holds it or its workspace any more. */
static inline void
eqp_test_window_close (EqpWindow *window)
{
  gpointer weak_window = window;
  gpointer weak_workspace = eqp_window_get_workspace (window);

  g_object_add_weak_pointer (G_OBJECT (window), &weak_window);
  g_object_add_weak_pointer (weak_workspace, &weak_workspace);
  gtk_window_destroy (GTK_WINDOW (window));
  eqp_wait_until (weak_window == NULL && weak_workspace == NULL, 20);
}

G_END_DECLS
