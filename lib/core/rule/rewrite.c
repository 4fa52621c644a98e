/* Application of substitution expressions to the Application Unique String.
 *
 * The output is only the replacement with its back-references: text outside of
 * the match is dropped (lib/DECISIONS.md, "replacement only"). An empty output
 * counts as no match (RFC 3402 section 3.3, step 3).
 *
 * SPDX-License-Identifier: MIT */
#include "rule/substitution.h"

#include <string.h>

#include "base/error.h"
#include "base/sized.h"

/* Capture the whole string as the match and as the group, if any. */
static void capture_all(const struct ddds_substitution *substitution,
                        const struct ere_subject *aus,
                        struct ddds_captures *captures)
{
    for (unsigned i = 0; i <= substitution->groups; i++) {
        captures->group[i] = (struct ddds_span){aus->text, aus->length};
    }
}

/* Find the match, by the shape or the program. */
static ddds_status match(const struct ddds_substitution *substitution,
                         const struct ere_subject *aus, bool *matched,
                         struct ddds_captures *captures,
                         struct ddds_error *error)
{
    if (substitution->shape != NULL) {
        enum shape_verdict verdict = ddds_shape_match(
            substitution->shape, aus->text, aus->length, captures->group);
        *matched = verdict == SHAPE_MATCH;
        if (verdict != SHAPE_UNSURE) {
            return DDDS_OK;
        }
    }
    struct ere_program *program;
    ddds_status status =
        ddds_substitution_program(substitution, &program, error);
    *matched = false;
    if (status != DDDS_OK) {
        return status;
    }
    status = ddds_ere_match(program, aus, matched, captures, error);
    ddds_substitution_leave_program(substitution, program);
    return status;
}

/* A group that did not match is empty. Only the last piece has no group. */
ddds_status ddds_substitution_fill_in(const ddds_substitution *substitution,
                                      const struct ddds_captures *captures,
                                      struct text *output, bool *matched,
                                      struct ddds_error *error)
{
    const size_t before = output->length;
    *matched = false;
    for (size_t i = 0; i < substitution->piece_count; i++) {
        const struct piece *piece = &substitution->pieces[i];
        ddds_text_add(output, substitution->literal + piece->begin,
                      piece->length);
        if (captures != NULL && piece->group != 0 &&
            captures->group[piece->group].length > 0) {
            ddds_text_add(output, captures->group[piece->group].text,
                          captures->group[piece->group].length);
        }
    }
    if (output->failed) {
        output->length = before;
        output->bytes[before] = '\0';
        return ddds_error_set(error, DDDS_LIMIT, DDDS_NO_OFFSET,
                              "the output is longer than %zu octets",
                              output->size - 1);
    }
    *matched = output->length > before;
    return DDDS_OK;
}

/* Clear the groups that the expression does not have. */
static void clear_rest(const struct ddds_substitution *substitution,
                       struct ddds_captures *captures)
{
    for (unsigned i = substitution->groups + 1U; i < 10; i++) {
        captures->group[i] = (struct ddds_span){NULL, 0};
    }
}

ddds_status ddds_substitution_rewrite(const ddds_substitution *substitution,
                                      const struct ere_subject *aus,
                                      struct text *output, bool *matched,
                                      struct ddds_captures *captures,
                                      struct ddds_error *error)
{
    struct ddds_captures own;
    struct ddds_captures *found = captures != NULL ? captures : &own;
    if (substitution->matches_all) {
        capture_all(substitution, aus, found);
    } else {
        ddds_status status = match(substitution, aus, matched, found, error);
        if (status != DDDS_OK || !*matched) {
            return status;
        }
    }
    return ddds_substitution_fill_in(substitution, found, output, matched,
                                     error);
}

ddds_status ddds_substitution_apply(const ddds_substitution *substitution,
                                    const char *aus, char *output, size_t size,
                                    bool *matched,
                                    struct ddds_captures *captures,
                                    struct ddds_error *error)
{
    ddds_status status;
    struct text text;
    char none[1];
    ddds_substitution_begin(&text, output, size, none);
    if (substitution->matches_all && substitution->is_constant &&
        captures == NULL) {
        status = ddds_substitution_fill_in(substitution, NULL, &text, matched,
                                           error);
    } else {
        struct ere_subject subject = {aus, strlen(aus), NULL, false};
        struct ddds_captures found;
        found.size = sizeof found;
        found.group[0].text = NULL;
        status = ddds_substitution_rewrite(substitution, &subject, &text,
                                           matched, &found, error);
        if (captures != NULL && status == DDDS_OK &&
            found.group[0].text != NULL) {
            clear_rest(substitution, &found);
            (void)ddds_sized_fill(captures, &found, sizeof found);
        }
    }
    if (status != DDDS_OK) {
        text.bytes[0] = '\0';
    }
    return status;
}
