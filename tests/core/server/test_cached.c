/* Caches before a server that counts: the queries of many resolutions, and a
 * cache that threads share.
 *
 * SPDX-License-Identifier: MIT */
#include <pthread.h>

#include <ddds/resolve.h>

#include "core/server/one_server.h"

/* Queries are counted: a busy machine must not have one sent again. */
enum { NO_TIMEOUT = 60000 };

static ddds_database *open_distrusting(ddds_cache *shared, bool distrust)
{
    char text[32];
    snprintf(text, sizeof text, "127.0.0.1:%u", server.port);
    const char *servers[] = {text};
    const struct ddds_dns_options options = {.size = sizeof options,
                                             .servers = servers,
                                             .server_count = 1,
                                             .timeout = NO_TIMEOUT,
                                             .tries = 1, /* for the counts */
                                             .distrust = distrust};
    return ddds_cached_new(ddds_dns_database(ddds_dns_new(&options, NULL)),
                           shared, NULL);
}

static ddds_database *open_cached(ddds_cache *shared)
{
    return open_distrusting(shared, false);
}

/* A batch under way. */
struct batch {
    unsigned left;
    unsigned resolved;
    unsigned queries;
};

static void count(ddds_resolution *resolution, void *context)
{
    struct batch *batch = context;
    const struct ddds_result *result = ddds_resolution_result(resolution);
    batch->left--;
    batch->resolved += result->reason == DDDS_REASON_RESOLVED;
    batch->queries += result->queries;
    ddds_resolution_free(resolution);
}

enum { WINDOW = 128 };

/* Resolve |many| names of |spaces| namespaces, a window of them at a time. */
static void resolve_many(ddds_database *database, unsigned many,
                         unsigned spaces, struct batch *batch)
{
    const struct ddds_options options = {
        .size = sizeof options, .roots = "test", .deadline = NO_TIMEOUT};
    *batch = (struct batch){0, 0, 0};
    for (unsigned i = 0; i < many; i++) {
        char input[48];
        snprintf(input, sizeof input, "urn:space%u:%u", i % spaces, i);
        ddds_resolution *resolution = ddds_resolution_new(
            database, ddds_application_urn(), input, &options, NULL);
        batch->left++;
        ddds_resolution_start(resolution, count, batch);
        while (batch->left >= WINDOW) {
            ddds_database_wait(database);
        }
    }
    while (batch->left > 0) {
        ddds_database_wait(database);
    }
}

/* A question joins a pending question only for a while: on a slow machine it
 * would be sent a second time. So each is answered before it is asked again. */
TEST(a_namespace_costs_one_query)
{
    struct batch batch;
    ddds_database *database = open_cached(NULL);
    unsigned before = misbehave_count(&server);
    resolve_many(database, 300, 300, &batch);
    assert_int_equal(batch.resolved, 300);
    assert_int_equal(batch.queries, 300);
    assert_int_equal(misbehave_count(&server) - before, 300);
    resolve_many(database, 20000, 300, &batch);
    assert_int_equal(batch.resolved, 20000);
    assert_int_equal(batch.queries, 0);
    assert_int_equal(misbehave_count(&server) - before, 300);
    ddds_database_free(database);
}

/* Resolve |input| and say what it cost and where it ended. */
static unsigned resolve_one(ddds_database *database, const char *input,
                            char *said, size_t size)
{
    char address[DDDS_ADDRESS_TEXT_SIZE] = "";
    const struct ddds_options options = {.size = sizeof options,
                                         .roots = "test"};
    ddds_resolution *resolution =
        ddds_resolve(database, ddds_application_urn(), input, &options, NULL);
    assert_non_null(resolution);
    const struct ddds_result *result = ddds_resolution_result(resolution);
    said[0] = '\0';
    if (result->outcome_count > 0) {
        const struct ddds_endpoint *endpoint =
            &result->outcomes[0].endpoints[0];
        ddds_address_format(&endpoint->addresses[0], address);
        snprintf(said, size, "%s %s", endpoint->host, address);
    }
    unsigned queries = result->queries;
    ddds_resolution_free(resolution);
    return queries;
}

TEST(what_is_sent_along_is_not_asked_for)
{
    char said[300];
    ddds_database *database = open_cached(NULL);
    unsigned before = misbehave_count(&server);
    assert_int_equal(resolve_one(database, "urn:complete:1", said, sizeof said),
                     1);
    assert_string_equal(said, "host.complete.test 192.0.2.8");
    assert_int_equal(resolve_one(database, "urn:complete:2", said, sizeof said),
                     0);
    assert_string_equal(said, "host.complete.test 192.0.2.8");
    assert_int_equal(misbehave_count(&server) - before, 1);
    ddds_database_free(database);
}

/* A validating server sends the additional data when asked, but only if it is
 * trusted. */
TEST(what_is_sent_along_with_authenticated_data_is)
{
    char said[300];
    for (int distrust = 0; distrust <= 1; distrust++) {
        ddds_database *database = open_distrusting(NULL, distrust != 0);
        assert_int_equal(
            resolve_one(database, "urn:complete-32:1", said, sizeof said),
            distrust ? 1 : 4);
        assert_string_equal(said, distrust ? "host.complete-32.test 192.0.2.8"
                                           : "host.test 192.0.2.7");
        ddds_database_free(database);
    }
}

TEST(what_is_forged_is_asked_for)
{
    char said[300];
    ddds_database *database = open_cached(NULL);
    unsigned before = misbehave_count(&server);
    /* Rules, servers, and both families of the host's addresses. */
    assert_int_equal(resolve_one(database, "urn:forged:1", said, sizeof said),
                     4);
    assert_string_equal(said, "host.test 192.0.2.7");
    assert_int_equal(misbehave_count(&server) - before, 4);
    ddds_database_free(database);
}

enum { THREADS = 8, EACH = 12500, SPACES = 500 };

static void *run_thread(void *context)
{
    struct batch *batch = malloc(sizeof *batch);
    ddds_database *database = context;
    resolve_many(database, EACH, SPACES, batch);
    ddds_database_free(database);
    return batch;
}

TEST(threads_may_share_a_cache)
{
    pthread_t threads[THREADS];
    unsigned resolved = 0;
    unsigned queries = 0;
    /* Small enough that entries come and go. */
    ddds_cache *cache = ddds_cache_new(SPACES * (size_t)2048, NULL);
    unsigned before = misbehave_count(&server);
    for (size_t i = 0; i < THREADS; i++) {
        assert_int_equal(
            pthread_create(&threads[i], NULL, run_thread, open_cached(cache)),
            0);
    }
    ddds_cache_free(cache); /* the databases keep it alive */
    for (size_t i = 0; i < THREADS; i++) {
        void *batch;
        pthread_join(threads[i], &batch);
        resolved += ((struct batch *)batch)->resolved;
        queries += ((struct batch *)batch)->queries;
        free(batch);
    }
    assert_int_equal(resolved, THREADS * EACH);
    assert_true(misbehave_count(&server) - before >= queries);
}

FIXTURES(.begin = start_server, .end = stop_server);
