/* What is requested, and the limits of one resolution.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLI_REQUEST_OPTIONS_H
#define CLI_REQUEST_OPTIONS_H

#include <ddds/application.h>
#include <ddds/options.h>

#include "cli/option.h"

struct request_options {
    const struct ddds_application *application; /* NULL: by the input */
    struct ddds_application *described; /* the same, if a file describes it */
    struct ddds_options resolving;
    char *services; /* all of each, comma separated */
    char *protocols;
    char *roots;
    char *own_hosts;
    char *near;
    uint64_t seed;
    bool has_seed;
};

/* Where resolutions begin; what they are for, and their limits. */
extern const struct option_rows root_rows;
extern const struct option_rows request_rows;

/* --app and --app-file, which lint has among others. */
option_reader read_application;
option_reader read_application_file;

/* Set defaults. */
void request_options_begin(struct request_options *request);
void request_options_clear(struct request_options *request);

/* Make |resolving| of the lists, and check the services. Returns -1 to go on,
 * or an exit status: the mistake has been reported. */
int request_options_complete(struct request_options *request);

#endif
