/* Lexer: white space, comments, parentheses, quotes (RFC 1035 section 5.1).
 * presentation.c interprets words and their escapes.
 *
 * A quoted string must end on its line, as in BIND and Knot: so a missing quote
 * is reported where it is, not a hundred lines below.
 *
 * SPDX-License-Identifier: MIT */
#include "base/lexer.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "base/error.h"
#include "base/scan.h"

void ddds_lexer_init(struct lexer *lexer, const char *file, const char *text,
                     size_t length, struct ddds_error *error)
{
    *lexer = (struct lexer){
        .file = file,
        .next = text,
        .end = text + length,
        .line_begin = text,
        .token_end = text,
        .closed_end = text,
        .line = 1,
        .error = error,
    };
}

void ddds_lexer_init_made(struct lexer *lexer, const struct lexer *parent,
                          const struct token *origin, const char *text,
                          size_t length)
{
    ddds_lexer_init(lexer, parent->file, text, length, parent->error);
    lexer->origin = origin;
    lexer->refusal = parent->refusal;
}

bool ddds_lexer_at_blank(const struct lexer *lexer)
{
    return lexer->next < lexer->end && ascii_is_blank(*lexer->next);
}

static ddds_status describe(const struct lexer *lexer, uint32_t line,
                            size_t column, const char *what)
{
    return ddds_error_set(lexer->error, DDDS_SYNTAX, DDDS_NO_OFFSET,
                          "%s:%u:%zu: %s", lexer->file, (unsigned)line, column,
                          what);
}

__attribute__((format(printf, 4, 0))) static ddds_status
refuse(const struct lexer *lexer, const struct token *token, size_t within,
       const char *format, va_list arguments)
{
    char what[DDDS_DETAIL_SIZE] = "";
    if (lexer->refusal == NULL && lexer->error == NULL) {
        return DDDS_SYNTAX;
    }
    vsnprintf(what, sizeof what, format, arguments);
    if (lexer->origin != NULL) {
        token = lexer->origin;
        within = 0;
    }
    if (lexer->refusal != NULL) {
        *lexer->refusal = (struct zone_refusal){
            .token = *token,
            .line = token->line,
            .column = token->column + (uint32_t)within,
        };
        memcpy(lexer->refusal->what, what, sizeof what);
        return DDDS_SYNTAX;
    }
    return describe(lexer, token->line, token->column + within, what);
}

void ddds_lexer_describe(const struct lexer *lexer)
{
    const struct zone_refusal *refusal = lexer->refusal;
    if (refusal != NULL) {
        describe(lexer, refusal->line, refusal->column, refusal->what);
        if (lexer->error != NULL) {
            lexer->error->setting = refusal->setting;
        }
    }
}

void ddds_lexer_advise(const struct lexer *lexer, enum ddds_setting setting)
{
    if (lexer->refusal != NULL) {
        lexer->refusal->setting = setting;
    } else if (lexer->error != NULL) {
        lexer->error->setting = setting;
    }
}

ddds_status ddds_lexer_refuse(const struct lexer *lexer,
                              const struct token *token, const char *format,
                              ...)
{
    va_list arguments;
    va_start(arguments, format);
    ddds_status status = refuse(lexer, token, 0, format, arguments);
    va_end(arguments);
    return status;
}

ddds_status ddds_lexer_refuse_at(const struct lexer *lexer,
                                 const struct token *token, const char *at,
                                 const char *format, ...)
{
    size_t quote = token->kind == TOKEN_QUOTED ? 1 : 0;
    va_list arguments;
    va_start(arguments, format);
    ddds_status status = refuse(
        lexer, token, (size_t)(at - token->text) + quote, format, arguments);
    va_end(arguments);
    return status;
}

/* Return a token of |kind| that starts at |begin|, in the current line. */
static struct token token_at(const struct lexer *lexer, enum token_kind kind,
                             const char *begin)
{
    return (struct token){
        .kind = kind,
        .text = begin,
        .line = lexer->line,
        .column = (uint32_t)(begin - lexer->line_begin) + 1,
    };
}

/* Skip the line feed that comes next. */
static void end_line(struct lexer *lexer)
{
    lexer->next++;
    lexer->line++;
    lexer->line_begin = lexer->next;
}

static void skip_comment(struct lexer *lexer)
{
    const char *feed =
        memchr(lexer->next, '\n', (size_t)(lexer->end - lexer->next));
    lexer->next = feed == NULL ? lexer->end : feed;
}

/* Return true if |at| is at the end of the line, or at the carriage return
 * before it. */
static bool is_line_end(const struct lexer *lexer, const char *at)
{
    return at == lexer->end || *at == '\n' ||
           (*at == '\r' && (at + 1 == lexer->end || at[1] == '\n'));
}

/* Skip an octet or comment that is neither white space nor a token; return
 * false before a token. */
static bool skip_one(struct lexer *lexer)
{
    switch (*lexer->next) {
    case '\r':
        if (!is_line_end(lexer, lexer->next)) {
            return false;
        }
        lexer->next++;
        return true;
    case '\n':
        if (lexer->depth > 0) {
            end_line(lexer);
            return true;
        }
        return false;
    case ';':
        skip_comment(lexer);
        return true;
    case '(':
        if (lexer->depth++ == 0) {
            lexer->opener = token_at(lexer, TOKEN_WORD, lexer->next);
        }
        lexer->next++;
        return true;
    case ')':
        if (lexer->depth > 0) {
            lexer->depth--;
            lexer->closed_end = ++lexer->next;
            return true;
        }
        return false;
    default:
        return false;
    }
}

/* Skip to the next token; return false at the end of the text. */
static bool skip_between(struct lexer *lexer)
{
    do {
        while (lexer->next < lexer->end &&
               (scan_class_of(*lexer->next) & SCAN_BLANK) != 0) {
            lexer->next++;
        }
    } while (lexer->next < lexer->end &&
             (scan_class_of(*lexer->next) & SCAN_OTHER) != 0 &&
             skip_one(lexer));
    return lexer->next < lexer->end;
}

/* Skip a backslash and the octet that it escapes, which may be the first digit
 * of \DDD. */
static ddds_status skip_escape(struct lexer *lexer, const struct token *token)
{
    if (is_line_end(lexer, lexer->next + 1)) {
        return ddds_lexer_refuse_at(lexer, token, lexer->next,
                                    "a backslash ends the line; write \\\\ for "
                                    "a backslash");
    }
    lexer->next += 2;
    return DDDS_OK;
}

/* Initialise |token|, which starts at |at|; its text, at |text|, may start
 * after a quote. */
static inline void begin_token(struct lexer *lexer, struct token *token,
                               enum token_kind kind, const char *at,
                               const char *text)
{
    token->kind = kind;
    token->has_escape = false;
    token->text = text;
    token->length = 0; /* also for refused tokens */
    token->line = lexer->line;
    token->column = (uint32_t)(at - lexer->line_begin) + 1;
}

static inline ddds_status end_token(struct lexer *lexer, struct token *token,
                                    const char *stop, const char *next)
{
    token->length = (size_t)(stop - token->text);
    lexer->next = next;
    lexer->token_end = next;
    return DDDS_OK;
}

/* Read the rest of a word, from the backslash at |lexer->next| on. */
static ddds_status read_escaped_word(struct lexer *lexer, struct token *token)
{
    token->has_escape = true;
    while (lexer->next < lexer->end && *lexer->next == '\\') {
        ddds_status status = skip_escape(lexer, token);
        if (status != DDDS_OK) {
            return status;
        }
        lexer->next = scan_word(lexer->next, lexer->end);
    }
    return end_token(lexer, token, lexer->next, lexer->next);
}

static inline ddds_status read_word(struct lexer *lexer, struct token *token,
                                    const char *at)
{
    const char *end = lexer->end;
    begin_token(lexer, token, TOKEN_WORD, at, at);
    const char *stop = scan_word(at, end);
    if (stop < end && *stop == '\\') {
        lexer->next = stop;
        return read_escaped_word(lexer, token);
    }
    return end_token(lexer, token, stop, stop);
}

/* Read the rest of a quoted string from |lexer->next| on, which is a backslash,
 * a carriage return or the end of the line. */
static ddds_status read_odd_string(struct lexer *lexer, struct token *token)
{
    while (!is_line_end(lexer, lexer->next)) {
        if (*lexer->next == '"') {
            return end_token(lexer, token, lexer->next, lexer->next + 1);
        }
        if (*lexer->next == '\\') {
            token->has_escape = true;
            ddds_status status = skip_escape(lexer, token);
            if (status != DDDS_OK) {
                return status;
            }
        } else {
            lexer->next++; /* a carriage return within the line */
        }
        lexer->next = scan_string(lexer->next, lexer->end);
    }
    return ddds_lexer_refuse(lexer, token,
                             "this quote is not closed; close it on the same "
                             "line (only NSD reads quotes across lines)");
}

static inline ddds_status read_quoted(struct lexer *lexer, struct token *token,
                                      const char *at)
{
    const char *end = lexer->end;
    begin_token(lexer, token, TOKEN_QUOTED, at, at + 1);
    const char *stop = scan_string(at + 1, end);
    if (stop < end && *stop == '"') {
        return end_token(lexer, token, stop, stop + 1);
    }
    lexer->next = stop;
    return read_odd_string(lexer, token);
}

static ddds_status read_end_of_file(struct lexer *lexer, struct token *token)
{
    *token = token_at(lexer, TOKEN_END_OF_FILE, lexer->end);
    if (lexer->depth > 0) {
        return ddds_lexer_refuse(lexer, &lexer->opener,
                                 "this parenthesis is not closed; close it at "
                                 "the end of its record");
    }
    return DDDS_OK;
}

static ddds_status read_end_of_line(struct lexer *lexer, struct token *token)
{
    begin_token(lexer, token, TOKEN_END_OF_LINE, lexer->next, lexer->next);
    end_line(lexer);
    lexer->has_ended_line = true;
    return DDDS_OK;
}

/* Refuse an octet that cannot start a token. */
static ddds_status refuse_octet(const struct lexer *lexer, const char *why)
{
    struct token here = token_at(lexer, TOKEN_WORD, lexer->next);
    return ddds_lexer_refuse(lexer, &here, "%s", why);
}

/* Return true if the line at |line| may continue a record in parentheses. Such
 * lines usually start with white space. */
static bool may_go_on(const char *line)
{
    return strchr(" \t\r\n;)", *line) != NULL;
}

/* Read the next token in the general case: after blanks or comments, or at a
 * special octet or an end. */
static ddds_status read_other(struct lexer *lexer, struct token *token)
{
    if (!skip_between(lexer) ||
        (lexer->is_torn && lexer->depth > 0 &&
         lexer->next == lexer->line_begin && !may_go_on(lexer->next))) {
        return read_end_of_file(lexer, token);
    }
    switch (*lexer->next) {
    case '\n':
        return read_end_of_line(lexer, token);
    case ')':
        return refuse_octet(lexer,
                            "this parenthesis was not opened; remove it, or "
                            "write \\) for the character");
    case '\r':
        return refuse_octet(lexer,
                            "a carriage return without a line feed; end lines "
                            "with a line feed, or write \\013");
    case '"':
        return read_quoted(lexer, token, lexer->next);
    default:
        return read_word(lexer, token, lexer->next);
    }
}

ddds_status ddds_lexer_next(struct lexer *lexer, struct token *token)
{
    const char *at = lexer->next;
    const char *end = lexer->end;
    lexer->has_ended_line = false;
    while (at < end && (scan_class_of(*at) & SCAN_BLANK) != 0) {
        at++;
    }
    if (at == end || lexer->is_torn) {
        return read_other(lexer, token);
    }
    if ((scan_class_of(*at) & SCAN_OTHER) == 0) {
        return read_word(lexer, token, at);
    }
    if (*at == '"') {
        return read_quoted(lexer, token, at);
    }
    lexer->next = at;
    if (*at == '\n' && lexer->depth == 0) {
        return read_end_of_line(lexer, token);
    }
    return read_other(lexer, token);
}

/* Octets to search for the end of parentheses after an error. Otherwise a file
 * of opening parentheses would take quadratic time. */
enum { RECOVERY_DISTANCE = 65536 };

/* Skip to the end of the line, ignoring its error; return false if none is
 * found. */
static bool finish_line(struct lexer *lexer)
{
    struct lexer ahead = *lexer;
    struct token token = {.kind = TOKEN_END_OF_FILE};
    ahead.error = NULL;
    ahead.refusal = NULL;
    if (ahead.end - ahead.next > RECOVERY_DISTANCE) {
        ahead.end = ahead.next + RECOVERY_DISTANCE;
    }
    do {
        if (ddds_lexer_next(&ahead, &token) != DDDS_OK) {
            return false;
        }
    } while (!ddds_token_is_end(&token));
    if (token.kind == TOKEN_END_OF_FILE && ahead.end < lexer->end) {
        return false;
    }
    ahead.error = lexer->error;
    ahead.refusal = lexer->refusal;
    ahead.end = lexer->end;
    *lexer = ahead;
    return true;
}

void ddds_lexer_recover(struct lexer *lexer)
{
    bool within = lexer->depth > 0;
    if (lexer->has_ended_line || finish_line(lexer)) {
        return;
    }
    if (within) {
        /* Return to the parenthesis, because the search may have gone far. */
        lexer->is_torn = true;
        lexer->next = lexer->opener.text;
        lexer->line = lexer->opener.line;
        lexer->line_begin = lexer->next - (lexer->opener.column - 1);
    }
    lexer->depth = 0;
    skip_comment(lexer);
    while (within && lexer->end - lexer->next > 1 &&
           may_go_on(lexer->next + 1)) {
        end_line(lexer);
        skip_comment(lexer);
    }
}
