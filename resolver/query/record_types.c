/* Mnemonics of types and classes. The mnemonic of a type that exists but is
 * unsupported is recognised as a type, not taken as a name.
 *
 * SPDX-License-Identifier: MIT */
#include "query/record_types.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <ddds/record.h>

#include "cli/suggestion.h"

static const uint16_t types[] = {
    DDDS_TYPE_NAPTR, DDDS_TYPE_SRV,   DDDS_TYPE_A,  DDDS_TYPE_AAAA,
    DDDS_TYPE_CNAME, DDDS_TYPE_DNAME, DDDS_TYPE_URI};

enum { TYPES = sizeof types / sizeof types[0] };

/* Return the digits of TYPE35 or CLASS1 (RFC 3597 section 5); otherwise
 * NULL. */
static const char *find_digits(const char *word, const char *prefix)
{
    size_t length = strlen(prefix);
    if (strncasecmp(word, prefix, length) != 0 || word[length] == '\0' ||
        word[length + strspn(word + length, "0123456789")] != '\0') {
        return NULL;
    }
    return word + length;
}

/* RFC 6895 section 3.1: types that only queries use, and OPT. */
static bool is_meta(unsigned long type)
{
    enum { OPT = 41, FIRST = 128, LAST = 255 };
    return type == 0 || type == OPT || (type >= FIRST && type <= LAST) ||
           type > UINT16_MAX;
}

uint16_t type_find(const char *word)
{
    const char *digits = find_digits(word, "TYPE");
    if (digits != NULL) {
        unsigned long type = strtoul(digits, NULL, 10);
        return is_meta(type) ? 0 : (uint16_t)type;
    }
    for (size_t i = 0; i < TYPES; i++) {
        if (strcasecmp(word, ddds_type_name(types[i])) == 0) {
            return types[i];
        }
    }
    return 0;
}

const char *type_name(uint16_t type, char text[TYPE_NAME_SIZE])
{
    const char *name = ddds_type_name(type);
    if (name != NULL) {
        return name;
    }
    snprintf(text, TYPE_NAME_SIZE, "TYPE%u", type);
    return text;
}

const char *type_suggest(const char *word)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    struct suggestion suggestion;
    size_t length = strlen(word);
    suggestion_begin(&suggestion, word, length);
    for (size_t i = 0; i < TYPES; i++) {
        suggestion_try(&suggestion, ddds_type_name(types[i]));
    }
    bool is_likely = length > 3 && word[strspn(word, letters)] == '\0' &&
                     *suggestion_text(&suggestion) != '\0';
    return is_likely ? suggestion.nearest : NULL;
}

enum class_word class_find(const char *word)
{
    static const char *const foreign[] = {"CH", "CHAOS", "HS", "HESIOD"};
    const char *digits = find_digits(word, "CLASS");
    for (size_t i = 0; i < sizeof foreign / sizeof foreign[0]; i++) {
        if (strcasecmp(word, foreign[i]) == 0) {
            return CLASS_FOREIGN;
        }
    }
    if (digits != NULL) {
        return strtoul(digits, NULL, 10) == 1 ? CLASS_IN : CLASS_FOREIGN;
    }
    return strcasecmp(word, "IN") == 0 ? CLASS_IN : CLASS_NONE;
}

bool type_is_foreign(const char *word)
{
    static const char *const foreign[] = {
        "AFSDB",    "ANY",   "APL",   "AXFR",       "CAA",        "CDNSKEY",
        "CDS",      "CERT",  "CSYNC", "DHCID",      "DLV",        "DNSKEY",
        "DS",       "EUI48", "EUI64", "HINFO",      "HIP",        "HTTPS",
        "IPSECKEY", "IXFR",  "KEY",   "KX",         "LOC",        "MX",
        "NS",       "NSEC",  "NSEC3", "NSEC3PARAM", "OPENPGPKEY", "PTR",
        "RP",       "RRSIG", "SIG",   "SMIMEA",     "SOA",        "SPF",
        "SSHFP",    "SVCB",  "TKEY",  "TLSA",       "TSIG",       "TXT",
        "ZONEMD",
    };
    for (size_t i = 0; i < sizeof foreign / sizeof foreign[0]; i++) {
        if (strcasecmp(word, foreign[i]) == 0) {
            return true;
        }
    }
    return find_digits(word, "TYPE") != NULL;
}
