/* Checks a zone file that need not fit into memory.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_STREAM_STREAM_H
#define CHECK_STREAM_STREAM_H

#include "check/model/check.h"

/* Check the file |path| in parts; its findings become those of |check|. Fails as
 * ddds_check_zone does. */
ddds_status ddds_stream_check(struct ddds_check *check, const char *path,
                              const struct ddds_zone_options *given,
                              struct ddds_error *error);

#endif
