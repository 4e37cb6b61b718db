/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inner loops of eqp-pairs-impl.h for AVX2. */
#define EQP_PAIRS _eqp_pairs_avx2
#define EQP_ISA_NAME "avx2"
#define EQP_LANES 8
#include "eqp-pairs-impl.h"
