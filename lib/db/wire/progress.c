/* From a message to an answer.
 *
 * 1. Only records count whose owner is the name in question, or the name at the
 *    end of the aliases that begin there. A server has no right to send others
 *    (RFC 2181 section 5.4.1).
 * 2. A DNAME is applied here. CNAMEs that a server makes of it are not relied
 *    on: old servers give them a TTL of 0 (RFC 6672 section 3.1).
 * 3. If aliases lead to names that an authoritative server does not know, the
 *    message ends with them, and another query is needed (is_elsewhere).
 * 4. No data, no SOA, but name servers: that is a referral, not a negative
 *    answer (RFC 2308 section 2.2). Referrals are not followed: queries need a
 *    resolving server.
 *
 * SPDX-License-Identifier: MIT */
#include "db/wire/progress.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "db/wire/alias.h"
#include "db/wire/rdata.h"
#include "db/wire/rrset.h"
#include "name/domain.h"

void ddds_progress_begin(struct progress *progress, const char *name,
                         uint16_t type)
{
    progress->reply = DDDS_REPLY_TIMEOUT;
    progress->is_elsewhere = false;
    progress->type = type;
    progress->aliases = 0;
    progress->ttl = UINT32_MAX;
    progress->authenticated = true;
    progress->detail[0] = '\0';
    ddds_domain_copy(progress->name, name);
}

ddds_status ddds_progress_check(const struct progress *progress,
                                const struct message *message,
                                struct ddds_error *error)
{
    const char *why = NULL;
    if (!message->is_response) {
        why = "it is not a response";
    } else if (message->question_count != 1 || message->question == NULL) {
        /* A server that understands nothing may leave the question out. */
        why = message->rcode == RCODE_FORMERR && message->question_count == 0
                  ? NULL
                  : "it does not repeat the question";
    } else if (message->question_type != progress->type ||
               message->question_class != CLASS_IN ||
               strcmp(message->question, progress->name) != 0) {
        why = "its question section differs";
    } else if (message->is_truncated) {
        why = "it is truncated even over TCP";
    }
    return why == NULL ? DDDS_OK
                       : ddds_error_set(error, DDDS_MALFORMED, DDDS_NO_OFFSET,
                                        "unusable answer: %s", why);
}

/* ---- Aliases ------------------------------------------------------------ */

static void rely_on(struct progress *progress, uint32_t ttl)
{
    progress->ttl = ttl < progress->ttl ? ttl : progress->ttl;
}

/* The records of |type| at |name| in the answer section. */
static struct message_rrset answers_of(const struct message *message,
                                       uint16_t type, const char *name)
{
    return ddds_rrset_of(message->records, message->answer_count, name, type);
}

/* The first of the records of |type| at |name| in the answer section; NULL if
 * there is none. */
static const struct ddds_record *find_record(const struct message *message,
                                             uint16_t type, const char *name)
{
    for (size_t i = 0; i < message->answer_count; i++) {
        if (ddds_rrset_matches(&message->records[i], type, name)) {
            return &message->records[i].base;
        }
    }
    return NULL;
}

/* The DNAME above |name|; NULL if there is none. It does not apply to its own
 * name (RFC 6672 section 2.3). */
static const struct ddds_record *find_redirect(const struct message *message,
                                               const char *name)
{
    const struct message_record *records = message->records;
    for (size_t i = 0; records != NULL && i < message->answer_count; i++) {
        const struct message_record *record = &records[i];
        const char *owner = record->base.owner;
        if (owner != NULL && ddds_rrset_matches(record, TYPE_DNAME, owner) &&
            ddds_domain_is_within(name, owner) && strcmp(name, owner) != 0) {
            return &record->base;
        }
    }
    return NULL;
}

/* Go on at the target of |alias|; false if it leads nowhere. */
static bool follow(struct progress *progress, const struct ddds_record *alias)
{
    char target[LIMIT_NAME_SIZE];
    enum ddds_reply reply = ddds_alias_follow(
        alias, progress->name, progress->aliases, target, progress->detail);
    if (reply != DDDS_REPLY_DATA) {
        progress->reply = reply;
        return false;
    }
    ddds_domain_copy(progress->name, target);
    progress->aliases++;
    rely_on(progress, alias->ttl);
    return true;
}

/* The alias to follow next; NULL if there are data, or no more aliases. */
static const struct ddds_record *find_alias(const struct progress *progress,
                                            const struct message *message)
{
    if (find_record(message, progress->type, progress->name) != NULL) {
        return NULL;
    }
    const struct ddds_record *alias = find_redirect(message, progress->name);
    return alias != NULL ? alias
                         : find_record(message, TYPE_CNAME, progress->name);
}

/* Follow the aliases in |message| to their end; false if one leads nowhere. */
static bool follow_all(struct progress *progress, const struct message *message)
{
    const struct ddds_record *alias;
    while ((alias = find_alias(progress, message)) != NULL) {
        if (!follow(progress, alias)) {
            return false;
        }
    }
    return true;
}

/* ---- Why there are no data ---------------------------------------------- */

/* The first record of |type| in the authority section whose owner is the name in
 * question or above it; NULL if there is none. */
static const struct ddds_record *find_authority(const struct progress *progress,
                                                const struct message *message,
                                                uint16_t type)
{
    const struct message_record *record =
        &message->records[message->answer_count];
    for (size_t i = 0; i < message->authority_count; i++, record++) {
        const char *owner = record->base.owner;
        if (owner != NULL && ddds_rrset_matches(record, type, owner) &&
            ddds_domain_is_within(progress->name, owner)) {
            return &record->base;
        }
    }
    return NULL;
}

/* How long a negative answer is valid (RFC 2308 section 5). */
static uint32_t read_negative_ttl(const struct ddds_record *soa)
{
    uint32_t minimum;
    if (soa == NULL || soa->defect != NULL ||
        !ddds_rdata_read_minimum(soa->rdata, soa->rdata_length, &minimum)) {
        return 0;
    }
    return soa->ttl < minimum ? soa->ttl : minimum;
}

/* Is there an answer record whose owner cannot be read? */
static bool has_unreadable_owner(const struct message *message)
{
    for (size_t i = 0; i < message->answer_count; i++) {
        if (message->records[i].base.owner == NULL) {
            return true;
        }
    }
    return false;
}

/* There are no data: find out why. |was_moved| says that aliases in this message
 * were followed. */
static void read_nothing(struct progress *progress,
                         const struct message *message, bool was_moved)
{
    const struct ddds_record *soa = find_authority(progress, message, TYPE_SOA);
    const struct ddds_record *servers =
        find_authority(progress, message, TYPE_NS);
    if (message->rcode == RCODE_NXDOMAIN) {
        progress->reply = DDDS_REPLY_NO_NAME;
    } else if (has_unreadable_owner(message)) {
        progress->reply = DDDS_REPLY_MALFORMED;
        snprintf(progress->detail, sizeof progress->detail,
                 "the owner name of an answer record cannot be read");
        return;
    } else if (soa == NULL && was_moved) {
        progress->is_elsewhere = true;
        return;
    } else if (soa == NULL && servers != NULL) {
        progress->reply = DDDS_REPLY_REFUSED;
        snprintf(progress->detail, sizeof progress->detail,
                 "the server only refers to those of \"%.200s\"; ask a "
                 "resolving server",
                 servers->owner);
    } else {
        progress->reply = DDDS_REPLY_NO_DATA;
    }
    rely_on(progress, read_negative_ttl(soa));
}

static void read_rcode(struct progress *progress, unsigned rcode)
{
    const char *name = ddds_rcode_name(rcode);
    progress->reply = rcode == RCODE_REFUSED    ? DDDS_REPLY_REFUSED
                      : rcode == RCODE_YXDOMAIN ? DDDS_REPLY_NAME_TOO_LONG
                                                : DDDS_REPLY_SERVER_FAILURE;
    if (name != NULL) {
        snprintf(progress->detail, sizeof progress->detail, "%s", name);
    } else {
        snprintf(progress->detail, sizeof progress->detail, "RCODE %u", rcode);
    }
}

void ddds_progress_read(struct progress *progress,
                        const struct message *message)
{
    unsigned aliases = progress->aliases;
    progress->is_elsewhere = false;
    progress->detail[0] = '\0';
    progress->authenticated &= message->is_authenticated;
    if (message->rcode != RCODE_NOERROR && message->rcode != RCODE_NXDOMAIN &&
        message->rcode != RCODE_YXDOMAIN) {
        read_rcode(progress, message->rcode);
    } else if (!follow_all(progress, message)) {
        return;
    } else if (message->rcode == RCODE_YXDOMAIN) {
        read_rcode(progress, message->rcode);
    } else if (find_record(message, progress->type, progress->name) != NULL) {
        progress->reply = DDDS_REPLY_DATA;
    } else {
        read_nothing(progress, message, progress->aliases > aliases);
    }
}

/* ---- Records as they are ------------------------------------------------ */

/* Copy |record| into |copy|, and what it points to into |arena|. */
static bool copy_record(const struct ddds_record *record, struct arena *arena,
                        struct ddds_record *copy)
{
    *copy = *record; /* |defect| is a constant */
    copy->owner = ddds_arena_string(arena, record->owner);
    copy->rdata = ddds_arena_copy(arena, record->rdata, record->rdata_length);
    return copy->owner != NULL && copy->rdata != NULL;
}

/* If |message| holds no data, note the zone that says so. */
static bool take_zone(const struct progress *at, const struct message *message,
                      struct arena *arena, struct ddds_answer *answer)
{
    const struct ddds_record *soa =
        find_record(message, at->type, at->name) == NULL
            ? find_authority(at, message, TYPE_SOA)
            : NULL;
    answer->zone = soa != NULL ? ddds_arena_string(arena, soa->owner) : NULL;
    return soa == NULL || answer->zone != NULL;
}

ddds_status ddds_progress_take_records(const struct progress *begin,
                                       const struct message *message,
                                       struct arena *arena,
                                       struct ddds_answer *answer,
                                       struct ddds_error *error)
{
    struct progress at = *begin;
    size_t count = answer->record_count;
    struct ddds_record *records = ddds_arena_array(
        arena, count + message->answer_count + LIMIT_ALIASES, sizeof *records);
    if (records == NULL) {
        return ddds_error_no_memory(error);
    }
    if (count > 0) {
        memcpy(records, answer->records, count * sizeof *records);
    }
    const struct ddds_record *record;
    while ((record = find_alias(&at, message)) != NULL && follow(&at, record)) {
        if (!copy_record(record, arena, &records[count++])) {
            return ddds_error_no_memory(error);
        }
    }
    struct message_rrset set = answers_of(message, at.type, at.name);
    while ((record = set.base.next(&set.base)) != NULL) {
        if (!copy_record(record, arena, &records[count++])) {
            return ddds_error_no_memory(error);
        }
    }
    if (!take_zone(&at, message, arena, answer)) {
        return ddds_error_no_memory(error);
    }
    answer->ttl = set.ttl < answer->ttl ? set.ttl : answer->ttl;
    answer->ttl = at.ttl < answer->ttl ? at.ttl : answer->ttl;
    answer->records = records;
    answer->record_count = count;
    return DDDS_OK;
}

/* ---- What was asked for ------------------------------------------------- */

static ddds_status take_rules(struct rrset *set, struct arena *arena,
                              ddds_rulebook *rulebook,
                              struct ddds_answer *answer,
                              struct ddds_error *error)
{
    struct ddds_error why;
    answer->ruleset = ddds_rrset_rules(set, arena, rulebook, &why);
    return answer->ruleset != NULL
               ? DDDS_OK
               : ddds_error_set(error, why.status, why.offset, "%s",
                                why.detail);
}

ddds_status ddds_progress_take(const struct progress *progress,
                               const struct message *message,
                               struct arena *arena, ddds_rulebook *rulebook,
                               struct ddds_answer *answer,
                               struct ddds_error *error)
{
    struct message_rrset set =
        answers_of(message, progress->type, progress->name);
    uint32_t ttl = set.ttl < progress->ttl ? set.ttl : progress->ttl;
    answer->ttl = ttl < answer->ttl ? ttl : answer->ttl;
    switch (progress->type) {
    case TYPE_NAPTR:
        return take_rules(&set.base, arena, rulebook, answer, error);
    case TYPE_SRV:
        return ddds_rrset_servers(&set.base, arena, answer, error);
    case TYPE_URI:
        return ddds_rrset_targets(&set.base, arena, answer, error);
    default:
        return ddds_rrset_addresses(&set.base, arena, answer, error);
    }
}
