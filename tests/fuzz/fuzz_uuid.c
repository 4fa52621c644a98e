/* UUIDs and their times, read from hostile octets: two of rules, then text.
 *
 * The reader and the explainer agree, nothing is written on failure, and
 * offsets lie within the text. A UUID can be written in every form and read
 * again.
 *
 * SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <ddds/uuid.h>
#include <ddds/uuid_encoding.h>

#include "uuid/fields.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int truth)
{
    if (!truth) {
        abort();
    }
}

static void check_forms(const struct ddds_uuid *uuid)
{
    for (unsigned form = 1; form < DDDS_UUID_ANY_FORM; form <<= 1) {
        char text[DDDS_UUID_FORM_SIZE];
        struct ddds_uuid again;
        size_t length = ddds_uuid_format(uuid, form, text, sizeof text);
        require(length < sizeof text && strlen(text) == length);
        require(ddds_uuid_parse(text, length, form, &again, NULL) == DDDS_OK);
        require(ddds_uuid_equal(uuid, &again));
    }
}

static void check_encodings(const struct ddds_uuid *uuid)
{
    for (unsigned encoding = 0; encoding <= DDDS_UUID_GUID; encoding++) {
        char text[DDDS_UUID_ENCODED_SIZE];
        struct ddds_uuid again;
        size_t length = ddds_uuid_encode(uuid, encoding, text);
        require(length > 0 && strlen(text) == length);
        require(ddds_uuid_decode(text, length, encoding, &again, NULL) ==
                DDDS_OK);
        require(ddds_uuid_equal(uuid, &again));
    }
    struct ddds_uuid swapped;
    ddds_uuid_swap_guid(uuid, &swapped);
    ddds_uuid_swap_guid(&swapped, &swapped);
    require(ddds_uuid_equal(uuid, &swapped));
}

/* A UUID that was read from an encoding can be written in all encodings. */
static void check_decoding(const char *text, size_t length)
{
    for (unsigned encoding = 0; encoding <= DDDS_UUID_GUID; encoding++) {
        struct ddds_uuid uuid;
        struct ddds_error error;
        if (ddds_uuid_decode(text, length, encoding, &uuid, &error) ==
            DDDS_OK) {
            check_encodings(&uuid);
        } else {
            require(error.offset <= length);
        }
    }
}

static void check_fields(const struct ddds_uuid *uuid)
{
    struct ddds_uuid_fields fields = DDDS_UUID_FIELDS_INIT;
    struct ddds_uuid other;
    struct ddds_uuid again;
    ddds_uuid_inspect(uuid, 0, &fields);
    require(fields.version < 16 && fields.notes < 1U << DDDS_UUID_NOTE_COUNT);
    if (ddds_uuid_convert(uuid, 6, &other, NULL) == DDDS_OK) {
        require(ddds_uuid_convert(&other, 1, &again, NULL) == DDDS_OK);
        require(ddds_uuid_equal(uuid, &again));
    }
    if (fields.has_time) {
        char text[DDDS_UUID_TIME_SIZE];
        int64_t ticks;
        ddds_uuid_time_format(fields.time, 7, text);
        require(ddds_uuid_time_parse(text, strlen(text), &ticks, NULL) ==
                DDDS_OK);
        require(ticks == fields.time);
    }
}

static void check_text(const char *text, size_t length, unsigned rules)
{
    struct ddds_uuid uuid = *ddds_uuid_max();
    struct ddds_error error;
    ddds_status status = ddds_uuid_parse(text, length, rules, &uuid, &error);
    struct ddds_uuid_diagnosis why = ddds_uuid_diagnose(text, length, rules);
    require((status == DDDS_OK) == (why.expected == NULL));
    require(ddds_uuid_parse(text, length, rules, NULL, NULL) == status);
    if (status == DDDS_OK) {
        check_forms(&uuid);
        check_fields(&uuid);
        return;
    }
    require(ddds_uuid_equal(&uuid, ddds_uuid_max()));
    require(why.offset == error.offset);
    require(why.offset <= length || why.offset == DDDS_NO_OFFSET);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2) {
        return 0;
    }
    unsigned rules = (unsigned)(data[0] | data[1] << 8);
    /* A copy of the exact size, so that a step past it is seen. */
    size_t length = size - 2;
    char *text = malloc(length + 1);
    require(text != NULL);
    char *copy = realloc(text, length > 0 ? length : 1);
    require(copy != NULL);
    memcpy(copy, data + 2, length);
    check_text(copy, length, rules & (DDDS_UUID_UPPER - 1));
    check_decoding(copy, length);
    int64_t ticks;
    if (ddds_uuid_time_parse(copy, length, &ticks, NULL) == DDDS_OK) {
        char time[DDDS_UUID_TIME_SIZE];
        ddds_uuid_time_format(ticks, 7, time);
        require(strlen(time) < sizeof time);
    }
    free(copy);
    return 0;
}
