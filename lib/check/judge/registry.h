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

/* The list before has the present name at the same index, modulo eight. */
extern const char *const ddds_registry_retired_services[];
enum { RESOLUTION_SERVICES = 8 };

extern const char *const ddds_registry_protocols[];
extern const char *const ddds_registry_service_tags[];
extern const char *const ddds_registry_protocol_tags[];

/* Whole fields: those of SIP, of Peppol, and of applications with tags. */
extern const char *const ddds_registry_sip_fields[];
extern const char *const ddds_registry_peppol_fields[];
extern const char *const ddds_registry_metadata_fields[];
extern const char *const ddds_registry_other_fields[];
extern const char *const ddds_registry_tagged_fields[];

/* Return whether |span| is one of |list|, ignoring case. */
bool ddds_registry_has(const char *const *list, struct ddds_span span);

/* Return the only word of |list| that |span| may be a misspelling of, or
 * NULL. */
const char *ddds_registry_find_like(struct ddds_span span,
                                    const char *const *list);

/* Return the field of |list| that has the letters and digits of |services|,
 * or that |services| may be a misspelling of, or NULL. */
const char *ddds_registry_find_alike(const char *services,
                                     const char *const *list);

#endif
