/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Leading eigenvectors of a graph's matrices by subspace iteration with Chebyshev filters (Zhou, Saad, Tiago,
 * Chelikowsky 2006, Self-consistent-field calculations using Chebyshev-filtered subspace iteration).
 *
 * A block at least as wide as the number of vectors wanted cannot miss a copy of a multiple eigenvalue, which
 * single-vector Lanczos methods may. What connected components make multiple is not even left to the iteration: their
 * indicator vectors are known, are taken as they are, and are kept out of the rest. */
#include "config.h"

#include "eqp-eigen-private.h"

#include <float.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "base/eqp-blas.h"
#include "base/eqp-error.h"
#include "base/eqp-parallel.h"
#include "base/eqp-rng.h"

#define DENSE_LIMIT 600       /* vertices up to which LAPACK does it all */
#define MAX_WIDTH 6000        /* vectors of a block */
#define CHUNK 2048            /* rows; sums are added up chunk by chunk in order */
#define TOLERANCE 1e-8        /* of a residual, as a share of the width of the spectrum */
#define MAX_ROUNDS 400
#define PROJECT_EVERY 4       /* steps of a filter */
#define STAGNATION 0.7        /* of the residual that is left after a round: the filter is at the wrong place */
#define MAX_DEGREE 80
#define MAX_GROWTH 25.0       /* exponent by which a filter may favor the first vector over noise */

/* For progress: what a round does besides its filter, in steps of that; the steps of a filter, and the exponent by
 * which a round lowers the residual, while nothing is known of the graph. */
#define STEPS_BESIDE 8.0
#define USUAL_DEGREE 60.0
#define USUAL_DROP 6.0

/* M = diag (factor) A diag (factor) + diag (shift): its largest eigenvalues are wanted, whichever the spectrum. */
typedef struct
{
  const EqpCsr *csr;
  double       *factor;     /* n, or NULL: all 1 */
  double       *shift;      /* n, or NULL: all 0 */
  double       *known;      /* n: entries of the known vectors, which live on disjoint sets; NULL: none known */
  gint32       *set;        /* n: whose entry it is, or -1 */
  gint64        n_known;
  double       *norms;      /* n_known: squared */
  double        low;        /* all eigenvalues are between these */
  double        high;
} Operator;

/* One round of the iteration, as its chunks see it. All blocks are n x width, a vertex's values side by side. */
typedef struct
{
  const Operator *op;
  GCancellable   *cancellable; /* where it is cancelled blocks are left half done */
  gint64          n;
  gint            width;
  const double   *x;
  const double   *before;   /* or NULL */
  double         *y;
  double          a;        /* y = a M x + b x + c before */
  double          b;
  double          c;
  double         *sums;     /* chunks x width x width */
  const double   *turn;     /* width x width, a column of the new block each row */
  double         *buffers;  /* threads x CHUNK x width */
  const EqpProgress *progress; /* or NULL */
  double          steps;    /* that are done; of a round when it is over */
  double          ahead;    /* and after them, as far as one can tell */
} Job;

static gint64
n_chunks (gint64 n)
{
  return (n + CHUNK - 1) / CHUNK;
}

/* -- the matrix -------------------------------------------------------------------------------------------------- */

static void
operator_clear (Operator *op)
{
  g_free (op->factor);
  g_free (op->shift);
  g_free (op->known);
  g_free (op->set);
  g_free (op->norms);
}

static void
operator_init (Operator *op, EqpGraph *graph, EqpSpectrum spectrum)
{
  const double *degrees = eqp_graph_get_degrees (graph);
  const gint32 *components = eqp_graph_get_components (graph);
  double largest = 0.0, pair = 0.0;
  g_autofree gint32 *number = NULL;
  gint64 n;

  memset (op, 0, sizeof *op);
  op->csr = eqp_graph_get_csr (graph);
  n = op->csr->n;
  for (gint64 own = 0; own < n; own++)
    {
      largest = MAX (largest, degrees[own]);
      for (gint64 e = op->csr->starts[own]; e < op->csr->starts[own + 1]; e++)
        pair = MAX (pair, degrees[own] + degrees[op->csr->columns[e]]);
    }

  if (spectrum == EQP_SPECTRUM_ADJACENCY)
    {
      op->low = -largest;
      op->high = largest;
      return;
    }

  if (spectrum == EQP_SPECTRUM_LAPLACIAN)
    {
      op->low = -pair; /* Anderson and Morley 1985 */
      op->shift = g_new (double, n);
      for (gint64 i = 0; i < n; i++)
        op->shift[i] = -degrees[i];
    }
  else
    {
      op->low = -1.0;
      op->high = 1.0;
      op->factor = g_new (double, n);
      for (gint64 i = 0; i < n; i++)
        op->factor[i] = degrees[i] > 0.0 ? 1.0 / sqrt (degrees[i]) : 0.0;
    }

  /* One known vector a component: of equal entries, or of the roots of the degrees. */
  op->known = g_new (double, n);
  op->set = g_new (gint32, n);
  op->norms = g_new0 (double, eqp_graph_get_n_components (graph));
  number = g_new (gint32, eqp_graph_get_n_components (graph));
  for (gint64 c = 0; c < eqp_graph_get_n_components (graph); c++)
    number[c] = -1;
  for (gint64 i = 0; i < n; i++)
    {
      op->known[i] = spectrum == EQP_SPECTRUM_LAPLACIAN ? 1.0 : sqrt (degrees[i]);
      op->set[i] = -1;
      if (op->known[i] == 0.0)
        continue;
      if (number[components[i]] < 0)
        number[components[i]] = (gint32) op->n_known++;
      op->set[i] = number[components[i]];
      op->norms[op->set[i]] += op->known[i] * op->known[i];
    }
}

/* Looks at the cancellable now and then, at row @i of a pass. */
static inline gboolean
goes_on (const Job *job, gint64 i)
{
  return i % CHUNK > 0 || !g_cancellable_is_cancelled (job->cancellable);
}

static void
apply_chunk (gint64 chunk, guint worker, gpointer user_data)
{
  Job *job = user_data;
  const Operator *op = job->op;
  const EqpCsr *csr = op->csr;
  gint width = job->width;

  if (g_cancellable_is_cancelled (job->cancellable))
    return;
  for (gint64 i = chunk * CHUNK; i < MIN (job->n, (chunk + 1) * CHUNK); i++)
    {
      const double *x = job->x + i * width;
      double *y = job->y + i * width;
      double own = job->b + (op->shift != NULL ? job->a * op->shift[i] : 0.0);
      double scale = job->a * (op->factor != NULL ? op->factor[i] : 1.0);

      for (gint first = 0; first < width; first += 8)
        {
          gint m = MIN (8, width - first);
          double acc[8] = { 0.0 };

          for (gint64 e = csr->starts[i]; e < csr->starts[i + 1]; e++)
            {
              const double *other = job->x + (gint64) csr->columns[e] * width + first;
              double weight = csr->weights[e] * (op->factor != NULL ? op->factor[csr->columns[e]] : 1.0);

              if (m == 8)
                for (gint v = 0; v < 8; v++)
                  acc[v] += weight * other[v];
              else
                for (gint v = 0; v < m; v++)
                  acc[v] += weight * other[v];
            }
          for (gint v = 0; v < m; v++)
            y[first + v] = scale * acc[v] + own * x[first + v] +
                           (job->before != NULL ? job->c * job->before[i * width + first + v] : 0.0);
        }
    }
}

/* y = a M x + b x + c before; @y may be @before. */
static void
apply (Job *job, EqpPool *pool, const double *x, const double *before, double *y, double a, double b, double c)
{
  job->x = x;
  job->before = before;
  job->y = y;
  job->a = a;
  job->b = b;
  job->c = c;
  eqp_pool_run (pool, n_chunks (job->n), apply_chunk, job);
}

/* Takes the known vectors out of the block, which is of no use when it was cancelled. */
static void
project (const Job *job, double *x)
{
  const Operator *op = job->op;
  gint width = job->width;
  g_autofree double *inner = NULL;

  if (op->n_known == 0)
    return;

  inner = g_new0 (double, op->n_known * width);
  for (gint64 i = 0; i < op->csr->n && goes_on (job, i); i++)
    for (gint v = 0; op->set[i] >= 0 && v < width; v++)
      inner[(gint64) op->set[i] * width + v] += op->known[i] * x[i * width + v];
  for (gint64 i = 0; i < op->csr->n && goes_on (job, i); i++)
    for (gint v = 0; op->set[i] >= 0 && v < width; v++)
      x[i * width + v] -= op->known[i] * inner[(gint64) op->set[i] * width + v] / op->norms[op->set[i]];
}

/* -- blocks ------------------------------------------------------------------------------------------------------ */

static void
inner_chunk (gint64 chunk, guint worker, gpointer user_data)
{
  Job *job = user_data;
  gint64 first = chunk * CHUNK;

  if (g_cancellable_is_cancelled (job->cancellable))
    return;
  cblas_dgemm (CblasRowMajor, CblasTrans, CblasNoTrans, job->width, job->width, (int) MIN (CHUNK, job->n - first), 1.0,
               job->x + first * job->width, job->width, job->y + first * job->width, job->width, 0.0,
               job->sums + chunk * job->width * job->width, job->width);
}

/* The inner products of all vectors of x with all of y; the same on any number of threads. */
static void
inner_products (Job *job, EqpPool *pool, const double *x, double *y, double *products)
{
  gint64 size = (gint64) job->width * job->width;

  job->x = x;
  job->y = y;
  eqp_pool_run (pool, n_chunks (job->n), inner_chunk, job);
  memset (products, 0, sizeof (double) * size);
  for (gint64 chunk = 0; chunk < n_chunks (job->n); chunk++)
    for (gint64 e = 0; e < size; e++)
      products[e] += job->sums[chunk * size + e];
}

static void
turn_chunk (gint64 chunk, guint worker, gpointer user_data)
{
  Job *job = user_data;
  gint64 first = chunk * CHUNK, rows = MIN (CHUNK, job->n - first);
  double *buffer = job->buffers + (gint64) worker * CHUNK * job->width;

  if (g_cancellable_is_cancelled (job->cancellable))
    return;
  cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasTrans, (int) rows, job->width, job->width, 1.0,
               job->y + first * job->width, job->width, job->turn, job->width, 0.0, buffer, job->width);
  memcpy (job->y + first * job->width, buffer, sizeof (double) * rows * job->width);
}

/* y = y turn' in place */
static void
turn_block (Job *job, EqpPool *pool, double *y, const double *turn)
{
  job->y = y;
  job->turn = turn;
  eqp_pool_run (pool, n_chunks (job->n), turn_chunk, job);
}

static gboolean
stopped (const Job *job, GError **error)
{
  if (!g_cancellable_is_cancelled (job->cancellable))
    return FALSE;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _ ("The search for eigenvectors was cancelled."));
  return TRUE;
}

static void
fill_random (const Job *job, double *x, gint column, EqpRng *rng)
{
  for (gint64 i = 0; i < job->n && goes_on (job, i); i++)
    x[i * job->width + column] = eqp_rng_uniform (rng) - 0.5;
}

/* Makes the block orthonormal and free of the known vectors; columns that depend on others are drawn anew. */
static gboolean
orthonormalize (Job *job, EqpPool *pool, double *x, EqpRng *rng, double *gram, double *turn, double *values,
                GError **error)
{
  gint width = job->width;
  g_autofree double *lengths = g_new (double, width);

  for (int pass = 0; pass < 6; pass++)
    {
      double off = 0.0;
      gint lost = 0;

      project (job, x);
      inner_products (job, pool, x, x, gram);
      if (stopped (job, error))
        return FALSE;

      for (gint v = 0; v < width; v++)
        for (gint u = 0; u <= v; u++)
          off = MAX (off, fabs (gram[(gint64) v * width + u] - (u == v)));
      if (off < 1e-14 * width)
        return TRUE;

      /* Columns of very different lengths would drown each other. */
      for (gint v = 0; v < width; v++)
        lengths[v] = gram[(gint64) v * width + v] > 0.0 ? 1.0 / sqrt (gram[(gint64) v * width + v]) : 0.0;
      for (gint v = 0; v < width; v++)
        for (gint u = 0; u < width; u++)
          gram[(gint64) v * width + u] *= lengths[v] * lengths[u];
      if (!eqp_symmetric_eigen (width, gram, width, values, turn, job->cancellable, error))
        return FALSE;
      for (gint v = 0; v < width; v++)
        {
          gboolean good = values[v] > 1e-13 * values[0];

          for (gint u = 0; u < width; u++)
            turn[(gint64) v * width + u] *= good ? lengths[u] / sqrt (values[v]) : 0.0;
          lost += !good;
        }
      turn_block (job, pool, x, turn);
      for (gint v = width - lost; v < width; v++)
        fill_random (job, x, v, rng);
    }
  return TRUE;
}

/* The vectors of the block that M sees as its own: x and h = M x are turned alike; @values from the largest on. */
static gboolean
rayleigh_ritz (Job *job, EqpPool *pool, double *x, double *h, double *gram, double *turn, double *values,
               GError **error)
{
  gint width = job->width;

  apply (job, pool, x, NULL, h, 1.0, 0.0, 0.0);
  inner_products (job, pool, x, h, gram);
  if (stopped (job, error))
    return FALSE;
  for (gint v = 0; v < width; v++)
    for (gint u = 0; u < v; u++)
      gram[(gint64) v * width + u] = gram[(gint64) u * width + v] =
          0.5 * (gram[(gint64) v * width + u] + gram[(gint64) u * width + v]);
  if (!eqp_symmetric_eigen (width, gram, width, values, turn, job->cancellable, error))
    return FALSE;
  turn_block (job, pool, x, turn);
  turn_block (job, pool, h, turn);
  return !stopped (job, error);
}

static double
worst_residual (const Job *job, gint wanted, const double *x, const double *h, const double *values)
{
  gint width = job->width;
  g_autofree double *squares = g_new0 (double, wanted);
  double worst = 0.0;

  for (gint64 i = 0; i < job->n && goes_on (job, i); i++)
    for (gint v = 0; v < wanted; v++)
      {
        double rest = h[i * width + v] - values[v] * x[i * width + v];

        squares[v] += rest * rest;
      }
  for (gint v = 0; v < wanted; v++)
    worst = MAX (worst, sqrt (squares[v]));
  return worst;
}

static void
tell (const Job *job, double more)
{
  eqp_progress_tell (job->progress, NULL, MIN (1.0, (job->steps + more) / (job->steps + job->ahead)),
                     EQP_PART_EIGENVECTORS);
}

/* A residual of @worst is to get down to @least. The last round, which took it there from @before, tells what another
 * does; not alone, for a block that is hardly wider than what is wanted goes by fits and starts. */
static void
look_ahead (Job *job, double degree, double before, double worst, double least)
{
  double drop = USUAL_DROP;

  if (worst <= STAGNATION * before && isfinite (before))
    drop = sqrt (drop * log (before / worst));
  job->steps += degree > 0.0 ? degree + STEPS_BESIDE : 0.0;
  job->ahead = ceil (MAX (1.0, log (worst / least) / drop)) * ((degree > 0.0 ? degree : USUAL_DEGREE) + STEPS_BESIDE);
  tell (job, 0.0);
}

/* Multiplies x by the polynomial that is small on [low, cut] and grows fastest above; x, y and z change places. */
static gboolean
filter (Job *job, EqpPool *pool, double **x, double **y, double **z, double cut, double top, int *degree,
        GError **error)
{
  const Operator *op = job->op;
  double half = 0.5 * (cut - op->low), center = 0.5 * (cut + op->low);
  double first = half / (top - center), sigma = first;
  double growth = acosh (MAX (1.0 + 1e-12, (top - center) / half));

  *degree = (int) CLAMP (MAX_GROWTH / growth, 4.0, (double) MAX_DEGREE);
  apply (job, pool, *x, NULL, *y, sigma / half, -center * sigma / half, 0.0);
  for (int i = 2; i <= *degree; i++)
    {
      double next = 1.0 / (2.0 / first - sigma);
      double *swap = *z;

      if (stopped (job, error))
        return FALSE;
      apply (job, pool, *y, *x, swap, 2.0 * next / half, -2.0 * center * next / half, -sigma * next);
      *z = *x;
      *x = *y;
      *y = swap;
      sigma = next;

      /* The known vectors may lie far above the others: what rounding leaves of them would outgrow all else. */
      if (i % PROJECT_EVERY == 0)
        {
          project (job, *x);
          project (job, *y);
          tell (job, i);
        }
    }
  {
    double *swap = *x;

    *x = *y;
    *y = swap;
  }
  return TRUE;
}

typedef struct
{
  double *found_values; /* those wanted of the last block that was finished, and its vectors: column first of count */
  double *found;
  gint    first;
  gint    count;
  gint    rounds;       /* filters behind it; a random block is none */
  double *x;
  double *y;
  double *z;
  double *sums;
  double *buffers;
  double *gram;
  double *turn;
  double *values;
} Blocks;

static void
keep (Blocks *blocks, const Job *job, gint wanted, int round)
{
  for (gint v = 0; v < wanted; v++)
    blocks->found_values[blocks->first + v] = blocks->values[v];
  for (gint64 i = 0; i < job->n; i++)
    for (gint v = 0; v < wanted; v++)
      blocks->found[i * blocks->count + blocks->first + v] = blocks->x[i * job->width + v];
  blocks->rounds = round;
}

/* FALSE when cancelled, too; blocks->rounds tells whether there is something nevertheless. */
static gboolean
iterate (const Operator *op, gint wanted, EqpPool *pool, Blocks *blocks, Job *job, gboolean *converged, GError **error)
{
  gint width = job->width;
  /* In parts of the width of the spectrum. */
  const double reaches[] = { 1e-6, 0.05, 5e-3, 5e-4, 5e-5 };
  double spread = op->high - op->low, before = INFINITY;
  gsize reach = 0;
  int degree = 0;
  EqpRng rng;

  eqp_rng_init (&rng, 1, 0);
  for (gint v = 0; v < width; v++)
    fill_random (job, blocks->x, v, &rng);

  *converged = FALSE;
  for (int round = 0; round < MAX_ROUNDS; round++)
    {
      double cut, worst;

      if (!orthonormalize (job, pool, blocks->x, &rng, blocks->gram, blocks->turn, blocks->values, error) ||
          !rayleigh_ritz (job, pool, blocks->x, blocks->y, blocks->gram, blocks->turn, blocks->values, error))
        return FALSE;
      keep (blocks, job, wanted, round);
      worst = worst_residual (job, wanted, blocks->x, blocks->y, blocks->values);
      if (stopped (job, error))
        return FALSE;
      if (worst <= TOLERANCE * spread)
        {
          *converged = TRUE;
          break;
        }
      look_ahead (job, degree, before, worst, TOLERANCE * spread);

      /* What lies below the block is damped. Where one eigenvalue fills more than the block that damps nothing: how far
       * below the next one is cannot be seen, so distances are tried. */
      if (worst > STAGNATION * before)
        reach = (reach + 1) % G_N_ELEMENTS (reaches);
      before = worst;
      cut = blocks->values[wanted - 1] - reaches[reach] * spread;
      if (reach == 0)
        cut = MIN (blocks->values[width - 1], cut);
      cut = MAX (cut, op->low + 1e-3 * spread);
      if (!filter (job, pool, &blocks->x, &blocks->y, &blocks->z, cut, MAX (blocks->values[0], cut + 1e-6 * spread),
                   &degree, error))
        return FALSE;
    }
  return TRUE;
}

/* -- by LAPACK --------------------------------------------------------------------------------------------------- */

static gboolean
solve_dense (const Operator *op, gint wanted, gint count, gint first, GCancellable *cancellable, double *values,
             double *vectors, GError **error)
{
  gint64 n = op->csr->n;
  g_autofree double *matrix = g_new0 (double, n * n);
  g_autofree double *found = g_new (double, (gint64) wanted * n);

  for (gint64 i = 0; i < n; i++)
    {
      matrix[i * n + i] = op->shift != NULL ? op->shift[i] : 0.0;
      for (gint64 e = op->csr->starts[i]; e < op->csr->starts[i + 1]; e++)
        matrix[i * n + op->csr->columns[e]] =
            /* One after the other, for the product of two factors may overflow. */
            op->factor != NULL ? op->csr->weights[e] * op->factor[i] * op->factor[op->csr->columns[e]]
                               : op->csr->weights[e];
    }

  /* The known vectors go below all others. */
  for (gint64 i = 0; op->n_known > 0 && i < n; i++)
    for (gint64 j = 0; j < n; j++)
      if (op->set[i] >= 0 && op->set[i] == op->set[j])
        matrix[i * n + j] -= (2.0 * (op->high - op->low) + 1.0) * op->known[i] * op->known[j] / op->norms[op->set[i]];

  if (!eqp_symmetric_eigen (n, matrix, wanted, values + first, found, cancellable, error))
    return FALSE;
  for (gint64 i = 0; i < n; i++)
    for (gint v = 0; v < wanted; v++)
      vectors[i * count + first + v] = found[v * n + i];
  return TRUE;
}

/* -- all together ------------------------------------------------------------------------------------------------ */

static gboolean
solve_iterative (const Operator *op, gint wanted, gint count, gint first, EqpPool *pool, GCancellable *cancellable,
                 const EqpProgress *progress, double *values, double *vectors, gboolean *converged, GError **error)
{
  gint64 n = op->csr->n;
  gint width = (gint) MIN (n - op->n_known, (wanted + MAX (4, wanted / 2) + 7) / 8 * 8);
  gsize block = (gsize) n * width, square = (gsize) width * width;
  Blocks blocks = { .found_values = values, .found = vectors, .first = first, .count = count };
  Job job = { .op = op, .cancellable = cancellable, .n = n, .width = width, .progress = progress };
  GError *failed = NULL;
  gboolean done = FALSE;

  if (width > MAX_WIDTH)
    {
      eqp_refuse (error, EQP_ERROR_TOO_LARGE,
                  _ ("%d eigenvectors are wanted; at most %d can be found, so choose fewer clusters."), count,
                  MAX_WIDTH * 2 / 3);
      return FALSE;
    }
  if ((blocks.x = eqp_try_alloc (block, sizeof (double), N_ ("the eigenvectors"), error)) != NULL &&
      (blocks.y = eqp_try_alloc (block, sizeof (double), N_ ("the eigenvectors"), error)) != NULL &&
      (blocks.z = eqp_try_alloc (block, sizeof (double), N_ ("the eigenvectors"), error)) != NULL &&
      (blocks.sums = eqp_try_alloc (square * n_chunks (n), sizeof (double), N_ ("the eigenvectors"), error)) != NULL &&
      (blocks.buffers = eqp_try_alloc ((gsize) CHUNK * width * eqp_pool_get_threads (pool), sizeof (double),
                                       N_ ("the eigenvectors"), error)) != NULL &&
      (blocks.gram = eqp_try_alloc (square, sizeof (double), N_ ("the eigenvectors"), error)) != NULL &&
      (blocks.turn = eqp_try_alloc (square, sizeof (double), N_ ("the eigenvectors"), error)) != NULL &&
      (blocks.values = eqp_try_alloc (width, sizeof (double), N_ ("the eigenvectors"), error)) != NULL)
    {
      job.sums = blocks.sums;
      job.buffers = blocks.buffers;
      done = iterate (op, wanted, pool, &blocks, &job, converged, &failed);
      /* What was found before it was stopped. */
      if (g_error_matches (failed, G_IO_ERROR, G_IO_ERROR_CANCELLED) && blocks.rounds > 0)
        {
          g_clear_error (&failed);
          done = TRUE;
        }
      if (failed != NULL)
        g_propagate_error (error, failed);
    }

  eqp_free (blocks.x);
  eqp_free (blocks.y);
  eqp_free (blocks.z);
  eqp_free (blocks.sums);
  eqp_free (blocks.buffers);
  eqp_free (blocks.gram);
  eqp_free (blocks.turn);
  eqp_free (blocks.values);
  return done;
}

typedef struct
{
  gint32 set;
  gint64 size;
} Known;

static int
compare_known (gconstpointer a, gconstpointer b)
{
  const Known *x = a, *y = b;

  return x->size != y->size ? (x->size < y->size ? 1 : -1) : (x->set > y->set) - (x->set < y->set);
}

/* The largest components first, as many as are wanted. Returns how many. */
static gint
take_known (const Operator *op, gint count, double top, double *values, double *vectors)
{
  gint taken = (gint) MIN (op->n_known, count);
  g_autofree Known *order = g_new0 (Known, MAX (1, op->n_known));
  g_autofree gint32 *column = g_new (gint32, MAX (1, op->n_known));

  for (gint64 c = 0; c < op->n_known; c++)
    {
      order[c].set = (gint32) c;
      column[c] = -1;
    }
  for (gint64 i = 0; op->n_known > 0 && i < op->csr->n; i++)
    if (op->set[i] >= 0)
      order[op->set[i]].size++;
  qsort (order, op->n_known, sizeof (Known), compare_known);
  for (gint c = 0; c < taken; c++)
    {
      column[order[c].set] = c;
      values[c] = top;
    }
  for (gint64 i = 0; taken > 0 && i < op->csr->n; i++)
    if (op->set[i] >= 0 && column[op->set[i]] >= 0)
      vectors[i * count + column[op->set[i]]] = op->known[i] / sqrt (op->norms[op->set[i]]);
  return taken;
}

/* Of v and -v the one whose largest entry is positive. */
static void
settle_signs (gint64 n, gint count, double *vectors)
{
  for (gint v = 0; v < count; v++)
    {
      double largest = 0.0;

      for (gint64 i = 0; i < n; i++)
        if (fabs (vectors[i * count + v]) > fabs (largest) * (1.0 + 1e-6))
          largest = vectors[i * count + v];
      for (gint64 i = 0; largest < 0.0 && i < n; i++)
        vectors[i * count + v] = -vectors[i * count + v];
    }
}

/*< private >
 * _eqp_graph_eigen:
 * @graph: a graph
 * @spectrum: of which matrix
 * @count: eigenpairs wanted, 1..n
 * @pool: who works
 * @cancellable: (nullable): ends it early: with the vectors found so far, if there are any
 * @progress: (nullable): called from this thread with EQP_PART_EIGENVECTORS, where it takes more than LAPACK
 * @values: (out): count
 * @vectors: (out): n x count, a row for each vertex; every column has length 1 and all are orthogonal
 * @converged: (out): whether all residuals are small; the vectors are usable either way
 * @error: EQP_ERROR_TOO_LARGE, EQP_ERROR_NUMERICAL, G_IO_ERROR_CANCELLED
 *
 * Vertices without edges are eigenvectors of their own: with eigenvalue 0, in all three matrices. Of more components
 * than @count the largest are taken. Each round costs O(degree edges count + n count^2); memory O(n count).
 *
 * Returns: whether there are values and vectors
 */
gboolean
_eqp_graph_eigen (EqpGraph           *graph,
                  EqpSpectrum         spectrum,
                  gint                count,
                  EqpPool            *pool,
                  GCancellable       *cancellable,
                  const EqpProgress  *progress,
                  double             *values,
                  double             *vectors,
                  gboolean           *converged,
                  GError            **error)
{
  gint64 n = eqp_graph_get_n (graph);
  Operator op;
  gint taken;
  gboolean done = TRUE;

  g_return_val_if_fail (count >= 1 && count <= n, FALSE);

  eqp_blas_init ();
  operator_init (&op, graph, spectrum);
  memset (vectors, 0, sizeof (double) * n * count);
  *converged = TRUE;
  taken = take_known (&op, count, spectrum == EQP_SPECTRUM_NORMALIZED ? 1.0 : 0.0, values, vectors);
  if (taken < count)
    done = n <= DENSE_LIMIT
             ? solve_dense (&op, count - taken, count, taken, cancellable, values, vectors, error)
             : solve_iterative (&op, count - taken, count, taken, pool, cancellable, progress, values, vectors,
                                converged, error);
  for (gint v = taken; done && spectrum == EQP_SPECTRUM_LAPLACIAN && v < count; v++)
    values[v] = -values[v];
  if (done)
    settle_signs (n, count, vectors);

  operator_clear (&op);
  return done;
}
