/* Parser of "!ERE!replacement!flags" (RFC 3402 section 3.2).
 *
 * 1. The first character is the delimiter. Exactly two unescaped delimiters
 *    must follow; a backslash always escapes the next octet, so the field is
 *    scanned forward only.
 * 2. In the ERE an escaped delimiter becomes the plain character: it keeps its
 *    backslash if it would otherwise be special, and loses it in a bracket,
 *    where a backslash is an ordinary character.
 * 3. The replacement is split once, into literals and groups, so that rules are
 *    applied without parsing.
 * 4. The only flag is "i".
 *
 * See lib/DECISIONS.md, "delimiters and escapes".
 *
 * SPDX-License-Identifier: MIT */
#include "rule/substitution.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allowance.h"
#include "base/ascii.h"
#include "base/error.h"
#include "base/limits.h"
#include "base/sized.h"
#include "base/text.h"
#include "rule/ere_scan.h"

/* A field that is being parsed. */
struct substitution_reader {
    const char *field;
    size_t length;
    struct ddds_error *error;
    size_t width;  /* of the delimiter */
    size_t second; /* offsets of the other delimiters */
    size_t third;

    const char *ere; /* in the field, or |unescaped| */
    size_t ere_length;
    char unescaped[LIMIT_STRING + 1];
    bool is_shape;
    struct shape_draft draft;   /* if |is_shape| */
    struct ere_reading reading; /* otherwise */
    unsigned groups;
    bool matches_all;

    char literal[LIMIT_STRING + 1];
    size_t literal_length;
    struct piece pieces[LIMIT_STRING / 2 + 1];
    size_t piece_count;
    bool ignore_case;
    enum substitution_fault fault;
};

static ddds_status refuse(struct substitution_reader *reader,
                          enum substitution_fault fault, size_t at,
                          const char *why)
{
    reader->fault = fault;
    return ddds_error_set(reader->error, DDDS_MALFORMED, at,
                          "the substitution expression \"%.*s%s\" %s, at %zu",
                          ERROR_QUOTE(reader->field, reader->length), why, at);
}

/* ---- 1: delimiters ----------------------------------------------------- */

static ddds_status check_delimiter(struct substitution_reader *reader)
{
    unsigned char delimiter = (unsigned char)reader->field[0];
    if (ascii_is_digit(delimiter)) {
        return refuse(reader, SUBSTITUTION_FAULT_DELIMITER, 0,
                      "uses a digit as its delimiter, which would look like a "
                      "back-reference");
    }
    if (delimiter == 'i' || delimiter == 'I') {
        return refuse(reader, SUBSTITUTION_FAULT_DELIMITER, 0,
                      "uses the flag \"i\" as its delimiter");
    }
    if (delimiter == '\\') {
        return refuse(reader, SUBSTITUTION_FAULT_DELIMITER, 0,
                      "uses a backslash as its delimiter");
    }
    return DDDS_OK;
}

static ddds_status find_delimiters(struct substitution_reader *reader)
{
    const char *field = reader->field;
    size_t length = reader->length;
    reader->width = ddds_ere_delimiter_length(field, length);
    reader->second = ddds_ere_scan_delimiter(field, length, reader->width);
    reader->third = ddds_ere_scan_delimiter(field, length, reader->second + 1);
    if (reader->third == length) {
        return refuse(reader, SUBSTITUTION_FAULT_DELIMITERS, length,
                      "has fewer than three delimiters");
    }
    size_t fourth = ddds_ere_scan_delimiter(field, length, reader->third + 1);
    if (fourth < length) {
        return refuse(reader, SUBSTITUTION_FAULT_DELIMITERS, fourth,
                      "has more than three delimiters");
    }
    return DDDS_OK;
}

/* ---- 2: the ERE -------------------------------------------------------- */

/* Return true if the ERE has an escaped delimiter. */
static bool has_escaped_delimiter(const struct substitution_reader *reader)
{
    const char *end = reader->field + reader->second;
    const char *at = reader->field + reader->width;
    while ((at = memchr(at, '\\', (size_t)(end - at))) != NULL) {
        if (strncmp(at + 1, reader->field, reader->width) == 0) {
            return true;
        }
        at += 2;
    }
    return false;
}

/* Find the ERE, with its delimiters unescaped. */
static ddds_status unescape_ere(struct substitution_reader *reader)
{
    const char *ere = reader->field + reader->width;
    struct ere_scan scan;
    struct ere_token token;
    struct text out;
    reader->ere = ere;
    reader->ere_length = reader->second - reader->width;
    if (!has_escaped_delimiter(reader)) {
        return DDDS_OK;
    }
    ddds_text_init(&out, reader->unescaped, sizeof reader->unescaped);
    ddds_ere_scan_begin(&scan, ere, reader->ere_length, reader->field);
    while (ddds_ere_scan_next(&scan, &token)) {
        if (token.kind == ERE_TOKEN_STUCK_DELIMITER) {
            return refuse(reader, SUBSTITUTION_FAULT_ERE,
                          token.at + reader->width,
                          "escapes its delimiter in a bracket, where that "
                          "would mean something else");
        }
        ddds_text_add(&out, ere + token.at + token.length - token.ere_length,
                      token.ere_length);
    }
    reader->ere = reader->unescaped;
    reader->ere_length = out.length;
    return DDDS_OK;
}

/* Return the offset in the field of the octet |at| of the ERE. */
static size_t place_of(const struct substitution_reader *reader, size_t at)
{
    return reader->width + ddds_ere_scan_place(reader->field + reader->width,
                                               reader->second - reader->width,
                                               reader->field, at);
}

/* Fast path: most expressions match everything, or are shapes. */
static bool read_shape(struct substitution_reader *reader)
{
    reader->matches_all = ddds_ere_matches_all(reader->ere, reader->ere_length);
    if (reader->matches_all) {
        reader->groups = memchr(reader->ere, '(', reader->ere_length) != NULL;
        return true;
    }
    reader->is_shape = ddds_shape_read(reader->ere, reader->ere_length,
                                       reader->ignore_case, &reader->draft);
    if (reader->is_shape) {
        reader->groups = reader->draft.shape.groups;
    }
    return reader->is_shape;
}

static ddds_status read_ere(struct substitution_reader *reader)
{
    struct ddds_error inner;
    ddds_status status = unescape_ere(reader);
    if (status != DDDS_OK) {
        return status;
    }
    if (read_shape(reader)) {
        return DDDS_OK;
    }
    status = ddds_ere_read(reader->ere, reader->ere_length, &reader->reading,
                           &inner);
    if (status != DDDS_OK) {
        reader->fault = SUBSTITUTION_FAULT_ERE;
        ddds_error_set(reader->error, status, place_of(reader, inner.offset),
                       "%s", inner.detail);
        return status;
    }
    reader->groups = reader->reading.groups;
    return DDDS_OK;
}

/* ---- 3: the replacement ------------------------------------------------ */

/* End the current literal with |group|, and start another. */
static void add_piece(struct substitution_reader *reader, size_t begin,
                      uint8_t group)
{
    reader->pieces[reader->piece_count++] = (struct piece){
        .begin = (uint8_t)begin,
        .length = (uint8_t)(reader->literal_length - begin),
        .group = group,
    };
}

static ddds_status check_backreference(struct substitution_reader *reader,
                                       size_t at)
{
    int digit = reader->field[at + 1] - '0';
    if (digit == 0) {
        return refuse(reader, SUBSTITUTION_FAULT_ZERO, at,
                      "uses \\0: back-references are \\1 to \\9");
    }
    if ((unsigned)digit > reader->groups) {
        char why[64];
        snprintf(why, sizeof why,
                 "uses \\%d, but its expression has %u group%s", digit,
                 reader->groups, reader->groups == 1 ? "" : "s");
        return refuse(reader, SUBSTITUTION_FAULT_BACKREFERENCE, at, why);
    }
    return DDDS_OK;
}

static void add_literal(struct substitution_reader *reader, const char *text,
                        size_t length)
{
    memcpy(reader->literal + reader->literal_length, text, length);
    reader->literal_length += length;
}

/* Read the backslash at |at| and the octet that it escapes. */
static ddds_status read_escape(struct substitution_reader *reader, size_t at)
{
    const char *field = reader->field;
    char octet = field[at + 1];
    if (strncmp(field + at + 1, field, reader->width) != 0 && octet != '\\') {
        return refuse(reader, SUBSTITUTION_FAULT_ESCAPE, at,
                      "has a backslash in its replacement that is neither a "
                      "back-reference nor an escaped delimiter");
    }
    add_literal(reader, &octet, 1);
    return DDDS_OK;
}

static ddds_status read_replacement(struct substitution_reader *reader)
{
    const char *field = reader->field;
    size_t begin = 0;
    size_t at = reader->second + reader->width;
    while (at < reader->third) {
        const char *backslash = memchr(field + at, '\\', reader->third - at);
        size_t end =
            backslash != NULL ? (size_t)(backslash - field) : reader->third;
        add_literal(reader, field + at, end - at);
        at = end + 2;
        if (backslash == NULL) {
            break;
        }
        bool is_group = ascii_is_digit((unsigned char)backslash[1]);
        ddds_status status = is_group ? check_backreference(reader, end)
                                      : read_escape(reader, end);
        if (status != DDDS_OK) {
            return status;
        }
        if (is_group) {
            add_piece(reader, begin, (uint8_t)(backslash[1] - '0'));
            begin = reader->literal_length;
        }
    }
    add_piece(reader, begin, 0);
    return DDDS_OK;
}

/* ---- 4: flags, and entry ----------------------------------------------- */

static ddds_status read_flags(struct substitution_reader *reader)
{
    for (size_t at = reader->third + reader->width; at < reader->length; at++) {
        if (reader->field[at] != 'i' && reader->field[at] != 'I') {
            return refuse(reader, SUBSTITUTION_FAULT_FLAG, at,
                          "has a flag that is not \"i\"");
        }
        reader->ignore_case = true;
    }
    return DDDS_OK;
}

static ddds_status read_field(struct substitution_reader *reader)
{
    if (reader->length > LIMIT_STRING) {
        reader->fault = SUBSTITUTION_FAULT_LENGTH;
        return ddds_error_set(reader->error, DDDS_LIMIT, LIMIT_STRING,
                              "the substitution expression is longer than "
                              "255 octets");
    }
    if (reader->length == 0) {
        return refuse(reader, SUBSTITUTION_FAULT_DELIMITERS, 0, "is empty");
    }
    ddds_status status = check_delimiter(reader);
    status = status != DDDS_OK ? status : find_delimiters(reader);
    status = status != DDDS_OK ? status : read_flags(reader);
    status = status != DDDS_OK ? status : read_ere(reader);
    return status != DDDS_OK ? status : read_replacement(reader);
}

/* ---- Storing the result ------------------------------------------------ */

/* Store only the error. */
static struct ddds_substitution *
keep_error(const struct substitution_reader *reader,
           const struct ddds_error *error)
{
    size_t length = strlen(error->detail);
    struct ddds_substitution *kept = malloc(sizeof *kept + length + 1);
    if (kept != NULL) {
        char *next = (char *)(kept + 1);
        memset(kept, 0, sizeof *kept);
        kept->octets = sizeof *kept + length + 1;
        kept->status = error->status;
        kept->fault = reader->fault;
        kept->ere_fault = reader->reading.fault;
        kept->offset = error->offset;
        kept->detail = text_keep(&next, error->detail, length);
    }
    return kept;
}

/* The parts after the struct, in this order. */
struct layout {
    size_t shape; /* in octets */
    size_t pieces;
    size_t field;
    size_t ere; /* 0: it is a part of the field */
    size_t literal;
};

static struct layout lay_out(const struct substitution_reader *reader)
{
    size_t replacement = reader->third - reader->second - reader->width;
    return (struct layout){
        .shape = reader->is_shape ? ddds_shape_size(&reader->draft) : 0,
        .pieces = reader->piece_count * sizeof(struct piece),
        .field = reader->length + 1,
        .ere = reader->ere == reader->unescaped ? reader->ere_length + 1 : 0,
        .literal = reader->literal_length < replacement
                       ? reader->literal_length + 1
                       : 0,
    };
}

/* Store the field, and point to its parts, or to copies without escapes. */
static void keep_strings(const struct substitution_reader *reader,
                         const struct layout *layout, char *next,
                         struct ddds_substitution *kept)
{
    char *field = next;
    text_keep(&next, reader->field, reader->length);
    field[reader->second] = '\0';
    field[reader->third] = '\0';
    memcpy(kept->delimiter, reader->field, reader->width);
    kept->replacement = field + reader->second + reader->width;
    kept->flags = field + reader->third + reader->width;
    kept->ere = layout->ere == 0
                    ? field + reader->width
                    : text_keep(&next, reader->ere, reader->ere_length);
    kept->literal = layout->literal == 0 ? kept->replacement
                                         : text_keep(&next, reader->literal,
                                                     reader->literal_length);
    kept->literal_length = (uint8_t)reader->literal_length;
}

/* Store everything except the program, in one allocation. */
static struct ddds_substitution *
keep_reading(const struct substitution_reader *reader)
{
    struct layout layout = lay_out(reader);
    size_t octets = sizeof(struct ddds_substitution) + layout.shape +
                    layout.pieces + layout.field + layout.ere + layout.literal;
    struct ddds_substitution *kept = malloc(octets);
    if (kept == NULL) {
        return NULL;
    }
    char *next = (char *)(kept + 1);
    memset(kept, 0, sizeof *kept);
    kept->octets = octets;
    kept->offset = DDDS_NO_OFFSET;
    kept->matches_all = reader->matches_all;
    kept->is_constant = reader->piece_count == 1;
    kept->ignores_case = reader->ignore_case;
    kept->groups = (uint8_t)reader->groups;
    kept->piece_count = (uint8_t)reader->piece_count;
    if (reader->is_shape) {
        kept->shape = ddds_shape_write(&reader->draft, next);
    }
    next += layout.shape;
    kept->pieces = memcpy(next, reader->pieces, layout.pieces);
    keep_strings(reader, &layout, next + layout.pieces, kept);
    return kept;
}

struct ddds_substitution *ddds_substitution_read(struct ere_context *context,
                                                 const char *regexp)
{
    struct ddds_error error;
    struct substitution_reader reader;
    reader.field = regexp;
    reader.length = strlen(regexp);
    reader.error = &error;
    reader.width = reader.second = reader.third = 0;
    reader.ere = NULL;
    reader.ere_length = 0;
    reader.is_shape = false;
    reader.matches_all = false;
    reader.groups = 0;
    reader.literal_length = 0;
    reader.piece_count = 0;
    reader.ignore_case = false;
    reader.fault = SUBSTITUTION_FAULT_NONE;
    reader.reading.fault = ERE_FAULT_SYNTAX;
    reader.reading.groups = 0;
    reader.draft.shape.groups = 0;
    if (read_field(&reader) != DDDS_OK) {
        return keep_error(&reader, &error);
    }
    struct ddds_substitution *kept = keep_reading(&reader);
    if (kept == NULL) {
        return NULL;
    }
    kept->context = context;
    if (reader.is_shape || reader.matches_all) {
        return kept;
    }
    struct ere_program *program;
    ddds_status status = ddds_ere_compile(context, &reader.reading,
                                          reader.ignore_case, &program, &error);
    if (status == DDDS_OK) {
        atomic_init(&kept->program, program);
        return kept;
    }
    ddds_substitution_free(kept);
    reader.fault = SUBSTITUTION_FAULT_ERE;
    reader.reading.fault = ERE_FAULT_SIZE;
    return status == DDDS_NO_MEMORY ? NULL : keep_error(&reader, &error);
}

/* ---- Lazy compilation --------------------------------------------------- */

/* Compile the expression of a shape. */
static ddds_status make_program(const ddds_substitution *substitution,
                                struct ere_program **program,
                                struct ddds_error *error)
{
    struct ere_reading reading;
    ddds_status status = ddds_ere_read(
        substitution->ere, strlen(substitution->ere), &reading, error);
    return status != DDDS_OK
               ? status
               : ddds_ere_compile(substitution->context, &reading,
                                  substitution->ignores_case, program, error);
}

/* If several threads compile it, the first publishes its program, if the
 * allowance suffices. */
ddds_status ddds_substitution_program(const ddds_substitution *substitution,
                                      struct ere_program **program,
                                      struct ddds_error *error)
{
    *program =
        atomic_load_explicit(&substitution->program, memory_order_acquire);
    if (*program != NULL) {
        return DDDS_OK;
    }
    struct ere_program *made;
    ddds_status status = make_program(substitution, &made, error);
    if (status != DDDS_OK) {
        return status;
    }
    /* Not visible to callers, so it may be published in a constant object. */
    ddds_substitution *own = (ddds_substitution *)(uintptr_t)substitution;
    size_t octets = ddds_ere_program_octets(made);
    ddds_ere_program_limit(made, own->allowance);
    if (!ddds_allowance_take(own->allowance, octets) ||
        atomic_compare_exchange_strong(&own->program, program, made)) {
        *program = made;
    } else {
        ddds_allowance_give(own->allowance, octets);
        ddds_ere_program_free(made);
    }
    return DDDS_OK;
}

void ddds_substitution_leave_program(const ddds_substitution *substitution,
                                     struct ere_program *program)
{
    if (program !=
        atomic_load_explicit(&substitution->program, memory_order_acquire)) {
        ddds_ere_program_free(program);
    }
}

size_t ddds_substitution_octets(const ddds_substitution *substitution)
{
    return substitution->octets + ALLOWANCE_OVERHEAD +
           ddds_ere_program_octets(atomic_load(&substitution->program));
}

void ddds_substitution_limit(ddds_substitution *substitution,
                             atomic_size_t *allowance)
{
    substitution->allowance = allowance;
    ddds_ere_program_limit(atomic_load(&substitution->program), allowance);
}

const char *ddds_substitution_pattern(const ddds_substitution *substitution)
{
    char *known =
        atomic_load_explicit(&substitution->pattern, memory_order_acquire);
    if (known != NULL) {
        return known;
    }
    struct ere_reading reading;
    ddds_ere_read(substitution->ere, strlen(substitution->ere), &reading, NULL);
    char *made = malloc(reading.length + 1);
    if (made == NULL) {
        return NULL;
    }
    memcpy(made, reading.pattern, reading.length);
    made[reading.length] = '\0';
    ddds_substitution *own = (ddds_substitution *)(uintptr_t)substitution;
    if (atomic_compare_exchange_strong(&own->pattern, &known, made)) {
        return made;
    }
    free(made);
    return known;
}

/* ---- Public functions --------------------------------------------------- */

ddds_substitution *ddds_substitution_new(const char *regexp,
                                         struct ddds_error *error)
{
    struct ere_context *context = ddds_ere_context_new();
    struct ddds_substitution *substitution =
        context == NULL ? NULL : ddds_substitution_read(context, regexp);
    if (substitution == NULL) {
        ddds_ere_context_free(context);
        ddds_error_no_memory(error);
        return NULL;
    }
    if (substitution->status != DDDS_OK) {
        ddds_error_set(error, substitution->status, substitution->offset, "%s",
                       substitution->detail);
        ddds_substitution_free(substitution);
        ddds_ere_context_free(context);
        return NULL;
    }
    substitution->owns_context = true;
    return substitution;
}

void ddds_substitution_free(ddds_substitution *substitution)
{
    if (substitution != NULL) {
        ddds_ere_program_free(atomic_load(&substitution->program));
        free(atomic_load(&substitution->pattern));
        if (substitution->owns_context) {
            ddds_ere_context_free(substitution->context);
        }
        free(substitution);
    }
}

void ddds_substitution_split(const ddds_substitution *substitution,
                             struct ddds_substitution_parts *parts)
{
    const struct ddds_substitution_parts own = {
        .size = sizeof own,
        .delimiter = substitution->delimiter,
        .ere = substitution->ere,
        .replacement = substitution->replacement,
        .flags = substitution->flags,
        .groups = substitution->groups,
    };
    ddds_sized_fill(parts, &own, sizeof own);
}
