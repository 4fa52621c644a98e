/* Groups of checks.
 *
 * A group is a file of looks/: strings.c looks at the strings of a record,
 * rule_output.c at what comes out of a rule, and so on. It is a struct
 * check_group with lists of small functions, each of which looks for one kind of
 * mistake (or a few that are found together) and reports it. A new group adds
 * its codes to codes.def, its file, a line in looks/groups.h, and its place in
 * the order, in check.c.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_REPORT_CHECK_GROUP_H
#define CHECK_REPORT_CHECK_GROUP_H

#include "check/model/check.h"
#include "check/model/draft.h"

/* A record that the record checks look at, and what they leave to each other:
 * the draft of its correction, on which each of them works further, and whether
 * one has explained why no server loads the record. The checks that explain
 * this come before those that report what nothing has explained. */
struct subject {
    struct ddds_check *check;
    const struct checked_record *record;
    struct draft draft;
    bool is_explained;
};

/* Looks at one NAPTR record, when it has just been read, and may correct its
 * draft. Also called for corrected records, to see whether they are any better:
 * so it remembers nothing but in |check->expressions|. */
typedef void check_record_fn(struct subject *subject);

/* Looks at one line that could not be read, and is no NAPTR record. */
typedef void check_problem_fn(struct ddds_check *check,
                              struct checked_zone *zone,
                              const struct zonefile_problem *problem);

/* Looks at all NAPTR records of an owner; at any record at all; at everything.
 * Called when all files have been read. */
typedef void check_set_fn(struct ddds_check *check,
                          const struct checked_set *set);
typedef void check_zone_fn(struct ddds_check *check,
                           const struct checked_zone *zone);
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
