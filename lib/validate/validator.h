/* The state of a validator: its lookups and their queries. What validator.c (the
 * database), validator_open.c and validated_lookup.c share.
 *
 * SPDX-License-Identifier: MIT */
#ifndef VALIDATE_VALIDATOR_H
#define VALIDATE_VALIDATOR_H

#include <ddds/validate.h>

#include <stddef.h>

#include "base/arena.h"
#include "db/wire/progress.h"
#include "rule/ruleset.h"
#include "validate/event_loop.h"
#include "validate/trust_anchors.h"
#include "validate/tunnel.h"

struct validated_lookup;

/* One name and type that libunbound resolves. */
struct validated_query {
    struct validated_lookup *lookup;
    struct validated_query *next; /* that waits for its turn, if this does */
    struct validated_query *previous;
    struct progress progress;
    enum ddds_security security;
    bool is_waiting; /* for its turn */
    bool is_asked;   /* libunbound has it, */
    int number;      /* with this number */
};

enum { VALIDATED_QUERIES = 2 };

struct validated_lookup {
    struct validated_lookup *next; /* not answered yet */
    struct validated_lookup *previous;
    struct validated_lookup *next_finished;
    struct ddds_validator *validator;
    struct timer deadline;
    ddds_answer_fn *answer; /* NULL: answered or cancelled */
    void *context;
    uint32_t id;
    enum ddds_question_kind kind;
    bool is_finished; /* in the list of those to deliver */
    enum ddds_reply
        failed;          /* whatever its queries find out, for this reason: */
    const char *failure; /* or NULL */
    unsigned open;       /* queries without a result */
    uint64_t asked;      /* clock time in microseconds */
    uint64_t since; /* when a first part was answered, in milliseconds; or 0 */
    size_t query_count;
    struct validated_query queries[VALIDATED_QUERIES];
    struct ddds_answer found;
    struct arena arena;
    max_align_t memory[]; /* room for the name: thousands of lookups wait */
};

enum { VALIDATOR_SCRATCH = 16384 };

struct ddds_validator {
    struct ddds_database base;
    struct ub_ctx *context;
    struct event_loop loop;
    struct tunnels tunnels;
    struct trust_anchors anchors;
    ddds_rulebook *rulebook;
    bool has_begun;         /* libunbound was given a query */
    bool has_tcp;           /* all queries go over TCP */
    const char *server;     /* which is asked, for people */
    struct arena constants; /* what is known from the beginning */

    struct validated_lookup *active; /* not answered yet */
    struct validated_lookup *finished;
    struct validated_lookup **finished_end;
    struct validated_query *first_waiting;
    struct validated_query *last_waiting;
    unsigned asked;      /* queries that libunbound has */
    uint64_t interval;   /* between two queries, in microseconds; 0: no limit */
    uint64_t next_turn;  /* clock time in microseconds */
    unsigned depth;      /* callbacks being called */
    bool is_free_wanted; /* freed once they have returned */
    struct arena scratch;
    max_align_t memory[VALIDATOR_SCRATCH / sizeof(max_align_t)];
};

/* Make the context of |validator| as |options| say. */
ddds_status ddds_validator_open(struct ddds_validator *validator,
                                const struct ddds_validator_options *options,
                                struct ddds_error *error);

/* Begin a lookup for |question|: its queries wait. NULL if memory cannot be
 * allocated. */
struct validated_lookup *
ddds_validated_begin(struct ddds_validator *validator,
                     const struct ddds_question *question,
                     ddds_answer_fn *answer, void *context);

/* Ask the queries that wait and whose turn has come. */
void ddds_validated_ask(struct ddds_validator *validator);

/* Must a query wait for time to pass? Then |*turn| is the clock time of its
 * turn, in microseconds. */
bool ddds_validated_has_turn(const struct ddds_validator *validator,
                             uint64_t *turn);

/* End |lookup| with the reply |failed| and |failure|, a constant, as its
 * detail. */
void ddds_validated_fail(struct validated_lookup *lookup,
                         enum ddds_reply failed, const char *failure);

/* Complete |lookup->found|, the answer, from the results of its queries. */
void ddds_validated_compose(struct validated_lookup *lookup);

/* Remove |lookup| from the unanswered ones: it is answered now, or cancelled. */
void ddds_validated_unlink(struct validated_lookup *lookup);

/* Free |lookup|, unless its caller or the list of finished lookups still refers
 * to it. */
void ddds_validated_release(struct validated_lookup *lookup);

#endif
