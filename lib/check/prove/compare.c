/* Compares two proofs about one set: intersects the parts of both, and compares
 * the inputs of each intersection (compare_inputs.c).
 *
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "check/prove/comparing.h"
#include "check/readers/outputs.h"
#include "check/sets/overlay.h"

/* ---- All parts ----------------------------------------------------------- */

/* Add |dfa|, which is freed: the intersection of |sets|, one of each proof. */
static bool add_overlap(struct comparing *comparing, struct dfa *dfa,
                        const uint32_t *sets, size_t count)
{
    const char *because = count == 2 ? NULL : "only one proof is about them";
    for (size_t i = 0; i < 2 && because == NULL; i++) {
        comparing->classes[i] = comparing->owners[sets[i]];
        const struct ddds_proof_class *class =
            ddds_proof_class_at(comparing->proofs[i], comparing->classes[i]);
        because = class->status == DDDS_PROOF_UNKNOWN ? class->because
                  : class->is_rest ? "their first keys are hashes"
                                   : NULL;
    }
    return because != NULL ? ddds_comparing_add_unknown(comparing, dfa, because)
                           : ddds_comparing_add(comparing, dfa);
}

/* List the parts of both proofs. False if allocation fails. */
static bool list_parts(struct comparing *comparing)
{
    size_t room = 1 + comparing->proofs[0]->classes.part_count +
                  comparing->proofs[1]->classes.part_count;
    comparing->sets = calloc(room, sizeof(*comparing->sets));
    comparing->owners = calloc(room, sizeof *comparing->owners);
    for (size_t i = 0;
         i < 2 && comparing->sets != NULL && comparing->owners != NULL; i++) {
        const struct classes *classes = &comparing->proofs[i]->classes;
        comparing->first_count = comparing->count;
        for (size_t k = 0; k < classes->count; k++) {
            const struct class *class = &classes->classes[k];
            const struct class_part *part =
                class->shown.key == NULL ? class->parts : NULL;
            for (; part != NULL; part = part->next) {
                comparing->sets[comparing->count] = part->dfa;
                comparing->owners[comparing->count++] = k;
            }
        }
    }
    return comparing->sets != NULL && comparing->owners != NULL;
}

/* All inputs are unknown for the reason |because|: add those of the first
 * proof. */
static bool add_all(struct comparing *comparing, const char *because)
{
    struct reader *any = ddds_output_any();
    bool ok = any != NULL;
    for (size_t i = 0; ok && i < comparing->first_count; i++) {
        struct dfa_parts parts = {0};
        struct dfa_budget budget = {.states = SIZE_MAX};
        ok = ddds_dfa_split(comparing->sets[i], any, &budget, &parts);
        if (ok) {
            ok = ddds_comparing_add_unknown(comparing, parts.parts[0].dfa,
                                            because);
            parts.parts[0].dfa = NULL;
        }
        ddds_dfa_parts_free(&parts);
    }
    reader_free(any);
    return ok || ddds_comparing_fail(comparing);
}

/* Why a set is not known; NULL if both are. */
static const char *find_vague(struct comparing *comparing)
{
    const char *because = NULL;
    for (size_t i = 0; i < 2; i++) {
        const struct classes *classes = &comparing->proofs[i]->classes;
        if (classes->count > 0 && classes->classes[0].is_vague) {
            comparing->is_vague |= i == 0;
            because = classes->classes[0].shown.because;
        }
    }
    return because;
}

/* Intersect the parts of both proofs. */
static ddds_status compare_parts(struct comparing *comparing)
{
    struct dfa *all = ddds_dfa_all(255);
    struct reader *overlay =
        all != NULL && list_parts(comparing)
            ? ddds_overlay_new(comparing->sets, comparing->count)
            : NULL;
    struct dfa_parts parts = {0};
    const char *because = find_vague(comparing);
    bool ok = overlay != NULL && because == NULL &&
              ddds_dfa_split(all, overlay, &comparing->budget, &parts);
    if (!ok && (overlay == NULL || comparing->budget.no_memory)) {
        (void)ddds_comparing_fail(comparing);
    } else if (!ok) {
        (void)add_all(comparing,
                      because != NULL
                          ? because
                          : "the comparison takes more states than are "
                            "allowed");
    }
    for (size_t i = 0; ok && i < parts.count; i++) {
        size_t count;
        const uint32_t *sets =
            ddds_overlay_sets(overlay, parts.parts[i].label, &count);
        struct dfa *part = parts.parts[i].dfa;
        parts.parts[i].dfa = NULL;
        ok = add_overlap(comparing, part, sets, count);
    }
    ddds_dfa_parts_free(&parts);
    reader_free(overlay);
    ddds_dfa_free(all);
    return comparing->status;
}

/* ---- What was compared --------------------------------------------------- */

/* Add |count| inputs to the total of the relation of |class|. */
static bool add_total(ddds_comparison *comparison, const struct class *class,
                      struct count *count)
{
    struct ddds_compared *total = &comparison->totals[class->change];
    bool is_first = total->witness == NULL;
    total->relation = class->change;
    total->is_infinite |= class->shown.is_infinite;
    if (is_first || strlen(class->shown.witness) < strlen(total->witness)) {
        total->witness = class->shown.witness;
    }
    if (class->is_uncounted || (!is_first && total->count == NULL)) {
        total->count = NULL;
        return true;
    }
    bool ok = ddds_count_add(count, &class->count, 1);
    char *text = ok ? ddds_count_text(count) : NULL;
    total->count = text != NULL
                       ? ddds_arena_string(&comparison->classes.arena, text)
                       : NULL;
    free(text);
    return total->count != NULL;
}

static bool finish(ddds_comparison *comparison)
{
    struct classes *classes = &comparison->classes;
    struct count counts[DDDS_COMPARED_NUMBERS] = {{0}};
    struct count all = {0};
    bool is_total;
    bool ok = ddds_classes_finish(classes, &all, &is_total);
    comparison->alike = ddds_arena_array(&classes->arena, classes->count + 1,
                                         sizeof *comparison->alike);
    ok = ok && comparison->alike != NULL;
    for (size_t i = 0; ok && i < classes->count; i++) {
        const struct class *class = &classes->classes[i];
        comparison->alike[i] = (struct ddds_compared){
            .inputs = class->shown.inputs,
            .witness = class->shown.witness,
            .count = class->shown.count,
            .is_infinite = class->shown.is_infinite,
            .relation = class->change,
            .because = class->change == DDDS_COMPARED_UNKNOWN
                           ? class->shown.because
                           : NULL,
        };
        ok = add_total(comparison, class, &counts[class->change]);
    }
    for (size_t i = 0; i < DDDS_COMPARED_NUMBERS; i++) {
        ddds_count_free(&counts[i]);
    }
    ddds_count_free(&all);
    return ok;
}

ddds_comparison *ddds_proof_compare(const ddds_proof *before,
                                    const ddds_proof *after,
                                    ddds_compare_fn *compare, void *context,
                                    struct ddds_error *error)
{
    struct ddds_error own;
    error = error != NULL ? error : &own;
    struct comparing *comparing = calloc(1, sizeof *comparing);
    ddds_comparison *made = calloc(1, sizeof *made);
    if (comparing == NULL || made == NULL) {
        free(comparing);
        free(made);
        (void)ddds_error_no_memory(error);
        return NULL;
    }
    *comparing = (struct comparing){
        .proofs = {before, after},
        .compare = compare,
        .context = context,
        .made = made,
        .budget.states = before->with.max_states,
        .random = before->seed,
        .error = error,
    };
    bool ok = before->with.self == after->with.self;
    if (!ok) {
        (void)ddds_error_set(error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                             "the proofs are about two applications");
    }
    ok = ok && compare_parts(comparing) == DDDS_OK &&
         (finish(made) || ddds_comparing_fail(comparing));
    free(comparing->sets);
    free(comparing->owners);
    free(comparing);
    if (!ok) {
        ddds_comparison_free(made);
        return NULL;
    }
    return made;
}

const struct ddds_compared *
ddds_comparison_at(const ddds_comparison *comparison, size_t index)
{
    return comparison == NULL || index >= comparison->classes.count
               ? NULL
               : &comparison->alike[index];
}

const struct ddds_compared *
ddds_comparison_total(const ddds_comparison *comparison, unsigned relation)
{
    return relation >= DDDS_COMPARED_NUMBERS ||
                   comparison->totals[relation].witness == NULL
               ? NULL
               : &comparison->totals[relation];
}

void ddds_comparison_free(ddds_comparison *comparison)
{
    if (comparison != NULL) {
        ddds_classes_free(&comparison->classes);
        free(comparison);
    }
}
