/* A reader of URIs (RFC 3986 appendix A) that accepts the same strings as
 * name/uri.c.
 *
 * Until "@", the authority may be user information or a host; both are tried.
 *
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "check/readers/outputs.h"
#include "base/octet.h"

enum region {
    REGION_EMPTY,
    REGION_SCHEME,
    REGION_COLON, /* nothing was read after the scheme */
    REGION_SLASH, /* a slash was read after the scheme */
    REGION_AUTHORITY,
    REGION_LITERAL,       /* in brackets */
    REGION_AFTER_LITERAL, /* after the brackets */
    REGION_PORT,          /* after an IP literal */
    REGION_PATH,
    REGION_QUERY,
    REGION_FRAGMENT,
    REGION_BAD,
};

/* The authority, if no "@" follows; |may_be_user|: or user information. */
enum host { HOST_NAME, HOST_PORT, HOST_BAD };

/* |encoding| octets are missing from a %-encoding. |literal| is the state of
 * the text in brackets. */
struct uri_state {
    enum region region;
    unsigned encoding;
    enum host host;
    bool may_be_user;
    bool is_begin;  /* of the authority, or of the host after "@" */
    bool has_user;  /* "@" was read */
    bool is_hollow; /* neither a host nor a path follows the scheme */
    unsigned literal;
};

struct uri_reader {
    struct reader base;
    bool is_absolute;
};

static uint32_t pack(const struct uri_state *state)
{
    if (state->region == REGION_BAD) {
        return REGION_BAD;
    }
    return (uint32_t)state->region | state->encoding << 4 |
           (uint32_t)state->host << 6 | (uint32_t)state->may_be_user << 8 |
           (uint32_t)state->is_begin << 9 | (uint32_t)state->has_user << 10 |
           (uint32_t)state->is_hollow << 11 | state->literal << 12;
}

static struct uri_state unpack(uint32_t state)
{
    return (struct uri_state){
        .region = (enum region)(state & 0xf),
        .encoding = state >> 4 & 3,
        .host = (enum host)(state >> 6 & 3),
        .may_be_user = (state >> 8 & 1) != 0,
        .is_begin = (state >> 9 & 1) != 0,
        .has_user = (state >> 10 & 1) != 0,
        .is_hollow = (state >> 11 & 1) != 0,
        .literal = state >> 12,
    };
}

static struct uri_state in_region(enum region region)
{
    return (struct uri_state){.region = region};
}

/* Return the region that |octet| starts after a path or authority; otherwise
 * REGION_BAD. */
static enum region region_after(unsigned char octet)
{
    return octet == '/'   ? REGION_PATH
           : octet == '?' ? REGION_QUERY
           : octet == '#' ? REGION_FRAGMENT
                          : REGION_BAD;
}

/* Read |octet| of a component of |classes|, with encodings. Return false if it
 * is invalid there. */
static bool read_component(struct uri_state *state, unsigned char octet,
                           unsigned classes)
{
    if (state->encoding > 0) {
        state->encoding--;
        return ascii_hex_value(octet) >= 0;
    }
    if (octet == '%') {
        state->encoding = 2;
        return true;
    }
    return octet_is((char)octet, classes);
}

/* ---- The authority ------------------------------------------------------- */

/* Return the state of a host or port in the authority after |octet|. */
static enum host step_host(const struct uri_state *state, unsigned char octet)
{
    struct uri_state host = *state;
    if (state->host == HOST_PORT) {
        return ascii_is_digit(octet) ? HOST_PORT : HOST_BAD;
    }
    if (state->host == HOST_NAME && octet == ':' && state->encoding == 0) {
        return HOST_PORT;
    }
    return state->host == HOST_NAME && read_component(&host, octet, OCTET_HOST)
               ? HOST_NAME
               : HOST_BAD;
}

static struct uri_state step_authority(struct uri_state state,
                                       unsigned char octet)
{
    bool is_whole = state.encoding == 0;
    if (is_whole && octet == '@' && !state.has_user) {
        return state.may_be_user
                   ? (struct uri_state){.region = REGION_AUTHORITY,
                                        .is_begin = true,
                                        .has_user = true}
                   : in_region(REGION_BAD);
    }
    if (octet == '/' || octet == '?' || octet == '#') {
        return in_region(is_whole && state.host != HOST_BAD
                             ? region_after(octet)
                             : REGION_BAD);
    }
    if (state.is_begin && octet == '[') {
        return in_region(REGION_LITERAL);
    }
    struct uri_state next = state;
    next.is_begin = false;
    next.host = step_host(&state, octet);
    next.may_be_user =
        state.may_be_user && read_component(&next, octet, OCTET_USERINFO);
    if (!state.may_be_user) {
        next.encoding = state.encoding;
        (void)read_component(&next, octet, OCTET_HOST);
    }
    return next.host == HOST_BAD && !next.may_be_user ? in_region(REGION_BAD)
                                                      : next;
}

/* ---- IP literals --------------------------------------------------------- */

/* State of a number in an IPv4 address. */
enum decimal {
    DECIMAL_NONE,
    DECIMAL_ONE,   /* 1 */
    DECIMAL_TWO,   /* 2 */
    DECIMAL_DIGIT, /* 3 to 9 */
    DECIMAL_TENS,  /* 10 to 19, 20 to 24: may have another digit */
    DECIMAL_FIFTY, /* 25: may have another digit, up to 5 */
    DECIMAL_FULL,  /* 0, or a complete number */
    DECIMAL_BAD,
};

/* State of an IPv6 address: |groups| are complete, and the next has |digits|.
 * |dots| counts those of an IPv4 address. |version| is 1 after the "v" of an
 * IPvFuture address, 2 in its version, 3 after its dot, 4 in its address. */
struct literal {
    unsigned groups;
    unsigned digits;
    unsigned colons; /* before the group: 1, or 2 for "::" */
    bool elided;
    enum decimal decimal;
    unsigned dots;
    unsigned version;
    bool has_begun;
};

static unsigned pack_literal(const struct literal *literal)
{
    return literal->groups | literal->digits << 4 | literal->colons << 7 |
           (unsigned)literal->elided << 9 | (unsigned)literal->decimal << 10 |
           literal->dots << 13 | literal->version << 15 |
           (unsigned)literal->has_begun << 18;
}

static struct literal unpack_literal(unsigned state)
{
    return (struct literal){
        .groups = state & 0xf,
        .digits = state >> 4 & 7,
        .colons = state >> 7 & 3,
        .elided = (state >> 9 & 1) != 0,
        .decimal = (enum decimal)(state >> 10 & 7),
        .dots = state >> 13 & 3,
        .version = state >> 15 & 7,
        .has_begun = (state >> 18 & 1) != 0,
    };
}

static enum decimal step_decimal(enum decimal decimal, unsigned char octet)
{
    if (!ascii_is_digit(octet)) {
        return DECIMAL_BAD;
    }
    switch (decimal) {
    case DECIMAL_NONE:
        return octet == '0'   ? DECIMAL_FULL
               : octet == '1' ? DECIMAL_ONE
               : octet == '2' ? DECIMAL_TWO
                              : DECIMAL_DIGIT;
    case DECIMAL_ONE:
        return DECIMAL_TENS;
    case DECIMAL_TWO:
        return octet < '5'    ? DECIMAL_TENS
               : octet == '5' ? DECIMAL_FIFTY
                              : DECIMAL_FULL;
    case DECIMAL_DIGIT:
    case DECIMAL_TENS:
        return DECIMAL_FULL;
    case DECIMAL_FIFTY:
        return octet <= '5' ? DECIMAL_FULL : DECIMAL_BAD;
    default:
        return DECIMAL_BAD;
    }
}

static bool step_version(struct literal *literal, unsigned char octet)
{
    bool is_hex = ascii_hex_value(octet) >= 0;
    switch (literal->version) {
    case 1:
        literal->version = 2;
        return is_hex;
    case 2:
        literal->version = octet == '.' ? 3 : 2;
        return is_hex || octet == '.';
    default:
        literal->version = 4;
        return octet_is((char)octet, OCTET_USERINFO);
    }
}

static bool step_colon_of_group(struct literal *literal)
{
    literal->groups += literal->digits > 0;
    bool is_first = !literal->has_begun;
    bool is_double = literal->digits == 0 && literal->colons == 1;
    literal->colons = is_double ? 2 : 1;
    if (is_double) {
        is_first = literal->elided;
        literal->elided = true;
    } else if (literal->digits == 0 && !is_first) {
        return false;
    }
    literal->digits = 0;
    literal->decimal = DECIMAL_NONE;
    return literal->dots == 0 && literal->groups < 8 &&
           (is_double ? !is_first : true);
}

static bool step_address(struct literal *literal, unsigned char octet)
{
    bool begins_with_colon = literal->has_begun && literal->groups == 0 &&
                             literal->digits == 0 && literal->colons == 1;
    if (octet == ':') {
        return step_colon_of_group(literal);
    }
    if (begins_with_colon) { /* a single colon */
        return false;
    }
    if (octet == '.') {
        bool fits =
            literal->elided ? literal->groups <= 5 : literal->groups == 6;
        bool is_number =
            literal->decimal != DECIMAL_NONE && literal->decimal != DECIMAL_BAD;
        literal->decimal = DECIMAL_NONE;
        literal->digits = 0;
        return fits && is_number && ++literal->dots <= 3;
    }
    if (literal->dots > 0) {
        literal->decimal = step_decimal(literal->decimal, octet);
        return literal->decimal != DECIMAL_BAD;
    }
    literal->decimal = step_decimal(literal->decimal, octet);
    literal->digits++;
    return ascii_hex_value(octet) >= 0 && literal->digits <= 4 &&
           literal->groups < (literal->elided ? 7U : 8U);
}

/* Return true if the bracket may close. */
static bool is_literal(const struct literal *literal)
{
    unsigned groups = literal->groups + (literal->digits > 0) +
                      (literal->dots == 3 ? 2U : 0U);
    if (literal->version > 0) {
        return literal->version == 4;
    }
    bool has_end = literal->dots == 3 ? literal->decimal != DECIMAL_NONE
                                      : literal->dots == 0;
    bool ends_in_colon = literal->dots == 0 && literal->digits == 0;
    return has_end && (ends_in_colon ? literal->colons == 2 : true) &&
           (literal->elided ? groups <= 7 : groups == 8);
}

static struct uri_state step_literal(struct uri_state state,
                                     unsigned char octet)
{
    struct literal literal = unpack_literal(state.literal);
    if (octet == ']') {
        return in_region(is_literal(&literal) ? REGION_AFTER_LITERAL
                                              : REGION_BAD);
    }
    bool is_version = !literal.has_begun && ascii_to_lower((char)octet) == 'v';
    bool fits = literal.version > 0
                    ? step_version(&literal, octet)
                    : is_version || step_address(&literal, octet);
    literal.version = is_version ? 1 : literal.version;
    literal.has_begun = true;
    state.literal = pack_literal(&literal);
    return fits ? state : in_region(REGION_BAD);
}

/* ---- The whole ----------------------------------------------------------- */

static struct uri_state step_start(struct uri_state state, unsigned char octet)
{
    switch (state.region) {
    case REGION_EMPTY:
        return in_region(ascii_is_alpha(octet) ? REGION_SCHEME : REGION_BAD);
    case REGION_SCHEME:
        return in_region(octet == ':'                          ? REGION_COLON
                         : octet_is((char)octet, OCTET_SCHEME) ? REGION_SCHEME
                                                               : REGION_BAD);
    default: /* REGION_SLASH */
        return (struct uri_state){
            .region = REGION_AUTHORITY, .may_be_user = true, .is_begin = true};
    }
}

/* Read an octet of a path, a query or a fragment. */
static struct uri_state step_rest(struct uri_state state, unsigned char octet)
{
    bool is_path = state.region == REGION_PATH;
    if (state.encoding == 0 && octet == '#' &&
        state.region != REGION_FRAGMENT) {
        return in_region(REGION_FRAGMENT);
    }
    if (state.encoding == 0 && octet == '?' && is_path) {
        return in_region(REGION_QUERY);
    }
    bool fits =
        read_component(&state, octet, is_path ? OCTET_PATH : OCTET_QUERY);
    return fits ? state : in_region(REGION_BAD);
}

static struct uri_state step_colon(unsigned char octet)
{
    if (octet == '/') {
        return in_region(REGION_SLASH);
    }
    if (octet == '?' || octet == '#') {
        struct uri_state next = in_region(region_after(octet));
        next.is_hollow = true;
        return next;
    }
    return step_rest(in_region(REGION_PATH), octet);
}

static struct uri_state step_after_literal(struct uri_state state,
                                           unsigned char octet)
{
    if (state.region == REGION_PORT ? ascii_is_digit(octet) : octet == ':') {
        return in_region(REGION_PORT);
    }
    return in_region(region_after(octet));
}

static uint32_t step(struct reader *base, uint32_t packed, unsigned char octet)
{
    struct uri_state state = unpack(packed);
    (void)base;
    switch (state.region) {
    case REGION_EMPTY:
    case REGION_SCHEME:
        state = step_start(state, octet);
        break;
    case REGION_COLON:
        state = step_colon(octet);
        break;
    case REGION_SLASH:
        state = octet == '/' ? step_start(state, octet)
                             : step_rest(in_region(REGION_PATH), octet);
        break;
    case REGION_AUTHORITY:
        state = step_authority(state, octet);
        break;
    case REGION_LITERAL:
        state = step_literal(state, octet);
        break;
    case REGION_AFTER_LITERAL:
    case REGION_PORT:
        state = step_after_literal(state, octet);
        break;
    case REGION_PATH:
    case REGION_QUERY:
    case REGION_FRAGMENT:
        state = step_rest(state, octet);
        break;
    case REGION_BAD:
        break;
    }
    return pack(&state);
}

/* Return true if a URI may end here. */
static bool is_whole(const struct uri_state *state)
{
    return state->encoding == 0 && state->region != REGION_SCHEME &&
           state->region != REGION_LITERAL && state->region != REGION_BAD &&
           (state->region != REGION_AUTHORITY || state->host != HOST_BAD);
}

static uint32_t label(struct reader *base, uint32_t packed)
{
    const struct uri_reader *reader = (const struct uri_reader *)base;
    struct uri_state state = unpack(packed);
    bool is_absolute = state.region != REGION_COLON &&
                       state.region != REGION_FRAGMENT && !state.is_hollow;
    if (state.region == REGION_EMPTY) {
        return OUTPUT_EMPTY;
    }
    return is_whole(&state) && (is_absolute || !reader->is_absolute)
               ? OUTPUT_GOOD
               : OUTPUT_BAD;
}

/* Classes of octets that are valid in the same parts of a URI. Digits are all
 * different, because brackets may contain an IPv4 address. */
static void find_marks(uint8_t marks[256])
{
    static const char apart[] = "%:/?#[]@.vV";
    memset(marks, 0, 256);
    for (unsigned octet = 1; octet < 256; octet++) {
        const char *special = strchr(apart, (char)octet);
        marks[octet] = (uint8_t)(ddds_octet_classes[octet] == 0 ? 0 : 1);
        if (ascii_hex_value((unsigned char)octet) >= 0) {
            marks[octet] = ascii_is_digit((unsigned char)octet)
                               ? (uint8_t)(128 + octet)
                               : 127;
        } else if (special != NULL) {
            marks[octet] = (uint8_t)(2 + (special - apart));
        }
    }
}

struct reader *ddds_output_uri(bool is_absolute)
{
    static const struct reader_class methods = {step, label, reader_free_alone};
    struct uri_reader *reader = calloc(1, sizeof *reader);
    uint8_t marks[256];
    if (reader == NULL) {
        return NULL;
    }
    reader->base.methods = &methods;
    reader->is_absolute = is_absolute;
    ddds_octets_begin(&reader->base, ddds_octet_classes);
    find_marks(marks);
    ddds_octets_split(&reader->base, marks);
    return &reader->base;
}
