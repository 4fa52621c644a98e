/* The wire format of DNS messages (RFC 1035 section 4.1).
 *
 * Every octet may come from an attacker. RFC 9267 lists the mistakes of other
 * decoders; they are avoided as follows:
 *
 * 1. A record takes at least 11 octets. If the header announces more records
 *    than the remaining octets can hold, the message is rejected before memory
 *    is allocated.
 * 2. The end of a record is found without following pointers. An unreadable
 *    name therefore affects only its own record.
 * 3. Names are decoded on demand, with bounded work (wire_name.c). An
 *    unreadable name never matches.
 * 4. Names in RDATA are decompressed in all types with a layout. RFC 2782 and
 *    RFC 3403 forbid compression there, but RFC 3597 section 4 requires
 *    decoders to support it.
 *
 * SPDX-License-Identifier: MIT */
#include "db/wire/message.h"

#include <string.h>

#include "base/cursor.h"
#include "base/error.h"
#include "db/wire/rdata.h"
#include "base/domain.h"

enum {
    FLAGS_QR = 0x8000,
    FLAGS_OPCODE = 11, /* position of its lowest bit */
    FLAGS_AA = 0x0400,
    FLAGS_TC = 0x0200,
    FLAGS_RD = 0x0100,
    FLAGS_RA = 0x0080,
    FLAGS_AD = 0x0020,
    FLAGS_CD = 0x0010,
    FLAGS_RCODE = 0x000f,
    FLAGS_DO = 0x8000, /* of the OPT record */

    RECORD_MIN = 11,   /* the root, type, class, TTL, no data */
    RECORD_FRAME = 10, /* likewise without the name */
    MESSAGE_MAX = 65535,
};

const char *ddds_rcode_name(unsigned rcode)
{
    static const struct {
        unsigned rcode;
        const char *name;
    } names[] = {
        {RCODE_NOERROR, "NOERROR"},   {RCODE_FORMERR, "FORMERR"},
        {RCODE_SERVFAIL, "SERVFAIL"}, {RCODE_NXDOMAIN, "NXDOMAIN"},
        {RCODE_NOTIMP, "NOTIMP"},     {RCODE_REFUSED, "REFUSED"},
        {RCODE_YXDOMAIN, "YXDOMAIN"}, {RCODE_BADVERS, "BADVERS"},
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (names[i].rcode == rcode) {
            return names[i].name;
        }
    }
    return NULL;
}

/* ---- Queries ------------------------------------------------------------ */

/* RFC 6891 section 6.1.2: no options, version 0. */
static unsigned char *put_opt(unsigned char *at,
                              const struct message_query *query)
{
    *at++ = 0;
    at = ddds_octets_put_u16(at, TYPE_OPT);
    at = ddds_octets_put_u16(at, query->buffer_size);
    at = ddds_octets_put_u16(at, 0);
    at = ddds_octets_put_u16(at, query->signatures ? FLAGS_DO : 0);
    return ddds_octets_put_u16(at, 0);
}

size_t ddds_message_write_query(const struct message_query *query,
                                unsigned char wire[MESSAGE_QUERY_MAX])
{
    unsigned char *at = ddds_octets_put_u16(wire, query->id);
    at = ddds_octets_put_u16(at, (query->no_recursion ? 0 : FLAGS_RD) |
                                     (query->asks_ad ? FLAGS_AD : 0) |
                                     (query->no_validation ? FLAGS_CD : 0));
    at = ddds_octets_put_u16(at, 1);
    at = ddds_octets_put_u16(at, 0);
    at = ddds_octets_put_u16(at, 0);
    at = ddds_octets_put_u16(at, query->buffer_size > 0);
    memcpy(at, query->name.octets, query->name.length);
    at += query->name.length;
    at = ddds_octets_put_u16(at, query->type);
    at = ddds_octets_put_u16(at, CLASS_IN);
    if (query->buffer_size > 0) {
        at = put_opt(at, query);
    }
    return (size_t)(at - wire);
}

/* ---- Complete records --------------------------------------------------- */

/* RDATA with names decompressed. Longer RDATA, which only types without names
 * have, are not copied. */
struct plain_rdata {
    unsigned char octets[4 + 3 * (1 + LIMIT_STRING) + 2 * LIMIT_NAME_WIRE];
    size_t length;
};

static bool holds_names(const struct rdata_layout *layout)
{
    const struct rdata_field *field = layout->fields;
    while (field->kind != FIELD_END && field->kind != FIELD_NAME) {
        field++;
    }
    return field->kind == FIELD_NAME;
}

/* Append |length| octets, as far as they fit. RDATA that do not fit are longer
 * than the type allows, even when truncated. */
static void add_octets(struct plain_rdata *plain, const unsigned char *octets,
                       size_t length)
{
    size_t room = sizeof plain->octets - plain->length;
    length = length < room ? length : room;
    if (length > 0) {
        memcpy(plain->octets + plain->length, octets, length);
        plain->length += length;
    }
}

/* Copy the next field, of |kind|. Return NULL, or an error in a name. A field
 * that runs past the end is copied up to there, so that it fails later. */
static const char *copy_field(struct message_names *names,
                              struct cursor *cursor, enum rdata_field_kind kind,
                              struct plain_rdata *plain, bool *is_compressed)
{
    const unsigned char *begin = cursor->next;
    if (kind == FIELD_NAME) {
        struct plain_name name;
        ddds_wire_skip(cursor);
        if (cursor->failed) {
            return ddds_wire_past_end;
        }
        const char *why =
            ddds_wire_expand(names, (size_t)(begin - names->octets), &name);
        if (why == NULL) {
            add_octets(plain, name.octets, name.length);
            *is_compressed |= (size_t)(cursor->next - begin) != name.length;
        }
        return why;
    }
    ddds_rdata_skip(kind, cursor);
    const unsigned char *end = cursor->failed ? cursor->end : cursor->next;
    add_octets(plain, begin, (size_t)(end - begin));
    return NULL;
}

/* Decompress the names in the RDATA of |copy|, described by |layout|. If a name
 * cannot be read, the RDATA remain unchanged. */
static void expand_rdata(struct message_names *names,
                         const struct rdata_layout *layout,
                         struct ddds_record *copy, struct plain_rdata *plain)
{
    struct cursor cursor = ddds_cursor_over(copy->rdata, copy->rdata_length);
    const struct rdata_field *field = layout->fields;
    plain->length = 0;
    while (field->kind != FIELD_END && !cursor.failed && copy->defect == NULL) {
        copy->defect = copy_field(names, &cursor, field->kind, plain,
                                  &copy->is_compressed);
        field++;
    }
    if (copy->defect == NULL) {
        add_octets(plain, cursor.next, ddds_cursor_left(&cursor));
        copy->rdata = plain->octets;
        copy->rdata_length = plain->length;
    }
}

bool ddds_message_rdata(struct message_names *names,
                        const struct message_record *record,
                        struct arena *arena, struct ddds_record *copy)
{
    struct plain_rdata plain;
    const struct rdata_layout *layout = ddds_rdata_layout(record->type);
    *copy = (struct ddds_record){
        .type = record->type,
        .ttl = record->ttl,
        .rdata = names->octets + record->rdata,
        .rdata_length = record->rdata_length,
    };
    if (layout == NULL || !holds_names(layout)) {
        return true;
    }
    expand_rdata(names, layout, copy, &plain);
    copy->rdata = ddds_arena_copy(arena, copy->rdata, copy->rdata_length);
    return copy->rdata != NULL;
}

ddds_status ddds_message_record(struct message *message,
                                const struct message_record *record,
                                struct arena *arena, struct ddds_record *copy,
                                struct ddds_error *error)
{
    struct plain_name name;
    char owner[LIMIT_NAME_SIZE];
    const char *why = ddds_wire_expand(&message->names, record->owner, &name);
    if (why != NULL) {
        return ddds_error_set(error, DDDS_MALFORMED, DDDS_NO_OFFSET,
                              "the owner name of a record cannot be read: %s",
                              why);
    }
    bool is_copied = ddds_message_rdata(&message->names, record, arena, copy);
    if (is_copied) { /* copied from the message */
        copy->rdata = ddds_arena_copy(arena, copy->rdata, copy->rdata_length);
    }
    ddds_domain_show(name.octets, name.length, owner);
    copy->owner = ddds_arena_string(arena, owner);
    return copy->owner != NULL && copy->rdata != NULL
               ? DDDS_OK
               : ddds_error_no_memory(error);
}

/* ---- Records ------------------------------------------------------------ */

/* Read a record except for its names; return false if it runs past the end. */
static bool read_record(const struct message_names *names,
                        struct cursor *cursor, struct message_record *record)
{
    size_t offset = (size_t)(cursor->next - names->octets);
    ddds_wire_skip(cursor);
    const unsigned char *frame = ddds_cursor_span(cursor, RECORD_FRAME);
    if (frame == NULL) {
        return false;
    }
    record->owner = (uint16_t)ddds_wire_target(names, offset);
    record->type = ddds_octets_u16(frame);
    record->class_number = ddds_octets_u16(frame + 2);
    record->ttl =
        (uint32_t)ddds_octets_u16(frame + 4) << 16 | ddds_octets_u16(frame + 6);
    record->rdata_length = ddds_octets_u16(frame + 8);
    record->rdata = (uint16_t)(cursor->next - names->octets);
    /* A TTL with its highest bit set counts as 0 (RFC 2181 section 8). In an
     * OPT record the field has another meaning. */
    if (record->ttl > INT32_MAX && record->type != TYPE_OPT) {
        record->ttl = 0;
    }
    return ddds_cursor_span(cursor, record->rdata_length) != NULL;
}

/* Add the high bits of the RCODE from the first OPT record (RFC 6891 section
 * 6.1.3). */
static void take_opt(const struct message_record *record,
                     struct message *message)
{
    if (!message->has_edns) {
        message->has_edns = true;
        message->rcode |= record->ttl >> 24 << 4;
    }
}

static ddds_status read_records(struct cursor *cursor, struct arena *arena,
                                struct message *message,
                                struct ddds_error *error)
{
    size_t count = message->answer_count + message->authority_count +
                   message->additional_count;
    if (count > ddds_cursor_left(cursor) / RECORD_MIN) {
        return ddds_error_set(error, DDDS_MALFORMED, DDDS_NO_OFFSET,
                              "the message announces %zu records in %zu octets",
                              count, ddds_cursor_left(cursor));
    }
    struct message_record *records = /* bounded by the octets */
        ddds_arena_alloc(arena, count * sizeof *records);
    if (records == NULL) {
        return ddds_error_no_memory(error);
    }
    message->records = records;
    for (size_t i = 0; i < count; i++) {
        if (!read_record(&message->names, cursor, &records[i])) {
            return ddds_error_set(error, DDDS_MALFORMED, DDDS_NO_OFFSET,
                                  "record %zu of %zu runs past the end of the "
                                  "message",
                                  i + 1, count);
        }
        if (records[i].type == TYPE_OPT) {
            take_opt(&records[i], message);
        }
    }
    return DDDS_OK;
}

/* ---- Messages ----------------------------------------------------------- */

static void read_header(const unsigned char *octets, struct message *message)
{
    unsigned flags = ddds_octets_u16(octets + 2);
    message->id = ddds_octets_u16(octets);
    message->opcode = flags >> FLAGS_OPCODE & 0xf;
    message->is_response = (flags & FLAGS_QR) != 0;
    message->is_authoritative = (flags & FLAGS_AA) != 0;
    message->is_truncated = (flags & FLAGS_TC) != 0;
    message->is_resolved = (flags & FLAGS_RD) != 0 && (flags & FLAGS_RA) != 0;
    message->is_authenticated = (flags & FLAGS_AD) != 0;
    message->has_edns = false;
    message->rcode = flags & FLAGS_RCODE;
    message->question_count = ddds_octets_u16(octets + 4);
    message->answer_count = ddds_octets_u16(octets + 6);
    message->authority_count = ddds_octets_u16(octets + 8);
    message->additional_count = ddds_octets_u16(octets + 10);
}

/* Return why the name of the first question cannot be read; NULL if it can. No
 * pointer is valid in it, because nothing precedes it. */
static const char *check_question(struct message *message)
{
    struct plain_name name;
    return ddds_wire_expand(&message->names, MESSAGE_HEADER, &name);
}

/* Read the first question, and skip others, which servers do not send. */
static ddds_status read_questions(struct cursor *cursor,
                                  struct message *message,
                                  struct ddds_error *error)
{
    for (unsigned i = 0; i < message->question_count; i++) {
        const unsigned char *begin = cursor->next;
        ddds_wire_skip(cursor);
        const unsigned char *name_end = cursor->next;
        const unsigned char *end =
            ddds_cursor_span(cursor, MESSAGE_QUESTION_END);
        const char *why = end == NULL ? ddds_wire_past_end : NULL;
        if (i == 0 && why == NULL) {
            message->question =
                (struct name_view){begin, (size_t)(name_end - begin)};
            message->question_type = ddds_octets_u16(end);
            message->question_class = ddds_octets_u16(end + 2);
            why = check_question(message);
        }
        if (why != NULL) {
            return ddds_error_set(error, DDDS_MALFORMED, DDDS_NO_OFFSET,
                                  "the question cannot be read: %s", why);
        }
    }
    return DDDS_OK;
}

ddds_status ddds_message_read(const unsigned char *octets, size_t length,
                              struct arena *arena, struct message *message,
                              struct ddds_error *error)
{
    if (length < MESSAGE_HEADER || length > MESSAGE_MAX) {
        return ddds_error_set(error, DDDS_MALFORMED, DDDS_NO_OFFSET,
                              "a message cannot have %zu octets", length);
    }
    struct cursor cursor =
        ddds_cursor_over(octets + MESSAGE_HEADER, length - MESSAGE_HEADER);
    message->names =
        (struct message_names){octets, length, LIMIT_MESSAGE_LABELS};
    message->question = (struct name_view){octets + MESSAGE_HEADER, 0};
    message->question_type = message->question_class = 0;
    message->records = NULL;
    read_header(octets, message);
    ddds_status status = read_questions(&cursor, message, error);
    return status == DDDS_OK ? read_records(&cursor, arena, message, error)
                             : status;
}

ddds_status ddds_message_check_labels(const struct message *message,
                                      struct ddds_error *error)
{
    return message->names.labels > 0
               ? DDDS_OK
               : ddds_error_set(error, DDDS_LIMIT, DDDS_NO_OFFSET,
                                "the names of the message have more than %d "
                                "labels",
                                LIMIT_MESSAGE_LABELS);
}
