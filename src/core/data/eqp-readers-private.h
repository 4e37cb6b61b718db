/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-reader.h"

G_BEGIN_DECLS

extern const EqpReader _eqp_reader_csv;
extern const EqpReader _eqp_reader_idx;
extern const EqpReader _eqp_reader_npy;

G_END_DECLS
