/* cmocka, and what its tests are written with: cmocka.h uses the types of the
 * first four headers and does not include them.
 *
 * SPDX-License-Identifier: MIT */
#ifndef UNIT_ASSERTIONS_H
#define UNIT_ASSERTIONS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* cmocka hands every test a state, and no test here has one. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

#endif
