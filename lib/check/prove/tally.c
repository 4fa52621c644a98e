/* Tallies of inputs with the same verdict.
 *
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "check/prove/decide.h"
#include "check/sets/dfa_members.h"

bool ddds_decide_no_memory(struct deciding *deciding)
{
    deciding->no_memory = true;
    return false;
}

void ddds_tally_free(struct tally *tally)
{
    ddds_count_free(&tally->count);
    free(tally->witness);
}

bool ddds_decide_witness(struct deciding *deciding, struct tally *tally,
                         const char *input, const char *because)
{
    if (!ddds_classes_is_shorter(input, tally->witness)) {
        return true;
    }
    char *copy = strdup(input);
    if (copy == NULL) {
        return ddds_decide_no_memory(deciding);
    }
    free(tally->witness);
    tally->witness = copy;
    tally->class_index = deciding->class_index;
    tally->because = because;
    return true;
}

bool ddds_decide_add(struct deciding *deciding, struct tally *tally,
                     const struct dfa *dfa, const char *because)
{
    char input[LIMIT_INPUT + 1];
    enum members_result first = ddds_members_first(dfa, input, sizeof input);
    enum members_result counted = tally->is_uncounted
                                      ? MEMBERS_LIMIT
                                      : ddds_members_count(dfa, &tally->count);
    tally->is_uncounted |= counted != MEMBERS_FOUND;
    if (first == MEMBERS_NO_MEMORY || counted == MEMBERS_NO_MEMORY) {
        return ddds_decide_no_memory(deciding);
    }
    if (first != MEMBERS_FOUND) {
        struct tally *unknown = &deciding->unknown;
        unknown->has_others = true;
        unknown->because =
            unknown->witness != NULL ? unknown->because : TOO_LONG;
        return true;
    }
    return ddds_decide_witness(deciding, tally, input, because);
}

bool ddds_decide_all(struct deciding *deciding, struct tally *tally,
                     const struct class *class, const char *because)
{
    bool ok = true;
    tally->is_uncounted |= class->is_uncounted;
    if (class->is_vague || class->shown.key != NULL) {
        tally->has_others = true;
        tally->because = tally->witness != NULL ? tally->because : because;
        return true;
    }
    for (const struct class_part *part = class->parts; ok && part != NULL;
         part = part->next) {
        ok = ddds_decide_add(deciding, tally, part->dfa, because);
    }
    return ok;
}

ddds_resolution *ddds_decide_resolve(struct deciding *deciding,
                                     const char *input)
{
    const struct exploration *with = &deciding->proof->with;
    ddds_resolution *done = ddds_resolve(with->database, with->application,
                                         input, &with->options, NULL);
    if (done == NULL || ddds_resolution_status(done) != DDDS_OK) {
        ddds_resolution_free(done);
        (void)ddds_decide_no_memory(deciding);
        return NULL;
    }
    return done;
}
