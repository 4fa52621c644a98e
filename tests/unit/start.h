/* First well-known rules, as the tests of the applications try them.
 *
 * SPDX-License-Identifier: MIT */
#ifndef UNIT_START_H
#define UNIT_START_H

#include <string.h>

#include <ddds/application.h>

/* A start with the memory that it writes to. */
struct started {
    ddds_status status;
    struct ddds_start start;
    struct ddds_error error;
    char aus[1024];
};

/* Begin with |input| and |roots|, which may be NULL. */
static inline void start_with(const struct ddds_application *application,
                              const char *input, const char *roots,
                              struct started *started)
{
    const struct ddds_request request = {
        .input = input, .length = strlen(input), .roots = roots};
    memset(started, 0, sizeof *started);
    started->start.aus = started->aus;
    started->start.aus_size = sizeof started->aus;
    started->status = application->first_well_known_rule(
        application, &request, &started->start, &started->error);
}

#endif
