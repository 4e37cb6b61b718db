/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of results: JSON Lines, the plan first, then a row a cell. While a study runs, each row is one write at the
 * end, in the order in which cells end; whatever kills the program, at most the last line is half. When the study is
 * over the file is replaced by one in the order of the cells, so that the order of events leaves no trace. */
#include "config.h"

#include "eqp-study-file.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

struct _EqpStudyFile
{
  char         *path;    /* links followed */
  int           fd;      /* locked, at the end */
  EqpStudyPlan *plan;
  guint         shard;
  guint         n_shards;
  guint         parts;   /* EqpRowParts */
};

/* -- reading ----------------------------------------------------------------------------------------------------- */

/**
 * eqp_study_results_free:
 * @self: (nullable): results
 */
void
eqp_study_results_free (EqpStudyResults *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->plan, eqp_study_plan_free);
  g_ptr_array_unref (self->rows);
  g_free (self);
}

static gint
compare_rows (gconstpointer a,
              gconstpointer b)
{
  const EqpStudyRow *x = *(const EqpStudyRow *const *) a, *y = *(const EqpStudyRow *const *) b;

  return (x->cell > y->cell) - (x->cell < y->cell);
}

/* Of rows of one cell the first that did not fail stays, or the first with labels; they have to agree, but for their
 * times. */
static gboolean
sort_rows (EqpStudyResults *self,
           const char      *shown,
           GError         **error)
{
  g_autoptr (GPtrArray) rows = g_steal_pointer (&self->rows);

  self->rows = g_ptr_array_new_with_free_func ((GDestroyNotify) eqp_study_row_free);
  g_ptr_array_sort (rows, compare_rows);
  g_ptr_array_set_free_func (rows, NULL);
  for (guint i = 0; i < rows->len; i++)
    {
      EqpStudyRow *row = g_ptr_array_index (rows, i);
      EqpStudyRow *last = self->rows->len > 0 ? g_ptr_array_index (self->rows, self->rows->len - 1) : NULL;
      g_autoptr (GString) a = g_string_new (NULL);
      g_autoptr (GString) b = g_string_new (NULL);
      guint parts = last != NULL && last->labels != NULL && row->labels != NULL ? EQP_ROW_LABELS : 0;

      if (last == NULL || last->cell != row->cell)
        {
          g_ptr_array_add (self->rows, row);
          continue;
        }
      eqp_study_row_write (last, self->plan, parts, a);
      eqp_study_row_write (row, self->plan, parts, b);
      if (last->failure != NULL)
        {
          eqp_study_row_free (last);
          g_ptr_array_index (self->rows, self->rows->len - 1) = row;
        }
      else
        {
          gboolean agree = row->failure != NULL || g_string_equal (a, b);

          if (agree && last->labels == NULL && row->failure == NULL)
            last->labels = g_steal_pointer (&row->labels);
          eqp_study_row_free (row);
          if (agree)
            continue;
          for (guint rest = i + 1; rest < rows->len; rest++)
            eqp_study_row_free (g_ptr_array_index (rows, rest));
          g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_DATA,
                       _ ("%s: two rows of one method and seed differ; keep the file that is right."), shown);
          return FALSE;
        }
    }
  return TRUE;
}

static gboolean
read_row (EqpStudyResults *self,
          const EqpJson   *json,
          const char      *shown,
          guint            number,
          GError         **error)
{
  gboolean known;
  EqpStudyRow *row = eqp_study_row_from_json (self->plan, json, &known);

  if (row != NULL)
    {
      g_ptr_array_add (self->rows, row);
      return TRUE;
    }
  if (!known)
    g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                 _ ("%s, line %u: a row of %s, which is not asked for; add its method, gamma and seed, or name another "
                    "file."),
                 shown, number, eqp_json_get_text (eqp_json_find (json, "method")));
  else
    g_set_error (error, EQP_ERROR, EQP_ERROR_PARSE,
                 _ ("%s, line %u: no row of results; take the line out, and its cell is run again."), shown, number);
  return FALSE;
}

static gboolean
read_lines (EqpStudyResults    *self,
            const EqpStudyPlan *plan,
            const char         *shown,
            const char         *text,
            gsize               length,
            GError            **error)
{
  const char *end = text + length;
  guint number = 0;

  for (const char *line = text, *stop; line < end && (stop = memchr (line, '\n', (gsize) (end - line))) != NULL;
       line = stop + 1)
    {
      g_autoptr (EqpJson) json = eqp_json_parse (line, (gsize) (stop - line));
      const char *event = eqp_json_get_text (eqp_json_find (json, "event"));
      g_autoptr (GError) cause = NULL;

      number++;
      if (number == 1)
        {
          self->plan = eqp_study_plan_from_json (json, &cause);
          if (self->plan == NULL)
            {
              g_set_error (error, cause->domain, cause->code, "%s: %s", shown, cause->message);
              return FALSE;
            }
          if (plan != NULL)
            {
              if (!eqp_study_plan_check_same (plan, self->plan, shown, error))
                return FALSE;
              eqp_study_plan_free (self->plan);
              self->plan = eqp_study_plan_copy (plan);
            }
        }
      /* A line that the power went out on may be the last. */
      else if (json == NULL && stop + 1 == end)
        break;
      /* The output of --json has summaries, too. */
      else if (event != NULL && strcmp (event, "row") != 0)
        continue;
      else if (!read_row (self, json, shown, number, error))
        return FALSE;
    }
  if (number > 0)
    return sort_rows (self, shown, error);
  g_set_error (error, EQP_ERROR, EQP_ERROR_PARSE,
               _ ("%s: line 1 is not that of a study by this program; name a file that compare or sweep wrote."),
               shown);
  return FALSE;
}

/**
 * eqp_study_results_read:
 * @path: a file of results, complete or not
 * @plan: (nullable): what the rows are for: data and settings have to be its, and all rows cells of it; NULL: the plan
 *   in the file
 * @error: one sentence; G_FILE_ERROR_NOENT when there is no such file
 *
 * A last line without its end is no row.
 *
 * Returns: (transfer full) (nullable): the rows, numbered by the plan
 */
EqpStudyResults *
eqp_study_results_read (const char         *path,
                        const EqpStudyPlan *plan,
                        GError            **error)
{
  g_autoptr (EqpStudyResults) self = g_new0 (EqpStudyResults, 1);
  g_autofree char *shown = g_filename_display_name (path);
  g_autofree char *text = NULL;
  g_autoptr (GError) cause = NULL;
  GStatBuf info;
  gsize length;

  self->rows = g_ptr_array_new_with_free_func ((GDestroyNotify) eqp_study_row_free);
  if (g_stat (path, &info) == 0 && !S_ISREG (info.st_mode))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, _ ("“%s” is not a regular file; name a file of results."),
                   shown);
      return NULL;
    }
  if (!g_file_get_contents (path, &text, &length, &cause))
    {
      g_set_error (error, cause->domain, cause->code,
                   _ ("The results in “%s” could not be read: %s; name a file that compare or sweep wrote."), shown,
                   cause->code == G_FILE_ERROR_NOENT   ? g_strerror (ENOENT)
                   : cause->code == G_FILE_ERROR_ACCES ? g_strerror (EACCES)
                                                       : cause->message);
      return NULL;
    }
  if (!read_lines (self, plan, shown, text, length, error))
    return NULL;
  return g_steal_pointer (&self);
}

/* Whether cells of the two have the same numbers. */
static gboolean
is_same_study (const EqpStudyPlan *a,
               const EqpStudyPlan *b)
{
  g_autoptr (EqpStudyPlan) renamed = eqp_study_plan_copy (b);
  g_autofree char *first = eqp_study_plan_to_json (a, 0, 0);
  g_autofree char *second = NULL;

  /* The data may lie elsewhere on another machine, and be read by other words. */
  g_free (renamed->data);
  renamed->data = g_strdup (a->data);
  eqp_study_plan_set_arguments (renamed, (const char *const *) a->arguments);
  second = eqp_study_plan_to_json (renamed, 0, 0);
  return strcmp (first, second) == 0;
}

/**
 * eqp_study_results_merge:
 * @paths: files of results of one study
 * @n_paths: how many, at least one
 * @error: one sentence
 *
 * Returns: (transfer full) (nullable): all their rows; what two files tell of one cell has to agree
 */
EqpStudyResults *
eqp_study_results_merge (const char *const *paths,
                         guint              n_paths,
                         GError           **error)
{
  g_autoptr (EqpStudyResults) self = eqp_study_results_read (paths[0], NULL, error);

  for (guint i = 1; self != NULL && i < n_paths; i++)
    {
      g_autoptr (EqpStudyResults) next = eqp_study_results_read (paths[i], NULL, error);
      g_autofree char *shown = g_filename_display_name (paths[i]);
      g_autofree char *first = g_filename_display_name (paths[0]);

      if (next == NULL || !eqp_study_plan_check_same (self->plan, next->plan, shown, error))
        return NULL;
      if (!is_same_study (self->plan, next->plan))
        {
          g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                       _ ("“%s” and “%s” have other methods, gammas or seeds; merge parts of one study."), first,
                       shown);
          return NULL;
        }
      g_ptr_array_extend_and_steal (self->rows, g_steal_pointer (&next->rows));
      next->rows = g_ptr_array_new ();
      if (!sort_rows (self, shown, error))
        return NULL;
    }
  return g_steal_pointer (&self);
}

/* -- writing ----------------------------------------------------------------------------------------------------- */

static gboolean
fail (EqpStudyFile *self,
      int           number,
      GError      **error)
{
  g_autofree char *shown = g_filename_display_name (self->path);

  g_set_error (error, G_FILE_ERROR, (gint) g_file_error_from_errno (number),
               _ ("The results could not be written to “%s”: %s; make room or name another file."), shown,
               g_strerror (number));
  return FALSE;
}

/* At the end; for a disk that is full, what was written of it is taken back. */
static int
append (int        fd,
        GString   *text)
{
  off_t start = lseek (fd, 0, SEEK_CUR);

  for (gsize at = 0; at < text->len;)
    {
      gssize written = write (fd, text->str + at, text->len - at);

      if (written >= 0)
        {
          at += (gsize) written;
        }
      else if (errno != EINTR)
        {
          int number = errno;

          if (ftruncate (fd, start) == 0)
            lseek (fd, start, SEEK_SET);
          return number;
        }
    }
  return 0;
}

/* Whether the file that was opened is still the one of that name. */
static gboolean
is_current (int         fd,
            const char *path)
{
  struct stat opened, named;

  return fstat (fd, &opened) == 0 && stat (path, &named) == 0 && opened.st_ino == named.st_ino &&
         opened.st_dev == named.st_dev;
}

/* Opens and locks a file; two programs that write one would each throw away the other's rows. On file systems without
 * locks there are none. Returns -1 with errno, EWOULDBLOCK where another one has it. */
int
_eqp_open_locked (const char *path,
                  int         flags)
{
  for (;;)
    {
      int fd = g_open (path, O_RDWR | O_CLOEXEC | flags, 0666);

      if (fd < 0)
        return -1;
      if (flock (fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        {
          close (fd);
          errno = EWOULDBLOCK;
          return -1;
        }
      if (is_current (fd, path))
        return fd;
      close (fd);
    }
}

static gboolean
fail_to_open (EqpStudyFile *self,
              GError      **error)
{
  g_autofree char *shown = g_filename_display_name (self->path);

  if (errno != EWOULDBLOCK)
    return fail (self, errno, error);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_BUSY,
               _ ("Another program is writing “%s”; wait for its end or name another file."), shown);
  return FALSE;
}

/* A new file takes the place of the old one; it is locked before anybody can see it. Its name is always the same, so
 * that what a killed program left is used up by the next. */
static gboolean
replace (EqpStudyFile *self,
         GPtrArray    *rows,
         GError      **error)
{
  g_autofree char *name = g_strconcat (self->path, ".new", NULL);
  g_autofree char *head = eqp_study_plan_to_json (self->plan, self->shard, self->n_shards);
  g_autoptr (GString) text = g_string_new (head);
  struct stat old;
  int fd, number = 0;

  for (guint i = 0; rows != NULL && i < rows->len; i++)
    if (g_ptr_array_index (rows, i) != NULL)
      eqp_study_row_write (g_ptr_array_index (rows, i), self->plan, self->parts, text);

  fd = _eqp_open_locked (name, O_CREAT | O_NOFOLLOW);
  if (fd < 0)
    return fail_to_open (self, error);
  if (ftruncate (fd, 0) != 0)
    number = errno;
  if (number == 0 && self->fd >= 0 && fstat (self->fd, &old) == 0 && fchmod (fd, old.st_mode & 0777) != 0)
    number = errno;
  if (number == 0)
    number = append (fd, text);
  if (number == 0 && fsync (fd) != 0 && errno != EINVAL && errno != EROFS)
    number = errno;
  if (number == 0 && g_rename (name, self->path) != 0)
    number = errno;
  if (number != 0)
    {
      g_unlink (name);
      close (fd);
      return fail (self, number, error);
    }
  if (self->fd >= 0)
    close (self->fd);
  self->fd = fd;
  return TRUE;
}

/**
 * eqp_study_file_open:
 * @path: where results go; a file there is replaced
 * @plan: what is run
 * @rows: (nullable) (element-type EqpStudyRow): what is known already, in the order of the cells; %NULL elements do not
 *   count
 * @shard: which part of the plan is run, from 1; 0: all
 * @n_shards: of how many parts
 * @parts: what its rows tell, as #EqpRowParts
 * @error: one sentence; G_IO_ERROR_BUSY when another program writes this file
 *
 * Returns: (transfer full) (nullable): the file, with its first line and @rows
 */
EqpStudyFile *
eqp_study_file_open (const char         *path,
                     const EqpStudyPlan *plan,
                     GPtrArray          *rows,
                     guint               shard,
                     guint               n_shards,
                     guint               parts,
                     GError            **error)
{
  g_autoptr (EqpStudyFile) self = g_new0 (EqpStudyFile, 1);
  char *resolved = realpath (path, NULL);

  self->path = g_strdup (resolved != NULL ? resolved : path);
  free (resolved);
  self->plan = eqp_study_plan_copy (plan);
  self->shard = shard;
  self->n_shards = n_shards;
  self->parts = parts;
  self->fd = _eqp_open_locked (self->path, 0);
  if (self->fd < 0 && errno != ENOENT)
    {
      fail_to_open (self, error);
      return NULL;
    }
  if (!replace (self, rows, error))
    return NULL;
  return g_steal_pointer (&self);
}

/**
 * eqp_study_file_add:
 * @self: a file
 * @row: a new row
 * @error: one sentence
 *
 * One thread at a time.
 *
 * Returns: whether it is in the file
 */
gboolean
eqp_study_file_add (EqpStudyFile      *self,
                    const EqpStudyRow *row,
                    GError           **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  int number;

  eqp_study_row_write (row, self->plan, self->parts, text);
  number = append (self->fd, text);
  return number == 0 || fail (self, number, error);
}

/**
 * eqp_study_file_finish:
 * @self: a file
 * @rows: (element-type EqpStudyRow): all rows, in the order of the cells; %NULL elements do not count
 * @error: one sentence
 *
 * Brings the rows in order.
 *
 * Returns: whether it was done; if not, the file holds all rows as they came
 */
gboolean
eqp_study_file_finish (EqpStudyFile *self,
                       GPtrArray    *rows,
                       GError      **error)
{
  return replace (self, rows, error);
}

/**
 * eqp_study_file_free:
 * @self: (nullable): a file
 */
void
eqp_study_file_free (EqpStudyFile *self)
{
  if (self == NULL)
    return;
  if (self->fd >= 0)
    close (self->fd);
  eqp_study_plan_free (self->plan);
  g_free (self->path);
  g_free (self);
}
