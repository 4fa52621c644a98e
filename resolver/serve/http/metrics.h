/* Counts for those who run the server, in the text format of Prometheus.
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
    unsigned long long queries; /* DNS */
    unsigned long long cached;  /* resolutions over DNS that needed no query */
    unsigned long long waited;  /* answers, for their turn */
    unsigned long long refused; /* connections beyond a limit */
    unsigned long long slow; /* connections ended because the client was slow */
    unsigned long long reloads;
    unsigned long long failed_reloads;
    unsigned long long lost_lines; /* of the access log */
    time_t started;
    size_t waiting;        /* octets of requests and answers */
    long long in_flight;   /* requests */
    long long connections; /* that are open */
    long long work;        /* pieces of work on texts of clients */
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
