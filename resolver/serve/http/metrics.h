/* Metrics of the server, in the text format of Prometheus.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_HTTP_METRICS_H
#define SERVE_HTTP_METRICS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

#include "serve/answer/http_answer.h"

enum { STATUSES = 600, REASONS = 32, BUCKETS = 12 };

struct metrics {
    unsigned long long requests[ROUTES][STATUSES]; /* by HTTP status */
    unsigned long long outcomes[REASONS];
    unsigned long long buckets[BUCKETS + 1];
    unsigned long long microseconds;
    unsigned long long queries; /* of DNS */
    unsigned long long cached;  /* resolutions over DNS that sent no query */
    unsigned long long waited;  /* answers that were queued */
    unsigned long long refused; /* connections beyond a limit */
    unsigned long long slow;    /* connections closed because of slow clients */
    unsigned long long reloads;
    unsigned long long failed_reloads;
    unsigned long long lost_lines; /* of the access log */
    time_t started;
    size_t waiting;        /* octets of pending requests and answers */
    long long in_flight;   /* requests in progress */
    long long connections; /* open */
    long long work;        /* of worker processes */
};

/* Count a request that took |microseconds|; |status| is 0 without an answer. */
void metrics_request(struct metrics *metrics, enum route route, unsigned status,
                     uint64_t microseconds);

/* Count a finished resolution; |is_dns|: over DNS, not in zone files. */
void metrics_result(struct metrics *metrics, const struct ddds_result *result,
                    bool is_dns);

void metrics_print(FILE *out, struct metrics *metrics);

#endif
