/* URNs: RFC 8141.
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
 * parsed. |nid| and |nss| are always there; the components are absent, or what
 * follows "?+", "?=" and "#". */
struct ddds_urn {
    struct ddds_span nid;
    struct ddds_span nss;
    struct ddds_span r;
    struct ddds_span q;
    struct ddds_span f;
};

/* Does |text| begin with "urn:", in any case? */
DDDS_API bool ddds_urn_has_scheme(const char *text);

/* Split |text| into |urn|, checking every octet against RFC 8141 section 2.
 * |urn| lives as long as |text| and is untouched on failure. Fails with
 * DDDS_BAD_INPUT, the offset of the first octet that does not fit (the length
 * of |text| where something is missing at its end), and what was expected. */
DDDS_API ddds_status ddds_urn_parse(const char *text, struct ddds_urn *urn,
                                    struct ddds_error *error);

/* Write the form by which URNs are compared (RFC 8141 section 3.1) into
 * |canonical|, which holds |size| octets; strlen(text) + 1 always suffice:
 * "urn" and NID in lower case, hexadecimal digits of %-encodings in upper
 * case, nothing decoded, r-, q- and f-components left off; a UUID in lower
 * case, as its namespace has it. It is also the
 * Application Unique String of RFC 3404. Fails as ddds_urn_parse does, or
 * with DDDS_LIMIT if |size| is too small. */
DDDS_API ddds_status ddds_urn_normalize(const char *text, char *canonical,
                                        size_t size, struct ddds_error *error);

/* Set |equal| to whether |one| and |other| are equivalent (RFC 8141 section
 * 3.1), also by the rules of the namespace, where they are known: UUIDs are the
 * same in either case, and so are names of the IETF, ISBNs and ISSNs, in which
 * hyphens do not count either.
 * Fails if either is no URN; the detail then quotes the one at fault. */
DDDS_API ddds_status ddds_urn_equal(const char *one, const char *other,
                                    bool *equal, struct ddds_error *error);

#ifdef __cplusplus
}
#endif

#endif
