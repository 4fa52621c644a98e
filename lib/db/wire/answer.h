/* What a message says to a question (RFC 1034 section 4.3.2, seen from the
 * other side; RFC 2308; RFC 6604).
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_WIRE_ANSWER_H
#define DB_WIRE_ANSWER_H

#include <stdbool.h>
#include <stdint.h>

#include <ddds/question.h>

#include "base/arena.h"
#include "db/wire/message.h"

/* Where a question has led so far. It outlives the message: when the aliases
 * of one answer lead out of what its server knows, the next begins there. */
struct finding {
    enum ddds_reply reply;
    bool is_elsewhere; /* no data yet: |name| has to be asked for */
    uint16_t type;
    unsigned aliases;
    uint32_t ttl;       /* the least of all relied on */
    bool authenticated; /* every message was */
    char name[LIMIT_NAME_SIZE];
    char detail[DDDS_DETAIL_SIZE]; /* "" for none */
};

/* Begin to look for |type| at |name|, spelt as in name/domain.h. */
void ddds_finding_begin(struct finding *finding, const char *name,
                        uint16_t type);

/* Does |message| answer the question that |finding| stands at? Fails with
 * DDDS_MALFORMED, saying what it is instead. */
ddds_status ddds_finding_check(const struct finding *finding,
                               const struct message *message,
                               struct ddds_error *error);

/* Go on with what |message|, which has been checked, says: follow the aliases
 * in it, and find the data at their end, or why there are none. */
void ddds_finding_read(struct finding *finding, const struct message *message);

/* Put the data that |finding| has found in |message| into |answer|: its rules,
 * servers or addresses, in |arena|; addresses are added to those that are
 * there. A NAPTR that cannot be read is among the rules, with its defect; an
 * SRV or an address that cannot be read is left out. Fails with DDDS_MALFORMED
 * if nothing is left, DDDS_LIMIT, or DDDS_NO_MEMORY. */
ddds_status ddds_finding_take(const struct finding *finding,
                              const struct message *message,
                              struct arena *arena, ddds_rulebook *rulebook,
                              struct ddds_answer *answer,
                              struct ddds_error *error);

/* Add to the records of |answer| what |message|, which has been checked, says
 * to a question that stood at |begin|: the aliases that begin there, and the
 * data at their end, copied into |arena|. Fails with DDDS_NO_MEMORY. */
ddds_status ddds_finding_take_records(const struct finding *begin,
                                      const struct message *message,
                                      struct arena *arena,
                                      struct ddds_answer *answer,
                                      struct ddds_error *error);

#endif
