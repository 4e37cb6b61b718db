/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What points are called, beside them: each name where it covers neither a point nor another name, or not at all. Of
 * more points than can be read none is named until a part of them is looked at. */
#include "config.h"

#include "eqp-scatter-plot.h"

#include <math.h>

#include "eqp-scatter-private.h"
#include "eqp-text-private.h"

/* Points in view. */
#define NAMED_UP_TO 150
/* px from the edge of a marker to its name */
#define GAP 2.0

typedef struct
{
  gint64 row;
  double x;
  double y;
} Seen;

static gboolean
overlap (const EqpRect *a,
         const EqpRect *b)
{
  return a->x < b->x + b->width && b->x < a->x + a->width && a->y < b->y + b->height && b->y < a->y + a->height;
}

/* Points in view. Returns NULL where there are none, or too many. */
static Seen *
find_seen (const EqpScatterModel *model,
           const EqpRect         *area,
           int                   *n_seen)
{
  Seen *seen = g_new (Seen, NAMED_UP_TO);

  *n_seen = 0;
  for (gint64 i = 0; i < model->n; i++)
    {
      double x =
          area->x + area->width * (model->xy[2 * i] - model->range.x0) / (model->range.x1 - model->range.x0);
      double y =
          area->y + area->height * (model->range.y1 - model->xy[2 * i + 1]) / (model->range.y1 - model->range.y0);

      if (!(x >= area->x && x <= area->x + area->width && y >= area->y && y <= area->y + area->height))
        continue;
      if (*n_seen == NAMED_UP_TO)
        {
          g_free (seen);
          return NULL;
        }
      seen[(*n_seen)++] = (Seen) { i, x, y };
    }
  return seen;
}

/* Right, left, above, below, then the corners. */
static EqpRect
place_name (const Seen *point,
            int         place,
            double      width,
            double      height,
            double      reach)
{
  static const signed char sides[8][2] = { { 1, 0 }, { -1, 0 }, { 0, -1 }, { 0, 1 },
                                           { 1, -1 }, { 1, 1 }, { -1, -1 }, { -1, 1 } };
  int across = sides[place][0], up = sides[place][1];
  double near = across != 0 && up != 0 ? 0.5 * reach : reach;

  return (EqpRect) { point->x + across * near + (across - 1) * width / 2.0,
                     point->y + up * near + (up - 1) * height / 2.0, width, height };
}

static gboolean
is_free (const EqpRect *name,
         const EqpRect *area,
         const Seen    *seen,
         int            n_seen,
         int            own,
         double         radius,
         const EqpRect *names,
         int            n_names)
{
  if (name->x < area->x || name->x + name->width > area->x + area->width || name->y < area->y ||
      name->y + name->height > area->y + area->height)
    return FALSE;
  for (int i = 0; i < n_seen; i++)
    {
      EqpRect marker = { seen[i].x - radius, seen[i].y - radius, 2.0 * radius, 2.0 * radius };

      if (i != own && overlap (name, &marker))
        return FALSE;
    }
  for (int i = 0; i < n_names; i++)
    if (overlap (name, &names[i]))
      return FALSE;
  return TRUE;
}

/**
 * eqp_draw_scatter_names:
 * @cr: where to draw
 * @model: points, `range` and `names` are used
 * @area: the plot area
 * @style: the style
 *
 * Writes the names of the points in view beside them, as far as they can be read; to be drawn above the points. Time
 * O(n), and O(m^2) for m points in view.
 */
void
eqp_draw_scatter_names (cairo_t               *cr,
                        const EqpScatterModel *model,
                        const EqpRect         *area,
                        const EqpStyle        *style)
{
  int n_seen = 0, n_names = 0;
  g_autofree Seen *seen = NULL;
  g_autofree EqpRect *names = NULL;
  double radius = _eqp_scatter_radius (model), height = 1.1 * EQP_TEXT_SMALL * style->font_size;
  g_auto (EqpText) text = { 0 };

  if (model->names == NULL || !(model->range.x0 < model->range.x1 && model->range.y0 < model->range.y1))
    return;
  seen = find_seen (model, area, &n_seen);
  if (seen == NULL)
    return;
  names = g_new (EqpRect, MAX (1, n_seen));
  _eqp_text_init (&text, cr, style, EQP_TEXT_SMALL, FALSE);
  for (int i = 0; i < n_seen; i++)
    {
      const char *name = model->names[seen[i].row];
      double width = _eqp_text_width (&text, name);

      for (int place = 0; place < 8; place++)
        {
          names[n_names] = place_name (&seen[i], place, width, height, radius + GAP);
          if (!is_free (&names[n_names], area, seen, n_seen, i, radius, names, n_names))
            continue;
          _eqp_text_draw_hemmed (&text, name, names[n_names].x, names[n_names].y + height / 2.0, style->foreground,
                                 style->card);
          n_names++;
          break;
        }
    }
}
