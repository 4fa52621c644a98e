/* A check under way: what the groups of checks share.
 *
 * A group is a file: syntax.c looks at what the text says, expression.c at
 * substitution expressions, and so on. It is a struct check_group with lists of
 * small functions, each of which looks for one thing (or a few that are found
 * in one look) and reports it; check.c has the list of groups. A new group adds
 * its codes to codes.h, its file, and its line there.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_CHECK_H
#define CHECK_CHECK_H

#include <ddds/check.h>

#include "base/arena.h"
#include "check/model/draft.h"
#include "check/report/codes.h"
#include "check/report/finding.h"

struct check_group;
struct expressions;
struct live;

struct ddds_check {
    struct ddds_check_options options;
    char origin[LIMIT_NAME_SIZE];
    bool has_origin;

    struct arena arena; /* lives as long as the check */
    struct findings findings;
    struct expressions *expressions; /* expression.h */
    ddds_status status;              /* DDDS_NO_MEMORY sticks */

    struct zone *zones; /* in the order of the files */
    struct zone **last_zone;
    size_t zone_count;

    /* Every record, in the order it was read; while reporting also sorted by
     * owner, then as it was read. */
    struct record **records;
    size_t record_count;
    size_t record_size;
    struct record **sorted;
    struct record_set *sets; /* NAPTR, by owner, then file */
    size_t set_count;

    struct live *live; /* what was asked for live; NULL: these are files */

    /* The checks to run, in the order of their codes; NULL ends them. Here, so
     * that who runs them need not know them. */
    const struct check_group *const *groups;
};

/* A record that the record checks look at, and what they leave to each other:
 * the draft of its correction, on which each of them works further, and whether
 * one has explained why no server loads the record. The checks that explain
 * this come before those that report what nothing has explained. */
struct subject {
    struct ddds_check *check;
    const struct record *record;
    struct draft draft;
    bool is_explained;
};

/* Looks at one NAPTR record, when it has just been read, and may correct its
 * draft. Also called for corrected records, to see whether they are any better:
 * so it remembers nothing but in |check->expressions|. */
typedef void check_record_fn(struct subject *subject);

/* Looks at one line that could not be read, and is no NAPTR record. */
typedef void check_problem_fn(struct ddds_check *check, struct zone *zone,
                              const struct zonefile_problem *problem);

/* Looks at all NAPTR records of an owner; at any record at all; at everything.
 * Called when all files have been read. */
typedef void check_set_fn(struct ddds_check *check,
                          const struct record_set *set);
typedef void check_zone_fn(struct ddds_check *check, const struct zone *zone);
typedef void check_all_fn(struct ddds_check *check);

/* Each list ends with NULL, and may be NULL. */
struct check_group {
    check_problem_fn *const *problems;
    check_record_fn *const *records;
    check_set_fn *const *sets;
    check_zone_fn *const *zones;
    check_all_fn *const *all;
};

extern const struct check_group ddds_strings_group;     /* 1xx */
extern const struct check_group ddds_fields_group;      /* 1xx */
extern const struct check_group ddds_names_group;       /* 1xx */
extern const struct check_group ddds_syntax_group;      /* 1xx */
extern const struct check_group ddds_zones_group;       /* 1xx */
extern const struct check_group ddds_expression_group;  /* 2xx */
extern const struct check_group ddds_rule_group;        /* 3xx */
extern const struct check_group ddds_set_group;         /* 4xx */
extern const struct check_group ddds_times_group;       /* 5xx */
extern const struct check_group ddds_schemes_group;     /* 5xx */
extern const struct check_group ddds_graph_group;       /* 5xx */
extern const struct check_group ddds_wildcards_group;   /* 5xx */
extern const struct check_group ddds_portability_group; /* 7xx */

static inline void check_fail(struct ddds_check *check)
{
    check->status = DDDS_NO_MEMORY;
}

#endif
