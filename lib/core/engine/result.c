/* Names and texts of replies, reasons, verdicts and kinds of outcome.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/result.h>

struct reason {
    const char *name;
    const char *text;
    enum ddds_reason_class class;
};

static const struct reason reasons[] = {
#define REASON_ROW(name, class, text) {#name, text, DDDS_CLASS_##class},
    DDDS_REASON_LIST(REASON_ROW)
#undef REASON_ROW
};
enum { REASONS = sizeof reasons / sizeof reasons[0] };

struct verdict {
    const char *name;
    const char *text;
};

static const struct verdict verdicts[] = {
#define VERDICT_ROW(name, word, text) {word, text},
    DDDS_VERDICT_LIST(VERDICT_ROW)
#undef VERDICT_ROW
};
enum { VERDICTS = sizeof verdicts / sizeof verdicts[0] };

const char *ddds_reply_text(enum ddds_reply reply)
{
    switch (reply) {
#define REPLY_TEXT(name, text)                                                 \
    case DDDS_REPLY_##name:                                                    \
        return text;
        DDDS_REPLY_LIST(REPLY_TEXT)
#undef REPLY_TEXT
    }
    return "unknown reply";
}

/* The rows of DDDS_SECURITY_LIST. */
static const struct {
    const char *name;
    const char *text;
} securities[] = {
#define SECURITY_ROW(name, word, text) {word, text},
    DDDS_SECURITY_LIST(SECURITY_ROW)
#undef SECURITY_ROW
};
enum { SECURITIES = sizeof securities / sizeof securities[0] };

static size_t find_security(enum ddds_security security)
{
    return (unsigned)security < SECURITIES ? (size_t)security : 0;
}

const char *ddds_security_name(enum ddds_security security)
{
    return securities[find_security(security)].name;
}

const char *ddds_security_text(enum ddds_security security)
{
    return securities[find_security(security)].text;
}

enum ddds_security ddds_security_weaker(enum ddds_security one,
                                        enum ddds_security other)
{
    return one == DDDS_SECURITY_UNKNOWN     ? one
           : other == DDDS_SECURITY_UNKNOWN ? other
           : one > other                    ? one
                                            : other;
}

const char *ddds_reason_name(enum ddds_reason reason)
{
    return (unsigned)reason < REASONS ? reasons[reason].name : "UNKNOWN";
}

const char *ddds_reason_text(enum ddds_reason reason)
{
    return (unsigned)reason < REASONS ? reasons[reason].text : "unknown reason";
}

enum ddds_reason_class ddds_reason_class(enum ddds_reason reason)
{
    return (unsigned)reason < REASONS ? reasons[reason].class
                                      : DDDS_CLASS_TEMPORARY;
}

const char *ddds_reason_class_name(enum ddds_reason_class reason_class)
{
    static const char *const words[] = {
        [DDDS_CLASS_RESOLVED] = "resolved",
        [DDDS_CLASS_NOT_FOUND] = "not_found",
        [DDDS_CLASS_BAD_DATA] = "bad_data",
        [DDDS_CLASS_LIMITED] = "limit",
        [DDDS_CLASS_INSECURE] = "insecure",
        [DDDS_CLASS_TEMPORARY] = "temporary",
    };
    return (unsigned)reason_class < sizeof words / sizeof words[0]
               ? words[reason_class]
               : "temporary";
}

static enum ddds_reason no_data(enum ddds_question_kind kind)
{
    switch (kind) {
    case DDDS_ASK_RULES:
    case DDDS_ASK_RECORDS:
        return DDDS_REASON_NO_DATA;
    case DDDS_ASK_SERVERS:
    case DDDS_ASK_URIS:
        return DDDS_REASON_NO_SERVERS;
    case DDDS_ASK_ADDRESSES:
        return DDDS_REASON_NO_ADDRESSES;
    }
    return DDDS_REASON_NO_DATA;
}

/* Return true if the question is about the name itself, not a service there. */
static bool is_about_name(enum ddds_question_kind kind)
{
    return kind == DDDS_ASK_RULES || kind == DDDS_ASK_RECORDS;
}

enum ddds_reason ddds_reply_reason(enum ddds_question_kind kind,
                                   enum ddds_reply reply)
{
    switch (reply) {
    case DDDS_REPLY_DATA:
        return DDDS_REASON_RESOLVED;
    case DDDS_REPLY_NO_NAME:
    case DDDS_REPLY_OUTSIDE:
        return is_about_name(kind) ? DDDS_REASON_NO_NAME : no_data(kind);
    case DDDS_REPLY_TIMEOUT:
        return DDDS_REASON_TIMEOUT;
    case DDDS_REPLY_SERVER_FAILURE:
    case DDDS_REPLY_NO_MEMORY:
        return DDDS_REASON_SERVER_FAILURE;
    case DDDS_REPLY_REFUSED:
        return DDDS_REASON_REFUSED;
    case DDDS_REPLY_NETWORK:
        return DDDS_REASON_NETWORK;
    case DDDS_REPLY_MALFORMED:
        return DDDS_REASON_MALFORMED_ANSWER;
    case DDDS_REPLY_NAME_TOO_LONG:
        return DDDS_REASON_YXDOMAIN;
    case DDDS_REPLY_BOGUS:
        return DDDS_REASON_BOGUS;
    case DDDS_REPLY_LIMIT:
        return DDDS_REASON_LIMIT;
    case DDDS_REPLY_NO_DATA:
        break;
    }
    return no_data(kind);
}

const char *ddds_verdict_name(enum ddds_verdict verdict)
{
    return (unsigned)verdict < VERDICTS ? verdicts[verdict].name : "unknown";
}

const char *ddds_verdict_text(enum ddds_verdict verdict)
{
    return (unsigned)verdict < VERDICTS ? verdicts[verdict].text
                                        : "unknown verdict";
}

const char *ddds_outcome_name(enum ddds_outcome_kind kind)
{
    switch (kind) {
    case DDDS_OUTCOME_URI:
        return "uri";
    case DDDS_OUTCOME_SERVERS:
        return "servers";
    case DDDS_OUTCOME_HOST:
        return "host";
    case DDDS_OUTCOME_PROTOCOL:
        return "protocol";
    case DDDS_OUTCOME_UUID:
        return "uuid";
    }
    return "unknown";
}

const struct ddds_outcome *ddds_result_outcome(const struct ddds_result *result,
                                               size_t index)
{
    return result != NULL && index < result->outcome_count
               ? &result->outcomes[index]
               : NULL;
}

const struct ddds_step *ddds_result_step(const struct ddds_result *result,
                                         size_t index)
{
    return result != NULL && index < result->step_count ? &result->steps[index]
                                                        : NULL;
}

const struct ddds_judged_rule *ddds_step_rule(const struct ddds_step *step,
                                              size_t index)
{
    return step != NULL && index < step->rule_count ? &step->rules[index]
                                                    : NULL;
}

const struct ddds_endpoint *
ddds_outcome_endpoint(const struct ddds_outcome *outcome, size_t index)
{
    return outcome != NULL && index < outcome->endpoint_count
               ? &outcome->endpoints[index]
               : NULL;
}
