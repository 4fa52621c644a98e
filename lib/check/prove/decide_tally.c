/* Tallies of inputs with the same verdict, and inputs that are decided one by
 * one.
 *
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/prove/decide.h"
#include "check/prove/hashed.h"

bool ddds_decide_no_memory(struct deciding *deciding)
{
    deciding->no_memory = true;
    return false;
}

void ddds_tally_free(struct tally *tally)
{
    ddds_count_free(&tally->count);
    free(tally->witness);
}

bool ddds_decide_witness(struct deciding *deciding, struct tally *tally,
                         const char *input, const char *because)
{
    if (!ddds_classes_is_shorter(input, tally->witness)) {
        return true;
    }
    char *copy = strdup(input);
    if (copy == NULL) {
        return ddds_decide_no_memory(deciding);
    }
    free(tally->witness);
    tally->witness = copy;
    tally->class_index = deciding->class_index;
    tally->because = because;
    return true;
}

static const struct ddds_proof_class *
shown_class(const struct deciding *deciding)
{
    return &deciding->proof->classes.classes[deciding->class_index].shown;
}

static bool is_rest(const struct deciding *deciding)
{
    return shown_class(deciding)->is_rest;
}

enum members_result ddds_decide_first(const struct deciding *deciding,
                                      const struct dfa *dfa,
                                      char input[LIMIT_INPUT + 1])
{
    return is_rest(deciding)
               ? ddds_hashed_other(&deciding->proof->with, dfa, input)
               : ddds_members_first(dfa, input, LIMIT_INPUT + 1);
}

static bool is_unknown(const struct deciding *deciding)
{
    return shown_class(deciding)->status == DDDS_PROOF_UNKNOWN;
}

/* Find the first member of |dfa|, a part of the present class. If that is
 * unknown, the first member may not be accepted: the witness is its own. */
static enum members_result find_witness(const struct deciding *deciding,
                                        const struct dfa *dfa,
                                        char input[LIMIT_INPUT + 1])
{
    if (!is_unknown(deciding)) {
        return ddds_decide_first(deciding, dfa, input);
    }
    snprintf(input, LIMIT_INPUT + 1, "%s", shown_class(deciding)->witness);
    return *input != '\0' ? MEMBERS_FOUND : MEMBERS_LIMIT;
}

bool ddds_decide_add(struct deciding *deciding, struct tally *tally,
                     const struct dfa *dfa, const char *because)
{
    char input[LIMIT_INPUT + 1];
    enum members_result first = find_witness(deciding, dfa, input);
    tally->is_uncounted |= is_rest(deciding);
    enum members_result counted = tally->is_uncounted
                                      ? MEMBERS_LIMIT
                                      : ddds_members_count(dfa, &tally->count);
    tally->is_uncounted |= counted != MEMBERS_FOUND;
    if (first == MEMBERS_NO_MEMORY || counted == MEMBERS_NO_MEMORY) {
        return ddds_decide_no_memory(deciding);
    }
    if (first != MEMBERS_FOUND) {
        struct tally *unknown = &deciding->unknown;
        unknown->has_others = true;
        unknown->because = unknown->witness != NULL    ? unknown->because
                           : is_unknown(deciding)      ? because
                           : first == MEMBERS_INFINITE ? NO_KNOWN_INPUT
                                                       : TOO_LONG;
        return true;
    }
    return ddds_decide_witness(deciding, tally, input, because);
}

bool ddds_decide_all(struct deciding *deciding, struct tally *tally,
                     const struct class *class, const char *because)
{
    bool ok = true;
    tally->is_uncounted |= class->is_uncounted;
    if (class->is_vague || class->shown.key != NULL) {
        tally->has_others = true;
        tally->because = tally->witness != NULL ? tally->because : because;
        return true;
    }
    for (const struct class_part *part = class->parts; ok && part != NULL;
         part = part->next) {
        ok = ddds_decide_add(deciding, tally, part->dfa, because);
    }
    return ok;
}

ddds_resolution *ddds_decide_resolve(struct deciding *deciding,
                                     const char *input)
{
    const struct exploration *with = &deciding->proof->with;
    ddds_resolution *done =
        ddds_resolve(with->database, with->self, input, &with->options, NULL);
    if (done == NULL || ddds_resolution_status(done) != DDDS_OK) {
        ddds_resolution_free(done);
        (void)ddds_decide_no_memory(deciding);
        return NULL;
    }
    return done;
}

/* ---- One by one ---------------------------------------------------------- */

/* Resolve |input| and add it to the tally of its verdict. */
static bool decide_input(void *context, const char *input)
{
    struct deciding *deciding = context;
    ddds_resolution *done = ddds_decide_resolve(deciding, input);
    if (done == NULL) {
        return false;
    }
    bool has =
        ddds_property_has(deciding->property, ddds_resolution_result(done));
    ddds_resolution_free(done);
    if (has) {
        return true;
    }
    return (deciding->refuted.is_uncounted ||
            ddds_count_add_one(&deciding->refuted.count) ||
            ddds_decide_no_memory(deciding)) &&
           ddds_decide_witness(deciding, &deciding->refuted, input, NULL);
}

/* Inputs that may refute a property. */
struct trying {
    struct deciding *deciding;
    unsigned left; /* inputs that may still be resolved */
    bool ok;
};

static bool try_input(void *context, const char *input)
{
    struct trying *trying = context;
    struct tally *refuted = &trying->deciding->refuted;
    trying->ok = decide_input(trying->deciding, input);
    refuted->is_uncounted |= refuted->witness != NULL;
    trying->left -= trying->left > 0;
    trying->deciding->tries -= trying->deciding->tries > 0;
    return trying->ok && trying->left > 0;
}

bool ddds_decide_shortest(struct deciding *deciding, const struct dfa *dfa,
                          unsigned most)
{
    char input[LIMIT_INPUT + 1];
    struct trying trying = {deciding, most, true};
    enum members_result first = ddds_members_first(dfa, input, sizeof input);
    if (first != MEMBERS_FOUND) {
        return first != MEMBERS_NO_MEMORY || ddds_decide_no_memory(deciding);
    }
    for (size_t more = 1; trying.ok && more <= 2; more++) {
        trying.left = most < deciding->tries ? most : deciding->tries;
        if (trying.left > 0 &&
            ddds_members_each(dfa, try_input, &trying, strlen(input) + more) ==
                MEMBERS_NO_MEMORY) {
            return ddds_decide_no_memory(deciding);
        }
    }
    return trying.ok;
}

bool ddds_decide_each(struct deciding *deciding, const struct dfa *dfa,
                      const char *because)
{
    if (!ddds_explore_are_few(dfa)) {
        return ddds_decide_shortest(deciding, dfa, TRIED) &&
               ddds_decide_add(deciding, &deciding->unknown, dfa, because);
    }
    return ddds_members_each(dfa, decide_input, deciding, LIMIT_INPUT + 1) !=
               MEMBERS_NO_MEMORY &&
           !deciding->no_memory;
}
