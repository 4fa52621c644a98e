/* How fast are UUIDs read, written and made, beside libuuid?
 *
 *     uuid SUBJECT [--smoke | ROUNDS]      uuid-parse uuid-urn
 *                                          uuid-compare uuid-v4 uuid-v5 uuid-v7
 *
 * The rows of a subject take turns, each round beginning with another. The ratio
 * is to the first row, which is libuuid's.
 *
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include <uuid/uuid.h>

#include <ddds/uuid.h>

#include "bench.h"

enum { MANY = 1024, STRIDE = 37, ROWS_MAX = 5, ROUND = 200000 /* ns */ };

/* What all rows work on. */
static struct {
    struct ddds_uuid uuids[MANY];
    char texts[MANY][STRIDE];
    char urns[MANY][DDDS_UUID_FORM_SIZE];
    struct ddds_uuid out[MANY];
    char out_texts[MANY][DDDS_UUID_FORM_SIZE];
    ddds_uuid_generator *generator;
    unsigned long sink;
} work;

static const char name36[] = "a name of thirty-six octets, like ids";

/* ---- Reading ------------------------------------------------------------ */

static void libuuid_parse(void)
{
    for (size_t i = 0; i < MANY; i++) {
        uuid_parse(work.texts[i], work.out[i].octets);
    }
}

static void single_parse(void)
{
    for (size_t i = 0; i < MANY; i++) {
        ddds_uuid_parse(work.texts[i], 36, DDDS_UUID_CANONICAL, &work.out[i],
                        NULL);
    }
}

static void libuuid_urn(void)
{
    for (size_t i = 0; i < MANY; i++) {
        if (strncasecmp(work.urns[i], "urn:uuid:", 9) == 0) {
            uuid_parse(work.urns[i] + 9, work.out[i].octets);
        }
    }
}

static void single_urn(void)
{
    for (size_t i = 0; i < MANY; i++) {
        ddds_uuid_parse(work.urns[i], 45, 0, &work.out[i], NULL);
    }
}

/* ---- Writing ------------------------------------------------------------ */

/* ---- Comparing ---------------------------------------------------------- */

static void libuuid_compare(void)
{
    for (size_t i = 1; i < MANY; i++) {
        work.sink += (unsigned long)uuid_compare(work.uuids[i - 1].octets,
                                                 work.uuids[i].octets);
    }
}

static void single_compare(void)
{
    for (size_t i = 1; i < MANY; i++) {
        work.sink += (unsigned long)ddds_uuid_compare(&work.uuids[i - 1],
                                                      &work.uuids[i]);
    }
}

/* ---- Making ------------------------------------------------------------- */

static void libuuid_v4(void)
{
    for (size_t i = 0; i < MANY; i++) {
        uuid_generate_random(work.out[i].octets);
    }
}

static void single_v4(void)
{
    for (size_t i = 0; i < MANY; i++) {
        ddds_uuid_generate_v4(&work.out[i], 1, NULL);
    }
}

static void batch_v4(void)
{
    ddds_uuid_generate_v4(work.out, MANY, NULL);
}

static void libuuid_v5(void)
{
    for (size_t i = 0; i < MANY; i++) {
        uuid_generate_sha1(work.out[i].octets, work.uuids[0].octets, name36,
                           36);
    }
}

static void single_v5(void)
{
    for (size_t i = 0; i < MANY; i++) {
        ddds_uuid_make_name(DDDS_UUID_SHA1, &work.uuids[0], name36, 36,
                            &work.out[i], NULL);
    }
}

static void libuuid_v1(void)
{
    for (size_t i = 0; i < MANY; i++) {
        uuid_generate_time(work.out[i].octets);
    }
}

static void single_v7(void)
{
    for (size_t i = 0; i < MANY; i++) {
        ddds_uuid_generate(work.generator, 7, &work.out[i], 1, NULL, NULL);
    }
}

static void batch_v7(void)
{
    ddds_uuid_generate(work.generator, 7, work.out, MANY, NULL, NULL);
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
    {"uuid-parse", {{"libuuid", libuuid_parse}, {"single", single_parse}}},
    {"uuid-urn", {{"libuuid", libuuid_urn}, {"single", single_urn}}},
    {"uuid-compare",
     {{"libuuid", libuuid_compare}, {"single", single_compare}}},
    {"uuid-v4",
     {{"libuuid", libuuid_v4}, {"single", single_v4}, {"batch", batch_v4}}},
    {"uuid-v5", {{"libuuid", libuuid_v5}, {"single", single_v5}}},
    {"uuid-v7",
     {{"libuuid-v1", libuuid_v1},
      {"generator", single_v7},
      {"batch", batch_v7}}},
};

/* Nanoseconds for one operation; repeated until it takes long enough for the
 * clock. */
static double measure(const struct bench *bench, void (*run)(void))
{
    unsigned passes = 0;
    double begin = bench_now();
    double elapsed;
    do {
        run();
        passes++;
        elapsed = bench_now() - begin;
    } while (elapsed < (double)bench_share(bench, ROUND));
    return elapsed / passes / MANY;
}

static void run_subject(const struct bench *bench,
                        const struct subject *subject)
{
    struct bench_series series[ROWS_MAX] = {0};
    size_t rows = 0;
    while (rows < ROWS_MAX && subject->rows[rows].run != NULL) {
        rows++;
    }
    for (unsigned round = 0; round < bench->rounds; round++) {
        for (size_t i = 0; i < rows; i++) {
            size_t row = (i + round) % rows;
            bench_add(&series[row], measure(bench, subject->rows[row].run));
        }
    }
    for (size_t row = 0; row < rows; row++) {
        bench_print(subject->name, subject->rows[row].name, "ns",
                    bench_least(&series[row]));
        if (row > 0) {
            bench_compare(subject->name, subject->rows[row].name, "",
                          &series[0], &series[row]);
        }
    }
}

static void fill_work(void)
{
    work.generator = ddds_uuid_generator_new(NULL, NULL);
    if (work.generator == NULL ||
        ddds_uuid_generate_v4(work.uuids, MANY, NULL) != DDDS_OK) {
        bench_fail("no UUIDs to work on");
    }
    for (size_t i = 0; i < MANY; i++) {
        ddds_uuid_text(&work.uuids[i], work.texts[i]);
        ddds_uuid_format(&work.uuids[i], DDDS_UUID_URN, work.urns[i],
                         DDDS_UUID_FORM_SIZE);
    }
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";
    for (size_t i = 0; i < sizeof subjects / sizeof subjects[0]; i++) {
        if (strcmp(name, subjects[i].name) == 0) {
            struct bench bench = bench_start(argc - 1, argv + 1);
            fill_work();
            run_subject(&bench, &subjects[i]);
            bench_use(work.sink);
            ddds_uuid_generator_free(work.generator);
            return 0;
        }
    }
    bench_fail("the first word is no subject of UUIDs, such as uuid-parse");
    return 1;
}
