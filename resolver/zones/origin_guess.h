/* Guess the origin of a zone file from its name.
 *
 * SPDX-License-Identifier: MIT */
#ifndef ZONES_ORIGIN_GUESS_H
#define ZONES_ORIGIN_GUESS_H

#include <stdbool.h>

#include <ddds/record.h>

/* Guess the origin of the zone file |path| from its name: "example.com" for
 * db.example.com, example.com.zone or slave.example.com.signed. Write it to
 * |name|, in lower case without a final dot. If the file name does not contain
 * a domain name with at least two labels, return false and set |name| to "". */
bool origin_guess(const char *path, char name[DDDS_NAME_SIZE]);

/* Return true if |path| has an affix of zone files: db.NAME, NAME.zone. */
bool origin_guess_is_zone_name(const char *path);

#endif
