/* Builds the answers of custom databases.
 *
 * Records become a message, as if from a server, so that only progress.c
 * interprets aliases, data and defects.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/builder.h>

#include <stdlib.h>
#include <string.h>

#include "base/clocks.h"
#include "base/cursor.h"
#include "base/domain.h"
#include "base/error.h"
#include "base/sized.h"
#include "db/wire/asked.h"
#include "db/wire/progress.h"
#include "db/wire/rdata.h"

/* A DNS query of the question, and its result. */
struct built_query {
    struct progress progress;
    enum ddds_security security;
    bool has_result;
};

/* The added records, as a message. */
struct built_message {
    unsigned char *octets; /* NULL before the first record */
    size_t length;
    size_t room;
    unsigned count;
    size_t owner;        /* offset of the last owner */
    struct name_view at; /* the present name */
    bool has_records;    /* the present name has records */
    ddds_status failed;  /* NO_MEMORY or LIMIT: records are missing */
};

enum { QUERIES_MAX = 2 };

struct ddds_builder {
    enum ddds_question_kind kind;
    ddds_rulebook *rulebook;
    size_t query_count;
    struct built_query queries[QUERIES_MAX];
    size_t open;    /* queries without a result */
    uint64_t since; /* time of the first result in milliseconds; or 0 */
    struct built_message message;
    bool is_complete;
    struct ddds_answer found;
    struct arena arena;
    max_align_t memory[]; /* room for the name */
};

/* Parse |text|, an absolute name, which is "" for the root. */
static ddds_status parse_name(const char *text, char name[LIMIT_NAME_SIZE],
                              struct ddds_error *error)
{
    text = text[0] != '\0' ? text : ".";
    return ddds_domain_parse(text, strlen(text), name, error);
}

/* ---- Builders begin and end ---------------------------------------------- */

static struct ddds_builder *begin(const struct ddds_question *question)
{
    /* A name has one octet more on the wire, and the root two. */
    const size_t room = strlen(question->name) + 2 + sizeof(max_align_t);
    struct ddds_builder *builder = malloc(sizeof *builder + room);
    if (builder == NULL) {
        return NULL;
    }
    memset(builder, 0, sizeof *builder);
    builder->found.size = sizeof builder->found;
    builder->found.ttl = UINT32_MAX;
    ddds_arena_init(&builder->arena, builder->memory, room);
    const struct asked asked = ddds_asked_read(question, &builder->arena);
    builder->kind = question->kind;
    builder->query_count = builder->open = asked.type_count;
    for (size_t i = 0; i < asked.type_count; i++) {
        ddds_progress_begin(&builder->queries[i].progress, &asked.name,
                            asked.types[i], &builder->arena);
    }
    return builder;
}

ddds_builder *ddds_builder_new(ddds_rulebook *rulebook,
                               const struct ddds_question *question,
                               struct ddds_error *error)
{
    struct ddds_question own;
    char name[LIMIT_NAME_SIZE];
    if (ddds_sized_copy(question, &own, sizeof own, "DDDS_QUESTION_INIT",
                        error) != DDDS_OK ||
        parse_name(own.name, name, error) != DDDS_OK) {
        return NULL;
    }
    own.name = name;
    struct ddds_builder *builder = begin(&own);
    if (builder == NULL) {
        ddds_error_no_memory(error);
        return NULL;
    }
    builder->rulebook = rulebook;
    return builder;
}

void ddds_builder_free(ddds_builder *builder)
{
    if (builder != NULL) {
        ddds_ruleset_free(builder->found.ruleset);
        ddds_arena_free(&builder->arena);
        free(builder->message.octets);
        free(builder);
    }
}

/* ---- Results of queries -------------------------------------------------- */

bool ddds_builder_query(const ddds_builder *builder, size_t index,
                        char name[DDDS_NAME_SIZE], uint16_t *type)
{
    if (index >= builder->query_count) {
        return false;
    }
    ddds_progress_name(&builder->queries[index].progress, name);
    *type = builder->queries[index].progress.type;
    return true;
}

static void close_query(ddds_builder *builder, struct built_query *query)
{
    builder->open -= query->has_result ? 0 : 1;
    query->has_result = true;
    if (builder->since == 0 && builder->open > 0) {
        builder->since = ddds_clock_now();
    }
}

void ddds_builder_fail(ddds_builder *builder, size_t index,
                       enum ddds_reply reply, const char *detail)
{
    if (index < builder->query_count) {
        struct built_query *query = &builder->queries[index];
        query->progress.reply = reply;
        query->progress.detail = NULL;
        if (detail != NULL) {
            struct ddds_error escaped;
            ddds_error_set(&escaped, DDDS_MALFORMED, DDDS_NO_OFFSET, "%s",
                           detail);
            ddds_progress_explain(&query->progress, "%s", escaped.detail);
        }
        close_query(builder, query);
    }
}

void ddds_builder_judge(ddds_builder *builder, size_t index,
                        enum ddds_security security)
{
    if (index < builder->query_count) {
        builder->queries[index].security = security;
    }
}

/* ---- Messages ------------------------------------------------------------ */

/* Return for how many seconds the signature |record| allows to keep data;
 * UINT32_MAX for others. Times are modulo 2^32 (RFC 4034 section 3.1.5). */
static uint32_t signed_seconds(const struct message *message,
                               const struct message_record *record,
                               uint32_t now)
{
    enum { BEFORE_TTL = 4, TIMES = 8 };
    struct cursor cursor = ddds_cursor_over(
        message->names.octets + record->rdata, record->rdata_length);
    if (record->type != TYPE_RRSIG ||
        record->rdata_length < BEFORE_TTL + TIMES) {
        return UINT32_MAX;
    }
    (void)ddds_cursor_span(&cursor, BEFORE_TTL);
    uint32_t original = ddds_cursor_u32(&cursor);
    uint32_t left = ddds_cursor_u32(&cursor) - now;
    left = left > INT32_MAX ? 0 : left;
    return left < original ? left : original;
}

/* Lower the TTLs of |count| secure records to the limit of their signatures
 * (RFC 4035 section 5.3.3). */
static void limit_ttls(const struct message *message,
                       struct message_record *records, size_t count)
{
    const uint32_t now = ddds_clock_date();
    uint32_t most = UINT32_MAX;
    for (size_t i = 0; i < count; i++) {
        uint32_t seconds = signed_seconds(message, &records[i], now);
        most = seconds < most ? seconds : most;
    }
    for (size_t i = 0; i < count; i++) {
        records[i].ttl = records[i].ttl < most ? records[i].ttl : most;
    }
}

/* Interpret |message|, and copy its data into the answer. */
static ddds_status take_message(ddds_builder *builder,
                                struct progress *progress,
                                struct message *message, struct arena *scratch,
                                struct ddds_error *error)
{
    const struct progress before = *progress;
    ddds_status status = ddds_progress_check(&before, message, error);
    if (status != DDDS_OK) {
        return status;
    }
    ddds_progress_read(progress, message);
    if (progress->is_elsewhere && builder->message.octets == NULL) {
        return ddds_error_set(
            error, DDDS_MALFORMED, DDDS_NO_OFFSET,
            "unusable answer: the target of its aliases is missing");
    }
    if (progress->is_elsewhere) {
        progress->reply = DDDS_REPLY_NO_DATA;
        progress->ttl = 0;
    }
    if (builder->kind == DDDS_ASK_RECORDS) {
        return ddds_progress_take_records(&before, message, &builder->arena,
                                          &builder->found, error);
    }
    return progress->reply == DDDS_REPLY_DATA
               ? ddds_progress_take(progress, message,
                                    builder->kind == DDDS_ASK_RULES
                                        ? scratch
                                        : &builder->arena,
                                    builder->rulebook, &builder->found, error)
               : DDDS_OK;
}

ddds_status ddds_builder_read(ddds_builder *builder, size_t index,
                              const void *message, size_t length,
                              bool is_secure, struct ddds_error *error)
{
    struct message read;
    struct arena scratch = {.next = NULL};
    struct ddds_error why;
    if (index >= builder->query_count) {
        return ddds_error_set(error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                              "the question has no query %zu", index);
    }
    struct built_query *query = &builder->queries[index];
    ddds_status status =
        ddds_message_read(message, length, &scratch, &read, &why);
    if (status == DDDS_OK && is_secure) {
        limit_ttls(&read, read.records, read.answer_count);
        limit_ttls(&read, read.records + read.answer_count,
                   read.authority_count);
    }
    if (status == DDDS_OK) {
        status = take_message(builder, &query->progress, &read, &scratch, &why);
    }
    ddds_arena_free(&scratch);
    if (status != DDDS_OK) {
        ddds_builder_fail(builder, index,
                          status == DDDS_NO_MEMORY ? DDDS_REPLY_NO_MEMORY
                                                   : DDDS_REPLY_MALFORMED,
                          why.detail);
        return ddds_error_set(error, status, DDDS_NO_OFFSET, "%s", why.detail);
    }
    close_query(builder, query);
    return DDDS_OK;
}

/* ---- Records ------------------------------------------------------------- */

enum {
    MESSAGE_MAX = 65535,
    FLAGS_AT = 2,
    QUESTIONS_AT = 4,
    ANSWERS_AT = 6,
    RESPONSE = 0x8400, /* QR and AA */
    POINTER = 0xc000,  /* RFC 1035 section 4.1.4 */
    POINTED = 0x4000,  /* limit of offsets in pointers */
    RECORD_HEAD = 10,  /* type, class, TTL and length */
};

/* Return |size| more octets of the message, or NULL. */
static unsigned char *extend(struct built_message *message, size_t size,
                             struct ddds_error *error)
{
    if (size > MESSAGE_MAX - message->length) {
        message->failed =
            ddds_error_set(error, DDDS_LIMIT, DDDS_NO_OFFSET,
                           "the records have more than %d octets", MESSAGE_MAX);
        return NULL;
    }
    if (size > message->room - message->length) {
        size_t room = 2 * (message->length + size);
        unsigned char *octets = realloc(message->octets, room);
        if (octets == NULL) {
            message->failed = ddds_error_no_memory(error);
            return NULL;
        }
        message->octets = octets;
        message->room = room;
    }
    unsigned char *added = message->octets + message->length;
    message->length += size;
    return added;
}

/* Begin the message, whose question is the name, unless it was begun. */
static bool begin_message(ddds_builder *builder, struct ddds_error *error)
{
    struct built_message *message = &builder->message;
    const struct name_view *name = &builder->queries[0].progress.name;
    const size_t size = MESSAGE_HEADER + name->length + MESSAGE_QUESTION_END;
    if (message->octets != NULL) {
        return true;
    }
    unsigned char *octets = extend(message, size, error);
    if (octets == NULL) {
        return false;
    }
    memset(octets, 0, size);
    memcpy(octets + MESSAGE_HEADER, name->octets, name->length);
    ddds_octets_put_u16(octets + QUESTIONS_AT, 1);
    ddds_octets_put_u16(octets + size - 2, CLASS_IN);
    message->owner = MESSAGE_HEADER;
    message->at = *name;
    return true;
}

/* Make the message the response to the query |index|. */
static void address_message(ddds_builder *builder, size_t index)
{
    struct built_message *message = &builder->message;
    const struct progress *progress = &builder->queries[index].progress;
    ddds_octets_put_u16(
        message->octets + FLAGS_AT,
        RESPONSE | (message->has_records ? RCODE_NOERROR : RCODE_NXDOMAIN));
    ddds_octets_put_u16(message->octets + ANSWERS_AT, message->count);
    ddds_octets_put_u16(message->octets + MESSAGE_HEADER +
                            builder->queries[0].progress.name.length,
                        progress->type);
}

/* Write the target of the added aliases to |name|; false if there are data, a
 * loop, or no new alias. */
static bool find_next(ddds_builder *builder, struct name_view *name)
{
    struct message read;
    struct arena scratch = {.next = NULL};
    struct progress progress = builder->queries[0].progress;
    builder->message.has_records = true; /* else aliases are not followed */
    address_message(builder, 0);
    bool is_moved = false;
    if (ddds_message_read(builder->message.octets, builder->message.length,
                          &scratch, &read, NULL) == DDDS_OK &&
        ddds_progress_check(&progress, &read, NULL) == DDDS_OK) {
        ddds_progress_read(&progress, &read);
        is_moved = progress.is_elsewhere;
        *name = progress.name;
    }
    if (scratch.failed || progress.reply == DDDS_REPLY_NO_MEMORY) {
        builder->message.failed = DDDS_NO_MEMORY;
    }
    ddds_arena_free(&scratch);
    return is_moved;
}

bool ddds_builder_next(ddds_builder *builder, char name[DDDS_NAME_SIZE])
{
    struct built_message *message = &builder->message;
    bool is_first = message->octets == NULL;
    if (is_first && !begin_message(builder, NULL)) {
        return false;
    }
    if (!is_first) {
        const bool had_records = message->has_records;
        struct name_view next;
        bool is_new =
            find_next(builder, &next) &&
            (next.length != message->at.length ||
             memcmp(next.octets, message->at.octets, next.length) != 0);
        message->has_records = had_records && !is_new;
        if (!is_new) {
            return false;
        }
        message->at = next;
    }
    ddds_domain_spell(message->at.octets, message->at.length, name);
    return true;
}

/* Append the owner |wire| of |length| octets, as a pointer if it repeats the
 * last owner, and the head of |record|. Return space for the data, or NULL. */
static unsigned char *add_head(struct built_message *message,
                               const unsigned char *wire, size_t length,
                               const struct ddds_record *record,
                               struct ddds_error *error)
{
    const size_t before = message->length;
    bool is_same = message->owner < POINTED &&
                   length <= before - message->owner &&
                   memcmp(message->octets + message->owner, wire, length) == 0;
    size_t size = is_same ? 2 : length;
    unsigned char *at =
        extend(message, size + RECORD_HEAD + record->rdata_length, error);
    if (at == NULL) {
        return NULL;
    }
    if (is_same) {
        ddds_octets_put_u16(at, POINTER | (unsigned)message->owner);
    } else {
        memcpy(at, wire, length);
        message->owner = before;
    }
    at += size;
    ddds_octets_put_u16(at, record->type);
    ddds_octets_put_u16(at + 2, CLASS_IN);
    ddds_octets_put_u16(at + 4, record->ttl >> 16);
    ddds_octets_put_u16(at + 6, record->ttl & UINT16_MAX);
    ddds_octets_put_u16(at + 8, (unsigned)record->rdata_length);
    return at + RECORD_HEAD;
}

ddds_status ddds_builder_add(ddds_builder *builder,
                             const struct ddds_record *record,
                             struct ddds_error *error)
{
    struct built_message *message = &builder->message;
    struct ddds_error why = {.status = DDDS_OK};
    char owner[LIMIT_NAME_SIZE];
    unsigned char wire[LIMIT_NAME_WIRE];
    ddds_status status = parse_name(record->owner, owner, error);
    if (status == DDDS_OK) {
        status = ddds_rdata_check(record->type, record->rdata,
                                  record->rdata_length, error);
    }
    if (status != DDDS_OK) {
        return status;
    }
    size_t length = ddds_domain_write(owner, wire);
    unsigned char *rdata = begin_message(builder, &why)
                               ? add_head(message, wire, length, record, &why)
                               : NULL;
    if (rdata == NULL) {
        return ddds_error_set(error, why.status, DDDS_NO_OFFSET, "%s",
                              why.detail);
    }
    if (record->rdata_length > 0) {
        memcpy(rdata, record->rdata, record->rdata_length);
    }
    message->count++;
    message->has_records |= length == message->at.length &&
                            memcmp(wire, message->at.octets, length) == 0;
    return DDDS_OK;
}

/* ---- The answer ---------------------------------------------------------- */

/* Return the query that determines the result of the question. */
static const struct progress *choose_speaker(const ddds_builder *builder)
{
    const struct progress *speaker = &builder->queries[0].progress;
    for (size_t i = 1; i < builder->query_count; i++) {
        const struct progress *other = &builder->queries[i].progress;
        speaker = ddds_progress_is_better(other, speaker) ? other : speaker;
    }
    return speaker;
}

/* The answer relies on all answered queries: it may have addresses of one
 * family while those of the other are bogus or unknown. */
static void compose_security(ddds_builder *builder)
{
    struct ddds_answer *answer = &builder->found;
    answer->security = DDDS_SECURITY_SECURE;
    for (size_t i = 0; i < builder->query_count; i++) {
        const struct built_query *query = &builder->queries[i];
        bool is_answer = ddds_progress_is_answer(&query->progress);
        if (is_answer || query->progress.reply == DDDS_REPLY_BOGUS) {
            answer->security =
                ddds_security_weaker(answer->security, query->security);
        }
        if (!is_answer) {
            answer->detail = query->progress.detail;
        }
    }
    answer->authenticated = answer->security == DDDS_SECURITY_SECURE;
}

/* Return the TTL of a negative answer: the minimum of all queries. */
static uint32_t least_ttl(const ddds_builder *builder)
{
    uint32_t ttl = UINT32_MAX;
    for (size_t i = 0; i < builder->query_count; i++) {
        const struct progress *progress = &builder->queries[i].progress;
        ttl = progress->ttl < ttl ? progress->ttl : ttl;
    }
    return ttl == UINT32_MAX ? 0 : ttl;
}

static void compose(ddds_builder *builder)
{
    const struct progress *speaker = choose_speaker(builder);
    struct ddds_answer *answer = &builder->found;
    answer->reply = speaker->reply;
    answer->queries = (unsigned)builder->query_count;
    if (!ddds_progress_is_answer(speaker)) {
        answer->detail = speaker->detail;
        answer->ttl = 0;
        answer->security = answer->reply == DDDS_REPLY_BOGUS
                               ? DDDS_SECURITY_BOGUS
                               : DDDS_SECURITY_UNKNOWN;
        return;
    }
    answer->ttl = ddds_clock_remaining_ttl(
        builder->since,
        answer->reply == DDDS_REPLY_DATA ? answer->ttl : least_ttl(builder));
    if (speaker->aliases > 0) {
        char name[LIMIT_NAME_SIZE];
        ddds_progress_name(speaker, name);
        answer->canonical = ddds_arena_string(&builder->arena, name);
    }
    compose_security(builder);
}

/* An answer without all records would be wrong. */
static void fail_from_records(ddds_builder *builder, size_t index)
{
    bool lacks_memory = builder->message.failed == DDDS_NO_MEMORY;
    ddds_builder_fail(builder, index,
                      lacks_memory ? DDDS_REPLY_NO_MEMORY
                                   : DDDS_REPLY_MALFORMED,
                      lacks_memory ? "out of memory"
                                   : "there are more records than an answer "
                                     "can have");
}

struct ddds_answer *ddds_builder_answer(ddds_builder *builder)
{
    bool has_records = builder->message.octets != NULL;
    if (builder->is_complete) {
        return &builder->found;
    }
    builder->is_complete = true;
    for (size_t i = 0; i < builder->query_count; i++) {
        if (builder->message.failed != DDDS_OK) {
            fail_from_records(builder, i);
        } else if (has_records) {
            address_message(builder, i);
            (void)ddds_builder_read(builder, i, builder->message.octets,
                                    builder->message.length, false, NULL);
        }
    }
    compose(builder);
    if (has_records) {
        builder->found.queries = 0;
    }
    return &builder->found;
}
