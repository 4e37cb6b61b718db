/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What people try to open and no reader takes: known by its first bytes or words, so that the refusal can say what it
 * is and what to do about it. */
#include "config.h"

#include "eqp-unread.h"

#include <string.h>

static const char save_table[] = "save the data as CSV or NPY";
static const char save_sheet[] = "save the sheet with the data as CSV";
static const char save_graph[] = "save the graph as a list of edges (CSV), as Matrix Market or in the METIS format";
static const char save_r[] = "save the data as CSV, in R with write.csv()";
static const char save_frame[] = "save the data as CSV, in Python with to_csv()";
static const char save_stata[] = "save the data as CSV, in Stata with “export delimited”";
static const char save_images[] = "save each image as PNG, and open the folder of images";
static const char unpack[] = "unpack it, and open the file with the data";

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
  { "an empty ZIP archive", "pack the data again", MAGIC (0, "PK\x05\x06") },
  { "a GIF image", save_images, MAGIC (0, "GIF8") },
  { "a WebP image", save_images, MAGIC (8, "WEBPVP8") },
  { "a Photoshop image", save_images, MAGIC (0, "8BPS") },
  { "an old Excel workbook or another old office document", save_sheet, MAGIC (0, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1") },
  { "a Parquet file", save_frame, MAGIC (0, "PAR1") },
  { "an Arrow (Feather) file", save_frame, MAGIC (0, "ARROW1") },
  { "a Feather file", save_frame, MAGIC (0, "FEA1") },
  { "an ORC file", save_frame, MAGIC (0, "ORC") },
  { "an Avro file", save_frame, MAGIC (0, "Obj\x01") },
  { "a SQLite database", "save the table with the data as CSV", MAGIC (0, "SQLite format 3") },
  { "a 7z archive", unpack, MAGIC (0, "7z\xbc\xaf\x27\x1c") },
  { "a RAR archive", unpack, MAGIC (0, "Rar!\x1a\x07") },
  { "a file packed with compress", unpack, MAGIC (0, "\x1f\x9d") },
  { "a file packed with LZ4", unpack, MAGIC (0, "\x04\x22\x4d\x18") },
  { "a Python pickle", "save the array with numpy.save(), or the table as CSV", MAGIC (0, "\x80\x02") },
  { "a Python pickle", "save the array with numpy.save(), or the table as CSV", MAGIC (0, "\x80\x03") },
  { "a Python pickle", "save the array with numpy.save(), or the table as CSV", MAGIC (0, "\x80\x04") },
  { "a Python pickle", "save the array with numpy.save(), or the table as CSV", MAGIC (0, "\x80\x05") },
  { "a file of R", save_r, MAGIC (0, "RDX2\n") },
  { "a file of R", save_r, MAGIC (0, "RDX3\n") },
  { "a file of R", save_r, MAGIC (0, "X\n\0\0\0") },
  { "an SPSS file", save_table, MAGIC (0, "$FL2@(#)") },
  { "an SPSS file", save_table, MAGIC (0, "$FL3@(#)") },
  { "a SAS file", save_table, MAGIC (0, "\0\0\0\0\0\0\0\0\0\0\0\0\xc2\xea\x81\x60") },
  { "a netCDF file", save_table, MAGIC (0, "CDF\x01") },
  { "a netCDF file", save_table, MAGIC (0, "CDF\x02") },
  { "an audio file", save_table, MAGIC (8, "WAVEfmt ") },
  { "a HEIC image", save_images, MAGIC (4, "ftyphei") },
  { "a HEIC image", save_images, MAGIC (4, "ftypmif1") },
  { "an AVIF image", save_images, MAGIC (4, "ftypavi") },
  { "a JPEG 2000 image", save_images, MAGIC (0, "\0\0\0\x0cjP  ") },
  { "a JPEG XL image", save_images, MAGIC (0, "\0\0\0\x0cJXL ") },
  { "a DICOM image", save_images, MAGIC (128, "DICM") },
  { "an OpenEXR image", save_images, MAGIC (0, "\x76\x2f\x31\x01") },
  { "a video", save_table, MAGIC (4, "ftyp") },
  { "a program", save_table, MAGIC (0, "\x7f" "ELF") },
};

/* At the beginning of a line of text, blanks and lines of comment before it. */
static const Kind text_kinds[] = {
  { "a broken MATLAB file", save_table, MAGIC (0, "MATLAB ") },
  { "a PDF document", "copy the table into a file of its own, and save it as CSV", MAGIC (0, "%PDF-") },
  { "a PostScript document", save_table, MAGIC (0, "%!PS") },
  { "a Stata file", save_stata, MAGIC (0, "<stata_dta>") },
  { "a FITS file", save_table, MAGIC (0, "SIMPLE  =") },
  { "a Word document or another text with formats (RTF)", save_table, MAGIC (0, "{\\rtf") },
  { "a graph in the GML format", save_graph, MAGIC (0, "graph [") },
  { "a graph in the GML format", save_graph, MAGIC (0, "graph[") },
  { "a graph in the GML format", save_graph, MAGIC (0, "graph\n[") },
  { "a graph in the GML format", save_graph, MAGIC (0, "graph\r\n[") },
  { "a graph in the GML format", save_graph, MAGIC (0, "Creator ") },
  { "a graph in the Pajek format", save_graph, MAGIC (0, "*Vertices") },
  { "a graph in the Pajek format", save_graph, MAGIC (0, "*vertices") },
  { "a graph in the Pajek format", save_graph, MAGIC (0, "*Network") },
  { "a graph in the LEMON format", save_graph, MAGIC (0, "@nodes") },
  { "a graph in the DOT format", save_graph, MAGIC (0, "digraph ") },
  { "a graph in the DOT format", save_graph, MAGIC (0, "digraph{") },
  { "a graph in the DOT format", save_graph, MAGIC (0, "strict graph") },
  { "a graph in the DOT format", save_graph, MAGIC (0, "strict digraph") },
  { "an HTML page", "save the data as CSV; where the page was meant to be a download, get the file itself",
    MAGIC (0, "<!DOCTYPE") },
  { "an HTML page", "save the data as CSV; where the page was meant to be a download, get the file itself",
    MAGIC (0, "<!doctype") },
  { "an HTML page", "save the data as CSV; where the page was meant to be a download, get the file itself",
    MAGIC (0, "<html") },
  { "an HTML page", "save the data as CSV; where the page was meant to be a download, get the file itself",
    MAGIC (0, "<HTML") },
  { "an HTML page", "save the data as CSV; where the page was meant to be a download, get the file itself",
    MAGIC (0, "<table") },
  { "an HTML page", "save the data as CSV; where the page was meant to be a download, get the file itself",
    MAGIC (0, "<TABLE") },
  { "a pointer of Git LFS and not the data", "get the file itself with “git lfs pull”",
    MAGIC (0, "version https://git-lfs") },
  { "a LaTeX document", save_table, MAGIC (0, "\\documentclass") },
  { "an XML document", save_table, MAGIC (0, "<?xml") },
  { "an SVG picture", save_table, MAGIC (0, "<svg") },
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

/* graph NAME { ... } */
static gboolean
is_dot_graph (const EqpProbe *probe, gsize at)
{
  if (!has_at (probe, at, "graph", 5))
    return FALSE;
  for (at += 5; at < probe->head_length && probe->head[at] != '\n' && probe->head[at] != '{' && probe->head[at] != '[';)
    at++;
  return at < probe->head_length && probe->head[at] == '{';
}

static const char *
office_kind (const EqpProbe *probe, const char **advice)
{
  *advice = save_sheet;
  if (has_word (probe, "xl/"))
    return "an Excel workbook";
  if (has_at (probe, 38, "application/vnd.oasis.opendocument.spreadsheet", 46))
    return "an OpenDocument spreadsheet";
  *advice = save_table;
  if (has_word (probe, "word/"))
    return "a Word document";
  return "an office document or another ZIP archive that is no table";
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
      *advice = save_images;
      return "a BMP image";
    }
  at = skip_to_text (probe);
  if (at == probe->head_length)
    return NULL;
  if (has_at (probe, at, "<", 1) && has_word (probe, "<graphml"))
    {
      *advice = save_graph;
      return "a graph in the GraphML format";
    }
  if (has_at (probe, at, "<", 1) && has_word (probe, "<gexf"))
    {
      *advice = save_graph;
      return "a graph in the GEXF format";
    }
  if (is_dimacs (probe, at))
    {
      *advice = save_graph;
      return "a graph in the DIMACS format";
    }
  if (is_dot_graph (probe, at))
    {
      *advice = save_graph;
      return "a graph in the DOT format";
    }
  for (guint i = 0; i < G_N_ELEMENTS (text_kinds); i++)
    if (has_at (probe, at, text_kinds[i].magic, text_kinds[i].length))
      {
        *advice = text_kinds[i].advice;
        return text_kinds[i].what;
      }
  if (is_json (probe, at))
    {
      *advice = save_table;
      return "a JSON file";
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
    { "xl/", "", "an Excel workbook", save_sheet },
    { "word/", "", "a Word document", save_table },
    { "ppt/", "", "a presentation", save_table },
    { "META-INF/MANIFEST.MF", "", "a Java program", save_table },
    { "", "/data.pkl", "a file of PyTorch", "save the array with numpy.save()" },
    { "", "content.xml", "an OpenDocument file", save_sheet },
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
