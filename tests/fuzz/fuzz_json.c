/* Any octets as a string of JSON: Jansson writes the same, and reads it back.
 * The first octet limits the memory.
 *
 * SPDX-License-Identifier: MIT */
#include <stdio.h>

#include <jansson.h>

#include "base/json.h"
#include "fuzz.h"

static size_t write_member(struct ddds_span span, char *text, size_t size)
{
    struct json json;
    ddds_json_begin(&json, text, size);
    ddds_json_open(&json, NULL, '{');
    ddds_json_span(&json, "a", span);
    ddds_json_close(&json, '}');
    return ddds_json_end(&json);
}

/* The result of Jansson. */
static char *write_peer(struct ddds_span span)
{
    json_t *object = json_object();
    json_t *string = json_stringn(span.text, span.length);
    json_object_set_new(object, "a", string != NULL ? string : json_null());
    if (string == NULL) {
        char *hex = malloc(2 * span.length + 1);
        require(hex != NULL);
        for (size_t i = 0; i < span.length; i++) {
            snprintf(hex + 2 * i, 3, "%02x", (unsigned char)span.text[i]);
        }
        json_object_set_new(object, "a_hex", json_string(hex));
        free(hex);
    }
    char *text = json_dumps(object, JSON_COMPACT | JSON_ENSURE_ASCII);
    json_decref(object);
    require(text != NULL);
    return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) {
        return 0;
    }
    char *octets = copy_of(data + 1, size - 1);
    const struct ddds_span span = {octets, size - 1};
    char *peer = write_peer(span);
    size_t length = write_member(span, NULL, 0);
    char *text = malloc(length + 1);
    require(text != NULL && length == strlen(peer));
    require(write_member(span, text, length + 1) == length);
    require(strcmp(text, peer) == 0);
    free(text);

    size_t room = data[0] % length + 1; /* too little */
    text = malloc(room);
    require(text != NULL && write_member(span, text, room) == length);
    require(text[0] == '\0');
    free(text);
    free(peer);
    free(octets);
    return 0;
}
