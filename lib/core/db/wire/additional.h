/* Additional data (RFC 3403 section 4.2, RFC 2782): answers to the questions
 * that a client asks next, sent with another answer.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_WIRE_ADDITIONAL_H
#define DB_WIRE_ADDITIONAL_H

#include <ddds/question.h>

#include "base/arena.h"
#include "db/wire/message.h"

/* |answer| holds rules or servers taken from |message|. Add to it the answers
 * that the additional section has for the questions they lead to, in memory of
 * |arena|; the data of |answer| must live as long. Which are accepted:
 * lib/DECISIONS.md, "additional data". If memory cannot be allocated there are
 * fewer. */
void ddds_additional_take(struct message *message, struct arena *arena,
                          struct ddds_answer *answer);

#endif
