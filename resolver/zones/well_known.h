/* Well-known rules (--well-known) before another source.
 *
 * SPDX-License-Identifier: MIT */
#ifndef ZONES_WELL_KNOWN_H
#define ZONES_WELL_KNOWN_H

#include <ddds/database.h>

/* resolver/well-known/urn.arpa.zone, embedded by CMake. */
extern const char well_known_zone[];
extern const unsigned long well_known_zone_length;

/* Create a database that answers with the well-known rules where they have
 * data, and forwards all other questions to |inner|, which it takes over. The
 * detail of an answer marks it as well-known. */
ddds_database *well_known_new(ddds_database *inner);

#endif
