/* Resolutions that begin again, because there was no memory for them.
 *
 * SPDX-License-Identifier: MIT */
#ifndef RESOLVE_AGAIN_H
#define RESOLVE_AGAIN_H

#include <stdbool.h>

#include <ddds/resolve.h>

/* Prepare |resolution|, which is done, to be started again with the same input,
 * without what it holds. Its deadline stays that of its first start. Fails as
 * ddds_resolution_restart. */
ddds_status ddds_resolution_again(ddds_resolution *resolution,
                                  struct ddds_error *error);

/* Return true if the deadline of |resolution|, which was started, has
 * passed. */
bool ddds_resolution_is_late(const ddds_resolution *resolution);

#endif
