/* The reader of URIs (RFC 3986 appendix A), as name/uri.c reads them.
 *
 * Until an "@" has come, the authority may be a host, or user information
 * before one: both are followed. Text in brackets is kept, and read by the
 * parser as soon as they end.
 *
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include <ddds/uri.h>

#include "base/ascii.h"
#include "check/sets/intern.h"
#include "check/readers/outputs.h"
#include "base/octet.h"

enum { LITERAL = 64 /* octets of an IP literal */ };

enum region {
    REGION_EMPTY,
    REGION_SCHEME,
    REGION_COLON, /* after the scheme: nothing has followed it */
    REGION_SLASH, /* one slash follows it */
    REGION_AUTHORITY,
    REGION_LITERAL,       /* in brackets */
    REGION_AFTER_LITERAL, /* and after them */
    REGION_PORT,          /* after an IP literal */
    REGION_PATH,
    REGION_QUERY,
    REGION_FRAGMENT,
    REGION_BAD,
    REGION_UNSURE,
};

/* Of the authority: what it is if no "@" comes, and whether it may be user
 * information. */
enum host { HOST_NAME, HOST_PORT, HOST_BAD };

/* |encoding| counts the octets of a %-encoding that are still to come.
 * |literal| is the number of the text in brackets. */
struct uri_state {
    enum region region;
    unsigned encoding;
    enum host host;
    bool may_be_user;
    bool is_begin;  /* of the authority, or of the host after "@" */
    bool has_user;  /* "@" has come */
    bool is_hollow; /* neither a host nor a path follows the scheme */
    unsigned literal;
};

struct uri_reader {
    struct reader base;
    bool is_absolute;
    struct intern literals;
};

static uint32_t pack(const struct uri_state *state)
{
    if (state->region == REGION_BAD || state->region == REGION_UNSURE) {
        return state->region;
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

/* The region after the path or the authority; REGION_BAD if |octet| begins
 * none. */
static enum region region_after(unsigned char octet)
{
    return octet == '/'   ? REGION_PATH
           : octet == '?' ? REGION_QUERY
           : octet == '#' ? REGION_FRAGMENT
                          : REGION_BAD;
}

/* Read |octet| of a component of |classes| that may have encodings. False if it
 * does not belong there. */
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

/* ---- The authority ---------------------------------------------------------
 */

/* |octet| in the host or the port that the authority may be. */
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

/* Is |text| what brackets may hold? */
static bool is_literal(const char *text)
{
    char uri[LITERAL + 8] = "x://[";
    struct ddds_uri parsed;
    size_t length = strlen(text);
    memcpy(uri + 5, text, length);
    memcpy(uri + 5 + length, "]", 2);
    return ddds_uri_parse(uri, &parsed, NULL) == DDDS_OK;
}

static struct uri_state step_literal(struct uri_reader *reader,
                                     struct uri_state state,
                                     unsigned char octet)
{
    char text[LITERAL + 1] = "";
    size_t length = 0;
    if (state.literal > 0) {
        length = interned_length(&reader->literals, state.literal - 1);
        memcpy(text, interned(&reader->literals, state.literal - 1), length);
    }
    if (octet == ']') {
        text[length] = '\0';
        return in_region(is_literal(text) ? REGION_AFTER_LITERAL : REGION_BAD);
    }
    if (octet != ':' && !octet_is((char)octet, OCTET_USERINFO)) {
        return in_region(REGION_BAD);
    }
    if (length == LITERAL) {
        return in_region(REGION_UNSURE);
    }
    text[length++] = (char)octet;
    uint32_t number = ddds_intern(&reader->literals, text, length);
    reader->base.failed |= reader_failure(number, READER_STATES / 4);
    state.literal = number + 1;
    return state;
}

/* ---- The whole -------------------------------------------------------------
 */

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

/* A path, a query or a fragment. */
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
    struct uri_reader *reader = (struct uri_reader *)base;
    struct uri_state state = unpack(packed);
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
        state = step_literal(reader, state, octet);
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
    case REGION_UNSURE:
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
    if (state.region == REGION_EMPTY || state.region == REGION_UNSURE) {
        return state.region == REGION_EMPTY ? OUTPUT_EMPTY : OUTPUT_UNSURE;
    }
    return is_whole(&state) && (is_absolute || !reader->is_absolute)
               ? OUTPUT_GOOD
               : OUTPUT_BAD;
}

static void free_uri(struct reader *base)
{
    ddds_intern_free(&((struct uri_reader *)base)->literals);
    free(base);
}

/* Octets that are members of the same parts of a URI. Digits are all different,
 * as brackets may hold an IPv4 address. */
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
    static const struct reader_class methods = {step, label, free_uri};
    struct uri_reader *reader = calloc(1, sizeof *reader);
    uint8_t marks[256];
    if (reader == NULL) {
        return NULL;
    }
    reader->base.methods = &methods;
    reader->is_absolute = is_absolute;
    ddds_classes_begin(&reader->base);
    ddds_classes_split(&reader->base, ddds_octet_classes);
    find_marks(marks);
    ddds_classes_split(&reader->base, marks);
    return &reader->base;
}
