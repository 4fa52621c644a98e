/* Properties of all inputs of a set, as users write them.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_PROVE_PROPERTY_H
#define CHECK_PROVE_PROPERTY_H

#include <ddds/prove.h>

#include "base/limits.h"
#include "check/sets/dfa.h"

enum property_kind {
    PROPERTY_FOUND,
    PROPERTY_KIND, /* of |outcome| */
    PROPERTY_URI,  /* in |set| */
    PROPERTY_TEXT, /* the output of |outcome| is in |set| */
    PROPERTY_KEY,  /* a key that is looked up is in |set|, which has |name| */
    PROPERTY_NOT,  /* |reason| */
    PROPERTY_ACCEPTED,
    PROPERTY_HOPS,  /* at most |hops| */
    PROPERTY_BELOW, /* names are in |set| */
    PROPERTY_USED,
    PROPERTY_ONE_TO_ONE,
};

/* |set| is NULL if it is empty. |name|: "" if |set| is not of one name. */
struct property {
    enum property_kind kind;
    enum ddds_outcome_kind outcome;
    enum ddds_reason reason;
    unsigned hops;
    char name[LIMIT_NAME_SIZE];
    struct dfa *set;
};

/* Read |text|; the caller frees |property->set|. Fails with DDDS_MALFORMED (the
 * offset is in |text|), DDDS_LIMIT or DDDS_NO_MEMORY. */
ddds_status ddds_property_read(const char *text, struct dfa_budget *budget,
                               struct property *property,
                               struct ddds_error *error);

/* True if |result| has the property of its names or its output. */
bool ddds_property_has(const struct property *property,
                       const struct ddds_result *result);

/* True if the hosts of |result| are in the set. */
bool ddds_property_has_hosts(const struct property *property,
                             const struct ddds_result *result);

/* True if the names that |step| of |result| led to, other than by a rule, are
 * in the set: the target of its aliases, and the host of a server. If
 * |for_all|, this is so for all inputs with the step. */
bool ddds_property_has_others(const struct property *property,
                              const struct ddds_result *result,
                              const struct ddds_step *step, bool for_all);

/* Return true if |judged| was followed to a name. */
bool ddds_property_names(const struct ddds_judged_rule *judged);

#endif
