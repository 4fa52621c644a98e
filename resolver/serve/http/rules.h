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

/* Zones that requests use. */
struct zones;

struct rules {
    const struct serve_line *options;
    bool is_dns;
    ddds_cache *cache;   /* of DNS */
    struct zones *zones; /* the present ones */
};

/* Open the rules that |options| name. False if that fails: the error has been
 * reported, and |*status| is the exit status. Close them with rules_close. */
bool rules_open(struct rules *rules, const struct serve_line *options,
                int *status);
void rules_close(struct rules *rules);

/* Read the zone files again; requests that use the old zones go on with them.
 * False if that fails, which has been reported: the old zones stay. */
bool rules_reload(struct rules *rules);

/* The present zones, to be released; their database. */
struct zones *rules_hold(struct rules *rules);
ddds_database *zones_database(const struct zones *zones);
void zones_release(struct zones *zones);

/* Open DNS, whose sockets are watched with |watch|: |asking| is what the loop
 * processes. NULL if that fails: |error| says why. */
ddds_database *rules_open_dns(const struct rules *rules, ddds_watch_fn *watch,
                              void *context, struct asked_servers *asking,
                              struct ddds_error *error);

#endif
