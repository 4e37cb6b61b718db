/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-data-page.h"
#include "presenters/eqp-presenter-columns.h"
#include "presenters/eqp-presenter-rows.h"

G_BEGIN_DECLS

struct _EqpDataPage
{
  GtkWidget            parent_instance;

  EqpWorkspace        *workspace;
  EqpDataChain        *chain;
  EqpPresenterColumns *columns_model;
  EqpRowModel         *row_model;
  EqpRowSelection     *selection;
  EqpDataset          *rows_shown;    /* whose rows the table has; only compared */
  EqpDataset          *images_shown;  /* the same for the images, which are those of the data as read */
  EqpLabels           *images_labels; /* whose cluster they are of, or NULL */
  gint                 images_of;     /* the cluster; -1: of all */
  EqpDataset          *edges_shown;   /* the same for the edges of a graph */
  EqpDataset          *changes_shown; /* the same for the ledger of the data as read */
  GPtrArray           *reading_rows;  /* borrowed: rows of the expander */
  gint64               menu_row;      /* of the menu that is open */
  gboolean             showing;       /* what comes of it was not done by the user */
  gboolean             to_top;        /* another order was asked for */
  gboolean             to_selected;   /* rows were selected elsewhere */
  EqpRowSet           *rows_selected; /* what was selected last, or NULL */
  gint                 cluster_selected;

  GtkScrolledWindow   *scroller; /* bound so that it is unparented with the template */
  GtkPaned            *paned;
  AdwPreferencesGroup *source;
  AdwExpanderRow      *reading;
  GtkButton           *change_button;
  AdwPreferencesGroup *findings;
  GtkListBox          *findings_list;
  GtkListBox          *steps_list;
  GtkLabel            *steps_result;
  GtkMenuButton       *add_button;
  GtkStack            *stack;
  GtkStackPage        *columns_page;
  GtkStackPage        *graph_page;
  GtkStackPage        *images_page;
  GtkStackPage        *changes_page;
  GtkMenuButton       *roles;
  EqpTableView        *columns;
  EqpTableView        *rows;
  GtkSearchEntry      *rows_text;
  GtkDropDown         *rows_cluster;
  GtkDropDown         *rows_sort;
  GtkButton           *rows_turn;
  GtkLabel            *rows_note;
  GtkButton           *rows_outdated;
  EqpTableView        *edges;
  EqpTableView        *changes;
  EqpImageGrid        *images;
  GtkBox              *images_bar;
  GtkDropDown         *images_cluster;
  GtkLabel            *images_note;
  GtkPopover          *role_menu;
};

/* eqp-data-page-images.c */
void _eqp_data_page_show_images       (EqpDataPage     *self);
void _eqp_data_page_drop_images       (EqpDataPage     *self);
void _eqp_data_page_init_images       (EqpDataPage     *self);
void _eqp_data_page_images_class_init (GtkWidgetClass  *widget_class);

/* eqp-data-page-side.c */
void _eqp_data_page_show_reading      (EqpDataPage     *self);
void _eqp_data_page_show_findings     (EqpDataPage     *self);
void _eqp_data_page_show_steps        (EqpDataPage     *self);
void _eqp_data_page_side_class_init   (GtkWidgetClass  *widget_class);

/* eqp-data-page-rows.c */
void _eqp_data_page_show_rows         (EqpDataPage     *self);
void _eqp_data_page_init_rows         (EqpDataPage     *self,
                                       EqpRowSelection *selection,
                                       EqpRowNames     *names);
void _eqp_data_page_rows_class_init   (GtkWidgetClass  *widget_class);

/* eqp-data-page-roles.c */
void _eqp_data_page_update_roles      (EqpDataPage     *self);
void _eqp_data_page_cell_activated_cb (EqpDataPage     *self,
                                       gint64           row,
                                       gint64           column,
                                       double           x,
                                       double           y);
void _eqp_data_page_roles_class_init  (GtkWidgetClass  *widget_class);

G_END_DECLS
