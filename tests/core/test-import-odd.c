/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Odd and hostile tables as people have them, one a row: what has to be understood, asked or refused. */
#include "config.h"

#include "eqp-truth.h"

#include <glib/gstdio.h>
#include <unistd.h>

/* One file. Strings are lists with blanks between, but error, told and found, whose parts are separated by '|'. */
typedef struct
{
  const char *name;
  const char *text;
  gsize       length;   /* 0: up to the NUL */
  const char *options;  /* "decimal=, header=yes" */

  gint64      n;        /* with n > 0 it has to open */
  gint64      d;
  int         classes;
  const char *values;   /* the first values, row by row */
  const char *names;    /* of the columns, separated by '|' */
  const char *ledger;   /* "thousands:2 missing:1"; what is not named has to be 0 */
  const char *choices;  /* "decimal:, header:yes" */
  const char *told;     /* parts of decisions, choices or the ledger */
  const char *found;    /* parts of the findings */
  const char *question; /* "decimal:. thousands:.": it has to be asked */
  const char *error;    /* parts of the sentence */
  const char *file;     /* its name, where that matters */
  const char *beside;   /* name and text of a second file, separated by '|' */
} Odd;

#define TEN(rows) rows rows rows rows rows rows rows rows rows rows

#define BYTES(literal) .text = literal, .length = sizeof (literal) - 1

static const Odd odds[] = {
  /* Separators. */
  { "semicolons", "x;y\n1;2\n3;4\n", .n = 2, .d = 2, .values = "1 2 3 4", .ledger = "", .choices = "separator:semicolon header:yes decimal:. thousands:none" },
  { "tabs", "x\ty\n1.5\t2\n3\t4\n", .n = 2, .d = 2, .values = "1.5 2 3 4", .choices = "separator:tab" },
  { "bars", "x|y|z\n1|2|3\n4|5|6\n", .n = 2, .d = 3, .choices = "separator:pipe" },
  { "blanks", "  1.5   2\n 3 4 \n5     6\n", .n = 3, .d = 2, .values = "1.5 2 3 4 5 6", .choices = "separator:space" },
  { "colon-given", "1:2.5\n3:4\n", .options = "separator=:", .n = 2, .d = 2, .values = "1 2.5 3 4", .choices = "separator::" },
  { "sep-line", "sep=;\nx;y\n1,5;2\n3;4\n", .n = 2, .d = 2, .values = "1.5 2 3 4", .ledger = "line-skipped:1" },
  { "trailing", "x,y,\n1,2.5,\n3,4,\n", .n = 2, .d = 2, .values = "1 2.5 3 4", .ledger = "column-ignored:1", .told = "end with a separator" },
  { "trailing-no-header", "1,2.5,\n3,4,\n5,6,\n", .n = 3, .d = 2, .ledger = "column-ignored:1" },
  { "trailing-tabs-and-a-gap", "1\t2.5\t3\t\n4\t\t5\t\n6\t7\t8\t\n9\t1\t2\t\n", .n = 4, .d = 3, .ledger = "missing:1 imputed:1 column-ignored:1", .choices = "separator:tab" },
  { "padded", " 55,100, 28\n 31.5, 2,  3\n", .n = 2, .d = 3, .values = "55 100 28 31.5 2 3" },
  { "no-newline", "1 2.5\n3 4", .n = 2, .d = 2 },
  { "carriage-returns", "x,y\r1,2.5\r3,4\r", .n = 2, .d = 2, .values = "1 2.5 3 4" },
  { "crlf", "x;y\r\n1;2\r\n3;4\r\n", .n = 2, .d = 2, .names = "x|y" },
  { "mixed-line-ends", "x,y\r\n1,2.5\n3,4\r5,6\n", .n = 3, .d = 2 },
  { "line-breaks-told", "x,y,note\n1,2.5,\"a\nb\"\n3,4,\"c\r\nd\"\n5,6,e\n", .n = 3, .d = 2, .found = "has text (“a b”, “c  d”, “e”)" },
  { "blank-lines", "\n\nx,y\n\n1,2.5\n\n3,4\n\n\n", .n = 2, .d = 2 },

  /* Decimal and thousands marks. */
  { "decimal-commas", "x;y\n1,5;2\n3;4,25\n", .n = 2, .d = 2, .values = "1.5 2 3 4.25", .ledger = "", .choices = "decimal:, thousands:none" },
  { "quoted-decimal-commas", "x,y\n\"1,5\",\"2,25\"\n\"3,0\",\"4,5\"\n", .n = 2, .d = 2, .values = "1.5 2.25 3 4.5", .ledger = "" },
  { "thousands-points", "x;y\n1.234,5;2\n12.345,75;4\n", .n = 2, .d = 2, .values = "1234.5 2 12345.75 4", .ledger = "thousands:2", .choices = "decimal:, thousands:." },
  { "thousands-commas", "x;y\n1,234.5;2\n12,345.75;4\n", .n = 2, .d = 2, .values = "1234.5 2 12345.75 4", .ledger = "thousands:2", .choices = "decimal:. thousands:," },
  { "thousands-quoted", "x,y\n\"1,234.5\",2\n\"12,345.5\",4\n", .n = 2, .d = 2, .values = "1234.5 2 12345.5 4", .ledger = "thousands:2" },
  { "thousands-twice", "x;y\n1.234.567;2\n5;4\n", .n = 2, .d = 2, .values = "1234567 2 5 4", .ledger = "thousands:1", .choices = "thousands:." },
  { "grouped-with-the-other-mark", "x;y\n2.5;1.234,5\n3.5;4.321,5\n", .options = "decimal=.", .error = "line 2|“1.234,5” has another decimal mark" },
  { "no-groups-in-numbers-of-versions", "v;y\n1 234.5.6;2\n1 235.5.6;4\n1 236.5.6;3.5\n", .options = "labels=none", .n = 3, .d = 1, .choices = "thousands:none", .ledger = "column-ignored:1" },
  { "thousands-blanks", "x;y\n1 234,5;2\n12 345;4\n", .n = 2, .d = 2, .values = "1234.5 2 12345 4", .ledger = "thousands:2", .choices = "thousands:space" },
  { "thousands-no-break", "x;y\n1\xc2\xa0" "234,5;2\n12\xe2\x80\xaf" "345;4\n", .n = 2, .d = 2, .values = "1234.5 2 12345 4", .ledger = "thousands:2" },
  { "thousands-apostrophes", "x;y\n1'234.5;2\n12'345;4\n", .n = 2, .d = 2, .values = "1234.5 2 12345 4", .ledger = "thousands:2", .choices = "thousands:apostrophe" },
  { "one-or-a-thousand", "1.000\n2.500\n3.125\n", .question = "decimal:. thousands:.", .error = "1.000|decimal point|thousands mark" },
  { "one-or-a-thousand-columns", "a;b\n1.000;5\n2.500;7\n", .question = "decimal:. thousands:." },
  { "one-or-a-thousand-comma", "a;b\n1,000;5\n2,500;7\n", .question = "decimal:, thousands:,", .error = "1,000" },
  { "a-thousand-given", "1.000\n2.500\n3.125\n", .options = "thousands=.", .n = 3, .d = 1, .values = "1000 2500 3125", .ledger = "thousands:3" },
  { "one-given", "1.000\n2.500\n3.125\n", .options = "decimal=.", .n = 3, .d = 1, .values = "1 2.5 3.125", .ledger = "" },
  { "one-by-another-column", "1.000;0.5\n2.500;1.25\n", .n = 2, .d = 2, .values = "1 0.5 2.5 1.25" },
  { "one-by-zero", "1.000 0.125\n2.500 3.500\n", .n = 2, .d = 2, .values = "1 0.125 2.5 3.5" },
  { "one-by-larger-beside", "1.250\n2500\n3.125\n", .question = "decimal:. thousands:." },
  { "thousand-by-smaller-beside", "1.250\n950\n3.125\n12\n", .question = "decimal:. thousands:." },
  { "a-point-between-commas", "10.125,20.250\n30.375,40.500\n", .n = 2, .d = 2, .values = "10.125 20.25 30.375 40.5", .ledger = "", .choices = "decimal:. thousands:none" },
  { "huge-beside-small", "a,b\n0.5,1\n1.5,2\n1e300,3\n", .n = 3, .d = 2, .ledger = "rounded:5", .found = "kept rounded" },
  { "both-marks-decimal", "x;y\n1.5;2\n2,5;3\n1.25;4\n", .error = "line 3|2,5|no number" },
  { "same-mark-twice", "1.5\n2\n", .options = "decimal=. thousands=.", .error = "cannot be the decimal mark and the thousands mark" },
  { "pairs", "1,5\n2,7\n3,1\n", .question = "separator:comma decimal:,", .error = "1,5" },
  { "pairs-two", "1,5\n2,7\n3,1\n", .options = "separator=comma", .n = 3, .d = 2, .values = "1 5 2 7 3 1" },
  { "pairs-one", "1,5\n2,7\n3,1\n", .options = "decimal=,", .n = 3, .d = 1, .values = "1.5 2.7 3.1", .ledger = "" },
  { "pairs-zeros", "1,05\n2,70\n3,15\n", .question = "separator:comma decimal:," },
  { "pairs-one-name", "height\n1,5\n2,7\n3,1\n", .n = 3, .d = 1, .names = "height", .values = "1.5 2.7 3.1" },
  { "pairs-two-names", "x,y\n1,5\n2,7\n3,1\n", .n = 3, .d = 2, .names = "x|y" },
  { "pairs-signs", "1,-5\n2,7\n3,1\n", .n = 3, .d = 2 },
  { "pairs-lengths", "1,5\n2,70\n3,125\n", .n = 3, .d = 2 },
  { "pairs-groups", "1,250\n2,375\n3,125\n", .question = "separator:comma decimal:, thousands:,", .error = "three ways" },
  { "pairs-groups-zeros", "1,000\n2,500\n3,125\n", .question = "separator:comma decimal:, thousands:,", .error = "1,000" },
  { "pairs-groups-one-name", "height\n1,250\n2,375\n3,125\n", .question = "decimal:, thousands:,", .error = "1,250" },
  { "pairs-groups-below-one", "0,125\n2,500\n3,125\n", .question = "separator:comma decimal:,", .error = "two ways" },
  { "percents", "x;y\n1%;2\n3 %;4\n", .n = 2, .d = 2, .values = "1 2 3 4", .ledger = "sign:2" },
  { "percents-mixed", "x;y\n1%;2\n3;4\n5%;6\n", .error = "line 2|percent sign" },
  { "currency", "x;y\n$1,234.50;2\n$ 7.25;4\n", .n = 2, .d = 2, .values = "1234.5 2 7.25 4", .ledger = "sign:2 thousands:1" },
  { "currency-behind", "x;y\n1.234,50 \xe2\x82\xac;2\n7,25 \xe2\x82\xac;4\n", .n = 2, .d = 2, .values = "1234.5 2 7.25 4", .ledger = "sign:2 thousands:1" },
  { "currency-cp1252", BYTES ("x;y\n1,50 \x80;2\n7,25 \x80;4\n"), .n = 2, .d = 2, .values = "1.5 2 7.25 4", .ledger = "sign:2", .choices = "encoding:WINDOWS-1252" },
  { "grouped-first-column", "a;b\n1,234,567;0.1\n9,876,543;0.35\n5,555,555;0.6\n2,310,991;0.85\n7,777,123;1.1\n3,141,592;1.35\n2,718,281;1.6\n8,888,001;1.85\n4,444,004;2.1\n6,123,789;2.35\n", .n = 10, .d = 2, .ledger = "thousands:10" },
  { "currency-two", "x;y\n$1.5;2\n\xc2\xa3" "2.5;4\n", .error = "line 3|$|£" },
  { "minus-sign", "x;y\n\xe2\x88\x92" "1.5;2\n2;3\n", .n = 2, .d = 2, .values = "-1.5 2 2 3" },
  { "exponents", "1e3,2.5E-2\n-3e+2,4\n", .n = 2, .d = 2, .values = "1000 0.025 -300 4" },
  { "exponents-fortran", "1.5D+01 2.0d-01\n-3.0D+02 4.0D+00\n", .n = 2, .d = 2, .values = "15 0.2 -300 4", .ledger = "" },
  { "hexadecimal", "x,y\n0x1f,2\n0x20,3\n", .options = "labels=none", .n = 2, .d = 1, .ledger = "column-ignored:1" },

  /* Headers, lines around. */
  { "header-years", "2001,2002,2003\n5,3,8.5\n4,4,1\n", .n = 2, .d = 3, .names = "2001|2002|2003", .choices = "header:yes" },
  { "header-two-years", "2001;2002\n3;4,5\n2;7\n", .n = 2, .d = 2, .names = "2001|2002" },
  { "years-as-data", "2001;2002\n2003;2001\n2002;2007\n", .n = 3, .d = 2, .choices = "header:no" },
  { "row-names", ",a,b\nr1,1,2.5\nr2,3,4\nr3,5,6\nr4,7,8\n", .n = 4, .d = 2, .names = "a|b", .ledger = "column-ignored:1", .found = "another one in most rows" },
  { "header-years-with-name", "city,2001,2002\nA,1,2.5\nB,3,4\n", .options = "labels=none", .n = 2, .d = 2, .names = "2001|2002" },
  { "header-counts-corner", ",0,1,2\n0,5,6,9\n1,7,8,9\n2,9,9,1\n", .n = 3, .d = 3, .names = "0|1|2", .ledger = "column-ignored:1" },
  { "header-counts-above-four-fractions", "1,2\n1.5,7.25\n3.5,4.5\n", .n = 2, .d = 2, .names = "1|2" },
  { "counts-above-three-fractions", "1,2,3\n1.5,9.25,3.5\n", .n = 2, .d = 3, .choices = "header:no" },
  { "header-counts-and-a-word", "0,1,2,3,label\n5,6,9,0,1\n7,8,9,0,0\n9,9,1,0,1\n7,7,1,0,0\n", .n = 4, .d = 4, .classes = 2, .names = "0|1|2|3", .told = "go up by 1 each" },
  { "header-steps", "1100;1102;1104;1106;1108;1110;1112;1114\n" TEN ("1;2;3;4;5;6;7;9\n"), .n = 10, .d = 8, .names = "1100|1102|1104|1106|1108|1110|1112|1114", .told = "1100 to 1114, go up by 2 each" },
  { "steps-as-data", "1,2,3,4,5,6,7,8\n2,4,6,8,10,12,14,16\n0,3,6,9,12,15,18,21\n", .options = "labels=none", .n = 3, .d = 8, .choices = "header:no" },
  { "a-bad-cell-is-no-name", "5,7,2,3,oops\n" TEN ("5,6,9,0,1.5\n"), .error = "line 1|oops|no number" },
  { "quoted-grouped-commas", "x,y\n\"1,000\",\"2,500\"\n\"3,250\",\"1,125\"\n", .question = "decimal:, thousands:,", .error = "1,000" },
  { "header-given-below-text", "Device X\nSerial 4711\n\nT;RH;P\n3,44;-3,16;5,5\n1,5;2,5;3,5\n", .options = "header=yes", .n = 2, .d = 3, .names = "T|RH|P", .ledger = "line-skipped:2" },
  { "header-given-above-numbers", "a,,\n1,2,3\n4,5,6\n", .options = "header=yes labels=none", .n = 2, .d = 3, .values = "1 2 3 4 5 6" },
  { "logger", "\"TOA5\",\"CR1000\",\"1234\",\"CPU:a\",\"5555\",\"Table1\"\n\"TIMESTAMP\",\"RECORD\",\"AirT\",\"RH\"\n\"TS\",\"RN\",\"Deg C\",\"%\"\n\"\",\"\",\"Avg\",\"Smp\"\n"
    TEN ("\"2021-03-01 00:00:00\",0,18.81,20.79\n\"2021-03-01 00:30:00\",1,17.08,22.3\n"), .options = "labels=none", .n = 20, .d = 3, .names = "RECORD|AirT|RH", .ledger = "line-skipped:3 column-ignored:1", .told = "text above the table" },
  { "keys-and-values-above", "Station,Bern\nLat,46.9\nSerial,AB123\n\nT1,T2,T3\n-4.14,-2.58,-5.64\n1.5,2.5,3.5\n2.5,1.5,4.5\n", .n = 3, .d = 3, .names = "T1|T2|T3", .ledger = "line-skipped:3" },
  { "zeros-behind", BYTES ("a,b\n1.5,2.5\n3.5,4.5\n\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"), .error = "line 4" },
  { "header-one-short", "x,y,z\n-5.01,0.42,-6.62,-10.02\n3.39,4.66,9.02,6.78\n1.5,2.5,3.5,4.5\n", .error = "line 1|names 3 columns, but the rows have 4 fields" },
  { "header-one-short-class", "x,y\n1.5,2.5,A\n2.5,1.5,B\n3.5,1.25,A\n", .error = "line 1|names 2 columns, but the rows have 3 fields" },
  { "header-above-row-names", "a b\nr1 1 2.5\nr2 3 4.5\nr3 5 6\n", .n = 3, .d = 2, .names = "a|b", .told = "names of the rows" },
  { "header-one-name", ",b,\n1,2,3.5\n4,5,6\n7,8,9\n", .n = 3, .d = 3, .names = "column 1|b|column 3", .ledger = "" },
  { "units", "length,mass,kind\nmm,kg,\n1,2,a\n4,5,b\n7,8.5,a\n4,9,b\n", .n = 4, .d = 2, .classes = 2, .names = "length|mass", .ledger = "line-skipped:1", .told = "names or units" },
  { "names-types-roles", "x\ty\tkind\ncontinuous\tcontinuous\tdiscrete\n\t\tclass\n1\t2.5\ta\n3\t4\tb\n5\t6\ta\n7\t8\tb\n", .n = 4, .d = 2, .classes = 2, .names = "x|y", .ledger = "line-skipped:2" },
  { "one-bad-cell-is-no-unit", "name,x\na,oops\nb,2\nc,3.5\nd,4\ne,4\nf,4\ng,4\nh,4\ni,4\nj,4\nk,4\nl,4\n", .error = "line 2|oops|no number|“Ignore Columns”|“Also Missing”" },
  { "names-of-classes-are-no-shape", "1,2,Play\n3,4,Dont\n5,6,Play\n", .n = 3, .d = 2, .classes = 2, .values = "1 2 3 4 5 6" },
  { "header-numbers-data", "5,3,8.5\n4,4,1\n", .n = 2, .d = 3, .choices = "header:no" },
  { "header-denied", "1,2,3\n4,5,6\n", .options = "header=no", .n = 2, .d = 3 },
  { "text-cut-in-a-character", "x\n\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4" "a\xc3\xa4\xc3\xa4\n", .options = "header=yes labels=none", .error = "no column has numbers|aää" },
  { "header-only", "x,y,z\n", .error = "a header but no row" },
  { "header-twice", "x,x,y\n1,2,3.5\n4,5,6\n", .n = 2, .d = 3, .names = "x|x (2)|y", .ledger = "column-renamed:1" },
  { "header-empty-name", ",x,y\n1,2,3.5\n2,5,6\n3,7,8\n", .n = 3, .d = 2, .ledger = "column-ignored:1" },
  { "header-too-few", "x,y\n1,2,3,4.5\n4,5,6,7\n", .error = "line 1|2 column|4 fields" },
  { "preamble", "Measured in 2020\nby the station\n\nx,y,z\n1,2,3.5\n4,5,6\n", .n = 2, .d = 3, .names = "x|y|z", .ledger = "line-skipped:2", .told = "text above the table" },
  { "counts-and-names-above", "4,2,u,v\n1.5,2.5,0\n2,2.5,1\n3,2.5,0\n4,2.5,1\n", .options = "labels=none", .n = 4, .d = 3, .ledger = "line-skipped:1", .told = "text above the table" },
  { "classes-named-above-and-columns-asked-for", "4,2,u,v\n1.5,2.5,0\n2,2.5,1\n3,2.5,0\n4,2.5,1\n", .options = "columns=1,3", .n = 4, .d = 2, .values = "1.5 0 2 1" },
  { "preamble-padded", "Report,,\n,,\nx,y,z\n1,2,3.5\n4,5,6\n", .n = 2, .d = 3, .names = "x|y|z" },
  { "footer", "x,y,z\n1,2,3.5\n4,5,6\nTotal rows: 2\n", .n = 2, .d = 3, .ledger = "line-skipped:1", .told = "text below the table" },
  { "not-a-footer", "x,y,z\n1,2,3.5\nbroken\n4,5,6\n7,8,9\n", .error = "line 3|1 field|instead of 3" },
  { "comments", "# made by hand\nx,y\n1,2.5\n# half\n3,4\n", .n = 2, .d = 2, .ledger = "line-skipped:2", .told = "a comment" },
  { "comments-percent", "% made by hand\n% x y z\n1 2.5 3\n3 4 5\n", .n = 2, .d = 3, .names = "x|y|z", .ledger = "line-skipped:2" },
  { "comments-slashes", "// made, by hand\n1\t2.5\n3\t4\n", .n = 2, .d = 2, .ledger = "line-skipped:1", .told = "a comment" },
  { "ragged-short", "x,y,z\n1,2,3.5\n4,5\n7,8,9\n", .error = "line 3|2 fields|instead of 3" },
  { "ragged-long", "x,y,z\n1,2,3.5\n4,5,6,7\n7,8,9\n", .error = "line 3|4 fields|instead of 3" },
  { "cut", "x,y,z\n1,2,3.5\n4,5,6\n7,", .error = "line 4|instead of 3" },

  /* Quotes. */
  { "quoted-numbers", "\"x\",\"y\"\n\"1\",\"2.5\"\n\"3\",\"4\"\n", .n = 2, .d = 2, .ledger = "" },
  { "quoted-line-break", "name,x,y\n\"a\nb\",1,2.5\n\"c\",3,4\n", .options = "labels=none", .n = 2, .d = 2 },
  { "quoted-line-break-error", "name,x,y\n\"a\nb\",1,2.5\n\"c\",oops,4\n\"d\",5,6\n\"e\",7,8\n\"f\",7,8\n\"g\",7,8\n\"h\",7,8\n\"i\",7,8\n\"j\",7,8\n\"k\",7,8\n\"l\",7,8\n", .error = "line 4|column 2|oops" },
  { "doubled-quotes", "name,x,y\n\"a \"\"b\"\"\",1,2.5\n\"c\",3,4\n", .options = "labels=none", .n = 2, .d = 2 },
  { "units-too-few", "length,mass,kind\nmm,kg\n1,2,a\n4,5,b\n7,8.5,a\n4,9,b\n", .error = "line 2: 2 fields were found instead of 3" },
  { "units-in-cells", "weight,len\n12.5 kg,89.2 cm\n98.8 kg,74.6 cm\n60.5 kg,21.7 cm\n", .error = "no column has numbers|“12.5 kg”|take units out" },
  { "units-beside-numbers", "weight,len\n12.5 kg,89.2\n98.8 kg,74.6\n60.5 kg,21.7\n", .n = 3, .d = 1, .names = "len", .choices = "separator:comma header:yes" },
  { "backslashed-quotes", "x,y,note\n1,2.5,\"say \\\"hi, 0\\\" now\"\n3,4,\"say \\\"hi\\\"\"\n5,6,\"plain\"\n", .options = "labels=none", .n = 3, .d = 2, .names = "x|y", .values = "1 2.5 3 4 5 6", .choices = "separator:comma header:yes" },
  { "backslashed-quotes-of-classes", "x,kind\n1,\"5\\\" x\"\n2.5,\"5\\\" x\"\n3,b\n4,b\n", .n = 4, .d = 1, .classes = 2 },
  { "backslash-at-the-end", "name,x,y\n\"C:\\\",1,2.5\n\"D:\\\",3,4\n", .options = "labels=none", .n = 2, .d = 2, .values = "1 2.5 3 4" },
  { "open-quote", "x,y\n1,2.5\n3,\"4\n5,6\n", .error = "line 3|not closed" },

  /* Missing cells. */
  { "missing-words", "x,y\n1,?\n2,NA\n3,\n4,null\n5,-\n6,nan\n7,2.5\n8,3.5\n", .n = 8, .d = 2, .ledger = "missing:6 imputed:6", .values = "1 3 2 3" },
  { "missing-more-words", "x,y\n1,n.a.\n2,<NA>\n3,4.5\n4,5\n5,6\n", .n = 5, .d = 2, .ledger = "missing:2 imputed:2" },
  { "missing-dropped", "x,y\n1,?\n2,4\n3,5.5\n", .options = "missing=drop", .n = 2, .d = 2, .values = "2 4 3 5.5", .ledger = "missing:1 row-dropped:1" },
  { "missing-median", "x,y\n1,?\n2,4\n3,5\n4,60.5\n", .options = "missing=median", .n = 4, .d = 2, .values = "1 5 2 4", .ledger = "missing:1 imputed:1" },
  { "missing-refused", "x,y\n1,?\n2,4\n3,5.5\n", .options = "missing=refuse", .error = "line 2|column 2" },
  { "missing-sentinel", "x,y\n1,-999\n2,4\n3,6.5\n", .options = "missing-words=-999 missing=drop", .n = 2, .d = 2, .ledger = "missing:1 row-dropped:1" },
  { "missing-own-word", "x,y\n1,lost\n2,4\n3,6.5\n", .options = "missing-words=lost missing=drop", .n = 2, .d = 2, .ledger = "missing:1 row-dropped:1" },
  { "missing-column", "x,y,z\n1,?,2.5\n2,,3\n", .n = 2, .d = 2, .ledger = "column-ignored:1" },
  { "missing-row", "x,y,z\n1,2,2.5\n,,\n2,3,3\n,,\n", .n = 2, .d = 3, .ledger = "missing:6 row-dropped:2", .told = "no cell has a number" },
  { "missing-all", "x,y\n?,?\n?,?\n", .error = "only missing cells" },
  { "missing-label", "x,y,class\n1,2.5,a\n2,3,\n3,4,b\n4,5,a\n5,6,b\n", .n = 4, .d = 2, .classes = 2, .ledger = "missing:1 row-dropped:1" },
  { "infinite", "x,y\n1,inf\n2,4\n3,6.5\n", .n = 3, .d = 2, .ledger = "missing:1 imputed:1" },
  { "infinite-told", "x,y\n1,-inf\n2,1e999\n3,6.5\n4,NA\n", .n = 4, .d = 2, .ledger = "missing:3 imputed:3", .told = "-inf" },
  { "perhaps-edges", "1 2\n2 3\n3 4\n4 1\n1 3\n", .n = 5, .d = 2 },
  { "perhaps-a-graph", "1,2,3\n4,5.5,6\n7,8,9\n", .n = 3, .d = 3, .told = "A graph|not symmetric" },
  { "svmlight-decision", "1 1:0.5 2:1\n2 1:0.25 2:3\n", .n = 2, .d = 2, .classes = 2, .choices = "labels:first" },
  { "too-large", "x,y\n1,1e999\n2,4\n3,6.5\n", .n = 3, .d = 2, .ledger = "missing:1 imputed:1" },

  /* Text, labels, identifiers. */
  { "labels-last", "5.1,3.5,setosa\n4.9,3,setosa\n6.3,3.3,virginica\n5.8,2.7,virginica\n", .n = 4, .d = 2, .classes = 2, .choices = "labels:3" },
  { "labels-first", "B,1,2.5\nA,3,4\nA,5,6\nB,7,8\n", .n = 4, .d = 2, .classes = 2, .choices = "labels:1" },
  { "labels-named", "class,x,y\n1,1,2.5\n2,3,4\n2,5,6\n1,7,8\n", .n = 4, .d = 2, .classes = 2, .choices = "labels:1" },
  { "two-measures-are-no-labels", "height,weight\n150,50\n151,61\n163,52\n174,73\n165,64\n186,75\n177,56\n188,77\n169,58\n170,69\n151,50\n152,61\n163,72\n184,73\n165,84\n186,85\n177,86\n158,77\n169,68\n180,69\n"
    "150,50\n151,61\n163,52\n174,73\n165,64\n186,75\n177,56\n188,77\n169,58\n170,69\n151,50\n152,61\n163,72\n184,73\n165,84\n186,85\n177,86\n158,77\n169,68\n180,69\n"
    "150,50\n151,61\n163,52\n174,73\n165,64\n186,75\n177,56\n188,77\n169,58\n170,69\n151,50\n152,61\n163,72\n184,73\n165,84\n186,85\n177,86\n158,77\n169,68\n180,69\n", .n = 60, .d = 2, .choices = "labels:none" },
  { "y-beside-x-is-no-label", "x,y\n1,1\n2,2\n3,1\n1,2\n2,1\n3,2\n", .n = 6, .d = 2, .choices = "labels:none" },
  { "y-alone-is-a-label", "x1,x2,y\n1,1.5,1\n2,2,2\n3,1,1\n1,2,2\n2,1,1\n3,2,2\n", .n = 6, .d = 2, .classes = 2, .choices = "labels:3" },
  { "labels-none", "class,x,y\n1,1,2.5\n2,3,4\n2,5,6\n1,7,8\n", .options = "labels=none", .n = 4, .d = 3, .choices = "labels:none" },
  { "labels-absent", "x,y\n1,2.5\n3,4\n", .options = "labels=kind", .error = "no label column “kind”" },
  { "text-feature", "x,color,y\n1,red,2.5\n2,blue,3\n3,red,4\n4,blue,9\n", .options = "labels=none", .n = 4, .d = 2, .ledger = "column-ignored:1", .found = "has text (“red”, “blue”)|one-hot" },
  { "one-hot", "x,color,y\n1,red,2.5\n2,blue,3\n3,red,4\n4,blue,9\n", .options = "labels=none one-hot=color", .n = 4, .d = 4, .names = "x|y|color=red|color=blue", .values = "1 2.5 1 0 2 3 0 1", .ledger = "column-made:2" },
  { "one-hot-numbers", "a,b\n1.5,3\n2.5,4\n3.5,3\n4.5,4\n", .options = "labels=none one-hot=b", .n = 4, .d = 3, .names = "a|b=3|b=4", .values = "1.5 1 0 2.5 0 1" },
  { "sep-is-a-name", "sep=1\n2.5\n4\n6\n", .n = 3, .d = 1, .names = "sep=1" },
  { "one-hot-all", "x,color,size\n1,red,S\n2,blue,M\n3,red,L\n", .options = "labels=none one-hot=all", .n = 3, .d = 6, .ledger = "column-made:5" },
  { "one-hot-chosen", "x,color,y,size\n1,red,2.5,S\n2,blue,3,M\n3,red,4,S\n4,blue,9,S\n", .options = "labels=none columns=y,color one-hot=all", .n = 4, .d = 3, .names = "y|color=red|color=blue" },
  { "one-hot-missing", "x,color,y\n1,red,2.5\n2,?,3\n3,blue,4\n", .options = "labels=none one-hot=color missing=drop", .n = 2, .d = 4 },
  { "one-hot-label", "x,color\n1,red\n2,blue\n", .options = "labels=color one-hot=color", .error = "labels" },
  { "one-hot-only", "color,size\nred,S\nblue,M\nred,M\nblue,M\nred,S\n", .options = "labels=none one-hot=all", .n = 5, .d = 4, .choices = "header:yes" },
  { "truth-values", "x,ok,y\n1,true,2.5\n2,false,3\n3,true,4\n", .options = "labels=none", .n = 3, .d = 3, .names = "x|y|ok", .values = "1 2.5 1 2 3 0", .ledger = "boolean:3" },
  { "dates", "day,x,y\n2020-01-05,1,2.5\n2020-01-06,2,3\n2020-01-07,3,4\n2020-01-08,3,4.5\n", .n = 4, .d = 2, .ledger = "column-ignored:1", .found = "holds moments in time" },
  { "identifiers", "id,x,y\n1,5,2.5\n2,4,3\n3,3,4\n", .n = 3, .d = 2, .ledger = "column-ignored:1", .found = "counts the rows" },
  { "identifiers-kept", "id,x,y\n1,5,2.5\n2,4,3\n3,3,4\n", .options = "columns=id,x,y", .n = 3, .d = 3 },
  { "ignored", "a,b,c\n1,5,2.5\n2,4,3\n3,3,4\n", .options = "ignore=b", .n = 3, .d = 2, .names = "a|c", .ledger = "column-ignored:1" },
  { "chosen", "a,b,c\n1,5,2.5\n2,4,3\n3,3,4\n", .options = "columns=1,3", .n = 3, .d = 2, .names = "a|c", .ledger = "column-ignored:1" },
  { "ignored-absent", "a,b\n1,5.5\n2,4\n", .options = "ignore=z", .error = "no column “z”" },
  { "all-text", "a,b\nx,y\nz,w\n", .error = "no column has numbers" },
  { "typo", "x,y\n1,2.5\n3,4\n5,6\n7,8\n9,1O\n1,2\n1,2\n1,2\n1,2\n1,2\n1,2\n1,2\n", .error = "line 6|column 2|1O" },

  /* Numbers as people write them. */
  { "parentheses", "x;y\n(1.50);2\n3.25;(1,234.5)\n", .n = 2, .d = 2, .values = "-1.5 2 3.25 -1234.5", .ledger = "spelling:2 thousands:1" },
  { "parentheses-currency", "x;y\n$(1.50);2\n($ 3.25);4\n-$1;5\n", .n = 3, .d = 2, .values = "-1.5 2 -3.25 4 -1 5", .ledger = "spelling:2 sign:3" },
  { "parentheses-minus", "x;y\n1;2\n3;4\n5;6\n7;8\n7;8\n7;8\n7;8\n7;8\n7;8\n7;8\n7;8\n(-1.5);2\n", .error = "line 13|(-1.5)|no number" },
  { "minus-behind", "x;y\n1,50-;2\n3,25;4-\n", .n = 2, .d = 2, .values = "-1.5 2 3.25 -4", .ledger = "spelling:2" },
  { "equals-quotes", "x;y\n=\"1.5\";2\n=\"-3\";4\n", .n = 2, .d = 2, .values = "1.5 2 -3 4", .ledger = "spelling:2" },
  { "equals-quotes-doubled", "x,y\n\"=\"\"1.5\"\"\",2\n\"=\"\"-3\"\"\",4\n", .n = 2, .d = 2, .values = "1.5 2 -3 4", .ledger = "spelling:2" },
  { "single-quotes", "x,y\n'1.5','2'\n'3','4'\n", .n = 2, .d = 2, .values = "1.5 2 3 4", .ledger = "spelling:4" },
  { "apostrophe-first", "x,y\n'1.5,2\n'3,4\n", .n = 2, .d = 2, .values = "1.5 2 3 4", .ledger = "spelling:2" },
  { "typographic-quotes", "x,y\n“1.5”,2\n“3”,4\n", .n = 2, .d = 2, .values = "1.5 2 3 4", .ledger = "spelling:2" },
  { "lakhs", "x\ty\n12,34,567.5\t2\n1,00,000\t4\n", .n = 2, .d = 2, .values = "1234567.5 2 100000 4", .ledger = "thousands:2", .choices = "separator:tab thousands:," },
  { "lakhs-quoted", "x,y\n\"12,34,567.5\",2\n\"999\",4\n", .n = 2, .d = 2, .values = "1234567.5 2 999 4", .ledger = "thousands:1" },
  { "full-width", "x,y\n１．５,2\n－３,4\n", .n = 2, .d = 2, .values = "1.5 2 -3 4", .ledger = "spelling:2" },
  { "arabic-digits", "x,y\n١٫٥,2\n٣,4\n", .n = 2, .d = 2, .values = "1.5 2 3 4", .ledger = "spelling:2" },
  { "dash-for-minus", "x,y\n–1.5,2\n3,4\n", .n = 2, .d = 2, .values = "-1.5 2 3 4", .ledger = "spelling:1" },
  { "windows-signs", "x;y\n\x80 1\xa0" "234,5;\x96" "2,5\n\x80 3;4\n", .n = 2, .d = 2, .values = "1234.5 -2.5 3 4", .ledger = "thousands:1 sign:2 spelling:1", .choices = "encoding:WINDOWS-1252" },
  { "reais", "x;y\nR$ 1.234,50;2\nR$ 3,25;4\n", .n = 2, .d = 2, .values = "1234.5 2 3.25 4", .ledger = "thousands:1 sign:2" },
  { "comma-column-beside-points", "x;y\n1,5E+00;2.5\n3,5E+00;4.5\n", .error = "line 2|column 1|1,5E+00|another decimal mark|“Ignore Columns”" },
  { "spreadsheet-errors", "x,y\n1,2.5\n#N/A,3\n#DIV/0!,4\n#NAME?,5\n6,#WERT!\n", .n = 5, .d = 2, .ledger = "missing:4 imputed:4" },
  { "spreadsheet-error-first", "#N/A,2.5\n1,3\n2,4\n", .n = 3, .d = 2, .ledger = "missing:1 imputed:1" },
  { "more-missing-words", "x,y\n1,2.5\n(null),3\n\\N,4\n..,5\n—,6\nNaT,7\n8,9\n8,9\n8,9\n", .n = 9, .d = 2, .ledger = "missing:5 imputed:5" },

  /* What comes late, behind the rows that the first guess is made from. */
  { "late-class", "x,y,class\n" TEN (TEN ("1,2.5,0\n3,4.5,1\n")) "7,8,other\n", .error = "line 202|“other” is no number|take the column as “Classes”" },
  { "late-text", "x,y,z\n" TEN (TEN ("1,2.5,0\n3,4.5,1\n")) "7,8,other\n", .error = "line 202|“other” is no number|“Classes”|“Ignore Columns”|“Also Missing”" },
  { "late-text-taken-as-labels", "x,y,z\n" TEN (TEN ("1,2.5,0\n3,4.5,1\n")) "7,8,other\n", .options = "labels=3", .n = 201, .d = 2, .classes = 3 },
  { "late-comma", "x;y\n" TEN (TEN ("1;2\n3;4\n")) "1,5;6\n", .error = "line 202|1,5|“Decimal Mark” to a comma|“Ignore Columns”" },
  { "late-comma-given", "x;y\n" TEN (TEN ("1;2\n3;4\n")) "1,5;6\n", .options = "decimal=, labels=none", .n = 201, .d = 2, .ledger = "" },
  { "late-thousands", "x\ty\n" TEN (TEN ("1.5\t2\n3\t4\n")) "1,234\t6\n", .error = "line 202|1,234|“Thousands Mark” to a comma|“Ignore Columns”" },
  { "late-thousands-given", "x\ty\n" TEN (TEN ("1.5\t2\n3\t4\n")) "1,234\t6\n", .options = "thousands=, labels=none", .n = 201, .d = 2, .ledger = "thousands:1" },
  { "late-point-between-commas", "x;y\n" TEN (TEN ("1,5;2\n3;4\n")) "1.5;6\n", .error = "line 202|1.5|correct it, take the column" },

  { "octave", "# Created by Octave 8.4.0\n# name: X\n# type: matrix\n# rows: 2\n# columns: 2\n 1 2.5\n 3 4\n\n\n", .n = 2, .d = 2, .values = "1 2.5 3 4", .ledger = "line-skipped:5" },

  /* Listings. */
  { "short-line-is-not-fixed", "1.5  2.5  3.5\n4.5  5.5\n7.5  8.5  9.5\n1.5  2.5  3.5\n", .error = "line 2|2 fields were found instead of 3" },
  { "ruled-markdown", "| x | y |\n|---|--:|\n| 1 | 2.5 |\n| 3 | 4 |\n", .n = 2, .d = 2, .names = "x|y", .values = "1 2.5 3 4", .ledger = "column-ignored:2" },
  { "ruled-client", "+---+-----+\n| x | y   |\n+---+-----+\n| 1 | 2.5 |\n| 3 | 4   |\n+---+-----+\n2 rows in set (0.00 sec)\n", .n = 2, .d = 2, .names = "x|y", .ledger = "line-skipped:1 column-ignored:2" },
  { "ruled-terminal", " x |  y\n---+-----\n 1 | 2.5\n 3 |  4\n(2 rows)\n\n", .n = 2, .d = 2, .names = "x|y", .ledger = "line-skipped:1" },
  { "dashes-are-missing", "x|y\n1|2.5\n--|--\n3|4\n5|6\n-|7\n", .n = 4, .d = 2, .ledger = "missing:3 imputed:1 row-dropped:1" },
  { "long-identifiers", "id,x,y\n12345678901234567,1.5,2\n12345678901234568,3,4\n12345678901234569,5,6\n", .n = 3, .d = 2, .names = "x|y", .choices = "labels:none", .ledger = "column-ignored:1" },
  { "text-that-can-be-made", "a,b\nx,y\nz,w\nx,w\nz,y\nx,w\n", .options = "labels=none", .error = "no column has numbers|“Text Columns”" },
  { "empty-columns", "x,,y,\n1,,2.5,\n3,,4,\n", .n = 2, .d = 2, .ledger = "column-ignored:2" },

  /* Names of columns. */
  { "labels-in-german", "a,Klasse,b\n1.5,1,2\n3,2,4\n5,1,6.5\n7,2,8\n9,1,1\n3,2,5\n", .n = 6, .d = 2, .classes = 2, .names = "a|b", .choices = "labels:2" },
  { "labels-in-russian", "a,Класс,b\n1.5,1,2\n3,2,4\n5,1,6.5\n7,2,8\n9,1,1\n3,2,5\n", .n = 6, .d = 2, .classes = 2, .choices = "labels:2" },
  { "coordinates-are-no-labels", "x,y\n1,50\n2,41\n1,32\n2,63\n1,74\n2,85\n1,96\n", .n = 7, .d = 2, .names = "x|y", .choices = "labels:none" },

  /* Encodings. */
  { "utf8-mark", "\xef\xbb\xbf" "x,y\n1,2.5\n3,4\n", .n = 2, .d = 2, .names = "x|y", .choices = "encoding:UTF-8" },
  { "koi8", "\xc4\xcc\xc9\xce\xc1,\xdb\xc9\xd2\xc9\xce\xc1,\xcb\xcc\xc1\xd3\xd3\n1,2.5,\xc4\xc1\n3,4,\xce\xc5\xd4\n5,6,\xc4\xc1\n7,8,\xce\xc5\xd4\n", .question = "encoding:WINDOWS-1250 encoding:ISO-8859-2 encoding:WINDOWS-1251 encoding:KOI8-R encoding:WINDOWS-1256 encoding:SHIFT_JIS", .error = "no Western language" },
  { "windows-1251", "\xe4\xeb\xe8\xed\xe0,\xf8\xe8\xf0\xe8\xed\xe0\n1,2.5\n3,4\n", .question = "encoding:WINDOWS-1250 encoding:ISO-8859-2 encoding:WINDOWS-1251 encoding:KOI8-R encoding:IBM866 encoding:WINDOWS-1253 encoding:WINDOWS-1255 encoding:TIS-620", .error = "no Western language" },
  { "shift-jis", "\x8d\x82\x82\xb3,\x95\x9d\n1,2.5\n3,4\n", .question = "encoding:SHIFT_JIS encoding:GB18030", .error = "no Western language" },
  { "western-neighbors", "s\xfc\xdf,sauer\n1,2.5\n3,4\n", .n = 2, .d = 2, .names = "süß|sauer", .choices = "encoding:WINDOWS-1252" },
  { "utf16le", BYTES ("\xff\xfe" "x\0,\0y\0\n\0" "1\0,\0" "2\0.\0" "5\0\n\0" "3\0,\0" "4\0\n\0"), .n = 2, .d = 2, .names = "x|y", .choices = "encoding:UTF-16LE" },
  { "utf16be", BYTES ("\xfe\xff\0x\0,\0y\0\n\0" "1\0,\0" "2\0.\0" "5\0\n\0" "3\0,\0" "4\0\n"), .n = 2, .d = 2, .names = "x|y", .choices = "encoding:UTF-16BE" },
  { "utf16le-no-mark", BYTES ("x\0,\0y\0\n\0" "1\0,\0" "2\0.\0" "5\0\n\0" "3\0,\0" "4\0\n\0"), .n = 2, .d = 2, .names = "x|y" },
  { "utf16be-no-mark", BYTES ("\0x\0,\0y\0\n\0" "1\0,\0" "2\0.\0" "5\0\n\0" "3\0,\0" "4\0\n"), .n = 2, .d = 2, .names = "x|y" },
  { "utf16-cut", BYTES ("\xff\xfe" "x\0,\0y\0\n\0" "1\0,\0" "2\0.\0" "5\0\n\0" "3\0,\0" "4\0\n"), .error = "odd.csv" },
  { "utf32le", BYTES ("\xff\xfe\0\0x\0\0\0,\0\0\0y\0\0\0\n\0\0\0" "1\0\0\0,\0\0\0" "2\0\0\0\n\0\0\0"), .n = 1, .d = 2, .names = "x|y", .choices = "encoding:UTF-32LE" },
  { "utf32be", BYTES ("\0\0\xfe\xff\0\0\0x\0\0\0,\0\0\0y\0\0\0\n\0\0\0" "1\0\0\0,\0\0\0" "2\0\0\0\n"), .n = 1, .d = 2, .names = "x|y" },
  { "utf32le-no-mark", BYTES ("x\0\0\0,\0\0\0y\0\0\0\n\0\0\0" "1\0\0\0,\0\0\0" "2\0\0\0\n\0\0\0"), .error = "binary file of no kind this version reads" },
  { "windows", "gr\xf6\xdf" "e,y\n1,2.5\n3,4\n", .n = 2, .d = 2, .names = "größe|y", .choices = "encoding:WINDOWS-1252", .told = "Windows-1252" },
  { "latin-given", "gr\xf6\xdf" "e,y\n1,2.5\n3,4\n", .options = "encoding=ISO-8859-1", .n = 2, .d = 2, .names = "größe|y" },
  { "cyrillic-given", "\xd8,y\n1,2.5\n3,4\n", .options = "encoding=KOI8-R", .n = 2, .d = 2, .names = "ь|y" },
  { "polish", "D\xb3ugo\x9c\xe6;Szeroko\x9c\xe6\n1.5;2\n3;4.5\n5;6\n", .n = 3, .d = 2, .names = "Długość|Szerokość", .choices = "encoding:WINDOWS-1250" },
  { "polish-latin2", "D\xb3ugo\xb6\xe6;Szeroko\xb6\xe6;Ci\xb1g\n1.5;2;3\n3;4.5;5\n5;6;7\n", .n = 3, .d = 3, .names = "Długość|Szerokość|Ciąg", .choices = "encoding:ISO-8859-2" },
  { "czech", "V\xfd\x9aka;\x8a\xed\xf8ka\n1.5;2\n3;4.5\n5;6\n", .n = 3, .d = 2, .names = "Výška|Šířka", .choices = "encoding:WINDOWS-1250" },
  { "hungarian", "S\xfaly;H\xf5m\xe9rs\xe9klet\n1.5;2\n3;4.5\n5;6\n", .options = "encoding=WINDOWS-1250", .n = 3, .d = 2, .names = "Súly|Hőmérséklet", .ledger = "", .choices = "encoding:WINDOWS-1250" },
  { "turkish", "A\xf0\xfdrl\xfdk;Geni\xfelik\n1.5;2\n3;4.5\n5;6\n", .options = "encoding=WINDOWS-1254", .n = 3, .d = 2, .names = "Ağırlık|Genişlik", .ledger = "", .choices = "encoding:WINDOWS-1254" },
  { "greek", "\xbe\xf8\xef\xf2;\xc2\xdc\xf1\xef\xf2\n1.5;2\n3;4.5\n5;6\n", .question = "encoding:WINDOWS-1250 encoding:ISO-8859-2 encoding:WINDOWS-1251 encoding:WINDOWS-1253", .error = "no Western language" },
  { "hebrew", "\xe0\xe5\xf8\xea;\xf8\xe5\xe7\xe1\n1.5;2\n3;4.5\n5;6\n", .question = "encoding:WINDOWS-1250 encoding:ISO-8859-2 encoding:WINDOWS-1251 encoding:KOI8-R encoding:WINDOWS-1253 encoding:WINDOWS-1255 encoding:EUC-KR encoding:BIG5", .error = "no Western language" },
  { "arabic", "\xc7\xe1\xd8\xe6\xe1;\xc7\xe1\xda\xd1\xd6\n1.5;2\n3;4.5\n5;6\n", .question = "encoding:WINDOWS-1256 encoding:TIS-620 encoding:SHIFT_JIS", .error = "no Western language" },
  { "thai", "\xa4\xc7\xd2\xc1\xc2\xd2\xc7;\xb9\xe9\xd3\xcb\xb9\xd1\xa1\n1.5;2\n3;4.5\n5;6\n", .n = 3, .d = 2, .names = "ความยาว|น้ำหนัก", .choices = "encoding:TIS-620" },
  { "ukrainian", "\xc7\xf0\xb3\xf1\xf2;\xc2\xe0\xe3\xe0\n1.5;2\n3;4.5\n5;6\n", .question = "encoding:WINDOWS-1250 encoding:ISO-8859-2 encoding:WINDOWS-1251", .error = "no Western language" },
  { "dos-cyrillic", "\x82\xa5\xe1;\x90\xae\xe1\xe2\n1.5;2\n3;4.5\n5;6\n", .n = 3, .d = 2, .names = "Вес|Рост", .choices = "encoding:IBM866" },
  { "korean", "\xbd\xc5\xc0\xe5;\xc3\xbc\xc1\xdf\n1.5;2\n3;4.5\n5;6\n", .question = "encoding:WINDOWS-1251 encoding:TIS-620 encoding:EUC-JP encoding:EUC-KR encoding:GB18030 encoding:BIG5", .error = "no Western language" },
  { "chinese", "\xb3\xa4\xb6\xc8;\xbf\xed\xb6\xc8\n1.5;2\n3;4.5\n5;6\n", .question = "encoding:TIS-620 encoding:EUC-JP encoding:EUC-KR encoding:GB18030 encoding:BIG5", .error = "no Western language" },
  { "traditional-chinese", "\xa8\xad\xb0\xaa;\xc5\xe9\xad\xab\n1.5;2\n3;4.5\n5;6\n", .question = "encoding:TIS-620 encoding:SHIFT_JIS encoding:BIG5", .error = "no Western language" },
  { "japanese-euc", "\xbf\xc8\xc4\xb9;\xc2\xce\xbd\xc5\n1.5;2\n3;4.5\n5;6\n", .question = "encoding:WINDOWS-1253 encoding:TIS-620 encoding:SHIFT_JIS encoding:EUC-JP encoding:EUC-KR encoding:GB18030 encoding:BIG5", .error = "no Western language" },
  { "japanese-ascii-bytes", "\x83Z\x83\x93\x83T\x81[;\x83\x5c\x81[\x83g\n1.5;2\n3;4.5\n5;6\n", .question = "encoding:SHIFT_JIS encoding:GB18030", .error = "no Western language" },
  { "macintosh", "Gr\x9a\xa7" "e;L\x8ange\n1.5;2\n3;4.5\n5;6\n", .n = 3, .d = 2, .names = "Größe|Länge", .choices = "encoding:MACINTOSH" },
  { "dos-german", "Gr\x94\xe1" "e;L\x84nge\n1.5;2\n3;4.5\n5;6\n", .n = 3, .d = 2, .names = "Größe|Länge", .choices = "encoding:IBM850" },
  { "western-french", "Dur\xe9" "e;Qualit\xe9\n1.5;2\n3;4.5\n5;6\n", .n = 3, .d = 2, .names = "Durée|Qualité", .ledger = "", .choices = "encoding:WINDOWS-1252" },
  { "western-nordic", "Bredd;\xc5lder\n1.5;2\n3;4.5\n5;6\n", .n = 3, .d = 2, .names = "Bredd|Ålder", .ledger = "", .choices = "encoding:WINDOWS-1252" },
  { "western-degrees", "T \xb0" "C;vol \xb5L;m\xb2\n1.5;2;3\n3;4.5;5\n5;6;7\n", .n = 3, .d = 3, .names = "T °C|vol µL|m²", .ledger = "", .choices = "encoding:WINDOWS-1252" },
  { "western-portuguese", "Posi\xe7\xe3o;N\xfamero\n1.5;2\n3;4.5\n5;6\n", .n = 3, .d = 2, .names = "Posição|Número", .ledger = "", .choices = "encoding:WINDOWS-1252" },
  { "two-marks", "\xef\xbb\xbf\xef\xbb\xbf" "x,y\n1,2.5\n3,4\n", .n = 2, .d = 2, .names = "x|y" },
  { "encoding-unknown", "x,y\n1,2.5\n", .options = "encoding=KLINGON", .error = "KLINGON" },
  { "encoding-wrong", "gr\xf6\xdf" "e,y\n1,2.5\n3,4\n", .options = "encoding=UTF-8", .error = "UTF-8" },

  /* Hostile. */
  { "empty", BYTES (""), .error = "empty" },
  { "arff-undeclared", "@relation r\n@attribute x numeric\n@attribute class {a,b}\n@data\n1,a\n2,b\n3,c\n", .error = "line 7|“c” is none of the values declared for attribute “class”" },
  { "arff-latin", "@relation r\n@attribute gr\xf6\xdf" "e numeric\n@attribute class {s\xfc\xdf,s\xf6\xdf}\n@data\n1,s\xfc\xdf\n2,s\xf6\xdf\n", .n = 2, .d = 1, .classes = 2, .names = "größe", .told = "taken as Windows-1252" },
  { "svmlight-indented", "1 1:0.5 2:1\n  1,2 1:1 2:2\n  1 1:3 2:2\n", .n = 3, .d = 2, .classes = 2 },
  { "svmlight-unsorted", "1 3:0.5 1:1\n-1 2:1 3:2\n", .error = "line 1|1:1|indices have to go up" },
  { "svmlight-repeated", "1 1:0.5 1:1\n-1 2:1\n", .error = "line 1|indices have to go up" },
  { "svmlight-negative", "1 -1:0.5 2:1\n", .error = "line 1|-1:0.5|no index:value pair" },
  { "svmlight-huge-index", "1 1:1 4000000000:1\n-1 2:1\n", .error = "line 1|4000000000:1|2147483647" },
  { "svmlight-lists", "1,2 1:0.5\n3 2:1\n1 1:2\n", .n = 3, .d = 2, .classes = 3, .found = "1 row has several labels" },
  { "svmlight-queries", "1 qid:1 1:0.5 2:1\n2 qid:1 1:0.25 2:3\n", .n = 2, .d = 2, .classes = 2, .told = "(qid) in 2 rows was left out" },
  { "json", "[{\"a\": 1, \"b\": 2}, {\"a\": 3, \"b\": 4}]\n", .error = "a JSON file|save the data as CSV" },
  { "json-lines", "{\"a\":1,\"b\":2}\n{\"a\":3,\"b\":4}\n", .error = "a JSON file" },
  { "graph-gml", "# made by hand\ngraph\n[\n node [ id 1 ]\n]\n", .error = "GML|list of edges" },
  { "graph-graphml", "<?xml version=\"1.0\"?>\n<graphml><graph/></graphml>\n", .error = "GraphML|list of edges" },
  { "graph-gexf", "<?xml version=\"1.0\"?>\n<gexf></gexf>\n", .error = "GEXF" },
  { "graph-dot", "graph G {\n a -- b;\n}\n", .error = "DOT" },
  { "git-lfs", "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n", .error = "Git LFS|git lfs pull" },
  { "rdata", BYTES ("RDX3\nX\n\0\0\0\3\0\4\0\0"), .error = "a file of R|write.csv" },
  { "rar", BYTES ("Rar!\x1a\x07\x01\0\0\0\0\0"), .error = "RAR archive|unpack" },
  { "stata", "<stata_dta><header><release>118</release>", .error = "Stata" },
  { "html-table", "<table border=\"1\">\n <tr><td>1</td><td>2</td></tr>\n</table>\n", .error = "HTML page" },
  { "empty-zip", BYTES ("PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"), .error = "empty ZIP archive" },
  { "named-like-a-mark", "PAR1,PAR2\n1,2.5\n3,4\n", .n = 2, .d = 2, .names = "PAR1|PAR2" },
  { "named-like-another", "ORCHID,GIF8\n1,2.5\n3,4\n", .n = 2, .d = 2, .names = "ORCHID|GIF8" },
  { "only-blanks", "  \n \n", .error = "no rows" },
  { "only-comments", "# a\n# b\n", .error = "no rows" },
  { "only-mark", "\xef\xbb\xbf", .error = "no rows" },
  { "zero-byte", BYTES ("x,y\n1,2.5\n3,\0" "4\n5,6.5\n7,8\n9,10\n11,12\n13,14\n"), .error = "line 3|byte of value 0" },
  { "single-number", "42\n", .n = 1, .d = 1 },
  { "signs-only", "+,-\n-,+\n", .error = "odd.csv" },
  { "separators-only", ",,,\n,,,\n", .error = "odd.csv" },
  { "quotes-only", "\"\"\"\"\"\"\n", .error = "odd.csv" },

  /* Files beside. */
  { "labels-beside", "1 2.5\n3 4\n5 6\n", .file = "odd.txt", .beside = "odd-gt.pa|VQ PARTITIONING 2.0\n2\n3\n-------------------------------------\n1\n2\n2\n", .n = 3, .d = 2, .classes = 2 },
  { "labels-beside-short", "1 2.5\n3 4\n5 6\n", .file = "odd.txt", .beside = "odd.labels|1\n2\n", .n = 3, .d = 2, .told = "was not taken for labels" },
  { "months-are-no-classes", "day,v\n" TEN ("01-Mar-2021,1.5\n02-Mar-2021,2.25\n"), .n = 20, .d = 1 },
  { "days-as-numbers-are-no-classes", "day,v\n" TEN ("20210301,1.5\n20210302,2.25\n"), .n = 20, .d = 2 },
  { "fill-values", "a,b\n1.5,2\n2.5,3\n9.96921e+36,5\n3.5,6\n", .n = 4, .d = 2, .ledger = "" },
  { "fill-values-given", "a,b\n1.5,2\n2.5,3\n9.96921e+36,5\n3.5,6\n", .options = "missing-words=9.96920996838687e+36 missing=drop", .n = 3, .d = 2, .values = "1.5 2 2.5 3 3.5 6" },
  { "mean-given-and-empty-rows", "a,b\n1.5,2\n,\n2.5,\n3.5,6\n", .options = "missing=mean", .n = 3, .d = 2, .values = "1.5 2 2.5 4 3.5 6", .ledger = "missing:3 imputed:1 row-dropped:1", .told = "no cell has a number" },
  { "written-without-a-point-is-no-class", TEN ("63.0,1.0,1.0,145.0,0\n67.0,1.0,4.0,160.0,2\n67.0,0.0,4.0,120.0,0\n37.0,1.0,3.0,130.0,1\n"), .n = 40, .d = 5, .choices = "labels:none" },
  { "all-written-with-a-point", TEN ("63.0,1.0,1.0,145.0,0.0\n67.0,1.0,4.0,160.0,2.0\n67.0,0.0,4.0,120.0,0.0\n37.0,1.0,3.0,130.0,1.0\n"), .n = 40, .d = 5 },
  { "times-are-no-entries", "00:02\n00:17\n01:30\n", .error = "no column has numbers" },
  { "times-are-no-classes", "time;v\n" TEN ("18.00.00;1.5\n19.00.00;2.25\n"), .n = 20, .d = 1, .ledger = "column-ignored:1" },
  { "dates-are-no-classes", "day,v\n" TEN ("2004-03-10,1.5\n2004-03-11,2.25\n"), .n = 20, .d = 1 },
  { "ranges-are-classes", "age,v\n" TEN ("10-20,1.5\n20-30,2.25\n"), .n = 20, .d = 1, .classes = 2 },
  { "header-counts-fractions", "0,1\n0.5,3.25\n1.5,8.5\n2.25,0.75\n", .n = 3, .d = 2, .names = "0|1", .choices = "header:yes", .told = "go up by 1 each" },
  { "transposed-with-classes", "gene,p1,p2,p3,p4\nclass,a,b,a,b\nA,1,2,3.5,4\nB,4,5,6,7\nC,4,5,6,7\nD,4,1,6,7\n", .options = "orientation=columns", .n = 4, .d = 4, .classes = 2, .names = "A|B|C|D" },
  { "transposed-with-classes-and-a-gap", "gene,p1,p2,p3,p4,p5\nclass,a,b,a,b,a\nA,1,2,3.5,4,1\nB,4,5,,7,1\nC,4,5,6,7,1\nD,4,1,6,7,1\n", .options = "orientation=columns missing=drop", .n = 4, .d = 4, .classes = 2, .values = "1 4 4 4 2 5 5 1 4 7 7 7" },
  { "transposed-with-units", "gene,p1,p2,p3,p4\nunit,m,s,kg,A\nA,1,2,3.5,4\nB,4,5,6,7\nC,4,5,6,7\nD,4,1,6,7\n", .options = "orientation=columns", .n = 4, .d = 4 },
  { "transposed", "gene,p1,p2,p3\nA,1,2,3.5\nB,4,5,6\n", .options = "orientation=columns", .n = 3, .d = 2, .values = "1 4 2 5 3.5 6", .names = "A|B", .choices = "orientation:columns" },
};

static char *folder;

static void
assert_parts (const char *text, const char *parts)
{
  g_auto (GStrv) wanted = g_strsplit (parts, "|", -1);

  for (guint i = 0; wanted[i] != NULL; i++)
    if (strstr (text, wanted[i]) == NULL)
      g_error ("“%s” lacks “%s”", text, wanted[i]);
}

static void
assert_said (GPtrArray *sentences, const char *parts)
{
  g_autoptr (GString) all = g_string_new (NULL);

  for (guint i = 0; i < sentences->len; i++)
    g_string_append_printf (all, "%s\n", (char *) g_ptr_array_index (sentences, i));
  assert_parts (all->str, parts);
}

static void
assert_told (EqpDataset *dataset, const char *parts)
{
  g_auto (GStrv) wanted = g_strsplit (parts, "|", -1);

  for (guint i = 0; wanted[i] != NULL; i++)
    if (!eqp_test_tells (dataset, wanted[i]))
      g_error ("“%s” is not told", wanted[i]);
}

static void
set_options (const char *text, EqpImportOptions *options)
{
  g_auto (GStrv) list = g_strsplit (text, " ", -1);

  for (guint i = 0; list[i] != NULL; i++)
    {
      g_auto (GStrv) pair = g_strsplit (list[i], "=", 2);
      g_autoptr (GError) error = NULL;

      eqp_import_options_set (options, pair[0], pair[1], &error);
      g_assert_no_error (error);
    }
}

static void
assert_values (EqpDataset *dataset, const char *text)
{
  g_auto (GStrv) list = g_strsplit (text, " ", -1);

  for (guint i = 0; list[i] != NULL; i++)
    eqp_assert_close (eqp_dataset_get_value (dataset, i / eqp_dataset_get_d (dataset), i % eqp_dataset_get_d (dataset)), g_ascii_strtod (list[i], NULL), 1e-4);
}

static void
assert_names (EqpDataset *dataset, const char *text)
{
  g_auto (GStrv) list = g_strsplit (text, "|", -1);

  g_assert_cmpint (g_strv_length (list), ==, eqp_dataset_get_d (dataset));
  for (guint j = 0; list[j] != NULL; j++)
    g_assert_cmpstr (eqp_dataset_get_column_name (dataset, j), ==, list[j]);
}

/* Counts, and as many entries as are counted, each with a place. */
static void
assert_ledger (EqpDataset *dataset, const char *text)
{
  g_auto (GStrv) list = g_strsplit (text, " ", -1);
  EqpLedger *ledger = eqp_dataset_get_ledger (dataset);

  for (guint kind = 0; kind < EQP_LEDGER_N_KINDS; kind++)
    {
      gint64 wanted = 0, listed = 0, count = eqp_ledger_get_count (ledger, kind);

      for (guint i = 0; list[i] != NULL; i++)
        {
          g_auto (GStrv) pair = g_strsplit (list[i], ":", 2);

          if (g_str_equal (pair[0], eqp_ledger_kind_get_id (kind)))
            wanted = g_ascii_strtoll (pair[1], NULL, 10);
        }
      for (guint i = 0; i < eqp_ledger_get_n_entries (ledger); i++)
        {
          const EqpLedgerEntry *entry = eqp_ledger_get_entry (ledger, i);

          if (entry->kind != kind)
            continue;
          listed++;
          g_assert_true (entry->line > 0 || entry->column > 0);
        }
      g_assert_cmpint (listed, ==, count);
      if (count != wanted)
        g_error ("%s: %d instead of %d", eqp_ledger_kind_get_id (kind), (int) count, (int) wanted);
    }
}

static void
assert_choices (EqpDataset *dataset, const char *text)
{
  g_auto (GStrv) list = g_strsplit (text, " ", -1);
  GPtrArray *choices = eqp_dataset_get_choices (dataset);

  for (guint i = 0; list[i] != NULL; i++)
    {
      g_auto (GStrv) pair = g_strsplit (list[i], ":", 2);
      const char *chosen = NULL;

      for (guint k = 0; k < choices->len; k++)
        {
          const EqpDecision *decision = g_ptr_array_index (choices, k);

          g_assert_cmpuint (decision->alternatives->len, >=, 1);
          g_assert_cmpint (strlen (decision->evidence), >, 0);
          if (g_str_equal (decision->key, pair[0]))
            chosen = eqp_decision_get_alternative (decision, 0)->value;
        }
      g_assert_cmpstr (chosen, ==, pair[1]);
    }
}

/* Each answer to the question has to open the file. */
static void
assert_question (const char *path, const GError *error, const char *text)
{
  g_auto (GStrv) list = g_strsplit (text, " ", -1);
  const EqpDecision *question = eqp_error_get_question (error);

  g_assert_error (error, EQP_ERROR, EQP_ERROR_AMBIGUOUS);
  g_assert_nonnull (question);
  g_assert_cmpuint (question->alternatives->len, ==, g_strv_length (list));
  for (guint i = 0; list[i] != NULL; i++)
    {
      const EqpAlternative *alternative = eqp_decision_get_alternative (question, i);
      g_auto (GStrv) pair = g_strsplit (list[i], ":", 2);
      EqpImportOptions options = { 0 };
      g_autoptr (GError) failure = NULL;
      g_autoptr (EqpDataset) dataset = NULL;

      g_assert_cmpstr (alternative->option, ==, pair[0]);
      g_assert_cmpstr (alternative->value, ==, pair[1]);
      g_assert_true (eqp_import_options_set (&options, alternative->option, alternative->value, &failure));
      dataset = eqp_dataset_load (path, &options, NULL, NULL, &failure);
      g_assert_no_error (failure);
    }
}

static void
test_odd (gconstpointer data)
{
  const Odd *odd = data;
  g_autofree char *path = g_build_filename (folder, odd->file != NULL ? odd->file : "odd.csv", NULL);
  g_autofree char *beside = NULL;
  g_autoptr (EqpDataset) dataset = NULL;
  g_autoptr (GError) error = NULL;
  EqpImportOptions options = { 0 };

  g_assert_true (g_file_set_contents (path, odd->text, odd->length > 0 ? (gssize) odd->length : (gssize) strlen (odd->text), NULL));
  if (odd->beside != NULL)
    {
      g_auto (GStrv) pair = g_strsplit (odd->beside, "|", 2);

      beside = g_build_filename (folder, pair[0], NULL);
      g_assert_true (g_file_set_contents (beside, pair[1], -1, NULL));
    }
  if (odd->options != NULL)
    set_options (odd->options, &options);
  dataset = eqp_dataset_load (path, &options, NULL, NULL, &error);

  if (odd->question != NULL)
    assert_question (path, error, odd->question);
  if (odd->error != NULL)
    {
      g_assert_null (dataset);
      assert_parts (error->message, odd->error);
      g_assert_true (g_str_has_suffix (error->message, "."));
    }
  if (odd->n > 0)
    {
      g_assert_no_error (error);
      g_assert_cmpint (eqp_dataset_get_n (dataset), ==, odd->n);
      g_assert_cmpint (eqp_dataset_get_d (dataset), ==, odd->d);
      g_assert_cmpint (eqp_dataset_get_n_classes (dataset), ==, odd->classes);
      if (odd->values != NULL)
        assert_values (dataset, odd->values);
      if (odd->names != NULL)
        assert_names (dataset, odd->names);
      if (odd->ledger != NULL)
        assert_ledger (dataset, odd->ledger);
      g_assert_cmpint (eqp_dataset_get_missing (dataset), ==,
                       eqp_ledger_get_count (eqp_dataset_get_ledger (dataset), EQP_LEDGER_MISSING));
      if (odd->choices != NULL)
        assert_choices (dataset, odd->choices);
      if (odd->told != NULL)
        assert_told (dataset, odd->told);
      if (odd->found != NULL)
        assert_said (eqp_dataset_get_findings (dataset), odd->found);
    }
  g_remove (path);
  if (beside != NULL)
    g_remove (beside);
}

static void
test_link_to_itself (void)
{
  g_autofree char *path = g_build_filename (folder, "x.csv", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (symlink ("x.csv", path), ==, 0);
  g_assert_null (eqp_dataset_load (path, NULL, NULL, NULL, &error));
  g_assert_nonnull (strstr (error->message, "is a link that leads back to itself; open"));
  g_remove (path);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("eqp-odd-XXXXXX", NULL);
  g_assert_nonnull (folder);
  for (gsize i = 0; i < G_N_ELEMENTS (odds); i++)
    {
      g_autofree char *name = g_strdup_printf ("/core/import-odd/%s", odds[i].name);

      g_assert_true (odds[i].n > 0 || odds[i].error != NULL || odds[i].question != NULL);
      g_test_add_data_func (name, &odds[i], test_odd);
    }
  g_test_add_func ("/core/import-odd/link-to-itself", test_link_to_itself);
  status = g_test_run ();
  g_rmdir (folder);
  g_free (folder);
  return status;
}
