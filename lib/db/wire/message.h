/* DNS messages: writing queries, and the only decoder of received messages (RFC
 * 1035 section 4, RFC 6891).
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_WIRE_MESSAGE_H
#define DB_WIRE_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ddds/record.h>

#include "base/arena.h"
#include "base/limits.h"

enum {
    MESSAGE_HEADER = 12,
    MESSAGE_OPT = 11,         /* an OPT record without options */
    MESSAGE_QUESTION_END = 4, /* type and class behind a question's name */
    MESSAGE_QUERY_MAX =
        MESSAGE_HEADER + LIMIT_NAME_WIRE + MESSAGE_QUESTION_END + MESSAGE_OPT,
};

/* RFC 1035 section 4.1.1, RFC 6672 section 2.2, RFC 6891 section 9. */
enum message_rcode {
    RCODE_NOERROR = 0,
    RCODE_FORMERR = 1,
    RCODE_SERVFAIL = 2,
    RCODE_NXDOMAIN = 3,
    RCODE_NOTIMP = 4,
    RCODE_REFUSED = 5,
    RCODE_YXDOMAIN = 6,
    RCODE_BADVERS = 16,
};

/* Return the mnemonic of |rcode|; NULL if it is not one of the above. */
const char *ddds_rcode_name(unsigned rcode);

/* The contents of a query. */
struct message_query {
    const char *name; /* spelt as in name/domain.h */
    uint16_t type;
    uint16_t id;
    uint16_t buffer_size; /* the longest answer, sent by EDNS; 0: no EDNS */
    bool asks_ad;         /* the AD bit is set (RFC 6840 section 5.7) */
    bool no_recursion;    /* the RD bit is not set */
    bool no_validation;   /* the CD bit is set (RFC 4035 section 3.2.2) */
};

/* Write |query| and return its length. */
size_t ddds_message_write_query(const struct message_query *query,
                                unsigned char wire[MESSAGE_QUERY_MAX]);

/* One record of a message. Its owner is NULL if that cannot be read, and
 * |defect| then says why. Names in the RDATA of types with a layout (rdata.h)
 * are written out; whether the RDATA fit the layout is not checked here. */
struct message_record {
    struct ddds_record base;
    uint16_t class_number;
};

/* A message, its records in the order of its sections. */
struct message {
    uint16_t id;
    bool is_response;
    bool is_authoritative;
    bool is_truncated;
    bool is_authenticated; /* the AD bit (RFC 4035 section 3.2.3) */
    bool has_edns;
    unsigned rcode; /* twelve bits with EDNS (RFC 6891 section 6.1.3) */

    uint16_t question_count;
    const char *question; /* the first: a name, or NULL without one */
    uint16_t question_type;
    uint16_t question_class;

    const struct message_record *records;
    size_t answer_count;
    size_t authority_count;
    size_t additional_count;
};

/* Read a message of |length| octets. |message| points into |octets| and |arena|.
 * A record with unreadable names or data gets a |defect|; the others are read.
 * Octets after the last record are ignored. Fails with DDDS_MALFORMED (wrong
 * counts, or data that run past the end), DDDS_LIMIT (names with too many
 * labels) or DDDS_NO_MEMORY. */
ddds_status ddds_message_read(const unsigned char *octets, size_t length,
                              struct arena *arena, struct message *message,
                              struct ddds_error *error);

#endif
