/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inner loops of eqp-kernels-impl.h for AVX-512. */
#define EQP_KERNELS _eqp_kernels_avx512
#define EQP_ISA_NAME "avx512"
#define EQP_LANES 16
#include "eqp-kernels-impl.h"
