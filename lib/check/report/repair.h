/* Expressions as they were probably meant: the corrections of what 2xx finds.
 *
 * Each function takes an expression as it is on the wire and writes another to
 * |repaired|, or returns false if what was meant is unknown. Callers check the
 * result like any record.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_REPORT_REPAIR_H
#define CHECK_REPORT_REPAIR_H

#include <stdbool.h>
#include <stddef.h>

#include <ddds/rule.h>

#include "check/model/checked_record.h"
#include "rule/substitution.h"

/* Correct the invalid |regexp|, which has |fault| (or |ere_fault|) at
 * |offset|. Its delimiter must have one octet. */
bool ddds_repair_refused(const char *regexp, enum substitution_fault fault,
                         enum ere_fault ere_fault, size_t offset,
                         char repaired[DRAFT_FIELD_SIZE]);

/* Return a delimiter that can be used for both texts, the usual one first; 0 if
 * there is none. It is ASCII, whatever the |wish|. */
char ddds_repair_delimiter(char wish, const char *ere, const char *replacement);

/* Put an expression together from |ere| and |replacement|, whose delimiters are
 * not escaped, with a delimiter that neither holds: |wish| if that will do. */
bool ddds_repair_compose(char wish, const char *ere, const char *replacement,
                         const char *flags, char repaired[DRAFT_FIELD_SIZE]);

/* The replacement of |read| without the escapes of its delimiter; others
 * stay. */
void ddds_repair_plain_replacement(const struct ddds_substitution *read,
                                   char plain[DRAFT_FIELD_SIZE]);

/* Put |ere| into the place of that of |read|. */
bool ddds_repair_with_ere(const struct ddds_substitution *read, const char *ere,
                          char repaired[DRAFT_FIELD_SIZE]);

/* Write |text| with the back-references to the groups from |first| on moved by
 * |more|. Return false if a reference would leave 0 to 9, or |moved| is too
 * short. */
bool ddds_repair_move_groups(const char *text, unsigned first, int more,
                             char moved[DRAFT_FIELD_SIZE]);

#endif
