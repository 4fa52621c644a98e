/* Questions as octets (RFC 1035 section 4.1.2). Answers are untrusted: every
 * access is checked.
 *
 * SPDX-License-Identifier: MIT */
#include "db/dns/question.h"

#include <string.h>

#include "base/ascii.h"

enum { RCODE_MASK = 0x0f }; /* in the octet at offset 3 */

size_t ddds_question_length(const unsigned char *octets, size_t length)
{
    size_t at = MESSAGE_HEADER;
    while (at < length && octets[at] != 0 && octets[at] <= LIMIT_LABEL) {
        at += 1 + (size_t)octets[at];
    }
    if (at >= length || octets[at] != 0) {
        return 0;
    }
    at += 1 + MESSAGE_QUESTION_END;
    return at <= length && at - MESSAGE_HEADER <= QUESTION_MAX
               ? at - MESSAGE_HEADER
               : 0;
}

bool ddds_question_same(const unsigned char *one, const unsigned char *other,
                        size_t length)
{
    if (memcmp(one, other, length) == 0) {
        return true;
    }
    size_t name = length - MESSAGE_QUESTION_END;
    for (size_t i = 0; i < name; i++) {
        if (ascii_to_lower((char)one[i]) != ascii_to_lower((char)other[i])) {
            return false;
        }
    }
    return memcmp(one + name, other + name, MESSAGE_QUESTION_END) == 0;
}

/* Return true if the message is a FORMERR without a question, from a server
 * that does not understand the query, such as a server without EDNS (RFC 6891
 * section 7). */
static bool is_bare_formerr(const unsigned char *octets, size_t length)
{
    return length == MESSAGE_HEADER && (octets[2] & MESSAGE_RESPONSE) != 0 &&
           (octets[3] & RCODE_MASK) == RCODE_FORMERR &&
           ddds_octets_u16(octets + QUESTION_COUNT) == 0;
}

bool ddds_question_is_repeated(const unsigned char *question,
                               size_t question_length, bool has_edns,
                               const unsigned char *octets, size_t length)
{
    if (is_bare_formerr(octets, length)) {
        return has_edns;
    }
    return length >= MESSAGE_HEADER + question_length &&
           ddds_octets_u16(octets + QUESTION_COUNT) == 1 &&
           ddds_question_same(question, octets + MESSAGE_HEADER,
                              question_length);
}
