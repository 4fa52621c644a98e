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

/* The parts of a URN (RFC 8141 section 2), as pieces of the text that was
 * parsed. |nid| and |nss| are always present; the components may be absent,
 * with NULL as their |text|. */
struct ddds_urn {
    struct ddds_span nid; /* namespace identifier */
    struct ddds_span nss; /* namespace-specific string */
    struct ddds_span r;   /* r-component, without "?+" */
    struct ddds_span q;   /* q-component, without "?=" */
    struct ddds_span f;   /* f-component, without "#" */
};

/* Split |text| into |urn| and check every octet against RFC 8141 section 2.
 * |urn| is valid as long as |text|. Fails with DDDS_BAD_INPUT, the offset of
 * the first octet that does not fit (the length of |text| if it ends too
 * early), and what was expected there; |urn| is then untouched. */
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
 * 3.1). This includes the rules of the namespaces that the library knows:
 * upper and lower case are equal in UUIDs, names of the IETF, ISBNs and ISSNs,
 * and hyphens are ignored in ISBNs and ISSNs. Fails with DDDS_BAD_INPUT if
 * either is not a URN; the detail quotes the invalid one. */
DDDS_API ddds_status ddds_urn_equal(const char *one, const char *other,
                                    bool *equal, struct ddds_error *error);

#ifdef __cplusplus
}
#endif

#endif
