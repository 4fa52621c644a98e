/* What a server sends along unasked (RFC 3403 section 4.2, RFC 2782): answers
 * to the questions that come next.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_WIRE_ADDITIONAL_H
#define DB_WIRE_ADDITIONAL_H

#include <ddds/question.h>

#include "base/arena.h"
#include "db/wire/message.h"

/* Put the answers that |message|'s additional section holds to what |answer|,
 * rules or servers that were taken from it, makes a client ask next into
 * |answer|, in |arena|; |answer|'s own data must live as long. Which are
 * believed: lib/DECISIONS.md, "additional data". Without memory there are
 * fewer. */
void ddds_additional_take(const struct message *message, struct arena *arena,
                          struct ddds_answer *answer);

#endif
