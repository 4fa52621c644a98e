/* Search for duplicates among the UUIDs of several processes or threads.
 *
 *     duplicates fork CHILDREN COUNT      after the generator was used
 *     duplicates clone CHILDREN COUNT     the same, past the C library
 *     duplicates threads THREADS COUNT    each with its own generator, whose
 *                                         UUIDs it sees in order
 *     duplicates generations DEPTH COUNT  children of children, each process
 *                                         going on after it had one
 *     duplicates signals SIGNALS COUNT    a signal handler makes them, too, and
 *                                         some of its calls fork
 *
 * SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, syscall */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <ddds/uuid.h>

#include "uuid/fields.h"

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

static ddds_status make(ddds_uuid_generator *generator, unsigned version,
                        struct ddds_uuid *uuid, unsigned *events)
{
    *events = 0;
    return version == 4
               ? ddds_uuid_generate_v4(uuid, 1, NULL)
               : ddds_uuid_generate(generator, version, uuid, 1, events, NULL);
}

static const struct way {
    const char *name;
    unsigned version;
    bool notices; /* a new process is reported */
    bool grows;
} ways[] = {
    {"v4", 4, false, false},
    {"v1", 1, true, false},
    {"v6", 6, true, true},
    {"v7", 7, true, true},
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
        if (make(generator, way->version, &uuids[i], &events) != DDDS_OK) {
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
        make(generator, way->version, &uuids[0], &events) != DDDS_OK) {
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
    ddds_uuid_generator *generator = ddds_uuid_generator_new(NULL, NULL);
    if (generator == NULL) {
        work->failed = true;
        return NULL;
    }
    for (size_t i = 0; i < work->count; i++) {
        unsigned events;
        struct ddds_uuid *uuid = &work->uuids[i];
        if (make(generator, work->way->version, uuid, &events) != DDDS_OK) {
            work->failed = true;
        }
        if (work->way->grows && i > 0 && (events & DDDS_UUID_RESET) == 0 &&
            ddds_uuid_compare(uuid - 1, uuid) >= 0) {
            work->failed = true;
        }
    }
    ddds_uuid_generator_free(generator);
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

/* ---- Children of children ----------------------------------------------- */

/* Shared by all processes of a test. */
static struct {
    struct ddds_uuid *uuids;
    size_t size;
    _Atomic size_t *count;
} shared;

static void share(size_t size)
{
    char *pages =
        mmap(NULL, size * sizeof *shared.uuids + 64, PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED) {
        die("cannot begin");
    }
    shared.count = (void *)pages;
    shared.uuids = (void *)(pages + 64);
    shared.size = size;
}

static void make_shared(void)
{
    size_t place = atomic_fetch_add(shared.count, 1);
    if (place < shared.size &&
        ddds_uuid_generate_v4(&shared.uuids[place], 1, NULL) != DDDS_OK) {
        _exit(2);
    }
}

static int count_shared(const char *what)
{
    size_t made = atomic_load(shared.count);
    made = made < shared.size ? made : shared.size;
    size_t duplicates = count_duplicates(shared.uuids, made);
    printf("%s: %zu UUIDs, %zu duplicates\n", what, made, duplicates);
    return duplicates != 0;
}

static void make_generation(size_t depth, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        make_shared();
    }
    pid_t pid = depth > 0 ? fork() : -1;
    if (pid == 0) {
        make_generation(depth - 1, count);
        _exit(0);
    }
    for (size_t i = 0; i < count; i++) {
        make_shared();
    }
    if (pid > 0 && waitpid(pid, NULL, 0) != pid) {
        die("no child");
    }
}

static int check_generations(size_t depth, size_t count)
{
    share((depth + 1) * 2 * count);
    make_generation(depth, count);
    return count_shared("generations");
}

/* ---- Signal handlers ---------------------------------------------------- */

static volatile sig_atomic_t handled;

/* A child of the handler goes on where the signal came, for a while. */
static volatile sig_atomic_t left_in_child = -1;

static void handle(int signal)
{
    (void)signal;
    make_shared();
    if (++handled % 64 == 0 && left_in_child < 0 && fork() == 0) {
        left_in_child = 300;
        make_shared();
    }
}

/* Make UUIDs until a signal has come, after some time. A child of the handler
 * stops after a while. */
static void make_until_signal(timer_t timer, long nanoseconds)
{
    sig_atomic_t before = handled;
    struct itimerspec once = {{0, 0}, {0, nanoseconds}};
    if (timer_settime(timer, 0, &once, NULL) != 0) {
        die("no timer");
    }
    while (handled == before || left_in_child >= 0) {
        make_shared();
        if (left_in_child >= 0 && left_in_child-- == 0) {
            _exit(0);
        }
    }
}

static int check_signals(size_t signals, size_t count)
{
    timer_t timer;
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL,
                             .sigev_signo = SIGUSR1};
    share(count);
    sigaction(SIGUSR1, &(struct sigaction){.sa_handler = handle}, NULL);
    signal(SIGCHLD, SIG_IGN);
    if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0) {
        die("no timer");
    }
    for (size_t i = 0; i < signals && atomic_load(shared.count) < count; i++) {
        make_until_signal(timer, 1000 + (long)(i * 7919 % 9000));
    }
    timer_delete(timer);
    while (wait(NULL) > 0) {
    }
    printf("%d signals\n", (int)handled);
    return count_shared("signals");
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        die("usage: duplicates fork|clone|threads|generations|signals HOW-MANY "
            "COUNT");
    }
    size_t many = strtoul(argv[2], NULL, 10);
    size_t count = strtoul(argv[3], NULL, 10);
    int failed = 0;
    if (strcmp(argv[1], "generations") == 0) {
        return check_generations(many, count);
    }
    if (strcmp(argv[1], "signals") == 0) {
        return check_signals(many, count);
    }
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        if (strcmp(argv[1], "fork") == 0) {
            failed |= check_processes(&ways[i], fork, many, count);
        } else if (strcmp(argv[1], "clone") == 0) {
            failed |= check_processes(&ways[i], clone_process, many, count);
        } else {
            failed |= check_threads(&ways[i], many, count);
        }
    }
    return failed;
}
