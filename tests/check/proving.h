/* Random zones, and proofs of them beside the engine.
 *
 * SPDX-License-Identifier: MIT */
#ifndef TESTS_CHECK_PROVING_H
#define TESTS_CHECK_PROVING_H

#include <ddds/prove.h>
#include <ddds/resolve.h>

#include "check/random_zones.h"

/* ---- The comparison ---------------------------------------------------------- */

struct comparing {
    ddds_database *zones;
    const struct ddds_application *application;
    const struct ddds_options *options; /* or NULL */
    ddds_proof *proof;
    const char *zone;
    unsigned compared;
    unsigned unknown;
};

/* Return true if |result|, NULL for a rejected input, agrees with the outcome
 * of |class|. */
static inline bool is_of_class(const struct ddds_result *result,
                               const struct ddds_proof_class *class)
{
    if (class->status == DDDS_PROOF_UNKNOWN) {
        return strstr(class->because, "disagree") == NULL;
    }
    if (result == NULL) {
        return class->status == DDDS_PROOF_BAD_INPUT;
    }
    if (result->reason != class->reason) {
        return false;
    }
    if (result->outcome_count == 0) {
        return class->status == DDDS_PROOF_FAILED;
    }
    const struct ddds_outcome *outcome = &result->outcomes[0];
    if (outcome->step == DDDS_NO_STEP) {
        return class->status == DDDS_PROOF_RESOLVED &&
               outcome->kind == class->kind && class->path_count == 0;
    }
    const struct ddds_step *step = &result->steps[outcome->step];
    const struct ddds_rule *rule = step->rules[outcome->rule].rule;
    const struct ddds_proof_hop *hop = &class->path[class->path_count - 1];
    return class->status == DDDS_PROOF_RESOLVED &&
           outcome->kind == class->kind && rule->order == hop->order &&
           rule->preference == hop->preference &&
           strcmp(outcome->services, class->services) == 0;
}

static inline void compare_input(struct comparing *comparing, const char *input)
{
    struct ddds_options options = DDDS_OPTIONS_INIT;
    options = comparing->options != NULL ? *comparing->options : options;
    ddds_resolution *done = ddds_resolve(
        comparing->zones, comparing->application, input, &options, NULL);
    const struct ddds_result *result =
        done != NULL ? ddds_resolution_result(done) : NULL;
    size_t found = SIZE_MAX;
    for (size_t i = 0; ddds_proof_class_at(comparing->proof, i) != NULL; i++) {
        if (ddds_proof_has(comparing->proof, i, input)) {
            assert_true(found == SIZE_MAX);
            found = i;
        }
    }
    const struct ddds_proof_class *class =
        ddds_proof_class_at(comparing->proof, found);
    if (class == NULL || !is_of_class(result, class)) {
        fail_msg(
            "\"%s\": %s; class %zu, status %d (%s), witness %s, in\n%s", input,
            result == NULL ? "not accepted" : ddds_reason_name(result->reason),
            found, class == NULL ? -1 : (int)class->status,
            class == NULL ? "" : ddds_reason_name(class->reason),
            class == NULL ? "" : class->witness, comparing->zone);
    }
    comparing->compared++;
    comparing->unknown += class->status == DDDS_PROOF_UNKNOWN;
    ddds_resolution_free(done);
}

/* Compare every string of at most |most| letters between |prefix| and |suffix|. */
static inline void compare_all(struct comparing *comparing, const char *prefix,
                               const char *letters, const char *suffix,
                               size_t most)
{
    char input[64];
    size_t count = strlen(letters);
    size_t begin = strlen(prefix);
    size_t places[8] = {0};
    memcpy(input, prefix, begin);
    for (size_t length = 0; length <= most; length++) {
        memset(places, 0, sizeof places);
        for (;;) {
            size_t at = 0;
            for (size_t i = 0; i < length; i++) {
                input[begin + i] = letters[places[i]];
            }
            memcpy(input + begin + length, suffix, strlen(suffix) + 1);
            compare_input(comparing, input);
            while (at < length && ++places[at] == count) {
                places[at++] = 0;
            }
            if (at == length) {
                break;
            }
        }
    }
}

static inline void compare_member(void *context, const char *input)
{
    compare_input(context, input);
}

/* Check that the members of each class resolve to its outcome, and that the
 * expression of its inputs, if any, has as many members. */
static inline void compare_classes(struct comparing *comparing)
{
    const struct ddds_proof_class *class;
    for (size_t i = 0;
         (class = ddds_proof_class_at(comparing->proof, i)) != NULL; i++) {
        compare_input(comparing, class->witness);
        assert_ok(ddds_proof_members(comparing->proof, i, 5, compare_member,
                                     comparing));
        if (class->inputs != NULL && class->count != NULL) {
            struct ddds_prove_options options = DDDS_PROVE_OPTIONS_INIT;
            options.request = comparing->options;
            ddds_proof *again =
                ddds_prove(comparing->zones, comparing->application,
                           class->inputs, &options, NULL);
            if (again == NULL ||
                strcmp(ddds_proof_count(again), class->count) != 0) {
                fail_msg("%s: not %s", class->inputs, class->count);
            }
            ddds_proof_free(again);
        }
    }
}

#endif
