/* Record types and their names.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BASE_TYPES_H
#define BASE_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The types that the library supports or needs to recognise (RFC 1035, 2782,
 * 3403, 3596, 4034, 6672, 6891, 7553). */
enum record_type {
    TYPE_A = 1,
    TYPE_NS = 2,
    TYPE_CNAME = 5,
    TYPE_SOA = 6,
    TYPE_PTR = 12,
    TYPE_MX = 15,
    TYPE_TXT = 16,
    TYPE_SIG = 24,
    TYPE_KEY = 25,
    TYPE_AAAA = 28,
    TYPE_NXT = 30,
    TYPE_SRV = 33,
    TYPE_NAPTR = 35,
    TYPE_DNAME = 39,
    TYPE_OPT = 41,
    TYPE_APL = 42,
    TYPE_DS = 43,
    TYPE_RRSIG = 46,
    TYPE_NSEC = 47,
    TYPE_DNSKEY = 48,
    TYPE_NSEC3PARAM = 51,
    TYPE_SPF = 99,
    TYPE_URI = 256,
};

/* Parse |length| octets as a type: a mnemonic of the IANA registry, in any
 * case, or TYPE and a number (RFC 3597 section 5). Return false if they are
 * neither. */
bool ddds_type_parse(const char *text, size_t length, uint16_t *type);

/* Return true if |type| has a mnemonic. */
bool ddds_type_is_named(uint16_t type);

/* Return true if |type| is only for queries and the protocol itself, and must
 * not be in zones (RFC 6895 section 3.1). */
bool ddds_type_is_meta(uint16_t type);

/* Return true if records of |type| may have the same owner as a CNAME (RFC 2181
 * section 10.1, RFC 4034 sections 3 and 4). */
bool ddds_type_may_join_cname(uint16_t type);

/* Parse |length| octets as a class: a mnemonic, or CLASS and a number (RFC 1035
 * section 3.2.4, RFC 3597 section 5). Return false if they are neither. */
bool ddds_class_parse(const char *text, size_t length, uint16_t *class_number);

enum { CLASS_IN = 1 };

/* Read the MINIMUM of an SOA (RFC 1035 section 3.3.13), the last of its fields;
 * false if the RDATA are shorter than those of any SOA. */
bool ddds_type_read_minimum(const unsigned char *rdata, size_t length,
                            uint32_t *minimum);

#endif
