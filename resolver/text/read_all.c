/* SPDX-License-Identifier: MIT */
#include "text/read_all.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

enum { FIRST_SIZE = 65536 };

char *read_all(FILE *file, size_t most, size_t *length)
{
    char *text = NULL;
    size_t size = 0;
    bool has_more = true;
    *length = 0;
    while (has_more && *length <= most) {
        size = size == 0 ? FIRST_SIZE : size * 2;
        text = realloc(text, size);
        *length += fread(text + *length, 1, size - *length - 1, file);
        has_more = *length == size - 1;
    }
    if (!ferror(file) && *length <= most) {
        text[*length] = '\0';
        return text;
    }
    int why = ferror(file) ? errno : EFBIG;
    free(text);
    errno = why;
    return NULL;
}

char *read_and_close(FILE *file, size_t most, size_t *length)
{
    if (file == NULL) {
        return NULL;
    }
    char *text = read_all(file, most, length);
    int why = errno;
    fclose(file);
    errno = why;
    return text;
}
