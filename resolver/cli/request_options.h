/* Request and limits of a resolution.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLI_REQUEST_OPTIONS_H
#define CLI_REQUEST_OPTIONS_H

#include <ddds/application.h>
#include <ddds/options.h>

#include "cli/option.h"

struct request_options {
    const struct ddds_application *application; /* NULL: determined by the
                                                   input */
    struct ddds_application *described; /* |application|, if it is from a
                                           file */
    struct ddds_options resolving;
    char *services; /* comma-separated, like the next three */
    char *protocols;
    char *roots;
    char *own_hosts;
    char *near;
    uint64_t seed;
    bool has_seed;
};

/* Rows of first keys; rows of requests and limits. */
extern const struct option_rows root_rows;
extern const struct option_rows request_rows;

/* Readers of --app and --app-file, which lint shares. */
option_reader read_application;
option_reader read_application_file;

void request_options_begin(struct request_options *request);
void request_options_clear(struct request_options *request);

/* Fill |resolving| from the lists, and check the services. Return -1 to
 * continue, or an exit status after reporting the error. */
int request_options_complete(struct request_options *request);

#endif
