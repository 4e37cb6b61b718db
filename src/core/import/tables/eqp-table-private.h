/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/eqp-short-name.h"
#include "import/eqp-roles.h"
#include "import/eqp-source.h"
#include "import/eqp-split.h"
#include "import/eqp-store.h"

G_BEGIN_DECLS

#define EQP_TABLE_MAX_COLUMNS 1000000

#define EQP_SLOT_TEXT (-1)
#define EQP_SLOT_SKIP (-2)

/* The first rows, cut with one separator. */
typedef struct
{
  GArray *fields;  /* EqpField */
  GArray *starts;  /* gint64: first field of each row, and one more */
  gint64  width;   /* the usual number of fields */
  double  even;    /* share of rows with that many, the first row not counted */
  double  first;   /* 1 when the first row has as many, too */
  double  points;  /* share of fields that are numbers with a decimal point */
  double  commas;  /* the same with a decimal comma */
} EqpTableSample;

/* What is around the digits of a number as people write it. */
typedef struct
{
  gboolean    thousands;
  gboolean    spelled;  /* (1.50), 1.50-, ="1.50", digits of another script */
  const char *sign;     /* of percent or a currency, static; or NULL */
} EqpWritten;

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
  gboolean       one_hot;    /* each of its values becomes a column */
  gboolean       selected;   /* asked for as a feature */
  gboolean       declared;   /* the file says that its values are names */
  gboolean       wanted;     /* asked for as labels: any number of names */
  EqpLabelTable  names;      /* text columns; cleared when there are too many */
  GArray        *numbers;    /* gint32 into names, -1 missing */
  gboolean       long_digits; /* text, because its whole numbers have more digits than a number keeps */
  const char    *sign;       /* of percent or a currency, of the cells that have one; or NULL */
  gint64         signs;      /* so many */
  gint64         sign_line;  /* of the first of them */
  gboolean       grouped;    /* a number has thousands marks */
  gint64         text_line;  /* first line with text */
  char          *text;       /* and what it was, or NULL */
} EqpTableColumn;

/* Where line numbers stop to run along with rows. */
typedef struct
{
  gint64 row;
  gint64 line;
} EqpLineMark;

/* A column of features made from a column of text. */
typedef struct
{
  gint64  column; /* of the file */
  gint32  value;  /* number of the name that it is 1 for */
  char   *name;
} EqpMadeColumn;

typedef struct _EqpTable EqpTable;

struct _EqpTable
{
  const char             *file;       /* name for messages */
  const EqpImportOptions *options;
  const EqpImportOptions *given;       /* the same, where labels may be those beside */
  GCancellable           *cancellable; /* borrowed, or NULL */

  char                    separator;
  char                    decimal;
  char                    given_separator; /* by a line "sep=;", or 0 */
  char                    thousands;  /* 0: none */
  gboolean                marks_seen; /* a cell looked at has a decimal mark */
  GHashTable             *missing_words; /* char*, lower case; or NULL */
  gboolean                no_words;   /* only empty cells are missing */
  GArray                 *sentinels;  /* double: numbers that mean a missing cell; or NULL */
  GHashTable             *words;      /* gint64* row * n_columns + column -> char*: missing cells with a word in them */
  gboolean                header;
  GStrv                   class_names; /* that the first line has for the numbers in the last column; or NULL */
  gboolean                typed;      /* the file declares its columns: nothing is guessed of what they hold */
  gint64                  n_columns;
  GArray                 *columns;    /* EqpTableColumn */
  gboolean                foreign;    /* text that is not UTF-8 was met */

  GArray                 *text;       /* char, with a NUL behind the end */
  gsize                   position;   /* of the next row in text */
  gboolean                at_end;
  gint64                  passed;         /* bytes dropped in front of the text at hand */
  gboolean                zero;       /* a byte of value 0 follows behind the text */
  gsize                   block_bytes; /* read at a time */
  gint64                  line;       /* of the next row */

  EqpStore               *store;
  GArray                 *marks;      /* EqpLineMark */
  double                 *values;     /* one row of numbers */
  gint32                 *slots;      /* n_columns: store column, EQP_SLOT_TEXT or EQP_SLOT_SKIP */
  gint64                 *columns_of_slots; /* file columns, the other way round */
  GArray                 *text_columns; /* gint64 */
  EqpField               *texts;      /* n_columns, set for text columns */
  EqpFields               fields;

  GArray                 *made;       /* EqpMadeColumn: the columns of the store from made_first on */
  gint64                  made_first;
  gint64                  label;      /* file column, or -1 */
  gint64                  label_last; /* beyond it: these columns together, one for each class */
  GArray                 *features;   /* gint64, file columns */
  EqpDatasetParts         parts;
};

#define eqp_table_column(table, j) (&g_array_index ((table)->columns, EqpTableColumn, j))

/* eqp-table-text.c */
gboolean    _eqp_table_has_quotes      (EqpTable        *self);
char       *_eqp_table_dup_field       (EqpTable        *self,
                                        const EqpField  *field);
const char *_eqp_table_skip_blank_line (const char      *text,
                                        gboolean         at_end);

/* eqp-table-marks.c */
const char *_eqp_table_a_mark          (char             mark);
gboolean    _eqp_table_read_written    (const char            *text,
                                        gsize                  length,
                                        char                   decimal,
                                        char                   thousands,
                                        double                *value,
                                        EqpWritten            *how);
gboolean    _eqp_table_choose_marks    (EqpTable              *self,
                                        const EqpTableSample  *sample,
                                        GError               **error);

/* eqp-table-header.c */
void        _eqp_table_log_line        (EqpTable              *self,
                                        const char            *text,
                                        gsize                  length,
                                        const char            *why);
gboolean    _eqp_table_is_header       (EqpTable              *self,
                                        const EqpTableSample  *sample);
gboolean    _eqp_table_take_header     (EqpTable              *self,
                                        const EqpTableSample  *sample,
                                        GError               **error);
gint64      _eqp_table_count_second_headers (EqpTable         *self,
                                        const EqpTableSample  *sample);
gint64      _eqp_table_count_preamble  (EqpTable              *self,
                                        const EqpTableSample  *sample);
void        _eqp_table_skip_rows       (EqpTable              *self,
                                        gint64                 rows,
                                        const char            *why);
void        _eqp_table_skip_comments   (EqpTable              *self,
                                        char                 **last);
void        _eqp_table_take_comment_header (EqpTable          *self,
                                        const char            *comment);
void        _eqp_table_skip_first_row  (EqpTable              *self);

/* eqp-table-sniff.c */
void        _eqp_table_sample_clear    (EqpTableSample        *sample);
gint64      _eqp_table_sample_rows     (const EqpTableSample  *sample);
const EqpField *_eqp_table_sample_row  (const EqpTableSample  *sample,
                                        gint64                 row,
                                        gint64                *count);
void        _eqp_table_take_sample     (EqpTable              *self,
                                        char                   separator,
                                        gint64                 most_rows,
                                        EqpTableSample        *sample);
gboolean    _eqp_table_is_number       (EqpTable              *self,
                                        const EqpField        *field,
                                        double                *value);
gboolean    _eqp_table_is_given_word   (EqpTable              *self,
                                        const EqpField        *field);
gboolean    _eqp_table_is_missing      (EqpTable              *self,
                                        const EqpField        *field);
gboolean    _eqp_table_sniff           (EqpTable        *self,
                                        GError         **error);

/* eqp-table-plain.c */
const char *_eqp_table_read_plain      (EqpTable        *self,
                                        const char      *text);

/* eqp-table-rows.c */
gboolean    _eqp_table_fill            (EqpTable        *self,
                                        EqpSource       *source,
                                        GError         **error);
gboolean    _eqp_table_check_memory    (EqpTable        *self,
                                        EqpSource       *source,
                                        gint64           before,
                                        gint64           bytes,
                                        gint64           rows,
                                        GError         **error);
gboolean    _eqp_table_read_rows       (EqpTable        *self,
                                        EqpSource       *source,
                                        GError         **error);
gint64      _eqp_table_line_of_row     (EqpTable        *self,
                                        gint64           row);

gboolean    _eqp_table_append_row      (EqpTable        *self,
                                        GError         **error);

/* eqp-table-assemble.c */
void        _eqp_table_init            (EqpTable        *self,
                                        const EqpImportOptions *options);
void        _eqp_table_clear           (EqpTable        *self);
gboolean    _eqp_table_assemble        (EqpTable        *self,
                                        GFile           *file,
                                        GCancellable    *cancellable,
                                        GError         **error);
void        _eqp_table_tell_missing    (EqpTable        *self);

/* eqp-table-columns.c */
char       *_eqp_table_column_title    (EqpTable        *self,
                                        gint64           column);
gboolean    _eqp_table_apply_options   (EqpTable        *self,
                                        GError         **error);
gboolean    _eqp_table_refuse_role     (EqpTable        *self,
                                        gint64           column,
                                        const char      *what,
                                        GError         **error);
gint64      _eqp_table_find_column     (const char      *text,
                                        gpointer         user_data);
gboolean    _eqp_table_choose_roles    (EqpTable        *self,
                                        gboolean         labels_beside,
                                        GError         **error);

EqpRoleTable _eqp_table_roles          (EqpTable        *self);

/* eqp-table-made.c */
gboolean    _eqp_table_want_texts      (EqpTable        *self,
                                        GError         **error);
gboolean    _eqp_table_make_columns    (EqpTable        *self,
                                        GError         **error);

/* eqp-table-transpose.c */
gboolean    _eqp_table_turn            (EqpTable        *self,
                                        GError         **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (EqpTable, _eqp_table_clear)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (EqpTableSample, _eqp_table_sample_clear)

G_END_DECLS
