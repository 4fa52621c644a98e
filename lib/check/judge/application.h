/* Guesses which application a rule is for: the record does not say so, but
 * its services and its owner are hints.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_JUDGE_APPLICATION_H
#define CHECK_JUDGE_APPLICATION_H

#include <stdbool.h>

#include <ddds/application.h>

/* The application that |rule|, found at |owner|, is for; NULL if nothing lets
 * guess. */
const struct ddds_application *
ddds_application_guess(const char *owner, const struct ddds_rule *rule);

/* What messages call |application|: "ENUM", "S-NAPTR"; the name itself of one
 * that a file describes. NULL is the RFC that all have in common. */
const char *ddds_application_label(const struct ddds_application *application);

/* Is |application|, which may be NULL, one of the two of RFC 3404? */
bool ddds_application_is_rfc3404(const struct ddds_application *application);

/* Does it take its keys from domains that other applications share: may its
 * rules stand beside theirs? */
bool ddds_application_shares_keys(const struct ddds_application *application);

/* Does |owner| lie in uri.arpa or urn.arpa, where IANA keeps the rules that
 * delegate schemes and namespaces to others (RFC 3405 sections 3.2 and 4)? */
bool ddds_application_is_registry(const char *owner);

#endif
