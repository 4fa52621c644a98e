/* URNs: validate, split, normalize and compare them (RFC 8141).
 *
 * SPDX-License-Identifier: MIT */
#ifndef DDDS_URN_H
#define DDDS_URN_H

#include <stdbool.h>
#include <stddef.h>

#include <ddds/export.h>
#include <ddds/span.h>
#include <ddds/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The parts of a URN (RFC 8141 section 2), as spans of the parsed text. |nid|
 * and |nss| are always present; the components may be absent, with NULL as
 * their |text|. */
struct ddds_urn {
    struct ddds_span nid; /* namespace identifier */
    struct ddds_span nss; /* namespace-specific string */
    struct ddds_span r;   /* r-component, without "?+" */
    struct ddds_span q;   /* q-component, without "?=" */
    struct ddds_span f;   /* f-component, without "#" */
};

/* Split |text| into |urn| and check every octet against RFC 8141 section 2.
 * |urn| is valid as long as |text|. Fails with DDDS_BAD_INPUT, the offset of
 * the first wrong octet (the length of |text| if it ends too early), and the
 * expected text; |urn| is then unchanged. */
DDDS_API ddds_status ddds_urn_parse(const char *text, struct ddds_urn *urn,
                                    struct ddds_error *error);

/* Write the form by which URNs are compared (RFC 8141 section 3.1) into
 * |canonical|, which holds |size| octets; strlen(text) + 1 always suffice.
 * "urn" and the NID become lower case, the hexadecimal digits of %-encodings
 * upper case; nothing is decoded; r-, q- and f-components are removed; a UUID
 * becomes lower case. The result is also the Application Unique String of RFC
 * 3404. Fails with DDDS_BAD_INPUT and the offset if |text| is not a URN, or
 * with DDDS_LIMIT if |size| is too small. */
DDDS_API ddds_status ddds_urn_normalize(const char *text, char *canonical,
                                        size_t size, struct ddds_error *error);

/* Set |equal| to whether |one| and |other| are equivalent (RFC 8141 section
 * 3.1). This includes the rules of known namespaces: UUIDs, names of the IETF,
 * ISBNs and ISSNs ignore case, and ISBNs and ISSNs ignore hyphens. Fails with
 * DDDS_BAD_INPUT if either is not a URN; the detail quotes it. */
DDDS_API ddds_status ddds_urn_equal(const char *one, const char *other,
                                    bool *equal, struct ddds_error *error);

#ifdef __cplusplus
}
#endif

#endif
