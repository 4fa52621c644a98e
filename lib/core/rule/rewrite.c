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

/* Copy |length| octets to |to|, and return its end. Short lengths, the usual
 * case, are copied as two overlapping halves. */
static inline char *copy(char *to, const char *from, size_t length)
{
    if (length > 32) {
        memcpy(to, from, length);
    } else if (length >= 16) {
        memcpy(to, from, 16);
        memcpy(to + length - 16, from + length - 16, 16);
    } else if (length >= 8) {
        memcpy(to, from, 8);
        memcpy(to + length - 8, from + length - 8, 8);
    } else if (length >= 4) {
        memcpy(to, from, 4);
        memcpy(to + length - 4, from + length - 4, 4);
    } else if (length >= 2) {
        memcpy(to, from, 2);
        memcpy(to + length - 2, from + length - 2, 2);
    } else if (length == 1) {
        *to = *from;
    }
    return to + length;
}

static ddds_status refuse_length(struct text *output, struct ddds_error *error)
{
    output->failed = true;
    output->bytes[output->length] = '\0';
    return ddds_error_set(error, DDDS_LIMIT, DDDS_NO_OFFSET,
                          "the output is longer than %zu octets",
                          output->size - 1);
}

/* A group that did not match is empty. Only the last piece has no group. */
ddds_status ddds_substitution_fill_in(const ddds_substitution *substitution,
                                      const struct ddds_captures *captures,
                                      struct text *output, bool *matched,
                                      struct ddds_error *error)
{
    const struct piece *piece = substitution->pieces;
    const struct piece *last = piece + substitution->piece_count - 1;
    char *begin = output->bytes + output->length;
    char *to = begin;
    size_t left = output->size - output->length - 1;
    *matched = false;
    for (;; piece++) {
        if (piece->length > left) {
            return refuse_length(output, error);
        }
        to = copy(to, substitution->literal + piece->begin, piece->length);
        left -= piece->length;
        if (piece == last) {
            break;
        }
        const struct ddds_span *group = &captures->group[piece->group];
        if (group->length > left) {
            return refuse_length(output, error);
        }
        to = copy(to, group->text, group->length);
        left -= group->length;
    }
    *to = '\0';
    output->length += (size_t)(to - begin);
    *matched = to > begin;
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
        if (captures != NULL && found.group[0].text != NULL) {
            clear_rest(substitution, &found);
            (void)ddds_sized_fill(captures, &found, sizeof found);
        }
    }
    if (status != DDDS_OK) {
        text.bytes[0] = '\0';
    }
    return status;
}
