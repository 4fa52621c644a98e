/* Decide whether every rule is used.
 *
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "check/prove/decide.h"

/* Add the rules of the path of |class| to |used|. */
static bool mark_rules(const struct class *class, struct intern *used)
{
    bool ok = true;
    for (size_t i = 0; ok && i < class->shown.path_count; i++) {
        const struct ddds_rule *rule = class->rules[i].rule;
        ok = rule == NULL ||
             ddds_intern(used, &rule, sizeof rule) != INTERN_FAILED;
    }
    return ok;
}

/* The first unused rule, and the number of unused rules. */
struct unused {
    const struct ddds_rule *rule;
    const char *key;
    const char *file;
    uint32_t line;
    size_t count;
};

/* Keep the rule whose position is first. */
static void take_first(const struct classes *classes, struct unused *unused,
                       const struct ddds_rule *rule, const char *key)
{
    const struct memory_place none = {.file = ""};
    const struct memory_place *place =
        ddds_rule_lines_find(&classes->lines, rule);
    place = place != NULL && place->file != NULL ? place : &none;
    int order = unused->rule == NULL ? -1 : strcmp(place->file, unused->file);
    if (order < 0 || (order == 0 && place->line < unused->line)) {
        *unused =
            (struct unused){rule, key, place->file, place->line, unused->count};
    }
}

static bool find_unused(const struct classes *classes, struct intern *used,
                        struct unused *unused)
{
    for (const struct class_key *key = classes->keys; key != NULL;
         key = key->next) {
        for (size_t i = 0; i < ddds_ruleset_count(key->rules); i++) {
            const struct ddds_rule *rule = ddds_ruleset_rule(key->rules, i);
            size_t count = used->count;
            uint32_t number = ddds_intern(used, &rule, sizeof rule);
            if (number == INTERN_FAILED) {
                return false;
            }
            if (number == count) { /* new */
                unused->count++;
                take_first(classes, unused, rule, key->name);
            }
        }
    }
    return true;
}

/* An unused rule refutes the property, unless unknown inputs may use it. */
bool ddds_decide_used(struct deciding *deciding)
{
    struct classes *classes = &deciding->proof->classes;
    struct intern used = {0};
    struct unused unused = {.rule = NULL};
    bool ok = true;
    for (size_t i = 0; ok && i < classes->count; i++) {
        const struct class *class = &classes->classes[i];
        deciding->class_index = i;
        ok = class->shown.status == DDDS_PROOF_UNKNOWN
                 ? ddds_decide_all(deciding, &deciding->unknown, class,
                                   class->shown.because)
                 : mark_rules(class, &used);
    }
    ok = ok && find_unused(classes, &used, &unused);
    ddds_intern_free(&used);
    if (ok && unused.rule != NULL && deciding->unknown.witness == NULL &&
        !deciding->unknown.has_others) {
        deciding->is_refuted = true;
        deciding->because = ddds_classes_rule_text(
            classes, unused.key, unused.rule, unused.count - 1);
        ok = deciding->because != NULL;
    }
    for (size_t i = 0; ok && !deciding->is_refuted && i < classes->count; i++) {
        ok = classes->classes[i].shown.key == NULL ||
             ddds_decide_all(deciding, &deciding->unknown, &classes->classes[i],
                             NO_KNOWN_INPUT);
    }
    return ok || ddds_decide_no_memory(deciding);
}
