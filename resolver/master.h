/* A character-string as it stands in a master file (RFC 1035 section 5.1).
 *
 * SPDX-License-Identifier: MIT */
#ifndef RESOLVER_MASTER_H
#define RESOLVER_MASTER_H

#include <stdbool.h>

#include <ddds/status.h>

enum { MASTER_SIZE = 256 };

/* Undo the escapes of |text|, with or without quotes around it. False if it is
 * no character-string; |error| then says where and why. */
bool master_unescape(const char *text, char string[MASTER_SIZE],
                     struct ddds_error *error);

#endif
