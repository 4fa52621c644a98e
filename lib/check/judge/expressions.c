/* The expressions that were met lately. A zone repeats few of them many times;
 * one that repeats none must not keep a hundred thousand programs in memory:
 * when there are too many, all are forgotten.
 *
 * SPDX-License-Identifier: MIT */
#include "check/looks/expression.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/hash.h"

enum { BUCKETS = 1024 };

struct expressions {
    const struct ddds_check_options *options;
    struct ere_context *context;
    struct hash_key key;
    struct arena arena; /* everything but programs */
    struct measurements measurements;
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
    expressions->options = options;
    expressions->measurements.slow_left = LIMIT_FINDINGS;
    expressions->key = ddds_hash_key(expressions);
    expressions->context = ddds_ere_context_new();
    if (expressions->context == NULL) {
        ddds_expressions_free(expressions);
        return NULL;
    }
    return expressions;
}

static void free_substitution(ddds_substitution *substitution)
{
    if (substitution != NULL) {
        substitution->context = NULL; /* it was lent */
        ddds_substitution_free(substitution);
    }
}

static void forget_all(struct expressions *expressions)
{
    for (size_t i = 0; i < BUCKETS; i++) {
        for (struct expression *each = expressions->buckets[i]; each != NULL;
             each = each->next) {
            free_substitution(each->substitution);
        }
        expressions->buckets[i] = NULL;
    }
    ddds_arena_reset(&expressions->arena);
    expressions->count = 0;
}

void ddds_expressions_free(struct expressions *expressions)
{
    if (expressions != NULL) {
        forget_all(expressions);
        ddds_arena_free(&expressions->arena);
        ddds_ere_context_free(expressions->context);
        free(expressions);
    }
}

void ddds_observe(struct judging *judging, enum check_code code, size_t offset,
                  size_t length, const char *format, ...)
{
    struct expression *expression = judging->expression;
    char detail[DDDS_DETAIL_SIZE];
    va_list arguments;
    if (expression->observation_count == OBSERVATIONS) {
        return;
    }
    va_start(arguments, format);
    vsnprintf(detail, sizeof detail, format, arguments);
    va_end(arguments);
    const char *kept = ddds_arena_string(judging->arena, detail);
    judging->has_failed |= kept == NULL;
    expression->observations[expression->observation_count++] =
        (struct observation){
            .code = code,
            .offset = (uint16_t)offset,
            .length = (uint16_t)length,
            .detail = kept,
        };
}

bool ddds_has_observed(const struct judging *judging, enum check_code code)
{
    const struct expression *expression = judging->expression;
    for (size_t i = 0; i < expression->observation_count; i++) {
        if (expression->observations[i].code == code) {
            return true;
        }
    }
    return false;
}

/* Read |expression|, and judge it; false without memory. */
static bool judge(struct expressions *expressions,
                  struct expression *expression)
{
    struct judging judging = {
        .expression = expression,
        .measurements = &expressions->measurements,
        .options = expressions->options,
        .arena = &expressions->arena,
    };
    ddds_substitution *substitution =
        ddds_substitution_read(expressions->context, expression->regexp);
    if (substitution == NULL) {
        return false;
    }
    if (substitution->status != DDDS_OK) {
        ddds_judge_refused(&judging, substitution);
        ddds_substitution_free(substitution);
        return !judging.has_failed;
    }
    substitution->context = expressions->context;
    expression->substitution = substitution;
    ddds_judge_accepted(&judging);
    if (judging.has_failed) {
        free_substitution(substitution);
    }
    return !judging.has_failed;
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
        forget_all(expressions);
    }
    struct expression *expression = new_expression(expressions, regexp);
    if (expression != NULL) {
        expression->next = *bucket;
        *bucket = expression;
        expressions->count++;
    }
    return expression;
}
