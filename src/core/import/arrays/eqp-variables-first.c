/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The first samples of arrays alone, for a look at how a file is understood: what is chosen is what all of the file
 * says, but no more than these samples are read. */
#include "config.h"

#include "eqp-variables-private.h"

/* A square matrix can be a graph, also with labels beside it, and that takes a look at all of it. */
static gboolean
needs_all (EqpVariables *self, const EqpVariableRoles *roles)
{
  if (self->options->max_rows <= 0 || self->options->max_rows >= roles->n || self->options->take == EQP_TAKE_GRAPH)
    return TRUE;
  return self->options->take == EQP_TAKE_GUESS && !roles->side_by_side &&
         (roles->n == roles->d || roles->n == roles->d - 1 || (self->options->columns != NULL && roles->n < roles->d));
}

static void
cut_axis (EqpVariable *array, int axis, gint64 wanted)
{
  if (array->dims[axis] <= wanted)
    return;
  array->cut = axis;
  array->cut_from = array->dims[axis];
  array->dims[axis] = wanted;
}

/* Labels have the samples along one of their dimensions; texts and sparse ones are read whole. */
static void
cut_labels (EqpVariable *array, gint64 n, gint64 wanted)
{
  if (array->text || array->sparse)
    return;
  for (int i = 0; i < array->rank; i++)
    if (array->dims[i] == n)
      {
        cut_axis (array, i, wanted);
        return;
      }
}

/**
 * _eqp_variables_cut:
 * @self: the variables
 * @roles: (inout): chosen from all samples; leaves the first ones, where no more are asked for
 *
 * What the file decides by its sizes and its labels is decided; a column of labels is looked for in what is left.
 */
void
_eqp_variables_cut (EqpVariables     *self,
                    EqpVariableRoles *roles)
{
  gint64 left = self->options->max_rows;

  if (needs_all (self, roles))
    return;
  roles->first_of = roles->n;
  roles->n = left;
  if (roles->side_by_side)
    {
      for (guint i = 0; i < roles->features->len; i++)
        cut_labels (g_ptr_array_index (roles->features, i), roles->first_of, left);
      if (roles->labels != NULL)
        cut_labels (g_ptr_array_index (roles->labels, 0), roles->first_of, left);
      return;
    }
  for (guint i = 0; i < roles->features->len; i++)
    {
      EqpVariable *array = g_ptr_array_index (roles->features, i);
      gint64 n = array->dims[roles->axis], wanted = MIN (n, left);

      if (wanted == 0)
        {
          g_ptr_array_set_size (roles->features, (gint) i);
          if (roles->labels != NULL)
            g_ptr_array_set_size (roles->labels, (gint) i);
          return;
        }
      if (!array->sparse)
        cut_axis (array, roles->axis, wanted);
      if (roles->labels != NULL)
        cut_labels (g_ptr_array_index (roles->labels, i), n, wanted);
      left -= wanted;
    }
}

/**
 * _eqp_variables_cut_sparse:
 * @roles: cut
 * @lines_are_rows: whether a line of @sparse is a sample
 * @sparse: (inout): all entries of the file; leaves those of the first samples
 */
void
_eqp_variables_cut_sparse (const EqpVariableRoles *roles,
                           gboolean                lines_are_rows,
                           EqpSparse              *sparse)
{
  gint64 kept = 0, at = 0;

  if (lines_are_rows)
    {
      sparse->count = sparse->starts[roles->n];
      return;
    }
  for (gint64 line = 0; line < roles->d; line++)
    {
      for (; at < sparse->starts[line + 1]; at++)
        if (sparse->minor[at] < roles->n)
          {
            sparse->minor[kept] = sparse->minor[at];
            sparse->values[kept++] = sparse->values[at];
          }
      sparse->starts[line + 1] = kept;
    }
  sparse->count = kept;
}
