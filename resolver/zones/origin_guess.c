/* Guess the origin of a zone file from its name.
 *
 * Operators name the file after the zone, with a prefix (db., as in "DNS and
 * BIND") or a suffix (.zone). A wrong guess does more harm than none, so
 * ambiguous names are not guessed.
 *
 * SPDX-License-Identifier: MIT */
#include "zones/origin_guess.h"

#include <stddef.h>
#include <string.h>

enum {
    LONGEST = 255,       /* octets of a file name */
    LONGEST_DOMAIN = 253 /* octets of a domain name without a final dot */
};

/* Affixes around the name of the zone. "sec." and "master." are missing,
 * because they may also be labels. */
static const char *const prefixes[] = {
    "db.", "db_", "named.", "zone.", "zone_", "slave.", "bak.", "bk.", NULL,
};
static const char *const suffixes[] = {
    ".zone",  ".db",     ".signed", ".hosts",   ".dns",  ".zonefile",
    ".slave", ".master", ".bind",   ".primary", ".axfr", ".secondary",
    ".txt",   ".bak",    ".orig",   ".old",     ".new",  ".fwd",
    ".rev",   "~",       NULL,
};

/* Suffixes of other files, and of zone files with a further suffix. */
static const char *const foreign[] = {
    "cfg",    "conf",    "config", "csv",     "dist",     "external", "gz",
    "htm",    "html",    "inc",    "include", "jinja",    "jnl",      "json",
    "key",    "log",     "old",    "orig",    "private",  "public",   "raw",
    "rpmnew", "rpmsave", "save",   "tar",     "template", "tmp",      "tmpl",
    "toml",   "tpl",     "txt",    "xml",     "yaml",     "yml",      NULL,
};

/* Long top-level domains that are accepted without affixes. */
static const char *const usual[] = {
    "arpa", "biz",  "cloud", "com",     "dev",  "edu",       "example",
    "gov",  "home", "info",  "int",     "lan",  "local",     "mil",
    "name", "net",  "org",   "invalid", "test", "localhost", NULL,
};

static bool is_among(const char *word, const char *const list[])
{
    for (; *list != NULL; list++) {
        if (strcmp(word, *list) == 0) {
            return true;
        }
    }
    return false;
}

/* Return the length of the prefix, or suffix, of |text| that is in the list and
 * is not all of |text|; 0 if none is. */
static size_t beginning_of(const char *text, const char *const beginnings[])
{
    for (; *beginnings != NULL; beginnings++) {
        size_t more = strlen(*beginnings);
        if (strncmp(text, *beginnings, more) == 0 && text[more] != '\0') {
            return more;
        }
    }
    return 0;
}

static size_t ending_of(const char *text, const char *const endings[])
{
    size_t length = strlen(text);
    for (; *endings != NULL; endings++) {
        size_t more = strlen(*endings);
        if (length > more && strcmp(text + length - more, *endings) == 0) {
            return more;
        }
    }
    return 0;
}

static char to_lower(char octet)
{
    return octet >= 'A' && octet <= 'Z' ? (char)(octet - 'A' + 'a') : octet;
}

/* Cut known affixes off |text|; false if it has none. */
static bool cut(char **text)
{
    bool was_cut = false;
    size_t more;
    while ((more = ending_of(*text, suffixes)) > 0) {
        (*text)[strlen(*text) - more] = '\0';
        was_cut = true;
    }
    more = beginning_of(*text, prefixes);
    *text += more;
    return was_cut || more > 0;
}

/* Copy the last component of |path| in lower case; false if it is too long. */
static bool copy_base(const char *path, char base[LONGEST + 1])
{
    const char *slash = strrchr(path, '/');
    const char *from = slash != NULL ? slash + 1 : path;
    size_t length = strlen(from);
    if (length > LONGEST) {
        return false;
    }
    memcpy(base, from, length + 1);
    for (char *at = base; *at != '\0'; at++) {
        *at = to_lower(*at);
    }
    return true;
}

bool origin_guess_is_zone_name(const char *path)
{
    static const char *const before[] = {"db.", "zone.", "slave.", NULL};
    static const char *const after[] = {".zone",     ".db",    ".signed",
                                        ".zonefile", ".hosts", NULL};
    char base[LONGEST + 1];
    return copy_base(path, base) &&
           (beginning_of(base, before) > 0 || ending_of(base, after) > 0);
}

/* ---- Domain names ------------------------------------------------------- */

static bool is_letter(char octet)
{
    return octet >= 'a' && octet <= 'z';
}

static bool is_in_label(char octet)
{
    return is_letter(octet) || (octet >= '0' && octet <= '9') || octet == '-' ||
           octet == '_';
}

/* Return true if |name| has at least two labels of letters, digits, hyphens and
 * underscores; |last| and |before| receive the last two. */
static bool has_labels(const char *name, const char **last, const char **before)
{
    size_t length = 0;
    *before = NULL;
    *last = name;
    for (const char *at = name; *at != '\0'; at++) {
        if (*at != '.' && !is_in_label(*at)) {
            return false;
        }
        length = *at == '.' ? 0 : length + 1;
        if ((*at == '.' && (at == *last || at[1] == '\0')) || length > 63) {
            return false;
        }
        if (*at == '.') {
            *before = *last;
            *last = at + 1;
        }
    }
    return *before != NULL;
}

/* Return true if |label| has two letters, as country codes do. */
static bool is_country(const char *label, size_t length)
{
    return length == 2 && is_letter(label[0]) && is_letter(label[1]);
}

static bool is_known_top(const char *label)
{
    return is_country(label, strlen(label)) || is_among(label, usual) ||
           strncmp(label, "xn--", 4) == 0;
}

/* Return true if |label| may be a top-level domain. */
static bool is_possible_top(const char *label)
{
    size_t length = strspn(label, "abcdefghijklmnopqrstuvwxyz");
    return length >= 2 && label[length] == '\0' && !is_among(label, foreign);
}

/* Return true if a known top-level domain is second-last:
 * example.com.internal. */
static bool goes_on(const char *name, const char *last, const char *before)
{
    char label[64];
    size_t length = (size_t)(last - before) - 1;
    memcpy(label, before, length);
    label[length] = '\0';
    return before != name && is_known_top(label);
}

bool origin_guess(const char *path, char name[DDDS_NAME_SIZE])
{
    char base[LONGEST + 1];
    char *text = base;
    const char *last;
    const char *before;
    name[0] = '\0';
    if (!copy_base(path, base)) {
        return false;
    }
    bool is_marked = cut(&text);
    if (strncmp(text, "conf.", 5) == 0 || /* for named.conf.local */
        strlen(text) > LONGEST_DOMAIN || !has_labels(text, &last, &before) ||
        (!is_known_top(last) && (!is_marked || !is_possible_top(last) ||
                                 goes_on(text, last, before)))) {
        return false;
    }
    memcpy(name, text, strlen(text) + 1);
    return true;
}
