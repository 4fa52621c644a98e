/* Aliases: where a CNAME (RFC 1034 section 3.6.2) or a DNAME (RFC 6672) leads.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_MEMORY_ALIAS_H
#define DB_MEMORY_ALIAS_H

#include <ddds/question.h>

#include "base/limits.h"

/* Write the name to which |alias|, a CNAME at |name| or a DNAME above it, leads
 * into |target|. |followed| says how many aliases were followed before this
 * one. Returns DDDS_REPLY_DATA; else |detail| says why it leads nowhere:
 * DDDS_REPLY_MALFORMED if the RDATA cannot be read, DDDS_REPLY_SERVER_FAILURE
 * after too many aliases, DDDS_REPLY_NAME_TOO_LONG if the new name is too long
 * (YXDOMAIN, RFC 6672 section 2.2). */
enum ddds_reply ddds_alias_follow(const struct ddds_record *alias,
                                  const char *name, unsigned followed,
                                  char target[LIMIT_NAME_SIZE],
                                  char detail[DDDS_DETAIL_SIZE]);

#endif
