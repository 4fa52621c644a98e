/* URIs: what RFC 3986 says one is, and the form in which the URI application
 * of RFC 3404 takes it for its Application Unique String.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DDDS_URI_H
#define DDDS_URI_H

#include <stddef.h>

#include <ddds/export.h>
#include <ddds/span.h>
#include <ddds/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The components of a URI (RFC 3986 section 3), as pieces of the text that was
 * parsed. |scheme| and |path| are always there, the others may be absent. */
struct ddds_uri {
    struct ddds_span scheme;
    struct ddds_span userinfo;
    struct ddds_span host; /* with its brackets, if it is an IP literal */
    struct ddds_span port;
    struct ddds_span path;
    struct ddds_span query;    /* without the "?" */
    struct ddds_span fragment; /* without the "#" */
};

/* Split |text| into |uri|, checking every octet against RFC 3986 appendix A.
 * A relative reference is refused: it has no scheme to begin with. |uri| lives
 * as long as |text| and is untouched on failure. Fails with DDDS_BAD_INPUT, the
 * offset of the first octet that does not fit, and what was expected there. */
DDDS_API ddds_status ddds_uri_parse(const char *text, struct ddds_uri *uri,
                                    struct ddds_error *error);

/* Write the canonical form of |text| into |canonical|, which holds |size|
 * octets; strlen(text) + 1 always suffice. RFC 3404 section 2 wants "the
 * canonical absolute URI" and leaves the rest open; here (lib/DECISIONS.md,
 * "canonical URI") scheme and host become lower case, hexadecimal digits of
 * %-encodings upper case, encoded unreserved characters are decoded (RFC 3986
 * section 6.2.2), and the fragment is dropped. A URN keeps its encodings and
 * loses its r-, q- and f-components, as ddds_urn_normalize does it.
 * Fails as ddds_uri_parse does, or with DDDS_LIMIT if |size| is too small;
 * |canonical| then holds a part. */
DDDS_API ddds_status ddds_uri_normalize(const char *text, char *canonical,
                                        size_t size, struct ddds_error *error);

#ifdef __cplusplus
}
#endif

#endif
