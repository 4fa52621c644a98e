/* Words of a record that a correction would lose.
 *
 * SPDX-License-Identifier: MIT */
#include "check/model/lost_words.h"

#include <string.h>

#include "base/ascii.h"
#include "base/escape.h"
#include "base/text.h"

/* ---- In the text -------------------------------------------------------- */

/* Return true if |at| is in |word|, or in one of its quotes. */
static bool covers(const struct word *word, const char *at)
{
    return word->text != NULL && at >= word->text - word->quote &&
           at < word->text + word->length + word->quote;
}

/* Return the end of the word that contains |at|, including its quote, or |at|
 * itself. It is usually the word |*next|. */
static const char *skip_word(const struct naptr *naptr, const char *at,
                             size_t *next)
{
    size_t i = *next;
    if (!covers(&naptr->words[i], at)) {
        for (i = 0; i < NAPTR_FIELDS && !covers(&naptr->words[i], at);) {
            i++;
        }
    }
    if (i == NAPTR_FIELDS) {
        return at;
    }
    *next = i + 1 < NAPTR_FIELDS ? i + 1 : 0;
    return naptr->words[i].text + naptr->words[i].length +
           naptr->words[i].quote;
}

bool ddds_lost_words_in_text(const struct checked_record *record,
                             const struct naptr *naptr, const char *end)
{
    const struct word *first = &naptr->words[0];
    if (first->text == NULL || end == NULL) {
        return false;
    }
    const char *last = record->raw + record->raw_length;
    const char *at = first->text;
    size_t next = 0;
    while (at < end && (at < last || *at != '\n')) {
        if (ascii_is_blank(*at)) { /* never the start of a word */
            at++;
            continue;
        }
        const char *after = skip_word(naptr, at, &next);
        if (after > at) {
            at = after;
        } else if (*at == ';') {
            at = memchr(at, '\n', (size_t)(end - at));
            at = at != NULL ? at : end;
        } else if (strchr(at < last ? "\r\n()" : "\r", *at) != NULL) {
            at++;
        } else {
            return true;
        }
    }
    return false;
}

/* ---- In a correction ---------------------------------------------------- */

/* Write the letters and digits of |length| octets at |at|, in lower case. */
static void squeeze(struct text *text, const char *at, size_t length)
{
    const char *end = at + length;
    while (at < end) {
        int octet = ddds_escape_read(&at, end);
        at += octet < 0 ? 1 : 0;
        if (octet >= 0 && ascii_is_alnum((unsigned char)octet)) {
            ddds_text_char(text, ascii_to_lower((char)octet));
        }
    }
}

/* Words shorter than WORD may be replaced, as in "I2L" for "N2L". */
enum { PIECE = 3, WORD = 5, LINE_SIZE = 8 * DRAFT_FIELD_SIZE };

/* Return true if three consecutive letters or digits of |word| are in |line|,
 * or it has less than |least|. */
static bool is_kept(const struct word *word, size_t least, const char *line)
{
    char memory[DRAFT_FIELD_SIZE];
    struct text text;
    ddds_text_init(&text, memory, sizeof memory);
    squeeze(&text, word->text, word->length);
    for (size_t i = 0; i + PIECE <= text.length; i++) {
        char piece[PIECE + 1] = {0};
        memcpy(piece, text.bytes + i, PIECE);
        if (strstr(line, piece) != NULL) {
            return true;
        }
    }
    return text.length < least;
}

/* Return true if a rule such as |rule| must not have |field|: the services of a
 * delegation are empty (RFC 6116 section 5.1), and a replacement excludes an
 * expression (RFC 3403 section 4.1). */
static bool is_superfluous(const struct ddds_rule *rule, enum naptr_field field)
{
    return (field == NAPTR_SERVICES && *rule->flags == '\0') ||
           (field == NAPTR_REGEXP && *rule->replacement != '\0') ||
           (field == NAPTR_REPLACEMENT && *rule->regexp != '\0');
}

bool ddds_lost_words_in_line(const struct checked_record *original,
                             const struct checked_record *corrected,
                             const char *line)
{
    char memory[LINE_SIZE];
    struct text text;
    const struct ddds_rule *rule = &corrected->naptr->rule;
    const char *const fields[NAPTR_FIELDS] = {
        [NAPTR_FLAGS] = rule->flags,
        [NAPTR_SERVICES] = rule->services,
        [NAPTR_REGEXP] = rule->regexp,
        [NAPTR_REPLACEMENT] = rule->replacement,
    };
    ddds_text_init(&text, memory, sizeof memory);
    squeeze(&text, line, strlen(line));
    for (enum naptr_field i = NAPTR_FLAGS; i < NAPTR_FIELDS; i++) {
        const struct word word = ddds_word_of(original, i);
        if (is_superfluous(rule, i)) {
            continue;
        }
        size_t least = *fields[i] == '\0' ? PIECE : WORD;
        if (word.text != NULL && !is_kept(&word, least, text.bytes)) {
            return true;
        }
    }
    return false;
}
