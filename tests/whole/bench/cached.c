/* Whole resolutions from a zone in memory, with a rule for each of R namespaces
 * and 8192 different URNs.
 *
 * Beside them the least that others do, who are given the rule: split the URN,
 * and rewrite it with expressions that regcomp has compiled before. With more
 * rules than the processor's cache holds, what counts is how often memory is
 * waited for: three times that is printed beside them.
 *
 * usage: cached [--smoke | ROUNDS]
 *        cached only RULES COUNT    COUNT resolutions and nothing else, for
 *                                   callgrind
 *
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ddds/ddds.h>

#include "bench.h"
#include "urns.h"

enum { EACH_SHARE = 16, CACHED_RULES_MAX = 4096 };

/* ---- The library --------------------------------------------------------- */

static double time_house(ddds_resolution *resolution, const struct urns *urns,
                         size_t count)
{
    double start = bench_now();
    for (size_t i = 0; i < count; i++) {
        ddds_resolution_restart(resolution, urns->text[i], NULL);
        ddds_resolution_start(resolution, NULL, NULL);
        const struct ddds_result *result = ddds_resolution_result(resolution);
        if (result == NULL || result->outcome_count != 1) {
            bench_fail(urns->text[i]);
        }
        bench_use((uint64_t)result->outcomes[0].uri[0]);
    }
    return (bench_now() - start) / (double)count;
}

/* ---- With kept expressions ----------------------------------------------- */

struct posix {
    struct posix_rule *rules;
    regex_t *regexes; /* NULL if there are too many to keep */
};

static struct posix make_posix(size_t namespaces)
{
    struct posix posix = {malloc(namespaces * sizeof *posix.rules), NULL};
    if (namespaces <= CACHED_RULES_MAX) {
        posix.regexes = malloc(namespaces * sizeof *posix.regexes);
    }
    for (size_t i = 0; i < namespaces; i++) {
        posix.rules[i] = urns_posix_rule(i);
        if (posix.regexes != NULL) {
            posix_compile(&posix.rules[i], &posix.regexes[i]);
        }
    }
    return posix;
}

static double time_kept(const struct posix *posix, const struct urns *urns,
                        size_t count)
{
    char output[256];
    double start = bench_now();
    for (size_t i = 0; i < count; i++) {
        size_t namespace = urns_namespace(urns->text[i]);
        bench_use(posix_rewrite(&posix->rules[namespace],
                                &posix->regexes[namespace], urns->text[i],
                                output));
    }
    return (bench_now() - start) / (double)count;
}

static void free_posix(struct posix *posix, size_t namespaces)
{
    for (size_t i = 0; i < namespaces; i++) {
        if (posix->regexes != NULL) {
            regfree(&posix->regexes[i]);
        }
        urns_free_rule(&posix->rules[i]);
    }
    free(posix->regexes);
    free(posix->rules);
}

/* ---- Memory -------------------------------------------------------------- */

/* Nanoseconds to wait for memory three times, and for the tables of its pages:
 * each element of |next| names another one, far away, and all of them make one
 * circle. */
static double time_memory(const size_t *next)
{
    enum { STEPS = 100000 };
    size_t at = 0;
    double start = bench_now();
    for (size_t i = 0; i < STEPS; i++) {
        at = next[at];
    }
    double spent = bench_now() - start;
    bench_use(at);
    return spent / STEPS * 3;
}

/* Such a circle, which is larger than caches are. */
static size_t *make_circle(void)
{
    enum { ELEMENTS = 1 << 24 };
    size_t *next = malloc(ELEMENTS * sizeof *next);
    if (next == NULL) {
        bench_fail("out of memory");
    }
    for (size_t i = 0; i < ELEMENTS; i++) { /* full period: Knuth 3.2.1.2 */
        next[i] = (i * 11400709 + 12345679) % ELEMENTS;
    }
    return next;
}

/* ---- Side by side -------------------------------------------------------- */

static void run(const struct bench *bench, size_t namespaces,
                const size_t *circle)
{
    char rules[24];
    struct bench_series house = {0};
    struct bench_series kept = {0};
    struct bench_series memory = {0};
    struct urns urns = urns_new(namespaces);
    struct posix posix = make_posix(namespaces);
    ddds_database *database = urns_database(namespaces);
    ddds_resolution *resolution = ddds_resolution_new(
        database, ddds_application_urn(), urns.text[0], NULL, NULL);
    size_t count = bench_share(bench, URNS);
    for (unsigned warm = 0; warm < 8; warm++) {
        time_house(resolution, &urns, count);
    }
    for (unsigned round = 0; round < bench->rounds; round++) {
        bench_add(&house, time_house(resolution, &urns, count));
        bench_add(&memory, time_memory(circle));
        if (posix.regexes != NULL) {
            bench_add(&kept, time_kept(&posix, &urns, count / EACH_SHARE + 1));
        }
    }
    snprintf(rules, sizeof rules, "%zu", namespaces);
    bench_print("cached", rules, "ns", bench_least(&house));
    bench_print("cached", rules, "three-misses-ns", bench_least(&memory));
    if (posix.regexes != NULL) {
        bench_compare("cached", rules, "over-kept-regexes", &kept, &house);
    }
    ddds_resolution_free(resolution);
    ddds_database_free(database);
    free_posix(&posix, namespaces);
    urns_free(&urns);
}

static void run_only(size_t namespaces, size_t count)
{
    struct urns urns = urns_new(namespaces);
    ddds_database *database = urns_database(namespaces);
    ddds_resolution *resolution = ddds_resolution_new(
        database, ddds_application_urn(), urns.text[0], NULL, NULL);
    for (; count > 0; count -= count < URNS ? count : URNS) {
        time_house(resolution, &urns, count < URNS ? count : URNS);
    }
    ddds_resolution_free(resolution);
    ddds_database_free(database);
    urns_free(&urns);
}

int main(int argc, char **argv)
{
    static const size_t cases[] = {1, 16, 256, 1024, 4096, 65536};
    if (argc == 4 && strcmp(argv[1], "only") == 0) {
        run_only(strtoul(argv[2], NULL, 10), strtoul(argv[3], NULL, 10));
        return 0;
    }
    struct bench bench = bench_start(argc, argv);
    size_t count = bench.divisor > 1 ? 2 : sizeof cases / sizeof cases[0];
    size_t *circle = make_circle();
    for (size_t i = 0; i < count; i++) {
        run(&bench, cases[i], circle);
    }
    free(circle);
    return 0;
}
