/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The path of gamma without any run: what it keeps of results that are made up, which lines are the lowest where, and
 * which partitions are crossed. From outside, later runs make good what is kept badly. And by which way whole searches
 * came to what they found, for the same reason: PIN_PRINT=1 in the environment prints that anew. */
#include "config.h"

#include "eqp-test.h"

#include <math.h>

#include "data/eqp-dataset-graph.h"
#include "solvers/eqp-path-private.h"

#define GAMMAS 9

/* Sizes have that sum of squares that the labels say; the data term is made up. */
static gint
keep (EqpPath *path, gint32 *labels, double data_term, gint order)
{
  g_autofree gint64 *sizes = g_new0 (gint64, path->k);
  EqpResult result = { .n = path->n, .k = path->k, .labels = labels, .sizes = sizes, .data_term = data_term };

  for (gint64 i = 0; i < path->n; i++)
    sizes[labels[i]]++;
  return _eqp_path_keep (path, &result, order, NULL);
}

static EqpPath *
some_path (gint64 n, gint k)
{
  const EqpPathOptions options = { .n_gammas = GAMMAS, .least = 0.01, .most = 100.0 };

  return _eqp_path_alloc (n, k, &options);
}

static void
test_grid (void)
{
  g_autoptr (EqpPath) path = some_path (4, 2);

  g_assert_cmpfloat (eqp_path_get_gamma (path, 0), ==, 0.01);
  g_assert_cmpfloat (eqp_path_get_gamma (path, GAMMAS - 1), ==, 100.0);
  for (gint node = 0; node < GAMMAS; node++)
    {
      eqp_assert_close (eqp_path_get_gamma (path, node), pow (10.0, -2.0 + 0.5 * node), 1e-14);
      g_assert_cmpint (path->best[node], ==, -1);
    }
}

/* Labels come back as they went in, for as many clusters as one, two and four bytes can tell apart. */
static void
test_labels (void)
{
  const gint k[] = { 2, 256, 257, 65536, 65537, 100000 }, width[] = { 1, 1, 2, 2, 4, 4 };

  for (gsize i = 0; i < G_N_ELEMENTS (k); i++)
    {
      g_autoptr (EqpPath) path = some_path (5, k[i]);
      gint32 labels[] = { 0, k[i] - 1, 1, k[i] / 2, k[i] - 1 }, back[5];

      g_assert_cmpint (path->width, ==, width[i]);
      g_assert_cmpint (keep (path, labels, 1.0, 0), ==, 0);
      _eqp_path_make_pieces (path);
      g_assert_cmpint (eqp_path_get_n_pieces (path), ==, 1);
      eqp_path_get_labels (path, 0, back);
      g_assert_cmpmem (labels, sizeof labels, back, sizeof back);
    }
}

/* Some sizes for 12 rows in 3 clusters, with many sums of squares that are equal. */
static void
some_labels (EqpRng *rng, gint32 *labels)
{
  for (gint i = 0; i < 12; i++)
    labels[i] = (gint32) (eqp_rng_below (rng, 4) % 3);
}

/* The same value and the same sum of squares are kept once; of the chains all, until they are joined in their order. */
static void
test_keeping (void)
{
  EqpRng rng;
  gint kept_once = 0;

  eqp_rng_init (&rng, 1, 0);
  for (gint round = 0; round < 60; round++)
    {
      g_autoptr (EqpPath) path = some_path (12, 3);
      gint order[12], count = 0;
      double terms[12];
      gint64 squares[12];
      gint32 first[12];

      for (gint i = 0; i < 12; i++)
        order[i] = i;
      eqp_rng_shuffle (&rng, order, 12);
      for (gint i = 0; i < 12; i++)
        {
          gint32 labels[12];

          some_labels (&rng, labels);
          labels[0] = order[i] % 3; /* tells which one it is */
          terms[order[i]] = 1.0 + (double) eqp_rng_below (&rng, 2);
          if (i % 2)
            terms[order[i]] *= 1.0 + 1e-13;
          g_assert_cmpint (keep (path, labels, terms[order[i]], order[i]), ==, i);
          squares[order[i]] = _eqp_path_partition (path, i)->squares;
          first[order[i]] = labels[0];
          _eqp_path_partition (path, i)->ran[order[i] % GAMMAS] = TRUE;
          path->best[i % GAMMAS] = i;
        }
      _eqp_path_join_chains (path);
      for (gint node = 0; node < GAMMAS; node++)
        g_assert_cmpint (path->best[node], ==, -1);
      for (gint i = 0; i < 12; i++)
        {
          gint place = 0;
          const EqpPathPartition *partition;

          while (place < i && (squares[place] != squares[i] || fabs (terms[place] - terms[i]) > 1e-9))
            place++;
          if (place < i)
            continue;
          g_assert_cmpint (count, <, path->partitions->len);
          partition = _eqp_path_partition (path, count);
          g_assert_cmpint (partition->squares, ==, squares[i]);
          g_assert_cmpfloat (partition->data_term, ==, terms[i]);
          g_assert_cmpint (_eqp_path_label (path, partition->packed, 0), ==, first[i]);
          for (gint node = 0; node < GAMMAS; node++)
            {
              gboolean ran = FALSE;

              for (gint j = 0; j < 12; j++)
                ran |= j % GAMMAS == node && squares[j] == squares[i] && fabs (terms[j] - terms[i]) < 1e-9;
              g_assert_cmpint (partition->ran[node] != 0, ==, ran);
            }
          count++;
        }
      g_assert_cmpint (count, ==, path->partitions->len);

      for (gint i = 0; i < 6; i++)
        {
          gint32 labels[12];
          double term = 1.0 + (double) eqp_rng_below (&rng, 3);
          gint64 sizes[3] = { 0 }, sum;
          gint place = 0;

          some_labels (&rng, labels);
          for (gint row = 0; row < 12; row++)
            sizes[labels[row]]++;
          sum = sizes[0] * sizes[0] + sizes[1] * sizes[1] + sizes[2] * sizes[2];
          while (place < count && (_eqp_path_partition (path, place)->squares != sum ||
                                   fabs (_eqp_path_partition (path, place)->data_term - term) > 1e-9))
            place++;
          g_assert_cmpint (keep (path, labels, term, -1), ==, place);
          kept_once += place < count;
          count = MAX (count, place + 1);
          g_assert_cmpint (path->partitions->len, ==, count);
        }
    }
  g_assert_cmpint (kept_once, >, 60);
}

/* At every gamma the piece found is worth no more than any partition, and pieces end where they are worth the same. */
static void
test_envelope (void)
{
  EqpRng rng;

  eqp_rng_init (&rng, 2, 0);
  for (gint round = 0; round < 200; round++)
    {
      g_autoptr (EqpPath) path = some_path (12, 3);
      gint count = 1 + (gint) eqp_rng_below (&rng, 12), n_pieces, knee = 0;
      double farthest = 0.0, wide, high;
      const EqpPathPiece *first, *last;

      for (gint i = 0; i < count; i++)
        {
          gint32 labels[12];

          some_labels (&rng, labels);
          keep (path, labels, round % 2 ? (double) eqp_rng_below (&rng, 60) : 60.0 * eqp_rng_uniform (&rng), i);
        }
      if (round % 3 == 0)
        _eqp_path_make_pieces (path); /* again is not too often */
      _eqp_path_make_pieces (path);
      n_pieces = eqp_path_get_n_pieces (path);
      first = eqp_path_get_piece (path, 0);
      last = eqp_path_get_piece (path, n_pieces - 1);
      g_assert_cmpfloat (first->from, ==, 0.0);
      g_assert_true (isinf (last->to));
      for (gint p = 0; p < n_pieces; p++)
        {
          const EqpPathPiece *piece = eqp_path_get_piece (path, p);
          double inside = p + 1 < n_pieces ? 0.5 * (piece->from + piece->to) : 2.0 * piece->from + 1.0;
          gint of = g_array_index (path->piece_of, gint, p);

          g_assert_cmpfloat (piece->from, <, piece->to);
          g_assert_cmpfloat (piece->data_term, ==, _eqp_path_partition (path, of)->data_term);
          g_assert_cmpint (piece->squares, ==, _eqp_path_partition (path, of)->squares);
          g_assert_true (piece->sizes == _eqp_path_partition (path, of)->sizes);
          g_assert_cmpint (eqp_path_find (path, piece->from), ==, p);
          g_assert_cmpint (eqp_path_find (path, inside), ==, p);
          for (guint i = 0; i < path->partitions->len; i++)
            {
              const EqpPathPartition *other = _eqp_path_partition (path, i);

              g_assert_cmpfloat (piece->data_term + inside * (double) piece->squares, <=,
                                 _eqp_path_line (other, inside) + 1e-9);
              /* Of equal lines the one that was kept first. */
              if (other->squares == piece->squares && other->data_term == piece->data_term)
                g_assert_cmpint (of, <=, i);
            }
          if (p > 0)
            {
              const EqpPathPiece *before = piece - 1;

              g_assert_cmpfloat (before->to, ==, piece->from);
              g_assert_cmpfloat (fabs (before->data_term + piece->from * (double) before->squares - piece->data_term -
                                       piece->from * (double) piece->squares), <=, 1e-9 * (1.0 + piece->data_term));
            }
        }

      wide = last->data_term - first->data_term;
      high = (double) (first->squares - last->squares);
      for (gint p = 0; p < n_pieces && n_pieces > 1; p++)
        {
          const EqpPathPiece *piece = eqp_path_get_piece (path, p);
          double away = 1.0 - (piece->data_term - first->data_term) / wide - (double) (piece->squares - last->squares) / high;

          if (away > farthest + 1e-12)
            {
              farthest = away;
              knee = p;
            }
        }
      if (farthest > 1e-9)
        {
          const EqpPathPiece *found = eqp_path_get_piece (path, eqp_path_find_knee (path));

          eqp_assert_close (1.0 - (found->data_term - first->data_term) / wide - (double) (found->squares - last->squares) / high,
                            farthest, 1e-9);
        }
      else
        g_assert_cmpint (eqp_path_find_knee (path), ==, knee);
    }
}

/* Families of partitions that differ among themselves in one row in a hundred, under other names, and from those of
 * other families in many: of each family the best at the node, no more than eight of these, and any two of them. */
static void
test_parents (void)
{
  enum { N = 100, K = 4, FAMILIES = 12 };
  EqpRng rng;

  eqp_rng_init (&rng, 3, 0);
  for (gint round = 0; round < 80; round++)
    {
      /* Of large data one row in so many is looked at. */
      gint64 n = round % 4 == 3 ? 1300 : N;
      g_autoptr (EqpPath) path = some_path (n, K);
      gint families = 1 + (gint) eqp_rng_below (&rng, FAMILIES), count = 3 * families, elite = 0, node = round % GAMMAS;
      g_autofree gint32 *own = g_new (gint32, n * families), *labels = g_new (gint32, n);
      gint family[3 * FAMILIES], best[FAMILIES];
      gint seen[8][8] = { 0 };
      gboolean out[3 * FAMILIES] = { 0 };

      for (gint64 i = 0; i < n * families; i++)
        own[i] = (gint32) eqp_rng_below (&rng, K);
      for (gint p = 0; p < count; p++)
        {
          gint turn = (gint) eqp_rng_below (&rng, K);

          family[p] = (gint) eqp_rng_below (&rng, (guint64) families);
          for (gint64 i = 0; i < n; i++)
            labels[i] = (own[family[p] * n + i] + turn) % K;
          if (p % 2)
            labels[3] = (labels[3] + 1) % K;
          keep (path, labels, (round % 2 ? 10.0 : 1000.0) * eqp_rng_uniform (&rng), p);
        }
      for (; elite < 8; elite++)
        {
          best[elite] = -1;
          for (gint p = 0; p < count; p++)
            if (!out[p] && (best[elite] < 0 || _eqp_path_line (_eqp_path_partition (path, p), path->gammas[node]) <
                                                   _eqp_path_line (_eqp_path_partition (path, best[elite]),
                                                                   path->gammas[node])))
              best[elite] = p;
          if (best[elite] < 0)
            break;
          for (gint p = 0; p < count; p++)
            out[p] |= family[p] == family[best[elite]];
        }

      for (gint draw = 0; draw < 600; draw++)
        {
          gint better, other, a = 0, b = 0;

          g_assert_cmpint (_eqp_path_draw_parents (path, node, &rng, &better, &other), ==, elite > 1);
          if (elite < 2)
            break;
          while (a < elite && best[a] != better)
            a++;
          while (b < elite && best[b] != other)
            b++;
          g_assert_cmpint (a, <, b);
          g_assert_cmpint (b, <, elite);
          seen[a][b]++;
        }
      for (gint a = 0; a < elite && elite > 1; a++)
        for (gint b = a + 1; b < elite; b++)
          {
            double expected = 600.0 * 2.0 / (double) (elite * (elite - 1));

            g_assert_cmpfloat (fabs (seen[a][b] - expected), <, 6.0 * sqrt (expected));
          }
    }
}

/* Two partitions are alike where fewer than one row in fifty is elsewhere: one of a hundred, not two, nor one of fifty. */
static void
test_alike (void)
{
  const struct { gint64 n; gint moved; gboolean alike; } cases[] = {
    { 100, 0, TRUE }, { 100, 1, TRUE }, { 100, 2, FALSE }, { 50, 1, FALSE }, { 51, 1, TRUE }, { 512, 10, TRUE },
    { 512, 11, FALSE },
  };

  for (gsize t = 0; t < G_N_ELEMENTS (cases); t++)
    for (gint swapped = 0; swapped < 2; swapped++)
      {
        g_autoptr (EqpPath) path = some_path (cases[t].n, 3);
        g_autofree gint32 *labels = g_new (gint32, cases[t].n);
        gint better, other;
        EqpRng rng;

        eqp_rng_init (&rng, 4, 0);
        for (gint64 i = 0; i < cases[t].n; i++)
          labels[i] = (gint32) (i % 3);
        keep (path, labels, 1.0, 0);
        for (gint64 i = 0; i < cases[t].n; i++)
          labels[i] = (gint32) ((i + swapped) % 3);
        /* First and last rows count as others do. */
        for (gint i = 0; i < cases[t].moved; i++)
          {
            gint64 row = i % 2 ? i : cases[t].n - 1 - i;

            labels[row] = (labels[row] + 1) % 3;
          }
        keep (path, labels, 2.0, 1);
        g_assert_cmpint (_eqp_path_draw_parents (path, 0, &rng, &better, &other), !=, cases[t].alike);
      }
}

typedef struct
{
  const char *method;
  const char *sample;
  gint        k;
  gint        n_gammas;
  gint        most_breaks;
  double      least;       /* relative */
  double      most;
  gint        pieces;
  gint        partitions;  /* found on the way, each once */
  gint        ran;         /* pairs of a partition and a node */
  double      sum;         /* of what the nodes have, relative to what the first one has */
} Search;

static const Search searches[] = {
  { "bkm", "iris", 3, 8, 0, 0.01, 100.0, 4, 4, 14, 7.851938275 },
  { "bkm", "iris", 5, 12, 6, 0.05, 1000.0, 16, 22, 34, 11.73862643 },
  { "bkm", "blobs", 5, 9, 3, 0.01, 100.0, 20, 46, 57, 7.667638158 },
  { "bmincut", "karate", 4, 10, 8, 0.01, 1000.0, 14, 16, 24, 4.743799761 },
  { "bmincut", "iris", 3, 6, 4, 0.05, 50.0, 4, 4, 11, 5.791304129 },
  { "bmincut", "iris", 6, 12, 2, 0.01, 1000.0, 13, 47, 76, 7.112858909 },
};

static void
test_search (gconstpointer data)
{
  const Search *search = data;
  const EqpSolver *solver = eqp_solver_find (search->method);
  g_autoptr (EqpDataset) dataset = eqp_sample_load (search->sample, NULL, NULL);
  g_autoptr (EqpPool) pool = eqp_pool_new (2);
  g_autoptr (EqpGraph) graph = NULL;
  g_autoptr (EqpPath) path = NULL;
  g_autoptr (GError) error = NULL;
  EqpContext context = { .pool = pool };
  EqpParams params = eqp_params_default ();
  EqpGraphOptions graph_options = eqp_params_get_graph_options (&params);
  EqpPathOptions options = { .n_gammas = search->n_gammas, .most_breaks = search->most_breaks };
  gint ran = 0;
  double unit, sum = 0.0;

  if (solver->family == EQP_FAMILY_GRAPH)
    context.graph = graph = eqp_dataset_build_graph (dataset, &graph_options, pool, NULL, NULL, NULL);
  params.k = search->k;
  params.restarts = 2;
  unit = eqp_gamma_unit (solver->family, eqp_dataset_get_n (dataset), search->k,
                         graph != NULL ? eqp_graph_get_total_weight (graph) : eqp_dataset_get_total_ss (dataset));
  options.least = search->least * unit;
  options.most = search->most * unit;
  path = eqp_path_new (solver, dataset, &params, &options, &context, NULL, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < path->partitions->len; i++)
    for (gint node = 0; node < search->n_gammas; node++)
      ran += _eqp_path_partition (path, i)->ran[node];
  for (gint node = 0; node < search->n_gammas; node++)
    sum += _eqp_path_line (_eqp_path_partition (path, path->best[node]), path->gammas[node]) /
           _eqp_path_line (_eqp_path_partition (path, path->best[0]), path->gammas[node]);
  if (g_getenv ("PIN_PRINT") != NULL)
    {
      g_printerr ("  { \"%s\", \"%s\", %d, %d, %d, %g, %.1f, %d, %d, %d, %.10g },\n", search->method, search->sample,
                  search->k, search->n_gammas, search->most_breaks, search->least, search->most,
                  eqp_path_get_n_pieces (path), path->partitions->len, ran, sum);
      return;
    }
  eqp_assert_close (sum, search->sum, 1e-6);
  g_assert_cmpint (eqp_path_get_n_pieces (path), ==, search->pieces);
#ifdef __x86_64__
  g_assert_cmpint (path->partitions->len, ==, search->partitions);
  g_assert_cmpint (ran, ==, search->ran);
#endif
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/pin-path/grid", test_grid);
  g_test_add_func ("/core/pin-path/labels", test_labels);
  g_test_add_func ("/core/pin-path/keeping", test_keeping);
  g_test_add_func ("/core/pin-path/envelope", test_envelope);
  g_test_add_func ("/core/pin-path/parents", test_parents);
  g_test_add_func ("/core/pin-path/alike", test_alike);
  for (gsize i = 0; i < G_N_ELEMENTS (searches); i++)
    {
      g_autofree char *name = g_strdup_printf ("/core/pin-path/search/%s/%" G_GSIZE_FORMAT, searches[i].method, i);

      g_test_add_data_func (name, &searches[i], test_search);
    }
  return g_test_run ();
}
