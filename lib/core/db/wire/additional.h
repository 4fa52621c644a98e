/* Additional data (RFC 3403 section 4.2, RFC 2782): answers to the next
 * questions of a client, sent with another answer.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_WIRE_ADDITIONAL_H
#define DB_WIRE_ADDITIONAL_H

#include <ddds/question.h>

#include "base/arena.h"
#include "db/wire/message.h"

/* Add to |answer|, which holds rules or servers taken from |message|, the
 * answers that the additional section has for the next questions. They are
 * allocated in |arena|; the data of |answer| must live as long. For the
 * conditions see lib/DECISIONS.md, "additional data". Without memory some are
 * missing. */
void ddds_additional_take(struct message *message, struct arena *arena,
                          struct ddds_answer *answer);

#endif
