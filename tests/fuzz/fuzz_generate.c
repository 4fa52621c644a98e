/* $GENERATE: the input is what follows it in a zone file, and lines after that.
 *
 * What a template makes is what a second reader makes of it. The records of a
 * file keep within the most that was allowed, and a refusal names a place.
 *
 * SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "db/text/generate.h"
#include "db/text/zonefile.h"
#include "fuzz.h"

enum { RECORDS_MAX = 300, MADE_SIZE = 1024 };

/* ---- A second reader of templates ---------------------------------------- */

/* ${OFFSET,WIDTH,BASE}. */
struct parts {
    long offset;
    int width;
    char base;
    size_t length; /* after the opening brace; 0: it is invalid */
};

/* The decimal number |digits|; -1 if it is invalid or too large. */
static long number_of(const char *digits, long most)
{
    size_t length = strlen(digits);
    if (length == 0 || strspn(digits, "0123456789") != length) {
        return -1;
    }
    long value = strtol(digits, NULL, 10);
    return value <= most ? value : -1;
}

static struct parts take_apart(const char *text, size_t length)
{
    struct parts parts = {.base = 'd'};
    const char *end = memchr(text, '}', length);
    char fields[3][600] = {"", "", ""};
    size_t field = 0;
    size_t at = 0;
    if (end == NULL || end - text >= 600 ||
        memchr(text, '\0', (size_t)(end - text)) != NULL) {
        return parts;
    }
    for (const char *octet = text; octet < end; octet++) {
        if (*octet == ',' && field < 2) {
            field++;
            at = 0;
        } else {
            fields[field][at++] = *octet;
        }
    }
    const char *offset = fields[0] + (strchr("+-", fields[0][0]) != NULL &&
                                      fields[0][0] != '\0');
    long value = number_of(offset, INT32_MAX);
    bool is_good =
        value >= 0 && (field < 1 || number_of(fields[1], 255) >= 0) &&
        (field < 2 ||
         (strlen(fields[2]) == 1 && strchr("doxXnN", fields[2][0]) != NULL));
    if (is_good) {
        parts.offset = fields[0][0] == '-' ? -value : value;
        parts.width = field < 1 ? 0 : (int)number_of(fields[1], 255);
        parts.base = field < 2 ? 'd' : fields[2][0];
        parts.length = (size_t)(end - text) + 1;
    }
    return parts;
}

/* Write digits from the last to the first, each with a dot after it except the
 * last that is needed; at least |width| octets. */
static size_t write_nibbles(char *out, unsigned long value, size_t width,
                            bool is_upper)
{
    char digits[32];
    int count =
        snprintf(digits, sizeof digits, is_upper ? "%lX" : "%lx", value);
    size_t needed = 2 * (size_t)count - 1;
    size_t length = needed > width ? needed : width;
    for (size_t i = 0; i < length; i++) {
        int place = count - 1 - (int)(i / 2);
        out[i] = '.';
        if (i % 2 == 0) {
            out[i] = '0';
            if (place >= 0) {
                out[i] = digits[place];
            }
        }
    }
    return length;
}

/* False: the number cannot be written so. */
static bool write_number(struct text *text, const struct parts *parts,
                         uint32_t iterator)
{
    char made[600];
    long value = (long)iterator + parts->offset;
    int width = parts->width;
    if (value < 0 && parts->base != 'd') {
        return false;
    }
    int length = 0;
    switch (parts->base) {
    case 'd':
        length = snprintf(made, sizeof made, "%0*ld", width, value);
        break;
    case 'o':
        length =
            snprintf(made, sizeof made, "%0*lo", width, (unsigned long)value);
        break;
    case 'x':
        length =
            snprintf(made, sizeof made, "%0*lx", width, (unsigned long)value);
        break;
    case 'X':
        length =
            snprintf(made, sizeof made, "%0*lX", width, (unsigned long)value);
        break;
    default:
        length = (int)write_nibbles(made, (unsigned long)value, (size_t)width,
                                    parts->base == 'N');
    }
    ddds_text_add(text, made, (size_t)length);
    return true;
}

/* Write the output of |template|; false if it is refused. */
static bool expand(const struct token *template, uint32_t iterator,
                   struct text *text)
{
    static const struct parts plain = {.base = 'd'};
    const char *octets = template->text;
    size_t size = template->length;
    for (size_t i = 0; i < size; i++) {
        if (octets[i] == '\\') {
            bool is_quote =
                template->kind == TOKEN_QUOTED && octets[i + 1] == '"';
            ddds_text_add(text, octets + i + is_quote, is_quote ? 1 : 2);
            i++;
        } else if (octets[i] == '$' && i + 1 < size && octets[i + 1] == '$') {
            ddds_text_char(text, '$');
            i++;
        } else if (octets[i] == '$' && i + 1 < size && octets[i + 1] == '{') {
            struct parts parts = take_apart(octets + i + 2, size - i - 2);
            if (parts.length == 0 || !write_number(text, &parts, iterator)) {
                return false;
            }
            i += 1 + parts.length;
        } else if (octets[i] == '$') {
            write_number(text, &plain, iterator);
        } else {
            ddds_text_char(text, octets[i]);
        }
    }
    return !text->failed;
}

static void compare(const struct lexer *lexer, const struct token *template,
                    uint32_t iterator)
{
    char made[MADE_SIZE];
    char again[MADE_SIZE];
    struct text text;
    struct text other;
    ddds_text_init(&text, made, sizeof made);
    ddds_text_init(&other, again, sizeof again);
    ddds_status status = ddds_generate_expand(lexer, template, iterator, &text);
    require(status == DDDS_OK || status == DDDS_SYNTAX);
    require(expand(template, iterator, &other) == (status == DDDS_OK));
    require(status != DDDS_OK || (text.length == other.length &&
                                  memcmp(made, again, text.length) == 0));
}

/* The words of a line: a range, and templates. */
static void expand_words(const char *text, size_t length)
{
    struct lexer lexer;
    struct ddds_error error;
    struct token token;
    struct generate_range range;
    ddds_lexer_init(&lexer, "t", text, length, &error);
    if (ddds_lexer_next(&lexer, &token) != DDDS_OK ||
        ddds_token_is_end(&token) ||
        ddds_generate_range(&lexer, &token, &range) != DDDS_OK) {
        return;
    }
    require(range.start <= range.stop && range.step > 0);
    require(range.stop <= INT32_MAX && range.step <= INT32_MAX);
    while (ddds_lexer_next(&lexer, &token) == DDDS_OK &&
           !ddds_token_is_end(&token)) {
        compare(&lexer, &token, range.start);
        compare(&lexer, &token, range.stop);
    }
}

/* ---- Whole files --------------------------------------------------------- */

static bool count_record(void *context, const struct zonefile_record *record)
{
    unsigned *count = context;
    require(record->line >= 1 && record->column >= 1);
    ++*count;
    return true;
}

static void read_file(const char *text, size_t length, size_t lines)
{
    struct zonefile *file;
    struct ddds_error error;
    unsigned records = 0;
    if (ddds_zonefile_over("t", text, length, false, &file, &error) !=
        DDDS_OK) {
        ddds_zonefile_free(file);
        return;
    }
    ddds_zonefile_max_generated(file, RECORDS_MAX);
    ddds_status status =
        ddds_zonefile_read(file, "o", count_record, &records, &error);
    require(status == DDDS_OK || status == DDDS_SYNTAX || status == DDDS_LIMIT);
    require(status == DDDS_OK || strncmp(error.detail, "t:", 2) == 0);
    require(records <= RECORDS_MAX + lines);
    ddds_zonefile_free(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char begin[] = "$TTL 1\n$GENERATE ";
    size_t length = sizeof begin - 1 + size;
    char *text = malloc(length);
    require(text != NULL);
    memcpy(text, begin, sizeof begin - 1);
    if (size > 0) {
        memcpy(text + sizeof begin - 1, data, size);
    }
    size_t lines = 2;
    for (size_t i = 0; i < size; i++) {
        lines += data[i] == '\n';
    }
    expand_words(text + sizeof begin - 1, size);
    read_file(text, length, lines);
    free(text);
    return 0;
}
