/* Domain names of strangers, as text and as labels. A name has one spelling:
 * written as labels and read again it is the same.
 *
 * SPDX-License-Identifier: MIT */
#include "fuzz.h"
#include "base/domain.h"

/* Properties of every name inside the library. */
static void check_name(const char *name)
{
    unsigned char wire[LIMIT_NAME_WIRE];
    size_t length = ddds_domain_write(name, wire);
    require(length >= 1 && length <= LIMIT_NAME_WIRE);

    struct cursor cursor = ddds_cursor_over(wire, length);
    char again[LIMIT_NAME_SIZE];
    require(ddds_domain_read(&cursor, again, NULL) == DDDS_OK);
    require(ddds_cursor_left(&cursor) == 0);
    require(strcmp(again, name) == 0);

    const char *text = *name == '\0' ? "." : name;
    require(ddds_domain_parse(text, strlen(text), again, NULL) == DDDS_OK);
    require(strcmp(again, name) == 0);

    unsigned labels = 0;
    for (size_t at = 0; wire[at] != 0; at += 1u + wire[at]) {
        labels++;
    }
    for (const char *at = name; *at != '\0'; at = ddds_domain_parent(at)) {
        require(labels-- > 0);
        require(ddds_domain_is_within(name, at));
    }
    require(labels == 0);
}

static void check_text(const char *text, size_t length)
{
    char name[LIMIT_NAME_SIZE];
    char key[LIMIT_KEY_SIZE];
    struct ddds_error error;
    bool is_name = ddds_domain_parse(text, length, name, &error) == DDDS_OK;
    if (is_name) {
        check_name(name);
    } else {
        require(error.status == DDDS_MALFORMED && error.offset <= length);
    }
    if (ddds_domain_parse_key(text, length, key, &error) != DDDS_OK) {
        require(error.status == DDDS_MALFORMED && error.offset <= length);
        return;
    }
    /* A key is a name, and both are spelt alike. */
    require(is_name && strcmp(key, name) == 0);
    require(strlen(key) <= length);

    char *same = malloc(length + 1);
    require(same != NULL);
    memcpy(same, text, length);
    require(ddds_domain_parse_key(same, length, same, NULL) == DDDS_OK);
    require(strcmp(same, key) == 0);
    free(same);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    /* Memory of its own size, so that a read past its end is seen. */
    char *text = malloc(size > 0 ? size : 1);
    require(text != NULL);
    memcpy(text, data, size);
    check_text(text, size);

    struct cursor cursor = ddds_cursor_over(text, size);
    char name[LIMIT_NAME_SIZE];
    if (ddds_domain_read(&cursor, name, NULL) == DDDS_OK) {
        check_name(name);
    } else {
        require(cursor.failed);
    }
    free(text);
    return 0;
}
