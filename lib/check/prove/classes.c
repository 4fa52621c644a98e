/* The classes of a proof.
 *
 * SPDX-License-Identifier: MIT */
#include "check/prove/classes.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "check/sets/dfa_members.h"
#include "check/sets/overlay.h"
#include "check/sets/write_ere.h"

struct class *ddds_classes_find(struct classes *classes, const void *signature,
                                size_t length)
{
    uint32_t number = ddds_intern(&classes->signatures, signature, length);
    if (number == INTERN_FAILED) {
        return NULL;
    }
    struct class *more =
        ddds_grow(classes->classes, number, &classes->room, sizeof *more);
    if (more == NULL) {
        return NULL;
    }
    classes->classes = more;
    if (number == classes->count) {
        classes->classes[classes->count++] = (struct class){.parts = NULL};
    }
    return &classes->classes[number];
}

/* Count the members of |dfa|. False if allocation fails. */
static bool count_members(struct class *class, const struct dfa *dfa)
{
    enum members_result result = class->is_uncounted
                                     ? MEMBERS_LIMIT
                                     : ddds_members_count(dfa, &class->count);
    class->shown.is_infinite |= result == MEMBERS_INFINITE;
    class->is_uncounted |= result != MEMBERS_FOUND;
    return result != MEMBERS_NO_MEMORY;
}

bool ddds_classes_is_shorter(const char *input, const char *other)
{
    size_t length = strlen(input);
    size_t size = other != NULL ? strlen(other) : SIZE_MAX;
    return length != size ? length < size : strcmp(input, other) < 0;
}

bool ddds_classes_add(struct classes *classes, struct class *class,
                      struct dfa *dfa, const char *witness)
{
    struct class_part *part = ddds_arena_alloc(&classes->arena, sizeof *part);
    if (part == NULL || !count_members(class, dfa)) {
        ddds_dfa_free(dfa);
        return false;
    }
    *part = (struct class_part){dfa, class->parts};
    class->parts = part;
    classes->part_count++;
    if (witness != NULL &&
        ddds_classes_is_shorter(witness, class->shown.witness)) {
        class->shown.witness = ddds_arena_string(&classes->arena, witness);
    }
    return !classes->arena.failed;
}

/* ---- Keys ---------------------------------------------------------------- */

static bool note_key(struct classes *classes, const struct ddds_step *step)
{
    const ddds_ruleset *rules = step->answer->ruleset;
    size_t count = classes->key_sets.count;
    uint32_t number = ddds_intern(&classes->key_sets, &rules, sizeof rules);
    if (number == INTERN_FAILED || number < count) {
        return number != INTERN_FAILED;
    }
    struct class_key *key = ddds_arena_alloc(&classes->arena, sizeof *key);
    const char *name = ddds_arena_string(&classes->arena, step->name);
    if (key == NULL || name == NULL) {
        return false;
    }
    *key = (struct class_key){rules, name, classes->keys};
    classes->keys = key;
    return true;
}

bool ddds_classes_note_keys(struct classes *classes,
                            const struct ddds_result *result)
{
    bool ok = true;
    for (size_t i = 0; ok && result != NULL && i < result->step_count; i++) {
        const struct ddds_step *step = &result->steps[i];
        bool has_rules = step->kind == DDDS_ASK_RULES && !step->is_fallback &&
                         step->answer != NULL && step->answer->ruleset != NULL;
        ok = !has_rules || note_key(classes, step);
    }
    return ok;
}

/* ---- Positions ----------------------------------------------------------- */

const char *ddds_classes_rule_text(struct classes *classes, const char *key,
                                   const struct ddds_rule *rule, size_t others)
{
    struct arena *arena = &classes->arena;
    const struct memory_place *place =
        ddds_rule_lines_find(&classes->lines, rule);
    const char *text = ddds_arena_format(arena, "rule %u %u at \"%s\"",
                                         rule->order, rule->preference, key);
    if (text != NULL && place != NULL && place->file != NULL) {
        text = ddds_arena_format(arena, "%s:%lu: %s", place->file,
                                 (unsigned long)place->line, text);
    }
    return text == NULL || others == 0
               ? text
               : ddds_arena_format(arena, "%s, and %zu more", text, others);
}

bool ddds_classes_place(struct classes *classes, const ddds_database *database)
{
    if (!ddds_rule_lines_read(&classes->lines, database)) {
        return false;
    }
    for (size_t i = 0; i < classes->count; i++) {
        const struct class *class = &classes->classes[i];
        for (size_t k = 0; k < class->shown.path_count; k++) {
            const struct memory_place *place =
                ddds_rule_lines_find(&classes->lines, class->rules[k].rule);
            if (place != NULL) {
                class->hops[k].file = place->file;
                class->hops[k].line = place->line;
            }
        }
    }
    return true;
}

/* ---- Finishing ----------------------------------------------------------- */

/* Limits on the states of the parts of a class that are united to write its
 * expression, and of their union. */
enum { PART_STATES = 10000, UNION_STATES = 2000 };

/* Write the expression of the inputs of |class|, if it is short. False if
 * allocation fails. */
static bool write_inputs(struct classes *classes, struct class *class)
{
    char ere[WRITE_ERE_SIZE];
    struct dfa_budget budget = {.states = UNION_STATES};
    size_t count = 0;
    size_t states = 0;
    for (const struct class_part *part = class->parts; part != NULL;
         part = part->next) {
        count++;
        states += part->dfa->count;
    }
    if (count > 1 && states > PART_STATES) {
        return true;
    }
    assert(count > 0);
    const struct dfa **sets = malloc(count * sizeof *sets);
    if (sets == NULL) {
        return false;
    }
    count = 0;
    for (const struct class_part *part = class->parts; part != NULL;
         part = part->next) {
        sets[count++] = part->dfa;
    }
    struct dfa *sum =
        count > 1 ? ddds_overlay_unite(sets, count, &budget) : NULL;
    const struct dfa *all = count > 1 ? sum : sets[0];
    if (all != NULL && ddds_write_ere(all, ere)) {
        class->shown.inputs = ddds_arena_string(&classes->arena, ere);
    }
    ddds_dfa_free(sum);
    free(sets);
    return !budget.no_memory;
}

static bool finish_class(struct classes *classes, struct class *class,
                         struct count *total, bool *is_total)
{
    class->shown.witness =
        class->shown.witness != NULL ? class->shown.witness : "";
    bool are_all =
        class->shown.key == NULL && !class->shown.is_rest && !class->is_vague;
    if (are_all && !write_inputs(classes, class)) {
        return false;
    }
    class->shown.output = class->is_own ? NULL : class->shown.output;
    if (class->is_own_because && class->shown.status != DDDS_PROOF_UNKNOWN) {
        class->shown.because = class->limit;
    }
    if (class->is_uncounted) {
        *is_total = false;
        return !classes->arena.failed;
    }
    char *text = ddds_count_text(&class->count);
    if (text == NULL || !ddds_count_add(total, &class->count, 1)) {
        free(text);
        return false;
    }
    class->shown.count = ddds_arena_string(&classes->arena, text);
    free(text);
    return !classes->arena.failed;
}

/* Larger classes come first; a class without a count is the largest. */
static int compare_counts(const struct ddds_proof_class *one,
                          const struct ddds_proof_class *other)
{
    if (one->count == NULL || other->count == NULL) {
        return (one->count != NULL) - (other->count != NULL);
    }
    size_t left = strlen(one->count);
    size_t right = strlen(other->count);
    return left != right ? (left < right) - (left > right)
                         : strcmp(other->count, one->count);
}

static int compare_classes(const void *one, const void *other)
{
    const struct ddds_proof_class *left = &((const struct class *)one)->shown;
    const struct ddds_proof_class *right =
        &((const struct class *)other)->shown;
    int order = compare_counts(left, right);
    if (order == 0) {
        order = (left->status == DDDS_PROOF_RESOLVED) -
                (right->status == DDDS_PROOF_RESOLVED);
    }
    if (order == 0) {
        order = strcmp(left->witness, right->witness);
    }
    return order != 0 || left->key == NULL || right->key == NULL
               ? order
               : strcmp(left->key, right->key);
}

bool ddds_classes_finish(struct classes *classes, struct count *total,
                         bool *is_total)
{
    *is_total = true;
    for (size_t i = 0; i < classes->count; i++) {
        if (!finish_class(classes, &classes->classes[i], total, is_total)) {
            return false;
        }
    }
    if (classes->count > 0) {
        qsort(classes->classes, classes->count, sizeof *classes->classes,
              compare_classes);
    }
    return true;
}

void ddds_classes_free(struct classes *classes)
{
    for (size_t i = 0; i < classes->count; i++) {
        struct class_part *part = classes->classes[i].parts;
        for (; part != NULL; part = part->next) {
            ddds_dfa_free(part->dfa);
        }
        ddds_count_free(&classes->classes[i].count);
    }
    free(classes->classes);
    free(classes->lines.list);
    ddds_intern_free(&classes->signatures);
    ddds_intern_free(&classes->key_sets);
    ddds_arena_free(&classes->arena);
    *classes = (struct classes){0};
}
