/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What will hurt the next run: a sign beside Run with the sentence and its mend, and a badge on Data. */
#include "config.h"

#include "eqp-window-private.h"

#include <glib/gi18n.h>

/* Returns the first finding that hurts, and how many do. */
static const EqpFinding *
find_hurt (EqpWindow *self,
           guint     *count)
{
  GPtrArray *findings = eqp_data_chain_get_findings (self->chain);
  const EqpFinding *first = NULL;

  *count = 0;
  for (guint i = 0; findings != NULL && i < findings->len; i++)
    {
      const EqpFinding *finding = g_ptr_array_index (findings, i);

      if (finding->severity != EQP_FINDING_WARNING || eqp_data_chain_is_mended (self->chain, finding))
        continue;
      if (first == NULL)
        first = finding;
      (*count)++;
    }
  return first;
}

static void
update (EqpWindow *self)
{
  guint count;
  const EqpFinding *finding = find_hurt (self, &count);
  const char *error = eqp_workspace_get_given_error (self->workspace);
  AdwViewStackPage *page = adw_view_stack_get_page (self->pages, GTK_WIDGET (self->data_page));

  adw_view_stack_page_set_badge_number (page, count);
  adw_view_stack_page_set_needs_attention (page, count > 0);
  gtk_widget_set_visible (GTK_WIDGET (self->hurt_button), finding != NULL || error != NULL);
  if (finding == NULL && error == NULL)
    {
      gtk_menu_button_popdown (self->hurt_button);
      return;
    }
  /* Without what it is to be given no run starts at all. */
  if (error != NULL)
    {
      gtk_widget_set_tooltip_text (GTK_WIDGET (self->hurt_button), error);
      gtk_label_set_label (self->hurt_label, error);
      gtk_widget_set_visible (GTK_WIDGET (self->hurt_mend), FALSE);
      return;
    }
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->hurt_button), finding->sentence);
  gtk_label_set_label (self->hurt_label, finding->sentence);
  gtk_widget_set_visible (GTK_WIDGET (self->hurt_mend), finding->mend != EQP_MEND_NONE);
  if (finding->mend != EQP_MEND_NONE)
    {
      g_autofree char *title = eqp_data_chain_dup_mend_title (finding);

      gtk_button_set_label (self->hurt_mend, title);
    }
}

static void
mend_cb (EqpWindow *self)
{
  guint count;
  const EqpFinding *finding = find_hurt (self, &count);

  gtk_menu_button_popdown (self->hurt_button);
  if (finding != NULL && finding->mend != EQP_MEND_NONE)
    eqp_data_chain_mend (self->chain, finding);
}

/* Connects what tells of findings; the template is built. */
void
_eqp_window_init_hurt (EqpWindow *self)
{
  g_signal_connect_object (self->hurt_mend, "clicked", G_CALLBACK (mend_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->chain, "facts-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->chain, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->workspace, "settings-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
}
