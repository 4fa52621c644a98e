/* SPDX-License-Identifier: MIT */
#include "db/wire/asked.h"

#include <string.h>

#include "base/types.h"
#include "base/domain.h"

struct asked ddds_asked_read(const struct ddds_question *question,
                             struct arena *arena)
{
    static const uint16_t types[] = {
        [DDDS_ASK_RULES] = TYPE_NAPTR,
        [DDDS_ASK_SERVERS] = TYPE_SRV,
        [DDDS_ASK_ADDRESSES] = TYPE_A,
        [DDDS_ASK_URIS] = TYPE_URI,
    };
    struct asked asked = {.type_count = 1};
    unsigned char name[LIMIT_NAME_WIRE];
    size_t length = ddds_domain_write(question->name, name);
    asked.name.octets = memcpy(ddds_arena_pack(arena, length, 1), name, length);
    asked.name.length = length;
    asked.types[0] = question->kind == DDDS_ASK_RECORDS ? question->type
                     : (size_t)question->kind < sizeof types / sizeof *types
                         ? types[question->kind]
                         : 0;
    if (question->kind == DDDS_ASK_ADDRESSES) {
        asked.types[asked.type_count++] = TYPE_AAAA;
    }
    return asked;
}
