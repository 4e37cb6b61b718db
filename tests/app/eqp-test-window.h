/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tests that open windows share. */
#pragma once

#include "window/eqp-window.h"

#include "eqp-test-frames.h"
#include "eqp-test-loop.h"

G_BEGIN_DECLS

#ifdef __SANITIZE_ADDRESS__
/* GLib lets its first table of quarks go without freeing it, since others may be reading, as soon as there are more than
 * 2,048 of them; a program with windows comes near. It is told by its size, before anything else is allocated, and kept
 * from looking like a leak by being remembered. */
int __sanitizer_install_malloc_and_free_hooks (void (*malloc_hook) (const volatile void *, size_t),
                                               void (*free_hook) (const volatile void *));

static const volatile void *volatile eqp_test_quarks;

static void
eqp_test_allocated (const volatile void *memory,
                    size_t               size)
{
  if (eqp_test_quarks == NULL && size == 2048 * sizeof (char *))
    eqp_test_quarks = memory;
}

static void
eqp_test_freed (const volatile void *memory)
{
  if (memory == eqp_test_quarks)
    eqp_test_quarks = NULL;
}

static void
eqp_test_watch (void)
{
  __sanitizer_install_malloc_and_free_hooks (eqp_test_allocated, eqp_test_freed);
}

__attribute__ ((section (".preinit_array"), used)) static void (*eqp_test_preinit) (void) = eqp_test_watch;
#endif

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
