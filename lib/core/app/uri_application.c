/* The URI application: RFC 3404, from the scheme of a URI.
 *
 * A URN as its input starts at urn.uri.arpa, like any other scheme; its
 * canonical form is nevertheless that of a URN, without decoding.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/urn.h>

#include "app/policies.h"
#include "app/rfc3404.h"
#include "app/roots.h"
#include "base/error.h"
#include "name/uri.h"
#include "name/urn.h"

/* Write the Application Unique String of an input that is not a URN. */
static ddds_status start_uri(const struct ddds_request *request,
                             struct ddds_start *start, struct ddds_span *scheme,
                             struct ddds_error *error)
{
    struct ddds_uri uri;
    ddds_status status = ddds_uri_parse(request->input, &uri, error);
    if (status != DDDS_OK) {
        return status;
    }
    if (!ddds_uri_write(&uri, start->aus, start->aus_size)) {
        return ddds_error_set(error, DDDS_LIMIT, DDDS_NO_OFFSET,
                              "the URI is too long");
    }
    if (uri.fragment.text != NULL) {
        start->note = "the fragment was left off: an absolute URI has none "
                      "(RFC 3986 section 4.3)";
    }
    *scheme = uri.scheme;
    return DDDS_OK;
}

/* RFC 3404 section 4.2: the scheme, below uri.arpa (RFC 3405 section 3.1). */
static ddds_status first_well_known_rule(const struct ddds_application *self,
                                         const struct ddds_request *request,
                                         struct ddds_start *start,
                                         struct ddds_error *error)
{
    (void)self;
    struct ddds_span scheme = {request->input, sizeof "urn" - 1};
    ddds_status status = ddds_urn_has_scheme(request->input)
                             ? ddds_rfc3404_start_urn(request, start, error)
                             : start_uri(request, start, &scheme, error);
    if (status != DDDS_OK) {
        return status;
    }
    return ddds_roots_first_key(&ddds_root_scheme, request, scheme, start->key,
                                error);
}

const struct ddds_application ddds_policy_uri = {
    .size = sizeof ddds_policy_uri,
    .name = "uri",
    .label = "URI resolution",
    .title = "what a URI's scheme delegates to",
    .subject = "URI",
    .example = "http://www.example.com/",
    .first_key = "the scheme, below uri.arpa",
    .root = "uri.arpa",
    .first_well_known_rule = first_well_known_rule,
    RFC3404_POLICY,
    .unpublished =
        "no rules are published here for this scheme (IANA's uri.arpa "
        "has ftp, http, mailto and urn)",
};
