/* Looks at RDATA on the wire only: every record of the zone comes by.
 *
 * SPDX-License-Identifier: MIT */
#include "check/stream/leaf.h"

#include <string.h>

#include "base/cursor.h"
#include "name/domain.h"

enum { NUMBERS = 4 }; /* octets of order and preference */

/* Go behind the strings of a NAPTR record. |*flag| is its only flag, or NUL. */
static bool skip_strings(struct cursor *cursor, char *flag, bool *has_regexp)
{
    ddds_cursor_span(cursor, NUMBERS);
    size_t length = ddds_cursor_u8(cursor);
    const unsigned char *flags = ddds_cursor_span(cursor, length);
    *flag = flags != NULL && length == 1 ? (char)flags[0] : '\0';
    ddds_cursor_span(cursor, ddds_cursor_u8(cursor));
    length = ddds_cursor_u8(cursor);
    *has_regexp = length > 0;
    ddds_cursor_span(cursor, length);
    return !cursor->failed;
}

bool ddds_leaf_is(const struct zonefile_record *record)
{
    char name[LIMIT_NAME_SIZE];
    char flag;
    bool has_regexp;
    if (record->base.type != TYPE_NAPTR || record->base.rdata == NULL ||
        record->base.owner[0] == '*' || record->base.owner[0] == '_') {
        return false;
    }
    struct cursor cursor =
        ddds_cursor_over(record->base.rdata, record->base.rdata_length);
    return skip_strings(&cursor, &flag, &has_regexp) && has_regexp &&
           flag != '\0' && strchr("UuPp", flag) != NULL &&
           ddds_domain_read(&cursor, name, NULL) == DDDS_OK && *name == '\0';
}

bool ddds_leaf_target(const struct zonefile_record *record,
                      char name[LIMIT_NAME_SIZE])
{
    char flag;
    bool has_regexp;
    bool is_rule = record->base.type == TYPE_NAPTR;
    if (record->base.rdata == NULL ||
        (!is_rule && record->base.type != TYPE_CNAME)) {
        return false;
    }
    struct cursor cursor =
        ddds_cursor_over(record->base.rdata, record->base.rdata_length);
    return (!is_rule || skip_strings(&cursor, &flag, &has_regexp)) &&
           ddds_domain_read(&cursor, name, NULL) == DDDS_OK && *name != '\0';
}
