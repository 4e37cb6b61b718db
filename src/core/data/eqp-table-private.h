/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-data-private.h"
#include "eqp-source.h"
#include "eqp-store.h"

G_BEGIN_DECLS

#define EQP_TABLE_MAX_COLUMNS 1000000

#define EQP_SLOT_TEXT (-1)
#define EQP_SLOT_SKIP (-2)

/* A field in the text buffer, blanks and outer quotes taken off. */
typedef struct
{
  const char *start;
  gsize       length;
  gboolean    quoted; /* doubled quotes stand for one */
} EqpField;

typedef struct
{
  GArray   *fields;     /* EqpField */
  gint64    lines;      /* of the file that the row takes: more than one with line breaks in quotes */
  gboolean  unclosed;   /* a quote was still open at the end of the text */
} EqpFields;

typedef enum {
  EQP_COLUMN_NUMBER,
  EQP_COLUMN_TEXT,   /* numbered names, for labels */
  EQP_COLUMN_SKIP    /* not looked at */
} EqpColumnKind;

typedef struct
{
  char          *name;       /* from the header, or NULL */
  EqpColumnKind  kind;
  gint64         missing;
  gboolean       seen;       /* a number was met */
  gboolean       wanted;     /* asked for as labels: any number of names */
  EqpLabelTable  names;      /* text columns; cleared when there are too many */
  GArray        *numbers;    /* gint32 into names, -1 missing */
  gint64         text_line;  /* first line with text */
  char          *text;       /* and what it was, or NULL */
} EqpTableColumn;

/* Where line numbers stop to run along with rows. */
typedef struct
{
  gint64 row;
  gint64 line;
} EqpLineMark;

typedef struct
{
  const char             *file;       /* name for messages */
  const EqpImportOptions *options;
  GCancellable           *cancellable; /* borrowed, or NULL */

  char                    separator;
  char                    decimal;
  gboolean                header;
  gint64                  n_columns;
  GArray                 *columns;    /* EqpTableColumn */
  gint64                  shape_rows; /* of a first line "178,13,class_0,...", or -1 */
  GStrv                   shape_classes;
  gint64                  comments;
  gboolean                foreign;    /* text that is not UTF-8 was met */

  GArray                 *text;       /* char, with a NUL behind the end */
  gsize                   position;   /* of the next row in text */
  gboolean                at_end;
  gint64                  line;       /* of the next row */

  EqpStore               *store;
  GArray                 *marks;      /* EqpLineMark */
  double                 *values;     /* one row of numbers */
  gint32                 *slots;      /* n_columns: store column, EQP_SLOT_TEXT or EQP_SLOT_SKIP */
  GArray                 *text_columns; /* gint64 */
  EqpField               *texts;      /* n_columns, set for text columns */
  EqpFields               fields;

  gint64                  label;      /* file column, or -1 */
  GArray                 *features;   /* gint64, file columns */
  EqpDatasetParts         parts;
} EqpTable;

#define eqp_table_column(table, j) (&g_array_index ((table)->columns, EqpTableColumn, j))

/* eqp-table-text.c */
const char *_eqp_table_split           (char             separator,
                                        const char      *text,
                                        const char      *end,
                                        gboolean         at_end,
                                        EqpFields       *fields);
char       *_eqp_table_dup_field       (EqpTable        *self,
                                        const EqpField  *field);
const char *_eqp_table_skip_blank_line (const char      *text,
                                        gboolean         at_end);

/* eqp-table-sniff.c */
gboolean    _eqp_table_sniff           (EqpTable        *self,
                                        GError         **error);
const char *_eqp_table_guess_encoding  (const guint8    *head,
                                        gsize            length);

/* eqp-table-rows.c */
gboolean    _eqp_table_fill            (EqpTable        *self,
                                        EqpSource       *source,
                                        GError         **error);
gboolean    _eqp_table_read_rows       (EqpTable        *self,
                                        EqpSource       *source,
                                        GError         **error);
gint64      _eqp_table_line_of_row     (EqpTable        *self,
                                        gint64           row);

/* eqp-table-columns.c */
char       *_eqp_table_column_title    (EqpTable        *self,
                                        gint64           column);
gboolean    _eqp_table_apply_options   (EqpTable        *self,
                                        GError         **error);
gboolean    _eqp_table_choose_roles    (EqpTable        *self,
                                        gboolean         labels_beside,
                                        GError         **error);

/* eqp-beside.c */
gboolean    _eqp_labels_beside         (GFile           *file,
                                        gint64           n,
                                        EqpDatasetParts *parts,
                                        gint32         **labels,
                                        EqpLabelTable   *names,
                                        GCancellable    *cancellable);

G_END_DECLS
