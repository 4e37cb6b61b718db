/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether all that is there to be read can be: contrast, from pixels, in light and dark. */
#include "config.h"

#include "eqp-test-pages.h"
#include "eqp-test.h"

#include <math.h>

/* Letters are drawn so much larger, so that some pixel of each is all ink. */
#define ZOOM 3

typedef struct
{
  cairo_surface_t *surface;
  GtkWidget       *window;
  double           least;
  char            *where;
  int              n;
} Picture;

/* Of WCAG 2: relative luminance of sRGB. */
static double
luminance (guint32 pixel)
{
  double sum = 0.0;
  static const double weights[] = { 0.2126, 0.7152, 0.0722 };

  for (int i = 0; i < 3; i++)
    {
      double c = ((pixel >> (16 - 8 * i)) & 0xff) / 255.0;

      sum += weights[i] * (c <= 0.04045 ? c / 12.92 : pow ((c + 0.055) / 1.055, 2.4));
    }
  return sum;
}

static double
contrast (guint32 a,
          guint32 b)
{
  double x = luminance (a), y = luminance (b);

  return (MAX (x, y) + 0.05) / (MIN (x, y) + 0.05);
}

/* The most that any pixel of the part stands out from what is there most often. */
static double
measure_contrast (Picture            *picture,
                  const graphene_rect_t *part)
{
  const guint32 *pixels = (const guint32 *) (const void *) cairo_image_surface_get_data (picture->surface);
  int stride = cairo_image_surface_get_stride (picture->surface) / 4;
  int x0 = MAX (0, (int) (ZOOM * part->origin.x)), y0 = MAX (0, (int) (ZOOM * part->origin.y));
  int x1 = MIN (stride, (int) (ZOOM * (part->origin.x + part->size.width)));
  int y1 = MIN (cairo_image_surface_get_height (picture->surface), (int) (ZOOM * (part->origin.y + part->size.height)));
  g_autoptr (GHashTable) counts = g_hash_table_new (NULL, NULL);
  guint32 ground = 0;
  guint most = 0;
  double best = 1.0;

  for (int y = y0; y < y1; y++)
    for (int x = x0; x < x1; x++)
      {
        gpointer key = GUINT_TO_POINTER (pixels[y * stride + x]);
        guint count = GPOINTER_TO_UINT (g_hash_table_lookup (counts, key)) + 1;

        g_hash_table_insert (counts, key, GUINT_TO_POINTER (count));
        if (count > most)
          {
            most = count;
            ground = GPOINTER_TO_UINT (key);
          }
      }
  for (int y = y0; y < y1; y++)
    for (int x = x0; x < x1; x++)
      best = MAX (best, contrast (pixels[y * stride + x], ground));
  return best;
}

static void
take_picture (Picture   *picture,
              EqpWindow *window)
{
  GdkPaintable *paintable = gtk_widget_paintable_new (GTK_WIDGET (window));
  int width = gtk_widget_get_width (GTK_WIDGET (window)), height = gtk_widget_get_height (GTK_WIDGET (window));
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  GskRenderNode *node;
  cairo_t *cr;

  gdk_paintable_snapshot (paintable, GDK_SNAPSHOT (snapshot), width, height);
  node = gtk_snapshot_free_to_node (snapshot);
  g_assert_nonnull (node);
  picture->surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, ZOOM * width, ZOOM * height);
  cr = cairo_create (picture->surface);
  cairo_scale (cr, ZOOM, ZOOM);
  gsk_render_node_draw (node, cr);
  cairo_destroy (cr);
  cairo_surface_flush (picture->surface);
  gsk_render_node_unref (node);
  g_object_unref (paintable);
  picture->window = GTK_WIDGET (window);
  picture->least = G_MAXDOUBLE;
}

static void
judge (Picture              *picture,
       const graphene_rect_t *part,
       const char           *what)
{
  double found = measure_contrast (picture, part);

  picture->n++;
  if (found >= picture->least)
    return;
  picture->least = found;
  g_free (picture->where);
  picture->where = g_strdup (what);
}

/* All labels in sight that can be used; what is insensitive may be faint. */
static void
judge_labels (Picture         *picture,
              GtkWidget       *widget,
              graphene_rect_t  seen)
{
  graphene_rect_t bounds;

  if (!gtk_widget_get_mapped (widget) || !gtk_widget_is_sensitive (widget) ||
      !gtk_widget_compute_bounds (widget, picture->window, &bounds) ||
      !graphene_rect_intersection (&bounds, &seen, &seen) || seen.size.width < 8.0f ||
      seen.size.height < 0.7f * bounds.size.height * GTK_IS_LABEL (widget))
    return;
  if (GTK_IS_LABEL (widget) && g_strcmp0 (gtk_label_get_text (GTK_LABEL (widget)), "") != 0)
    judge (picture, &seen, gtk_label_get_text (GTK_LABEL (widget)));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    judge_labels (picture, child, seen);
}

static void
check_contrast (Picture *picture)
{
  g_test_message ("least contrast %.2f: %s", picture->least, picture->where);
  g_assert_cmpfloat (picture->least, >=, 4.5);
  cairo_surface_destroy (picture->surface);
  g_clear_pointer (&picture->where, g_free);
  picture->n = 0;
}

/* They change over some frames. */
static void
wait_for_colors (void)
{
  for (gint64 until = g_get_monotonic_time () + 600000; g_get_monotonic_time () < until;)
    g_main_context_iteration (NULL, FALSE);
}

static void
test_contrast (gconstpointer scheme)
{
  EqpWindow *window;
  Picture picture = { 0 };
  graphene_rect_t all, ticks;
  GtkWidget *scatter;

  adw_style_manager_set_color_scheme (adw_style_manager_get_default (), GPOINTER_TO_INT (scheme));
  window = open_and_run ("sample:digits");
  scatter = find (window, EQP_TYPE_SCATTER_VIEW);
  eqp_wait_until (eqp_workspace_get_measures (eqp_window_get_workspace (window)) != NULL, 20);
  wait_for_colors ();
  take_picture (&picture, window);
  g_assert_true (gtk_widget_compute_bounds (GTK_WIDGET (window), GTK_WIDGET (window), &all));
  judge_labels (&picture, GTK_WIDGET (window), all);
  g_assert_cmpint (picture.n, >, 30);
  /* Beside the points there is nothing but the numbers of the axis. */
  g_assert_true (gtk_widget_compute_bounds (scatter, GTK_WIDGET (window), &ticks));
  ticks.origin.x += 4.0f;
  ticks.origin.y += 40.0f;
  ticks.size.width = 34.0f;
  ticks.size.height -= 60.0f;
  judge (&picture, &ticks, "ticks of the points");
  check_contrast (&picture);

  gtk_widget_activate_action (GTK_WIDGET (window), "win.compare", NULL);
  eqp_wait_until (gtk_widget_get_mapped (find (window, EQP_TYPE_COMPARE_SIZES_VIEW)), 20);
  for (gsize view = 0; view < N_VIEWS; view++)
    {
      show_view (window, view);
      wait_for_colors ();
      take_picture (&picture, window);
      judge_labels (&picture, GTK_WIDGET (window), all);
      g_assert_cmpint (picture.n, >, 10);
      check_contrast (&picture);
    }
  gtk_widget_activate_action (GTK_WIDGET (window), "win.show-page", "s", "live");
  eqp_test_window_close (window);
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (), ADW_COLOR_SCHEME_DEFAULT);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  if (!eqp_test_window_init ())
    return 0;
  g_test_add_data_func ("/app/window-contrast/light", GINT_TO_POINTER (ADW_COLOR_SCHEME_FORCE_LIGHT), test_contrast);
  g_test_add_data_func ("/app/window-contrast/dark", GINT_TO_POINTER (ADW_COLOR_SCHEME_FORCE_DARK), test_contrast);
  return g_test_run ();
}
