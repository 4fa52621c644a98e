/* The words for what a resolution can end with.
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

static const char *const verdicts[] = {
#define VERDICT_ROW(name, word) word,
    DDDS_VERDICT_LIST(VERDICT_ROW)
#undef VERDICT_ROW
};

const char *ddds_reason_name(enum ddds_reason reason)
{
    return reasons[reason].name;
}

const char *ddds_reason_text(enum ddds_reason reason)
{
    return reasons[reason].text;
}

enum ddds_reason_class ddds_reason_class(enum ddds_reason reason)
{
    return reasons[reason].class;
}

const char *ddds_verdict_name(enum ddds_verdict verdict)
{
    return verdicts[verdict];
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
