/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-style.h"

G_BEGIN_DECLS

/* The second channel that tells clusters apart. */
typedef enum {
  EQP_MARKER_CIRCLE,
  EQP_MARKER_SQUARE,
  EQP_MARKER_TRIANGLE,
  EQP_MARKER_DIAMOND,
  EQP_MARKER_PLUS,
  EQP_MARKER_CROSS,
  EQP_MARKER_TRIANGLE_DOWN,
  EQP_MARKER_RING,
  EQP_N_MARKERS
} EqpMarker;

/* Clusters below this number get colors of their own, the others the same hues at other lightnesses. */
#define EQP_PALETTE_BASE 10

EqpRgba    eqp_palette_color       (gint             cluster,
                                    const EqpStyle  *style);
EqpRgba    eqp_palette_text_color  (gint             cluster,
                                    const EqpStyle  *style);
EqpRgba    eqp_palette_grade       (gint             grade,
                                    gint             n,
                                    const EqpStyle  *style);
EqpRgba    eqp_palette_neutral     (const EqpStyle  *style);
EqpRgba    eqp_palette_data_term   (const EqpStyle  *style);
EqpRgba    eqp_palette_penalty     (const EqpStyle  *style);
EqpMarker  eqp_palette_marker      (gint             cluster);
int        eqp_palette_hatch       (gint             cluster);

G_END_DECLS
