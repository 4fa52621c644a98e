/* The parser of extended regular expressions.
 *
 * RFC 3402 section 3.2 requires POSIX EREs. No matcher for them is safe with
 * untrusted expressions: POSIX matchers have no limits, PCRE2 has limits but
 * Perl's syntax. So this file parses the ERE, refuses invalid expressions, and
 * writes an equivalent PCRE2 pattern: every character that could be special is
 * escaped, classes are written as ranges, a backslash in a bracket is escaped.
 *
 * The grammar, from POSIX XBD 9.5.3, read left to right without recursion:
 *
 *     branch { | branch }      a branch is not empty
 *     branch:  { piece }       ^ and $ are pieces that cannot be repeated
 *     piece:   atom [ * + ? {m} {m,} {m,n} ]       at most one of them
 *     atom:    ( ... )  [ ... ]  .  \special  character
 *
 * It is never laxer than BIND, which would refuse the whole RRset, except for a
 * hyphen after a range; see lib/DECISIONS.md, "expressions".
 *
 * SPDX-License-Identifier: MIT */
#include "rule/ere_reader.h"

#include <stdint.h>
#include <string.h>

#include "base/ascii.h"
#include "base/error.h"
#include "base/limits.h"
#include "base/text.h"
#include "base/utf8.h"
#include "rule/ere_scan.h"

/* The operand of a following repetition. */
enum last {
    LAST_NOTHING, /* at the start of a branch */
    LAST_ANCHOR,
    LAST_CHARACTER, /* or a bracket or a dot: one character */
    LAST_GROUP,
    LAST_REPEATED,
};

/* Start of a group, and number of groups before it. */
struct ere_group {
    size_t at;      /* in the expression */
    size_t written; /* in the pattern */
    unsigned number;
};

struct ere_reader {
    const char *ere;
    size_t length;
    struct ere_scan scan;
    struct ere_token token; /* current */
    struct text out;
    struct ddds_error *error;
    ddds_status status;
    enum ere_fault fault;

    enum last last;
    unsigned groups;
    unsigned depth;
    struct ere_group open[LIMIT_GROUP_DEPTH];
    struct ere_group closed; /* last */

    /* Copies of atoms in the program: for each open group, the innermost last;
     * |atom| for the last atom. */
    uint32_t copies[LIMIT_GROUP_DEPTH + 1];
    uint32_t atom;

    bool is_anchored;
    bool has_alternatives;
    bool is_determined;
    unsigned repeats; /* pieces with a variable number of repetitions */
    bool has_repetition;
};

/* Refuse the expression at |at|, with |status|. Return false. */
static bool refuse_as(struct ere_reader *reader, ddds_status status, size_t at,
                      const char *why)
{
    reader->status = ddds_error_set(
        reader->error, status, at, "the expression \"%.*s%s\" %s, at %zu",
        ERROR_QUOTE(reader->ere, reader->length), why, at);
    return false;
}

static bool refuse_for(struct ere_reader *reader, enum ere_fault fault,
                       size_t at, const char *why)
{
    reader->fault = fault;
    return refuse_as(reader, DDDS_MALFORMED, at, why);
}

static bool refuse(struct ere_reader *reader, size_t at, const char *why)
{
    return refuse_for(reader, ERE_FAULT_SYNTAX, at, why);
}

static bool refuse_size(struct ere_reader *reader)
{
    reader->fault = ERE_FAULT_SIZE;
    return refuse_as(reader, DDDS_LIMIT, reader->token.at,
                     "repeats repetitions too often");
}

static bool refuse_empty(struct ere_reader *reader, size_t at)
{
    return refuse_for(reader, ERE_FAULT_UNDEFINED, at,
                      "has an empty alternative");
}

/* Return the octet |ahead| of the end of the current token, or NUL, which no
 * expression contains. */
static char peek(const struct ere_reader *reader, size_t ahead)
{
    size_t at = reader->scan.at + ahead;
    return at < reader->length ? reader->ere[at] : '\0';
}

static bool advance(struct ere_reader *reader)
{
    return ddds_ere_scan_next(&reader->scan, &reader->token);
}

/* Copy the octets of the current token. */
static void write_token(struct ere_reader *reader)
{
    ddds_text_add(&reader->out, reader->ere + reader->token.at,
                  reader->token.length);
}

/* Write a literal character, escaped for PCRE2, inside or outside of a
 * bracket. */
static void write_character(struct ere_reader *reader, const char *character,
                            size_t length)
{
    if (length == 1 && !ascii_is_alnum((unsigned char)*character) &&
        strchr("\\^$.[]|()?*+{}-:=#&~", *character) != NULL) {
        ddds_text_char(&reader->out, '\\');
    }
    ddds_text_add(&reader->out, character, length);
}

/* ---- Atoms ------------------------------------------------------------- */

/* Start a piece. If a repetition precedes it, the match is not determined. */
static void begin_piece(struct ere_reader *reader, enum last last)
{
    if (reader->has_repetition) {
        reader->is_determined = false;
    }
    reader->last = last;
    reader->atom = 1;
}

/* Add |copies| of the current token at the current level; return false if they
 * are too many. */
static bool count_copies(struct ere_reader *reader, uint32_t copies)
{
    uint32_t *level = &reader->copies[reader->depth];
    *level += copies;
    return *level <= LIMIT_EXPRESSION_COPIES || refuse_size(reader);
}

static bool read_character(struct ere_reader *reader)
{
    begin_piece(reader, LAST_CHARACTER);
    write_character(reader, reader->ere + reader->token.at,
                    reader->token.length);
    return count_copies(reader, 1);
}

static bool read_mark(struct ere_reader *reader, enum last last)
{
    begin_piece(reader, last);
    write_token(reader);
    return count_copies(reader, 1);
}

/* A backslash makes a special character ordinary. Before other punctuation
 * POSIX leaves it undefined, but every engine ignores it; before letters,
 * digits and \< \> \` \' engines differ. */
static bool read_escape(struct ere_reader *reader)
{
    size_t at = reader->token.at;
    if (reader->token.length == 1) {
        return refuse(reader, at, "ends with a lone backslash");
    }
    unsigned char octet = (unsigned char)reader->ere[at + 1];
    if (ascii_is_digit(octet)) {
        return refuse_for(
            reader, ERE_FAULT_UNDEFINED, at,
            "has a back-reference, which extended expressions lack");
    }
    if (!ascii_is_graphic(octet) || ascii_is_alpha(octet) ||
        strchr("<>`'", octet) != NULL) {
        return refuse_for(reader, ERE_FAULT_PERL, at,
                          "has a backslash before an ordinary character, which "
                          "POSIX leaves undefined (Perl's \\d is [0-9], \\w is "
                          "[[:alnum:]_])");
    }
    begin_piece(reader, LAST_CHARACTER);
    write_character(reader, reader->ere + at + 1, 1);
    return count_copies(reader, 1);
}

static bool open_group(struct ere_reader *reader)
{
    if (reader->depth == LIMIT_GROUP_DEPTH) {
        return refuse_for(reader, ERE_FAULT_SIZE, reader->token.at,
                          "nests its groups too deeply");
    }
    begin_piece(reader, LAST_NOTHING);
    reader->open[reader->depth++] = (struct ere_group){
        reader->token.at, reader->out.length, reader->groups++};
    reader->copies[reader->depth] = 0;
    write_token(reader);
    return true;
}

static bool close_group(struct ere_reader *reader)
{
    if (reader->depth == 0) {
        return refuse(reader, reader->token.at,
                      "closes a parenthesis that was never opened");
    }
    if (reader->last == LAST_NOTHING) {
        return reader->ere[reader->token.at - 1] == '('
                   ? refuse_for(reader, ERE_FAULT_UNDEFINED, reader->token.at,
                                "has an empty group")
                   : refuse_empty(reader, reader->token.at);
    }
    reader->atom = reader->copies[reader->depth];
    reader->closed = reader->open[--reader->depth];
    reader->last = LAST_GROUP;
    write_token(reader);
    return count_copies(reader, reader->atom);
}

static bool read_bar(struct ere_reader *reader)
{
    if (reader->last == LAST_NOTHING) {
        return refuse_empty(reader, reader->token.at);
    }
    reader->last = LAST_NOTHING;
    reader->is_determined = false;
    reader->has_alternatives |= reader->depth == 0;
    write_token(reader);
    return true;
}

/* ---- Repetitions ------------------------------------------------------- */

static bool at_perl_group(const struct ere_reader *reader)
{
    size_t at = reader->token.at;
    return reader->ere[at] == '?' && at > 0 && reader->ere[at - 1] == '(';
}

/* Return true if the current token repeats, and the last piece may be. */
static bool check_repeatable(struct ere_reader *reader)
{
    size_t at = reader->token.at;
    if (reader->token.kind == ERE_TOKEN_BRACE) {
        return refuse_for(reader, ERE_FAULT_REPETITION, at,
                          "has a \"{\" that does not begin {m}, {m,} or {m,n}, "
                          "with numbers up to 255");
    }
    switch (reader->last) {
    case LAST_NOTHING:
        return at_perl_group(reader)
                   ? refuse_for(reader, ERE_FAULT_PERL, at,
                                "uses \"(?\", which is Perl syntax, not POSIX")
                   : refuse_for(reader, ERE_FAULT_REPETITION, at,
                                "has a repetition with nothing before it "
                                "(write the character itself with a "
                                "backslash)");
    case LAST_ANCHOR:
        return refuse_for(
            reader, ERE_FAULT_REPETITION, at,
            "repeats an anchor (write the character itself with a "
            "backslash, as in ^\\+)");
    case LAST_REPEATED:
        return refuse_for(reader, ERE_FAULT_REPETITION, at,
                          "repeats a repetition, which POSIX leaves undefined "
                          "and Perl reads as lazy or possessive");
    case LAST_CHARACTER:
    case LAST_GROUP:
        break;
    }
    return true;
}

/* Check the current interval. */
static bool check_interval(struct ere_reader *reader)
{
    int least = reader->token.least;
    int most = reader->token.most;
    if (least > LIMIT_REPEAT || most > LIMIT_REPEAT) {
        return refuse_for(reader, ERE_FAULT_REPETITION, reader->token.at,
                          "repeats more than 255 times");
    }
    if (most != ERE_NO_MOST && most < least) {
        return refuse(reader, reader->token.at,
                      "has an interval that counts down");
    }
    return true;
}

/* Replace a group repeated {0}, which matches nothing but counts, by empty
 * groups. PCRE2 (10.42) regards the alternatives of such a group as those of
 * the whole expression, and some expressions as anchored that are not. */
static void write_none_of_group(struct ere_reader *reader)
{
    reader->out.length = reader->closed.written;
    for (unsigned i = reader->closed.number; i < reader->groups; i++) {
        ddds_text_string(&reader->out, "(){0}");
    }
}

/* Count the copies of a repeated group: the maximum of the interval. */
static bool count_group_copies(struct ere_reader *reader)
{
    int least = reader->token.least;
    int most = reader->token.most;
    int copies = most > least ? most : least;
    if (reader->ere[reader->token.at] != '{' || copies <= 1) {
        return true;
    }
    uint64_t more = (uint64_t)reader->atom * (uint64_t)(copies - 1);
    return more <= LIMIT_EXPRESSION_COPIES
               ? count_copies(reader, (uint32_t)more)
               : refuse_size(reader);
}

static bool read_repetition(struct ere_reader *reader)
{
    if (!check_repeatable(reader) || !check_interval(reader)) {
        return false;
    }
    bool is_group = reader->last == LAST_GROUP;
    if (is_group && reader->token.most == 0) {
        write_none_of_group(reader);
    } else {
        write_token(reader);
    }
    reader->last = LAST_REPEATED;
    reader->has_repetition = true;
    reader->is_determined &= !is_group;
    reader->repeats += is_group ? 2 : 1;
    return !is_group || count_group_copies(reader);
}

/* ---- Brackets ---------------------------------------------------------- */

static bool refuse_hyphen(struct ere_reader *reader, size_t at)
{
    return refuse_for(reader, ERE_FAULT_HYPHEN, at,
                      "has a \"-\" right after a range or a class, which POSIX "
                      "leaves undefined (put it first in the bracket)");
}

/* Check that a hyphen after a range or a class is last. */
static bool check_hyphen(struct ere_reader *reader)
{
    return peek(reader, 0) != '-' || peek(reader, 1) == ']' ||
           peek(reader, 1) == '\0' || refuse_hyphen(reader, reader->scan.at);
}

/* Read [:name:] to its end. A range must not start there. */
static bool read_class(struct ere_reader *reader)
{
    struct ere_token begin = reader->token;
    if (reader->ere[begin.at + 1] != ':') {
        return refuse(reader, begin.at,
                      reader->ere[begin.at + 1] == '.'
                          ? "uses a collating symbol, which most regular "
                            "expression libraries reject (write the character "
                            "itself)"
                          : "uses an equivalence class, which depends on the "
                            "locale (write its characters)");
    }
    do {
        if (!advance(reader)) {
            break;
        }
    } while (reader->token.kind == ERE_TOKEN_NAME);
    size_t name = begin.at + begin.length;
    const struct ere_class *class =
        reader->token.kind == ERE_TOKEN_CLASS_END
            ? ddds_ere_class_find(reader->ere + name, reader->token.at - name)
            : NULL;
    if (class == NULL) {
        return refuse(reader, begin.at, "names no character class of POSIX");
    }
    ddds_text_string(&reader->out, class->pattern);
    return check_hyphen(reader);
}

/* Read the rest of the range that starts with |first|; the current token is its
 * hyphen, and an octet follows. */
static bool read_range(struct ere_reader *reader, const struct ere_token *first)
{
    write_token(reader);
    advance(reader);
    const struct ere_token *last = &reader->token;
    if (last->kind == ERE_TOKEN_CLASS) {
        return refuse(reader, last->at, "ends a range with a class");
    }
    /* The order of UTF-8 is that of code points. */
    size_t least = first->length < last->length ? first->length : last->length;
    int order = memcmp(reader->ere + first->at, reader->ere + last->at, least);
    if (order > 0 || (order == 0 && first->length > last->length)) {
        return refuse(reader, first->at, "has a range that runs backwards");
    }
    write_character(reader, reader->ere + last->at, last->length);
    return check_hyphen(reader);
}

static bool read_bracket(struct ere_reader *reader)
{
    struct ere_token before = reader->token; /* the bracket, initially */
    size_t begin = before.at;
    begin_piece(reader, LAST_CHARACTER);
    write_token(reader);
    while (advance(reader)) {
        bool ok = true;
        switch (reader->token.kind) {
        case ERE_TOKEN_BRACKET_END:
            write_token(reader);
            return count_copies(reader, 1);
        case ERE_TOKEN_CLASS:
            ok = read_class(reader);
            break;
        case ERE_TOKEN_RANGE:
            ok = read_range(reader, &before);
            break;
        default:
            write_character(reader, reader->ere + reader->token.at,
                            reader->token.length);
            break;
        }
        if (!ok) {
            return false;
        }
        before = reader->token;
    }
    return refuse(reader, begin, "never closes a bracket");
}

/* ---- Entry ------------------------------------------------------------- */

/* Return true if a branch starts with `^', or with `.*', after which a later
 * start cannot match. */
static bool at_anchor(const struct ere_reader *reader)
{
    char octet = reader->ere[reader->token.at];
    return octet == '^' || (octet == '.' && peek(reader, 0) == '*');
}

static bool read_piece(struct ere_reader *reader)
{
    if (reader->depth == 0 && reader->last == LAST_NOTHING) {
        reader->is_anchored &= at_anchor(reader);
    }
    switch (reader->token.kind) {
    case ERE_TOKEN_ESCAPE:
        return read_escape(reader);
    case ERE_TOKEN_BRACKET:
        return read_bracket(reader);
    case ERE_TOKEN_OPEN:
        return open_group(reader);
    case ERE_TOKEN_CLOSE:
        return close_group(reader);
    case ERE_TOKEN_BAR:
        return read_bar(reader);
    case ERE_TOKEN_ANCHOR:
        return read_mark(reader, LAST_ANCHOR);
    case ERE_TOKEN_DOT:
        return read_mark(reader, LAST_CHARACTER);
    case ERE_TOKEN_REPETITION:
    case ERE_TOKEN_BRACE:
        return read_repetition(reader);
    default:
        return read_character(reader);
    }
}

/* Check that the expression is UTF-8 before other errors are reported. */
static bool check_characters(struct ere_reader *reader, bool *is_utf)
{
    *is_utf = false;
    for (size_t at = 0; at < reader->length;) {
        size_t length = utf8_length(reader->ere + at, reader->length - at);
        if (length == 0) {
            return refuse(reader, at, "is not UTF-8");
        }
        *is_utf |= length > 1;
        at += length;
    }
    return true;
}

static bool read_all(struct ere_reader *reader, bool *is_utf)
{
    if (reader->length == 0) {
        return refuse_for(reader, ERE_FAULT_EMPTY, 0, "is empty");
    }
    if (!check_characters(reader, is_utf)) {
        return false;
    }
    ddds_ere_scan_begin(&reader->scan, reader->ere, reader->length, "");
    while (advance(reader)) {
        if (!read_piece(reader)) {
            return false;
        }
    }
    if (reader->depth > 0) {
        return refuse(reader, reader->open[reader->depth - 1].at,
                      "never closes a parenthesis");
    }
    if (reader->last == LAST_NOTHING) {
        return refuse_empty(reader, reader->length);
    }
    return true;
}

ddds_status ddds_ere_read(const char *ere, size_t length,
                          struct ere_reading *reading, struct ddds_error *error)
{
    struct ere_reader reader = {
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
    reading->repeats_once = reader.repeats <= 1;
    return DDDS_OK;
}

bool ddds_ere_matches_all(const char *ere, size_t length)
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
