/* Batches: many resolutions in progress with one database, whose results are
 * collected as a pickle.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DDDS_PYTHON_BATCH_H
#define DDDS_PYTHON_BATCH_H

#include <poll.h>

#include <ddds/many.h>

#include "results.h"
#include "source.h"

/* What all inputs of a batch have in common. The strings are copied;
 * |application| must stay valid until the batch is freed. */
struct ddds_batch_options {
    const struct ddds_application *application; /* NULL: that of the input */
    const char *services;
    const char *protocols;
    const char *roots;
    const char *own_hosts;
    bool dns;
    bool all;
    bool no_q;
    bool no_addresses;
    bool require_authenticated;
    bool has_trace;
    bool as_lines; /* of JSON */
    bool has_seed;
    uint64_t seed;
    unsigned max_hops;
    unsigned max_queries;
    unsigned deadline; /* milliseconds */
    size_t width;      /* resolutions in progress */
    uint64_t number;   /* for ddds_source_finished; 0: no event loop */
};

struct ddds_batch {
    struct ddds_source *source;
    const struct ddds_application *application; /* NULL: that of the input */
    struct ddds_options resolving;
    ddds_many *many;

    struct ddds_results results; /* what is done, */
    uint32_t *done;              /* and their indexes */
    struct ddds_results taken;   /* what the caller reads, */
    uint32_t *taken_done;        /* and their indexes */

    struct ddds_dns_socket *sockets;
    struct pollfd *polled;
    size_t socket_size;

    uint64_t number; /* for an event loop */
    struct ddds_batch *next;
    bool is_listed;

    bool is_failed; /* out of memory */
};

/* Create a batch. Returns NULL without memory. */
struct ddds_batch *ddds_batch_new(struct ddds_source *source,
                                  const struct ddds_batch_options *options);

/* Free |batch|, which may be NULL; what is in progress is cancelled. */
void ddds_batch_free(struct ddds_batch *batch);

/* Start |count| inputs, which are NUL-terminated and follow each other at
 * |inputs|; the first has the number |index|, the next |index| + 1, and so on.
 * There must be place for them: not more than the width are in progress or
 * done but not taken. With |has_inputs| the reader of results that are in the
 * order of their inputs has them, and the results are written without. Fails
 * with DDDS_BAD_OPTION, if the options are wrong for an input, or with
 * DDDS_NO_MEMORY; the batch can then only be freed. */
ddds_status ddds_batch_give(struct ddds_batch *batch, const char *inputs,
                            size_t count, uint32_t index, bool has_inputs,
                            struct ddds_error *error);

/* Wait until a result is there or a signal arrives, for at most |timeout|
 * milliseconds. Returns DDDS_OK or DDDS_NO_MEMORY. */
ddds_status ddds_batch_wait(struct ddds_batch *batch, int timeout);

/* Take the results that are there: |batch->taken| has them, and
 * |batch->taken_done| the number of each, until this is called again. Returns
 * DDDS_OK or DDDS_NO_MEMORY. */
ddds_status ddds_batch_take(struct ddds_batch *batch);

#endif
