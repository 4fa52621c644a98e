/* Names and texts of replies.
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
