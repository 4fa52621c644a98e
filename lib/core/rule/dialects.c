/* Other interpretations of an expression: sed keeps text outside of the match,
 * and most regular expression libraries follow Perl.
 *
 * RFC 3402 section 3.2 calls its expressions "sed-style", but differs from
 * both; a rule whose result depends on the interpretation only works with some
 * clients (lib/DECISIONS.md, "replacement only").
 *
 * SPDX-License-Identifier: MIT */
#include "rule/substitution.h"

#include <string.h>

#include "base/error.h"
#include "base/utf8.h"

/* Insert |length| octets before the contents of |text|. */
static void insert(struct text *text, const char *octets, size_t length)
{
    size_t moved = text->length;
    ddds_text_add(text, octets, length);
    if (!text->failed) {
        memmove(text->bytes + length, text->bytes, moved);
        memcpy(text->bytes, octets, length);
    }
}

/* Replace the match, by nothing if the replacement is empty, and keep the
 * rest. */
static ddds_status apply_sed(const ddds_substitution *substitution,
                             const char *aus, struct text *output,
                             bool *matched, struct ddds_error *error)
{
    struct ddds_captures captures;
    struct ere_subject subject = {aus, strlen(aus), NULL, false};
    const struct ddds_span *match = &captures.group[0];
    captures.group[0].text = NULL;
    ddds_status status = ddds_substitution_rewrite(
        substitution, &subject, output, matched, &captures, error);
    if (status == DDDS_OK && match->text != NULL) {
        insert(output, aus, (size_t)(match->text - aus));
        ddds_text_string(output, match->text + match->length);
        *matched = output->length > 0;
    }
    return status;
}

/* Match like Perl, with the same replacement. */
static ddds_status apply_perl(const ddds_substitution *substitution,
                              const char *aus, struct text *output,
                              bool *matched, struct ddds_error *error)
{
    struct ddds_captures captures;
    struct ere_subject subject = {aus, strlen(aus), NULL, false};
    struct ere_program *program;
    bool is_utf = utf8_is_wide(aus, subject.length) ||
                  !utf8_is_ascii(substitution->ere, strlen(substitution->ere));
    ddds_status status = ddds_ere_compile_perl(
        substitution->context, substitution->ere, substitution->ignores_case,
        is_utf, &program, error);
    if (status != DDDS_OK) {
        return status;
    }
    status = ddds_ere_match(program, &subject, matched, &captures, error);
    ddds_ere_program_free(program);
    return status == DDDS_OK && *matched
               ? ddds_substitution_fill_in(substitution, &captures, output,
                                           matched, error)
               : status;
}

ddds_status ddds_substitution_apply_as(const ddds_substitution *substitution,
                                       enum ddds_reading reading,
                                       const char *aus, char *output,
                                       size_t size, bool *matched,
                                       struct ddds_error *error)
{
    struct text text;
    char none[1];
    ddds_substitution_begin(&text, output, size, none);
    *matched = false;
    ddds_status status =
        reading == DDDS_READING_SED
            ? apply_sed(substitution, aus, &text, matched, error)
            : apply_perl(substitution, aus, &text, matched, error);
    if (status == DDDS_OK && text.failed) {
        status = ddds_error_set(error, DDDS_LIMIT, DDDS_NO_OFFSET,
                                "the output is longer than %zu octets",
                                text.size - 1);
    }
    if (status != DDDS_OK) {
        text.bytes[0] = '\0';
        *matched = false;
    }
    return status;
}
