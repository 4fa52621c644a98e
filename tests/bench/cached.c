/* Whole resolutions out of memory, through the front door: a zone with a rule
 * for each of R namespaces, 8192 different URNs.
 *
 * Beside it the usual way, which is given the rule for nothing: split the URN,
 * regcomp and regexec; or regexec alone, everything else kept.
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

/* ---- The usual way --------------------------------------------------------
 */

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

static double time_each(const struct posix *posix, const struct urns *urns,
                        size_t count)
{
    char output[256];
    double start = bench_now();
    for (size_t i = 0; i < count; i++) {
        size_t namespace = urns_namespace(urns->text[i]);
        bench_use(posix_rewrite_once(&posix->rules[namespace], urns->text[i],
                                     output));
    }
    return (bench_now() - start) / (double)count;
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

/* ---- Side by side ---------------------------------------------------------
 */

static void run(const struct bench *bench, size_t namespaces)
{
    char rules[24];
    struct bench_series house = {0};
    struct bench_series each = {0};
    struct bench_series kept = {0};
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
        bench_add(&each, time_each(&posix, &urns, count / EACH_SHARE + 1));
        bench_add(&kept,
                  posix.regexes == NULL
                      ? 0
                      : time_kept(&posix, &urns, count / EACH_SHARE + 1));
    }
    snprintf(rules, sizeof rules, "%zu", namespaces);
    bench_print("cached", rules, "ns", bench_median(&house));
    bench_print("cached", rules, "",
                bench_median(&each) / bench_median(&house));
    if (posix.regexes != NULL) {
        bench_print("cached", rules, "over-kept-regexes",
                    bench_median(&kept) / bench_median(&house));
    }
    ddds_resolution_free(resolution);
    ddds_database_free(database);
    free_posix(&posix, namespaces);
    urns_free(&urns);
}

int main(int argc, char **argv)
{
    static const size_t cases[] = {1, 16, 256, 1024, 4096, 65536};
    struct bench bench = bench_start(argc, argv);
    size_t count = bench.divisor > 1 ? 2 : sizeof cases / sizeof cases[0];
    for (size_t i = 0; i < count; i++) {
        run(&bench, cases[i]);
    }
    return 0;
}
