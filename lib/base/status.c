/* Texts of statuses, and construction of errors.
 *
 * SPDX-License-Identifier: MIT */
#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"

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
    } else if (value == '"') {
        snprintf(shown, ERROR_OCTET_SIZE, "'\"'");
    } else if (!(ascii_is_graphic(value) || value == ' ')) {
        snprintf(shown, ERROR_OCTET_SIZE, "\\%03u", value);
    } else {
        snprintf(shown, ERROR_OCTET_SIZE, "\"%c\"", octet);
    }
}

void ddds_error_show_at(const char *text, size_t length, size_t offset,
                        char shown[ERROR_OCTET_SIZE])
{
    if (offset < length && text[offset] == '\0') {
        snprintf(shown, ERROR_OCTET_SIZE, "\\000");
    } else {
        ddds_error_show(offset < length ? text[offset] : '\0', shown);
    }
}

/* Remove the last character of |detail|, of |length| octets, if it is a
 * multi-octet character, because it may be truncated. */
static void drop_last_character(char *detail, size_t length)
{
    while (length > 0 && ((unsigned char)detail[length - 1] & 0xc0) == 0x80) {
        length--;
    }
    if (length > 0 && (unsigned char)detail[length - 1] >= 0xc0) {
        detail[length - 1] = '\0';
    }
}

/* Write the |size| octets at |text| to |end|, as \DDD each; return the new
 * end. */
static char *write_escaped(char *end, const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        snprintf(end, sizeof "\\DDD", "\\%03u",
                 (unsigned)(unsigned char)text[i]);
        end += sizeof "\\DDD" - 1;
    }
    return end;
}

/* Return true if the character at |at|, of |size| octets, is one of those that
 * ddds_error_set escapes. */
static bool is_unseen(const char *at, size_t size)
{
    const unsigned char *octets = (const unsigned char *)at;
    if (size != 3 || octets[0] != 0xe2) {
        return ascii_is_control(octets[0]) ||
               (size == 2 && octets[0] == 0xc2 &&
                (octets[1] < 0xa0 || octets[1] == 0xad)) ||
               (size == 2 && octets[0] == 0xd8 && octets[1] == 0x9c) ||
               (size == 3 && memcmp(octets, "\xef\xbb\xbf", 3) == 0);
    }
    unsigned low = octets[2];
    return (octets[1] == 0x80 &&
            ((low >= 0x8b && low <= 0x8f) || (low >= 0xa8 && low <= 0xae))) ||
           (octets[1] == 0x81 && low >= 0xa0 && low <= 0xaf);
}

/* Escape, as \DDD, octets that are not UTF-8 and unseen characters: details
 * quote untrusted input, and are printed on terminals and in JSON. Truncate the
 * result if it is too long. */
static void escape_controls(char detail[DDDS_DETAIL_SIZE], size_t length)
{
    unsigned special = 0;
    for (size_t i = 0; i < length; i++) {
        unsigned octet = (unsigned char)detail[i];
        special |= octet < ' ' || octet > '~';
    }
    if (special == 0) {
        return; /* the usual case */
    }
    char text[DDDS_DETAIL_SIZE];
    size_t size;
    char *end = detail;
    memcpy(text, detail, length + 1);
    for (size_t i = 0; i < length; i += size) {
        const char *at = text + i;
        size = utf8_length(at, length - i);
        bool is_escaped = size == 0 || is_unseen(at, size);
        size = size > 0 ? size : 1;
        size_t more = is_escaped ? size * (sizeof "\\DDD" - 1) : size;
        if ((size_t)(end - detail) + more >= DDDS_DETAIL_SIZE) {
            break;
        }
        if (is_escaped) {
            end = write_escaped(end, at, size);
        } else {
            memcpy(end, at, size);
            end += size;
        }
    }
    *end = '\0';
}

ddds_status ddds_error_set(struct ddds_error *error, ddds_status status,
                           size_t offset, const char *format, ...)
{
    if (error == NULL) {
        return status;
    }
    error->status = status;
    error->setting = DDDS_SETTING_NONE;
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
    escape_controls(error->detail, strlen(error->detail));
    return status;
}

int ddds_error_plain_length(const char *detail)
{
    static const char at[] = ", at ";
    size_t length = strlen(detail);
    size_t digits = length;
    while (digits > 0 && ascii_is_digit((unsigned char)detail[digits - 1])) {
        digits--;
    }
    bool has_place =
        digits < length && digits >= sizeof at - 1 &&
        strncmp(detail + digits - (sizeof at - 1), at, sizeof at - 1) == 0;
    return (int)(has_place ? digits - (sizeof at - 1) : length);
}
