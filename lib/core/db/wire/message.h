/* DNS messages: encoding of queries, and the only decoder of received messages
 * (RFC 1035 section 4, RFC 6891).
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
#include "db/wire/wire_name.h"

enum {
    MESSAGE_HEADER = 12,
    MESSAGE_OPT = 11,         /* size of an OPT record without options */
    MESSAGE_QUESTION_END = 4, /* type and class */
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

/* Return the mnemonic of |rcode|; NULL if it is not listed above. */
const char *ddds_rcode_name(unsigned rcode);

/* Parameters of a query. */
struct message_query {
    struct name_view name;
    uint16_t type;
    uint16_t id;
    uint16_t buffer_size; /* maximum size of the answer, announced by EDNS; 0:
                             no EDNS */
    bool asks_ad;         /* set AD (RFC 6840 section 5.7) */
    bool no_recursion;    /* clear RD */
    bool no_validation;   /* set CD (RFC 4035 section 3.2.2) */
    bool signatures;      /* with EDNS, set DO (RFC 3225) */
};

/* Write |query| and return its length. */
size_t ddds_message_write_query(const struct message_query *query,
                                unsigned char wire[MESSAGE_QUERY_MAX]);

/* A record in a message: see ddds_message_record. */
struct message_record {
    uint32_t ttl;
    uint16_t type;
    uint16_t class_number;
    uint16_t owner; /* offset of its name */
    uint16_t rdata; /* offset */
    uint16_t rdata_length;
};

/* A decoded message, its records in the order of its sections. */
struct message {
    struct message_names names;
    uint16_t id;
    unsigned opcode;
    bool is_response;
    bool is_authoritative;
    bool is_truncated;
    bool is_resolved;      /* RD and RA: recursion was requested, and is
                              available */
    bool is_authenticated; /* the AD bit (RFC 4035 section 3.2.3) */
    bool has_edns;
    unsigned rcode; /* 12 bits with EDNS (RFC 6891 section 6.1.3) */

    uint16_t question_count;
    struct name_view question; /* the first, uncompressed; empty if missing */
    uint16_t question_type;
    uint16_t question_class;

    struct message_record *records;
    size_t answer_count;
    size_t authority_count;
    size_t additional_count;
};

/* Decode a message of |length| octets. |message| points into |octets| and
 * |arena|. Names, except that of the question, and RDATA are not decoded.
 * Octets after the last record are ignored. Fails with DDDS_MALFORMED (wrong
 * counts, or data that run past the end) or DDDS_NO_MEMORY. */
ddds_status ddds_message_read(const unsigned char *octets, size_t length,
                              struct arena *arena, struct message *message,
                              struct ddds_error *error);

/* Fail with DDDS_LIMIT if the names of |message| that were decoded have more
 * than LIMIT_MESSAGE_LABELS labels and pointers in total. Then the last of them
 * were regarded as unreadable, and no conclusion from the message is valid. */
ddds_status ddds_message_check_labels(const struct message *message,
                                      struct ddds_error *error);

/* Make |record| of the message of |names| |copy|, without its owner. Names in
 * the RDATA of types with a layout (rdata.h) are decompressed, in |arena|;
 * other RDATA stay in the message. Whether the RDATA fit the layout is not
 * checked. If a name cannot be read, |defect| is the reason. Return false if
 * allocation fails. */
bool ddds_message_rdata(struct message_names *names,
                        const struct message_record *record,
                        struct arena *arena, struct ddds_record *copy);

/* Likewise, with the owner, in the case of the message, and all in |arena|.
 * Fails with DDDS_MALFORMED if the owner cannot be read, or with
 * DDDS_NO_MEMORY. */
ddds_status ddds_message_record(struct message *message,
                                const struct message_record *record,
                                struct arena *arena, struct ddds_record *copy,
                                struct ddds_error *error);

#endif
