/* Live records: what was asked, and what that says.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_LIVE_LIVE_STATE_H
#define CHECK_LIVE_LIVE_STATE_H

#include "check/model/check.h"
#include "check/live/asker.h"
#include "check/model/zone_lookup.h"

struct authority {
    struct authority *next;
    char address[DDDS_ADDRESS_TEXT_SIZE];
    struct asker asker;
};

struct live {
    struct ddds_check *check;
    const struct ddds_check_live *options;
    struct asker asker;
    struct asker unvalidated;      /* the same servers, with validation off; its
                                      database is NULL until it is needed */
    struct authority *authorities; /* whoever was asked by itself */
    size_t authority_count;
    size_t refused; /* names that could not be asked for */
    struct set_taken *taken;
};

/* Nothing to be freed is fine. */
void ddds_live_free(struct live *live);

/* How many questions were asked. */
size_t ddds_live_count(const struct live *live);

/* Why there is nothing of |type| at |name|, as it was answered; TYPE_A stands
 * for any address. */
enum zone_answer_kind ddds_live_absence(struct live *live, const char *name,
                                        uint16_t type);

/* Who answers it, for people. */
const char *ddds_live_server(const struct live *live);

/* The options of its database. */
struct ddds_dns_options ddds_live_dns(const struct live *live);

/* The zone that |name| lies in, as its servers say; NULL if they do not.
 * |*is_pending| is set if that has to be asked for first. */
const char *ddds_live_apex(struct live *live, const char *name,
                           bool *is_pending);

/* What a failure, a "no" or data are to be called, for people. */
const char *ddds_live_reply_text(const struct live_question *asked);

#endif
