/* One step along a chain of aliases in zones. Which record to follow is left to
 * the caller.
 *
 * SPDX-License-Identifier: MIT */
#include "db/memory/alias.h"

#include <stdio.h>
#include <string.h>

#include "base/cursor.h"
#include "db/wire/types.h"
#include "name/domain.h"

/* Read the name that is all the RDATA of |alias|. */
static bool read_target(const struct ddds_record *alias,
                        char target[LIMIT_NAME_SIZE])
{
    struct cursor cursor = ddds_cursor_over(alias->rdata, alias->rdata_length);
    return ddds_domain_read(&cursor, target, NULL) == DDDS_OK &&
           ddds_cursor_left(&cursor) == 0;
}

enum ddds_reply ddds_alias_follow(const struct ddds_record *alias,
                                  const char *name, unsigned followed,
                                  char target[LIMIT_NAME_SIZE],
                                  char detail[DDDS_DETAIL_SIZE])
{
    char data[LIMIT_NAME_SIZE];
    if (followed == LIMIT_ALIASES) {
        snprintf(detail, DDDS_DETAIL_SIZE,
                 "more than %d aliases, the last at \"%.200s\": a loop?",
                 LIMIT_ALIASES, name);
        return DDDS_REPLY_SERVER_FAILURE;
    }
    if (!read_target(alias, data)) {
        snprintf(detail, DDDS_DETAIL_SIZE,
                 "the target of the alias at \"%.200s\" cannot be read", name);
        return DDDS_REPLY_MALFORMED;
    }
    if (alias->type == TYPE_CNAME) {
        ddds_domain_copy(target, data);
    } else if (!ddds_domain_redirect(name, alias->owner, data, target)) {
        snprintf(detail, DDDS_DETAIL_SIZE,
                 "the DNAME at \"%.80s\" makes more than 255 octets "
                 "of \"%s\"",
                 alias->owner, name);
        return DDDS_REPLY_NAME_TOO_LONG;
    }
    return DDDS_REPLY_DATA;
}
