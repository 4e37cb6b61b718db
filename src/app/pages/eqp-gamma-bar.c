/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gamma: the slider that reruns the method while it is dragged, and both of its scales as numbers to read and to type.
 */
#include "config.h"

#include "eqp-gamma-bar.h"

#include <glib/gi18n.h>
#include <math.h>

#include "eqp-widgets.h"

struct _EqpGammaBar
{
  GtkWidget      parent_instance;

  EqpWorkspace  *workspace;
  gboolean       updating;
  gboolean       wish_waits; /* for the path, to go where it is met */

  GtkLabel      *title;
  GtkStack      *stack;
  EqpGammaScale *scale;
  GtkLabel      *hint;
  GtkGrid       *entries;
  GtkEntry      *gamma_entry;
  GtkEntry      *relative_entry;
  GtkEntry      *wish_entry;
};

G_DEFINE_FINAL_TYPE (EqpGammaBar, eqp_gamma_bar, GTK_TYPE_WIDGET)

static void
show_value (GtkEntry *entry,
            double    value)
{
  g_autofree char *text = g_strdup_printf ("%.6g", value);

  if (gtk_widget_has_css_class (GTK_WIDGET (entry), "error"))
    {
      gtk_widget_remove_css_class (GTK_WIDGET (entry), "error");
      gtk_entry_set_icon_from_icon_name (entry, GTK_ENTRY_ICON_SECONDARY, NULL);
      gtk_accessible_reset_state (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_STATE_INVALID);
      gtk_accessible_reset_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
    }
  if (!g_str_equal (gtk_editable_get_text (GTK_EDITABLE (entry)), text))
    gtk_editable_set_text (GTK_EDITABLE (entry), text);
}

static void
update (EqpGammaBar *self)
{
  gboolean uses_gamma = eqp_workspace_uses_gamma (self->workspace), known;

  self->updating = TRUE;
  gtk_stack_set_visible_child_name (self->stack, uses_gamma ? "scale" : "hint");
  gtk_widget_set_sensitive (GTK_WIDGET (self->entries), uses_gamma);
  if (uses_gamma)
    gtk_label_set_label (self->hint, "");
  else
    {
      const EqpSolver *solver = eqp_workspace_get_settings (self->workspace)->solver;
      g_autofree char *hint =
          g_strdup_printf (_ ("“%s” does not look at sizes, so gamma changes nothing; choose a balanced method."),
                           solver != NULL ? _ (solver->name) : "");

      gtk_label_set_label (self->hint, hint);
    }
  /* Of a method on graphs gamma is in the units of the weights, so the graph has to be there first. */
  known = eqp_workspace_knows_gamma_unit (self->workspace);
  eqp_gamma_scale_set_unit (self->scale, known ? eqp_workspace_get_gamma_unit (self->workspace) : 0.0);
  if (eqp_gamma_scale_get_gamma_rel (self->scale) != eqp_workspace_get_gamma_rel (self->workspace))
    eqp_gamma_scale_set_gamma_rel (self->scale, eqp_workspace_get_gamma_rel (self->workspace));
  gtk_widget_set_sensitive (GTK_WIDGET (self->gamma_entry), known);
  if (known)
    show_value (self->gamma_entry, eqp_workspace_get_gamma (self->workspace));
  else
    gtk_editable_set_text (GTK_EDITABLE (self->gamma_entry), "…");
  show_value (self->relative_entry, eqp_workspace_get_gamma_rel (self->workspace));
  self->updating = FALSE;
}

/* ---- The path: knee and wish ------------------------------------------------------------------------------------ */

/* Where no gamma meets the wish the entry says so. */
static void
show_wish (EqpGammaBar *self,
           gboolean     go_there)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->wish_entry));
  EqpPath *path = eqp_workspace_get_path (self->workspace);
  EqpDataset *dataset = eqp_workspace_get_prepared (self->workspace);
  g_autoptr (GError) error = NULL;
  double gamma = -1.0;
  EqpWish wish;

  if (*text != '\0' && dataset != NULL && eqp_wish_parse (&wish, text, &error) &&
      eqp_wish_check (&wish, eqp_dataset_get_n (dataset), eqp_workspace_get_settings (self->workspace)->params.k,
                      &error))
    {
      gamma = eqp_workspace_find_wish (self->workspace, &wish);
      if (gamma < 0.0 && path != NULL)
        error = g_error_new_literal (EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                                     _ ("No gamma meets this; limits of size do (Least Size, Largest Size)."));
      else if (gamma < 0.0 && !eqp_workspace_find_path (self->workspace))
        error =
            g_error_new_literal (EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                                 _ ("This method has no path of gamma to look for sizes on; choose a balanced one."));
    }
  if (error != NULL)
    gtk_widget_add_css_class (GTK_WIDGET (self->wish_entry), "error");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->wish_entry), "error");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->wish_entry),
                               error != NULL
                                   ? error->message
                                   : _ ("What sizes are to be like: max-min<=10, entropy>=0.99, largest<=1.2 "
                                        "(times the mean) or smallest>=20, several with commas; press Enter to "
                                        "go to the smallest gamma at which they are"));
  eqp_gamma_scale_set_wish (self->scale,
                            gamma > 0.0 ? gamma / eqp_workspace_get_gamma_unit (self->workspace) : 0.0);
  if (go_there && gamma >= 0.0)
    {
      eqp_workspace_set_gamma (self->workspace, gamma);
      eqp_workspace_scrub (self->workspace);
    }
  self->wish_waits = go_there && error == NULL && *text != '\0' && gamma < 0.0;
}

static void
path_changed_cb (EqpGammaBar *self)
{
  EqpPath *path = eqp_workspace_get_path (self->workspace);
  double knee = 0.0;

  if (path != NULL && eqp_path_get_n_pieces (path) > 2)
    knee = eqp_path_get_piece (path, eqp_path_find_knee (path))->from / eqp_workspace_get_gamma_unit (self->workspace);
  eqp_gamma_scale_set_knee (self->scale, knee);
  show_wish (self, path != NULL && self->wish_waits);
}

static void
wish_activate_cb (EqpGammaBar *self)
{
  if (self->workspace != NULL)
    show_wish (self, TRUE);
}

static void
scale_changed_cb (EqpGammaBar *self)
{
  if (self->updating || self->workspace == NULL)
    return;
  eqp_workspace_set_gamma_rel (self->workspace, eqp_gamma_scale_get_gamma_rel (self->scale));
  eqp_workspace_scrub (self->workspace);
}

/* Takes both spellings of decimals. Returns FALSE for what is no number of at least 0. */
static gboolean
parse (GtkEntry *entry,
       double   *value)
{
  g_autofree char *text = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (entry))));
  char *end;

  if (strchr (text, '.') == NULL)
    g_strdelimit (text, ",", '.');
  *value = g_ascii_strtod (text, &end);
  return text[0] != '\0' && *end == '\0' && isfinite (*value) && *value >= 0.0;
}

/* Whether the text still says what was put there; the number itself has more digits. */
static gboolean
is_unchanged (GtkEntry *entry,
              double    value)
{
  g_autofree char *text = g_strdup_printf ("%.6g", value);

  return g_str_equal (gtk_editable_get_text (GTK_EDITABLE (entry)), text);
}

/* Marked, said beside it and to a screen reader; the next value that is shown takes it back. */
static void
tell_invalid (GtkEntry   *entry,
              const char *why)
{
  gtk_widget_add_css_class (GTK_WIDGET (entry), "error");
  gtk_entry_set_icon_from_icon_name (entry, GTK_ENTRY_ICON_SECONDARY, "dialog-warning-symbolic");
  gtk_entry_set_icon_tooltip_text (entry, GTK_ENTRY_ICON_SECONDARY, why);
  gtk_accessible_update_state (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_STATE_INVALID, GTK_ACCESSIBLE_INVALID_TRUE, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, why, -1);
  gtk_widget_error_bell (GTK_WIDGET (entry));
}

static void
entry_activate_cb (EqpGammaBar *self,
                   GtkEntry    *entry)
{
  gboolean relative = entry == self->relative_entry;
  double value;

  if (is_unchanged (entry, relative ? eqp_workspace_get_gamma_rel (self->workspace)
                                    : eqp_workspace_get_gamma (self->workspace)))
    {
      eqp_workspace_start (self->workspace, EQP_START_WARM);
      return;
    }
  if (!parse (entry, &value))
    {
      tell_invalid (entry, _ ("Gamma has to be a number of at least 0, such as 0.5."));
      return;
    }
  if (relative)
    eqp_workspace_set_gamma_rel (self->workspace, value);
  else
    eqp_workspace_set_gamma (self->workspace, value);
  update (self);
  eqp_workspace_start (self->workspace, EQP_START_WARM);
}

static void
entry_left_cb (EqpGammaBar *self)
{
  /* Only Enter applies; what was typed and left would be taken for the value in force. */
  if (self->workspace != NULL)
    update (self);
}

static void
watch_focus (EqpGammaBar *self,
             GtkEntry    *entry)
{
  GtkEventController *focus = gtk_event_controller_focus_new ();

  g_signal_connect_object (focus, "leave", G_CALLBACK (entry_left_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (entry), focus);
}

static void
eqp_gamma_bar_dispose (GObject *object)
{
  EqpGammaBar *self = EQP_GAMMA_BAR (object);

  g_clear_object (&self->workspace);
  gtk_widget_dispose_template (GTK_WIDGET (self), EQP_TYPE_GAMMA_BAR);

  G_OBJECT_CLASS (eqp_gamma_bar_parent_class)->dispose (object);
}

static void
eqp_gamma_bar_class_init (EqpGammaBarClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = eqp_gamma_bar_dispose;

  g_type_ensure (EQP_TYPE_GAMMA_SCALE);
  gtk_widget_class_set_css_name (widget_class, "gammabar");
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/equipoise/Equipoise/ui/eqp-gamma-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, EqpGammaBar, title);
  gtk_widget_class_bind_template_child (widget_class, EqpGammaBar, stack);
  gtk_widget_class_bind_template_child (widget_class, EqpGammaBar, scale);
  gtk_widget_class_bind_template_child (widget_class, EqpGammaBar, hint);
  gtk_widget_class_bind_template_child (widget_class, EqpGammaBar, entries);
  gtk_widget_class_bind_template_child (widget_class, EqpGammaBar, gamma_entry);
  gtk_widget_class_bind_template_child (widget_class, EqpGammaBar, relative_entry);
  gtk_widget_class_bind_template_child (widget_class, EqpGammaBar, wish_entry);
  gtk_widget_class_bind_template_callback (widget_class, scale_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, wish_activate_cb);
  gtk_widget_class_bind_template_callback (widget_class, entry_activate_cb);
}

static void
eqp_gamma_bar_init (EqpGammaBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  watch_focus (self, self->gamma_entry);
  watch_focus (self, self->relative_entry);
}

/**
 * eqp_gamma_bar_set_workspace:
 * @self: a bar without a workspace
 * @workspace: whose gamma to control
 */
void
eqp_gamma_bar_set_workspace (EqpGammaBar  *self,
                             EqpWorkspace *workspace)
{
  self->workspace = g_object_ref (workspace);
  g_signal_connect_object (workspace, "settings-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "path-changed", G_CALLBACK (path_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "settings-changed", G_CALLBACK (path_changed_cb), self, G_CONNECT_SWAPPED);
  update (self);
  path_changed_cb (self);
}

/**
 * eqp_gamma_bar_focus_scale:
 * @self: a bar
 *
 * Gives the keyboard to the slider.
 */
void
eqp_gamma_bar_focus_scale (EqpGammaBar *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self->scale));
}
