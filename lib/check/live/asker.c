/* A table of queries in the order of asking, some of them in flight.
 *
 * Answers can arrive in any order. The list keeps the order of asking, so
 * that findings do not depend on the network.
 *
 * SPDX-License-Identifier: MIT */
#include "check/live/asker.h"

#include <string.h>

#include "base/limits.h"

void ddds_asker_begin(struct asker *asker, struct arena *arena,
                      ddds_database *database, size_t *spent)
{
    *asker = (struct asker){
        .arena = arena,
        .database = database,
        .key = ddds_hash_key(asker),
        .spent = spent,
    };
    asker->end = &asker->first;
}

static struct live_question **find_slot(struct asker *asker, const char *name,
                                        uint16_t type)
{
    uint64_t hash = ddds_hash(&asker->key, name, strlen(name));
    return &asker->slots[(hash + type) % ASKER_SLOTS];
}

struct live_question *ddds_ask_find(struct asker *asker, const char *name,
                                    uint16_t type)
{
    struct live_question *asked = *find_slot(asker, name, type);
    while (asked != NULL &&
           (asked->type != type || strcmp(asked->name, name) != 0)) {
        asked = asked->next_alike;
    }
    return asked;
}

struct live_question *ddds_ask(struct asker *asker, const char *name,
                               uint16_t type)
{
    struct live_question *asked = ddds_ask_find(asker, name, type);
    if (asked != NULL || asker->count == LIMIT_CHECK_QUERIES ||
        *asker->spent == LIMIT_CHECK_QUERIES) {
        return asked;
    }
    struct live_question **slot = find_slot(asker, name, type);
    asked = ddds_arena_array(asker->arena, 1, sizeof *asked);
    const char *copy = ddds_arena_string(asker->arena, name);
    if (asked == NULL || copy == NULL) {
        return NULL;
    }
    *asked = (struct live_question){
        .next_alike = *slot,
        .asker = asker,
        .name = copy,
        .type = type,
    };
    *slot = asked;
    *asker->end = asked;
    asker->end = &asked->next;
    asker->unsent = asker->unsent != NULL ? asker->unsent : asked;
    asker->count++;
    return asked;
}

/* ---- Answers -------------------------------------------------------- */

/* Return a copy of |text|, which may be NULL. */
static const char *keep_string(struct asker *asker, const char *text)
{
    return text != NULL ? ddds_arena_string(asker->arena, text) : NULL;
}

static const struct ddds_record *keep_record(struct asker *asker,
                                             const struct ddds_record *record)
{
    struct ddds_record *copy = ddds_arena_array(asker->arena, 1, sizeof *copy);
    if (copy == NULL) {
        return NULL;
    }
    *copy = *record;
    copy->owner = keep_string(asker, record->owner);
    copy->rdata =
        ddds_arena_copy(asker->arena, record->rdata, record->rdata_length);
    return copy;
}

static void keep_records(struct live_question *asked,
                         const struct ddds_answer *answer)
{
    struct asker *asker = asked->asker;
    const struct ddds_record **records = ddds_arena_array(
        asker->arena, answer->record_count + 1, sizeof(void *));
    for (size_t i = 0; records != NULL && i < answer->record_count; i++) {
        records[i] = keep_record(asker, &answer->records[i]);
    }
    asked->records = records;
    asked->record_count = records != NULL ? answer->record_count : 0;
}

static void take_answer(void *context, uint32_t id,
                        const struct ddds_answer *answer)
{
    (void)id;
    struct live_question *asked = context;
    struct asker *asker = asked->asker;
    size_t used = answer->queries > 0 ? answer->queries : 1;
    asker->arena->failed |= answer->reply == DDDS_REPLY_NO_MEMORY;
    *asker->spent -= asked->allowed > used ? asked->allowed - used : 0;
    asked->is_done = true;
    asked->reply = answer->reply;
    asked->detail = keep_string(asker, answer->detail);
    asked->canonical = keep_string(asker, answer->canonical);
    asked->zone = keep_string(asker, answer->zone);
    asked->server = keep_string(asker, answer->server);
    asked->authenticated = answer->authenticated;
    asked->security = answer->security;
    keep_records(asked, answer);
    asker->answers += live_question_is_answer(asked);
    asker->server = asker->server != NULL ? asker->server : asked->server;
    asker->open--;
}

/* ---- Queries -------------------------------------------------------- */

/* Each lookup reserves as many queries as it may need, and returns the rest. */
static void send_next(struct asker *asker)
{
    static const struct ddds_answer refusal = {
        .size = sizeof refusal,
        .reply = DDDS_REPLY_LIMIT,
        .detail = "no more queries are allowed",
    };
    struct live_question *asked = asker->unsent;
    size_t left = LIMIT_CHECK_QUERIES - *asker->spent;
    asked->allowed = left < LIMIT_QUERIES ? (unsigned)left : LIMIT_QUERIES;
    const struct ddds_question question = {
        .size = sizeof question,
        .kind = DDDS_ASK_RECORDS,
        .name = asked->name,
        .type = asked->type,
        .max_queries = asked->allowed,
    };
    asker->unsent = asked->next;
    asker->open++;
    *asker->spent += asked->allowed;
    if (asked->allowed == 0) {
        take_answer(asked, 0, &refusal);
        return;
    }
    asker->database->methods->lookup(asker->database, &question, 0, take_answer,
                                     asked);
}

/* Return true if the next lookup can start: without queries left, it waits
 * until others return some. */
static bool can_send(const struct asker *asker)
{
    return asker->unsent != NULL && asker->open < LIMIT_CHECK_IN_FLIGHT &&
           (*asker->spent < LIMIT_CHECK_QUERIES || asker->open == 0);
}

bool ddds_asker_run(struct asker *asker)
{
    while ((asker->unsent != NULL || asker->open > 0) &&
           !asker->arena->failed) {
        if (can_send(asker)) {
            send_next(asker);
        } else if (ddds_database_wait(asker->database) != DDDS_OK) {
            return false;
        }
    }
    return !asker->arena->failed;
}
