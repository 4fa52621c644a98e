/* Records as they are: for those who look at a zone, not through it.
 *
 * A resolution asks for rules, servers and addresses. A person who wants to
 * know what is published asks a database for DDDS_ASK_RECORDS (question.h) and
 * gets the records of one type octet by octet, those that are wrong, too.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DDDS_RECORD_H
#define DDDS_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ddds/export.h>
#include <ddds/span.h>
#include <ddds/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The types that databases keep and find. */
enum ddds_type {
    DDDS_TYPE_A = 1,
    DDDS_TYPE_CNAME = 5,
    DDDS_TYPE_AAAA = 28,
    DDDS_TYPE_SRV = 33,
    DDDS_TYPE_NAPTR = 35,
    DDDS_TYPE_DNAME = 39,
};

/* The mnemonic of |type|, or NULL if it is none of those. Lives for ever. */
DDDS_API const char *ddds_type_name(uint16_t type);

/* One record in wire form: |rdata| as RFC 1035 section 3.2.1 has it, names in
 * it not compressed. In an answer, a record whose data hold a name that cannot
 * be read has the octets that came, and says why in |defect|; elsewhere that is
 * NULL. |is_compressed|, likewise, says that a name in the data came as a
 * pointer (RFC 1035 section 4.1.4). */
struct ddds_record {
    const char *owner; /* presentation form, absolute; final dot optional */
    uint16_t type;
    uint32_t ttl;
    const void *rdata;
    size_t rdata_length;
    const char *defect;
    bool is_compressed;
};

/* Room for any domain name as the house spells it, its NUL included. */
#define DDDS_NAME_SIZE 1016

/* Read |text|, a domain name in presentation form (RFC 1035 section 5.1), into
 * the one spelling of names: absolute, lower case, without the final dot, \DDD
 * for what does not print. A key is such a name, but not every name is a key.
 * Fails with DDDS_MALFORMED, the offset and the reason. */
DDDS_API ddds_status ddds_name_parse(const char *text,
                                     char name[DDDS_NAME_SIZE],
                                     struct ddds_error *error);

/* What the data of one record say. */
struct ddds_fields {
    /* NAPTR: order, preference. SRV: priority, weight, port. */
    uint16_t numbers[3];
    size_t number_count;

    /* NAPTR: flags, services, regexp. Pieces of the data: any octet may stand
     * in them. */
    struct ddds_span strings[3];
    size_t string_count;

    /* NAPTR: replacement. SRV, CNAME, DNAME: target. Spelt as by
     * ddds_name_parse; the root is "". */
    bool has_name;
    char name[DDDS_NAME_SIZE];

    /* A, AAAA: |address_length| octets of |address|, or none. */
    uint8_t address[16];
    uint8_t address_length;
};

/* Read the data of |record| by its type, one of enum ddds_type. Fails with
 * DDDS_MALFORMED, saying what does not fit; |fields| then hold what stands
 * before that. */
DDDS_API ddds_status ddds_record_read(const struct ddds_record *record,
                                      struct ddds_fields *fields,
                                      struct ddds_error *error);

#ifdef __cplusplus
}
#endif

#endif
