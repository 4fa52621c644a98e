/* Storms: thousands of resolutions that are given up, stopped, started anew and
 * freed at any moment by threads that share a cache; forks amid all that. One
 * thread's storms are those of tests/core/network.
 *
 * SPDX-License-Identifier: MIT */
#include <pthread.h>
#include <unistd.h>

#include <ddds/resolve.h>

#include "seed.h"
#include "core/server/one_server.h"

static uint32_t first_seed;

static ddds_database *open_dns(bool tcp, unsigned timeout)
{
    char text[32];
    snprintf(text, sizeof text, "127.0.0.1:%u", server.port);
    const char *const servers[] = {text};
    const struct ddds_dns_options options = {.size = sizeof options,
                                             .servers = servers,
                                             .server_count = 1,
                                             .tcp = tcp,
                                             .timeout = timeout,
                                             .tries = 2};
    ddds_database *dns = ddds_dns_database(ddds_dns_new(&options, NULL));
    assert_non_null(dns);
    return dns;
}

/* ---- Cancel storms ------------------------------------------------------ */

enum { SLOTS = 2000, TURNS = 10000, THREADS = 4 };

struct storm;

/* A place for a resolution. */
struct slot {
    struct storm *storm;
    ddds_resolution *resolution; /* or NULL */
    bool is_under_way;
};

struct storm {
    ddds_database *database;
    uint32_t chance;
    unsigned turns; /* resolutions to start yet */
    unsigned done;
    struct slot slots[SLOTS];
};

/* The same in every run with one seed; the order of answers is not. */
static uint32_t draw(struct storm *storm, uint32_t below)
{
    storm->chance = storm->chance * 1664525 + 1013904223;
    return (storm->chance >> 8) % below;
}

static struct slot *draw_slot(struct storm *storm)
{
    return &storm->slots[draw(storm, SLOTS)];
}

static void empty_slot(struct slot *slot)
{
    ddds_resolution *resolution = slot->resolution;
    slot->resolution = NULL;
    slot->is_under_way = false;
    ddds_resolution_free(resolution);
}

static void take_done(ddds_resolution *resolution, void *context);

/* An input, whose rules are answered well, badly, late or never. */
static void choose_input(struct storm *storm, char input[48])
{
    static const char *const names[] = {
        "good",   "complete", "forged",  "silent", "rcode-2",
        "repeat", "chain-3",  "rcode-3", "host",   "elsewhere",
    };
    const char *name = names[draw(storm, sizeof names / sizeof names[0])];
    if (draw(storm, 2) == 0) {
        snprintf(input, 48, "urn:%s:1", name);
    } else {
        snprintf(input, 48, "urn:x%u:1", draw(storm, 500));
    }
}

static void start_slot(struct slot *slot)
{
    char input[48];
    static const struct ddds_options options = {
        .size = sizeof options, .roots = "test", .deadline = 400};
    struct storm *storm = slot->storm;
    if (storm->turns == 0) {
        return;
    }
    storm->turns--;
    choose_input(storm, input);
    if (slot->resolution == NULL) {
        slot->resolution = ddds_resolution_new(
            storm->database, ddds_application_urn(), input, &options, NULL);
        assert_non_null(slot->resolution);
    } else {
        assert_ok(ddds_resolution_restart(slot->resolution, input, NULL));
    }
    slot->is_under_way = true;
    ddds_resolution_start(slot->resolution, take_done, slot);
}

/* Do something to a resolution drawn at random. */
static void meddle(struct storm *storm)
{
    static _Thread_local unsigned calls; /* under way, one within the other */
    struct slot *slot = draw_slot(storm);
    if (calls > 20) {
        return;
    }
    calls++;
    switch (draw(storm, 4)) {
    case 0:
        empty_slot(slot);
        break;
    case 1:
        if (slot->is_under_way) {
            ddds_resolution_stop(slot->resolution, DDDS_REASON_TIMEOUT);
        }
        break;
    default:
        if (!slot->is_under_way) {
            start_slot(slot);
        }
        break;
    }
    calls--;
}

static void take_done(ddds_resolution *resolution, void *context)
{
    struct slot *slot = context;
    struct storm *storm = slot->storm;
    assert_true(slot->is_under_way); /* once, and not after it was freed */
    assert_ptr_equal(slot->resolution, resolution);
    assert_non_null(ddds_resolution_result(resolution));
    slot->is_under_way = false;
    storm->done++;
    uint32_t others = draw(storm, 4);
    for (uint32_t i = 0; i < others; i++) {
        meddle(storm); /* perhaps with itself */
    }
    if (!slot->is_under_way && draw(storm, 3) == 0) {
        empty_slot(slot);
    }
}

static void begin_storm(struct storm *storm, ddds_database *database,
                        uint32_t seed)
{
    *storm =
        (struct storm){.database = database, .chance = seed, .turns = TURNS};
    for (size_t i = 0; i < SLOTS; i++) {
        storm->slots[i].storm = storm;
    }
    for (size_t i = 0; i < SLOTS; i++) {
        if (!storm->slots[i].is_under_way) {
            start_slot(&storm->slots[i]);
        }
    }
}

static void run_storm(ddds_database *database, uint32_t seed)
{
    struct storm *storm = malloc(sizeof *storm);
    assert_non_null(storm);
    begin_storm(storm, database, seed);
    while (storm->turns > 0) {
        ddds_database_wait(database);
        uint32_t burst = draw(storm, 300);
        for (uint32_t i = 0; i < burst; i++) {
            meddle(storm);
        }
    }
    for (size_t i = 0; i < SLOTS; i++) {
        empty_slot(&storm->slots[i]);
    }
    assert_true(storm->done > 0);
    assert_int_not_equal(ddds_database_wait(database), DDDS_OK);
    free(storm);
}

/* One of several storms. */
struct part {
    ddds_database *database;
    uint32_t seed;
    pthread_t thread;
};

static void *storm_in_a_thread(void *context)
{
    struct part *part = context;
    run_storm(part->database, part->seed);
    ddds_database_free(part->database);
    return NULL;
}

TEST(storms_may_share_a_cache)
{
    struct part parts[THREADS];
    ddds_cache *cache = ddds_cache_new(200000, NULL);
    for (uint32_t i = 0; i < THREADS; i++) {
        parts[i].seed = first_seed + 2 + i;
        parts[i].database = ddds_cached_new(open_dns(false, 100), cache, NULL);
        assert_int_equal(pthread_create(&parts[i].thread, NULL,
                                        storm_in_a_thread, &parts[i]),
                         0);
    }
    ddds_cache_free(cache);
    for (size_t i = 0; i < THREADS; i++) {
        pthread_join(parts[i].thread, NULL);
    }
}

/* ---- The next result ---------------------------------------------------- */

/* Actions of a callback, or of the loop around it, after the next result has
 * been requested. */
enum plan { GO_ON, STOP, FREE, STOP_AT_ONCE, FREE_AT_ONCE, PLANS };

enum { WALKS = 150 };

struct walk {
    ddds_resolution *resolution; /* NULL: freed */
    enum plan plan;
    unsigned results;
    enum ddds_reason reason; /* of the last result */
    bool is_under_way;
};

static void end_walk(struct walk *walk)
{
    ddds_resolution *resolution = walk->resolution;
    walk->resolution = NULL;
    walk->is_under_way = false;
    ddds_resolution_free(resolution);
}

static void take_next(ddds_resolution *resolution, void *context)
{
    struct walk *walk = context;
    assert_true(walk->is_under_way);
    assert_ptr_equal(walk->resolution, resolution);
    walk->is_under_way = false;
    walk->results++;
    walk->reason = ddds_resolution_result(resolution)->reason;
    if (walk->reason != DDDS_REASON_RESOLVED) {
        return;
    }
    walk->is_under_way = true;
    assert_ok(ddds_resolution_next_start(resolution, take_next, walk));
    assert_int_equal(ddds_resolution_start(resolution, take_next, walk),
                     DDDS_BAD_OPTION);
    if (walk->plan == STOP_AT_ONCE) {
        ddds_resolution_stop(resolution, DDDS_REASON_TIMEOUT);
    } else if (walk->plan == FREE_AT_ONCE) {
        end_walk(walk);
    }
}

static void start_walk(struct walk *walk, ddds_database *database)
{
    static const struct ddds_options options = {.size = sizeof options,
                                                .roots = "test"};
    bool is_cancelled = walk->plan == STOP || walk->plan == FREE;
    walk->is_under_way = true;
    walk->resolution = ddds_resolution_new(
        database, ddds_application_urn(),
        is_cancelled ? "urn:several-1:1" : "urn:several:1", &options, NULL);
    assert_non_null(walk->resolution);
    assert_ok(ddds_resolution_start(walk->resolution, take_next, walk));
}

/* The lookup for the third result is not answered: cancel it. */
static void cancel_walk(struct walk *walk)
{
    if (walk->results != 2 || !walk->is_under_way) {
        return;
    }
    if (walk->plan == STOP) {
        ddds_resolution_stop(walk->resolution, DDDS_REASON_TIMEOUT);
    } else if (walk->plan == FREE) {
        end_walk(walk);
    }
}

static void run_walks(ddds_database *database)
{
    static const struct {
        unsigned results;
        enum ddds_reason reason;
    } expected[PLANS] = {
        [GO_ON] = {4, DDDS_REASON_REJECTED},
        [STOP] = {3, DDDS_REASON_TIMEOUT},
        [FREE] = {2, DDDS_REASON_RESOLVED},
        [STOP_AT_ONCE] = {2, DDDS_REASON_TIMEOUT},
        [FREE_AT_ONCE] = {1, DDDS_REASON_RESOLVED},
    };
    struct walk walks[WALKS] = {{0}};
    unsigned left = WALKS;
    for (unsigned i = 0; i < WALKS; i++) {
        walks[i].plan = (enum plan)(i % PLANS);
        start_walk(&walks[i], database);
    }
    while (left > 0) {
        left = 0;
        for (unsigned i = 0; i < WALKS; i++) {
            cancel_walk(&walks[i]);
            left += walks[i].is_under_way;
        }
        assert_true(left == 0 || ddds_database_wait(database) == DDDS_OK);
    }
    for (unsigned i = 0; i < WALKS; i++) {
        assert_int_equal(walks[i].results, expected[walks[i].plan].results);
        assert_int_equal(walks[i].reason, expected[walks[i].plan].reason);
        end_walk(&walks[i]);
    }
}

TEST(the_next_result_may_be_cancelled)
{
    for (int is_cached = 0; is_cached <= 1; is_cached++) {
        ddds_database *database = open_dns(false, 30000);
        if (is_cached) {
            database = ddds_cached_new(database, NULL, NULL);
        }
        run_walks(database);
        ddds_database_free(database);
    }
}

/* ---- Forks -------------------------------------------------------------- */

enum { FAMILY = 150 }; /* few enough for the buffers of all sockets */

struct family {
    ddds_database *database;
    ddds_resolution *resolutions[FAMILY];
    unsigned resolved;
    unsigned failed;
};

static void count_result(ddds_resolution *resolution, void *context)
{
    struct family *family = context;
    if (ddds_resolution_result(resolution)->reason == DDDS_REASON_RESOLVED) {
        family->resolved++;
    } else {
        family->failed++;
    }
}

static void free_family(struct family *family)
{
    for (size_t i = 0; i < FAMILY; i++) {
        ddds_resolution_free(family->resolutions[i]);
    }
    ddds_database_free(family->database);
}

/* A child process cannot look up names with what it inherited, but can free
 * it. */
static _Noreturn void be_child(struct family *family)
{
    static const struct ddds_options options = {.size = sizeof options,
                                                .roots = "test"};
    ddds_database *database = family->database;
    bool is_right = ddds_dns_timeout((ddds_dns *)database) == 0 &&
                    ddds_database_wait(database) == DDDS_OK &&
                    family->failed == FAMILY &&
                    ddds_dns_sockets((ddds_dns *)database, NULL, 0) == 0 &&
                    ddds_dns_timeout((ddds_dns *)database) == -1;
    for (unsigned i = 0; i < 10; i++) {
        char input[32];
        snprintf(input, sizeof input, "urn:child%u:1", i);
        ddds_resolution *resolution = ddds_resolve(
            database, ddds_application_urn(), input, &options, NULL);
        is_right &=
            resolution != NULL &&
            ddds_resolution_result(resolution)->reason == DDDS_REASON_NETWORK;
        ddds_resolution_free(resolution);
    }
    ddds_dns_process((ddds_dns *)database, -1, false, false);
    free_family(family);
    _exit(is_right ? 0 : 1);
}

static void fork_amid(bool tcp)
{
    struct family family = {.database = open_dns(tcp, 30000)};
    static const struct ddds_options options = {.size = sizeof options,
                                                .roots = "test"};
    for (unsigned i = 0; i < FAMILY; i++) {
        char input[32];
        snprintf(input, sizeof input, "urn:x%u:1", i);
        family.resolutions[i] = ddds_resolution_new(
            family.database, ddds_application_urn(), input, &options, NULL);
        ddds_resolution_start(family.resolutions[i], count_result, &family);
    }
    if (tcp) { /* connect, and send */
        ddds_database_wait(family.database);
    }
    assert_int_equal(family.resolved + family.failed, 0);
    unsigned before = misbehave_settle(&server);
    pid_t child = fork();
    if (child == 0) {
        be_child(&family);
    }
    assert_succeeds(child);
    if (!tcp) {
        assert_int_equal(misbehave_settle(&server), before);
    }
    while (family.resolved + family.failed < FAMILY) {
        ddds_database_wait(family.database);
    }
    assert_int_equal(family.failed, 0);
    free_family(&family);
}

/* With a server of its own: on a busy machine the kernel may deliver the
 * datagrams of the tests before at any time. */
TEST(a_child_disturbs_nobody)
{
    misbehave_stop(&server);
    misbehave_start(&server);
    fork_amid(false);
    fork_amid(true);
}

FIXTURES(.begin = start_server, .end = stop_server);

int main(void)
{
    first_seed = (uint32_t)take_seed(1);
    return unit_run("tests");
}
