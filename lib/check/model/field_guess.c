/* Assigns the words of a NAPTR record to the intended fields.
 *
 * Three mistakes make the reader's fields useless. Foreign quotes, such as
 * typographic quotes, are letters to the reader, so that it removes parentheses
 * between them, and splits strings at blanks: then the line is split again,
 * with these quotes as quotes. It also removes the parentheses of an expression
 * without quotes, and splits it there: then the line is split again, with these
 * parentheses as octets. And if a field is missing, the reader assigns
 * every later word to the wrong field: then the forms of numbers, expressions
 * and names show which field is missing, or the words are ignored.
 *
 * SPDX-License-Identifier: MIT */
#include "check/model/field_guess.h"

#include <string.h>

#include "base/ascii.h"

/* One more word than a record has, to detect surplus words. */
enum { WORDS_MAX = NAPTR_FIELDS + 1 };

struct word_list {
    struct word list[WORDS_MAX];
    size_t count;
};

/* ---- Quotes --------------------------------------------------------- */

/* Quotes of word processors and shells; closing quotes must be of the same
 * kind. */
static const struct quote {
    const char *text;
    bool is_single;
} quotes[] = {
    {"'", true},
    {"\xe2\x80\x98", true}, /* U+2018, U+2019, U+201A */
    {"\xe2\x80\x99", true},
    {"\xe2\x80\x9a", true},
    {"\xe2\x80\x9c", false}, /* U+201C, U+201D, U+201E */
    {"\xe2\x80\x9d", false},
    {"\xe2\x80\x9e", false},
};

/* Return the kind of quote at |at|, or NULL. */
static const struct quote *find_quote(const char *at, const char *end)
{
    /* All start with one of two octets. */
    if (at == end || (*at != '\'' && *at != '\xe2')) {
        return NULL;
    }
    for (size_t i = 0; i < sizeof quotes / sizeof quotes[0]; i++) {
        size_t length = strlen(quotes[i].text);
        if ((size_t)(end - at) >= length &&
            memcmp(at, quotes[i].text, length) == 0) {
            return &quotes[i];
        }
    }
    return NULL;
}

static bool is_blank(char octet)
{
    return octet == ' ' || octet == '\t' || octet == '\r';
}

/* Return the octets of the quote at |at| that closes |opening|; 0 if not
 * found. */
static size_t measure_closing(const struct quote *opening, const char *at,
                              const char *end)
{
    const struct quote *quote = find_quote(at, end);
    return quote != NULL && quote->is_single == opening->is_single
               ? strlen(quote->text)
               : 0;
}

/* ---- Splitting ------------------------------------------------------ */

struct splitter {
    const char *at;
    const char *end;
    const char *begin; /* position of |column| */
    uint32_t line;
    uint32_t column;
    bool keeps_groups; /* parentheses are octets of expressions */
};

/* Return true if |word| starts with a delimiter (RFC 3402 section 3.2). */
static bool is_delimited(const struct word *word)
{
    return word->length > 0 && *word->text != '_' &&
           !ascii_is_alnum((unsigned char)*word->text) &&
           strchr(".*\\", *word->text) == NULL;
}

static struct word begin_word(const struct splitter *splitter, size_t quote)
{
    return (struct word){
        .text = splitter->at + quote,
        .line = splitter->line,
        .column = splitter->column + (uint32_t)(splitter->at - splitter->begin),
        .is_quoted = quote > 0,
        .quote = (uint8_t)quote,
    };
}

/* Move |splitter| from the start of |word| to its end. */
static void end_word(struct splitter *splitter, struct word *word)
{
    word->length = (uint32_t)(splitter->at - word->text);
}

/* Read a string between quotes of any kind. Return false if the closing quote
 * is missing or the text is not a string: an expression may use ' as its
 * delimiter. */
static bool split_string(struct splitter *splitter, const struct quote *opening,
                         struct word *word)
{
    size_t length = opening == NULL ? 1 : strlen(opening->text);
    *word = begin_word(splitter, length);
    word->is_foreign = opening != NULL;
    splitter->at += length;
    while (splitter->at < splitter->end) {
        length = opening != NULL
                     ? measure_closing(opening, splitter->at, splitter->end)
                     : *splitter->at == '"';
        if (length > 0) {
            end_word(splitter, word);
            splitter->at += length;
            return opening == NULL || splitter->at == splitter->end ||
                   is_blank(*splitter->at);
        }
        splitter->at += *splitter->at == '\\' ? 2 : 1;
    }
    return false;
}

static bool split_word(struct splitter *splitter, struct word *word)
{
    const struct quote *quote = find_quote(splitter->at, splitter->end);
    if (quote != NULL || *splitter->at == '"') {
        return split_string(splitter, quote, word);
    }
    *word = begin_word(splitter, 0);
    word->length = 1;
    const char *ends =
        splitter->keeps_groups && is_delimited(word) ? "\";" : "\";()";
    while (splitter->at < splitter->end && !is_blank(*splitter->at) &&
           strchr(ends, *splitter->at) == NULL) {
        splitter->at +=
            *splitter->at == '\\' && splitter->at + 1 < splitter->end ? 2 : 1;
    }
    end_word(splitter, word);
    return word->length > 0;
}

/* Split the line from |first| to |end|. Return the end of its last word; NULL
 * if it cannot be split, or continues in the next. */
static const char *split_line(struct word_list *words,
                              const struct token *first, const char *end,
                              bool keeps_groups)
{
    size_t quote = first->kind == TOKEN_QUOTED ? 1 : 0;
    struct splitter splitter = {
        .at = first->text - quote,
        .end = end,
        .begin = first->text - quote,
        .line = first->line,
        .column = first->column,
        .keeps_groups = keeps_groups,
    };
    const char *last = NULL;
    words->count = 0;
    for (;;) {
        struct word word;
        while (splitter.at < end && is_blank(*splitter.at)) {
            splitter.at++;
        }
        if (splitter.at == end || *splitter.at == ';') {
            return last;
        }
        if (!split_word(&splitter, &word)) {
            return NULL;
        }
        last = splitter.at;
        if (words->count < WORDS_MAX) {
            words->list[words->count++] = word;
        }
    }
}

/* ---- The reader's words --------------------------------------------- */

static struct word make_word(const struct token *token)
{
    bool is_quoted = token->kind == TOKEN_QUOTED;
    return (struct word){
        .text = token->text,
        .length = (uint32_t)token->length,
        .line = token->line,
        .column = token->column,
        .is_quoted = is_quoted,
        .quote = is_quoted ? 1 : 0,
    };
}

static bool opens_with_quote(const struct word *word)
{
    return !word->is_quoted &&
           find_quote(word->text, word->text + word->length) != NULL;
}

/* Remove quotes, including typographic quotes, of a reader's word. */
static void strip_quotes(struct word *word)
{
    const char *end = word->text + word->length;
    const struct quote *opening = find_quote(word->text, end);
    if (opening == NULL || word->is_quoted) {
        return;
    }
    size_t quote = strlen(opening->text);
    const char *at = word->text + quote;
    while (at < end && measure_closing(opening, at, end) == 0) {
        at++;
    }
    if (at < end && at + quote == end) {
        word->text += quote;
        word->length -= (uint32_t)(2 * quote);
        word->is_quoted = true;
        word->is_foreign = true;
        word->quote = (uint8_t)quote;
    }
}

/* Return the end of the last word, if it differs from the reader's. */
static const char *take_words(struct word_list *words,
                              const struct zonefile_record *from,
                              const char *line_end)
{
    bool has_quotes = false;
    for (size_t i = 0; i < from->field_count && i < WORDS_MAX; i++) {
        words->list[i] = make_word(&from->fields[i]);
        has_quotes |= opens_with_quote(&words->list[i]);
        words->count = i + 1;
    }
    const struct word *expression = &words->list[NAPTR_REGEXP];
    bool has_groups = words->count > NAPTR_FIELDS && !expression->is_quoted &&
                      is_delimited(expression);
    if (!has_quotes && !has_groups) {
        return NULL;
    }
    const struct word_list read = *words;
    bool is_one_line =
        line_end != NULL && from->raw + from->raw_length <= line_end;
    const char *end = !is_one_line ? NULL
                                   : split_line(words, &from->fields[0],
                                                line_end, has_groups);
    if (end == NULL ||
        (has_groups && !has_quotes && words->count != NAPTR_FIELDS)) {
        end = NULL;
        *words = read;
        for (size_t i = 0; i < words->count; i++) {
            strip_quotes(&words->list[i]);
        }
    }
    return end;
}

/* ---- Missing fields ------------------------------------------------- */

static bool is_number(const struct word *word)
{
    return ddds_word_number(*word) != UINT64_MAX;
}

static bool is_expression(const struct word *word)
{
    return word->length > 1 && is_delimited(word);
}

static bool is_name(const struct word *word)
{
    return word->length > 0 && !is_expression(word);
}

/* Return true for a few single characters, unlike the names of services. */
static bool are_flags(const struct word *word)
{
    return (word->length == 1 || word->length == 2) &&
           ascii_is_alnum((unsigned char)word->text[0]) &&
           ascii_is_alnum((unsigned char)word->text[word->length - 1]);
}

static bool are_services(const struct word *word)
{
    return word->length > 2 && ascii_is_alpha((unsigned char)*word->text);
}

/* Return the missing string, if only two of three are present. */
static enum naptr_field find_missing_string(const struct word *one,
                                            const struct word *other)
{
    if (are_services(one) && (is_expression(other) || other->length == 0)) {
        return NAPTR_FLAGS;
    }
    if (are_flags(one) && is_expression(other)) {
        return NAPTR_SERVICES;
    }
    return are_flags(one) && are_services(other) ? NAPTR_REGEXP : NAPTR_FIELDS;
}

/* Return the missing field; NAPTR_FIELDS if it is unknown. */
static enum naptr_field find_missing(const struct word_list *words)
{
    const struct word *list = words->list;
    if (words->count != NAPTR_FIELDS - 1 || !is_number(&list[0])) {
        return NAPTR_FIELDS;
    }
    const struct word *last = &list[words->count - 1];
    if (!is_number(&list[1])) {
        return is_name(last) ? NAPTR_PREFERENCE : NAPTR_FIELDS;
    }
    if (is_name(last)) {
        return find_missing_string(&list[2], &list[3]);
    }
    return is_expression(&list[3]) ? NAPTR_FIELDS : NAPTR_REPLACEMENT;
}

/* Return true if the words are a complete record. A semicolon may truncate the
 * last, and a truncated word must not be corrected. */
static bool is_complete(const struct word_list *words,
                        const struct zonefile_problem *problem,
                        const char *line_end)
{
    const struct token *refused = &problem->refusal->token;
    const struct word *last = &words->list[words->count - 1];
    const char *at = last->text + last->length + last->quote;
    bool is_known = ddds_token_is_end(refused);
    for (size_t i = 0; i < words->count; i++) {
        const struct word *word = &words->list[i];
        is_known |= refused->text >= word->text - word->quote &&
                    refused->text <= word->text + word->length;
    }
    if (!is_known || line_end == NULL || at > line_end) {
        return is_known;
    }
    bool is_cut = at < line_end && *at == ';' && !last->is_quoted;
    while (at < line_end && (is_blank(*at) || *at == ')')) {
        at++;
    }
    return !is_cut && (at == line_end || *at == ';');
}

/* Assign words if some fields are missing. */
static void sort_short(struct naptr *naptr, const struct word_list *words,
                       struct word fields[NAPTR_FIELDS])
{
    naptr->is_short = true;
    naptr->missing = find_missing(words);
    naptr->is_unclear =
        naptr->missing != NAPTR_REGEXP && naptr->missing != NAPTR_REPLACEMENT;
    if (naptr->missing == NAPTR_FIELDS) {
        return;
    }
    for (size_t i = 0; i < words->count; i++) {
        size_t field = i < (size_t)naptr->missing ? i : i + 1;
        fields[field] = words->list[i];
    }
}

/* ---- Entry ---------------------------------------------------------- */

/* Return true if the data are in the generic form of RFC 3597 section 5. */
static bool is_octets(const struct zonefile_record *from)
{
    const struct token *first = from->fields;
    return from->field_count > 0 && first->kind == TOKEN_WORD &&
           first->length == 2 && memcmp(first->text, "\\#", 2) == 0;
}

const char *ddds_field_guess_sort(struct naptr *naptr,
                                  struct word fields[NAPTR_FIELDS],
                                  const struct zonefile_record *from,
                                  const struct zonefile_problem *problem,
                                  const char *line_end)
{
    struct word_list words = {.count = 0};
    naptr->is_octets = is_octets(from);
    if (naptr->is_octets) {
        return NULL;
    }
    const char *end = take_words(&words, from, line_end);
    naptr->has_surplus = words.count > NAPTR_FIELDS;
    if (problem != NULL && words.count > 0 && words.count < NAPTR_FIELDS &&
        is_complete(&words, problem, line_end)) {
        sort_short(naptr, &words, fields);
        return end;
    }
    for (size_t i = 0; i < words.count && i < NAPTR_FIELDS; i++) {
        fields[i] = words.list[i];
    }
    return end;
}
