/* Options and entry point of ddds fetch.
 *
 * SPDX-License-Identifier: MIT */
#ifndef FETCH_FETCH_OPTIONS_H
#define FETCH_FETCH_OPTIONS_H

#include "cli/resolver_line.h"
#include "cli/run.h"

/* Zero means the default. */
struct fetch_options {
    const char *output; /* output file; NULL: standard output */
    const char *accept;
    const char *document; /* document type at an SMP; NULL: all */
    const char *proxy;
    const char *ca_file;
    bool allows_private;
    unsigned timeout; /* milliseconds, as for |connect_timeout| */
    unsigned connect_timeout;
    unsigned max_redirects;
    unsigned max_size; /* octets */
};

struct fetch_line {
    struct resolver_line common;
    struct fetch_options fetch;
};

extern const struct option_set fetch_options;

command_function command_fetch;

#endif
