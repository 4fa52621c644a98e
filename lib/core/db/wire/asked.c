/* SPDX-License-Identifier: MIT */
#include "db/wire/asked.h"

#include <string.h>

#include "base/types.h"
#include "base/domain.h"

struct asked ddds_asked_read(const struct ddds_question *question,
                             struct arena *arena)
{
    struct asked asked = {.type_count = 1};
    unsigned char name[LIMIT_NAME_WIRE];
    size_t length = ddds_domain_write(question->name, name);
    asked.name.octets = memcpy(ddds_arena_pack(arena, length, 1), name, length);
    asked.name.length = length;
    switch (question->kind) {
    case DDDS_ASK_RULES:
        asked.types[0] = TYPE_NAPTR;
        break;
    case DDDS_ASK_SERVERS:
        asked.types[0] = TYPE_SRV;
        break;
    case DDDS_ASK_ADDRESSES:
        asked.types[0] = TYPE_A;
        asked.types[asked.type_count++] = TYPE_AAAA;
        break;
    case DDDS_ASK_URIS:
        asked.types[0] = TYPE_URI;
        break;
    case DDDS_ASK_RECORDS:
        asked.types[0] = question->type;
        break;
    }
    return asked;
}
