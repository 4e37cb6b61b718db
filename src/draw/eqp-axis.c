/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Axes: the one place that turns whatever range a plot was given into one that can be drawn, and picks its ticks. */
#include "config.h"

#include "eqp-axis.h"

#include <float.h>
#include <math.h>

#include "eqp-format.h"

/* Ends beyond this would make their difference overflow. */
#define LARGEST (DBL_MAX / 8)

static void
make_linear (double *min,
             double *max)
{
  double middle, least;

  if (!isfinite (*min) || !isfinite (*max))
    {
      double known = isfinite (*min) ? *min : *max;

      *min = *max = isfinite (known) ? known : 0.0;
      if (!isfinite (known))
        *max = 1.0;
    }
  if (*min > *max)
    {
      double swap = *min;

      *min = *max;
      *max = swap;
    }
  *min = CLAMP (*min, -LARGEST, LARGEST);
  *max = CLAMP (*max, -LARGEST, LARGEST);

  /* Narrower than this, ticks cannot be told apart in double arithmetic. */
  middle = *min + (*max - *min) / 2.0;
  least = MAX (fabs (middle) * 1e-9, DBL_MIN * 1e16);
  if (*max - *min < least)
    {
      double half = middle == 0.0 ? 0.5 : MAX (fabs (middle) * 0.05, least);

      *min = middle - half;
      *max = middle + half;
    }
}

static void
make_log (double *min,
          double *max)
{
  if (isfinite (*min) && isfinite (*max) && *min > *max)
    {
      double swap = *min;

      *min = *max;
      *max = swap;
    }
  if (!isfinite (*max) || *max <= 0.0)
    *max = 1.0;
  *max = CLAMP (*max, 1e-280, 1e300);
  if (!isfinite (*min) || *min <= 0.0)
    *min = *max * 1e-6;
  *min = CLAMP (*min, 1e-290, 1e300);
  if (*max / *min < 1.0 + 1e-9)
    {
      double middle = *min;

      *min = middle / 3.0;
      *max = middle * 3.0;
    }
}

/**
 * eqp_axis_init:
 * @self: the axis to fill
 * @kind: linear or logarithmic
 * @min: lower end
 * @max: upper end
 *
 * Any two numbers are taken: equal, swapped, not finite, and for a logarithmic axis not positive ends are mended, so
 * that afterwards `min < max` holds and both are finite. Ticks are set for about five; @self is not integral.
 */
void
eqp_axis_init (EqpAxis     *self,
               EqpAxisKind  kind,
               double       min,
               double       max)
{
  self->kind = kind;
  self->integral = FALSE;
  if (kind == EQP_AXIS_LOG)
    make_log (&min, &max);
  else
    make_linear (&min, &max);
  self->min = min;
  self->max = max;
  eqp_axis_set_ticks (self, 5);
}

/* The number 1, 2 or 5 times a power of ten that divides @range into about @wanted pieces. */
static double
nice_step (double range,
           int    wanted)
{
  double rough = range / MAX (wanted, 1);
  double power = pow (10.0, floor (log10 (rough)));
  double rest = rough / power;

  return power * (rest < 1.5 ? 1.0 : rest < 3.5 ? 2.0 : rest < 7.5 ? 5.0 : 10.0);
}

static double
linear_step (const EqpAxis *self,
             int            wanted)
{
  double step = nice_step (self->max - self->min, wanted);

  return self->integral ? MAX (1.0, round (step)) : step;
}

static void
set_linear_ticks (EqpAxis *self,
                  double   step)
{
  double first = ceil (self->min / step - 1e-9);

  self->step = step;
  self->n_ticks = 0;
  while (self->n_ticks < EQP_AXIS_MAX_TICKS && (first + self->n_ticks) * step <= self->max + step * 1e-9)
    {
      self->ticks[self->n_ticks] = (first + self->n_ticks) * step;
      self->n_ticks++;
    }
}

static void
set_log_ticks (EqpAxis *self,
               int      wanted)
{
  double from = log10 (self->min), to = log10 (self->max);
  double every = MAX (1.0, ceil ((to - from) / MAX (wanted, 1)));

  self->step = every;
  self->n_ticks = 0;
  for (double e = ceil (from / every - 1e-9) * every; e <= to + 1e-9 && self->n_ticks < EQP_AXIS_MAX_TICKS; e += every)
    self->ticks[self->n_ticks++] = pow (10.0, e);
  if (self->n_ticks >= 2 || wanted < 2)
    return;

  /* Less than two decades: 2 and 5 help; less than that, the axis is linear for all that matters. */
  self->n_ticks = 0;
  for (double e = floor (from); e <= ceil (to); e += 1.0)
    for (int i = 0; i < 3; i++)
      {
        double value = pow (10.0, e) * (i == 0 ? 1.0 : i == 1 ? 2.0 : 5.0);

        if (value >= self->min * (1.0 - 1e-9) && value <= self->max * (1.0 + 1e-9) &&
            self->n_ticks < EQP_AXIS_MAX_TICKS)
          self->ticks[self->n_ticks++] = value;
      }
  if (self->n_ticks < 2)
    {
      set_linear_ticks (self, linear_step (self, wanted));
      self->step = MIN (self->step, 1.0);
    }
}

/**
 * eqp_axis_set_ticks:
 * @self: an axis
 * @wanted: about how many there is room for
 *
 * Places ticks at round values within the ends.
 */
void
eqp_axis_set_ticks (EqpAxis *self,
                    int      wanted)
{
  wanted = CLAMP (wanted, 1, EQP_AXIS_MAX_TICKS / 2);
  if (self->kind == EQP_AXIS_LOG)
    set_log_ticks (self, wanted);
  else
    set_linear_ticks (self, linear_step (self, wanted));
}

/**
 * eqp_axis_expand:
 * @self: a linear axis
 * @wanted: about how many ticks there is room for
 *
 * Moves the ends outwards to round values, so that they bear ticks; streaming data then change the axis rarely.
 */
void
eqp_axis_expand (EqpAxis *self,
                 int      wanted)
{
  wanted = CLAMP (wanted, 1, EQP_AXIS_MAX_TICKS / 2);
  if (self->kind == EQP_AXIS_LINEAR)
    {
      double step = linear_step (self, wanted);

      self->min = floor (self->min / step + 1e-9) * step;
      self->max = ceil (self->max / step - 1e-9) * step;
      /* The step of the wider range may be another one, of which the ends are no multiples. */
      set_linear_ticks (self, step);
    }
  else
    set_log_ticks (self, wanted);
}

/**
 * eqp_axis_normalize:
 * @self: an axis
 * @value: on it or not
 *
 * Returns: 0 at the lower end, 1 at the upper; NaN for a NaN and for what a logarithmic axis cannot show
 */
double
eqp_axis_normalize (const EqpAxis *self,
                    double         value)
{
  if (self->kind == EQP_AXIS_LOG)
    return value > 0.0 ? (log (value) - log (self->min)) / (log (self->max) - log (self->min)) : NAN;
  return (value - self->min) / (self->max - self->min);
}

/**
 * eqp_axis_value:
 * @self: an axis
 * @position: 0 at the lower end, 1 at the upper
 *
 * Returns: the inverse of eqp_axis_normalize()
 */
double
eqp_axis_value (const EqpAxis *self,
                double         position)
{
  if (self->kind == EQP_AXIS_LOG)
    return exp (log (self->min) + position * (log (self->max) - log (self->min)));
  return self->min + position * (self->max - self->min);
}

/**
 * eqp_axis_label:
 * @self: an axis
 * @value: one of its ticks
 *
 * Returns: (transfer full): the text of the tick
 */
char *
eqp_axis_label (const EqpAxis *self,
                double         value)
{
  if (self->kind == EQP_AXIS_LOG)
    return eqp_format_number (value, 3);
  return eqp_format_tick (value, self->step, MAX (fabs (self->min), fabs (self->max)));
}
