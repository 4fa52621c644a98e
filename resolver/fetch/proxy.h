/* Proxies for all programs of the user.
 *
 * SPDX-License-Identifier: MIT */
#ifndef FETCH_PROXY_H
#define FETCH_PROXY_H

#include <ddds/fetch.h>

#include "fetch/fetch_options.h"

/* Set the proxies of |fetch| from the options, or from the environment
 * variables that curl(1) reads. */
void proxy_read(const struct fetch_options *options,
                struct ddds_fetch_options *fetch);

#endif
