/* The tool beside what it is made of: batches beside the library alone, from a
 * zone file and from DNS, in processor time.
 *
 * usage: tool [--smoke | ROUNDS]; the tool is ../../ddds from here
 *
 * SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <ddds/ddds.h>

#include "bench.h"
#include "responder.h"

enum { NAMESPACES = 16, FLIGHT = 128, URNS = 8192 };

static char tool[PATH_MAX];
static char folder[] = "/tmp/ddds-bench-XXXXXX";
static struct responder responder;
static char at_server[32]; /* "@127.0.0.1:PORT" */
static char urns[URNS][64];

/* ---- Files --------------------------------------------------------------- */

static FILE *open_file(const char *name)
{
    FILE *file = fopen(name, "w");
    if (file == NULL) {
        bench_fail("a temporary file cannot be written");
    }
    return file;
}

static void write_zone(void)
{
    FILE *file = open_file("zone");
    fputs("$ORIGIN urn.arpa.\n$TTL 3600\n@ SOA a b 1 2 3 4 5\n", file);
    for (unsigned i = 0; i < NAMESPACES; i++) {
        fprintf(file,
                "n%u NAPTR 100 10 \"u\" \"http+I2L\" "
                "\"!^urn:n%u:([^:]+):(.+)$!http://\\\\1.example.com/\\\\2!\" "
                ".\n",
                i, i);
    }
    fclose(file);
}

static void make_urns(void)
{
    for (unsigned i = 0; i < URNS; i++) {
        snprintf(urns[i], sizeof urns[i], "urn:n%u:report-%u:annual-%u",
                 i % NAMESPACES, i * 37 % 4096, i % 4096);
    }
}

static void write_inputs(size_t count)
{
    FILE *file = open_file("inputs");
    for (size_t i = 0; i < count; i++) {
        fprintf(file, "%s\n", urns[i % URNS]);
    }
    fclose(file);
}

static void write_keys(size_t count)
{
    FILE *file = open_file("inputs");
    for (size_t i = 0; i < count; i++) {
        char key[RESPONDER_NAME];
        responder_name(key, 1, (unsigned)(i % RESPONDER_IDS), 0);
        fprintf(file, "urn:%.8s:x\n", key);
    }
    fclose(file);
}

static void remove_files(void)
{
    unlink("zone");
    unlink("inputs");
    rmdir(folder);
}

/* ---- Programs ------------------------------------------------------------ */

/* Processor nanoseconds of all children so far. */
static double children_now(void)
{
    struct rusage usage;
    getrusage(RUSAGE_CHILDREN, &usage);
    return ((double)usage.ru_utime.tv_sec + (double)usage.ru_stime.tv_sec) *
               1e9 +
           ((double)usage.ru_utime.tv_usec + (double)usage.ru_stime.tv_usec) *
               1e3;
}

/* Run a program; its processor nanoseconds. */
static double time_program(const char *const *words)
{
    extern char **environ;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null",
                                     O_WRONLY, 0);
    double begun = children_now();
    pid_t child;
    int status = 1;
    char *const *copy = (char *const *)(uintptr_t)words;
    if (posix_spawn(&child, words[0], &actions, NULL, copy, environ) != 0 ||
        waitpid(child, &status, 0) != child || status != 0) {
        bench_fail(words[0]);
    }
    posix_spawn_file_actions_destroy(&actions);
    return children_now() - begun;
}

/* The tool's part of an input, of |count|. Its start is a hundredth of it. */
static double time_batch(const char *const *options, size_t count)
{
    const char *all[8] = {tool, "-f", "inputs"};
    for (size_t i = 0; options[i] != NULL; i++) {
        all[3 + i] = options[i];
    }
    return time_program(all) / (double)count;
}

static double own_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

/* Of both series, what is printed of them. */
static void print_batch(const char *what, const struct bench_series *alone,
                        const struct bench_series *brief,
                        const struct bench_series *whole)
{
    char text[24];
    snprintf(text, sizeof text, "%s-text", what);
    printf("a name: library %.0f ns, tool %.0f ns (--short), %.0f ns (text)\n",
           bench_least(alone), bench_least(brief), bench_least(whole));
    bench_compare("tool-batch", what, "", alone, brief);
    bench_compare("tool-batch", text, "", alone, whole);
}

/* ---- From a zone file ---------------------------------------------------- */

static ddds_resolution *open_zone(ddds_database *database, const char *urn)
{
    if (ddds_memory_load(database, "zone", NULL, NULL) != DDDS_OK) {
        bench_fail("no zone");
    }
    return ddds_resolution_new(database, ddds_application_urn(), urn, NULL,
                               NULL);
}

static double time_zone(ddds_resolution *resolution, size_t count)
{
    double begun = own_now();
    for (size_t i = 0; i < count; i++) {
        ddds_resolution_restart(resolution, urns[i % URNS], NULL);
        ddds_resolution_start(resolution, NULL, NULL);
        if (ddds_resolution_result(resolution)->outcome_count != 1) {
            bench_fail(urns[i % URNS]);
        }
    }
    return (own_now() - begun) / (double)count;
}

static void bench_zone(const struct bench *bench)
{
    struct bench_series alone = {0};
    struct bench_series brief = {0};
    struct bench_series whole = {0};
    size_t count = bench_share(bench, 400000);
    write_zone();
    make_urns();
    write_inputs(count);
    ddds_database *database = ddds_memory_new(NULL);
    ddds_resolution *resolution = open_zone(database, urns[0]);
    const char *const words[] = {"--short", "--zone", "zone", NULL};
    for (unsigned i = 0; i < bench->rounds; i++) {
        bench_add(&alone, time_zone(resolution, count));
        bench_add(&brief, time_batch(words, count));
        bench_add(&whole, time_batch(words + 1, count));
    }
    print_batch("zone", &alone, &brief, &whole);
    ddds_resolution_free(resolution);
    ddds_database_free(database);
}

/* ---- From DNS ------------------------------------------------------------ */

struct keys {
    size_t started;
    size_t count;
    size_t done;
};

static void write_next(struct keys *keys, char input[16])
{
    char key[RESPONDER_NAME];
    responder_name(key, 1, (unsigned)(keys->started++ % RESPONDER_IDS), 0);
    snprintf(input, 16, "urn:%.8s:x", key);
}

static void take_result(ddds_resolution *resolution, void *context)
{
    struct keys *keys = context;
    char input[16];
    if (ddds_resolution_result(resolution)->outcome_count != 1) {
        bench_fail("a lookup failed");
    }
    keys->done++;
    if (keys->started < keys->count) {
        write_next(keys, input);
        ddds_resolution_restart(resolution, input, NULL);
        ddds_resolution_start(resolution, take_result, keys);
    }
}

/* As in the tool: a cache before DNS. */
static ddds_database *open_dns(void)
{
    const char *const servers[] = {at_server + 1};
    const struct ddds_dns_options options = {
        .size = sizeof options, .servers = servers, .server_count = 1};
    ddds_database *cached = ddds_cached_new(
        ddds_dns_database(ddds_dns_new(&options, NULL)), NULL, NULL);
    if (cached == NULL) {
        bench_fail("no database");
    }
    return cached;
}

static double time_dns(size_t count)
{
    static const struct ddds_options options = {.size = sizeof options,
                                                .roots = "test"};
    struct keys keys = {.count = count};
    ddds_resolution *resolutions[FLIGHT];
    size_t flight = count < FLIGHT ? count : FLIGHT;
    ddds_database *database = open_dns();
    double begun = own_now();
    for (size_t i = 0; i < flight; i++) {
        char input[16];
        write_next(&keys, input);
        resolutions[i] = ddds_resolution_new(database, ddds_application_urn(),
                                             input, &options, NULL);
        ddds_resolution_start(resolutions[i], take_result, &keys);
    }
    while (keys.done < count) {
        ddds_database_wait(database);
    }
    double spent = own_now() - begun;
    for (size_t i = 0; i < flight; i++) {
        ddds_resolution_free(resolutions[i]);
    }
    ddds_database_free(database);
    return spent / (double)count;
}

static void bench_dns(const struct bench *bench)
{
    struct bench_series alone = {0};
    struct bench_series brief = {0};
    struct bench_series whole = {0};
    size_t count = bench_share(bench, RESPONDER_IDS);
    write_keys(count);
    const char *const words[] = {"--short", at_server, "--root", "test", NULL};
    for (unsigned i = 0; i < bench->rounds; i++) {
        bench_add(&alone, time_dns(count));
        bench_add(&brief, time_batch(words, count));
        bench_add(&whole, time_batch(words + 1, count));
    }
    print_batch("dns", &alone, &brief, &whole);
}

/* ---- The whole ----------------------------------------------------------- */

static void find_tool(const char *self)
{
    char path[PATH_MAX];
    const char *slash = strrchr(self, '/');
    int length = slash != NULL ? (int)(slash - self) : 0;
    snprintf(path, sizeof path, "%.*s/../../ddds", length, self);
    if (realpath(path, tool) == NULL) {
        bench_fail("build/ddds is missing: build it first");
    }
}

int main(int argc, char **argv)
{
    struct bench bench = bench_start(argc, argv);
    find_tool(argv[0]);
    if (mkdtemp(folder) == NULL || chdir(folder) != 0) {
        bench_fail("no temporary folder");
    }
    responder_start(&responder);
    snprintf(at_server, sizeof at_server, "@127.0.0.1:%u", responder.port);
    responder_pin(0, 1);
    bench_zone(&bench);
    bench_dns(&bench);
    responder_stop(&responder);
    remove_files();
    return 0;
}
