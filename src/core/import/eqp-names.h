/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/eqp-types.h"

G_BEGIN_DECLS

/* What the name of an array says it is for. */
typedef enum {
  EQP_NAME_AUXILIARY, /* indices, sizes: never features, never labels */
  EQP_NAME_LABELS,
  EQP_NAME_ANY,
  EQP_NAME_FEATURES
} EqpNameRole;

typedef enum {
  EQP_SPLIT_NONE,
  EQP_SPLIT_TRAIN,
  EQP_SPLIT_VALID,
  EQP_SPLIT_TEST
} EqpNameSplit;

char       *_eqp_name_stem              (const char   *name,
                                         EqpNameSplit *split,
                                         EqpNameRole  *role);

G_END_DECLS
