/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Marks of centers: how large they may be, and where they are, so that each number can be read: marks that would lie on
 * each other are moved apart, and a line leads from a mark that is off its center to it. */
#include "config.h"

#include "eqp-scatter-plot.h"

#include <math.h>

#include "eqp-palette.h"
#include "eqp-text-private.h"

/* From this many clusters on, marks of centers have small numbers, and from this many on none. */
#define SMALL_FROM 30
#define NUMBERED_BELOW 40
/* Or where larger ones would cover so much of the plot, whatever is below them. */
#define MOST_COVERED_LARGE 0.15
#define MOST_COVERED 0.35

/* px of the ground's ring around marks, which two marks beside each other share. */
#define RING 2.0
/* Times that all pairs are looked at. What is still too near then, in a plot full of marks, overlaps. */
#define ROUNDS 60

/**
 * eqp_scatter_center_radius:
 * @k: clusters
 * @style: the style
 *
 * Returns: px from the middle of a center's mark to its outer edge
 */
double
eqp_scatter_center_radius (gint            k,
                           const EqpStyle *style)
{
  double inner = k < NUMBERED_BELOW ? round ((k < SMALL_FROM ? 0.68 : 0.5) * style->font_size) : k <= 200 ? 5.0 : 3.5;

  return inner + RING;
}

static gboolean
covers (gint            k,
        gint            crowd,
        double          share,
        const EqpRect  *area,
        const EqpStyle *style)
{
  double side = 2.0 * eqp_scatter_center_radius (crowd, style);

  return k * side * side > share * area->width * area->height;
}

/**
 * eqp_scatter_center_crowd:
 * @k: clusters
 * @area: the plot area
 * @style: the style
 *
 * Returns: as how many clusters their centers are to be drawn, which decides the size of marks: more than there are
 *   where numbered ones would hide the points
 */
gint
eqp_scatter_center_crowd (gint            k,
                          const EqpRect  *area,
                          const EqpStyle *style)
{
  gint crowd = k < SMALL_FROM && covers (k, k, MOST_COVERED_LARGE, area, style) ? SMALL_FROM : k;

  return crowd < NUMBERED_BELOW && covers (k, crowd, MOST_COVERED, area, style) ? NUMBERED_BELOW : crowd;
}

/* Of the size of fonts, for the number of a center. */
static double
number_size (gint k)
{
  return k < SMALL_FROM ? 0.78 : 0.62;
}

static void
draw_center (EqpText        *text,
             gint            cluster,
             gint            k,
             double          x,
             double          y,
             const EqpStyle *style)
{
  double radius = eqp_scatter_center_radius (k, style);
  char number[16];

  cairo_arc (text->cr, x, y, radius, 0.0, 2.0 * G_PI);
  eqp_rgba_set_source (text->cr, style->card);
  cairo_fill (text->cr);
  cairo_arc (text->cr, x, y, radius - RING, 0.0, 2.0 * G_PI);
  eqp_rgba_set_source (text->cr, eqp_palette_color (cluster, style));
  cairo_fill (text->cr);
  if (k >= NUMBERED_BELOW)
    return;
  g_snprintf (number, sizeof number, "%d", cluster + 1);
  _eqp_text_draw (text, number, x, y, 0.5, eqp_palette_text_color (cluster, style));
}

/**
 * eqp_draw_scatter_center:
 * @cr: where to draw
 * @cluster: its number, from 0; drawn from 1
 * @k: clusters in all, which decides the size
 * @x: px
 * @y: px
 * @style: the style
 *
 * Draws the mark of one center.
 */
void
eqp_draw_scatter_center (cairo_t        *cr,
                         gint            cluster,
                         gint            k,
                         double          x,
                         double          y,
                         const EqpStyle *style)
{
  g_auto (EqpText) text = { 0 };

  _eqp_text_init (&text, cr, style, number_size (k), TRUE);
  draw_center (&text, cluster, k, x, y, style);
}

static gboolean
are_too_near (const EqpCenterPlace *a,
              const EqpCenterPlace *b,
              double                apart)
{
  return hypot (b->x - a->x, b->y - a->y) < apart - 0.01;
}

/* Moves each of two marks by half of what is missing between them. */
static void
part (EqpCenterPlace *a,
      EqpCenterPlace *b,
      double          apart)
{
  double x = b->x - a->x, y = b->y - a->y, distance = MAX (hypot (x, y), 1e-6);
  double push = (apart - distance) / 2.0 / distance;

  a->x -= push * x;
  a->y -= push * y;
  b->x += push * x;
  b->y += push * y;
}

/* Marks on one another, or on one line, know no way around each other: each that has another near it sets out in a
 * direction of its own, the same at each step of a run. */
static void
set_out (EqpCenterPlace *places,
         gint            k,
         double          apart)
{
  for (gint c = 0; c < k; c++)
    for (gint other = 0; places[c].seen && other < k; other++)
      if (other != c && places[other].seen &&
          hypot (places[other].at_x - places[c].at_x, places[other].at_y - places[c].at_y) < apart)
        {
          places[c].x += 0.5 * cos (2.4 * c);
          places[c].y += 0.5 * sin (2.4 * c);
          break;
        }
}

static void
keep_inside (EqpCenterPlace *place,
             const EqpRect  *area)
{
  place->x = CLAMP (place->x, area->x, area->x + area->width);
  place->y = CLAMP (place->y, area->y, area->y + area->height);
}

/**
 * eqp_scatter_place_centers:
 * @places: (inout): with `at_x` and `at_y` set; the rest is filled in
 * @k: clusters
 * @area: the plot area
 * @style: the style
 *
 * Finds places for the marks of the centers within the area: on the center, or beside it where another mark would cover
 * the number. Small changes of the centers make small changes of the places. Time O(k^2); marks without numbers stay.
 */
void
eqp_scatter_place_centers (EqpCenterPlace *places,
                           gint            k,
                           const EqpRect  *area,
                           const EqpStyle *style)
{
  gint crowd = eqp_scatter_center_crowd (k, area, style);
  double apart = 2.0 * eqp_scatter_center_radius (crowd, style) - RING;
  gboolean near = crowd < NUMBERED_BELOW;

  for (gint c = 0; c < k; c++)
    {
      EqpCenterPlace *place = &places[c];

      place->x = place->at_x;
      place->y = place->at_y;
      /* False also for NaN. */
      place->seen = place->x >= area->x && place->x <= area->x + area->width && place->y >= area->y &&
                    place->y <= area->y + area->height;
    }
  if (near)
    set_out (places, k, apart);
  for (int round = 0; near && round < ROUNDS; round++)
    {
      near = FALSE;
      for (gint a = 0; a < k; a++)
        for (gint b = a + 1; places[a].seen && b < k; b++)
          if (places[b].seen && are_too_near (&places[a], &places[b], apart))
            {
              part (&places[a], &places[b], apart);
              near = TRUE;
            }
      for (gint c = 0; near && c < k; c++)
        if (places[c].seen)
          keep_inside (&places[c], area);
    }
}

/**
 * eqp_scatter_center_is_led_to:
 * @place: where a mark is
 * @k: clusters in all, as eqp_scatter_center_crowd() says
 * @style: the style
 *
 * Returns: whether the mark does not cover its center any more, so that eqp_draw_scatter_leader() is needed
 */
gboolean
eqp_scatter_center_is_led_to (const EqpCenterPlace *place,
                              gint                  k,
                              const EqpStyle       *style)
{
  return place->seen &&
         hypot (place->x - place->at_x, place->y - place->at_y) > eqp_scatter_center_radius (k, style);
}

/**
 * eqp_draw_scatter_leader:
 * @cr: where to draw
 * @cluster: its number, from 0
 * @place: where its mark is
 * @style: the style
 *
 * Draws a line from a mark to its center, and a dot there; to be drawn below all marks.
 */
void
eqp_draw_scatter_leader (cairo_t              *cr,
                         gint                  cluster,
                         const EqpCenterPlace *place,
                         const EqpStyle       *style)
{
  for (int pass = 0; pass < 2; pass++)
    {
      eqp_rgba_set_source (cr, pass == 0 ? style->card : eqp_palette_color (cluster, style));
      cairo_set_line_width (cr, pass == 0 ? 2.0 + 2.0 * RING : 2.0);
      cairo_move_to (cr, place->x, place->y);
      cairo_line_to (cr, place->at_x, place->at_y);
      cairo_stroke (cr);
      cairo_arc (cr, place->at_x, place->at_y, pass == 0 ? EQP_LEADER_DOT : EQP_LEADER_DOT - RING, 0.0, 2.0 * G_PI);
      cairo_fill (cr);
    }
}

/**
 * eqp_draw_scatter_centers:
 * @cr: where to draw
 * @model: `centers`, `k` and `range` are used
 * @area: the plot area
 * @style: the style
 *
 * Draws a numbered mark at each center within the area. Numbers begin at 1; the more clusters there are, or the less
 * room, the smaller are the marks, from 40 clusters on without numbers.
 */
void
eqp_draw_scatter_centers (cairo_t               *cr,
                          const EqpScatterModel *model,
                          const EqpRect         *area,
                          const EqpStyle        *style)
{
  gint crowd = eqp_scatter_center_crowd (model->k, area, style);
  g_autofree EqpCenterPlace *places = NULL;
  g_auto (EqpText) text = { 0 };

  if (model->centers == NULL || !(model->range.x0 < model->range.x1 && model->range.y0 < model->range.y1))
    return;
  places = g_new0 (EqpCenterPlace, model->k);
  for (gint c = 0; c < model->k; c++)
    {
      places[c].at_x =
          area->x + area->width * (model->centers[2 * c] - model->range.x0) / (model->range.x1 - model->range.x0);
      places[c].at_y =
          area->y + area->height * (model->range.y1 - model->centers[2 * c + 1]) / (model->range.y1 - model->range.y0);
    }
  eqp_scatter_place_centers (places, model->k, area, style);
  for (gint c = 0; c < model->k; c++)
    if (eqp_scatter_center_is_led_to (&places[c], crowd, style))
      eqp_draw_scatter_leader (cr, c, &places[c], style);
  _eqp_text_init (&text, cr, style, number_size (crowd), TRUE);
  for (gint c = 0; c < model->k; c++)
    if (places[c].seen)
      draw_center (&text, c, crowd, places[c].x, places[c].y, style);
}
