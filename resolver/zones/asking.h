/* Queries from an event loop: through DNS or through a validator.
 *
 * SPDX-License-Identifier: MIT */
#ifndef ZONES_ASKING_H
#define ZONES_ASKING_H

#include <ddds/database.h>

#include "zones/validation.h"

/* At most one is open; if all is zero, the zones are in memory. */
struct asked_servers {
    ddds_dns *dns;
    struct validation validation;
};

/* Open DNS, or a validator if |source| asks for validation. Its descriptors are
 * watched with |watch|. On failure set |error| and return NULL. */
ddds_database *asking_open(struct asked_servers *asking,
                           const struct source_options *source,
                           ddds_watch_fn *watch, void *context,
                           struct ddds_error *error);

bool asking_is_open(const struct asked_servers *asking);

/* Send queries. Return the milliseconds until asking_process() is due, or
 * -1. */
int asking_timeout(struct asked_servers *asking);

/* Process |events| of epoll at |descriptor|; -1: timeouts only. */
void asking_process(struct asked_servers *asking, int descriptor,
                    unsigned events);

#endif
