/* Which records can be checked without the records of other owners?
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_STREAM_LEAF_H
#define CHECK_STREAM_LEAF_H

#include "db/text/zonefile.h"

/* Is |record| a NAPTR record that says by itself what it leads to, with the flag
 * U or P and an expression, and whose owner is one name? */
bool ddds_leaf_is(const struct zonefile_record *record);

/* Write the name that |record| leads to by itself, as a key or an alias, into
 * |name|; false if there is none. */
bool ddds_leaf_target(const struct zonefile_record *record,
                      char name[LIMIT_NAME_SIZE]);

#endif
