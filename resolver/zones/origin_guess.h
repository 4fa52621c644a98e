/* The origin that the name of a zone file suggests.
 *
 * SPDX-License-Identifier: MIT */
#ifndef ZONES_ORIGIN_GUESS_H
#define ZONES_ORIGIN_GUESS_H

#include <stdbool.h>

#include <ddds/record.h>

/* Guess the origin of the zone file |path| from its name: "example.com" for
 * db.example.com, example.com.zone or slave.example.com.signed. |name| receives
 * it in lower case without a final dot. False, and |name| is "", if the name of
 * the file is not that of a domain with at least two labels. */
bool origin_guess(const char *path, char name[DDDS_NAME_SIZE]);

/* Does |path| begin or end as zone files do, as db.NAME or NAME.zone? */
bool origin_guess_is_zone_name(const char *path);

#endif
