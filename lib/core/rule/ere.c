/* Matching: the only file that uses PCRE2.
 *
 * POSIX requires the longest of the leftmost matches, PCRE2 finds the first in
 * the order of its search. Both start at the same place, so:
 *
 * 1. Find PCRE2's match. Without one, POSIX has none either. If it reaches
 *    the end of the subject, or the expression left no choice, it is the
 *    longest.
 * 2. Otherwise find the end of the longest match from that start with
 *    pcre2_dfa_match, which follows all possibilities in parallel.
 * 3. If the end differs, match again for the groups, anchored at both ends. A
 *    `$' must not match at the end, unless the subject ends there.
 *
 * Within the match, groups are PCRE2's: POSIX engines do not agree on them
 * either (lib/DECISIONS.md, "longest match").
 *
 * PCRE2 restarts its count of steps at each start of a match, and a step may
 * read the whole subject. For a single count, the search is part of the
 * expression: it is compiled anchored, after `.*?\K'; and longer subjects get
 * fewer steps.
 *
 * Only PCRE2's interpreter is used: the library never asks for executable
 * memory.
 *
 * Characters are octets, or code points if the expression or the subject is not
 * ASCII (RFC 3403 section 3): for code points an ASCII expression is compiled
 * again.
 *
 * SPDX-License-Identifier: MIT */
#include "rule/ere.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "base/allowance.h"
#include "base/error.h"
#include "base/limits.h"
#include "base/text.h"
#include "base/utf8.h"
#include "rule/ere_resources.h"

/* Memory and limits of a match. */
struct match_scratch {
    pcre2_match_data *data;
    pcre2_match_context *limits;
    uint32_t steps; /* current limit */
};

struct ere_context {
    _Atomic(struct match_scratch *) spare; /* for the next match, or NULL */
    pcre2_general_context *general;
    pcre2_compile_context *compiling;
};

struct ere_program {
    struct ere_context *context;
    pcre2_code *search; /* finds the first match */
    pcre2_code *code;   /* matches at given places; NULL if |is_determined| */
    _Atomic(struct ere_program *) wide; /* see choose_program */
    atomic_size_t *allowance;           /* for |wide|; NULL: unlimited */
    size_t octets;                      /* of the programs and the pattern */
    struct ere_effort effort;
    uint32_t groups;
    bool is_determined;
    bool has_alternatives;
    bool ignores_case;
    size_t length; /* of the pattern */
    char pattern[];
};

/* ---- The context ------------------------------------------------------- */

/* \0 to \9 are used. */
enum { CAPTURES = 10 };

/* Octets that the search adds to a pattern. */
enum { SEARCH_SIZE = 16 };

static void free_scratch(struct match_scratch *scratch)
{
    if (scratch != NULL) {
        pcre2_match_data_free(scratch->data);
        pcre2_match_context_free(scratch->limits);
        free(scratch);
    }
}

static struct match_scratch *new_scratch(const struct ere_context *context)
{
    struct match_scratch *scratch = calloc(1, sizeof *scratch);
    if (scratch == NULL) {
        return NULL;
    }
    scratch->data = pcre2_match_data_create(CAPTURES, context->general);
    scratch->limits = pcre2_match_context_create(context->general);
    if (scratch->data == NULL || scratch->limits == NULL) {
        free_scratch(scratch);
        return NULL;
    }
    pcre2_set_heap_limit(scratch->limits, LIMIT_MATCH_HEAP);
    return scratch;
}

/* Take scratch memory from the cache, or allocate it; NULL without memory. */
static struct match_scratch *take_scratch(struct ere_context *context)
{
    struct match_scratch *spare = atomic_exchange(&context->spare, NULL);
    return spare != NULL ? spare : new_scratch(context);
}

/* Return |scratch| to the cache. */
static void leave_scratch(struct ere_context *context,
                          struct match_scratch *scratch)
{
    free_scratch(atomic_exchange(&context->spare, scratch));
}

void ddds_ere_context_free(struct ere_context *context)
{
    if (context == NULL) {
        return;
    }
    pcre2_compile_context_free(context->compiling);
    pcre2_general_context_free(context->general);
    free_scratch(atomic_load(&context->spare));
    free(context);
}

struct ere_context *ddds_ere_context_new(void)
{
    struct ere_context *context = calloc(1, sizeof *context);
    if (context == NULL) {
        return NULL;
    }
    context->general =
        pcre2_general_context_create(ddds_ere_allocate, ddds_ere_release, NULL);
    context->compiling = context->general != NULL
                             ? pcre2_compile_context_create(context->general)
                             : NULL;
    if (context->compiling == NULL) {
        ddds_ere_context_free(context);
        return NULL;
    }
    pcre2_set_max_pattern_length(context->compiling,
                                 ERE_PATTERN_SIZE + SEARCH_SIZE);
    pcre2_set_parens_nest_limit(context->compiling, LIMIT_GROUP_DEPTH + 2);
    return context;
}

/* ---- Compiling --------------------------------------------------------- */

/* Compile |pattern|, anchored, into |*compiled|, and add its octets. */
static ddds_status compile(struct ere_program *program,
                           const struct text *pattern, uint32_t options,
                           pcre2_code **compiled, struct ddds_error *error)
{
    int code = 0;
    size_t offset = 0;
    size_t size = 0;
    *compiled = pcre2_compile((PCRE2_SPTR)pattern->bytes, pattern->length,
                              options | PCRE2_ANCHORED | PCRE2_DOTALL |
                                  PCRE2_DOLLAR_ENDONLY |
                                  PCRE2_NEVER_BACKSLASH_C | PCRE2_NEVER_UCP,
                              &code, &offset, program->context->compiling);
    if (*compiled != NULL) {
        pcre2_pattern_info(*compiled, PCRE2_INFO_SIZE, &size);
    }
    program->octets += size;
    if (*compiled != NULL && size <= LIMIT_PROGRAM) {
        return DDDS_OK;
    }
    return code == PCRE2_ERROR_HEAP_FAILED
               ? ddds_error_no_memory(error)
               : ddds_error_set(error, DDDS_LIMIT, 0,
                                "the expression is too large to compile");
}

/* Write the pattern that searches for a match at every place. */
static void write_search(const struct ere_reading *reading, struct text *text)
{
    ddds_text_string(text, ".*?\\K");
    ddds_text_string(text, reading->has_alternatives ? "(?:" : "");
    ddds_text_add(text, reading->pattern, reading->length);
    ddds_text_string(text, reading->has_alternatives ? ")" : "");
}

/* Compile the programs that an expression needs. */
static ddds_status compile_reading(struct ere_program *program,
                                   const struct ere_reading *reading,
                                   bool ignore_case, struct ddds_error *error)
{
    char memory[ERE_PATTERN_SIZE + SEARCH_SIZE];
    struct text search;
    /* With a single possible start, PCRE2's analysis of starts costs more than
     * it saves. */
    uint32_t options = (reading->is_utf ? PCRE2_UTF : PCRE2_NEVER_UTF) |
                       (ignore_case ? PCRE2_CASELESS : 0) |
                       (reading->is_anchored ? PCRE2_NO_START_OPTIMIZE : 0);
    ddds_text_init(&search, memory, sizeof memory);
    if (!reading->is_anchored) {
        write_search(reading, &search);
    } else {
        ddds_text_add(&search, reading->pattern, reading->length);
    }
    ddds_status status =
        compile(program, &search, options, &program->search, error);
    program->effort.octets = program->octets;
    if (status != DDDS_OK || reading->is_determined) {
        return status;
    }
    if (reading->is_anchored) {
        program->code = program->search;
        return DDDS_OK;
    }
    ddds_text_init(&search, memory, sizeof memory);
    ddds_text_add(&search, reading->pattern, reading->length);
    return compile(program, &search, options, &program->code, error);
}

ddds_status ddds_ere_compile(struct ere_context *context,
                             const struct ere_reading *reading,
                             bool ignore_case, struct ere_program **program,
                             struct ddds_error *error)
{
    struct ere_program *compiled =
        calloc(1, sizeof *compiled + reading->length);
    if (compiled == NULL) {
        return ddds_error_no_memory(error);
    }
    compiled->context = context;
    compiled->groups = reading->groups;
    compiled->is_determined = reading->is_determined;
    compiled->effort.is_utf = reading->is_utf;
    compiled->effort.is_anchored = reading->is_anchored;
    compiled->effort.repeats_once = reading->repeats_once;
    compiled->has_alternatives = reading->has_alternatives;
    compiled->ignores_case = ignore_case;
    compiled->length = reading->length;
    memcpy(compiled->pattern, reading->pattern, reading->length);
    ddds_status status = compile_reading(compiled, reading, ignore_case, error);
    compiled->octets += reading->length;
    if (status != DDDS_OK) {
        ddds_ere_program_free(compiled);
        return status;
    }
    *program = compiled;
    return DDDS_OK;
}

ddds_status ddds_ere_compile_perl(struct ere_context *context, const char *ere,
                                  bool ignore_case, bool is_utf,
                                  struct ere_program **program,
                                  struct ddds_error *error)
{
    int code;
    size_t offset;
    uint32_t options = PCRE2_NEVER_BACKSLASH_C | (is_utf ? PCRE2_UTF : 0) |
                       (ignore_case ? PCRE2_CASELESS : 0);
    struct ere_program *compiled = calloc(1, sizeof *compiled);
    if (compiled == NULL) {
        return ddds_error_no_memory(error);
    }
    compiled->context = context;
    compiled->is_determined = true; /* Perl does not require the longest
                                       match */
    compiled->effort.counts_anew = true;
    compiled->effort.is_utf = is_utf;
    compiled->search =
        pcre2_compile((PCRE2_SPTR)ere, PCRE2_ZERO_TERMINATED, options, &code,
                      &offset, context->compiling);
    if (compiled->search == NULL) {
        ddds_ere_program_free(compiled);
        if (code == PCRE2_ERROR_HEAP_FAILED) {
            return ddds_error_no_memory(error);
        }
        return ddds_error_set(error, DDDS_MALFORMED, offset,
                              "Perl does not accept the expression, at %zu",
                              offset);
    }
    pcre2_pattern_info(compiled->search, PCRE2_INFO_CAPTURECOUNT,
                       &compiled->groups);
    *program = compiled;
    return DDDS_OK;
}

void ddds_ere_program_free(struct ere_program *program)
{
    if (program == NULL) {
        return;
    }
    ddds_ere_program_free(atomic_load(&program->wide));
    if (program->code != program->search) {
        pcre2_code_free(program->code);
    }
    pcre2_code_free(program->search);
    free(program);
}

size_t ddds_ere_program_octets(const struct ere_program *program)
{
    enum { PIECES = 3 };
    return program == NULL
               ? 0
               : sizeof *program + program->octets +
                     (size_t)PIECES * ALLOWANCE_OVERHEAD +
                     ddds_ere_program_octets(atomic_load(&program->wide));
}

void ddds_ere_program_limit(struct ere_program *program,
                            atomic_size_t *allowance)
{
    if (program != NULL) {
        program->allowance = allowance;
    }
}

/* ---- Code points ------------------------------------------------------- */

/* Compile |program| for code points; leave |search| NULL if that is too large.
 * NULL without memory. */
static struct ere_program *compile_wide(const struct ere_program *program,
                                        struct ddds_error *error)
{
    struct ere_program *wide = NULL;
    struct ere_reading reading = {.length = program->length,
                                  .groups = program->groups,
                                  .is_utf = true,
                                  .is_anchored = program->effort.is_anchored,
                                  .repeats_once = program->effort.repeats_once,
                                  .has_alternatives = program->has_alternatives,
                                  .is_determined = program->is_determined};
    memcpy(reading.pattern, program->pattern, program->length);
    ddds_status status = ddds_ere_compile(program->context, &reading,
                                          program->ignores_case, &wide, error);
    return status == DDDS_LIMIT ? calloc(1, sizeof *wide) : wide;
}

/* Return the program for |subject|, by code points or octets; NULL without
 * memory. The first thread that compiles it publishes it, if the allowance
 * suffices; otherwise leave_program() frees it. */
static struct ere_program *choose_program(struct ere_program *program,
                                          const struct ere_subject *subject,
                                          struct ddds_error *error)
{
    bool is_wide = utf8_is_wide(subject->text, subject->length);
    if (program->effort.is_utf || !is_wide) {
        return program;
    }
    struct ere_program *wide = atomic_load(&program->wide);
    if (wide != NULL) {
        return wide;
    }
    struct ere_program *made = compile_wide(program, error);
    size_t octets = ddds_ere_program_octets(made);
    if (made == NULL || !ddds_allowance_take(program->allowance, octets) ||
        atomic_compare_exchange_strong(&program->wide, &wide, made)) {
        return made;
    }
    ddds_allowance_give(program->allowance, octets);
    ddds_ere_program_free(made);
    return wide;
}

static void leave_program(const struct ere_program *program,
                          struct ere_program *chosen)
{
    if (chosen != program && chosen != atomic_load(&program->wide)) {
        ddds_ere_program_free(chosen);
    }
}

/* ---- Matching ---------------------------------------------------------- */

/* State of a match. */
struct ere_match {
    const struct ere_program *program;
    const char *subject;
    size_t length;
    unsigned share; /* fraction of the limits */
    size_t steps;   /* limit of steps */
    struct match_scratch *scratch;
    struct ddds_captures *captures;
};

/* Limit |match| to 1 / |share| of the limits. */
static void set_share(struct ere_match *match, unsigned share)
{
    struct match_scratch *scratch = match->scratch;
    match->share = share;
    match->steps =
        ere_most_steps(&match->program->effort, match->length, share);
    if (scratch->steps != match->steps) {
        scratch->steps = (uint32_t)match->steps;
        pcre2_set_match_limit(scratch->limits, scratch->steps);
    }
}

/* Step 1: find PCRE2's match. */
static int match_first(const struct ere_match *match)
{
    return pcre2_match(match->program->search, (PCRE2_SPTR)match->subject,
                       match->length, 0, 0, match->scratch->data,
                       match->scratch->limits);
}

/* Return the share for the longest-match search. Its limit is complete at the
 * middle share of steps. */
static unsigned space_share(const struct ere_match *match)
{
    return match->share > LIMIT_MIDDLE_SHARE ? match->share / LIMIT_MIDDLE_SHARE
                                             : 1;
}

/* Step 2: find the end of the longest match from |begin|. A negative code is a
 * failure. */
static int find_longest_end(const struct ere_match *match, size_t begin)
{
    int space[LIMIT_LONGEST_SPACE];
    return pcre2_dfa_match(
        match->program->code, (PCRE2_SPTR)match->subject, match->length, begin,
        0, match->scratch->data, match->scratch->limits, space,
        ddds_ere_space(match->length - begin, space_share(match),
                       match->program->effort.is_utf));
}

static void copy_captures(const struct ere_match *match)
{
    const size_t *ovector = pcre2_get_ovector_pointer(match->scratch->data);
    unsigned groups = match->program->groups;
    unsigned count = groups < CAPTURES ? groups + 1 : CAPTURES;
    struct ddds_span *group = match->captures->group;
    for (unsigned i = 0; i < count; i++, ovector += 2) {
        group[i] = ovector[0] != PCRE2_UNSET
                       ? (struct ddds_span){match->subject + ovector[0],
                                            ovector[1] - ovector[0]}
                       : (struct ddds_span){NULL, 0};
    }
    for (unsigned i = count; i < CAPTURES; i++) {
        group[i] = (struct ddds_span){NULL, 0};
    }
}

/* Steps 2 and 3, if the first match may not be the longest. */
static int match_longest(const struct ere_match *match)
{
    const size_t *ovector = pcre2_get_ovector_pointer(match->scratch->data);
    size_t begin = ovector[0];
    size_t first_end = ovector[1];
    int code = find_longest_end(match, begin);
    size_t end = ovector[1];
    if (code < 0 || end == first_end) {
        return code < 0 ? code : 1;
    }
    uint32_t options =
        PCRE2_ENDANCHORED | (end < match->length ? PCRE2_NOTEOL : 0);
    code = pcre2_match(match->program->code, (PCRE2_SPTR)match->subject, end,
                       begin, options, match->scratch->data,
                       match->scratch->limits);
    if (code >= 0) {
        copy_captures(match);
    }
    return code;
}

/* All steps, within the share. */
static int match_all(const struct ere_match *match)
{
    int code = match_first(match);
    if (code < 0) {
        return code;
    }
    copy_captures(match);
    const struct ddds_span *whole = &match->captures->group[0];
    bool is_longest =
        match->program->is_determined ||
        whole->text + whole->length == match->subject + match->length;
    return is_longest ? code : match_longest(match);
}

/* Return true if |code| is a limit that a larger share would raise. */
static bool is_over(int code)
{
    return code == PCRE2_ERROR_MATCHLIMIT || code == PCRE2_ERROR_HEAPLIMIT ||
           code == PCRE2_ERROR_DFA_WSSIZE;
}

/* Return the status for PCRE2's return code; positive codes are matches. */
static ddds_status status_of(int code, struct ddds_error *error)
{
    if (code == PCRE2_ERROR_NOMEMORY) {
        return ddds_error_no_memory(error);
    }
    /* A subject that is not UTF-8 does not match. */
    return is_over(code) ? ddds_error_set(error, DDDS_LIMIT, DDDS_NO_OFFSET,
                                          "matching takes more steps than are "
                                          "allowed")
                         : DDDS_OK;
}

/* Try with increasing shares of the limits. */
static ddds_status match_within(struct ere_match *match,
                                const struct ere_subject *subject, int *code,
                                struct ddds_error *error)
{
    static const unsigned shares[] = {LIMIT_EASY_SHARE, LIMIT_MIDDLE_SHARE, 1};
    const struct ere_effort *effort = &match->program->effort;
    ddds_status status = DDDS_OK;
    *code = PCRE2_ERROR_MATCHLIMIT;
    for (size_t i = 0; i < 3 && is_over(*code); i++) {
        set_share(match, shares[i]);
        size_t count =
            ere_count_steps(effort, match->length, match->share, match->steps);
        bool is_free = i == 0 && subject->counts_hard_only;
        status = is_free ? DDDS_OK : ddds_ere_take_steps(subject, count, error);
        if (status != DDDS_OK) {
            return status;
        }
        *code = match_all(match);
    }
    return status_of(*code, error);
}

/* Match |program|; NULL: it could not be allocated. */
static ddds_status match_chosen(struct ere_program *program,
                                const struct ere_subject *subject,
                                bool *matched, struct ddds_captures *captures,
                                struct ddds_error *error)
{
    if (program != NULL && program->search == NULL) { /* too large for code
                                                         points */
        (void)ddds_ere_take_steps(subject,
                                  LIMIT_PROGRAM / LIMIT_COMPILED_A_STEP, NULL);
        return status_of(PCRE2_ERROR_HEAPLIMIT, error);
    }
    struct ere_match match = {.program = program,
                              .subject = subject->text,
                              .length = subject->length,
                              .captures = captures};
    match.scratch = program == NULL ? NULL : take_scratch(program->context);
    if (match.scratch == NULL) {
        return ddds_error_no_memory(error);
    }
    int code;
    ddds_status status = match_within(&match, subject, &code, error);
    leave_scratch(program->context, match.scratch);
    *matched = code >= 0;
    return status;
}

ddds_status ddds_ere_match(struct ere_program *program,
                           const struct ere_subject *subject, bool *matched,
                           struct ddds_captures *captures,
                           struct ddds_error *error)
{
    ddds_status status;
    struct ere_program *chosen = choose_program(program, subject, error);
    *matched = false;
    status = match_chosen(chosen, subject, matched, captures, error);
    leave_program(program, chosen);
    return status;
}

size_t ddds_ere_reach(struct ere_program *program, const char *text,
                      size_t length)
{
    struct match_scratch *scratch = take_scratch(program->context);
    size_t reach = 0;
    size_t beyond = scratch != NULL ? length + 1 : 1;
    if (scratch != NULL) {
        scratch->steps = LIMIT_MATCH;
        pcre2_set_match_limit(scratch->limits, scratch->steps);
    }
    while (beyond - reach > 1) {
        size_t middle = reach + (beyond - reach) / 2;
        int code =
            pcre2_match(program->search, (PCRE2_SPTR)text, middle, 0,
                        PCRE2_PARTIAL_HARD, scratch->data, scratch->limits);
        bool can_go_on = code >= 0 || code == PCRE2_ERROR_PARTIAL;
        reach = can_go_on ? middle : reach;
        beyond = can_go_on ? beyond : middle;
    }
    if (scratch != NULL) {
        leave_scratch(program->context, scratch);
    }
    return reach;
}

void ddds_ere_version(char version[ERE_VERSION_SIZE])
{
    int size = pcre2_config(PCRE2_CONFIG_VERSION, NULL);
    version[0] = '\0';
    if (size > 0 && size <= ERE_VERSION_SIZE) {
        pcre2_config(PCRE2_CONFIG_VERSION, version);
    }
}
