/* NAPTR records of tests, read from their RDATA.
 *
 * SPDX-License-Identifier: MIT */
#ifndef UNIT_NAPTR_H
#define UNIT_NAPTR_H

#include <ddds/rule.h>

#include "db/wire/rdata.h"

/* |span| as a string in |memory|. */
static inline const char *naptr_string(struct arena *memory,
                                       struct ddds_span span)
{
    return ddds_arena_copy(memory, span.text, span.length);
}

/* Read the |length| octets at |rdata| into |rule|, with strings in |memory|. */
static inline ddds_status read_naptr(const unsigned char *rdata, size_t length,
                                     struct arena *memory,
                                     struct ddds_rule *rule,
                                     struct ddds_error *error)
{
    struct rule_fields fields;
    ddds_status status =
        ddds_rdata_read_naptr(rdata, length, memory, &fields, error);
    *rule = (struct ddds_rule){
        .order = fields.order,
        .preference = fields.preference,
        .flags = naptr_string(memory, fields.flags),
        .services = naptr_string(memory, fields.services),
        .regexp = naptr_string(memory, fields.regexp),
        .replacement = naptr_string(memory, fields.replacement),
        .defect = fields.defect,
    };
    return status;
}

#endif
