/* Validators of several threads, each with its own: they are made, asked and
 * freed at the same time. ThreadSanitizer watches libunbound's locks, too.
 *
 * SPDX-License-Identifier: MIT */
#include <pthread.h>

#include <ddds/resolve.h>
#include <ddds/validate.h>

#include "base/assertions.h"

enum { THREADS = 8, ROUNDS = 8, DEADLINE = 200 };

/* No server is there: the deadline ends each resolution, if nothing else. */
static void ask_one(void)
{
    const char *list[] = {"127.0.0.1:1"};
    struct ddds_validator_options options = DDDS_VALIDATOR_OPTIONS_INIT;
    struct ddds_options request = DDDS_OPTIONS_INIT;
    struct ddds_error error;
    request.deadline = DEADLINE;
    options.servers = list;
    options.server_count = 1;
    options.trust_anchors = "example. DS 1 13 2 0000000000000000000000000000000"
                            "000000000000000000000000000000000\n";
    ddds_database *database =
        ddds_validator_database(ddds_validator_new(&options, &error));
    assert_non_null(database);
    ddds_resolution *resolution =
        ddds_resolve(database, NULL, "urn:foo:1", &request, &error);
    assert_non_null(resolution);
    assert_int_equal(ddds_resolution_result(resolution)->outcome_count, 0);
    ddds_resolution_free(resolution);
    ddds_database_free(database);
}

static void *ask_all(void *nothing)
{
    for (int i = 0; i < ROUNDS; i++) {
        ask_one();
    }
    return nothing;
}

TEST(test_threads)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, ask_all, NULL), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    }
}
