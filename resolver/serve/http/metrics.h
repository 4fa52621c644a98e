/* Counts for those who run the server, in the text format of Prometheus.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_HTTP_METRICS_H
#define SERVE_HTTP_METRICS_H

#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

#include "serve/answer/answer.h"

enum { STATUSES = 24, REASONS = 32, BUCKETS = 12 };

/* All threads count here. */
struct metrics {
    atomic_ullong requests[ROUTES][STATUSES];
    atomic_ullong outcomes[REASONS];
    atomic_ullong buckets[BUCKETS + 1];
    atomic_ullong microseconds;
    atomic_ullong queries; /* DNS */
    atomic_ullong cached;  /* resolutions over DNS that needed no query */
    atomic_ullong refused; /* connections beyond a limit */
    atomic_ullong slow;    /* connections ended because the client was slow */
    atomic_ullong reloads;
    atomic_ullong failed_reloads;
    atomic_ullong lost_lines; /* of the access log */
    atomic_llong in_flight;   /* requests */
    atomic_llong connections; /* that are open */
    atomic_llong work;        /* processes that work on texts of clients */
};

/* Count a request that was answered with |status|, 0 if it was not, after
 * |microseconds|. */
void metrics_request(struct metrics *metrics, enum route route, unsigned status,
                     uint64_t microseconds);

/* Count the end of a resolution over DNS, if |is_dns|, or zone files. */
void metrics_result(struct metrics *metrics, const struct ddds_result *result,
                    bool is_dns);

void metrics_print(FILE *out, struct metrics *metrics);

#endif
