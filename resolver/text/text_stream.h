/* Memory stream.
 *
 * SPDX-License-Identifier: MIT */
#ifndef TEXT_TEXT_STREAM_H
#define TEXT_TEXT_STREAM_H

#include <stddef.h>
#include <stdio.h>

/* Open a memory stream. fclose() sets |*text|, to be freed, and |*length|,
 * without the NUL that follows; until then they are NULL and 0. Neither can
 * fail: without memory the tool ends. */
FILE *text_stream_open(char **text, size_t *length);

#endif
