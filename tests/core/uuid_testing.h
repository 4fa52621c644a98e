/* Common functions of the tests of lib/core/uuid.
 *
 * SPDX-License-Identifier: MIT */
#ifndef UUID_TESTING_H
#define UUID_TESTING_H

#include <ddds/uuid.h>

#include "base/assertions.h"
#include "uuid/fields.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* The UUID whose canonical form is |text|. */
static inline struct ddds_uuid uuid_of(const char *text)
{
    struct ddds_uuid uuid;
    struct ddds_error error;
    if (ddds_uuid_parse(text, strlen(text), DDDS_UUID_CANONICAL, &uuid,
                        &error) != DDDS_OK) {
        fail_msg("%s: %s", text, error.detail);
    }
    return uuid;
}

/* The fields of |uuid|, of any time. */
static inline struct ddds_uuid_fields fields_of(const struct ddds_uuid *uuid)
{
    struct ddds_uuid_fields fields = DDDS_UUID_FIELDS_INIT;
    ddds_uuid_inspect(uuid, INT64_MAX, &fields);
    return fields;
}

/* Return the time of |uuid|, which must have a time. */
static inline int64_t time_of(const struct ddds_uuid *uuid)
{
    assert_true(fields_of(uuid).has_time);
    return fields_of(uuid).time;
}

static inline void assert_uuid(const struct ddds_uuid *uuid,
                               const char *expected)
{
    char text[DDDS_UUID_TEXT_SIZE];
    ddds_uuid_text(uuid, text);
    assert_string_equal(text, expected);
}

/* Numbers that look random and are the same in every run. */
static inline uint64_t next_number(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static inline struct ddds_uuid next_uuid(uint64_t *state)
{
    struct ddds_uuid uuid;
    uint64_t words[2] = {next_number(state), next_number(state)};
    memcpy(uuid.octets, words, sizeof uuid.octets);
    return uuid;
}

#endif
