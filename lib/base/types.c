/* The registry of record types (IANA, "Domain Name System (DNS) Parameters",
 * RFC 6895). It is complete, to distinguish unsupported types from
 * misspellings.
 *
 * SPDX-License-Identifier: MIT */
#include "base/types.h"

#include "base/ascii.h"
#include "base/cursor.h"

struct mnemonic {
    uint16_t number;
    char name[11];
};

/* For linear search: the most frequent types of zone files first. */
static const struct mnemonic types[] = {
    {1, "A"},           {28, "AAAA"},     {33, "SRV"},       {5, "CNAME"},
    {2, "NS"},          {16, "TXT"},      {12, "PTR"},       {15, "MX"},
    {6, "SOA"},         {256, "URI"},     {35, "NAPTR"},     {3, "MD"},
    {4, "MF"},          {7, "MB"},        {8, "MG"},         {9, "MR"},
    {10, "NULL"},       {11, "WKS"},      {13, "HINFO"},     {14, "MINFO"},
    {17, "RP"},         {18, "AFSDB"},    {19, "X25"},       {20, "ISDN"},
    {21, "RT"},         {22, "NSAP"},     {23, "NSAP-PTR"},  {24, "SIG"},
    {25, "KEY"},        {26, "PX"},       {27, "GPOS"},      {29, "LOC"},
    {30, "NXT"},        {31, "EID"},      {32, "NIMLOC"},    {34, "ATMA"},
    {36, "KX"},         {37, "CERT"},     {38, "A6"},        {39, "DNAME"},
    {40, "SINK"},       {41, "OPT"},      {42, "APL"},       {43, "DS"},
    {44, "SSHFP"},      {45, "IPSECKEY"}, {46, "RRSIG"},     {47, "NSEC"},
    {48, "DNSKEY"},     {49, "DHCID"},    {50, "NSEC3"},     {51, "NSEC3PARAM"},
    {52, "TLSA"},       {53, "SMIMEA"},   {55, "HIP"},       {56, "NINFO"},
    {57, "RKEY"},       {58, "TALINK"},   {59, "CDS"},       {60, "CDNSKEY"},
    {61, "OPENPGPKEY"}, {62, "CSYNC"},    {63, "ZONEMD"},    {64, "SVCB"},
    {65, "HTTPS"},      {66, "DSYNC"},    {67, "HHIT"},      {68, "BRID"},
    {99, "SPF"},        {100, "UINFO"},   {101, "UID"},      {102, "GID"},
    {103, "UNSPEC"},    {104, "NID"},     {105, "L32"},      {106, "L64"},
    {107, "LP"},        {108, "EUI48"},   {109, "EUI64"},    {128, "NXNAME"},
    {249, "TKEY"},      {250, "TSIG"},    {251, "IXFR"},     {252, "AXFR"},
    {253, "MAILB"},     {254, "MAILA"},   {255, "ANY"},      {257, "CAA"},
    {258, "AVC"},       {259, "DOA"},     {260, "AMTRELAY"}, {261, "RESINFO"},
    {262, "WALLET"},    {263, "CLA"},     {264, "IPN"},      {32768, "TA"},
    {32769, "DLV"},
};

static const struct mnemonic classes[] = {
    {CLASS_IN, "IN"}, {2, "CS"}, {3, "CH"}, {4, "HS"}, {254, "NONE"},
};

static bool find(const struct mnemonic *table, size_t count, const char *text,
                 size_t length, uint16_t *number)
{
    if (length == 0) {
        return false;
    }
    char first = ascii_to_upper(text[0]);
    for (size_t i = 0; i < count; i++) {
        if (table[i].name[0] == first && length < sizeof table[i].name &&
            table[i].name[length] == '\0' &&
            ascii_equal_span(table[i].name, text, length)) {
            *number = table[i].number;
            return true;
        }
    }
    return false;
}

/* Parse |prefix| and a number of 16 bits, as in TYPE65280. */
static bool parse_generic(const char *prefix, const char *text, size_t length,
                          uint16_t *number)
{
    size_t begin = strlen(prefix);
    if (length <= begin || length > begin + 5 ||
        ascii_to_upper(text[0]) != prefix[0] ||
        !ascii_equal_span(prefix, text, begin)) {
        return false;
    }
    uint64_t value;
    const char *at = text + begin;
    bool is_number =
        ascii_read_number(&at, text + length, UINT16_MAX, &value) &&
        at == text + length;
    *number = (uint16_t)value;
    return is_number;
}

bool ddds_type_parse(const char *text, size_t length, uint16_t *type)
{
    if (length == 5 && memcmp(text, "NAPTR", 5) == 0) {
        *type = TYPE_NAPTR;
        return true;
    }
    return find(types, sizeof types / sizeof types[0], text, length, type) ||
           parse_generic("TYPE", text, length, type);
}

bool ddds_type_is_named(uint16_t type)
{
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (types[i].number == type) {
            return true;
        }
    }
    return false;
}

bool ddds_type_is_meta(uint16_t type)
{
    return type == 0 || type == TYPE_OPT || (type >= 128 && type <= 255);
}

bool ddds_type_may_join_cname(uint16_t type)
{
    return type == TYPE_SIG || type == TYPE_KEY || type == TYPE_NXT ||
           type == TYPE_RRSIG || type == TYPE_NSEC;
}

bool ddds_class_parse(const char *text, size_t length, uint16_t *class_number)
{
    return length < sizeof "CLASS"
               ? find(classes, sizeof classes / sizeof classes[0], text, length,
                      class_number)
               : parse_generic("CLASS", text, length, class_number);
}

bool ddds_type_read_minimum(const unsigned char *rdata, size_t length,
                            uint32_t *minimum)
{
    enum { SHORTEST = 2 + 5 * 4 }; /* two root names and five numbers */
    if (length < SHORTEST) {
        return false;
    }
    struct cursor cursor = ddds_cursor_over(rdata + length - 4, 4);
    *minimum = ddds_cursor_u32(&cursor);
    return true;
}
