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
#include "check/model/clean_cache.h"
#include "check/model/zone_lookup.h"

struct check_group;
struct expressions;
struct findings;
struct live;
struct owner_visitors;
struct searches;

struct ddds_check {
    struct ddds_check_options options;
    struct given_application application; /* see struct given_application */
    char origin[LIMIT_NAME_SIZE];
    bool has_origin;

    /* Checks to run in order, NULL-terminated. */
    const struct check_group *const *groups;

    /* Caches and their memory, kept by ddds_check_reset. */
    struct arena lasting;
    struct expressions *expressions; /* judge/expressions.h */
    struct clean_cache clean_cache;
    size_t remembered;         /* records of earlier checks */
    struct searches *searches; /* NULL before first use; keys/search.h */
    struct findings *findings; /* emptied; see report/finding.h */
    struct checked_record **records;
    size_t record_size; /* of |records| */
    char scratch_memory[4096];

    /* Data of a single check, from here on. */
    struct arena arena;
    struct arena scratch;       /* for a single check of a set, a zone or
                                   everything, which resets it at its end */
    struct checked_zone *zones; /* in the order of files */
    struct checked_zone **last_zone;
    size_t zone_count;

    /* All records: |records| in the order of reading; |sorted|, during
     * reporting, by owner, then as read. */
    size_t record_count;
    uint64_t types; /* bit set of their types, modulo 64 */
    struct checked_record **sorted;
    struct checked_set *sets; /* NAPTR, by owner, then file */
    size_t set_count;
    const struct checked_zone **apexes; /* zones with an apex, sorted by it */
    size_t apex_count;
    struct zone_lookup lookup;
    struct owner_visitors *visitors; /* judge/owner_visitors.h */

    /* State of a check of live records, and a function that returns why |name|
     * has no records of |type|, according to answers. Both are NULL in a check
     * of files. TYPE_A means any address. */
    struct live *live;
    enum zone_answer_kind (*absence)(struct live *live, const char *name,
                                     uint16_t type);

    uint64_t search_left; /* remaining work of keys/search.h */
    bool is_reported;     /* findings were reported */
};

/* Return true if the check may have records of |type|. */
static inline bool check_may_have(const struct ddds_check *check, uint16_t type)
{
    return (check->types >> type % 64 & 1) != 0;
}

/* Record that memory is exhausted: every function then ends with
 * DDDS_NO_MEMORY. */
static inline void check_fail(struct ddds_check *check)
{
    check->arena.failed = true;
}

/* Return true if an allocation of the check failed. */
static inline bool check_has_failed(const struct ddds_check *check)
{
    return check->arena.failed || check->lasting.failed ||
           check->scratch.failed;
}

#endif
