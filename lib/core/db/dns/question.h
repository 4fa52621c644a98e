/* The question of a message that is compared as octets, before the message is
 * decoded.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_DNS_QUESTION_H
#define DB_DNS_QUESTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "db/wire/message.h"

/* The longest question, with its type and class. */
enum { QUESTION_MAX = LIMIT_NAME_WIRE + MESSAGE_QUESTION_END };

/* In the third octet of a message, and where two counts are. */
enum {
    MESSAGE_RESPONSE = 0x80,
    MESSAGE_TRUNCATED = 0x02,
    QUESTION_COUNT = 4,
    ADDITIONAL_COUNT = 10,
};

static inline uint16_t message_u16(const unsigned char *octets)
{
    return (uint16_t)(octets[0] << 8 | octets[1]);
}

/* The length of the question that follows the header of the message of |length|
 * octets; 0 if there is none, or its name is compressed. */
size_t ddds_question_length(const unsigned char *octets, size_t length);

/* Are two questions of |length| octets the same? Servers may return letters in
 * another case (RFC 4343 section 3). */
bool ddds_question_same(const unsigned char *one, const unsigned char *other,
                        size_t length);

/* Return true if the message of |length| octets, at least a header, has the
 * question of a query and no other (RFC 5452 section 9.1). FORMERR as a header
 * alone, which has only the id, is true if the query |has_edns|. */
bool ddds_question_is_repeated(const unsigned char *question,
                               size_t question_length, bool has_edns,
                               const unsigned char *octets, size_t length);

#endif
