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
 * files   -
 * options --unwind 46 --object-bits 12
 * mutant  lib/core/uuid/text_forms.c s/value < 1 << width/value <= 1 << width/
 *
 * SPDX-License-Identifier: MIT */
#include "base/ascii.h"
#include "base/error.h"

#include "uuid/fields.c"
#include "uuid/text_forms.c"

#include "proof.h"

enum {
    UUID_CANONICAL_LENGTH = 36,
    BRACED_LENGTH = 38,
    URN_LENGTH = 45,
};

static bool is_place_right(const char *text, size_t place)
{
    return place == 8 || place == 13 || place == 18 || place == 23
               ? text[place] == '-'
               : ascii_hex_value((unsigned char)text[place]) >= 0;
}

static bool read_canonical(const char *text, struct ddds_uuid *uuid)
{
    return ddds_uuid_parse(text, UUID_CANONICAL_LENGTH, DDDS_UUID_CANONICAL,
                           uuid, NULL) == DDDS_OK;
}

static void write_and_read(void)
{
    struct ddds_uuid uuid;
    struct ddds_uuid again;
    char text[DDDS_UUID_TEXT_SIZE];
    ddds_uuid_text(&uuid, text);
    size_t place = nondet_size();
    ASSUME(place < UUID_CANONICAL_LENGTH);
    PROVE(is_place_right(text, place));
    PROVE(!ascii_is_upper((unsigned char)text[place]));
    PROVE(read_canonical(text, &again));
    size_t octet = nondet_size();
    ASSUME(octet < sizeof uuid.octets);
    PROVE(uuid.octets[octet] == again.octets[octet]);
}

static void read_and_write(void)
{
    char text[UUID_CANONICAL_LENGTH];
    char again[DDDS_UUID_TEXT_SIZE];
    struct ddds_uuid uuid;
    const struct ddds_uuid before = uuid;
    bool is_uuid = true;
    for (size_t place = 0; place < sizeof text; place++) {
        is_uuid = is_uuid && is_place_right(text, place);
    }
    PROVE(read_canonical(text, &uuid) == is_uuid);
    size_t octet = nondet_size();
    ASSUME(octet < sizeof uuid.octets);
    PROVE(is_uuid || uuid.octets[octet] == before.octets[octet]);
    ddds_uuid_text(&uuid, again);
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
