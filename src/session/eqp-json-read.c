/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads one line of JSON (RFC 8259) into a tree. Numbers stay text until somebody says what they are, so that seeds
 * of 64 bits and exact doubles survive; depth and values are bounded, so no text can exhaust stack or memory. */
#include "config.h"

#include "eqp-json-read.h"

#include <math.h>
#include <string.h>

#define MAX_DEPTH 32
/* A value takes many times the memory of its text. */
#define MAX_VALUES (4u << 20)

typedef enum {
  KIND_NULL,
  KIND_FALSE,
  KIND_TRUE,
  KIND_NUMBER,
  KIND_TEXT,
  KIND_ARRAY,
  KIND_OBJECT
} Kind;

struct _EqpJson
{
  Kind       kind;
  char      *key;      /* its name in the object around it, or NULL */
  char      *text;     /* of a number or a text */
  GPtrArray *members;  /* EqpJson, of an array or an object */
};

typedef struct
{
  const char *at;
  const char *end;
  guint       depth;
  guint       values;
} Reader;

static EqpJson *read_value (Reader *reader);

/**
 * eqp_json_free:
 * @self: (nullable): a value
 */
void
eqp_json_free (EqpJson *self)
{
  if (self == NULL)
    return;
  g_free (self->key);
  g_free (self->text);
  g_clear_pointer (&self->members, g_ptr_array_unref);
  g_free (self);
}

static void
skip_blanks (Reader *reader)
{
  while (reader->at < reader->end && strchr (" \t\r\n", *reader->at) != NULL && *reader->at != '\0')
    reader->at++;
}

static gboolean
take (Reader     *reader,
      const char *word)
{
  gsize length = strlen (word);

  if ((gsize) (reader->end - reader->at) < length || memcmp (reader->at, word, length) != 0)
    return FALSE;
  reader->at += length;
  return TRUE;
}

static gboolean
read_code (Reader *reader,
           guint  *code)
{
  *code = 0;
  if (reader->end - reader->at < 4)
    return FALSE;
  for (int i = 0; i < 4; i++)
    {
      int digit = g_ascii_xdigit_value (*reader->at++);

      if (digit < 0)
        return FALSE;
      *code = *code * 16 + (guint) digit;
    }
  return TRUE;
}

/* After "\u": one unit of UTF-16, or two. */
static gboolean
read_escaped_code (Reader  *reader,
                   GString *text)
{
  guint code, low;

  if (!read_code (reader, &code))
    return FALSE;
  if (code >= 0xd800 && code < 0xdc00)
    {
      if (!take (reader, "\\u") || !read_code (reader, &low) || low < 0xdc00 || low >= 0xe000)
        return FALSE;
      code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    }
  if (code == 0 || !g_unichar_validate (code))
    return FALSE;
  g_string_append_unichar (text, code);
  return TRUE;
}

static gboolean
read_escape (Reader  *reader,
             GString *text)
{
  static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
  const char *found;

  if (reader->at >= reader->end || *reader->at == '\0')
    return FALSE;
  if (take (reader, "u"))
    return read_escaped_code (reader, text);
  found = strchr (names, *reader->at++);
  if (found == NULL)
    return FALSE;
  g_string_append_c (text, values[found - names]);
  return TRUE;
}

static char *
read_text (Reader *reader)
{
  g_autoptr (GString) text = NULL;

  if (!take (reader, "\""))
    return NULL;
  text = g_string_new (NULL);
  while (reader->at < reader->end && *reader->at != '"')
    {
      char character = *reader->at++;

      if ((guchar) character < 0x20)
        return NULL;
      if (character != '\\')
        g_string_append_c (text, character);
      else if (!read_escape (reader, text))
        return NULL;
    }
  if (!take (reader, "\"") || !g_utf8_validate (text->str, (gssize) text->len, NULL))
    return NULL;
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static gboolean
skip_digits (Reader *reader)
{
  const char *start = reader->at;

  while (reader->at < reader->end && g_ascii_isdigit (*reader->at))
    reader->at++;
  return reader->at > start;
}

static char *
read_number (Reader *reader)
{
  const char *start = reader->at;

  take (reader, "-");
  if (!take (reader, "0") && !skip_digits (reader))
    return NULL;
  if (take (reader, ".") && !skip_digits (reader))
    return NULL;
  if (take (reader, "e") || take (reader, "E"))
    {
      if (!take (reader, "+"))
        take (reader, "-");
      if (!skip_digits (reader))
        return NULL;
    }
  return g_strndup (start, (gsize) (reader->at - start));
}

static gboolean
read_member (Reader  *reader,
             EqpJson *self)
{
  g_autofree char *key = NULL;
  EqpJson *member;

  if (self->kind == KIND_OBJECT)
    {
      skip_blanks (reader);
      key = read_text (reader);
      skip_blanks (reader);
      if (key == NULL || !take (reader, ":"))
        return FALSE;
    }
  member = read_value (reader);
  if (member == NULL)
    return FALSE;
  member->key = g_steal_pointer (&key);
  g_ptr_array_add (self->members, member);
  return TRUE;
}

static gboolean
read_members (Reader     *reader,
              EqpJson    *self,
              const char *close)
{
  self->members = g_ptr_array_new_with_free_func ((GDestroyNotify) eqp_json_free);
  if (++reader->depth > MAX_DEPTH)
    return FALSE;
  skip_blanks (reader);
  if (!take (reader, close))
    {
      do
        if (!read_member (reader, self))
          return FALSE;
      while (take (reader, ","));
      if (!take (reader, close))
        return FALSE;
    }
  reader->depth--;
  return TRUE;
}

/* The value here, and the blanks around it. */
static EqpJson *
read_value (Reader *reader)
{
  g_autoptr (EqpJson) self = g_new0 (EqpJson, 1);
  gboolean good = TRUE;

  if (++reader->values > MAX_VALUES)
    return NULL;
  skip_blanks (reader);
  if (take (reader, "null"))
    self->kind = KIND_NULL;
  else if (take (reader, "true"))
    self->kind = KIND_TRUE;
  else if (take (reader, "false"))
    self->kind = KIND_FALSE;
  else if (take (reader, "["))
    {
      self->kind = KIND_ARRAY;
      good = read_members (reader, self, "]");
    }
  else if (take (reader, "{"))
    {
      self->kind = KIND_OBJECT;
      good = read_members (reader, self, "}");
    }
  else if (reader->at < reader->end && *reader->at == '"')
    {
      self->kind = KIND_TEXT;
      self->text = read_text (reader);
      good = self->text != NULL;
    }
  else
    {
      self->kind = KIND_NUMBER;
      self->text = read_number (reader);
      good = self->text != NULL;
    }
  skip_blanks (reader);
  return good ? g_steal_pointer (&self) : NULL;
}

/**
 * eqp_json_parse:
 * @text: one value of JSON, with blanks around it or without
 * @length: its bytes
 *
 * Time O(length).
 *
 * Returns: (transfer full) (nullable): the value; NULL when @text is anything else
 */
EqpJson *
eqp_json_parse (const char *text,
                gsize       length)
{
  Reader reader = { text, text + length, 0, 0 };
  g_autoptr (EqpJson) self = read_value (&reader);

  return self != NULL && reader.at == reader.end ? g_steal_pointer (&self) : NULL;
}

/**
 * eqp_json_find:
 * @object: (nullable): any value
 * @key: a name
 *
 * Returns: (transfer none) (nullable): the first member of that name; NULL when there is none, or @object is none
 */
const EqpJson *
eqp_json_find (const EqpJson *object,
               const char    *key)
{
  if (object == NULL || object->kind != KIND_OBJECT)
    return NULL;
  for (guint i = 0; i < object->members->len; i++)
    {
      const EqpJson *member = g_ptr_array_index (object->members, i);

      if (strcmp (member->key, key) == 0)
        return member;
    }
  return NULL;
}

/**
 * eqp_json_get_length:
 * @self: (nullable): any value
 *
 * Returns: how many members it has
 */
guint
eqp_json_get_length (const EqpJson *self)
{
  return self != NULL && self->members != NULL ? self->members->len : 0;
}

/**
 * eqp_json_get_at:
 * @self: an array or an object
 * @index: from 0, below its length
 *
 * Returns: (transfer none): the member
 */
const EqpJson *
eqp_json_get_at (const EqpJson *self,
                 guint          index)
{
  g_return_val_if_fail (index < eqp_json_get_length (self), NULL);

  return g_ptr_array_index (self->members, index);
}

/**
 * eqp_json_get_key:
 * @self: a value
 *
 * Returns: (nullable): its name in the object around it
 */
const char *
eqp_json_get_key (const EqpJson *self)
{
  return self->key;
}

/**
 * eqp_json_get_text:
 * @self: (nullable): any value
 *
 * Returns: (transfer none) (nullable): the text it is; NULL for everything else
 */
const char *
eqp_json_get_text (const EqpJson *self)
{
  return self != NULL && self->kind == KIND_TEXT ? self->text : NULL;
}

/**
 * eqp_json_get_real:
 * @self: (nullable): any value
 *
 * Returns: the number it is; NAN for everything else and for what is larger than any double
 */
double
eqp_json_get_real (const EqpJson *self)
{
  double value = self != NULL && self->kind == KIND_NUMBER ? g_ascii_strtod (self->text, NULL) : NAN;

  return isfinite (value) ? value : NAN;
}

/**
 * eqp_json_get_integer:
 * @self: (nullable): any value
 * @least: the smallest number allowed
 * @most: the largest
 * @value: (out): the number
 *
 * Returns: whether it is a whole number in this range
 */
gboolean
eqp_json_get_integer (const EqpJson *self,
                      gint64         least,
                      gint64         most,
                      gint64        *value)
{
  return self != NULL && self->kind == KIND_NUMBER &&
         g_ascii_string_to_signed (self->text, 10, least, most, value, NULL);
}

/**
 * eqp_json_get_unsigned:
 * @self: (nullable): any value
 * @value: (out): the number
 *
 * Returns: whether it is a whole number from 0 to 2^64 - 1
 */
gboolean
eqp_json_get_unsigned (const EqpJson *self,
                       guint64       *value)
{
  return self != NULL && self->kind == KIND_NUMBER &&
         g_ascii_string_to_unsigned (self->text, 10, 0, G_MAXUINT64, value, NULL);
}

/**
 * eqp_json_is_true:
 * @self: (nullable): any value
 *
 * Returns: whether it is the word true
 */
gboolean
eqp_json_is_true (const EqpJson *self)
{
  return self != NULL && self->kind == KIND_TRUE;
}

/**
 * eqp_json_is_object:
 * @self: (nullable): any value
 *
 * Returns: whether it is an object
 */
gboolean
eqp_json_is_object (const EqpJson *self)
{
  return self != NULL && self->kind == KIND_OBJECT;
}
