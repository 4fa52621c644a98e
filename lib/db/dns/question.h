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

/* In the third octet of a message. */
enum { MESSAGE_RESPONSE = 0x80, MESSAGE_TRUNCATED = 0x02 };

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

/* Is the message a header alone, from a server that does not understand the
 * query, as one without EDNS (RFC 6891 section 7)? It has only its id. */
bool ddds_question_is_missing(const unsigned char *octets, size_t length);

#endif
