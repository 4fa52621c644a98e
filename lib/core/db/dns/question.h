/* The question of a message, compared as octets before the message is decoded.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_DNS_QUESTION_H
#define DB_DNS_QUESTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/cursor.h"
#include "db/wire/message.h"

/* The longest question, including type and class. */
enum { QUESTION_MAX = LIMIT_NAME_WIRE + MESSAGE_QUESTION_END };

/* Flags in the octet at offset 2, and offsets of two counts. */
enum {
    MESSAGE_RESPONSE = 0x80,
    MESSAGE_TRUNCATED = 0x02,
    QUESTION_COUNT = 4,
    ADDITIONAL_COUNT = 10,
};

/* Return the length of the question after the header of the message of |length|
 * octets; 0 if it is missing, or its name compressed. */
size_t ddds_question_length(const unsigned char *octets, size_t length);

/* Return true if two questions of |length| octets are equal. Servers may return
 * letters in another case (RFC 4343 section 3). */
bool ddds_question_same(const unsigned char *one, const unsigned char *other,
                        size_t length);

/* Return true if the message of |length| octets, at least a header, repeats the
 * question of a query and has no other (RFC 5452 section 9.1); also if the
 * query |has_edns| and the message is a FORMERR without a question. */
bool ddds_question_is_repeated(const unsigned char *question,
                               size_t question_length, bool has_edns,
                               const unsigned char *octets, size_t length);

#endif
