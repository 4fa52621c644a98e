/* The wire form of DNS messages (RFC 1035 section 4.1).
 *
 * Every octet here may come from an attacker. RFC 9267 lists the mistakes of
 * other decoders; this one avoids them as follows:
 *
 * 1. A record takes at least 11 octets. If the header announces more records
 *    than the octets left can hold, the message is rejected before memory is
 *    allocated.
 * 2. The end of a record is found without following pointers. An unreadable
 *    name therefore affects only its own record.
 * 3. A compression pointer must lead to an earlier octet than any that its name
 *    was read from (RFC 1035 section 4.1.4: "a prior occurrence"), so that no
 *    name forms a loop. All names of a message together have a limit of labels,
 *    so that many long chains take bounded time.
 * 4. Names in RDATA are written out in all types with a layout. RFC 2782 and RFC
 *    3403 forbid compression there, but RFC 3597 section 4 requires compressed
 *    names to be understood.
 *
 * SPDX-License-Identifier: MIT */
#include "db/wire/message.h"

#include <string.h>

#include "base/cursor.h"
#include "base/error.h"
#include "db/wire/rdata.h"
#include "name/domain.h"

enum {
    FLAGS_QR = 0x8000,
    FLAGS_AA = 0x0400,
    FLAGS_TC = 0x0200,
    FLAGS_RD = 0x0100,
    FLAGS_AD = 0x0020,
    FLAGS_CD = 0x0010,
    FLAGS_RCODE = 0x000f,

    RECORD_MIN = 11, /* the root, type, class, TTL, no data */
    POINTER = 0xc0,
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

static unsigned char *put_u16(unsigned char *at, unsigned value)
{
    at[0] = (unsigned char)(value >> 8);
    at[1] = (unsigned char)value;
    return at + 2;
}

/* RFC 6891 section 6.1.2: no options, version 0, no flags. */
static unsigned char *put_opt(unsigned char *at, unsigned buffer_size)
{
    *at++ = 0;
    at = put_u16(at, TYPE_OPT);
    at = put_u16(at, buffer_size);
    memset(at, 0, 6);
    return at + 6;
}

size_t ddds_message_write_query(const struct message_query *query,
                                unsigned char wire[MESSAGE_QUERY_MAX])
{
    unsigned char *at = put_u16(wire, query->id);
    at = put_u16(at, (query->no_recursion ? 0 : FLAGS_RD) |
                         (query->asks_ad ? FLAGS_AD : 0) |
                         (query->no_validation ? FLAGS_CD : 0));
    at = put_u16(at, 1);
    at = put_u16(at, 0);
    at = put_u16(at, 0);
    at = put_u16(at, query->buffer_size > 0);
    at += ddds_domain_write(query->name, at);
    at = put_u16(at, query->type);
    at = put_u16(at, CLASS_IN);
    if (query->buffer_size > 0) {
        at = put_opt(at, query->buffer_size);
    }
    return (size_t)(at - wire);
}

/* ---- Names -------------------------------------------------------------- */

struct message_reader {
    const unsigned char *octets;
    size_t length;
    struct arena *arena;
    unsigned labels; /* how many more the names may have */
    bool has_no_memory;

    /* The name last read at the end of a pointer: most owners are the same. */
    size_t known_offset;
    const char *known_name;
};

/* A name written out. */
struct plain_name {
    unsigned char wire[LIMIT_NAME_WIRE];
    size_t length;
};

static const char past_end[] = "a name runs past the end";

/* Move |cursor| past the name, without following pointers. */
static void skip_name(struct cursor *cursor)
{
    for (;;) {
        unsigned length = ddds_cursor_u8(cursor);
        if (length >= POINTER) {
            ddds_cursor_u8(cursor);
            return;
        }
        if (length > LIMIT_LABEL) {
            cursor->failed = true; /* RFC 6891 section 5: not in use */
        }
        ddds_cursor_span(cursor, length);
        if (length == 0 || cursor->failed) {
            return;
        }
    }
}

/* Append the label of |length| octets at |at|. Returns NULL or an error. */
static const char *add_label(const struct message_reader *reader, size_t at,
                             size_t length, struct plain_name *name)
{
    size_t root = length > 0; /* one more octet must follow */
    if (length > LIMIT_LABEL) {
        return "a name has a label of a type that is not in use";
    }
    if (name->length + 1 + length + root > LIMIT_NAME_WIRE) {
        return "a name is longer than 255 octets";
    }
    if (reader->length - at < 1 + length) {
        return past_end;
    }
    memcpy(name->wire + name->length, reader->octets + at, 1 + length);
    name->length += 1 + length;
    return NULL;
}

/* Write out the name at |offset|. Returns NULL or an error. */
static const char *expand_name(struct message_reader *reader, size_t offset,
                               struct plain_name *name)
{
    size_t at = offset;
    size_t before = offset; /* a pointer must lead to an earlier octet */
    name->length = 0;
    for (;;) {
        if (reader->labels == 0 || at >= reader->length) {
            return past_end;
        }
        reader->labels--;
        size_t length = reader->octets[at];
        if (length < POINTER) {
            const char *why = add_label(reader, at, length, name);
            if (why != NULL || length == 0) {
                return why;
            }
            at += 1 + length;
            continue;
        }
        if (at + 1 >= reader->length) {
            return past_end;
        }
        at = (length & ~(size_t)POINTER) << 8 | reader->octets[at + 1];
        if (at >= before || at < MESSAGE_HEADER) {
            return "a compression pointer does not lead back to a name";
        }
        before = at;
    }
}

/* If the name at |offset| is only a pointer, return its target, else |offset|. */
static size_t resolve_pointer(const struct message_reader *reader,
                              size_t offset)
{
    if (reader->length - offset < 2 || reader->octets[offset] < POINTER) {
        return offset;
    }
    return (reader->octets[offset] & ~(size_t)POINTER) << 8 |
           reader->octets[offset + 1];
}

/* Read the name at |offset| into the arena, spelt as in name/domain.h. Returns
 * NULL or an error. */
static const char *read_name(struct message_reader *reader, size_t offset,
                             const char **name)
{
    size_t target = resolve_pointer(reader, offset);
    if (reader->known_name != NULL && target == reader->known_offset) {
        *name = reader->known_name;
        return NULL;
    }
    struct plain_name plain;
    char text[LIMIT_NAME_SIZE];
    *name = NULL;
    const char *why = expand_name(reader, offset, &plain);
    if (why != NULL) {
        return why;
    }
    struct cursor cursor = ddds_cursor_over(plain.wire, plain.length);
    if (ddds_domain_read(&cursor, text, NULL) != DDDS_OK) {
        return past_end; /* cannot happen: the name is well formed */
    }
    *name = ddds_arena_string(reader->arena, text);
    reader->known_offset = target;
    reader->known_name = *name;
    reader->has_no_memory = *name == NULL;
    return NULL;
}

/* ---- Records ------------------------------------------------------------ */

/* RDATA with names written out. Only types without names can be longer; those
 * are not copied. */
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

/* Append |length| octets, as far as they fit. If some do not, the RDATA are
 * longer than the type allows, and are still too long without them. */
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

/* Copy the next field, of |kind|. Returns NULL, or an error in a name. A field
 * that runs past the end is copied up to there: reading it will fail. */
static const char *copy_field(struct message_reader *reader,
                              struct cursor *cursor, enum rdata_field_kind kind,
                              struct plain_rdata *plain, bool *is_compressed)
{
    const unsigned char *begin = cursor->next;
    if (kind == FIELD_NAME) {
        struct plain_name name;
        skip_name(cursor);
        if (cursor->failed) {
            return past_end;
        }
        const char *why =
            expand_name(reader, (size_t)(begin - reader->octets), &name);
        if (why == NULL) {
            add_octets(plain, name.wire, name.length);
            *is_compressed |= (size_t)(cursor->next - begin) != name.length;
        }
        return why;
    }
    ddds_rdata_skip(kind, cursor);
    const unsigned char *end = cursor->failed ? cursor->end : cursor->next;
    add_octets(plain, begin, (size_t)(end - begin));
    return NULL;
}

/* Write out the names in the RDATA of |record|, which |layout| describes. */
static ddds_status expand_rdata(struct message_reader *reader,
                                const struct rdata_layout *layout,
                                struct message_record *record)
{
    struct plain_rdata plain = {.length = 0};
    struct cursor cursor =
        ddds_cursor_over(record->base.rdata, record->base.rdata_length);
    const struct rdata_field *field = layout->fields;
    for (; field->kind != FIELD_END && !cursor.failed; field++) {
        record->base.defect = copy_field(reader, &cursor, field->kind, &plain,
                                         &record->base.is_compressed);
        if (record->base.defect != NULL) {
            break;
        }
    }
    if (record->base.defect != NULL) {
        return DDDS_OK;
    }
    add_octets(&plain, cursor.next, ddds_cursor_left(&cursor));
    unsigned char *copy = ddds_arena_pack(reader->arena, plain.length + 1, 1);
    if (copy == NULL) {
        return DDDS_NO_MEMORY;
    }
    memcpy(copy, plain.octets, plain.length);
    record->base.rdata = copy;
    record->base.rdata_length = plain.length;
    return DDDS_OK;
}

/* Read a record except for its names; false if it runs past the end. */
static bool read_frame(struct cursor *cursor, struct message_record *record)
{
    skip_name(cursor);
    record->base.type = ddds_cursor_u16(cursor);
    record->class_number = ddds_cursor_u16(cursor);
    record->base.ttl = ddds_cursor_u32(cursor);
    record->base.rdata_length = ddds_cursor_u16(cursor);
    record->base.rdata = ddds_cursor_span(cursor, record->base.rdata_length);
    return !cursor->failed;
}

static ddds_status read_record(struct message_reader *reader,
                               struct cursor *cursor,
                               struct message_record *record)
{
    size_t offset = (size_t)(cursor->next - reader->octets);
    *record = (struct message_record){0};
    if (!read_frame(cursor, record)) {
        return DDDS_MALFORMED;
    }
    /* RFC 2181 section 8: a TTL with its highest bit set counts as 0. In an OPT
     * record the field has another meaning. */
    if (record->base.ttl > INT32_MAX && record->base.type != TYPE_OPT) {
        record->base.ttl = 0;
    }
    const char *why = read_name(reader, offset, &record->base.owner);
    const struct rdata_layout *layout = ddds_rdata_layout(record->base.type);
    if (why == NULL && layout != NULL && holds_names(layout)) {
        return expand_rdata(reader, layout, record);
    }
    record->base.defect = why;
    return reader->has_no_memory ? DDDS_NO_MEMORY : DDDS_OK;
}

/* Take the high bits of the RCODE from the first OPT record (RFC 6891 section
 * 6.1.3). */
static void take_opt(const struct message_record *record,
                     struct message *message)
{
    if (!message->has_edns) {
        message->has_edns = true;
        message->rcode |= record->base.ttl >> 24 << 4;
    }
}

static ddds_status read_records(struct message_reader *reader,
                                struct cursor *cursor, struct message *message,
                                struct ddds_error *error)
{
    size_t count = message->answer_count + message->authority_count +
                   message->additional_count;
    if (count > ddds_cursor_left(cursor) / RECORD_MIN) {
        return ddds_error_set(error, DDDS_MALFORMED, DDDS_NO_OFFSET,
                              "the message announces %zu records in %zu octets",
                              count, ddds_cursor_left(cursor));
    }
    struct message_record *records =
        ddds_arena_array(reader->arena, count, sizeof *records);
    if (records == NULL) {
        return ddds_error_no_memory(error);
    }
    message->records = records;
    for (size_t i = 0; i < count; i++) {
        ddds_status status = read_record(reader, cursor, &records[i]);
        if (status == DDDS_MALFORMED) {
            return ddds_error_set(error, status, DDDS_NO_OFFSET,
                                  "record %zu of %zu runs past the end of the "
                                  "message",
                                  i + 1, count);
        }
        if (status != DDDS_OK) {
            return ddds_error_no_memory(error);
        }
        if (records[i].base.type == TYPE_OPT) {
            take_opt(&records[i], message);
        }
    }
    return DDDS_OK;
}

/* ---- Messages ----------------------------------------------------------- */

static void read_header(struct cursor *cursor, struct message *message)
{
    message->id = ddds_cursor_u16(cursor);
    unsigned flags = ddds_cursor_u16(cursor);
    message->is_response = (flags & FLAGS_QR) != 0;
    message->is_authoritative = (flags & FLAGS_AA) != 0;
    message->is_truncated = (flags & FLAGS_TC) != 0;
    message->is_authenticated = (flags & FLAGS_AD) != 0;
    message->rcode = flags & FLAGS_RCODE;
    message->question_count = ddds_cursor_u16(cursor);
    message->answer_count = ddds_cursor_u16(cursor);
    message->authority_count = ddds_cursor_u16(cursor);
    message->additional_count = ddds_cursor_u16(cursor);
}

/* Read the first question, and skip others, which servers do not send. */
static ddds_status read_questions(struct message_reader *reader,
                                  struct cursor *cursor,
                                  struct message *message,
                                  struct ddds_error *error)
{
    for (unsigned i = 0; i < message->question_count; i++) {
        size_t offset = (size_t)(cursor->next - reader->octets);
        skip_name(cursor);
        uint16_t type = ddds_cursor_u16(cursor);
        uint16_t class_number = ddds_cursor_u16(cursor);
        const char *why = cursor->failed ? past_end : NULL;
        if (i == 0 && why == NULL) {
            why = read_name(reader, offset, &message->question);
            message->question_type = type;
            message->question_class = class_number;
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
    struct message_reader reader = {
        .octets = octets,
        .length = length,
        .arena = arena,
        .labels = LIMIT_MESSAGE_LABELS,
    };
    struct cursor cursor = ddds_cursor_over(octets, length);
    *message = (struct message){0};
    read_header(&cursor, message);
    if (cursor.failed) {
        return ddds_error_set(error, DDDS_MALFORMED, DDDS_NO_OFFSET,
                              "a message cannot have %zu octets", length);
    }
    ddds_status status = read_questions(&reader, &cursor, message, error);
    if (reader.has_no_memory) {
        return ddds_error_no_memory(error);
    }
    if (status == DDDS_OK) {
        status = read_records(&reader, &cursor, message, error);
    }
    if (status == DDDS_OK && reader.labels == 0) {
        return ddds_error_set(error, DDDS_LIMIT, DDDS_NO_OFFSET,
                              "the names of the message have more than %d "
                              "labels",
                              LIMIT_MESSAGE_LABELS);
    }
    return status;
}
