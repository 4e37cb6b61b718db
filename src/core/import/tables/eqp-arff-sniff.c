/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Is a file ARFF? */
#include "config.h"

#include "import/eqp-readers-private.h"

#include <string.h>

/* Returns 100 where comments and blank lines come first, then @relation or @attribute; otherwise 0. */
int
_eqp_arff_sniff (const EqpProbe *probe)
{
  const char *p = (const char *) probe->head, *end = p + probe->head_length;
  gint64 comments = 0;

  if (probe->head_length >= 3 && memcmp (p, "\xef\xbb\xbf", 3) == 0)
    p += 3;
  while (p < end)
    {
      const char *stop = memchr (p, '\n', (gsize) (end - p));

      while (p < end && (*p == ' ' || *p == '\t' || *p == '\r'))
        p++;
      if (end - p >= 9 && g_ascii_strncasecmp (p, "@relation", 9) == 0)
        return 100;
      if (end - p >= 10 && g_ascii_strncasecmp (p, "@attribute", 10) == 0)
        return 100;
      /* Below comments another line is a broken one, which the reader names. */
      if (p < end && *p == '%')
        comments++;
      else if (p < end && *p != '\n' && comments == 0)
        return 0;
      p = stop != NULL ? stop + 1 : end;
    }
  return 0;
}
