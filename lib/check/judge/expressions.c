/* The expressions that were used recently. Most zones repeat a few of them many
 * times; a zone that repeats none must not keep a hundred thousand programs in
 * memory: when there are too many, all are freed.
 *
 * SPDX-License-Identifier: MIT */
#include "check/judge/expressions.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/limits.h"
#include "check/judge/judging.h"

enum { BUCKETS = 1024 };

struct expressions {
    struct ere_context *context;
    struct hash_key key;
    struct arena arena; /* everything but programs */
    struct judging judging;
    size_t count;
    struct expression *buckets[BUCKETS];
};

struct expressions *
ddds_expressions_new(const struct ddds_check_options *options)
{
    struct expressions *expressions = calloc(1, sizeof *expressions);
    if (expressions == NULL) {
        return NULL;
    }
    ddds_arena_init(&expressions->arena, NULL, 0);
    expressions->judging.options = options;
    expressions->judging.arena = &expressions->arena;
    expressions->judging.slow_left = LIMIT_FINDINGS;
    expressions->key = ddds_hash_key(expressions);
    expressions->context = ddds_ere_context_new();
    if (expressions->context == NULL) {
        ddds_expressions_free(expressions);
        return NULL;
    }
    return expressions;
}

static void free_all(struct expressions *expressions)
{
    for (size_t i = 0; i < BUCKETS; i++) {
        for (struct expression *each = expressions->buckets[i]; each != NULL;
             each = each->next) {
            ddds_substitution_free(each->substitution);
        }
        expressions->buckets[i] = NULL;
    }
    ddds_arena_reset(&expressions->arena);
    expressions->count = 0;
}

void ddds_expressions_free(struct expressions *expressions)
{
    if (expressions != NULL) {
        free_all(expressions);
        ddds_arena_free(&expressions->arena);
        ddds_ere_context_free(expressions->context);
        free(expressions);
    }
}

/* Judge the valid |substitution| of |expression|. */
static void judge_valid(struct judging *judging, struct expression *expression,
                        ddds_substitution *substitution)
{
    struct ddds_substitution_parts *parts = &judging->parts;
    expression->substitution = substitution;
    expression->matches_all = substitution->matches_all;
    expression->is_constant = substitution->is_constant;
    judging->substitution = substitution;
    ddds_substitution_parts(substitution, parts);
    judging->replacement_at = strlen(expression->regexp) -
                              strlen(parts->flags) - strlen(parts->delimiter) -
                              strlen(parts->replacement);
    ddds_ere_tree_make(&judging->tree, parts->ere, *parts->flags != '\0');
    ddds_judge_form(judging);
    ddds_judge_trials(judging);
}

/* Read |expression|, and judge it; false if allocation fails. */
static bool judge(struct expressions *expressions,
                  struct expression *expression)
{
    struct judging *judging = &expressions->judging;
    ddds_substitution *substitution =
        ddds_substitution_read(expressions->context, expression->regexp);
    if (substitution == NULL) {
        return false;
    }
    judging->expression = expression;
    judging->has_failed = false;
    if (substitution->status == DDDS_OK) {
        judge_valid(judging, expression, substitution);
    } else {
        ddds_judge_unusable(judging, substitution);
    }
    if (substitution->status != DDDS_OK || judging->has_failed) {
        ddds_substitution_free(substitution);
    }
    return !judging->has_failed;
}

static struct expression *new_expression(struct expressions *expressions,
                                         const char *regexp)
{
    struct expression *expression =
        ddds_arena_array(&expressions->arena, 1, sizeof *expression);
    if (expression == NULL) {
        return NULL;
    }
    expression->regexp = ddds_arena_string(&expressions->arena, regexp);
    return expression->regexp != NULL && judge(expressions, expression)
               ? expression
               : NULL;
}

const struct expression *ddds_expressions_find(struct expressions *expressions,
                                               const char *regexp)
{
    struct expression **bucket =
        &expressions
             ->buckets[ddds_hash(&expressions->key, regexp, strlen(regexp)) %
                       BUCKETS];
    for (const struct expression *known = *bucket; known != NULL;
         known = known->next) {
        if (strcmp(known->regexp, regexp) == 0) {
            return known;
        }
    }
    if (expressions->count == LIMIT_EXPRESSIONS_KEPT) {
        free_all(expressions);
    }
    struct expression *expression = new_expression(expressions, regexp);
    if (expression != NULL) {
        expression->next = *bucket;
        *bucket = expression;
        expressions->count++;
    }
    return expression;
}
