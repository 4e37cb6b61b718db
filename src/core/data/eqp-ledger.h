/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/eqp-types.h"

G_BEGIN_DECLS

/* So many entries of each kind are listed, unless the import options say otherwise; all are counted. */
#define EQP_LEDGER_USUAL_LIMIT 100

typedef enum {
  EQP_LEDGER_THOUSANDS,       /* a thousands mark was taken off */
  EQP_LEDGER_SIGN,            /* a percent or currency sign was taken off */
  EQP_LEDGER_SPELLING,        /* a number is spelled as (1.50), 1.50-, ="1.50" or in digits of another script */
  EQP_LEDGER_BOOLEAN,         /* true and false became 1 and 0 */
  EQP_LEDGER_TEXT,            /* bytes that are not UTF-8 were taken as Windows-1252 */
  EQP_LEDGER_MISSING,         /* a cell has no finite number */
  EQP_LEDGER_IMPUTED,         /* a value was put into a missing cell */
  EQP_LEDGER_ROUNDED,         /* a value is kept with fewer digits than its seven first ones */
  EQP_LEDGER_ROW_DROPPED,     /* a row was left out */
  EQP_LEDGER_WEIGHT_IGNORED,  /* the weight of a row was left out */
  EQP_LEDGER_ROW_CHANGED,     /* all of a row was changed, such as an image that was resized */
  EQP_LEDGER_FILE_SKIPPED,    /* a file of a folder or an archive was left aside */
  EQP_LEDGER_LINE_SKIPPED,    /* a line is no row: comment, text above the header, text below the rows */
  EQP_LEDGER_COLUMN_IGNORED,  /* a column of the file is no feature and no label */
  EQP_LEDGER_COLUMN_RENAMED,  /* a column got another name than the file has */
  EQP_LEDGER_COLUMN_MADE,     /* a column that the file does not have */
  EQP_LEDGER_EDGE_DROPPED,    /* an edge of a graph was left out */
  EQP_LEDGER_EDGE_CHANGED,    /* the weight of an edge was changed */
  EQP_LEDGER_EDGE_MERGED,     /* an edge stands there again, and the weights were added up */
  EQP_LEDGER_N_KINDS
} EqpLedgerKind;

/* Why a row was left out, where more is made of it than a line of the ledger. */
typedef enum
{
  EQP_LEDGER_OTHER_REASON,
  EQP_LEDGER_CELL_MISSING,
  EQP_LEDGER_LABEL_MISSING
} EqpLedgerReason;

/* Numbers count from 1; 0 means that there is none. */
typedef struct
{
  EqpLedgerKind  kind;
  gint64         line;   /* of a text file */
  gint64         row;    /* among the rows of data of the file, those left out counted too */
  gint64         column; /* of the file */
  char          *name;   /* of the column, or NULL */
  char          *before; /* what the file has, or NULL */
  char          *after;  /* what became of it, or why it was left out; or NULL */
  EqpLedgerReason reason;
} EqpLedgerEntry;

/* Completes an entry that was made where less was known. */
typedef void (*EqpLedgerCompleteFunc) (EqpLedgerEntry *entry,
                                       gpointer        user_data);

EqpLedger            *eqp_ledger_new           (gint64                 limit) G_GNUC_WARN_UNUSED_RESULT;
EqpLedger            *eqp_ledger_ref           (EqpLedger             *self);
void                  eqp_ledger_unref         (EqpLedger             *self);
void                  eqp_ledger_add           (EqpLedger             *self,
                                                const EqpLedgerEntry  *entry);
gboolean              eqp_ledger_wants         (EqpLedger             *self,
                                                EqpLedgerKind          kind);
gboolean              eqp_ledger_is_listing    (const EqpLedger       *self,
                                                EqpLedgerKind          kind);
void                  eqp_ledger_complete      (EqpLedger             *self,
                                                guint                  first,
                                                EqpLedgerCompleteFunc  func,
                                                gpointer               user_data);
EqpLedger            *eqp_ledger_dup           (const EqpLedger       *self) G_GNUC_WARN_UNUSED_RESULT;

gint64                eqp_ledger_get_count     (const EqpLedger       *self,
                                                EqpLedgerKind          kind);
gint64                eqp_ledger_get_total     (const EqpLedger       *self);
guint                 eqp_ledger_get_n_entries (const EqpLedger       *self);
const EqpLedgerEntry *eqp_ledger_get_entry     (const EqpLedger       *self,
                                                guint                  place);
GArray               *eqp_ledger_list_dropped  (const EqpLedger       *self) G_GNUC_WARN_UNUSED_RESULT;
const char           *eqp_ledger_kind_get_id   (EqpLedgerKind          kind);
char                 *eqp_ledger_kind_dup_text (EqpLedgerKind          kind,
                                                gint64                 count);
char                 *eqp_ledger_to_csv        (const EqpLedger       *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (EqpLedger, eqp_ledger_unref)

G_END_DECLS
