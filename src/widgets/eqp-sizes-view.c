/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bars of cluster sizes. They are plain color nodes, which cost a renderer next to nothing. */
#include "config.h"

#include "eqp-sizes-view.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Times the largest bar. */
#define OUTLINE_ROOM 1.35

struct _EqpSizesView
{
  EqpPlotView    parent_instance;
  gint           k;
  gint64        *sizes;
  gint           reference_k[2];
  gint64        *reference[2];
  char          *reference_name[2];
  gboolean       weighted;
  gint64         band_low;
  gint64         band_high;
  int            cursor;
  gint           selected_k;
  gint64        *selected;       /* how many rows of each are selected, or NULL */
  gint           pictured;       /* clusters with pictures */
  int            picture_width;
  int            picture_height;
  guint8        *pictures;       /* NULL: to come */
  EqpSizesScale  scale;
  gboolean       steady;   /* keep a larger axis while sizes stream in */
  gboolean       held;     /* keep it however much larger it is */
  gboolean       awaits_outlines;
  gboolean       late;     /* outlines came after the sizes: the axis is that of the sizes */
  EqpRect        area;
};

G_DEFINE_FINAL_TYPE (EqpSizesView, eqp_sizes_view, EQP_TYPE_PLOT_VIEW)

enum {
  PROP_0,
  PROP_CURSOR,
  N_PROPS
};

enum {
  SIGNAL_CLUSTER_ACTIVATED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

static EqpSizesModel
make_model (EqpSizesView *self)
{
  EqpSizesModel model = { .k = self->k, .sizes = self->sizes, .cursor = self->cursor };

  model.weighted = self->weighted;
  /* Those of another number of clusters are about to be replaced, too. */
  model.selected = self->selected_k == self->k ? self->selected : NULL;
  model.band_low = self->band_low;
  model.band_high = self->band_high;

  model.picture_width = self->picture_width;
  model.picture_height = self->picture_height;
  /* Those of another number of clusters are about to be replaced. */
  model.pictures = self->pictured == self->k ? self->pictures : NULL;

  for (int r = 0; r < 2; r++)
    {
      model.reference_k[r] = self->reference_k[r];
      model.reference[r] = self->reference[r];
      model.reference_name[r] = self->reference_name[r];
    }
  return model;
}

static int
count_bars (EqpSizesView *self)
{
  return MAX (self->k, MAX (self->reference_k[0], self->reference_k[1]));
}

static gboolean
eqp_sizes_view_is_empty (EqpPlotView *view)
{
  return count_bars (EQP_SIZES_VIEW (view)) == 0;
}

/* Outlines that are still to come are higher than the bars as a rule; when they do, nothing is to move for them. */
static void
make_room (EqpSizesView  *self,
           EqpSizesScale *scale)
{
  double largest = 0.0;
  int ticks = scale->y.n_ticks;

  if (!self->awaits_outlines || self->reference_k[0] > 0 || self->reference_k[1] > 0)
    return;
  for (gint c = 0; c < self->k; c++)
    largest = MAX (largest, (double) self->sizes[c]);
  if (OUTLINE_ROOM * largest <= scale->y.max)
    return;
  eqp_axis_init (&scale->y, EQP_AXIS_LINEAR, 0.0, OUTLINE_ROOM * largest);
  scale->y.integral = TRUE;
  eqp_axis_expand (&scale->y, MAX (1, ticks));
}

static void
eqp_sizes_view_prepare (EqpPlotView    *view,
                        double          width,
                        double          height,
                        const EqpStyle *style)
{
  EqpSizesView *self = EQP_SIZES_VIEW (view);
  EqpSizesModel model = make_model (self);
  EqpRect all = { 0.0, 0.0, width, height };
  EqpRect area = eqp_sizes_pictured_area (&model, &all, style);
  gboolean same_area = memcmp (&area, &self->area, sizeof area) == 0;
  EqpSizesScale scale;

  /* Compared as memory below: unused ticks have to be equal too. */
  memset (&scale, 0, sizeof scale);
  self->area = area;
  eqp_sizes_scale_init (&scale, &model, &self->area, style);
  make_room (self, &scale);
  if (self->steady && scale.bars == self->scale.bars && scale.pitch == self->scale.pitch &&
      (self->late || (scale.y.max < self->scale.y.max && (self->held || scale.y.max >= 0.5 * self->scale.y.max))))
    scale.y = self->scale.y;
  self->steady = TRUE;
  if (same_area && memcmp (&scale, &self->scale, sizeof scale) == 0)
    return;
  self->scale = scale;
  for (int tier = 0; tier < EQP_PLOT_N_TIERS; tier++)
    eqp_plot_view_invalidate (view, tier);
}

static void
append_bar (const EqpRect *rect,
            EqpRgba        color,
            gint           bar,
            gpointer       user_data)
{
  gtk_snapshot_append_color (
      user_data, &(GdkRGBA){ color.red, color.green, color.blue, color.alpha },
      &GRAPHENE_RECT_INIT ((float) rect->x, (float) rect->y, (float) rect->width, (float) rect->height));
}

static void
draw_cursor (EqpSizesView   *self,
             GtkSnapshot    *snapshot,
             const EqpStyle *style)
{
  EqpRgba color = style->high_contrast ? style->foreground : style->accent;
  double width = MAX (self->scale.pitch, 3.0);
  double left = self->area.x + (self->cursor + 0.5) * self->scale.pitch - width / 2.0;

  gtk_snapshot_append_color (
      snapshot, &(GdkRGBA){ color.red, color.green, color.blue, 0.18f },
      &GRAPHENE_RECT_INIT ((float) left, (float) self->area.y, (float) width, (float) self->area.height));
  gtk_snapshot_append_color (
      snapshot, &(GdkRGBA){ color.red, color.green, color.blue, 1.0f },
      &GRAPHENE_RECT_INIT ((float) left, (float) (self->area.y + self->area.height), (float) width, 2.0f));
}

static void
eqp_sizes_view_draw_tier (EqpPlotView    *view,
                          EqpPlotTier     tier,
                          GtkSnapshot    *snapshot,
                          double          width,
                          double          height,
                          const EqpStyle *style)
{
  EqpSizesView *self = EQP_SIZES_VIEW (view);
  EqpSizesModel model = make_model (self);
  EqpRect all = { 0.0, 0.0, width, height };
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (0.0f, 0.0f, (float) width, (float) height);
  cairo_t *cr;

  if (tier == EQP_PLOT_OVERLAY)
    {
      if (self->cursor >= 0 && self->cursor < self->scale.bars)
        draw_cursor (self, snapshot, style);
      if (model.selected == NULL)
        return;
      cr = gtk_snapshot_append_cairo (snapshot, &bounds);
      eqp_draw_sizes_selection (cr, &self->scale, &model, &self->area, style);
      cairo_destroy (cr);
      return;
    }
  /* Hatching needs paths. */
  if (tier == EQP_PLOT_DATA && !style->high_contrast)
    eqp_sizes_foreach_bar (&self->scale, &model, &self->area, style, append_bar, snapshot);
  cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  if (tier == EQP_PLOT_FURNITURE)
    eqp_draw_sizes_furniture (cr, &self->scale, &model, &all, style);
  else if (tier == EQP_PLOT_MARKS)
    {
      eqp_draw_sizes_references (cr, &self->scale, &model, &self->area, style);
      eqp_draw_sizes_pictures (cr, &model, &all, style);
    }
  else
    {
      if (style->high_contrast)
        eqp_draw_sizes_bars (cr, &self->scale, &model, &self->area, style);
      eqp_draw_sizes_labels (cr, &self->scale, &model, &self->area, style);
    }
  cairo_destroy (cr);
}

static char *
eqp_sizes_view_dup_summary (EqpPlotView *view)
{
  EqpSizesModel model = make_model (EQP_SIZES_VIEW (view));
  EqpRect all = { 0.0, 0.0, gtk_widget_get_width (GTK_WIDGET (view)), gtk_widget_get_height (GTK_WIDGET (view)) };
  EqpRect picture;

  if (!eqp_sizes_picture_rect (&model, &all, eqp_plot_view_get_style (view), 0, &picture))
    model.pictures = NULL;
  return eqp_draw_summary_sizes (&model);
}

static void
append_reference (EqpSizesView *self,
                  int           which,
                  GString      *text)
{
  g_autofree char *size = NULL;

  if (self->cursor >= self->reference_k[which] || self->reference_name[which] == NULL)
    return;
  size = eqp_format_count (self->reference[which][self->cursor]);
  g_string_append_printf (text, "\n%s: %s", self->reference_name[which], size);
}

static void
append_selected (EqpSizesView *self,
                 GString      *text)
{
  gint64 count = self->selected_k == self->k && self->selected != NULL && self->cursor < self->k
                     ? self->selected[self->cursor]
                     : 0;
  g_autofree char *number = eqp_format_count (count);

  if (count > 0)
    g_string_append_printf (text, _("\n%s selected"), number);
}

/* Larger than below the bar, and there also where bars are too narrow for pictures. */
static GdkTexture *
make_picture (EqpSizesView *self)
{
  gsize stride = 3 * (gsize) self->picture_width, bytes = stride * (gsize) self->picture_height;
  g_autoptr (GBytes) pixels = NULL;

  if (self->pictures == NULL || self->pictured != self->k || self->cursor >= self->k ||
      self->sizes[self->cursor] == 0)
    return NULL;
  pixels = g_bytes_new (self->pictures + (gsize) self->cursor * bytes, bytes);
  return gdk_memory_texture_new (self->picture_width, self->picture_height, GDK_MEMORY_R8G8B8, pixels, stride);
}

static void
update_hover_text (EqpSizesView *self)
{
  g_autoptr (GdkTexture) picture = NULL;
  g_autoptr (GString) text = NULL;
  gint64 n = 0;

  if (self->cursor < 0 || self->cursor >= count_bars (self))
    {
      eqp_plot_view_set_hover_text (EQP_PLOT_VIEW (self), NULL);
      return;
    }
  text = g_string_new (NULL);
  for (gint c = 0; c < self->k; c++)
    n += self->sizes[c];
  if (self->cursor < self->k)
    {
      gint64 size = self->sizes[self->cursor];
      g_autofree char *count = eqp_format_count (size);
      g_autofree char *share = eqp_format_percent (n > 0 ? (double) size / n : 0.0, 1);

      if (self->weighted)
        /* Translators: number of a cluster, the weights of its rows added up, their share ("10.0 %"). */
        g_string_append_printf (text, _("Cluster %d: weight %s, %s"), self->cursor + 1, count, share);
      else
        /* Translators: number of a cluster, its rows, their share ("10.0 %"). */
        g_string_append_printf (
            text, g_dngettext (GETTEXT_PACKAGE, "Cluster %d: %s row, %s", "Cluster %d: %s rows, %s", (gulong) size),
            self->cursor + 1, count, share);
    }
  else
    g_string_append_printf (text, _("Cluster %d"), self->cursor + 1);
  append_selected (self, text);
  append_reference (self, 0, text);
  append_reference (self, 1, text);
  picture = make_picture (self);
  eqp_plot_view_set_hover_picture (EQP_PLOT_VIEW (self), picture);
  eqp_plot_view_set_hover_text (EQP_PLOT_VIEW (self), text->str);
}

static void
eqp_sizes_view_move_cursor (EqpPlotView    *view,
                            GtkMovementStep step,
                            int             dx,
                            int             dy)
{
  EqpSizesView *self = EQP_SIZES_VIEW (view);
  int bars = count_bars (self), cursor = self->cursor;

  if (step == GTK_MOVEMENT_BUFFER_ENDS)
    cursor = dx < 0 ? 0 : bars - 1;
  else if (cursor < 0)
    cursor = dx > 0 || dy > 0 ? 0 : bars - 1;
  else
    cursor += (dx != 0 ? dx : dy) * (step == GTK_MOVEMENT_PAGES ? MAX (1, bars / 10) : 1);
  cursor = CLAMP (cursor, 0, bars - 1);
  eqp_plot_view_set_hover_position (view, self->area.x + (cursor + 0.5) * self->scale.pitch, self->area.y);
  eqp_sizes_view_set_cursor (self, cursor);
}

static void
eqp_sizes_view_activate (EqpPlotView *view)
{
  EqpSizesView *self = EQP_SIZES_VIEW (view);

  if (self->cursor >= 0)
    g_signal_emit (self, signals[SIGNAL_CLUSTER_ACTIVATED], 0, self->cursor);
}

static void
eqp_sizes_view_point (EqpPlotView *view,
                      double       x,
                      double       y)
{
  EqpSizesView *self = EQP_SIZES_VIEW (view);
  EqpSizesModel model = make_model (self);
  EqpRect all = { 0.0, 0.0, gtk_widget_get_width (GTK_WIDGET (self)), gtk_widget_get_height (GTK_WIDGET (self)) };
  double bottom = self->area.y + self->area.height;
  gboolean inside;
  EqpRect picture;

  if (eqp_sizes_picture_rect (&model, &all, eqp_plot_view_get_style (EQP_PLOT_VIEW (self)), 0, &picture))
    bottom = picture.y + picture.height;
  inside = count_bars (self) > 0 && self->scale.bars > 0 && y >= self->area.y && y <= bottom;

  eqp_sizes_view_set_cursor (self, inside ? eqp_sizes_bar_at (&self->scale, &self->area, x) : -1);
}

static void
eqp_sizes_view_leave (EqpPlotView *view)
{
  eqp_sizes_view_set_cursor (EQP_SIZES_VIEW (view), -1);
}

static void
eqp_sizes_view_get_property (GObject    *object,
                             guint       property_id,
                             GValue     *value,
                             GParamSpec *pspec)
{
  switch (property_id)
    {
    case PROP_CURSOR:
      g_value_set_int (value, EQP_SIZES_VIEW (object)->cursor);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
eqp_sizes_view_set_property (GObject      *object,
                             guint         property_id,
                             const GValue *value,
                             GParamSpec   *pspec)
{
  switch (property_id)
    {
    case PROP_CURSOR:
      eqp_sizes_view_set_cursor (EQP_SIZES_VIEW (object), g_value_get_int (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
eqp_sizes_view_finalize (GObject *object)
{
  EqpSizesView *self = EQP_SIZES_VIEW (object);

  g_free (self->sizes);
  g_free (self->pictures);
  g_free (self->selected);
  for (int r = 0; r < 2; r++)
    {
      g_free (self->reference[r]);
      g_free (self->reference_name[r]);
    }
  G_OBJECT_CLASS (eqp_sizes_view_parent_class)->finalize (object);
}

static void
eqp_sizes_view_class_init (EqpSizesViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  EqpPlotViewClass *view_class = EQP_PLOT_VIEW_CLASS (klass);

  object_class->get_property = eqp_sizes_view_get_property;
  object_class->set_property = eqp_sizes_view_set_property;
  object_class->finalize = eqp_sizes_view_finalize;
  view_class->prepare = eqp_sizes_view_prepare;
  view_class->draw_tier = eqp_sizes_view_draw_tier;
  view_class->is_empty = eqp_sizes_view_is_empty;
  view_class->move_cursor = eqp_sizes_view_move_cursor;
  view_class->point = eqp_sizes_view_point;
  view_class->leave = eqp_sizes_view_leave;
  view_class->activate = eqp_sizes_view_activate;
  view_class->dup_summary = eqp_sizes_view_dup_summary;

  /**
   * EqpSizesView:cursor:
   *
   * The emphasized cluster, from 0; -1: none. Pointer and keys move it.
   */
  properties[PROP_CURSOR] = g_param_spec_int ("cursor", NULL, NULL, -1, G_MAXINT, -1,
                                              G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  /**
   * EqpSizesView::cluster-activated:
   * @self: the plot
   * @cluster: its number, from 0
   *
   * Clicked, or Return.
   */
  signals[SIGNAL_CLUSTER_ACTIVATED] = g_signal_new ("cluster-activated", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                                    0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_INT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "eqpsizes");
}

static void
eqp_sizes_view_init (EqpSizesView *self)
{
  self->cursor = -1;
  eqp_plot_view_activate_by_click (EQP_PLOT_VIEW (self));
}

/**
 * eqp_sizes_view_new:
 *
 * Returns: (transfer floating): a plot of no clusters
 */
GtkWidget *
eqp_sizes_view_new (void)
{
  return g_object_new (EQP_TYPE_SIZES_VIEW, NULL);
}

/* What is drawn changed; the tiers may not be valid yet when the plot was empty. */
static void
model_changed (EqpSizesView *self)
{
  if (self->cursor >= count_bars (self))
    eqp_sizes_view_set_cursor (self, -1);
  else if (eqp_plot_view_get_hover_text (EQP_PLOT_VIEW (self)) != NULL)
    update_hover_text (self);
  eqp_plot_view_invalidate (EQP_PLOT_VIEW (self), EQP_PLOT_DATA);
  if (self->selected != NULL)
    eqp_plot_view_invalidate (EQP_PLOT_VIEW (self), EQP_PLOT_OVERLAY);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
copy_sizes (gint64       **place,
            gint          *k,
            gint           new_k,
            const gint64  *sizes)
{
  gint64 *copy = new_k > 0 && sizes != NULL ? g_memdup2 (sizes, sizeof (gint64) * new_k) : NULL;

  g_free (*place);
  *place = copy;
  *k = copy != NULL ? new_k : 0;
}

/**
 * eqp_sizes_view_set_model:
 * @self: a plot of sizes
 * @model: sizes and references, copied; its cursor is set too
 */
void
eqp_sizes_view_set_model (EqpSizesView        *self,
                          const EqpSizesModel *model)
{
  g_return_if_fail (EQP_IS_SIZES_VIEW (self));

  self->steady = FALSE;
  for (int r = 0; r < 2; r++)
    eqp_sizes_view_set_reference (self, r, model->reference_k[r], model->reference[r], model->reference_name[r]);
  copy_sizes (&self->sizes, &self->k, model->k, model->sizes);
  eqp_sizes_view_set_weighted (self, model->weighted);
  eqp_sizes_view_set_band (self, model->band_low, model->band_high);
  eqp_sizes_view_set_pictures (self, model->k, model->picture_width, model->picture_height, model->pictures);
  eqp_sizes_view_set_cursor (self, model->cursor);
  model_changed (self);
}

/**
 * eqp_sizes_view_set_sizes:
 * @self: a plot of sizes
 * @k: clusters; 0: none
 * @sizes: (nullable): k sizes, copied
 *
 * For streaming: the axis does not shrink with every step.
 */
void
eqp_sizes_view_set_sizes (EqpSizesView *self,
                          gint          k,
                          const gint64 *sizes)
{
  g_return_if_fail (EQP_IS_SIZES_VIEW (self));

  copy_sizes (&self->sizes, &self->k, k, sizes);
  self->late = FALSE;
  model_changed (self);
}

/**
 * eqp_sizes_view_set_held:
 * @self: a plot of sizes
 * @held: whether the axis may only grow for now; afterwards it fits the sizes again
 */
void
eqp_sizes_view_set_held (EqpSizesView *self,
                         gboolean      held)
{
  g_return_if_fail (EQP_IS_SIZES_VIEW (self));

  if (self->held == held)
    return;
  self->held = held;
  if (!held)
    {
      self->steady = FALSE;
      model_changed (self);
    }
}

/**
 * eqp_sizes_view_set_awaits_outlines:
 * @self: a plot of sizes
 * @awaits: whether references come later than the sizes: room is kept for them, and the axis does not change when they
 * come
 */
void
eqp_sizes_view_set_awaits_outlines (EqpSizesView *self,
                                    gboolean      awaits)
{
  g_return_if_fail (EQP_IS_SIZES_VIEW (self));

  self->awaits_outlines = awaits;
}

/**
 * eqp_sizes_view_set_reference:
 * @self: a plot of sizes
 * @which: 0 (outlines) or 1 (dashed levels)
 * @k: clusters of the reference; 0: no reference
 * @sizes: (nullable): k sizes, copied
 * @name: (nullable): for the legend
 */
void
eqp_sizes_view_set_reference (EqpSizesView *self,
                              int           which,
                              gint          k,
                              const gint64 *sizes,
                              const char   *name)
{
  g_return_if_fail (EQP_IS_SIZES_VIEW (self));
  g_return_if_fail (which == 0 || which == 1);

  copy_sizes (&self->reference[which], &self->reference_k[which], k, sizes);
  self->late = self->awaits_outlines;
  if (g_strcmp0 (self->reference_name[which], name) != 0)
    {
      g_free (self->reference_name[which]);
      self->reference_name[which] = g_strdup (name);
    }
  eqp_plot_view_invalidate (EQP_PLOT_VIEW (self), EQP_PLOT_FURNITURE);
  eqp_plot_view_invalidate (EQP_PLOT_VIEW (self), EQP_PLOT_MARKS);
  model_changed (self);
}

/**
 * eqp_sizes_view_set_weighted:
 * @self: a plot of sizes
 * @weighted: whether sizes are sums of weights of rows
 */
void
eqp_sizes_view_set_weighted (EqpSizesView *self,
                             gboolean      weighted)
{
  g_return_if_fail (EQP_IS_SIZES_VIEW (self));

  if (self->weighted == weighted)
    return;
  self->weighted = weighted;
  eqp_plot_view_invalidate (EQP_PLOT_VIEW (self), EQP_PLOT_FURNITURE);
  model_changed (self);
}

/**
 * eqp_sizes_view_set_band:
 * @self: a plot of sizes
 * @low: the least size
 * @high: the largest size that chance alone would give; 0: no band
 */
void
eqp_sizes_view_set_band (EqpSizesView *self,
                         gint64        low,
                         gint64        high)
{
  g_return_if_fail (EQP_IS_SIZES_VIEW (self));

  if (self->band_low == low && self->band_high == high)
    return;
  self->band_low = low;
  self->band_high = high;
  self->late = self->awaits_outlines;
  eqp_plot_view_invalidate (EQP_PLOT_VIEW (self), EQP_PLOT_FURNITURE);
  model_changed (self);
}

/**
 * eqp_sizes_view_set_pictures:
 * @self: a plot of sizes
 * @k: how many clusters have one
 * @width: pixels; 0: there are none
 * @height: pixels
 * @pixels: (nullable): red, green, blue, k x height x width, copied; %NULL: they are to come, their place is kept
 *
 * What clusters look like, to be shown below their bars.
 */
void
eqp_sizes_view_set_pictures (EqpSizesView *self,
                             gint          k,
                             int           width,
                             int           height,
                             const guint8 *pixels)
{
  gsize bytes = 3 * (gsize) MAX (0, k) * (gsize) MAX (0, width) * (gsize) MAX (0, height);

  g_return_if_fail (EQP_IS_SIZES_VIEW (self));

  g_free (self->pictures);
  self->pictures = bytes > 0 ? g_memdup2 (pixels, bytes) : NULL;
  self->pictured = k;
  self->picture_width = width;
  self->picture_height = height;
  if (self->cursor >= 0)
    update_hover_text (self);
  eqp_plot_view_invalidate (EQP_PLOT_VIEW (self), EQP_PLOT_MARKS);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * eqp_sizes_view_set_selected:
 * @self: a plot of sizes
 * @k: clusters; 0: nothing is selected
 * @selected: (nullable): how many rows of each are selected, copied
 *
 * Outlines the bars that have selected rows; where these are more than one, what is not selected is pale.
 */
void
eqp_sizes_view_set_selected (EqpSizesView *self,
                             gint          k,
                             const gint64 *selected)
{
  g_return_if_fail (EQP_IS_SIZES_VIEW (self));

  if (self->selected == NULL && (k == 0 || selected == NULL))
    return;
  copy_sizes (&self->selected, &self->selected_k, k, selected);
  eqp_plot_view_invalidate (EQP_PLOT_VIEW (self), EQP_PLOT_OVERLAY);
  model_changed (self);
}

/**
 * eqp_sizes_view_get_cursor:
 * @self: a plot of sizes
 *
 * Returns: the emphasized cluster, or -1
 */
int
eqp_sizes_view_get_cursor (EqpSizesView *self)
{
  g_return_val_if_fail (EQP_IS_SIZES_VIEW (self), -1);

  return self->cursor;
}

/**
 * eqp_sizes_view_set_cursor:
 * @self: a plot of sizes
 * @cluster: the emphasized cluster, or -1
 */
void
eqp_sizes_view_set_cursor (EqpSizesView *self,
                           int           cluster)
{
  g_return_if_fail (EQP_IS_SIZES_VIEW (self));

  cluster = MAX (cluster, -1);
  if (self->cursor == cluster)
    return;
  self->cursor = cluster;
  update_hover_text (self);
  eqp_plot_view_invalidate (EQP_PLOT_VIEW (self), EQP_PLOT_OVERLAY);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CURSOR]);
}
