/* The automata by which lint compares expressions. The input is two expressions
 * and a subject, a line each.
 *
 * An automaton accepts what PCRE2 matches. The string that a search finds fits
 * the first expression and not the second, or both; if it finds none, the
 * subject does not fit either.
 *
 * SPDX-License-Identifier: MIT */
#include "check/judge/automaton.h"
#include "check/judge/string_search.h"
#include "base/limits.h"
#include "fuzz.h"
#include "rule/ere.h"

enum { WORK = 20000, SUBJECT_MAX = 48 };

/* An expression, both ways. */
struct both {
    const struct automaton *automaton; /* NULL: too large */
    struct ere_program *program;
};

static bool has_lead(const char *text)
{
    for (; *text != '\0'; text++) {
        if ((unsigned char)*text >= 0x80) {
            return true;
        }
    }
    return false;
}

/* False: the expression cannot be used. */
static bool begin(struct both *both, const char *ere, struct arena *arena,
                  struct ere_context *context)
{
    struct ere_reading reading;
    struct ddds_error error;
    if (strlen(ere) > LIMIT_STRING ||
        ddds_ere_read(ere, strlen(ere), &reading, &error) != DDDS_OK ||
        ddds_ere_compile(context, &reading, false, &both->program, &error) !=
            DDDS_OK) {
        both->program = NULL;
        return false;
    }
    both->automaton = ddds_automaton_new(arena, ere, false);
    require(!arena->failed);
    require(both->automaton == NULL || !has_lead(ere));
    return true;
}

static bool accepts(const struct automaton *automaton, const char *subject)
{
    automaton_set states[AUTOMATON_WORDS];
    automaton_set next[AUTOMATON_WORDS];
    ddds_automaton_begin(automaton, states);
    for (const char *at = subject; *at != '\0'; at++) {
        if (automaton_has_matched(states)) {
            return true;
        }
        ddds_automaton_step(automaton, states, (unsigned char)*at, next);
        memcpy(states, next, automaton->words * sizeof *states);
    }
    return ddds_automaton_accepts(automaton, states, *subject == '\0');
}

/* False, if PCRE2 cannot tell. */
static bool matches(struct both *both, const char *text, bool *matched)
{
    struct ere_subject subject = {text, strlen(text), NULL, false};
    struct ddds_captures captures = DDDS_CAPTURES_INIT;
    struct ddds_error error;
    return ddds_ere_match(both->program, &subject, matched, &captures,
                          &error) == DDDS_OK;
}

static void check_subject(struct both *both, const char *subject)
{
    bool matched;
    if (both->automaton != NULL && matches(both, subject, &matched)) {
        require(accepts(both->automaton, subject) == matched);
    }
}

static void search(struct both *pair, const char *subject, bool must_second)
{
    const struct search_term terms[] = {
        {pair[0].automaton, true},
        {pair[1].automaton, must_second},
    };
    char found[SEARCH_STRING_SIZE];
    uint64_t left = WORK;
    bool has_failed = false;
    bool first = false;
    bool second = false;
    enum string_search_result result =
        ddds_string_search(terms, 2, found, &left, &has_failed);
    require(!has_failed && left <= WORK);
    if (result == STRING_FOUND && found[0] != '\0') {
        require(strlen(found) < sizeof found);
        require(!matches(&pair[0], found, &first) || first);
        require(!matches(&pair[1], found, &second) || second == must_second);
    }
    if (result == STRING_NONE && matches(&pair[0], subject, &first) &&
        matches(&pair[1], subject, &second)) {
        require(!first || second != must_second);
    }
}

static void compare(const char *one, const char *other, const char *subject)
{
    struct arena arena;
    struct both pair[2] = {{.program = NULL}};
    ddds_arena_init(&arena, NULL, 0);
    struct ere_context *context = ddds_ere_context_new();
    require(context != NULL);
    if (begin(&pair[0], one, &arena, context) &&
        begin(&pair[1], other, &arena, context)) {
        check_subject(&pair[0], subject);
        check_subject(&pair[1], subject);
        search(pair, subject, true);
        search(pair, subject, false);
    }
    ddds_ere_program_free(pair[0].program);
    ddds_ere_program_free(pair[1].program);
    ddds_ere_context_free(context);
    ddds_arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *one = copy_of(data, size);
    char *other = strchr(one, '\n');
    char *subject = other != NULL ? strchr(other + 1, '\n') : NULL;
    if (subject != NULL && strlen(subject + 1) <= SUBJECT_MAX &&
        !has_lead(subject)) {
        *other++ = '\0';
        *subject++ = '\0';
        compare(one, other, subject);
    }
    free(one);
    return 0;
}
