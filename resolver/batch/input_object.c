/* SPDX-License-Identifier: MIT */
#include "batch/input_object.h"

#include <string.h>

#include <jansson.h>

/* Return why |object| is not a valid input; NULL if it is valid. |object| is
 * NULL if the parser failed with |error|. */
static const char *find_problem(const json_t *object, const json_error_t *error)
{
    const json_t *member = json_object_get(object, "input");
    if (object == NULL && json_error_code(error) == json_error_duplicate_key) {
        return "a member of the object is repeated";
    }
    if (object == NULL &&
        json_error_code(error) == json_error_null_byte_in_key) {
        return "the name of a member of the object contains U+0000";
    }
    if (object == NULL &&
        json_error_code(error) == json_error_numeric_overflow) {
        return "a number in the object is out of range: integers have 64 bits "
               "with sign, reals are doubles; write it as a string";
    }
    if (!json_is_object(object)) {
        return "the line is not a JSON object; with --ndjson write lines such "
               "as {\"input\":\"urn:foo:1\",\"id\":7}";
    }
    if (member == NULL) {
        return "the object has no member \"input\"";
    }
    return json_is_string(member) ? NULL : "\"input\" is not a string";
}

void input_read_object(const char *line, size_t length, struct input *input)
{
    json_t *object = NULL;
    json_error_t error;
    if (length >= INPUT_OBJECT_SIZE) {
        input->problem = "the line is longer than 1 MiB";
    } else if (memchr(line, '\0', length) != NULL) { /* Jansson skips some */
        input->problem = "the line contains the octet NUL";
    } else {
        object = json_loadb(line, length,
                            JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &error);
        input->problem = find_problem(object, &error);
        if (object == NULL && error.position > 0) {
            input->problem_offset = (size_t)error.position - 1;
        }
    }
    if (json_is_object(object)) {
        input->given = strndup(line, length);
    }
    if (input->problem == NULL) {
        const json_t *member = json_object_get(object, "input");
        input_set(input, json_string_value(member), json_string_length(member));
    } else {
        input_set(input, line, length);
    }
    json_decref(object);
}
