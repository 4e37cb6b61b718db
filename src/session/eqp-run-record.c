/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One run that is over, as it stands in the list: settings, outcome, measures as they come, and its labels packed. It
 * holds neither data nor history, so that hundreds of them cost little. */
#include "config.h"

#include "eqp-run-record.h"

#include <glib/gi18n.h>
#include <math.h>

struct _EqpRunRecord
{
  GObject        parent_instance;

  EqpRunFacts    facts;
  char          *name;     /* NULL: after its method */
  gboolean       pinned;
  EqpLabels     *labels;   /* NULL: given up for memory */
  EqpMeasureSet *measures; /* NULL: not known yet */
  gint          *numbers;  /* k: the number that each cluster is shown by, or NULL: its own */
};

G_DEFINE_FINAL_TYPE (EqpRunRecord, eqp_run_record, G_TYPE_OBJECT)

enum {
  PROP_0,
  PROP_NAME,
  PROP_PINNED,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
eqp_run_record_get_property (GObject    *object,
                             guint       prop_id,
                             GValue     *value,
                             GParamSpec *pspec)
{
  EqpRunRecord *self = EQP_RUN_RECORD (object);

  if (prop_id == PROP_NAME)
    g_value_set_string (value, eqp_run_record_get_name (self));
  else if (prop_id == PROP_PINNED)
    g_value_set_boolean (value, self->pinned);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
eqp_run_record_finalize (GObject *object)
{
  EqpRunRecord *self = EQP_RUN_RECORD (object);

  g_free (self->facts.command);
  g_free (self->facts.data_name);
  g_free (self->facts.rows);
  g_free (self->facts.sizes);
  g_free (self->name);
  g_free (self->measures);
  g_free (self->numbers);
  eqp_labels_unref (self->labels);

  G_OBJECT_CLASS (eqp_run_record_parent_class)->finalize (object);
}

static void
eqp_run_record_class_init (EqpRunRecordClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = eqp_run_record_get_property;
  object_class->finalize = eqp_run_record_finalize;

  /**
   * EqpRunRecord:name:
   *
   * What people call it.
   */
  properties[PROP_NAME] = g_param_spec_string ("name", NULL, NULL, NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  /**
   * EqpRunRecord:pinned:
   *
   * Whether it is among those that are compared.
   */
  properties[PROP_PINNED] =
      g_param_spec_boolean ("pinned", NULL, NULL, FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
eqp_run_record_init (EqpRunRecord *self)
{
}

/**
 * eqp_run_record_new:
 * @facts: what is known; its strings and sizes are taken over
 * @labels: (nullable): the clusters of its rows; %NULL: given up for memory
 *
 * Returns: (transfer full): a record
 */
EqpRunRecord *
eqp_run_record_new (EqpRunFacts *facts,
                    EqpLabels   *labels)
{
  EqpRunRecord *self = g_object_new (EQP_TYPE_RUN_RECORD, NULL);

  self->facts = *facts;
  self->facts.params.initial_labels = NULL;
  eqp_params_forget_given (&self->facts.params);
  *facts = (EqpRunFacts) { 0 };
  self->labels = labels != NULL ? eqp_labels_ref (labels) : NULL;
  return self;
}

/**
 * eqp_run_record_get_facts:
 * @self: a record
 *
 * Returns: (transfer none): settings and outcome
 */
const EqpRunFacts *
eqp_run_record_get_facts (EqpRunRecord *self)
{
  return &self->facts;
}

/**
 * eqp_run_record_get_name:
 * @self: a record
 *
 * Returns: (transfer none): the name it was given, or that of its method
 */
const char *
eqp_run_record_get_name (EqpRunRecord *self)
{
  if (self->name != NULL)
    return self->name;
  return self->facts.solver != NULL ? _ (self->facts.solver->name) : _ ("Labels made elsewhere");
}

/* Returns: (nullable): the name it was given; NULL: it is called after its method */
const char *
_eqp_run_record_get_given_name (EqpRunRecord *self)
{
  return self->name;
}

/**
 * eqp_run_record_dup_title:
 * @self: a record
 *
 * Returns: (transfer full): a heading that tells it from other runs of the same method
 */
char *
eqp_run_record_dup_title (EqpRunRecord *self)
{
  if (self->name != NULL || isnan (self->facts.gamma_rel))
    /* Translators: heading of a run: its number in the list, its name. */
    return g_strdup_printf (_ ("%u · %s"), self->facts.number, eqp_run_record_get_name (self));
  /* Translators: heading of a run: its number in the list, its method, relative gamma. */
  return g_strdup_printf (_ ("%u · %s, γ %.3g"), self->facts.number, eqp_run_record_get_name (self),
                          self->facts.gamma_rel);
}

/**
 * eqp_run_record_get_pinned:
 * @self: a record
 *
 * Returns: whether it is among those that are compared
 */
gboolean
eqp_run_record_get_pinned (EqpRunRecord *self)
{
  return self->pinned;
}

/**
 * eqp_run_record_get_labels:
 * @self: a record
 *
 * Returns: (transfer none) (nullable): its labels, in the numbers of the method; %NULL once given up for memory
 */
EqpLabels *
eqp_run_record_get_labels (EqpRunRecord *self)
{
  return self->labels;
}

/**
 * eqp_run_record_get_measures:
 * @self: a record
 *
 * Returns: (transfer none) (nullable): its measures, once they are known
 */
const EqpMeasureSet *
eqp_run_record_get_measures (EqpRunRecord *self)
{
  return self->measures;
}

/**
 * eqp_run_record_get_measure:
 * @self: a record
 * @measure: which
 *
 * Returns: its value; NaN where it is not known, or not defined
 */
double
eqp_run_record_get_measure (EqpRunRecord *self,
                            EqpMeasureId  measure)
{
  return self->measures != NULL ? self->measures->values[measure] : NAN;
}

/**
 * eqp_run_record_get_numbers:
 * @self: a record
 *
 * Returns: (transfer none) (nullable) (array): the number that each of its k clusters is shown by while it is pinned,
 *   so that clusters that share rows have the same one; %NULL: its own
 */
const gint *
eqp_run_record_get_numbers (EqpRunRecord *self)
{
  return self->numbers;
}

/**
 * eqp_run_record_get_bytes:
 * @self: a record
 *
 * Returns: the memory that grows with rows and clusters, for budgets
 */
gsize
eqp_run_record_get_bytes (EqpRunRecord *self)
{
  return sizeof *self + (gsize) self->facts.k * sizeof (gint64) +
         (self->labels != NULL ? eqp_labels_get_bytes (self->labels) : 0);
}

/**
 * eqp_run_record_has_settings_of:
 * @self: a record
 * @solver: a method
 * @params: its settings; gamma and the start are looked at, too
 * @preparation: of the data
 * @given: (nullable): weights, pairs and centers, of what the method looks at
 *
 * Returns: whether it is what that method would do with these settings from its own start
 */
gboolean
eqp_run_record_has_settings_of (EqpRunRecord         *self,
                                const EqpSolver      *solver,
                                const EqpParams      *params,
                                const EqpPreparation *preparation,
                                const EqpGiven       *given)
{
  const EqpRunFacts *facts = &self->facts;

  if (facts->solver != solver || facts->warm || facts->cancelled || facts->params.k != params->k ||
      facts->params.seed != params->seed || !eqp_preparation_equal (&facts->preparation, preparation))
    return FALSE;
  if (given == NULL ? !eqp_given_sources_are_empty (&facts->given)
                    : facts->given_hash != given->hash || !eqp_given_sources_equal (&facts->given, &given->sources))
    return FALSE;
  for (const EqpParam *const *param = solver->params; param != NULL && *param != NULL; param++)
    if (eqp_param_get (*param, &facts->params) != eqp_param_get (*param, params))
      return FALSE;
  return (solver->flags & EQP_SOLVER_USES_GAMMA) == 0 || facts->params.gamma == params->gamma;
}

void
_eqp_run_record_set_name (EqpRunRecord *self,
                          const char   *name)
{
  g_free (self->name);
  self->name = g_strdup (name);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_NAME]);
}

void
_eqp_run_record_set_pinned (EqpRunRecord *self,
                            gboolean      pinned)
{
  if (self->pinned == pinned)
    return;
  self->pinned = pinned;
  if (!pinned)
    g_clear_pointer (&self->numbers, g_free);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PINNED]);
}

void
_eqp_run_record_set_number (EqpRunRecord *self,
                            guint         number)
{
  self->facts.number = number;
}

/* measures: taken over */
void
_eqp_run_record_take_measures (EqpRunRecord  *self,
                               EqpMeasureSet *measures)
{
  g_free (self->measures);
  self->measures = measures;
}

void
_eqp_run_record_set_numbers (EqpRunRecord *self,
                             const gint   *numbers)
{
  g_free (self->numbers);
  self->numbers = g_memdup2 (numbers, sizeof (gint) * (gsize) self->facts.k);
}

void
_eqp_run_record_drop_labels (EqpRunRecord *self)
{
  g_clear_pointer (&self->labels, eqp_labels_unref);
}
