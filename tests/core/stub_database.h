/* A database of the test's own, which answers at once, later, the last question
 * first, or never, and a clock in place of the C library's. The test defines
 * give(), which answers a question.
 *
 * SPDX-License-Identifier: MIT */
#ifndef UNIT_STUB_DATABASE_H
#define UNIT_STUB_DATABASE_H

#include <time.h>

#include <ddds/database.h>

#include "base/assertions.h"

/* The clock stands until a test moves it. */
static uint64_t milliseconds = 1000;

int clock_gettime(clockid_t clock, struct timespec *now)
{
    now->tv_sec = (time_t)(milliseconds / 1000);
    now->tv_nsec = (long)(milliseconds % 1000) * 1000000;
    return 0;
}

enum manner { AT_ONCE, LATER, LAST_FIRST, NEVER, BROKEN };

enum { LOOKUPS = 4096 };

struct lookup {
    struct ddds_question question;
    ddds_answer_fn *answer;
    void *context;
};

struct stub {
    struct ddds_database base;
    enum manner manner;
    struct lookup lookups[LOOKUPS]; /* in flight, the oldest first */
    size_t count;
    size_t most;
    unsigned wait_time; /* milliseconds that a wait for an answer takes */
    unsigned asked;
    unsigned cancelled;
    unsigned depth; /* lookups within lookups */
    unsigned deepest;
};

static void give(const struct lookup *lookup);

static void stub_lookup(ddds_database *database,
                        const struct ddds_question *question, uint64_t now,
                        ddds_answer_fn *answer, void *context)
{
    struct stub *stub = (struct stub *)database;
    const struct lookup lookup = {*question, answer, context};
    stub->asked++;
    if (stub->manner == AT_ONCE) {
        stub->depth++;
        stub->deepest =
            stub->depth > stub->deepest ? stub->depth : stub->deepest;
        give(&lookup);
        stub->depth--;
        return;
    }
    assert_true(stub->count < LOOKUPS);
    stub->lookups[stub->count++] = lookup;
    stub->most = stub->count > stub->most ? stub->count : stub->most;
}

static struct lookup take_lookup(struct stub *stub, size_t index)
{
    struct lookup lookup = stub->lookups[index];
    stub->count--;
    memmove(stub->lookups + index, stub->lookups + index + 1,
            (stub->count - index) * sizeof lookup);
    return lookup;
}

static ddds_status stub_wait(ddds_database *database, int descriptor, int limit)
{
    struct stub *stub = (struct stub *)database;
    milliseconds += stub->manner == NEVER ? 1 : stub->wait_time;
    if (stub->manner == NEVER) {
        return DDDS_OK;
    }
    if (stub->manner == BROKEN || stub->count == 0) {
        return DDDS_UNREADABLE;
    }
    struct lookup lookup =
        take_lookup(stub, stub->manner == LATER ? 0 : stub->count - 1);
    give(&lookup);
    return DDDS_OK;
}

static void stub_cancel(ddds_database *database, void *context)
{
    struct stub *stub = (struct stub *)database;
    for (size_t i = stub->count; i > 0; i--) {
        if (stub->lookups[i - 1].context == context) {
            take_lookup(stub, i - 1);
            stub->cancelled++;
        }
    }
}

static void stub_free(ddds_database *database)
{
}

static const struct ddds_database_class stub_class = {
    .size = sizeof stub_class,
    .lookup = stub_lookup,
    .wait = stub_wait,
    .cancel = stub_cancel,
    .free = stub_free,
};

static struct stub stub;

static ddds_database *stub_begin(enum manner manner, unsigned wait_time)
{
    memset(&stub, 0, sizeof stub);
    stub.base.methods = &stub_class;
    stub.manner = manner;
    stub.wait_time = wait_time;
    return &stub.base;
}

#endif
