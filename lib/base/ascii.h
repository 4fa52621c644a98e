/* ASCII functions: the protocols of this library are independent of the locale,
 * and <ctype.h> is undefined for other octets.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BASE_ASCII_H
#define BASE_ASCII_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <ddds/span.h>

static inline bool ascii_is_digit(unsigned char octet)
{
    return octet >= '0' && octet <= '9';
}

static inline bool ascii_is_lower(unsigned char octet)
{
    return octet >= 'a' && octet <= 'z';
}

static inline bool ascii_is_upper(unsigned char octet)
{
    return octet >= 'A' && octet <= 'Z';
}

static inline bool ascii_is_alpha(unsigned char octet)
{
    return ascii_is_lower(octet) || ascii_is_upper(octet);
}

static inline bool ascii_is_alnum(unsigned char octet)
{
    return ascii_is_alpha(octet) || ascii_is_digit(octet);
}

static inline bool ascii_is_control(unsigned char octet)
{
    return octet < 0x20 || octet == 0x7f;
}

/* Printable, except the space. */
static inline bool ascii_is_graphic(unsigned char octet)
{
    return octet > 0x20 && octet < 0x7f;
}

/* A space or a tab. */
static inline bool ascii_is_blank(char octet)
{
    return octet == ' ' || octet == '\t';
}

static inline char ascii_to_lower(char octet)
{
    return ascii_is_upper((unsigned char)octet) ? (char)(octet + ('a' - 'A'))
                                                : octet;
}

static inline char ascii_to_upper(char octet)
{
    return ascii_is_lower((unsigned char)octet) ? (char)(octet - ('a' - 'A'))
                                                : octet;
}

/* Return the value of a hexadecimal digit, or -1. */
static inline int ascii_hex_value(unsigned char octet)
{
    if (ascii_is_digit(octet)) {
        return octet - '0';
    }
    if (octet >= 'a' && octet <= 'f') {
        return octet - 'a' + 10;
    }
    if (octet >= 'A' && octet <= 'F') {
        return octet - 'A' + 10;
    }
    return -1;
}

/* Take the next |item| of the comma-separated list at |*at|, and advance |*at|;
 * NULL after the last item. Return false if |*at| is NULL. */
static inline bool ascii_next_item(const char **at, struct ddds_span *item)
{
    if (*at == NULL) {
        return false;
    }
    size_t length = strcspn(*at, ",");
    *item = (struct ddds_span){*at, length};
    *at = (*at)[length] == ',' ? *at + length + 1 : NULL;
    return true;
}

/* Parse decimal digits from |*at| to |end|, and move |*at| after them. Return
 * false without digits, or if the number exceeds |most|. */
static inline bool ascii_read_number(const char **at, const char *end,
                                     uint64_t most, uint64_t *number)
{
    const char *begin = *at;
    *number = 0;
    for (; *at < end && ascii_is_digit((unsigned char)**at); ++*at) {
        uint64_t digit = (uint64_t)(**at - '0');
        if (digit > most || *number > (most - digit) / 10) {
            return false;
        }
        *number = *number * 10 + digit;
    }
    return *at > begin;
}

/* Return true if |length| octets of both strings are equal, ignoring case. */
static inline bool ascii_equal_span(const char *one, const char *other,
                                    size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (ascii_to_lower(one[i]) != ascii_to_lower(other[i])) {
            return false;
        }
    }
    return true;
}

/* Return true if two strings are equal, ignoring case. */
static inline bool ascii_equal(const char *one, const char *other)
{
    size_t length = strlen(one);
    return length == strlen(other) && ascii_equal_span(one, other, length);
}

/* Like strcmp, ignoring case. */
static inline int ascii_compare(const char *one, const char *other)
{
    while (*one != '\0' && ascii_to_lower(*one) == ascii_to_lower(*other)) {
        one++;
        other++;
    }
    return (unsigned char)ascii_to_lower(*one) -
           (unsigned char)ascii_to_lower(*other);
}

/* Return true if two spans are equal, ignoring case. */
static inline bool ascii_same(struct ddds_span one, struct ddds_span other)
{
    return one.length == other.length &&
           ascii_equal_span(one.text, other.text, one.length);
}

/* Return true if |wanted|, in any case, is an item of the comma-separated
 * |list|, which may be NULL. */
static inline bool ascii_list_has(const char *list, struct ddds_span wanted)
{
    struct ddds_span item;
    while (ascii_next_item(&list, &item)) {
        if (ascii_same(item, wanted)) {
            return true;
        }
    }
    return false;
}

/* Return true if |span| equals |word|, ignoring case. Comparing the first
 * letters first is fast for most words. */
static inline bool ascii_is_word(struct ddds_span span, const char *word)
{
    return (span.length == 0 ||
            ascii_to_lower(*span.text) == ascii_to_lower(*word)) &&
           span.length == strlen(word) &&
           ascii_equal_span(span.text, word, span.length);
}

/* Return true if the |length| octets at |text| start with |word|, ignoring
 * case. */
static inline bool ascii_begins_with(const char *text, size_t length,
                                     const char *word)
{
    size_t wanted = strlen(word);
    return length >= wanted && ascii_equal_span(text, word, wanted);
}

#endif
