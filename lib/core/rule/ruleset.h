/* Rule sets, internal part.
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

/* Octets of a record without RDATA: a compressed owner, type, class, TTL and
 * length. */
enum { RULE_HEAD = 12 };

/* Read |regexp| like ddds_substitution_read(), with the resources of
 * |rulebook|, which must outlive the expression. */
struct ddds_substitution *ddds_rulebook_read(ddds_rulebook *rulebook,
                                             const char *regexp);

/* Remove the memory limit of sets created later, so that they cache all
 * compiled expressions: the records are the caller's own, and are used
 * repeatedly. */
void ddds_rulebook_keep_all(ddds_rulebook *rulebook);

struct ruleset_entry {
    struct ddds_rule rule;
    _Atomic(struct ddds_substitution *) substitution;
    flag_letters letters;
    bool has_regexp;
    bool has_replacement;
};

/* The strings of the rules are after the entries. */
struct ddds_ruleset {
    atomic_uint references;
    ddds_rulebook *rulebook;
    size_t count;
    size_t most;             /* maximum of octets */
    atomic_size_t allowance; /* the part for compiled expressions */
    struct ruleset_entry entries[];
};

/* A decoded rule; strings are spans of other memory, without NUL. */
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

/* Create a set of |count| rules like ddds_ruleset_new, with the |rulebook| of a
 * database, or NULL for its own. Fails with DDDS_LIMIT also if it exceeds
 * LIMIT_RULESET_SHARE times its octets on the wire, which compressed names and
 * truncated records can cause. */
ddds_ruleset *ddds_ruleset_make(ddds_rulebook *rulebook,
                                const struct rule_fields *rules, size_t count,
                                struct ddds_error *error);

/* Return the maximum of octets that |ruleset| may use; its present size if it
 * has no limit. */
static inline size_t ddds_ruleset_most(const ddds_ruleset *ruleset)
{
    return ruleset->most != SIZE_MAX ? ruleset->most
                                     : ddds_ruleset_octets(ruleset);
}

/* Return the substitution of the rule at |index|, compiled unless it is cached;
 * the caller calls ddds_ruleset_leave. An invalid expression is reported in its
 * |status|. NULL without memory. */
struct ddds_substitution *ddds_ruleset_substitution(const ddds_ruleset *ruleset,
                                                    size_t index);

/* Release the |substitution| of the rule at |index|: the set caches it, for
 * other threads too, if it has space; otherwise it is freed. */
void ddds_ruleset_leave(const ddds_ruleset *ruleset, size_t index,
                        struct ddds_substitution *substitution);

/* Return the entry at |index|. It is not constant, because substitutions are
 * published there. */
static inline struct ruleset_entry *
ddds_ruleset_entry(const ddds_ruleset *ruleset, size_t index)
{
    return (struct ruleset_entry *)(uintptr_t)&ruleset->entries[index];
}

#endif
