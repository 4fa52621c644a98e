/* Certainty of results. A temporary failure of a server leaves a gap in the
 * trace, even if another branch has a result.
 *
 * SPDX-License-Identifier: MIT */
#include "batch/certainty.h"

#include <string.h>

static bool is_temporary(enum ddds_reason reason)
{
    return ddds_reason_class(reason) == DDDS_CLASS_TEMPORARY;
}

/* Return true if |host| is an endpoint of the result. */
static bool has_host(const struct ddds_result *result, const char *host)
{
    const struct ddds_outcome *outcome;
    const struct ddds_endpoint *endpoint;
    for (size_t i = 0; (outcome = ddds_result_outcome(result, i)) != NULL;
         i++) {
        for (size_t k = 0;
             (endpoint = ddds_outcome_endpoint(outcome, k)) != NULL; k++) {
            if (strcmp(endpoint->host, host) == 0) {
                return true;
            }
        }
    }
    return false;
}

/* Return true if |step| failed temporarily and may have changed the result. */
static bool is_gap(const struct ddds_result *result,
                   const struct ddds_step *step, bool with_addresses)
{
    enum ddds_question_kind kind = step->kind;
    if (step->answer == NULL || step->is_fallback ||
        !is_temporary(ddds_reply_reason(kind, step->answer->reply))) {
        return false;
    }
    return with_addresses || kind != DDDS_ASK_ADDRESSES ||
           !has_host(result, step->name);
}

bool result_is_certain(const struct ddds_result *result, bool with_addresses,
                       struct doubt *doubt)
{
    const struct ddds_step *step;
    unsigned last_run = 0;
    if (is_temporary(result->reason)) {
        *doubt = (struct doubt){result->reason, result->at};
        return false;
    }
    /* A limit on the servers and addresses of an outcome is in its own note, any
     * other limit in the note of the result. */
    if (result->outcome_count > 0 && result->at != NULL &&
        (with_addresses || result->note != NULL)) {
        *doubt = (struct doubt){DDDS_REASON_LIMIT, result->at};
        return false;
    }
    for (size_t i = 0; (step = ddds_result_step(result, i)) != NULL; i++) {
        last_run = step->run > last_run ? step->run : last_run;
    }
    for (size_t i = 0; (step = ddds_result_step(result, i)) != NULL; i++) {
        if (step->run == last_run && is_gap(result, step, with_addresses)) {
            *doubt = (struct doubt){
                ddds_reply_reason(step->kind, step->answer->reply), step->name};
            return false;
        }
    }
    return true;
}
