/* The readers of configurations: each fills |config->zones|.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVERS_READERS_H
#define SERVERS_READERS_H

#include "servers/config.h"

/* Read the configuration of BIND, NSD or Knot DNS to its end. False if that
 * failed: the zones before the fault are there. */
bool named_read(struct config *config);
bool nsd_read(struct config *config);
bool knot_read(struct config *config);

#endif
