/* Types by their mnemonics. A word that is the mnemonic of an unsupported type
 * in use is taken as a type, too, not as a name.
 *
 * SPDX-License-Identifier: MIT */
#include "cli/types.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

#include <ddds/record.h>

uint16_t type_find(const char *word)
{
    static const uint16_t types[] = {DDDS_TYPE_NAPTR, DDDS_TYPE_SRV,
                                     DDDS_TYPE_A,     DDDS_TYPE_AAAA,
                                     DDDS_TYPE_CNAME, DDDS_TYPE_DNAME};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (strcasecmp(word, ddds_type_name(types[i])) == 0) {
            return types[i];
        }
    }
    return 0;
}

/* TYPE65280, as RFC 3597 section 5 has it. */
static bool is_numbered(const char *word)
{
    static const char prefix[] = "TYPE";
    const char *digits = word + sizeof prefix - 1;
    return strncasecmp(word, prefix, sizeof prefix - 1) == 0 &&
           *digits != '\0' && digits[strspn(digits, "0123456789")] == '\0';
}

bool type_is_foreign(const char *word)
{
    static const char *const types[] = {
        "AFSDB",    "ANY",    "APL",   "AXFR",       "CAA",        "CDNSKEY",
        "CDS",      "CERT",   "CSYNC", "DHCID",      "DLV",        "DNSKEY",
        "DS",       "EUI48",  "EUI64", "HINFO",      "HIP",        "HTTPS",
        "IPSECKEY", "IXFR",   "KEY",   "KX",         "LOC",        "MX",
        "NS",       "NSEC",   "NSEC3", "NSEC3PARAM", "OPENPGPKEY", "PTR",
        "RP",       "RRSIG",  "SIG",   "SMIMEA",     "SOA",        "SPF",
        "SSHFP",    "SVCB",   "TKEY",  "TLSA",       "TSIG",       "TXT",
        "URI",      "ZONEMD",
    };
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (strcasecmp(word, types[i]) == 0) {
            return true;
        }
    }
    return is_numbered(word);
}
