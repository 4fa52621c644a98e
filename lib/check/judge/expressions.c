/* What was found in each expression, kept as long as the check; and the
 * programs of those that were used recently: a zone that repeats none must not
 * keep a hundred thousand of them in memory. When there are too many, all are
 * freed, and made again for those that are applied again.
 *
 * SPDX-License-Identifier: MIT */
#include "check/judge/expressions.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/limits.h"
#include "check/judge/judging.h"

enum { FIRST_BUCKETS = 1024 };

struct expressions {
    struct ere_context *context;
    struct hash_key key;
    struct arena arena; /* everything but programs */
    struct judging judging;
    size_t count;
    size_t read_count;       /* programs that are kept */
    struct expression *read; /* which have them */
    struct expression **buckets;
    size_t size; /* of them, a power of two */
    struct expression
        *last; /* found last, and mostly asked for again; or NULL */
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
    expressions->judging.hard_left = LIMIT_HARD_TRIALS;
    expressions->size = FIRST_BUCKETS;
    expressions->buckets = calloc(FIRST_BUCKETS, sizeof(struct expression *));
    expressions->key = ddds_hash_key(expressions);
    expressions->context = ddds_ere_context_new();
    if (expressions->context == NULL || expressions->buckets == NULL) {
        ddds_expressions_free(expressions);
        return NULL;
    }
    return expressions;
}

static void free_programs(struct expressions *expressions)
{
    while (expressions->read != NULL) {
        struct expression *each = expressions->read;
        expressions->read = each->next_read;
        ddds_substitution_free(each->substitution);
        each->substitution = NULL;
    }
    expressions->read_count = 0;
}

/* Keep |substitution| as that of |expression| until there are too many. */
static void keep_program(struct expressions *expressions,
                         struct expression *expression,
                         ddds_substitution *substitution)
{
    if (expressions->read_count == LIMIT_EXPRESSIONS_KEPT) {
        free_programs(expressions);
    }
    expression->substitution = substitution;
    expression->next_read = expressions->read;
    expressions->read = expression;
    expressions->read_count++;
}

void ddds_expressions_free(struct expressions *expressions)
{
    if (expressions != NULL) {
        free_programs(expressions);
        free(expressions->buckets);
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
    expression->is_valid = true;
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

/* Keep what has been observed. */
static bool keep_observations(struct judging *judging)
{
    struct expression *expression = judging->expression;
    struct observation *kept = ddds_arena_array(
        judging->arena, expression->observation_count, sizeof *kept);
    if (kept == NULL) {
        return false;
    }
    memcpy(kept, judging->observations,
           expression->observation_count * sizeof *kept);
    expression->observations = kept;
    return true;
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
    if (judging->has_failed || !keep_observations(judging)) {
        ddds_substitution_free(substitution);
        return false;
    }
    if (expression->is_valid) {
        keep_program(expressions, expression, substitution);
    } else {
        ddds_substitution_free(substitution);
    }
    return true;
}

/* Make the program of |expression|, which is valid, again. */
static bool read_again(struct expressions *expressions,
                       struct expression *expression)
{
    ddds_substitution *substitution =
        ddds_substitution_read(expressions->context, expression->regexp);
    if (substitution == NULL || substitution->status != DDDS_OK) {
        ddds_substitution_free(substitution);
        return false;
    }
    keep_program(expressions, expression, substitution);
    return true;
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

static struct expression **bucket_of(const struct expressions *expressions,
                                     const char *regexp)
{
    uint64_t hash = ddds_hash(&expressions->key, regexp, strlen(regexp));
    return &expressions->buckets[hash & (expressions->size - 1)];
}

/* Go on with twice the buckets; without memory, with as many as before. */
static void grow(struct expressions *expressions)
{
    struct expression **before = expressions->buckets;
    size_t size = expressions->size;
    struct expression **buckets = calloc(size * 2, sizeof *buckets);
    if (buckets == NULL) {
        return;
    }
    expressions->buckets = buckets;
    expressions->size = size * 2;
    for (size_t i = 0; i < size; i++) {
        while (before[i] != NULL) {
            struct expression *each = before[i];
            struct expression **bucket = bucket_of(expressions, each->regexp);
            before[i] = each->next;
            each->next = *bucket;
            *bucket = each;
        }
    }
    free(before);
}

const struct expression *ddds_expressions_find(struct expressions *expressions,
                                               const char *regexp)
{
    struct expression *known = expressions->last;
    if (known == NULL || strcmp(known->regexp, regexp) != 0) {
        known = *bucket_of(expressions, regexp);
        while (known != NULL && strcmp(known->regexp, regexp) != 0) {
            known = known->next;
        }
    }
    if (known != NULL) {
        expressions->last = known;
        return !known->is_valid || known->substitution != NULL ||
                       read_again(expressions, known)
                   ? known
                   : NULL;
    }
    if (expressions->count == expressions->size) {
        grow(expressions);
    }
    struct expression *expression = new_expression(expressions, regexp);
    if (expression != NULL) {
        struct expression **bucket = bucket_of(expressions, regexp);
        expression->next = *bucket;
        *bucket = expression;
        expressions->count++;
        expressions->last = expression;
    }
    return expression;
}
