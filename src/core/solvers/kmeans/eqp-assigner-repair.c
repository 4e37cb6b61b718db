/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The second half of the assignment problem, see eqp-assigner.c: what the dual prices leave over is moved along
 * shortest paths, and the optimum is certified. */
#include "config.h"

#include "eqp-assigner-parts-private.h"

#include <float.h>
#include <math.h>

/* -- sinks ------------------------------------------------------------------------------------------------------- */

/* What one more unit costs at the sink arc of @cluster that carries @units, less gamma * base. The whole number is
 * exact. */
static inline double
sink_price (EqpAssigner *self, int cluster, gint64 units)
{
  return self->gamma * (double) (2 * (units + assigner_load (self, cluster)) + 1 - self->base);
}

/* The flow of a sink arc that suits the price q, sink_price (flow - 1) <= q <= sink_price (flow) where the limits allow
 * it, nearest to @wish. */
gint64
_eqp_assigner_sink_flow (EqpAssigner *self, int cluster, double q, gint64 wish)
{
  gint64 lowest = assigner_least (self, cluster), highest = assigner_most (self, cluster);
  double least = (double) lowest, most = (double) highest;
  double middle = (double) self->base / 2.0 + q / (2.0 * self->gamma) - (double) assigner_load (self, cluster);
  gint64 flow;

  /* Without gamma each size within the limits costs the same. */
  if (!(self->gamma > 0.0))
    return q > 0.0 ? highest : q < 0.0 ? lowest : CLAMP (wish, lowest, highest);

  flow = (gint64) CLAMP ((double) wish, CLAMP (middle - 1.0, least, most), CLAMP (middle + 1.0, least, most));
  while (flow < highest && sink_price (self, cluster, flow) < q)
    flow++;
  while (flow > lowest && sink_price (self, cluster, flow - 1) > q)
    flow--;
  return flow;
}

/* -- repair ------------------------------------------------------------------------------------------------------ */

/* Puts all rows into the exchange graph whose reduced cost to some other cluster is at most @reach. Margins were taken
 * before prices rose by at most @risen, so they still tell which rows cannot be. */
static void
fill_exchange (EqpAssigner *self, double reach, double risen)
{
  gint32 rows[EQP_ASSIGNER_ROWS];
  gint64 at = 0;
  int count;

  _eqp_exchange_clear (self->exchange);
  while ((count = _eqp_assigner_next_within (self, &at, reach + risen, rows)) > 0)
    for (int r = 0; r < count; r++)
      {
        gint32 i = rows[r];
        int a = self->labels[i];
        double own = assigner_priced (self, i, a);

        for (int b = 0; b < self->k; b++)
          if (b != a && assigner_priced (self, i, b) - own <= reach)
            _eqp_exchange_add (self->exchange, a, b, assigner_cost (self, i, b) - assigner_cost (self, i, a), i);
      }
}

/* Dijkstra in reduced costs from all clusters with too many rows to the nearest node that can take one. Node k stands
 * for the sink: an arc c -> k lets the size of c grow, k -> c lets it shrink. Returns the node found, or -1. */
static int
nearest_deficit (EqpAssigner *self, double sink_q, gint64 sink_excess)
{
  int k = self->k;

  for (int v = 0; v <= k; v++)
    {
      gint64 excess = v < k ? self->sizes[v] - self->flow[v] : sink_excess;

      self->distance[v] = excess > 0 ? 0.0 : INFINITY;
      self->parent[v] = -1;
      self->settled[v] = FALSE;
    }

  for (;;)
    {
      int v = -1;

      for (int u = 0; u <= k; u++)
        if (!self->settled[u] && self->distance[u] < INFINITY && (v < 0 || self->distance[u] < self->distance[v]))
          v = u;
      if (v < 0)
        return -1;
      self->settled[v] = TRUE;
      if ((v < k ? self->sizes[v] - self->flow[v] : sink_excess) < 0)
        return v;

#define RELAX(u, cost, via)                                               \
  G_STMT_START                                                            \
  {                                                                       \
    double through = self->distance[v] + MAX (0.0, (cost));               \
    if (through < self->distance[u])                                      \
      {                                                                   \
        self->distance[u] = through;                                      \
        self->parent[u] = v;                                              \
        self->parent_row[u] = (via);                                      \
      }                                                                   \
  }                                                                       \
  G_STMT_END

      if (v == k)
        {
          for (int c = 0; c < k; c++)
            if (self->flow[c] > assigner_least (self, c))
              RELAX (c, self->q[c] - sink_q - sink_price (self, c, self->flow[c] - 1), -1);
        }
      else
        {
          double weight;
          gint32 row;
          int to;

          if (self->flow[v] < assigner_most (self, v))
            RELAX (k, sink_price (self, v, self->flow[v]) - self->q[v] + sink_q, -1);
          for (guint arc = 0; _eqp_exchange_best (self->exchange, v, arc, self->labels, &to, &weight, &row); arc++)
            if (row >= 0)
              RELAX (to, weight + self->q[to] - self->q[v], row);
        }
#undef RELAX
    }
}

/* A row in its new cluster is within reach of others again. */
static void
hand_over (EqpAssigner *self, gint32 row, int to, double reach)
{
  double own;

  self->labels[row] = to;
  self->margin[row] = 0.0f;
  own = assigner_priced (self, row, to);
  for (int c = 0; c < self->k; c++)
    if (c != to && assigner_priced (self, row, c) - own <= reach)
      _eqp_exchange_add (self->exchange, to, c, assigner_cost (self, row, c) - assigner_cost (self, row, to), row);
}

/* Successive shortest paths until every cluster holds just what its sink arc carries. Reduced costs stay >= 0
 * throughout, which proves the optimum. Returns the units moved, or -1 when cancelled. */
gint64
_eqp_assigner_repair (EqpAssigner *self, double *sink_q_out)
{
  double sink_q = 0.0, raised = 0.0, risen = 0.0, scale = DBL_MIN, reach;
  gint64 sink_excess = -self->n, moved = 0, total = 0;
  int k = self->k;

  for (int c = 0; c < k; c++)
    {
      self->flow[c] = _eqp_assigner_sink_flow (self, c, self->q[c], self->sizes[c]);
      sink_excess += self->flow[c];
      total += MAX (0, self->sizes[c] - self->flow[c]);
      scale = MAX (scale, fabs (self->q[c]));
    }
  total += MAX (0, sink_excess);
  *sink_q_out = 0.0;
  if (total == 0)
    return 0;

  reach = _eqp_assigner_margin_quantile (self, MIN (self->n, 4 * total + 32 * k));
  fill_exchange (self, reach, 0.0);

  while (total > 0)
    {
      int target = nearest_deficit (self, sink_q, sink_excess), v;
      double far = target >= 0 ? self->distance[target] : INFINITY;

      if ((moved & 63) == 0 && self->cancellable != NULL && g_cancellable_is_cancelled (self->cancellable))
        {
          self->cancelled = 1;
          return -1;
        }

      /* A row outside the graph might be on a shorter path: put more rows in. */
      if (far > reach - raised && reach < DBL_MAX)
        {
          reach = MAX (2.0 * reach, MAX (isfinite (far) ? 2.0 * far : 0.0, 1e-6 * scale));
          scale *= 16.0;
          if (!(reach < 1e300))
            reach = DBL_MAX;
          fill_exchange (self, reach, risen);
          raised = 0.0;
          continue;
        }
      g_return_val_if_fail (target >= 0, -1);

      for (int u = 0; u <= k; u++)
        if (self->distance[u] < far)
          {
            if (u < k)
              self->q[u] += far - self->distance[u];
            else
              sink_q += far - self->distance[u];
          }
      raised += far;
      risen += far;

      for (v = target; self->parent[v] >= 0; v = self->parent[v])
        {
          int from = self->parent[v];

          if (from == k)
            self->flow[v]--;
          else if (v == k)
            self->flow[from]++;
          else
            {
              self->sizes[from]--;
              self->sizes[v]++;
              hand_over (self, self->parent_row[v], v, reach);
            }
        }
      /* v: the cluster the unit came from. At the sink's end of the path its excess changes. */
      if (target == k)
        sink_excess++;
      if (v == k)
        sink_excess--;
      total--;
      moved++;
    }

  *sink_q_out = sink_q;
  return moved;
}

/* -- certificate ------------------------------------------------------------------------------------------------- */

/* objective - bound as a sum of terms that are all >= 0, so that a small gap of large numbers is still exact. */
void
_eqp_assigner_certify (EqpAssigner *self, double sink_q, EqpAssignmentReport *report)
{
  double gap = 0.0, data = 0.0, squares = 0.0;

  for (gint64 i = 0; i < self->n; i++)
    {
      double own = assigner_priced (self, i, self->labels[i]), least = own;

      for (int c = 0; c < self->k; c++)
        least = MIN (least, assigner_priced (self, i, c));
      gap += own - least;
      data += assigner_cost (self, i, self->labels[i]);
    }
  for (int c = 0; c < self->k; c++)
    {
      double size = (double) self->sizes[c], q = self->q[c] - sink_q;
      double best =
          self->gamma > 0.0 || self->limited ? (double) _eqp_assigner_sink_flow (self, c, q, self->sizes[c]) : size;

      double load = (double) assigner_load (self, c);

      squares += (size + load) * (size + load);
      gap += MAX (0.0, (size - best) * (self->gamma * (size + best + 2.0 * load - (double) self->base) - q));
    }
  report->objective = data + self->gamma * squares;
  report->gap = gap;
  report->bound = report->objective - gap;
}
