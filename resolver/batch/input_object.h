/* Inputs in JSON objects (--ndjson).
 *
 * SPDX-License-Identifier: MIT */
#ifndef BATCH_INPUT_OBJECT_H
#define BATCH_INPUT_OBJECT_H

#include "batch/input.h"

/* Longer JSON objects are refused. */
enum { INPUT_OBJECT_SIZE = 1 << 20 };

/* Take the input from the JSON object in the |length| octets at |line|, which
 * |input| then keeps as |given|. If it has none, |input| has the line, as far
 * as it fits, and the |problem|. */
void input_read_object(const char *line, size_t length, struct input *input);

#endif
