/* Reading a string as a master file has it: \DDD and \X undone.
 *
 * SPDX-License-Identifier: MIT */
#include "master.h"

#include <stdio.h>
#include <string.h>

static bool refuse(struct ddds_error *error, size_t at, const char *why)
{
    error->status = DDDS_BAD_INPUT;
    error->offset = at;
    snprintf(error->detail, sizeof error->detail, "in a master file %s, at %zu",
             why, at);
    return false;
}

static bool is_digit(char octet)
{
    return octet >= '0' && octet <= '9';
}

/* The octet behind the backslash at |text|; its |length| with the backslash.
 * -1 if there is none. */
static int read_escape(const char *text, size_t *length)
{
    *length = 2;
    if (!is_digit(text[1])) {
        return text[1] == '\0' ? -1 : (unsigned char)text[1];
    }
    if (!is_digit(text[2]) || !is_digit(text[3])) {
        return -1;
    }
    *length = 4;
    int octet = (text[1] - '0') * 100 + (text[2] - '0') * 10 + (text[3] - '0');
    return octet <= 255 ? octet : -1;
}

bool master_unescape(const char *text, char string[MASTER_SIZE],
                     struct ddds_error *error)
{
    size_t end = strlen(text);
    size_t at = 0;
    size_t length = 0;
    if (end >= 2 && text[0] == '"' && text[end - 1] == '"') {
        at = 1;
        end--;
    }
    while (at < end) {
        size_t taken = 1;
        int octet = (unsigned char)text[at];
        if (octet == '\\') {
            octet = read_escape(text + at, &taken);
        } else if (octet == '"') {
            return refuse(error, at, "a quote inside a string is written \\\"");
        }
        if (octet < 0) {
            return refuse(error, at,
                          "a backslash before a digit begins \\DDD: write a "
                          "back-reference as \\\\1");
        }
        if (octet == 0 || length == MASTER_SIZE - 1) {
            return refuse(error, at,
                          octet == 0 ? "this string holds a NUL octet"
                                     : "a string has at most 255 octets");
        }
        string[length++] = (char)octet;
        at += taken;
    }
    string[length] = '\0';
    return true;
}
