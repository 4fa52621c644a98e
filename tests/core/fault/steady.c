/* Allocations of a repeated query: by this library, and by others for it
 * (c-ares and the C library). The library makes as many as the table lists, and
 * others make none.
 *
 * The remaining allocations are for new data: a rule set, which outlives the
 * query, and the entry of the cache. Sanitizers have their own malloc, so
 * others are then not counted.
 *
 * SPDX-License-Identifier: MIT */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <ddds/ddds.h>

#include "base/clocks.h"
#include "core/fault/harness.h"
#include "core/server/misbehave.h"

enum { WINDOW = 32, WARM = 8 * WINDOW, MEASURED = 40 * WINDOW };

static struct misbehaving server;

/* ---- Everybody's allocations -------------------------------------------- */

static unsigned long all;

#ifdef COUNT_ALL
#define PUBLIC __attribute__((visibility("default")))
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);

PUBLIC void *malloc(size_t size)
{
    all++;
    return __libc_malloc(size);
}

PUBLIC void *calloc(size_t count, size_t size)
{
    all++;
    return __libc_calloc(count, size);
}

PUBLIC void *realloc(void *memory, size_t size)
{
    all++;
    return __libc_realloc(memory, size);
}
#endif

/* ---- Things to do again and again --------------------------------------- */

static ddds_database *open_dns(void)
{
    char text[32];
    snprintf(text, sizeof text, "127.0.0.1:%u", server.port);
    const char *const servers[] = {text};
    const struct ddds_dns_options options = {.size = sizeof options,
                                             .servers = servers,
                                             .server_count = 1,
                                             .timeout = 20000};
    return ddds_dns_database(ddds_dns_new(&options, NULL));
}

/* The question: |kind| at the name whose first label is |label| and |number|,
 * which grows if they differ. */
struct steady {
    const char *about;
    bool is_cached;
    enum ddds_question_kind kind;
    const char *label;
    bool differ;
    unsigned number;
    double ours; /* allocations for each */
};

struct work {
    const struct steady *steady;
    ddds_database *database;
    unsigned asked;
    unsigned answered;
};

static void take(void *context, uint32_t id, const struct ddds_answer *answer)
{
    struct work *work = context;
    fault_demand(answer->reply == DDDS_REPLY_DATA ||
                     answer->reply == DDDS_REPLY_NO_NAME,
                 "an answer");
    work->answered++;
}

static void ask(struct work *work)
{
    char name[64];
    unsigned number = work->steady->differ ? work->asked : work->steady->number;
    work->asked++;
    snprintf(name, sizeof name, "%s-%u.test", work->steady->label, number);
    const struct ddds_question question = {
        .size = sizeof question, .kind = work->steady->kind, .name = name};
    work->database->methods->lookup(work->database, &question, ddds_clock_now(),
                                    take, work);
}

/* Ask so many questions, a window of them at a time. */
static void ask_many(struct work *work, unsigned count)
{
    unsigned end = work->asked + count;
    while (work->answered < end) {
        while (work->asked < end && work->asked - work->answered < WINDOW) {
            ask(work);
        }
        if (work->answered < end) {
            ddds_database_wait(work->database);
        }
    }
}

/* ---- Resolutions -------------------------------------------------------- */

/* The same input, again and again, out of the cache. */
static void resolve_many(ddds_resolution *resolution, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        ddds_resolution_restart(resolution, "urn:complete:1", NULL);
        ddds_resolution_start(resolution, NULL, NULL);
        fault_demand(ddds_resolution_result(resolution)->outcome_count == 1,
                     "an outcome");
    }
}

/* ---- Counting ----------------------------------------------------------- */

static bool is_wrong;

static void tell(const char *about, unsigned long ours, unsigned long others,
                 double stated)
{
    double mean = (double)ours / MEASURED;
    bool is_over = mean > stated + 0.01 || /* an arena may want a block */
                   others > ours + MEASURED / 100;
    is_wrong |= is_over;
    printf("%-44s %.2f of ours (%.0f stated)%s", about, mean, stated,
           is_over ? " TOO MANY" : "");
#ifdef COUNT_ALL
    printf(", %.2f of others'", (double)(others - ours) / MEASURED);
#else
#endif
    putchar('\n');
}

static void measure(const struct steady *steady)
{
    struct work work = {.steady = steady, .database = open_dns()};
    if (steady->is_cached) {
        work.database = ddds_cached_new(work.database, NULL, NULL);
    }
    ask_many(&work, WARM);
    unsigned long before = all;
    fault_watch();
    ask_many(&work, MEASURED);
    fault_end();
    tell(steady->about, fault_count(), all - before, steady->ours);
    ddds_database_free(work.database);
}

static void measure_resolutions(void)
{
    static const struct ddds_options options = {.size = sizeof options,
                                                .roots = "test"};
    ddds_database *database = ddds_cached_new(open_dns(), NULL, NULL);
    ddds_resolution *resolution = ddds_resolve(
        database, ddds_application_urn(), "urn:complete:1", &options, NULL);
    resolve_many(resolution, WARM);
    unsigned long before = all;
    fault_watch();
    resolve_many(resolution, MEASURED);
    fault_end();
    tell("a resolution out of the cache", fault_count(), all - before, 0);
    ddds_resolution_free(resolution);
    ddds_database_free(database);
}

int main(void)
{
    static const struct steady steady[] = {
        {"servers", false, DDDS_ASK_SERVERS, "host", true, 0, 0},
        {"addresses, two queries", false, DDDS_ASK_ADDRESSES, "host", true, 0,
         0},
        {"a name that is not there", false, DDDS_ASK_RULES, "rcode", false, 3,
         0},
        {"rules: the set", false, DDDS_ASK_RULES, "host", true, 0, 1},
        {"rules and more sent along", false, DDDS_ASK_RULES, "complete", false,
         0, 1},
        {"servers, to be kept: entry, lookup, waiter", true, DDDS_ASK_SERVERS,
         "host", true, 0, 3},
        {"rules, to be kept: these and the set", true, DDDS_ASK_RULES, "host",
         true, 0, 4},
        {"rules that are known", true, DDDS_ASK_RULES, "host", false, 0, 0},
    };
    misbehave_start(&server);
    for (size_t i = 0; i < sizeof steady / sizeof steady[0]; i++) {
        measure(&steady[i]);
    }
    measure_resolutions();
    misbehave_stop(&server);
    return is_wrong ? 1 : 0;
}
