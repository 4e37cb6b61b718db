/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inner loops of eqp-kernels-impl.h for any processor. */
#define EQP_KERNELS _eqp_kernels_generic
#define EQP_ISA_NAME "generic"
#define EQP_LANES 4
#include "eqp-kernels-impl.h"
