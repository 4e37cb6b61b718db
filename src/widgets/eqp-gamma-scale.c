/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The slider for gamma: decades of the relative gamma, with 0 as a stop of its own at the left. Being a GtkScale it has
 * the platform's keys, drag and accessible role; this class adds the meaning of the positions. Above the trough stand
 * the raw values of the paper's grid, below the relative ones. */
#include "config.h"

#include "eqp-gamma-scale.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "eqp-draw.h"
#include "eqp-wheel.h"

/* Decades of a notch of the wheel: fine enough to see what each does. */
#define NOTCH 0.05
/* Decades between the stop for 0 and the smallest positive value. */
#define STOP_GAP 0.75

struct _EqpGammaScale
{
  GtkScale  parent_instance;
  double    gamma_rel; /* exact, also when the slider cannot show it */
  double    unit;
  double    minimum;
  double    maximum;
  double    knee;      /* 0: not shown */
  double    wish;
  gboolean  updating;
  int       every;      /* how many decades from label to label: large letters need room */
  guint     marks_idle;
};

G_DEFINE_FINAL_TYPE (EqpGammaScale, eqp_gamma_scale, GTK_TYPE_SCALE)

enum {
  PROP_0,
  PROP_GAMMA_REL,
  PROP_GAMMA,
  PROP_UNIT,
  PROP_MINIMUM,
  PROP_MAXIMUM,
  PROP_KNEE,
  PROP_WISH,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static double
position_of (EqpGammaScale *self,
             double         gamma_rel)
{
  double low = log10 (self->minimum);

  if (!(gamma_rel > 0.0))
    return low - STOP_GAP;
  return CLAMP (log10 (gamma_rel), low, log10 (self->maximum));
}

/* Positions in the gap belong to whichever end is nearer. */
static double
snap (EqpGammaScale *self,
      double         position)
{
  double low = log10 (self->minimum);

  if (position < low - STOP_GAP / 2.0)
    return low - STOP_GAP;
  return MAX (position, low);
}

static double
value_at (EqpGammaScale *self,
          double         position)
{
  position = snap (self, position);
  return position < log10 (self->minimum) - STOP_GAP / 2.0 ? 0.0 : pow (10.0, position);
}

static void
update_value_text (EqpGammaScale *self)
{
  g_autofree char *relative = eqp_format_number (self->gamma_rel, 3);
  g_autofree char *raw = eqp_format_number (eqp_gamma_scale_get_gamma (self), 3);
  g_autofree char *text = NULL;

  if (self->gamma_rel == 0.0)
    text = g_strdup (_("0, sizes are free"));
  else if (self->unit > 0.0)
    /* Translators: gamma in the data's units, then relative to the data. */
    text = g_strdup_printf (_("%s, relative %s"), raw, relative);
  else
    text = g_strdup_printf (_("relative %s"), relative);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text, -1);
}

static gboolean
is_marked (EqpGammaScale *self,
           double         position,
           double         distance)
{
  return (self->knee > 0.0 && fabs (position_of (self, self->knee) - position) < distance) ||
         (self->wish > 0.0 && fabs (position_of (self, self->wish) - position) < distance);
}

static void
add_named_mark (EqpGammaScale *self,
                double         gamma_rel,
                const char    *name)
{
  g_autofree char *markup = NULL;

  if (!(gamma_rel >= self->minimum && gamma_rel <= self->maximum))
    return;
  markup = g_markup_printf_escaped ("<small><b>%s</b></small>", name);
  gtk_scale_add_mark (GTK_SCALE (self), log10 (gamma_rel), GTK_POS_TOP, markup);
}

static void
add_raw_marks (EqpGammaScale *self)
{
  if (!(self->unit > 0.0))
    return;
  for (int exponent = -6; exponent <= 6; exponent += 2)
    {
      double gamma_rel = pow (10.0, exponent) / self->unit;
      g_autofree char *value = eqp_format_number (pow (10.0, exponent), 1);
      g_autofree char *markup = NULL;

      if (!(gamma_rel >= self->minimum && gamma_rel <= self->maximum))
        continue;
      if (exponent % (2 * self->every) == 0 && !is_marked (self, log10 (gamma_rel), 0.7))
        markup = g_strdup_printf ("<small>\316\263\302\240%s</small>", value);
      gtk_scale_add_mark (GTK_SCALE (self), log10 (gamma_rel), GTK_POS_TOP, markup);
    }
}

static void
update_marks (EqpGammaScale *self)
{
  int from = (int) ceil (log10 (self->minimum) - 1e-9), to = (int) floor (log10 (self->maximum) + 1e-9);

  gtk_scale_clear_marks (GTK_SCALE (self));
  gtk_scale_add_mark (GTK_SCALE (self), position_of (self, 0.0), GTK_POS_BOTTOM, "<small>0</small>");
  for (int exponent = from; exponent <= to; exponent++)
    {
      g_autofree char *value = eqp_format_number (pow (10.0, exponent), 1);
      g_autofree char *markup = exponent % self->every == 0 ? g_strdup_printf ("<small>%s</small>", value) : NULL;

      /* One of them says which scale it is. */
      if (exponent == 0)
        {
          /* Translators: a value on the lower scale of gamma. */
          g_autofree char *named = g_strdup_printf (_("%s relative"), value);

          g_free (markup);
          markup = g_strdup_printf ("<small>%s</small>", named);
        }
      gtk_scale_add_mark (GTK_SCALE (self), exponent, GTK_POS_BOTTOM, markup);
    }
  add_raw_marks (self);
  add_named_mark (self, self->knee, _("knee"));
  add_named_mark (self, self->wish, _("wish"));
}

static gboolean
update_marks_cb (gpointer user_data)
{
  EqpGammaScale *self = user_data;

  self->marks_idle = 0;
  update_marks (self);
  return G_SOURCE_REMOVE;
}

/* Labels of which two would touch are thinned out evenly, 1 always being one of them. */
static int
count_decades_per_label (EqpGammaScale *self,
                         int            width)
{
  double decades = log10 (self->maximum) - log10 (self->minimum) + STOP_GAP, widest = 0.0, raw;
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), NULL);
  int low = (int) round (log10 (self->minimum)), label_width, height;

  for (int end = 0; end < 2; end++)
    {
      g_autofree char *value = eqp_format_number (end == 0 ? pow (10.0, low) : self->maximum, 1);
      g_autofree char *markup = g_strdup_printf ("<small>%s</small>", value);

      pango_layout_set_markup (layout, markup, -1);
      pango_layout_get_pixel_size (layout, &label_width, &height);
      widest = MAX (widest, label_width);
    }
  raw = (widest + height / 3.0) * decades / MAX (1, width - height);
  return CLAMP ((int) ceil (raw - 1e-9), 1, 3);
}

/* Marks are widgets, which must not come and go while room is given out. */
static void
eqp_gamma_scale_size_allocate (GtkWidget *widget,
                               int        width,
                               int        height,
                               int        baseline)
{
  EqpGammaScale *self = EQP_GAMMA_SCALE (widget);
  int every = count_decades_per_label (self, width);

  GTK_WIDGET_CLASS (eqp_gamma_scale_parent_class)->size_allocate (widget, width, height, baseline);
  if (every == self->every)
    return;
  self->every = every;
  if (self->marks_idle == 0)
    self->marks_idle = g_idle_add (update_marks_cb, self);
}

static void
eqp_gamma_scale_dispose (GObject *object)
{
  g_clear_handle_id (&EQP_GAMMA_SCALE (object)->marks_idle, g_source_remove);

  G_OBJECT_CLASS (eqp_gamma_scale_parent_class)->dispose (object);
}

static void
update_range (EqpGammaScale *self)
{
  self->updating = TRUE;
  gtk_adjustment_configure (gtk_range_get_adjustment (GTK_RANGE (self)), position_of (self, self->gamma_rel),
                            log10 (self->minimum) - STOP_GAP, log10 (self->maximum), 0.1, 1.0, 0.0);
  self->updating = FALSE;
  update_marks (self);
}

static void
take_gamma_rel (EqpGammaScale *self,
                double         gamma_rel)
{
  if (self->gamma_rel == gamma_rel)
    return;
  self->gamma_rel = gamma_rel;
  update_value_text (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_GAMMA_REL]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_GAMMA]);
}

static void
eqp_gamma_scale_value_changed (GtkRange *range)
{
  EqpGammaScale *self = EQP_GAMMA_SCALE (range);

  if (!self->updating)
    take_gamma_rel (self, value_at (self, gtk_range_get_value (range)));
}

static gboolean
eqp_gamma_scale_change_value (GtkRange     *range,
                              GtkScrollType scroll,
                              double        new_value)
{
  EqpGammaScale *self = EQP_GAMMA_SCALE (range);
  double low = log10 (self->minimum), now = gtk_range_get_value (range);

  /* One step over the gap is enough: a tenth of a decade would snap back. */
  if (scroll != GTK_SCROLL_JUMP && new_value > now && now < low)
    new_value = MAX (new_value, low);
  else if (scroll != GTK_SCROLL_JUMP && new_value < now && new_value < low)
    new_value = low - STOP_GAP;
  return GTK_RANGE_CLASS (eqp_gamma_scale_parent_class)->change_value (range, scroll, snap (self, new_value));
}

/* Upwards and to the right is more, as with the keys. */
static gboolean
scroll_cb (EqpGammaScale *self,
           double         dx,
           double         dy)
{
  double notches = fabs (dx) > fabs (dy) ? dx : -dy;
  gboolean handled;

  if (notches != 0.0)
    g_signal_emit_by_name (self, "change-value", notches > 0.0 ? GTK_SCROLL_STEP_FORWARD : GTK_SCROLL_STEP_BACKWARD,
                           gtk_range_get_value (GTK_RANGE (self)) + NOTCH * notches, &handled);
  return TRUE;
}

static void
eqp_gamma_scale_get_property (GObject    *object,
                              guint       property_id,
                              GValue     *value,
                              GParamSpec *pspec)
{
  EqpGammaScale *self = EQP_GAMMA_SCALE (object);

  switch (property_id)
    {
    case PROP_GAMMA_REL:
      g_value_set_double (value, self->gamma_rel);
      break;
    case PROP_GAMMA:
      g_value_set_double (value, eqp_gamma_scale_get_gamma (self));
      break;
    case PROP_UNIT:
      g_value_set_double (value, self->unit);
      break;
    case PROP_MINIMUM:
      g_value_set_double (value, self->minimum);
      break;
    case PROP_MAXIMUM:
      g_value_set_double (value, self->maximum);
      break;
    case PROP_KNEE:
      g_value_set_double (value, self->knee);
      break;
    case PROP_WISH:
      g_value_set_double (value, self->wish);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
eqp_gamma_scale_set_property (GObject      *object,
                              guint         property_id,
                              const GValue *value,
                              GParamSpec   *pspec)
{
  EqpGammaScale *self = EQP_GAMMA_SCALE (object);

  switch (property_id)
    {
    case PROP_GAMMA_REL:
      eqp_gamma_scale_set_gamma_rel (self, g_value_get_double (value));
      break;
    case PROP_UNIT:
      eqp_gamma_scale_set_unit (self, g_value_get_double (value));
      break;
    case PROP_MINIMUM:
      self->minimum = g_value_get_double (value);
      break;
    case PROP_MAXIMUM:
      self->maximum = g_value_get_double (value);
      break;
    case PROP_KNEE:
      eqp_gamma_scale_set_knee (self, g_value_get_double (value));
      break;
    case PROP_WISH:
      eqp_gamma_scale_set_wish (self, g_value_get_double (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
eqp_gamma_scale_constructed (GObject *object)
{
  EqpGammaScale *self = EQP_GAMMA_SCALE (object);

  G_OBJECT_CLASS (eqp_gamma_scale_parent_class)->constructed (object);
  self->maximum = MAX (self->maximum, 10.0 * self->minimum);
  update_range (self);
  update_value_text (self);
}

static void
eqp_gamma_scale_class_init (EqpGammaScaleClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkRangeClass *range_class = GTK_RANGE_CLASS (klass);
  GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;
  GParamFlags once = G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS;

  object_class->constructed = eqp_gamma_scale_constructed;
  object_class->dispose = eqp_gamma_scale_dispose;
  object_class->get_property = eqp_gamma_scale_get_property;
  object_class->set_property = eqp_gamma_scale_set_property;
  GTK_WIDGET_CLASS (klass)->size_allocate = eqp_gamma_scale_size_allocate;
  range_class->value_changed = eqp_gamma_scale_value_changed;
  range_class->change_value = eqp_gamma_scale_change_value;

  /**
   * EqpGammaScale:gamma-rel:
   *
   * The relative gamma; 0 at the left stop. May lie outside the slider's range, which then shows the nearer end.
   */
  properties[PROP_GAMMA_REL] = g_param_spec_double ("gamma-rel", NULL, NULL, 0.0, G_MAXDOUBLE, 0.0, flags);
  /**
   * EqpGammaScale:gamma:
   *
   * The raw gamma, `gamma-rel * unit`; 0 while the unit is not known.
   */
  properties[PROP_GAMMA] = g_param_spec_double ("gamma", NULL, NULL, 0.0, G_MAXDOUBLE, 0.0,
                                                G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  /**
   * EqpGammaScale:unit:
   *
   * The raw gamma at relative gamma 1; 0: not known, raw values are not shown.
   */
  properties[PROP_UNIT] = g_param_spec_double ("unit", NULL, NULL, 0.0, G_MAXDOUBLE, 0.0, flags);
  /**
   * EqpGammaScale:minimum:
   *
   * The smallest positive relative gamma.
   */
  properties[PROP_MINIMUM] = g_param_spec_double ("minimum", NULL, NULL, 1e-12, 1e12, 1e-3, once);
  /**
   * EqpGammaScale:maximum:
   *
   * The largest relative gamma.
   */
  properties[PROP_MAXIMUM] = g_param_spec_double ("maximum", NULL, NULL, 1e-12, 1e12, 1e3, once);
  /**
   * EqpGammaScale:knee:
   *
   * The relative gamma that is marked as the knee; 0: none.
   */
  properties[PROP_KNEE] = g_param_spec_double ("knee", NULL, NULL, 0.0, G_MAXDOUBLE, 0.0, flags);
  /**
   * EqpGammaScale:wish:
   *
   * The relative gamma that is marked as meeting the wish; 0: none.
   */
  properties[PROP_WISH] = g_param_spec_double ("wish", NULL, NULL, 0.0, G_MAXDOUBLE, 0.0, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
eqp_gamma_scale_init (EqpGammaScale *self)
{
  GtkEventController *wheel = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);

  eqp_wheel_pass_on (GTK_WIDGET (self));
  g_signal_connect_swapped (wheel, "scroll", G_CALLBACK (scroll_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), wheel);
  /* Until the range is known positions mean nothing. */
  self->updating = TRUE;
  self->every = 1;
  gtk_range_set_round_digits (GTK_RANGE (self), 3);
  gtk_scale_set_has_origin (GTK_SCALE (self), TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Gamma"), -1);
}

/**
 * eqp_gamma_scale_new:
 *
 * Returns: (transfer floating): a slider from 0.001 to 1000, at 0
 */
GtkWidget *
eqp_gamma_scale_new (void)
{
  return g_object_new (EQP_TYPE_GAMMA_SCALE, NULL);
}

/**
 * eqp_gamma_scale_get_gamma_rel:
 * @self: a gamma slider
 *
 * Returns: the relative gamma
 */
double
eqp_gamma_scale_get_gamma_rel (EqpGammaScale *self)
{
  g_return_val_if_fail (EQP_IS_GAMMA_SCALE (self), 0.0);

  return self->gamma_rel;
}

/**
 * eqp_gamma_scale_set_gamma_rel:
 * @self: a gamma slider
 * @gamma_rel: at least 0, kept exactly
 */
void
eqp_gamma_scale_set_gamma_rel (EqpGammaScale *self,
                               double         gamma_rel)
{
  g_return_if_fail (EQP_IS_GAMMA_SCALE (self));
  g_return_if_fail (gamma_rel >= 0.0 && isfinite (gamma_rel));

  if (self->gamma_rel == gamma_rel)
    return;
  self->updating = TRUE;
  gtk_range_set_value (GTK_RANGE (self), position_of (self, gamma_rel));
  self->updating = FALSE;
  take_gamma_rel (self, gamma_rel);
}

/**
 * eqp_gamma_scale_get_gamma:
 * @self: a gamma slider
 *
 * Returns: the raw gamma; 0 while the unit is not known
 */
double
eqp_gamma_scale_get_gamma (EqpGammaScale *self)
{
  g_return_val_if_fail (EQP_IS_GAMMA_SCALE (self), 0.0);

  return self->gamma_rel * self->unit;
}

/**
 * eqp_gamma_scale_get_unit:
 * @self: a gamma slider
 *
 * Returns: the raw gamma at relative gamma 1; 0: not known
 */
double
eqp_gamma_scale_get_unit (EqpGammaScale *self)
{
  g_return_val_if_fail (EQP_IS_GAMMA_SCALE (self), 0.0);

  return self->unit;
}

/**
 * eqp_gamma_scale_set_unit:
 * @self: a gamma slider
 * @unit: the raw gamma at relative gamma 1; 0: not known
 *
 * The relative gamma stays, the raw one becomes another.
 */
void
eqp_gamma_scale_set_unit (EqpGammaScale *self,
                          double         unit)
{
  g_return_if_fail (EQP_IS_GAMMA_SCALE (self));

  unit = isfinite (unit) && unit > 0.0 ? unit : 0.0;
  if (self->unit == unit)
    return;
  self->unit = unit;
  update_marks (self);
  update_value_text (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_UNIT]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_GAMMA]);
}

static void
set_mark (EqpGammaScale *self,
          double        *place,
          double         gamma_rel,
          int            property)
{
  gamma_rel = isfinite (gamma_rel) && gamma_rel > 0.0 ? gamma_rel : 0.0;
  if (*place == gamma_rel)
    return;
  *place = gamma_rel;
  update_marks (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

/**
 * eqp_gamma_scale_get_knee:
 * @self: a gamma slider
 *
 * Returns: the relative gamma marked as the knee; 0: none
 */
double
eqp_gamma_scale_get_knee (EqpGammaScale *self)
{
  g_return_val_if_fail (EQP_IS_GAMMA_SCALE (self), 0.0);

  return self->knee;
}

/**
 * eqp_gamma_scale_set_knee:
 * @self: a gamma slider
 * @gamma_rel: the relative gamma marked as the knee; 0: none
 */
void
eqp_gamma_scale_set_knee (EqpGammaScale *self,
                          double         gamma_rel)
{
  g_return_if_fail (EQP_IS_GAMMA_SCALE (self));

  set_mark (self, &self->knee, gamma_rel, PROP_KNEE);
}

/**
 * eqp_gamma_scale_get_wish:
 * @self: a gamma slider
 *
 * Returns: the relative gamma marked as meeting the wish; 0: none
 */
double
eqp_gamma_scale_get_wish (EqpGammaScale *self)
{
  g_return_val_if_fail (EQP_IS_GAMMA_SCALE (self), 0.0);

  return self->wish;
}

/**
 * eqp_gamma_scale_set_wish:
 * @self: a gamma slider
 * @gamma_rel: the relative gamma marked as meeting the wish; 0: none
 */
void
eqp_gamma_scale_set_wish (EqpGammaScale *self,
                          double         gamma_rel)
{
  g_return_if_fail (EQP_IS_GAMMA_SCALE (self));

  set_mark (self, &self->wish, gamma_rel, PROP_WISH);
}
