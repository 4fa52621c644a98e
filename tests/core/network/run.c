/* Resolutions in flight, and invariants after each event.
 *
 * SPDX-License-Identifier: MIT */
#include "core/network/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include <ddds/ddds.h>

#include "core/network/agenda.h"
#include "core/network/caller.h"
#include "core/network/chance.h"
#include "core/network/check.h"
#include "core/network/clock.h"
#include "core/network/hurts.h"
#include "core/network/journal.h"
#include "core/network/kernel.h"
#include "core/network/leave.h"
#include "core/network/path.h"
#include "core/network/servers.h"
#include "core/network/zone.h"

enum {
    WINDOW_MAX = 10000,
    QUESTIONS_MAX = 40, /* of one input, with aliases and a restart */
    SLACK = 30000,
    SHARED_SLACK = 280000,  /* lib/DECISIONS.md, "cache" */
    CAREER = 30 * 31557600, /* thirty years, in seconds */
    LOST = 100,      /* the result that a planted mistake loses or repeats */
    NESTED_MAX = 20, /* callbacks, one within the other */
};

/* A place for a resolution. */
struct one {
    struct checked checked;
    ddds_resolution *resolution; /* NULL: none */
    bool is_running;
    bool is_free;   /* in the list of those that are, or were so once */
    uint64_t start; /* the number of the start */
    uint64_t jumped;
};

/* Resolutions in the order in which they started. */
struct started {
    struct one *one;
    uint64_t start;
};

static struct {
    const struct scenario *scenario;
    struct chance chance;
    enum plant plant;
    struct ddds_options options;
    uint64_t wanted;
    uint64_t starts;
    uint64_t running;
    uint64_t arrivals; /* that are due */
    unsigned nested;
    struct run_counts counts;
    struct one ones[WINDOW_MAX];
    struct one *free[WINDOW_MAX];
    size_t free_count;
    struct started *order; /* a ring */
    uint64_t order_first;
} now;

/* ---- What holds at any time --------------------------------------------- */

enum { ORDER_SIZE = 1 << 20 };

/* The microseconds within which every resolution ends. */
static uint64_t time_limit(void)
{
    const struct scenario *scenario = now.scenario;
    if (scenario->deadline > 0) {
        return UINT64_C(1000) * scenario->deadline;
    }
    return UINT64_C(1000) * QUESTIONS_MAX * scenario->servers *
           scenario->tries * (scenario->timeout + 300);
}

/* Those that began first end first, because all have the same time. */
static void check_order(void)
{
    while (now.order_first < now.starts) {
        const struct started *first = &now.order[now.order_first % ORDER_SIZE];
        if (first->one->is_running && first->one->start == first->start) {
            break;
        }
        now.order_first++;
    }
    if (now.order_first == now.starts) {
        return;
    }
    const struct one *one = now.order[now.order_first % ORDER_SIZE].one;
    uint64_t end = one->checked.began + time_limit() +
                   (now.scenario->cached ? SHARED_SLACK : SLACK) +
                   now.scenario->weather.oversleep + virtual_jumped() -
                   one->jumped;
    demand(virtual_now() <= end,
           "input %u: its time was over %llu microseconds ago",
           one->checked.input, (unsigned long long)(virtual_now() - end));
}

static void check_event(void)
{
    const struct run_counts *counts = &now.counts;
    check_order();
    demand(counts->resolved + counts->negative + counts->failed +
                   counts->given_up + now.running ==
               now.starts,
           "a result is missing, or one came twice");
    demand(kernel.opened <= 48 * now.scenario->servers, "%u sockets are open",
           kernel.opened);
}

/* ---- Results ------------------------------------------------------------ */

static void start(struct one *one);
static void meddle(void);
static void take(ddds_resolution *resolution, void *context);

/* |one| may be used again. */
static void set_free(struct one *one)
{
    if (!one->is_free) {
        one->is_free = true;
        now.free[now.free_count++] = one;
    }
}

/* Return a place where no resolution runs, or NULL. */
static struct one *find_free(void)
{
    while (now.free_count > 0) {
        struct one *one = now.free[--now.free_count];
        one->is_free = false;
        if (!one->is_running) { /* it may have been started again */
            return one;
        }
    }
    return NULL;
}

static void count_result(enum check_kind kind)
{
    now.running--;
    now.counts.resolved += kind == CHECK_RESOLVED;
    now.counts.negative += kind == CHECK_NEGATIVE;
    now.counts.failed += kind == CHECK_FAILED;
}

static enum check_kind finish(struct one *one)
{
    demand(one->is_running, "input %u: a second result", one->checked.input);
    const struct ddds_result *result = ddds_resolution_result(one->resolution);
    demand(ddds_resolution_status(one->resolution) == DDDS_OK,
           "input %u: a resolution lacks memory", one->checked.input);
    enum check_kind kind = check_result(&one->checked, result);
    one->is_running = false;
    set_free(one);
    count_result(kind);
    journal_note("result", one->checked.input, result->reason);
    return kind;
}

static void count_start(struct one *one)
{
    one->checked.began = virtual_now();
    one->jumped = virtual_jumped();
    one->is_running = true;
    one->start = now.starts++;
    now.running++;
    demand(now.starts - now.order_first < ORDER_SIZE, "too many at once");
    now.order[one->start % ORDER_SIZE] = (struct started){one, one->start};
    journal_note("start", one->checked.input, one->start);
}

/* The caller rejects the result, and waits for the next. */
static void reject(struct one *one)
{
    one->checked.is_next = true;
    count_start(one);
    demand(ddds_resolution_next_start(one->resolution, take, one) == DDDS_OK,
           "there is no next result");
}

static void release(struct one *one)
{
    ddds_resolution *resolution = one->resolution;
    one->resolution = NULL;
    ddds_resolution_free(resolution);
}

static bool may_start(void)
{
    return now.starts < now.wanted &&
           (now.scenario->pause == 0 || now.arrivals > 0);
}

/* Called by the library. */
static void take(ddds_resolution *resolution, void *context)
{
    struct one *one = context;
    demand(one->resolution == NULL || one->resolution == resolution,
           "the result of another resolution");
    one->resolution = resolution;
    if (now.plant == PLANT_LOST && one->start == LOST) {
        return;
    }
    enum check_kind kind = finish(one);
    if (now.plant == PLANT_TWICE && one->start == LOST) {
        finish(one);
    }
    if (kind == CHECK_RESOLVED && !one->checked.is_stopped &&
        chance_below(&now.chance, 32) == 0) {
        reject(one);
        return;
    }
    if (now.scenario->meddle > 0 && chance_below(&now.chance, 2) == 0) {
        meddle(); /* perhaps with itself */
    }
    switch (one->is_running ? 2 : chance_below(&now.chance, 3)) {
    case 0:
        release(one);
        break;
    case 1:
        if (may_start()) {
            start(one);
        }
        break;
    default: /* it stays until its place is needed */
        break;
    }
}

/* ---- Starts ------------------------------------------------------------- */

static void note_start(struct one *one)
{
    one->checked = (struct checked){
        .scenario = now.scenario,
        .input = (uint32_t)chance_below(&now.chance,
                                        chance_below(&now.chance, 4) == 0
                                            ? 1 + now.scenario->names / 16
                                            : now.scenario->names),
        .started = virtual_now(),
    };
    count_start(one);
    now.arrivals -= now.arrivals > 0;
}

/* Start the next input in |one|, in the resolution that is there or anew. */
static void start(struct one *one)
{
    char input[32];
    note_start(one);
    snprintf(input, sizeof input, "urn:x%u:1", one->checked.input);
    if (one->resolution != NULL) {
        demand(ddds_resolution_restart(one->resolution, input, NULL) == DDDS_OK,
               "a resolution does not restart");
    } else {
        one->resolution =
            ddds_resolution_new(caller_database(), ddds_application_urn(),
                                input, &now.options, NULL);
        demand(one->resolution != NULL, "a resolution cannot be made");
    }
    demand(ddds_resolution_start(one->resolution, take, one) == DDDS_OK,
           "a resolution does not start");
}

/* Resolve the next input and wait for the result. */
static void resolve_one(struct one *one)
{
    char input[32];
    release(one);
    note_start(one);
    snprintf(input, sizeof input, "urn:x%u:1", one->checked.input);
    one->resolution = ddds_resolve(caller_database(), ddds_application_urn(),
                                   input, &now.options, NULL);
    demand(one->resolution != NULL, "a resolution fails");
    finish(one);
}

static void start_all(void)
{
    struct one *one;
    while (may_start() && (one = find_free()) != NULL) {
        if (now.scenario->caller == CALLER_BLOCK) {
            resolve_one(one);
        } else {
            start(one);
        }
    }
}

/* ---- What the caller does meanwhile ------------------------------------- */

static void give_up(struct one *one)
{
    one->is_running = false;
    set_free(one);
    now.running--;
    now.counts.given_up++;
    journal_note("given-up", one->checked.input, one->start);
}

/* Stop |one|: its result comes before this returns. Its callback may have
 * started it anew. */
static void stop_one(struct one *one)
{
    uint64_t start = one->start;
    one->checked.is_stopped = true;
    journal_note("stop", one->checked.input, one->start);
    ddds_resolution_stop(one->resolution, DDDS_REASON_TIMEOUT);
    demand(!one->is_running || one->start != start,
           "a stopped resolution has no result");
}

/* Do something to a resolution drawn at random; callbacks do so, too. */
static void meddle(void)
{
    struct one *one =
        &now.ones[chance_below(&now.chance, now.scenario->window)];
    if (!one->is_running || now.nested == NESTED_MAX) {
        return;
    }
    now.nested++;
    switch (chance_below(&now.chance, 3)) {
    case 0:
        stop_one(one);
        break;
    case 1:
        give_up(one);
        release(one);
        break;
    default:
        give_up(one);
        if (may_start()) {
            start(one);
        } else {
            release(one);
        }
        break;
    }
    now.nested--;
}

static void arrive(void *subject, uint64_t number)
{
    uint64_t pause = UINT64_C(1000) * now.scenario->pause;
    now.arrivals++;
    kernel_interrupt();
    if (number + 1 < now.wanted) {
        agenda_add(virtual_now() + chance_below(&now.chance, 2 * pause), arrive,
                   NULL, number + 1);
    }
}

/* The process stands still for a while, or the date changes. */
static void stop_process(void *subject, uint64_t number)
{
    const struct weather *weather = &now.scenario->weather;
    for (unsigned i = 0; i < now.scenario->servers; i++) {
        hurt_all(i, "stopped");
    }
    virtual_jump(1000 * chance_below(&now.chance, weather->stop_for));
    for (unsigned i = 0; i < now.scenario->servers; i++) {
        hurt_all(i, "continued");
    }
    uint64_t pause = UINT64_C(1000) * weather->stops;
    agenda_add(virtual_now() + pause / 2 + chance_below(&now.chance, pause),
               stop_process, NULL, number);
}

static void change_date(void *subject, uint64_t number)
{
    virtual_set_date((int64_t)chance_below(&now.chance, 2 * CAREER) - CAREER);
    agenda_add(virtual_now() + 1000 + chance_below(&now.chance, 100000),
               change_date, NULL, number);
}

/* ---- The run ------------------------------------------------------------ */

static uint32_t draw(void *context)
{
    return (uint32_t)chance_draw(context);
}

/* The monotonic milliseconds at which the run begins. */
static uint64_t draw_begin(const struct scenario *scenario, uint64_t seed)
{
    struct chance chance = {chance_mix(seed, 'c')};
    return scenario->begin > 0
               ? scenario->begin
               : 1000 + chance_below(&chance, UINT64_C(1) << 33);
}

static void plant_mistake(enum plant plant)
{
    switch (plant) {
    case PLANT_FORGED:
        path_plant_forgers();
        break;
    case PLANT_STALE:
        virtual_plant_standing();
        break;
    case PLANT_WRONG:
        servers_plant_confusion();
        break;
    case PLANT_SILENT:
        hurts_plant_silence();
        break;
    case PLANT_DIFFERS:
        kernel.chance.state++;
        break;
    default:
        kernel_plant(plant);
        break;
    }
}

static void begin(const struct scenario *scenario, uint64_t seed,
                  uint64_t resolutions, enum plant plant)
{
    struct started *order = now.order;
    memset(&now, 0, sizeof now);
    now.order = order != NULL ? order : calloc(ORDER_SIZE, sizeof *order);
    demand(now.order != NULL, "no memory for the run");
    now.scenario = scenario;
    now.chance.state = chance_mix(seed, 'r');
    now.plant = plant;
    now.wanted = resolutions;
    now.options = (struct ddds_options){.size = sizeof now.options,
                                        .roots = "sim",
                                        .deadline = scenario->deadline,
                                        .random = draw,
                                        .random_context = &now.chance};
    for (size_t i = scenario->window; i-- > 0;) {
        set_free(&now.ones[i]);
    }
    virtual_begin(1000 * draw_begin(scenario, seed));
    zone_begin(seed);
    hurts_begin(scenario->servers);
    kernel_begin(scenario, seed);
    path_begin(scenario, seed);
    servers_begin(scenario, seed);
    caller_open(scenario);
    plant_mistake(plant);
    journal_watch(check_event);
    if (scenario->pause > 0) {
        arrive(NULL, 0);
    }
    if (scenario->weather.stops > 0) {
        stop_process(NULL, 0);
    }
    if (scenario->weather.dates) {
        change_date(NULL, 0);
    }
}

static void end(void)
{
    for (size_t i = 0; i < WINDOW_MAX; i++) {
        release(&now.ones[i]);
    }
    caller_close();
    journal_watch(NULL);
    if (now.scenario->leaves) {
        leave_run(now.scenario);
    }
    if (now.plant == PLANT_LEAK) {
        kernel.opened++;
    }
    kernel_end();
    agenda_clear();
    now.counts.queries = kernel.all.sent;
    now.counts.streamed = kernel.streamed;
    now.counts.events = journal_events();
    now.counts.hash = journal_hash();
    free(now.order);
    now.order = NULL;
}

struct run_counts run(const struct scenario *scenario, uint64_t seed,
                      uint64_t resolutions, enum plant plant, bool prints,
                      const char *replay)
{
    journal_begin(replay, prints);
    begin(scenario, seed, resolutions, plant);
    uint64_t began = virtual_now();
    while (now.starts < now.wanted || now.running > 0) {
        start_all();
        if (now.starts < now.wanted || now.running > 0) {
            caller_wait(now.running);
        }
        if (chance_hits(&now.chance, scenario->meddle)) {
            meddle();
        }
    }
    uint64_t time = virtual_now() - began;
    now.counts.seconds = time / 1000000;
    demand(scenario->each == 0 || time / 1000 <= scenario->each * resolutions,
           "%llu milliseconds for %llu resolutions",
           (unsigned long long)time / 1000, (unsigned long long)resolutions);
    end();
    virtual_end();
    return now.counts;
}
