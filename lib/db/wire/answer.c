/* From a message to an answer.
 *
 * 1. Only records whose owner is the name that was asked for, or stands at the
 *    end of the aliases that begin there, count. Whatever else a message holds
 *    is not what was asked, and may be anybody's (RFC 2181 section 5.4.1).
 * 2. A DNAME is applied by ourselves, and what a server says comes of it is not
 *    relied on: old ones give such CNAMEs a TTL of 0 (RFC 6672 section 3.1).
 * 3. Where aliases lead out of what an authoritative server knows, the message
 *    ends with them. A resolver would go on, and so do we (is_elsewhere).
 * 4. No data and no SOA, but name servers: that is no "no", it is a referral
 *    (RFC 2308 section 2.2). We are no iterative resolver.
 *
 * SPDX-License-Identifier: MIT */
#include "db/wire/answer.h"

#include <stdio.h>
#include <string.h>

#include "base/cursor.h"
#include "base/error.h"
#include "db/wire/record_set.h"
#include "db/wire/types.h"
#include "name/domain.h"

void ddds_finding_begin(struct finding *finding, const char *name,
                        uint16_t type)
{
    finding->reply = DDDS_REPLY_TIMEOUT;
    finding->is_elsewhere = false;
    finding->type = type;
    finding->aliases = 0;
    finding->ttl = UINT32_MAX;
    finding->authenticated = true;
    finding->detail[0] = '\0';
    ddds_domain_copy(finding->name, name);
}

ddds_status ddds_finding_check(const struct finding *finding,
                               const struct message *message,
                               struct ddds_error *error)
{
    const char *why = NULL;
    if (!message->is_response) {
        why = "it is a query, not a response";
    } else if (message->question_count != 1 || message->question == NULL) {
        /* A server that understands nothing may leave the question out. */
        why = message->rcode == RCODE_FORMERR && message->question_count == 0
                  ? NULL
                  : "it does not repeat the question";
    } else if (message->question_type != finding->type ||
               message->question_class != CLASS_IN ||
               strcmp(message->question, finding->name) != 0) {
        why = "it answers another question";
    } else if (message->is_truncated) {
        why = "it is truncated, over TCP too";
    }
    return why == NULL ? DDDS_OK
                       : ddds_error_set(error, DDDS_MALFORMED, DDDS_NO_OFFSET,
                                        "the answer is none: %s", why);
}

/* ---- Aliases ------------------------------------------------------------ */

static void rely_on(struct finding *finding, uint32_t ttl)
{
    finding->ttl = ttl < finding->ttl ? ttl : finding->ttl;
}

/* The first record of |type| at |name| among the answers, or NULL. */
static const struct message_record *find_record(const struct message *message,
                                                uint16_t type, const char *name)
{
    const struct record_set set = {message->records, message->answer_count,
                                   name, type};
    size_t next = 0;
    return ddds_record_set_next(&set, &next);
}

/* The DNAME above |name|, or NULL. It does not touch its own name (RFC 6672
 * section 2.3). */
static const struct message_record *find_redirect(const struct message *message,
                                                  const char *name)
{
    for (size_t i = 0; i < message->answer_count; i++) {
        const struct message_record *record = &message->records[i];
        if (record->type == TYPE_DNAME && record->owner != NULL &&
            ddds_record_is_at(record, TYPE_DNAME, record->owner) &&
            ddds_domain_is_within(name, record->owner) &&
            strcmp(name, record->owner) != 0) {
            return record;
        }
    }
    return NULL;
}

static bool end(struct finding *finding, enum ddds_reply reply,
                const char *detail)
{
    finding->reply = reply;
    snprintf(finding->detail, sizeof finding->detail, "%s", detail);
    return false;
}

/* The name that is all the RDATA of |record|. */
static bool read_target(struct finding *finding,
                        const struct message_record *record,
                        char target[LIMIT_NAME_SIZE])
{
    struct cursor cursor = ddds_cursor_over(record->rdata, record->length);
    if (ddds_domain_read(&cursor, target, NULL) == DDDS_OK &&
        ddds_cursor_left(&cursor) == 0) {
        return true;
    }
    return end(finding, DDDS_REPLY_MALFORMED, "an alias that cannot be read");
}

/* Go on where |alias| leads; false if that is nowhere. */
static bool follow(struct finding *finding, const struct message_record *alias)
{
    char target[LIMIT_NAME_SIZE];
    char redirected[LIMIT_NAME_SIZE];
    if (finding->aliases == LIMIT_ALIASES) {
        finding->reply = DDDS_REPLY_SERVER_FAILURE;
        snprintf(finding->detail, sizeof finding->detail,
                 "more than %d aliases, the last at \"%.200s\": a loop?",
                 LIMIT_ALIASES, finding->name);
        return false;
    }
    if (!read_target(finding, alias, target)) {
        return false;
    }
    const char *name = target;
    if (alias->type == TYPE_DNAME) {
        if (!ddds_domain_redirect(finding->name, alias->owner, target,
                                  redirected)) {
            return end(finding, DDDS_REPLY_SERVER_FAILURE,
                       "YXDOMAIN: a DNAME makes too long a name");
        }
        name = redirected;
    }
    ddds_domain_copy(finding->name, name);
    finding->aliases++;
    rely_on(finding, alias->ttl);
    return true;
}

/* The alias to follow from where |finding| stands; NULL if there are data, or
 * no more aliases. */
static const struct message_record *find_alias(const struct finding *finding,
                                               const struct message *message)
{
    if (find_record(message, finding->type, finding->name) != NULL) {
        return NULL;
    }
    const struct message_record *alias = find_redirect(message, finding->name);
    return alias != NULL ? alias
                         : find_record(message, TYPE_CNAME, finding->name);
}

/* Follow the aliases in |message| to their end; false if they lead nowhere. */
static bool follow_all(struct finding *finding, const struct message *message)
{
    const struct message_record *alias;
    while ((alias = find_alias(finding, message)) != NULL) {
        if (!follow(finding, alias)) {
            return false;
        }
    }
    return true;
}

/* ---- Why there are no data ---------------------------------------------- */

/* The record of |type| in the authority section whose owner is the name or
 * above it, or NULL. */
static const struct message_record *
find_authority(const struct finding *finding, const struct message *message,
               uint16_t type)
{
    const struct message_record *record =
        &message->records[message->answer_count];
    for (size_t i = 0; i < message->authority_count; i++, record++) {
        if (record->owner != NULL &&
            ddds_record_is_at(record, type, record->owner) &&
            ddds_domain_is_within(finding->name, record->owner)) {
            return record;
        }
    }
    return NULL;
}

/* How long a "no" holds: RFC 2308 section 5. The last field of an SOA is the
 * minimum. */
static uint32_t read_negative_ttl(const struct message_record *soa)
{
    if (soa == NULL || soa->defect != NULL || soa->length < 22) {
        return 0;
    }
    struct cursor cursor = ddds_cursor_over(soa->rdata + soa->length - 4, 4);
    uint32_t minimum = ddds_cursor_u32(&cursor);
    return soa->ttl < minimum ? soa->ttl : minimum;
}

/* Is there a record among the answers of which nobody can say whose it is? */
static bool has_lost_owner(const struct message *message)
{
    for (size_t i = 0; i < message->answer_count; i++) {
        if (message->records[i].owner == NULL) {
            return true;
        }
    }
    return false;
}

static void read_nothing(struct finding *finding, const struct message *message,
                         bool has_moved)
{
    const struct message_record *soa =
        find_authority(finding, message, TYPE_SOA);
    const struct message_record *servers =
        find_authority(finding, message, TYPE_NS);
    if (message->rcode == RCODE_NXDOMAIN) {
        finding->reply = DDDS_REPLY_NO_NAME;
    } else if (has_lost_owner(message)) {
        end(finding, DDDS_REPLY_MALFORMED,
            "the owner of a record in the answer cannot be read");
        return;
    } else if (soa == NULL && has_moved) {
        finding->is_elsewhere = true;
        return;
    } else if (soa == NULL && servers != NULL) {
        finding->reply = DDDS_REPLY_REFUSED;
        snprintf(finding->detail, sizeof finding->detail,
                 "the server only refers to those of \"%.200s\": ask one "
                 "that resolves",
                 servers->owner);
    } else {
        finding->reply = DDDS_REPLY_NO_DATA;
    }
    rely_on(finding, read_negative_ttl(soa));
}

static void read_rcode(struct finding *finding, unsigned rcode)
{
    const char *name = ddds_rcode_name(rcode);
    finding->reply =
        rcode == RCODE_REFUSED ? DDDS_REPLY_REFUSED : DDDS_REPLY_SERVER_FAILURE;
    if (name != NULL) {
        snprintf(finding->detail, sizeof finding->detail, "%s", name);
    } else {
        snprintf(finding->detail, sizeof finding->detail, "RCODE %u", rcode);
    }
}

void ddds_finding_read(struct finding *finding, const struct message *message)
{
    unsigned aliases = finding->aliases;
    finding->is_elsewhere = false;
    finding->detail[0] = '\0';
    finding->authenticated &= message->is_authenticated;
    if (message->rcode != RCODE_NOERROR && message->rcode != RCODE_NXDOMAIN) {
        read_rcode(finding, message->rcode);
    } else if (!follow_all(finding, message)) {
        return;
    } else if (find_record(message, finding->type, finding->name) != NULL) {
        finding->reply = DDDS_REPLY_DATA;
    } else {
        read_nothing(finding, message, finding->aliases > aliases);
    }
}

/* ---- Records as they are ------------------------------------------------ */

/* Copy |record| into |copy|. */
static bool copy_record(const struct message_record *record,
                        struct arena *arena, struct ddds_record *copy)
{
    *copy = (struct ddds_record){
        .owner = ddds_arena_string(arena, record->owner),
        .type = record->type,
        .ttl = record->ttl,
        .rdata =
            ddds_arena_copy(arena, (const char *)record->rdata, record->length),
        .rdata_length = record->length,
        .defect = record->defect, /* it lives for ever */
        .is_compressed = record->is_compressed,
    };
    return copy->owner != NULL && copy->rdata != NULL;
}

/* Note whose "no" |message| is, if it holds no data. */
static bool take_zone(const struct finding *at, const struct message *message,
                      struct arena *arena, struct ddds_answer *answer)
{
    const struct message_record *soa =
        find_record(message, at->type, at->name) == NULL
            ? find_authority(at, message, TYPE_SOA)
            : NULL;
    answer->zone = soa != NULL ? ddds_arena_string(arena, soa->owner) : NULL;
    return soa == NULL || answer->zone != NULL;
}

ddds_status ddds_finding_take_records(const struct finding *begin,
                                      const struct message *message,
                                      struct arena *arena,
                                      struct ddds_answer *answer,
                                      struct ddds_error *error)
{
    struct finding at = *begin;
    size_t count = answer->record_count;
    struct ddds_record *records = ddds_arena_array(
        arena, count + message->answer_count + LIMIT_ALIASES, sizeof *records);
    if (records == NULL) {
        return ddds_error_no_memory(error);
    }
    if (count > 0) {
        memcpy(records, answer->records, count * sizeof *records);
    }
    const struct message_record *record;
    while ((record = find_alias(&at, message)) != NULL && follow(&at, record)) {
        if (!copy_record(record, arena, &records[count++])) {
            return ddds_error_no_memory(error);
        }
    }
    const struct record_set set = {message->records, message->answer_count,
                                   at.name, at.type};
    size_t next = 0;
    while ((record = ddds_record_set_next(&set, &next)) != NULL) {
        answer->ttl = record->ttl < answer->ttl ? record->ttl : answer->ttl;
        if (!copy_record(record, arena, &records[count++])) {
            return ddds_error_no_memory(error);
        }
    }
    if (!take_zone(&at, message, arena, answer)) {
        return ddds_error_no_memory(error);
    }
    answer->ttl = at.ttl < answer->ttl ? at.ttl : answer->ttl;
    answer->records = records;
    answer->record_count = count;
    return DDDS_OK;
}

/* ---- What was asked for ------------------------------------------------- */

ddds_status ddds_finding_take(const struct finding *finding,
                              const struct message *message,
                              struct arena *arena, ddds_rulebook *rulebook,
                              struct ddds_answer *answer,
                              struct ddds_error *error)
{
    const struct record_set set = {message->records, message->answer_count,
                                   finding->name, finding->type};
    uint32_t ttl = ddds_record_set_ttl(&set);
    ttl = ttl < finding->ttl ? ttl : finding->ttl;
    answer->ttl = ttl < answer->ttl ? ttl : answer->ttl;
    switch (finding->type) {
    case TYPE_NAPTR:
        return ddds_record_set_rules(&set, arena, rulebook, answer, error);
    case TYPE_SRV:
        return ddds_record_set_servers(&set, arena, answer, error);
    default:
        return ddds_record_set_addresses(&set, arena, answer, error);
    }
}
