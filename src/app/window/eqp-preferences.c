/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Preferences that outlive the program. Their schema is looked up first, since GSettings ends a program without one. */
#include "config.h"

#include "eqp-preferences.h"

/**
 * eqp_preferences_new:
 *
 * Returns: (transfer full) (nullable): the preferences; NULL when the schema is not installed, and then the program
 *   works with its defaults and keeps nothing
 */
GSettings *
eqp_preferences_new (void)
{
  GSettingsSchemaSource *source = g_settings_schema_source_get_default ();
  g_autoptr (GSettingsSchema) schema = NULL;

  if (source != NULL)
    schema = g_settings_schema_source_lookup (source, EQP_APP_ID, TRUE);
  if (schema == NULL)
    return NULL;
  return g_settings_new_full (schema, NULL, NULL);
}
