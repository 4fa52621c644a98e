/* The simulation can fail: planted mistakes are found.
 *
 * SPDX-License-Identifier: MIT */
#ifndef NETWORK_SELFTEST_H
#define NETWORK_SELFTEST_H

/* Plant one mistake after the other; 0 if each is found, otherwise 1. */
int selftest_run(void);

#endif
