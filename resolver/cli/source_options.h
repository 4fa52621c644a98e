/* Source of rules, and parameters of DNS queries.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLI_SOURCE_OPTIONS_H
#define CLI_SOURCE_OPTIONS_H

#include <ddds/database.h>

#include "cli/option.h"

/* What follows if a zone of a configuration cannot be loaded. */
enum broken_zones {
    BROKEN_FAIL,    /* lookups of its names fail */
    BROKEN_UNKNOWN, /* likewise, with a temporary failure */
    BROKEN_FILE,    /* no zone is loaded if a file is broken; lookups of names
                       of zones without one fail */
    BROKEN_REFUSED, /* no zone is loaded */
};

struct source_options {
    struct given_words zones;
    struct given_words configurations; /* --from: configurations of name
                                          servers */
    const char *view;                  /* of the configurations; NULL: all */
    struct given_words servers;        /* without the "@" */
    struct ddds_zone_options reading;  /* of zone files */
    enum broken_zones broken;
    bool has_well_known;            /* the rules of --well-known have
                                       precedence */
    ddds_unreadable_fn *unreadable; /* set by commands that continue after
                                       syntax errors of zone files */
    void *unreadable_context;
    struct ddds_dns_options dns;      /* without servers until it is opened */
    bool validates;                   /* requested; see source_is_validated */
    bool is_recursive;                /* from the root, instead of servers */
    struct given_words trust_anchors; /* files */
};

/* Return true if a server is queried over TLS. */
bool source_has_tls(const struct source_options *source);

/* Return true if answers of DNS are validated here. Recursion and TLS use
 * libunbound, which always validates. */
bool source_is_validated(const struct source_options *source);

/* Rows of the source, of zone files, and of DNS queries. */
extern const struct option_rows source_rows;
extern const struct option_rows zone_file_rows;
extern const struct option_rows dns_rows;

void source_options_begin(struct source_options *source);
void source_options_clear(struct source_options *source);

/* Refuse contradictory options, and those without effect. |is_all|: the source
 * of the rules is known from |source| alone. Return -1, or an exit status. */
int source_options_complete(const struct source_options *source, bool is_all);

#endif
