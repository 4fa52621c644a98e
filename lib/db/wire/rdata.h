/* RDATA: how it is laid out, and what its octets say.
 *
 * RDATA in wire form, names not compressed, is the one representation that
 * zone files and messages share.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_WIRE_RDATA_H
#define DB_WIRE_RDATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ddds/question.h>

#include "base/arena.h"
#include "base/cursor.h"
#include "db/wire/types.h"

enum {
    RDATA_SIZE_MAX = 65535, /* its length has 16 bits (RFC 1035 4.1.3) */
    RDATA_FIELDS_MAX = 7,   /* an SOA has most */
};

enum rdata_field_kind {
    FIELD_END,
    FIELD_U16,
    FIELD_U32,
    FIELD_PERIOD, /* 32 bits; a master file may write 1h30m */
    FIELD_NAME,
    FIELD_STRING,  /* RFC 1035 section 3.3: a length and up to 255 octets */
    FIELD_STRINGS, /* one or more, up to the end */
    FIELD_IPV4,
    FIELD_IPV6,
};

struct rdata_field {
    const char *name; /* as its RFC calls it, for people */
    enum rdata_field_kind kind;
};

struct rdata_layout {
    uint16_t type;
    const char *mnemonic;
    struct rdata_field fields[RDATA_FIELDS_MAX + 1]; /* the last is FIELD_END */
};

/* How the RDATA of |type| is laid out; NULL for a type that the house does not
 * read, which is opaque to it. */
const struct rdata_layout *ddds_rdata_layout(uint16_t type);

/* Is the RDATA of |type| as its layout wants it, to the last octet? Fails with
 * DDDS_MALFORMED, saying what does not fit. An opaque type always is. */
ddds_status ddds_rdata_check(uint16_t type, const unsigned char *rdata,
                             size_t length, struct ddds_error *error);

/* Move |cursor| behind a field of |kind|, which is no FIELD_NAME. */
void ddds_rdata_skip(enum rdata_field_kind kind, struct cursor *cursor);

/* Read RDATA of |length| octets. Strings are made in |arena|. Each fails with
 * DDDS_MALFORMED, saying what does not fit, or with DDDS_NO_MEMORY. A NAPTR
 * that holds a NUL octet in a field is read, with its |defect| set; one whose
 * fields run past the end, or leave octets over, is not: |rule| then has what
 * stands before that. */
ddds_status ddds_rdata_read_naptr(const unsigned char *rdata, size_t length,
                                  struct arena *arena, struct ddds_rule *rule,
                                  struct ddds_error *error);
ddds_status ddds_rdata_read_srv(const unsigned char *rdata, size_t length,
                                struct arena *arena, struct ddds_srv *srv,
                                struct ddds_error *error);

/* Read the MINIMUM of an SOA (RFC 1035 section 3.3.13), the last of its fields;
 * false if the RDATA are shorter than those of any SOA. */
bool ddds_rdata_read_minimum(const unsigned char *rdata, size_t length,
                             uint32_t *minimum);

/* Read an A or AAAA record. */
ddds_status ddds_rdata_read_address(uint16_t type, const unsigned char *rdata,
                                    size_t length, struct ddds_address *address,
                                    struct ddds_error *error);

#endif
