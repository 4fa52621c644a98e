/* One retrieval: from outcome to outcome and from server to server. fetch.c, which
 * has them all, and retrieval.c share it.
 *
 * SPDX-License-Identifier: MIT */
#ifndef FETCH_RETRIEVAL_H
#define FETCH_RETRIEVAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ddds/fetch.h>

#include "base/arena.h"
#include "base/limits.h"
#include "fetch/addresses.h"
#include "fetch/request_uri.h"
#include "fetch/service.h"
#include "fetch/thttp.h"
#include "fetch/transfer.h"
#include "fetch/transfers.h"

struct ddds_fetcher {
    struct ddds_fetch_options options;
    struct arena strings; /* of the options */
    struct transfers transfers;
    struct ddds_retrieval *first; /* in progress */
    struct ddds_retrieval *ready; /* those of them that can go on */
    struct ddds_retrieval **last_ready;
    uint64_t next_progress; /* when it is reported */
};

/* The next step of a retrieval. */
enum retrieval_step {
    STEP_OUTCOME,  /* the next outcome of the result */
    STEP_SERVER,   /* the next server of the outcome */
    STEP_QUESTION, /* the URI of the next request to the server */
    STEP_REQUEST,  /* a request to |uri| */
    STEP_CONTACT,  /* the addresses of its host are known */
    STEP_ANSWER,   /* the transfer is done */
    STEP_JUDGE,    /* |meaning| is what the request came to */
    STEP_WAIT,     /* for a resolution, a lookup or a transfer */
    STEP_END,
};

struct ddds_retrieval {
    ddds_fetcher *fetcher;
    struct ddds_retrieval *next; /* in progress */
    struct ddds_retrieval *previous;
    struct ddds_retrieval *next_ready;
    bool is_ready;
    bool is_done;
    ddds_retrieved_fn *done;
    void *context;

    struct arena arena;
    struct ddds_fetched fetched;
    struct ddds_fetch_attempt attempts[LIMIT_FETCH_ATTEMPTS];
    char *content;
    bool has_end; /* an attempt, or what kept one from being made */
    bool is_without_memory;

    /* How far it is. */
    ddds_resolution *resolution;
    const struct ddds_result *result;
    bool is_resolving;  /* the next result */
    bool is_waited_for; /* by ddds_fetch */
    uint64_t deadline;
    enum ddds_fetch_service wanted[SERVICE_COUNT];
    int wanted_count;
    enum retrieval_step step;
    size_t outcomes; /* of the result, that were taken */
    const struct ddds_outcome *outcome;
    size_t servers;                     /* of the outcome, that were taken */
    const struct ddds_endpoint *server; /* NULL: the outcome has none */
    struct ddds_span spelled;           /* the service, in the rule */
    enum way way;
    unsigned turn; /* of the names of a service; or the version of SMP */
    unsigned followed;
    const char *uri;
    struct fetch_request request;
    struct host_search search;
    struct transfer transfer;
    struct meaning meaning;
    struct meaning first_meaning; /* of the first version of SMP */
};

/* Take the steps that need not wait. When the last one is taken, |step| is
 * STEP_END. */
void ddds_retrieval_advance(struct ddds_retrieval *retrieval);

/* Give up what |retrieval| waits for. */
void ddds_retrieval_cancel(struct ddds_retrieval *retrieval);

/* |retrieval| can go on. */
void ddds_retrieval_wake(struct ddds_retrieval *retrieval,
                         enum retrieval_step step);

#endif
