/* Heuristic for zone files. It counts lines with record types, so that a zone
 * file full of mistakes is recognised, and a manual is not.
 *
 * SPDX-License-Identifier: MIT */
#include "zones/zone_look.h"

#include <stdbool.h>
#include <string.h>
#include <strings.h>

/* Position in the text, and depth of parentheses. */
struct look {
    const char *at;
    const char *end; /* of the text */
    unsigned depth;
};

struct look_word {
    const char *text;
    size_t length;
};

static bool is_blank(char octet)
{
    return octet == ' ' || octet == '\t' || octet == '\r';
}

static bool is_digit(char octet)
{
    return octet >= '0' && octet <= '9';
}

/* ---- Words -------------------------------------------------------------- */

static bool is_among(struct look_word word, const char *const list[])
{
    for (; *list != NULL; list++) {
        if (strlen(*list) == word.length &&
            strncasecmp(word.text, *list, word.length) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_type(struct look_word word)
{
    static const char *const types[] = {
        "A",          "AAAA",   "AFSDB", "APL",   "CAA",    "CDNSKEY",
        "CDS",        "CERT",   "CNAME", "DHCID", "DNAME",  "DNSKEY",
        "DS",         "HINFO",  "HTTPS", "LOC",   "MX",     "NAPTR",
        "NS",         "NSEC",   "NSEC3", "PTR",   "RP",     "RRSIG",
        "NSEC3PARAM", "SMIMEA", "SOA",   "SPF",   "SRV",    "SSHFP",
        "SVCB",       "TLSA",   "TXT",   "URI",   "ZONEMD", "KX",
        "OPENPGPKEY", NULL,
    };
    return is_among(word, types) ||
           (word.length > 4 && strncasecmp(word.text, "TYPE", 4) == 0 &&
            is_digit(word.text[4]));
}

/* True for a TTL such as 3600 or 1h30m. */
static bool is_ttl(struct look_word word)
{
    size_t length = 0;
    while (length < word.length &&
           memchr("0123456789smhdwSMHDW", word.text[length], 20) != NULL) {
        length++;
    }
    return length > 0 && length == word.length && is_digit(word.text[0]);
}

static bool may_precede_type(struct look_word word)
{
    static const char *const classes[] = {"IN", "CH", "HS", "CS", NULL};
    return is_among(word, classes) || is_ttl(word);
}

static bool is_directive(struct look_word word)
{
    static const char *const directives[] = {"$ORIGIN", "$TTL", "$INCLUDE",
                                             "$GENERATE", NULL};
    return is_among(word, directives);
}

/* Return the next word between |*from| and |end|, and advance |*from|. Its
 * length is 0 at the end. */
static struct look_word take_word(const char **from, const char *end)
{
    const char *at = *from;
    while (at < end && (is_blank(*at) || *at == '(' || *at == ')')) {
        at++;
    }
    struct look_word word = {at, 0};
    while (at < end && !is_blank(*at) && *at != '(' && *at != ';') {
        at++;
    }
    word.length = (size_t)(at - word.text);
    *from = at;
    return word;
}

/* ---- Lines -------------------------------------------------------------- */

/* Count the parentheses of the line that ends at |end|. */
static void follow_parentheses(struct look *look, const char *end)
{
    bool is_quoted = false;
    for (const char *at = look->at; at < end && (is_quoted || *at != ';');
         at++) {
        if (*at == '\\') {
            at++;
        } else if (*at == '"') {
            is_quoted = !is_quoted;
        } else if (!is_quoted && *at == '(') {
            look->depth++;
        } else if (!is_quoted && *at == ')' && look->depth > 0) {
            look->depth--;
        }
    }
}

/* Return true if the line has more than blanks and a comment. */
static bool is_written(const char *from, const char *end)
{
    while (from < end && is_blank(*from)) {
        from++;
    }
    return from < end && *from != ';';
}

/* Return true if the line is a directive, or a record with a type and RDATA. */
static bool is_record(const char *from, const char *end)
{
    bool has_owner = !is_blank(*from);
    struct look_word word = take_word(&from, end);
    if (is_directive(word)) {
        return true;
    }
    if (has_owner) {
        word = take_word(&from, end);
    }
    for (int i = 0; i < 2 && may_precede_type(word); i++) {
        word = take_word(&from, end);
    }
    return word.length > 0 && is_type(word) && is_written(from, end);
}

enum zone_look zone_look(const char *text, size_t length)
{
    struct look look = {text, text + length, 0};
    size_t records = 0;
    size_t others = 0;
    if (length > 0 && memchr(text, '\0', length) != NULL) {
        return ZONE_LOOK_BINARY;
    }
    if (length > 2 && memcmp(text, "#!", 2) == 0) {
        return ZONE_LOOK_OTHER;
    }
    while (look.at < look.end) {
        const char *end = memchr(look.at, '\n', (size_t)(look.end - look.at));
        end = end != NULL ? end : look.end;
        if (look.depth == 0 && is_written(look.at, end)) {
            *(is_record(look.at, end) ? &records : &others) += 1;
        }
        follow_parentheses(&look, end);
        look.at = end < look.end ? end + 1 : end;
    }
    return records > 0 && others <= records ? ZONE_LOOK_ZONE : ZONE_LOOK_OTHER;
}

/* Return the path of the $INCLUDE in the line; empty for other lines. */
static struct look_word find_path(const char *from, const char *end)
{
    static const char *const include[] = {"$INCLUDE", NULL};
    struct look_word path = {from, 0};
    if (is_among(take_word(&from, end), include)) {
        path = take_word(&from, end);
    }
    if (path.length > 2 && path.text[0] == '"' &&
        path.text[path.length - 1] == '"') {
        path.text++;
        path.length -= 2;
    }
    return path;
}

const char *zone_look_include(const char **at, const char *end, size_t *length)
{
    while (*at < end) {
        const char *line = *at;
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        stop = stop != NULL ? stop : end;
        *at = stop < end ? stop + 1 : end;
        struct look_word path =
            *line == '$' ? find_path(line, stop) : (struct look_word){line, 0};
        if (path.length > 0) {
            *length = path.length;
            return path.text;
        }
    }
    return NULL;
}
