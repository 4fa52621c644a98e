/* Guesses which application a rule is for: the record does not say so, but
 * its services and its owner are hints.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_JUDGE_APPLICATION_H
#define CHECK_JUDGE_APPLICATION_H

#include <stdbool.h>

#include <ddds/application.h>

/* Return the application of |rule| at |owner|, or NULL if unknown. */
const struct ddds_application *
ddds_application_guess(const char *owner, const struct ddds_rule *rule);

/* Return the name of |application| for messages, such as "ENUM"; for NULL,
 * the RFC that defines flags and services in general. */
const char *ddds_application_label(const struct ddds_application *application);

enum { CITATION_SIZE = 128 };

/* Write that name with the specification of |application|, for example
 * "ENUM (RFC 6116)". Return |citation|. */
const char *ddds_application_cite(const struct ddds_application *application,
                                  char citation[CITATION_SIZE]);

/* Return whether |application|, which may be NULL, is one of RFC 3404. */
bool ddds_application_is_rfc3404(const struct ddds_application *application);

/* Return whether |application| uses keys that other applications use, too:
 * its rules may be in one RRset with theirs. */
bool ddds_application_shares_keys(const struct ddds_application *application);

/* Does |owner| lie in uri.arpa or urn.arpa, where IANA keeps the rules that
 * delegate schemes and namespaces to others (RFC 3405 sections 3.2 and 4)? */
bool ddds_application_is_registry(const char *owner);

/* True if |owner| is a name of 3GPP TS 23.003, below 3gppnetwork.org. */
bool ddds_application_is_3gpp_name(const char *owner);

#endif
