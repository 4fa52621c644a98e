/* Statuses to sentences, and how an error is filled.
 *
 * SPDX-License-Identifier: MIT */
#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/ascii.h"

const char *ddds_status_text(ddds_status status)
{
    switch (status) {
#define DDDS_STATUS_SENTENCE(name, sentence)                                   \
    case DDDS_##name:                                                          \
        return sentence;
        DDDS_STATUS_LIST(DDDS_STATUS_SENTENCE)
#undef DDDS_STATUS_SENTENCE
    }
    return "unknown status";
}

const char *ddds_version(void)
{
    return DDDS_VERSION;
}

void ddds_error_show(char octet, char shown[ERROR_OCTET_SIZE])
{
    unsigned char value = (unsigned char)octet;
    if (value == '\0') {
        snprintf(shown, ERROR_OCTET_SIZE, "the end");
    } else if (value == '"' || !(ascii_is_graphic(value) || value == ' ')) {
        snprintf(shown, ERROR_OCTET_SIZE, "\\x%02X", value);
    } else {
        snprintf(shown, ERROR_OCTET_SIZE, "\"%c\"", octet);
    }
}

/* Shorten a |detail| of |length| octets by its last character, if that has
 * several octets: it may have been cut in two. */
static void drop_last_character(char *detail, size_t length)
{
    while (length > 0 && ((unsigned char)detail[length - 1] & 0xc0) == 0x80) {
        length--;
    }
    if (length > 0 && (unsigned char)detail[length - 1] >= 0xc0) {
        detail[length - 1] = '\0';
    }
}

/* Details quote untrusted input, and are printed on terminals: these obey
 * U+0080 to U+009F (C2 80 to C2 9F in UTF-8) no less than ASCII's controls. */
static void replace_controls(char *detail)
{
    for (unsigned char *octet = (unsigned char *)detail; *octet != '\0';
         octet++) {
        if (ascii_is_control(*octet)) {
            *octet = '?';
        } else if (octet[0] == 0xc2 && octet[1] >= 0x80 && octet[1] <= 0x9f) {
            octet[0] = octet[1] = '?';
        }
    }
}

ddds_status ddds_error_set(struct ddds_error *error, ddds_status status,
                           size_t offset, const char *format, ...)
{
    if (error == NULL) {
        return status;
    }
    error->status = status;
    error->offset = offset;

    va_list arguments;
    va_start(arguments, format);
    int length =
        vsnprintf(error->detail, sizeof error->detail, format, arguments);
    va_end(arguments);
    if (length < 0) {
        error->detail[0] = '\0';
    }
    if (length >= (int)sizeof error->detail) {
        drop_last_character(error->detail, sizeof error->detail - 1);
    }
    replace_controls(error->detail);
    return status;
}

ddds_status ddds_error_no_memory(struct ddds_error *error)
{
    return ddds_error_set(error, DDDS_NO_MEMORY, DDDS_NO_OFFSET, "%s",
                          ddds_status_text(DDDS_NO_MEMORY));
}
