/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "eqp-draw.h"

G_BEGIN_DECLS

#define EQP_TYPE_PLOT_VIEW (eqp_plot_view_get_type ())

G_DECLARE_DERIVABLE_TYPE (EqpPlotView, eqp_plot_view, EQP, PLOT_VIEW, GtkWidget)

/* What is drawn in nodes of their own, lowest first, and kept until invalidated. */
typedef enum {
  EQP_PLOT_FURNITURE, /* axes, titles, legend */
  EQP_PLOT_DATA,
  EQP_PLOT_MARKS,     /* above the data, and changing less often than they */
  EQP_PLOT_OVERLAY,   /* cursor, hover */
  EQP_PLOT_N_TIERS
} EqpPlotTier;

struct _EqpPlotViewClass
{
  GtkWidgetClass parent_class;

  /* Called before drawing: brings scales up to date and invalidates the tiers that depend on them. */
  void     (*prepare)       (EqpPlotView     *self,
                             double           width,
                             double           height,
                             const EqpStyle  *style);
  /* Draws one tier; width and height are those of the widget. */
  void     (*draw_tier)     (EqpPlotView     *self,
                             EqpPlotTier      tier,
                             GtkSnapshot     *snapshot,
                             double           width,
                             double           height,
                             const EqpStyle  *style);
  gboolean (*is_empty)      (EqpPlotView     *self);
  /* Size, scale or style are others; the tiers are already invalid. */
  void     (*look_changed)  (EqpPlotView     *self);
  /* Arrow keys, Page Up and Down, Home and End; up is positive. */
  void     (*move_cursor)   (EqpPlotView     *self,
                             GtkMovementStep  step,
                             int              dx,
                             int              dy);
  void     (*activate)      (EqpPlotView     *self);
  /* Optional: the pointer is here; it is nowhere. */
  void     (*point)         (EqpPlotView     *self,
                             double           x,
                             double           y);
  void     (*leave)         (EqpPlotView     *self);
  char    *(*dup_summary)   (EqpPlotView     *self);
};

const EqpStyle *eqp_plot_view_get_style      (EqpPlotView  *self);
void            eqp_plot_view_invalidate     (EqpPlotView  *self,
                                              EqpPlotTier   tier);
void            eqp_plot_view_invalidate_all (EqpPlotView  *self);

const char     *eqp_plot_view_get_label      (EqpPlotView  *self);
void            eqp_plot_view_set_label      (EqpPlotView  *self,
                                              const char   *label);
const char     *eqp_plot_view_get_summary    (EqpPlotView  *self);
void            eqp_plot_view_set_summary    (EqpPlotView  *self,
                                              const char   *summary);
void            eqp_plot_view_update_summary (EqpPlotView  *self);
void            eqp_plot_view_set_selected_text (EqpPlotView *self,
                                              const char   *text);
const char     *eqp_plot_view_get_empty_text (EqpPlotView  *self);
void            eqp_plot_view_set_empty_text (EqpPlotView  *self,
                                              const char   *empty_text);
void            eqp_plot_view_set_hover_picture (EqpPlotView *self,
                                                 GdkTexture  *picture);
const char     *eqp_plot_view_get_hover_text (EqpPlotView  *self);
void            eqp_plot_view_set_hover_text (EqpPlotView  *self,
                                              const char   *hover_text);
void            eqp_plot_view_set_hover_position (EqpPlotView *self,
                                              double        x,
                                              double        y);
void            eqp_plot_view_activate_by_click (EqpPlotView *self);

G_END_DECLS
