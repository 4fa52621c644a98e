/* The records that a question needs: one or two types at a name.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_WIRE_ASKED_H
#define DB_WIRE_ASKED_H

#include <stddef.h>
#include <stdint.h>

#include <ddds/question.h>

#include "base/arena.h"
#include "db/wire/wire_name.h"

struct asked {
    struct name_view name;
    size_t type_count;
    uint16_t types[2];
};

/* Convert |question|. The name is stored in |arena|, which must have enough
 * space. */
struct asked ddds_asked_read(const struct ddds_question *question,
                             struct arena *arena);

#endif
