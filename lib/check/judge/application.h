/* Guesses the application of a rule, which records do not name, from its
 * services and its owner.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_JUDGE_APPLICATION_H
#define CHECK_JUDGE_APPLICATION_H

#include <stdbool.h>

#include <ddds/application.h>

/* Return the application of |rule| at |owner|, or NULL if unknown. */
const struct ddds_application *
ddds_application_guess(const char *owner, const struct ddds_rule *rule);

/* Return the name of |application| for messages, such as "ENUM"; for NULL, the
 * RFC that defines flags and services in general. */
const char *ddds_application_label(const struct ddds_application *application);

enum { CITATION_SIZE = 128 };

/* Write that name with the specification of |application|, for example "ENUM
 * (RFC 6116)". Return |citation|. */
const char *ddds_application_cite(const struct ddds_application *application,
                                  char citation[CITATION_SIZE]);

/* Return true if |application|, which may be NULL, is an application of RFC
 * 3404. */
bool ddds_application_is_rfc3404(const struct ddds_application *application);

/* Return true if |application| shares keys with other applications: their rules
 * may be in the same RRset. */
bool ddds_application_shares_keys(const struct ddds_application *application);

/* Return true if |owner| is in uri.arpa or urn.arpa, where IANA's rules
 * delegate schemes and namespaces (RFC 3405 sections 3.2 and 4). */
bool ddds_application_is_registry(const char *owner);

/* Return true if |owner| is a name of 3GPP TS 23.003, below 3gppnetwork.org. */
bool ddds_application_is_3gpp_name(const char *owner);

#endif
