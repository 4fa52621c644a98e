/* What a rule that is kept takes of memory: ten thousand of them, each in a set
 * of its own and used once.
 *
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "posix.h"
#include "rule/ruleset.h"

enum { RULES = 10000 };

static void keep_house(size_t count)
{
    ddds_rulebook *rulebook = ddds_rulebook_new(NULL);
    ddds_ruleset **sets = malloc(count * sizeof *sets);
    for (size_t i = 0; sets != NULL && i < count; i++) {
        char regexp[96];
        char aus[64];
        char output[256];
        bool matched;
        snprintf(regexp, sizeof regexp,
                 "!^urn:n%zu:([^:]+):(.+)$!http://\\1.example.com/\\2!i", i);
        snprintf(aus, sizeof aus, "urn:n%zu:a:b", i);
        const struct rule_fields rule = {.order = 100,
                                         .preference = 10,
                                         .flags = {"u", 1},
                                         .services = {"http+I2L", 8},
                                         .regexp = {regexp, strlen(regexp)},
                                         .replacement = {"", 0}};
        sets[i] = ddds_ruleset_make(rulebook, &rule, 1, NULL);
        struct ddds_substitution *read = ddds_ruleset_substitution(sets[i], 0);
        ddds_substitution_apply(read, aus, output, sizeof output, &matched,
                                NULL, NULL);
        ddds_ruleset_leave(sets[i], 0, read);
        bench_use(matched);
    }
}

static void keep_posix(size_t count)
{
    regex_t *regexes = malloc(count * sizeof *regexes);
    for (size_t i = 0; regexes != NULL && i < count; i++) {
        char ere[96];
        char aus[64];
        char output[256];
        snprintf(ere, sizeof ere, "^urn:n%zu:([^:]+):(.+)$", i);
        snprintf(aus, sizeof aus, "urn:n%zu:a:b", i);
        struct posix_rule rule = {ere, "http://\\1.example.com/\\2", true};
        posix_compile(&rule, &regexes[i]);
        bench_use(posix_rewrite(&rule, &regexes[i], aus, output));
    }
}

/* Rules to keep, and how. */
struct keeping {
    void (*keep)(size_t count);
    size_t count;
};

/* Octets for each. */
static double measure(const void *context)
{
    const struct keeping *keeping = context;
    keeping->keep(1);
    size_t before = bench_resident();
    keeping->keep(keeping->count);
    return (double)(bench_resident() - before) / (double)keeping->count;
}

int main(int argc, char **argv)
{
    struct bench bench = bench_start(argc, argv);
    size_t count = bench_share(&bench, RULES);
    double house = bench_apart(measure, &(struct keeping){keep_house, count});
    double posix = bench_apart(measure, &(struct keeping){keep_posix, count});
    bench_print("rule", "memory", "", house);
    bench_print("rule", "regex_t-over", "", posix / house);
    return 0;
}
