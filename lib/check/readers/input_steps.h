/* The steps from an input to its first key, in a form that proofs can simulate.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_READERS_INPUT_STEPS_H
#define CHECK_READERS_INPUT_STEPS_H

#include <ddds/application.h>
#include <ddds/options.h>
#include <ddds/rule.h>

#include "check/readers/choice.h"
#include "check/readers/letters.h"

enum link_kind {
    LINK_MAP,            /* by |map| */
    LINK_REVERSE,        /* octet by octet */
    LINK_REVERSE_LABELS, /* label by label */
    LINK_REWRITE,        /* by |by|; inputs that do not match are rejected */
    LINK_REWRITE_IF,     /* by |by| if it matches */
    LINK_URI,            /* a URI or a URN, in its canonical form */
    LINK_HASH,           /* all or a part: a hash of |hash_length| octets */
    LINK_DOMAIN,         /* the string must be a key */
    LINK_CONDITION,      /* |choice| on a match of |by| */
};

/* A step. If |part| is not NULL, it changes only what |part| captures. */
struct input_step {
    enum link_kind kind;
    enum choice choice;
    const struct letter_map *map;
    const char *argument;
    ddds_substitution *by;
    ddds_substitution *part;
    bool is_required; /* the next step rejects strings without a |part| */
    bool is_idle;     /* it changes no string of the set, and rejects none */
};

enum { LINKS = 128 };

/* All steps. Those from |string_count| on convert the string to the key. */
struct links {
    struct input_step links[LINKS];
    size_t string_count;
    size_t count;
    size_t prefix;      /* length of the longest prefix of fallback rules */
    size_t hash_length; /* 0: no hashes */
    const char *hash_octets;
    const char *unknown; /* why steps are unsupported: static storage; or
                            NULL */
    bool no_memory;
};

/* Set |links| to the steps of |application|, which must outlive them. The
 * caller frees them with ddds_links_free. */
void ddds_links_make(struct links *links,
                     const struct ddds_application *application,
                     const struct ddds_options *options);

/* Free the expressions. */
void ddds_links_free(struct links *links);

/* Return the default set of a proof for |application|, an ERE in static
 * storage, with one spelling of each input; NULL: all inputs. */
const char *ddds_input_plain(const struct ddds_application *application);

#endif
