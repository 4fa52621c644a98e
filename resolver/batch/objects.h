/* Inputs as JSON objects, one a line (--ndjson).
 *
 * SPDX-License-Identifier: MIT */
#ifndef BATCH_OBJECTS_H
#define BATCH_OBJECTS_H

#include <stddef.h>

#include "batch/inputs.h"

/* Longer lines are refused. */
enum { OBJECT_SIZE = 1 << 20 };

/* Take the input from the JSON object in the |length| octets at |line|, which
 * |input| then keeps as |given|. If it has none, |input| has the line, as far
 * as it fits, and the |problem|. */
void object_read(const char *line, size_t length, struct input *input);

#endif
