/* A rule that is used again and again, beside code that PCRE2's JIT has made of
 * it, with a substitution of its own. Both must give the same.
 *
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <string.h>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <ddds/rule.h>

#include "bench.h"

enum { SUBJECTS = 64, SUBJECT_SIZE = 64, USES = 200000 };

/* Rules as they are in use, and strings for them: first those of a shape that
 * the library matches itself, then others. */
static const struct pattern {
    const char *name;
    const char *field;
    const char *ere; /* of the field */
    const char *replacement;
    bool ignores_case;
    const char *head; /* of the string; a number follows, then */
    const char *tail;
} patterns[] = {
    {"urn", "!^urn:foo:([0-9]+):([^:]+)$!http://\\1.example.com/\\2!i",
     "^urn:foo:([0-9]+):([^:]+)$", "http://\\1.example.com/\\2", true,
     "urn:foo:0023", ":annual-report-1997"},
    {"cid", "!^urn:cid:.+@([^\\.]+\\.)(.*)$!\\2!i",
     "^urn:cid:.+@([^\\.]+\\.)(.*)$", "\\2", true, "urn:cid:199606121851.",
     "@bar.example.com"},
    {"enum", "/^\\+1(.*)$/sip:\\1@example.com/", "^\\+1(.*)$",
     "sip:\\1@example.com", false, "+1202555", ""},
    {"constant", "!^.*$!sip:information@example.com!", "^.*$",
     "sip:information@example.com", false, "+4416329600", ""},
    {"alternatives",
     "!^urn:(foo|bar):([0-9]+):(.+)$!http://\\1.example.com/\\3!",
     "^urn:(foo|bar):([0-9]+):(.+)$", "http://\\1.example.com/\\3", false,
     "urn:bar:", ":annual-report"},
    {"repeated", "!^urn:foo:(([a-z]+-)+)([0-9]+)$!http://\\3.example.com/\\1!",
     "^urn:foo:(([a-z]+-)+)([0-9]+)$", "http://\\3.example.com/\\1", false,
     "urn:foo:annual-report-", ""},
};

static char subjects[SUBJECTS][SUBJECT_SIZE];

/* A rule in both forms. */
struct forms {
    const struct pattern *pattern;
    ddds_substitution *substitution;
    pcre2_code *code;
    pcre2_match_data *match;
};

/* ---- Each of them -------------------------------------------------------- */

static void rewrite(const struct forms *forms, const char *subject,
                    char output[256])
{
    bool matched;
    ddds_substitution_apply(forms->substitution, subject, output, 256, &matched,
                            NULL, NULL);
}

static void rewrite_jit(const struct forms *forms, const char *subject,
                        char output[256])
{
    if (pcre2_jit_match(forms->code, (PCRE2_SPTR)subject, strlen(subject), 0, 0,
                        forms->match, NULL) < 0) {
        bench_fail(subject);
    }
    const PCRE2_SIZE *groups = pcre2_get_ovector_pointer(forms->match);
    char *out = output;
    for (const char *at = forms->pattern->replacement; *at != '\0'; at++) {
        if (*at != '\\') {
            *out++ = *at;
            continue;
        }
        const PCRE2_SIZE *group = &groups[2 * (*++at - '0')];
        memcpy(out, subject + group[0], group[1] - group[0]);
        out += group[1] - group[0];
    }
    *out = '\0';
}

/* ---- Making and comparing them ------------------------------------------- */

static struct forms make_forms(const struct pattern *pattern)
{
    int error;
    PCRE2_SIZE offset;
    uint32_t options = pattern->ignores_case ? PCRE2_CASELESS : 0;
    struct forms forms = {
        .pattern = pattern,
        .substitution = ddds_substitution_new(pattern->field, NULL),
        .code = pcre2_compile((PCRE2_SPTR)pattern->ere, PCRE2_ZERO_TERMINATED,
                              options, &error, &offset, NULL),
    };
    if (forms.substitution == NULL || forms.code == NULL ||
        pcre2_jit_compile(forms.code, PCRE2_JIT_COMPLETE) != 0) {
        bench_fail(pattern->field);
    }
    forms.match = pcre2_match_data_create_from_pattern(forms.code, NULL);
    return forms;
}

static void free_forms(struct forms *forms)
{
    ddds_substitution_free(forms->substitution);
    pcre2_match_data_free(forms->match);
    pcre2_code_free(forms->code);
}

static void check(const struct forms *forms)
{
    char own[256];
    char jit[256];
    for (size_t i = 0; i < SUBJECTS; i++) {
        rewrite(forms, subjects[i], own);
        rewrite_jit(forms, subjects[i], jit);
        if (strcmp(own, jit) != 0) {
            bench_fail(subjects[i]);
        }
    }
}

static double time_form(const struct forms *forms,
                        void (*form)(const struct forms *forms,
                                     const char *subject, char output[256]),
                        size_t uses)
{
    char output[256];
    double start = bench_now();
    for (size_t i = 0; i < uses; i++) {
        form(forms, subjects[i % SUBJECTS], output);
        bench_use((uint64_t)output[0]);
    }
    return (bench_now() - start) / (double)uses;
}

/* Our time as a part of that of the JIT's code. */
static double run(const struct bench *bench, const struct pattern *pattern)
{
    struct bench_series house = {0};
    struct bench_series jit = {0};
    struct forms forms = make_forms(pattern);
    size_t uses = bench_share(bench, USES);
    for (unsigned i = 0; i < SUBJECTS; i++) {
        snprintf(subjects[i], SUBJECT_SIZE, "%s%u%s", pattern->head, i + 1000,
                 pattern->tail);
    }
    check(&forms);
    for (unsigned round = 0; round < bench->rounds; round++) {
        bench_add(&house, time_form(&forms, rewrite, uses));
        bench_add(&jit, time_form(&forms, rewrite_jit, uses));
    }
    free_forms(&forms);
    bench_print("rewrite-hot", pattern->name, "ns", bench_least(&house));
    return bench_compare("rewrite-hot", pattern->name, "of-jit", &house, &jit);
}

int main(int argc, char **argv)
{
    struct bench bench = bench_start(argc, argv);
    double logarithms = 0;
    size_t count = sizeof patterns / sizeof patterns[0];
    for (size_t i = 0; i < count; i++) {
        logarithms += log(run(&bench, &patterns[i]));
    }
    bench_print("rewrite-hot", "mean", "", exp(logarithms / (double)count));
    return 0;
}
