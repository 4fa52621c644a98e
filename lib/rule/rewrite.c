/* Applying a substitution expression to the Application Unique String.
 *
 * The output is the replacement with its back-references filled in and nothing
 * else: what is outside the match is dropped (lib/DECISIONS.md, "replacement
 * only"). An empty output counts as no match (RFC 3402 section 3.3, step 3).
 *
 * SPDX-License-Identifier: MIT */
#include "rule/substitution.h"

#include <string.h>

#include "base/error.h"

/* Every string matches as a whole; so does the one group there may be. */
static void capture_all(const struct ddds_substitution *substitution,
                        const struct ere_subject *aus,
                        struct ddds_captures *captures)
{
    for (unsigned i = 0; i < 10; i++) {
        bool takes_part = i <= substitution->groups;
        captures->group[i].text = takes_part ? aus->text : NULL;
        captures->group[i].length = takes_part ? aus->length : 0;
    }
}

/* A group that took no part is empty. */
static void fill_in(const struct ddds_substitution *substitution,
                    const struct ddds_captures *captures, struct text *output)
{
    for (size_t i = 0; i < substitution->piece_count; i++) {
        const struct piece *piece = &substitution->pieces[i];
        const struct ddds_span *group = &captures->group[piece->group];
        ddds_text_add(output, substitution->literal + piece->begin,
                      piece->length);
        if (piece->group != 0 && group->text != NULL) {
            ddds_text_add(output, group->text, group->length);
        }
    }
}

ddds_status ddds_substitution_rewrite(const ddds_substitution *substitution,
                                      const struct ere_subject *aus,
                                      struct text *output, bool *matched,
                                      struct ddds_captures *captures,
                                      struct ddds_error *error)
{
    *matched = true;
    if (substitution->program == NULL) {
        capture_all(substitution, aus, captures);
    } else {
        ddds_status status = ddds_ere_match(substitution->program, aus, matched,
                                            captures, error);
        if (status != DDDS_OK || !*matched) {
            *matched = false;
            return status;
        }
    }
    fill_in(substitution, captures, output);
    *matched = output->length > 0 && !output->failed;
    return output->failed
               ? ddds_error_set(error, DDDS_LIMIT, DDDS_NO_OFFSET,
                                "the output is longer than %zu octets",
                                output->size - 1)
               : DDDS_OK;
}

ddds_status ddds_substitution_apply(const ddds_substitution *substitution,
                                    const char *aus, char *output, size_t size,
                                    bool *matched,
                                    struct ddds_captures *captures,
                                    struct ddds_error *error)
{
    struct ddds_captures own;
    struct ere_subject subject = {aus, strlen(aus), NULL};
    struct text text;
    ddds_text_init(&text, output, size);
    ddds_status status =
        ddds_substitution_rewrite(substitution, &subject, &text, matched,
                                  captures != NULL ? captures : &own, error);
    if (status != DDDS_OK) {
        output[0] = '\0';
    }
    return status;
}
