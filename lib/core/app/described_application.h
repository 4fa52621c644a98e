/* An application that a file describes: its settings, and the functions of its
 * policy, which follow the settings.
 *
 * SPDX-License-Identifier: MIT */
#ifndef APP_DESCRIBED_APPLICATION_H
#define APP_DESCRIBED_APPLICATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ddds/application.h>

#include "app/transform.h"
#include "base/arena.h"

/* A fallback rule. If |is_relative|, its replacement is relative to the first
 * key; "" is the key itself. */
struct described_rule {
    struct ddds_rule rule;
    bool is_relative;
};

/* What becomes of first keys below |suffix|: they are tried again with fewer
 * labels before it. */
struct described_shortening {
    const char *suffix;
    uint8_t labels[LIMIT_SHORTER_KEYS]; /* fewer and fewer */
    size_t count;
};

/* The port of hosts, for |protocols|, a list, or for all if that is NULL. */
struct described_port {
    uint16_t port;
    const char *protocols;
};

enum { SHORTENINGS = 2, PORTS = 4 };

/* |application| is the first member: that it is freed by. Its |data| is the
 * whole. */
struct described {
    struct ddds_application application;
    struct transformations string; /* from the input */
    struct transformations key;    /* from the string */

    /* What else the input says: of each, the first expression that matches it
     * decides. */
    struct transformations given_port;
    struct transformations given_protocols;
    struct transformations skips_rules;  /* no rules are looked up */
    struct transformations addresses_if; /* of the host, without servers */

    const struct described_rule *fallback_rules;
    size_t fallback_count;
    const char *because;
    struct described_shortening shortenings[SHORTENINGS];
    size_t shortening_count;
    struct described_port ports[PORTS];
    size_t port_count;
    bool published_decides; /* no fallback if a rule offers the service */
    bool p_delegates;       /* the flag P is not terminal */
    struct arena arena;     /* all strings */
};

/* All applications of the library, then NULL: urn and uri, then by name.
 * described/write_constants.c writes it. */
extern const struct ddds_application *const ddds_catalogue[];

/* Apply the described steps to the input. For the contract see
 * |first_well_known_rule| in ddds/application.h. */
ddds_status ddds_described_first_rule(const struct ddds_application *self,
                                      const struct ddds_request *request,
                                      struct ddds_start *start,
                                      struct ddds_error *error);

/* Give the described fallback rules, once. If the input has a port or is an
 * address, the host takes the place of its SRV records; if they need not exist,
 * it follows them. For the contract see |fall_back| in ddds/application.h. */
void ddds_described_fall_back(const struct ddds_application *self,
                              const struct ddds_start *start,
                              const struct ddds_dead_end *dead_end,
                              struct ddds_fallback *fallback);

/* Give the next shorter key. For the contract see |fall_back| in
 * ddds/application.h. */
void ddds_described_shorten(const struct ddds_application *self,
                            const struct ddds_start *start,
                            const struct ddds_dead_end *dead_end,
                            struct ddds_fallback *fallback);

/* Return the described port for the protocols that are |offered|, or 0. */
uint16_t ddds_described_default_port(const struct ddds_application *self,
                                     const struct ddds_services *offered);

#endif
