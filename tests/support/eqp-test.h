/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "eqp-core.h"

/* Whether a sanitizer watches, so that what is measured takes many times as long. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define EQP_TEST_IS_WATCHED 1
#else
#define EQP_TEST_IS_WATCHED 0
#endif

/* Fails with both values when |a - b| > tolerance * max (1, |b|). */
#define eqp_assert_close(a, b, tolerance) \
  eqp_test_close (__FILE__, __LINE__, #a, (a), (b), (tolerance))

char       *eqp_test_shared_path   (const char  *relative);
JsonParser *eqp_test_fixture       (const char  *name);
JsonArray  *eqp_test_cases         (const char  *name);
void        eqp_test_close         (const char  *file,
                                    int          line,
                                    const char  *what,
                                    double       a,
                                    double       b,
                                    double       tolerance);
EqpDataset *eqp_test_dataset       (gint64         n,
                                    gint64         d,
                                    const double  *values);
EqpDataset *eqp_test_dataset_json  (JsonArray     *rows);
gint32     *eqp_test_labels_json   (JsonArray     *labels);
EqpGraph   *eqp_test_random_graph  (EqpRng        *rng,
                                    gint64         n,
                                    int            groups,
                                    gint64         isolated);
