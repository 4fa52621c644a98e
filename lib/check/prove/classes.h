/* The classes of a proof, as they are found.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_PROVE_CLASSES_H
#define CHECK_PROVE_CLASSES_H

#include <ddds/prove.h>

#include "base/arena.h"
#include "check/prove/places.h"
#include "check/sets/count.h"
#include "check/sets/dfa.h"
#include "check/sets/intern.h"

/* A part of a class, whose parts are disjoint. */
struct class_part {
    struct dfa *dfa;
    struct class_part *next;
};

/* The rule of a hop, as the zones keep it: NULL if it is the application's own.
 * Its output depends on the input if it |is_rewriting|. */
struct class_rule {
    const struct ddds_rule *rule;
    bool is_rewriting;
    enum ddds_next next;
};

struct class
{
    struct ddds_proof_class shown;
    struct ddds_proof_hop *hops;    /* of |shown| */
    const struct class_rule *rules; /* of them */
    const char *limit; /* why some inputs may end at the limit of steps; or
                          NULL */
    struct class_part *parts;
    struct count count;
    bool is_uncounted;
    unsigned change; /* of a comparison */
};

/* A rule set that a resolution came to. */
struct class_key {
    const ddds_ruleset *rules;
    const char *name; /* of the first such resolution */
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
    struct places places;
    struct arena arena; /* strings of the classes */
};

/* The class with the signature of |length| octets; a new one has no parts. NULL
 * if allocation fails. */
struct class *ddds_classes_find(struct classes *classes, const void *signature,
                                size_t length);

/* Add |dfa|, which the class owns from now on, with its first member |witness|.
 * False if allocation fails; |dfa| is then freed. */
bool ddds_classes_add(struct classes *classes, struct class *class,
                      struct dfa *dfa, const char *witness);

/* Add the keys of zones that |result|, or NULL, came to. False if allocation
 * fails. */
bool ddds_classes_note_keys(struct classes *classes,
                            const struct ddds_result *result);

/* Return true if |input| comes before |other|, which may be NULL: it is shorter,
 * or as long and its octets come first. */
bool ddds_classes_is_shorter(const char *input, const char *other);

/* Write the position of |rule| of |key|, and how many |others| are like it. NULL
 * if allocation fails. */
const char *ddds_classes_rule_text(struct classes *classes, const char *key,
                                   const struct ddds_rule *rule, size_t others);

/* Set the positions of the rules, which |database| has. False if allocation
 * fails. */
bool ddds_classes_place(struct classes *classes, const ddds_database *database);

/* Count all, write the counts and the expressions, and sort the classes.
 * |total| is the number of all inputs; |*is_total| becomes false if there is no
 * such number. False if allocation fails. */
bool ddds_classes_finish(struct classes *classes, struct count *total,
                         bool *is_total);

/* Free the classes. */
void ddds_classes_free(struct classes *classes);

#endif
