/* SPDX-License-Identifier: MIT */
#include "serve/page/members.h"

#include <stdint.h>

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

size_t members_length(const json_t *object)
{
    size_t length = 0;
    for (void *at = json_object_iter((json_t *)(uintptr_t)object); at != NULL;
         at = json_object_iter_next((json_t *)(uintptr_t)object, at)) {
        length += json_string_length(json_object_iter_value(at));
    }
    return length;
}
