/* Checks results: each must agree with the model, not older than its TTL, or be
 * a temporary failure with a known cause.
 *
 * SPDX-License-Identifier: MIT */
#ifndef NETWORK_CHECK_H
#define NETWORK_CHECK_H

#include <ddds/resolve.h>

#include "core/network/scenario.h"

/* A resolution, and facts to check its result. */
struct checked {
    const struct scenario *scenario;
    uint32_t input;
    uint64_t started;  /* virtual time */
    uint64_t began;    /* when its deadline began: later for a next result */
    uint64_t rejected; /* when the last URI was true; check_result sets it */
    uint32_t ttl;      /* of the outcome; check_result sets it */
    bool is_stopped;   /* by the caller, who gave a reason */
    bool is_next;      /* the caller rejected an earlier result */
};

enum check_kind { CHECK_RESOLVED, CHECK_NEGATIVE, CHECK_FAILED };

/* Check |result|, and return its kind. */
enum check_kind check_result(struct checked *checked,
                             const struct ddds_result *result);

#endif
