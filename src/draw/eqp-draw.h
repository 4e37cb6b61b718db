/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one header of the drawing library: pictures from plain models, no GTK, no core, usable from any thread. */
#pragma once

#include "eqp-axis.h"
#include "eqp-compare-picture.h"
#include "eqp-compare-sizes.h"
#include "eqp-contingency-plot.h"
#include "eqp-explain-plot.h"
#include "eqp-histogram.h"
#include "eqp-image.h"
#include "eqp-live-page.h"
#include "eqp-format.h"
#include "eqp-objective-plot.h"
#include "eqp-palette.h"
#include "eqp-save.h"
#include "eqp-scatter-index.h"
#include "eqp-scatter-plot.h"
#include "eqp-sizes-plot.h"
#include "eqp-style.h"
#include "eqp-summary.h"
