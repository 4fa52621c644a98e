/* Rule sets, inside the library.
 *
 * SPDX-License-Identifier: MIT */
#ifndef RULE_RULESET_H
#define RULE_RULESET_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include <ddds/rule.h>
#include <ddds/span.h>

#include "rule/flags.h"
#include "rule/substitution.h"

/* Octets of a record beside its RDATA: the owner, a compression pointer, its
 * type, class, TTL and length. */
enum { RULE_HEAD = 12 };

/* Sets that are made from now on may take any memory, and keep all that they
 * compile: the records are the caller's own, and are used again and again. */
void ddds_rulebook_keep_all(ddds_rulebook *rulebook);

struct ruleset_entry {
    struct ddds_rule rule;
    _Atomic(struct ddds_substitution *) substitution;
    flag_letters letters;
    bool has_regexp;
    bool has_replacement;
};

/* The strings of the rules stand after the entries. */
struct ddds_ruleset {
    atomic_uint references;
    ddds_rulebook *rulebook;
    size_t count;
    size_t most;             /* octets that the set may take */
    atomic_size_t allowance; /* of these, for compiled expressions */
    struct ruleset_entry entries[];
};

/* A rule as it is read, with strings that are pieces of something else and hold
 * no NUL. */
struct rule_fields {
    uint16_t order;
    uint16_t preference;
    struct ddds_span flags;
    struct ddds_span services;
    struct ddds_span regexp;
    struct ddds_span replacement; /* a domain name */
    const char *defect;           /* or NULL */
    size_t octets;                /* of the record on the wire */
};

/* Make a set of |count| rules like ddds_ruleset_new, with the |rulebook| of a
 * database, or NULL for one of its own. Fails with DDDS_LIMIT also if it would
 * take more than LIMIT_RULESET_SHARE times its octets on the wire: compressed
 * names and records that are cut off can. */
ddds_ruleset *ddds_ruleset_make(ddds_rulebook *rulebook,
                                const struct rule_fields *rules, size_t count,
                                struct ddds_error *error);

/* Return the octets that |ruleset| may take later: those that it takes now if
 * it keeps all that it compiles. */
static inline size_t ddds_ruleset_most(const ddds_ruleset *ruleset)
{
    return ruleset->most != SIZE_MAX ? ruleset->most
                                     : ddds_ruleset_octets(ruleset);
}

/* The substitution of the rule at |index|, read and compiled unless the set
 * keeps it; to be left with ddds_ruleset_leave. NULL if allocation fails; an
 * invalid one says so in its |status|. */
struct ddds_substitution *ddds_ruleset_substitution(const ddds_ruleset *ruleset,
                                                    size_t index);

/* End the use of the |substitution| of the rule at |index|: the set keeps it for
 * the next use, and for other threads, if it has room; otherwise it is freed. */
void ddds_ruleset_leave(const ddds_ruleset *ruleset, size_t index,
                        struct ddds_substitution *substitution);

/* Fetch the first rule of |ruleset| into the cache: it will be judged soon. */
static inline void ddds_ruleset_expect(const ddds_ruleset *ruleset)
{
    __builtin_prefetch(ruleset);
    __builtin_prefetch((const char *)ruleset + 64);
}

/* Fetch what rewrites by the first rule of |ruleset|, if that has been done
 * before: the substitution and what stands after it. */
static inline void ddds_ruleset_expect_rewrite(const ddds_ruleset *ruleset)
{
    enum { LINE = 64, OCTETS = 6 * LINE };
    const char *memory = (const char *)atomic_load_explicit(
        &ruleset->entries[0].substitution, memory_order_relaxed);
    for (size_t at = 0; at < OCTETS && memory != NULL; at += LINE) {
        __builtin_prefetch(memory + at);
    }
}

/* Return the entry at |index|. What callers cannot see of it may be written:
 * the substitution that is published there. */
static inline struct ruleset_entry *
ddds_ruleset_entry(const ddds_ruleset *ruleset, size_t index)
{
    return (struct ruleset_entry *)(uintptr_t)&ruleset->entries[index];
}

#endif
