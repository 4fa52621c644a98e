/* The Peppol application: where the metadata of a participant is, by OASIS
 * BDXL as eDelivery and Peppol use it. It is U-NAPTR with a first key that
 * hides the participant: a digest of the identifier's value, below its scheme,
 * below the zone of the Service Metadata Locator (SML).
 *
 * A participant that is not registered is a name that is not there; that the
 * SML could not be asked is another matter, and another reason.
 *
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "app/policies.h"
#include "app/rfc3958.h"
#include "app/roots.h"
#include "base/ascii.h"
#include "base/digest.h"
#include "base/limits.h"
#include "name/octet.h"

/* Values are compared without case. */
static void digest_value(struct ddds_span value, char text[DIGEST_TEXT_SIZE])
{
    struct digest digest;
    unsigned char octets[DIGEST_SIZE];
    digest_begin(&digest, DIGEST_SHA256);
    for (size_t i = 0; i < value.length; i++) {
        char lower = ascii_to_lower(value.text[i]);
        digest_add(&digest, &lower, 1);
    }
    digest_finish(&digest, octets);
    digest_write(DIGEST_SHA256, octets, 5, text);
}

/* Split the input, SCHEME::VALUE. The scheme becomes a label. The value may be
 * any visible text: its issuer decides which values are valid. */
static ddds_status read_participant(const struct ddds_request *request,
                                    struct ddds_span *scheme,
                                    struct ddds_span *value,
                                    struct ddds_error *error)
{
    const char *at = request->input;
    while (ascii_is_alnum((unsigned char)*at) ||
           (*at == '-' && at != request->input)) {
        at++;
    }
    *scheme = (struct ddds_span){request->input, (size_t)(at - request->input)};
    if (scheme->length == 0 || at[0] != ':' || at[1] != ':') {
        return ddds_octet_refuse(request->input, at,
                                 "SCHEME::VALUE, such as "
                                 "iso6523-actorid-upis::0208:0677424046",
                                 error);
    }
    if (scheme->length > LIMIT_LABEL) {
        return ddds_octet_refuse(request->input, request->input + LIMIT_LABEL,
                                 "a scheme of no more than 63 characters",
                                 error);
    }
    at += 2;
    value->text = at;
    while (ascii_is_graphic((unsigned char)*at)) {
        at++;
    }
    value->length = (size_t)(at - value->text);
    return *at == '\0' && value->length > 0
               ? DDDS_OK
               : ddds_octet_refuse(
                     request->input, at,
                     "a value of characters that are ASCII and no spaces",
                     error);
}

/* Write what is below the zone: the digest and the scheme. */
static void write_name(struct ddds_span scheme, struct ddds_span value,
                       char name[DIGEST_TEXT_SIZE + LIMIT_LABEL + 1])
{
    digest_value(value, name);
    size_t length = strlen(name);
    name[length++] = '.';
    memcpy(name + length, scheme.text, scheme.length);
    name[length + scheme.length] = '\0';
}

static ddds_status first_well_known_rule(const struct ddds_application *self,
                                         const struct ddds_request *request,
                                         struct ddds_start *start,
                                         struct ddds_error *error)
{
    struct ddds_span scheme;
    struct ddds_span value = {NULL, 0};
    char name[DIGEST_TEXT_SIZE + LIMIT_LABEL + 1];
    ddds_status status = read_participant(request, &scheme, &value, error);
    if (status != DDDS_OK) {
        return status;
    }
    memcpy(start->aus, request->input, request->length + 1);
    write_name(scheme, value, name);
    return ddds_roots_below(self->root, request, name, start->key, error);
}

const struct ddds_application ddds_policy_peppol = {
    .size = sizeof ddds_policy_peppol,
    .name = "peppol",
    .title = "where a Peppol participant's metadata is (eDelivery BDXL)",
    .subject = "participant",
    .example = "iso6523-actorid-upis::0208:0677424046",
    .first_key = "the SHA-256 of the value in base 32, and the scheme, below "
                 "the zone of the SML",
    .service = "metadata service",
    .root = "participant.sml.prod.tech.peppol.org",
    .first_well_known_rule = first_well_known_rule,
    .flags = "U",
    .read_services = ddds_rfc3958_read_services,
    .requires_tags = true,
    .services = "Meta",
    .protocols = "SMP",
    .regexp = DDDS_REGEXP_CONSTANT,
    .unpublished = "no such participant is registered in this SML",
};
