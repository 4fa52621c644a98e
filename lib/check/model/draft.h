/* The draft of a corrected record. Fields have their values, without the
 * escapes and quotes of a zone file.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_MODEL_DRAFT_H
#define CHECK_MODEL_DRAFT_H

#include "check/model/checked_record.h"

struct draft {
    bool is_touched;
    bool is_unclear; /* not a correction, regardless of other changes */
    bool is_choice;  /* includes a correction that is a choice */
    bool has_ttl;    /* |ttl| replaces that of the record */
    uint32_t ttl;
    bool lowers_owner;
    const char *owner; /* replaces that of the record, or NULL */
    uint16_t order;
    uint16_t preference;
    char flags[DRAFT_FIELD_SIZE];
    char services[DRAFT_FIELD_SIZE];
    char regexp[DRAFT_FIELD_SIZE];
    char replacement[DRAFT_FIELD_SIZE]; /* spelt as in base/domain.h */
};

/* Initialise |draft| with the values of |record|, a NAPTR. */
void ddds_draft_begin(struct draft *draft, const struct checked_record *record);

/* Write |value| into |field|, a string of the draft. A value that does not fit
 * leaves the draft unchanged. */
void ddds_draft_set(struct draft *draft, char field[DRAFT_FIELD_SIZE],
                    const char *value);

/* Likewise with a formatted value. */
__attribute__((format(printf, 3, 4))) void
ddds_draft_format(struct draft *draft, char field[DRAFT_FIELD_SIZE],
                  const char *format, ...);

/* Write |name|, whose octets outside ASCII may be escaped, with A-labels into
 * |ascii|. Return false, also if it is ASCII, if it cannot be converted. */
bool ddds_draft_convert(struct ddds_span name, char ascii[LIMIT_NAME_SIZE]);

/* Write |draft| as a line of a zone file that can replace |record|: printable
 * ASCII, with an owner. NULL without memory. */
const char *ddds_draft_write(const struct draft *draft,
                             const struct checked_record *record,
                             struct arena *arena);

#endif
