/* Standard input as one text.
 *
 * SPDX-License-Identifier: MIT */
#ifndef ZONES_STANDARD_INPUT_H
#define ZONES_STANDARD_INPUT_H

#include <stddef.h>

#include <ddds/status.h>

/* All of standard input, of |*length| octets, to be freed. NULL if that fails:
 * |error| says why, with DDDS_UNREADABLE. */
char *standard_input_read(size_t *length, struct ddds_error *error);

#endif
