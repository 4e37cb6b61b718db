/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-test.h"

double *eqp_check_gram           (EqpDataset   *dataset,
                                  double        lambda);
double *eqp_check_spectrum       (EqpDataset   *dataset,
                                  gint64       *count);
double  eqp_check_kernel_value   (gint64        n,
                                  gint          k,
                                  const double *gram,
                                  const gint32 *labels);
void    eqp_check_kernel_kmeans  (gint64        n,
                                  gint          k,
                                  const double *gram,
                                  gint32       *labels);
