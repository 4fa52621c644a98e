/* The state of a check, from reading files to reporting findings.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_MODEL_CHECK_STATE_H
#define CHECK_MODEL_CHECK_STATE_H

#include <stdint.h>

#include <ddds/check.h>

#include "base/arena.h"
#include "base/limits.h"
#include "check/model/checked_record.h"
#include "check/model/given_application.h"
#include "check/model/quiet.h"
#include "check/model/text_pool.h"
#include "check/model/zone_lookup.h"

struct check_group;
struct expressions;
struct findings;
struct live;
struct owner_visitors;

struct ddds_check {
    struct ddds_check_options options;
    struct given_application application; /* see there */
    char origin[LIMIT_NAME_SIZE];
    bool has_origin;

    /* The checks to run, in this order; NULL ends them. */
    const struct check_group *const *groups;

    /* What the next check after ddds_check_reset still knows, and its memory. */
    struct arena lasting;
    struct expressions *expressions; /* judge/expressions.h */
    struct text_pool pool;           /* of the strings of kept records */
    struct quiet quiet;
    size_t remembered;         /* records of the checks before */
    struct findings *findings; /* report/finding.h; it is emptied */
    struct checked_record **records;
    size_t record_size; /* of |records| */
    char scratch_memory[4096];

    /* All from here on is that of one check. */
    struct arena arena;
    struct arena scratch;       /* of the check of a set, a zone or all that
                                        runs: it resets it in the end */
    struct checked_zone *zones; /* in the order of the files */
    struct checked_zone **last_zone;
    size_t zone_count;

    /* Every record, in the order it was read, is in |records|; while reporting
     * also sorted by owner, then as it was read. */
    size_t record_count;
    uint64_t types; /* of them, modulo 64, a bit each */
    struct checked_record **sorted;
    struct checked_set *sets; /* NAPTR, by owner, then file */
    size_t set_count;
    const struct checked_zone **apexes; /* zones that have one, sorted by it */
    size_t apex_count;
    struct zone_lookup lookup;
    struct owner_visitors *visitors; /* judge/owner_visitors.h */

    /* The state of a check of live records, and a function that returns why
     * there are no records of |type| at |name|, as servers answered. Both are
     * NULL in a check of files. TYPE_A means any address. */
    struct live *live;
    enum zone_answer_kind (*absence)(struct live *live, const char *name,
                                     uint16_t type);

    uint64_t search_left; /* work of judge/string_search.h */
    bool is_reported;     /* the caller has asked for the findings */
};

/* May there be a record of |type|? */
static inline bool check_may_have(const struct ddds_check *check, uint16_t type)
{
    return (check->types >> type % 64 & 1) != 0;
}

/* Note that memory is exhausted: everything ends with DDDS_NO_MEMORY then. */
static inline void check_fail(struct ddds_check *check)
{
    check->arena.failed = true;
}

/* Has any allocation of the check failed? */
static inline bool check_has_failed(const struct ddds_check *check)
{
    return check->arena.failed || check->lasting.failed ||
           check->scratch.failed;
}

#endif
