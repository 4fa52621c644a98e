/* Corrections of expressions, for the codes 2xx.
 *
 * Each function takes an expression as on the wire and writes another to
 * |repaired|, or returns false if the intended expression is unknown. Callers
 * check the result like any record.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_REPORT_REPAIR_H
#define CHECK_REPORT_REPAIR_H

#include <stdbool.h>
#include <stddef.h>

#include <ddds/rule.h>

#include "check/model/checked_record.h"
#include "rule/substitution.h"

/* Correct the invalid |regexp|, which has |fault| (or |ere_fault|) at |offset|.
 * Its delimiter must have a single octet. */
bool ddds_repair_refused(const char *regexp, enum substitution_fault fault,
                         enum ere_fault ere_fault, size_t offset,
                         char repaired[DRAFT_FIELD_SIZE]);

/* Return a delimiter that neither text contains, preferably |wish|, if it is
 * ASCII, or a usual one; 0 if all occur. */
char ddds_repair_delimiter(char wish, const char *ere, const char *replacement);

/* Compose an expression from |ere| and |replacement|, whose delimiters are not
 * escaped, with a delimiter that neither contains, preferably |wish|. */
bool ddds_repair_compose(char wish, const char *ere, const char *replacement,
                         const char *flags, char repaired[DRAFT_FIELD_SIZE]);

/* Write the replacement of |read| without the escapes of its delimiter; others
 * are unchanged. */
void ddds_repair_plain_replacement(const struct ddds_substitution *read,
                                   char plain[DRAFT_FIELD_SIZE]);

/* Replace the ERE of |read| by |ere|. */
bool ddds_repair_with_ere(const struct ddds_substitution *read, const char *ere,
                          char repaired[DRAFT_FIELD_SIZE]);

/* Write |text| with |more| added to back-references to the groups from |first|
 * on. Return false if a reference would leave 0 to 9, or |moved| is too
 * short. */
bool ddds_repair_move_groups(const char *text, unsigned first, int more,
                             char moved[DRAFT_FIELD_SIZE]);

#endif
