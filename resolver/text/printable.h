/* Characters that may be shown as they are, and the notation of all others.
 *
 * Printable ASCII is shown. Where the locale says that the terminal reads
 * UTF-8, so are valid characters of UTF-8, except those that are invisible or
 * change the order of others: controls (C1), bidirectional and zero-width
 * characters. All other octets are written as \DDD, in decimal (RFC 1035
 * section 5.1). Fields of records are always written as in a zone file
 * (print_quoted), the formats for programs as those define.
 *
 * SPDX-License-Identifier: MIT */
#ifndef TEXT_PRINTABLE_H
#define TEXT_PRINTABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Does the name of the locale say that it has UTF-8, as de_DE.UTF-8 and C.utf8@x
 * do? The system may not have the locale; to ask it takes memory. */
bool printable_locale_has_utf8(void);

/* For tests: as if the locale had UTF-8, or had not. */
void printable_set_utf8(bool has_utf8);

/* Read the UTF-8 character at |text|, of which |length| octets are left.
 * Returns its octets, or 0 if they are not valid UTF-8. */
size_t printable_decode(const char *text, size_t length, uint32_t *character);

/* How many octets at |text| are a character that is shown as it is; 0: the
 * first octet is to be escaped. |length| is at least 1. */
size_t printable_length(const char *text, size_t length);

/* Copy from |length| octets at |text| what is printable ASCII, up to the first
 * that is not, to |copy|, which has room for all of them; how many. */
size_t printable_copy_run(char *copy, const char *text, size_t length);

/* How many of |length| octets at |text| to escape at a time: at most
 * PRINTABLE_PIECE, and no part of a character. |length| is at least 1. */
enum { PRINTABLE_PIECE = 128 };
size_t printable_piece(const char *text, size_t length);

/* Write |length| octets at |text|, escaped where that is needed. */
void printable_write(FILE *out, const char *text, size_t length);

/* The same to |copy|, which has room for 4 * |length| octets; how many. */
size_t printable_copy(char *copy, const char *text, size_t length);

/* The columns that they take on a terminal. */
size_t printable_columns(const char *text, size_t length);

#endif
