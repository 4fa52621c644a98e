/* A stream whose text ends up in memory.
 *
 * SPDX-License-Identifier: MIT */
#ifndef TEXT_TEXT_STREAM_H
#define TEXT_TEXT_STREAM_H

#include <stddef.h>
#include <stdio.h>

/* Open a stream. fclose() sets |*text|, to be freed, and its |*length| without
 * the NUL octet that follows; until then they are NULL and 0. Neither fails:
 * without memory the tool ends. */
FILE *text_stream_open(char **text, size_t *length);

#endif
