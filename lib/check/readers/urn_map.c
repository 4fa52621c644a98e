/* The map of URNs to their canonical form without components (RFC 8141 section
 * 2), like name/urn.c, except that UUIDs keep their case.
 *
 * SPDX-License-Identifier: MIT */
#include <stdbool.h>
#include <string.h>

#include "base/ascii.h"
#include "base/octet.h"
#include "check/readers/letters.h"
#include "check/readers/rewriting.h"

enum urn_part {
    URN_SCHEME,
    URN_NID,
    URN_NSS_BEGIN,
    URN_NSS,
    URN_MARK,    /* "?" after the NSS */
    URN_R_BEGIN, /* after "?+" */
    URN_R,
    URN_R_MARK, /* "?" in the r-component */
    URN_Q_BEGIN,
    URN_Q,
    URN_F,
    URN_BAD,
};

enum { NID_LEAST = 2, NID_MOST = 32 };

/* |count| octets of the scheme or the NID were read. |encoding| octets are
 * missing from a %-encoding. */
struct urn_state {
    enum urn_part part;
    unsigned encoding;
    unsigned count;
    bool ends_in_hyphen;
};

static uint32_t pack_urn(const struct urn_state *urn)
{
    return (uint32_t)urn->part | urn->encoding << 4 | urn->count << 6 |
           (uint32_t)urn->ends_in_hyphen << 12;
}

static struct urn_state unpack_urn(uint32_t state)
{
    return (struct urn_state){
        .part = (enum urn_part)(state & 0xf),
        .encoding = state >> 4 & 3,
        .count = state >> 6 & 0x3f,
        .ends_in_hyphen = (state >> 12 & 1) != 0,
    };
}

static void step_urn_scheme(struct urn_state *urn, unsigned char octet)
{
    static const char scheme[] = "urn:";
    bool fits = ascii_to_lower((char)octet) == scheme[urn->count];
    urn->count++;
    if (!fits) {
        urn->part = URN_BAD;
    } else if (urn->count == sizeof scheme - 1) {
        *urn = (struct urn_state){.part = URN_NID};
    }
}

static void step_urn_nid(struct urn_state *urn, unsigned char octet)
{
    if (octet == ':') {
        bool fits = urn->count >= NID_LEAST && !urn->ends_in_hyphen;
        *urn = (struct urn_state){.part = fits ? URN_NSS_BEGIN : URN_BAD};
        return;
    }
    if (!octet_is((char)octet, OCTET_LDH) || urn->count == NID_MOST ||
        (urn->count == 0 && octet == '-')) {
        urn->part = URN_BAD;
        return;
    }
    urn->count++;
    urn->ends_in_hyphen = octet == '-';
}

/* Return true if |octet| is valid in a component, or starts an encoding. */
static bool step_urn_run(struct urn_state *urn, unsigned char octet,
                         unsigned classes)
{
    urn->encoding = octet == '%' ? 2 : 0;
    return octet == '%' || octet_is((char)octet, classes);
}

static void step_urn_mark(struct urn_state *urn, unsigned char octet)
{
    urn->part = octet == '+'   ? URN_R_BEGIN
                : octet == '=' ? URN_Q_BEGIN
                               : URN_BAD;
}

/* The NSS and components must not start with a slash. */
static void step_urn_begin(struct urn_state *urn, unsigned char octet)
{
    bool fits = octet != '/' && step_urn_run(urn, octet, OCTET_PATH);
    urn->part = fits ? urn->part + 1 : URN_BAD;
}

/* "?" in the r-component belongs to it, unless "=" follows. */
static void step_urn_r(struct urn_state *urn, unsigned char octet)
{
    if (urn->part == URN_R_MARK && octet == '=') {
        urn->part = URN_Q_BEGIN;
    } else if (octet == '?') {
        urn->part = URN_R_MARK;
    } else if (octet == '#') {
        urn->part = URN_F;
    } else {
        urn->part = step_urn_run(urn, octet, OCTET_PATH) ? URN_R : URN_BAD;
    }
}

static void step_urn_rest(struct urn_state *urn, unsigned char octet)
{
    bool is_nss = urn->part == URN_NSS;
    if (octet == '?' && is_nss) {
        urn->part = URN_MARK;
    } else if (octet == '#' && urn->part != URN_F) {
        urn->part = URN_F;
    } else if (!step_urn_run(urn, octet, is_nss ? OCTET_PATH : OCTET_QUERY)) {
        urn->part = URN_BAD;
    }
}

static void step_urn_part(struct urn_state *urn, unsigned char octet)
{
    if (urn->encoding > 0) {
        urn->encoding--;
        urn->part = ascii_hex_value(octet) >= 0 ? urn->part : URN_BAD;
        return;
    }
    switch (urn->part) {
    case URN_SCHEME:
        step_urn_scheme(urn, octet);
        break;
    case URN_NID:
        step_urn_nid(urn, octet);
        break;
    case URN_MARK:
        step_urn_mark(urn, octet);
        break;
    case URN_NSS_BEGIN:
    case URN_R_BEGIN:
    case URN_Q_BEGIN:
        step_urn_begin(urn, octet);
        break;
    case URN_R:
    case URN_R_MARK:
        step_urn_r(urn, octet);
        break;
    case URN_NSS:
    case URN_Q:
    case URN_F:
        step_urn_rest(urn, octet);
        break;
    case URN_BAD:
        break;
    }
}

/* Convert scheme and NID to lower case, encodings to upper; drop components. */
static uint32_t step_urn(const char *argument, uint32_t state,
                         unsigned char octet, struct letters_out *out)
{
    struct urn_state urn = unpack_urn(state);
    const enum urn_part part = urn.part;
    const bool is_encoded = urn.encoding > 0;
    (void)argument;
    step_urn_part(&urn, octet);
    if (part <= URN_NID) {
        letters_add(out, (unsigned char)ascii_to_lower((char)octet));
    } else if (part <= URN_NSS && urn.part == URN_NSS) {
        letters_add(out, is_encoded ? (unsigned char)ascii_to_upper((char)octet)
                                    : octet);
    }
    if (urn.part == URN_BAD) {
        urn = (struct urn_state){.part = URN_BAD};
    }
    return pack_urn(&urn);
}

static bool may_end_urn(uint32_t state)
{
    struct urn_state urn = unpack_urn(state);
    return urn.encoding == 0 &&
           (urn.part == URN_NSS || urn.part == URN_R ||
            urn.part == URN_R_MARK || urn.part == URN_Q || urn.part == URN_F);
}

static uint8_t mark_urn(const char *argument, unsigned char octet)
{
    static const char apart[] = "urnURN:%-/?+=#";
    const char *special = octet == 0 ? NULL : strchr(apart, octet);
    bool is_hex = ascii_hex_value(octet) >= 0;
    (void)argument;
    return special != NULL
               ? (uint8_t)(16 + (special - apart))
               : (uint8_t)((octet_is((char)octet, OCTET_LDH) ? 1 : 0) |
                           (octet_is((char)octet, OCTET_PATH) ? 2 : 0) |
                           (is_hex ? 4 : 0));
}

const struct letter_map ddds_urn_map = {"urn", step_urn, may_end_urn,
                                        LABEL_NO_MATCH, mark_urn};
