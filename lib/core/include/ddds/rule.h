/* Rules: NAPTR records (RFC 3403), and their substitution expressions (RFC 3402
 * section 3.2).
 *
 * SPDX-License-Identifier: MIT */
#ifndef DDDS_RULE_H
#define DDDS_RULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ddds/export.h>
#include <ddds/span.h>
#include <ddds/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A NAPTR record (RFC 3403 section 4.1), with its fields as on the wire: "\\1"
 * in a zone file is \1 in |regexp|. Only |defect| may be NULL. |replacement| is
 * a domain name without its final dot; the root, which means no replacement, is
 * "". If a part of the record is invalid, |defect| says why. This includes
 * fields with a NUL octet; then all fields are in the form of a zone file, with
 * \000 and \\, and |defect| ends with "a NUL octet". */
struct ddds_rule {
    uint16_t order;
    uint16_t preference;
    const char *flags;
    const char *services;
    const char *regexp;
    const char *replacement;
    const char *defect;
};

/* ---- Flags and services -------------------------------------------------- */

/* The kind of output of a rule, by its flags (RFC 3404 section 4.3, RFC 7553
 * section 5.2). */
enum ddds_next {
    DDDS_NEXT_RULES,       /* "": the output is the next key */
    DDDS_NEXT_SERVERS,     /* S: a name with SRV records */
    DDDS_NEXT_ADDRESSES,   /* A: a name with address records */
    DDDS_NEXT_URI,         /* U: a URI */
    DDDS_NEXT_PROTOCOL,    /* P, or a digit: another protocol continues */
    DDDS_NEXT_UNKNOWN,     /* a flag that the application does not know */
    DDDS_NEXT_CONFLICTING, /* two flags that exclude each other */
    DDDS_NEXT_TARGETS,     /* D: a name with URI records */
};

/* Return the kind of output of a rule with |flags|, for an application that
 * knows the flags in |known|. These are some of "SAUPD" and of the digits,
 * which are for experiments (RFC 3404 section 4.3; lib/DECISIONS.md, "flags").
 * A "p" in |known| means that the output of a rule with the flag P is the next
 * key. If any flag is unknown, the result is DDDS_NEXT_UNKNOWN, regardless of
 * the others. */
DDDS_API enum ddds_next ddds_flags_interpret(const char *flags,
                                             const char *known);

/* The maximum number of protocols, and of services, in a field: 255 octets hold
 * at most 127 times "+a". */
#define DDDS_SERVICES_MAX 128

/* A parsed services field of a rule. The spans point into the field, or into
 * static storage if the application encodes services differently. Only the
 * first |protocol_count| and |service_count| spans are set. The struct has some
 * 4 KiB: to save time, set only |size|. */
struct ddds_services {
    size_t size; /* set by DDDS_SERVICES_INIT */

    size_t protocol_count;
    size_t service_count;
    struct ddds_span protocols[DDDS_SERVICES_MAX];
    struct ddds_span services[DDDS_SERVICES_MAX];
};
#define DDDS_SERVICES_INIT DDDS_INIT(struct ddds_services)

/* The size of any field: a character-string of 255 octets and a NUL. */
#define DDDS_FIELD_SIZE 256

/* Convert a field as written in a zone file (RFC 1035 section 5.1), with or
 * without quotes, to its octets on the wire: "\\1" becomes \1. Fails with
 * DDDS_MALFORMED, the offset within |text|, and the correction; |field| is then
 * undefined. */
DDDS_API ddds_status ddds_field_unescape(const char *text,
                                         char field[DDDS_FIELD_SIZE],
                                         struct ddds_error *error);

/* ---- Substitution expressions ------------------------------------------ */

/* A parsed and compiled expression "!ERE!replacement!flags". Opaque; created
 * by ddds_substitution_new, freed by ddds_substitution_free. Any number of
 * threads may use it. */
typedef struct ddds_substitution ddds_substitution;

/* Parse and compile |regexp|, written as on the wire. The extended regular
 * expression follows POSIX, not Perl: see lib/DECISIONS.md, "expressions". The
 * caller frees the expression with ddds_substitution_free. Returns NULL on
 * failure: DDDS_MALFORMED with the offset within |regexp|, DDDS_LIMIT if the
 * expression is too complex, or DDDS_NO_MEMORY. */
DDDS_API ddds_substitution *ddds_substitution_new(const char *regexp,
                                                  struct ddds_error *error);

/* Free |substitution|, which may be NULL. */
DDDS_API void ddds_substitution_free(ddds_substitution *substitution);

/* The match (0) and the groups (1 to 9), as spans of the subject. The text of a
 * group that did not match is NULL. */
struct ddds_captures {
    size_t size; /* set by DDDS_CAPTURES_INIT */

    struct ddds_span group[10];
};
#define DDDS_CAPTURES_INIT DDDS_INIT(struct ddds_captures)

/* Apply |substitution| to |aus| (RFC 3402 section 3.2), and write the result to
 * |output|, which holds |size| octets. The result replaces the whole string,
 * not only the matching part (lib/DECISIONS.md, "replacement only"). |*matched|
 * receives whether the expression matches with a non-empty result; otherwise
 * |output| is "". |captures| may be NULL; its spans point into |aus|, and it is
 * unchanged without a match, or if its size is not set. Fails with DDDS_LIMIT
 * if matching takes too many steps or the output does not fit, or with
 * DDDS_NO_MEMORY; |output| is then "" and |*matched| false. If |size| is 0,
 * |output| is not used and may be NULL. */
DDDS_API ddds_status ddds_substitution_apply(
    const ddds_substitution *substitution, const char *aus, char *output,
    size_t size, bool *matched, struct ddds_captures *captures,
    struct ddds_error *error);

/* Interpretations of expressions by other programs, to warn publishers of
 * expressions with differing results. */
enum ddds_reading {
    DDDS_READING_SED,  /* text outside of the match is kept */
    DDDS_READING_PERL, /* Perl syntax: the first match, not the longest */
};

/* Apply |substitution| to |aus| like a program with the interpretation
 * |reading|, and write the result to |output|, which holds |size| octets.
 * |*matched| receives whether the expression matches with a non-empty result;
 * otherwise |output| is "". The expression is compiled at each call, which is
 * slow. Fails with DDDS_LIMIT if matching takes too many steps or the output
 * does not fit, or with DDDS_NO_MEMORY; |output| is then "" and |*matched|
 * false. If |size| is 0, |output| is not used and may be NULL. */
DDDS_API ddds_status ddds_substitution_apply_as(
    const ddds_substitution *substitution, enum ddds_reading reading,
    const char *aus, char *output, size_t size, bool *matched,
    struct ddds_error *error);

/* The parts of an expression. They are valid as long as the expression. */
struct ddds_substitution_parts {
    size_t size; /* set by DDDS_SUBSTITUTION_PARTS_INIT */

    const char *delimiter;   /* a character, or an octet if it is not UTF-8 */
    const char *ere;         /* without escapes of the delimiter */
    const char *replacement; /* as written */
    const char *flags;
    unsigned groups; /* groups in parentheses in the ERE */
};
#define DDDS_SUBSTITUTION_PARTS_INIT DDDS_INIT(struct ddds_substitution_parts)

/* Write the parts of |substitution| to |parts|, which is unchanged if its size
 * is not set. */
DDDS_API void ddds_substitution_split(const ddds_substitution *substitution,
                                      struct ddds_substitution_parts *parts);

/* Return the ERE of |substitution| as a PCRE2 pattern, which is made at the
 * first call and valid as long as the expression. NULL if allocation fails.
 * Threads may call this concurrently. */
DDDS_API const char *
ddds_substitution_pattern(const ddds_substitution *substitution);

/* ---- Sets of rules ------------------------------------------------------ */

/* The rules at a key, sorted by order and preference, ties in the given order
 * (RFC 3403 section 4.1). Immutable and reference-counted: any number of
 * threads may share it. */
typedef struct ddds_ruleset ddds_ruleset;

/* Create a rule set with copies of the |count| rules at |rules|. An invalid
 * rule does not affect the others: it stays in the set as invalid. The caller
 * frees the set with ddds_ruleset_free. Returns NULL on failure:
 * DDDS_NO_MEMORY, or DDDS_LIMIT for more than 4096 rules. */
DDDS_API ddds_ruleset *ddds_ruleset_new(const struct ddds_rule *rules,
                                        size_t count, struct ddds_error *error);

/* Add an owner to |ruleset|, which may be NULL, and return |ruleset|. Each
 * owner calls ddds_ruleset_free. */
DDDS_API ddds_ruleset *ddds_ruleset_hold(ddds_ruleset *ruleset);

/* Remove an owner of |ruleset|, which may be NULL. The set is freed with its
 * last owner. */
DDDS_API void ddds_ruleset_free(ddds_ruleset *ruleset);

/* Return the number of rules in |ruleset|. */
DDDS_API size_t ddds_ruleset_count(const ddds_ruleset *ruleset);

/* Return the octets of memory that |ruleset| uses, including compiled
 * expressions: at most four times those of its records on the wire, and 2 KiB;
 * in zones in memory without a limit. */
DDDS_API size_t ddds_ruleset_octets(const ddds_ruleset *ruleset);

/* Return the rule at |index| of |ruleset|, from 0, in the order of the set.
 * |index| must be less than ddds_ruleset_count. The rule is valid as long as
 * the set. */
DDDS_API const struct ddds_rule *ddds_ruleset_rule(const ddds_ruleset *ruleset,
                                                   size_t index);

/* Shared resources of the rule sets of a database: the compiler of expressions,
 * and memory for matches. Opaque; reference-counted, since rule sets may
 * outlive the database. Any number of threads may share it. */
typedef struct ddds_rulebook ddds_rulebook;

/* Create a rulebook. The caller frees it with ddds_rulebook_free. Returns NULL
 * on failure: DDDS_NO_MEMORY. */
DDDS_API ddds_rulebook *ddds_rulebook_new(struct ddds_error *error);

/* Free |rulebook|, which may be NULL, as soon as no rule set uses it any
 * more. */
DDDS_API void ddds_rulebook_free(ddds_rulebook *rulebook);

#ifdef __cplusplus
}
#endif

#endif
