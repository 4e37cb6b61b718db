/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "eqp-suggest-model.h"

G_BEGIN_DECLS

/* A line of what a suggestion says. */
typedef struct
{
  char     *title;
  char     *text;     /* sentences, or NULL */
  char     *value;    /* or NULL */
  gboolean  chosen;
} EqpSuggestLine;

typedef struct
{
  const char *title;   /* translated */
  char       *note;    /* or NULL */
  GPtrArray  *lines;   /* EqpSuggestLine */
} EqpSuggestSection;

GPtrArray *eqp_presenter_suggest_dup_sections (EqpSuggestModel  *model) G_GNUC_WARN_UNUSED_RESULT;
char      *eqp_presenter_suggest_dup_text     (EqpSuggestModel  *model) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
