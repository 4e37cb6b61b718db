/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-import-private.h"

G_BEGIN_DECLS

/* No name of a column that is not asked for is kept beyond this: more are offered neither as labels nor for clicks. */
#define EQP_ROLES_MOST_OFFERED 200

/* More different values are no classes. */
#define EQP_ROLES_MOST_CLASSES 200

typedef enum {
  EQP_HOLDS_NUMBERS,
  EQP_HOLDS_TEXT,
  EQP_HOLDS_NOTHING  /* not looked at */
} EqpHolds;

/* A column, whatever file it comes from. */
typedef struct
{
  const char          *name;     /* or NULL */
  EqpHolds             holds;
  const EqpLabelTable *texts;    /* of a column of text: the different ones; NULL: too many, or not read */
  gint64               missing;
  gboolean             settled;  /* the user has said what it is */
  gboolean             declared; /* the file says that its values are names */
  gboolean             amount;   /* has marks of thousands, or a sign of a currency */
} EqpRoleColumn;

/* Rows whose columns are to get their roles. */
typedef struct
{
  gint64             n;
  gint64             d;
  gboolean           header;     /* the columns have names: one without was given none */
  gboolean           by_name;    /* columns are given by their names rather than by their numbers */
  double           (*value)    (gconstpointer   rows,
                                gint64          row,
                                gint64          column);
  void             (*describe) (gconstpointer   rows,
                                gint64          column,
                                EqpRoleColumn  *out); /* NULL: numbers without names */
  gconstpointer      rows;
  gint64             first_of;   /* these are the first of so many; 0: they are all */
  EqpDatasetParts   *parts;
  GCancellable      *cancellable;
} EqpRoleTable;

/* What the values of a column are like. */
typedef struct
{
  gboolean whole;    /* whole numbers only */
  gint64   n;        /* not missing */
  gint64   distinct;
  double   low;
  double   high;
  double   share;    /* of the most frequent value */
  double   evenness; /* entropy over its maximum */
} EqpRoleProfile;

/* The columns that hold the classes. */
typedef struct
{
  gint64  column;    /* -1: none */
  gint64  last;      /* further on than column: one of them has a 1 in each row (one-hot) */
  gint64  runner_up; /* or -1 */
  char   *why;       /* behind "It was chosen"; a sentence where there are none */
} EqpRoleLabels;

/* eqp-roles-names.c */
typedef enum {
  EQP_NAMED_NOTHING,
  EQP_NAMED_PERHAPS,
  EQP_NAMED_SURELY
} EqpNamed;

EqpNamed    _eqp_roles_name_labels  (const char            *name);
gboolean    _eqp_roles_name_outcome (const char            *name);
gboolean    _eqp_roles_name_array   (const char            *word);
EqpNamed    _eqp_roles_name_key     (const char            *name);
gboolean    _eqp_roles_name_time    (const char            *name);
gboolean    _eqp_roles_name_amount  (const char            *name);
gboolean    _eqp_roles_name_axis    (const char            *name);
gboolean    _eqp_roles_text_missing (const char            *text,
                                     gsize                  length);

/* eqp-roles-moments.c */
gboolean    _eqp_roles_are_moments  (const EqpLabelTable   *texts);
gboolean    _eqp_roles_is_day       (double                 value);

/* eqp-roles-profile.c */
void        _eqp_roles_describe     (const EqpRoleTable    *self,
                                     gint64                 column,
                                     EqpRoleColumn         *out);
char       *_eqp_roles_title        (const EqpRoleTable    *self,
                                     gint64                 column);
gint64      _eqp_roles_glance       (const EqpRoleTable    *self);
EqpRoleProfile _eqp_roles_profile (const EqpRoleTable    *self,
                                     gint64                 column,
                                     gint64                 most_rows);
gboolean    _eqp_roles_class_like   (const EqpRoleProfile *profile);

/* eqp-roles-one-hot.c */
gboolean    _eqp_roles_find_one_hot (const EqpRoleTable    *self,
                                     gboolean               named,
                                     EqpRoleLabels         *labels);
gint32     *_eqp_roles_take_one_hot (const EqpRoleTable    *self,
                                     const EqpRoleLabels   *labels,
                                     EqpLabelTable         *names,
                                     GError               **error);

/* eqp-roles-labels.c */
void        _eqp_roles_guess_labels (const EqpRoleTable    *self,
                                     EqpRoleLabels         *labels);
void        _eqp_roles_tell_labels  (const EqpRoleTable    *self,
                                     const EqpRoleLabels   *labels,
                                     gboolean               asked);
void        _eqp_role_labels_clear  (EqpRoleLabels         *self);

/* eqp-roles.c */
void        _eqp_roles_log_ignored  (const EqpRoleTable    *self,
                                     gint64                 column,
                                     const char            *why);
gboolean    _eqp_roles_leave_out    (const EqpRoleTable    *self,
                                     GArray                *kept,
                                     const char            *kept_text,
                                     GArray                *features);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (EqpRoleLabels, _eqp_role_labels_clear)

G_END_DECLS
