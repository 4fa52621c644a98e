/* The rules that a server has: zones in memory, which can be read again while
 * requests use them, or DNS.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_HTTP_RULES_H
#define SERVE_HTTP_RULES_H

#include <stdbool.h>

#include <ddds/database.h>

#include "zones/asking.h"
#include "serve/http/serve_options.h"
#include "serve/peers/shares.h"

struct rules {
    const struct serve_line *options;
    bool is_dns;
    ddds_cache *cache;       /* of DNS */
    ddds_database *database; /* that requests ask: zones, or DNS once it is
                                open */
};

/* Open the rules that |options| name. False if that fails: the error has been
 * reported, and |*status| is the exit status. Close them with rules_close. */
bool rules_open(struct rules *rules, const struct serve_line *options,
                int *status);
void rules_close(struct rules *rules);

/* Read the zone files again. To be called between requests: zones in memory
 * answer at once. False if that fails, which has been reported: the old zones
 * stay. */
bool rules_reload(struct rules *rules);

/* Open DNS, whose sockets are watched with |watch|: |asking| is what the loop
 * processes. Answers that take time wait for their turn, with memory of
 * |shares|: |*waited| counts them. False if that fails: |error| says why. */
bool rules_open_dns(struct rules *rules, ddds_watch_fn *watch, void *context,
                    struct asked_servers *asking, struct shares *shares,
                    unsigned long long *waited, struct ddds_error *error);

#endif
