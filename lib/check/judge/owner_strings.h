/* The Application Unique Strings whose first key is an owner name: only
 * "urn:foo:..." has the key foo.urn.arpa, only "+441632960083" has
 * 3.8.0.0.6.9.2.3.6.1.4.4.e164.arpa.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_JUDGE_OWNER_STRINGS_H
#define CHECK_JUDGE_OWNER_STRINGS_H

#include <stdbool.h>

#include "check/model/check_state.h"

enum {
    /* A telephone number with its plus sign and NUL: ITU-T E.164. */
    NUMBER_SIZE = 17,

    /* Size of an expression for the strings of an owner: two labels with all
     * octets escaped, and the text between and after them. */
    OWNER_ERE_SIZE = 512,

    /* Size of a prefix. */
    OWNER_PREFIX_SIZE = 192,
};

struct owner_strings {
    /* The only string; "" if several are possible, or if it is unknown. */
    char only[NUMBER_SIZE + 1];

    /* The common prefix of all strings; "" if unknown. It consists of letters,
     * digits, hyphens and colons, or begins with a plus sign. */
    char prefix[OWNER_PREFIX_SIZE];

    /* An expression that all strings match after the prefix, ignoring case,
     * because clients differ in conversions to lower case. "" if any string is
     * possible. */
    char all[OWNER_ERE_SIZE];

    /* Sample strings after the prefix, as clients write them; "" if unknown. */
    char some[OWNER_ERE_SIZE];

    /* The digits after the prefix if existing names hide numbers with others
     * from the wildcard; otherwise "". */
    char visible[sizeof "0123456789"];

    bool is_wildcard;
    bool is_numbers; /* telephone numbers, otherwise URNs or URIs */
};

/* Write the digits in the first labels of |owner| to |number|, the last label
 * first: a telephone number without its plus sign. The label of infrastructure
 * ENUM (RFC 5527 section 3) may be among them. Return the number of digits, at
 * most 15. */
size_t ddds_owner_number(const char *owner, char number[NUMBER_SIZE]);

/* Find the strings of |owner| as a first key of ENUM, of URN or of URI
 * resolution, below the usual roots or the caller's. Return false for other
 * keys, or if the check is for another application. */
bool ddds_owner_strings_find(const struct ddds_check *check, const char *owner,
                             struct owner_strings *strings);

/* Write an expression that all |strings| match as a whole to |ere|. */
void ddds_owner_strings_ere(const struct owner_strings *strings,
                            char ere[OWNER_ERE_SIZE]);

/* Find the strings of all keys of |application|, such as |owner|; return false
 * if any string is possible. A guess that a rule is for URNs is not enough. */
bool ddds_owner_strings_usual(const struct ddds_check *check,
                              const struct ddds_application *application,
                              const char *owner, struct owner_strings *strings);

#endif
