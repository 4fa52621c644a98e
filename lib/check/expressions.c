/* The expressions that were met lately. A zone repeats few of them many times;
 * one that repeats none must not keep a hundred thousand programs in memory.
 *
 * SPDX-License-Identifier: MIT */
#include "check/expression.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/limits.h"
#include "db/hash.h"
#include "rule/substitution.h"

enum { BUCKETS = 1024 };

struct expressions {
    struct ere_context *context;
    struct hash_key key;
    size_t count;
    struct expression *buckets[BUCKETS];
};

struct expressions *ddds_expressions_new(void)
{
    struct expressions *expressions = calloc(1, sizeof *expressions);
    if (expressions == NULL) {
        return NULL;
    }
    expressions->key = ddds_hash_key(expressions);
    expressions->context = ddds_ere_context_new();
    if (expressions->context == NULL) {
        ddds_expressions_free(expressions);
        return NULL;
    }
    return expressions;
}

static void free_expression(struct expression *expression)
{
    if (expression->substitution != NULL) {
        expression->substitution->context = NULL; /* all have the same */
        ddds_substitution_free(expression->substitution);
    }
    free(expression);
}

static void forget_all(struct expressions *expressions)
{
    for (size_t i = 0; i < BUCKETS; i++) {
        while (expressions->buckets[i] != NULL) {
            struct expression *expression = expressions->buckets[i];
            expressions->buckets[i] = expression->next;
            free_expression(expression);
        }
    }
    expressions->count = 0;
}

void ddds_expressions_free(struct expressions *expressions)
{
    if (expressions != NULL) {
        forget_all(expressions);
        ddds_ere_context_free(expressions->context);
        free(expressions);
    }
}

static struct expression *read_expression(struct expressions *expressions,
                                          const char *regexp)
{
    size_t size = strlen(regexp) + 1;
    struct expression *expression = malloc(sizeof *expression + size);
    ddds_substitution *substitution =
        ddds_substitution_read(expressions->context, regexp);
    if (expression == NULL || substitution == NULL) {
        free(expression);
        ddds_substitution_free(substitution);
        return NULL;
    }
    memset(expression, 0, sizeof *expression);
    expression->regexp = memcpy(expression + 1, regexp, size);
    if (substitution->status == DDDS_OK) {
        substitution->context = expressions->context;
        expression->substitution = substitution;
    } else {
        ddds_error_set(&expression->error, substitution->status,
                       substitution->offset, "%s", substitution->detail);
        ddds_substitution_free(substitution);
    }
    return expression;
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
    struct expression *expression = read_expression(expressions, regexp);
    if (expression != NULL) {
        expression->next = *bucket;
        *bucket = expression;
        expressions->count++;
    }
    return expression;
}
