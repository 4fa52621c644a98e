/* How fast are UUIDs read, written and made, beside libuuid?
 *
 *     bench_uuid [SUBJECT...]      uuid-parse uuid-urn uuid-format uuid-compare
 *                                  uuid-v4 uuid-v5 uuid-v7
 *
 * All rows of a subject run in one process, in turns, 31 rounds, the first of
 * them at another row each time; a row's figure is the median. The ratio is to
 * the subject's first row, which is libuuid's. Nothing is asserted: machines
 * differ.
 *
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include <uuid/uuid.h>

#include <ddds/uuid.h>

#include "uuid/canonical.h"

enum { MANY = 1024, ROUNDS = 31, STRIDE = 37, ROWS_MAX = 5 };

/* What all rows work on. */
static struct {
    struct ddds_uuid uuids[MANY];
    char texts[MANY][STRIDE];
    char urns[MANY][DDDS_UUID_FORM_SIZE];
    struct ddds_uuid out[MANY];
    char out_texts[MANY][DDDS_UUID_FORM_SIZE];
    ddds_uuid_generator *generator;
    unsigned long sink;
} bench;

static const char name36[] = "a name of thirty-six octets, like ids";

/* ---- Reading ------------------------------------------------------------ */

static void libuuid_parse(void)
{
    for (size_t i = 0; i < MANY; i++) {
        uuid_parse(bench.texts[i], bench.out[i].octets);
    }
}

static void single_parse(void)
{
    for (size_t i = 0; i < MANY; i++) {
        ddds_uuid_parse(bench.texts[i], 36, DDDS_UUID_CANONICAL, &bench.out[i],
                        NULL);
    }
}

static void batch_parse(void)
{
    bench.sink += ddds_uuid_parse_many(bench.texts[0], STRIDE, MANY, bench.out);
}

static void portable_parse(void)
{
    for (size_t i = 0; i < MANY; i++) {
        bench.sink +=
            uuid_canonical_read_portable(bench.texts[i], &bench.out[i]);
    }
}

static void libuuid_urn(void)
{
    for (size_t i = 0; i < MANY; i++) {
        if (strncasecmp(bench.urns[i], "urn:uuid:", 9) == 0) {
            uuid_parse(bench.urns[i] + 9, bench.out[i].octets);
        }
    }
}

static void single_urn(void)
{
    for (size_t i = 0; i < MANY; i++) {
        ddds_uuid_parse(bench.urns[i], 45, 0, &bench.out[i], NULL);
    }
}

/* ---- Writing ------------------------------------------------------------ */

static void libuuid_format(void)
{
    for (size_t i = 0; i < MANY; i++) {
        uuid_unparse_lower(bench.uuids[i].octets, bench.out_texts[i]);
    }
}

static void single_format(void)
{
    for (size_t i = 0; i < MANY; i++) {
        ddds_uuid_text(&bench.uuids[i], bench.out_texts[i]);
    }
}

static void batch_format(void)
{
    ddds_uuid_text_many(bench.uuids, MANY, bench.out_texts[0],
                        DDDS_UUID_FORM_SIZE);
}

static void portable_format(void)
{
    for (size_t i = 0; i < MANY; i++) {
        uuid_canonical_write_portable(&bench.uuids[i], bench.out_texts[i]);
    }
}

static void urn_format(void)
{
    for (size_t i = 0; i < MANY; i++) {
        ddds_uuid_format(&bench.uuids[i], DDDS_UUID_URN, bench.out_texts[i],
                         DDDS_UUID_FORM_SIZE);
    }
}

/* ---- Comparing ---------------------------------------------------------- */

static void libuuid_compare(void)
{
    for (size_t i = 1; i < MANY; i++) {
        bench.sink += (unsigned long)uuid_compare(bench.uuids[i - 1].octets,
                                                  bench.uuids[i].octets);
    }
}

static void single_compare(void)
{
    for (size_t i = 1; i < MANY; i++) {
        bench.sink += (unsigned long)ddds_uuid_compare(&bench.uuids[i - 1],
                                                       &bench.uuids[i]);
    }
}

/* ---- Making ------------------------------------------------------------- */

static void libuuid_v4(void)
{
    for (size_t i = 0; i < MANY; i++) {
        uuid_generate_random(bench.out[i].octets);
    }
}

static void single_v4(void)
{
    for (size_t i = 0; i < MANY; i++) {
        ddds_uuid_generate_v4(&bench.out[i], 1, NULL);
    }
}

static void batch_v4(void)
{
    ddds_uuid_generate_v4(bench.out, MANY, NULL);
}

static void libuuid_v5(void)
{
    for (size_t i = 0; i < MANY; i++) {
        uuid_generate_sha1(bench.out[i].octets, bench.uuids[0].octets, name36,
                           36);
    }
}

static void single_v5(void)
{
    for (size_t i = 0; i < MANY; i++) {
        ddds_uuid_make_name(DDDS_UUID_SHA1, &bench.uuids[0], name36, 36,
                            &bench.out[i]);
    }
}

static void libuuid_v1(void)
{
    for (size_t i = 0; i < MANY; i++) {
        uuid_generate_time(bench.out[i].octets);
    }
}

static void single_v7(void)
{
    for (size_t i = 0; i < MANY; i++) {
        ddds_uuid_generator_v7(bench.generator, &bench.out[i], 1, NULL, NULL);
    }
}

static void process_v7(void)
{
    for (size_t i = 0; i < MANY; i++) {
        ddds_uuid_generate_v7(&bench.out[i], 1, NULL, NULL);
    }
}

static void batch_v7(void)
{
    ddds_uuid_generator_v7(bench.generator, bench.out, MANY, NULL, NULL);
}

/* ---- Measuring ---------------------------------------------------------- */

struct row {
    const char *name;
    void (*run)(void); /* MANY operations */
};

static const struct subject {
    const char *name;
    struct row rows[ROWS_MAX];
} subjects[] = {
    {"uuid-parse",
     {{"libuuid uuid_parse", libuuid_parse},
      {"single call", single_parse},
      {"batch", batch_parse},
      {"portable path", portable_parse}}},
    {"uuid-urn",
     {{"libuuid strncasecmp, uuid_parse", libuuid_urn},
      {"single call", single_urn}}},
    {"uuid-format",
     {{"libuuid uuid_unparse_lower", libuuid_format},
      {"single call", single_format},
      {"batch", batch_format},
      {"portable path", portable_format},
      {"as a URN", urn_format}}},
    {"uuid-compare",
     {{"libuuid uuid_compare", libuuid_compare},
      {"single call", single_compare}}},
    {"uuid-v4",
     {{"libuuid uuid_generate_random", libuuid_v4},
      {"single call", single_v4},
      {"batch", batch_v4}}},
    {"uuid-v5",
     {{"libuuid uuid_generate_sha1", libuuid_v5}, {"single call", single_v5}}},
    {"uuid-v7",
     {{"libuuid uuid_generate_time (v1)", libuuid_v1},
      {"generator, single call", single_v7},
      {"process, single call", process_v7},
      {"generator, batch", batch_v7}}},
};

static double now_in_nanoseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

/* Nanoseconds for one operation; repeated until it takes long enough for the
 * clock. */
static double measure(void (*run)(void))
{
    unsigned passes = 0;
    double begin = now_in_nanoseconds();
    double elapsed;
    do {
        run();
        passes++;
        elapsed = now_in_nanoseconds() - begin;
    } while (elapsed < 200000);
    return elapsed / passes / MANY;
}

static int compare_doubles(const void *one, const void *other)
{
    double a = *(const double *)one;
    double b = *(const double *)other;
    return (a > b) - (a < b);
}

static void run_subject(const struct subject *subject)
{
    static double times[ROWS_MAX][ROUNDS];
    size_t rows = 0;
    while (rows < ROWS_MAX && subject->rows[rows].run != NULL) {
        rows++;
    }
    for (size_t round = 0; round < ROUNDS; round++) {
        for (size_t i = 0; i < rows; i++) {
            size_t row = (i + round) % rows;
            times[row][round] = measure(subject->rows[row].run);
        }
    }
    double base = 0;
    printf("%s\n", subject->name);
    for (size_t row = 0; row < rows; row++) {
        qsort(times[row], ROUNDS, sizeof times[row][0], compare_doubles);
        double median = times[row][ROUNDS / 2];
        base = row == 0 ? median : base;
        printf("  %-34s %9.2f ns  %7.1f x\n", subject->rows[row].name, median,
               base / median);
    }
}

static void fill_bench(void)
{
    ddds_uuid_generate_v4(bench.uuids, MANY, NULL);
    bench.generator = ddds_uuid_generator_new(NULL, NULL);
    for (size_t i = 0; i < MANY; i++) {
        ddds_uuid_text(&bench.uuids[i], bench.texts[i]);
        ddds_uuid_format(&bench.uuids[i], DDDS_UUID_URN, bench.urns[i],
                         DDDS_UUID_FORM_SIZE);
    }
}

int main(int argc, char **argv)
{
    fill_bench();
    int known = 0;
    for (size_t i = 0; i < sizeof subjects / sizeof subjects[0]; i++) {
        int wanted = argc == 1;
        for (int j = 1; j < argc; j++) {
            wanted |= strcmp(argv[j], subjects[i].name) == 0;
        }
        if (wanted) {
            run_subject(&subjects[i]);
            known++;
        }
    }
    ddds_uuid_generator_free(bench.generator);
    if (known == 0) {
        fprintf(stderr, "no such subject\n");
        return 2;
    }
    return 0;
}
