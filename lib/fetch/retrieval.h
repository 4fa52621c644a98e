/* State of a retrieval, shared by fetch.c, the scheduler, and retrieval.c.
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
    struct ddds_retrieval *first; /* list of retrievals in progress */
    struct ddds_retrieval *ready; /* queue of those that can continue */
    struct ddds_retrieval **last_ready;
    uint64_t next_progress; /* time of the next report */
};

/* Next step of a retrieval. */
enum retrieval_step {
    STEP_OUTCOME,  /* go to the next outcome of the result */
    STEP_SERVER,   /* go to the next server of the outcome */
    STEP_QUESTION, /* make the URI of the next request */
    STEP_REQUEST,  /* prepare a request to |uri| */
    STEP_CONTACT,  /* the addresses of the host are known */
    STEP_ANSWER,   /* the transfer is finished */
    STEP_JUDGE,    /* evaluate |meaning|, the result of the request */
    STEP_WAIT,     /* for a resolution, a lookup or a transfer */
    STEP_END,
};

struct ddds_retrieval {
    ddds_fetcher *fetcher;
    struct ddds_retrieval *next; /* list of retrievals in progress */
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
    bool has_end; /* the result of an attempt, or why none was made */
    bool is_without_memory;

    /* State. */
    ddds_resolution *resolution;
    const struct ddds_result *result;
    bool is_resolving;  /* waiting for the next result */
    bool is_waited_for; /* ddds_fetch() waits for it */
    uint64_t deadline;
    enum ddds_fetch_service wanted[SERVICE_COUNT];
    int wanted_count;
    enum retrieval_step step;
    size_t outcomes; /* number of outcomes tried */
    const struct ddds_outcome *outcome;
    size_t servers;                     /* number of servers tried */
    const struct ddds_endpoint *server; /* NULL: the outcome has none */
    struct ddds_span spelled;           /* the service in the rule's spelling */
    enum way way;
    unsigned turn; /* of the two names of a service; or version of SMP */
    unsigned followed;
    const char *uri;
    struct fetch_request request;
    struct host_search search;
    struct transfer transfer;
    struct meaning meaning;
    struct meaning first_meaning; /* of the answer to the path of SMP 1.0 */
};

/* Take steps until the retrieval must wait or |step| is STEP_END. */
void ddds_retrieval_advance(struct ddds_retrieval *retrieval);

/* Cancel the operation that |retrieval| waits for. */
void ddds_retrieval_cancel(struct ddds_retrieval *retrieval);

/* Schedule |retrieval| to continue with |step|. */
void ddds_retrieval_wake(struct ddds_retrieval *retrieval,
                         enum retrieval_step step);

#endif
