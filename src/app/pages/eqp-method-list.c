/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of methods: all that can run on the data, in their two families, each with a line that says what it does.
 * GTK 4.8 has no sections in lists, so the first row of a family carries its heading. */
#include "config.h"

#include "eqp-method-list.h"

#include <glib/gi18n.h>

#define EQP_TYPE_METHOD_ITEM (eqp_method_item_get_type ())
G_DECLARE_FINAL_TYPE (EqpMethodItem, eqp_method_item, EQP, METHOD_ITEM, GObject)

struct _EqpMethodItem
{
  GObject          parent_instance;
  const EqpSolver *solver;
  gboolean         first; /* of its family */
};

G_DEFINE_FINAL_TYPE (EqpMethodItem, eqp_method_item, G_TYPE_OBJECT)

enum {
  PROP_0,
  PROP_NAME,
  N_PROPS
};

static void
eqp_method_item_get_property (GObject    *object,
                              guint       prop_id,
                              GValue     *value,
                              GParamSpec *pspec)
{
  if (prop_id == PROP_NAME)
    g_value_set_static_string (value, _ (EQP_METHOD_ITEM (object)->solver->name));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
eqp_method_item_class_init (EqpMethodItemClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = eqp_method_item_get_property;
  /**
   * EqpMethodItem:name:
   *
   * What the method is called.
   */
  g_object_class_install_property (
      object_class, PROP_NAME,
      g_param_spec_string ("name", NULL, NULL, NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
}

static void
eqp_method_item_init (EqpMethodItem *self)
{
}

/* ---- Rows ------------------------------------------------------------------------------------------------------- */

/* The parts of a row that change with the method. */
typedef struct
{
  GtkWidget   *heading;
  GtkWidget   *name;
  GtkWidget   *summary;
  GtkWidget   *check;
  GtkDropDown *drop_down; /* outlives its rows */
  GtkListItem *item;
} Row;

static void
update_check (Row *row)
{
  gboolean selected = gtk_drop_down_get_selected (row->drop_down) == gtk_list_item_get_position (row->item);

  gtk_widget_set_opacity (row->check, selected ? 1.0 : 0.0);
}

static Row *
get_row (GtkListItem *item)
{
  return g_object_get_data (G_OBJECT (gtk_list_item_get_child (item)), "eqp-row");
}

static void
selected_cb (GtkListItem *item)
{
  if (gtk_list_item_get_item (item) != NULL)
    update_check (get_row (item));
}

static GtkWidget *
make_label (const char        *css_class,
            GtkAccessibleRole  role)
{
  GtkWidget *label = g_object_new (GTK_TYPE_LABEL, "accessible-role", role, "xalign", 0.0, NULL);

  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  return label;
}

static void
row_setup_cb (GtkDropDown *drop_down,
              GtkListItem *item)
{
  Row *row = g_new0 (Row, 1);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  row->drop_down = drop_down;
  row->item = item;
  /* Read aloud a row is its name; the rest describes it. */
  row->heading = make_label ("method-family", GTK_ACCESSIBLE_ROLE_PRESENTATION);
  row->name = make_label (NULL, GTK_ACCESSIBLE_ROLE_LABEL);
  row->summary = make_label ("dim-label", GTK_ACCESSIBLE_ROLE_PRESENTATION);
  gtk_widget_add_css_class (row->summary, "caption");
  gtk_label_set_wrap (GTK_LABEL (row->summary), TRUE);
  gtk_label_set_width_chars (GTK_LABEL (row->summary), 40);
  gtk_label_set_max_width_chars (GTK_LABEL (row->summary), 40);
  row->check = gtk_image_new_from_icon_name ("object-select-symbolic");
  gtk_widget_set_valign (row->check, GTK_ALIGN_CENTER);
  gtk_widget_set_hexpand (texts, TRUE);
  gtk_box_append (GTK_BOX (texts), row->name);
  gtk_box_append (GTK_BOX (texts), row->summary);
  gtk_box_append (GTK_BOX (line), texts);
  gtk_box_append (GTK_BOX (line), row->check);
  gtk_box_append (GTK_BOX (box), row->heading);
  gtk_box_append (GTK_BOX (box), line);
  gtk_list_item_set_child (item, box);
  g_object_set_data_full (G_OBJECT (box), "eqp-row", row, g_free);
  g_signal_connect_object (drop_down, "notify::selected", G_CALLBACK (selected_cb), item, G_CONNECT_SWAPPED);
}

static void
row_bind_cb (GtkDropDown *drop_down,
             GtkListItem *item)
{
  Row *row = get_row (item);
  EqpMethodItem *method = gtk_list_item_get_item (item);
  const char *family = method->solver->family == EQP_FAMILY_GRAPH ? _ ("Graph family: cut the neighbor graph")
                                                                  : _ ("k-means family: distances to centers");
  g_autofree char *description = g_strdup_printf ("%s. %s", family, _ (method->solver->summary));

  gtk_widget_set_visible (row->heading, method->first);
  gtk_label_set_label (GTK_LABEL (row->heading), family);
  gtk_label_set_label (GTK_LABEL (row->name), _ (method->solver->name));
  gtk_label_set_label (GTK_LABEL (row->summary), _ (method->solver->summary));
  gtk_accessible_update_property (GTK_ACCESSIBLE (row->name), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, -1);
  update_check (row);
}

static void
button_setup_cb (GtkDropDown *drop_down,
                 GtkListItem *item)
{
  GtkWidget *label = make_label (NULL, GTK_ACCESSIBLE_ROLE_LABEL);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_list_item_set_child (item, label);
}

static void
button_bind_cb (GtkDropDown *drop_down,
                GtkListItem *item)
{
  EqpMethodItem *method = gtk_list_item_get_item (item);

  gtk_label_set_label (GTK_LABEL (gtk_list_item_get_child (item)), _ (method->solver->name));
}

/* ---- The list --------------------------------------------------------------------------------------------------- */

static void
append (GListStore      *store,
        const EqpSolver *solver)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (store));
  g_autoptr (EqpMethodItem) last = n > 0 ? g_list_model_get_item (G_LIST_MODEL (store), n - 1) : NULL;
  g_autoptr (EqpMethodItem) item = g_object_new (EQP_TYPE_METHOD_ITEM, NULL);

  item->solver = solver;
  item->first = last == NULL || last->solver->family != solver->family;
  g_list_store_append (store, item);
}

static gboolean
have_same_methods (GListModel *a,
                   GListModel *b)
{
  guint n = g_list_model_get_n_items (a);

  if (n != g_list_model_get_n_items (b))
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (EqpMethodItem) one = g_list_model_get_item (a, i);
      g_autoptr (EqpMethodItem) other = g_list_model_get_item (b, i);

      if (one->solver != other->solver)
        return FALSE;
    }
  return TRUE;
}

/**
 * eqp_method_list_init:
 * @drop_down: a drop-down
 *
 * Makes @drop_down one of methods, all that there are. Nothing is selected of them yet but the first.
 */
void
eqp_method_list_init (GtkDropDown *drop_down)
{
  g_autoptr (GListStore) none = g_list_store_new (EQP_TYPE_METHOD_ITEM);
  g_autoptr (GtkListItemFactory) rows = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkListItemFactory) button = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkExpression) expression = gtk_property_expression_new (EQP_TYPE_METHOD_ITEM, NULL, "name");

  g_signal_connect_object (rows, "setup", G_CALLBACK (row_setup_cb), drop_down, G_CONNECT_SWAPPED);
  g_signal_connect_object (rows, "bind", G_CALLBACK (row_bind_cb), drop_down, G_CONNECT_SWAPPED);
  g_signal_connect_object (button, "setup", G_CALLBACK (button_setup_cb), drop_down, G_CONNECT_SWAPPED);
  g_signal_connect_object (button, "bind", G_CALLBACK (button_bind_cb), drop_down, G_CONNECT_SWAPPED);
  gtk_drop_down_set_expression (drop_down, expression);
  gtk_drop_down_set_factory (drop_down, button);
  gtk_drop_down_set_list_factory (drop_down, rows);
  gtk_drop_down_set_model (drop_down, G_LIST_MODEL (none));
  eqp_method_list_offer (drop_down, NULL, NULL);
}

/**
 * eqp_method_list_offer:
 * @drop_down: a drop-down with methods
 * @dataset: (nullable): the data; NULL: any
 * @chosen: (nullable): a method that is there in any case
 *
 * Offers the methods that can run on @dataset, family by family. What is selected afterwards is for the caller to say.
 */
void
eqp_method_list_offer (GtkDropDown     *drop_down,
                       EqpDataset      *dataset,
                       const EqpSolver *chosen)
{
  gsize n_solvers;
  const EqpSolver *const *solvers = eqp_solvers_get (&n_solvers);
  g_autoptr (GListStore) store = g_list_store_new (EQP_TYPE_METHOD_ITEM);

  for (int family = EQP_FAMILY_KMEANS; family <= EQP_FAMILY_GRAPH; family++)
    for (gsize i = 0; i < n_solvers; i++)
      if ((int) solvers[i]->family == family &&
          (dataset == NULL || solvers[i] == chosen || eqp_solver_fits (solvers[i], dataset)))
        append (store, solvers[i]);
  if (!have_same_methods (gtk_drop_down_get_model (drop_down), G_LIST_MODEL (store)))
    gtk_drop_down_set_model (drop_down, G_LIST_MODEL (store));
}

/**
 * eqp_method_list_get_selected:
 * @drop_down: a drop-down with methods
 *
 * Returns: (nullable): the method selected
 */
const EqpSolver *
eqp_method_list_get_selected (GtkDropDown *drop_down)
{
  EqpMethodItem *item = gtk_drop_down_get_selected_item (drop_down);

  return item != NULL ? item->solver : NULL;
}

/**
 * eqp_method_list_select:
 * @drop_down: a drop-down with methods
 * @solver: which to select
 */
void
eqp_method_list_select (GtkDropDown     *drop_down,
                        const EqpSolver *solver)
{
  GListModel *model = gtk_drop_down_get_model (drop_down);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (EqpMethodItem) item = g_list_model_get_item (model, i);

      if (item->solver == solver)
        gtk_drop_down_set_selected (drop_down, i);
    }
}
