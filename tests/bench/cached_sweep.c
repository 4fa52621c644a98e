/* Is machine code made when it pays, and only then? Rules that are kept, R of
 * them, and 8192 different URNs: as it is, beside never and always.
 *
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "bench.h"
#include "rule/substitution.h"
#include "urns.h"

enum { WAYS = 3 };

static const struct {
    const char *name;
    int hot_rules;
} ways[WAYS] = {{"machine-code-adaptive", LIMIT_HOT_RULES},
                {"machine-code-never", 0},
                {"machine-code-always", 1 << 20}};

struct rules {
    struct ere_context *context;
    struct ddds_substitution **substitutions;
    size_t count;
};

static struct rules make_rules(size_t count, int hot_rules)
{
    struct rules rules = {ddds_ere_context_new(),
                          malloc(count * sizeof *rules.substitutions), count};
    ddds_ere_context_set_hot_left(rules.context, hot_rules);
    for (size_t i = 0; i < count; i++) {
        char field[96];
        /* The alternatives make it a rule that PCRE2 matches. */
        snprintf(field, sizeof field,
                 "!^(urn|URN):n%zu:([^:]+):(.+)$!http://\\2.example.com/\\3!",
                 i);
        rules.substitutions[i] = ddds_substitution_read(rules.context, field);
    }
    return rules;
}

static void free_rules(struct rules *rules)
{
    for (size_t i = 0; i < rules->count; i++) {
        ddds_substitution_free(rules->substitutions[i]);
    }
    free(rules->substitutions);
    ddds_ere_context_free(rules->context);
}

static double time_rules(const struct rules *rules, const struct urns *urns,
                         size_t count)
{
    char output[256];
    double start = bench_now();
    for (size_t i = 0; i < count; i++) {
        bool matched;
        ddds_substitution_apply(
            rules->substitutions[urns_namespace(urns->text[i])], urns->text[i],
            output, sizeof output, &matched, NULL, NULL);
        bench_use((uint64_t)output[0]);
    }
    return (bench_now() - start) / (double)count;
}

static void run(const struct bench *bench, size_t count)
{
    struct bench_series series[WAYS] = {0};
    struct rules rules[WAYS];
    double medians[WAYS];
    char rules_of[24];
    struct urns urns = urns_new(count);
    size_t share = bench_share(bench, URNS);
    for (size_t way = 0; way < WAYS; way++) {
        rules[way] = make_rules(count, ways[way].hot_rules);
        size_t uses = count * 2 * LIMIT_HOT_USES / URNS + 2;
        for (size_t i = 0; i < uses && bench->divisor == 1; i++) {
            time_rules(&rules[way], &urns, share);
        }
    }
    for (unsigned round = 0; round < bench->rounds; round++) {
        for (size_t way = 0; way < WAYS; way++) {
            bench_add(&series[way], time_rules(&rules[way], &urns, share));
        }
    }
    snprintf(rules_of, sizeof rules_of, "%zu", count);
    for (size_t way = 0; way < WAYS; way++) {
        medians[way] = bench_median(&series[way]);
        bench_print(ways[way].name, rules_of, "ns", medians[way]);
        free_rules(&rules[way]);
    }
    double best = medians[1] < medians[2] ? medians[1] : medians[2];
    bench_print("cached-sweep", rules_of, "", best / medians[0]);
    urns_free(&urns);
}

int main(int argc, char **argv)
{
    static const size_t counts[] = {1, 16, 256, 1024, 4096, 65536};
    struct bench bench = bench_start(argc, argv);
    size_t last = bench.divisor > 1 ? 2 : sizeof counts / sizeof counts[0];
    for (size_t i = 0; i < last; i++) {
        run(&bench, counts[i]);
    }
    return 0;
}
