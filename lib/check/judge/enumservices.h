/* The Enumservices in IANA's registry, with their subtypes and the schemes of
 * their URIs (RFC 6117 section 11, RFC 6118).
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_JUDGE_ENUMSERVICES_H
#define CHECK_JUDGE_ENUMSERVICES_H

#include <stdbool.h>

#include <ddds/span.h>

#include "check/judge/registry.h"

/* Words in a list are separated by a space. */
struct enumservice {
    const char *type;
    const char *subtypes; /* "" if it has none */
    const char *schemes;  /* for a type without subtypes */
};

/* Return the row of |service|, "voice:tel" or "sip", by its type; NULL if the
 * type is not registered. */
const struct enumservice *ddds_enumservice_find(struct ddds_span service);

/* Return the first subtype of |service|, without text if it has none. */
struct ddds_span ddds_enumservice_subtype(struct ddds_span service);

/* Return true if |word| is in |list|, ignoring case. */
bool ddds_enumservice_lists(const char *list, struct ddds_span word);

/* Return the usual Enumservice for URIs of |scheme|, "email:mailto" for
 * "mailto"; NULL if not found. */
const char *ddds_enumservice_for(struct ddds_span scheme);

/* Write the registered type that |type| may be a misspelling of into |meant|.
 * Return false if |type| resembles no registered type. */
bool ddds_enumservice_find_like(struct ddds_span type,
                                char meant[REGISTRY_WORD_SIZE]);

#endif
