/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The classes of images, from the folders that they are in or from their names. */
#include "config.h"

#include "eqp-images-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/eqp-error.h"
#include "base/eqp-plural.h"
#include "base/eqp-sentence.h"
#include "import/eqp-image-file.h"

#define SEPARATORS "_-. "

/* The rows and what they could be classed by. */
typedef struct
{
  GPtrArray *paths;   /* char *, one a row; pages of one file have the same pointer */
  gsize      common;  /* characters of all paths up to where the folders begin to differ */
  guint      files;
} Paths;

static gboolean
is_split (const char *word)
{
  static const char *const splits[] = { "train", "training",   "trn", "test",   "testing", "tst", "val",
                                        "valid", "validation", "dev", "images", "data",    NULL };
  g_autofree char *lower = g_ascii_strdown (word, -1);

  return g_strv_contains (splits, lower);
}

/* The first folder below those that only divide into train and test; NULL for images that are in none. */
static char *
class_of_folder (const char *path)
{
  g_auto (GStrv) words = g_strsplit (path, "/", -1);
  guint n = g_strv_length (words), i = 0;

  while (i + 2 < n && is_split (words[i]))
    i++;
  return i + 1 < n ? g_strdup (words[i]) : NULL;
}

/* The name without its folder and ending, such as "subject01.happy" of files without one. */
static char *
stem_of (const char *path)
{
  const char *base = strrchr (path, '/'), *ending = _eqp_image_file_ending (path);

  base = base != NULL ? base + 1 : path;
  return ending != NULL && ending > base ? g_strndup (base, (gsize) (ending - base)) : g_strdup (base);
}

/* What stands before the first separator of the name, or the letters before its digits. */
static char *
class_of_name (const char *path)
{
  g_autofree char *stem = stem_of (path);
  gsize length = strcspn (stem, SEPARATORS);

  if (stem[length] == '\0')
    length = strcspn (stem, "0123456789");
  return length > 0 && stem[length] != '\0' ? g_strndup (stem, length) : NULL;
}

/* Where the folders begin to differ: one around all of them tells nothing. */
static gsize
common_folders (GPtrArray *paths)
{
  const char *first = g_ptr_array_index (paths, 0);
  gsize common = 0;

  for (const char *slash = strchr (first, '/'); slash != NULL; slash = strchr (slash + 1, '/'))
    {
      gsize length = (gsize) (slash - first) + 1;

      for (guint i = 1; i < paths->len; i++)
        if (strncmp (g_ptr_array_index (paths, i), first, length) != 0)
          return common;
      common = length;
    }
  return common;
}

/* Numbers the classes of all rows; FALSE when one has none. */
static gboolean
number_classes (const Paths *self, char *(*class_of) (const char *path), EqpLabelTable *names, gint32 *labels)
{
  for (guint i = 0; i < self->paths->len; i++)
    {
      const char *path = g_ptr_array_index (self->paths, i);
      g_autofree char *name = class_of (path + self->common);

      if (name == NULL)
        return FALSE;
      labels[i] = eqp_label_table_add (names, name);
    }
  return TRUE;
}

/* Fits when every image has a class and classes are met again and again. */
static gboolean
try_classes (const Paths *self, char *(*class_of) (const char *path), EqpDatasetParts *parts)
{
  g_auto (EqpLabelTable) names = { 0 };
  g_autofree gint32 *labels = g_new (gint32, self->paths->len);

  eqp_label_table_init (&names);
  if (!number_classes (self, class_of, &names, labels) || names.names->len < 2 ||
      (class_of == class_of_name && names.names->len * 2 > self->files))
    return FALSE;
  parts->labels = g_steal_pointer (&labels);
  parts->class_names = eqp_label_table_settle (&names, self->paths->len, parts->labels);
  return TRUE;
}

/* Folders such as "train" and "test", whose images are taken together. */
static void
tell_splits (const Paths *self, EqpDatasetParts *parts)
{
  for (guint i = 0; i < self->paths->len; i++)
    {
      g_auto (GStrv) words = g_strsplit ((const char *) g_ptr_array_index (self->paths, i) + self->common, "/", 3);

      if (g_strv_length (words) < 3 || !is_split (words[0]))
        continue;
      eqp_note (&parts->decisions,
                _ ("Folders such as “%s” only divide the images, which were taken together; open one of them to have "
                   "its images alone."),
                words[0]);
      return;
    }
}

/* @paths: below the folder, one a row; pages of one file have the same pointer; @options: labels: "folder", "name",
 * "none", or NULL for a guess. */
gboolean
_eqp_images_choose_labels (const char             *folder,
                           GPtrArray              *paths,
                           const EqpImportOptions *options,
                           EqpDatasetParts        *parts,
                           GError                **error)
{
  static const EqpWay ways[] = { { "folder", N_ ("the folders that the images are in") },
                                 { "name", N_ ("the file names") },
                                 { "none", N_ ("no labels") } };
  const char *asked = options->labels;
  gboolean by_folder = asked == NULL || strcmp (asked, "folder") == 0;
  gboolean by_name = asked == NULL || strcmp (asked, "name") == 0;
  g_autofree char *evidence = NULL;
  Paths self = { paths, common_folders (paths) };
  guint chosen = 2;

  for (guint i = 0; i < paths->len; i++)
    self.files += i == 0 || paths->pdata[i] != paths->pdata[i - 1];
  if (by_folder && try_classes (&self, class_of_folder, parts))
    {
      evidence =
          eqp_sentence_dup (eqp_ngettext ("The %u image is in %u folders.",
                                          "The %u images are in %u folders.", paths->len),
                            paths->len, g_strv_length (parts->class_names));
      tell_splits (&self, parts);
      chosen = 0;
    }
  else if (by_name && try_classes (&self, class_of_name, parts))
    {
      evidence = eqp_sentence_dup (_ ("The names of the %u images begin in %u ways, such as “%s”."), paths->len,
                                   g_strv_length (parts->class_names), parts->class_names[0]);
      chosen = 1;
    }
  else if (asked == NULL)
    evidence = g_strdup (_ ("Not all images are in folders of their own, and their names begin alike or each in its "
                            "own way."));
  else if (strcmp (asked, "none") == 0)
    evidence = g_strdup (_ ("It was given."));
  else if (by_folder || by_name)
    return eqp_refuse (error, EQP_ERROR_INVALID_PARAM,
                       _ ("%s: the %s of the images do not tell classes that come again; choose other labels or "
                          "none."),
                       folder, by_name ? "names" : "folders");
  else
    return eqp_refuse (error, EQP_ERROR_INVALID_PARAM,
                       _ ("%s: the labels of images are their folders (“folder”), their names (“name”), or none; “%s” "
                          "is not possible."),
                       folder, asked);
  _eqp_settle_among (parts, eqp_decision_new ("labels", "%s", evidence), asked != NULL, chosen, ways,
                     G_N_ELEMENTS (ways));
  return TRUE;
}
