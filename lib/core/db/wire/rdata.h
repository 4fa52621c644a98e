/* RDATA: layouts of types, and values of fields.
 *
 * Zone files and messages both use RDATA in wire form, with names that are not
 * compressed.
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
#include "base/types.h"
#include "rule/ruleset.h"

enum {
    RDATA_SIZE_MAX = 65535, /* its length has 16 bits (RFC 1035 4.1.3) */
    RDATA_FIELDS_MAX = 7,   /* of an SOA */
};

enum rdata_field_kind {
    FIELD_END,
    FIELD_U16,
    FIELD_U32,
    FIELD_PERIOD, /* 32 bits; zone files may write 1h30m */
    FIELD_NAME,
    FIELD_STRING,  /* RFC 1035 section 3.3: a length and up to 255 octets */
    FIELD_STRINGS, /* one or more, up to the end */
    FIELD_REST, /* at least one octet, up to the end (RFC 7553 section 4.5) */
    FIELD_IPV4,
    FIELD_IPV6,
};

struct rdata_field {
    const char *name; /* as in its RFC, for messages */
    enum rdata_field_kind kind;
};

struct rdata_layout {
    uint16_t type;
    const char *mnemonic;
    struct rdata_field fields[RDATA_FIELDS_MAX + 1]; /* the last is FIELD_END */
};

/* Return the layout of |type|; NULL if the library does not know it. */
const struct rdata_layout *ddds_rdata_layout(uint16_t type);

/* Check that RDATA fit the layout of |type| exactly. Fails with DDDS_MALFORMED
 * and the reason. RDATA of types without a layout always pass. */
ddds_status ddds_rdata_check(uint16_t type, const unsigned char *rdata,
                             size_t length, struct ddds_error *error);

/* Move |cursor| past a field of |kind|, except FIELD_NAME. */
void ddds_rdata_skip(enum rdata_field_kind kind, struct cursor *cursor);

/* The fields of RDATA, in the order of the layout, as they are there: a string
 * without its length, a name as labels. */
struct rdata_values {
    struct ddds_span fields[RDATA_FIELDS_MAX];
    size_t count; /* fewer than the layout has if the RDATA are malformed */
};

/* Split RDATA into |values|, which point into them. Fails with DDDS_MALFORMED
 * and the reason if they do not fit |layout| exactly. */
ddds_status ddds_rdata_split(const struct rdata_layout *layout,
                             const unsigned char *rdata, size_t length,
                             struct rdata_values *values,
                             struct ddds_error *error);

/* Read the RDATA of a NAPTR. The strings of |rule| point into |rdata|, or into
 * |arena| if their form differs. A NUL octet in a field sets |defect| of the
 * rule. Fails with DDDS_MALFORMED and the reason if fields run past the end or
 * leave octets over, and |rule| then has the fields before that; or with
 * DDDS_NO_MEMORY. */
ddds_status ddds_rdata_read_naptr(const unsigned char *rdata, size_t length,
                                  struct arena *arena, struct rule_fields *rule,
                                  struct ddds_error *error);

/* Read the RDATA of an SRV. The target is copied into |arena|. Fails with
 * DDDS_MALFORMED and the reason, or with DDDS_NO_MEMORY. */
ddds_status ddds_rdata_read_srv(const unsigned char *rdata, size_t length,
                                struct arena *arena, struct ddds_srv *srv,
                                struct ddds_error *error);

/* Read the RDATA of a URI record, |length| octets. The target is copied into
 * |arena|. Fails with DDDS_MALFORMED and the reason (a target with a NUL octet
 * is not a URI), or with DDDS_NO_MEMORY. */
ddds_status ddds_rdata_read_uri(const unsigned char *rdata, size_t length,
                                struct arena *arena,
                                struct ddds_uri_target *target,
                                struct ddds_error *error);

/* Read the RDATA of an A or AAAA record, |length| octets. Fails with
 * DDDS_MALFORMED if the length is wrong. */
ddds_status ddds_rdata_read_address(uint16_t type, const unsigned char *rdata,
                                    size_t length, struct ddds_address *address,
                                    struct ddds_error *error);

#endif
