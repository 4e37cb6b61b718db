/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The wheel over a list of controls moves the list: who scrolls past a number does not mean to change it. */
#include "config.h"

#include "eqp-wheel.h"

static void
silence (GtkWidget *widget)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_SCROLL (controller))
        gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_NONE);
    }
}

/**
 * eqp_wheel_pass_on:
 * @root: a control, or what contains some
 *
 * Makes spin buttons and sliders at or below @root leave the wheel to what they lie in. Those that are added later have
 * to be given again.
 */
void
eqp_wheel_pass_on (GtkWidget *root)
{
  if (GTK_IS_SPIN_BUTTON (root) || GTK_IS_RANGE (root))
    silence (root);
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    /* A scroll bar is a slider that is there for the wheel. */
    if (!GTK_IS_SCROLLBAR (child))
      eqp_wheel_pass_on (child);
}
