/* Properties of all inputs of a set.
 *
 * SPDX-License-Identifier: MIT */
#ifndef PROVE_PROPERTIES_H
#define PROVE_PROPERTIES_H

#include <ddds/prove.h>

enum property_kind {
    PROPERTY_FOUND, /* an outcome exists */
    PROPERTY_KIND,  /* of this |outcome| */
    PROPERTY_NOT,   /* no failure has this |reason| */
    PROPERTY_HOPS,  /* at most |hops| delegations lead to it */
};

struct property {
    const char *text;
    enum property_kind kind;
    enum ddds_outcome_kind outcome;
    enum ddds_reason reason;
    unsigned hops;
};

enum property_verdict { PROPERTY_PROVED, PROPERTY_REFUTED, PROPERTY_UNKNOWN };

struct property_answer {
    enum property_verdict verdict;
    const struct ddds_proof_class *class; /* that refutes it, or is unknown */
};

/* Read |text|, which the property keeps. False if it is not a property. */
bool property_read(const char *text, struct property *property);

/* Decide |property| for all classes of |proof|: refuted by the class with the
 * shortest witness, else unknown because of one. */
struct property_answer property_decide(const struct property *property,
                                       const ddds_proof *proof);

/* The word for |verdict|, for example "proved". */
const char *property_verdict_name(enum property_verdict verdict);

#endif
