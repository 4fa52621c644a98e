/* One record, read as far as it can be: its fields, what is wrong with it, and
 * of a NAPTR what it says whatever the application.
 *
 * SPDX-License-Identifier: MIT */
#ifndef QUERY_READING_H
#define QUERY_READING_H

#include <stdbool.h>
#include <stddef.h>

#include <ddds/record.h>
#include <ddds/rule.h>

/* A regexp, taken apart. */
struct reading_parts {
    char delimiter;
    char ere[DDDS_FIELD_SIZE];
    char replacement[DDDS_FIELD_SIZE];
    char flags[DDDS_FIELD_SIZE];
    unsigned groups;
};

struct reading {
    const struct ddds_record *record;
    size_t place; /* in the answer */
    struct ddds_fields fields;
    bool is_whole; /* the data are as their type wants them */
    char fault[DDDS_DETAIL_SIZE + 16]; /* what is wrong; "" for nothing */

    /* Of a NAPTR. */
    bool has_next; /* its flags say what comes of its output */
    enum ddds_next next;
    bool has_parts; /* it has an expression that can be used */
    struct reading_parts parts;
};

/* Read |record|, which stands at |place|. */
void reading_make(struct reading *reading, const struct ddds_record *record,
                  size_t place);

/* Sort |count| readings of one type: NAPTR by order and preference, SRV by
 * priority and weight, addresses by themselves; what cannot be read as far as
 * that comes last. Ties are as in the answer. */
void reading_sort(struct reading *readings, size_t count);

#endif
