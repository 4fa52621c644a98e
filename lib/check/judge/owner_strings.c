/* Strings whose first key is a given owner name.
 *
 * SPDX-License-Identifier: MIT */
#include "check/judge/owner_strings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "check/judge/application.h"
#include "check/judge/registry.h"
#include "check/model/index.h"
#include "base/types.h"
#include "base/domain.h"

/* ITU-T E.164 section 6. */
enum { DIGITS_MAX = 15 };

/* Size of a sample string. */
enum { MADE_UP_SIZE = 128 };

/* Schemes whose URIs have a host after two slashes. */
static const char *const schemes_with_slashes[] = {
    "ftp", "http", "https", "sftp", "ws", "wss", NULL,
};

/* Write |begin|, the |length| octets at |middle|, and |end| to |memory|, which
 * is large enough. */
static void write_parts(char *memory, const char *begin, const char *middle,
                        size_t length, const char *end)
{
    const size_t first = strlen(begin);
    memcpy(memory, begin, first);
    memcpy(memory + first, middle, length);
    memcpy(memory + first + length, end, strlen(end) + 1);
}

/* ---- First keys ------------------------------------------------------- */

/* Return true if |key| is the first key of |input|. */
static bool is_first_key(const struct ddds_check *check,
                         const struct ddds_application *application,
                         const char *input, const char *key)
{
    char aus[MADE_UP_SIZE + 64];
    struct ddds_error error;
    struct ddds_start start = {.aus = aus, .aus_size = sizeof aus};
    const struct ddds_request request = {
        .input = input,
        .length = strlen(input),
        .roots = check->options.roots,
    };
    return application->first_well_known_rule(application, &request, &start,
                                              &error) == DDDS_OK &&
           strcmp(start.key, key) == 0;
}

/* Return true if the check includes |application|, one of the library's. */
static bool is_asked(const struct ddds_check *check,
                     const struct ddds_application *application)
{
    return check->options.application == NULL ||
           check->options.application == application;
}

/* ---- Telephone numbers ------------------------------------------------ */

size_t ddds_owner_number(const char *owner, char number[NUMBER_SIZE])
{
    char digits[DIGITS_MAX + 1] = "";
    size_t begin = DIGITS_MAX;
    while (begin > 0 &&
           (ascii_is_digit((unsigned char)*owner) || *owner == 'i') &&
           (owner[1] == '.' || owner[1] == '\0')) {
        if (*owner != 'i') {
            digits[--begin] = *owner;
        }
        owner += owner[1] == '.' ? 2 : 1;
    }
    memcpy(number, digits + begin, sizeof digits - begin);
    return DIGITS_MAX - begin;
}

/* Write the digits that the first label below the wildcard |owner| may be; ""
 * if all may be, or none: then return false. */
static bool find_visible(const struct ddds_check *check, const char *owner,
                         char visible[sizeof "0123456789"])
{
    const struct checked_set *set = ddds_index_set(check, owner);
    const unsigned all = (1U << 10) - 1;
    const unsigned hidden = set != NULL ? set->hidden : 0;
    for (unsigned digit = 0; hidden > 0 && digit < 10; digit++) {
        *visible = (char)('0' + digit);
        visible += (hidden >> digit & 1) == 0;
    }
    *visible = '\0';
    return hidden != all;
}

/* Write expressions for |number|, of |count| digits, or for the numbers with
 * this prefix that the wildcard |owner| has. */
static void describe_number(const struct ddds_check *check, const char *owner,
                            const char *number, size_t count,
                            struct owner_strings *strings)
{
    memcpy(strings->prefix, number, strlen(number) + 1);
    strings->is_numbers = true;
    bool has_some = find_visible(check, owner, strings->visible);
    if (strings->visible[0] != '\0') {
        snprintf(strings->all, sizeof strings->all, "^[%s][0-9]{0,%u}$",
                 strings->visible, DIGITS_MAX - 1 - (unsigned)count);
    } else if (strings->is_wildcard) {
        snprintf(strings->all, sizeof strings->all, "^[0-9]{1,%u}$",
                 DIGITS_MAX - (unsigned)count);
    } else {
        memcpy(strings->only, number, strlen(number) + 1);
        memcpy(strings->all, "^$", sizeof "^$");
    }
    memcpy(strings->some, strings->all, has_some ? sizeof strings->some : 0);
}

/* Return true if |key| is the first key of |number| in ENUM, user or
 * infrastructure. */
static bool is_number(const struct ddds_check *check, const char *number,
                      const char *key)
{
    return is_first_key(check, ddds_application_enum(), number, key) ||
           is_first_key(check, ddds_application_find("i-enum"), number, key);
}

/* Find the numbers of |owner|, or of the wildcard above it. */
static bool find_numbers(const struct ddds_check *check, const char *owner,
                         struct owner_strings *strings)
{
    char digits[NUMBER_SIZE];
    char number[NUMBER_SIZE + 1];
    char key[LIMIT_NAME_SIZE];
    const char *base = strings->is_wildcard ? owner + 2 : owner;
    const char *more = strings->is_wildcard ? "1" : "";
    const size_t most = DIGITS_MAX - strlen(more);
    const size_t count = ddds_owner_number(base, digits);
    ddds_domain_copy(key, base);
    if (strings->is_wildcard) {
        snprintf(key, sizeof key, "1.%.*s", (int)sizeof key - 3, base);
    }
    for (size_t used = (count < most ? count : most) + 1; used-- > 0;) {
        const char *last = digits + count - used;
        write_parts(number, "+", last, used, more);
        if (number[1] != '\0' && is_number(check, number, key)) {
            write_parts(number, "+", last, used, "");
            describe_number(check, owner, number, used, strings);
            return true;
        }
    }
    return false;
}

/* ---- URNs and URIs ---------------------------------------------------- */

/* Prefixes of the strings of an owner, up to the first colons; both may be
 * missing. */
struct beginnings {
    char urn[OWNER_PREFIX_SIZE]; /* "urn:foo:" */
    char uri[OWNER_PREFIX_SIZE]; /* "http:" */
};

/* Return true if |label| consists of letters, digits and hyphens. Other octets
 * of schemes are written differently. */
static bool is_plain(struct ddds_span label)
{
    for (size_t i = 0; i < label.length; i++) {
        if (!ascii_is_alnum((unsigned char)label.text[i]) &&
            label.text[i] != '-') {
            return false;
        }
    }
    return label.length > 0 && label.length <= LIMIT_LABEL;
}

/* Try |label| as a namespace identifier and as a scheme. */
static void try_label(const struct ddds_check *check, struct ddds_span label,
                      const char *key, struct beginnings *found)
{
    char input[MADE_UP_SIZE];
    if (!is_plain(label)) {
        return;
    }
    write_parts(input, "urn:", label.text, label.length, ":a");
    if (is_asked(check, ddds_application_urn()) &&
        is_first_key(check, ddds_application_urn(), input, key)) {
        write_parts(found->urn, "urn:", label.text, label.length, ":");
    }
    write_parts(input, "", label.text, label.length,
                ascii_is_word(label, "urn") ? ":aa:a" : "://a");
    if (is_asked(check, ddds_application_uri()) &&
        is_first_key(check, ddds_application_uri(), input, key)) {
        write_parts(found->uri, "", label.text, label.length, ":");
    }
}

/* Try the names for which the caller gives first keys, as in
 * "nid:foo=urn.example.net". */
static void try_given_names(const struct ddds_check *check, const char *owner,
                            struct beginnings *found)
{
    const char *at = check->options.roots;
    while (at != NULL && *at != '\0') {
        size_t length = strcspn(at, ",");
        const char *colon = memchr(at, ':', length);
        const char *equals = memchr(at, '=', length);
        if (colon != NULL && equals != NULL && colon < equals) {
            const struct ddds_span name = {colon + 1,
                                           (size_t)(equals - colon - 1)};
            try_label(check, name, owner, found);
        }
        at += length;
        at += *at == ',' ? 1 : 0;
    }
}

/* Return true if |uri| is the prefix of a scheme with two slashes. */
static bool has_slashes(const char *uri)
{
    const struct ddds_span scheme = {uri, strlen(uri) - 1};
    return ddds_registry_has(schemes_with_slashes, scheme);
}

/* Write expressions for strings with these prefixes. */
static void describe_beginnings(const struct beginnings *found,
                                struct owner_strings *strings)
{
    bool has_urn = found->urn[0] != '\0';
    bool has_uri = found->uri[0] != '\0';
    bool is_urn_scheme = strcmp(found->uri, "urn:") == 0;
    const char *tail = is_urn_scheme             ? "aa:"
                       : has_slashes(found->uri) ? "//"
                                                 : "";
    if (has_urn && has_uri) {
        snprintf(strings->all, sizeof strings->all, "^(%s|%s).", found->urn,
                 found->uri);
        snprintf(strings->some, sizeof strings->some, "^(%s|%s%s)[a-z0-9]+$",
                 found->urn, found->uri, tail);
        return;
    }
    memcpy(strings->prefix, has_urn ? found->urn : found->uri,
           sizeof strings->prefix);
    memcpy(strings->all, "^.", sizeof "^.");
    write_parts(strings->some, "^", tail, has_urn ? 0 : strlen(tail),
                "[a-z0-9]+$");
}

static bool find_names(const struct ddds_check *check, const char *owner,
                       struct owner_strings *strings)
{
    struct beginnings found = {.urn = "", .uri = ""};
    if (strings->is_wildcard) {
        /* The names left to the wildcard are only known approximately. */
        char key[LIMIT_NAME_SIZE];
        snprintf(key, sizeof key, "aa%.*s", (int)sizeof key - 3, owner + 1);
        try_label(check, (struct ddds_span){"aa", 2}, key, &found);
        bool has_urn = found.urn[0] != '\0';
        bool has_uri = found.uri[0] != '\0';
        snprintf(strings->all, sizeof strings->all, "^%s.",
                 has_uri ? "[a-z][a-z0-9+.-]*:" : "[a-z0-9-]+:");
        snprintf(strings->prefix, sizeof strings->prefix, "%s",
                 has_uri ? "" : "urn:");
        return has_urn || has_uri;
    }
    const struct ddds_span label = {owner, strcspn(owner, ".")};
    try_label(check, label, owner, &found);
    try_given_names(check, owner, &found);
    if (found.urn[0] == '\0' && found.uri[0] == '\0') {
        return false;
    }
    describe_beginnings(&found, strings);
    return true;
}

/* ---- Entry ------------------------------------------------------------ */

bool ddds_owner_strings_find(const struct ddds_check *check, const char *owner,
                             struct owner_strings *strings)
{
    *strings = (struct owner_strings){
        .is_wildcard = owner[0] == '*' && owner[1] == '.',
    };
    return (is_asked(check, ddds_application_enum()) &&
            find_numbers(check, owner, strings)) ||
           find_names(check, owner, strings);
}

void ddds_owner_strings_ere(const struct owner_strings *strings,
                            char ere[OWNER_ERE_SIZE])
{
    snprintf(ere, OWNER_ERE_SIZE, "^%s%s%s",
             strings->prefix[0] == '+' ? "\\" : "", strings->prefix,
             strings->all + 1);
}

bool ddds_owner_strings_usual(const struct ddds_check *check,
                              const struct ddds_application *application,
                              const char *owner, struct owner_strings *strings)
{
    bool is_given = check->options.application != NULL;
    bool is_certain = is_given || ddds_application_is_registry(owner);
    const char *all = "";
    *strings = (struct owner_strings){.only = ""};
    if (application == ddds_application_enum()) {
        /* Private number plans have no plus sign (RFC 6116 section 2). */
        strings->is_numbers = true;
        all = is_given ? "^\\+[0-9]{1,15}$" : "^\\+?[0-9*#]+$";
    } else if (application == ddds_application_urn() && is_given) {
        all = "^urn:[a-z0-9-]+:.";
    } else if (ddds_application_is_rfc3404(application) && is_certain) {
        all = "^[a-z][a-z0-9+.-]*:.";
    }
    snprintf(strings->all, sizeof strings->all, "%s", all);
    return *all != '\0';
}
