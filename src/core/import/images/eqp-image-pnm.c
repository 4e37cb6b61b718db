/* SPDX-License-Identifier: GPL-3.0-or-later */
/* PBM, PGM and PPM, in bytes or as text, with values up to 65535. */
#include "config.h"

#include "eqp-image-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static const char *const damaged = N_ ("is damaged");
static const char *const cut = N_ ("breaks off before its end");

typedef struct
{
  const EqpImageJob *job;
  gsize              at;
  int                kind;     /* 1 to 6 */
  gint64             width;
  gint64             height;
  gint64             white;
  guint16           *row;
} Pnm;

static gboolean
at_end (const Pnm *self)
{
  return self->at >= self->job->length;
}

/* Comments go from # to the end of the line. */
static void
skip_blanks (Pnm *self)
{
  const guint8 *bytes = self->job->bytes;

  for (; !at_end (self) && (g_ascii_isspace (bytes[self->at]) || bytes[self->at] == '#'); self->at++)
    if (bytes[self->at] == '#')
      while (self->at + 1 < self->job->length && bytes[self->at + 1] != '\n' && bytes[self->at + 1] != '\r')
        self->at++;
}

static const char *
next_number (Pnm *self, gint64 *number)
{
  const guint8 *bytes = self->job->bytes;

  skip_blanks (self);
  if (at_end (self))
    return cut;
  if (!g_ascii_isdigit (bytes[self->at]))
    return damaged;
  for (*number = 0; !at_end (self) && g_ascii_isdigit (bytes[self->at]) && *number < G_MAXINT32; self->at++)
    *number = *number * 10 + (bytes[self->at] - '0');
  return *number < G_MAXINT32 ? NULL : damaged;
}

static const char *
read_header (Pnm *self)
{
  const char *why;

  self->kind = self->job->bytes[self->at + 1] - '0';
  self->white = 1;
  self->at += 2;
  why = next_number (self, &self->width);
  if (why == NULL)
    why = next_number (self, &self->height);
  if (why == NULL && self->kind != 1 && self->kind != 4)
    why = next_number (self, &self->white);
  if (why != NULL)
    return why;
  if (self->width < 1 || self->height < 1 || self->white < 1 || self->white > 65535)
    return N_ ("announces a size or a white that cannot be");
  return NULL;
}

static gint64
row_bytes (const Pnm *self)
{
  if (self->kind == 4)
    return (self->width + 7) / 8;
  return self->width * (self->kind == 6 ? 3 : 1) * (self->white > 255 ? 2 : 1);
}

/* One blank stands before the pixels; programs of Windows write two. */
static const char *
find_pixels (Pnm *self)
{
  gsize left = self->job->length - self->at;
  double needed = (double) row_bytes (self) * (double) self->height;

  if (left < 1 || (double) (left - 1) < needed)
    return cut;
  if (!g_ascii_isspace (self->job->bytes[self->at]))
    return damaged;
  self->at += 1 + (left >= 2 && memcmp (self->job->bytes + self->at, "\r\n", 2) == 0 && (double) (left - 2) == needed);
  return NULL;
}

/* The sample @i of a row; those of bits in bytes stay where they are until its end. */
static const char *
next_sample (Pnm *self, gint64 i, gint64 *sample)
{
  const guint8 *at = self->job->bytes + self->at;
  const char *why = NULL;

  /* Bits in text need no blanks between them. */
  if (self->kind == 1)
    {
      skip_blanks (self);
      if (at_end (self))
        return cut;
      *sample = self->job->bytes[self->at++] - '0';
    }
  else if (self->kind <= 3)
    why = next_number (self, sample);
  else if (self->kind == 4)
    *sample = at[i / 8] >> (7 - i % 8) & 1;
  else
    *sample = self->white > 255 ? at[2 * i] << 8 | at[2 * i + 1] : at[i];
  if (why == NULL && (*sample < 0 || *sample > self->white))
    return self->kind == 1 ? damaged : N_ ("has a value above the white that its header announces");
  return why;
}

static const char *
read_row (Pnm *self, EqpImage *image, gint64 y)
{
  gint64 sample;
  const char *why = NULL;

  for (gint64 i = 0; i < self->width * image->samples && why == NULL; i++)
    {
      why = next_sample (self, i, &sample);
      self->row[i] = (guint16) (self->kind % 3 == 1 ? 255 * (1 - sample) : sample);
    }
  if (self->kind >= 4)
    self->at += (gsize) row_bytes (self);
  if (why == NULL)
    _eqp_image_take_row (image, self->row, 0, y, self->width);
  return why;
}

static void
read_image (Pnm *self, EqpImage *image)
{
  image->why = read_header (self);
  if (image->why == NULL && self->kind >= 4)
    image->why = find_pixels (self);
  /* As text each takes a character at least. */
  if (image->why == NULL &&
      (double) self->width * (double) self->height * (self->kind == 3 ? 3.0 : 1.0) > (double) self->job->length)
    image->why = self->kind == 4 ? NULL : cut;
  if (image->why != NULL || !_eqp_image_begin (self->job, image, self->width, self->height, 1))
    return;
  /* Many programs announce the largest value that the image has. */
  image->white = self->white > 255 ? 65535.0 : 255.0;
  image->number = 'u';
  image->bits = 16;
  image->big_endian = G_BYTE_ORDER == G_BIG_ENDIAN;
  image->samples = image->colors = self->kind % 3 == 0 ? 3 : 1;
  self->row = g_new (guint16, self->width * image->samples);
  for (gint64 y = 0; y < self->height && image->why == NULL; y++)
    image->why = g_cancellable_is_cancelled (self->job->cancellable)
                     ? cut
                     : read_row (self, image, y);
}

/* The beginning of a further image, as netpbm's programs take it. */
static gboolean
goes_on (Pnm *self)
{
  const guint8 *bytes = self->job->bytes;

  while (!at_end (self) && g_ascii_isspace (bytes[self->at]))
    self->at++;
  return self->job->length - self->at >= 3 && bytes[self->at] == 'P' && g_ascii_isdigit (bytes[self->at + 1]) &&
         g_ascii_isspace (bytes[self->at + 2]);
}

gboolean
_eqp_image_decode_pnm (EqpImageJob *job)
{
  Pnm self = { job };
  EqpImage image = { 0 };

  read_image (&self, &image);
  if (image.why == NULL && goes_on (&self))
    image.why = N_ ("has several images; save each in a file of its own");
  g_free (self.row);
  return _eqp_image_hand_over (job, &image);
}
