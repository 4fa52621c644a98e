/* UUIDs are read and written without looking at an octet too many.
 *
 * proves  Every UUID is written as digits of lower case with hyphens in their
 *         places, and read again as itself. For any 36 octets, those that
 *         reading accepts are exactly digits and hyphens in their places, and
 *         writing gives them back in lower case; a UUID that is refused is
 *         not touched. ddds_uuid_parse of a text in one of the forms that have
 *         a fixed length looks at nothing after its length.
 * bound   none: all UUIDs, and all texts of 32, 36, 38 and 45 octets, as those
 *         forms have. Of OIDs and integers nothing is proved.
 * files   - options --unwind 41 --object-bits 12 mutant  lib/core/uuid/canonical.h
 * s/nibbles + UUID_EACH(6)) ^/nibbles + UUID_EACH(5)) ^/
 *
 * SPDX-License-Identifier: MIT */
#include "base/ascii.h"
#include "base/error.h"

#include "uuid/parse.c"

#include "proof.h"

static const struct ddds_uuid nil;
static const struct ddds_uuid max = {{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                                      0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                                      0xff, 0xff}};

const struct ddds_uuid *ddds_uuid_nil(void)
{
    return &nil;
}

const struct ddds_uuid *ddds_uuid_max(void)
{
    return &max;
}

static bool is_place_right(const char *text, size_t place)
{
    return is_hyphen_place(place)
               ? text[place] == '-'
               : ascii_hex_value((unsigned char)text[place]) >= 0;
}

static void write_and_read(void)
{
    struct ddds_uuid uuid;
    struct ddds_uuid again;
    char text[UUID_CANONICAL_LENGTH];
    uuid_canonical_write(&uuid, text);
    size_t place = nondet_size();
    ASSUME(place < sizeof text);
    PROVE(is_place_right(text, place));
    PROVE(!ascii_is_upper((unsigned char)text[place]));
    PROVE(uuid_canonical_read(text, &again));
    size_t octet = nondet_size();
    ASSUME(octet < sizeof uuid.octets);
    PROVE(uuid.octets[octet] == again.octets[octet]);
}

static void read_and_write(void)
{
    char text[UUID_CANONICAL_LENGTH];
    char again[UUID_CANONICAL_LENGTH];
    struct ddds_uuid uuid;
    const struct ddds_uuid before = uuid;
    bool is_uuid = true;
    for (size_t place = 0; place < sizeof text; place++) {
        is_uuid = is_uuid && is_place_right(text, place);
    }
    PROVE(uuid_canonical_read(text, &uuid) == is_uuid);
    size_t octet = nondet_size();
    ASSUME(octet < sizeof uuid.octets);
    PROVE(is_uuid || uuid.octets[octet] == before.octets[octet]);
    uuid_canonical_write(&uuid, again);
    size_t place = nondet_size();
    ASSUME(place < sizeof text);
    PROVE(!is_uuid || again[place] == ascii_to_lower(text[place]));
}

/* The text is an array of its own: what is after it is outside. */
#define PARSE(length)                                                          \
    do {                                                                       \
        char text[length];                                                     \
        struct ddds_uuid uuid;                                                 \
        ddds_status status =                                                   \
            ddds_uuid_parse(text, length, DDDS_UUID_FIXED, &uuid, NULL);       \
        PROVE(status == DDDS_OK || status == DDDS_BAD_INPUT);                  \
    } while (0)

enum {
    DDDS_UUID_FIXED = DDDS_UUID_CANONICAL | DDDS_UUID_URN | DDDS_UUID_SIMPLE |
                      DDDS_UUID_BRACED,
};

static void parse(void)
{
    PARSE(SIMPLE_LENGTH);
    PARSE(UUID_CANONICAL_LENGTH);
    PARSE(BRACED_LENGTH);
    PARSE(URN_LENGTH);
}

void prove(void)
{
    write_and_read();
    read_and_write();
    parse();
}
