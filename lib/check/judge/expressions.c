/* Cache of judged expressions for a check. It keeps a limited number of
 * compiled programs, because a zone may repeat no expression: at the limit all
 * are freed, and compiled again on use.
 *
 * SPDX-License-Identifier: MIT */
#include "check/judge/expressions.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/hash.h"
#include "base/limits.h"
#include "check/judge/judging.h"
#include "check/judge/likeness.h"
#include "check/report/repair.h"

enum { FIRST_BUCKETS = 1024 };

struct model {
    struct model *next;
    struct expression *expression;
    size_t length;  /* of its regexp */
    bool no_digits; /* a single digit would be taken for a back-reference */
};

struct expressions {
    struct hash_key key;
    struct arena *arena; /* for everything except programs */
    struct judging judging;
    size_t count;
    struct expression **buckets;
    size_t size; /* number of buckets, a power of two */
    struct expression
        *last; /* the last result, which is usually requested again; or NULL */

    /* Expressions with cached programs. */
    struct expression *read[LIMIT_EXPRESSIONS_KEPT];
    size_t read_count;

    struct model *models[LIMIT_MODELS]; /* hashed by the text before the
                                           replacement */
    size_t model_count;
};

static void begin_counting(struct judging *judging)
{
    judging->hard_left = LIMIT_HARD_STEPS;
    judging->long_left = LIMIT_HARD_STEPS;
    judging->pairs_left = LIMIT_COMPARED_PAIRS;
}

bool ddds_expressions_are_lasting(const struct expressions *expressions)
{
    const struct judging *judging = &expressions->judging;
    return judging->hard_left == LIMIT_HARD_STEPS &&
           judging->long_left == LIMIT_HARD_STEPS &&
           judging->pairs_left == LIMIT_COMPARED_PAIRS;
}

struct expressions *
ddds_expressions_new(const struct ddds_check_options *options,
                     struct arena *arena)
{
    struct expressions *expressions = calloc(1, sizeof *expressions);
    if (expressions == NULL) {
        return NULL;
    }
    expressions->arena = arena;
    expressions->judging.options = options;
    expressions->judging.arena = arena;
    begin_counting(&expressions->judging);
    expressions->size = FIRST_BUCKETS;
    expressions->buckets = calloc(FIRST_BUCKETS, sizeof(struct expression *));
    expressions->key = ddds_hash_key(expressions);
    expressions->judging.rulebook = ddds_rulebook_new(NULL);
    if (expressions->judging.rulebook == NULL || expressions->buckets == NULL) {
        ddds_expressions_free(expressions);
        return NULL;
    }
    return expressions;
}

/* ---- Programs --------------------------------------------------------- */

static void free_programs(struct expressions *expressions)
{
    while (expressions->read_count > 0) {
        struct expression *last = expressions->read[--expressions->read_count];
        ddds_substitution_free(last->substitution);
        last->substitution = NULL;
    }
}

/* Cache |substitution| as that of |expression| until the limit is reached. */
static void keep_program(struct expressions *expressions,
                         struct expression *expression,
                         ddds_substitution *substitution)
{
    if (expressions->read_count == LIMIT_EXPRESSIONS_KEPT) {
        free_programs(expressions);
    }
    expression->substitution = substitution;
    expressions->read[expressions->read_count++] = expression;
}

void ddds_expressions_free(struct expressions *expressions)
{
    if (expressions == NULL) {
        return;
    }
    free_programs(expressions);
    free(expressions->buckets);
    ddds_rulebook_free(expressions->judging.rulebook);
    free(expressions);
}

void ddds_expressions_reset(struct expressions *expressions)
{
    struct judging *judging = &expressions->judging;
    free_programs(expressions);
    memset(expressions->buckets, 0,
           expressions->size * sizeof *expressions->buckets);
    memset(expressions->models, 0, sizeof expressions->models);
    expressions->count = expressions->model_count = 0;
    expressions->last = NULL;
    memset(judging->measured, 0, sizeof judging->measured);
    begin_counting(judging);
}

const ddds_substitution *
ddds_expressions_substitution(struct expressions *expressions,
                              const struct expression *expression)
{
    if (expression->substitution != NULL) {
        return expression->substitution;
    }
    ddds_substitution *substitution =
        ddds_rulebook_read(expressions->judging.rulebook, expression->regexp);
    if (substitution == NULL || substitution->status != DDDS_OK) {
        ddds_substitution_free(substitution);
        return NULL;
    }
    /* The check owns all expressions; callers must not change them. */
    keep_program(expressions, (struct expression *)(uintptr_t)expression,
                 substitution);
    return substitution;
}

/* ---- Judging ---------------------------------------------------------- */

/* Judge the valid |substitution| of |expression|. */
static void judge_valid(struct judging *judging, struct expression *expression,
                        ddds_substitution *substitution)
{
    expression->is_valid = true;
    expression->matches_all = substitution->matches_all;
    expression->is_constant = substitution->is_constant;
    judging->read = substitution;
    judging->replacement_at =
        strlen(expression->regexp) - strlen(substitution->flags) -
        strlen(substitution->delimiter) - strlen(substitution->replacement);
    ddds_repair_plain_replacement(substitution, judging->plain);
    ddds_ere_tree_make(&judging->tree, substitution->ere,
                       *substitution->flags != '\0');
    ddds_judge_form(judging);
    ddds_judge_trials(judging);
}

/* Store the verdict. */
static bool keep_verdict(struct judging *judging)
{
    struct expression *expression = judging->expression;
    size_t size = expression->observation_count * sizeof(struct observation);
    size_t samples = expression->sample_count * sizeof(const char *);
    struct expression_verdict *found =
        ddds_arena_pack(judging->arena, sizeof *found + size + samples,
                        _Alignof(struct expression_verdict));
    if (found == NULL) {
        return false;
    }
    char *kept = (char *)(found + 1);
    *found = (struct expression_verdict){
        .judged = expression,
        .repaired = judging->repaired,
        .observations = memcpy(kept, judging->observations, size),
        .samples = memcpy(kept + size, judging->samples, samples),
    };
    expression->found = found;
    return true;
}

/* Parse and judge |expression|; NULL if allocation fails. */
static ddds_substitution *judge(struct expressions *expressions,
                                struct expression *expression)
{
    struct judging *judging = &expressions->judging;
    ddds_substitution *substitution =
        ddds_rulebook_read(expressions->judging.rulebook, expression->regexp);
    if (substitution == NULL) {
        return NULL;
    }
    judging->expression = expression;
    judging->repaired = NULL;
    if (substitution->status == DDDS_OK) {
        judge_valid(judging, expression, substitution);
    } else {
        ddds_judge_unusable(judging, substitution);
    }
    if (!keep_verdict(judging) || judging->arena->failed) {
        ddds_substitution_free(substitution);
        return NULL;
    }
    return substitution;
}

/* ---- Models --------------------------------------------------------- */

/* Return true if nothing was found in the replacement, and the correction keeps
 * it. */
static bool is_found_before_replacement(const struct expression *expression,
                                        size_t length)
{
    const size_t tail = length - expression->second;
    const char *repaired = expression->found->repaired;
    size_t repaired_length = repaired != NULL ? strlen(repaired) : length;
    for (size_t i = 0; i < expression->observation_count; i++) {
        const struct observation *each = &expression->found->observations[i];
        if ((size_t)each->offset + each->length > expression->second) {
            return false;
        }
    }
    return repaired == NULL ||
           (repaired_length > tail && repaired[0] == expression->regexp[0] &&
            strcmp(repaired + repaired_length - tail,
                   expression->regexp + expression->second) == 0);
}

/* Return true if the ERE of |expression| contains its delimiter. */
static bool has_delimiter_within(const struct expression *expression)
{
    return memchr(expression->regexp + 1, expression->regexp[0],
                  expression->second - 1U) != NULL;
}

/* Return true if the findings in the valid |expression|, which was just judged,
 * apply to all similar expressions. With several back-references the text
 * between them determines whether two matches differ in output. */
static bool is_valid_model(const struct judging *judging,
                           const struct expression *expression)
{
    return judging->read->piece_count <= 2 || expression->matches_all ||
           !ddds_ere_tree_has_choice(&judging->tree);
}

/* Likewise for any expression. The reader refuses an invalid ERE before it
 * parses the replacement. */
static bool is_model(const struct expressions *expressions,
                     const struct expression *expression,
                     const ddds_substitution *substitution, size_t length)
{
    const struct judging *judging = &expressions->judging;
    return judging->options->input_count == 0 &&
           expressions->model_count < LIMIT_MODELS &&
           ddds_likeness_holds(expression->regexp, length, expression->second,
                               expression->regexp, length) &&
           is_found_before_replacement(expression, length) &&
           !has_delimiter_within(expression) &&
           (expression->is_valid
                ? is_valid_model(judging, expression)
                : substitution->fault == SUBSTITUTION_FAULT_ERE &&
                      substitution->status == DDDS_MALFORMED);
}

static struct model **model_of(struct expressions *expressions,
                               const char *regexp, size_t second)
{
    uint64_t hash = ddds_hash(&expressions->key, regexp, second);
    return &expressions->models[hash & (LIMIT_MODELS - 1)];
}

/* Make |expression| a model, if possible. */
static void make_model(struct expressions *expressions,
                       struct expression *expression,
                       const ddds_substitution *substitution, size_t length)
{
    struct model *model =
        is_model(expressions, expression, substitution, length)
            ? ddds_arena_array(expressions->arena, 1, sizeof *model)
            : NULL;
    if (model == NULL) {
        return;
    }
    struct model **bucket =
        model_of(expressions, expression->regexp, expression->second);
    *model = (struct model){
        .next = *bucket,
        .expression = expression,
        .length = length,
        .no_digits = substitution->groups > 0 && substitution->piece_count == 1,
    };
    *bucket = model;
    expressions->model_count++;
}

/* Return true if a sed-style reader may keep text after a replacement with this
 * end. */
static bool expects_more(const char *regexp, size_t length)
{
    return strchr("/:@=?&#", regexp[length - 2]) != NULL;
}

/* Return true if the replacement has a digit without an adjacent letter or
 * digit. */
static bool has_lone_digit(const char *regexp, size_t length, size_t second)
{
    for (size_t i = second + 1; i + 1 < length; i++) {
        if (ascii_is_digit((unsigned char)regexp[i]) &&
            !ascii_is_alnum((unsigned char)regexp[i - 1]) &&
            !ascii_is_alnum((unsigned char)regexp[i + 1])) {
            return true;
        }
    }
    return false;
}

/* Return true if the replacement of |regexp|, which is similar to |model|, may
 * have its own findings. */
static bool is_special(const struct model *model, const char *regexp,
                       size_t length)
{
    const struct expression *expression = model->expression;
    return expression->is_valid &&
           ((!expression->covers_end && expects_more(regexp, length)) ||
            (model->no_digits &&
             has_lone_digit(regexp, length, expression->second)));
}

/* Return the model of |regexp|, of |length| octets; or NULL. */
static const struct expression *find_model(struct expressions *expressions,
                                           const char *regexp, size_t length,
                                           size_t second)
{
    const struct model *each = *model_of(expressions, regexp, second);
    while (each != NULL &&
           !ddds_likeness_holds(each->expression->regexp, each->length,
                                each->expression->second, regexp, length)) {
        each = each->next;
    }
    return each == NULL || is_special(each, regexp, length) ? NULL
                                                            : each->expression;
}

bool ddds_expression_is_repaired(const struct expression *expression)
{
    return expression->found->repaired != NULL;
}

void ddds_expression_repaired(const struct expression *expression,
                              char repaired[DRAFT_FIELD_SIZE])
{
    const struct expression *model = expression->found->judged;
    size_t length = strlen(expression->found->repaired);
    memcpy(repaired, expression->found->repaired, length + 1);
    if (model != expression) {
        length -= strlen(model->regexp + model->second);
        const char *tail = expression->regexp + expression->second;
        memcpy(repaired + length, tail, strlen(tail) + 1);
    }
}

/* ---- Lookup ----------------------------------------------------------- */

/* Judge |expression|, whose regexp has |length| octets, or copy the judgement
 * of its model; return false without memory. */
static bool learn(struct expressions *expressions,
                  struct expression *expression, size_t length)
{
    const struct judging *judging = &expressions->judging;
    const size_t steps = judging->hard_left;
    size_t second = ddds_likeness_second(expression->regexp, length);
    const struct expression *model =
        second < length && length <= LIMIT_STRING
            ? find_model(expressions, expression->regexp, length, second)
            : NULL;
    if (model != NULL) {
        const char *regexp = expression->regexp;
        *expression = *model;
        expression->regexp = regexp;
        expression->substitution = NULL;
        return true;
    }
    expression->second =
        second < length && length <= LIMIT_STRING ? (uint8_t)second : UINT8_MAX;
    ddds_substitution *substitution = judge(expressions, expression);
    bool is_kept = substitution != NULL;
    /* Slow trials are limited: such a judgement must not become a model. */
    if (is_kept && judging->hard_left == steps) {
        make_model(expressions, expression, substitution, length);
    }
    if (is_kept && expression->is_valid) {
        keep_program(expressions, expression, substitution);
    } else {
        ddds_substitution_free(substitution);
    }
    return is_kept;
}

static struct expression *new_expression(struct expressions *expressions,
                                         const char *regexp, size_t length)
{
    struct expression *expression = ddds_arena_pack(
        expressions->arena, sizeof *expression, _Alignof(struct expression));
    if (expression == NULL) {
        return NULL;
    }
    *expression = (struct expression){
        .regexp = ddds_arena_copy(expressions->arena, regexp, length),
    };
    return expression->regexp != NULL && learn(expressions, expression, length)
               ? expression
               : NULL;
}

static struct expression **bucket_of(const struct expressions *expressions,
                                     const char *regexp, size_t length)
{
    uint64_t hash = ddds_hash(&expressions->key, regexp, length);
    return &expressions->buckets[hash & (expressions->size - 1)];
}

/* Double the buckets; without memory, keep the present buckets. */
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
            struct expression **bucket =
                bucket_of(expressions, each->regexp, strlen(each->regexp));
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
    if (known != NULL && strcmp(known->regexp, regexp) == 0) {
        return known;
    }
    if (expressions->count == expressions->size) {
        grow(expressions);
    }
    size_t length = strlen(regexp);
    struct expression **bucket = bucket_of(expressions, regexp, length);
    known = *bucket;
    while (known != NULL && strcmp(known->regexp, regexp) != 0) {
        known = known->next;
    }
    if (known == NULL) {
        known = new_expression(expressions, regexp, length);
        if (known == NULL) {
            return NULL;
        }
        known->next = *bucket;
        *bucket = known;
        expressions->count++;
    }
    expressions->last = known;
    return known;
}
