/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The door for data: samples, and files that are told apart by their first bytes. */
#include "config.h"

#include "eqp-reader.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/eqp-error.h"
#include "import/eqp-encoding.h"
#include "eqp-beside.h"
#include "data/eqp-dataset.h"
#include "data/eqp-edit.h"
#include "data/eqp-samples.h"
#include "eqp-image-file.h"
#include "eqp-import.h"
#include "eqp-readers-private.h"
#include "eqp-source.h"
#include "eqp-unread.h"

#define HEAD_BYTES 65536

/* One row a format. */
static const EqpReader *const readers[] = {
  &_eqp_reader_csv,
  &_eqp_reader_idx,
  &_eqp_reader_npy,
  &_eqp_reader_npz,
  &_eqp_reader_hdf5,
  &_eqp_reader_mat,
  &_eqp_reader_arff,
  &_eqp_reader_svmlight,
  &_eqp_reader_metis,
  &_eqp_reader_mtx,
  &_eqp_reader_edges,
  &_eqp_reader_images,
};

/**
 * eqp_readers_get:
 * @n_readers: (out): how many
 *
 * Returns: (transfer none) (array length=n_readers): the formats this version reads
 */
const EqpReader *const *
eqp_readers_get (gsize *n_readers)
{
  *n_readers = G_N_ELEMENTS (readers);
  return readers;
}

/* One image where the folder of them is wanted. */
static gboolean
is_image (const EqpProbe *probe)
{
  EqpImageFile image;

  if (!_eqp_image_file_look (probe->head, probe->head_length, &image))
    return FALSE;
  /* "P1 P2 P3" may head a table. */
  return probe->head[0] != 'P' ||
         (probe->head_length > 3 && (g_ascii_isdigit (probe->head[3]) || probe->head[3] == '#'));
}

/* Formats that have nothing but a graph, and those that never have one. */
static gboolean
can_be (const EqpReader *reader, EqpTake take)
{
  if (take == EQP_TAKE_FEATURES)
    return reader != &_eqp_reader_metis;
  if (take == EQP_TAKE_GRAPH)
    return reader != &_eqp_reader_svmlight && reader != &_eqp_reader_arff && reader != &_eqp_reader_idx;
  return TRUE;
}

/* These know bytes of ASCII only, and read through what turns a text into them. */
static gboolean
wants_plain (const EqpReader *reader)
{
  return reader == &_eqp_reader_arff || reader == &_eqp_reader_svmlight || reader == &_eqp_reader_metis ||
         reader == &_eqp_reader_mtx;
}

/* The beginning of a text in UTF-8 without a byte order mark; NULL where it is none. */
static char *
make_plain (const EqpProbe *probe, const char *encoding, gsize *length)
{
  gsize whole = probe->complete ? probe->head_length : probe->head_length & ~(gsize) 3;
  char *plain = encoding == NULL
                    ? g_memdup2 (probe->head, probe->head_length)
                    : g_convert ((const char *) probe->head, (gssize) whole, "UTF-8", encoding, NULL, length, NULL);

  if (encoding == NULL)
    *length = probe->head_length;
  if (plain != NULL && *length > 3 && memcmp (plain, "\xef\xbb\xbf", 3) == 0)
    {
      *length -= 3;
      memmove (plain, plain + 3, *length);
    }
  return plain;
}

static const EqpReader *
find_reader (const EqpProbe *probe, const EqpProbe *plain, EqpTake take, int *certainty)
{
  const EqpReader *best = NULL;

  *certainty = 0;
  for (guint i = 0; i < G_N_ELEMENTS (readers); i++)
    {
      int rating = readers[i]->sniff != NULL && can_be (readers[i], take)
                       ? readers[i]->sniff (wants_plain (readers[i]) ? plain : probe)
                       : 0;

      if (rating > *certainty)
        {
          *certainty = rating;
          best = readers[i];
        }
    }
  return best;
}

/* Numbers that are not written as text: neither marks nor a header nor a character set. */
static gboolean
is_binary (const EqpReader *reader)
{
  return reader == &_eqp_reader_idx || reader == &_eqp_reader_npy || reader == &_eqp_reader_npz ||
         reader == &_eqp_reader_hdf5 || reader == &_eqp_reader_mat || reader == &_eqp_reader_images;
}

/* What an option is for that means nothing to the format, for people; NULL: it means something. */
static const char *
meant_for (const EqpReader *reader, const EqpImportParam *option)
{
  gboolean table = reader == &_eqp_reader_csv, columns = table || reader == &_eqp_reader_arff;

  if (option->shown == EQP_SHOWN_FOLDER && reader != &_eqp_reader_images)
    return _ ("folders of images");
  if (strcmp (option->param.id, "thousands") == 0 && !table)
    return _ ("tables of text");
  if (option->shown == EQP_SHOWN_TEXT && is_binary (reader))
    return _ ("files of text");
  /* Arrays have columns to ignore as well. */
  return option->shown == EQP_SHOWN_TABLE && !columns && strcmp (option->param.id, "ignore") != 0 ? _ ("tables") : NULL;
}

/* What means nothing to a format is refused rather than left aside. */
static gboolean
check_options (const EqpReader *reader, const char *name, const EqpImportOptions *options, GError **error)
{
  gsize n_params;
  const EqpImportParam *params = eqp_import_params_get (&n_params);

  for (gsize i = 0; i < n_params; i++)
    {
      const char *kind = meant_for (reader, &params[i]);
      g_autofree char *asked = kind != NULL ? eqp_import_options_get (options, params[i].param.id) : NULL;
      g_autofree char *title = NULL;

      /* "No thousands mark" is true of them all. */
      if (asked == NULL || strcmp (asked, "none") == 0)
        continue;
      title = eqp_import_dup_title (params[i].param.id);
      return eqp_refuse (error, EQP_ERROR_INVALID_PARAM,
                         _ ("%s: the setting “%s” is for %s, and this is %s; leave it out."), name, title, kind,
                         _ (reader->name));
    }
  return TRUE;
}

/* A sample is not read from a file, so the only thing to choose is not to know its classes. */
static EqpDataset *
load_sample (const char *id, const EqpImportOptions *options, GCancellable *cancellable, GError **error)
{
  gsize n_params;
  const EqpImportParam *params = eqp_import_params_get (&n_params);
  g_autoptr (EqpDataset) dataset = eqp_sample_load (id, cancellable, error);
  g_autoptr (EqpEdit) edit = eqp_edit_new ();

  if (dataset == NULL)
    return g_steal_pointer (&dataset);
  for (gsize i = 0; i < n_params; i++)
    {
      const char *option = params[i].param.id;
      g_autofree char *value = eqp_import_options_get (options, option);
      g_autofree char *title = eqp_import_dup_title (option);

      if (value == NULL || strcmp (option, "as") == 0)
        continue;
      edit->no_labels = strcmp (option, "labels") == 0 && strcmp (value, "none") == 0;
      if (edit->no_labels)
        continue;
      return eqp_refuse_null (error, EQP_ERROR_INVALID_PARAM,
                              _ ("“%s” is a sample and not read from a file, so the setting “%s” means nothing to "
                                 "it; leave it out."),
                              eqp_dataset_get_name (dataset), title);
    }
  return edit->no_labels ? eqp_dataset_edit (dataset, edit, cancellable, error) : g_steal_pointer (&dataset);
}

/* Where memory ends, the name of the file is not known. */
static EqpDataset *
read_named (const EqpReader *reader, GFile *file, const char *name, const EqpImportOptions *options,
            const EqpProgress *progress, GCancellable *cancellable, GError **error)
{
  GError *cause = NULL;
  EqpDataset *dataset = reader->read (file, options, progress, cancellable, &cause);

  if (g_error_matches (cause, EQP_ERROR, EQP_ERROR_TOO_LARGE) && !g_str_has_prefix (cause->message, name))
    {
      cause->message[0] = g_ascii_tolower (cause->message[0]);
      g_prefix_error (&cause, "%s: ", name);
    }
  if (cause != NULL)
    g_propagate_error (error, cause);
  return dataset;
}

/* A folder of images, or an archive of them. */
static EqpDataset *
read_images (GFile *file, const EqpImportOptions *options, const EqpProgress *progress, GCancellable *cancellable,
             GError **error)
{
  g_autofree char *name = g_file_get_basename (file), *shown = g_filename_display_name (name);

  return check_options (&_eqp_reader_images, shown, options, error)
             ? read_named (&_eqp_reader_images, file, shown, options, progress, cancellable, error)
             : NULL;
}

/* Files of an archive that were passed over; the data set is nobody else's yet. */
static void
tell_aside (EqpDataset *dataset, GPtrArray *aside)
{
  for (guint i = 0; aside != NULL && i < aside->len; i++)
    {
      g_autofree char *name = g_utf8_make_valid (g_ptr_array_index (aside, i), -1);

      eqp_ledger_add (eqp_dataset_get_ledger (dataset), &(EqpLedgerEntry){ EQP_LEDGER_FILE_SKIPPED, .before = name,
                                                                           .after = (char *) _ ("holds no data, by its "
                                                                                                "name") });
    }
}

static EqpDataset *
load_file (GFile *file, const EqpImportOptions *options, const EqpProgress *progress, GCancellable *cancellable,
           GError **error)
{
  g_autoptr (EqpSource) source =
      eqp_source_open_member (file, options->variable, NULL, NULL, cancellable, error);
  g_autofree guint8 *head = g_malloc (HEAD_BYTES);
  EqpProbe probe = { head }, plain;
  EqpImportOptions own = { 0 };
  g_autofree char *text = NULL;
  const EqpReader *reader;
  const char *kind, *advice, *encoding;
  EqpDataset *dataset;
  int certainty;

  if (source == NULL)
    return NULL;
  if (!eqp_source_read_head (source, head, HEAD_BYTES, &probe.head_length, &probe.complete, error))
    return NULL;
  probe.compressed = eqp_source_is_compressed (source);
  probe.basename = eqp_source_get_name (source);

  if (probe.head_length == 0)
    return eqp_refuse_null (error, EQP_ERROR_PARSE, _ ("%s: the file is empty."), probe.basename);
  if (probe.head_length >= 3 && memcmp (head, "VQ ", 3) == 0)
    {
      _eqp_beside_refuse (probe.basename, TRUE, error);
      return NULL;
    }
  if (eqp_source_get_archive (source)->member != NULL && options->variable == NULL &&
      _eqp_image_file_ending (eqp_source_get_archive (source)->member) != NULL)
    return read_images (file, options, progress, cancellable, error);
  encoding = options->encoding != NULL
                 ? options->encoding
                 : _eqp_guess_encoding (probe.head, probe.head_length, NULL);
  plain = probe;
  text = make_plain (&probe, encoding, &plain.head_length);
  plain.head = text != NULL ? (const guint8 *) text : probe.head;
  plain.head_length = text != NULL ? plain.head_length : probe.head_length;
  reader = find_reader (&probe, &plain, options->take, &certainty);
  if (reader != NULL && wants_plain (reader) && text != NULL && encoding != NULL)
    {
      own = *options;
      own.encoding = encoding;
      options = &own;
    }
  /* Only tables have separators and marks: who gives one has said what the file is. */
  if ((options->separator != 0 || options->decimal != 0 || options->thousands != 0)
      && reader == &_eqp_reader_svmlight && _eqp_reader_csv.sniff (&probe) > 0)
    reader = &_eqp_reader_csv;
  kind = certainty < 90 ? _eqp_unread_look (&probe, &advice) : NULL;
  if (kind != NULL)
    return eqp_refuse_null (error, EQP_ERROR_UNSUPPORTED, _ ("%s: this is %s, which this version does not read; %s."),
                            probe.basename, _ (kind), _ (advice));
  if (certainty < 90 && is_image (&probe))
    return eqp_refuse_null (error, EQP_ERROR_UNSUPPORTED,
                            _ ("%s: this is a single image (such as PNG, JPEG, TIFF or PGM); open the folder of images "
                               "that it is in."),
                            probe.basename);
  if (reader == NULL)
    return eqp_refuse_null (error, EQP_ERROR_UNSUPPORTED,
                            _ ("%s: this is a binary file of no kind this version reads; save the data as CSV or "
                               "NPY."),
                            probe.basename);
  if (eqp_source_get_archive (source)->array != NULL && reader != &_eqp_reader_mat && reader != &_eqp_reader_hdf5)
    return eqp_refuse_null (error, EQP_ERROR_INVALID_PARAM,
                            _ ("%s: there is no “%s” in it, as there are no arrays with names; leave the variable "
                               "out, or give the name of a file."),
                            probe.basename, eqp_source_get_archive (source)->array);
  dataset = check_options (reader, probe.basename, options, error)
                ? read_named (reader, file, probe.basename, options, progress, cancellable, error)
                : NULL;
  if (dataset != NULL)
    tell_aside (dataset, eqp_source_get_archive (source)->aside);
  return dataset;
}

static EqpDataset *
load (const char *data, const EqpImportOptions *options, const EqpProgress *progress, GCancellable *cancellable,
      GError **error)
{
  g_autoptr (GFile) file = NULL;

  if (g_str_has_prefix (data, "sample:"))
    return load_sample (data + strlen ("sample:"), options, cancellable, error);

  if (*data == '\0')
    return eqp_refuse_null (error, EQP_ERROR_INVALID_PARAM,
                            _ ("The name of the file is empty; give a file or “sample:digits”."));
  file = g_file_new_for_commandline_arg (data);
  if (g_file_query_file_type (file, G_FILE_QUERY_INFO_NONE, cancellable) == G_FILE_TYPE_DIRECTORY)
    return read_images (file, options, progress, cancellable, error);
  return load_file (file, options, progress, cancellable, error);
}

/**
 * eqp_dataset_load:
 * @data: "sample:ID", a path or a URI
 * @options: (nullable): how to read it where the guesses should not decide
 * @progress: (nullable): told about the progress from this thread
 * @cancellable: (nullable): to stop
 * @error: return location: EQP_ERROR, or G_IO_ERROR with the file's name in the message
 *
 * Returns: (transfer full): the data set, whole; NULL on any error
 */
EqpDataset *
eqp_dataset_load (const char              *data,
                  const EqpImportOptions  *options,
                  const EqpProgress       *progress,
                  GCancellable            *cancellable,
                  GError                 **error)
{
  static const EqpImportOptions guess = { 0 };
  const EqpImportOptions *given = options != NULL ? options : &guess;
  g_autoptr (EqpDataset) dataset = load (data, given, progress, cancellable, error);
  EqpTake take = given->take;

  if (dataset == NULL)
    return NULL;
  /* Readers that know only one of the two do not look. */
  if (take == EQP_TAKE_GRAPH && eqp_dataset_get_graph (dataset) == NULL)
    return eqp_refuse_null (error, EQP_ERROR_INVALID_PARAM,
                            _ ("“%s” has points with features and is no graph; leave “as graph” out, and a graph is "
                               "made of the points."),
                            eqp_dataset_get_name (dataset));
  if (take == EQP_TAKE_FEATURES && eqp_dataset_get_graph (dataset) != NULL)
    return eqp_refuse_null (error, EQP_ERROR_INVALID_PARAM,
                            _ ("“%s” is a graph and has no features; leave “as features” out."),
                            eqp_dataset_get_name (dataset));
  return g_steal_pointer (&dataset);
}
