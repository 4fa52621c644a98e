/* Lexer of extended regular expressions (POSIX XBD 9.4), alone or in a
 * substitution expression (RFC 3402 section 3.2).
 *
 * Only this file knows the ends of brackets, the effect of a backslash and of
 * an escaped delimiter. It accepts invalid expressions, too. Callers decide
 * about validity: ere_reader.c translates the tokens, the linter explains and
 * corrects them.
 *
 * SPDX-License-Identifier: MIT */
#ifndef RULE_ERE_SCAN_H
#define RULE_ERE_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "base/utf8.h"

enum ere_token_kind {
    ERE_TOKEN_CHARACTER,  /* outside of brackets; a literal */
    ERE_TOKEN_ESCAPE,     /* a backslash and an octet, or only a backslash */
    ERE_TOKEN_DOT,        /* . */
    ERE_TOKEN_ANCHOR,     /* ^ or $ */
    ERE_TOKEN_OPEN,       /* ( */
    ERE_TOKEN_CLOSE,      /* ) */
    ERE_TOKEN_BAR,        /* | */
    ERE_TOKEN_REPETITION, /* * + ? {m} {m,} {m,n} */
    ERE_TOKEN_BRACE,      /* another { */
    ERE_TOKEN_BRACKET,    /* [ or [^ */
    ERE_TOKEN_MEMBER,     /* a character in a bracket */
    ERE_TOKEN_RANGE,      /* a hyphen between two members */
    ERE_TOKEN_CLASS,      /* [: or [. or [= */
    ERE_TOKEN_NAME,       /* a character of its name */
    ERE_TOKEN_CLASS_END,  /* :] or .] or =] */
    ERE_TOKEN_BRACKET_END,

    /* An escaped delimiter in a bracket that cannot be written without its
     * backslash, because it would be special. */
    ERE_TOKEN_STUCK_DELIMITER,
};

/* Maximum of {m,} and *. */
enum { ERE_NO_MOST = -1 };

/* The expression consists of the last |ere_length| of the |length| octets: an
 * escaped delimiter may lose its backslash. */
struct ere_token {
    enum ere_token_kind kind;
    size_t at; /* in the text */
    size_t length;
    size_t ere_at; /* in the expression with unescaped delimiters */
    size_t ere_length;
    int least; /* of a repetition */
    int most;
};

struct ere_scan {
    const char *text;
    size_t length;
    const char *delimiter;
    size_t delimiter_length;
    size_t at;
    size_t ere_at;
    bool in_bracket;
    char class_kind;   /* in a class: its second octet; otherwise NUL */
    size_t first;      /* offset of the first member of the bracket */
    bool begins_range; /* the last member can start a range */
    bool ends_range;   /* the next member ends a range */
};

/* Return the length of the delimiter at the start of the |length| octets at
 * |field|: a UTF-8 character, or a single octet. 0 if |length| is 0. */
static inline size_t ddds_ere_delimiter_length(const char *field, size_t length)
{
    size_t character = utf8_length(field, length);
    return character == 0 && length > 0 ? 1 : character;
}

/* Start to scan |length| octets at |text|: the part of a substitution
 * expression between its delimiters, or a separate expression. |delimiter| is a
 * string that starts with the delimiter, such as the field, or ""; it must
 * outlive the scan. */
static inline void ddds_ere_scan_begin(struct ere_scan *scan, const char *text,
                                       size_t length, const char *delimiter)
{
    *scan = (struct ere_scan){
        .text = text,
        .length = length,
        .delimiter = delimiter,
        .delimiter_length =
            ddds_ere_delimiter_length(delimiter, strlen(delimiter)),
    };
}

/* Read the next token; return false at the end. Unclosed brackets and classes
 * end there, too. */
bool ddds_ere_scan_next(struct ere_scan *scan, struct ere_token *token);

/* Return the offset in |text| of the octet |ere_at| of its expression.
 * Arguments as for ddds_ere_scan_begin. */
static inline size_t ddds_ere_scan_place(const char *text, size_t length,
                                         const char *delimiter, size_t ere_at)
{
    struct ere_scan scan;
    struct ere_token token;
    ddds_ere_scan_begin(&scan, text, length, delimiter);
    while (ddds_ere_scan_next(&scan, &token)) {
        if (ere_at < token.ere_at + token.ere_length) {
            return token.at + (ere_at - token.ere_at);
        }
    }
    return length;
}

/* Return the offset in |field|, a valid substitution expression, of the first
 * hyphen in a bracket that POSIX allows and BIND refuses: a hyphen between a
 * range and the end of the bracket, or of a range from or to '['. Return
 * DDDS_NO_OFFSET if BIND accepts every hyphen. */
size_t ddds_ere_scan_hyphen(const char *field, size_t length);

/* Return the offset of the next unescaped delimiter of the substitution
 * expression |field|, from |at| on; |length| if none follows. The field starts
 * with its delimiter. A backslash escapes the next octet, in brackets too. */
size_t ddds_ere_scan_delimiter(const char *field, size_t length, size_t at);

/* A character class, in the POSIX locale: as the contents of a PCRE2 bracket,
 * and as pairs of first and last octets. */
struct ere_class {
    const char *name;
    const char *pattern;
    const char *ranges;
};

/* Return the class named by |length| octets at |name|; NULL if it does not
 * exist. */
const struct ere_class *ddds_ere_class_find(const char *name, size_t length);

#endif
