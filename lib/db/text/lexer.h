/* The words of a master file (RFC 1035 section 5.1), and where they stand.
 *
 * Tokens are pieces of the text as it is written: escapes are still in them.
 * Comments, white space, line ends within parentheses and the parentheses
 * themselves are no tokens.
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

/* |text| is a piece of the file, without its quotes. Lines and columns count
 * from 1, columns in octets; they are of the first octet, the opening quote
 * included. */
struct token {
    enum token_kind kind;
    const char *text;
    size_t length;
    uint32_t line;
    uint32_t column;
};

/* The last complaint, taken apart: |token| is what it is about, the line and
 * column are of the octet at fault. */
struct refusal {
    struct token token;
    uint32_t line;
    uint32_t column;
    char what[DDDS_DETAIL_SIZE];
};

/* The members are the lexer's own, but for |refusal|. */
struct lexer {
    const char *file;
    const char *next;
    const char *end;
    const char *line_begin;
    const char *token_end;  /* behind the last word, its quote included */
    const char *closed_end; /* behind the last parenthesis that was closed */
    uint32_t line;
    unsigned depth;      /* parentheses that are open */
    struct token opener; /* the outermost of them */
    const struct token *origin;
    struct ddds_error *error;
    struct refusal *refusal; /* filled if it is not NULL */
    bool has_ended_line;     /* the last token was the end of one */
    bool is_torn;            /* some parenthesis was never closed */
};

/* Begin with |length| octets at |text|; |file| is what complaints call them,
 * and |error|, or NULL, is where they go. */
void ddds_lexer_init(struct lexer *lexer, const char *file, const char *text,
                     size_t length, struct ddds_error *error);

/* The same with text that was made from |origin|, a token of |parent|, as
 * $GENERATE does: whatever is wrong with it is wrong there. */
void ddds_lexer_init_made(struct lexer *lexer, const struct lexer *parent,
                          const struct token *origin, const char *text,
                          size_t length);

/* Does white space come next? At the beginning of a line this says that the
 * record has no owner of its own. */
bool ddds_lexer_at_blank(const struct lexer *lexer);

/* The next token. Fails with DDDS_SYNTAX: a quote or a parenthesis that is not
 * closed, or not opened, a backslash before the end of a line, a carriage
 * return within a line. */
ddds_status ddds_lexer_next(struct lexer *lexer, struct token *token);

/* Go behind what could not be read: to the end of the line and what its
 * parentheses join to it, or, if they are not closed, to the next line that
 * does not begin with white space. In a file where that has happened once, such
 * a line ends all parentheses, lest each that is open be looked for to the end
 * of the file. */
void ddds_lexer_recover(struct lexer *lexer);

/* Is there no word left in this line? */
static inline bool ddds_token_is_end(const struct token *token)
{
    return token->kind >= TOKEN_END_OF_LINE;
}

/* Arguments for "%.*s" that show a token, though not all of a long one. */
#define TOKEN_SHOWN(token)                                                     \
    (int)((token)->length < 60 ? (token)->length : 60), (token)->text

/* Refuse with DDDS_SYNTAX and the detail
 * "FILE:LINE:COLUMN: " and |format| at |token|. */
__attribute__((format(printf, 3, 4))) ddds_status
ddds_lexer_refuse(const struct lexer *lexer, const struct token *token,
                  const char *format, ...);

/* The same for the octet at |at| within |token|. */
__attribute__((format(printf, 4, 5))) ddds_status
ddds_lexer_refuse_at(const struct lexer *lexer, const struct token *token,
                     const char *at, const char *format, ...);

#endif
