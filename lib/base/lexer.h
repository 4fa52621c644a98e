/* Lexer of zone files (RFC 1035 section 5.1).
 *
 * Tokens are parts of the text as written, with their escapes and positions.
 * Comments, white space, parentheses and line ends within them are not tokens.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BASE_LEXER_H
#define BASE_LEXER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ddds/status.h>

enum token_kind {
    TOKEN_WORD,
    TOKEN_QUOTED,
    TOKEN_END_OF_LINE, /* outside parentheses */
    TOKEN_END_OF_FILE,
};

/* |text| is a part of the file, without quotes. |line| and |column|, in octets,
 * are the position of the first octet or the opening quote; both count from
 * 1. */
struct token {
    enum token_kind kind;
    bool has_escape; /* |text| has a backslash */
    const char *text;
    size_t length;
    uint32_t line;
    uint32_t column;
};

/* Parts of the last error: |token| is where it occurred, |line| and |column|
 * the position of the offending octet. */
struct zone_refusal {
    struct token token;
    enum ddds_setting setting; /* option that would help */
    uint32_t line;
    uint32_t column;
    char what[DDDS_DETAIL_SIZE];
};

/* Callers may set |refusal|; the other members are private. */
struct lexer {
    const char *file;
    const char *next;
    const char *end;
    const char *line_begin;
    const char *token_end;  /* end of the last word, including its quote */
    const char *closed_end; /* after the last closing parenthesis */
    uint32_t line;
    unsigned depth;      /* open parentheses */
    struct token opener; /* the outermost open parenthesis */
    const struct token *origin;
    struct ddds_error *error;
    struct zone_refusal *refusal; /* receives the error, unless it is NULL */
    bool has_ended_line;          /* the last token was the end of a line */
    bool is_torn;                 /* a parenthesis was never closed */
};

/* Initialise with |length| octets at |text|. |file| is their name in messages,
 * which are written to |error| unless |error| is NULL. */
void ddds_lexer_init(struct lexer *lexer, const char *file, const char *text,
                     size_t length, struct ddds_error *error);

/* Initialise with |length| octets at |text| that were generated from |origin|,
 * a token of |parent|. Errors are reported at |origin|. */
void ddds_lexer_init_made(struct lexer *lexer, const struct lexer *parent,
                          const struct token *origin, const char *text,
                          size_t length);

/* Return true if the next octet is white space. At the start of a line this
 * means that the record has the previous owner. */
bool ddds_lexer_at_blank(const struct lexer *lexer);

/* Read the next token. Fails with DDDS_SYNTAX: an unbalanced quote or
 * parenthesis, a backslash at the end of a line, a carriage return within a
 * line, except in quotes and comments. */
ddds_status ddds_lexer_next(struct lexer *lexer, struct token *token);

/* Skip the line with the error, including lines in its parentheses. If these
 * are not closed, skip to the next line that does not start with white space.
 * After the first such case, such a line closes all parentheses, so that a file
 * of opening parentheses takes linear time. */
void ddds_lexer_recover(struct lexer *lexer);

/* Return true if |token| ends the line. */
static inline bool ddds_token_is_end(const struct token *token)
{
    return token->kind >= TOKEN_END_OF_LINE;
}

/* Arguments for "%.*s" that show up to 60 octets of a token. */
#define TOKEN_SHOWN(token)                                                     \
    (int)((token)->length < 60 ? (token)->length : 60), (token)->text

/* Fail with DDDS_SYNTAX at |token|: the detail is "FILE:LINE:COLUMN: " and the
 * formatted text. */
__attribute__((format(printf, 3, 4))) ddds_status
ddds_lexer_refuse(const struct lexer *lexer, const struct token *token,
                  const char *format, ...);

/* Fail with DDDS_SYNTAX at the octet |at| within |token|: the detail is
 * "FILE:LINE:COLUMN: " and the formatted text. */
__attribute__((format(printf, 4, 5))) ddds_status
ddds_lexer_refuse_at(const struct lexer *lexer, const struct token *token,
                     const char *at, const char *format, ...);

/* Report that the option |setting| would help with the last refusal of
 * |lexer|. */
void ddds_lexer_advise(const struct lexer *lexer, enum ddds_setting setting);

/* Fill in the error of |lexer| from its last refusal. */
void ddds_lexer_describe(const struct lexer *lexer);

#endif
