/* How a program with an event loop has questions asked: by DNS, or by a
 * validator.
 *
 * SPDX-License-Identifier: MIT */
#ifndef ZONES_ASKING_H
#define ZONES_ASKING_H

#include <ddds/database.h>

#include "zones/validation.h"

/* One of the two is open; all zero, neither is: the zones are in memory. */
struct asked_servers {
    ddds_dns *dns;
    struct validation validation;
};

/* Open DNS or a validator, as |source| says. Its descriptors are watched with
 * |watch|. NULL if that fails: |error| says why. */
ddds_database *asking_open(struct asked_servers *asking,
                           const struct source_options *source,
                           ddds_watch_fn *watch, void *context,
                           struct ddds_error *error);

bool asking_is_open(const struct asked_servers *asking);

/* The milliseconds after which asking_process is due; -1: never. What is queued
 * is sent. */
int asking_timeout(struct asked_servers *asking);

/* Process |events| of epoll at |descriptor|, or timeouts if that is -1. */
void asking_process(struct asked_servers *asking, int descriptor,
                    unsigned events);

#endif
