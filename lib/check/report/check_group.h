/* Groups of checks.
 *
 * A group is a file of looks/ or keys/: looks/strings.c checks the strings of a
 * record, looks/rule.c the fields of a rule, and so on. It is a struct
 * check_group with lists of small functions, each of which detects and reports
 * one kind of mistake, or a few that are found together. A new group adds its
 * codes to codes.def, its file, a line in groups.h, and its place in the order,
 * in check.c.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_REPORT_CHECK_GROUP_H
#define CHECK_REPORT_CHECK_GROUP_H

#include "check/model/check_state.h"
#include "check/model/draft.h"

/* The record that record checks look at, and what they leave to each other:
 * the draft of its correction, which each of them changes further, and
 * whether a finding explains already why no server loads the record. The
 * checks that explain this run before those that report the rest. */
struct subject {
    struct ddds_check *check;
    const struct checked_record *record;
    struct draft draft;
    bool is_explained;
};

/* Checks one NAPTR record, as soon as it has been read, and may change its
 * draft. Corrected records are checked, too, to see whether they are better:
 * therefore a check keeps only judgements that follow from the text that they are
 * filed under (|check->expressions|, |check->quiet|). */
typedef void check_record_fn(struct subject *subject);

/* Checks one line that could not be read and is not a NAPTR record. */
typedef void check_problem_fn(struct ddds_check *check,
                              struct checked_zone *zone,
                              const struct zonefile_problem *problem);

/* Checks all NAPTR records of one owner in one file, when all files have been
 * read. */
typedef void check_set_fn(struct ddds_check *check,
                          const struct checked_set *set);

/* Checks one file, or the records that a server sent together, when all files
 * have been read. */
typedef void check_zone_fn(struct ddds_check *check,
                           const struct checked_zone *zone);

/* Checks everything, when all files have been read. */
typedef void check_all_fn(struct ddds_check *check);

/* Each list ends with NULL, and may be NULL. */
struct check_group {
    check_problem_fn *const *problems;
    check_record_fn *const *records;
    check_set_fn *const *sets;
    check_zone_fn *const *zones;
    check_all_fn *const *all;
};

#endif
