/* Record types, and what the octets of their RDATA say.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_RDATA_H
#define DB_RDATA_H

#include <stddef.h>
#include <stdint.h>

#include <ddds/question.h>

#include "base/arena.h"

/* The types that the house reads (RFC 1035, 2782, 3403, 3596, 6672). */
enum record_type {
    TYPE_A = 1,
    TYPE_NS = 2,
    TYPE_CNAME = 5,
    TYPE_SOA = 6,
    TYPE_PTR = 12,
    TYPE_MX = 15,
    TYPE_TXT = 16,
    TYPE_AAAA = 28,
    TYPE_SRV = 33,
    TYPE_NAPTR = 35,
    TYPE_DNAME = 39,
    TYPE_OPT = 41,
    TYPE_RRSIG = 46,
    TYPE_NSEC = 47,
    TYPE_SPF = 99,
};

/* Read RDATA of |length| octets, names not compressed. Strings are made in
 * |arena|. Each fails with DDDS_MALFORMED, saying what does not fit, or with
 * DDDS_NO_MEMORY. A NAPTR that holds a NUL octet in a field is read, with its
 * |defect| set; one whose fields run past the end is not. */
ddds_status ddds_rdata_read_naptr(const unsigned char *rdata, size_t length,
                                  struct arena *arena, struct ddds_rule *rule,
                                  struct ddds_error *error);
ddds_status ddds_rdata_read_srv(const unsigned char *rdata, size_t length,
                                struct arena *arena, struct ddds_srv *srv,
                                struct ddds_error *error);
ddds_status ddds_rdata_read_address(uint16_t type, const unsigned char *rdata,
                                    size_t length, struct ddds_address *address,
                                    struct ddds_error *error);

/* Is the RDATA of |type| well formed, as far as the house knows the type?
 * Others always are. */
ddds_status ddds_rdata_check(uint16_t type, const unsigned char *rdata,
                             size_t length, struct ddds_error *error);

#endif
