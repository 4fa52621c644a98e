/* A corrected record with the layout of the old one.
 *
 * SPDX-License-Identifier: MIT */
#include "check/correct/merge.h"

#include <string.h>

#include "base/text.h"

/* Owner, TTL, class, type and six fields. */
enum { WORDS_MAX = 16 };

/* The words of a record, each with the text before it. */
struct words {
    struct piece {
        const char *gap;
        const char *begin;
        size_t length;
    } items[WORDS_MAX];
    size_t count;
    const char *rest; /* after the last word */
    const char *end;
    bool is_odd; /* too many words, or parentheses that do not match */
};

/* ---- Splitting ---------------------------------------------------------- */

static bool is_blank(char octet)
{
    return octet == ' ' || octet == '\t' || octet == '\r' || octet == '\n';
}

/* Return the end of the comment at |at|. */
static const char *skip_comment(const char *at, const char *end)
{
    const char *feed = memchr(at, '\n', (size_t)(end - at));
    return feed != NULL ? feed : end;
}

/* Skip blanks, parentheses and comments. */
static const char *skip_gap(const char *at, const char *end, int *depth)
{
    while (at < end) {
        if (*at == ';') {
            at = skip_comment(at, end);
        } else if (*at == '(' || *at == ')') {
            *depth += *at++ == '(' ? 1 : -1;
        } else if (is_blank(*at)) {
            at++;
        } else {
            return at;
        }
    }
    return at;
}

static const char *skip_word(const char *at, const char *end)
{
    bool is_quoted = *at == '"';
    at += is_quoted;
    while (at < end) {
        if (is_quoted ? *at == '"'
                      : is_blank(*at) || strchr("\"();", *at) != NULL) {
            return at + (is_quoted ? 1 : 0);
        }
        at += *at == '\\' && end - at > 1 ? 2 : 1;
    }
    return at;
}

static void cut(struct words *words, const char *text, size_t length)
{
    const char *at = text;
    int depth = 0;
    *words = (struct words){.end = text + length};
    for (;;) {
        const char *begin = skip_gap(at, words->end, &depth);
        if (begin == words->end) {
            words->rest = at;
            words->is_odd |= depth != 0;
            return;
        }
        if (words->count == WORDS_MAX) {
            words->is_odd = true;
            return;
        }
        struct piece *piece = &words->items[words->count++];
        piece->gap = at;
        piece->begin = begin;
        at = skip_word(begin, words->end);
        piece->length = (size_t)(at - begin);
    }
}

/* ---- Comparing ---------------------------------------------------------- */

/* Return true if |fix| is the relative name |old| in full. Otherwise names
 * differ at most in quotes and escapes. */
static bool is_full_name(const struct piece *old, const struct piece *fix)
{
    return old->begin[0] != '"' && fix->begin[0] != '"' &&
           fix->begin[fix->length - 1] == '.' &&
           old->begin[old->length - 1] != '.' &&
           ((old->length == 1 && old->begin[0] == '@') ||
            (fix->length > old->length + 1 && fix->begin[old->length] == '.' &&
             memcmp(old->begin, fix->begin, old->length) == 0));
}

/* Return true if the words are the same string, with and without quotes. */
static bool is_same_string(const struct piece *old, const struct piece *fix)
{
    return fix->length == old->length + 2 && fix->begin[0] == '"' &&
           memchr(old->begin, '\\', old->length) == NULL &&
           memcmp(old->begin, fix->begin + 1, old->length) == 0;
}

/* Return true if |fix| is the type, which the record may have as naptr or
 * TYPE35. */
static bool is_type(const struct piece *fix)
{
    static const char type[] = "NAPTR";
    return fix->length == sizeof type - 1 &&
           memcmp(fix->begin, type, sizeof type - 1) == 0;
}

/* Return true if |fix| is another spelling of |old|. */
static bool is_same_meaning(const struct piece *old, const struct piece *fix)
{
    return is_full_name(old, fix) || is_same_string(old, fix) || is_type(fix);
}

/* ---- Writing ------------------------------------------------------------ */

static void write_octets(struct text *out, const char *begin, const char *end)
{
    ddds_text_add(out, begin, (size_t)(end - begin));
}

/* Write the words of |fix| from |first| on in the layout of |old|. */
static void write_merged(struct text *out, const struct words *old,
                         const struct words *fix, size_t first, bool respells)
{
    for (size_t i = 0; i < old->count; i++) {
        const struct piece *before = &old->items[i];
        const struct piece *after = &fix->items[first + i];
        const struct piece *kept =
            !respells && is_same_meaning(before, after) ? before : after;
        if (before->gap == before->begin && i > 0) {
            ddds_text_char(out, ' ');
        }
        write_octets(out, before->gap, before->begin);
        write_octets(out, kept->begin, kept->begin + kept->length);
    }
    write_octets(out, old->rest, old->end);
}

/* Write the comments of |length| octets at |text| on one line. */
static void write_comments(struct text *out, const char *text, size_t length)
{
    const char *end = text + length;
    const char *at = text;
    while (at < end) {
        int depth = 0;
        if (*at == ';') {
            const char *after = skip_comment(at, end);
            const char *last = after;
            while (last > at && is_blank(last[-1])) {
                last--;
            }
            ddds_text_char(out, ' ');
            write_octets(out, at, last);
            at = after;
        } else if (strchr(" \t\r\n()", *at) != NULL && *at != '\0') {
            at = skip_gap(at, at + 1, &depth);
        } else {
            at = skip_word(at, end);
        }
    }
}

const char *ddds_merge_record(const char *old, size_t length, const char *fix,
                              bool respells, struct arena *arena)
{
    struct words before;
    struct words after;
    struct text out;
    size_t fix_length = strlen(fix);
    /* A blank may precede each word and each comment. */
    size_t size = 2 * length + fix_length + WORDS_MAX + 1;
    char *memory = ddds_arena_alloc(arena, size);
    if (memory == NULL) {
        return NULL;
    }
    cut(&before, old, length);
    cut(&after, fix, fix_length);
    /* The fix includes an owner, which the line may inherit from the previous
     * record. */
    size_t first = before.count > 0 && before.items[0].begin > old ? 1 : 0;
    ddds_text_init(&out, memory, size);
    if (!before.is_odd && !after.is_odd &&
        before.count + first == after.count) {
        write_merged(&out, &before, &after, first, respells);
    } else {
        ddds_text_string(&out, fix);
        write_comments(&out, old, length);
    }
    return memory;
}
