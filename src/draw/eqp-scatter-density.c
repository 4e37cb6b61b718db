/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Many points: hits are counted a pixel, then shaded by how many there were and colored by whose they were. Time is
 * n memory accesses plus one walk over the picture, whatever the size of the markers would have been. */
#include "config.h"

#include <math.h>

#include "eqp-scatter-private.h"

#define LEVELS 64
#define COUNT_LEVELS 1024
/* Colors repeat after this many clusters, which keeps labels within 16 bits. */
#define CYCLE 1000
#define FADED (CYCLE + 1)

/* Majority vote of Boyer and Moore (1981): after all hits, owner holds the cluster with most of them if it has more
 * than half; else one of the frequent ones. Averaging the colors instead would turn overlapping clusters to mud. */
typedef struct
{
  guint16 owner; /* 0: no cluster; 1 + cluster % CYCLE; from FADED on the same, faded */
  guint16 votes;
  guint32 count;
} Hits;

static void
count_hits (const EqpScatterCanvas *canvas,
            Hits                   *hits,
            int                     width,
            int                     height,
            double                  factor)
{
  const EqpScatterModel *model = canvas->model;
  const float *xy = model->xy;
  const gint32 *labels = model->labels;
  const guint8 *faded = model->faded;
  guint32 k = model->k;
  double ax = canvas->to_x[0] * factor, bx = canvas->to_x[1] * factor;
  double ay = canvas->to_y[0] * factor, by = canvas->to_y[1] * factor;

  for (gint64 i = 0; i < model->n; i++)
    {
      double x = ax + bx * xy[2 * i];
      double y = ay + by * xy[2 * i + 1];

      if (x >= 0.0 && x < width && y >= 0.0 && y < height)
        {
          Hits *hit = hits + (gsize) (int) y * width + (int) x;
          guint32 label = labels != NULL ? (guint32) labels[i] : G_MAXUINT32;
          guint16 owner = (guint16) ((label < k ? 1 + label % CYCLE : 0) + (faded != NULL && faded[i] ? FADED : 0));

          /* Without branches: where clusters overlap, each would be mispredicted half of the time. */
          hit->count++;
          hit->owner = hit->votes == 0 ? owner : hit->owner;
          /* Saturated votes only make a huge majority a little less certain. */
          hit->votes += hit->owner == owner ? hit->votes < G_MAXUINT16 : -1;
        }
    }
}

/* The count that is drawn in the fullest color: exceeded by one occupied pixel in fifty. */
static double
full_count (const Hits *hits,
            gsize       n)
{
  guint32 histogram[COUNT_LEVELS] = { 0 };
  guint64 occupied = 0, above = 0;
  int level = COUNT_LEVELS - 1;

  for (gsize i = 0; i < n; i++)
    if (hits[i].count != 0)
      {
        histogram[MIN (hits[i].count, COUNT_LEVELS - 1)]++;
        occupied++;
      }
  while (level > 8 && (above += histogram[level]) * 50 <= occupied)
    level--;
  return level;
}

/* Rows of LEVELS + 1 colors, by owner: [0] is the soft edge of a lone point, then from thin to thick. */
static guint32 *
make_colors (const EqpScatterCanvas *canvas)
{
  int used = MIN (canvas->model->k, CYCLE) + 1;
  int n = canvas->model->faded != NULL ? FADED + used : used;
  gboolean high = canvas->style->high_contrast;
  guint32 *colors = g_new (guint32, (gsize) n * (LEVELS + 1));

  for (int c = 0; c < n; c = c + 1 == used ? FADED : c + 1)
    {
      EqpRgba thin = _eqp_scatter_color (canvas->model, c % FADED - 1, c >= FADED, canvas->style);
      EqpRgba thick = eqp_rgba_mix (thin, canvas->style->foreground, canvas->style->dark ? 0.35 : 0.25);

      thick.alpha = thin.alpha;
      for (int level = -1; level < LEVELS; level++)
        {
          double t = (double) MAX (level, 0) / (LEVELS - 1);
          /* In high contrast none is fainter than its cluster's color is. */
          EqpRgba color = eqp_rgba_mix (thin, thick, high ? t : 1.5 * t - 0.5);
          double alpha = 255.0 * color.alpha * (level < 0 ? 0.25 : high ? 1.0 : CLAMP (0.85 + 0.3 * t, 0.0, 1.0));

          colors[(gsize) c * (LEVELS + 1) + level + 1] =
            ((guint32) (alpha + 0.5) << 24) | ((guint32) (color.red * alpha + 0.5) << 16) |
            ((guint32) (color.green * alpha + 0.5) << 8) | (guint32) (color.blue * alpha + 0.5);
        }
    }
  return colors;
}

static inline guint32
over (guint32 source,
      guint32 ground)
{
  guint32 rest = 255 - (source >> 24);
  guint32 low, high;

  if (rest == 0 || ground == 0)
    return source;
  low = ((ground & 0x00ff00ff) * rest + 0x00800080) >> 8 & 0x00ff00ff;
  high = ((ground >> 8 & 0x00ff00ff) * rest + 0x00800080) & 0xff00ff00;
  return source + (low | high);
}

static inline const Hits *
busier (const Hits *a,
        const Hits *b)
{
  return b->count > a->count ? b : a;
}

/* One row of the counting grid to @factor rows of pixels, each @factor wide. */
static void
shade_row (const EqpScatterCanvas *canvas,
           const Hits             *hits,
           int                     width,
           int                     height,
           int                     y,
           int                     factor,
           const guint32          *colors,
           const guint8           *levels)
{
  static const Hits nothing = { 0, 0, 0 };
  const Hits *row = hits + (gsize) y * width;
  const Hits *above = y > 0 ? row - width : NULL;
  const Hits *below = y < height - 1 ? row + width : NULL;

  for (int x = 0; x < width; x++)
    {
      const Hits *hit = &row[x];
      guint32 color;

      if (hit->count != 0)
        color = colors[hit->owner * (LEVELS + 1) + 1 + levels[MIN (hit->count, COUNT_LEVELS - 1)]];
      else
        {
          const Hits *near = &nothing;

          if (x > 0)
            near = &row[x - 1];
          if (x < width - 1)
            near = busier (near, &row[x + 1]);
          if (above != NULL)
            near = busier (near, &above[x]);
          if (below != NULL)
            near = busier (near, &below[x]);
          if (near->count == 0)
            continue;
          color = colors[near->owner * (LEVELS + 1)];
        }
      for (int j = y * factor; j < MIN ((y + 1) * factor, canvas->height); j++)
        {
          guint32 *pixels = canvas->pixels + (gsize) j * canvas->stride;

          for (int i = x * factor; i < MIN ((x + 1) * factor, canvas->width); i++)
            pixels[i] = over (color, pixels[i]);
        }
    }
}

/* On a screen of scale 2 the grid is one of application pixels, or lone points would be too small to see; so they are
 * where few points are spread over many pixels, and the grid is one of two by two. */
void
_eqp_scatter_density (const EqpScatterCanvas *canvas)
{
  int factor = MAX (1, (int) (canvas->scale + 0.25));
  gint64 pixels = (gint64) (canvas->width / factor) * (canvas->height / factor);
  int width, height;
  g_autofree Hits *hits = NULL;
  g_autofree guint32 *colors = NULL;
  guint8 levels[COUNT_LEVELS];
  double full;

  if (canvas->model->n < pixels)
    factor *= 2;
  width = (canvas->width + factor - 1) / factor;
  height = (canvas->height + factor - 1) / factor;
  hits = g_try_new0 (Hits, (gsize) width * height);
  if (hits == NULL)
    return;
  count_hits (canvas, hits, width, height, 1.0 / factor);
  colors = make_colors (canvas);
  full = log (full_count (hits, (gsize) width * height));
  for (int count = 0; count < COUNT_LEVELS; count++)
    levels[count] = (guint8) ((LEVELS - 1) * MIN (1.0, log (MAX (count, 1)) / full));
  for (int y = 0; y < height; y++)
    shade_row (canvas, hits, width, height, y, factor, colors, levels);
}
