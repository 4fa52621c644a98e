/* The library has two readers and two writers: one for the forms of RFC 9562,
 * one for encodings.
 *
 * SPDX-License-Identifier: MIT */
#include "uuid/forms.h"

#include <stdio.h>

static const unsigned demands = DDDS_UUID_RFC_ONLY | DDDS_UUID_NOT_NIL |
                                DDDS_UUID_NOT_MAX | DDDS_UUID_LOWER_ONLY;

static enum ddds_uuid_encoding encoding_of(unsigned form)
{
    return (enum ddds_uuid_encoding)(form & ~(UUID_ENCODED | demands));
}

/* Does |uuid| meet the demands in |rules|? An offset in its canonical form
 * would mean nothing to who wrote another, so that form is shown. */
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
                 "UUID: this is %s, whose variant or version is not one of RFC "
                 "9562",
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

/* Numbers may be short, and nearly every word is one: only full texts count. */
void form_hint(const char *text, size_t length, unsigned rules,
               char hint[FORM_HINT_SIZE])
{
    size_t used = 0;
    hint[0] = '\0';
    if ((rules & UUID_ENCODED) != 0 || length < 20) {
        return;
    }
    for (unsigned i = 0; i <= DDDS_UUID_BASE64URL; i++) {
        enum ddds_uuid_encoding encoding = (enum ddds_uuid_encoding)i;
        if (ddds_uuid_decode(text, length, encoding, NULL, NULL) == DDDS_OK) {
            used += (size_t)snprintf(hint + used, FORM_HINT_SIZE - used,
                                     "%s--form %s",
                                     used > 0 ? ", " : "; it can be read with ",
                                     ddds_uuid_encoding_name(encoding));
        }
    }
}
