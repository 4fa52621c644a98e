/* A record, parsed as far as possible: fields, faults, and those meanings of a
 * NAPTR that do not depend on an application.
 *
 * SPDX-License-Identifier: MIT */
#ifndef QUERY_READING_H
#define QUERY_READING_H

#include <stdbool.h>
#include <stddef.h>

#include <ddds/record.h>
#include <ddds/rule.h>

struct reading {
    const struct ddds_record *record;
    size_t place; /* index in the answer */
    struct ddds_fields fields;
    bool is_whole;                     /* RDATA is valid for the type */
    bool is_opaque;                    /* the type is not parsed */
    char fault[DDDS_DETAIL_SIZE + 16]; /* first fault, or "" */

    /* For NAPTR: */
    bool has_next; /* the flags define the next step */
    enum ddds_next next;
    ddds_substitution *expression;        /* NULL: none, or invalid */
    struct ddds_substitution_parts parts; /* of |expression| */
};

/* Interpret |record|, which has the index |place| in the answer. */
void reading_make(struct reading *reading, const struct ddds_record *record,
                  size_t place);

/* Free the members of |count| readings. */
void readings_clear(struct reading *readings, size_t count);

/* Sort |count| readings of one type: NAPTR by order and preference, SRV by
 * priority and weight, addresses by value. Records without these come last. */
void reading_sort(struct reading *readings, size_t count);

#endif
