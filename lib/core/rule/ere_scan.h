/* The tokens of an extended regular expression (POSIX XBD 9.4), which is in
 * a substitution expression (RFC 3402 section 3.2) or by itself.
 *
 * This is the only place that knows where a bracket ends, what a backslash
 * escapes and what a delimiter protects. It scans any text: invalid expressions
 * have tokens, too. What is valid is decided by the callers: ere_reader.c
 * translates the tokens, the linter explains and corrects them.
 *
 * SPDX-License-Identifier: MIT */
#ifndef RULE_ERE_SCAN_H
#define RULE_ERE_SCAN_H

#include <stdbool.h>
#include <stddef.h>

enum ere_token_kind {
    ERE_TOKEN_CHARACTER,  /* outside brackets; it represents itself */
    ERE_TOKEN_ESCAPE,     /* a backslash and an octet, or only a backslash */
    ERE_TOKEN_DOT,        /* . */
    ERE_TOKEN_ANCHOR,     /* ^ or $ */
    ERE_TOKEN_OPEN,       /* ( */
    ERE_TOKEN_CLOSE,      /* ) */
    ERE_TOKEN_BAR,        /* | */
    ERE_TOKEN_REPETITION, /* * + ? {m} {m,} {m,n} */
    ERE_TOKEN_BRACE,      /* a { that begins none of these */
    ERE_TOKEN_BRACKET,    /* [ or [^ */
    ERE_TOKEN_MEMBER,     /* a character in a bracket */
    ERE_TOKEN_RANGE,      /* a hyphen between two members */
    ERE_TOKEN_CLASS,      /* [: or [. or [= */
    ERE_TOKEN_NAME,       /* a character after that */
    ERE_TOKEN_CLASS_END,  /* :] or .] or =] */
    ERE_TOKEN_BRACKET_END,

    /* An escaped delimiter in a bracket, where it cannot be written without its
     * backslash: it would be part of the syntax. */
    ERE_TOKEN_STUCK_DELIMITER,
};

/* {m,} and * have no end. */
enum { ERE_NO_MOST = -1 };

/* The last |ere_length| of the |length| octets are those of the expression:
 * an escaped delimiter may lose its backslash. */
struct ere_token {
    enum ere_token_kind kind;
    size_t at; /* in the text */
    size_t length;
    size_t ere_at; /* in the expression, its delimiters unescaped */
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
    char class_kind;   /* in a class: its second octet, else NUL */
    size_t first;      /* where the first member of the bracket is */
    bool begins_range; /* the last member can begin a range */
    bool ends_range;   /* the next member ends one */
};

/* Begin to scan |length| octets at |text|: what is between the delimiters of a
 * substitution expression; or an expression by itself. |delimiter| is a string
 * that begins with the delimiter, such as the field, or "" if there is none; it
 * must outlive the scan. */
void ddds_ere_scan_begin(struct ere_scan *scan, const char *text, size_t length,
                         const char *delimiter);

/* Read the next token; false at the end. A bracket or class that is not closed
 * ends there, too. */
bool ddds_ere_scan_next(struct ere_scan *scan, struct ere_token *token);

/* Skip characters of one octet that are no syntax where the scan is, outside
 * brackets; their number may be 0. Each would be a token of its own. */
size_t ddds_ere_scan_plain(struct ere_scan *scan);

/* The place in |text| of the octet |ere_at| of its expression. Arguments as for
 * ddds_ere_scan_begin. */
size_t ddds_ere_scan_place(const char *text, size_t length,
                           const char *delimiter, size_t ere_at);

/* Return the place in |field|, a valid substitution expression, of the first
 * hyphen in a bracket that POSIX allows and BIND rejects: one that follows a
 * range and ends the bracket, or that of a range with '[' at one of its ends.
 * Return DDDS_NO_OFFSET if BIND accepts every hyphen. */
size_t ddds_ere_scan_hyphen(const char *field, size_t length);

/* The length of the delimiter that the |length| octets at |field| begin with: a
 * character in UTF-8, or one octet of anything else. 0 if |length| is. */
size_t ddds_ere_delimiter_length(const char *field, size_t length);

/* Where the next unescaped delimiter of the substitution expression |field| is,
 * from |at| on; |length| if there is none. It begins with its delimiter. A
 * backslash takes the octet after it along, in brackets too. */
size_t ddds_ere_scan_delimiter(const char *field, size_t length, size_t at);

/* A character class, in the POSIX locale: as the inside of a PCRE2 bracket, and
 * as pairs of first and last octets. */
struct ere_class {
    const char *name;
    const char *pattern;
    const char *ranges;
};

/* The class named by |length| octets at |name|; NULL if there is none. */
const struct ere_class *ddds_ere_class_find(const char *name, size_t length);

#endif
