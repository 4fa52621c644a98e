/* Matching by shapes beside matching by PCRE2.
 *
 * SPDX-License-Identifier: MIT */
#include "shape_twin.h"

#include <string.h>

/* Shapes are small, so that PCRE2 can always compile what it may have to
 * decide: that is found out when it must. */
static bool make_program(struct shape_twin *twin, const char *ere,
                         bool ignore_case, const struct shape_draft *draft)
{
    struct ere_reading reading;
    struct ddds_error error;
    twin->context = ddds_ere_context_new();
    return twin->context != NULL &&
           ddds_ere_read(ere, strlen(ere), &reading, &error) == DDDS_OK &&
           reading.groups == draft->shape.groups &&
           ddds_ere_compile(twin->context, &reading, ignore_case,
                            &twin->program, &error) == DDDS_OK;
}

bool shape_twin_begin(struct shape_twin *twin, const char *ere,
                      bool ignore_case, bool *is_wrong)
{
    struct shape_draft draft;
    twin->context = NULL;
    twin->program = NULL;
    *is_wrong = false;
    if (!ddds_shape_read(ere, strlen(ere), ignore_case, &draft)) {
        return false;
    }
    *is_wrong = ddds_shape_size(&draft) > sizeof twin->memory ||
                !make_program(twin, ere, ignore_case, &draft);
    if (*is_wrong) {
        shape_twin_end(twin);
        return false;
    }
    twin->shape = ddds_shape_write(&draft, twin->memory);
    twin->groups = draft.shape.groups;
    return true;
}

static bool is_same(const struct ddds_span *ours,
                    const struct ddds_captures *theirs, unsigned groups)
{
    for (unsigned i = 0; i <= groups; i++) {
        if (ours[i].text != theirs->group[i].text ||
            ours[i].length != theirs->group[i].length) {
            return false;
        }
    }
    return true;
}

enum shape_twin_verdict shape_twin_compare(const struct shape_twin *twin,
                                           const char *text, bool *matched)
{
    struct ere_subject subject = {text, strlen(text), NULL, false};
    struct ddds_captures ours = DDDS_CAPTURES_INIT;
    struct ddds_captures theirs = DDDS_CAPTURES_INIT;
    enum shape_verdict verdict =
        ddds_shape_match(twin->shape, text, subject.length, ours.group);
    *matched = verdict == SHAPE_MATCH;
    bool matches = false;
    ddds_status status =
        ddds_ere_match(twin->program, &subject, &matches, &theirs, NULL);
    if (verdict == SHAPE_UNSURE) {
        return SHAPE_TWIN_UNSURE;
    }
    if (status != DDDS_OK) {
        return status == DDDS_LIMIT ? SHAPE_TWIN_LIMITED : SHAPE_TWIN_WRONG;
    }
    return *matched == matches &&
                   (!matches || is_same(ours.group, &theirs, twin->groups))
               ? SHAPE_TWIN_SAME
               : SHAPE_TWIN_WRONG;
}

void shape_twin_end(struct shape_twin *twin)
{
    ddds_ere_program_free(twin->program);
    ddds_ere_context_free(twin->context);
}
