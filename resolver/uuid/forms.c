/* Adapters for the library's functions for forms (RFC 9562) and encodings.
 *
 * SPDX-License-Identifier: MIT */
#include "uuid/forms.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include <ddds/urn.h>

#include "cli/complain.h"

static const unsigned demands = DDDS_UUID_RFC_ONLY | DDDS_UUID_NOT_NIL |
                                DDDS_UUID_NOT_MAX | DDDS_UUID_LOWER_ONLY;

static enum ddds_uuid_encoding encoding_of(unsigned form)
{
    return (enum ddds_uuid_encoding)(form & ~(UUID_ENCODED | demands));
}

/* Check the demands in |rules|. Errors show the canonical form without an
 * offset, because the user wrote another form. */
static ddds_status check_demands(const struct ddds_uuid *uuid, unsigned rules,
                                 struct ddds_error *error)
{
    char text[DDDS_UUID_TEXT_SIZE];
    ddds_uuid_text(uuid, text);
    ddds_status status =
        ddds_uuid_parse(text, sizeof text - 1,
                        DDDS_UUID_CANONICAL | (rules & demands), NULL, error);
    if (status != DDDS_OK && error != NULL) {
        error->offset = DDDS_NO_OFFSET;
        snprintf(error->detail, sizeof error->detail,
                 "UUID: this is %s, whose variant or version is not defined in "
                 "RFC 9562",
                 text);
    }
    return status;
}

ddds_status form_read(const char *text, size_t length, unsigned rules,
                      struct ddds_uuid *uuid, struct ddds_error *error)
{
    if ((rules & UUID_ENCODED) == 0) {
        return ddds_uuid_parse(text, length, rules, uuid, error);
    }
    struct ddds_uuid read;
    ddds_status status =
        ddds_uuid_decode(text, length, encoding_of(rules), &read, error);
    if (status == DDDS_OK) {
        status = check_demands(&read, rules, error);
    }
    if (status == DDDS_OK && uuid != NULL) {
        *uuid = read;
    }
    return status;
}

size_t form_write(const struct ddds_uuid *uuid, unsigned form,
                  char text[DDDS_UUID_FORM_SIZE])
{
    return (form & UUID_ENCODED) != 0
               ? ddds_uuid_encode(uuid, encoding_of(form), text)
               : ddds_uuid_format(uuid, form, text, DDDS_UUID_FORM_SIZE);
}

/* Return the word of --form for the form of RFC 9562 that |text| has; NULL if
 * it has none of those that --form must select, or if |rules| have it. */
static const char *find_form(const char *text, size_t length, unsigned rules)
{
    static const struct {
        unsigned form;
        const char *word;
    } forms[] = {{DDDS_UUID_BRACED, "braced"},
                 {DDDS_UUID_SIMPLE, "simple"},
                 {DDDS_UUID_OID, "oid"},
                 {DDDS_UUID_INTEGER, "int"},
                 {DDDS_UUID_BITS, "bits"}};
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        if ((rules & forms[i].form) == 0 &&
            ddds_uuid_parse(text, length, forms[i].form, NULL, NULL) ==
                DDDS_OK) {
            return forms[i].word;
        }
    }
    return NULL;
}

size_t form_length(const char *text, size_t length, unsigned rules)
{
    struct ddds_urn urn;
    bool reads_urns = (rules & DDDS_UUID_URN) != 0 ||
                      (rules & (UUID_ENCODED | DDDS_UUID_ANY_FORM)) == 0;
    /* |text| need not end after |length| octets */
    char copy[512];
    if (!reads_urns || length >= sizeof copy ||
        memchr(text, '\0', length) != NULL) {
        return length;
    }
    memcpy(copy, text, length);
    copy[length] = '\0';
    if (ddds_urn_parse(copy, &urn, NULL) != DDDS_OK || urn.nid.length != 4 ||
        strncasecmp(urn.nid.text, "uuid", 4) != 0) {
        return length;
    }
    return (size_t)(urn.nss.text - copy) + urn.nss.length;
}

void form_note_components(const char *place, const char *text, size_t length)
{
    complain("%s\"%.100s\": note: \"%.100s\" is not part of the UUID", place,
             text, text + length);
}

/* "guid" is never suggested, because "simple" has the same digits. */
void form_hint(const char *text, size_t length, unsigned rules,
               char hint[FORM_HINT_SIZE])
{
    size_t used = 0;
    hint[0] = '\0';
    if ((rules & UUID_ENCODED) != 0) {
        return;
    }
    const char *form = find_form(text, length, rules);
    if (form != NULL) {
        snprintf(hint, FORM_HINT_SIZE, "; add --form %s", form);
        return;
    }
    for (unsigned i = 0; i < DDDS_UUID_GUID; i++) {
        enum ddds_uuid_encoding encoding = (enum ddds_uuid_encoding)i;
        if (ddds_uuid_decode(text, length, encoding, NULL, NULL) == DDDS_OK) {
            used += (size_t)snprintf(hint + used, FORM_HINT_SIZE - used,
                                     "%s--form %s",
                                     used > 0 ? ", " : "; it can be read with ",
                                     ddds_uuid_encoding_name(encoding));
        }
    }
}
