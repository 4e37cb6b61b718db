/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The application: command line, preferences, the actions that belong to no window. */
#include "config.h"

#include "eqp-application.h"

#include <glib/gi18n.h>
#include <math.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "eqp-compat.h"
#include "eqp-lecture.h"
#include "eqp-preferences.h"
#include "eqp-window.h"

struct _EqpApplication
{
  AdwApplication  parent_instance;
  GSettings      *preferences; /* NULL without a schema */
};

G_DEFINE_FINAL_TYPE (EqpApplication, eqp_application, ADW_TYPE_APPLICATION)

/* Numbers are taken as text: GApplication does not hand on a number that is 0. */
static const GOptionEntry options[] = {
  { "method", 0, 0, G_OPTION_ARG_STRING, NULL, N_ ("Method to use"), N_ ("ID") },
  { "k", 'k', 0, G_OPTION_ARG_STRING, NULL, N_ ("Number of clusters"), N_ ("N") },
  { "gamma", 0, 0, G_OPTION_ARG_STRING, NULL, N_ ("Balance weight, in the units of the objective"), N_ ("G") },
  { "gamma-rel", 0, 0, G_OPTION_ARG_STRING, NULL, N_ ("Balance weight, relative: its effect sets in near 1"),
    N_ ("R") },
  { "seed", 0, 0, G_OPTION_ARG_STRING, NULL, N_ ("Seed of the random numbers"), N_ ("S") },
  { "run", 0, 0, G_OPTION_ARG_NONE, NULL, N_ ("Run at once"), NULL },
  { "version", 0, 0, G_OPTION_ARG_NONE, NULL, N_ ("Print the version and exit"), NULL },
  { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, NULL, NULL, N_ ("[DATA]") },
  { NULL }
};

/* ---- Actions ---------------------------------------------------------------------------------------------------- */

static void
about_action (GSimpleAction *action,
              GVariant      *parameter,
              gpointer       user_data)
{
  eqp_show_about (gtk_application_get_active_window (user_data));
}

static void
new_window_action (GSimpleAction *action,
                   GVariant      *parameter,
                   gpointer       user_data)
{
  gtk_window_present (GTK_WINDOW (eqp_window_new (user_data)));
}

static void
quit_action (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       user_data)
{
  GtkApplication *application = user_data;
  GtkWindow *window;

  /* Windows are closed, not dropped, so that they keep their size and end their runs. */
  while ((window = gtk_application_get_active_window (application)) != NULL)
    gtk_window_destroy (window);
}

static void
color_scheme_action (GSimpleAction *action,
                     GVariant      *value,
                     gpointer       user_data)
{
  EqpApplication *self = user_data;
  const char *name = g_variant_get_string (value, NULL);
  AdwColorScheme scheme = g_str_equal (name, "light") ? ADW_COLOR_SCHEME_FORCE_LIGHT
                          : g_str_equal (name, "dark") ? ADW_COLOR_SCHEME_FORCE_DARK
                                                       : ADW_COLOR_SCHEME_DEFAULT;

  adw_style_manager_set_color_scheme (adw_style_manager_get_default (), scheme);
  g_simple_action_set_state (action, value);
  if (self->preferences != NULL)
    g_settings_set_string (self->preferences, "color-scheme", name);
}

static const GActionEntry actions[] = {
  { "about", about_action },
  { "new-window", new_window_action },
  { "quit", quit_action },
  { "color-scheme", NULL, "s", "'system'", color_scheme_action },
};

static const struct
{
  const char *action;
  const char *keys[4]; /* ended by NULL */
} accelerators[] = {
  { "app.new-window", { "<Control>n" } },
  { "app.quit", { "<Control>q" } },
  { "win.open", { "<Control>o" } },
  { "win.open-folder", { "<Control><Shift>o" } },
  { "win.export", { "<Control>s", "<Control>e" } },
  { "win.tables", { "<Control>t" } },
  { "win.compare", { "<Control>b" } },
  { "win.command-line", { "<Control><Shift>c" } },
  { "win.prove", { "<Control><Shift>p" } },
  { "win.suggest", { "<Control><Shift>g" } },
  { "win.run", { "F5", "<Control>r" } },
  { "win.help", { "F1" } },
  { "win.show-help-overlay", { "<Control>question" } },
  { "win.sidebar", { "F9" } },
  { "win.focus-gamma", { "<Control>g" } },
  { "win.show-page::live", { "<Control>1", "<Alt>1" } },
  { "win.show-page::compare", { "<Control>2", "<Alt>2" } },
  { "win.show-page::study", { "<Control>3", "<Alt>3" } },
  { "win.show-page::data", { "<Control>4", "<Alt>4" } },
  { "window.close", { "<Control>w" } },
  { "win.fullscreen", { "F11" } },
  { "win.save-table", { "<Control><Shift>s" } },
  { "win.save-workspace", { "<Control><Alt>s" } },
  { "app.text-larger", { "<Control>plus", "<Control>equal", "<Control>KP_Add" } },
  { "app.text-smaller", { "<Control>minus", "<Control>KP_Subtract" } },
  { "app.text-usual", { "<Control>0", "<Control>KP_0" } },
};

/* ---- Command line ----------------------------------------------------------------------------------------------- */

/* Returns FALSE when the option is there and is no number of at least 0. */
static gboolean
read_gamma (GVariantDict *dict,
            const char   *name,
            gboolean     *given,
            double       *value)
{
  const char *text = NULL;
  char *end;

  *given = g_variant_dict_lookup (dict, name, "&s", &text);
  if (!*given)
    return TRUE;
  *value = g_ascii_strtod (text, &end);
  return end != text && *end == '\0' && isfinite (*value) && *value >= 0.0;
}

/* Returns FALSE when the option is there and is no whole number in the range. */
static gboolean
read_whole (GVariantDict *dict,
            const char   *name,
            guint64       min,
            guint64       max,
            gboolean     *given,
            guint64      *value)
{
  const char *text = NULL;

  *given = g_variant_dict_lookup (dict, name, "&s", &text);
  return !*given || g_ascii_string_to_unsigned (text, 10, min, max, value, NULL);
}

static char *
list_methods (void)
{
  gsize n_solvers;
  const EqpSolver *const *solvers = eqp_solvers_get (&n_solvers);
  GString *ids = g_string_new (NULL);

  for (gsize i = 0; i < n_solvers; i++)
    g_string_append_printf (ids, "%s%s", i > 0 ? ", " : "", solvers[i]->id);
  return g_string_free (ids, FALSE);
}

/* Returns whether the settings given can be used; says why not on the terminal. */
static gboolean
read_settings (GApplicationCommandLine *line,
               GVariantDict            *dict,
               EqpOpenSettings         *settings)
{
  const char *method = NULL;
  gboolean has_k;
  guint64 k = 0;

  if (g_variant_dict_lookup (dict, "method", "&s", &method))
    {
      settings->solver = eqp_solver_find (method);
      if (settings->solver == NULL)
        {
          g_autofree char *ids = list_methods ();

          g_application_command_line_printerr (line, _ ("equipoise: There is no method “%s”; the methods are %s.\n"),
                                               method, ids);
          return FALSE;
        }
    }
  if (!read_whole (dict, "k", 1, G_MAXINT, &has_k, &k))
    {
      g_application_command_line_printerr (line, _ ("equipoise: The number of clusters has to be a whole number of at "
                                                    "least 1.\n"));
      return FALSE;
    }
  settings->k = (gint) k;
  if (!read_whole (dict, "seed", 0, G_MAXUINT64, &settings->has_seed, &settings->seed))
    {
      g_application_command_line_printerr (line, _ ("equipoise: The seed has to be a whole number of at least 0.\n"));
      return FALSE;
    }
  if (!read_gamma (dict, "gamma", &settings->has_gamma, &settings->gamma) ||
      !read_gamma (dict, "gamma-rel", &settings->has_gamma_rel, &settings->gamma_rel))
    {
      g_application_command_line_printerr (line, _ ("equipoise: Gamma has to be a finite number of at least 0.\n"));
      return FALSE;
    }
  if (settings->has_gamma && settings->has_gamma_rel)
    {
      g_application_command_line_printerr (line, _ ("equipoise: Give gamma or its relative value, not both.\n"));
      return FALSE;
    }
  g_variant_dict_lookup (dict, "run", "b", &settings->run);
  return TRUE;
}

static gboolean
is_sample (const char *data)
{
  return g_str_has_prefix (data, "sample:");
}

static void
eqp_application_activate (GApplication *application)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (application));

  if (window == NULL)
    {
      window = GTK_WINDOW (eqp_window_new (EQP_APPLICATION (application)));
      eqp_window_offer_recovery (EQP_WINDOW (window));
    }
  gtk_window_present (window);
}

static int
eqp_application_command_line (GApplication            *application,
                              GApplicationCommandLine *line)
{
  EqpApplication *self = EQP_APPLICATION (application);
  GVariantDict *dict = g_application_command_line_get_options_dict (line);
  g_autofree const char **files = NULL;
  EqpOpenSettings settings = { 0 };

  if (!read_settings (line, dict, &settings))
    return 2;

  g_variant_dict_lookup (dict, G_OPTION_REMAINING, "^a&ay", &files);
  if (files == NULL || files[0] == NULL)
    {
      eqp_application_activate (application);
      return 0;
    }

  for (gsize i = 0; files[i] != NULL; i++)
    {
      EqpWindow *window = eqp_window_for_opening (self);

      if (is_sample (files[i]))
        eqp_window_open (window, files[i], &settings);
      else
        {
          g_autoptr (GFile) file = g_application_command_line_create_file_for_arg (line, files[i]);

          eqp_window_open_file (window, file, &settings);
        }
      gtk_window_present (GTK_WINDOW (window));
    }
  return 0;
}

static void
eqp_application_open (GApplication  *application,
                      GFile        **files,
                      int            n_files,
                      const char    *hint)
{
  for (int i = 0; i < n_files; i++)
    {
      EqpWindow *window = eqp_window_for_opening (EQP_APPLICATION (application));

      eqp_window_open_file (window, files[i], NULL);
      gtk_window_present (GTK_WINDOW (window));
    }
}

static int
eqp_application_handle_local_options (GApplication *application,
                                      GVariantDict *dict)
{
  if (g_variant_dict_contains (dict, "version"))
    {
      g_print ("equipoise %s\n", EQP_VERSION);
      return 0;
    }
  return -1;
}

/* ---- Life ------------------------------------------------------------------------------------------------------- */

static void
eqp_application_startup (GApplication *application)
{
  EqpApplication *self = EQP_APPLICATION (application);

  G_APPLICATION_CLASS (eqp_application_parent_class)->startup (application);

  g_set_application_name (_ ("Equipoise"));
  gtk_window_set_default_icon_name (EQP_APP_ID);
  self->preferences = eqp_preferences_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self), actions, G_N_ELEMENTS (actions), self);
  for (gsize i = 0; i < G_N_ELEMENTS (accelerators); i++)
    gtk_application_set_accels_for_action (GTK_APPLICATION (self), accelerators[i].action,
                                           (const char *const *) accelerators[i].keys);

  eqp_lecture_init_application (GTK_APPLICATION (self), self->preferences);

  if (self->preferences != NULL)
    {
      g_autofree char *scheme = g_settings_get_string (self->preferences, "color-scheme");

      g_action_group_change_action_state (G_ACTION_GROUP (self), "color-scheme", g_variant_new_string (scheme));
    }
}

static void
eqp_application_dispose (GObject *object)
{
  EqpApplication *self = EQP_APPLICATION (object);

  g_clear_object (&self->preferences);

  G_OBJECT_CLASS (eqp_application_parent_class)->dispose (object);
}

/* Pictures and scratch memory of some megabytes come and go with each frame and each run. Handed back to the system
 * every time, their pages would have to be asked for, cleared and mapped again, which on a virtual machine can take
 * longer than the drawing. */
static void
keep_freed_memory (void)
{
#ifdef __GLIBC__
  mallopt (M_MMAP_THRESHOLD, 32 << 20);
  mallopt (M_TRIM_THRESHOLD, 256 << 20);
#endif
}

static void
eqp_application_class_init (EqpApplicationClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);

  keep_freed_memory ();
  object_class->dispose = eqp_application_dispose;

  application_class->startup = eqp_application_startup;
  application_class->activate = eqp_application_activate;
  application_class->open = eqp_application_open;
  application_class->command_line = eqp_application_command_line;
  application_class->handle_local_options = eqp_application_handle_local_options;
}

static void
eqp_application_init (EqpApplication *self)
{
  g_application_add_main_option_entries (G_APPLICATION (self), options);
  g_application_set_option_context_parameter_string (G_APPLICATION (self), NULL);
  g_application_set_option_context_summary (G_APPLICATION (self), _ ("DATA is a file or one of the samples, as in "
                                                                     "sample:digits."));
}

/**
 * eqp_application_new:
 *
 * Returns: (transfer full): the application
 */
EqpApplication *
eqp_application_new (void)
{
  return g_object_new (EQP_TYPE_APPLICATION,
                       "application-id", EQP_APP_ID,
                       "flags", G_APPLICATION_HANDLES_OPEN | G_APPLICATION_HANDLES_COMMAND_LINE,
                       "resource-base-path", "/io/github/equipoise/Equipoise",
                       NULL);
}

/**
 * eqp_application_get_preferences:
 * @self: the application
 *
 * Returns: (transfer none) (nullable): what is kept from one start to the next; NULL when nothing can be kept
 */
GSettings *
eqp_application_get_preferences (EqpApplication *self)
{
  return self->preferences;
}
