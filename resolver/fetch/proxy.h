/* The proxies that the user set for all programs.
 *
 * SPDX-License-Identifier: MIT */
#ifndef FETCH_PROXY_H
#define FETCH_PROXY_H

#include <ddds/fetch.h>

#include "fetch/fetch_options.h"

/* Set the proxies of |fetch|: that of the options, or those of the environment,
 * in the variables that curl(1) reads. */
void proxy_read(const struct fetch_options *options,
                struct ddds_fetch_options *fetch);

#endif
