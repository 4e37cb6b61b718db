/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The only core header that other layers include. */
#include "eqp-types.h"

#include "base/eqp-decision.h"
#include "base/eqp-error.h"
#include "base/eqp-parallel.h"
#include "base/eqp-rng.h"
#include "data/eqp-dataset.h"
#include "data/eqp-import.h"
#include "data/eqp-ledger.h"
#include "data/eqp-edit.h"
#include "data/eqp-findings.h"
#include "data/eqp-pca.h"
#include "data/eqp-peek.h"
#include "data/eqp-prepare.h"
#include "data/eqp-profile.h"
#include "data/eqp-reader.h"
#include "data/eqp-samples.h"
#include "graph/eqp-graph.h"
#include "metrics/eqp-metrics.h"
#include "solvers/eqp-balanced-assignment.h"
#include "solvers/eqp-explain.h"
#include "solvers/eqp-gamma.h"
#include "solvers/eqp-registry.h"
#include "solvers/eqp-solver.h"
