/* Registries of services, and words that look like registered ones.
 *
 * Each list ends with NULL.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_JUDGE_REGISTRY_H
#define CHECK_JUDGE_REGISTRY_H

#include <stdbool.h>

#include <ddds/span.h>

extern const char *const ddds_registry_resolution_services[];

/* What the one before calls them now stands at the same place there, counted
 * modulo eight. */
extern const char *const ddds_registry_retired_services[];
enum { RESOLUTION_SERVICES = 8 };

extern const char *const ddds_registry_protocols[];
extern const char *const ddds_registry_enumservices[];
extern const char *const ddds_registry_service_tags[];
extern const char *const ddds_registry_protocol_tags[];

/* Whole fields: those of SIP, of Peppol, and of applications with tags. */
extern const char *const ddds_registry_sip_fields[];
extern const char *const ddds_registry_peppol_fields[];
extern const char *const ddds_registry_tagged_fields[];

/* Is |span| |word|, in any case? Is it one of |list|? */
bool ddds_registry_is_word(struct ddds_span span, const char *word);
bool ddds_registry_has(const char *const *list, struct ddds_span span);

/* The one word of |list| that |span| may be, mistyped; or NULL. */
const char *ddds_registry_find_like(struct ddds_span span,
                                    const char *const *list);

/* The field of |list| that has the letters and digits of |services|, or may be
 * it, mistyped; or NULL. */
const char *ddds_registry_find_alike(const char *services,
                                     const char *const *list);

#endif
