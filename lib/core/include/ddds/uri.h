/* URIs: validate and split them (RFC 3986), and write the canonical form that
 * the URI application of RFC 3404 uses as Application Unique String.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DDDS_URI_H
#define DDDS_URI_H

#include <stdbool.h>
#include <stddef.h>

#include <ddds/export.h>
#include <ddds/span.h>
#include <ddds/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The components of a URI (RFC 3986 section 3), as spans of the parsed text.
 * |scheme| and |path| are always present, others may be absent, with NULL as
 * their |text|. */
struct ddds_uri {
    struct ddds_span scheme;
    struct ddds_span userinfo;
    struct ddds_span host; /* an IP literal includes its brackets */
    struct ddds_span port;
    struct ddds_span path;
    struct ddds_span query;    /* without the "?" */
    struct ddds_span fragment; /* without the "#" */
};

/* Split |text| into |uri| and check every octet against RFC 3986 appendix A.
 * Relative references are rejected, because they have no scheme. |uri| is valid
 * as long as |text|. Fails with DDDS_BAD_INPUT, the offset of the first wrong
 * octet, and the expected text; |uri| is then unchanged. */
DDDS_API ddds_status ddds_uri_parse(const char *text, struct ddds_uri *uri,
                                    struct ddds_error *error);

/* Return true if |uri| has the scheme http or https and breaks RFC 9110. It
 * either has no host after "//" (section 4.2.1), or user information, which
 * hides the host (section 4.2.4). Clients read such URIs in different ways:
 * some go to b.example for https:/a@b.example. */
DDDS_API bool ddds_uri_breaks_http(const struct ddds_uri *uri);

/* Write the canonical form of |text| into |canonical|, which holds |size|
 * octets; strlen(text) + 1 always suffice. RFC 3404 section 2 requires "the
 * canonical absolute URI" without defining it. Here (lib/DECISIONS.md,
 * "canonical URI") scheme and host become lower case, the hexadecimal digits of
 * %-encodings upper case, encoded unreserved characters are decoded (RFC 3986
 * section 6.2.2), and the fragment is removed. A URN keeps its encodings and
 * loses its r-, q- and f-components, as with ddds_urn_normalize. Fails with
 * DDDS_BAD_INPUT and the offset if |text| is not a URI, or starts with "urn:"
 * and is not a URN, or with DDDS_LIMIT if |size| is too small: |canonical| then
 * holds a part of the form. */
DDDS_API ddds_status ddds_uri_normalize(const char *text, char *canonical,
                                        size_t size, struct ddds_error *error);

#ifdef __cplusplus
}
#endif

#endif
