/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures on the terminal and in JSON, both made from the table of measures. */
#include "config.h"

#include "eqp-cli-measures.h"

#include <glib/gi18n.h>
#include <math.h>

#include "eqp-json.h"

#define NAME_WIDTH 36

/* A measure that took longer tells so, and how to do without. */
#define LONG_SECONDS 2.0

/**
 * eqp_cli_print_row:
 * @output: where to
 * @name: what it is
 * @format: of the number, for printf
 * @value: the number
 *
 * Prints one row of a report.
 */
void
eqp_cli_print_row (EqpOutput  *output,
                   const char *name,
                   const char *format,
                   double      value)
{
  char number[64];

  if (isfinite (value))
    g_ascii_formatd (number, sizeof number, format, value);
  else
    g_strlcpy (number, _ ("not finite"), sizeof number);
  eqp_cli_print_text_row (output, name, number);
}

/**
 * eqp_cli_print_text_row:
 * @output: where to
 * @name: what it is
 * @text: its value
 *
 * Prints one row of a report whose value is no single number.
 */
void
eqp_cli_print_text_row (EqpOutput  *output,
                        const char *name,
                        const char *text)
{
  eqp_output_print (output, "  %s%*s %s\n", name, MAX (0, NAME_WIDTH - eqp_text_width (name)), "", text);
}

/**
 * eqp_cli_print_heading:
 * @output: where to
 * @text: above the rows that follow
 */
void
eqp_cli_print_heading (EqpOutput  *output,
                       const char *text)
{
  g_autofree char *painted = eqp_output_paint (output, EQP_COLOR_BOLD, text);

  eqp_output_print (output, "\n%s\n", painted);
}

/* What the silhouette of a sample was made of. */
static char *
describe_variant (const EqpMeasureSet *set,
                  EqpMeasureId         measure)
{
  const EqpSilhouette *silhouette = &set->silhouette;

  if (measure != EQP_MEASURE_SILHOUETTE || silhouette->error == 0.0)
    return g_strdup (_ (eqp_measure_get (measure)->variant));
  return g_strdup_printf (_ ("%ld of %ld rows"), (long) silhouette->sampled, (long) silhouette->n);
}

static void
print_measure (EqpOutput           *output,
               const EqpMeasureSet *set,
               EqpMeasureId         measure)
{
  static const char *const formats[] = { "%.6f", "%.10g", "%.17g" };
  const EqpMeasure *card = eqp_measure_get (measure);
  g_autofree char *variant = describe_variant (set, measure);
  g_autofree char *name = card->kind == EQP_MEASURE_COUNT ? g_strdup (_ (card->name))
                                                           : g_strdup_printf ("%s (%s)", _ (card->name), variant);

  if (set->reasons[measure] == NULL)
    eqp_cli_print_row (output, name, formats[card->kind], set->values[measure]);
  else
    eqp_output_print (output, _ ("  %s%*s not defined: %s\n"), name, MAX (0, NAME_WIDTH - eqp_text_width (name)), "",
                      _ (set->reasons[measure]));
  if (measure == EQP_MEASURE_SILHOUETTE && set->silhouette.error > 0.0)
    eqp_cli_print_row (output, _ ("its standard error"), "%.2g", set->silhouette.error);
  if (measure == EQP_MEASURE_SILHOUETTE && set->silhouette.seconds > LONG_SECONDS)
    eqp_cli_print_row (output, _ ("its seconds, see --silhouette"), "%.1f", set->silhouette.seconds);
}

/**
 * eqp_cli_print_measures:
 * @output: where to
 * @set: measures
 * @group: which of them; nothing is printed where they were not computed
 * @heading: (nullable): above them
 */
void
eqp_cli_print_measures (EqpOutput           *output,
                        const EqpMeasureSet *set,
                        EqpMeasureGroups     group,
                        const char          *heading)
{
  if ((set->groups & group) == 0)
    return;
  if (heading != NULL)
    eqp_cli_print_heading (output, heading);
  for (int i = 0; i < EQP_N_MEASURES; i++)
    if ((eqp_measure_get (i)->group & group) != 0 && eqp_measure_set_has (set, i))
      print_measure (output, set, i);
}

static void
print_range (EqpOutput  *output,
             const char *name,
             gint64      low,
             gint64      high)
{
  eqp_output_print (output, _ ("  %s%*s %ld to %ld\n"), name, MAX (0, NAME_WIDTH - eqp_text_width (name)), "",
                    (long) low, (long) high);
}

/* "more even than chance", "as uneven as chance", "more uneven than chance": by the largest and the smallest size. */
static const char *
judge (const EqpMeasureSet *set,
       const EqpSizeBand   *band)
{
  gint64 most = (gint64) set->values[EQP_MEASURE_MAX], least = (gint64) set->values[EQP_MEASURE_MIN];

  if (most > band->largest_high || least < band->smallest_low)
    return _ ("  These sizes are more uneven than chance alone would make them.\n");
  if (most < band->largest_low && least > band->smallest_high)
    return _ ("  These sizes are more even than chance alone would make them.\n");
  return _ ("  Chance alone makes sizes as uneven as these.\n");
}

/**
 * eqp_cli_print_band:
 * @output: where to
 * @set: measures of the sizes
 * @band: what chance alone would give
 */
void
eqp_cli_print_band (EqpOutput           *output,
                    const EqpMeasureSet *set,
                    const EqpSizeBand   *band)
{
  if (band->k < 2 || band->n < 1 || !eqp_measure_set_has (set, EQP_MEASURE_MAX))
    return;
  eqp_cli_print_heading (output, _ ("Sizes by chance alone (multinomial, 5 % to 95 %)"));
  print_range (output, _ ("any one cluster (binomial)"), band->low, band->high);
  print_range (output, _ ("the smallest (exact)"), band->smallest_low, band->smallest_high);
  print_range (output, _ ("the largest (exact)"), band->largest_low, band->largest_high);
  eqp_output_print (output, "%s", judge (set, band));
}

/**
 * eqp_cli_json_measures:
 * @line: gets a member "measures", and "undefined" with the reasons where some have no value
 * @set: measures; those not computed are left out
 */
void
eqp_cli_json_measures (GString             *line,
                       const EqpMeasureSet *set)
{
  gboolean undefined = FALSE;

  eqp_json_open (line, "measures", '{');
  for (int i = 0; i < EQP_N_MEASURES; i++)
    if (eqp_measure_set_has (set, i))
      {
        eqp_json_real (line, eqp_measure_get (i)->id, set->values[i]);
        undefined |= set->reasons[i] != NULL;
      }
  if (eqp_measure_set_has (set, EQP_MEASURE_SILHOUETTE) && set->silhouette.error > 0.0)
    {
      eqp_json_integer (line, "silhouette_rows", set->silhouette.sampled);
      eqp_json_real (line, "silhouette_error", set->silhouette.error);
    }
  eqp_json_close (line, '}');
  if (!undefined)
    return;
  eqp_json_open (line, "undefined", '{');
  for (int i = 0; i < EQP_N_MEASURES; i++)
    if (eqp_measure_set_has (set, i) && set->reasons[i] != NULL)
      eqp_json_string (line, eqp_measure_get (i)->id, set->reasons[i]);
  eqp_json_close (line, '}');
}

/**
 * eqp_cli_json_band:
 * @line: gets a member "size_band"
 * @band: what sizes chance alone would give
 */
void
eqp_cli_json_band (GString           *line,
                   const EqpSizeBand *band)
{
  eqp_json_open (line, "size_band", '{');
  eqp_json_integer (line, "low", band->low);
  eqp_json_integer (line, "high", band->high);
  eqp_json_integer (line, "smallest_low", band->smallest_low);
  eqp_json_integer (line, "smallest_high", band->smallest_high);
  eqp_json_integer (line, "largest_low", band->largest_low);
  eqp_json_integer (line, "largest_high", band->largest_high);
  eqp_json_close (line, '}');
}
