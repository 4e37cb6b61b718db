/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "eqp-draw.h"

G_BEGIN_DECLS

#define EQP_TYPE_TABLE_MODEL (eqp_table_model_get_type ())
G_DECLARE_INTERFACE (EqpTableModel, eqp_table_model, EQP, TABLE_MODEL, GObject)

/* What a cell looks like apart from its text. */
typedef enum {
  EQP_CELL_NORMAL = 0,
  EQP_CELL_DIM    = 1 << 0,  /* of minor weight */
  EQP_CELL_STRONG = 1 << 1,
  EQP_CELL_MENU   = 1 << 2,  /* can be changed: an arrow stands behind the text */
  EQP_CELL_TOGGLE = 1 << 3   /* a click changes it; it looks as it is drawn */
} EqpCellFlags;

struct _EqpTableModelInterface
{
  GTypeInterface parent_iface;

  gint64   (*get_n_rows)     (EqpTableModel   *self);
  gint64   (*get_n_columns)  (EqpTableModel   *self);
  /* The first so many columns stay where they are when the others are scrolled. */
  int      (*get_n_frozen)   (EqpTableModel   *self);
  char    *(*dup_title)      (EqpTableModel   *self,
                              gint64           column);
  /* In characters of the body font. */
  double   (*get_width)      (EqpTableModel   *self,
                              gint64           column);
  /* Optional: the width that a column that is not scrolled takes where there is room. */
  double   (*get_most_width) (EqpTableModel   *self,
                              gint64           column);
  /* 0: at the left edge, 1: at the right one, as numbers are. */
  double   (*get_align)      (EqpTableModel   *self,
                              gint64           column);
  char    *(*dup_text)       (EqpTableModel   *self,
                              gint64           row,
                              gint64           column,
                              EqpCellFlags    *flags);
  /* Optional: draws a cell that has no text. */
  void     (*draw_cell)      (EqpTableModel   *self,
                              gint64           row,
                              gint64           column,
                              cairo_t         *cr,
                              double           width,
                              double           height,
                              const EqpStyle  *style);
  /* Optional: the cell as a file gets it, numbers in the C locale and with all digits; NULL: as it is shown. */
  char    *(*dup_exact)      (EqpTableModel   *self,
                              gint64           row,
                              gint64           column);
  /* Optional: what a screen reader says of a row; else each heading and its cell. */
  char    *(*dup_summary)    (EqpTableModel   *self,
                              gint64           row);
};

gint64   eqp_table_model_get_n_rows     (EqpTableModel   *self);
gint64   eqp_table_model_get_n_columns  (EqpTableModel   *self);
int      eqp_table_model_get_n_frozen   (EqpTableModel   *self);
char    *eqp_table_model_dup_title      (EqpTableModel   *self,
                                         gint64           column) G_GNUC_WARN_UNUSED_RESULT;
double   eqp_table_model_get_width      (EqpTableModel   *self,
                                         gint64           column);
double   eqp_table_model_fit_width      (EqpTableModel   *self,
                                         gint64           column,
                                         double           least);
double   eqp_table_model_get_most_width (EqpTableModel   *self,
                                         gint64           column);
double   eqp_table_model_get_align      (EqpTableModel   *self,
                                         gint64           column);
char    *eqp_table_model_dup_text       (EqpTableModel   *self,
                                         gint64           row,
                                         gint64           column,
                                         EqpCellFlags    *flags) G_GNUC_WARN_UNUSED_RESULT;
gboolean eqp_table_model_draw_cell      (EqpTableModel   *self,
                                         gint64           row,
                                         gint64           column,
                                         cairo_t         *cr,
                                         double           width,
                                         double           height,
                                         const EqpStyle  *style);
char    *eqp_table_model_dup_summary    (EqpTableModel   *self,
                                         gint64           row) G_GNUC_WARN_UNUSED_RESULT;
char    *eqp_table_model_dup_csv        (EqpTableModel   *self) G_GNUC_WARN_UNUSED_RESULT;
void     eqp_table_model_cells_changed  (EqpTableModel   *self);
void     eqp_table_model_rows_changed   (EqpTableModel   *self);

G_END_DECLS
