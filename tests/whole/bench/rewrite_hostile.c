/* Cost of the worst expressions: the largest programs, the longest searches.
 *
 * Each case runs in a child of its own, so that its memory can be measured:
 * read and compile the field, apply it to the subject, and again. Subjects have
 * 255 and 8192 octets.
 *
 * SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* strsep */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <ddds/rule.h>

#include "base/limits.h"
#include "bench.h"

#define CASES "fixtures/tables/hostile.tsv"

/* A case of the table: what its field and its subject consist of. */
struct hostile {
    char line[512];
    const char *head;
    const char *piece;
    const char *end;
    const char *body;
    const char *tail;
};

enum { FIELD_SIZE = LIMIT_STRING + 1 };

/* The next case; false after the last. */
static bool read_case(FILE *file, struct hostile *hostile)
{
    do {
        if (fgets(hostile->line, sizeof hostile->line, file) == NULL) {
            return false;
        }
    } while (hostile->line[0] == '#');
    char *next = hostile->line;
    next[strcspn(next, "\n")] = '\0';
    hostile->head = strsep(&next, "\t");
    hostile->piece = strsep(&next, "\t");
    hostile->end = strsep(&next, "\t");
    hostile->body = strsep(&next, "\t");
    hostile->tail = strsep(&next, "\t");
    return true;
}

static void make_field(const struct hostile *hostile, char *field)
{
    size_t length = strlen(hostile->head);
    size_t piece = strlen(hostile->piece);
    size_t end = strlen(hostile->end);
    memcpy(field, hostile->head, length);
    while (piece > 0 && length + piece + end < FIELD_SIZE) {
        memcpy(field + length, hostile->piece, piece);
        length += piece;
    }
    memcpy(field + length, hostile->end, end + 1);
}

static void make_subject(const struct hostile *hostile, char *subject,
                         size_t size)
{
    size_t length = strlen("urn:");
    size_t body = strlen(hostile->body);
    size_t tail = strlen(hostile->tail);
    memcpy(subject, "urn:", length);
    while (length + body + tail < size) {
        memcpy(subject + length, hostile->body, body);
        length += body;
    }
    memcpy(subject + length, hostile->tail, tail + 1);
}

/* The cost of a case. */
struct cost {
    double compile; /* nanoseconds */
    double apply;
    long memory; /* KiB */
    ddds_status compiled;
    ddds_status applied;
    bool matched;
};

static long peak_memory(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

static void measure(const char *field, const char *subject, struct cost *cost)
{
    static char output[LIMIT_OUTPUT_SIZE];
    struct ddds_error error;
    /* Exclude the cost of a first use. */
    memset(output, 1, sizeof output);
    ddds_substitution *substitution = ddds_substitution_new("!(b)+c!x!", NULL);
    ddds_substitution_apply(substitution, "a", output, sizeof output,
                            &cost->matched, NULL, NULL);
    ddds_substitution_free(substitution);
    long before = peak_memory();
    double start = bench_now();
    substitution = ddds_substitution_new(field, &error);
    cost->compile = bench_now() - start;
    cost->compiled = substitution == NULL ? error.status : DDDS_OK;
    for (int i = 0; substitution != NULL && i < 2; i++) {
        start = bench_now();
        cost->applied = ddds_substitution_apply(substitution, subject, output,
                                                sizeof output, &cost->matched,
                                                NULL, &error);
        double apply = bench_now() - start;
        cost->apply = apply > cost->apply ? apply : cost->apply;
    }
    cost->memory = peak_memory() - before;
    ddds_substitution_free(substitution);
}

/* The same in a child of its own. */
static struct cost measure_apart(const char *field, const char *subject)
{
    int ends[2];
    struct cost cost = {0};
    if (pipe(ends) != 0) {
        bench_fail("no pipe");
    }
    pid_t child = fork();
    if (child == 0) {
        measure(field, subject, &cost);
        _exit(write(ends[1], &cost, sizeof cost) != (ssize_t)sizeof cost);
    }
    close(ends[1]);
    if (child < 0 ||
        read(ends[0], &cost, sizeof cost) != (ssize_t)sizeof cost) {
        bench_fail("a child died");
    }
    close(ends[0]);
    waitpid(child, NULL, 0);
    return cost;
}

static void print_cost(const char *field, size_t length,
                       const struct cost *cost)
{
    printf("%8.3f %8.3f %7ld  %-9s %-8s %5zu  %.60s\n", cost->compile / 1e6,
           cost->apply / 1e6, cost->memory,
           cost->compiled == DDDS_OK      ? "compiled"
           : cost->compiled == DDDS_LIMIT ? "limit"
                                          : "malformed",
           cost->compiled != DDDS_OK     ? "-"
           : cost->applied == DDDS_LIMIT ? "limit"
           : cost->matched               ? "match"
                                         : "no match",
           length, field);
}

int main(int argc, char **argv)
{
    static char subject[LIMIT_INPUT + 1];
    char field[FIELD_SIZE];
    struct bench bench = bench_start(argc, argv);
    static const size_t sizes[] = {LIMIT_STRING + 1, LIMIT_INPUT + 1};
    struct hostile hostile;
    FILE *file = fopen(CASES, "r");
    if (file == NULL) {
        bench_fail("cannot read " CASES);
    }
    double worst = 0;
    long most = 0;
    printf("compile    apply  memory  (ms, ms, KiB)      subject  field\n");
    while (read_case(file, &hostile)) {
        make_field(&hostile, field);
        for (size_t j = 0; j < (bench.divisor > 1 ? 1 : 2); j++) {
            make_subject(&hostile, subject, sizes[j]);
            struct cost cost = measure_apart(field, subject);
            print_cost(field, strlen(subject), &cost);
            double all = cost.compile + cost.apply;
            worst = all > worst ? all : worst;
            most = cost.memory > most ? cost.memory : most;
        }
    }
    bench_print("rewrite-hostile", "time", "", worst / 1e6);
    bench_print("rewrite-hostile", "memory", "", (double)most);
    fclose(file);
    return 0;
}
