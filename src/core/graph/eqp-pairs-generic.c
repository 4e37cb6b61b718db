/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inner loops of eqp-pairs-impl.h for any processor. */
#define EQP_PAIRS _eqp_pairs_generic
#define EQP_ISA_NAME "generic"
#define EQP_LANES 8
#include "eqp-pairs-impl.h"
