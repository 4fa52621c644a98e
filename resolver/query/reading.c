/* Interpret records independently of applications: fields by RFC 3403 section
 * 4.1, flags by RFC 3404 section 4.3, expressions by RFC 3402 section 3.2.
 *
 * SPDX-License-Identifier: MIT */
#include "query/reading.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ddds/rule.h>

#include "lint/rule_outputs.h"

enum { FLAGS, SERVICES, REGEXP, STRINGS };

static void blame(struct reading *reading, const char *what, const char *why)
{
    if (reading->fault[0] == '\0') {
        snprintf(reading->fault, sizeof reading->fault, "%s%s", what, why);
    }
}

/* Copy |span| to |text|; false if it contains NUL. */
static bool copy_string(struct ddds_span span, char text[DDDS_FIELD_SIZE])
{
    memcpy(text, span.text, span.length);
    text[span.length] = '\0';
    return strlen(text) == span.length;
}

static void read_regexp(struct reading *reading, const char *regexp)
{
    struct ddds_error error;
    reading->expression = ddds_substitution_new(regexp, &error);
    if (reading->expression == NULL) {
        blame(reading, "regexp: ", error.detail);
        return;
    }
    reading->parts =
        (struct ddds_substitution_parts)DDDS_SUBSTITUTION_PARTS_INIT;
    ddds_substitution_split(reading->expression, &reading->parts);
}

static void read_flags(struct reading *reading, const char *flags)
{
    reading->next = ddds_flags_interpret(flags, "SAUPD");
    reading->has_next = reading->next != DDDS_NEXT_UNKNOWN &&
                        reading->next != DDDS_NEXT_CONFLICTING;
    if (reading->next == DDDS_NEXT_CONFLICTING) {
        blame(reading, "flags: ", "two of S, A, U, P and D exclude each other");
    } else if (reading->next == DDDS_NEXT_UNKNOWN) {
        blame(reading, "flags: ",
              "not S, A, U, P or D alone: clients for URNs and URIs ignore the "
              "record (RFC 3404 section 4.3)");
    }
}

/* RFC 3403 section 4.1: exactly one of the two fields. */
static void check_fields(struct reading *reading)
{
    bool has_regexp = reading->fields.strings[REGEXP].length > 0;
    bool has_replacement = reading->fields.name[0] != '\0';
    if (has_regexp && has_replacement) {
        blame(reading, "",
              "a regexp and a replacement: only one is allowed (RFC 3403 "
              "section 4.1)");
    } else if (!has_regexp && !has_replacement) {
        blame(reading, "",
              "neither regexp nor replacement: the rule has no output");
    } else if (has_replacement && reading->next == DDDS_NEXT_URI) {
        blame(reading, "", "U needs a regexp: a replacement is not a URI");
    }
}

/* Check the constant part of the output (RFC 3402 section 3.3). */
static void check_output(struct reading *reading)
{
    struct ddds_error error;
    if (!reading->has_next || reading->fault[0] != '\0') {
        return;
    }
    if (reading->expression != NULL) {
        if (!output_is_possible(reading->next, reading->parts.replacement,
                                &error)) {
            blame(reading, "regexp: ", error.detail);
        }
    } else if (reading->next != DDDS_NEXT_PROTOCOL &&
               !output_is_replacement(reading->fields.name, &error)) {
        blame(reading, "replacement: ", error.detail);
    }
}

static void read_naptr(struct reading *reading)
{
    static const char *const names[] = {"flags", "services", "regexp"};
    char texts[STRINGS][DDDS_FIELD_SIZE] = {{0}};
    const struct ddds_fields *fields = &reading->fields;
    bool are_strings = true;
    for (size_t i = 0; i < fields->string_count && i < STRINGS; i++) {
        if (!copy_string(fields->strings[i], texts[i])) {
            blame(reading, names[i], ": contains a NUL octet");
            are_strings = false;
        }
    }
    if (!are_strings || !reading->is_whole) {
        return;
    }
    read_flags(reading, texts[FLAGS]);
    if (texts[REGEXP][0] != '\0') {
        read_regexp(reading, texts[REGEXP]);
    }
    check_fields(reading);
    check_output(reading);
}

void reading_make(struct reading *reading, const struct ddds_record *record,
                  size_t place)
{
    struct ddds_error error;
    *reading =
        (struct reading){.record = record,
                         .place = place,
                         .fields = DDDS_FIELDS_INIT,
                         .is_opaque = ddds_type_name(record->type) == NULL};
    if (reading->is_opaque) {
        return;
    }
    reading->is_whole =
        ddds_record_read(record, &reading->fields, &error) == DDDS_OK;
    if (!reading->is_whole) {
        blame(reading, "", error.detail);
    }
    if (record->type == DDDS_TYPE_NAPTR) {
        read_naptr(reading);
    }
}

void readings_clear(struct reading *readings, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        ddds_substitution_free(readings[i].expression);
    }
}

/* ---- Sorting ------------------------------------------------------------ */

/* Compare the first two numbers. For SRV and URI a higher weight comes first,
 * because clients choose it most often. */
static int compare_numbers(const struct reading *one,
                           const struct reading *other)
{
    const uint16_t *numbers = one->fields.numbers;
    const uint16_t *others = other->fields.numbers;
    bool has_weight = one->record->type == DDDS_TYPE_SRV ||
                      one->record->type == DDDS_TYPE_URI;
    if (numbers[0] != others[0]) {
        return numbers[0] < others[0] ? -1 : 1;
    }
    if (numbers[1] != others[1]) {
        return (numbers[1] < others[1]) != has_weight ? -1 : 1;
    }
    return 0;
}

/* Break ties in canonical order (RFC 4034 section 6.3). */
static int compare_data(const struct ddds_record *one,
                        const struct ddds_record *other)
{
    size_t length = one->rdata_length < other->rdata_length
                        ? one->rdata_length
                        : other->rdata_length;
    int order = length > 0 && one->type == other->type
                    ? memcmp(one->rdata, other->rdata, length)
                    : 0;
    return order != 0 || one->type != other->type
               ? order
               : (one->rdata_length > other->rdata_length) -
                     (one->rdata_length < other->rdata_length);
}

static int compare(const void *first, const void *second)
{
    const struct reading *one = first;
    const struct reading *other = second;
    bool is_read = one->is_whole || one->fields.number_count > 1;
    bool other_is_read = other->is_whole || other->fields.number_count > 1;
    if (is_read != other_is_read) {
        return is_read ? -1 : 1;
    }
    int order = compare_numbers(one, other);
    if (order == 0) {
        order = memcmp(one->fields.address, other->fields.address,
                       sizeof one->fields.address);
    }
    order = order != 0 ? order : compare_data(one->record, other->record);
    return order != 0                  ? order
           : one->place < other->place ? -1
                                       : one->place > other->place;
}

void reading_sort(struct reading *readings, size_t count)
{
    if (count > 1) {
        qsort(readings, count, sizeof *readings, compare);
    }
}
