/* Service Metadata Publishing over HTTP.
 *
 * SPDX-License-Identifier: MIT */
#ifndef FETCH_SMP_H
#define FETCH_SMP_H

#include <stdbool.h>

#include <ddds/span.h>

#include "base/arena.h"
#include "fetch/transfer.h"

/* Return the version of SMP that a BDXL service names: 1 for "Meta", 2 for
 * "oasis-bdxr-smp-2", with any profile after "#"; 0 for other services. */
unsigned ddds_smp_version(struct ddds_span service);

/* Return the URI at the SMP |base| of the ServiceGroup of |participant| or,
 * with |document|, of the ServiceMetadata for that type. NULL without
 * memory. */
const char *ddds_smp_uri(const char *base, unsigned version,
                         const char *participant, const char *document,
                         struct arena *arena);

/* Return NULL if |transfer| is the requested XML document: a ServiceGroup or
 * ServiceMetadata, signed or not. Otherwise return the reason. */
const char *ddds_smp_judge(const struct transfer *transfer, bool is_group);

#endif
