/* Rules of URN namespaces: urn:uuid, whose URNs are compared as UUIDs and
 * resolved locally, and three namespaces with traditional rules of comparison.
 * Also conversion of domain names for UUIDs.
 *
 * RFC 9562 sections 4 and 6.5, RFC 8141 section 3.1;
 * draft-ietf-uuidrev-rfc4122bis-00 appendix A, which registers the namespace
 * (lib/DECISIONS.md, "urn:uuid").
 *
 * SPDX-License-Identifier: MIT */
#include "name/namespace.h"

#include <string.h>

#include "base/ascii.h"
#include "base/error.h"
#include "base/domain.h"
#include "uuid/fields.h"

enum { SCHEME_LENGTH = 4, NID_LENGTH = 4 };

bool ddds_namespace_is_uuid(const struct ddds_urn *urn)
{
    return urn->nid.length == NID_LENGTH &&
           ascii_equal_span(urn->nid.text, "uuid", NID_LENGTH);
}

ddds_status ddds_namespace_read_uuid(const struct ddds_urn *urn,
                                     struct ddds_uuid *uuid,
                                     struct ddds_error *error)
{
    /* parse from "urn:" on, so that offsets refer to the URN */
    const char *text = urn->nid.text - SCHEME_LENGTH;
    size_t length = (size_t)(urn->nss.text + urn->nss.length - text);
    return ddds_uuid_parse(text, length, DDDS_UUID_URN, uuid, error);
}

static bool equal_uuids(const struct ddds_urn *one,
                        const struct ddds_urn *other)
{
    struct ddds_uuid uuids[2];
    return ddds_namespace_read_uuid(one, &uuids[0], NULL) == DDDS_OK &&
           ddds_namespace_read_uuid(other, &uuids[1], NULL) == DDDS_OK &&
           ddds_uuid_equal(&uuids[0], &uuids[1]);
}

/* Namespaces in which case is ignored, and in some also hyphens. RFC 3187 and
 * RFC 3044 are historic since RFC 8254, which leaves the rules to IANA's
 * registrations. */
static const struct spelling {
    const char *nid;
    const char *ignored;
} spellings[] = {
    {"ietf", ""},  /* RFC 2648 section 2 */
    {"isbn", "-"}, /* RFC 3187 section 3; ISBNs of ten and of thirteen digits
                      are different names */
    {"issn", "-"}, /* RFC 3044 section 4 */
};

static const struct spelling *find_spelling(const struct ddds_urn *urn)
{
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++) {
        const char *nid = spellings[i].nid;
        if (ascii_is_word(urn->nid, nid)) {
            return &spellings[i];
        }
    }
    return NULL;
}

/* Return the next octet that is not ignored, in lower case; NUL at the end. */
static char next_octet(struct ddds_span *rest, const char *ignored)
{
    while (rest->length > 0) {
        char octet = *rest->text++;
        rest->length--;
        if (strchr(ignored, octet) == NULL) {
            return ascii_to_lower(octet);
        }
    }
    return '\0';
}

static bool equal_spellings(struct ddds_span one, struct ddds_span other,
                            const char *ignored)
{
    char octet;
    do {
        octet = next_octet(&one, ignored);
        if (octet != next_octet(&other, ignored)) {
            return false;
        }
    } while (octet != '\0');
    return true;
}

bool ddds_namespace_equal(const struct ddds_urn *one,
                          const struct ddds_urn *other)
{
    if (ddds_namespace_is_uuid(one)) {
        return equal_uuids(one, other);
    }
    const struct spelling *spelling = find_spelling(one);
    return spelling != NULL &&
           equal_spellings(one->nss, other->nss, spelling->ignored);
}

void ddds_namespace_canonicalize(const struct ddds_urn *urn, char *nss)
{
    struct ddds_uuid uuid;
    if (ddds_namespace_is_uuid(urn) &&
        ddds_namespace_read_uuid(urn, &uuid, NULL) == DDDS_OK) {
        char text[DDDS_UUID_TEXT_SIZE];
        ddds_uuid_text(&uuid, text);
        memcpy(nss, text, sizeof text - 1);
    }
}

/* ---- Domain names for UUIDs --------------------------------------------- */

_Static_assert(LIMIT_NAME_SIZE < (int)sizeof(struct ddds_uuid_dns_name),
               "a domain name and its final dot fit");

ddds_status ddds_uuid_write_dns_name(const char *text, size_t length,
                                     enum ddds_uuid_dns_form form,
                                     struct ddds_uuid_dns_name *name,
                                     struct ddds_error *error)
{
    char spelling[LIMIT_NAME_SIZE];
    ddds_status status = ddds_domain_parse(text, length, spelling, error);
    if (status != DDDS_OK) {
        return status;
    }
    if (form == DDDS_UUID_DNS_WIRE) {
        name->length = ddds_domain_write(spelling, name->octets);
        return DDDS_OK;
    }
    name->length = strlen(spelling);
    memcpy(name->octets, spelling, name->length);
    if (form == DDDS_UUID_DNS_PRESENTATION) {
        name->octets[name->length++] = '.';
    }
    return DDDS_OK;
}
