/* The state of a check of published records: the zone of a name, missing
 * records, and servers.
 *
 * SPDX-License-Identifier: MIT */
#include "check/live/live_state.h"

#include <stdlib.h>
#include <string.h>

#include "base/types.h"
#include "base/domain.h"

/* ---- Servers ---------------------------------------------------------- */

void ddds_live_note_memory(struct live *live, const struct ddds_error *error)
{
    if (error->status == DDDS_NO_MEMORY) {
        check_fail(live->check);
    }
}

struct asker *ddds_live_unvalidated(struct live *live)
{
    struct ddds_dns_options dns = live->dns;
    struct ddds_error error;
    dns.no_validation = dns.signatures = true;
    if (live->unvalidated.database == NULL && !live->is_private) {
        ddds_database *database = ddds_dns_database(ddds_dns_new(&dns, &error));
        if (database == NULL) {
            ddds_live_note_memory(live, &error);
            return NULL;
        }
        ddds_asker_begin(&live->unvalidated, &live->check->arena, database,
                         &live->spent);
    }
    return live->unvalidated.database != NULL ? &live->unvalidated : NULL;
}

const char *ddds_live_server(const struct live *live)
{
    return live->asker.server != NULL   ? live->asker.server
           : live->dns.server_count > 0 ? live->dns.servers[0]
                                        : "DNS";
}

const char *ddds_live_reply_text(const struct live_question *asked)
{
    switch (asked->reply) {
    case DDDS_REPLY_DATA:
        return "there are records";
    case DDDS_REPLY_NO_NAME:
    case DDDS_REPLY_OUTSIDE:
        return "the name does not exist";
    case DDDS_REPLY_NO_DATA:
        return "the name has no records of this type";
    case DDDS_REPLY_TIMEOUT:
    case DDDS_REPLY_SERVER_FAILURE:
    case DDDS_REPLY_REFUSED:
    case DDDS_REPLY_NETWORK:
    case DDDS_REPLY_MALFORMED:
    case DDDS_REPLY_NO_MEMORY:
    case DDDS_REPLY_NAME_TOO_LONG:
    case DDDS_REPLY_BOGUS:
    case DDDS_REPLY_LIMIT:
        break;
    }
    return asked->detail != NULL ? asked->detail : "no answer";
}

/* ---- Zones ------------------------------------------------------------ */

/* Return the zone named by the answer to an SOA query. If it is NULL,
 * |*is_above| tells whether to query the name above. */
static const char *read_apex(const struct live_question *asked, bool *is_above)
{
    bool is_plain = asked->canonical == NULL;
    *is_above = live_question_is_answer(asked);
    if (is_plain && asked->reply == DDDS_REPLY_DATA) {
        return asked->name;
    }
    return is_plain && live_question_is_no(asked) ? asked->zone : NULL;
}

const char *ddds_live_apex(struct live *live, const char *name,
                           bool *is_pending)
{
    bool is_above = true;
    for (; name != NULL && is_above; name = ddds_domain_parent(name)) {
        const struct live_question *asked =
            ddds_ask(&live->asker, name, TYPE_SOA);
        if (asked == NULL) {
            return NULL;
        }
        if (!asked->is_done) {
            *is_pending = true;
            return NULL;
        }
        const char *apex = read_apex(asked, &is_above);
        if (apex != NULL) {
            return apex;
        }
    }
    return NULL;
}

/* ---- Missing records -------------------------------------------------- */

static enum zone_answer_kind absence_of(const struct live_question *asked)
{
    if (asked == NULL || !asked->is_done || !live_question_is_no(asked)) {
        return ZONE_UNKNOWN;
    }
    return asked->reply == DDDS_REPLY_NO_NAME ? ZONE_NO_NAME : ZONE_NO_DATA;
}

enum zone_answer_kind ddds_live_absence(struct live *live, const char *name,
                                        uint16_t type)
{
    enum zone_answer_kind found =
        absence_of(ddds_ask_find(&live->asker, name, type));
    enum zone_answer_kind other =
        type == TYPE_A
            ? absence_of(ddds_ask_find(&live->asker, name, TYPE_AAAA))
            : found;
    return other == ZONE_UNKNOWN ? other : found;
}

/* ---- Counts, and end -------------------------------------------------- */

size_t ddds_live_count(const struct live *live)
{
    return live != NULL ? live->spent : 0;
}

static void free_authorities(struct authority *authorities)
{
    while (authorities != NULL) {
        struct authority *next = authorities->next;
        ddds_database_free(authorities->asker.database);
        free(authorities);
        authorities = next;
    }
}

void ddds_live_free(struct live *live)
{
    if (live != NULL) {
        if (live->options.database == NULL) {
            ddds_database_free(live->asker.database);
        }
        ddds_database_free(live->unvalidated.database);
        free_authorities(live->authorities);
        free(live);
    }
}
