/* Which Application Unique Strings come to an owner name? The owner of a
 * first key says it: only "urn:foo:..." comes to foo.urn.arpa, only
 * "+441632960083" to 3.8.0.0.6.9.2.3.6.1.4.4.e164.arpa.
 *
 * Rules are applied to the Application Unique String at every key (RFC 3402
 * section 3.3), so that strings that other rules send to the owner come as
 * well: owner_visitors.h knows whether there are such rules.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_JUDGE_OWNER_STRINGS_H
#define CHECK_JUDGE_OWNER_STRINGS_H

#include <stdbool.h>

#include "check/model/check_state.h"

enum {
    /* A telephone number with its plus sign and NUL: ITU-T E.164. */
    NUMBER_SIZE = 17,

    /* An expression for the strings of an owner: each octet of two labels
     * escaped, and what is between and after them. */
    OWNER_ERE_SIZE = 512,

    /* The common beginning of all strings of an owner, for messages. */
    OWNER_PREFIX_SIZE = 192,
};

struct owner_strings {
    /* The only string; "" if there are more, or if it is unknown. */
    char only[NUMBER_SIZE + 1];

    /* All strings match this expression, in which letter case does not
     * matter: clients differ in what they convert to lower case. "" if any
     * string may come. */
    char all[OWNER_ERE_SIZE];

    /* These are strings that do come, as clients write them; "" if unknown. */
    char some[OWNER_ERE_SIZE];

    char prefix[OWNER_PREFIX_SIZE]; /* all strings begin so; "" if unknown */
    bool is_only_prefix; /* all that begin so, and go on, may come; it is
                            letters, digits, hyphens and colons */
    bool is_wildcard;    /* names that exist take some strings away */
    bool is_numbers;     /* telephone numbers, otherwise URNs or URIs */
};

/* Find the strings that come to |owner| as a first key of ENUM, of URN or of
 * URI resolution, below the usual roots or those of the caller. Return false
 * if it is not such a key, or if the application of the check is another. */
bool ddds_owner_strings_find(const struct ddds_check *check, const char *owner,
                             struct owner_strings *strings);

/* The strings of all keys of |application|, of which |owner| is one; false if
 * they may be anything: a guess that a rule is for URNs is not enough. */
bool ddds_owner_strings_usual(const struct ddds_check *check,
                              const struct ddds_application *application,
                              const char *owner, struct owner_strings *strings);

#endif
