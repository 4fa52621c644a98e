/* State of a validator, its lookups and their queries; shared by validator.c
 * (the database), validator_open.c and validated_lookup.c.
 *
 * SPDX-License-Identifier: MIT */
#ifndef VALIDATE_VALIDATOR_H
#define VALIDATE_VALIDATOR_H

#include <ddds/builder.h>
#include <ddds/validate.h>

#include <stddef.h>

#include "base/arena.h"
#include "validate/event_loop.h"
#include "validate/trust_anchors.h"
#include "validate/tunnel.h"

struct validated_lookup;

/* A name and type that libunbound resolves. */
struct validated_query {
    struct validated_lookup *lookup;
    struct validated_query *next; /* in the list of waiting queries */
    struct validated_query *previous;
    size_t index; /* in the builder */
    uint16_t type;
    bool is_waiting; /* for rate limiting */
    bool is_asked;   /* libunbound has started it */
    int number;      /* number of the query in libunbound */
};

enum { VALIDATED_QUERIES = 2 };

struct validated_lookup {
    struct validated_lookup *next; /* in the list of unanswered lookups */
    struct validated_lookup *previous;
    struct validated_lookup *next_finished;
    struct ddds_validator *validator;
    struct timer deadline;
    ddds_answer_fn *answer; /* NULL: answered or cancelled */
    void *context;
    uint32_t id;
    bool is_finished;    /* it is in the list of finished lookups */
    const char *failure; /* if set, overrides the results of the queries */
    enum ddds_reply failed_with;
    struct ddds_answer failed;
    unsigned open;  /* number of unfinished queries */
    uint64_t asked; /* start, clock time in microseconds */
    size_t query_count;
    struct validated_query queries[VALIDATED_QUERIES];
    ddds_builder *builder;
};

struct ddds_validator {
    struct ddds_database base;
    struct ub_ctx *context;
    struct event_loop loop;
    struct tunnels tunnels;
    struct trust_anchors anchors;
    ddds_rulebook *rulebook;
    bool has_begun;         /* libunbound has been given a query */
    bool has_tcp;           /* all queries go over TCP */
    bool is_forwarder;      /* others recurse */
    const char *server;     /* names of the servers, for display */
    const char *failure;    /* detail where libunbound gives no reason */
    struct arena constants; /* strings that never change */

    struct validated_lookup *active; /* unanswered lookups */
    struct validated_lookup *finished;
    struct validated_lookup **finished_end;
    struct validated_query *first_waiting;
    struct validated_query *last_waiting;
    unsigned asked;      /* queries in progress in libunbound */
    uint64_t interval;   /* between queries, in microseconds; 0: no limit */
    uint64_t next_turn;  /* time of the next query, in microseconds */
    unsigned depth;      /* of nested callbacks */
    bool is_free_wanted; /* free it after the last callback */
};

/* Create the context of |validator| with |options|. */
ddds_status ddds_validator_open(struct ddds_validator *validator,
                                const struct ddds_validator_options *options,
                                struct ddds_error *error);

/* Start a lookup for |question|; its queries wait. NULL without memory. */
struct validated_lookup *
ddds_validated_begin(struct ddds_validator *validator,
                     const struct ddds_question *question,
                     ddds_answer_fn *answer, void *context);

/* Send the waiting queries that the rate limit allows. */
void ddds_validated_ask(struct ddds_validator *validator);

/* Return true if a query waits for the rate limit; |*turn| is the time of the
 * next query, in microseconds. */
bool ddds_validated_has_turn(const struct ddds_validator *validator,
                             uint64_t *turn);

/* End |lookup| with the reply |failed|, and the static detail |failure|. */
void ddds_validated_fail(struct validated_lookup *lookup,
                         enum ddds_reply failed, const char *failure);

/* Return the answer of |lookup|, made from the results of its queries. */
const struct ddds_answer *
ddds_validated_answer(struct validated_lookup *lookup);

/* Remove |lookup|, which is answered or cancelled, from the list. */
void ddds_validated_unlink(struct validated_lookup *lookup);

/* Free |lookup|, unless its caller or a list refers to it. */
void ddds_validated_release(struct validated_lookup *lookup);

#endif
