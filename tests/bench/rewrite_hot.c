/* A rule that is used again and again, beside compiling it each time.
 *
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <ddds/rule.h>

#include "bench.h"
#include "patterns.h"

enum { SUBJECTS = 64, SUBJECT_SIZE = 64, USES = 200000, POSIX_USES = 2000 };

static char subjects[SUBJECTS][SUBJECT_SIZE];

static double time_house(const ddds_substitution *substitution, size_t uses)
{
    char output[256];
    double start = bench_now();
    for (size_t i = 0; i < uses; i++) {
        bool matched;
        ddds_substitution_apply(substitution, subjects[i % SUBJECTS], output,
                                sizeof output, &matched, NULL, NULL);
        bench_use((uint64_t)output[0]);
    }
    return (bench_now() - start) / (double)uses;
}

static double time_posix(const struct posix_rule *rule, size_t uses)
{
    char output[256];
    double start = bench_now();
    for (size_t i = 0; i < uses; i++) {
        bench_use(posix_rewrite_once(rule, subjects[i % SUBJECTS], output));
    }
    return (bench_now() - start) / (double)uses;
}

static double run(const struct bench *bench, const struct pattern *pattern)
{
    struct bench_series house = {0};
    struct bench_series posix = {0};
    ddds_substitution *substitution =
        ddds_substitution_new(pattern->field, NULL);
    if (substitution == NULL) {
        bench_fail(pattern->field);
    }
    for (unsigned i = 0; i < SUBJECTS; i++) {
        snprintf(subjects[i], SUBJECT_SIZE, "%s%u%s", pattern->head, i + 1000,
                 pattern->tail);
    }
    time_house(substitution, 1000);
    for (unsigned round = 0; round < bench->rounds; round++) {
        bench_add(&house, time_house(substitution, bench_share(bench, USES)));
        bench_add(&posix,
                  time_posix(&pattern->posix, bench_share(bench, POSIX_USES)));
    }
    ddds_substitution_free(substitution);
    double ratio = bench_median(&posix) / bench_median(&house);
    bench_print("rewrite-hot", pattern->name, "ns", bench_median(&house));
    bench_print("rewrite-hot", pattern->name, "", ratio);
    return ratio;
}

int main(int argc, char **argv)
{
    struct bench bench = bench_start(argc, argv);
    double worst = INFINITY;
    double logarithms = 0;
    for (size_t i = 0; i < PATTERNS; i++) {
        double ratio = run(&bench, &patterns[i]);
        worst = ratio < worst ? ratio : worst;
        logarithms += log(ratio);
    }
    bench_print("rewrite-hot", "worst", "", worst);
    bench_print("rewrite-hot", "mean", "", exp(logarithms / PATTERNS));
    return 0;
}
