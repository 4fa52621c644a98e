/* Reading a quoted field, for the proofs of short and long texts.
 *
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "proof.h"

static size_t text_length; /* of the text that is read */

static size_t known_length(const char *text)
{
    (void)text;
    return text_length;
}

#define strlen known_length
#include "rule/unescape.c"

/* The proofs ignore the text of errors. */
ddds_status ddds_error_set(struct ddds_error *error, ddds_status status,
                           size_t offset, const char *format, ...)
{
    (void)error;
    (void)format;
    PROVE(offset <= text_length);
    return status;
}

static void read_text(const char *text, size_t length)
{
    char field[DDDS_FIELD_SIZE];
    text_length = length;
    ddds_status status = ddds_field_unescape(text, field, NULL);
    PROVE(status == DDDS_OK || status == DDDS_MALFORMED);
    if (status == DDDS_OK) {
        size_t end = length < sizeof field ? length : sizeof field - 1;
        while (end > 0 && field[end] != '\0') {
            end--;
        }
        PROVE(field[end] == '\0');
    }
}
