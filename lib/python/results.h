/* Results as records of Python: see ddds/_results.py for their members.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DDDS_PYTHON_RESULTS_H
#define DDDS_PYTHON_RESULTS_H

#include <stdbool.h>

#include <ddds/result.h>
#include <ddds/status.h>

#include "pickle.h"

/* How many services fields are remembered: most results share theirs. */
enum { RESULTS_SERVICES = 16 };

/* What results with the same services field have in common, if each is nothing
 * but a URI. */
struct ddds_pattern {
    uint32_t ttl;
    unsigned queries;
    bool authenticated;
    bool is_urn;
    bool is_known;   /* there was a result with these members, */
    bool is_written; /* and a second one: it is in the list as |memo| */
    uint32_t memo;
};

/* A list of results that is being written. */
struct ddds_results {
    struct ddds_pickle pickle;
    struct ddds_pickle trace; /* of the result that is being written */
    bool has_trace;
    bool has_inputs; /* the reader has them, in the order of the results */
    bool as_lines;   /* strings of JSON instead of records */
    char *line;      /* the memory for one, */
    size_t line_size;
    size_t count;
    struct ddds_known_services {
        const struct ddds_application *application;
        char text[DDDS_FIELD_SIZE];
        uint32_t memos[3]; /* the field, its protocol, its services */
        struct ddds_pattern pattern;
    } services[RESULTS_SERVICES];
};

/* Free what |results| holds. */
void ddds_results_clear(struct ddds_results *results);

/* Begin an empty list. */
void ddds_results_begin(struct ddds_results *results);

/* Append |result|. */
void ddds_results_add(struct ddds_results *results,
                      const struct ddds_result *result);

/* Append the result of an |input| that |application| rejects, with |error|. */
void ddds_results_refuse(struct ddds_results *results,
                         const struct ddds_application *application,
                         const char *input, const struct ddds_error *error);

#endif
