/* Lines of records with one word replaced.
 *
 * SPDX-License-Identifier: MIT */
#include "check/model/line_edit.h"

#include <string.h>

#include "base/ascii.h"
#include "base/text.h"

enum { LINE_SIZE = 4 * LIMIT_NAME_SIZE };

/* Return whether the record is one line without parentheses and quotes. */
static bool is_plain(const struct checked_record *record)
{
    for (size_t i = 0; i < record->raw_length; i++) {
        unsigned char octet = (unsigned char)record->raw[i];
        if ((!ascii_is_graphic(octet) && octet != ' ' && octet != '\t') ||
            strchr("();\"", octet) != NULL) {
            return false;
        }
    }
    return record->raw_length > 0;
}

static bool is_blank(char octet)
{
    return octet == ' ' || octet == '\t';
}

const char *ddds_line_edit(const struct checked_record *record,
                           const char *owner, const char *last,
                           struct arena *arena, bool *has_failed)
{
    char memory[LINE_SIZE];
    struct text text;
    const struct ddds_span *head = &record->head[0];
    const char *rest = record->raw;
    const char *end = record->raw + record->raw_length;
    if (!is_plain(record)) {
        return NULL;
    }
    ddds_text_init(&text, memory, sizeof memory);
    rest += head->text == rest ? head->length : 0;
    while (rest < end && is_blank(*rest)) {
        rest++;
    }
    if (owner != NULL || head->text == NULL) {
        ddds_text_string(&text, owner != NULL ? owner : record->base.owner);
        ddds_text_char(&text, '.');
    } else {
        ddds_text_add(&text, head->text, head->length);
    }
    while (last != NULL && end > rest && !is_blank(end[-1])) {
        end--;
    }
    ddds_text_char(&text, ' ');
    for (; rest < end; rest++) {
        ddds_text_char(&text, *rest == '\t' ? ' ' : *rest);
    }
    ddds_text_string(&text, last != NULL ? last : "");
    ddds_text_string(&text, last != NULL ? "." : "");
    if (text.failed) {
        return NULL;
    }
    const char *line = ddds_arena_copy(arena, text.bytes, text.length);
    *has_failed = *has_failed || line == NULL;
    return line;
}
