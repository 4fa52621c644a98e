/* Names and texts of replies and questions.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/question.h>

const char *ddds_reply_name(enum ddds_reply reply)
{
    switch (reply) {
#define REPLY_NAME(name, text)                                                 \
    case DDDS_REPLY_##name:                                                    \
        return #name;
        DDDS_REPLY_LIST(REPLY_NAME)
#undef REPLY_NAME
    }
    return "UNKNOWN";
}

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

const char *ddds_reply_rcode(enum ddds_reply reply)
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

const char *ddds_question_types(enum ddds_question_kind kind)
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
