/* Where rules come from, and how DNS is queried.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLI_SOURCE_OPTIONS_H
#define CLI_SOURCE_OPTIONS_H

#include <ddds/database.h>

#include "cli/option.h"

struct source_options {
    struct given_words zones;
    struct given_words configurations; /* --from: those of name servers */
    const char *view;                  /* of these; NULL: all */
    struct given_words servers;        /* without the "@" */
    struct ddds_zone_options reading;  /* of zone files */
    bool needs_all;                    /* see struct zone_files */
    bool has_well_known;            /* the rules of --well-known come first */
    ddds_unreadable_fn *unreadable; /* set by commands that continue after
                                       syntax errors of zone files */
    void *unreadable_context;
    struct ddds_dns_options dns; /* its servers are set when it is opened */
    bool validates;              /* answers, here; see source_is_validated */
    bool is_recursive;           /* from the root on, instead of servers */
    struct given_words trust_anchors; /* files */
};

/* Is a server queried over TLS? */
bool source_has_tls(const struct source_options *source);

/* Are the answers of DNS validated here? Recursion and TLS need the library that
 * validates, and it always does. */
bool source_is_validated(const struct source_options *source);

/* The source itself; what is read of its files; how DNS is queried. */
extern const struct option_rows source_rows;
extern const struct option_rows zone_file_rows;
extern const struct option_rows dns_rows;

/* Set defaults. */
void source_options_begin(struct source_options *source);
void source_options_clear(struct source_options *source);

/* Reject what excludes each other. Returns -1 to go on, or an exit status. */
int source_options_complete(const struct source_options *source);

#endif
