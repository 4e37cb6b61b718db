/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-given.h"

G_BEGIN_DECLS

/* Everything that decides what a run does. Strings are borrowed; zeroed fields of the import mean "guess". */
typedef struct
{
  const char       *data;            /* path, URI or "sample:ID" */
  const char       *method;          /* id */
  EqpParams         params;          /* of initial_labels only the file named below is written */
  gboolean          gamma_relative;  /* write gamma_rel instead of params.gamma */
  double            gamma_rel;
  const char       *target;          /* a wish instead of a gamma, or NULL */
  guint             threads;         /* 0: leave the choice to the machine; labels do not depend on it */
  gboolean          distinct;        /* of equal rows only the first */
  EqpPreparation    preparation;
  EqpImportOptions  import;
  const char       *initial_labels;  /* path, or NULL */
  const char       *initial_centers; /* path, or NULL */
  const char       *weights_column;  /* of the data, or NULL */
  const char       *must_link;       /* paths, or NULL */
  const char       *cannot_link;
  const char       *labels_column;   /* of that file, or NULL */
  const char       *key_column;
} EqpRunSpec;

void  eqp_run_spec_set_given (EqpRunSpec             *spec,
                             const EqpGivenSources  *given);
char *eqp_command_line      (const EqpRunSpec *spec) G_GNUC_WARN_UNUSED_RESULT;
char *eqp_info_line         (const char             *data,
                             const EqpImportOptions *import) G_GNUC_WARN_UNUSED_RESULT;
char *eqp_shell_word        (const char       *text) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
