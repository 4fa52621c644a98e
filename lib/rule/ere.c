/* Matching: the only file that knows PCRE2.
 *
 * POSIX wants the longest of the leftmost matches, PCRE2 finds the first one
 * that its order of trying yields. They have the same beginning, so:
 *
 * 1. Find PCRE2's match. None: there is none at all. If it reaches the end of
 *    the subject, or the expression left no choice, it is the longest.
 * 2. Otherwise let pcre2_dfa_match, which follows all possibilities at once,
 *    tell where the longest match from that beginning ends.
 * 3. If that is further on, match again, anchored at both places, for the
 *    groups. A `$' must not take the second place for the end of the subject.
 *
 * Inside the match, groups are PCRE2's: POSIX engines do not agree on them
 * either (lib/DECISIONS.md, "longest match").
 *
 * An expression that has proven hot is compiled once more, to machine code,
 * into a copy that is published beside the first: threads that are matching
 * go on undisturbed.
 *
 * SPDX-License-Identifier: MIT */
#include "rule/ere.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "base/error.h"
#include "base/limits.h"

struct ere_context {
    atomic_uint references;
    pcre2_compile_context *compiling;
    pcre2_match_context *matching;
    atomic_int hot_left; /* how many more may become machine code */
    _Atomic(pcre2_match_data *) spare;
};

struct ere_program {
    struct ere_context *context;
    pcre2_code *code;
    _Atomic(pcre2_code *) hot;
    atomic_uint uses;
    unsigned groups;
    bool is_determined;
};

/* ---- The context ------------------------------------------------------- */

/* \0 to \9: more is never asked for. */
enum { CAPTURES = 10 };

static void destroy_context(struct ere_context *context)
{
    pcre2_compile_context_free(context->compiling);
    pcre2_match_context_free(context->matching);
    pcre2_match_data_free(atomic_load(&context->spare));
    free(context);
}

struct ere_context *ddds_ere_context_new(void)
{
    struct ere_context *context = calloc(1, sizeof *context);
    if (context == NULL) {
        return NULL;
    }
    atomic_init(&context->references, 1);
    atomic_init(&context->hot_left, LIMIT_HOT_RULES);
    context->compiling = pcre2_compile_context_create(NULL);
    context->matching = pcre2_match_context_create(NULL);
    if (context->compiling == NULL || context->matching == NULL) {
        destroy_context(context);
        return NULL;
    }
    pcre2_set_max_pattern_length(context->compiling, ERE_PATTERN_SIZE);
    pcre2_set_parens_nest_limit(context->compiling, LIMIT_GROUP_DEPTH + 1);
    pcre2_set_match_limit(context->matching, LIMIT_MATCH);
    pcre2_set_depth_limit(context->matching, LIMIT_MATCH_DEPTH);
    pcre2_set_heap_limit(context->matching, LIMIT_MATCH_HEAP);
    return context;
}

struct ere_context *ddds_ere_context_hold(struct ere_context *context)
{
    atomic_fetch_add_explicit(&context->references, 1, memory_order_relaxed);
    return context;
}

void ddds_ere_context_free(struct ere_context *context)
{
    if (context != NULL &&
        atomic_fetch_sub_explicit(&context->references, 1,
                                  memory_order_acq_rel) == 1) {
        destroy_context(context);
    }
}

/* Take the spare match memory, or make some; NULL without memory. */
static pcre2_match_data *take_match_data(struct ere_context *context)
{
    pcre2_match_data *data =
        atomic_exchange_explicit(&context->spare, NULL, memory_order_acquire);
    return data != NULL ? data : pcre2_match_data_create(CAPTURES, NULL);
}

/* Leave it for the next match. */
static void leave_match_data(struct ere_context *context,
                             pcre2_match_data *data)
{
    pcre2_match_data_free(
        atomic_exchange_explicit(&context->spare, data, memory_order_acq_rel));
}

/* ---- Compiling --------------------------------------------------------- */

ddds_status ddds_ere_compile(struct ere_context *context,
                             const struct ere_reading *reading,
                             bool ignore_case, struct ere_program **program,
                             struct ddds_error *error)
{
    int code = 0;
    size_t offset = 0;
    uint32_t options = PCRE2_DOTALL | PCRE2_DOLLAR_ENDONLY |
                       PCRE2_NEVER_BACKSLASH_C | PCRE2_NEVER_UCP |
                       (reading->is_utf ? PCRE2_UTF : PCRE2_NEVER_UTF) |
                       (ignore_case ? PCRE2_CASELESS : 0);
    struct ere_program *compiled = calloc(1, sizeof *compiled);
    if (compiled == NULL) {
        return ddds_error_no_memory(error);
    }
    compiled->code =
        pcre2_compile((PCRE2_SPTR)reading->pattern, reading->length, options,
                      &code, &offset, context->compiling);
    size_t size = 0;
    if (compiled->code != NULL) {
        pcre2_pattern_info(compiled->code, PCRE2_INFO_SIZE, &size);
    }
    if (compiled->code == NULL || size > LIMIT_PROGRAM) {
        ddds_ere_program_free(compiled);
        return code == PCRE2_ERROR_HEAP_FAILED || code == 121
                   ? ddds_error_no_memory(error)
                   : ddds_error_set(error, DDDS_LIMIT, 0,
                                    "the expression is too large to compile");
    }
    compiled->context = context;
    compiled->groups = reading->groups;
    compiled->is_determined = reading->is_determined;
    *program = compiled;
    return DDDS_OK;
}

ddds_status ddds_ere_compile_perl(struct ere_context *context, const char *ere,
                                  bool ignore_case,
                                  struct ere_program **program,
                                  struct ddds_error *error)
{
    int code;
    size_t offset;
    struct ere_program *compiled = calloc(1, sizeof *compiled);
    if (compiled == NULL) {
        return ddds_error_no_memory(error);
    }
    compiled->context = context;
    compiled->is_determined = true; /* Perl asks for no longer match */
    compiled->code = pcre2_compile((PCRE2_SPTR)ere, PCRE2_ZERO_TERMINATED,
                                   PCRE2_NEVER_BACKSLASH_C |
                                       (ignore_case ? PCRE2_CASELESS : 0),
                                   &code, &offset, context->compiling);
    if (compiled->code == NULL) {
        ddds_ere_program_free(compiled);
        return ddds_error_set(error, DDDS_MALFORMED, offset,
                              "Perl does not accept the expression, at %zu",
                              offset);
    }
    uint32_t groups = 0;
    pcre2_pattern_info(compiled->code, PCRE2_INFO_CAPTURECOUNT, &groups);
    compiled->groups = groups;
    *program = compiled;
    return DDDS_OK;
}

void ddds_ere_program_free(struct ere_program *program)
{
    if (program != NULL) {
        pcre2_code_free(program->code);
        pcre2_code_free(atomic_load(&program->hot));
        free(program);
    }
}

/* Make machine code of it, if the budget allows. One thread comes here: the one
 * whose use was the last that a cold expression has. */
static void heat(struct ere_program *program)
{
    struct ere_context *context = program->context;
    if (atomic_fetch_sub_explicit(&context->hot_left, 1,
                                  memory_order_relaxed) <= 0) {
        atomic_fetch_add_explicit(&context->hot_left, 1, memory_order_relaxed);
        return;
    }
    pcre2_code *hot = pcre2_code_copy(program->code);
    if (hot != NULL && pcre2_jit_compile(hot, PCRE2_JIT_COMPLETE) != 0) {
        pcre2_code_free(hot);
        hot = NULL;
    }
    atomic_store_explicit(&program->hot, hot, memory_order_release);
}

/* ---- Matching ---------------------------------------------------------- */

/* What PCRE2's return code says: a positive one is a match. */
static ddds_status status_of(int code, struct ddds_error *error)
{
    switch (code) {
    case PCRE2_ERROR_MATCHLIMIT:
    case PCRE2_ERROR_DEPTHLIMIT:
    case PCRE2_ERROR_HEAPLIMIT:
    case PCRE2_ERROR_DFA_WSSIZE:
        return ddds_error_set(error, DDDS_LIMIT, DDDS_NO_OFFSET,
                              "matching takes more steps than are allowed");
    case PCRE2_ERROR_NOMEMORY:
        return ddds_error_no_memory(error);
    default:
        /* No match; a subject that is not UTF-8 does not match either. */
        return DDDS_OK;
    }
}

/* PCRE2's own match: step 1. */
static int match_first(struct ere_program *program, const char *subject,
                       size_t length, pcre2_match_data *data)
{
    pcre2_code *hot = atomic_load_explicit(&program->hot, memory_order_acquire);
    if (hot != NULL) {
        int code = pcre2_jit_match(hot, (PCRE2_SPTR)subject, length, 0, 0, data,
                                   program->context->matching);
        if (code != PCRE2_ERROR_JIT_STACKLIMIT) {
            return code;
        }
    } else if (atomic_fetch_add_explicit(&program->uses, 1,
                                         memory_order_relaxed) +
                   1 ==
               LIMIT_HOT_USES) {
        heat(program);
    }
    return pcre2_match(program->code, (PCRE2_SPTR)subject, length, 0,
                       PCRE2_NO_JIT, data, program->context->matching);
}

/* Where the longest match from |begin| ends: step 2. A negative code fails. */
static int find_longest_end(struct ere_program *program, const char *subject,
                            size_t length, size_t begin, size_t *end)
{
    int space[LIMIT_LONGEST_SPACE];
    pcre2_match_data *data = pcre2_match_data_create(1, NULL);
    if (data == NULL) {
        return PCRE2_ERROR_NOMEMORY;
    }
    int code = pcre2_dfa_match(
        program->code, (PCRE2_SPTR)subject, length, begin, PCRE2_ANCHORED, data,
        program->context->matching, space, LIMIT_LONGEST_SPACE);
    if (code == PCRE2_ERROR_DFA_WSSIZE) {
        int *large = malloc(LIMIT_LONGEST_SPACE_LARGE * sizeof *large);
        code = large == NULL
                   ? PCRE2_ERROR_NOMEMORY
                   : pcre2_dfa_match(program->code, (PCRE2_SPTR)subject, length,
                                     begin, PCRE2_ANCHORED, data,
                                     program->context->matching, large,
                                     LIMIT_LONGEST_SPACE_LARGE);
        free(large);
    }
    *end = code >= 0 ? pcre2_get_ovector_pointer(data)[1] : 0;
    pcre2_match_data_free(data);
    return code;
}

/* Steps 2 and 3, if the first match may not be the longest. */
static int match_longest(struct ere_program *program, const char *subject,
                         size_t length, pcre2_match_data *data)
{
    const size_t *ovector = pcre2_get_ovector_pointer(data);
    size_t begin = ovector[0];
    size_t end = 0;
    int code = find_longest_end(program, subject, length, begin, &end);
    if (code < 0 || end == ovector[1]) {
        return code < 0 ? code : 1;
    }
    uint32_t options = PCRE2_ANCHORED | PCRE2_ENDANCHORED | PCRE2_NO_JIT |
                       (end < length ? PCRE2_NOTEOL : 0);
    return pcre2_match(program->code, (PCRE2_SPTR)subject, end, begin, options,
                       data, program->context->matching);
}

static void copy_captures(const struct ere_program *program,
                          const char *subject, pcre2_match_data *data,
                          struct ddds_captures *captures)
{
    const size_t *ovector = pcre2_get_ovector_pointer(data);
    for (size_t i = 0; i < CAPTURES; i++) {
        bool took_part = i <= program->groups && ovector[2 * i] != PCRE2_UNSET;
        captures->group[i].text = took_part ? subject + ovector[2 * i] : NULL;
        captures->group[i].length =
            took_part ? ovector[2 * i + 1] - ovector[2 * i] : 0;
    }
}

ddds_status ddds_ere_match(struct ere_program *program, const char *subject,
                           size_t length, bool *matched,
                           struct ddds_captures *captures,
                           struct ddds_error *error)
{
    pcre2_match_data *data = take_match_data(program->context);
    if (data == NULL) {
        return ddds_error_no_memory(error);
    }
    int code = match_first(program, subject, length, data);
    if (code >= 0 && !program->is_determined &&
        pcre2_get_ovector_pointer(data)[1] < length) {
        code = match_longest(program, subject, length, data);
    }
    *matched = code >= 0;
    if (*matched) {
        copy_captures(program, subject, data, captures);
    }
    leave_match_data(program->context, data);
    return status_of(code, error);
}
