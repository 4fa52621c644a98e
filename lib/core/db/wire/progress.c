/* Interpretation of messages.
 *
 * 1. Only records count whose owner is the current name: that of the question,
 *    or the target of its aliases. A server has no right to send others (RFC
 *    2181 section 5.4.1).
 * 2. DNAME is applied here. CNAMEs synthesised by the server are ignored: old
 *    servers give them a TTL of 0 (RFC 6672 section 3.1).
 * 3. If aliases lead to names outside the zones of an authoritative server, the
 *    message ends with them, and another query is needed (is_elsewhere).
 * 4. A message with name servers, but without data and SOA, is a referral, not
 *    a negative answer (RFC 2308 section 2.2), unless the server has resolved
 *    the name. Referrals are not followed: queries need a resolving server.
 *
 * SPDX-License-Identifier: MIT */
#include "db/wire/progress.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/cursor.h"
#include "base/error.h"
#include "base/limits.h"
#include "db/wire/rdata.h"
#include "db/wire/rrset.h"
#include "base/domain.h"

void ddds_progress_begin(struct progress *progress,
                         const struct name_view *name, uint16_t type,
                         struct arena *arena)
{
    progress->arena = arena;
    progress->reply = DDDS_REPLY_TIMEOUT;
    progress->is_elsewhere = false;
    progress->authenticated = true;
    progress->signatures = false;
    progress->type = type;
    progress->aliases = 0;
    progress->ttl = UINT32_MAX;
    progress->name = *name;
    progress->detail = NULL;
}

void ddds_progress_explain(struct progress *progress, const char *format, ...)
{
    char detail[DDDS_DETAIL_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(detail, sizeof detail, format, arguments);
    va_end(arguments);
    progress->detail = ddds_arena_string(progress->arena, detail);
}

void ddds_progress_name(const struct progress *progress,
                        char text[LIMIT_NAME_SIZE])
{
    ddds_domain_spell(progress->name.octets, progress->name.length, text);
}

/* Return why the question that |message| repeats is wrong; NULL if it is
 * correct. */
static const char *check_question(const struct progress *progress,
                                  struct message *message)
{
    if (message->question_count != 1) {
        /* A server that does not understand the query may omit the question. */
        return message->rcode == RCODE_FORMERR && message->question_count == 0
                   ? NULL
                   : "it does not repeat the question";
    }
    bool is_same =
        message->question_type == progress->type &&
        message->question_class == CLASS_IN &&
        ddds_wire_equal(&message->names, MESSAGE_HEADER, &progress->name);
    return is_same ? NULL : "its question section differs";
}

ddds_status ddds_progress_check(const struct progress *progress,
                                struct message *message,
                                struct ddds_error *error)
{
    const char *why = NULL;
    if (!message->is_response) {
        why = "it is not a response";
    } else if (message->opcode != 0) {
        why = "its OPCODE is not that of the query";
    } else {
        why = check_question(progress, message);
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

/* Return the records of |type| at the current name in the answer section. */
static struct message_rrset answers_of(const struct progress *progress,
                                       struct message *message, uint16_t type)
{
    return ddds_rrset_of(message, message->records, message->answer_count,
                         &progress->name, type);
}

/* Return the first record of |type| at the current name in the answer section;
 * NULL if not found. */
static const struct message_record *find_record(const struct progress *progress,
                                                struct message *message,
                                                uint16_t type)
{
    for (size_t i = 0; i < message->answer_count; i++) {
        if (ddds_rrset_matches(message, &message->records[i], type,
                               &progress->name)) {
            return &message->records[i];
        }
    }
    return NULL;
}

/* Return the number of octets of the current name before the owner of |record|,
 * if that has |type| and its owner is the current name or an ancestor;
 * otherwise LIMIT_NAME_WIRE. */
static size_t measure_below(const struct progress *progress,
                            struct message *message,
                            const struct message_record *record, uint16_t type)
{
    struct plain_name owner;
    /* The records exist, because the message announces them.
     * NOLINTNEXTLINE(clang-analyzer-core.NullDereference) */
    if (record->type != type || record->class_number != CLASS_IN ||
        ddds_wire_expand(&message->names, record->owner, &owner) != NULL) {
        return LIMIT_NAME_WIRE;
    }
    ddds_wire_lower(&owner);
    const struct name_view above = {owner.octets, owner.length};
    return ddds_wire_within(&progress->name, &above);
}

/* Return the DNAME above the current name, to which it does not apply itself
 * (RFC 6672 section 2.3); NULL if not found. */
static const struct message_record *
find_redirect(const struct progress *progress, struct message *message)
{
    for (size_t i = 0; i < message->answer_count; i++) {
        const struct message_record *record = &message->records[i];
        size_t below = measure_below(progress, message, record, TYPE_DNAME);
        if (below > 0 && below < LIMIT_NAME_WIRE) {
            return record;
        }
    }
    return NULL;
}

/* Read the target of |alias|, which must fill the RDATA, in lower case. */
static bool read_target(struct message *message,
                        const struct message_record *alias,
                        struct plain_name *target)
{
    struct cursor cursor = ddds_cursor_over(
        message->names.octets + alias->rdata, alias->rdata_length);
    ddds_wire_skip(&cursor);
    if (cursor.failed || ddds_cursor_left(&cursor) > 0 ||
        ddds_wire_expand(&message->names, alias->rdata, target) != NULL) {
        return false;
    }
    ddds_wire_lower(target);
    return true;
}

static bool fail(struct progress *progress, enum ddds_reply reply)
{
    progress->reply = reply;
    return false;
}

/* Replace all but the first |below| octets of the current name by |target|. */
static bool move(struct progress *progress, size_t below,
                 const struct plain_name *target)
{
    size_t length = below + target->length;
    unsigned char *name = ddds_arena_pack(progress->arena, length, 1);
    if (name == NULL) {
        progress->detail = "out of memory";
        return fail(progress, DDDS_REPLY_NO_MEMORY);
    }
    memcpy(name, progress->name.octets, below);
    memcpy(name + below, target->octets, target->length);
    progress->name = (struct name_view){name, length};
    return true;
}

/* Report that |alias|, a DNAME, makes the name too long. */
static bool refuse_length(struct progress *progress, size_t below)
{
    char name[LIMIT_NAME_SIZE];
    char owner[LIMIT_NAME_SIZE];
    ddds_progress_name(progress, name);
    ddds_domain_spell(progress->name.octets + below,
                      progress->name.length - below, owner);
    ddds_progress_explain(progress,
                          "the DNAME at \"%.80s\" makes more than 255 octets "
                          "of \"%s\"",
                          owner, name);
    return fail(progress, DDDS_REPLY_NAME_TOO_LONG);
}

/* Continue at the target of |alias|; return false if it has none. */
static bool follow(struct progress *progress, struct message *message,
                   const struct message_record *alias)
{
    char name[LIMIT_NAME_SIZE];
    struct plain_name target;
    if (progress->aliases == LIMIT_ALIASES) {
        ddds_progress_name(progress, name);
        ddds_progress_explain(progress,
                              "more than %d aliases, the last at \"%.200s\": a "
                              "loop?",
                              LIMIT_ALIASES, name);
        return fail(progress, DDDS_REPLY_SERVER_FAILURE);
    }
    if (!read_target(message, alias, &target)) {
        ddds_progress_name(progress, name);
        ddds_progress_explain(progress,
                              "the target of the alias at \"%.200s\" cannot be "
                              "read",
                              name);
        return fail(progress, DDDS_REPLY_MALFORMED);
    }
    size_t below = alias->type == TYPE_DNAME
                       ? measure_below(progress, message, alias, TYPE_DNAME)
                       : 0;
    if (below + target.length > LIMIT_NAME_WIRE) {
        return refuse_length(progress, below);
    }
    if (!move(progress, below, &target)) {
        return false;
    }
    progress->aliases++;
    rely_on(progress, alias->ttl);
    return true;
}

/* Return the next alias; NULL at the data or the last alias. */
static const struct message_record *find_alias(const struct progress *progress,
                                               struct message *message)
{
    if (find_record(progress, message, progress->type) != NULL) {
        return NULL;
    }
    const struct message_record *alias = find_redirect(progress, message);
    return alias != NULL ? alias : find_record(progress, message, TYPE_CNAME);
}

/* Follow all aliases in |message|; return false on failure. */
static bool follow_all(struct progress *progress, struct message *message)
{
    const struct message_record *alias;
    while ((alias = find_alias(progress, message)) != NULL) {
        if (!follow(progress, message, alias)) {
            return false;
        }
    }
    return true;
}

/* ---- Negative answers --------------------------------------------------- */

/* Return the first record of |type| in the authority section whose owner is the
 * current name or an ancestor; NULL if not found. */
static const struct message_record *
find_authority(const struct progress *progress, struct message *message,
               uint16_t type)
{
    const struct message_record *record =
        message->records + message->answer_count;
    for (size_t i = 0; i < message->authority_count; i++, record++) {
        if (measure_below(progress, message, record, type) < LIMIT_NAME_WIRE) {
            return record;
        }
    }
    return NULL;
}

/* Skip a name of |message|; return false if it cannot be read. */
static bool skip_readable(struct message *message, struct cursor *cursor)
{
    struct plain_name name;
    size_t offset = (size_t)(cursor->next - message->names.octets);
    ddds_wire_skip(cursor);
    return !cursor->failed &&
           ddds_wire_expand(&message->names, offset, &name) == NULL;
}

/* Return the TTL of a negative answer (RFC 2308 section 5). */
static uint32_t read_negative_ttl(struct message *message,
                                  const struct message_record *soa)
{
    enum { SERIAL_TO_EXPIRE = 4 * 4 };
    if (soa == NULL) {
        return 0;
    }
    struct cursor cursor =
        ddds_cursor_over(message->names.octets + soa->rdata, soa->rdata_length);
    if (!skip_readable(message, &cursor) || !skip_readable(message, &cursor)) {
        return 0;
    }
    ddds_cursor_span(&cursor, SERIAL_TO_EXPIRE);
    uint32_t minimum = ddds_cursor_u32(&cursor);
    if (cursor.failed) {
        return 0;
    }
    uint32_t ttl = soa->ttl < minimum ? soa->ttl : minimum;
    return ttl < LIMIT_NEGATIVE_TTL ? ttl : LIMIT_NEGATIVE_TTL;
}

/* Return true if the owner of any answer record cannot be read. */
static bool has_unreadable_owner(struct message *message)
{
    struct plain_name owner;
    for (size_t i = 0; i < message->answer_count; i++) {
        if (ddds_wire_expand(&message->names, message->records[i].owner,
                             &owner) != NULL) {
            return true;
        }
    }
    return false;
}

/* Report a referral, to the owner of |servers|. */
static void note_referral(struct progress *progress, struct message *message,
                          const struct message_record *servers)
{
    char owner[LIMIT_NAME_SIZE];
    size_t below = measure_below(progress, message, servers, TYPE_NS);
    ddds_domain_spell(progress->name.octets + below,
                      progress->name.length - below, owner);
    progress->reply = DDDS_REPLY_REFUSED;
    ddds_progress_explain(progress,
                          "the server only refers to those of %s%.200s%s; ask "
                          "a resolving server",
                          owner[0] != '\0' ? "\"" : "the root", owner,
                          owner[0] != '\0' ? "\"" : "");
}

/* Find out why |message| has no data. |was_moved|: aliases in this message were
 * followed. */
static void read_nothing(struct progress *progress, struct message *message,
                         bool was_moved)
{
    const struct message_record *soa =
        find_authority(progress, message, TYPE_SOA);
    const struct message_record *servers =
        find_authority(progress, message, TYPE_NS);
    if (message->rcode == RCODE_NXDOMAIN) {
        progress->reply = DDDS_REPLY_NO_NAME;
    } else if (has_unreadable_owner(message)) {
        progress->reply = DDDS_REPLY_MALFORMED;
        progress->detail = "the owner name of an answer record cannot be read";
        return;
    } else if (soa == NULL && was_moved) {
        progress->is_elsewhere = true;
        return;
    } else if (soa == NULL && servers != NULL && !message->is_resolved) {
        note_referral(progress, message, servers);
    } else {
        progress->reply = DDDS_REPLY_NO_DATA;
    }
    rely_on(progress, read_negative_ttl(message, soa));
}

static void read_rcode(struct progress *progress, unsigned rcode)
{
    progress->reply = rcode == RCODE_REFUSED    ? DDDS_REPLY_REFUSED
                      : rcode == RCODE_YXDOMAIN ? DDDS_REPLY_NAME_TOO_LONG
                                                : DDDS_REPLY_SERVER_FAILURE;
    progress->detail = ddds_rcode_name(rcode);
    if (progress->detail == NULL) {
        ddds_progress_explain(progress, "RCODE %u", rcode);
    }
}

void ddds_progress_read(struct progress *progress, struct message *message)
{
    const struct progress begin = *progress;
    struct ddds_error error;
    progress->is_elsewhere = false;
    progress->detail = NULL;
    progress->authenticated &= message->is_authenticated;
    if (message->rcode != RCODE_NOERROR && message->rcode != RCODE_NXDOMAIN &&
        message->rcode != RCODE_YXDOMAIN) {
        read_rcode(progress, message->rcode);
    } else if (!follow_all(progress, message)) {
        /* |follow| has set the reply. */
    } else if (message->rcode == RCODE_YXDOMAIN) {
        read_rcode(progress, message->rcode);
    } else if (find_record(progress, message, progress->type) != NULL) {
        progress->reply = DDDS_REPLY_DATA;
    } else {
        read_nothing(progress, message, progress->aliases > begin.aliases);
    }
    if (ddds_message_check_labels(message, &error) != DDDS_OK) {
        *progress = begin;
        progress->reply = DDDS_REPLY_MALFORMED;
        progress->is_elsewhere = false;
        ddds_progress_explain(progress, "%s", error.detail);
    }
}

/* ---- Complete records --------------------------------------------------- */

/* Write the zone whose SOA denies the data to |zone|; NULL if |message| has
 * data, or no SOA. */
static ddds_status take_zone(const struct progress *at, struct message *message,
                             struct arena *arena, const char **zone,
                             struct ddds_error *error)
{
    const struct message_record *soa =
        find_record(at, message, at->type) == NULL
            ? find_authority(at, message, TYPE_SOA)
            : NULL;
    struct ddds_record copy = {.owner = NULL};
    ddds_status status =
        soa != NULL ? ddds_message_record(message, soa, arena, &copy, error)
                    : DDDS_OK;
    *zone = copy.owner;
    return status;
}

/* Return true if |record| is a signature of the requested records (RFC 4034
 * section 3). */
static bool is_signature(const struct progress *at, struct message *message,
                         const struct message_record *record)
{
    struct cursor cursor = ddds_cursor_over(
        message->names.octets + record->rdata, record->rdata_length);
    return at->signatures && ddds_cursor_u16(&cursor) == at->type &&
           !cursor.failed &&
           ddds_rrset_matches(message, record, TYPE_RRSIG, &at->name);
}

/* Records of an answer, copied from a message. */
struct record_list {
    struct ddds_record *records;
    size_t count;
    uint32_t ttl; /* minimum of the data */
};

/* Append the aliases of |message| from |at| on, and advance |at|. */
static ddds_status copy_aliases(struct progress *at, struct message *message,
                                struct arena *arena, struct record_list *list,
                                struct ddds_error *error)
{
    const struct message_record *record;
    ddds_status status = DDDS_OK;
    while (status == DDDS_OK && (record = find_alias(at, message)) != NULL &&
           follow(at, message, record)) {
        status = ddds_message_record(message, record, arena,
                                     &list->records[list->count++], error);
    }
    return status == DDDS_OK && at->reply == DDDS_REPLY_NO_MEMORY
               ? ddds_error_no_memory(error)
               : status;
}

/* Append the requested records of |message|, with their signatures. */
static ddds_status copy_data(const struct progress *at, struct message *message,
                             struct arena *arena, struct record_list *list,
                             struct ddds_error *error)
{
    ddds_status status = DDDS_OK;
    for (size_t i = 0; i < message->answer_count && status == DDDS_OK; i++) {
        const struct message_record *record = &message->records[i];
        if (ddds_rrset_matches(message, record, at->type, &at->name) ||
            is_signature(at, message, record)) {
            list->ttl = record->ttl < list->ttl ? record->ttl : list->ttl;
            status = ddds_message_record(message, record, arena,
                                         &list->records[list->count++], error);
        }
    }
    return status;
}

ddds_status ddds_progress_take_records(const struct progress *begin,
                                       struct message *message,
                                       struct arena *arena,
                                       struct ddds_answer *answer,
                                       struct ddds_error *error)
{
    struct progress at = *begin;
    struct record_list list = {.count = answer->record_count,
                               .ttl = answer->ttl};
    const char *zone = NULL;
    list.records = ddds_arena_extend(arena, answer->records, list.count,
                                     message->answer_count + LIMIT_ALIASES,
                                     sizeof *list.records);
    if (list.records == NULL) {
        return ddds_error_no_memory(error);
    }
    ddds_status status = copy_aliases(&at, message, arena, &list, error);
    if (status == DDDS_OK) {
        status = copy_data(&at, message, arena, &list, error);
    }
    if (status == DDDS_OK) {
        status = take_zone(&at, message, arena, &zone, error);
    }
    if (status != DDDS_NO_MEMORY &&
        ddds_message_check_labels(message, error) != DDDS_OK) {
        status = DDDS_LIMIT;
    }
    if (status == DDDS_OK) {
        answer->ttl = at.ttl < list.ttl ? at.ttl : list.ttl;
        answer->zone = zone;
        answer->records = list.records;
        answer->record_count = list.count;
    }
    return status;
}

/* ---- Results ------------------------------------------------------------ */

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

static ddds_status take_set(struct rrset *set, uint16_t type,
                            struct arena *arena, ddds_rulebook *rulebook,
                            struct ddds_answer *answer,
                            struct ddds_error *error)
{
    switch (type) {
    case TYPE_NAPTR:
        return take_rules(set, arena, rulebook, answer, error);
    case TYPE_SRV:
        return ddds_rrset_servers(set, arena, answer, error);
    case TYPE_URI:
        return ddds_rrset_targets(set, arena, answer, error);
    default:
        return ddds_rrset_addresses(set, arena, answer, error);
    }
}

ddds_status ddds_progress_take(const struct progress *progress,
                               struct message *message, struct arena *arena,
                               ddds_rulebook *rulebook,
                               struct ddds_answer *answer,
                               struct ddds_error *error)
{
    struct message_rrset set = answers_of(progress, message, progress->type);
    uint32_t ttl = set.ttl < progress->ttl ? set.ttl : progress->ttl;
    size_t addresses = answer->address_count;
    ddds_status status =
        take_set(&set.base, progress->type, arena, rulebook, answer, error);
    if (ddds_message_check_labels(message, error) == DDDS_OK) {
        answer->ttl = ttl < answer->ttl ? ttl : answer->ttl;
        return status;
    }
    ddds_ruleset_free(answer->ruleset);
    answer->ruleset = NULL;
    answer->server_count = answer->target_count = 0;
    answer->address_count = addresses;
    return DDDS_LIMIT;
}
