/* Members of JSON documents.
 *
 * SPDX-License-Identifier: MIT */
#include "serve/page/members.h"

const char *member(const json_t *object, const char *name)
{
    char hex[64];
    const json_t *value = json_object_get(object, name);
    if (json_is_string(value)) {
        return json_string_value(value);
    }
    int length = snprintf(hex, sizeof hex, "%s_hex", name);
    if (length < 0 || (size_t)length >= sizeof hex) {
        return NULL;
    }
    return json_string_value(json_object_get(object, hex));
}

json_int_t member_number(const json_t *object, const char *name)
{
    return json_integer_value(json_object_get(object, name));
}

void html_number(FILE *out, const json_t *object, const char *name)
{
    const json_t *value = json_object_get(object, name);
    if (json_is_integer(value)) {
        fprintf(out, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    }
}
