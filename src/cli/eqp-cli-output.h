/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Where text goes, and what that place can show. Used from the main thread only. */
typedef struct
{
  int      fd;
  gboolean terminal; /* cursor movements work */
  gboolean color;
  gboolean utf8;
  int      failed;   /* errno of the first write that failed; nothing is written after it */
} EqpOutput;

typedef enum {
  EQP_COLOR_BOLD,
  EQP_COLOR_DIM,
  EQP_COLOR_BAR,
  EQP_COLOR_TRACE,
  EQP_COLOR_WARNING
} EqpColor;

void   eqp_output_init     (EqpOutput   *self,
                            int          fd);
void   eqp_output_write    (EqpOutput   *self,
                            const char  *bytes,
                            gsize        length);
void   eqp_output_text     (EqpOutput   *self,
                            const char  *text);
void   eqp_output_print    (EqpOutput   *self,
                            const char  *format,
                            ...) G_GNUC_PRINTF (2, 3);
void   eqp_output_size     (EqpOutput   *self,
                            int         *columns,
                            int         *rows);
char  *eqp_output_paint    (EqpOutput   *self,
                            EqpColor     color,
                            const char  *text) G_GNUC_WARN_UNUSED_RESULT;
char  *eqp_output_clean    (const char  *text) G_GNUC_WARN_UNUSED_RESULT;
int    eqp_text_width      (const char  *text);
gboolean eqp_output_close  (EqpOutput   *self);
void   eqp_output_complain (const char  *sentence);

G_END_DECLS
