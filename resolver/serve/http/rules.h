/* Rules of the server: zones, reloadable while requests use them, or DNS.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_HTTP_RULES_H
#define SERVE_HTTP_RULES_H

#include <stdbool.h>

#include <ddds/database.h>

#include "zones/asking.h"
#include "serve/http/serve_options.h"
#include "serve/peers/quotas.h"

struct rules {
    const struct serve_line *options;
    bool is_dns;
    ddds_cache *cache;       /* of DNS */
    ddds_database *database; /* zones, or DNS once it is open */
};

/* Open the rules that |options| name; close them with rules_close(). On failure
 * complain, set |*status| to the exit status, and return false. */
bool rules_open(struct rules *rules, const struct serve_line *options,
                int *status);
void rules_close(struct rules *rules);

/* Read the zone files again. Call it between requests only. On failure
 * complain, keep the old zones, and return false. */
bool rules_reload(struct rules *rules);

/* Open DNS. Its sockets are watched with |watch|, and the loop must process
 * |asking|. Answers that take long are queued, with memory from |quotas|;
 * |*waited| counts them. On failure set |error| and return false. */
bool rules_open_dns(struct rules *rules, ddds_watch_fn *watch, void *context,
                    struct asked_servers *asking, struct quotas *quotas,
                    unsigned long long *waited, struct ddds_error *error);

#endif
