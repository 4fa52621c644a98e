/* Changes of a text.
 *
 * SPDX-License-Identifier: MIT */
#include "mend/change.h"

#include <stdlib.h>
#include <string.h>

static char *copy(char *to, const char *from, size_t length)
{
    memcpy(to, from, length);
    return to + length;
}

char *changes_apply(const struct changes *changes, size_t *length)
{
    size_t size = changes->length + 1;
    for (size_t i = 0; i < changes->count; i++) {
        size += strlen(changes->items[i].text);
    }
    char *text = malloc(size);
    if (text == NULL) {
        return NULL;
    }
    char *to = text;
    size_t from = 0;
    for (size_t i = 0; i < changes->count; i++) {
        const struct change *each = &changes->items[i];
        to = copy(to, changes->original + from, each->begin - from);
        to = copy(to, each->text, strlen(each->text));
        from = each->begin + each->count;
    }
    to = copy(to, changes->original + from, changes->length - from);
    *to = '\0';
    *length = (size_t)(to - text);
    return text;
}
