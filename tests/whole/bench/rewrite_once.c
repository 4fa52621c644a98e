/* A rule that is read, compiled, used once and thrown away, as by a program
 * that resolves one name; beside the C library's way.
 *
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "bench.h"
#include "patterns.h"
#include "rule/substitution.h"

enum { USES = 20000, POSIX_USES = 2000 };

static double time_house(const struct pattern *pattern, const char *aus,
                         size_t uses)
{
    char output[256];
    struct ere_context *context = ddds_ere_context_new();
    double start = bench_now();
    for (size_t i = 0; i < uses; i++) {
        bool matched;
        struct ddds_substitution *substitution =
            ddds_substitution_read(context, pattern->field);
        ddds_substitution_apply(substitution, aus, output, sizeof output,
                                &matched, NULL, NULL);
        bench_use((uint64_t)output[0]);
        ddds_substitution_free(substitution);
    }
    double spent = bench_now() - start;
    ddds_ere_context_free(context);
    return spent / (double)uses;
}

static double time_posix(const struct pattern *pattern, const char *aus,
                         size_t uses)
{
    char output[256];
    double start = bench_now();
    for (size_t i = 0; i < uses; i++) {
        bench_use(posix_rewrite_once(&pattern->posix, aus, output));
    }
    return (bench_now() - start) / (double)uses;
}

int main(int argc, char **argv)
{
    struct bench bench = bench_start(argc, argv);
    for (size_t i = 0; i < PATTERNS; i++) {
        struct bench_series house = {0};
        struct bench_series posix = {0};
        char aus[64];
        snprintf(aus, sizeof aus, "%s1234%s", patterns[i].head,
                 patterns[i].tail);
        for (unsigned round = 0; round < bench.rounds; round++) {
            bench_add(&house,
                      time_house(&patterns[i], aus, bench_share(&bench, USES)));
            bench_add(&posix, time_posix(&patterns[i], aus,
                                         bench_share(&bench, POSIX_USES)));
        }
        bench_print("rewrite-once", patterns[i].name, "ns",
                    bench_least(&house));
        bench_compare("rewrite-once", patterns[i].name, "", &posix, &house);
    }
    return 0;
}
