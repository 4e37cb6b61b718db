/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-readers-private.h"

G_BEGIN_DECLS

const char *_eqp_unread_look     (const EqpProbe     *probe,
                                  const char        **advice);
const char *_eqp_unread_archive  (const char *const  *members,
                                  const char        **advice);

G_END_DECLS
