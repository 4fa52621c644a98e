/* JSON objects, member by member.
 *
 * SPDX-License-Identifier: MIT */
#include "json.h"

#include <stdlib.h>
#include <string.h>

static void put_hex(json_t *object, const char *name, const char *text)
{
    char hex_name[64];
    size_t length = strlen(text);
    char *hex = malloc(2 * length + 1);
    if (hex == NULL) {
        return;
    }
    for (size_t i = 0; i < length; i++) {
        snprintf(hex + 2 * i, 3, "%02x", (unsigned char)text[i]);
    }
    snprintf(hex_name, sizeof hex_name, "%s_hex", name);
    json_object_set_new(object, hex_name, json_string(hex));
    free(hex);
}

void put_string(json_t *object, const char *name, const char *text)
{
    json_t *string = text != NULL ? json_string(text) : NULL;
    if (string == NULL) {
        json_object_set_new(object, name, json_null());
        if (text != NULL) {
            put_hex(object, name, text);
        }
        return;
    }
    json_object_set_new(object, name, string);
}

void put_span(json_t *object, const char *name, struct ddds_span span)
{
    json_object_set_new(object, name,
                        span.text != NULL ? json_stringn(span.text, span.length)
                                          : json_null());
}

void put_number(json_t *object, const char *name, json_int_t number)
{
    json_object_set_new(object, name, json_integer(number));
}

void print_json_object(FILE *out, json_t *object)
{
    json_dumpf(object, out, JSON_COMPACT | JSON_PRESERVE_ORDER);
    putc('\n', out);
    json_decref(object);
}
