/* The state of a check of published records.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_LIVE_LIVE_STATE_H
#define CHECK_LIVE_LIVE_STATE_H

#include "check/model/check_state.h"
#include "check/live/asker.h"
#include "check/model/zone_lookup.h"

struct authority {
    struct authority *next;
    char address[DDDS_ADDRESS_TEXT_SIZE];
    struct asker asker;
};

struct live {
    struct ddds_check *check;
    struct ddds_check_live options;
    struct ddds_dns_options dns; /* |options.dns|, or the defaults */
    bool is_private;             /* only the caller's database may be queried */
    struct asker asker;
    struct asker unvalidated;      /* the same servers, validation disabled;
                                      without database before first use */
    struct authority *authorities; /* servers queried individually */
    size_t authority_count;
    size_t spent;   /* total of DNS queries */
    size_t refused; /* names that could not be looked up */
    struct set_taken *taken;
};

/* If |error| is DDDS_NO_MEMORY, record that. */
void ddds_live_note_memory(struct live *live, const struct ddds_error *error);

/* Free |live|, which may be NULL. */
void ddds_live_free(struct live *live);

/* Return the number of queries. */
size_t ddds_live_count(const struct live *live);

/* Return why |name| has no records of |type|, according to the answers; TYPE_A
 * means any address. */
enum zone_answer_kind ddds_live_absence(struct live *live, const char *name,
                                        uint16_t type);

/* Return the name of the default server for messages. */
const char *ddds_live_server(const struct live *live);

/* Return an asker for the same servers with validation disabled (CD); NULL if
 * this is impossible. */
struct asker *ddds_live_unvalidated(struct live *live);

/* Return the zone of |name| according to its servers, or NULL if unknown.
 * |*is_pending| is set if a query for it is in flight. */
const char *ddds_live_apex(struct live *live, const char *name,
                           bool *is_pending);

/* Describe the answer to |asked| for messages: data, a negative answer or a
 * failure. */
const char *ddds_live_reply_text(const struct live_question *asked);

#endif
