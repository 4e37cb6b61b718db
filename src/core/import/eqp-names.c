/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the names of arrays say: features, labels, neither; train or test; a class. */
#include "config.h"

#include "eqp-names.h"

#include <string.h>

#include "eqp-roles.h"

/* What a name says in lower case without anything but letters and digits. */
static EqpNameRole
role_of (const char *word)
{
  static const char *const features[] = { "fea",    "feas",   "feat",    "feats",  "feature", "features",   "x",
                                          "xs",     "data",   "dat",     "image",  "images",  "img",        "imgs",
                                          "pixels", "sample", "samples", "points", "vectors", "input",      "inputs",
                                          "setx",   "xset",   "xall",    "allx",   "xdata",   "embeddings", NULL };

  if (g_strv_contains (features, word))
    return EQP_NAME_FEATURES;
  if (_eqp_roles_name_array (word))
    return EQP_NAME_LABELS;
  if (strstr (word, "idx") != NULL || g_str_has_suffix (word, "index") || g_str_has_suffix (word, "indices") ||
      g_str_has_suffix (word, "names") || strcmp (word, "id") == 0 || strcmp (word, "ids") == 0)
    return EQP_NAME_AUXILIARY;
  return EQP_NAME_ANY;
}

/* "labels" in "trainlabels". */
static gboolean
is_role (const char *word, gssize length)
{
  g_autofree char *lower = g_ascii_strdown (word, length);
  EqpNameRole role = role_of (lower);

  return role == EQP_NAME_FEATURES || role == EQP_NAME_LABELS;
}

static gboolean
is_boundary (char c)
{
  return c == '\0' || c == '_' || c == '-' || c == ' ' || g_ascii_isdigit (c);
}

/* Takes "train" and the like off the beginning or the end of a word, but leaves "values" and "latest" alone. */
static EqpNameSplit
take_split (const char *word, GString *rest)
{
  static const struct
  {
    const char *token;
    EqpNameSplit split;
  } tokens[] = {
    { "training", EQP_SPLIT_TRAIN },   { "train", EQP_SPLIT_TRAIN }, { "trn", EQP_SPLIT_TRAIN },
    { "testing", EQP_SPLIT_TEST },     { "test", EQP_SPLIT_TEST },   { "tst", EQP_SPLIT_TEST },
    { "validation", EQP_SPLIT_VALID }, { "valid", EQP_SPLIT_VALID }, { "val", EQP_SPLIT_VALID },
    { "dev", EQP_SPLIT_VALID },
  };
  gsize length = strlen (word);

  g_string_assign (rest, word);
  for (guint i = 0; i < G_N_ELEMENTS (tokens); i++)
    {
      gsize size = strlen (tokens[i].token);
      const char *tail;

      if (length < size)
        continue;
      tail = word + length - size;
      if (g_ascii_strncasecmp (word, tokens[i].token, size) == 0 &&
          (is_boundary (word[size]) || g_ascii_isupper (word[size]) || length == size + 1 || is_role (word + size, -1)))
        {
          g_string_erase (rest, 0, (gssize) size);
          return tokens[i].split;
        }
      if (g_ascii_strcasecmp (tail, tokens[i].token) == 0 &&
          (is_boundary (tail[-1]) || g_ascii_isupper (*tail) || length == size + 1 ||
           is_role (word, (gssize) (length - size))))
        {
          g_string_truncate (rest, length - size);
          return tokens[i].split;
        }
    }
  return EQP_SPLIT_NONE;
}

static void
append_plain (GString *plain, const char *text)
{
  for (; *text != '\0'; text++)
    if (g_ascii_isalnum (*text))
      g_string_append_c (plain, g_ascii_tolower (*text));
}

/* What describes the columns, or lies about, in files of AnnData. */
static gboolean
is_beside (const char *name)
{
  return g_str_has_prefix (name, "var/") || g_str_has_prefix (name, "varm/") || g_str_has_prefix (name, "uns/") ||
         g_str_has_prefix (name, "raw/var/");
}

/* @name: of an array, with the groups it is in: "train/data"; @split: whether it is a part for training or testing.
 * Returns the name without what tells train from test, the same for all parts. */
char *
_eqp_name_stem (const char *name, EqpNameSplit *split, EqpNameRole *role)
{
  g_auto (GStrv) words = g_strsplit_set (name, "/.", -1);
  g_autoptr (GString) stem = g_string_new (NULL);
  g_autoptr (GString) rest = g_string_new (NULL);
  g_autoptr (GString) plain = g_string_new (NULL);

  *split = EQP_SPLIT_NONE;
  for (guint i = 0; words[i] != NULL; i++)
    {
      EqpNameSplit found = take_split (words[i], rest);

      *split = found != EQP_SPLIT_NONE ? found : *split;
      g_string_append_c (stem, '/');
      append_plain (stem, rest->str);
      /* The last part that is more than "train" says what it is. */
      if (rest->len > 0)
        g_string_truncate (plain, 0);
      append_plain (plain, rest->str);
    }
  *role = is_beside (name) ? EQP_NAME_AUXILIARY : role_of (plain->str);
  return g_string_free (g_steal_pointer (&stem), FALSE);
}

