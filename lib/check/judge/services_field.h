/* Services fields: can the application use them, are they registered, and
 * what were they probably meant to be?
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_JUDGE_SERVICES_FIELD_H
#define CHECK_JUDGE_SERVICES_FIELD_H

#include <stdbool.h>

#include <ddds/application.h>

#include "base/text.h"

/* Are |services| none that |application|, which may be NULL, can use, and why?
 * |why| then has the offset of the offence and what was expected. */
bool ddds_services_field_is_malformed(
    const struct ddds_application *application, const char *services,
    struct ddds_error *why);

/* Write into |meant| what |services|, which are malformed, were probably meant
 * to be. False if there is no telling. */
bool ddds_services_field_suggest(const struct ddds_application *application,
                                 const char *services, struct text *meant);

/* A piece of a services field that no registry has. */
struct unregistered {
    struct ddds_span piece;
    const char *what;  /* "registered Enumservice" */
    const char *meant; /* one that is and looks much like it, or NULL */
    bool is_retired;   /* RFC 2168 had it */
};

/* Find the first in |services|, which are well formed; false if all are known,
 * or nobody keeps a registry. */
bool ddds_services_field_find_unregistered(
    const struct ddds_application *application, const char *services,
    struct unregistered *found);

#endif
