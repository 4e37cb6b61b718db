/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-reader.h"

G_BEGIN_DECLS

extern const EqpReader _eqp_reader_arff;
extern const EqpReader _eqp_reader_csv;
extern const EqpReader _eqp_reader_idx;
extern const EqpReader _eqp_reader_images;
extern const EqpReader _eqp_reader_edges;
extern const EqpReader _eqp_reader_metis;
extern const EqpReader _eqp_reader_mtx;
extern const EqpReader _eqp_reader_npy;
extern const EqpReader _eqp_reader_npz;
extern const EqpReader _eqp_reader_svmlight;
extern const EqpReader _eqp_reader_hdf5;
extern const EqpReader _eqp_reader_mat;

G_END_DECLS
