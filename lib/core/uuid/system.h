/* System clock and entropy.
 *
 * SPDX-License-Identifier: MIT */
#ifndef UUID_SYSTEM_H
#define UUID_SYSTEM_H

#include <ddds/uuid.h>

/* CLOCK_REALTIME, getrandom(2), nanosleep(2). */
extern const struct ddds_uuid_source ddds_uuid_system;

#endif
