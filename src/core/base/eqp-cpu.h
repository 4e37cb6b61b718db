/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-types.h"

G_BEGIN_DECLS

/* The kinds of processor that inner loops are compiled for, each able to run those before it. */
typedef enum {
  EQP_CPU_GENERIC,
  EQP_CPU_AVX2,
  EQP_CPU_AVX512
} EqpCpu;

EqpCpu   eqp_cpu_get           (void);
gboolean eqp_cpu_has_vnni      (void);

G_END_DECLS
