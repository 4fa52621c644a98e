/* Texts for results.
 *
 * SPDX-License-Identifier: MIT */
#include "resolve/wording.h"

#include <stddef.h>
#include <stdio.h>

#include "base/sized.h"
#include "rule/flags.h"

/* Return the word at |index| of |count|; |other| if it has none. */
static const char *word_at(const char *const *words, size_t count, size_t index,
                           const char *other)
{
    return index < count && words[index] != NULL ? words[index] : other;
}
#define WORD_AT(words, index, other)                                           \
    word_at(words, sizeof(words) / sizeof *(words), (size_t)(index), other)

const char *ddds_wording_class(enum ddds_reason_class reason_class)
{
    static const char *const words[] = {
        [DDDS_CLASS_RESOLVED] = "Resolved",
        [DDDS_CLASS_NOT_FOUND] = "Not found",
        [DDDS_CLASS_BAD_DATA] = "Invalid rules",
        [DDDS_CLASS_LIMITED] = "Over a limit",
        [DDDS_CLASS_INSECURE] = "Not authenticated",
    };
    return WORD_AT(words, reason_class, "Temporary failure");
}

const char *ddds_wording_kind(enum ddds_outcome_kind kind)
{
    static const char *const words[] = {
        [DDDS_OUTCOME_URI] = "URI",   [DDDS_OUTCOME_SERVERS] = "Servers",
        [DDDS_OUTCOME_HOST] = "Host", [DDDS_OUTCOME_PROTOCOL] = "Protocol",
        [DDDS_OUTCOME_UUID] = "UUID",
    };
    return WORD_AT(words, kind, "Result");
}

const char *ddds_wording_rcode(enum ddds_reply reply)
{
    static const char *const words[] = {
        [DDDS_REPLY_DATA] = "NOERROR",
        [DDDS_REPLY_NO_DATA] = "NOERROR",
        [DDDS_REPLY_NO_NAME] = "NXDOMAIN",
        [DDDS_REPLY_OUTSIDE] = "NXDOMAIN",
        [DDDS_REPLY_SERVER_FAILURE] = "SERVFAIL",
        [DDDS_REPLY_REFUSED] = "REFUSED",
        [DDDS_REPLY_NAME_TOO_LONG] = "YXDOMAIN",
    };
    return WORD_AT(words, reply, NULL);
}

const char *ddds_wording_types(enum ddds_question_kind kind)
{
    static const char *const words[] = {
        [DDDS_ASK_RULES] = "NAPTR",
        [DDDS_ASK_SERVERS] = "SRV",
        [DDDS_ASK_ADDRESSES] = "A+AAAA",
        [DDDS_ASK_URIS] = "URI",
    };
    return WORD_AT(words, kind, "?");
}

#define USE(letter, next, outcome, use, ...) [DDDS_NEXT_##next] = use,

const char *ddds_wording_use(enum ddds_next next)
{
    static const char *const words[] = {[DDDS_NEXT_RULES] = "the next key",
                                        FLAG_ROWS(USE, FLAG_NONE)};
    return WORD_AT(words, next, NULL);
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
