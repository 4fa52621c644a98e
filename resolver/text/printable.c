/* Unicode properties that decide about display, from the Unicode Character
 * Database: format characters (Cf), line and paragraph separators, fillers,
 * noncharacters; East Asian Width W and F; nonspacing marks.
 *
 * The locale is not set, because comparisons of names must not depend on it.
 *
 * SPDX-License-Identifier: MIT */
#include "text/printable.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Character set of the locale; detected at the first octet that is not ASCII.
 * Concurrent threads detect the same. */
enum charset { UNKNOWN, OTHER, UTF8 };
static atomic_int charset;

bool printable_locale_has_utf8(void)
{
    static const char *const variables[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    static const char *const spellings[] = {"UTF-8", "UTF8"};
    const char *name = NULL;
    for (size_t i = 0; i < 3 && (name == NULL || name[0] == '\0'); i++) {
        name = getenv(variables[i]);
    }
    const char *dot = name != NULL ? strchr(name, '.') : NULL;
    for (size_t i = 0; i < 2 && dot != NULL; i++) {
        size_t length = strlen(spellings[i]);
        if (strcspn(dot + 1, "@") == length &&
            strncasecmp(dot + 1, spellings[i], length) == 0) {
            return true;
        }
    }
    return false;
}

static bool has_utf8(void)
{
    if (atomic_load_explicit(&charset, memory_order_relaxed) == UNKNOWN) {
        printable_set_utf8(printable_locale_has_utf8());
    }
    return atomic_load_explicit(&charset, memory_order_relaxed) == UTF8;
}

void printable_set_utf8(bool is_utf8)
{
    atomic_store_explicit(&charset, is_utf8 ? UTF8 : OTHER,
                          memory_order_relaxed);
}

/* ---- Characters ---------------------------------------------------------- */

size_t printable_decode(const char *text, size_t length, uint32_t *character)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *octets = (const unsigned char *)text;
    size_t size = octets[0] < 0x80             ? 1
                  : (octets[0] & 0xe0) == 0xc0 ? 2
                  : (octets[0] & 0xf0) == 0xe0 ? 3
                  : (octets[0] & 0xf8) == 0xf0 ? 4
                                               : 0;
    if (size == 0 || size > length) {
        return 0;
    }
    uint32_t value = size == 1 ? octets[0] : octets[0] & (0xffU >> (size + 1));
    for (size_t i = 1; i < size; i++) {
        if ((octets[i] & 0xc0) != 0x80) {
            return 0;
        }
        value = value << 6 | (octets[i] & 0x3fU);
    }
    bool is_valid = (size == 1 || value >= least[size]) && value <= 0x10ffff &&
                    (value < 0xd800 || value > 0xdfff);
    *character = value;
    return is_valid ? size : 0;
}

struct range {
    uint32_t first, last;
};

static bool is_in(uint32_t character, const struct range *ranges, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (character >= ranges[i].first && character <= ranges[i].last) {
            return true;
        }
    }
    return false;
}

static bool is_invisible(uint32_t character)
{
    static const struct range ranges[] = {
        {0x00, 0x1f},       {0x7f, 0x9f},       {0xad, 0xad},
        {0x34f, 0x34f},     {0x600, 0x605},     {0x61c, 0x61c},
        {0x6dd, 0x6dd},     {0x70f, 0x70f},     {0x115f, 0x1160},
        {0x17b4, 0x17b5},   {0x180b, 0x180f},   {0x200b, 0x200f},
        {0x2028, 0x202e},   {0x2060, 0x206f},   {0x3164, 0x3164},
        {0xfdd0, 0xfdef},   {0xfe00, 0xfe0f},   {0xfeff, 0xfeff},
        {0xffa0, 0xffa0},   {0xfff0, 0xfffb},   {0x110bd, 0x110bd},
        {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff},
    };
    return is_in(character, ranges, sizeof ranges / sizeof ranges[0]) ||
           (character & 0xfffe) == 0xfffe;
}

static bool is_wide(uint32_t character)
{
    static const struct range ranges[] = {
        {0x1100, 0x115f},   {0x2e80, 0xa4cf},   {0xac00, 0xd7a3},
        {0xf900, 0xfaff},   {0xfe30, 0xfe6f},   {0xff00, 0xff60},
        {0xffe0, 0xffe6},   {0x1f300, 0x1f64f}, {0x1f680, 0x1f6ff},
        {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd},
    };
    return is_in(character, ranges, sizeof ranges / sizeof ranges[0]);
}

static bool is_combining(uint32_t character)
{
    static const struct range ranges[] = {
        {0x300, 0x36f},   {0x483, 0x489},   {0x591, 0x5bd},
        {0x610, 0x61a},   {0x64b, 0x65f},   {0x1ab0, 0x1aff},
        {0x1dc0, 0x1dff}, {0x20d0, 0x20ff}, {0xfe20, 0xfe2f},
    };
    return is_in(character, ranges, sizeof ranges / sizeof ranges[0]);
}

/* ---- Text --------------------------------------------------------------- */

size_t printable_length(const char *text, size_t length)
{
    uint32_t character;
    unsigned char octet = (unsigned char)text[0];
    if (octet < 0x80 || !has_utf8()) {
        return octet >= 0x20 && octet < 0x7f;
    }
    size_t size = printable_decode(text, length, &character);
    return size > 0 && !is_invisible(character) ? size : 0;
}

/* Copy the first character of |text|, escaped if necessary. Set |*size| to its
 * length in |text|; return its length in |copy|. */
static size_t copy_character(char *copy, const char *text, size_t length,
                             size_t *size)
{
    unsigned octet = (unsigned char)text[0];
    *size = printable_length(text, length);
    if (*size > 0) {
        memcpy(copy, text, *size);
        return *size;
    }
    *size = 1;
    copy[0] = '\\';
    copy[1] = (char)('0' + octet / 100);
    copy[2] = (char)('0' + octet / 10 % 10);
    copy[3] = (char)('0' + octet % 10);
    return 4;
}

/* Return true if eight octets are printable ASCII. */
static bool is_plain(uint64_t word)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    /* High bit of each octet: set if it is below 0x20, 0x7f, or above. */
    return (((word - 0x20 * ones) | (word + ones) | word) & 0x80 * ones) == 0;
}

/* The last octets are copied as a word that overlaps the previous word. */
size_t printable_copy_run(char *copy, const char *text, size_t length)
{
    size_t run = 0;
    uint64_t word;
    while (length - run >= sizeof word) {
        memcpy(&word, text + run, sizeof word);
        if (!is_plain(word)) {
            break;
        }
        memcpy(copy + run, &word, sizeof word);
        run += sizeof word;
    }
    if (length >= sizeof word && length - run < sizeof word) {
        memcpy(&word, text + length - sizeof word, sizeof word);
        if (is_plain(word)) {
            memcpy(copy + length - sizeof word, &word, sizeof word);
            return length;
        }
    }
    for (; run < length && text[run] >= 0x20 && text[run] < 0x7f; run++) {
        copy[run] = text[run];
    }
    return run;
}

size_t printable_copy(char *copy, const char *text, size_t length)
{
    size_t end = 0;
    size_t size;
    for (size_t i = 0; i < length;) {
        size = printable_copy_run(copy + end, text + i, length - i);
        end += size;
        i += size;
        if (i < length) {
            end += copy_character(copy + end, text + i, length - i, &size);
            i += size;
        }
    }
    return end;
}

size_t printable_piece(const char *text, size_t length)
{
    size_t piece = length < PRINTABLE_PIECE ? length : PRINTABLE_PIECE;
    while (piece < length && piece > 1 &&
           ((unsigned char)text[piece] & 0xc0) == 0x80) {
        piece--;
    }
    return piece;
}

void printable_write(FILE *out, const char *text, size_t length)
{
    char copy[4 * PRINTABLE_PIECE];
    while (length > 0) {
        size_t piece = printable_piece(text, length);
        fwrite(copy, 1, printable_copy(copy, text, piece), out);
        text += piece;
        length -= piece;
    }
}

size_t printable_columns(const char *text, size_t length)
{
    size_t columns = 0;
    size_t size;
    uint32_t character;
    for (size_t i = 0; i < length; i += size) {
        size = printable_length(text + i, length - i);
        if (size == 0) {
            columns += sizeof "\\DDD" - 1;
            size = 1;
        } else if (size == 1) {
            columns++;
        } else {
            printable_decode(text + i, size, &character);
            columns += is_combining(character) ? 0 : is_wide(character) ? 2 : 1;
        }
    }
    return columns;
}
