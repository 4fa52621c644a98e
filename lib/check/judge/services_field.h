/* Services fields: validity for the application, registration, and the probable
 * intention.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_JUDGE_SERVICES_FIELD_H
#define CHECK_JUDGE_SERVICES_FIELD_H

#include <stdbool.h>

#include <ddds/application.h>

#include "base/text.h"
#include "check/judge/registry.h"

/* Parse |services| with |application|; unlike clients of ENUM, accept private
 * services, because the zone may be private. */
ddds_status ddds_services_field_read(const struct ddds_application *application,
                                     const char *services,
                                     struct ddds_services *read,
                                     struct ddds_error *why);

/* Return true if |services| are invalid for |application|, which may be NULL.
 * |why| then has the offset and the expected text. */
bool ddds_services_field_is_malformed(
    const struct ddds_application *application, const char *services,
    struct ddds_error *why);

/* Write the probable intention of the invalid |services| into |meant|. Return
 * false if it is unknown. */
bool ddds_services_field_suggest(const struct ddds_application *application,
                                 const char *services, struct text *meant);

/* An unregistered part of a services field. */
struct unregistered {
    struct ddds_span piece;
    char what[128];                 /* "registered Enumservice" */
    char meant[REGISTRY_WORD_SIZE]; /* a similar registered name, or "" */
    bool is_retired;                /* a name of RFC 2168 */
    bool has_no_subtype;            /* |meant| is the type; its URIs show which
                                       subtype is missing */
};

/* Find the first unregistered part of the valid |services| of a rule. A tag
 * that starts with "x-" needs no registration, unless it resembles a known tag,
 * or |is_3gpp|: the owner is a name of 3GPP, which publishes a table of its
 * tags. Return false if all are registered, or have no registry. */
bool ddds_services_field_find_unregistered(
    const struct ddds_application *application, bool is_3gpp,
    const char *services, struct unregistered *found);

#endif
