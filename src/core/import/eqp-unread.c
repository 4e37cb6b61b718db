/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What people try to open and no reader takes: known by its first bytes or words, so that the refusal can say what it
 * is and what to do about it. */
#include "config.h"

#include "eqp-unread.h"

#include <glib/gi18n-lib.h>

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
  const char *pattern; /* a regular expression */
} Kind;

static const Kind binary_kinds[] = {
  { N_ ("an Excel workbook"), SAVE_SHEET, "PK\\x03\\x04.*xl/" },
  { N_ ("an OpenDocument spreadsheet"), SAVE_SHEET,
    "PK\\x03\\x04.{34}application/vnd\\.oasis\\.opendocument\\.spreadsheet" },
  { N_ ("a Word document"), SAVE_TABLE, "PK\\x03\\x04.*word/" },
  { N_ ("an office document or another ZIP archive that is no table"), SAVE_TABLE, "PK\\x03\\x04" },
  { N_ ("an empty ZIP archive"), N_ ("pack the data again"), "PK\\x05\\x06" },
  { N_ ("a GIF image"), SAVE_IMAGES, "GIF8" },
  { N_ ("a WebP image"), SAVE_IMAGES, ".{8}WEBPVP8" },
  { N_ ("a Photoshop image"), SAVE_IMAGES, "8BPS" },
  { N_ ("an old Excel workbook or another old office document"), SAVE_SHEET,
    "\\xd0\\xcf\\x11\\xe0\\xa1\\xb1\\x1a\\xe1" },
  { N_ ("a Parquet file"), SAVE_FRAME, "PAR1" },
  { N_ ("an Arrow (Feather) file"), SAVE_FRAME, "ARROW1" },
  { N_ ("a Feather file"), SAVE_FRAME, "FEA1" },
  { N_ ("an ORC file"), SAVE_FRAME, "ORC" },
  { N_ ("an Avro file"), SAVE_FRAME, "Obj\\x01" },
  { N_ ("a SQLite database"), N_ ("save the table with the data as CSV"), "SQLite format 3" },
  /* What is packed but once never comes here. */
  { N_ ("a packed file within a packed file"), UNPACK,
    "\\x1f\\x8b\\x08|\\xfd7zXZ\\x00|\\x28\\xb5\\x2f\\xfd|BZh|.{257}ustar" },
  { N_ ("a 7z archive"), UNPACK, "7z\\xbc\\xaf\\x27\\x1c" },
  { N_ ("a RAR archive"), UNPACK, "Rar!\\x1a\\x07" },
  { N_ ("a file packed with compress"), UNPACK, "\\x1f\\x9d" },
  { N_ ("a file packed with LZ4"), UNPACK, "\\x04\\x22\\x4d\\x18" },
  { N_ ("a Python pickle"), SAVE_ARRAY, "\\x80[\\x02-\\x05]" },
  { N_ ("a file of R"), SAVE_R, "RDX[23]\\n|X\\n\\x00{3}" },
  { N_ ("an SPSS file"), SAVE_TABLE, "\\$FL[23]@\\(#\\)" },
  { N_ ("a SAS file"), SAVE_TABLE, "\\x00{12}\\xc2\\xea\\x81\\x60" },
  { N_ ("a netCDF file"), SAVE_TABLE, "CDF[\\x01\\x02]" },
  { N_ ("an audio file"), SAVE_TABLE, ".{8}WAVEfmt " },
  { N_ ("a HEIC image"), SAVE_IMAGES, ".{4}ftyp(?:hei|mif1)" },
  { N_ ("an AVIF image"), SAVE_IMAGES, ".{4}ftypavi" },
  { N_ ("a JPEG 2000 image"), SAVE_IMAGES, "\\x00{3}\\x0cjP  " },
  { N_ ("a JPEG XL image"), SAVE_IMAGES, "\\x00{3}\\x0cJXL " },
  { N_ ("a DICOM image"), SAVE_IMAGES, ".{128}DICM" },
  { N_ ("an OpenEXR image"), SAVE_IMAGES, "\\x76\\x2f\\x31\\x01" },
  { N_ ("a BMP image"), SAVE_IMAGES, "BM.{4}\\x00{4}" },
  { N_ ("a video"), SAVE_TABLE, ".{4}ftyp" },
  { N_ ("a program"), SAVE_TABLE, "\\x7f" "ELF" },
};

/* At the beginning of a line of text in small or large letters. */
static const Kind text_kinds[] = {
  { N_ ("a graph in the GraphML format"), SAVE_GRAPH, "(?=<).*(?-i:<graphml)" },
  { N_ ("a graph in the GEXF format"), SAVE_GRAPH, "(?=<).*(?-i:<gexf)" },
  /* Comments, then "p NAME nodes edges" before the first edge "e 1 2" or arc "a 1 2 5". */
  { N_ ("a graph in the DIMACS format"), SAVE_GRAPH, "(?-i:(?:c(?: [^\\n]*+)?\\n)*+p (?:sp|edge|col|max|min) )" },
  { N_ ("a graph in the DOT format"), SAVE_GRAPH, "(?-i:graph)[^\\n{[]*\\{|digraph[ {]|strict (?:di)?graph" },
  { N_ ("a graph in the GML format"), SAVE_GRAPH, "(?-i:graph)\\s*\\[|Creator \"" },
  { N_ ("a JSON file"), SAVE_TABLE, "\\{\\s*[\"}]|\\[\\s*[][{\"\\d-]" },
  { N_ ("a broken MATLAB file"), SAVE_TABLE, "MATLAB " },
  { N_ ("a PDF document"), N_ ("copy the table into a file of its own, and save it as CSV"), "%PDF-" },
  { N_ ("a PostScript document"), SAVE_TABLE, "%!PS" },
  { N_ ("a Stata file"), SAVE_STATA, "<stata_dta>" },
  { N_ ("a FITS file"), SAVE_TABLE, "SIMPLE  =" },
  { N_ ("a Word document or another text with formats (RTF)"), SAVE_TABLE, "\\{\\\\rtf" },
  { N_ ("a graph in the Pajek format"), SAVE_GRAPH, "\\*(?:Vertices|Network)" },
  { N_ ("a graph in the LEMON format"), SAVE_GRAPH, "@nodes" },
  { N_ ("an HTML page"), SAVE_PAGE, "<(?:!DOCTYPE|html|table)" },
  { N_ ("a pointer of Git LFS and not the data"), N_ ("get the file itself with “git lfs pull”"),
    "version https://git-lfs" },
  { N_ ("a LaTeX document"), SAVE_TABLE, "\\\\documentclass" },
  { N_ ("an XML document"), SAVE_TABLE, "<\\?xml" },
  { N_ ("an SVG picture"), SAVE_TABLE, "<svg" },
};

/* @text: what is looked for stands behind a byte order mark, blanks, and lines that begin with '#' or "//". */
static gboolean
begins_with (const EqpProbe *probe, const char *pattern, gboolean text)
{
  g_autofree char *whole = g_strdup_printf (
      "\\A%s(?:%s)", text ? "(?i)(?:\\xef\\xbb\\xbf)?+(?:\\s++|(?:#|//)[^\\n]*+)*+" : "", pattern);
  g_autoptr (GRegex) regex = g_regex_new (whole, G_REGEX_RAW | G_REGEX_DOTALL, 0, NULL);

  return g_regex_match_full (regex, (const char *) probe->head, (gssize) probe->head_length, 0, 0, NULL, NULL);
}

/* Text that begins like the mark of a binary file, such as a name "PAR1", is no such file. */
static gboolean
is_text (const EqpProbe *probe)
{
  gsize i = 0;

  while (i < MIN (probe->head_length, 4096) && (!g_ascii_iscntrl (probe->head[i]) || g_ascii_isspace (probe->head[i])))
    i++;
  return i == MIN (probe->head_length, 4096);
}

/* @probe: the beginning of a file that no reader is sure of. Returns "a PDF document", for people; NULL when it is
 * nothing that is known. */
const char *
_eqp_unread_look (const EqpProbe  *probe,
                  const char     **advice)
{
  gboolean text = is_text (probe);

  for (guint i = 0; i < G_N_ELEMENTS (binary_kinds) + G_N_ELEMENTS (text_kinds); i++)
    {
      gboolean of_text = i >= G_N_ELEMENTS (binary_kinds);
      const Kind *kind = of_text ? &text_kinds[i - G_N_ELEMENTS (binary_kinds)] : &binary_kinds[i];

      if ((of_text || !text) && begins_with (probe, kind->pattern, of_text))
        {
          *advice = kind->advice;
          return kind->what;
        }
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
