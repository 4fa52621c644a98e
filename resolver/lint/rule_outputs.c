/* Requirements for outputs of rules (RFC 3402 section 3.3, "verify"), and for
 * their constant parts.
 *
 * SPDX-License-Identifier: MIT */
#include "lint/rule_outputs.h"

#include <stdio.h>
#include <string.h>

#include <ddds/question.h>
#include <ddds/uri.h>

#define ALPHANUMERIC                                                           \
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

/* Octets of URIs (RFC 3986), and of keys, where others in UTF-8, which may be
 * %-encoded, become A-labels. */
static const char uri_octets[] = ALPHANUMERIC "-._~:/?#[]@!$&'()*+,;=%";
static const char key_octets[] = ALPHANUMERIC "-_.%";

static bool refuse(struct ddds_error *error, const char *why)
{
    ddds_error_set(error, DDDS_BAD_INPUT, DDDS_NO_OFFSET, "%s", why);
    return false;
}

bool output_is_uri(const char *output, struct ddds_error *error)
{
    struct ddds_uri uri;
    return ddds_uri_parse(output, &uri, error) == DDDS_OK;
}

bool output_is_key(const char *name, struct ddds_error *error)
{
    char key[DDDS_KEY_SIZE];
    return ddds_key_parse(name, key, error) == DDDS_OK;
}

bool output_is_replacement(const char *name, struct ddds_error *error)
{
    bool is_number = name[strspn(name, "0123456789.")] == '\0';
    return !is_number || output_is_key(name, error);
}

/* Copy the literal characters of |replacement| to |text|, which is large
 * enough. Return false if it has back-references. */
static bool copy_literals(const char *replacement, char *text)
{
    bool is_constant = true;
    size_t length = 0;
    for (const char *at = replacement; *at != '\0'; at++) {
        if (*at == '\\' && at[1] != '\0') {
            at++;
            if (*at >= '0' && *at <= '9') {
                is_constant = false;
                continue;
            }
        }
        text[length++] = *at;
    }
    text[length] = '\0';
    return is_constant;
}

/* Return true if |text| contains only |octets|. */
static bool is_made_of(const char *text, const char *octets,
                       struct ddds_error *error)
{
    size_t good = strspn(text, octets);
    while (octets == key_octets && (unsigned char)text[good] >= 0x80) {
        good++;
        good += strspn(text + good, octets);
    }
    if (text[good] == '\0') {
        return true;
    }
    char why[80];
    snprintf(why, sizeof why,
             "every output contains the octet \\%03u, which is not allowed",
             (unsigned char)text[good]);
    return refuse(error, why);
}

/* An output for another protocol can be any printable text. */
static bool can_be_handed_over(const char *text, struct ddds_error *error)
{
    for (const char *at = text; *at != '\0'; at++) {
        if ((unsigned char)*at <= ' ' || *at == '\177') {
            return refuse(error, "every output contains a space or a control "
                                 "character");
        }
    }
    return true;
}

bool output_is_possible(enum ddds_next next, const char *replacement,
                        struct ddds_error *error)
{
    char text[DDDS_FIELD_SIZE];
    bool is_constant = copy_literals(replacement, text);
    if (is_constant && text[0] == '\0') {
        return refuse(error, "its replacement is empty, and so is the output");
    }
    switch (next) {
    case DDDS_NEXT_URI:
        return is_constant ? output_is_uri(text, error)
                           : is_made_of(text, uri_octets, error);
    case DDDS_NEXT_PROTOCOL:
        return can_be_handed_over(text, error);
    case DDDS_NEXT_UNKNOWN:
    case DDDS_NEXT_CONFLICTING:
        return true;
    default:
        return is_constant ? output_is_key(text, error)
                           : is_made_of(text, key_octets, error);
    }
}
