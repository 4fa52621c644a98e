/* Common policy of applications of RFC 3958.
 *
 * SPDX-License-Identifier: MIT */
#include "app/rfc3958.h"

#include <string.h>

#include "base/error.h"
#include "name/idna.h"
#include "rule/services.h"

/* Recognise a common mistake in place of a domain. Return the correction, with
 * |*at| at the mistake; NULL for other inputs. */
static const char *find_mistake(struct ddds_span domain, const char **at)
{
    for (size_t i = 0; i < domain.length; i++) {
        *at = domain.text + i;
        if (**at == '@') {
            return "this is an address: give the domain after the \"@\"";
        }
        if (**at == ':' || **at == '/') {
            return "this is a URI, or a host with a port: give the domain "
                   "alone";
        }
    }
    return NULL;
}

ddds_status ddds_rfc3958_read_domain(const char *input, struct ddds_span domain,
                                     char key[DDDS_KEY_SIZE],
                                     struct ddds_error *error)
{
    const char *at;
    const char *mistake = find_mistake(domain, &at);
    size_t offset = (size_t)(domain.text - input);
    if (mistake != NULL) {
        size_t place = (size_t)(at - input);
        return ddds_error_set(error, DDDS_BAD_INPUT, place,
                              "expected a domain, such as example.com; %s, at "
                              "%zu",
                              mistake, place);
    }
    struct ddds_error why;
    ddds_status status =
        ddds_idna_parse_key(domain.text, domain.length, key, &why);
    if (status == DDDS_MALFORMED) {
        return ddds_error_set(error, DDDS_BAD_INPUT, offset + why.offset, "%s",
                              why.detail);
    }
    return status == DDDS_OK
               ? DDDS_OK
               : ddds_error_set(error, status, why.offset, "%s", why.detail);
}

ddds_status ddds_rfc3958_start_domain(const struct ddds_request *request,
                                      struct ddds_span domain,
                                      struct ddds_start *start,
                                      struct ddds_error *error)
{
    ddds_status status =
        ddds_rfc3958_read_domain(request->input, domain, start->key, error);
    if (status == DDDS_OK) {
        memcpy(start->aus, start->key, strlen(start->key) + 1);
    }
    return status;
}

ddds_status ddds_rfc3958_first_well_known_rule(
    const struct ddds_application *self, const struct ddds_request *request,
    struct ddds_start *start, struct ddds_error *error)
{
    (void)self;
    return ddds_rfc3958_start_domain(
        request, (struct ddds_span){request->input, request->length}, start,
        error);
}

ddds_status ddds_rfc3958_read_services(const struct ddds_application *self,
                                       const char *text,
                                       struct ddds_services *services,
                                       struct ddds_error *error)
{
    (void)self;
    return ddds_services_read_tags(text, services, error);
}
