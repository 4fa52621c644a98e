/* Texts for results.
 *
 * SPDX-License-Identifier: MIT */
#include "resolve/wording.h"

#include <stddef.h>
#include <stdio.h>

#include "base/sized.h"

const char *ddds_wording_class(enum ddds_reason_class reason_class)
{
    switch (reason_class) {
    case DDDS_CLASS_RESOLVED:
        return "Resolved";
    case DDDS_CLASS_NOT_FOUND:
        return "Not found";
    case DDDS_CLASS_BAD_DATA:
        return "Invalid rules";
    case DDDS_CLASS_LIMITED:
        return "Over a limit";
    case DDDS_CLASS_INSECURE:
        return "Not authenticated";
    case DDDS_CLASS_TEMPORARY:
        break;
    }
    return "Temporary failure";
}

const char *ddds_wording_kind(enum ddds_outcome_kind kind)
{
    switch (kind) {
    case DDDS_OUTCOME_URI:
        return "URI";
    case DDDS_OUTCOME_SERVERS:
        return "Servers";
    case DDDS_OUTCOME_HOST:
        return "Host";
    case DDDS_OUTCOME_PROTOCOL:
        return "Protocol";
    case DDDS_OUTCOME_UUID:
        return "UUID";
    }
    return "Result";
}

const char *ddds_wording_rcode(enum ddds_reply reply)
{
    switch (reply) {
    case DDDS_REPLY_DATA:
    case DDDS_REPLY_NO_DATA:
        return "NOERROR";
    case DDDS_REPLY_NO_NAME:
    case DDDS_REPLY_OUTSIDE:
        return "NXDOMAIN";
    case DDDS_REPLY_SERVER_FAILURE:
        return "SERVFAIL";
    case DDDS_REPLY_REFUSED:
        return "REFUSED";
    case DDDS_REPLY_NAME_TOO_LONG:
        return "YXDOMAIN";
    default:
        return NULL;
    }
}

const char *ddds_wording_types(enum ddds_question_kind kind)
{
    switch (kind) {
    case DDDS_ASK_RULES:
        return "NAPTR";
    case DDDS_ASK_SERVERS:
        return "SRV";
    case DDDS_ASK_ADDRESSES:
        return "A+AAAA";
    case DDDS_ASK_URIS:
        return "URI";
    case DDDS_ASK_RECORDS:
        break;
    }
    return "?";
}

const char *ddds_wording_use(enum ddds_next next)
{
    switch (next) {
    case DDDS_NEXT_RULES:
        return "the next key";
    case DDDS_NEXT_SERVERS:
        return "servers";
    case DDDS_NEXT_TARGETS:
        return "URI records";
    case DDDS_NEXT_ADDRESSES:
        return "a host";
    default:
        return NULL;
    }
}

/* Return which part of a rule's services field differs from the request. */
static const char *tell_lack(const struct ddds_rule *rule,
                             const struct ddds_result *result,
                             char memory[WORDING_SIZE])
{
    struct ddds_application own;
    const struct ddds_application *application = ddds_sized_view(
        result->application, &own, sizeof own, "DDDS_APPLICATION_INIT", NULL);
    if (application != NULL && application->requires_tags &&
        (*rule->services == '\0' || *rule->services == ':')) {
        return "names no service";
    }
    const char *service = application != NULL ? application->service : NULL;
    bool has_service = result->services != NULL;
    bool has_protocol = result->protocols != NULL || !has_service;
    snprintf(memory, WORDING_SIZE, "offers a different %s%s%s",
             !has_service      ? ""
             : service != NULL ? service
                               : "service",
             has_service && has_protocol ? " or " : "",
             has_protocol ? "protocol" : "");
    return memory;
}

const char *ddds_wording_verdict(const struct ddds_judged_rule *judged,
                                 const struct ddds_result *result,
                                 char memory[WORDING_SIZE])
{
    if (judged->reason != NULL) {
        return judged->reason;
    }
    switch (judged->verdict) {
    case DDDS_VERDICT_CHOSEN:
        return NULL;
    case DDDS_VERDICT_ACCEPTABLE:
        return "also acceptable";
    case DDDS_VERDICT_OTHER_SERVICE:
        return tell_lack(judged->rule, result, memory);
    default:
        return ddds_verdict_text(judged->verdict);
    }
}
