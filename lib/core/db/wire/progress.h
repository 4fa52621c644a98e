/* Interpretation of messages as answers to a question (RFC 1034 section 5.3.3;
 * RFC 2308; RFC 6604).
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_WIRE_PROGRESS_H
#define DB_WIRE_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#include <ddds/question.h>

#include "base/arena.h"
#include "db/wire/message.h"
#include "rule/ruleset.h"

/* State of answering a question. It outlives the message: if aliases lead to
 * names that the server does not know, the next query starts there. */
struct progress {
    struct arena *arena; /* memory of |name| and |detail| */
    enum ddds_reply reply;
    bool is_elsewhere;  /* no data yet: the next query is for |name| */
    bool authenticated; /* all messages were authenticated */
    bool signatures;    /* copy signatures, too */
    uint16_t type;
    unsigned aliases;      /* followed so far */
    uint32_t ttl;          /* minimum of all records used */
    struct name_view name; /* current name: the target of the aliases */
    const char *detail;    /* or NULL */
};

/* Start to look for |type| at |name|, which is not copied. Results are
 * allocated in |arena|. */
void ddds_progress_begin(struct progress *progress,
                         const struct name_view *name, uint16_t type,
                         struct arena *arena);

/* Return true if the reply is an answer, positive or negative. */
static inline bool ddds_progress_is_answer(const struct progress *progress)
{
    return progress->reply == DDDS_REPLY_DATA ||
           progress->reply == DDDS_REPLY_NO_NAME ||
           progress->reply == DDDS_REPLY_NO_DATA;
}

/* Return true if |other|, and not |one|, determines the merged answer of two
 * queries: data before failures before negative answers, because a negative
 * answer is complete only if both queries have it. */
static inline bool ddds_progress_is_better(const struct progress *other,
                                           const struct progress *one)
{
    return one->reply != DDDS_REPLY_DATA &&
           (other->reply == DDDS_REPLY_DATA ||
            (ddds_progress_is_answer(one) && !ddds_progress_is_answer(other)));
}

/* Check that |message| is a complete response to the query for
 * |progress->name|. Fails with DDDS_MALFORMED and the reason. */
ddds_status ddds_progress_check(const struct progress *progress,
                                struct message *message,
                                struct ddds_error *error);

/* Interpret |message|, which ddds_progress_check has accepted: follow its
 * aliases, and set |reply| for the name at their end. */
void ddds_progress_read(struct progress *progress, struct message *message);

/* Set |detail| of |progress|, truncated to DDDS_DETAIL_SIZE. Without memory it
 * is NULL. */
__attribute__((format(printf, 2, 3))) void
ddds_progress_explain(struct progress *progress, const char *format, ...);

/* Write |progress->name| as text, spelt as in base/domain.h. */
void ddds_progress_name(const struct progress *progress,
                        char text[LIMIT_NAME_SIZE]);

/* Copy the data that |progress| has found in |message| to |answer|, in memory
 * of |arena|: rules, servers or addresses, by |progress->type|. Addresses are
 * appended. Unreadable NAPTR records become rules with a defect; unreadable SRV
 * or address records are skipped. Fails with DDDS_MALFORMED if none is left,
 * DDDS_LIMIT, or DDDS_NO_MEMORY. */
ddds_status ddds_progress_take(const struct progress *progress,
                               struct message *message, struct arena *arena,
                               ddds_rulebook *rulebook,
                               struct ddds_answer *answer,
                               struct ddds_error *error);

/* Append to the records of |answer|, copied into |arena|, the records of
 * |message| that answer the question of |begin|: aliases, and the data at their
 * end. Fails with DDDS_MALFORMED if an owner cannot be read, DDDS_LIMIT or
 * DDDS_NO_MEMORY; |answer| is then unchanged. */
ddds_status ddds_progress_take_records(const struct progress *begin,
                                       struct message *message,
                                       struct arena *arena,
                                       struct ddds_answer *answer,
                                       struct ddds_error *error);

#endif
