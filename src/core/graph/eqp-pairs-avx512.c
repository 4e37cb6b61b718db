/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inner loops of eqp-pairs-impl.h for AVX-512. */
#define EQP_PAIRS _eqp_pairs_avx512
#define EQP_ISA_NAME "avx512"
#define EQP_LANES 16
#include "eqp-pairs-impl.h"
