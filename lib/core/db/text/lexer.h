/* The words of a zone file (RFC 1035 section 5.1), with their positions.
 *
 * Tokens are pieces of the text as written, with their escapes. Comments, white
 * space, parentheses and line ends within them are not tokens.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_TEXT_LEXER_H
#define DB_TEXT_LEXER_H

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

/* |text| is a piece of the file, without quotes. The line and column, in
 * octets, are those of the first octet or of the opening quote; both count from
 * 1. */
struct token {
    enum token_kind kind;
    bool has_escape; /* |text| has a backslash */
    const char *text;
    size_t length;
    uint32_t line;
    uint32_t column;
};

/* The last error in parts: |token| is where it occurred, |line| and |column|
 * are those of the offending octet. */
struct zone_refusal {
    struct token token;
    enum ddds_setting setting; /* the option that would help */
    uint32_t line;
    uint32_t column;
    char what[DDDS_DETAIL_SIZE];
};

/* Callers may set |refusal| and |has_more|; all other members are private. */
struct lexer {
    const char *file;
    const char *next;
    const char *end;
    const char *line_begin;
    const char *token_end;  /* of the last word, after its quote */
    const char *closed_end; /* after the last closing parenthesis */
    uint32_t line;
    unsigned depth;      /* parentheses that are open */
    struct token opener; /* the outermost open parenthesis */
    const struct token *origin;
    struct ddds_error *error;
    struct zone_refusal
        *refusal;        /* filled if it is not NULL, instead of the error */
    bool has_ended_line; /* the last token was the end of one */
    bool is_torn;        /* a parenthesis was never closed */
    bool has_more;       /* lines follow after |end| */
    bool was_cut;        /* one of them is needed for the line that was read */
};

/* Begin with |length| octets at |text|. |file| is their name in messages, which
 * are written to |error| unless that is NULL. */
void ddds_lexer_init(struct lexer *lexer, const char *file, const char *text,
                     size_t length, struct ddds_error *error);

/* Begin with |length| octets at |text| that were made from |origin|, a token of
 * |parent|, as $GENERATE does. Errors are reported at |origin|. */
void ddds_lexer_init_made(struct lexer *lexer, const struct lexer *parent,
                          const struct token *origin, const char *text,
                          size_t length);

/* Go on at the begin of a line, with |length| octets at |text|, after which
 * |has_more| says whether others follow. The number of the line stays. */
void ddds_lexer_move(struct lexer *lexer, const char *text, size_t length,
                     bool has_more);

/* Is the next octet white space? At the beginning of a line this means that the
 * record has the owner of the one before. */
bool ddds_lexer_at_blank(const struct lexer *lexer);

/* Read the next token. Fails with DDDS_SYNTAX: a quote or parenthesis that is
 * not closed or not opened, a backslash at the end of a line, a carriage return
 * within a line. If a parenthesis is open at the end of the text, and more
 * follows, fails without an error; |was_cut| is true then. */
ddds_status ddds_lexer_next(struct lexer *lexer, struct token *token);

/* Skip what could not be read: to the end of the line, and of the lines that
 * its parentheses join to it. If they are not closed, skip to the next line
 * that does not begin with white space. After that has happened once, such a
 * line closes all parentheses, so that a file full of open ones is not searched
 * to its end for each. */
void ddds_lexer_recover(struct lexer *lexer);

/* Does |token| end the line? */
static inline bool ddds_token_is_end(const struct token *token)
{
    return token->kind >= TOKEN_END_OF_LINE;
}

/* Arguments for "%.*s" that show a token, or the first 60 octets of it. */
#define TOKEN_SHOWN(token)                                                     \
    (int)((token)->length < 60 ? (token)->length : 60), (token)->text

/* Fail with DDDS_SYNTAX at |token|: the detail is "FILE:LINE:COLUMN: " and what
 * |format| makes. */
__attribute__((format(printf, 3, 4))) ddds_status
ddds_lexer_refuse(const struct lexer *lexer, const struct token *token,
                  const char *format, ...);

/* Fail with DDDS_SYNTAX at the octet |at| within |token|: the detail is
 * "FILE:LINE:COLUMN: " and what |format| makes. */
__attribute__((format(printf, 4, 5))) ddds_status
ddds_lexer_refuse_at(const struct lexer *lexer, const struct token *token,
                     const char *at, const char *format, ...);

/* Say that the option |setting| would help with the last refusal of |lexer|. */
void ddds_lexer_advise(const struct lexer *lexer, enum ddds_setting setting);

/* Fill in the error of |lexer| for the refusal that it had last. */
void ddds_lexer_describe(const struct lexer *lexer);

#endif
