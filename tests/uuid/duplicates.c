/* Are there duplicates among the UUIDs that several processes or threads make?
 *
 *     duplicates fork CHILDREN COUNT      after the generator was used
 *     duplicates clone CHILDREN COUNT     the same, past the C library
 *     duplicates threads THREADS COUNT    also: each sees its own in order
 *
 * SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, syscall */
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <ddds/uuid.h>

static void die(const char *why)
{
    fprintf(stderr, "%s\n", why);
    exit(2);
}

static int compare_uuids(const void *one, const void *other)
{
    return ddds_uuid_compare(one, other);
}

static size_t count_duplicates(struct ddds_uuid *uuids, size_t count)
{
    size_t duplicates = 0;
    qsort(uuids, count, sizeof *uuids, compare_uuids);
    for (size_t i = 1; i < count; i++) {
        duplicates += ddds_uuid_equal(&uuids[i - 1], &uuids[i]);
    }
    return duplicates;
}

/* ---- The ways to make one ----------------------------------------------- */

static ddds_status make_v4(ddds_uuid_generator *generator,
                           struct ddds_uuid *uuid, unsigned *events)
{
    (void)generator;
    *events = 0;
    return ddds_uuid_generate_v4(uuid, 1, NULL);
}

static ddds_status make_process_v7(ddds_uuid_generator *generator,
                                   struct ddds_uuid *uuid, unsigned *events)
{
    (void)generator;
    return ddds_uuid_generate_v7(uuid, 1, events, NULL);
}

static ddds_status make_v1(ddds_uuid_generator *generator,
                           struct ddds_uuid *uuid, unsigned *events)
{
    return ddds_uuid_generator_v1(generator, uuid, 1, events, NULL);
}

static ddds_status make_v6(ddds_uuid_generator *generator,
                           struct ddds_uuid *uuid, unsigned *events)
{
    return ddds_uuid_generator_v6(generator, uuid, 1, events, NULL);
}

static ddds_status make_v7(ddds_uuid_generator *generator,
                           struct ddds_uuid *uuid, unsigned *events)
{
    return ddds_uuid_generator_v7(generator, uuid, 1, events, NULL);
}

static const struct way {
    const char *name;
    ddds_status (*make)(ddds_uuid_generator *generator, struct ddds_uuid *uuid,
                        unsigned *events);
    bool notices; /* a new process is reported */
    bool grows;
} ways[] = {
    {"v4", make_v4, false, false},
    {"v7 of the process", make_process_v7, false, true},
    {"v1", make_v1, true, false},
    {"v6", make_v6, true, true},
    {"v7", make_v7, true, true},
};

/* ---- Processes ---------------------------------------------------------- */

static pid_t clone_process(void)
{
    return (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
}

/* Fill |uuids|; the first tells of the new process, if |is_child|. */
static int fill(const struct way *way, ddds_uuid_generator *generator,
                bool is_child, struct ddds_uuid *uuids, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        unsigned events;
        if (way->make(generator, &uuids[i], &events) != DDDS_OK) {
            return 1;
        }
        bool forked = (events & DDDS_UUID_FORKED) != 0;
        if (forked != (is_child && way->notices && i == 0)) {
            return 1;
        }
    }
    return 0;
}

static int check_processes(const struct way *way, pid_t (*divide)(void),
                           size_t children, size_t count)
{
    size_t total = (children + 1) * count;
    struct ddds_uuid *uuids =
        mmap(NULL, total * sizeof *uuids, PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    ddds_uuid_generator *generator = ddds_uuid_generator_new(NULL, NULL);
    unsigned events;
    if (uuids == MAP_FAILED || generator == NULL ||
        way->make(generator, &uuids[0], &events) != DDDS_OK) {
        die("cannot begin");
    }
    for (size_t child = 1; child <= children; child++) {
        pid_t pid = divide();
        if (pid < 0) {
            die("cannot divide");
        }
        if (pid == 0) {
            _exit(fill(way, generator, true, uuids + child * count, count));
        }
    }
    int failed = fill(way, generator, false, uuids, count);
    for (size_t child = 0; child < children; child++) {
        int status;
        if (wait(&status) < 0 || !WIFEXITED(status) ||
            WEXITSTATUS(status) != 0) {
            failed = 1;
        }
    }
    size_t duplicates = count_duplicates(uuids, total);
    printf("%s: %zu processes, %zu UUIDs, %zu duplicates%s\n", way->name,
           children + 1, total, duplicates, failed ? ", failed" : "");
    ddds_uuid_generator_free(generator);
    munmap(uuids, total * sizeof *uuids);
    return failed || duplicates != 0;
}

/* ---- Threads ------------------------------------------------------------ */

struct work {
    pthread_t thread;
    const struct way *way;
    struct ddds_uuid *uuids;
    size_t count;
    bool failed;
};

static void *run_thread(void *context)
{
    struct work *work = context;
    for (size_t i = 0; i < work->count; i++) {
        unsigned events;
        struct ddds_uuid *uuid = &work->uuids[i];
        if (work->way->make(NULL, uuid, &events) != DDDS_OK) {
            work->failed = true;
        }
        if (work->way->grows && i > 0 && (events & DDDS_UUID_RESET) == 0 &&
            ddds_uuid_compare(uuid - 1, uuid) >= 0) {
            work->failed = true;
        }
    }
    return NULL;
}

static int check_threads(const struct way *way, size_t threads, size_t count)
{
    struct work *work = calloc(threads, sizeof *work);
    struct ddds_uuid *uuids = calloc(threads * count, sizeof *uuids);
    if (work == NULL || uuids == NULL) {
        die("out of memory");
    }
    int failed = 0;
    for (size_t i = 0; i < threads; i++) {
        work[i].way = way;
        work[i].uuids = uuids + i * count;
        work[i].count = count;
        if (pthread_create(&work[i].thread, NULL, run_thread, &work[i]) != 0) {
            die("no thread");
        }
    }
    for (size_t i = 0; i < threads; i++) {
        pthread_join(work[i].thread, NULL);
        failed |= work[i].failed;
    }
    size_t duplicates = count_duplicates(uuids, threads * count);
    printf("%s: %zu threads, %zu UUIDs, %zu duplicates%s\n", way->name, threads,
           threads * count, duplicates, failed ? ", failed" : "");
    free(uuids);
    free(work);
    return failed || duplicates != 0;
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        die("usage: duplicates fork|clone|threads HOW-MANY COUNT");
    }
    size_t many = strtoul(argv[2], NULL, 10);
    size_t count = strtoul(argv[3], NULL, 10);
    int failed = 0;
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        if (strcmp(argv[1], "fork") == 0) {
            failed |= check_processes(&ways[i], fork, many, count);
        } else if (strcmp(argv[1], "clone") == 0) {
            failed |= check_processes(&ways[i], clone_process, many, count);
        } else if (!ways[i].notices) {
            failed |= check_threads(&ways[i], many, count);
        }
    }
    return failed;
}
