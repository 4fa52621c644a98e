/* The simulation can fail: planted mistakes are found.
 *
 * SPDX-License-Identifier: MIT */
#ifndef NETWORK_SELFTEST_H
#define NETWORK_SELFTEST_H

/* Plant each mistake in turn; return 0 if all are found, otherwise 1. */
int selftest_run(void);

#endif
