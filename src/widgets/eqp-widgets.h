/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one header of the widgets: GTK and the drawing library, no core, no threads, no files. */
#pragma once

#include "eqp-compare-sizes-view.h"
#include "eqp-contingency-view.h"
#include "eqp-explain-view.h"
#include "eqp-gamma-scale.h"
#include "eqp-gamma-view.h"
#include "eqp-image-grid.h"
#include "eqp-objective-view.h"
#include "eqp-plot-view.h"
#include "eqp-scatter-view.h"
#include "eqp-sizes-view.h"
#include "eqp-style-widget.h"
#include "eqp-table-view.h"
#include "eqp-wheel.h"
