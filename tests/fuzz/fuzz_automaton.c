/* The automata by which lint compares expressions. The input is two expressions
 * and a subject, a line each.
 *
 * An automaton accepts what PCRE2 matches. The string that a search finds fits
 * the first expression and not the second, or both; if it finds none, the
 * subject does not fit either.
 *
 * SPDX-License-Identifier: MIT */
#include "check/sets/string_search.h"
#include "base/limits.h"
#include "fuzz.h"
#include "rule/ere.h"

enum { WORK = 20000, SUBJECT_MAX = 48 };

/* An expression, both ways. */
struct both {
    struct reader *reader; /* NULL: too large */
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
static bool begin(struct both *both, const char *ere,
                  struct match_readers *readers, struct ere_context *context)
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
    both->reader =
        ddds_match_readers_find(readers, ere, strlen(ere), false, SIZE_MAX);
    require(!readers->no_memory);
    require(both->reader == NULL || !has_lead(ere));
    return true;
}

static bool accepts(struct reader *reader, const char *subject)
{
    return reader_label(reader, reader_run(reader, reader->start, subject,
                                           strlen(subject))) != LABEL_NO_MATCH;
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
    if (both->reader != NULL && matches(both, subject, &matched)) {
        require(accepts(both->reader, subject) == matched);
    }
}

static void search(struct match_readers *readers, struct both *pair,
                   const char *subject, bool must_second)
{
    const struct search_term terms[] = {
        {pair[0].reader, pair[0].reader != NULL ? pair[0].reader->start : 0,
         true},
        {pair[1].reader, pair[1].reader != NULL ? pair[1].reader->start : 0,
         must_second},
    };
    char found[SEARCH_STRING_SIZE];
    uint64_t left = WORK;
    bool first = false;
    bool second = false;
    enum string_search_result result =
        ddds_string_search(readers, terms, 2, found, sizeof found, &left);
    require(!readers->no_memory && left <= WORK);
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
    struct match_readers readers = {.kept = NULL};
    struct both pair[2] = {{.program = NULL}};
    struct ere_context *context = ddds_ere_context_new();
    require(context != NULL);
    if (begin(&pair[0], one, &readers, context) &&
        begin(&pair[1], other, &readers, context)) {
        check_subject(&pair[0], subject);
        check_subject(&pair[1], subject);
        search(&readers, pair, subject, true);
        search(&readers, pair, subject, false);
    }
    ddds_ere_program_free(pair[0].program);
    ddds_ere_program_free(pair[1].program);
    ddds_ere_context_free(context);
    ddds_match_readers_free(&readers);
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
