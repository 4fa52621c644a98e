/* The steps from an input to its first key, as proofs follow them.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_READERS_INPUT_STEPS_H
#define CHECK_READERS_INPUT_STEPS_H

#include <ddds/application.h>
#include <ddds/options.h>
#include <ddds/rule.h>

#include "check/readers/either.h"
#include "check/readers/letters.h"

enum link_kind {
    LINK_MAP,            /* by |map| */
    LINK_REVERSE,        /* octet by octet */
    LINK_REVERSE_LABELS, /* label by label */
    LINK_REWRITE,        /* by |by|, which matches or the input is refused */
    LINK_REWRITE_IF,     /* by |by| if it matches */
    LINK_URI,            /* a URI or a URN, in its canonical form */
    LINK_HASH,           /* all of it: of |hash_length| octets */
    LINK_DOMAIN,         /* the string is a key */
    LINK_CONDITION,      /* |choice| on a match of |by| */
};

/* A step, of the part of the string that |part| captures if it is not NULL. */
struct input_step {
    enum link_kind kind;
    enum choice choice;
    const struct letter_map *map;
    const char *argument;
    ddds_substitution *by;
    ddds_substitution *part;
};

enum { LINKS = 128 };

/* All steps; those from |string_count| on lead from the string to the key. */
struct links {
    struct input_step links[LINKS];
    size_t string_count;
    size_t count;
    size_t hash_length;  /* or 0 */
    const char *unknown; /* why they are not followed: static storage */
    bool no_memory;
};

/* Set |links|, which the caller frees with ddds_links_free, to the steps of
 * |application|, which outlives them. */
void ddds_links_make(struct links *links,
                     const struct ddds_application *application,
                     const struct ddds_options *options);

/* Free the expressions. */
void ddds_links_free(struct links *links);

#endif
