/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of classes against clusters behind the external measures, kept sparse so that as many
 * classes as rows cost no more than ten, and the best one-to-one match between the two. */
#include "config.h"

#include "eqp-contingency-private.h"
#include "eqp-hungarian-private.h"

#include <string.h>

/* Numbers any int32 values 0..m-1 in the order they appear; returns m. O(n). */
static gint
compress (gint64        n,
          const gint32 *values,
          gint32       *ids)
{
  gint32 low = n > 0 ? values[0] : 0, high = low;
  gint64 range;
  gint m = 0;

  for (gint64 i = 1; i < n; i++)
    {
      low = MIN (low, values[i]);
      high = MAX (high, values[i]);
    }

  range = (gint64) high - low + 1;
  if (range <= 4 * n + 1024)
    {
      g_autofree gint32 *seen = g_new0 (gint32, (gsize) range); /* id + 1 */

      for (gint64 i = 0; i < n; i++)
        {
          gint32 *id = &seen[(gint64) values[i] - low];

          if (*id == 0)
            *id = ++m;
          ids[i] = *id - 1;
        }
    }
  else
    {
      g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

      for (gint64 i = 0; i < n; i++)
        {
          gpointer key = GINT_TO_POINTER (values[i]);
          gint id = GPOINTER_TO_INT (g_hash_table_lookup (seen, key));

          if (id == 0)
            {
              id = ++m;
              g_hash_table_insert (seen, key, GINT_TO_POINTER (id));
            }
          ids[i] = id - 1;
        }
    }

  return m;
}

static gint64 *
count_sizes (gint64        n,
             const gint32 *ids,
             gint          m)
{
  gint64 *sizes = g_new0 (gint64, (gsize) MAX (1, m));

  for (gint64 i = 0; i < n; i++)
    sizes[ids[i]]++;
  return sizes;
}

/* The clusters of all rows, class after class (a counting sort); @starts are the bounds. */
static gint32 *
clusters_by_class (gint64        n,
                   const gint32 *classes,
                   const gint32 *clusters,
                   gint          n_classes,
                   const gint64 *class_sizes,
                   gint64       *starts)
{
  g_autofree gint64 *next = g_new (gint64, (gsize) MAX (1, n_classes));
  gint32 *sorted = g_new (gint32, (gsize) MAX (1, n));

  starts[0] = 0;
  for (gint c = 0; c < n_classes; c++)
    {
      next[c] = starts[c];
      starts[c + 1] = starts[c] + class_sizes[c];
    }
  for (gint64 i = 0; i < n; i++)
    sorted[next[classes[i]]++] = clusters[i];
  return sorted;
}

/**
 * _eqp_contingency_init:
 * @self: (out caller-allocates): the table; clear it with _eqp_contingency_clear()
 * @n: rows, at least 0
 * @truth: @n classes, any values
 * @labels: @n clusters, any values
 *
 * Counts the pairs. Time and memory O(n) whatever the number of classes.
 */
void
_eqp_contingency_init (EqpContingency *self,
                       gint64          n,
                       const gint32   *truth,
                       const gint32   *labels)
{
  g_autofree gint32 *classes = g_new (gint32, (gsize) MAX (1, n));
  g_autofree gint32 *clusters = g_new (gint32, (gsize) MAX (1, n));
  g_autofree gint64 *bounds = NULL;
  g_autofree gint64 *count = NULL;
  gint64 n_cells = 0;

  self->n = n;
  self->n_classes = compress (n, truth, classes);
  self->n_clusters = compress (n, labels, clusters);
  self->class_sizes = count_sizes (n, classes, self->n_classes);
  self->cluster_sizes = count_sizes (n, clusters, self->n_clusters);
  self->starts = g_new0 (gint64, (gsize) self->n_classes + 1);
  self->counts = g_new (gint64, (gsize) MAX (1, n));
  bounds = g_new0 (gint64, (gsize) self->n_classes + 1);
  count = g_new0 (gint64, (gsize) MAX (1, self->n_clusters));
  self->clusters = clusters_by_class (n, classes, clusters, self->n_classes, self->class_sizes, bounds);

  /* The cells of a class take no more room than its rows, so they can be written over them. */
  for (gint c = 0; c < self->n_classes; c++)
    {
      self->starts[c] = n_cells;
      for (gint64 i = bounds[c]; i < bounds[c + 1]; i++)
        {
          gint32 cluster = self->clusters[i];

          if (count[cluster]++ == 0)
            self->clusters[n_cells++] = cluster;
        }
      for (gint64 cell = self->starts[c]; cell < n_cells; cell++)
        {
          self->counts[cell] = count[self->clusters[cell]];
          count[self->clusters[cell]] = 0;
        }
    }
  self->starts[self->n_classes] = n_cells;
}

/**
 * _eqp_contingency_clear:
 * @self: a table that was initialized
 */
void
_eqp_contingency_clear (EqpContingency *self)
{
  g_clear_pointer (&self->class_sizes, g_free);
  g_clear_pointer (&self->cluster_sizes, g_free);
  g_clear_pointer (&self->starts, g_free);
  g_clear_pointer (&self->clusters, g_free);
  g_clear_pointer (&self->counts, g_free);
}

static gint
find_root (gint *parents,
           gint  node)
{
  while (parents[node] != node)
    node = parents[node] = parents[parents[node]];
  return node;
}

/* Classes and clusters that no chain of shared rows connects; they can be matched on their own. */
typedef struct
{
  const EqpContingency *table;
  gint                 *place;       /* of each class, then each cluster, within its side of the component */
  const gint           *members;     /* classes of the component at hand */
  gint                  n_columns;
  gboolean              transposed;
  gint                 *match;       /* as many as nodes, scratch */
  double               *cost;        /* as many as nodes, scratch */
  gint64               *transposed_starts;
  gint                 *transposed_classes;
  gint64               *transposed_counts;
} Component;

static void
fill_class (gint     row,
            double  *cost,
            gpointer user_data)
{
  const Component *self = user_data;
  gint c = self->members[row];

  memset (cost, 0, sizeof (double) * (gsize) self->n_columns);
  if (self->transposed)
    {
      gint cluster = c - self->table->n_classes;

      for (gint64 cell = self->transposed_starts[cluster]; cell < self->transposed_starts[cluster + 1]; cell++)
        cost[self->place[self->transposed_classes[cell]]] = -(double) self->transposed_counts[cell];
    }
  else
    {
      for (gint64 cell = self->table->starts[c]; cell < self->table->starts[c + 1]; cell++)
        cost[self->place[self->table->n_classes + self->table->clusters[cell]]] = -(double) self->table->counts[cell];
    }
}

static void
component_transpose (Component *self)
{
  const EqpContingency *table = self->table;
  gint64 n_cells = table->starts[table->n_classes];
  g_autofree gint64 *next = g_new0 (gint64, (gsize) table->n_clusters + 1);

  self->transposed_starts = g_new0 (gint64, (gsize) table->n_clusters + 1);
  self->transposed_classes = g_new (gint, (gsize) MAX (1, n_cells));
  self->transposed_counts = g_new (gint64, (gsize) MAX (1, n_cells));
  for (gint64 cell = 0; cell < n_cells; cell++)
    self->transposed_starts[table->clusters[cell] + 1]++;
  for (gint k = 0; k < table->n_clusters; k++)
    {
      self->transposed_starts[k + 1] += self->transposed_starts[k];
      next[k] = self->transposed_starts[k];
    }
  for (gint c = 0; c < table->n_classes; c++)
    for (gint64 cell = table->starts[c]; cell < table->starts[c + 1]; cell++)
      {
        gint64 slot = next[table->clusters[cell]]++;

        self->transposed_classes[slot] = c;
        self->transposed_counts[slot] = table->counts[cell];
      }
}

/* The best match inside one component, whose nodes are members[0..n_members-1], classes before clusters. Pairs that
 * share no row do not count as matched. */
static gint64
component_match (Component  *self,
                 const gint *members,
                 gint        n_members,
                 gint       *partners)
{
  gint n_classes = 0, n_clusters, rows, columns;
  gint64 total = 0;

  while (n_classes < n_members && members[n_classes] < self->table->n_classes)
    {
      self->place[members[n_classes]] = n_classes;
      n_classes++;
    }
  n_clusters = n_members - n_classes;
  for (gint j = 0; j < n_clusters; j++)
    self->place[members[n_classes + j]] = j;

  self->transposed = n_classes > n_clusters;
  self->members = self->transposed ? members + n_classes : members;
  rows = MIN (n_classes, n_clusters);
  columns = MAX (n_classes, n_clusters);
  self->n_columns = columns;

  _eqp_hungarian_rows (rows, columns, fill_class, self, self->match);
  for (gint row = 0; row < rows; row++)
    {
      gint row_node = self->members[row], column_node;

      fill_class (row, self->cost, self);
      total += (gint64) -self->cost[self->match[row]];
      column_node = self->transposed ? members[self->match[row]] : members[n_classes + self->match[row]];
      if (partners != NULL && self->cost[self->match[row]] < 0.0)
        partners[MIN (row_node, column_node)] = MAX (row_node, column_node) - self->table->n_classes;
    }
  return total;
}

/**
 * _eqp_contingency_match:
 * @self: a table
 * @partners: (nullable) (out): n_classes: the cluster matched with each class, -1: none that it shares rows with
 *
 * Matches classes and clusters one to one so that they share as many rows as possible (Kuhn-Munkres), each
 * connected part of the table on its own: with as many classes as rows the parts are small.
 *
 * Returns: how many rows the matched pairs share
 */
gint64
_eqp_contingency_match (const EqpContingency *self,
                        gint                 *partners)
{
  gint n_nodes = self->n_classes + self->n_clusters;
  g_autofree gint *parents = g_new (gint, (gsize) MAX (1, n_nodes));
  g_autofree gint *members = g_new (gint, (gsize) MAX (1, n_nodes));
  g_autofree gint *starts = g_new0 (gint, (gsize) n_nodes + 1);
  g_autofree gint *next = g_new (gint, (gsize) MAX (1, n_nodes));
  g_autofree gint *place = g_new (gint, (gsize) MAX (1, n_nodes));
  g_autofree gint *match = g_new (gint, (gsize) MAX (1, n_nodes));
  g_autofree double *cost = g_new (double, (gsize) MAX (1, n_nodes));
  Component component = { .table = self, .place = place, .match = match, .cost = cost };
  gint64 total = 0;

  for (gint v = 0; v < n_nodes; v++)
    parents[v] = v;
  for (gint c = 0; partners != NULL && c < self->n_classes; c++)
    partners[c] = -1;
  for (gint c = 0; c < self->n_classes; c++)
    for (gint64 cell = self->starts[c]; cell < self->starts[c + 1]; cell++)
      parents[find_root (parents, self->n_classes + self->clusters[cell])] = find_root (parents, c);

  for (gint v = 0; v < n_nodes; v++)
    starts[find_root (parents, v) + 1]++;
  for (gint v = 0; v < n_nodes; v++)
    {
      starts[v + 1] += starts[v];
      next[v] = starts[v];
    }
  for (gint v = 0; v < n_nodes; v++)
    members[next[find_root (parents, v)]++] = v;

  component_transpose (&component);
  for (gint v = 0; v < n_nodes; v++)
    if (starts[v + 1] > starts[v])
      total += component_match (&component, members + starts[v], starts[v + 1] - starts[v], partners);

  g_free (component.transposed_starts);
  g_free (component.transposed_classes);
  g_free (component.transposed_counts);
  return total;
}
