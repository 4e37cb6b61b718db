/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The encoding of a text that is not UTF-8 and has no mark: it is read in each that is in use, and the characters
 * beyond ASCII are compared with those that the languages written in it are full of. */
#include "config.h"

#include "eqp-encoding.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* So many characters beyond ASCII are judged. */
#define MOST_JUDGED 2000

/* Of a long text this is enough. */
#define JUDGED_BYTES 65536

/* By so much another encoding has to fit better than the ones before it. */
#define MARGIN 0.04

/* How well a character fits. */
#define FREQUENT 1.0
#define SELDOM   0.6
#define WORD     0.85 /* of a script of thousands of characters, seldom elsewhere */
#define UNKNOWN  0.45 /* of a script of thousands of characters */
#define SIGN     0.5
#define STRANGE  (-1.0)

/* Few words are written in capitals only. */
#define CAPITALS 0.25

typedef enum {
  SCRIPT_MIXED,  /* any Western letters, one by one among ASCII ones */
  SCRIPT_LATIN,
  SCRIPT_LETTERS, /* another alphabet */
  SCRIPT_HAN,
  SCRIPT_HANGUL
} Script;

typedef struct
{
  const char *name;
  Script      script;
  const char *frequent; /* lower case */
  const char *seldom;
} Language;

typedef struct
{
  const char *name;
  const char *languages; /* numbers into the list below, as letters from 'A' on */
} Encoding;

static const Language languages[] = {
  /* A */ { N_ ("Western languages"), SCRIPT_MIXED, "", "" },
  /* B */ { N_ ("German"), SCRIPT_LATIN, "äöüß", "éèà" },
  /* C */ { N_ ("French"), SCRIPT_LATIN, "éèêàçâîôûùëïœ", "üæÿ" },
  /* D */ { N_ ("Spanish"), SCRIPT_LATIN, "áéíóúñü", "çªº" },
  /* E */ { N_ ("Portuguese"), SCRIPT_LATIN, "ãáâàçéêíóôú", "õüªº" },
  /* F */ { N_ ("Italian"), SCRIPT_LATIN, "àèéìòù", "îó" },
  /* G */ { N_ ("Nordic languages"), SCRIPT_LATIN, "åäöæøõ", "éüèàšž" },
  /* H */ { N_ ("Icelandic"), SCRIPT_LATIN, "áíðöéóæ", "ýþú" },
  /* I */ { N_ ("Polish"), SCRIPT_LATIN, "ąćęłńóśźż", "" },
  /* J */ { N_ ("Czech"), SCRIPT_LATIN, "áčďéěíňóřšťúůýž", "" },
  /* K */ { N_ ("Slovak"), SCRIPT_LATIN, "áäčďéíľňóôšťúýž", "ĺŕ" },
  /* L */ { N_ ("Hungarian"), SCRIPT_LATIN, "áéíóöőúüű", "" },
  /* M */ { N_ ("Croatian or Slovene"), SCRIPT_LATIN, "čćđšž", "" },
  /* N */ { N_ ("Romanian"), SCRIPT_LATIN, "ăâîşţ", "" },
  /* O */ { N_ ("Turkish"), SCRIPT_LATIN, "ığşöüçİ", "âîû" },
  /* P */ { N_ ("Lithuanian"), SCRIPT_LATIN, "ąčęėįšųūž", "" },
  /* Q */ { N_ ("Latvian"), SCRIPT_LATIN, "āčēģīķļņšūž", "" },
  /* R */ { N_ ("Russian"), SCRIPT_LETTERS, "оеаинтсрвлкмдпу", "яыьгзбчйхжшюцщэфъё" },
  /* S */ { N_ ("Ukrainian"), SCRIPT_LETTERS, "оанивіретслкмдпу", "яьзгбчйхжшюцщїєґфў" },
  /* T */ { N_ ("Serbian"), SCRIPT_LETTERS, "аоиенрстјувкм", "дпљњћђџчшжзбгхцфл" },
  /* U */ { N_ ("Greek"), SCRIPT_LETTERS, "αοιετσνηυρπκμλςίόάέή", "γδθωβχφξζψύώϊϋΐΰ" },
  /* V */ { N_ ("Hebrew"), SCRIPT_LETTERS, "יהולאברתמשנ", "דגזחטכסעפצקךםןףץ" },
  /* W */ { N_ ("Arabic"), SCRIPT_LETTERS, "الينمروتبعهة", "سدفكقحجشطصخذثضظغءآأؤإئىـ" },
  /* X */ { N_ ("Thai"), SCRIPT_LETTERS, "านรอกเงมยลวดทตสปบคห่้ิีัุู", "ะแไใโขจชซญฎฏฐณถธผฝพฟภศษฬฮำืๆ็์ึฉฆฌๅฯ" },
  /* Y */ { N_ ("Japanese"), SCRIPT_HAN,
            "日一国会人年大十二本中長出三同時政事自行社見月分議後前民生連五発間対上部東者党地合市業内相方四定今回新場金員九入選立開手米力学問高代明実円関子動京"
            "全目表通外最言氏理調体化田八六約主題下首意法不来作性的要用制治度務強気小七成期公野協取都和統以機平加山家話世受区多県続進正安設保改数記院女初北午指"
            "心界支第産結百派点教報済書府活原先共得名交資予川向際面反元重近判認画海参利組知案道信策集在件別物引使求次水半品論計増係感情投示変打男基各始島直",
            "価確村提運果西減台広容演電無再位置真流格有口過局放検町料工語球空職証土送役構割身費付設食比補車断何井南石足番号術護態種類温湿圧速密濃称齢阪屋古幅深横量望観型色字音値差径積" },
  /* Z */ { N_ ("Korean"), SCRIPT_HANGUL,
            "이다는의에가을를하고지한도기로사은인자대어시서아리나해보정일전부수국그주있라스장원상소제성만구신경비무여조관세과미연니들화생동오요안면선치우중내모용유공계문산방실당명발금등"
            "게마드위회년월학력남교반북간결차체별물거바데러개진분적각트크권행업음식호민점통양번표초록속온습압군감토운강포광노본료평단설복류종법환건천재역날짜값름키몸량도농균울부산대구", "" },
  /* [ */ { N_ ("Chinese"), SCRIPT_HAN,
            "的一是不了在人有我他这中大来上个国到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可里后小么心多天而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前"
            "所本见经头面公同三已老从动两长知民样现分将外但身些与高意进把法此实回二理美点月明其种声全工己话者向情部正名定女问力机给等几业最间新电四第门相次东政海口使教西再平真世气信北少度",
            "关并内加化由代军产入先山五太水万市眼体别处总场师书比员九性通目立马命数件安表原车白应路期常提金何更反合计司利受光王果界及京制解各任至清物台象记边共风接特直服林题建南度统色字"
            "论百科社术结六功指思流青管夫连远资队快条院变联权展领传近治保达办运武半八城区求品士转量程告江语英基派式李息令黄收取设始版历商千片容站广形音火单据导影失网石校观包组造落视温湿"
            "宽厚径积质压速密浓编号称姓龄职销售价额率值型省州深圳成津重庆杭苏宁" },
  /* \ */ { N_ ("traditional Chinese"), SCRIPT_HAN,
            "的一是不了在人有我他這中大來上個國到說們為子和你地出道也時年得就那要下以生會自著去之過家學對可裡後小麼心多天而能好都然沒日於起還發成事只作當想看文無開手十用主行方又如前"
            "所本見經頭面公同三已老從動兩長知民樣現分將外但身些與高意進把法此實回二理美點月明其種聲全工己話者向情部正名定女問力機給等幾業最間新電四第門相次東政海口使教西再平真世氣信北少度",
            "關並內加化由代軍產入先山五太水萬市眼體別處總場師書比員九性通目立馬數件安表原車白應路期常提金反合計司利受光王果界京制解各任至清物台臺灣記邊共風接特直服林題建南度統色字論百"
            "科社術結六功指思流青管連遠資隊快條院變聯權展領傳近治保達辦運半城區求品轉量程語英基式息令黃收取設始版歷商千片站廣形音單據導影失網石校觀包組造落視溫濕壓速密濃編號稱姓齡職銷售"
            "價額率值型寬厚徑積質重雄港北" }
};

/* What fits alike goes to the first one. */
static const Encoding encodings[] = {
  { "WINDOWS-1252", "ABCDEFGH" },
  { "ISO-8859-15", "ABCG" },
  { "WINDOWS-1250", "IJKLMN" },
  { "ISO-8859-2", "IJKLMN" },
  { "WINDOWS-1254", "O" },
  { "WINDOWS-1257", "PQ" },
  { "WINDOWS-1251", "RST" },
  { "KOI8-R", "R" },
  { "KOI8-U", "S" },
  { "WINDOWS-1253", "U" },
  { "ISO-8859-7", "U" },
  { "WINDOWS-1255", "V" },
  { "WINDOWS-1256", "W" },
  { "TIS-620", "X" },
  { "ISO-8859-5", "RT" },
  { "SHIFT_JIS", "Y" },
  { "CP932", "Y" },
  { "EUC-JP", "Y" },
  { "EUC-KR", "Z" },
  { "CP949", "Z" },
  { "GB18030", "[" },
  { "BIG5", "\\" },
  { "IBM850", "BCDEG" },
  { "IBM852", "IJKLM" },
  { "IBM866", "RS" },
  { "MACINTOSH", "BCDEFG" }
};

static gboolean
has (const char *list, gunichar c)
{
  return *list != '\0' && g_utf8_strchr (list, -1, c) != NULL;
}

static double
rate_kind (const Language *language, gunichar c)
{
  gboolean kana = c >= 0x3040 && c <= 0x30ff, half_kana = c >= 0xff66 && c <= 0xff9f,
           hangul = c >= 0xac00 && c <= 0xd7a3;

  if (has (language->frequent, c) || has (language->frequent, g_unichar_tolower (c)))
    return FREQUENT;
  if (has (language->seldom, g_unichar_tolower (c)))
    return language->script == SCRIPT_HAN ? WORD : SELDOM;
  if (language->script == SCRIPT_HAN && (kana || half_kana))
    return kana ? FREQUENT : SELDOM;
  if ((language->script == SCRIPT_HANGUL && hangul) || (language->script == SCRIPT_HAN && c >= 0x4e00 && c <= 0x9fff))
    return UNKNOWN;
  return STRANGE;
}

static double
rate_character (const Language *language, gunichar before, gunichar c, gunichar after)
{
  static const char marks[] = "’‘–—·´", units[] = "°µ²³±×€£§½";
  gboolean inside = g_unichar_isalpha (before) && g_unichar_isalpha (after), alone = before < 0x80 && after < 0x80;
  gboolean in_word =
      g_unichar_isalpha (before) || g_unichar_isalpha (after) || g_unichar_ismark (before) || g_unichar_ismark (after);
  double fit;

  if (!g_unichar_isprint (c) || (c >= 0xe000 && c <= 0xf8ff))
    return STRANGE;
  if (language->script == SCRIPT_MIXED && !inside && has (units, c))
    return FREQUENT;
  if (c == 0xb5 || (!g_unichar_isalpha (c) && !g_unichar_ismark (c)))
    return (inside && !has (marks, c) && language->script < SCRIPT_HAN) || (c >= 0x2500 && c <= 0x259f) ? STRANGE
                                                                                                        : SIGN;
  if (language->script == SCRIPT_MIXED)
    return (alone ? 0.7 : 0.1) - (g_unichar_islower (before) && g_unichar_isupper (c) ? 1.0 : 0.0);

  fit = rate_kind (language, c);
  if (language->script == SCRIPT_LETTERS &&
      ((before < 0x80 && g_unichar_isalpha (before)) || (after < 0x80 && g_unichar_isalpha (after))))
    return STRANGE;
  if (language->script <= SCRIPT_LETTERS &&
      ((g_unichar_islower (before) && g_unichar_isupper (c)) || g_unichar_isdigit (before)))
    return STRANGE;
  if (language->script <= SCRIPT_LETTERS && !in_word)
    return MIN (fit, SIGN);
  if (language->script <= SCRIPT_LETTERS && before >= 0x80 && g_unichar_isupper (before) && g_unichar_isupper (c))
    return fit - CAPITALS;
  return fit;
}

/* The mean over the characters beyond ASCII, 1 at best. */
static double
rate (const Language *language, const char *text)
{
  gunichar before = 0;
  double sum = 0.0;
  int judged = 0;

  for (const char *p = text; *p != '\0' && judged < MOST_JUDGED; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (c >= 0x80)
        {
          sum += rate_character (language, before, c, g_utf8_get_char (g_utf8_next_char (p)));
          judged++;
        }
      before = c;
    }
  return judged > 0 ? sum / judged : 0.0;
}

/* Returns the encoding, or NULL for UTF-8 and Windows-1252. */
const char *
_eqp_guess_script (const guint8  *text,
                         gsize          length,
                         char         **evidence)
{
  const char *end, *name = encodings[0].name;
  const guint8 *last = memrchr (text, '\n', length);
  gssize whole = last != NULL ? last - text : (gssize) length; /* the last line may be cut */
  double best = STRANGE, western = STRANGE;
  const Language *chosen = NULL;

  if (g_utf8_validate ((const char *) text, (gssize) length, &end) || (gsize) ((const char *) text + length - end) <= 3)
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (encodings); i++)
    {
      g_autofree char *converted = g_convert ((const char *) text, whole, "UTF-8", encodings[i].name, NULL, NULL, NULL);

      for (const char *p = encodings[i].languages; converted != NULL && *p != '\0'; p++)
        {
          const Language *language = &languages[*p - 'A'];
          double fit = rate (language, converted);

          if (i == 0)
            western = MAX (western, fit);
          if (fit > best + (i == 0 ? 0.0 : MARGIN))
            {
              best = fit;
              name = encodings[i].name;
              chosen = language;
            }
        }
    }
  if (name == encodings[0].name || chosen == NULL || best < UNKNOWN)
    return NULL;
  *evidence = g_strdup_printf (_ ("Read as %s, the characters beyond ASCII fit %s (%.0f of 100 points); read as "
                                  "Windows-1252 they fit Western languages less (%.0f)."),
                               name, _ (chosen->name), best * 100.0, western * 100.0);
  return name;
}

/* Returns an encoding whose characters are wider than a byte, or NULL for bytes that can be read as they are. */
const char *
_eqp_guess_encoding (const guint8 *head,
                           gsize         length,
                           char        **evidence)
{
  static const struct
  {
    const char *name;
    gsize       length;
    const char *bytes;
  } marks[] = { { "UTF-32LE", 4, "\xff\xfe\0\0" },
                { "UTF-32BE", 4, "\0\0\xfe\xff" },
                { "UTF-16LE", 2, "\xff\xfe" },
                { "UTF-16BE", 2, "\xfe\xff" } };
  gsize zeros[4] = { 0 }, units = MIN (length, 4096) / 4;
  const char *name = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    if (length >= marks[i].length && memcmp (head, marks[i].bytes, marks[i].length) == 0)
      {
        if (evidence != NULL)
          *evidence = g_strdup_printf (_ ("The file begins with the byte order mark of %s."), marks[i].name);
        return marks[i].name;
      }

  /* Numbers and separators in UTF-16 have a zero in every other byte, and always in the same one; in UTF-32 three of
   * four. */
  for (gsize i = 0; i < units * 4; i++)
    zeros[i % 4] += head[i] == 0;
  if (units < 2)
    return NULL;
  if (zeros[0] == 0 && zeros[3] == units && zeros[2] == units && zeros[1] * 10 >= units * 8)
    name = "UTF-32LE";
  else if (zeros[3] == 0 && zeros[0] == units && zeros[1] == units && zeros[2] * 10 >= units * 8)
    name = "UTF-32BE";
  else if (zeros[0] + zeros[2] == 0 && (zeros[1] + zeros[3]) * 10 >= units * 16)
    name = "UTF-16LE";
  else if (zeros[1] + zeros[3] == 0 && (zeros[0] + zeros[2]) * 10 >= units * 16)
    name = "UTF-16BE";
  if (name != NULL && evidence != NULL)
    *evidence = g_strdup_printf (_ ("There is no byte order mark, but %zu of the first %zu bytes are zero, as in %s."),
                                 zeros[0] + zeros[1] + zeros[2] + zeros[3], units * 4, name);
  return name;
}

/* No text has these, whatever its language. */
static gboolean
has_controls (const char *text)
{
  for (; *text != '\0'; text++)
    if ((guchar) *text < 0x20 && strchr ("\t\n\v\f\r", *text) == NULL && *text != 0x1a)
      return TRUE;
  return FALSE;
}

/* @encoding: (nullable): NULL: guess. Returns the text in UTF-8 without its mark, where the last character may be cut;
 * NULL where it is none. */
char *
_eqp_text_to_utf8 (const guint8 *head,
                   gsize         length,
                   const char   *encoding)
{
  gsize used, made;
  g_autofree char *text = NULL;
  g_autofree char *evidence = NULL;
  const char *valid;

  if (encoding == NULL)
    encoding = _eqp_guess_encoding (head, length, NULL);
  if (encoding == NULL && memchr (head, 0, length) != NULL)
    return NULL;
  if (encoding == NULL && !g_utf8_validate ((const char *) head, (gssize) length, &valid) &&
      length - (gsize) (valid - (const char *) head) > 3)
    {
      encoding = _eqp_guess_script (head, MIN (length, JUDGED_BYTES), &evidence);
      encoding = encoding != NULL ? encoding : "WINDOWS-1252";
    }
  if (encoding == NULL || g_ascii_strcasecmp (encoding, "UTF-8") == 0)
    {
      text = g_utf8_make_valid ((const char *) head, (gssize) length);
      made = strlen (text);
    }
  else
    text = g_convert ((const char *) head, (gssize) length, "UTF-8", encoding, &used, &made, NULL);
  if (text == NULL && memchr (head, 0, length) == NULL)
    {
      text = g_utf8_make_valid ((const char *) head, (gssize) length);
      made = strlen (text);
    }
  if (text == NULL || strlen (text) != made || has_controls (text))
    return NULL;
  return g_str_has_prefix (text, "\xef\xbb\xbf") ? g_strdup (text + 3) : g_steal_pointer (&text);
}
