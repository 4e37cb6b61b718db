/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A folder of images: one row an image, the class from the folder it is in or from the beginning of its name.
 * Formats are told by content; images are decoded by gdk-pixbuf. */
#include "config.h"

#include "eqp-readers-private.h"

#include <gdk-pixbuf/gdk-pixbuf.h>
#include <string.h>

#include "../base/eqp-error.h"
#include "eqp-image-file.h"
#include "eqp-memory.h"
#include "eqp-store.h"
#include "eqp-unread.h"

#define DEEPEST 12
#define MOST_FILES 2000000
#define MOST_FILE_BYTES (256 << 20)
#define MOST_PIXELS (1 << 26)

/* Of an image, before its size is known and after it. */
#define SIZE_BYTES 2048
#define PIECE_BYTES 65536

typedef struct
{
  char  *path;    /* below the folder, in UTF-8 */
  GFile *file;
} Image;

typedef struct
{
  const EqpImportOptions *options;
  const EqpProgress      *progress;
  GCancellable           *cancellable;
  gint64                  reported;
  char                   *name;       /* of the folder */
  GPtrArray              *images;     /* Image, in natural order */
  GPtrArray              *loaded;     /* Image, the ones that are rows */
  EqpStore               *store;
  gint                    width;
  gint                    height;
  gint64                  links;      /* to folders, not followed */
  gint64                  others;     /* files that are no images */
  char                   *first_other; /* what the first of them is */
  gint64                  nowhere;    /* links to what is not there, pipes, devices */
  gint64                  deep;       /* with more than 8 bits a sample */
  gint64                  more_pages;
  gint64                  damaged;
  char                   *first_damaged;
  gint64                  colored;
  gint64                  transparent;
  gint64                  resized;
  EqpDatasetParts         parts;
} Images;

static void
image_free (gpointer data)
{
  Image *image = data;

  g_free (image->path);
  g_object_unref (image->file);
  g_free (image);
}

static void
images_clear (Images *self)
{
  g_free (self->name);
  g_free (self->first_damaged);
  g_free (self->first_other);
  g_ptr_array_unref (self->loaded);
  g_ptr_array_unref (self->images);
  eqp_store_free (self->store);
  eqp_dataset_parts_clear (&self->parts);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Images, images_clear)

static gboolean
go_on (Images *self, double fraction, GError **error)
{
  if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
    return FALSE;
  _eqp_tell_progress (self->progress, &self->reported, EQP_STAGE_READ, fraction, self->name);
  return TRUE;
}

static gboolean
list_folder (Images *self, GFile *folder, const char *below, int depth, GError **error)
{
  g_autoptr (GFileEnumerator) children = NULL;
  g_autoptr (GError) cause = NULL;

  if (depth > DEEPEST)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_UNSUPPORTED, "%s: there are folders within more than %d others; open a folder nearer to the images.", self->name, DEEPEST);
      return FALSE;
    }
  children = g_file_enumerate_children (folder,
                                        G_FILE_ATTRIBUTE_STANDARD_NAME "," G_FILE_ATTRIBUTE_STANDARD_TYPE "," G_FILE_ATTRIBUTE_STANDARD_IS_HIDDEN,
                                        G_FILE_QUERY_INFO_NOFOLLOW_SYMLINKS, self->cancellable, &cause);
  for (;;)
    {
      GFileInfo *info = NULL;
      GFile *child = NULL;
      GFileType type;
      g_autofree char *name = NULL, *path = NULL;

      if (children == NULL || !g_file_enumerator_iterate (children, &info, &child, self->cancellable, &cause))
        {
          if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_CANCELLED))
            g_propagate_error (error, g_steal_pointer (&cause));
          else
            g_set_error (error, G_IO_ERROR, cause->code, "The folder “%s%s%s” could not be listed: %s.",
                         self->name, *below != '\0' ? "/" : "", below, cause->message);
          return FALSE;
        }
      if (info == NULL)
        return TRUE;
      if (!go_on (self, -1.0, error))
        return FALSE;
      if (g_file_info_get_is_hidden (info))
        continue;

      type = g_file_info_get_file_type (info);
      name = g_filename_display_name (g_file_info_get_name (info));
      path = *below != '\0' ? g_strconcat (below, "/", name, NULL) : g_strdup (name);
      if (type == G_FILE_TYPE_SYMBOLIC_LINK)
        {
          type = g_file_query_file_type (child, G_FILE_QUERY_INFO_NONE, self->cancellable);
          /* Links to folders may run in circles. */
          if (type == G_FILE_TYPE_DIRECTORY)
            {
              self->links++;
              continue;
            }
        }
      if (type == G_FILE_TYPE_DIRECTORY)
        {
          if (!list_folder (self, child, path, depth + 1, error))
            return FALSE;
        }
      else if (type == G_FILE_TYPE_REGULAR)
        {
          Image *image;

          if (self->images->len == MOST_FILES)
            {
              g_set_error (error, EQP_ERROR, EQP_ERROR_TOO_LARGE, "%s: there are more than %d files in the folder; open a smaller one.", self->name, MOST_FILES);
              return FALSE;
            }
          image = g_new0 (Image, 1);
          image->path = g_steal_pointer (&path);
          image->file = g_object_ref (child);
          g_ptr_array_add (self->images, image);
        }
      else
        {
          _eqp_log (&self->parts, &(EqpLedgerEntry) { EQP_LEDGER_ROW_DROPPED, .before = path, .after = (char *) "a link to nothing, a pipe or a device" });
          self->nowhere++;
        }
    }
}

static int
compare_images (gconstpointer a, gconstpointer b)
{
  return eqp_natural_compare ((*(Image *const *) a)->path, (*(Image *const *) b)->path);
}

/* The size as the file announces it; too large an image is given up before it takes memory. */
static void
size_prepared_cb (GdkPixbufLoader *loader, int width, int height, gpointer user_data)
{
  EqpImageFile *file = user_data;

  if (width < 1 || height < 1 || (gint64) width * height > MIN (MOST_PIXELS, file->most_pixels))
    {
      file->most_pixels = -1;
      gdk_pixbuf_loader_set_size (loader, 0, 0);
    }
}

static GdkPixbuf *
decode (Images *self, const guint8 *bytes, gsize length, EqpImageFile *file)
{
  g_autoptr (GdkPixbufLoader) loader = gdk_pixbuf_loader_new_with_mime_type (file->type, NULL);
  g_autoptr (GdkPixbuf) upright = NULL;
  GdkPixbuf *pixbuf;
  gboolean done = TRUE;

  if (loader == NULL)
    return NULL;
  g_signal_connect (loader, "size-prepared", G_CALLBACK (size_prepared_cb), file);
  /* The size stands at the beginning; behind one that is refused nothing is unpacked. */
  for (gsize at = 0, piece = SIZE_BYTES; at < length && done && file->most_pixels >= 0 && !g_cancellable_is_cancelled (self->cancellable); at += piece, piece = PIECE_BYTES)
    done = gdk_pixbuf_loader_write (loader, bytes + at, MIN (piece, length - at), NULL);
  done = gdk_pixbuf_loader_close (loader, NULL) && done;
  pixbuf = done && file->most_pixels >= 0 ? gdk_pixbuf_loader_get_pixbuf (loader) : NULL;
  if (pixbuf == NULL || gdk_pixbuf_get_bits_per_sample (pixbuf) != 8)
    return NULL;

  upright = gdk_pixbuf_apply_embedded_orientation (pixbuf);
  if (self->options->image_width > 0 && upright != NULL
      && (gdk_pixbuf_get_width (upright) != self->width || gdk_pixbuf_get_height (upright) != self->height))
    {
      self->resized++;
      return gdk_pixbuf_scale_simple (upright, self->width, self->height, GDK_INTERP_BILINEAR);
    }
  return g_steal_pointer (&upright);
}

/* Gray as the eye weighs red, green and blue (ITU-R BT.601); transparent pixels become black. */
static void
put_pixels (Images *self, GdkPixbuf *pixbuf, guint8 *row)
{
  int channels = gdk_pixbuf_get_n_channels (pixbuf), stride = gdk_pixbuf_get_rowstride (pixbuf);
  const guint8 *pixels = gdk_pixbuf_read_pixels (pixbuf);
  gboolean colored = FALSE, transparent = FALSE;

  for (gint y = 0; y < self->height; y++)
    for (gint x = 0; x < self->width; x++)
      {
        const guint8 *pixel = pixels + (gsize) y * (gsize) stride + (gsize) x * (gsize) channels;
        guint gray = pixel[0];

        if (pixel[0] != pixel[1] || pixel[0] != pixel[2])
          {
            gray = (299u * pixel[0] + 587u * pixel[1] + 114u * pixel[2] + 500u) / 1000u;
            colored = TRUE;
          }
        if (channels == 4 && pixel[3] != 255)
          {
            gray = (gray * pixel[3] + 127) / 255;
            transparent = TRUE;
          }
        row[(gsize) y * (gsize) self->width + (gsize) x] = (guint8) gray;
      }
  self->colored += colored;
  self->transparent += transparent;
}

static void
decode_bytes (const void *items, gint64 n, double *values)
{
  for (gint64 i = 0; i < n; i++)
    values[i] = ((const guint8 *) items)[i];
}

static gboolean
leave_out (Images *self, Image *image, const char *why, GError **error)
{
  if (self->options->missing == EQP_MISSING_REFUSE)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_DATA, "%s: the image “%s” %s; mend or remove it.", self->name, image->path, why);
      return FALSE;
    }
  _eqp_log (&self->parts, &(EqpLedgerEntry) { EQP_LEDGER_ROW_DROPPED, .before = image->path, .after = (char *) why });
  if (self->damaged++ == 0)
    self->first_damaged = g_strdup_printf ("“%s” %s", image->path, why);
  return TRUE;
}

static gboolean
check_memory (Images *self, GError **error)
{
  gint64 n = self->images->len - self->others, pixels = (gint64) self->width * self->height;
  double needed = (double) n * (double) pixels * sizeof (float);
  g_autofree char *needed_text = _eqp_gigabytes (needed), *free_text = _eqp_gigabytes ((double) _eqp_usable_memory ());

  if (needed <= (double) _eqp_usable_memory ())
    return _eqp_check_memory (self->name, n, pixels, sizeof (float), error);
  g_set_error (error, EQP_ERROR, EQP_ERROR_TOO_LARGE,
               "%s: %" G_GINT64_FORMAT " images of %d × %d pixels take %s of memory, and no more than %s can be used; choose a smaller size for them (such as --image-width 64 --image-height 64), or open fewer.",
               self->name, n, self->width, self->height, needed_text, free_text);
  return FALSE;
}

static gboolean
add_pixbuf (Images *self, Image *image, GdkPixbuf *pixbuf, GError **error)
{
  gint width = gdk_pixbuf_get_width (pixbuf), height = gdk_pixbuf_get_height (pixbuf);
  guint8 *row;

  if (self->store == NULL)
    {
      self->width = width;
      self->height = height;
      if (!check_memory (self, error))
        return FALSE;
      self->store = eqp_store_new ((gint64) width * height, 1, decode_bytes);
      eqp_store_set_cancellable (self->store, self->cancellable);
    }
  if (width != self->width || height != self->height)
    {
      const Image *first = g_ptr_array_index (self->loaded, 0);

      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_DATA,
                   "%s: “%s” has %d × %d pixels, but “%s” has %d × %d; choose a common size for the images (such as --image-width %d --image-height %d).",
                   self->name, image->path, width, height, first->path, self->width, self->height, self->width, self->height);
      return FALSE;
    }
  row = eqp_store_append (self->store, error);
  if (row == NULL)
    return FALSE;
  put_pixels (self, pixbuf, row);
  g_ptr_array_add (self->loaded, image);
  return TRUE;
}

static char *
describe_other (const Image *image, const guint8 *bytes, gsize length)
{
  EqpProbe probe = { bytes, .head_length = length };
  const char *advice, *kind = _eqp_unread_look (&probe, &advice);

  return kind != NULL ? g_strdup_printf ("“%s” is %s; %s", image->path, kind, advice) : g_strdup_printf ("“%s” is no image; open such a file by itself", image->path);
}

/* The bytes of a file that is an image; NULL without an error for others. */
static gboolean
load_bytes (Images *self, Image *image, GBytes **bytes, GError **error)
{
  g_autoptr (GFileInputStream) stream = g_file_read (image->file, self->cancellable, error);
  guint8 *data = g_malloc (4096);
  gsize length = 0, room = 4096;
  gboolean known = FALSE;
  EqpImageFile kind;

  *bytes = NULL;
  while (stream != NULL)
    {
      gssize got = g_input_stream_read (G_INPUT_STREAM (stream), data + length, room - length, self->cancellable, error);

      if (got < 0)
        break;
      known = known || _eqp_image_file_look (data, (gsize) got, &kind);
      length += (gsize) got;
      if (!known || got == 0 || length > MOST_FILE_BYTES)
        {
          if (!known && self->first_other == NULL)
            self->first_other = describe_other (image, data, length);
          if (known)
            *bytes = g_bytes_new_take (g_steal_pointer (&data), length);
          g_free (data);
          return TRUE;
        }
      if (length == room)
        data = g_realloc (data, room *= 4);
    }
  g_free (data);
  if (error != NULL && *error != NULL && !g_error_matches (*error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_prefix_error (error, "%s: “%s” could not be read: ", self->name, image->path);
  return FALSE;
}

static gboolean
load_image (Images *self, Image *image, GError **error)
{
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GdkPixbuf) pixbuf = NULL;
  EqpImageFile kind;

  if (!load_bytes (self, image, &bytes, error))
    return FALSE;
  if (bytes == NULL)
    {
      self->others++;
      return TRUE;
    }
  _eqp_image_file_look (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), &kind);
  if (!kind.whole)
    return leave_out (self, image, "breaks off before its end", error);
  pixbuf = decode (self, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), &kind);
  if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
    return FALSE;
  if (pixbuf == NULL)
    return leave_out (self, image, kind.most_pixels < 0 ? "has too many pixels for its size or to be read" : "is damaged or of an unknown kind", error);
  self->deep += kind.deep;
  self->more_pages += kind.more_pages;
  return add_pixbuf (self, image, pixbuf, error);
}

static gboolean
is_split (const char *word)
{
  static const char *const splits[] = { "train", "training", "trn", "test", "testing", "tst", "val", "valid", "validation", "dev", "images", "data", NULL };
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

/* What stands before the first separator of the name, or the letters before its digits. */
static char *
class_of_name (const char *path)
{
  const char *base = strrchr (path, '/');
  g_autofree char *stem = g_strdup (base != NULL ? base + 1 : path);
  char *dot = strrchr (stem, '.');
  gsize length;

  if (dot != NULL && dot != stem)
    *dot = '\0';
  length = strcspn (stem, "_-. ");
  if (stem[length] == '\0')
    for (length = 0; stem[length] != '\0' && !g_ascii_isdigit (stem[length]);)
      length++;
  return length > 0 && stem[length] != '\0' ? g_strndup (stem, length) : NULL;
}

/* Where the folders begin to differ: one around all of them tells nothing. */
static gsize
common_folders (Images *self)
{
  const char *first = ((const Image *) g_ptr_array_index (self->loaded, 0))->path;
  gsize common = 0;

  for (const char *slash = strchr (first, '/'); slash != NULL; slash = strchr (slash + 1, '/'))
    {
      gsize length = (gsize) (slash - first) + 1;

      for (guint i = 1; i < self->loaded->len; i++)
        if (strncmp (((const Image *) g_ptr_array_index (self->loaded, i))->path, first, length) != 0)
          return common;
      common = length;
    }
  return common;
}

/* Fits when every image has a class and classes are met again and again. */
static gboolean
try_classes (Images *self, char *(*class_of) (const char *path))
{
  g_auto (EqpLabelTable) names = { 0 };
  g_autofree gint32 *labels = g_new (gint32, self->loaded->len);
  gsize common = common_folders (self);

  eqp_label_table_init (&names);
  for (guint i = 0; i < self->loaded->len; i++)
    {
      const Image *image = g_ptr_array_index (self->loaded, i);
      g_autofree char *name = class_of (image->path + common);

      if (name == NULL)
        return FALSE;
      labels[i] = eqp_label_table_add (&names, name);
    }
  if (names.names->len < 2 || (class_of == class_of_name && names.names->len * 2 > self->loaded->len))
    return FALSE;
  self->parts.labels = g_steal_pointer (&labels);
  self->parts.class_names = eqp_label_table_settle (&names, self->loaded->len, self->parts.labels);
  return TRUE;
}

static void
tell_labels (Images *self, const char *chosen, const char *evidence, gboolean asked)
{
  static const struct { const char *value, *title; } ways[] = {
    { "folder", "the folders that the images are in" }, { "name", "the beginnings of the file names" }, { "none", "no labels" }
  };
  EqpDecision *decision = eqp_decision_new ("labels", "%s", evidence);

  decision->asked = asked;
  for (int pass = 0; pass < 2; pass++)
    for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
      if (g_str_equal (ways[i].value, chosen) == (pass == 0))
        eqp_decision_offer (decision, "labels", ways[i].value, "%s", ways[i].title);
  _eqp_settle (&self->parts, decision);
}

static gboolean
choose_labels (Images *self, GError **error)
{
  const char *asked = self->options->labels;
  g_autofree char *evidence = NULL;

  if (asked != NULL && strcmp (asked, "none") == 0)
    {
      tell_labels (self, "none", "It was given.", TRUE);
      return TRUE;
    }
  if (asked != NULL && strcmp (asked, "folder") != 0 && strcmp (asked, "name") != 0)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM, "%s: the labels of images are their folders (“folder”), the beginnings of their names (“name”), or none; “%s” is not possible.",
                   self->name, asked);
      return FALSE;
    }
  if ((asked == NULL || strcmp (asked, "folder") == 0) && try_classes (self, class_of_folder))
    {
      evidence = g_strdup_printf ("The %u images are in %u folders.", self->loaded->len, g_strv_length (self->parts.class_names));
      tell_labels (self, "folder", evidence, asked != NULL);
      eqp_note (&self->parts.decisions, "Labels: the folders that the images are in; the runner-up: the beginnings of their names.");
    }
  else if ((asked == NULL || strcmp (asked, "name") == 0) && try_classes (self, class_of_name))
    {
      evidence = g_strdup_printf ("The names of the %u images begin in %u ways, such as “%s”.", self->loaded->len, g_strv_length (self->parts.class_names), self->parts.class_names[0]);
      tell_labels (self, "name", evidence, asked != NULL);
      eqp_note (&self->parts.decisions, "Labels: the beginnings of the file names, such as “%s”; the runner-up: no labels.", self->parts.class_names[0]);
    }
  else if (asked != NULL)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM, "%s: the %s of the images do not tell classes that come again; choose other labels or none.",
                   self->name, strcmp (asked, "name") == 0 ? "names" : "folders");
      return FALSE;
    }
  else
    {
      tell_labels (self, "none", "The images are in one folder, and their names begin alike or each in its own way.", FALSE);
      eqp_note (&self->parts.decisions, "Neither the folders nor the names of the images tell classes.");
    }
  return TRUE;
}

static void
note_number (Images *self, gint64 number, const char *one, const char *many)
{
  if (number > 0)
    eqp_note (&self->parts.decisions, "%" G_GINT64_FORMAT " %s.", number, number == 1 ? one : many);
}

static gboolean
load_all (Images *self, GError **error)
{
  guint step = 1;

  /* A look takes images from all folders. */
  if (self->options->max_rows > 0)
    step = (guint) MAX (1, ((gint64) self->images->len + self->options->max_rows - 1) / self->options->max_rows);
  for (guint i = 0; i < self->images->len; i += step)
    if (!go_on (self, (double) i / (double) self->images->len, error) || !load_image (self, g_ptr_array_index (self->images, i), error))
      return FALSE;

  if (self->store == NULL)
    {
      if (self->damaged > 0)
        g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_DATA, "%s: none of the %" G_GINT64_FORMAT " images can be read; %s.",
                     self->name, self->damaged, self->first_damaged);
      else
        g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_DATA,
                     "%s: there are no images (PNG, JPEG, TIFF, PGM, PPM) in this folder; %s.",
                     self->name, self->first_other != NULL ? self->first_other : "open the folder that has them, or a single file with the data");
      return FALSE;
    }
  return TRUE;
}

static EqpDataset *
images_read (GFile *file, const EqpImportOptions *options, const EqpProgress *progress, GCancellable *cancellable, GError **error)
{
  static const EqpImportOptions guess = { 0 };
  g_auto (Images) self = { 0 };
  g_autofree char *base = g_file_get_basename (file);

  self.options = options != NULL ? options : &guess;
  self.progress = progress;
  self.cancellable = cancellable;
  self.name = g_filename_display_name (base);
  _eqp_parts_watch (&self.parts, progress, self.name);
  self.images = g_ptr_array_new_with_free_func (image_free);
  self.loaded = g_ptr_array_new ();
  self.width = self.options->image_width;
  self.height = self.options->image_height;
  if (self.width < 0 || self.height < 0 || (self.width == 0) != (self.height == 0) || (gint64) self.width * self.height > MOST_PIXELS)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM, "The size of images has to be two whole numbers above 0, such as 32 × 32, not %d × %d.", self.width, self.height);
      return NULL;
    }

  if (!list_folder (&self, file, "", 0, error))
    return NULL;
  g_ptr_array_sort (self.images, compare_images);
  if (!load_all (&self, error) || !choose_labels (&self, error))
    return NULL;

  note_number (&self, self.others, "file that is no image was left out", "files that are no images were left out");
  note_number (&self, self.links, "link to a folder was not followed", "links to folders were not followed");
  note_number (&self, self.nowhere, "link to nothing, pipe or device was left out", "links to nothing, pipes or devices were left out");
  if (self.deep > 0)
    eqp_note (&self.parts.findings, "%" G_GINT64_FORMAT " image%s more than 8 bits a pixel, of which the upper 8 were taken; save the pixels as NPY or MAT to keep them all.",
              self.deep, self.deep == 1 ? " has" : "s have");
  if (self.more_pages > 0)
    eqp_note (&self.parts.findings, "%" G_GINT64_FORMAT " image%s several pages, of which the first was taken; save each page as a file to have them all.",
              self.more_pages, self.more_pages == 1 ? " has" : "s have");
  note_number (&self, self.colored, "image has colors and was made gray", "images have colors and were made gray");
  note_number (&self, self.transparent, "image is transparent in places, which became black", "images are transparent in places, which became black");
  if (self.resized > 0)
    eqp_note (&self.parts.decisions, "%" G_GINT64_FORMAT " image%s resized to %d × %d pixels.", self.resized, self.resized == 1 ? " was" : "s were", self.width, self.height);
  if (self.damaged > 0)
    eqp_note (&self.parts.findings, "%" G_GINT64_FORMAT " image%s left out; the first: %s.", self.damaged, self.damaged == 1 ? " was" : "s were", self.first_damaged);
  if (!go_on (&self, 1.0, error) || !eqp_store_finish (self.store, NULL, NULL, &self.parts, error))
    return NULL;

  self.parts.image_width = self.width;
  self.parts.image_height = self.height;
  self.parts.name = g_strdup (self.name);
  self.parts.source = g_file_get_parse_name (file);
  self.parts.format = g_strdup ("images");
  return eqp_dataset_new_cancellable (&self.parts, cancellable, error);
}

/* A folder has no first bytes; the door knows it by its type. */
static int
images_sniff (const EqpProbe *probe)
{
  return 0;
}

const EqpReader _eqp_reader_images = {
  .id = "images",
  .name = "Folder of images",
  .suffixes = "",
  .sniff = images_sniff,
  .read = images_read,
};
