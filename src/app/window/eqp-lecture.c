/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For the last row of a lecture hall: larger letters, the whole screen, and the keys of a presenter. */
#include "config.h"

#include "eqp-lecture.h"

#include <math.h>

#define KEY "text-scale"
#define STEP 1.1
#define LEAST 0.7
#define MOST 3.0

static GtkSettings *
get_settings (void)
{
  return gtk_settings_get_for_display (gdk_display_get_default ());
}

/* What the desktop says is the size from which all is counted. */
static int
get_usual_dpi (void)
{
  static int usual = 0;

  if (usual == 0)
    g_object_get (get_settings (), "gtk-xft-dpi", &usual, NULL);
  return usual > 0 ? usual : 96 * 1024;
}

static void
apply_scale (double scale)
{
  int usual = get_usual_dpi (), now, wanted = (int) lrint (usual * CLAMP (scale, LEAST, MOST));

  g_object_get (get_settings (), "gtk-xft-dpi", &now, NULL);
  if (now != wanted)
    g_object_set (get_settings (), "gtk-xft-dpi", wanted, NULL);
}

static void
text_action (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       user_data)
{
  GSettings *preferences = user_data;
  const char *name = g_action_get_name (G_ACTION (action));
  double scale = preferences != NULL ? g_settings_get_double (preferences, KEY) : 1.0;

  if (g_str_equal (name, "text-larger"))
    scale *= STEP;
  else if (g_str_equal (name, "text-smaller"))
    scale /= STEP;
  else
    scale = 1.0;
  scale = CLAMP (scale, LEAST, MOST);
  /* Powers of a step do not quite come back to 1. */
  if (fabs (scale - 1.0) < 0.01)
    scale = 1.0;
  if (preferences != NULL)
    g_settings_set_double (preferences, KEY, scale);
  apply_scale (scale);
}

/**
 * eqp_lecture_init_application:
 * @application: the application
 * @preferences: (nullable): where the size of letters is remembered; lives as long as @application
 *
 * Adds the actions for larger and smaller letters, and sets the size that was chosen last.
 */
void
eqp_lecture_init_application (GtkApplication *application,
                              GSettings      *preferences)
{
  static const GActionEntry actions[] = {
    { "text-larger", text_action },
    { "text-smaller", text_action },
    { "text-usual", text_action },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (application), actions, G_N_ELEMENTS (actions), preferences);
  if (preferences != NULL && g_settings_get_double (preferences, KEY) != 1.0)
    apply_scale (g_settings_get_double (preferences, KEY));
}

static void
fullscreen_action (GSimpleAction *action,
                   GVariant      *parameter,
                   gpointer       user_data)
{
  GtkWindow *window = user_data;

  if (gtk_window_is_fullscreen (window))
    gtk_window_unfullscreen (window);
  else
    gtk_window_fullscreen (window);
}

/* What a remote control sends: there its keys step and play whatever has the keyboard. */
static const struct
{
  guint       key;
  const char *action;
} remote[] = {
  { GDK_KEY_Page_Down, "win.step-forward" },
  { GDK_KEY_Page_Up, "win.step-back" },
  { GDK_KEY_period, "win.play" },
};

static gboolean
remote_key_cb (GtkWindow             *window,
               guint                  key,
               guint                  code,
               GdkModifierType        state,
               GtkEventControllerKey *controller)
{
  if (!gtk_window_is_fullscreen (window) || (state & gtk_accelerator_get_default_mod_mask ()) != 0 ||
      GTK_IS_EDITABLE (gtk_window_get_focus (window)))
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (remote); i++)
    if (remote[i].key == key)
      return gtk_widget_activate_action (GTK_WIDGET (window), remote[i].action, NULL);
  return FALSE;
}

/**
 * eqp_lecture_init_window:
 * @window: a window that has the actions of the timeline
 *
 * Adds win.fullscreen, and in full screen the keys of a presenter: Page Up and Page Down step, the period plays. (F5,
 * which some send first, runs as ever.)
 */
void
eqp_lecture_init_window (GtkWindow *window)
{
  static const GActionEntry actions[] = { { "fullscreen", fullscreen_action } };
  GtkEventController *keys = gtk_event_controller_key_new ();

  g_action_map_add_action_entries (G_ACTION_MAP (window), actions, G_N_ELEMENTS (actions), window);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (remote_key_cb), window);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (GTK_WIDGET (window), keys);
}
