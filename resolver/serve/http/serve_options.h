/* ddds serve: its options, and what it does.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_HTTP_SERVE_OPTIONS_H
#define SERVE_HTTP_SERVE_OPTIONS_H

#include "cli/resolver_line.h"
#include "cli/run.h"

/* Zero means the default. */
struct serve_options {
    struct given_words listens; /* --listen */
    bool is_public;             /* other than loopback addresses may be given */
    char *hosts;                /* names, separated by commas; or NULL */
    char *forwarded;            /* proxies that send Forwarded, as hosts */
    char *x_forwarded_for;    /* proxies that send X-Forwarded-For, as hosts */
    char *proxy_protocol;     /* proxies that send its header, as hosts */
    const char *cors;         /* an origin, or "*"; NULL: none */
    const char *log;          /* the file, "-" is standard output; or NULL */
    bool has_json_log;        /* instead of the combined format */
    bool only_checks;         /* what a start would need, and starts nothing */
    unsigned max_connections; /* in all, as the next */
    unsigned max_per_address;
    unsigned max_body;     /* octets */
    unsigned request_time; /* milliseconds, as the next */
    unsigned work_time;
};

struct serve_line {
    struct resolver_line common;
    struct serve_options serve;
};

extern const struct option_set serve_options;

command_function command_serve;

#endif
