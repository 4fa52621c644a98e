/* Write JSON in place if it fits into the line; otherwise write it twice.
 *
 * SPDX-License-Identifier: MIT */
#include "print/json_text.h"

#include <stdlib.h>

#include "text/memory_report.h"

/* Return the JSON in allocated memory, and its |length|. It can grow between
 * calls, when the time of a UUID is no longer in the future. */
static char *make_text(json_write_fn *write, const void *subject,
                       size_t *length)
{
    char *text = NULL;
    size_t size = 0;
    while ((*length = write(subject, text, size)) >= size) {
        size = *length + 1;
        free(text);
        text = malloc(size);
    }
    return text;
}

void line_add_json(struct line *line, json_write_fn *write, const void *subject)
{
    size_t room;
    char *place = line_room(line, &room);
    size_t length = write(subject, place, room);
    if (length < room) {
        line_added(line, length);
        return;
    }
    char *text = make_text(write, subject, &length);
    line_add_octets(line, text, length);
    free(text);
}

json_t *make_json_tree(json_write_fn *write, const void *subject)
{
    size_t length;
    char *text = make_text(write, subject, &length);
    json_t *object = json_loadb(text, length, JSON_ALLOW_NUL, NULL);
    free(text);
    if (object == NULL) {
        memory_fail(); /* valid JSON, so memory is the only reason */
    }
    return object;
}
