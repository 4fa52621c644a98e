/* The DDI application: RFC 9517, from a URN of the namespace ddi to what its
 * agency offers. The first key is the agency with its labels reversed, below
 * ddi.urn.arpa (appendix B.2); U-NAPTR (RFC 4848) goes on from there.
 *
 * The records that RFC 9517 prints name a service and its protocol with a plus
 * sign between them, "I2R+http", which is read like "I2R:http", and delegate
 * without naming a service (lib/DECISIONS.md, "DDI").
 *
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "app/policies.h"
#include "app/rfc3404.h"
#include "app/rfc3958.h"
#include "app/roots.h"
#include "base/ascii.h"
#include "base/error.h"
#include "base/limits.h"
#include "name/octet.h"

static ddds_status refuse(const char *at, const struct ddds_request *request,
                          const char *expected, struct ddds_error *error)
{
    char shown[ERROR_OCTET_SIZE];
    ddds_error_show(*at, shown);
    size_t offset = (size_t)(at - request->input);
    return ddds_error_set(error, DDDS_BAD_INPUT, offset,
                          "expected %s, found %s at %zu; a URN of DDI is "
                          "urn:ddi:AGENCY:RESOURCE:VERSION",
                          expected, shown, offset);
}

/* Read the agency at |at|, labels with dots between them, and move |at| after
 * it. Its country or generic top-level domain comes first. */
static ddds_status read_agency(const char **at,
                               const struct ddds_request *request,
                               struct ddds_span *agency,
                               struct ddds_error *error)
{
    const char *begin = *at;
    size_t dots = 0;
    for (bool is_label = false; **at != ':' || !is_label; ++*at) {
        if (**at == '.' && is_label) {
            dots++;
            is_label = false;
        } else if (octet_is(**at, OCTET_LDH)) {
            is_label = true;
        } else {
            return refuse(*at, request,
                          is_label ? "a dot or a colon after the agency"
                                   : "a label of the agency",
                          error);
        }
    }
    *agency = (struct ddds_span){begin, (size_t)(*at - begin)};
    return dots > 0 ? DDDS_OK
                    : refuse(*at, request,
                             "a dot: an agency is a top-level domain and a "
                             "name, as in us.ddia1",
                             error);
}

/* The resource and the version: neither is empty. */
static ddds_status check_rest(const char *at, const char *end,
                              const struct ddds_request *request,
                              struct ddds_error *error)
{
    const char *colon = memchr(at, ':', (size_t)(end - at));
    if (colon == at) {
        return refuse(at, request, "the identifier of a resource", error);
    }
    return colon == NULL      ? refuse(end, request, "a colon", error)
           : colon + 1 == end ? refuse(end, request, "a version", error)
                              : DDDS_OK;
}

/* Write the labels of |agency| in reverse order, in lower case. */
static void reverse_labels(struct ddds_span agency, char *name)
{
    size_t end = agency.length;
    while (end > 0) {
        size_t begin = end;
        while (begin > 0 && agency.text[begin - 1] != '.') {
            begin--;
        }
        for (size_t i = begin; i < end; i++) {
            *name++ = ascii_to_lower(agency.text[i]);
        }
        *name++ = '.';
        end = begin > 0 ? begin - 1 : 0;
    }
    name[-1] = '\0';
}

static ddds_status first_well_known_rule(const struct ddds_application *self,
                                         const struct ddds_request *request,
                                         struct ddds_start *start,
                                         struct ddds_error *error)
{
    char name[LIMIT_KEY_SIZE];
    struct ddds_span agency;
    ddds_status status = ddds_rfc3404_start_urn(request, start, error);
    if (status != DDDS_OK) {
        return status;
    }
    const char *at = start->urn.nid.text;
    if (start->urn.nid.length != 3 || !ascii_equal_span(at, "ddi", 3)) {
        return refuse(at, request, "the namespace \"ddi\"", error);
    }
    at = start->urn.nss.text;
    status = read_agency(&at, request, &agency, error);
    if (status == DDDS_OK) {
        status = check_rest(at + 1, start->urn.nss.text + start->urn.nss.length,
                            request, error);
    }
    if (status != DDDS_OK) {
        return status;
    }
    if (agency.length >= sizeof name) {
        return refuse(agency.text + sizeof name, request,
                      "an agency of no more than 253 characters", error);
    }
    reverse_labels(agency, name);
    return ddds_roots_below(self->root, request, name, start->key, error);
}

/* Split a field as RFC 9517 prints it, "I2R+http", which is one tag by RFC
 * 3958. */
static ddds_status read_services(const struct ddds_application *self,
                                 const char *text,
                                 struct ddds_services *services,
                                 struct ddds_error *error)
{
    ddds_status status =
        ddds_rfc3958_read_services(self, text, services, error);
    if (status != DDDS_OK || services->service_count == 0 ||
        services->protocol_count > 0) {
        return status;
    }
    struct ddds_span *tag = &services->services[0];
    const char *plus = memchr(tag->text, '+', tag->length);
    if (plus != NULL && plus + 1 < tag->text + tag->length) {
        size_t length = (size_t)(plus - tag->text);
        services->protocols[services->protocol_count++] =
            (struct ddds_span){plus + 1, tag->length - length - 1};
        tag->length = length;
    }
    return status;
}

const struct ddds_application ddds_policy_ddi = {
    .size = sizeof ddds_policy_ddi,
    .name = "ddi",
    .title = "what the agency of a DDI identifier offers (RFC 9517)",
    .subject = "URN of DDI",
    .example = "urn:ddi:us.ddia1:R-V1:1.0.1",
    .first_key = "the agency with its labels reversed, below ddi.urn.arpa",
    .service = "service",
    .root = "ddi.urn.arpa",
    .first_well_known_rule = first_well_known_rule,
    .flags = "SAUD",
    .read_services = read_services,
    .regexp = DDDS_REGEXP_CONSTANT,
    .pursues_one_protocol = true,
    .unpublished = "this agency publishes no rules",
};
