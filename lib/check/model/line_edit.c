/* Lines of records with a replaced word.
 *
 * SPDX-License-Identifier: MIT */
#include "check/model/line_edit.h"

#include <assert.h>
#include <string.h>

#include "base/ascii.h"
#include "base/text.h"

enum { LINE_SIZE = 4 * LIMIT_NAME_SIZE };

/* Return true if the record is a single line without parentheses and quotes. */
static bool is_plain(const struct checked_record *record)
{
    for (size_t i = 0; i < record->raw_length; i++) {
        unsigned char octet = (unsigned char)record->raw[i];
        if ((!ascii_is_graphic(octet) && !ascii_is_blank((char)octet)) ||
            strchr("();\"", octet) != NULL) {
            return false;
        }
    }
    return record->raw_length > 0;
}

const char *ddds_line_edit(const struct checked_record *record,
                           const char *owner, size_t count, const char *rest,
                           struct arena *arena)
{
    char memory[LINE_SIZE];
    struct text text;
    const struct ddds_span head = ddds_head_of(record, 0);
    const char *begin = record->raw;
    const char *end = record->raw + record->raw_length;
    if (!is_plain(record)) {
        return NULL;
    }
    ddds_text_init(&text, memory, sizeof memory);
    assert(begin != NULL);
    begin += head.text == begin ? head.length : 0;
    if (owner != NULL || head.text == NULL) {
        ddds_text_string(&text, owner != NULL ? owner : record->base.owner);
        ddds_text_char(&text, '.');
    } else {
        ddds_text_add(&text, head.text, head.length);
    }
    for (; count > 0; count--) {
        while (end > begin && ascii_is_blank(end[-1])) {
            end--;
        }
        while (end > begin && !ascii_is_blank(end[-1])) {
            end--;
        }
    }
    while (begin < end && ascii_is_blank(*begin)) {
        begin++;
    }
    ddds_text_char(&text, ' ');
    for (; begin < end; begin++) {
        ddds_text_char(&text, *begin == '\t' ? ' ' : *begin);
    }
    ddds_text_string(&text, rest);
    ddds_text_string(&text, *rest != '\0' ? "." : "");
    return text.failed ? NULL : ddds_arena_copy(arena, text.bytes, text.length);
}
