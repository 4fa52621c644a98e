/* Records in wire form, and the fields of their data.
 *
 * A resolution asks for rules, servers and addresses. To see all records of a
 * type in a zone, ask a database for DDDS_ASK_RECORDS (question.h): the answer
 * has them octet by octet, including malformed records.
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

/* The types of records that databases store and look up, with their numbers in
 * DNS. */
enum ddds_type {
    DDDS_TYPE_A = 1,
    DDDS_TYPE_CNAME = 5,
    DDDS_TYPE_AAAA = 28,
    DDDS_TYPE_SRV = 33,
    DDDS_TYPE_NAPTR = 35,
    DDDS_TYPE_DNAME = 39,
    DDDS_TYPE_URI = 256,
};

/* Return the mnemonic of |type|, for example "NAPTR", or NULL if |type| is not
 * in enum ddds_type. Static storage. */
DDDS_API const char *ddds_type_name(uint16_t type);

/* A record in wire form (RFC 1035 section 3.2.1). */
struct ddds_record {
    const char *owner;   /* presentation form, absolute; final dot optional, and
                            the root may be ""; in an answer of DNS in the case
                            as received */
    uint16_t type;       /* one of enum ddds_type, or another number */
    uint32_t ttl;        /* seconds */
    const void *rdata;   /* names in it are uncompressed */
    size_t rdata_length; /* octets */
    const char *defect;  /* in an answer: why a name in the data, which are as
                            received, is invalid; otherwise NULL */
    bool is_compressed;  /* in an answer: a name in the data was compressed
                            (RFC 1035 section 4.1.4) */
};

/* The size of any domain name as ddds_name_parse writes it, in octets,
 * including its NUL. */
#define DDDS_NAME_SIZE 1016

/* Parse |text|, a domain name in presentation form (RFC 1035 section 5.1), and
 * write it to |name| in the library's form. That is absolute, in lower case,
 * without the final dot, unprintable octets as \DDD. Every key is such a name,
 * but not every name is a valid key: see ddds_key_parse. Fails with
 * DDDS_MALFORMED, the offset of the first wrong octet, and the reason. */
DDDS_API ddds_status ddds_name_parse(const char *text,
                                     char name[DDDS_NAME_SIZE],
                                     struct ddds_error *error);

/* Parse |text|, a possibly internationalised domain name, and write it to
 * |name| like ddds_name_parse. Labels that are not ASCII, in UTF-8, become
 * A-labels (RFC 5891; UTS 46 without transitional processing). Fails like
 * ddds_name_parse, with DDDS_LIMIT if the library libidn2, which is loaded for
 * the first such label, is missing, or with DDDS_NO_MEMORY. */
DDDS_API ddds_status ddds_name_parse_idn(const char *text,
                                         char name[DDDS_NAME_SIZE],
                                         struct ddds_error *error);

/* The fields of a record's data. The spans point into the data; the rest is a
 * copy. */
struct ddds_fields {
    size_t size; /* set by DDDS_FIELDS_INIT */

    /* NAPTR: order, preference. SRV: priority, weight, port. URI: priority,
     * weight. */
    uint16_t numbers[3];
    size_t number_count;

    /* NAPTR: flags, services, regexp. URI: target, of up to 65531 octets. They
     * may contain any octet. */
    struct ddds_span strings[3];
    size_t string_count;

    /* NAPTR: replacement. SRV, CNAME, DNAME: target. Written as by
     * ddds_name_parse, but in the case of the data; the root is "". */
    bool has_name;
    char name[DDDS_NAME_SIZE];

    /* A, AAAA: 4 or 16 octets of |address|. Other types: 0. */
    uint8_t address[16];
    uint8_t address_length;
};
#define DDDS_FIELDS_INIT DDDS_INIT(struct ddds_fields)

/* Split the data of |record|, whose type is in enum ddds_type, into |fields|,
 * whose spans are valid as long as the data. Fails with DDDS_MALFORMED and the
 * reason; |fields| then holds the fields before the malformed field. */
DDDS_API ddds_status ddds_record_read(const struct ddds_record *record,
                                      struct ddds_fields *fields,
                                      struct ddds_error *error);

#ifdef __cplusplus
}
#endif

#endif
