/* The draft of a corrected record. Its fields hold what is meant, without
 * the escapes and quotes of a zone file.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_MODEL_DRAFT_H
#define CHECK_MODEL_DRAFT_H

#include "check/model/checked_record.h"

struct draft {
    bool is_touched;
    bool is_unclear; /* it is no correction, whatever else is mended */
    bool is_choice;  /* it corrects what was hidden, and not for certain */
    bool has_ttl;    /* another than the record's */
    uint32_t ttl;
    bool lowers_owner;
    const char *owner; /* another than the record's, or NULL */
    uint16_t order;
    uint16_t preference;
    char flags[DRAFT_FIELD_SIZE];
    char services[DRAFT_FIELD_SIZE];
    char regexp[DRAFT_FIELD_SIZE];
    char replacement[DRAFT_FIELD_SIZE]; /* spelt as in base/domain.h */
};

/* Begin with what |record|, a NAPTR, says. */
void ddds_draft_begin(struct draft *draft, const struct checked_record *record);

/* Write |value| into |field|, one of the draft's strings. What does not fit is
 * no correction: the draft is then as before. */
void ddds_draft_set(struct draft *draft, char field[DRAFT_FIELD_SIZE],
                    const char *value);

/* The same of a formatted value. */
__attribute__((format(printf, 3, 4))) void
ddds_draft_format(struct draft *draft, char field[DRAFT_FIELD_SIZE],
                  const char *format, ...);

/* Write it as a line of a master file that can stand for |record|: printable
 * ASCII, the owner written out. NULL without memory. */
const char *ddds_draft_write(const struct draft *draft,
                             const struct checked_record *record,
                             struct arena *arena);

#endif
