/* The classes of a proof.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_PROVE_CLASSES_H
#define CHECK_PROVE_CLASSES_H

#include <ddds/prove.h>

#include "base/arena.h"
#include "check/prove/rule_lines.h"
#include "check/sets/count.h"
#include "check/sets/dfa.h"
#include "check/sets/intern.h"

/* A part of a class. Parts are disjoint. */
struct class_part {
    struct dfa *dfa;
    struct class_part *next;
};

/* The rule of a hop, in the memory of the zones; NULL for a rule of the
 * application itself. |is_rewriting|: its output depends on the input. */
struct class_rule {
    const struct ddds_rule *rule;
    bool is_rewriting;
    enum ddds_next next;
};

struct class
{
    struct ddds_proof_class shown;
    struct ddds_proof_hop *hops;    /* of |shown| */
    const struct class_rule *rules; /* one per hop */
    const char *limit; /* why some inputs may end at the limit of steps; or
                          NULL */
    struct class_part *parts;
    struct count count;
    bool is_uncounted;
    bool is_own;         /* the output may be of the witness alone */
    bool is_own_because; /* so is the detail in |because| */
    bool is_urn;         /* components of inputs may become queries */
    bool is_vague;       /* the set was not read: no input is known */
    unsigned change;     /* relation, in a comparison */
};

/* A rule set at a key that a resolution reached. */
struct class_key {
    const ddds_ruleset *rules;
    const char *name; /* key of the first such resolution */
    struct class_key *next;
};

struct classes {
    struct class *classes;
    size_t count;
    size_t room;
    size_t part_count;
    struct intern signatures; /* of each class, by its number */
    struct intern key_sets;   /* pointers to the rule sets of |keys| */
    struct class_key *keys;
    struct rule_lines lines;
    struct arena arena; /* strings of the classes */
};

/* Return the class with the signature of |length| octets; a new class has no
 * parts. NULL if allocation fails. */
struct class *ddds_classes_find(struct classes *classes, const void *signature,
                                size_t length);

/* Add |dfa|, taking ownership, with its first member |witness|, or NULL. False
 * if allocation fails; |dfa| is then freed. */
bool ddds_classes_add(struct classes *classes, struct class *class,
                      struct dfa *dfa, const char *witness);

/* Add the keys of zones that |result|, which may be NULL, reached. False if
 * allocation fails. */
bool ddds_classes_note_keys(struct classes *classes,
                            const struct ddds_result *result);

/* Return true if |input| precedes |other|, which may be NULL: it is shorter, or
 * of equal length and before it in the order of octets. */
bool ddds_classes_is_shorter(const char *input, const char *other);

/* Return the position of |rule| of |key|, and the number of |others| like it,
 * as text. NULL if allocation fails. */
const char *ddds_classes_rule_text(struct classes *classes, const char *key,
                                   const struct ddds_rule *rule, size_t others);

/* Set the positions of the rules from |database|. False if allocation fails. */
bool ddds_classes_place(struct classes *classes, const ddds_database *database);

/* Count the members, write the counts and the expressions, and sort the
 * classes. |total| is the number of all inputs; |*is_total| becomes false if
 * unknown. False if allocation fails. */
bool ddds_classes_finish(struct classes *classes, struct count *total,
                         bool *is_total);

/* Free the classes. */
void ddds_classes_free(struct classes *classes);

#endif
