/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON Lines. Numbers are written with the fewest digits that read back equal, in the C locale; what is not
 * finite becomes null, and text that is not UTF-8 is made so: a reader of the stream never meets a bad line. */
#include "config.h"

#include "eqp-json.h"
#include "eqp-command-line.h"

#include <math.h>
#include <string.h>

static void
append_text (GString    *line,
             const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);

  g_string_append_c (line, '"');
  for (const char *c = valid; *c != '\0'; c++)
    {
      if (*c == '"' || *c == '\\')
        g_string_append_printf (line, "\\%c", *c);
      else if ((guchar) *c < 0x20 || *c == 0x7f)
        g_string_append_printf (line, "\\u%04x", (guint) (guchar) *c);
      else
        g_string_append_c (line, *c);
    }
  g_string_append_c (line, '"');
}

static void
append_key (GString    *line,
            const char *key)
{
  if (line->len > 0 && strchr ("{[", line->str[line->len - 1]) == NULL)
    g_string_append_c (line, ',');
  if (key != NULL)
    {
      append_text (line, key);
      g_string_append_c (line, ':');
    }
}

void
eqp_json_begin (GString    *line,
                const char *event)
{
  g_string_append_c (line, '{');
  eqp_json_string (line, "event", event);
}

/* The counts of a ledger, by kind. */
void
eqp_json_ledger (GString         *line,
                 const char      *key,
                 const EqpLedger *ledger)
{
  eqp_json_open (line, key, '{');
  for (guint kind = 0; kind < EQP_LEDGER_N_KINDS; kind++)
    if (eqp_ledger_get_count (ledger, kind) > 0)
      eqp_json_integer (line, eqp_ledger_kind_get_id (kind), eqp_ledger_get_count (ledger, kind));
  eqp_json_close (line, '}');
}

/* What the method takes besides k, gamma and seed, by the names of its options. */
void
eqp_json_params (GString         *line,
                 const char      *key,
                 const EqpSolver *solver,
                 const EqpParams *params)
{
  eqp_json_open (line, key, '{');
  for (gsize i = 0; solver->params != NULL && solver->params[i] != NULL; i++)
    {
      const EqpParam *param = solver->params[i];
      g_autofree char *value = eqp_param_format (param, params);
      g_autofree char *name = g_strdelimit (g_strdup (param->id), "-", '_');
      char *end;

      g_ascii_strtod (value, &end);
      if (param->kind == EQP_PARAM_SWITCH)
        eqp_json_boolean (line, name, eqp_param_get (param, params) != 0.0);
      else if (*end != '\0' || param->kind == EQP_PARAM_CHOICE)
        eqp_json_string (line, name, value);
      else
        eqp_json_real (line, name, eqp_param_get (param, params));
    }
  eqp_json_close (line, '}');
}

void
eqp_json_end (GString *line)
{
  g_string_append (line, "}\n");
}

void
eqp_json_open (GString    *line,
               const char *key,
               char        bracket)
{
  append_key (line, key);
  g_string_append_c (line, bracket);
}

void
eqp_json_close (GString *line,
                char     bracket)
{
  g_string_append_c (line, bracket);
}

void
eqp_json_string (GString    *line,
                 const char *key,
                 const char *value)
{
  if (value == NULL)
    {
      eqp_json_null (line, key);
      return;
    }

  append_key (line, key);
  append_text (line, value);
}

void
eqp_json_integer (GString    *line,
                  const char *key,
                  gint64      value)
{
  append_key (line, key);
  g_string_append_printf (line, "%" G_GINT64_FORMAT, value);
}

void
eqp_json_unsigned (GString    *line,
                   const char *key,
                   guint64     value)
{
  append_key (line, key);
  g_string_append_printf (line, "%" G_GUINT64_FORMAT, value);
}

void
eqp_json_real (GString    *line,
               const char *key,
               double      value)
{
  g_autofree char *text = NULL;

  if (!isfinite (value))
    {
      eqp_json_null (line, key);
      return;
    }

  append_key (line, key);
  text = eqp_real_to_string (value);
  g_string_append (line, text);
}

void
eqp_json_boolean (GString    *line,
                  const char *key,
                  gboolean    value)
{
  append_key (line, key);
  g_string_append (line, value ? "true" : "false");
}

void
eqp_json_null (GString    *line,
               const char *key)
{
  append_key (line, key);
  g_string_append (line, "null");
}

void
eqp_json_sizes (GString      *line,
                const char   *key,
                gint          n,
                const gint64 *sizes)
{
  eqp_json_open (line, key, '[');
  for (gint i = 0; i < n; i++)
    eqp_json_integer (line, NULL, sizes[i]);
  eqp_json_close (line, ']');
}

void
eqp_json_strings (GString    *line,
                  const char *key,
                  GPtrArray  *strings)
{
  eqp_json_open (line, key, '[');
  for (guint i = 0; strings != NULL && i < strings->len; i++)
    eqp_json_string (line, NULL, g_ptr_array_index (strings, i));
  eqp_json_close (line, ']');
}
