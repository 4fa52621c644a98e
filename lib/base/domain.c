/* The canonical form of domain names: conversions to it and operations on it.
 *
 * A *name* may contain any octet (RFC 2181 section 11), as zone files, messages
 * and replacements may. A *key* is a name that an expression may output. It is
 * limited to letters, digits, `-' and `_', so that a wrong expression fails
 * here, and not at an unrelated name server.
 *
 * SPDX-License-Identifier: MIT */
#include "base/domain.h"

#include <string.h>

#include "base/ascii.h"
#include "base/error.h"
#include "base/escape.h"
#include "base/text.h"
#include "base/octet.h"

/* Write an octet that is not a letter, digit or "-" to |at|. Return the end. */
static char *spell_octet(char *at, unsigned char octet)
{
    if (!ascii_is_graphic(octet)) {
        *at++ = '\\';
        *at++ = (char)('0' + octet / 100);
        *at++ = (char)('0' + octet / 10 % 10);
        *at++ = (char)('0' + octet % 10);
        return at;
    }
    if (strchr(".\\" DOMAIN_ESCAPED, octet) != NULL) {
        *at++ = '\\';
    }
    *at++ = (char)octet;
    return at;
}

/* Append an octet of a label in its canonical spelling. */
static void add_octet(struct text *name, unsigned char octet)
{
    if (octet_is((char)octet, OCTET_LDH)) { /* most octets are */
        ddds_text_char(name, ascii_to_lower((char)octet));
        return;
    }
    char spelled[sizeof "\\DDD"];
    ddds_text_add(name, spelled,
                  (size_t)(spell_octet(spelled, octet) - spelled));
}

/* Lengths of the present label and of the name while it is parsed. */
struct measure {
    size_t label;
    size_t wire; /* in wire form, with the root's octet */
};

/* Count an octet of a label. Return why it is too long, or NULL. */
static const char *count_octet(struct measure *measure)
{
    if (++measure->label > LIMIT_LABEL) {
        return "a label is longer than 63 octets";
    }
    if (++measure->wire > LIMIT_NAME_WIRE) {
        return "the name is longer than 255 octets";
    }
    return NULL;
}

/* Count the end of a label; another follows unless the dot |is_final|. Return
 * why the name is invalid, or NULL. */
static const char *count_dot(struct measure *measure, bool is_final)
{
    if (measure->label == 0) {
        return "a label is empty";
    }
    measure->label = 0;
    measure->wire += !is_final;
    return measure->wire > LIMIT_NAME_WIRE
               ? "the name is longer than 255 octets"
               : NULL;
}

ddds_status ddds_domain_parse(const char *text, size_t length,
                              char name[LIMIT_NAME_SIZE],
                              struct ddds_error *error)
{
    struct text out;
    ddds_text_init(&out, name, LIMIT_NAME_SIZE);
    if (length == 1 && text[0] == '.') {
        return DDDS_OK;
    }
    struct measure measure = {0, 2};
    const char *why = length == 0 ? "the name is empty" : NULL;
    size_t at = 0;
    while (at < length && why == NULL) {
        const char *next = text + at;
        int octet = ddds_escape_read(&next, text + length);
        if (octet < 0) {
            why = "a backslash is not followed by three digits up to 255, "
                  "nor by another character";
        } else if (text[at] != '.') {
            why = count_octet(&measure);
            add_octet(&out, (unsigned char)octet);
        } else {
            bool is_final = at + 1 == length;
            why = count_dot(&measure, is_final);
            if (!is_final) {
                ddds_text_char(&out, '.');
            }
        }
        at = why == NULL ? (size_t)(next - text) : at;
    }
    if (why != NULL) {
        return ddds_error_set(error, DDDS_MALFORMED, at,
                              "domain name \"%.*s%s\": %s",
                              ERROR_QUOTE(text, length), why);
    }
    return DDDS_OK;
}

/* Move |cursor| beyond the labels. Return why they are invalid, or NULL. */
static const char *skip_labels(struct cursor *cursor)
{
    size_t wire = 0;
    for (;;) {
        unsigned length = ddds_cursor_u8(cursor);
        wire += 1 + length;
        if (length > LIMIT_LABEL) {
            return "a label is longer than 63 octets, or compressed";
        }
        if (wire > LIMIT_NAME_WIRE) {
            return "the name is longer than 255 octets";
        }
        ddds_cursor_span(cursor, length);
        if (cursor->failed) {
            return "the name runs past the end";
        }
        if (length == 0) {
            return NULL;
        }
    }
}

ddds_status ddds_domain_skip(struct cursor *cursor, struct ddds_error *error)
{
    const char *why = skip_labels(cursor);
    cursor->failed |= why != NULL;
    return why == NULL ? DDDS_OK
                       : ddds_error_set(error, DDDS_MALFORMED, DDDS_NO_OFFSET,
                                        "domain name: %s", why);
}

ddds_status ddds_domain_read(struct cursor *cursor, char name[LIMIT_NAME_SIZE],
                             struct ddds_error *error)
{
    const unsigned char *labels = cursor->next;
    ddds_status status = ddds_domain_skip(cursor, error);
    name[0] = '\0';
    if (status == DDDS_OK) {
        ddds_domain_spell(labels, (size_t)(cursor->next - labels), name);
    }
    return status;
}

static inline size_t spell(const unsigned char *labels, size_t length,
                           char name[LIMIT_NAME_SIZE], bool is_lower)
{
    char *at = name;
    const unsigned char *next = labels;
    const unsigned char *end = labels + length - 1; /* without the root */
    while (next < end) {
        const unsigned char *label_end = next + 1 + *next;
        for (next++; next < label_end; next++) {
            if (octet_is((char)*next, OCTET_LDH) || *next == '_') {
                *at++ = is_lower ? ascii_to_lower((char)*next) : (char)*next;
            } else {
                at = spell_octet(at, *next);
            }
        }
        *at++ = '.';
    }
    at -= at > name; /* remove the dot after the last label */
    *at = '\0';
    return (size_t)(at - name);
}

size_t ddds_domain_spell(const unsigned char *labels, size_t length,
                         char name[LIMIT_NAME_SIZE])
{
    return spell(labels, length, name, true);
}

size_t ddds_domain_show(const unsigned char *labels, size_t length,
                        char name[LIMIT_NAME_SIZE])
{
    return spell(labels, length, name, false);
}

size_t ddds_domain_write(const char *name, unsigned char wire[LIMIT_NAME_WIRE])
{
    unsigned char *const limit = wire + LIMIT_NAME_WIRE;
    unsigned char *label = wire; /* position of its length octet */
    unsigned char *out = wire + 1;
    const char *at = name;
    while (*at != '\0' && out < limit) {
        size_t run = (size_t)(octet_skip(at, OCTET_LDH) - at);
        if (run > 0) { /* most octets of names */
            run = run < (size_t)(limit - out) ? run : (size_t)(limit - out);
            memcpy(out, at, run);
            out += run;
            at += run;
        } else if (*at == '.') {
            *label = (unsigned char)(out - label - 1);
            label = out++;
            at++;
        } else if (*at == '\\') {
            const char *escape = at; /* a copy keeps |at| in a register */
            *out++ = (unsigned char)ddds_escape_read(&escape, at + strlen(at));
            at = escape;
        } else {
            *out++ = (unsigned char)*at++;
        }
    }
    *label = (unsigned char)(out - label - 1);
    if (*name != '\0' && out < limit) {
        *out++ = 0;
    }
    return (size_t)(out - wire);
}

size_t ddds_domain_wire_length(const char *name)
{
    unsigned char wire[LIMIT_NAME_WIRE];
    size_t length = strlen(name);
    return length > 0 && length + 2 <= LIMIT_NAME_WIRE &&
                   memchr(name, '\\', length) == NULL
               ? length + 2
               : ddds_domain_write(name, wire);
}

void ddds_domain_copy(char copy[LIMIT_NAME_SIZE], const char *name)
{
    size_t length = strnlen(name, LIMIT_NAME_SIZE - 1);
    memcpy(copy, name, length);
    copy[length] = '\0';
}

bool ddds_domain_is_address(const char *key, size_t length)
{
    if (length == 0 || !ascii_is_digit((unsigned char)key[length - 1])) {
        return false;
    }
    unsigned dots = 0;
    for (size_t i = 0; i < length; i++) {
        if (key[i] == '.') {
            dots++;
        } else if (!ascii_is_digit((unsigned char)key[i])) {
            return false;
        }
    }
    return dots == 3;
}

/* Copy the label of a key at |*at|, in lower case, and move |*at| beyond it. On
 * failure move |*at| to the invalid octet, and return the reason. */
static const char *copy_label(const char *text, size_t end, size_t *at,
                              char *key)
{
    size_t begin = *at;
    size_t i = begin;
    while (i < end && (octet_is(text[i], OCTET_LDH) || text[i] == '_')) {
        key[i] = ascii_to_lower(text[i]);
        i++;
    }
    *at = i;
    if (i - begin > LIMIT_LABEL) {
        *at = begin + LIMIT_LABEL;
        return "a label is longer than 63 octets";
    }
    if (i < end && text[i] != '.') {
        return "only letters, digits, \"-\", \"_\" and dots are allowed";
    }
    return i == begin ? "a label is empty" : NULL;
}

ddds_status ddds_domain_refuse(const char *text, size_t length, size_t at,
                               const char *why, struct ddds_error *error)
{
    return ddds_error_set(error, DDDS_MALFORMED, at,
                          "\"%.*s%s\" is not a valid domain name: %s, at %zu",
                          ERROR_QUOTE(text, length), why, at);
}

ddds_status ddds_domain_parse_key(const char *text, size_t length,
                                  char key[LIMIT_KEY_SIZE],
                                  struct ddds_error *error)
{
    size_t end = length > 0 && text[length - 1] == '.' ? length - 1 : length;
    if (end == 0) {
        return ddds_domain_refuse(text, length, 0, "it is empty", error);
    }
    if (end >= LIMIT_KEY_SIZE) {
        return ddds_domain_refuse(text, length, LIMIT_KEY_SIZE - 1,
                                  "it is longer than 255 octets", error);
    }
    for (size_t at = 0;; at++) {
        const char *why = copy_label(text, end, &at, key);
        if (why != NULL) {
            return ddds_domain_refuse(text, length, at, why, error);
        }
        if (at == end) {
            break;
        }
        key[at] = '.';
    }
    if (ddds_domain_is_address(key, end)) {
        return ddds_domain_refuse(text, length, 0, "it is an IP address",
                                  error);
    }
    key[end] = '\0';
    return DDDS_OK;
}

ddds_status ddds_domain_parse_replacement(const char *text, size_t length,
                                          char name[LIMIT_NAME_SIZE],
                                          struct ddds_error *error)
{
    ddds_status status = ddds_domain_parse(text, length, name, error);
    if (status != DDDS_OK) {
        return status;
    }
    if (name[0] == '\0') {
        return ddds_domain_refuse(text, length, 0, "it is empty", error);
    }
    return ddds_domain_is_address(name, strlen(name))
               ? ddds_domain_refuse(text, length, 0, "it is an IP address",
                                    error)
               : DDDS_OK;
}

const char *ddds_domain_parent(const char *name)
{
    if (*name == '\0') {
        return NULL;
    }
    for (; *name != '\0'; name++) {
        if (*name == '.') {
            return name + 1;
        }
        if (*name == '\\') {
            name++;
        }
    }
    return name;
}

bool ddds_domain_is_within(const char *name, const char *ancestor)
{
    size_t length = strlen(name);
    size_t tail = strlen(ancestor);
    if (tail == 0 || tail >= length) {
        return tail == 0 ||
               (tail == length && memcmp(name, ancestor, tail) == 0);
    }
    const char *begin = name + (length - tail);
    if (begin[-1] != '.' || memcmp(begin, ancestor, tail) != 0) {
        return false;
    }
    /* after an odd number of backslashes, a dot belongs to a label */
    size_t backslashes = 0;
    for (begin -= 2; begin >= name && *begin == '\\'; begin--) {
        backslashes++;
    }
    return backslashes % 2 == 0;
}

bool ddds_domain_redirect(const char *name, const char *ancestor,
                          const char *target, char redirected[LIMIT_NAME_SIZE])
{
    char memory[2 * LIMIT_NAME_SIZE];
    struct text text;
    ddds_text_init(&text, memory, sizeof memory);
    ddds_text_add(&text, name, strlen(name) - strlen(ancestor));
    ddds_text_string(&text, ancestor[0] != '\0' ? "" : ".");
    ddds_text_string(&text, target);
    return ddds_domain_parse(text.bytes, text.length, redirected, NULL) ==
           DDDS_OK;
}

bool ddds_domain_is_absolute(const char *text, size_t length)
{
    size_t backslashes = 0;
    while (length > backslashes + 1 && text[length - 2 - backslashes] == '\\') {
        backslashes++;
    }
    return length > 0 && text[length - 1] == '.' && backslashes % 2 == 0;
}
