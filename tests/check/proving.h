/* Random zones, and proofs of them beside the engine.
 *
 * SPDX-License-Identifier: MIT */
#ifndef TESTS_CHECK_PROVING_H
#define TESTS_CHECK_PROVING_H

#include "check/random_zones.h"
#include "seed.h"

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

/* Zones of an application, a set, and inputs that are compared: |prefix|, up to
 * |most| of |letters|, and |suffix|. */
struct kind {
    const char *application;
    const struct ingredients *ingredients; /* NULL: write_zone() */
    const char *set;
    const char *prefix;
    const char *letters;
    const char *suffix;
    size_t most;
    unsigned unknown;  /* inputs of a hundred, at most */
    const char *count; /* of the set, or NULL */
    const char *roots; /* or NULL */
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
    const struct ddds_proof_class *class = class_of(comparing->proof, input);
    if (!is_of_class(result, class)) {
        fail_msg("\"%s\": %s; status %d (%s), witness %s, in\n%s", input,
                 result == NULL ? "not accepted"
                                : ddds_reason_name(result->reason),
                 (int)class->status, ddds_reason_name(class->reason),
                 class->witness, comparing->zone);
    }
    comparing->compared++;
    comparing->unknown += class->status == DDDS_PROOF_UNKNOWN;
    ddds_resolution_free(done);
}

static inline void compare_all(struct comparing *comparing,
                               const struct kind *kind)
{
    char input[64];
    size_t count = strlen(kind->letters);
    size_t begin = strlen(kind->prefix);
    size_t places[8] = {0};
    memcpy(input, kind->prefix, begin);
    for (size_t length = 0; length <= kind->most; length++) {
        memset(places, 0, sizeof places);
        for (;;) {
            size_t at = 0;
            for (size_t i = 0; i < length; i++) {
                input[begin + i] = kind->letters[places[i]];
            }
            strcpy(input + begin + length, kind->suffix);
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
        if (class->status != DDDS_PROOF_UNKNOWN || class->witness[0] != '\0') {
            compare_input(comparing, class->witness);
        }
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

/* Write a zone of |kind| to |text|, which has ZONE octets. */
static inline void write_kind(struct making *making, const struct kind *kind,
                              char *text)
{
    ddds_text_init(&making->text, text, ZONE);
    if (kind->ingredients == NULL) {
        write_zone(making);
    } else {
        write_records(making, kind->ingredients);
    }
}

/* Compare the inputs of |kind| in the zone. */
static inline void prove_zone(struct comparing *comparing,
                              const struct kind *kind)
{
    struct ddds_error error;
    struct ddds_prove_options options = DDDS_PROVE_OPTIONS_INIT;
    options.request = comparing->options;
    ddds_proof *proof = ddds_prove(comparing->zones, comparing->application,
                                   kind->set, &options, &error);
    if (proof == NULL) {
        fail_msg("%s: %s in\n%s", kind->set, error.detail, comparing->zone);
    }
    comparing->proof = proof;
    if (kind->count != NULL) {
        assert_string_equal(ddds_proof_count(proof), kind->count);
    }
    compare_all(comparing, kind);
    compare_classes(comparing);
    ddds_proof_free(proof);
}

typedef struct ddds_options chooser(struct making *making,
                                    const struct kind *kind);

/* Compare |least| inputs of each of |count| |kinds| with the options that are chosen. */
static inline void compare_kinds(const struct kind *kinds, size_t count,
                                 unsigned least, chooser *choose_options)
{
    struct making making = {.state = take_seed(20261128) | 1};
    bool are_known = true;
    char *zone = malloc(ZONE);
    for (const struct kind *kind = kinds; kind < kinds + count; kind++) {
        struct comparing all = {.zone = zone};
        all.application = ddds_application_find(kind->application);
        assert_non_null(all.application);
        while (all.compared < least) {
            const struct ddds_options options = choose_options(&making, kind);
            all.options = &options;
            write_kind(&making, kind, zone);
            all.zones = load(zone);
            prove_zone(&all, kind);
            ddds_database_free(all.zones);
        }
        printf("%s, %s: %u inputs, of which %u are unknown\n",
               kind->application, kind->set, all.compared, all.unknown);
        are_known &= all.unknown * 100 <= all.compared * kind->unknown;
    }
    free(zone);
    assert_true(are_known);
}

#endif
