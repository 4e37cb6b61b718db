/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What people try to open and no reader takes: known by its first bytes or words, so that the refusal can say what it
 * is and what to do about it. */
#include "config.h"

#include "eqp-unread.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define SAVE_TABLE N_ ("save the data as CSV or NPY")
#define SAVE_SHEET N_ ("save the sheet with the data as CSV")
#define SAVE_GRAPH N_ ("save the graph as a list of edges (CSV), as Matrix Market or in the METIS format")
#define SAVE_R N_ ("save the data as CSV, in R with write.csv()")
#define SAVE_FRAME N_ ("save the data as CSV, in Python with to_csv()")
#define SAVE_STATA N_ ("save the data as CSV, in Stata with “export delimited”")
#define SAVE_IMAGES N_ ("save each image as PNG, and open the folder of images")
#define SAVE_ARRAY N_ ("save the array with numpy.save(), or the table as CSV")
#define SAVE_PAGE N_ ("save the data as CSV; where the page was meant to be a download, get the file itself")
#define UNPACK N_ ("unpack it, and open the file with the data")

typedef struct
{
  const char *what;
  const char *advice;
  gsize       offset;
  gsize       length;
  const char *magic;
} Kind;

#define MAGIC(offset, bytes) offset, sizeof (bytes) - 1, bytes

static const Kind binary_kinds[] = {
  { N_ ("an empty ZIP archive"), N_ ("pack the data again"), MAGIC (0, "PK\x05\x06") },
  { N_ ("a GIF image"), SAVE_IMAGES, MAGIC (0, "GIF8") },
  { N_ ("a WebP image"), SAVE_IMAGES, MAGIC (8, "WEBPVP8") },
  { N_ ("a Photoshop image"), SAVE_IMAGES, MAGIC (0, "8BPS") },
  { N_ ("an old Excel workbook or another old office document"), SAVE_SHEET,
    MAGIC (0, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1") },
  { N_ ("a Parquet file"), SAVE_FRAME, MAGIC (0, "PAR1") },
  { N_ ("an Arrow (Feather) file"), SAVE_FRAME, MAGIC (0, "ARROW1") },
  { N_ ("a Feather file"), SAVE_FRAME, MAGIC (0, "FEA1") },
  { N_ ("an ORC file"), SAVE_FRAME, MAGIC (0, "ORC") },
  { N_ ("an Avro file"), SAVE_FRAME, MAGIC (0, "Obj\x01") },
  { N_ ("a SQLite database"), N_ ("save the table with the data as CSV"), MAGIC (0, "SQLite format 3") },
  { N_ ("a 7z archive"), UNPACK, MAGIC (0, "7z\xbc\xaf\x27\x1c") },
  { N_ ("a RAR archive"), UNPACK, MAGIC (0, "Rar!\x1a\x07") },
  { N_ ("a file packed with compress"), UNPACK, MAGIC (0, "\x1f\x9d") },
  { N_ ("a file packed with LZ4"), UNPACK, MAGIC (0, "\x04\x22\x4d\x18") },
  { N_ ("a Python pickle"), SAVE_ARRAY, MAGIC (0, "\x80\x02") },
  { N_ ("a Python pickle"), SAVE_ARRAY, MAGIC (0, "\x80\x03") },
  { N_ ("a Python pickle"), SAVE_ARRAY, MAGIC (0, "\x80\x04") },
  { N_ ("a Python pickle"), SAVE_ARRAY, MAGIC (0, "\x80\x05") },
  { N_ ("a file of R"), SAVE_R, MAGIC (0, "RDX2\n") },
  { N_ ("a file of R"), SAVE_R, MAGIC (0, "RDX3\n") },
  { N_ ("a file of R"), SAVE_R, MAGIC (0, "X\n\0\0\0") },
  { N_ ("an SPSS file"), SAVE_TABLE, MAGIC (0, "$FL2@(#)") },
  { N_ ("an SPSS file"), SAVE_TABLE, MAGIC (0, "$FL3@(#)") },
  { N_ ("a SAS file"), SAVE_TABLE, MAGIC (0, "\0\0\0\0\0\0\0\0\0\0\0\0\xc2\xea\x81\x60") },
  { N_ ("a netCDF file"), SAVE_TABLE, MAGIC (0, "CDF\x01") },
  { N_ ("a netCDF file"), SAVE_TABLE, MAGIC (0, "CDF\x02") },
  { N_ ("an audio file"), SAVE_TABLE, MAGIC (8, "WAVEfmt ") },
  { N_ ("a HEIC image"), SAVE_IMAGES, MAGIC (4, "ftyphei") },
  { N_ ("a HEIC image"), SAVE_IMAGES, MAGIC (4, "ftypmif1") },
  { N_ ("an AVIF image"), SAVE_IMAGES, MAGIC (4, "ftypavi") },
  { N_ ("a JPEG 2000 image"), SAVE_IMAGES, MAGIC (0, "\0\0\0\x0cjP  ") },
  { N_ ("a JPEG XL image"), SAVE_IMAGES, MAGIC (0, "\0\0\0\x0cJXL ") },
  { N_ ("a DICOM image"), SAVE_IMAGES, MAGIC (128, "DICM") },
  { N_ ("an OpenEXR image"), SAVE_IMAGES, MAGIC (0, "\x76\x2f\x31\x01") },
  { N_ ("a video"), SAVE_TABLE, MAGIC (4, "ftyp") },
  { N_ ("a program"), SAVE_TABLE, MAGIC (0, "\x7f" "ELF") },
};

/* At the beginning of a line of text in small or large letters, blanks and lines of comment before it. */
static const Kind text_kinds[] = {
  { N_ ("a broken MATLAB file"), SAVE_TABLE, MAGIC (0, "MATLAB ") },
  { N_ ("a PDF document"), N_ ("copy the table into a file of its own, and save it as CSV"), MAGIC (0, "%PDF-") },
  { N_ ("a PostScript document"), SAVE_TABLE, MAGIC (0, "%!PS") },
  { N_ ("a Stata file"), SAVE_STATA, MAGIC (0, "<stata_dta>") },
  { N_ ("a FITS file"), SAVE_TABLE, MAGIC (0, "SIMPLE  =") },
  { N_ ("a Word document or another text with formats (RTF)"), SAVE_TABLE, MAGIC (0, "{\\rtf") },
  { N_ ("a graph in the GML format"), SAVE_GRAPH, MAGIC (0, "Creator \"") },
  { N_ ("a graph in the Pajek format"), SAVE_GRAPH, MAGIC (0, "*Vertices") },
  { N_ ("a graph in the Pajek format"), SAVE_GRAPH, MAGIC (0, "*Network") },
  { N_ ("a graph in the LEMON format"), SAVE_GRAPH, MAGIC (0, "@nodes") },
  { N_ ("a graph in the DOT format"), SAVE_GRAPH, MAGIC (0, "digraph ") },
  { N_ ("a graph in the DOT format"), SAVE_GRAPH, MAGIC (0, "digraph{") },
  { N_ ("a graph in the DOT format"), SAVE_GRAPH, MAGIC (0, "strict graph") },
  { N_ ("a graph in the DOT format"), SAVE_GRAPH, MAGIC (0, "strict digraph") },
  { N_ ("an HTML page"), SAVE_PAGE, MAGIC (0, "<!DOCTYPE") },
  { N_ ("an HTML page"), SAVE_PAGE, MAGIC (0, "<html") },
  { N_ ("an HTML page"), SAVE_PAGE, MAGIC (0, "<table") },
  { N_ ("a pointer of Git LFS and not the data"), N_ ("get the file itself with “git lfs pull”"),
    MAGIC (0, "version https://git-lfs") },
  { N_ ("a LaTeX document"), SAVE_TABLE, MAGIC (0, "\\documentclass") },
  { N_ ("an XML document"), SAVE_TABLE, MAGIC (0, "<?xml") },
  { N_ ("an SVG picture"), SAVE_TABLE, MAGIC (0, "<svg") },
};

static gboolean
has_at (const EqpProbe *probe, gsize offset, const char *bytes, gsize length)
{
  return probe->head_length >= offset + length && memcmp (probe->head + offset, bytes, length) == 0;
}

/* Text that begins like the mark of a binary file, such as a name "PAR1", is no such file. */
static gboolean
is_marked (const EqpProbe *probe, const Kind *kind)
{
  if (!has_at (probe, kind->offset, kind->magic, kind->length))
    return FALSE;
  for (gsize i = 0; i < kind->length; i++)
    if (!g_ascii_isprint (kind->magic[i]) && !g_ascii_isspace (kind->magic[i]))
      return TRUE;
  return memchr (probe->head, 0, MIN (probe->head_length, 4096)) != NULL;
}

static gboolean
has_word (const EqpProbe *probe, const char *word)
{
  return memmem (probe->head, probe->head_length, word, strlen (word)) != NULL;
}

/* Behind a byte order mark, blanks, and lines that begin with '#' or "//". */
static gsize
skip_to_text (const EqpProbe *probe)
{
  gsize at = has_at (probe, 0, "\xef\xbb\xbf", 3) ? 3 : 0;

  while (at < probe->head_length)
    {
      if (g_ascii_isspace (probe->head[at]))
        at++;
      else if (probe->head[at] == '#' || has_at (probe, at, "//", 2))
        while (at < probe->head_length && probe->head[at] != '\n')
          at++;
      else
        break;
    }
  return at;
}

/* Comments "c ...", then "p NAME nodes edges" before the first edge "e 1 2" or arc "a 1 2 5". */
static gboolean
is_dimacs (const EqpProbe *probe, gsize at)
{
  while (has_at (probe, at, "c ", 2) || has_at (probe, at, "c\n", 2))
    {
      while (at < probe->head_length && probe->head[at] != '\n')
        at++;
      at++;
    }
  return has_at (probe, at, "p sp ", 5) || has_at (probe, at, "p edge ", 7) || has_at (probe, at, "p col ", 6) ||
         has_at (probe, at, "p max ", 6) || has_at (probe, at, "p min ", 6);
}

/* "{" or "[" and then what can only follow there. */
static gboolean
is_json (const EqpProbe *probe, gsize at)
{
  guint8 opening = probe->head[at], next;

  if (opening != '{' && opening != '[')
    return FALSE;
  for (at++; at < probe->head_length && g_ascii_isspace (probe->head[at]);)
    at++;
  if (at == probe->head_length)
    return FALSE;
  next = probe->head[at];
  if (opening == '{')
    return next == '"' || next == '}';
  return next == '{' || next == '[' || next == '"' || g_ascii_isdigit (next) || next == '-' || next == ']';
}

/* "graph", perhaps a name, and what opens it: '{' in DOT, '[' in GML. */
static gboolean
is_graph (const EqpProbe *probe, gsize at, guint8 opening)
{
  if (!has_at (probe, at, "graph", 5))
    return FALSE;
  for (at += 5; at < probe->head_length && (opening == '[' ? g_ascii_isspace (probe->head[at])
                                                           : strchr ("\n{[", probe->head[at]) == NULL);)
    at++;
  return at < probe->head_length && probe->head[at] == opening;
}

static const char *
office_kind (const EqpProbe *probe, const char **advice)
{
  *advice = SAVE_SHEET;
  if (has_word (probe, "xl/"))
    return N_ ("an Excel workbook");
  if (has_at (probe, 38, "application/vnd.oasis.opendocument.spreadsheet", 46))
    return N_ ("an OpenDocument spreadsheet");
  *advice = SAVE_TABLE;
  if (has_word (probe, "word/"))
    return N_ ("a Word document");
  return N_ ("an office document or another ZIP archive that is no table");
}

/* @probe: the beginning of a file that no reader is sure of. Returns "a PDF document", for people; NULL when it is
 * nothing that is known. */
const char *
_eqp_unread_look (const EqpProbe  *probe,
                  const char     **advice)
{
  gsize at;

  if (has_at (probe, 0, "PK\x03\x04", 4))
    return office_kind (probe, advice);
  for (guint i = 0; i < G_N_ELEMENTS (binary_kinds); i++)
    if (is_marked (probe, &binary_kinds[i]))
      {
        *advice = binary_kinds[i].advice;
        return binary_kinds[i].what;
      }

  if (has_at (probe, 0, "BM", 2) && has_at (probe, 6, "\0\0\0\0", 4))
    {
      *advice = SAVE_IMAGES;
      return N_ ("a BMP image");
    }
  at = skip_to_text (probe);
  if (at == probe->head_length)
    return NULL;
  *advice = SAVE_GRAPH;
  if (probe->head[at] == '<' && has_word (probe, "<graphml"))
    return N_ ("a graph in the GraphML format");
  if (probe->head[at] == '<' && has_word (probe, "<gexf"))
    return N_ ("a graph in the GEXF format");
  if (is_dimacs (probe, at))
    return N_ ("a graph in the DIMACS format");
  if (is_graph (probe, at, '{'))
    return N_ ("a graph in the DOT format");
  if (is_graph (probe, at, '['))
    return N_ ("a graph in the GML format");
  *advice = SAVE_TABLE;
  if (is_json (probe, at))
    return N_ ("a JSON file");
  for (guint i = 0; i < G_N_ELEMENTS (text_kinds); i++)
    if (at + text_kinds[i].length <= probe->head_length &&
        g_ascii_strncasecmp ((const char *) probe->head + at, text_kinds[i].magic, text_kinds[i].length) == 0)
      {
        *advice = text_kinds[i].advice;
        return text_kinds[i].what;
      }
  return NULL;
}

/* Returns what kind of archive it is whose files mean nothing one by one; NULL for any other. */
const char *
_eqp_unread_archive (const char *const  *members,
                     const char        **advice)
{
  static const struct
  {
    const char *start;
    const char *end;
    const char *what;
    const char *advice;
  } kinds[] = {
    { "xl/", "", N_ ("an Excel workbook"), SAVE_SHEET },
    { "word/", "", N_ ("a Word document"), SAVE_TABLE },
    { "ppt/", "", N_ ("a presentation"), SAVE_TABLE },
    { "META-INF/MANIFEST.MF", "", N_ ("a Java program"), SAVE_TABLE },
    { "", "/data.pkl", N_ ("a file of PyTorch"), N_ ("save the array with numpy.save()") },
    { "", "content.xml", N_ ("an OpenDocument file"), SAVE_SHEET },
  };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    for (guint j = 0; members[j] != NULL; j++)
      if (g_str_has_prefix (members[j], kinds[i].start) && g_str_has_suffix (members[j], kinds[i].end))
        {
          *advice = kinds[i].advice;
          return kinds[i].what;
        }
  return NULL;
}

/* Returns whether it is packed or an archive; within an archive such files are not unpacked again. */
gboolean
_eqp_unread_is_packed (const EqpProbe *probe)
{
  static const Kind packed[] = { { .length = 4, .magic = "PK\x03\x04" },
                                 { .length = 3, .magic = "\x1f\x8b\x08" },
                                 { .length = 6,
                                   .magic = "\xfd"
                                            "7zXZ\0" },
                                 { .length = 4, .magic = "\x28\xb5\x2f\xfd" },
                                 { .length = 3, .magic = "BZh" },
                                 { .length = 6, .magic = "7z\xbc\xaf\x27\x1c" },
                                 { .length = 5, .offset = 257, .magic = "ustar" } };

  for (guint i = 0; i < G_N_ELEMENTS (packed); i++)
    if (has_at (probe, packed[i].offset, packed[i].magic, packed[i].length))
      return TRUE;
  return FALSE;
}
