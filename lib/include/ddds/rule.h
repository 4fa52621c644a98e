/* Rules: what NAPTR records say (RFC 3403), and what their substitution
 * expressions do (RFC 3402 section 3.2).
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

/* One NAPTR record (RFC 3403 section 4.1), its fields as they are on the wire:
 * the |regexp| of a master file's "\\1" is \1. No member is NULL but |defect|.
 * |replacement| is a domain name without its final dot; the root, which says
 * that there is no replacement, is "". A record that could be read only in
 * part says why in |defect|; a field with a NUL octet, which is no C string,
 * is such a record and spells it \000. */
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

/* What a rule's flags make of its output (RFC 3404 section 4.3). */
enum ddds_next {
    DDDS_NEXT_RULES,       /* "": the output is the next key */
    DDDS_NEXT_SERVERS,     /* S: a name with SRV records */
    DDDS_NEXT_ADDRESSES,   /* A: a name with address records */
    DDDS_NEXT_URI,         /* U: a URI */
    DDDS_NEXT_PROTOCOL,    /* P: the rest is another protocol's */
    DDDS_NEXT_UNKNOWN,     /* a flag that the application does not know */
    DDDS_NEXT_CONFLICTING, /* two flags that exclude each other */
};

/* What |flags| make of a rule's output, for an application that knows those of
 * the letters S, A, U and P that stand in |known| (lib/DECISIONS.md, "flags").
 * A flag that it does not know counts for more than any that it does. */
DDDS_API enum ddds_next ddds_flags_interpret(const char *flags,
                                             const char *known);

/* How many protocols, and how many services, one field may name: 255 octets
 * hold no more than 127 times "+a". */
#define DDDS_SERVICES_MAX 128

/* The services field of a rule, split: pieces of the field, or strings that
 * live for ever where it writes them in a code of its own. Only the first
 * |protocol_count| and |service_count| spans mean anything. */
struct ddds_services {
    size_t protocol_count;
    size_t service_count;
    struct ddds_span protocols[DDDS_SERVICES_MAX];
    struct ddds_span services[DDDS_SERVICES_MAX];
};

/* Room for any field: a character-string of 255 octets and a NUL. */
#define DDDS_FIELD_SIZE 256

/* Read a field as it stands in a master file (RFC 1035 section 5.1), with or
 * without quotes around it: "\\1" becomes \1. |field| is undefined on failure:
 * DDDS_MALFORMED, the offset within |text|, and what to write instead. */
DDDS_API ddds_status ddds_field_unescape(const char *text,
                                         char field[DDDS_FIELD_SIZE],
                                         struct ddds_error *error);

/* ---- Substitution expressions ------------------------------------------ */

/* An expression "!ERE!replacement!flags", read, checked and ready to use. */
typedef struct ddds_substitution ddds_substitution;

/* Read |regexp|, as it is on the wire. The extended regular expression is
 * checked against POSIX, not against Perl: see lib/DECISIONS.md, "expressions".
 * NULL on failure: DDDS_MALFORMED with the offset of the offence within
 * |regexp|, DDDS_LIMIT if it asks for too much, DDDS_NO_MEMORY. Free it with
 * ddds_substitution_free. One expression may be used by several threads. */
DDDS_API ddds_substitution *ddds_substitution_new(const char *regexp,
                                                  struct ddds_error *error);
DDDS_API void ddds_substitution_free(ddds_substitution *substitution);

/* Where in the subject the whole match (0) and the groups (1 to 9) lie; a group
 * that took no part has NULL for its text. */
struct ddds_captures {
    struct ddds_span group[10];
};

/* Apply |substitution| to |aus|: the result replaces the whole string, not
 * only the part that matched (lib/DECISIONS.md, "replacement only").
 * |output|, of |size| octets, receives it. |*matched| says whether there was a
 * match with a non-empty output; without one |output| is "". |captures| may be
 * NULL, points into |aus|, and is left alone if the expression does not
 * match. Fails with DDDS_LIMIT if matching took more
 * steps than are allowed or the output does not fit, or DDDS_NO_MEMORY. */
DDDS_API ddds_status ddds_substitution_apply(
    const ddds_substitution *substitution, const char *aus, char *output,
    size_t size, bool *matched, struct ddds_captures *captures,
    struct ddds_error *error);

/* Other programs read expressions otherwise; a publisher wants to know where
 * that matters. */
enum ddds_reading {
    DDDS_READING_SED,  /* what lies outside the match stays */
    DDDS_READING_PERL, /* the expression is Perl's: first match, not longest */
};

/* What a reader of that kind would make of |aus|; otherwise as
 * ddds_substitution_apply. Compiles anew: nothing for a hot path. */
DDDS_API ddds_status ddds_substitution_apply_as(
    const ddds_substitution *substitution, enum ddds_reading reading,
    const char *aus, char *output, size_t size, bool *matched,
    struct ddds_error *error);

/* What an expression is made of. Lives as long as the expression. */
struct ddds_substitution_parts {
    char delimiter;
    const char *ere;         /* its delimiters unescaped */
    const char *replacement; /* as written */
    const char *flags;
    unsigned groups;     /* parenthesised groups in the ERE */
    const char *pattern; /* the PCRE2 pattern that the ERE became */
};

DDDS_API void ddds_substitution_parts(const ddds_substitution *substitution,
                                      struct ddds_substitution_parts *parts);

/* ---- Sets of rules ------------------------------------------------------ */

/* What the rule sets of one database share: the machinery of the expressions
 * and the budget for making hot ones faster. Rule sets keep it alive. */
typedef struct ddds_rulebook ddds_rulebook;

/* NULL without memory. */
DDDS_API ddds_rulebook *ddds_rulebook_new(struct ddds_error *error);

/* Let go of it; NULL is fine. */
DDDS_API void ddds_rulebook_free(ddds_rulebook *rulebook);

/* The rules found at one key: read once, sorted by order and preference (ties
 * in the order given), immutable, shared by reference count between any
 * number of threads. */
typedef struct ddds_ruleset ddds_ruleset;

/* Copy and read |count| |rules|. A rule that is wrong costs itself only: it is
 * in the set with what is wrong about it. |rulebook| is the database's, or
 * NULL for one of its own. NULL on failure: DDDS_NO_MEMORY, or DDDS_LIMIT for
 * more rules than a set may have. */
DDDS_API ddds_ruleset *ddds_ruleset_new(ddds_rulebook *rulebook,
                                        const struct ddds_rule *rules,
                                        size_t count, struct ddds_error *error);

/* One more owner; returns |ruleset|. NULL is fine, and returns NULL. */
DDDS_API ddds_ruleset *ddds_ruleset_hold(ddds_ruleset *ruleset);

/* One owner fewer; the last one frees it. NULL is fine. */
DDDS_API void ddds_ruleset_free(ddds_ruleset *ruleset);

/* How many rules, and the one at |index| in their order. It lives as long as
 * the set. */
DDDS_API size_t ddds_ruleset_count(const ddds_ruleset *ruleset);
DDDS_API const struct ddds_rule *ddds_ruleset_rule(const ddds_ruleset *ruleset,
                                                   size_t index);

#ifdef __cplusplus
}
#endif

#endif
