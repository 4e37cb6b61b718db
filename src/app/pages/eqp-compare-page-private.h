/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "eqp-compare-page.h"
#include "eqp-widgets.h"
#include "presenters/eqp-presenter-compare-points.h"
#include "presenters/eqp-presenter-compare-table.h"
#include "presenters/eqp-presenter-compare.h"
#include "presenters/eqp-presenter-run-table.h"

G_BEGIN_DECLS

struct _EqpComparePage
{
  GtkWidget                  parent_instance;

  EqpCompareModel           *model;
  EqpRunList                *list;          /* borrowed from the model */
  EqpPresenterRunTable      *run_table;
  EqpPresenterCompare       *presenter;
  EqpPresenterComparePoints *points_presenter;
  EqpPresenterCompareTable  *changes_model;
  gint                       flow_from;     /* only these changes are listed; -1: all */
  gint                       flow_to;
  gboolean                   showing;       /* what the page sets by itself is no choice */
  EqpRunRecord              *selected;      /* in the list of runs, or NULL; borrowed, only compared */
  EqpRunRecord              *renaming;
  AdwToast                  *undo_toast;    /* weak: of the run deleted last */

  GtkScrolledWindow         *scroller; /* bound so that it is unparented with the template */
  GtkPaned                  *paned;
  int                        usual_pane; /* px of the list where nobody has dragged it */
  GtkMenuButton             *menu_button;
  EqpTableView              *runs;
  GtkButton                 *kmeans_button;
  GtkButton                 *mincut_button;
  GtkSpinner                *spinner;
  GtkStack                  *stack;
  AdwStatusPage             *empty;
  GtkButton                 *compare_button;
  GtkStack                  *views;
  GtkBox                    *points;
  EqpCompareSizesView       *sizes;
  GtkStack                  *differences;
  GtkDropDown               *first;
  GtkDropDown               *second;
  GtkLabel                  *verdict;
  EqpContingencyView        *table;
  GtkLabel                  *changes_title;
  GtkButton                 *all_changes;
  EqpTableView              *changes;
  EqpTableView              *measures;
  GtkPopover                *rename_popover;
  GtkEntry                  *rename_entry;
};

void          _eqp_compare_page_runs_class_init (GtkWidgetClass *widget_class);
void          _eqp_compare_page_runs_init       (EqpComparePage *self);
void          _eqp_compare_page_update_runs     (EqpComparePage *self);
EqpRunRecord *_eqp_compare_page_get_selected    (EqpComparePage *self);

G_END_DECLS
