/* The configuration of BIND.
 *
 * SPDX-License-Identifier: MIT */
#ifndef ZONES_NAMED_H
#define ZONES_NAMED_H

#include "zones/config.h"

/* Read named.conf to its end into |config->zones|. False if that failed: the
 * zones before the fault are there. */
bool named_read(struct config *config);

#endif
