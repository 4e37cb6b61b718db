/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program's random numbers: xoshiro256** 1.0 (Blackman, Vigna 2018), seeded by splitmix64.
 * Written out here because the same seed has to give the same labels on every system. */
#include "config.h"

#include "eqp-rng.h"

#include <math.h>

static guint64
splitmix (guint64 *state)
{
  guint64 z = (*state += G_GUINT64_CONSTANT (0x9e3779b97f4a7c15));

  z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return z ^ (z >> 31);
}

static inline guint64
rotate (guint64 x, int by)
{
  return (x << by) | (x >> (64 - by));
}

/**
 * eqp_rng_init:
 * @self: the generator
 * @seed: what the user asked for
 * @stream: which of the run's generators: one a restart, so that restarts do not depend on each other
 */
void
eqp_rng_init (EqpRng  *self,
              guint64  seed,
              guint64  stream)
{
  guint64 state = seed;
  guint64 mixed = splitmix (&state) ^ (stream * G_GUINT64_CONSTANT (0xd1342543de82ef95));

  for (int i = 0; i < 4; i++)
    self->s[i] = splitmix (&mixed);
}

/**
 * eqp_rng_next:
 * @self: the generator
 *
 * Returns: 64 random bits
 */
guint64
eqp_rng_next (EqpRng *self)
{
  guint64 *s = self->s;
  guint64 result = rotate (s[1] * 5, 7) * 9;
  guint64 t = s[1] << 17;

  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= t;
  s[3] = rotate (s[3], 45);
  return result;
}

/**
 * eqp_rng_uniform:
 * @self: the generator
 *
 * Returns: uniform in [0, 1), 53 bits
 */
double
eqp_rng_uniform (EqpRng *self)
{
  return (double) (eqp_rng_next (self) >> 11) * 0x1.0p-53;
}

/**
 * eqp_rng_below:
 * @self: the generator
 * @bound: at least 1
 *
 * Returns: uniform in 0..bound-1, without bias
 */
guint64
eqp_rng_below (EqpRng  *self,
               guint64  bound)
{
  guint64 threshold = -bound % bound;
  guint64 value;

  do
    value = eqp_rng_next (self);
  while (value < threshold);

  return value % bound;
}

/**
 * eqp_rng_normal:
 * @self: the generator
 *
 * Returns: standard normal, by the polar method of Marsaglia (the second value is not kept)
 */
double
eqp_rng_normal (EqpRng *self)
{
  double u, v, s;

  do
    {
      u = 2.0 * eqp_rng_uniform (self) - 1.0;
      v = 2.0 * eqp_rng_uniform (self) - 1.0;
      s = u * u + v * v;
    }
  while (s >= 1.0 || s == 0.0);

  return u * sqrt (-2.0 * log (s) / s);
}

/**
 * eqp_rng_shuffle:
 * @self: the generator
 * @values: n values, permuted in place
 * @n: how many
 */
void
eqp_rng_shuffle (EqpRng *self,
                 gint32 *values,
                 gsize   n)
{
  for (gsize i = n; i > 1; i--)
    {
      gsize j = eqp_rng_below (self, i);
      gint32 value = values[i - 1];

      values[i - 1] = values[j];
      values[j] = value;
    }
}
