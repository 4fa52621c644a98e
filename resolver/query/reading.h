/* One record, read as far as possible: its fields, what is wrong with it, and
 * the meaning of a NAPTR that is the same for all applications.
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
    size_t place; /* in the answer */
    struct ddds_fields fields;
    bool is_whole;                     /* the data are valid for the type */
    bool is_opaque;                    /* the type is not one that is read */
    char fault[DDDS_DETAIL_SIZE + 16]; /* what is wrong; "" for nothing */

    /* Of a NAPTR. */
    bool has_next; /* its flags define how its output is used */
    enum ddds_next next;
    ddds_substitution *expression;        /* NULL: none, or not valid */
    struct ddds_substitution_parts parts; /* of it */
};

/* Read |record|, the one at |place| in the answer. */
void reading_make(struct reading *reading, const struct ddds_record *record,
                  size_t place);

/* Free what |count| readings hold. */
void readings_clear(struct reading *readings, size_t count);

/* Sort |count| readings of one type: NAPTR by order and preference, SRV by
 * priority and weight, addresses by themselves; what cannot be read as far as
 * that comes last. Ties are as in the answer. */
void reading_sort(struct reading *readings, size_t count);

#endif
