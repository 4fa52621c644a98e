/* A memory stream. open_memstream(3) silently loses text if an allocation
 * fails; here the tool ends instead.
 *
 * SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* for fopencookie */
#include "text/text_stream.h"

#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "text/memory_report.h"

struct text_stream {
    char **text;
    size_t *length;
    char *written;
    size_t count;
    size_t size;
};

static ssize_t append(void *cookie, const char *octets, size_t count)
{
    struct text_stream *stream = cookie;
    size_t size = stream->size;
    while (size - stream->count <= count) {
        size *= 2;
    }
    if (size > stream->size) {
        stream->written = realloc(stream->written, size);
        stream->size = size;
    }
    memcpy(stream->written + stream->count, octets, count);
    stream->count += count;
    return (ssize_t)count;
}

static int end(void *cookie)
{
    struct text_stream *stream = cookie;
    stream->written[stream->count] = '\0';
    *stream->text = stream->written;
    *stream->length = stream->count;
    free(stream);
    return 0;
}

FILE *text_stream_open(char **text, size_t *length)
{
    enum { FIRST_SIZE = 256 };
    static const cookie_io_functions_t functions = {.write = append,
                                                    .close = end};
    struct text_stream *stream = malloc(sizeof *stream);
    char *written = malloc(FIRST_SIZE);
    FILE *file = fopencookie(stream, "w", functions);
    if (file == NULL) {
        memory_fail();
    }
    *text = NULL;
    *length = 0;
    *stream = (struct text_stream){text, length, written, 0, FIRST_SIZE};
    return file;
}
