/* Questions to one database, each asked once, many at a time.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_LIVE_ASKER_H
#define CHECK_LIVE_ASKER_H

#include <ddds/database.h>

#include "base/arena.h"
#include "base/hash.h"

struct asker;

/* A question, and its answer when |is_done|. All of it lives as long as the
 * asker's arena. */
struct live_question {
    struct live_question *next;       /* that was asked after it */
    struct live_question *next_alike; /* of the same hash */
    struct asker *asker;
    const char *name;
    uint16_t type;
    bool is_done;

    enum ddds_reply reply;
    const char *detail;    /* or NULL */
    const char *canonical; /* or NULL */
    const char *zone;      /* or NULL */
    const char *server;    /* or NULL */
    bool authenticated;
    const struct ddds_record *const *records; /* aliases first */
    size_t record_count;

    /* Left to who asks. */
    const struct live_question
        *from;         /* whose answer led here; NULL: the user */
    unsigned depth;    /* delegations up to here */
    bool is_rules_own; /* a rule names it */
    bool is_wanted;    /* its records are to be judged */
    bool is_taken;     /* and what comes of it has been seen to */
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
    size_t limit;
    size_t open;        /* under way */
    size_t answers;     /* that any server gave */
    const char *server; /* that gave the first; or NULL */
    bool has_no_memory;
};

/* Begin to ask |database|, up to |limit| questions. */
void ddds_asker_begin(struct asker *asker, struct arena *arena,
                      ddds_database *database, size_t limit);

/* The question for |type| at |name|; a new one if nobody asked it. NULL if
 * there are too many, or no memory is left. */
struct live_question *ddds_ask(struct asker *asker, const char *name,
                               uint16_t type);

/* The same if it was asked, else NULL. */
struct live_question *ddds_ask_find(struct asker *asker, const char *name,
                                    uint16_t type);

/* Ask all that is new, and wait for the answers. False if that cannot be. */
bool ddds_asker_run(struct asker *asker);

/* Is it a "no"? */
static inline bool live_question_is_no(const struct live_question *asked)
{
    return asked->reply == DDDS_REPLY_NO_NAME ||
           asked->reply == DDDS_REPLY_NO_DATA;
}

/* Was it answered at all, with data or a "no"? */
static inline bool live_question_is_answer(const struct live_question *asked)
{
    return asked->reply == DDDS_REPLY_DATA || live_question_is_no(asked);
}

#endif
