/* Queries to one database, each sent once, many in flight at a time.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_LIVE_ASKER_H
#define CHECK_LIVE_ASKER_H

#include <ddds/database.h>

#include "base/arena.h"
#include "base/hash.h"

struct asker;

/* A query, and its answer once |is_done|. The asker's arena holds all of
 * it. */
struct live_question {
    struct live_question *next;       /* the query after it */
    struct live_question *next_alike; /* of the same hash */
    struct asker *asker;
    const char *name;
    uint16_t type;
    unsigned allowed; /* DNS queries for it */
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
        *from;         /* whose answer led here; NULL: the caller */
    unsigned depth;    /* delegations up to here */
    bool is_rules_own; /* a rule names it */
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

    /* DNS queries of LIMIT_CHECK_QUERIES: those that lookups in flight may
     * need, and one at least for each answer. */
    size_t *spent;

    size_t open;        /* in flight */
    size_t answers;     /* received from any server */
    const char *server; /* of the first answer; or NULL */
};

/* Make |asker| ready to query |database|; |arena| holds queries and answers.
 * Askers with the same |spent| may together cause LIMIT_CHECK_QUERIES. */
void ddds_asker_begin(struct asker *asker, struct arena *arena,
                      ddds_database *database, size_t *spent);

/* Return the query for |type| at |name|, a new one unless it exists. NULL
 * if the limit is reached or allocation fails. */
struct live_question *ddds_ask(struct asker *asker, const char *name,
                               uint16_t type);

/* Return the query for |type| at |name| if it exists, else NULL. */
struct live_question *ddds_ask_find(struct asker *asker, const char *name,
                                    uint16_t type);

/* Send all new queries and wait for the answers. Return false if that
 * fails. */
bool ddds_asker_run(struct asker *asker);

/* Return whether the answer is negative: no such name, or no such records. */
static inline bool live_question_is_no(const struct live_question *asked)
{
    return asked->reply == DDDS_REPLY_NO_NAME ||
           asked->reply == DDDS_REPLY_NO_DATA;
}

/* Return whether a server answered, with data or a negative answer. */
static inline bool live_question_is_answer(const struct live_question *asked)
{
    return asked->reply == DDDS_REPLY_DATA || live_question_is_no(asked);
}

#endif
