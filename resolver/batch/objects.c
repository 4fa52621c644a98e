/* {"input": "urn:foo:1", ...}: the other members come back with the result.
 *
 * SPDX-License-Identifier: MIT */
#include "batch/objects.h"

#include <stdlib.h>
#include <string.h>

#include <jansson.h>

/* What keeps |object| from being an input; NULL: nothing. */
static const char *find_problem(const json_t *object)
{
    const json_t *member = json_object_get(object, "input");
    if (!json_is_object(object)) {
        return "the line is not a JSON object; with --ndjson each line is one, "
               "such as {\"input\":\"urn:foo:1\",\"id\":7}";
    }
    if (member == NULL) {
        return "the object has no member \"input\"";
    }
    return json_is_string(member) ? NULL : "\"input\" is not a string";
}

void object_read(const char *line, size_t length, struct input *input)
{
    json_t *object = NULL;
    if (length >= OBJECT_SIZE) {
        input->problem = "the line is longer than 1 MiB";
    } else {
        object = json_loadb(line, length,
                            JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, NULL);
        input->problem = find_problem(object);
    }
    if (json_is_object(object)) {
        input->given = strndup(line, length);
    }
    if (input->problem == NULL && input->given == NULL) {
        input->problem = "out of memory";
    }
    if (input->problem == NULL) {
        const json_t *member = json_object_get(object, "input");
        input_set(input, json_string_value(member), json_string_length(member));
    } else {
        input_set(input, line, length);
    }
    json_decref(object);
}
