/* Queries to a database, each sent once, many in flight at a time.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_LIVE_ASKER_H
#define CHECK_LIVE_ASKER_H

#include <ddds/database.h>

#include "base/arena.h"
#include "base/hash.h"

struct asker;

/* A query, and its answer after |is_done|, in the arena of the asker. */
struct live_question {
    struct live_question *next;       /* next query */
    struct live_question *next_alike; /* with the same hash */
    struct asker *asker;
    const char *name;
    uint16_t type;
    unsigned allowed; /* limit of DNS queries */
    bool is_done;

    enum ddds_reply reply;
    const char *detail;    /* or NULL */
    const char *canonical; /* or NULL */
    const char *zone;      /* or NULL */
    const char *server;    /* or NULL */
    bool authenticated;
    enum ddds_security security;
    const struct ddds_record *const *records; /* aliases first */
    size_t record_count;

    /* For the caller of ddds_ask. */
    const struct live_question
        *from;         /* its answer led here; NULL: the caller */
    unsigned depth;    /* delegations before it */
    bool is_rules_own; /* named by a rule */
    bool is_wanted;    /* its records are to be checked */
    bool is_taken;     /* its answer has been processed */
};

enum { ASKER_SLOTS = 1024 };

struct asker {
    struct arena *arena;
    ddds_database *database;
    struct hash_key key;
    struct live_question *slots[ASKER_SLOTS];
    struct live_question *first;
    struct live_question **end;
    struct live_question *unsent;
    size_t count;

    /* DNS queries of LIMIT_CHECK_QUERIES: reserved by lookups in flight, and at
     * least one per answer. */
    size_t *spent;

    size_t open;        /* in flight */
    size_t answers;     /* received from any server */
    const char *server; /* that sent the first answer; or NULL */
};

/* Initialise |asker| for |database|; |arena| holds queries and answers. Askers
 * with the same |spent| share LIMIT_CHECK_QUERIES. */
void ddds_asker_begin(struct asker *asker, struct arena *arena,
                      ddds_database *database, size_t *spent);

/* Return the query for |type| at |name|, creating it on first use. NULL if the
 * limit is reached or allocation fails. */
struct live_question *ddds_ask(struct asker *asker, const char *name,
                               uint16_t type);

/* Return the query for |type| at |name| if it exists, else NULL. */
struct live_question *ddds_ask_find(struct asker *asker, const char *name,
                                    uint16_t type);

/* Send all new queries and wait for the answers. Return false if that
 * fails. */
bool ddds_asker_run(struct asker *asker);

/* Return true if the answer is negative: no such name, or no such records. */
static inline bool live_question_is_no(const struct live_question *asked)
{
    return asked->reply == DDDS_REPLY_NO_NAME ||
           asked->reply == DDDS_REPLY_NO_DATA;
}

/* Return true if a server answered, with data or a negative answer. */
static inline bool live_question_is_answer(const struct live_question *asked)
{
    return asked->reply == DDDS_REPLY_DATA || live_question_is_no(asked);
}

#endif
