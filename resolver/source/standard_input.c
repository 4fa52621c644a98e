/* Standard input as one text.
 *
 * SPDX-License-Identifier: MIT */
#include "source/standard_input.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *standard_input_read(size_t *length, struct ddds_error *error)
{
    size_t size = 65536;
    char *text = malloc(size);
    *length = 0;
    while (text != NULL) {
        *length += fread(text + *length, 1, size - *length, stdin);
        if (*length < size) {
            break;
        }
        size *= 2;
        char *larger = realloc(text, size);
        if (larger == NULL) {
            free(text);
        }
        text = larger;
    }
    error->offset = DDDS_NO_OFFSET;
    if (text == NULL) {
        error->status = DDDS_NO_MEMORY;
        snprintf(error->detail, sizeof error->detail, "out of memory");
    } else if (ferror(stdin)) {
        error->status = DDDS_UNREADABLE;
        snprintf(error->detail, sizeof error->detail, "standard input: %s",
                 strerror(errno));
        free(text);
        text = NULL;
    }
    return text;
}
