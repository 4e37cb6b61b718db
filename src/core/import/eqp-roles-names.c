/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the name of a column or an array says it is for. Lists hold whole words or whole names, in any script; a name
 * without a letter or digit says nothing. */
#include "config.h"

#include "eqp-roles.h"

#include <string.h>

#include "base/eqp-number.h"

/* Letters and digits in lower case. */
static char *
plain_name (const char *name)
{
  g_autofree char *valid = g_utf8_make_valid (name, -1);
  g_autofree char *lower = g_utf8_strdown (valid, -1);
  GString *plain = g_string_new (NULL);

  for (const char *p = lower; *p != '\0'; p = g_utf8_next_char (p))
    if (g_unichar_isalnum (g_utf8_get_char (p)))
      g_string_append_unichar (plain, g_utf8_get_char (p));
  return g_string_free (plain, FALSE);
}

/* "IDNumber", "id_number" and "Id number" have the words "id" and "number"; "ACID" and "grid" have one each. */
static GStrv
split_words (const char *name)
{
  g_autofree char *valid = g_utf8_make_valid (name, -1);
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();
  g_autoptr (GString) word = g_string_new (NULL);
  gunichar last = 0;

  for (const char *p = valid;; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p), next = c != 0 ? g_utf8_get_char (g_utf8_next_char (p)) : 0;
      gboolean starts = g_unichar_isupper (c) && last != 0 && (!g_unichar_isupper (last) || g_unichar_islower (next));

      if ((!g_unichar_isalnum (c) || starts) && word->len > 0)
        {
          g_autofree char *lower = g_utf8_strdown (word->str, -1);

          g_strv_builder_add (words, lower);
          g_string_truncate (word, 0);
        }
      if (c == 0)
        break;
      if (g_unichar_isalnum (c))
        g_string_append_unichar (word, c);
      last = g_unichar_isalnum (c) ? c : 0;
    }
  return g_strv_builder_end (words);
}

static gboolean
has_one_of (const char *name, const char *const *list)
{
  g_auto (GStrv) words = split_words (name);

  for (guint i = 0; words[i] != NULL; i++)
    if (g_strv_contains (list, words[i]))
      return TRUE;
  return FALSE;
}

/* Names in use for classes; those of arrays are shorter, for there is one of each in a file. */
static const struct
{
  EqpNamed    column;
  gboolean    array;
  const char *names[40];
} label_names[] = {
  { EQP_NAMED_SURELY, TRUE,
    { "class", "classes", "classlabels", "label", "labels", "species", "target", "targets", "groundtruth", "truth",
      "truelabel", "truelabels", "truelabs", "category", "categories", "gnd", "cluster", "clusters", "celltype",
      "celltypes" } },
  { EQP_NAMED_SURELY, FALSE,
    { "classname", "classlabel", "classid", "diagnosis", "clusterid", "klasse", "klassen", "kategorie", "etikett",
      "classe", "clase", "catégorie", "categoria", "categoría", "étiquette", "espèce", "especie", "espécie",
      "etiqueta", "klasa", "kategoria", "třída", "klass", "osztály", "sınıf", "класс", "клас", "метка" } },
  { EQP_NAMED_SURELY, FALSE,
    { "категория", "κλάση", "类别", "標籤", "标签", "類別", "クラス", "ラベル", "分類", "클래스", "라벨", "분류",
      "فئة", "الفئة", "תווית", "वर्ग" } },
  { EQP_NAMED_PERHAPS, TRUE, { "y", "response" } },
  { EQP_NAMED_PERHAPS, FALSE,
    { "type", "quality", "group", "kind", "digit", "outcome", "result", "subject", "rating", "status", "decision",
      "typ", "art", "gruppe", "groupe", "tipo", "grupo", "gruppo", "grupa", "тип", "группа" } },
  { EQP_NAMED_NOTHING, TRUE,
    { "gt", "ys", "lab", "labs", "lbl", "lbls", "cls", "sety", "yset", "yall", "ally", "ydata", "output", "outputs",
      "leiden", "louvain" } },
};

/* Returns how well it says "class". */
EqpNamed
_eqp_roles_name_labels (const char *name)
{
  g_autofree char *plain = name != NULL ? plain_name (name) : NULL;

  for (guint i = 0; name != NULL && i < G_N_ELEMENTS (label_names); i++)
    if (g_strv_contains (label_names[i].names, plain))
      return label_names[i].column;
  return EQP_NAMED_NOTHING;
}

/* @word: the name of an array, letters and digits in lower case. Returns whether it is one of those in use for the
 * labels of samples. */
gboolean
_eqp_roles_name_array (const char *word)
{
  for (guint i = 0; i < G_N_ELEMENTS (label_names); i++)
    if (label_names[i].array && g_strv_contains (label_names[i].names, word))
      return TRUE;
  return FALSE;
}

/* Returns whether it says what became of each row. */
gboolean
_eqp_roles_name_outcome (const char *name)
{
  static const char *const words[] = {
    "class",     "label",    "target",    "diagnosis",  "outcome",   "survived",  "survival", "purchased", "purchase",
    "bought",    "churn",    "churned",   "exited",     "attrition", "default",   "defaulted", "approved",  "approval",
    "accepted",  "admitted", "subscribed", "converted", "clicked",   "responded", "fraud",    "spam",      "malignant",
    "death",     "died",     "deceased",  "dead",       "alive",     "success",   "failed",   "failure",   "passed",
    "disease",   "positive", "recurrence", "relapse",   "hired",     "promoted",  "returned", "cancelled", "canceled",
    "response",  "result",   "won",       "klasse",     "diagnose",  "ergebnis",  "überlebt", "gekauft",   "diagnostic",
    "diagnóstico", "resultado", "résultat", "диагноз",  "исход",     "诊断",      "结果",     "診断",      "결과",
    NULL
  };

  return name != NULL && has_one_of (name, words);
}

static gboolean
ends_with_one_of (const char *name, const char *const *list)
{
  for (; *list != NULL; list++)
    if (g_str_has_suffix (name, *list))
      return TRUE;
  return FALSE;
}

/* Returns how well it says that the column numbers or identifies the rows. */
EqpNamed
_eqp_roles_name_key (const char *name)
{
  static const char *const surely[] = { "id",           "ids",        "idx",     "uid",     "uuid",        "guid",
                                        "rowid",        "rownumber",  "rownames", "sampleid", "samplecodenumber",
                                        "identifier",   "identifiant", "kennung", "identificador", "идентификатор",
                                        "ид",           "معرف",       NULL };
  static const char *const perhaps[] = { "index", "row",    "no",     "nr",     "num",    "number", "nummer",
                                         "numero", "número", "numéro", "номер",  "serial", "sno",    "key",
                                         "code",  "unnamed", "رقم",   NULL };
  /* Written without blanks between words. */
  static const char *const ends[] = { "编号", "編號", "序号", "序號", "番号", "번호", "아이디", NULL };
  static const char *const id[] = { "id", "ид", NULL };
  g_autofree char *plain = NULL;
  g_auto (GStrv) words = NULL;
  guint n;

  if (name == NULL)
    return EQP_NAMED_NOTHING;
  plain = plain_name (name);
  words = split_words (name);
  n = g_strv_length (words);
  if (n > 0 && (g_strv_contains (surely, plain) || ends_with_one_of (plain, ends) ||
                g_strv_contains (id, words[0]) || g_strv_contains (id, words[n - 1])))
    return EQP_NAMED_SURELY;
  if (strcmp (name, "#") == 0 || strcmp (name, "№") == 0 ||
      (n > 0 && (g_strv_contains (perhaps, plain) || strcmp (words[0], "unnamed") == 0)))
    return EQP_NAMED_PERHAPS;
  return EQP_NAMED_NOTHING;
}

/* Returns whether it says that the column holds moments. */
gboolean
_eqp_roles_name_time (const char *name)
{
  static const char *const words[] = { "time",  "timestamp", "ts",    "date",  "datetime", "epoch", "unix",  "utc",
                                       "day",   "created",   "updated", "zeit", "datum",   "fecha", "heure", "hora",
                                       "дата",  "время",     "时间",  "日期",  "日時",     "時刻",  "날짜",  "시간",
                                       "تاريخ", "timestampms", NULL };

  return name != NULL && has_one_of (name, words);
}

/* Returns whether it says that the column holds quantities, which may well be large, whole and all different. */
gboolean
_eqp_roles_name_amount (const char *name)
{
  static const char *const words[] = {
    "income",   "salary", "wage",  "price",    "cost",   "costs",   "amount", "revenue",  "sales",    "profit",
    "balance",  "budget", "gdp",   "tax",      "value",  "volume",  "area",   "size",     "weight",   "population",
    "people",   "votes",  "count", "total",    "sum",    "views",   "likes",  "distance", "mileage",  "miles",
    "km",       "year",   "years", "age",      "zip",    "zipcode", "postal", "postcode", "plz",      "steps",
    "calories", "power",  "height", "width",   "length", "depth",   "rent",   "mortgage", "spend",    "spending",
    "年龄",     "возраст", "alter",
    "score",    "points", "rate",  "quantity", "qty",    "preis",   "gehalt", "jahr",     "einkommen", "umsatz",
    "fläche",   "einwohner", "prix", "revenu", "salaire", "année",  "population", "precio", "salario", "ingreso",
    "año",      "preço",  "renda", "ano",      "prezzo", "reddito", "anno",   "цена",     "доход",    "население",
    "зарплата", "год",    "收入",  "价格",     "價格",   "人口",    "面积",   "年份",     "价格元",   "年収",
    "収入",     "価格",   "소득",  "가격",     "인구",   "السعر",   "الدخل",  "السكان",   NULL
  };

  return name != NULL && has_one_of (name, words);
}

/* Returns whether it is one of those in use for coordinates. */
gboolean
_eqp_roles_name_axis (const char *name)
{
  static const char *const names[] = { "x",        "y",         "z",         "t",        "lat",     "lon",     "lng",
                                       "long",     "latitude",  "longitude", "altitude", "easting", "northing", "px",
                                       "py",       "pz",        "xpos",      "ypos",     "xcoord",  "ycoord",  "breite",
                                       "länge",    "широта",    "долгота",   "经度",     "纬度",    NULL };
  g_autofree char *plain = name != NULL ? plain_name (name) : NULL;

  return plain != NULL && g_strv_contains (names, plain);
}

/* What may be a name, such as NA, None, Null or "-", is one: in a column of text only what cannot be one is missing.
 * Returns whether it means that the cell is missing, whatever it is in a column of numbers. */
gboolean
_eqp_roles_text_missing (const char *text,
                         gsize       length)
{
  static const char *const marks[] = { "?", "<na>", "(null)", "\\n", "nan" };

  if (length == 0 || (*text == '#' && eqp_is_missing_marker (text, length)))
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    if (strlen (marks[i]) == length && g_ascii_strncasecmp (marks[i], text, length) == 0)
      return TRUE;
  return FALSE;
}
