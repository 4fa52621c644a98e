/* Options of ddds serve.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_HTTP_SERVE_OPTIONS_H
#define SERVE_HTTP_SERVE_OPTIONS_H

#include "cli/resolver_line.h"
#include "cli/run.h"

/* Zero selects the default. */
struct serve_options {
    struct given_words listens; /* --listen */
    bool is_public;             /* allow addresses that other hosts can reach */
    char *hosts;                /* names, separated by commas; or NULL */
    char *forwarded;            /* comma-separated proxies with Forwarded */
    char *x_forwarded_for;      /* proxies that send X-Forwarded-For */
    char *proxy_protocol;       /* proxies that send a PROXY header */
    const char *cors;           /* an origin, or "*"; or NULL */
    const char *log;            /* file, "-" for standard output; or NULL */
    bool has_json_log;          /* JSON instead of the combined format */
    bool only_checks;           /* check what a start needs, then exit */
    unsigned max_connections;   /* in total; next: per address */
    unsigned max_per_address;
    unsigned max_body;     /* octets */
    unsigned request_time; /* milliseconds, also the next */
    unsigned work_time;
};

struct serve_line {
    struct resolver_line common;
    struct serve_options serve;
};

extern const struct option_set serve_options;

command_function command_serve;

#endif
