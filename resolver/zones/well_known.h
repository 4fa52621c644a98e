/* The well-known rules of --well-known, in front of another source.
 *
 * SPDX-License-Identifier: MIT */
#ifndef ZONES_WELL_KNOWN_H
#define ZONES_WELL_KNOWN_H

#include <ddds/database.h>

/* resolver/well-known/urn.arpa.zone, made a part of the tool by CMake. */
extern const char well_known_zone[];
extern const unsigned long well_known_zone_length;

/* Create a database that answers with the well-known rules at the names that
 * have some, and passes all other questions on to |inner|, which it frees. The
 * detail of an answer says that it is one of them. */
ddds_database *well_known_new(ddds_database *inner);

#endif
