/* A database that is freed while thousands of lookups are in flight.
 *
 * SPDX-License-Identifier: MIT */
#ifndef NETWORK_LEAVE_H
#define NETWORK_LEAVE_H

#include "core/network/scenario.h"

/* Free the database of |scenario|, which the caller has just opened, in the
 * callback of an answer: the first, or a later answer. */
void leave_run(const struct scenario *scenario);

#endif
