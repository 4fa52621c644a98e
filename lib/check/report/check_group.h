/* Groups of checks.
 *
 * A group is a file of checks/ or keys/: checks/strings.c checks the strings of
 * a record, checks/rule.c the fields of a rule, and so on. It is a struct
 * check_group with lists of small functions, each of which detects and reports
 * a kind of mistake, or several that are found together. To add a group, add
 * its codes to codes.def, its file, a line in groups.h, and its position in the
 * order, in check.c.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_REPORT_CHECK_GROUP_H
#define CHECK_REPORT_CHECK_GROUP_H

#include "check/model/check_state.h"
#include "check/model/draft.h"

/* The record under check, and data that its checks share: the draft of its
 * correction, which each may change further, and whether a finding already
 * explains why no server loads the record. Checks that explain this run before
 * those that report other consequences. */
struct subject {
    struct ddds_check *check;
    const struct checked_record *record;
    struct draft draft;
    bool is_explained;
};

/* Check a NAPTR record after it was read, and change its draft if necessary.
 * Corrected records are checked as well, to see whether they are better; so a
 * check may only cache judgements that depend on the text of the key
 * (|check->expressions|, |check->clean_cache|). */
typedef void check_record_fn(struct subject *subject);

/* Check an invalid line that is not a NAPTR record. */
typedef void check_problem_fn(struct ddds_check *check,
                              struct checked_zone *zone,
                              const struct zonefile_problem *problem);

/* Check all NAPTR records of an owner in a file, after all files were read. */
typedef void check_set_fn(struct ddds_check *check,
                          const struct checked_set *set);

/* Check a file, or the records that a server sent together, after all files
 * were read. */
typedef void check_zone_fn(struct ddds_check *check,
                           const struct checked_zone *zone);

/* Check everything, after all files were read. */
typedef void check_all_fn(struct ddds_check *check);

/* NULL-terminated lists, or NULL. */
struct check_group {
    check_problem_fn *const *problems;
    check_record_fn *const *records;
    check_set_fn *const *sets;
    check_zone_fn *const *zones;
    check_all_fn *const *all;
};

#endif
