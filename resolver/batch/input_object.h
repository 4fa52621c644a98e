/* Inputs in JSON objects (--ndjson).
 *
 * SPDX-License-Identifier: MIT */
#ifndef BATCH_INPUT_OBJECT_H
#define BATCH_INPUT_OBJECT_H

#include "batch/input.h"

/* Limit on a JSON object, in octets. */
enum { INPUT_OBJECT_SIZE = 1 << 20 };

/* Parse the JSON object |line|, and keep it as |input->given|. If it is
 * invalid, |input| gets the line and a |problem|. */
void input_read_object(const char *line, size_t length, struct input *input);

#endif
