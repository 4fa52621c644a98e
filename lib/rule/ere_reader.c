/* The house's reader of extended regular expressions.
 *
 * RFC 3402 section 3.2 wants POSIX EREs. No matcher for them is fit for what
 * strangers send: the POSIX ones have no limits, PCRE2 has them but speaks
 * Perl. So this file reads the ERE itself, refuses what is none, and writes a
 * PCRE2 pattern in which nothing of Perl is left to chance: every character
 * that could be special is escaped, classes are spelt out, a backslash in a
 * bracket is a backslash.
 *
 * The grammar, from POSIX XBD 9.5.3, read left to right without recursion:
 *
 *     branch { | branch }      a branch is not empty
 *     branch:  { piece }       ^ and $ are pieces that cannot be repeated
 *     piece:   atom [ * + ? {m} {m,} {m,n} ]       at most one of them
 *     atom:    ( ... )  [ ... ]  .  \special  character
 *
 * Never laxer than BIND, which refuses a whole record set otherwise; see
 * lib/DECISIONS.md, "expressions".
 *
 * SPDX-License-Identifier: MIT */
#include "rule/ere_reader.h"

#include <stdint.h>
#include <string.h>

#include "base/ascii.h"
#include "base/error.h"
#include "base/limits.h"
#include "base/text.h"

/* What the next repetition would repeat. */
enum last {
    LAST_NOTHING, /* a branch begins */
    LAST_ANCHOR,
    LAST_CHARACTER, /* or a bracket or a dot: one character wide */
    LAST_GROUP,
    LAST_REPEATED,
};

/* Where a group begins, and how many there are before it. */
struct group {
    size_t at;      /* in the expression */
    size_t written; /* in the pattern */
    unsigned number;
};

struct reader {
    const char *ere;
    size_t length;
    size_t at;
    struct text out;
    struct ddds_error *error;
    ddds_status status;
    enum ere_fault fault;

    enum last last;
    unsigned groups;
    unsigned depth;
    struct group open[LIMIT_GROUP_DEPTH];
    struct group closed; /* the last one */

    /* How many copies of an atom the program will hold, for the open groups
     * and for what follows in the innermost; |atom| for the last atom. */
    uint32_t copies[LIMIT_GROUP_DEPTH + 1];
    uint32_t atom;

    bool is_anchored;
    bool has_alternatives;
    bool is_determined;
    bool has_repetition;
};

/* Refuse what stands at |at|, for this |status|. Always false, to be
 * returned. */
static bool refuse_as(struct reader *reader, ddds_status status, size_t at,
                      const char *why)
{
    reader->status = ddds_error_set(
        reader->error, status, at, "the expression \"%.*s%s\" %s, at %zu",
        ddds_error_quoted(reader->ere, reader->length), reader->ere,
        ddds_error_ellipsis(reader->length), why, at);
    return false;
}

static bool refuse_for(struct reader *reader, enum ere_fault fault, size_t at,
                       const char *why)
{
    reader->fault = fault;
    return refuse_as(reader, DDDS_MALFORMED, at, why);
}

static bool refuse(struct reader *reader, size_t at, const char *why)
{
    return refuse_for(reader, ERE_FAULT_SYNTAX, at, why);
}

static bool refuse_size(struct reader *reader, size_t at)
{
    reader->fault = ERE_FAULT_SIZE;
    return refuse_as(reader, DDDS_LIMIT, at, "repeats repetitions too often");
}

/* The octet |ahead| of the current one, or 0, which no expression holds. */
static char peek(const struct reader *reader, size_t ahead)
{
    size_t at = reader->at + ahead;
    return at < reader->length ? reader->ere[at] : '\0';
}

/* ---- Characters -------------------------------------------------------- */

/* How many octets the character at |text| has, 0 if it is not UTF-8. */
static size_t character_length(const char *text, size_t left)
{
    const unsigned char *octets = (const unsigned char *)text;
    if (octets[0] < 0x80) {
        return 1;
    }
    size_t length = octets[0] < 0xc2   ? 0
                    : octets[0] < 0xe0 ? 2
                    : octets[0] < 0xf0 ? 3
                    : octets[0] < 0xf5 ? 4
                                       : 0;
    if (length > left) {
        return 0;
    }
    for (size_t i = 1; i < length; i++) {
        if ((octets[i] & 0xc0) != 0x80) {
            return 0;
        }
    }
    /* Overlong forms, surrogates and what lies beyond U+10FFFF. */
    if ((octets[0] == 0xe0 && octets[1] < 0xa0) ||
        (octets[0] == 0xed && octets[1] > 0x9f) ||
        (octets[0] == 0xf0 && octets[1] < 0x90) ||
        (octets[0] == 0xf4 && octets[1] > 0x8f)) {
        return 0;
    }
    return length;
}

/* Write a character so that PCRE2 takes it for itself, in a bracket or out. */
static void write_character(struct reader *reader, const char *character,
                            size_t length)
{
    if (length > 1) {
        ddds_text_add(&reader->out, character, length);
        return;
    }
    if (!ascii_is_alnum((unsigned char)*character) &&
        strchr("\\^$.[]|()?*+{}-:=#&~", *character) != NULL) {
        ddds_text_char(&reader->out, '\\');
    }
    ddds_text_char(&reader->out, *character);
}

/* ---- Atoms ------------------------------------------------------------- */

/* Every new piece passes here: it may follow a repetition, and then the
 * repetition had a choice. */
static void begin_piece(struct reader *reader, enum last last)
{
    if (reader->has_repetition) {
        reader->is_determined = false;
    }
    reader->last = last;
    reader->atom = 1;
}

/* Count |copies| more at the current level, because of what stands at |at|;
 * false if they are too many. */
static bool count_copies(struct reader *reader, size_t at, uint32_t copies)
{
    uint32_t *level = &reader->copies[reader->depth];
    *level += copies;
    return *level <= LIMIT_EXPRESSION_COPIES || refuse_size(reader, at);
}

static bool read_character(struct reader *reader)
{
    const char *character = reader->ere + reader->at;
    size_t length = character_length(character, reader->length - reader->at);
    begin_piece(reader, LAST_CHARACTER);
    write_character(reader, character, length);
    reader->at += length;
    return count_copies(reader, reader->at - 1, 1);
}

static bool read_dot(struct reader *reader)
{
    begin_piece(reader, LAST_CHARACTER);
    ddds_text_char(&reader->out, '.');
    reader->at++;
    return count_copies(reader, reader->at - 1, 1);
}

static bool read_anchor(struct reader *reader)
{
    begin_piece(reader, LAST_ANCHOR);
    ddds_text_char(&reader->out, peek(reader, 0));
    reader->at++;
    return count_copies(reader, reader->at - 1, 1);
}

/* A backslash makes a special character ordinary. Before other punctuation
 * POSIX leaves it undefined, but every engine agrees that it does nothing;
 * about letters, digits and \< \> \` \' they do not. */
static bool read_escape(struct reader *reader)
{
    unsigned char octet = (unsigned char)peek(reader, 1);
    if (octet == '\0') {
        return refuse(reader, reader->at, "ends with a lone backslash");
    }
    if (ascii_is_digit(octet)) {
        return refuse_for(
            reader, ERE_FAULT_UNDEFINED, reader->at,
            "has a back-reference, which extended expressions lack");
    }
    if (!ascii_is_graphic(octet) || ascii_is_alpha(octet) ||
        strchr("<>`'", octet) != NULL) {
        return refuse_for(reader, ERE_FAULT_PERL, reader->at,
                          "has a backslash before an ordinary character, which "
                          "POSIX leaves undefined (Perl's \\d is [0-9], \\w is "
                          "[[:alnum:]_])");
    }
    reader->at++;
    return read_character(reader);
}

static bool open_group(struct reader *reader)
{
    if (reader->depth == LIMIT_GROUP_DEPTH) {
        return refuse_for(reader, ERE_FAULT_SIZE, reader->at,
                          "nests its groups too deeply");
    }
    begin_piece(reader, LAST_NOTHING);
    reader->open[reader->depth++] =
        (struct group){reader->at, reader->out.length, reader->groups++};
    reader->copies[reader->depth] = 0;
    ddds_text_char(&reader->out, '(');
    reader->at++;
    return true;
}

static bool close_group(struct reader *reader)
{
    if (reader->depth == 0) {
        return refuse(reader, reader->at,
                      "closes a parenthesis that was never opened");
    }
    if (reader->last == LAST_NOTHING) {
        return refuse_for(reader, ERE_FAULT_UNDEFINED, reader->at,
                          "has an empty alternative");
    }
    reader->atom = reader->copies[reader->depth];
    reader->closed = reader->open[--reader->depth];
    reader->last = LAST_GROUP;
    ddds_text_char(&reader->out, ')');
    reader->at++;
    return count_copies(reader, reader->at - 1, reader->atom);
}

static bool read_bar(struct reader *reader)
{
    if (reader->last == LAST_NOTHING) {
        return refuse_for(reader, ERE_FAULT_UNDEFINED, reader->at,
                          "has an empty alternative");
    }
    reader->last = LAST_NOTHING;
    reader->is_determined = false;
    reader->has_alternatives |= reader->depth == 0;
    ddds_text_char(&reader->out, '|');
    reader->at++;
    return true;
}

/* ---- Repetitions ------------------------------------------------------- */

static bool at_perl_group(const struct reader *reader)
{
    return peek(reader, 0) == '?' && reader->at > 0 &&
           reader->ere[reader->at - 1] == '(';
}

/* May what precedes be repeated? */
static bool check_repeatable(struct reader *reader)
{
    switch (reader->last) {
    case LAST_NOTHING:
        return at_perl_group(reader)
                   ? refuse_for(reader, ERE_FAULT_PERL, reader->at,
                                "has \"(?\", which is Perl's, not POSIX")
                   : refuse_for(reader, ERE_FAULT_REPETITION, reader->at,
                                "has a repetition with nothing before it "
                                "(write the character itself with a "
                                "backslash)");
    case LAST_ANCHOR:
        return refuse_for(
            reader, ERE_FAULT_REPETITION, reader->at,
            "repeats an anchor (write the character itself with a "
            "backslash, as in ^\\+)");
    case LAST_REPEATED:
        return refuse_for(reader, ERE_FAULT_REPETITION, reader->at,
                          "repeats a repetition, which POSIX leaves undefined "
                          "and Perl reads as lazy or possessive");
    default:
        return true;
    }
}

/* The last atom is now repeated, by what stands at |at|, and stands in the
 * program |copies| times if it is a group. */
static bool end_repetition(struct reader *reader, size_t at, uint32_t copies)
{
    bool was_group = reader->last == LAST_GROUP;
    reader->last = LAST_REPEATED;
    reader->has_repetition = true;
    if (!was_group) {
        return true;
    }
    reader->is_determined = false;
    uint64_t more = (uint64_t)reader->atom * (copies > 1 ? copies - 1 : 0);
    return more <= LIMIT_EXPRESSION_COPIES
               ? count_copies(reader, at, (uint32_t)more)
               : refuse_size(reader, at);
}

static bool read_star(struct reader *reader)
{
    if (!check_repeatable(reader)) {
        return false;
    }
    ddds_text_char(&reader->out, peek(reader, 0));
    reader->at++;
    return end_repetition(reader, reader->at - 1, 1);
}

/* A number of at most three digits; -1 if there is none. */
static int read_number(struct reader *reader)
{
    int number = -1;
    for (int digits = 0;
         digits < 3 && ascii_is_digit((unsigned char)peek(reader, 0));
         digits++) {
        number = (number < 0 ? 0 : number) * 10 + (peek(reader, 0) - '0');
        reader->at++;
    }
    return number;
}

/* Write what has been read as {0} of a group: it matches nothing and still
 * counts. PCRE2 (10.42) takes the alternatives of such a group for those of the
 * whole expression, and an expression for anchored that is not. */
static void write_none_of_group(struct reader *reader)
{
    reader->out.length = reader->closed.written;
    for (unsigned i = reader->closed.number; i < reader->groups; i++) {
        ddds_text_string(&reader->out, "(){0}");
    }
}

/* {m}, {m,} or {m,n}. */
static bool read_interval(struct reader *reader)
{
    size_t begin = reader->at;
    if (!check_repeatable(reader)) {
        return false;
    }
    reader->at++;
    int least = read_number(reader);
    int most = least;
    if (peek(reader, 0) == ',') {
        reader->at++;
        most = read_number(reader);
    }
    if (peek(reader, 0) != '}' || least < 0) {
        return refuse_for(reader, ERE_FAULT_REPETITION, begin,
                          "has a \"{\" that begins no {m}, {m,} or {m,n}");
    }
    if (least > LIMIT_REPEAT || most > LIMIT_REPEAT) {
        return refuse_for(reader, ERE_FAULT_REPETITION, begin,
                          "repeats more than 255 times");
    }
    if (most >= 0 && most < least) {
        return refuse(reader, begin, "has an interval that counts down");
    }
    reader->at++;
    if (most == 0 && reader->last == LAST_GROUP) {
        write_none_of_group(reader);
    } else {
        ddds_text_add(&reader->out, reader->ere + begin, reader->at - begin);
    }
    return end_repetition(reader, begin,
                          (uint32_t)(most > least ? most : least));
}

/* ---- Brackets ---------------------------------------------------------- */

struct class
{
    const char *name;
    const char *pattern;
};

/* In the POSIX locale; AUS are ASCII. */
static const struct class classes[] = {
    {"alnum", "0-9A-Za-z"},
    {"alpha", "A-Za-z"},
    {"blank", " \\t"},
    {"cntrl", "\\x00-\\x1f\\x7f"},
    {"digit", "0-9"},
    {"graph", "!-~"},
    {"lower", "a-z"},
    {"print", " -~"},
    {"punct", "!-\\/:-@\\[-`{-~"},
    {"space", " \\x09-\\x0d"},
    {"upper", "A-Z"},
    {"xdigit", "0-9A-Fa-f"},
};

/* Is there a `-' here that makes a range with what follows? */
static bool at_range(const struct reader *reader)
{
    return peek(reader, 0) == '-' && peek(reader, 1) != ']' &&
           peek(reader, 1) != '\0';
}

static bool refuse_hyphen(struct reader *reader, size_t at)
{
    return refuse_for(reader, ERE_FAULT_HYPHEN, at,
                      "has a \"-\" right after a range or a class, which POSIX "
                      "leaves undefined or BIND refuses (put it first in the "
                      "bracket)");
}

/* No range may begin where a class has just ended. */
static bool end_class(struct reader *reader)
{
    return !at_range(reader) || refuse_hyphen(reader, reader->at);
}

/* Nor where a range has; BIND takes no `-' at all there, not even if it comes
 * last or behind a `['. */
static bool end_range(struct reader *reader)
{
    size_t ahead = 0;
    while (peek(reader, ahead) == '[') {
        ahead++;
    }
    return peek(reader, ahead) != '-' ||
           refuse_hyphen(reader, reader->at + ahead);
}

/* [:name:] */
static bool read_class(struct reader *reader)
{
    size_t begin = reader->at;
    const char *name = reader->ere + begin + 2;
    for (size_t i = 0; i < sizeof classes / sizeof classes[0]; i++) {
        size_t length = strlen(classes[i].name);
        if (begin + 2 + length + 2 <= reader->length &&
            memcmp(name, classes[i].name, length) == 0 && name[length] == ':' &&
            name[length + 1] == ']') {
            ddds_text_string(&reader->out, classes[i].pattern);
            reader->at += 2 + length + 2;
            return end_class(reader);
        }
    }
    return refuse(reader, begin, "names no character class of POSIX");
}

/* One character of a bracket, or the range that begins with it. */
static bool read_bracket_member(struct reader *reader)
{
    size_t begin = reader->at;
    size_t length =
        character_length(reader->ere + begin, reader->length - begin);
    write_character(reader, reader->ere + begin, length);
    reader->at += length;
    if (!at_range(reader)) {
        return true;
    }
    reader->at++;
    const char *end = reader->ere + reader->at;
    if (*end == '[' && strchr(".:=", peek(reader, 1)) != NULL) {
        return refuse(reader, reader->at, "ends a range with a class");
    }
    size_t end_length = character_length(end, reader->length - reader->at);
    /* UTF-8 sorts as its code points do. */
    size_t least = length < end_length ? length : end_length;
    int order = memcmp(reader->ere + begin, end, least);
    if (order > 0 || (order == 0 && length > end_length)) {
        return refuse(reader, begin, "has a range that runs backwards");
    }
    ddds_text_char(&reader->out, '-');
    write_character(reader, end, end_length);
    reader->at += end_length;
    return end_range(reader);
}

/* Is this where the bracket that began at |first| ends? A `]' that comes first
 * is a member. */
static bool at_bracket_end(const struct reader *reader, size_t first)
{
    return peek(reader, 0) == ']' && reader->at > first;
}

static bool read_bracket(struct reader *reader)
{
    size_t begin = reader->at++;
    begin_piece(reader, LAST_CHARACTER);
    ddds_text_char(&reader->out, '[');
    if (peek(reader, 0) == '^') {
        ddds_text_char(&reader->out, '^');
        reader->at++;
    }
    size_t first = reader->at;
    while (!at_bracket_end(reader, first)) {
        char next = peek(reader, 1);
        bool ok;
        if (reader->at >= reader->length) {
            return refuse(reader, begin, "never closes a bracket");
        }
        if (peek(reader, 0) == '[' && (next == '=' || next == '.')) {
            return refuse(reader, reader->at,
                          "uses an equivalence class or a collating symbol, "
                          "which depend on a locale");
        }
        ok = peek(reader, 0) == '[' && next == ':'
                 ? read_class(reader)
                 : read_bracket_member(reader);
        if (!ok) {
            return false;
        }
    }
    ddds_text_char(&reader->out, ']');
    reader->at++;
    return count_copies(reader, reader->at - 1, 1);
}

/* ---- The whole --------------------------------------------------------- */

/* Does a branch begin with `^', or with `.*', which leaves a later beginning
 * nothing to find? */
static bool at_anchor(const struct reader *reader)
{
    return peek(reader, 0) == '^' ||
           (peek(reader, 0) == '.' && peek(reader, 1) == '*');
}

static bool read_piece(struct reader *reader)
{
    if (reader->depth == 0 && reader->last == LAST_NOTHING) {
        reader->is_anchored &= at_anchor(reader);
    }
    switch (peek(reader, 0)) {
    case '\\':
        return read_escape(reader);
    case '[':
        return read_bracket(reader);
    case '(':
        return open_group(reader);
    case ')':
        return close_group(reader);
    case '|':
        return read_bar(reader);
    case '^':
    case '$':
        return read_anchor(reader);
    case '*':
    case '+':
    case '?':
        return read_star(reader);
    case '{':
        return read_interval(reader);
    case '.':
        return read_dot(reader);
    default:
        return read_character(reader);
    }
}

/* Characters must be characters before anything else is said about them. */
static bool check_characters(struct reader *reader, bool *is_utf)
{
    *is_utf = false;
    for (size_t at = 0; at < reader->length;) {
        size_t length = character_length(reader->ere + at, reader->length - at);
        if (length == 0) {
            return refuse(reader, at, "is not UTF-8");
        }
        *is_utf |= length > 1;
        at += length;
    }
    return true;
}

/* Is it `.*' with nothing but anchors and a group around it? */
static bool is_match_all(const char *ere, size_t length)
{
    if (length > 0 && *ere == '^') {
        ere++;
        length--;
    }
    if (length > 0 && ere[length - 1] == '$') {
        length--;
    }
    return (length == 2 && memcmp(ere, ".*", 2) == 0) ||
           (length == 4 && memcmp(ere, "(.*)", 4) == 0);
}

static bool read_all(struct reader *reader, bool *is_utf)
{
    if (reader->length == 0) {
        return refuse_for(reader, ERE_FAULT_EMPTY, 0, "is empty");
    }
    if (!check_characters(reader, is_utf)) {
        return false;
    }
    while (reader->at < reader->length) {
        if (!read_piece(reader)) {
            return false;
        }
    }
    if (reader->depth > 0) {
        return refuse(reader, reader->open[reader->depth - 1].at,
                      "never closes a parenthesis");
    }
    if (reader->last == LAST_NOTHING) {
        return refuse_for(reader, ERE_FAULT_UNDEFINED, reader->length,
                          "has an empty alternative");
    }
    return true;
}

ddds_status ddds_ere_read(const char *ere, size_t length,
                          struct ere_reading *reading, struct ddds_error *error)
{
    struct reader reader = {
        .ere = ere,
        .length = length,
        .error = error,
        .is_anchored = true,
        .is_determined = true,
    };
    ddds_text_init(&reader.out, reading->pattern, sizeof reading->pattern);
    reading->fault = ERE_FAULT_NONE;
    if (!read_all(&reader, &reading->is_utf)) {
        reading->fault = reader.fault;
        return reader.status;
    }
    if (reader.out.failed) {
        reading->fault = ERE_FAULT_SIZE;
        refuse_as(&reader, DDDS_LIMIT, 0, "is too long");
        return reader.status;
    }
    reading->length = reader.out.length;
    reading->groups = reader.groups;
    reading->is_anchored = reader.is_anchored;
    reading->has_alternatives = reader.has_alternatives;
    reading->is_determined = reader.is_determined;
    reading->matches_all = is_match_all(ere, length);
    return DDDS_OK;
}
