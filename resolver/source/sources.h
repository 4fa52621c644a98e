/* A source of rules for each thread.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SOURCE_SOURCES_H
#define SOURCE_SOURCES_H

#include <stdbool.h>
#include <stddef.h>

#include "source/source.h"

/* Zones in memory are one database, of which there are |count| pointers; with
 * DNS, each thread has a database, and all have one cache. */
struct sources {
    ddds_database **databases;
    size_t count;
};

/* Open what |options| name, for as many threads as they ask for. False if that
 * fails: the error has been reported, and |*status| is the exit status. Free them
 * with sources_free. */
bool sources_open(const struct options *options, struct sources *sources,
                  int *status);

/* Open what |options| name, for as many threads as they ask for. False if that
 * fails: |error| has the message, which is not reported, and |*status| is the
 * exit status. Free them with sources_free. */
bool sources_try(const struct options *options, struct sources *sources,
                 int *status, struct ddds_error *error);

void sources_free(struct sources *sources);

#endif
