/* First well-known rules, as the tests of the applications try them.
 *
 * SPDX-License-Identifier: MIT */
#ifndef UNIT_START_H
#define UNIT_START_H

#include <ddds/application.h>

#include "base/assertions.h"

/* A start with the memory that it writes to. */
struct started {
    ddds_status status;
    struct ddds_start start;
    struct ddds_error error;
    char aus[1024];
};

static inline void start_request(const struct ddds_application *application,
                                 const struct ddds_request *request,
                                 struct started *started)
{
    memset(started, 0, sizeof *started);
    started->start.aus = started->aus;
    started->start.aus_size = sizeof started->aus;
    started->status = application->first_well_known_rule(
        application, request, &started->start, &started->error);
}

/* Begin with |input| and |roots|, which may be NULL. */
static inline void start_with(const struct ddds_application *application,
                              const char *input, const char *roots,
                              struct started *started)
{
    const struct ddds_request request = {
        .input = input, .length = strlen(input), .roots = roots};
    start_request(application, &request, started);
}

/* Begin with |input|, wanting lists of |services| and |protocols|, which may
 * be NULL. */
static inline void start_wanting(const struct ddds_application *application,
                                 const char *input, const char *services,
                                 const char *protocols, struct started *started)
{
    const struct ddds_request request = {.input = input,
                                         .length = strlen(input),
                                         .services = services,
                                         .protocols = protocols};
    start_request(application, &request, started);
}

/* Check that |input| is refused at |offset|, with |part| in the reason. */
static inline void assert_not_begun(const struct ddds_application *application,
                                    const char *input, const char *roots,
                                    ddds_status status, size_t offset,
                                    const char *part)
{
    struct started started;
    start_with(application, input, roots, &started);
    if (started.status != status || started.error.offset != offset ||
        strstr(started.error.detail, part) == NULL) {
        fail_msg("%s: %d at %zu: %s", input, started.status,
                 started.error.offset, started.error.detail);
    }
}

#endif
