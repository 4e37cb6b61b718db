/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The error domain of the core. Messages are one sentence: what was found, where, what to do. */
#include "config.h"

#include "eqp-error.h"

G_DEFINE_QUARK (eqp-error-quark, eqp_error)
