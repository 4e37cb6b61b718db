/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The scatter plot. Points come as a finished texture from whoever has threads; this widget owns what part of the plane
 * is seen, the axes around it and the marks above it. While a new texture is awaited, the last one is shown stretched.
 */
#include "config.h"

#include "eqp-scatter-view-private.h"

#include <math.h>
#include <string.h>

G_DEFINE_FINAL_TYPE (EqpScatterView, eqp_scatter_view, EQP_TYPE_PLOT_VIEW)

enum {
  SIGNAL_RENDER_NEEDED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

double
_eqp_scatter_view_to_px_x (EqpScatterView *self,
                           double          x)
{
  return self->area.x + self->area.width * (x - self->view.x0) / (self->view.x1 - self->view.x0);
}

double
_eqp_scatter_view_to_px_y (EqpScatterView *self,
                           double          y)
{
  return self->area.y + self->area.height * (self->view.y1 - y) / (self->view.y1 - self->view.y0);
}

gboolean
_eqp_scatter_view_is_ready (EqpScatterView *self)
{
  return self->has_data && self->area.width >= 1.0 && self->area.height >= 1.0;
}

gboolean
_eqp_scatter_view_is_in_area (EqpScatterView *self,
                              double          x,
                              double          y)
{
  return _eqp_scatter_view_is_ready (self) && x >= self->area.x && x < self->area.x + self->area.width &&
         y >= self->area.y && y < self->area.y + self->area.height;
}

/* Asks for points when what is seen differs from what was asked for last. */
static void
request_points (EqpScatterView *self)
{
  int width, height;
  double scale;
  EqpRange range;
  const EqpStyle *style = eqp_plot_view_get_style (EQP_PLOT_VIEW (self));

  if (!eqp_scatter_view_get_render_request (self, &width, &height, &scale, &range))
    return;
  if (width == self->asked_width && height == self->asked_height &&
      memcmp (&range, &self->asked_range, sizeof range) == 0 && memcmp (style, &self->asked_style, sizeof *style) == 0)
    return;
  self->asked_width = width;
  self->asked_height = height;
  self->asked_range = range;
  self->asked_style = *style;
  g_signal_emit (self, signals[SIGNAL_RENDER_NEEDED], 0, width, height, scale, &range);
}

void
_eqp_scatter_view_changed (EqpScatterView *self)
{
  eqp_plot_view_invalidate_all (EQP_PLOT_VIEW (self));
  request_points (self);
}

void
_eqp_scatter_view_fit (EqpScatterView *self,
                       EqpRange       *range)
{
  if (self->keep_aspect)
    eqp_range_fit_loosely (range, self->area.width, self->area.height, EQP_SCATTER_BORDER);
  else
    eqp_range_fit (range, self->area.width, self->area.height, EQP_SCATTER_BORDER, FALSE);
}

/* Brings the view up to date with size and data; a zoomed view keeps its middle and its scale. */
static void
fit_view (EqpScatterView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  EqpRect all = { 0.0, 0.0, gtk_widget_get_width (widget), gtk_widget_get_height (widget) };
  EqpRect area = eqp_draw_scatter_plot_area (&all, eqp_plot_view_get_style (EQP_PLOT_VIEW (self)));

  if (self->zoomed && self->area.width >= 1.0 && self->area.height >= 1.0)
    {
      double x = (self->view.x0 + self->view.x1) / 2.0, y = (self->view.y0 + self->view.y1) / 2.0;
      double half_x = (self->view.x1 - self->view.x0) / 2.0 * area.width / self->area.width;
      double half_y = (self->view.y1 - self->view.y0) / 2.0 * area.height / self->area.height;

      self->view = (EqpRange) { x - half_x, x + half_x, y - half_y, y + half_y };
    }
  self->area = area;
  if (!_eqp_scatter_view_is_ready (self))
    return;
  if (!self->zoomed)
    {
      self->view = self->data_range;
      _eqp_scatter_view_fit (self, &self->view);
    }
}

static void
eqp_scatter_view_look_changed (EqpPlotView *view)
{
  EqpScatterView *self = EQP_SCATTER_VIEW (view);

  g_ptr_array_set_size (self->center_marks, 0);
  fit_view (self);
  request_points (self);
}

static gboolean
eqp_scatter_view_is_empty (EqpPlotView *view)
{
  return !EQP_SCATTER_VIEW (view)->has_data;
}

static EqpScatterModel
make_model (EqpScatterView *self)
{
  EqpScatterModel model;

  eqp_scatter_model_init (&model);
  model.range = self->view;
  model.x_title = self->x_title;
  model.y_title = self->y_title;
  model.edges_name = self->edges_name;
  model.cut_name = self->cut_name;
  return model;
}

static char *
eqp_scatter_view_dup_summary (EqpPlotView *view)
{
  EqpScatterView *self = EQP_SCATTER_VIEW (view);
  EqpScatterModel model = make_model (self);
  static const gint32 some = 0;

  model.n = self->n_points;
  model.k = self->n_clusters;
  model.labels = &some;
  return eqp_draw_summary_scatter (&model);
}

static void
draw_points (EqpScatterView *self,
             GtkSnapshot    *snapshot)
{
  graphene_rect_t area = GRAPHENE_RECT_INIT ((float) self->area.x, (float) self->area.y,
                                             (float) self->area.width, (float) self->area.height);
  graphene_rect_t place = area;

  if (self->texture == NULL)
    return;
  if (memcmp (&self->texture_range, &self->view, sizeof self->view) != 0)
    {
      double left = _eqp_scatter_view_to_px_x (self, self->texture_range.x0),
             right = _eqp_scatter_view_to_px_x (self, self->texture_range.x1);
      double top = _eqp_scatter_view_to_px_y (self, self->texture_range.y1),
             bottom = _eqp_scatter_view_to_px_y (self, self->texture_range.y0);

      /* Deep in a zoom the old texture would be a few huge pixels, beyond what a render node may measure. */
      if (!(right - left < 20.0 * self->area.width && bottom - top < 20.0 * self->area.height))
        return;
      place = GRAPHENE_RECT_INIT ((float) left, (float) top, (float) (right - left), (float) (bottom - top));
    }
  gtk_snapshot_push_clip (snapshot, &area);
  gtk_snapshot_append_texture (snapshot, self->texture, &place);
  gtk_snapshot_pop (snapshot);
}

/* A texture, because in a run centers move with every step: then a renderer has to draw some small squares anew, not
 * the whole plot. @side: px */
static GdkTexture *
make_center_mark (EqpScatterView *self,
                  gint            cluster,
                  gint            crowd,
                  int             side,
                  const EqpStyle *style)
{
  int pixels = (int) (side * style->scale);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, pixels, pixels);
  cairo_t *cr;
  gsize stride = cairo_image_surface_get_stride (surface);
  g_autoptr (GBytes) bytes = NULL;

  cairo_surface_set_device_scale (surface, style->scale, style->scale);
  cr = cairo_create (surface);
  eqp_draw_scatter_center (cr, cluster, crowd, side / 2.0, side / 2.0, style);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  bytes = g_bytes_new (cairo_image_surface_get_data (surface), stride * pixels);
  cairo_surface_destroy (surface);
  return gdk_memory_texture_new (pixels, pixels, GDK_MEMORY_DEFAULT, bytes, stride);
}

/* Returns: (transfer full): where the mark of each cluster's center is on the screen */
EqpCenterPlace *
_eqp_scatter_view_place_centers (EqpScatterView *self)
{
  EqpCenterPlace *places = g_new0 (EqpCenterPlace, MAX (1, self->k));

  for (gint c = 0; c < self->k; c++)
    {
      places[c].at_x = _eqp_scatter_view_to_px_x (self, self->centers[2 * c]);
      places[c].at_y = _eqp_scatter_view_to_px_y (self, self->centers[2 * c + 1]);
    }
  eqp_scatter_place_centers (places, self->k, &self->area, eqp_plot_view_get_style (EQP_PLOT_VIEW (self)));
  return places;
}

static void
draw_leader (GtkSnapshot          *snapshot,
             gint                  cluster,
             const EqpCenterPlace *place,
             const EqpStyle       *style)
{
  double border = ceil (EQP_LEADER_DOT);
  double left = MIN (place->x, place->at_x) - border, top = MIN (place->y, place->at_y) - border;
  graphene_rect_t bounds =
      GRAPHENE_RECT_INIT ((float) left, (float) top, (float) (fabs (place->x - place->at_x) + 2.0 * border),
                          (float) (fabs (place->y - place->at_y) + 2.0 * border));
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &bounds);

  eqp_draw_scatter_leader (cr, cluster, place, style);
  cairo_destroy (cr);
}

static void
draw_centers (EqpScatterView *self,
              GtkSnapshot    *snapshot,
              const EqpStyle *style)
{
  gint crowd = eqp_scatter_center_crowd (self->k, &self->area, style);
  int side = 2 * (int) ceil (eqp_scatter_center_radius (crowd, style) + 1.0);
  g_autofree EqpCenterPlace *places = _eqp_scatter_view_place_centers (self);

  if (self->center_marks_k != crowd)
    g_ptr_array_set_size (self->center_marks, 0);
  self->center_marks_k = crowd;
  for (gint c = 0; c < self->k; c++)
    if (eqp_scatter_center_is_led_to (&places[c], crowd, style))
      draw_leader (snapshot, c, &places[c], style);
  for (gint c = 0; c < self->k; c++)
    {
      double x = round ((places[c].x - side / 2.0) * style->scale) / style->scale;
      double y = round ((places[c].y - side / 2.0) * style->scale) / style->scale;

      if (self->center_marks->len == (guint) c)
        g_ptr_array_add (self->center_marks, make_center_mark (self, c, crowd, side, style));
      if (places[c].seen)
        gtk_snapshot_append_texture (snapshot, g_ptr_array_index (self->center_marks, c),
                                     &GRAPHENE_RECT_INIT ((float) x, (float) y, (float) side, (float) side));
    }
}

static void
draw_marks (EqpScatterView *self,
            cairo_t        *cr,
            const EqpStyle *style)
{
  if (self->selection.visible)
    eqp_draw_scatter_ring (cr, _eqp_scatter_view_to_px_x (self, self->selection.x),
                           _eqp_scatter_view_to_px_y (self, self->selection.y), 8.0, style);
  if (self->highlight.visible)
    eqp_draw_scatter_ring (cr, _eqp_scatter_view_to_px_x (self, self->highlight.x),
                           _eqp_scatter_view_to_px_y (self, self->highlight.y), 6.0, style);
  if (self->crosshair.visible && gtk_widget_has_focus (GTK_WIDGET (self)))
    eqp_draw_scatter_crosshair (cr, _eqp_scatter_view_to_px_x (self, self->crosshair.x),
                                _eqp_scatter_view_to_px_y (self, self->crosshair.y), style);
}

static void
eqp_scatter_view_draw_tier (EqpPlotView    *view,
                            EqpPlotTier     tier,
                            GtkSnapshot    *snapshot,
                            double          width,
                            double          height,
                            const EqpStyle *style)
{
  EqpScatterView *self = EQP_SCATTER_VIEW (view);
  EqpScatterModel model = make_model (self);
  EqpRect all = { 0.0, 0.0, width, height };
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (0.0f, 0.0f, (float) width, (float) height);
  gboolean marked = self->selection.visible || self->highlight.visible || self->crosshair.visible;
  cairo_t *cr;

  if (!_eqp_scatter_view_is_ready (self))
    return;
  if (tier == EQP_PLOT_DATA)
    draw_points (self, snapshot);
  else if (tier == EQP_PLOT_MARKS)
    draw_centers (self, snapshot, style);
  if (tier == EQP_PLOT_DATA || (tier == EQP_PLOT_MARKS && self->names == NULL) || (tier == EQP_PLOT_OVERLAY && !marked))
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  if (tier == EQP_PLOT_FURNITURE)
    eqp_draw_scatter_furniture (cr, &model, &all, style);
  else if (tier == EQP_PLOT_MARKS)
    {
      model.n = self->n_named;
      model.xy = self->named;
      model.names = (const char *const *) self->names;
      eqp_draw_scatter_names (cr, &model, &self->area, style);
    }
  else
    {
      cairo_rectangle (cr, self->area.x, self->area.y, self->area.width, self->area.height);
      cairo_clip (cr);
      draw_marks (self, cr, style);
    }
  cairo_destroy (cr);
}

static void
eqp_scatter_view_dispose (GObject *object)
{
  EqpScatterView *self = EQP_SCATTER_VIEW (object);

  g_clear_object (&self->texture);
  g_ptr_array_set_size (self->center_marks, 0);
  G_OBJECT_CLASS (eqp_scatter_view_parent_class)->dispose (object);
}

static void
eqp_scatter_view_finalize (GObject *object)
{
  EqpScatterView *self = EQP_SCATTER_VIEW (object);

  g_free (self->x_title);
  g_free (self->y_title);
  g_free (self->edges_name);
  g_free (self->cut_name);
  g_free (self->centers);
  g_free (self->named);
  g_strfreev (self->names);
  g_ptr_array_unref (self->center_marks);
  G_OBJECT_CLASS (eqp_scatter_view_parent_class)->finalize (object);
}

static void
eqp_scatter_view_class_init (EqpScatterViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  EqpPlotViewClass *view_class = EQP_PLOT_VIEW_CLASS (klass);
  GType type = G_TYPE_FROM_CLASS (klass);

  object_class->dispose = eqp_scatter_view_dispose;
  object_class->finalize = eqp_scatter_view_finalize;
  view_class->draw_tier = eqp_scatter_view_draw_tier;
  view_class->is_empty = eqp_scatter_view_is_empty;
  view_class->dup_summary = eqp_scatter_view_dup_summary;
  view_class->look_changed = eqp_scatter_view_look_changed;
  view_class->move_cursor = _eqp_scatter_view_move_cursor;
  view_class->point = _eqp_scatter_view_point;
  view_class->leave = _eqp_scatter_view_leave;
  view_class->activate = _eqp_scatter_view_activate;

  /**
   * EqpScatterView::render-needed:
   * @self: the plot
   * @width: device pixels
   * @height: device pixels
   * @scale: device pixels an application pixel
   * @range: (type gpointer): #EqpRange that fills the picture
   *
   * Size, scale, theme or view changed: points are wanted for it, now or later.
   */
  signals[SIGNAL_RENDER_NEEDED] = g_signal_new ("render-needed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                                G_TYPE_NONE, 4, G_TYPE_INT, G_TYPE_INT, G_TYPE_DOUBLE, G_TYPE_POINTER);
  _eqp_scatter_view_input_class_init (object_class);

  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "eqpscatter");
}

static void
eqp_scatter_view_init (EqpScatterView *self)
{
  self->keep_aspect = TRUE;
  self->center_marks = g_ptr_array_new_with_free_func (g_object_unref);
  _eqp_scatter_view_input_init (self);
}

/**
 * eqp_scatter_view_new:
 *
 * Returns: (transfer floating): an empty scatter plot
 */
GtkWidget *
eqp_scatter_view_new (void)
{
  return g_object_new (EQP_TYPE_SCATTER_VIEW, NULL);
}

/**
 * eqp_scatter_view_get_render_request:
 * @self: a scatter plot
 * @width: (out): device pixels
 * @height: (out): device pixels
 * @scale: (out): device pixels an application pixel
 * @range: (out): what fills the picture
 *
 * What #EqpScatterView::render-needed would ask for now; for redrawing when the labels changed. The style to draw with
 * is eqp_plot_view_get_style().
 *
 * Returns: whether there is something to draw, and a place for it
 */
gboolean
eqp_scatter_view_get_render_request (EqpScatterView *self,
                                     int            *width,
                                     int            *height,
                                     double         *scale,
                                     EqpRange       *range)
{
  g_return_val_if_fail (EQP_IS_SCATTER_VIEW (self), FALSE);

  if (!_eqp_scatter_view_is_ready (self))
    return FALSE;
  *scale = eqp_plot_view_get_style (EQP_PLOT_VIEW (self))->scale;
  *width = (int) lround (self->area.width * *scale);
  *height = (int) lround (self->area.height * *scale);
  *range = self->view;
  return TRUE;
}

/**
 * eqp_scatter_view_set_points_texture:
 * @self: a scatter plot
 * @texture: (nullable): the points, on transparent ground
 * @range: (nullable): what the texture shows; %NULL with a %NULL texture
 *
 * Shows @texture where @range is, whatever the view has become since it was asked for.
 */
void
eqp_scatter_view_set_points_texture (EqpScatterView *self,
                                     GdkTexture     *texture,
                                     const EqpRange *range)
{
  g_return_if_fail (EQP_IS_SCATTER_VIEW (self));
  g_return_if_fail (texture == NULL || range != NULL);

  g_set_object (&self->texture, texture);
  if (range != NULL)
    self->texture_range = *range;
  eqp_plot_view_invalidate (EQP_PLOT_VIEW (self), EQP_PLOT_DATA);
}

/**
 * eqp_scatter_view_set_data_range:
 * @self: a scatter plot
 * @range: (nullable): where the points are; %NULL: there are none, the empty text is shown
 * @keep_aspect: whether a unit is as long on both axes
 *
 * Says that other data are shown: texture, centers, names and marks are dropped, the view shows everything.
 */
void
eqp_scatter_view_set_data_range (EqpScatterView *self,
                                 const EqpRange *range,
                                 gboolean        keep_aspect)
{
  g_return_if_fail (EQP_IS_SCATTER_VIEW (self));

  self->has_data = range != NULL;
  self->data_range = range != NULL ? *range : (EqpRange) { 0.0, 0.0, 0.0, 0.0 };
  self->keep_aspect = keep_aspect;
  self->zoomed = FALSE;
  self->highlight.visible = self->selection.visible = self->crosshair.visible = FALSE;
  g_clear_object (&self->texture);
  eqp_scatter_view_set_centers (self, 0, NULL);
  eqp_scatter_view_set_names (self, 0, NULL, NULL);
  /* Equal ranges of other data need other points. */
  self->asked_width = 0;
  fit_view (self);
  _eqp_scatter_view_changed (self);
}

/**
 * eqp_scatter_view_reset_view:
 * @self: a scatter plot
 *
 * Shows all points again.
 */
void
eqp_scatter_view_reset_view (EqpScatterView *self)
{
  g_return_if_fail (EQP_IS_SCATTER_VIEW (self));

  self->zoomed = FALSE;
  fit_view (self);
  _eqp_scatter_view_changed (self);
}

/**
 * eqp_scatter_view_set_titles:
 * @self: a scatter plot
 * @x_title: (nullable): of the horizontal axis
 * @y_title: (nullable): of the vertical axis
 */
void
eqp_scatter_view_set_titles (EqpScatterView *self,
                             const char     *x_title,
                             const char     *y_title)
{
  char *x = g_strdup (x_title), *y = g_strdup (y_title);

  g_return_if_fail (EQP_IS_SCATTER_VIEW (self));

  g_free (self->x_title);
  g_free (self->y_title);
  self->x_title = x;
  self->y_title = y;
  eqp_plot_view_invalidate (EQP_PLOT_VIEW (self), EQP_PLOT_FURNITURE);
}

/**
 * eqp_scatter_view_set_edge_names:
 * @self: a scatter plot
 * @edges_name: (nullable): for the key, an edge within a cluster; %NULL: there are no edges
 * @cut_name: (nullable): an edge between clusters
 */
void
eqp_scatter_view_set_edge_names (EqpScatterView *self,
                                 const char     *edges_name,
                                 const char     *cut_name)
{
  char *edges = g_strdup (edges_name), *cut = g_strdup (cut_name);

  g_return_if_fail (EQP_IS_SCATTER_VIEW (self));

  if (g_strcmp0 (edges, self->edges_name) != 0 || g_strcmp0 (cut, self->cut_name) != 0)
    eqp_plot_view_invalidate (EQP_PLOT_VIEW (self), EQP_PLOT_FURNITURE);
  g_free (self->edges_name);
  g_free (self->cut_name);
  self->edges_name = edges;
  self->cut_name = cut;
}

/**
 * eqp_scatter_view_set_counts:
 * @self: a scatter plot
 * @n_points: how many points there are, in sight or not
 * @n_clusters: how many clusters they are in; 0: none
 *
 * For the summary, which is told by eqp_plot_view_update_summary().
 */
void
eqp_scatter_view_set_counts (EqpScatterView *self,
                             gint64          n_points,
                             gint            n_clusters)
{
  g_return_if_fail (EQP_IS_SCATTER_VIEW (self));

  self->n_points = n_points;
  self->n_clusters = n_clusters;
}

/**
 * eqp_scatter_view_set_centers:
 * @self: a scatter plot
 * @k: clusters
 * @xy: (nullable): 2k plot coordinates, copied; %NULL: no centers are shown
 */
void
eqp_scatter_view_set_centers (EqpScatterView *self,
                              gint            k,
                              const double   *xy)
{
  double *copy = xy != NULL ? g_memdup2 (xy, 2 * sizeof (double) * k) : NULL;

  g_return_if_fail (EQP_IS_SCATTER_VIEW (self));

  g_free (self->centers);
  self->k = copy != NULL ? k : 0;
  self->centers = copy;
  eqp_plot_view_invalidate (EQP_PLOT_VIEW (self), EQP_PLOT_MARKS);
}

/**
 * eqp_scatter_view_set_names:
 * @self: a scatter plot
 * @n: points
 * @xy: (nullable): where they are: 2n plot coordinates, copied
 * @names: (transfer full) (nullable): what they are called, written beside them where it can be read; %NULL: nothing
 */
void
eqp_scatter_view_set_names (EqpScatterView  *self,
                            gint64           n,
                            const float     *xy,
                            char           **names)
{
  g_return_if_fail (EQP_IS_SCATTER_VIEW (self));

  g_free (self->named);
  g_strfreev (self->names);
  self->n_named = names != NULL ? n : 0;
  self->named = names != NULL ? g_memdup2 (xy, 2 * sizeof (float) * (gsize) n) : NULL;
  self->names = names;
  eqp_plot_view_invalidate (EQP_PLOT_VIEW (self), EQP_PLOT_MARKS);
}

static void
set_mark (EqpScatterView *self,
          EqpScatterMark *mark,
          gboolean        visible,
          double          x,
          double          y)
{
  if (mark->visible == visible && (!visible || (mark->x == x && mark->y == y)))
    return;
  *mark = (EqpScatterMark) { visible, x, y };
  eqp_plot_view_invalidate (EQP_PLOT_VIEW (self), EQP_PLOT_OVERLAY);
}

/**
 * eqp_scatter_view_set_highlight:
 * @self: a scatter plot
 * @visible: whether a point is ringed as hovered
 * @x: plot coordinate of the point
 * @y: plot coordinate of the point
 */
void
eqp_scatter_view_set_highlight (EqpScatterView *self,
                                gboolean        visible,
                                double          x,
                                double          y)
{
  g_return_if_fail (EQP_IS_SCATTER_VIEW (self));

  set_mark (self, &self->highlight, visible, x, y);
}

/**
 * eqp_scatter_view_set_selection:
 * @self: a scatter plot
 * @visible: whether a point is ringed as selected
 * @x: plot coordinate of the point
 * @y: plot coordinate of the point
 */
void
eqp_scatter_view_set_selection (EqpScatterView *self,
                                gboolean        visible,
                                double          x,
                                double          y)
{
  g_return_if_fail (EQP_IS_SCATTER_VIEW (self));

  set_mark (self, &self->selection, visible, x, y);
}

/**
 * eqp_scatter_view_get_plot_area:
 * @self: a scatter plot
 * @area: (out): px within the widget
 *
 * Returns: whether there is one yet
 */
gboolean
eqp_scatter_view_get_plot_area (EqpScatterView *self,
                                EqpRect        *area)
{
  g_return_val_if_fail (EQP_IS_SCATTER_VIEW (self), FALSE);

  *area = self->area;
  return _eqp_scatter_view_is_ready (self);
}
