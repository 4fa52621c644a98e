/* The REST binding of Service Metadata Publishing.
 *
 * SPDX-License-Identifier: MIT */
#ifndef FETCH_SMP_H
#define FETCH_SMP_H

#include <stdbool.h>

#include <ddds/span.h>

#include "base/arena.h"
#include "fetch/transfer.h"

/* The version of SMP that a service of BDXL names: 1 for "Meta", 2 for
 * "oasis-bdxr-smp-2", with or without the profile of a network after "#"; 0 if
 * |service| is something else. */
unsigned ddds_smp_version(struct ddds_span service);

/* The URI of the ServiceGroup of |participant| at the SMP |base|, or, if
 * |document| is not NULL, of the ServiceMetadata for that type of documents.
 * NULL without memory. */
const char *ddds_smp_uri(const char *base, unsigned version,
                         const char *participant, const char *document,
                         struct arena *arena);

/* Why |transfer| is not the document of XML that was asked for: a
 * ServiceGroup, or a ServiceMetadata, signed or not; NULL if it is. */
const char *ddds_smp_judge(const struct transfer *transfer, bool is_group);

#endif
