/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-types.h"

G_BEGIN_DECLS

typedef enum {
  EQP_PARAM_WHOLE,     /* a whole number from least to most, or one of the words */
  EQP_PARAM_REAL,      /* a finite number from least to most, or one of the words */
  EQP_PARAM_CHOICE,    /* one of the words */
  EQP_PARAM_SWITCH,    /* yes or no */
  EQP_PARAM_RANGE,     /* whole numbers from least to most: the last, or the first and the last, "4..103" */
  EQP_PARAM_TEXT,
  EQP_PARAM_CHARACTER, /* one of the words, or any one character that is no letter, digit, quote, sign or mark */
  EQP_PARAM_SEED       /* a whole number of 64 bits */
} EqpParamKind;

/* As what the value stands in its struct. */
typedef enum {
  EQP_STORE_DOUBLE,
  EQP_STORE_INT,   /* enumerations and gboolean, too */
  EQP_STORE_INT64,
  EQP_STORE_CHAR,
  EQP_STORE_TEXT,  /* const char *, borrowed */
  EQP_STORE_SEED   /* guint64 */
} EqpParamStore;

/* A word that stands for a value; several may stand for the same one, the first is written. */
typedef struct
{
  const char *id;     /* as typed: "kmeans++" */
  double      value;
  const char *label;  /* for a control, to be translated; NULL: offered in the terminal only */
} EqpParamWord;

/* One setting: const, in a table. From it come the option of the terminal program and its help, the control in the
 * window, the check before a run, the line that repeats a run, JSON and the page of help. */
typedef struct
{
  const char         *id;          /* "max-iterations": the option without its dashes */
  const char         *other;       /* another spelling, or NULL */
  const char         *label;       /* of the control, to be translated; NULL: no control is made of it */
  EqpParamKind        kind;
  EqpParamStore       store;
  gsize               at;          /* offset in the struct of settings; of the last number of a range */
  gsize               first_at;    /* of the first number of a range, which is a gint; 0 there: from the least on */
  const char         *argument;    /* what the help writes behind the option: "N" */
  const char         *unit;        /* to be translated, or NULL */
  double              usual;       /* at least one of the words, or from least to most */
  double              least;
  double              most;
  gboolean            logarithmic; /* the control goes by factors, not by steps */
  const EqpParamWord *words;       /* ended by a NULL id; NULL: none */
  const char         *sentence;    /* what it does, to be translated; no full stop */
} EqpParam;

double      eqp_param_get       (const EqpParam  *self,
                                 gconstpointer    settings);
void        eqp_param_set       (const EqpParam  *self,
                                 gpointer         settings,
                                 double           value);
gboolean    eqp_param_is_usual  (const EqpParam  *self,
                                 gconstpointer    settings);
gboolean    eqp_param_check     (const EqpParam  *self,
                                 gconstpointer    settings,
                                 GError         **error);
gboolean    eqp_param_parse     (const EqpParam  *self,
                                 const char      *text,
                                 gpointer         settings,
                                 GError         **error);
char       *eqp_param_format    (const EqpParam  *self,
                                 gconstpointer    settings) G_GNUC_WARN_UNUSED_RESULT;
char       *eqp_param_dup_shown (const EqpParam  *self,
                                 gconstpointer    settings) G_GNUC_WARN_UNUSED_RESULT;
char       *eqp_param_dup_range (const EqpParam  *self) G_GNUC_WARN_UNUSED_RESULT;
char       *eqp_param_dup_interval (const EqpParam *self) G_GNUC_WARN_UNUSED_RESULT;
char       *eqp_param_dup_sentence (const EqpParam *self) G_GNUC_WARN_UNUSED_RESULT;
const char *eqp_nearest_name    (const char      *text,
                                 const char     **names);
char       *eqp_real_to_string  (double           value) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
