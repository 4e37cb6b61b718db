/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The second half of the assignment problem, see eqp-assigner.c: what the dual prices leave over is moved along
 * shortest paths, and the optimum is certified. */
#include "config.h"

#include "eqp-assigner-parts-private.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/eqp-parallel.h"

#define SINK_STEPS 60 /* doublings, and halvings */
#define FURTHER 4.0 /* times what has been of need is what the arcs of a cluster reach when they are made anew */
#define BUILT_AHEAD 8 /* rows whose costs are fetched before they are asked for */
#define CERTIFIED_PER_CHUNK 1024
#define CERTIFIED_AHEAD 16 /* rows whose costs are fetched before they are asked for */

/* -- sinks ------------------------------------------------------------------------------------------------------- */

/* The flow of a sink arc that suits the price q, price (flow - 1) <= q <= price (flow) at the sink where the limits
 * allow it, nearest to @wish. */
gint64
_eqp_assigner_sink_flow (EqpAssigner *self, int cluster, double q, gint64 wish)
{
  gint64 lowest = assigner_least (self, cluster), highest = assigner_most (self, cluster);
  double least = (double) lowest, most = (double) highest;
  double copies = (double) assigner_copies (self, cluster);
  double each = (double) self->base / 2.0 + q / (2.0 * self->gamma);
  double middle = each * copies - (double) assigner_load (self, cluster);
  gint64 flow;

  /* Without gamma each size within the limits costs the same. */
  if (!(self->gamma > 0.0))
    return q > 0.0 ? highest : q < 0.0 ? lowest
                                       : CLAMP (wish, lowest, highest);

  flow = (gint64) CLAMP ((double) wish, CLAMP (middle - copies, least, most), CLAMP (middle + copies, least, most));
  while (flow < highest && assigner_sink_price (self, cluster, flow) < q)
    flow++;
  while (flow > lowest && assigner_sink_price (self, cluster, flow - 1) > q)
    flow--;
  return flow;
}

/* -- exchange graph ---------------------------------------------------------------------------------------------- */

/* Puts a row into the exchange graph with all clusters whose reduced cost to it is at most @reach. FALSE when there is
 * no memory for it. */
static gboolean
put_in (EqpAssigner *self, gint32 row, double reach)
{
  int from = self->labels[row], count;
  gboolean few = self->k <= EQP_DENSE_NEWTON; /* looked at sooner than looked up */
  EqpCostRow costs;
  double own, *listed;
  gint32 *columns;

  self->effort++;
  if (!(few && self->cost_float != NULL) &&
      _eqp_assigner_listed (self, row, reach, &own, &columns, &listed, &count))
    {
      for (int t = 0; t < count; t++)
        if (columns[t] != from && listed[t] + self->q[columns[t]] - (own + self->q[from]) <= reach &&
            !_eqp_exchange_add (self->exchange, from, columns[t], listed[t] - own, row))
          return _eqp_assigner_out_of_memory (self);
      return TRUE;
    }

  costs = _eqp_assigner_row (self, row, 0);
  own = cost_in (costs, from);
  count = _eqp_assigner_columns_within (self, costs, own + self->q[from], reach, 0, &columns);
  for (int t = 0; t < count; t++)
    if (columns[t] != from &&
        !_eqp_exchange_add (self->exchange, from, columns[t], cost_in (costs, columns[t]) - own, row))
      return _eqp_assigner_out_of_memory (self);
  return TRUE;
}

static gboolean
add_member (EqpAssigner *self, int cluster, gint32 row)
{
  EqpMembers *members = &self->members[cluster];
  gpointer rows = members->rows;

  if (members->n == members->room)
    {
      if (!_eqp_assigner_widen (self, &rows, &members->room, sizeof (gint32), MAX (16, 2 * members->room)))
        return FALSE;
      members->rows = rows;
    }
  members->rows[members->n++] = row;
  return TRUE;
}

/* Makes the members of all clusters the rows whose margin is within @near. FALSE when cancelled. */
static gboolean
gather (EqpAssigner *self, double near)
{
  gint32 rows[EQP_ASSIGNER_ROWS];
  gint64 at = 0;
  int count;

  for (int c = 0; c < self->k; c++)
    self->members[c].n = 0;
  self->near = near;
  _eqp_assigner_tighten (self, self->start_q, near);
  while ((count = _eqp_assigner_next_within (self, &at, near, rows)) > 0)
    {
      if (_eqp_assigner_poll (self))
        return FALSE;
      for (int r = 0; r < count; r++)
        if (!add_member (self, self->labels[rows[r]], rows[r]))
          return FALSE;
    }
  return TRUE;
}

/* The arcs of a cluster anew, as far as @reach. Margins were taken before prices rose, so they still tell which rows
 * cannot be. FALSE when cancelled. */
static gboolean
build (EqpAssigner *self, int cluster, double reach)
{
  EqpMembers *members = &self->members[cluster];
  double limit = (reach + self->q[cluster] - self->start_q[cluster]) * (1.0 + 1e-9);
  gsize kept = 0;

  _eqp_exchange_clear_node (self->exchange, cluster);
  for (gsize m = 0; m < members->n; m++)
    {
      gint32 row = members->rows[m], ahead = members->rows[MIN (m + BUILT_AHEAD, members->n - 1)];

      for (int c = 0; self->cost_float != NULL && c < self->kp; c += EQP_PANEL)
        __builtin_prefetch (self->cost_float + ahead * self->stride + c);
      if (self->labels[row] != cluster)
        continue;
      members->rows[kept++] = row;
      if ((double) self->margin[row] > limit)
        continue;
      if (_eqp_assigner_poll (self) || !put_in (self, row, reach))
        return FALSE;
    }
  members->n = kept;
  self->built_reach[cluster] = reach;
  self->built_q[cluster] = self->q[cluster];
  return TRUE;
}

/* What is not in the arcs of a cluster costs more than this. */
static double
known_within (EqpAssigner *self, int cluster)
{
  return self->built_reach[cluster] - (self->q[cluster] - self->built_q[cluster]);
}

/* Sees to it that all arcs of @cluster that cost at most @reach are known. FALSE when cancelled. */
static gboolean
extend (EqpAssigner *self, int cluster, double reach)
{
  double near = reach + self->q[cluster] - self->start_q[cluster];

  if (self->built_reach[cluster] >= 0.0 && known_within (self, cluster) >= reach)
    return TRUE;
  if (near > self->near && !gather (self, near < 1e300 ? 1.5 * near : DBL_MAX))
    return FALSE;
  return build (self, cluster, reach);
}

/* -- shortest paths ---------------------------------------------------------------------------------------------- */

/* Nearer ones come first, of equally near ones that of the lower number. */
static inline gboolean
nearer (EqpAssigner *self, int u, int v)
{
  return self->distance[u] < self->distance[v] || (self->distance[u] == self->distance[v] && u < v);
}

static void
rise (EqpAssigner *self, int u)
{
  int at = self->heap_place[u];

  if (at < 0)
    at = self->heap_count++;
  for (; at > 0 && nearer (self, u, self->heap[(at - 1) / 2]); at = (at - 1) / 2)
    {
      self->heap[at] = self->heap[(at - 1) / 2];
      self->heap_place[self->heap[at]] = at;
    }
  self->heap[at] = u;
  self->heap_place[u] = at;
}

/* The nearest node that is not settled, or -1. */
static int
take_nearest (EqpAssigner *self)
{
  int top, last, at = 0;

  if (self->heap_count == 0)
    return -1;
  top = self->heap[0];
  last = self->heap[--self->heap_count];
  self->heap_place[top] = -1;
  if (self->heap_count == 0)
    return top;
  for (;;)
    {
      int child = 2 * at + 1;

      if (child >= self->heap_count)
        break;
      if (child + 1 < self->heap_count && nearer (self, self->heap[child + 1], self->heap[child]))
        child++;
      if (!nearer (self, self->heap[child], last))
        break;
      self->heap[at] = self->heap[child];
      self->heap_place[self->heap[at]] = at;
      at = child;
    }
  self->heap[at] = last;
  self->heap_place[last] = at;
  return top;
}

static void
relax (EqpAssigner *self, int from, int to, double cost, double weight, gint32 via)
{
  double through = self->distance[from] + MAX (0.0, cost);

  if (through < self->distance[to] && !self->settled[to])
    {
      if (self->distance[to] == INFINITY)
        self->touched[self->n_touched++] = to;
      self->distance[to] = through;
      self->parent[to] = from;
      self->parent_weight[to] = weight;
      self->parent_row[to] = via;
      self->root[to] = self->root[from];
      rise (self, to);
    }
}

static gint64
excess_of (EqpAssigner *self, int node, gint64 sink_excess)
{
  return node < self->k ? self->sizes[node] - self->flow[node] : sink_excess;
}

/* Looks along the arcs of a node that is settled. FALSE: one is used up. */
static gboolean
relax_all (EqpAssigner *self, int v, double sink_q)
{
  int k = self->k, to;
  double weight;
  gint32 row;

  if (v == k)
    {
      for (int c = 0; c < k; c++)
        if (self->flow[c] > assigner_least (self, c))
          relax (self, k, c, self->q[c] - sink_q - assigner_sink_price (self, c, self->flow[c] - 1), 0.0, -1);
      return TRUE;
    }
  if (self->flow[v] < assigner_most (self, v))
    relax (self, v, k, assigner_sink_price (self, v, self->flow[v]) - self->q[v] + sink_q, 0.0, -1);
  for (guint arc = 0; _eqp_exchange_best (self->exchange, v, arc, self->labels, &to, &weight, &row); arc++)
    if (row == EQP_EXCHANGE_USED_UP)
      return FALSE;
    else if (row >= 0)
      relax (self, v, to, weight + self->q[to] - self->q[v], weight, row);
  return TRUE;
}

/* The same, for a node whose arcs may have to be made anew. FALSE when cancelled. */
static gboolean
relax_from (EqpAssigner *self, int v, double sink_q)
{
  while (!relax_all (self, v, sink_q))
    if (!build (self, v, MAX (0.0, known_within (self, v))))
      return FALSE;
  return TRUE;
}

/* What is known of the arcs of the settled clusters has to reach as far as @distance. Returns up to where it does; -1
 * when cancelled. */
static double
extend_settled (EqpAssigner *self, double distance, double sink_q, double least)
{
  double certain = INFINITY;

  for (int t = 0; t < self->n_touched; t++)
    {
      int v = self->touched[t];
      double known;

      if (v == self->k || !self->settled[v])
        continue;
      known = known_within (self, v);
      if (self->distance[v] + known < distance)
        {
          double missing = distance - self->distance[v];
          double further = MAX (MAX (1.5 * known, MAX (0.0, known) + least), 1.5 * missing);

          /* Prices rise by far more than they do at once where clusters are alike: not anew for each step. */
          further = MAX (further, FURTHER * missing + (FURTHER - 1.0) * (self->q[v] - self->start_q[v]));
          if (!extend (self, v, MIN (further, DBL_MAX)) || !relax_from (self, v, sink_q))
            return -1.0;
          known = known_within (self, v);
        }
      certain = MIN (certain, self->distance[v] + known);
    }
  return certain;
}

static void
forget_distances (EqpAssigner *self)
{
  for (int t = 0; t < self->n_touched; t++)
    {
      int v = self->touched[t];

      self->distance[v] = INFINITY;
      self->heap_place[v] = -1;
      self->settled[v] = self->used[v] = FALSE;
    }
  self->n_touched = self->heap_count = 0;
}

/* Begins at all nodes with too many rows; returns how many there are. */
static int
set_out (EqpAssigner *self, gint64 sink_excess)
{
  int count = 0;

  forget_distances (self);
  for (int v = 0; v <= self->k; v++)
    if (excess_of (self, v, sink_excess) > 0)
      {
        self->distance[v] = 0.0;
        self->parent[v] = -1;
        self->root[v] = v;
        self->touched[self->n_touched++] = v;
        rise (self, v);
        count++;
      }
  return count;
}

/* Dijkstra in reduced costs from all nodes with too many rows, which gives each a tree, to the nearest node of its tree
 * that can take one, until that is found for half of them. Node k stands for the sink: an arc c -> k lets the size of c
 * grow, k -> c lets it shrink. Arcs that are not known yet cost more than what is known, so that no path is missed. The
 * nodes found come into @targets, @far is the distance of the last; returns how many, -1 when cancelled. */
static int
find_deficits (EqpAssigner *self, double sink_q, gint64 sink_excess, double reach, double scale, double *far)
{
  double certain = INFINITY, least = MAX (reach, 1e-6 * scale), further = least;
  int wanted = (set_out (self, sink_excess) + 1) / 2, found = 0, v;

  while (found < wanted && (v = take_nearest (self)) >= 0)
    {
      if (_eqp_assigner_poll (self))
        return -1;
      if (self->distance[v] > certain)
        {
          if (found > 0 && (found > wanted / 4 || self->distance[v] > 2.0 * *far))
            break; /* what is known is good for these */
          /* The nearest that is known may be far away, with others before it that are not. */
          certain = extend_settled (self, MIN (self->distance[v], certain + further), sink_q, least);
          further *= 2.0;
          if (self->cancelled)
            return -1;
          rise (self, v); /* others may be nearer now */
          continue;
        }

      self->settled[v] = TRUE;
      self->effort++;
      if (excess_of (self, v, sink_excess) < 0 && !self->used[self->root[v]])
        {
          self->used[self->root[v]] = TRUE;
          self->targets[found++] = v;
          *far = self->distance[v];
        }
      if (v < self->k)
        {
          if (self->built_reach[v] < 0.0 && !extend (self, v, reach))
            return -1;
          certain = MIN (certain, self->distance[v] + known_within (self, v));
        }
      if (!relax_from (self, v, sink_q))
        return -1;

      /* Nothing is left that is known: something has to be behind what is not. */
      for (double more = least; self->heap_count == 0 && found == 0; more *= 2.0)
        {
          certain = extend_settled (self, MIN (certain + more, DBL_MAX), sink_q, least);
          if (self->cancelled)
            return -1;
        }
    }
  return found;
}

/* -- repair ------------------------------------------------------------------------------------------------------ */

/* A row in its new cluster is within reach of others again. */
static gboolean
hand_over (EqpAssigner *self, gint32 row, int to)
{
  self->labels[row] = to;
  self->margin[row] = 0.0f;
  if (!add_member (self, to, row))
    return FALSE;
  return self->built_reach[to] < 0.0 || put_in (self, row, self->built_reach[to]);
}

/* Prices rise as far as @far, so that the paths found cost nothing and no arc less. */
static void
raise_prices (EqpAssigner *self, double far, double *sink_q)
{
  for (int t = 0; t < self->n_touched; t++)
    {
      int u = self->touched[t];

      if (!self->settled[u] || self->distance[u] >= far)
        continue;
      if (u < self->k)
        {
          self->q[u] += far - self->distance[u];
          self->price[u] = (float) self->q[u];
          self->largest_price = MAX (self->largest_price, fabsf (self->price[u]));
        }
      else
        *sink_q += far - self->distance[u];
    }
}

/* One unit along the path to @target. FALSE when cancelled. */
static gboolean
push_unit (EqpAssigner *self, int target, gint64 *sink_excess)
{
  int k = self->k, v;

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
          if (!hand_over (self, self->parent_row[v], v))
            return FALSE;
        }
    }
  /* v: the cluster the unit came from. At the sink's end of the path its excess changes. */
  if (target == k)
    ++*sink_excess;
  if (v == k)
    --*sink_excess;
  return TRUE;
}

/* Whether the path to @target takes another unit at the same price: the next row on each of its arcs. */
static gboolean
goes_on (EqpAssigner *self, int target)
{
  for (int v = target; self->parent[v] >= 0; v = self->parent[v])
    {
      double weight;

      if (v == self->k || self->parent[v] == self->k ||
          !_eqp_exchange_find (self->exchange, self->parent[v], v, self->labels, &weight, &self->parent_row[v]) ||
          weight != self->parent_weight[v])
        return FALSE;
    }
  return TRUE;
}

/* As many units along the path to @target as have the same price: equal rows, and clusters that are alike, come in
 * thousands. Returns how many, -1 when cancelled. */
static gint64
push (EqpAssigner *self, int target, gint64 *sink_excess)
{
  gint64 most = MIN (excess_of (self, self->root[target], *sink_excess), -excess_of (self, target, *sink_excess));
  gint64 count = 0;

  do
    if (!push_unit (self, target, sink_excess))
      return -1;
  while (++count < most && goes_on (self, target));
  return count;
}

/* The flows that suit prices lower by @sink_q: what they carry too much. @units: what has to be moved for them. */
static gint64
set_flows (EqpAssigner *self, double sink_q, gint64 *units)
{
  gint64 excess = -self->n;

  *units = 0;
  for (int c = 0; c < self->k; c++)
    {
      self->flow[c] = _eqp_assigner_sink_flow (self, c, self->q[c] - sink_q, self->sizes[c]);
      excess += self->flow[c];
      *units += MAX (0, self->sizes[c] - self->flow[c]);
    }
  *units += MAX (0, excess);
  return excess;
}

/* A price common to all changes no label, only what suits the sinks: the one at which they carry all rows and no more,
 * as far as there is one and it leaves less to be moved. */
static double
find_sink_price (EqpAssigner *self)
{
  double low = 0.0, high = 0.0, step = 2.0 * self->gamma, middle = 0.0;
  gint64 units, at_zero, excess = set_flows (self, 0.0, &at_zero);
  int doubling = 0, halving = 0;

  if (excess == 0 || !(self->gamma > 0.0) || !isfinite (ldexp (step, SINK_STEPS)))
    return 0.0;
  for (gint64 found = excess; doubling < SINK_STEPS && found != 0 && (found > 0) == (excess > 0); doubling++)
    {
      low = excess > 0 ? high : low - step;
      high = excess > 0 ? high + step : low + step;
      found = set_flows (self, excess > 0 ? high : low, &units);
      step *= 2.0;
    }
  for (gint64 found = excess; halving < SINK_STEPS && found != 0; halving++)
    {
      middle = 0.5 * (low + high);
      found = set_flows (self, middle, &units);
      if (found > 0)
        low = middle;
      else
        high = middle;
    }
  return units < at_zero ? middle : 0.0;
}

/* The flows that suit the prices, as near to all rows as a price common to all takes them. */
void
_eqp_assigner_find_flows (EqpAssigner *self)
{
  gint64 units;

  set_flows (self, find_sink_price (self), &units);
}

/* Rows that cost just the same elsewhere go where clusters lack some: of clusters that are alike the first one has all.
 * Returns how many went; -1 when cancelled. */
static gint64
deal_ties (EqpAssigner *self)
{
  gint32 rows[EQP_ASSIGNER_ROWS];
  gint64 at = 0, moved = 0;
  int count;

  while ((count = _eqp_assigner_next_within (self, &at, 0.0, rows)) > 0)
    {
      if (_eqp_assigner_poll (self))
        return -1;
      for (int r = 0; r < count; r++)
        {
          int from = self->labels[rows[r]], to = from;
          gint64 largest = 0;
          EqpCostRow costs;
          gint32 *columns;
          int n_columns;

          if (self->sizes[from] <= self->flow[from])
            continue;
          costs = _eqp_assigner_row (self, rows[r], 0);
          n_columns = _eqp_assigner_columns_within (self, costs, priced_in (self, costs, from), 0.0, 0, &columns);
          self->effort++;
          for (int t = 0; t < n_columns; t++)
            if (self->flow[columns[t]] - self->sizes[columns[t]] > largest)
              {
                to = columns[t];
                largest = self->flow[to] - self->sizes[to];
              }
          if (to != from)
            {
              self->labels[rows[r]] = to;
              self->sizes[from]--;
              self->sizes[to]++;
              moved++;
            }
        }
    }
  return moved;
}

/* Successive shortest paths, those of different trees at once, until every cluster holds just what its sink arc
 * carries. Reduced costs stay >= 0 throughout, which proves the optimum. Returns the units moved, or -1 when cancelled.
 */
gint64
_eqp_assigner_repair (EqpAssigner *self, double *sink_q_out)
{
  double sink_q = find_sink_price (self), scale = DBL_MIN, reach;
  gint64 total, sink_excess = set_flows (self, sink_q, &total), moved = 0, left;
  int k = self->k;

  for (int c = 0; c < k; c++)
    scale = MAX (scale, fabs (self->q[c]));
  *sink_q_out = sink_q;
  _eqp_assigner_freshen (self);
  memcpy (self->start_q, self->q, sizeof (double) * (gsize) k);
  if (total == 0)
    return 0;

  _eqp_assigner_round_prices (self);
  moved = deal_ties (self);
  if (moved < 0)
    return -1;
  left = total - moved;
  _eqp_exchange_clear (self->exchange);
  for (int c = 0; c < k; c++)
    self->built_reach[c] = -1.0;
  reach = _eqp_assigner_margin_quantile (self, MIN (self->n, left + MIN (8 * k, self->n / 8)));
  if (!gather (self, _eqp_assigner_margin_quantile (self, MIN (self->n, 4 * left + MIN (32 * k, self->n / 8)))))
    return -1;
  self->n_touched = 0;
  for (int v = 0; v <= k; v++)
    {
      self->distance[v] = INFINITY;
      self->heap_place[v] = -1;
      self->settled[v] = self->used[v] = FALSE;
    }

  while (moved < total)
    {
      double far = 0.0;
      int found = find_deficits (self, sink_q, sink_excess, reach, scale, &far);

      if (found < 0)
        return -1;
      g_return_val_if_fail (found > 0, -1);
      raise_prices (self, far, &sink_q);
      for (int t = 0; t < found; t++)
        {
          gint64 count = push (self, self->targets[t], &sink_excess);

          if (count < 0)
            return -1;
          moved += count;
        }
    }

  *sink_q_out = sink_q;
  return moved;
}

/* -- certificate ------------------------------------------------------------------------------------------------- */

typedef struct
{
  EqpAssigner *self;
  double risen;   /* the least that a price has risen by since start_q */
  double largest; /* price, then or now */
  double *gaps;   /* a chunk */
  double *costs;
} Certificate;

/* Whether a row is surely in the cluster that costs it least: its margin was taken at start_q, from floats. */
static gboolean
stands (Certificate *job, gint64 i, double own)
{
  EqpAssigner *self = job->self;
  int label = self->labels[i];
  double rounding = 8.0 * FLT_EPSILON * (fabs (own) + job->largest); /* beyond twice the largest no margin matters */

  return self->margin[i] - rounding > self->q[label] - self->start_q[label] - job->risen;
}

/* What a chunk of rows adds to the gap and to the objective. */
static void
certify_chunk (gint64 chunk, guint worker, gpointer data)
{
  Certificate *job = data;
  EqpAssigner *self = job->self;
  gint64 last = MIN ((chunk + 1) * CERTIFIED_PER_CHUNK, self->n);
  double gap = 0.0, cost = 0.0;

  job->gaps[chunk] = job->costs[chunk] = 0.0;
  for (gint64 i = chunk * CERTIFIED_PER_CHUNK; i < last; i++)
    {
      EqpCostRow row = _eqp_assigner_row (self, i, worker);
      gint64 ahead = MIN (i + CERTIFIED_AHEAD, self->n - 1);
      double own = priced_in (self, row, self->labels[i]);

      if (self->cost_float != NULL)
        __builtin_prefetch (self->cost_float + ahead * self->stride + self->labels[ahead]);
      else if (self->cost_double != NULL)
        __builtin_prefetch (self->cost_double + ahead * self->stride + self->labels[ahead]);
      cost += cost_in (row, self->labels[i]);
      if (!stands (job, i, own))
        {
          double least = own;
          gint32 *columns;
          int count = _eqp_assigner_columns_within (self, row, own, 0.0, worker, &columns);

          if (_eqp_assigner_poll (self))
            return;
          for (int t = 0; t < count; t++)
            least = MIN (least, priced_in (self, row, columns[t]));
          gap += own - least;
        }
    }
  job->gaps[chunk] = gap;
  job->costs[chunk] = cost;
}

/* objective - bound as a sum of terms that are all >= 0, so that a small gap of large numbers is still exact. A row
 * whose margin is larger than what prices have moved since adds nothing; all others are looked at in all clusters. */
void
_eqp_assigner_certify (EqpAssigner *self, double sink_q, EqpAssignmentReport *report)
{
  gint64 n_chunks = (self->n + CERTIFIED_PER_CHUNK - 1) / CERTIFIED_PER_CHUNK;
  g_autofree double *parts = g_new0 (double, 2 * n_chunks);
  Certificate job = { self, INFINITY, 0.0, parts, parts + n_chunks };
  double gap = 0.0, data = 0.0, squares = 0.0;

  _eqp_assigner_round_prices (self);
  for (int c = 0; c < self->k; c++)
    {
      job.risen = MIN (job.risen, self->q[c] - self->start_q[c]);
      job.largest = MAX (job.largest, MAX (fabs (self->q[c]), fabs (self->start_q[c])));
    }
  eqp_pool_run (self->pool, n_chunks, certify_chunk, &job);
  for (gint64 chunk = 0; chunk < n_chunks; chunk++)
    {
      gap += job.gaps[chunk];
      data += job.costs[chunk];
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
