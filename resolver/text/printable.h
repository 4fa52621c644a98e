/* Escaping for terminals.
 *
 * Printable ASCII is shown unchanged. In a UTF-8 locale, so are valid UTF-8
 * characters, except invisible characters and those that change the order of
 * others: C1 controls, bidirectional controls, zero-width characters. All other
 * octets become \DDD, in decimal (RFC 1035 section 5.1). This is for people;
 * fields of records are printed as in a zone file (print_quoted), and formats
 * for programs define their own escapes.
 *
 * SPDX-License-Identifier: MIT */
#ifndef TEXT_PRINTABLE_H
#define TEXT_PRINTABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Return true if the locale's name includes UTF-8, as de_DE.UTF-8 or C.utf8@x.
 * setlocale() allocates, and the system may lack the locale. */
bool printable_locale_has_utf8(void);

/* Override the character set, for tests. */
void printable_set_utf8(bool has_utf8);

/* Decode the UTF-8 character at |text|, within |length| octets. Return its
 * length in octets; 0 if it is invalid. */
size_t printable_decode(const char *text, size_t length, uint32_t *character);

/* Return the length of the first character if it is shown unchanged; 0 if its
 * first octet must be escaped. |length| is at least 1. */
size_t printable_length(const char *text, size_t length);

/* Copy printable ASCII to |copy|, which has |length| octets, up to the first
 * other octet. Return the number of octets. */
size_t printable_copy_run(char *copy, const char *text, size_t length);

/* Return how many of |length| octets can be escaped at once: at most
 * PRINTABLE_PIECE, without splitting a character. |length| is at least 1. */
enum { PRINTABLE_PIECE = 128 };
size_t printable_piece(const char *text, size_t length);

/* Write |length| octets of |text|, escaped where necessary. */
void printable_write(FILE *out, const char *text, size_t length);

/* The same to |copy|, which has 4 * |length| octets; return the length. */
size_t printable_copy(char *copy, const char *text, size_t length);

/* Return the width of the escaped text in columns of a terminal. */
size_t printable_columns(const char *text, size_t length);

#endif
