/* Properties of all inputs of a set, as users write them.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_PROVE_PROPERTY_H
#define CHECK_PROVE_PROPERTY_H

#include <ddds/prove.h>

#include "check/sets/dfa.h"

enum property_kind {
    PROPERTY_FOUND,
    PROPERTY_KIND, /* of |outcome| */
    PROPERTY_URI,  /* in |set| */
    PROPERTY_NOT,  /* |reason| */
    PROPERTY_ACCEPTED,
    PROPERTY_HOPS,  /* at most |hops| */
    PROPERTY_BELOW, /* names are in |set| */
    PROPERTY_USED,
    PROPERTY_ONE_TO_ONE,
};

/* |set| is NULL if it is empty. */
struct property {
    enum property_kind kind;
    enum ddds_outcome_kind outcome;
    enum ddds_reason reason;
    unsigned hops;
    struct dfa *set;
};

/* Read |text|; the caller frees |property->set|. Fails with DDDS_MALFORMED (the
 * offset is in |text|), DDDS_LIMIT or DDDS_NO_MEMORY. */
ddds_status ddds_property_read(const char *text, struct dfa_budget *budget,
                               struct property *property,
                               struct ddds_error *error);

#endif
