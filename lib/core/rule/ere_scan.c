/* Lexer of extended regular expressions.
 *
 * SPDX-License-Identifier: MIT */
#include "rule/ere_scan.h"

#include <stdint.h>
#include <string.h>

#include <ddds/status.h>

#include "base/ascii.h"
#include "base/utf8.h"

/* Return the octet |ahead| of the current octet, or NUL, which no expression
 * contains. */
static char peek(const struct ere_scan *scan, size_t ahead)
{
    size_t at = scan->at + ahead;
    return at < scan->length ? scan->text[at] : '\0';
}

static bool is_one_of(char octet, const char *octets)
{
    return octet != '\0' && strchr(octets, octet) != NULL;
}

/* Return the length of the current character; 1 if it is not UTF-8. */
static size_t measure_character(const struct ere_scan *scan)
{
    if ((unsigned char)scan->text[scan->at] < 0x80) {
        return 1;
    }
    size_t length = utf8_length(scan->text + scan->at, scan->length - scan->at);
    return length > 0 ? length : 1;
}

static bool at_escaped_delimiter(const struct ere_scan *scan)
{
    size_t length = scan->delimiter_length;
    return length > 0 && peek(scan, 0) == '\\' &&
           scan->length - scan->at > length &&
           memcmp(scan->text + scan->at + 1, scan->delimiter, length) == 0;
}

static void set_token(struct ere_token *token, enum ere_token_kind kind,
                      size_t length)
{
    token->kind = kind;
    token->length = token->ere_length = length;
}

/* Set |token| to the escaped delimiter, which loses its backslash. */
static void set_delimiter(const struct ere_scan *scan, struct ere_token *token,
                          enum ere_token_kind kind)
{
    set_token(token, kind, scan->delimiter_length);
    token->length++;
}

/* ---- Outside brackets -------------------------------------------------- */

/* An escaped delimiter is never part of the syntax: it keeps its backslash if
 * it would otherwise be special. */
static void scan_escape(const struct ere_scan *scan, struct ere_token *token)
{
    if (at_escaped_delimiter(scan) &&
        !is_one_of(*scan->delimiter, "^.[$()|*+?{},")) {
        set_delimiter(scan, token, ERE_TOKEN_CHARACTER);
    } else {
        set_token(token, ERE_TOKEN_ESCAPE, peek(scan, 1) != '\0' ? 2 : 1);
    }
}

/* Parse up to three digits, |*ahead| of the current octet; ERE_NO_MOST without
 * digits. */
static int scan_number(const struct ere_scan *scan, size_t *ahead)
{
    int number = ERE_NO_MOST;
    for (int digits = 0;
         digits < 3 && ascii_is_digit((unsigned char)peek(scan, *ahead));
         digits++) {
        number = (number < 0 ? 0 : number) * 10 + (peek(scan, *ahead) - '0');
        ++*ahead;
    }
    return number;
}

static void scan_interval(const struct ere_scan *scan, struct ere_token *token)
{
    size_t ahead = 1;
    token->least = token->most = scan_number(scan, &ahead);
    if (peek(scan, ahead) == ',') {
        ahead++;
        token->most = scan_number(scan, &ahead);
    }
    bool is_interval = token->least >= 0 && peek(scan, ahead) == '}';
    set_token(token, is_interval ? ERE_TOKEN_REPETITION : ERE_TOKEN_BRACE,
              is_interval ? ahead + 1 : 1);
}

static void set_repetition(struct ere_token *token, int least, int most)
{
    set_token(token, ERE_TOKEN_REPETITION, 1);
    token->least = least;
    token->most = most;
}

static void scan_outside(struct ere_scan *scan, struct ere_token *token)
{
    switch (scan->text[scan->at]) {
    case '\\':
        scan_escape(scan, token);
        break;
    case '{':
        scan_interval(scan, token);
        break;
    case '[':
        set_token(token, ERE_TOKEN_BRACKET, peek(scan, 1) == '^' ? 2 : 1);
        scan->in_bracket = true;
        scan->first = scan->at + token->length;
        break;
    case '.':
        set_token(token, ERE_TOKEN_DOT, 1);
        break;
    case '^':
    case '$':
        set_token(token, ERE_TOKEN_ANCHOR, 1);
        break;
    case '(':
        set_token(token, ERE_TOKEN_OPEN, 1);
        break;
    case ')':
        set_token(token, ERE_TOKEN_CLOSE, 1);
        break;
    case '|':
        set_token(token, ERE_TOKEN_BAR, 1);
        break;
    case '*':
        set_repetition(token, 0, ERE_NO_MOST);
        break;
    case '+':
        set_repetition(token, 1, ERE_NO_MOST);
        break;
    case '?':
        set_repetition(token, 0, 1);
        break;
    default:
        set_token(token, ERE_TOKEN_CHARACTER, measure_character(scan));
    }
}

/* ---- Brackets ---------------------------------------------------------- */

/* Return true if the delimiter cannot be written without its backslash. In a
 * bracket a backslash is an ordinary character, so nothing can be escaped
 * there. */
static bool is_stuck(const struct ere_scan *scan)
{
    char delimiter = *scan->delimiter;
    return ascii_is_alpha((unsigned char)delimiter) ||
           is_one_of(delimiter, "[]^-") ||
           (scan->text[scan->at - 1] == '[' && is_one_of(delimiter, ".:="));
}

/* Scan a character: a member of the bracket, or of the name of a class. */
static void scan_member(const struct ere_scan *scan, struct ere_token *token,
                        enum ere_token_kind kind)
{
    if (!at_escaped_delimiter(scan)) {
        set_token(token, kind, measure_character(scan));
    } else if (is_stuck(scan)) {
        set_token(token, ERE_TOKEN_STUCK_DELIMITER, 2);
    } else {
        set_delimiter(scan, token, kind);
    }
}

static void scan_class(struct ere_scan *scan, struct ere_token *token)
{
    if (peek(scan, 0) == scan->class_kind && peek(scan, 1) == ']') {
        set_token(token, ERE_TOKEN_CLASS_END, 2);
        scan->class_kind = '\0';
    } else {
        scan_member(scan, token, ERE_TOKEN_NAME);
    }
}

/* Return true at the hyphen of a range. A hyphen after a range or a class, or
 * at the end of the bracket, is a member. */
static bool at_range(const struct ere_scan *scan)
{
    return scan->begins_range && peek(scan, 0) == '-' && peek(scan, 1) != ']' &&
           peek(scan, 1) != '\0';
}

/* A `]' at the start is a member. */
static void scan_bracket(struct ere_scan *scan, struct ere_token *token)
{
    bool ended_range = scan->ends_range;
    bool is_range = at_range(scan);
    scan->ends_range = is_range;
    scan->begins_range = false;
    if (is_range) {
        set_token(token, ERE_TOKEN_RANGE, 1);
    } else if (peek(scan, 0) == ']' && scan->at > scan->first) {
        set_token(token, ERE_TOKEN_BRACKET_END, 1);
        scan->in_bracket = false;
    } else if (peek(scan, 0) == '[' && is_one_of(peek(scan, 1), ":.=")) {
        set_token(token, ERE_TOKEN_CLASS, 2);
        scan->class_kind = peek(scan, 1);
    } else {
        scan_member(scan, token, ERE_TOKEN_MEMBER);
        scan->begins_range = !ended_range;
    }
}

/* ---- All tokens -------------------------------------------------------- */

bool ddds_ere_scan_next(struct ere_scan *scan, struct ere_token *token)
{
    if (scan->at >= scan->length) {
        return false;
    }
    token->least = token->most = 1;
    if (!scan->in_bracket) {
        scan_outside(scan, token);
    } else if (scan->class_kind != '\0') {
        scan_class(scan, token);
    } else {
        scan_bracket(scan, token);
    }
    token->at = scan->at;
    token->ere_at = scan->ere_at;
    scan->at += token->length;
    scan->ere_at += token->ere_length;
    return true;
}

size_t ddds_ere_scan_delimiter(const char *field, size_t length, size_t at)
{
    size_t width = ddds_ere_delimiter_length(field, length);
    for (; width > 0 && at + width <= length; at += field[at] == '\\' ? 2 : 1) {
        if (field[at] == field[0] && memcmp(field + at, field, width) == 0) {
            return at;
        }
    }
    return length;
}

/* ---- Character classes ------------------------------------------------- */

const struct ere_class *ddds_ere_class_find(const char *name, size_t length)
{
    static const struct ere_class classes[] = {
        {"alnum", "0-9A-Za-z", "09AZaz"},
        {"alpha", "A-Za-z", "AZaz"},
        {"blank", " \\t", "  \t\t"},
        {"cntrl", "\\x00-\\x1f\\x7f", "\x01\x1f\x7f\x7f"},
        {"digit", "0-9", "09"},
        {"graph", "!-~", "!~"},
        {"lower", "a-z", "az"},
        {"print", " -~", " ~"},
        {"punct", "!-\\/:-@\\[-`{-~", "!/:@[`{~"},
        {"space", " \\x09-\\x0d", "  \t\r"},
        {"upper", "A-Z", "AZ"},
        {"xdigit", "0-9A-Fa-f", "09AFaf"},
    };
    for (size_t i = 0; i < sizeof classes / sizeof classes[0]; i++) {
        if (strlen(classes[i].name) == length &&
            memcmp(classes[i].name, name, length) == 0) {
            return &classes[i];
        }
    }
    return NULL;
}

/* State of BIND's parser in a bracket. It parses octets: a range can end within
 * a character, or with the backslash before a delimiter. A '[' or a class does
 * not affect this state. */
struct bind_bracket {
    bool has_member;
    enum { NO_RANGE, IN_RANGE, AFTER_RANGE } range;
    unsigned char first; /* of a range; or the previous octet, even of an
                            earlier bracket */
    size_t hyphen;       /* offset of the last hyphen */
};

/* Parse the octet at |at|; return false if BIND refuses the hyphen. */
static bool read_as_bind(struct bind_bracket *bracket, unsigned char octet,
                         size_t at)
{
    bool is_first = !bracket->has_member;
    bracket->has_member = true;
    if (octet == '[') {
        return true;
    }
    if (octet == '-' && !is_first && bracket->range != IN_RANGE) {
        bool is_late = bracket->range == AFTER_RANGE;
        bracket->range = IN_RANGE;
        bracket->hyphen = at;
        return !is_late;
    }
    bool is_backwards = bracket->range == IN_RANGE && octet < bracket->first;
    bracket->range = bracket->range == IN_RANGE ? AFTER_RANGE : NO_RANGE;
    bracket->first = octet;
    return !is_backwards;
}

static bool read_token_as_bind(struct bind_bracket *bracket, const char *text,
                               const struct ere_token *token)
{
    bool is_accepted = true;
    switch (token->kind) {
    case ERE_TOKEN_BRACKET:
        bracket->has_member = false;
        bracket->range = NO_RANGE;
        break;
    case ERE_TOKEN_CLASS:
        bracket->has_member = true;
        is_accepted = bracket->range != IN_RANGE;
        break;
    case ERE_TOKEN_MEMBER:
    case ERE_TOKEN_RANGE:
        for (size_t i = token->at; i < token->at + token->length; i++) {
            is_accepted =
                is_accepted && read_as_bind(bracket, (unsigned char)text[i], i);
        }
        break;
    default:
        break;
    }
    return is_accepted;
}

size_t ddds_ere_scan_hyphen(const char *field, size_t length)
{
    struct ere_scan scan;
    struct ere_token token;
    struct bind_bracket bracket = {.has_member = false};
    size_t width = ddds_ere_delimiter_length(field, length);
    size_t end = ddds_ere_scan_delimiter(field, length, width);
    if (memchr(field, '-', end) == NULL) {
        return DDDS_NO_OFFSET;
    }
    ddds_ere_scan_begin(&scan, field + width, end - width, field);
    while (ddds_ere_scan_next(&scan, &token)) {
        if (!read_token_as_bind(&bracket, scan.text, &token)) {
            return width + bracket.hyphen;
        }
    }
    return DDDS_NO_OFFSET;
}
