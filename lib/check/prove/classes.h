/* The classes of a proof, as they are found.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_PROVE_CLASSES_H
#define CHECK_PROVE_CLASSES_H

#include <ddds/prove.h>

#include "base/arena.h"
#include "check/sets/count.h"
#include "check/sets/dfa.h"
#include "check/sets/intern.h"

/* A part of a class, whose parts are disjoint. */
struct class_part {
    struct dfa *dfa;
    struct class_part *next;
};

struct class
{
    struct ddds_proof_class shown;
    struct class_part *parts;
    struct count count;
    bool is_uncounted;
};

struct classes {
    struct class *classes;
    size_t count;
    size_t room;
    struct intern signatures; /* of each class, by its number */
    struct arena arena;       /* strings of the classes */
};

/* The class with the signature of |length| octets; a new one has no parts. NULL
 * if allocation fails. */
struct class *ddds_classes_find(struct classes *classes, const void *signature,
                                size_t length);

/* Add |dfa|, which the class owns from now on, with its first member |witness|.
 * False if allocation fails; |dfa| is then freed. */
bool ddds_classes_add(struct classes *classes, struct class *class,
                      struct dfa *dfa, const char *witness);

/* Count all, write the counts and the expressions, and sort the classes.
 * |total| is the number of all inputs; |*is_total| becomes false if there is no
 * such number. False if allocation fails. */
bool ddds_classes_finish(struct classes *classes, struct count *total,
                         bool *is_total);

/* Free the classes. */
void ddds_classes_free(struct classes *classes);

#endif
