/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tests share that look at all pages of the window. */
#pragma once

#include "eqp-test-window.h"
#include "eqp-test-workspace.h"

#include "pages/eqp-compare-page.h"
#include "pages/eqp-data-page.h"
#include "pages/eqp-study-page.h"

G_BEGIN_DECLS

static const EqpOpenSettings settings = { .run = TRUE };

static inline gboolean
is_done (EqpWorkspace *workspace)
{
  return !eqp_workspace_is_running (workspace) && eqp_workspace_get_labels (workspace) != NULL && eqp_workspace_get_projection (workspace) != NULL;
}

static inline EqpWindow *
open_and_run (const char *data)
{
  EqpWindow *window = eqp_test_window_new ();

  eqp_window_open (window, data, &settings);
  eqp_wait_until (is_done (eqp_window_get_workspace (window)), 60);
  return window;
}

static inline GtkWidget *
find (EqpWindow *window,
      GType      type)
{
  GtkWidget *found = eqp_test_find_type (GTK_WIDGET (window), type);

  g_assert_nonnull (found);
  return found;
}

#define N_VIEWS G_N_ELEMENTS (page_names)

static const char *const page_names[] = { "compare", "compare", "compare", "study", "data", "data", "data" };
static const char *const views[] = { "pictures", "differences", "measures", NULL, "columns", "rows", "images" };

static inline gboolean
is_stack_with (GtkWidget     *widget,
               gconstpointer  name)
{
  return GTK_IS_STACK (widget) && gtk_stack_get_child_by_name (GTK_STACK (widget), name) != NULL;
}

/* Returns: the page with that view in sight. */
static inline GtkWidget *
show_view (EqpWindow *window,
           gsize      view)
{
  GType types[] = { EQP_TYPE_COMPARE_PAGE, EQP_TYPE_COMPARE_PAGE, EQP_TYPE_COMPARE_PAGE, EQP_TYPE_STUDY_PAGE,
                    EQP_TYPE_DATA_PAGE,    EQP_TYPE_DATA_PAGE,    EQP_TYPE_DATA_PAGE };
  GtkWidget *page = find (window, types[view]);

  gtk_widget_activate_action (GTK_WIDGET (window), "win.show-page", "s", page_names[view]);
  eqp_wait_until (gtk_widget_get_mapped (page), 20);
  if (views[view] != NULL)
    gtk_stack_set_visible_child_name (GTK_STACK (eqp_test_find (page, is_stack_with, views[view])), views[view]);
  return page;
}

G_END_DECLS
