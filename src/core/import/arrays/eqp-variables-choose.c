/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which of a file's arrays are the features, which the labels, and which way round they lie. Names in use decide
 * first (fea and gnd, X and Y, data and target, x_train and y_test ...), then the shapes. */
#include "config.h"

#include "eqp-stream.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "base/eqp-error.h"
#include "import/eqp-beside.h"

/* So many arrays are offered where others can be chosen. */
#define MOST_OFFERED 200
#define MOST_ASKED 8

/* An array, or those that are parts of one: train and test. */
typedef struct
{
  char *stem;
  EqpNameRole role;
  GPtrArray *arrays; /* EqpVariable, in the order of splits */
  guint splits;      /* bits */
} Group;

static void
group_free (gpointer data)
{
  Group *group = data;

  g_free (group->stem);
  g_ptr_array_unref (group->arrays);
  g_free (group);
}

static gboolean
same_sample_shape (const EqpVariable *a, const EqpVariable *b)
{
  int differences = 0;

  if (a->rank != b->rank || a->sparse != b->sparse || a->text != b->text)
    return FALSE;
  for (int i = 0; i < a->rank; i++)
    differences += a->dims[i] != b->dims[i];
  return differences <= 1;
}

static Group *
new_group (GPtrArray *groups, const char *stem, EqpNameRole role, guint splits, EqpVariable *array)
{
  Group *group = g_new0 (Group, 1);

  group->stem = g_strdup (stem);
  group->role = role;
  group->splits = splits;
  group->arrays = g_ptr_array_new ();
  g_ptr_array_add (group->arrays, array);
  g_ptr_array_add (groups, group);
  return group;
}

static GPtrArray *
make_groups (EqpVariables *self)
{
  GPtrArray *groups = g_ptr_array_new_with_free_func (group_free);

  for (EqpNameSplit split = EQP_SPLIT_NONE; split <= EQP_SPLIT_TEST; split++)
    for (guint i = 0; i < self->arrays->len; i++)
      {
        EqpVariable *array = g_ptr_array_index (self->arrays, i);
        EqpNameSplit own;
        EqpNameRole role;
        g_autofree char *stem = _eqp_name_stem (array->name, &own, &role);
        Group *joined = NULL;

        if (own != split)
          continue;
        for (guint j = 0; j < groups->len && split != EQP_SPLIT_NONE && joined == NULL; j++)
          {
            Group *group = g_ptr_array_index (groups, j);

            if (group->splits > 1 && (group->splits & (1u << split)) == 0 && strcmp (group->stem, stem) == 0 &&
                same_sample_shape (g_ptr_array_index (group->arrays, 0), array))
              joined = group;
          }
        if (joined != NULL)
          {
            g_ptr_array_add (joined->arrays, array);
            joined->splits |= 1u << split;
          }
        else
          new_group (groups, stem, role, 1u << split, array);
      }
  return groups;
}

static gint64
group_size (const Group *group)
{
  gint64 size = 0;

  for (guint i = 0; i < group->arrays->len; i++)
    size += _eqp_variable_count (g_ptr_array_index (group->arrays, i));
  return size;
}

static gboolean
is_matrix (const Group *group)
{
  return _eqp_variable_vector_length (g_ptr_array_index (group->arrays, 0)) < 0;
}

/* Of what is alike the first stays. */
static gboolean
is_better (const Group *a, const Group *b)
{
  if (is_matrix (a) != is_matrix (b))
    return is_matrix (a);
  if (a->role != b->role)
    return a->role > b->role;
  return a->role != EQP_NAME_FEATURES && group_size (a) > group_size (b);
}

static Group *
choose_features (GPtrArray *groups, Group **runner_up)
{
  Group *best = NULL;

  *runner_up = NULL;
  for (guint i = 0; i < groups->len; i++)
    {
      Group *group = g_ptr_array_index (groups, i);
      const EqpVariable *first = g_ptr_array_index (group->arrays, 0);

      if (first->text || group_size (group) < 2)
        continue;
      if (best == NULL || is_better (group, best))
        {
          *runner_up = best;
          best = group;
        }
      else if (*runner_up == NULL || is_better (group, *runner_up))
        *runner_up = group;
    }
  if (*runner_up != NULL && !is_matrix (*runner_up))
    *runner_up = NULL;
  return best;
}

/* Whether there is one label for each sample of @features if dimension @axis counts them. */
static gboolean
fit_together (EqpVariables *self, GPtrArray *labels, GPtrArray *features, int axis, gboolean named, gboolean asked)
{
  gint64 length = _eqp_variable_vector_length (g_ptr_array_index (features, 0));
  /* Vectors side by side have the labels of one. */
  gboolean one = labels->len == 1 && length >= 0;

  if (!one && labels->len != features->len)
    return FALSE;
  for (guint i = 0; i < labels->len; i++)
    {
      EqpVariable *array = g_ptr_array_index (labels, i);
      gint64 n = one ? length : ((EqpVariable *) g_ptr_array_index (features, i))->dims[axis];

      if (g_ptr_array_find (features, array, NULL) ||
          (!(asked && !array->sparse && _eqp_variable_vector_length (array) == n) &&
           !_eqp_variables_fit_as_labels (self, array, n, named)))
        return FALSE;
    }
  return TRUE;
}

/* The dimension that counts samples where nothing else tells: the first, but the last of a MATLAB stack of images. */
static int
usual_axis (EqpVariables *self, const EqpVariable *array)
{
  int images = _eqp_guess_image_axis (array->rank, array->dims);

  if (array->rank == 2 && array->dims[0] == 1)
    return 1;
  if (images >= 0)
    return images;
  return self->matlab && array->rank > 2 ? array->rank - 1 : 0;
}

/* How many points there are if dimension @axis counts them; 0 where the arrays cannot be joined that way. */
static gint64
points_along (GPtrArray *arrays, int axis)
{
  const EqpVariable *first = g_ptr_array_index (arrays, 0);
  gint64 n = 0;

  for (guint i = 0; i < arrays->len; i++)
    {
      const EqpVariable *array = g_ptr_array_index (arrays, i);

      for (int k = 0; k < first->rank; k++)
        if (array->rank != first->rank || (k != axis && array->dims[k] != first->dims[k]))
          return 0;
      n += array->dims[axis];
    }
  return n;
}

/* Parts of one array, such as train and test, can be joined along the dimension that they differ in only; -1: there is
 * no such one. */
static int
joining_axis (GPtrArray *arrays)
{
  int axis = -1, possible = 0;

  for (int k = 0; k < ((EqpVariable *) g_ptr_array_index (arrays, 0))->rank; k++)
    if (points_along (arrays, k) > 0)
      {
        possible++;
        axis = k;
      }
  return possible == 1 ? axis : -1;
}

/* The dimension that the user says counts the points, or -1. */
static int
asked_axis (EqpVariables *self, const EqpVariableRoles *roles)
{
  const EqpVariable *first = g_ptr_array_index (roles->features, 0);

  if (self->options->orientation == EQP_ORIENTATION_GUESS || first->rank < 2 || roles->side_by_side)
    return -1;
  return self->options->orientation == EQP_ORIENTATION_ROWS ? 0 : first->rank - 1;
}

/* The dimensions that may count the samples, the usual one first; -1: not the one that was asked for. */
static int
next_axis (EqpVariables *self, const EqpVariableRoles *roles, int usual, int k)
{
  int axis = k == 0 ? usual : k <= usual ? k - 1 : k, asked = asked_axis (self, roles);

  return asked >= 0 && asked != axis ? -1 : axis;
}

static Group *
choose_labels (EqpVariables *self, GPtrArray *groups, EqpVariableRoles *roles, const char **why)
{
  EqpVariable *first = g_ptr_array_index (roles->features, 0);
  int usual = roles->axis;

  for (EqpNameRole role = EQP_NAME_LABELS; role <= EQP_NAME_ANY; role++)
    for (int k = 0; k < first->rank; k++)
      {
        int axis = next_axis (self, roles, usual, k);

        for (guint i = 0; i < groups->len && axis >= 0 && first->dims[axis] > 1; i++)
          {
            Group *group = g_ptr_array_index (groups, i);

            if (group->role != role ||
                !fit_together (self, group->arrays, roles->features, axis, role == EQP_NAME_LABELS, FALSE))
              continue;
            *why = role == EQP_NAME_LABELS ? _ ("by the name")
                                           : _ ("because there is one for each sample and there are few different "
                                                "ones");
            roles->axis = axis;
            return group;
          }
      }
  return NULL;
}

/* "y", where other labels stand beside: a coordinate, as "x" is. */
static gboolean
is_coordinate (EqpVariables *self, GPtrArray *groups, const EqpVariable *array)
{
  const char *slash = strrchr (array->name, '/');

  if (g_ascii_strcasecmp (slash != NULL ? slash + 1 : array->name, "y") != 0)
    return FALSE;
  for (guint i = 0; i < groups->len; i++)
    {
      Group *group = g_ptr_array_index (groups, i);

      if (group->role == EQP_NAME_LABELS && group->arrays->len == 1 && group->arrays->pdata[0] != array &&
          _eqp_variables_fit_as_labels (self, group->arrays->pdata[0], _eqp_variable_vector_length (array), TRUE))
        return TRUE;
    }
  return FALSE;
}

/* Vectors of one length, where there is no matrix: each is a column. */
static gboolean
choose_vectors (EqpVariables *self, GPtrArray *groups, EqpVariableRoles *roles)
{
  EqpVariable *first = g_ptr_array_index (roles->features, 0);
  g_autoptr (GPtrArray) vectors = g_ptr_array_new ();
  gint64 length = _eqp_variable_vector_length (first);

  for (guint i = 0; i < groups->len; i++)
    {
      Group *group = g_ptr_array_index (groups, i);
      EqpVariable *array = g_ptr_array_index (group->arrays, 0);

      if (group->arrays->len > 1 || group->role == EQP_NAME_AUXILIARY || array->text || array->sparse ||
          _eqp_variable_vector_length (array) != length)
        continue;
      /* "y" may be the labels, or stand beside "x". */
      if (group->role != EQP_NAME_LABELS || !_eqp_variables_are_whole (self, array) ||
          is_coordinate (self, groups, array))
        g_ptr_array_add (vectors, array);
    }
  if (vectors->len < 2 || length < 2)
    return FALSE;
  g_ptr_array_unref (roles->features);
  roles->features = g_steal_pointer (&vectors);
  roles->side_by_side = TRUE;
  return TRUE;
}

static gboolean
are_same (GPtrArray *a, GPtrArray *b)
{
  gboolean same = a->len == b->len;

  for (guint i = 0; i < a->len && same; i++)
    same = g_ptr_array_find (b, g_ptr_array_index (a, i), NULL);
  return same;
}

/* Several vectors of one length. */
static gboolean
are_vectors (GPtrArray *arrays)
{
  gint64 length = _eqp_variable_vector_length (g_ptr_array_index (arrays, 0));
  gboolean vectors = arrays->len > 1 && length >= 0;

  for (guint i = 0; i < arrays->len && vectors; i++)
    vectors = _eqp_variable_vector_length (g_ptr_array_index (arrays, i)) == length &&
              !((EqpVariable *) g_ptr_array_index (arrays, i))->sparse;
  return vectors;
}

static gboolean
apply_label_option (EqpVariables *self, EqpVariableRoles *roles, Group **labels, GPtrArray *groups, GError **error)
{
  const char *asked = self->options->labels;
  EqpVariable *array = self->single ? NULL : _eqp_variables_find (self, asked);
  EqpVariable *first = g_ptr_array_index (roles->features, 0);
  guint64 number;

  if (array != NULL)
    {
      for (guint i = 0; i < groups->len; i++)
        {
          Group *group = g_ptr_array_index (groups, i);

          if (g_ptr_array_find (group->arrays, array, NULL))
            *labels = group;
        }
      for (int k = 0, usual = roles->axis; k < first->rank; k++)
        {
          int axis = next_axis (self, roles, usual, k);

          if (axis >= 0 && fit_together (self, (*labels)->arrays, roles->features, axis, TRUE, TRUE))
            {
              roles->axis = axis;
              return TRUE;
            }
        }
      return eqp_refuse (error, EQP_ERROR_INVALID_PARAM,
                         _ ("%s: “%s” does not have one label for each sample of “%s”; choose other labels, or "
                            "“none”."),
                         self->file, array->name, first->name);
    }

  if (strcmp (asked, "first") == 0)
    roles->label_column = 0;
  else if (strcmp (asked, "last") == 0)
    roles->label_column = G_MAXINT64;
  else if (g_ascii_string_to_unsigned (asked, 10, 1, G_MAXINT64 - 1, &number, NULL))
    roles->label_column = (gint64) number - 1;
  else if (strcmp (asked, "none") != 0)
    {
      _eqp_variables_set_not_there (self, asked, error);
      return FALSE;
    }
  return TRUE;
}

static gboolean
set_sizes (EqpVariables *self, EqpVariableRoles *roles, GError **error)
{
  EqpVariable *first = g_ptr_array_index (roles->features, 0);

  if (roles->side_by_side)
    {
      roles->n = _eqp_variable_vector_length (first);
      roles->d = roles->features->len;
    }
  else
    {
      roles->n = points_along (roles->features, roles->axis);
      roles->d = _eqp_variable_count (first) / first->dims[roles->axis];
    }
  if (roles->n == 0)
    return eqp_refuse (error, EQP_ERROR_INVALID_DATA,
                       _ ("%s: “%s” and “%s” do not have samples of the same size; choose one of them."), self->file,
                       first->name, ((EqpVariable *) g_ptr_array_index (roles->features, 1))->name);
  if (roles->label_column == G_MAXINT64)
    roles->label_column = roles->d - 1;
  roles->label_last = roles->label_column;
  if (roles->label_column >= roles->d || (roles->label_column >= 0 && roles->d < 2))
    return eqp_refuse (error, EQP_ERROR_INVALID_PARAM,
                       _ ("%s: “%s” has %" PRId64 " columns, so column %" PRId64 " cannot be the labels."), self->file,
                       first->name, roles->d, roles->label_column + 1);
  return TRUE;
}

/* All that are taken together; in an archive the option names the file, too. */
static void
offer_variables (EqpVariables *self, EqpDecision *decision, GPtrArray *arrays)
{
  g_autoptr (GString) value = g_string_new (NULL);
  g_autofree char *title = _eqp_variables_names (arrays, MOST_ASKED, " and ", FALSE);

  if (self->member != NULL)
    g_string_append_printf (value, "%s:", self->member);
  for (guint i = 0; i < arrays->len; i++)
    g_string_append_printf (value, "%s%s", i > 0 ? "+" : "", ((EqpVariable *) g_ptr_array_index (arrays, i))->name);
  eqp_decision_offer (decision, "variable", value->str, "%s", title);
}

/* What was chosen with all that could have been chosen instead. Returns FALSE where several matrices of one size have
 * names that say nothing: only the user knows. */
static gboolean
tell_variable (EqpVariables *self, EqpVariableRoles *roles, GPtrArray *groups, Group *features, Group *runner_up,
               GError **error)
{
  gboolean asked = self->options->variable != NULL;
  gboolean unknown = !asked && runner_up != NULL && features->role == EQP_NAME_ANY && runner_up->role == EQP_NAME_ANY &&
                     is_matrix (runner_up) && group_size (features) == group_size (runner_up);
  g_autofree char *list = _eqp_variables_list (self);
  const char *why = asked                                 ? _ ("It was given")
                    : unknown                             ? _ ("Several matrices have one size, and no name tells "
                                                               "which are the features")
                    : roles->side_by_side                 ? _ ("There is no matrix, so each vector is a column")
                    : features->role == EQP_NAME_FEATURES ? _ ("Its name is one that features have")
                                                          : _ ("It is the largest of what can be features");
  EqpDecision *decision = eqp_decision_new ("variable", _ ("%s; the file has %s."), why, list);

  decision->asked = asked;
  offer_variables (self, decision, roles->features);
  if (runner_up != NULL)
    offer_variables (self, decision, runner_up->arrays);
  for (guint i = 0; i < groups->len && decision->alternatives->len < (unknown ? MOST_ASKED : MOST_OFFERED); i++)
    {
      Group *group = g_ptr_array_index (groups, i);

      if (!are_same (group->arrays, roles->features) && group != runner_up &&
          !((EqpVariable *) g_ptr_array_index (group->arrays, 0))->text &&
          (!unknown ||
           (group->role == EQP_NAME_ANY && is_matrix (group) && group_size (group) == group_size (features))))
        offer_variables (self, decision, group->arrays);
    }
  if (unknown)
    eqp_error_set_question (error, self->file, decision);
  else
    _eqp_settle (&self->parts, decision);
  return !unknown;
}

static void
tell_labels (EqpVariables *self, EqpVariableRoles *roles, GPtrArray *groups, Group *labels, const char *why)
{
  EqpVariable *given = labels != NULL ? g_ptr_array_index (labels->arrays, 0) : NULL;
  EqpDecision *decision;

  if (labels == NULL && (roles->guess_label_column || roles->label_column >= 0))
    return;
  decision = eqp_decision_new (
      "labels",
      labels != NULL ? _ ("It was chosen %s: %" PRId64 " labels for %" PRId64 " samples.")
                     : _ ("No array was chosen (%s): %" PRId64 " labels for %" PRId64 " samples."),
      labels != NULL                  ? why
      : self->options->labels != NULL ? _ ("as asked for")
                                      : _ ("none has one label for each sample"),
      labels != NULL ? roles->n : 0, roles->n);
  decision->asked = self->options->labels != NULL;
  if (given != NULL)
    eqp_decision_offer (decision, "labels", given->name, "“%s”", given->name);
  eqp_decision_offer (decision, "labels", "none", _ ("no labels"));
  for (guint i = 0; i < groups->len && i < MOST_OFFERED; i++)
    {
      EqpVariable *array = g_ptr_array_index (((Group *) g_ptr_array_index (groups, i))->arrays, 0);

      if (array != given && _eqp_variable_vector_length (array) == roles->n)
        eqp_decision_offer (decision, "labels", array->name, "“%s”", array->name);
    }
  _eqp_settle (&self->parts, decision);
}

/* Which dimension counts the points: of a matrix its rows or columns, of a stack the first or the last one. */
static void
tell_orientation (EqpVariables *self, EqpVariableRoles *roles, gboolean by_labels)
{
  EqpVariable *first = g_ptr_array_index (roles->features, 0);
  g_autofree char *shapes = _eqp_variables_names (roles->features, MOST_ASKED, ", ", TRUE);
  gboolean asked = asked_axis (self, roles) >= 0;
  int last = first->rank - 1;
  const char *why = asked       ? _ ("it was given which are the points")
                    : by_labels ? _ ("there are as many labels as points by this dimension")
                    : joining_axis (roles->features) == roles->axis ? _ ("they fit together so only")
                    : _eqp_guess_image_axis (first->rank, first->dims) == roles->axis
                        ? _ ("the other dimensions are the sides of images")
                        : _ ("no labels tell, and points are rows as a rule");
  EqpDecision *decision;

  if (first->rank < 2 || roles->side_by_side || (roles->axis != 0 && roles->axis != last))
    return;
  decision = eqp_decision_new ("orientation", "%s: %s.", shapes, why);
  decision->asked = asked;
  for (int k = 0; k < 2; k++)
    {
      int axis = k == 0 ? roles->axis : last - roles->axis;
      gint64 n = points_along (roles->features, axis);

      if (n > 0 && axis == 0)
        eqp_decision_offer (decision, "orientation", "rows",
                            last == 1 ? _ ("%" PRId64 " points, the rows")
                                      : _ ("%" PRId64 " points, by the first dimension"),
                            n);
      else if (n > 0)
        eqp_decision_offer (decision, "orientation", "columns",
                            last == 1 ? _ ("%" PRId64 " points, the columns")
                                      : _ ("%" PRId64 " points, by the last dimension"),
                            n);
    }
  _eqp_settle (&self->parts, decision);
}

/* @roles: what becomes of them; decisions are told in the parts. Returns FALSE when there is nothing to choose, or
 * what was asked for is not there. */
gboolean
_eqp_variables_choose (EqpVariables *self, EqpVariableRoles *roles, GError **error)
{
  g_autoptr (GPtrArray) groups = make_groups (self);
  g_autoptr (GPtrArray) asked = NULL;
  Group *runner_up = NULL, *labels = NULL, *features = NULL;
  const char *why = _ ("as asked for");

  roles->label_column = -1;
  if (self->options->variable != NULL && !self->single)
    {
      asked = _eqp_variables_find_asked (self, self->options->variable, error);
      if (asked == NULL)
        return FALSE;
      /* Asked for by name, one part of a pair stands alone, and so do its labels. */
      for (guint i = groups->len; i > 0 && asked->len == 1; i--)
        {
          Group *group = g_ptr_array_index (groups, i - 1);

          while (group->arrays->len > 1)
            new_group (groups, group->stem, group->role, 1,
                       g_ptr_array_steal_index (group->arrays, group->arrays->len - 1));
        }
      for (guint i = 0; i < groups->len; i++)
        if (g_ptr_array_find (((Group *) g_ptr_array_index (groups, i))->arrays, g_ptr_array_index (asked, 0), NULL))
          features = g_ptr_array_index (groups, i);
    }
  else
    features = choose_features (groups, &runner_up);
  if (features == NULL)
    {
      g_autofree char *list = _eqp_variables_list (self);

      if (self->single)
        return eqp_refuse (error, EQP_ERROR_UNSUPPORTED,
                           _ ("%s: the array has text, which cannot be clustered; open an array of numbers."),
                           self->file);
      else
        return eqp_refuse (error, EQP_ERROR_INVALID_DATA,
                           _ ("%s: none of the arrays can be the features (%s); save a matrix of numbers with one row "
                              "a sample."),
                           self->file, list);
    }

  roles->features = g_ptr_array_ref (asked == NULL || are_same (features->arrays, asked) ? features->arrays : asked);
  roles->side_by_side = asked != NULL && roles->features == asked && are_vectors (asked);
  roles->axis = joining_axis (roles->features);
  if (roles->axis < 0)
    roles->axis = usual_axis (self, g_ptr_array_index (roles->features, 0));
  if (asked == NULL && !is_matrix (features) && !choose_vectors (self, groups, roles))
    {
      /* Rather than the labels alone, or whatever else is left. */
      if (!_eqp_variables_refuse_unread (self, error))
        return FALSE;
      runner_up = NULL;
    }
  if (self->options->labels != NULL && !(self->single && strcmp (self->options->labels, EQP_LABELS_BESIDE) == 0))
    {
      if (!apply_label_option (self, roles, &labels, groups, error))
        return FALSE;
    }
  else
    {
      labels = choose_labels (self, groups, roles, &why);
      roles->guess_label_column = labels == NULL && ((EqpVariable *) g_ptr_array_index (roles->features, 0))->rank == 2;
    }
  if (labels == NULL && asked_axis (self, roles) >= 0)
    roles->axis = asked_axis (self, roles);
  if (!set_sizes (self, roles, error) ||
      (self->single && _eqp_beside_is_wanted (self->options) && !_eqp_stream_choose_beside (self, roles, error)))
    return FALSE;

  roles->guess_label_column = roles->guess_label_column && roles->labels == NULL;
  if (!self->single && !tell_variable (self, roles, groups, features, runner_up, error))
    return FALSE;
  if (roles->labels == NULL)
    tell_labels (self, roles, groups, labels, why);
  tell_orientation (self, roles, labels != NULL);
  if (labels != NULL)
    roles->labels = g_ptr_array_ref (labels->arrays);
  return TRUE;
}
