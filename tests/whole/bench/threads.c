/* Do threads slow each other down? One and two threads resolve URNs out of one
 * memory database, each with a resolution of its own, and the processor time of
 * a resolution is compared.
 *
 * SPDX-License-Identifier: MIT */
#include <pthread.h>
#include <stdio.h>
#include <time.h>

#include <ddds/ddds.h>

#include "bench.h"
#include "urns.h"

enum { THREADS = 2, NAMESPACES = 16, PASSES = 8 };

/* One thread's part of a round. */
struct part {
    pthread_t thread;
    pthread_barrier_t *start;
    ddds_database *database;
    const struct urns *urns;
    size_t count;
    double spent; /* processor nanoseconds for each */
};

static double thread_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static void resolve_all(ddds_resolution *resolution, const struct urns *urns,
                        size_t count)
{
    for (size_t i = 0; i < count; i++) {
        ddds_resolution_restart(resolution, urns->text[i % URNS], NULL);
        ddds_resolution_start(resolution, NULL, NULL);
        if (ddds_resolution_result(resolution)->outcome_count != 1) {
            bench_fail(urns->text[i % URNS]);
        }
    }
}

static void *run_part(void *context)
{
    struct part *part = context;
    ddds_resolution *resolution =
        ddds_resolution_new(part->database, ddds_application_urn(),
                            part->urns->text[0], NULL, NULL);
    resolve_all(resolution, part->urns, part->count / PASSES + 1);
    pthread_barrier_wait(part->start);
    double begun = thread_now();
    resolve_all(resolution, part->urns, part->count);
    part->spent = (thread_now() - begun) / (double)part->count;
    ddds_resolution_free(resolution);
    return NULL;
}

/* Processor nanoseconds of a resolution while |threads| of them run. */
static double run_threads(ddds_database *database, const struct urns *urns,
                          unsigned threads, size_t count)
{
    pthread_barrier_t start;
    struct part parts[THREADS];
    double spent = 0;
    pthread_barrier_init(&start, NULL, threads);
    for (unsigned i = 0; i < threads; i++) {
        parts[i] = (struct part){.start = &start,
                                 .database = database,
                                 .urns = urns,
                                 .count = count};
        if (pthread_create(&parts[i].thread, NULL, run_part, &parts[i]) != 0) {
            bench_fail("no thread");
        }
    }
    for (unsigned i = 0; i < threads; i++) {
        pthread_join(parts[i].thread, NULL);
        spent += parts[i].spent / threads;
    }
    pthread_barrier_destroy(&start);
    return spent;
}

int main(int argc, char **argv)
{
    struct bench bench = bench_start(argc, argv);
    struct bench_series one = {0};
    struct bench_series two = {0};
    struct urns urns = urns_new(NAMESPACES);
    ddds_database *database = urns_database(NAMESPACES);
    size_t count = bench_share(&bench, (size_t)PASSES * URNS);
    for (unsigned round = 0; round < bench.rounds; round++) {
        bench_add(&one, run_threads(database, &urns, 1, count));
        bench_add(&two, run_threads(database, &urns, THREADS, count));
    }
    bench_print("threads", "1", "ns", bench_least(&one));
    bench_print("threads", "2", "ns", bench_least(&two));
    bench_compare("threads", "2", "", &two, &one);
    ddds_database_free(database);
    urns_free(&urns);
    return 0;
}
