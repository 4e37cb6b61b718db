/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A folder or an archive of images: one row an image, the class from the folder it is in or from its name. Formats are
 * told by content; values stay as the files have them, with 8 or 16 bits or floating point, the same in all images. */
#include "config.h"

#include "base/eqp-sentence.h"
#include "import/eqp-readers-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "base/eqp-error.h"
#include "eqp-image-private.h"
#include "eqp-images-private.h"
#include "base/eqp-memory.h"
#include "base/eqp-plural.h"
#include "import/eqp-store.h"
#include "import/eqp-unread.h"

#define MOST_SIDE 8192

typedef struct
{
  char   *path;    /* below the folder, in UTF-8 */
  GFile  *file;    /* NULL: it comes from an archive, */
  GBytes *bytes;   /* which gave these */
} Image;

/* A row, and what was done to it. */
typedef struct
{
  Image   *image;
  gint     page;
  guint    done;        /* a bit for each of changes[] */
} Row;

/* What is done to images, as the list of changes says it, and what is a finding as well. */
static const struct
{
  const char *change;
  const char *one;
  const char *many;
} changes[] = {
  { N_ ("made gray"), NULL, NULL },
  { N_ ("put on black"), NULL, NULL },
  { N_ ("turned upright"), NULL, NULL },
  { N_ ("further channels left out"),
    EQP_PLURAL ("%" PRId64 " image has channels beside the colors, which were left out.",
                "%" PRId64 " images have channels beside the colors, which were left out.") },
  { N_ ("rounded"), NULL, NULL },
  { N_ ("damaged in places"),
    EQP_PLURAL ("%" PRId64 " image is damaged in places and was taken as it could be read; the list of changes names "
                "it.",
                "%" PRId64 " images are damaged in places and were taken as they could be read; the list of changes "
                "names them.") },
  { N_ ("resized"), NULL, NULL },
};

/* Things that are counted and of which the first is named. */
typedef struct
{
  gint64  count;
  char   *first;
} Tally;

typedef struct
{
  const EqpImportOptions *options;
  const EqpProgress      *progress;
  GCancellable           *cancellable;
  gint64                  reported;
  char                   *name;       /* of the folder */
  GPtrArray              *images;     /* Image, in natural order */
  GArray                 *rows;       /* Row */
  EqpStore               *store;
  gint                    width;
  gint                    height;
  double                  white;      /* of all images; 0: none */
  Image                  *image;      /* that is being decoded, */
  gint                    page_width; /* the size of its first page, */
  gint                    page_height;
  GError                 *error;      /* and what stopped that */
  gint64                  others;     /* files that are no images */
  Tally                   damaged;
  Tally                   paged;      /* files of several pages */
  EqpDatasetParts         parts;
} Images;

static void
image_free (gpointer data)
{
  Image *image = data;

  g_free (image->path);
  g_clear_object (&image->file);
  g_clear_pointer (&image->bytes, g_bytes_unref);
  g_free (image);
}

static void
images_clear (Images *self)
{
  Tally *tallies[] = { &self->damaged, &self->paged };

  for (guint i = 0; i < G_N_ELEMENTS (tallies); i++)
    g_free (tallies[i]->first);
  g_free (self->name);
  g_clear_error (&self->error);
  g_array_unref (self->rows);
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
  _eqp_tell_stage (self->progress, &self->reported, EQP_STAGE_READ, fraction, self->name);
  return TRUE;
}

/* Takes @first over. */
static void
count (Tally *tally, char *first)
{
  if (tally->count++ == 0)
    tally->first = first;
  else
    g_free (first);
}

static void
set_aside (Images *self, const char *path, const char *why)
{
  _eqp_log (&self->parts, &(EqpLedgerEntry){ EQP_LEDGER_FILE_SKIPPED, .before = (char *) path, .after = (char *) why });
}

/* An image that cannot be had. */
static gboolean
leave_out (Images *self, const char *name, const char *why, GError **error)
{
  if (self->options->missing == EQP_MISSING_REFUSE)
    return eqp_refuse (error, EQP_ERROR_INVALID_DATA, _ ("%s: the image “%s” %s; mend or remove it."), self->name, name,
                       why);
  _eqp_log (&self->parts, &(EqpLedgerEntry) { EQP_LEDGER_ROW_DROPPED, .before = (char *) name, .after = (char *) why });
  count (&self->damaged, g_strdup_printf ("“%s” %s", name, why));
  return TRUE;
}

static void
add_image (Images *self, const char *path, GFile *file, GBytes *bytes)
{
  Image *image = g_new0 (Image, 1);

  image->path = g_strdup (path);
  image->file = file != NULL ? g_object_ref (file) : NULL;
  image->bytes = bytes != NULL ? g_bytes_ref (bytes) : NULL;
  g_ptr_array_add (self->images, image);
}

static gboolean
list_folder (Images *self, GFile *folder, const char *below, GError **error)
{
  g_autoptr (GFileEnumerator) children = NULL;
  g_autoptr (GError) cause = NULL;
  guint any = 0;

  children = g_file_enumerate_children (
      folder,
      G_FILE_ATTRIBUTE_STANDARD_NAME "," G_FILE_ATTRIBUTE_STANDARD_TYPE "," G_FILE_ATTRIBUTE_STANDARD_IS_HIDDEN
                                     "," G_FILE_ATTRIBUTE_STANDARD_IS_SYMLINK,
      G_FILE_QUERY_INFO_NONE, self->cancellable, &cause);
  for (;;)
    {
      GFileInfo *info = NULL;
      GFile *child = NULL;
      GFileType type;
      gboolean link;
      g_autofree char *name = NULL, *path = NULL;

      if (children == NULL || !g_file_enumerator_iterate (children, &info, &child, self->cancellable, &cause))
        {
          if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_CANCELLED))
            g_propagate_error (error, g_steal_pointer (&cause));
          else
            g_set_error (error, G_IO_ERROR, cause->code, _ ("The folder “%s%s%s” could not be listed: %s."),
                         self->name, *below != '\0' ? "/" : "", below, cause->message);
          return FALSE;
        }
      if (info == NULL)
        {
          if (any == 0 && *below != '\0')
            set_aside (self, below, _ ("is an empty folder"));
          return TRUE;
        }
      if (!go_on (self, -1.0, error))
        return FALSE;

      type = g_file_info_get_file_type (info);
      link = g_file_info_get_is_symlink (info);
      name = g_filename_display_name (g_file_info_get_name (info));
      path = *below != '\0' ? g_strconcat (below, "/", name, NULL) : g_strdup (name);
      any += !g_file_info_get_is_hidden (info);
      if (g_file_info_get_is_hidden (info))
        set_aside (self, path, _ ("is hidden"));
      else if (type == G_FILE_TYPE_REGULAR)
        add_image (self, path, child, NULL);
      /* Links to folders may run in circles. */
      else if (type == G_FILE_TYPE_DIRECTORY && link)
        set_aside (self, path, _ ("is a link to a folder"));
      else if (type == G_FILE_TYPE_DIRECTORY)
        {
          if (!list_folder (self, child, path, error))
            return FALSE;
        }
      else if (_eqp_image_file_ending (path) == NULL)
        set_aside (self, path, _ ("is a device, or a link to nothing"));
      else if (!leave_out (self, path, _ ("is a device, or a link to nothing"), error))
        return FALSE;
    }
}

static gboolean
take_member (const char *path, GBytes *bytes, const char *why, gpointer user_data, GError **error)
{
  Images *self = user_data;

  if (bytes == NULL)
    set_aside (self, path, why != NULL ? why : _ ("is hidden"));
  else
    add_image (self, path, NULL, bytes);
  return go_on (self, -1.0, error);
}

static int
compare_images (gconstpointer a, gconstpointer b)
{
  return eqp_natural_compare ((*(Image *const *) a)->path, (*(Image *const *) b)->path);
}

static char *
page_name (const Image *image, gint page)
{
  return page > 0 ? g_strdup_printf ("%s, page %d", image->path, page + 1) : g_strdup (image->path);
}

static gboolean
add_row (Images *self, EqpImage *image, Row *row, GError **error)
{
  gint64 pixels = (gint64) image->width * image->height;
  void *to;

  if (self->store == NULL)
    {
      self->width = image->width;
      self->height = image->height;
      self->white = image->white;
      if (!_eqp_check_memory (self->name, self->images->len - self->others, pixels, sizeof (float), NULL))
        return eqp_refuse (error, EQP_ERROR_TOO_LARGE,
                           _ ("%s: %" PRId64 " images of %d × %d pixels do not fit into the free memory; choose a "
                              "smaller “Resize Images to Width”, or open fewer."),
                           self->name, (gint64) self->images->len - self->others, image->width, image->height);
      self->store = eqp_store_new (pixels, EQP_ITEM_FLOAT);
      eqp_store_set_cancellable (self->store, self->cancellable);
    }
  if (image->width != self->width || image->height != self->height)
    {
      const Row *first = &g_array_index (self->rows, Row, 0);

      return eqp_refuse (error, EQP_ERROR_INVALID_DATA,
                         _ ("%s: “%s” has %d × %d pixels, but “%s” has %d × %d; choose a common size under "
                            "“Resize Images to Width”, such as %d."),
                         self->name, row->image->path, image->width, image->height, first->image->path, self->width,
                         self->height, MIN (self->width, MOST_SIDE));
    }
  if (image->white != self->white)
    return eqp_refuse (error, EQP_ERROR_INVALID_DATA,
                       _ ("%s: “%s” and “%s” have numbers of different kinds, of 8 or 16 bits or without a fixed "
                          "white; save all images in one way."),
                       self->name, g_array_index (self->rows, Row, 0).image->path, row->image->path);
  to = eqp_store_append (self->store, error);
  if (to == NULL)
    return FALSE;
  memcpy (to, image->gray, (gsize) pixels * sizeof (float));
  g_array_append_val (self->rows, *row);
  return TRUE;
}

static gboolean
take_page_cb (EqpImage *image, gpointer user_data)
{
  Images *self = user_data;
  const gboolean done[G_N_ELEMENTS (changes)] = { image->colored, image->transparent, image->orientation > 1,
                                                  image->extra,   image->rounded,     image->doubtful };
  gint width = self->options->image_width, height = self->options->image_height;
  Row row = { self->image, image->page, 0 };
  g_autofree char *name = NULL;

  for (guint k = 0; k < G_N_ELEMENTS (changes); k++)
    row.done |= (guint) (done[k] != FALSE) << k;
  if (g_cancellable_set_error_if_cancelled (self->cancellable, &self->error))
    return FALSE;
  if (image->page > 0 && image->why == NULL && (image->width != self->page_width || image->height != self->page_height))
    image->why = _ ("has another size than the first page");
  if (image->why != NULL)
    {
      name = page_name (self->image, image->page);
      return leave_out (self, name, image->why, &self->error);
    }
  if (image->page == 1)
    count (&self->paged, g_strdup_printf ("“%s”", self->image->path));
  if (image->page == 0)
    {
      self->page_width = image->width;
      self->page_height = image->height;
    }
  if (width > 0 && (image->width != width || image->height != height))
    {
      row.done |= 1u << (G_N_ELEMENTS (changes) - 1);
      if (!_eqp_image_resize (image, width, height))
        return eqp_refuse (&self->error, EQP_ERROR_TOO_LARGE,
                           _ ("%s: there is no memory for images of %d × %d pixels; choose a smaller size."),
                           self->name, width, height);
    }
  /* A look does not need all pages. */
  return add_row (self, image, &row, &self->error) &&
         (self->options->max_rows == 0 || (gint64) self->rows->len < self->options->max_rows);
}

/* A file that is no image by its first bytes: aside with it, unless its name says that it should be one. */
static gboolean
load_other (Images *self, const Image *image, const guint8 *bytes, gsize length, GError **error)
{
  EqpProbe probe = { bytes, .head_length = length };
  const char *advice, *kind = length > 0 ? _eqp_unread_look (&probe, &advice) : NULL;
  g_autofree char *why = kind != NULL
                             ? g_strdup_printf (_ ("is %s, which is not read; %s"), _ (kind), _ (advice))
                             : g_strdup (length == 0 ? _ ("is empty") : _ ("is no image, whatever its name says"));

  if (_eqp_image_file_ending (image->path) != NULL || (kind != NULL && g_str_has_suffix (kind, " image")))
    return leave_out (self, image->path, why, error);
  self->others++;
  set_aside (self, image->path, kind != NULL || length == 0 ? why : _ ("is no image"));
  return TRUE;
}

static gboolean
decode (Images *self, Image *image, const guint8 *bytes, gsize length, const EqpImageFile *kind, GError **error)
{
  EqpImageJob job = { bytes, length, kind, self->cancellable, take_page_cb, self };

  self->image = image;
  if (!_eqp_image_decode (&job) && self->error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&self->error));
      return FALSE;
    }
  return !g_cancellable_set_error_if_cancelled (self->cancellable, error);
}

static gssize
read_file (gpointer stream, void *bytes, gsize count, GError **error)
{
  return g_input_stream_read (stream, bytes, count, NULL, error);
}

static gboolean
load_image (Images *self, Image *image, GError **error)
{
  g_autoptr (GError) cause = NULL;
  g_autoptr (GFileInputStream) stream = NULL;
  g_autoptr (GBytes) bytes = image->bytes != NULL ? g_bytes_ref (image->bytes) : NULL;
  g_autofree char *why = NULL;
  EqpImageFile kind;
  gsize length;

  if (bytes == NULL && (stream = g_file_read (image->file, self->cancellable, &cause)) != NULL)
    bytes = _eqp_images_read_all (read_file, stream, 0, self->cancellable, &cause);
  if (bytes != NULL)
    {
      const guint8 *data = g_bytes_get_data (bytes, &length);

      return _eqp_image_file_look (data, length, &kind) ? decode (self, image, data, length, &kind, error)
                                                        : load_other (self, image, data, length, error);
    }
  if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
    return FALSE;
  why = g_strdup_printf (_ ("could not be read (%s)"), cause->message);
  return leave_out (self, image->path, why, error);
}

/* Lists what was done to each image. */
static void
log_changes (Images *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      const Row *row = &g_array_index (self->rows, Row, i);
      g_autoptr (GString) text = NULL;
      g_autofree char *name = NULL;

      if (row->done == 0)
        continue;
      if (self->parts.ledger != NULL && !eqp_ledger_wants (self->parts.ledger, EQP_LEDGER_ROW_CHANGED))
        continue;
      text = g_string_new (NULL);
      name = page_name (row->image, row->page);
      for (guint k = 0; k < G_N_ELEMENTS (changes); k++)
        if (row->done & 1u << k)
          g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", _ (changes[k].change));
      _eqp_log (&self->parts,
                &(EqpLedgerEntry){ EQP_LEDGER_ROW_CHANGED, .row = i + 1, .before = name, .after = text->str });
    }
}

static void
tell_white (Images *self)
{
  if (self->white == 0.0)
    eqp_note (&self->parts.decisions, _ ("The images have floating-point or signed numbers, which were taken as they "
                                         "are."));
  else if (self->white != 255.0)
    eqp_note (&self->parts.decisions, _ ("The values go from 0, black, to %.0f, white."), self->white);
}

static void
note_tally (GPtrArray **notes, const Tally *tally, const char *one, const char *many)
{
  g_autofree char *text = tally->count > 0 ? eqp_plural_dup (one, many, tally->count) : NULL;

  if (tally->count > 0 && tally->first == NULL)
    eqp_note (notes, "%s", text);
  else if (tally->count == 1)
    eqp_note (notes, _ ("%s: %s."), text, tally->first);
  else if (tally->count > 1)
    eqp_note (notes, _ ("%s; the first: %s."), text, tally->first);
}

/* What may hurt; the list of changes has all that was done and left aside. */
static void
tell (Images *self)
{
  GPtrArray **findings = &self->parts.findings;

  tell_white (self);
  note_tally (&self->parts.decisions, &self->paged,
              EQP_PLURAL ("%" PRId64 " file has several pages, each of which was taken as an image",
                          "%" PRId64 " files have several pages, each of which was taken as an image"));
  for (guint k = 0; k < G_N_ELEMENTS (changes); k++)
    {
      Tally hurt = { 0 };

      for (guint i = 0; i < self->rows->len && changes[k].one != NULL; i++)
        hurt.count += (g_array_index (self->rows, Row, i).done >> k) & 1;
      note_tally (findings, &hurt, changes[k].one, changes[k].many);
    }
  note_tally (findings, &self->damaged,
              EQP_PLURAL ("%" PRId64 " image was left out", "%" PRId64 " images were left out"));
  log_changes (self);
}

static gboolean
load_all (Images *self, GError **error)
{
  guint step = 1;

  /* A look takes images from all folders. */
  if (self->options->max_rows > 0)
    step = (guint) MAX (1, ((gint64) self->images->len + self->options->max_rows - 1) / self->options->max_rows);
  for (guint i = 0; i < self->images->len && (step == 1 || (gint64) self->rows->len < self->options->max_rows);
       i += step)
    if (!go_on (self, (double) i / (double) self->images->len, error) ||
        !load_image (self, g_ptr_array_index (self->images, i), error))
      return FALSE;

  if (self->store == NULL && self->damaged.count > 0)
    return eqp_refuse (error, EQP_ERROR_INVALID_DATA,
                       _ ("%s: none of the %" PRId64 " images can be read (%s); get them again."), self->name,
                       self->damaged.count, self->damaged.first);
  if (self->store == NULL)
    return eqp_refuse (error, EQP_ERROR_INVALID_DATA,
                       _ ("%s: there are no images (PNG, JPEG, TIFF, PGM, PPM) in it; open the folder that has them, "
                          "or a single file with the data."),
                       self->name);
  return TRUE;
}

static char *
place_in_image (gint64 row, gint64 column, gpointer user_data)
{
  const Images *self = user_data;
  const Row *place = &g_array_index (self->rows, Row, row);
  g_autofree char *name = page_name (place->image, place->page);

  return eqp_sentence_dup (_ ("“%s”, pixel %" PRId64 " of line %" PRId64), name, column % self->width + 1,
                           column / self->width + 1);
}

/* Labels, gaps, and the way into a data set. */
static gboolean
settle_values (Images *self, GError **error)
{
  gint64 pixels = (gint64) self->width * self->height;
  g_autoptr (GArray) columns = NULL;
  g_autoptr (GPtrArray) paths = g_ptr_array_new ();
  g_autofree guint8 *dropped = NULL;

  /* Only floating-point numbers have gaps. */
  if (self->white == 0.0)
    {
      columns = g_array_new (FALSE, FALSE, sizeof (gint64));
      for (gint64 j = 0; j < pixels; j++)
        g_array_append_val (columns, j);
      if (!eqp_store_settle_missing (self->store, columns, self->options->missing, self->name, place_in_image, self,
                                     &dropped, &self->parts, error))
        return FALSE;
    }
  for (guint i = 0; i < self->rows->len; i++)
    if (dropped == NULL || !dropped[i])
      g_ptr_array_add (paths, g_array_index (self->rows, Row, i).image->path);
  if (!_eqp_images_choose_labels (self->name, paths, self->options, &self->parts, error))
    return FALSE;
  tell (self);
  if (columns == NULL || (gint64) columns->len == pixels)
    {
      self->parts.image_width = self->width;
      self->parts.image_height = self->height;
    }
  return go_on (self, 1.0, error) && eqp_store_finish (self->store, columns, dropped, &self->parts, error);
}

static EqpDataset *
images_read (GFile *file, const EqpImportOptions *options, const EqpProgress *progress, GCancellable *cancellable,
             GError **error)
{
  g_auto (Images) self = { 0 };
  g_autofree char *base = g_file_get_basename (file);
  gint width, height;
  gboolean folder;

  self.options = options;
  width = self.options->image_width;
  height = self.options->image_height;
  self.progress = progress;
  self.cancellable = cancellable;
  self.name = g_filename_display_name (base);
  _eqp_parts_watch (&self.parts, progress, self.name);
  self.images = g_ptr_array_new_with_free_func (image_free);
  self.rows = g_array_new (FALSE, FALSE, sizeof (Row));
  if (width < 0 || height < 0 || (width == 0) != (height == 0) || MAX (width, height) > MOST_SIDE)
    return eqp_refuse_null (error, EQP_ERROR_INVALID_PARAM,
                            _ ("The size of images has to be two whole numbers from 1 to %d, such as 32 × 32, not %d × "
                               "%d."),
                            MOST_SIDE, width, height);

  folder = g_file_query_file_type (file, G_FILE_QUERY_INFO_NONE, cancellable) == G_FILE_TYPE_DIRECTORY;
  if (!(folder ? list_folder (&self, file, "", error)
               : _eqp_images_read_archive (file, self.name, take_member, &self, cancellable, error)))
    return NULL;
  g_ptr_array_sort (self.images, compare_images);
  if (!load_all (&self, error) || !settle_values (&self, error))
    return NULL;

  self.parts.name = g_strdup (self.name);
  self.parts.source = g_file_get_parse_name (file);
  self.parts.format = g_strdup (N_ ("images"));
  return eqp_dataset_new_cancellable (&self.parts, cancellable, error);
}

const EqpReader _eqp_reader_images = {
  .id = "images",
  .name = N_ ("Folder of images"),
  .suffixes = "",
  .read = images_read,
};
