/* SPDX-License-Identifier: GPL-3.0-or-later */
#define EQP_KERNELS _eqp_kernels_avx2
#define EQP_ISA_NAME "avx2"
#define EQP_LANES 8
#include "eqp-kernels-impl.h"
