/* The reader of master files: every directive, escape and order, and the place
 * of every error.
 *
 * SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <unistd.h>

#include "base/text.h"
#include "db/wire/rdata.h"
#include "db/text/zonefile.h"
#include "base/assertions.h"

/* ---- Listing ------------------------------------------------------------- */

/* What was read: a line for each record. */
struct listing {
    struct text text;
    char memory[16384];
    bool places; /* and not contents */
    struct ddds_error error;
    unsigned records;
    unsigned most; /* after which to stop, or 0 */
};

static void list_contents(struct listing *listing,
                          const struct zonefile_record *record)
{
    struct text *text = &listing->text;
    ddds_text_string(text, record->base.owner);
    ddds_text_char(text, ' ');
    ddds_text_number(text, record->base.ttl);
    ddds_text_char(text, ' ');
    ddds_text_number(text, record->base.type);
    ddds_text_char(text, ' ');
    for (size_t i = 0;
         record->base.rdata != NULL && i < record->base.rdata_length; i++) {
        char digits[3];
        snprintf(digits, sizeof digits, "%02x",
                 ((const unsigned char *)record->base.rdata)[i]);
        ddds_text_string(text, digits);
    }
    ddds_text_string(text, record->base.rdata == NULL ? "opaque\n" : "\n");
}

static void list_place(struct listing *listing,
                       const struct zonefile_record *record)
{
    struct text *text = &listing->text;
    ddds_text_string(text, record->file);
    ddds_text_char(text, ':');
    ddds_text_number(text, record->line);
    ddds_text_char(text, ':');
    ddds_text_number(text, record->column);
    ddds_text_string(text, " |");
    ddds_text_add(text, record->raw, record->raw_length);
    ddds_text_string(text, "|\n");
}

static bool list_record(void *context, const struct zonefile_record *record)
{
    struct listing *listing = context;
    listing->records++;
    if (listing->places) {
        list_place(listing, record);
    } else {
        list_contents(listing, record);
    }
    return listing->records != listing->most;
}

static ddds_status list_file(struct zonefile *file, const char *origin,
                             struct listing *listing)
{
    ddds_text_init(&listing->text, listing->memory, sizeof listing->memory);
    listing->records = 0;
    ddds_status status =
        ddds_zonefile_read(file, origin, list_record, listing, &listing->error);
    ddds_zonefile_free(file);
    return status;
}

/* Read |text|, named "t", whose relative names begin at |origin|. */
static ddds_status list_text(const char *text, const char *origin,
                             struct listing *listing)
{
    struct zonefile *file;
    ddds_status status = ddds_zonefile_over("t", text, strlen(text), false,
                                            &file, &listing->error);
    return status == DDDS_OK ? list_file(file, origin, listing) : status;
}

static ddds_status list_path(const char *path, struct listing *listing)
{
    struct zonefile *file;
    ddds_status status = ddds_zonefile_open(path, &file, &listing->error);
    return status == DDDS_OK ? list_file(file, NULL, listing) : status;
}

struct reading_case {
    const char *text;
    const char *expected;
    const char *why;
};

/* Read every text with the origin "o". */
static void check_readings(const struct reading_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        static struct listing listing;
        print_message("%s\n", cases[i].why);
        if (list_text(cases[i].text, "o", &listing) != DDDS_OK) {
            fail_msg("%s", listing.error.detail);
        }
        assert_string_equal(listing.memory, cases[i].expected);
    }
}

#define CHECK_READINGS(cases)                                                  \
    check_readings(cases, sizeof(cases) / sizeof(cases)[0])

/* ---- Records ------------------------------------------------------------- */

static void ttl_and_class_come_in_either_order_or_not_at_all(void **state)
{
    static const struct reading_case cases[] = {
        {"a 5 IN A 1.2.3.4\n", "a.o 5 1 01020304\n", "TTL, class"},
        {"a IN 5 A 1.2.3.4\n", "a.o 5 1 01020304\n", "class, TTL"},
        {"a IN A 1.2.3.4\n", "a.o 3600 1 01020304\n", "class only"},
        {"a 5 A 1.2.3.4\n", "a.o 5 1 01020304\n", "TTL only"},
        {"a A 1.2.3.4\n", "a.o 3600 1 01020304\n", "neither"},
        {"a in a 1.2.3.4\n", "a.o 3600 1 01020304\n", "lower case"},
        {"a CLASS1 TYPE1 1.2.3.4\n", "a.o 3600 1 01020304\n", "as numbers"},
        {"IN IN A 1.2.3.4\n", "in.o 3600 1 01020304\n", "an owner named IN"},
        {"A A 1.2.3.4\n", "a.o 3600 1 01020304\n", "an owner named A"},
        {"7 7 A 1.2.3.4\n", "7.o 7 1 01020304\n", "an owner named 7"},
    };
    CHECK_READINGS(cases);
}

static void owners_are_absolute_relative_or_those_before(void **state)
{
    static const struct reading_case cases[] = {
        {"a. A 1.2.3.4", "a 3600 1 01020304\n", "absolute"},
        {"@ A 1.2.3.4", "o 3600 1 01020304\n", "the origin"},
        {"\\@ A 1.2.3.4", "\\@.o 3600 1 01020304\n", "no origin"},
        {". A 1.2.3.4", " 3600 1 01020304\n", "the root"},
        {"* A 1.2.3.4", "*.o 3600 1 01020304\n", "a wildcard"},
        {"a A 1.2.3.4\n A 1.2.3.5\n\tA 1.2.3.6\n",
         "a.o 3600 1 01020304\na.o 3600 1 01020305\na.o 3600 1 01020306\n",
         "blank"},
        {"a A 1.2.3.4\n\n; comment\n \t \n A 1.2.3.5\n",
         "a.o 3600 1 01020304\na.o 3600 1 01020305\n",
         "blank, after empty lines"},
        {"a A 1.2.3.4\n$ORIGIN p.\n A 1.2.3.5\n",
         "a.o 3600 1 01020304\na.o 3600 1 01020305\n", "blank, after $ORIGIN"},
        {"A\\.b.C A 1.2.3.4", "a\\.b.c.o 3600 1 01020304\n",
         "one spelling: lower case, an escaped dot"},
        {"\\065\\032 A 1.2.3.4", "a\\032.o 3600 1 01020304\n", "escapes"},
        {"\\$a A 1.2.3.4", "\\$a.o 3600 1 01020304\n", "a dollar"},
    };
    CHECK_READINGS(cases);
}

static void a_ttl_is_stated_or_inherited(void **state)
{
    static const struct reading_case cases[] = {
        {"$TTL 9\na A 1.2.3.4\n", "a.o 9 1 01020304\n", "$TTL"},
        {"$TTL 9\na 5 A 1.2.3.4\nb A 1.2.3.4\n",
         "a.o 5 1 01020304\nb.o 9 1 01020304\n",
         "$TTL comes before the record's"},
        {"a 5 A 1.2.3.4\nb A 1.2.3.4\n", "a.o 5 1 01020304\nb.o 5 1 01020304\n",
         "the last that was stated"},
        {"@ SOA . . 1 2 3 4 7\na A 1.2.3.4\n",
         "o 7 6 00000000000100000002000000030000000400000007\n"
         "a.o 7 1 01020304\n",
         "the minimum of the SOA"},
        {"@ 8 SOA . . 1 2 3 4 7\na A 1.2.3.4\n",
         "o 8 6 00000000000100000002000000030000000400000007\n"
         "a.o 8 1 01020304\n",
         "the SOA has one"},
        {"@ SOA . . 1 2 3 4 4294967295\n",
         "o 2147483647 6 000000000001000000020000000300000004ffffffff\n",
         "a minimum that is too much for a TTL"},
        {"a A 1.2.3.4\n@ SOA . . 1 2 3 4 7\n",
         "a.o 3600 1 01020304\n"
         "o 7 6 00000000000100000002000000030000000400000007\n",
         "an hour by default"},
        {"a 1h30m A 1.2.3.4\n", "a.o 5400 1 01020304\n", "units"},
        {"a 1W1d1H1m1S A 1.2.3.4\n", "a.o 694861 1 01020304\n",
         "every unit, in either case"},
        {"a 0 A 1.2.3.4\n", "a.o 0 1 01020304\n", "none at all"},
        {"a 2147483647 A 1.2.3.4\n", "a.o 2147483647 1 01020304\n", "most"},
        {"$TTL 1d\n$TTL 2m\na A 1.2.3.4\n", "a.o 120 1 01020304\n",
         "the last $TTL"},
    };
    CHECK_READINGS(cases);
}

static void data_become_octets(void **state)
{
    static const struct reading_case cases[] = {
        {"a AAAA 2001:DB8::1", "a.o 3600 28 20010db8000000000000000000000001\n",
         "AAAA"},
        {"a NS b", "a.o 3600 2 0162016f00\n", "NS"},
        {"a CNAME B.", "a.o 3600 5 014200\n", "CNAME, in its own case"},
        {"a DNAME .", "a.o 3600 39 00\n", "DNAME"},
        {"a PTR @", "a.o 3600 12 016f00\n", "PTR"},
        {"a MX 10 b", "a.o 3600 15 000a0162016f00\n", "MX"},
        {"a TXT b \"c d\" \"\"",
         "a.o 3600 16 016203632064"
         "00\n",
         "TXT"},
        {"a SPF b", "a.o 3600 99 0162\n", "SPF"},
        {"a SRV 1 2 65535 b", "a.o 3600 33 00010002ffff0162016f00\n", "SRV"},
        {"_ftp._tcp URI 10 1 \"ftp://ftp1.example.com/public\"",
         "_ftp._tcp.o 3600 256 000a00016674703a2f2f667470312e6578616d706c652e63"
         "6f6d2f7075626c6963\n",
         "URI: RFC 7553 section 5.1"},
        {"_http._tcp URI 10 1 \"http://www.example.com/path\"",
         "_http._tcp.o 3600 256 000a0001687474703a2f2f7777772e6578616d706c652e6"
         "36f6d2f70617468\n",
         "URI: RFC 7553 section 5.2"},
        {"a URI 0 0 \"https://a.example/\\\"x\\\"\\\\y\"",
         "a.o 3600 256 "
         "0000000068747470733a2f2f612e6578616d706c652f2278225c79\n",
         "URI with escapes"},
        {"a TYPE256 \\# 6 000a0001 613a", "a.o 3600 256 000a0001613a\n",
         "URI as in RFC 3597"},
        {"a URI 1 2 \"\"", "a.o 3600 256 00010002\n",
         "URI, empty as BIND has it"},
        {"a SOA b c 4294967295 1h 1m 1 0",
         "a.o 0 6 0162016f000163016f00ffffffff00000e100000003c0000000100000000"
         "\n",
         "SOA, with units"},
        {"a NAPTR 100 10 \"u\" \"E2U+sip\" \"!^.*$!\\\\1!i\" .",
         "a.o 3600 35 0064000a01750745325"
         "52b7369700a215e2e2a24215c31216900\n",
         "NAPTR"},
        {"a NAPTR 1 2 u s !r! b",
         "a.o 3600 35 00010002017501730321722101620"
         "16f00\n",
         "NAPTR without quotes"},
        {"a A \\# 4 01020304", "a.o 3600 1 01020304\n", "RFC 3597"},
        {"a A ( \\# 4 0 1\n 0203 04 )", "a.o 3600 1 01020304\n",
         "RFC 3597 in pieces"},
        {"a TYPE65280 \\# 0", "a.o 3600 65280 \n", "RFC 3597, no octets"},
        {"a TYPE65280 \\# 2 aBcD", "a.o 3600 65280 abcd\n",
         "RFC 3597, either case"},
        {"a CAA \\# 1 00", "a.o 3600 257 00\n",
         "RFC 3597 of a type that is not read"},
        {"a CAA 0 issue \"x\"", "a.o 3600 257 opaque\n",
         "a type that is not read"},
        {"a APL", "a.o 3600 42 opaque\n", "one that may be empty"},
    };
    CHECK_READINGS(cases);
}

static void escapes_stand_for_octets(void **state)
{
    static const struct reading_case cases[] = {
        {"a TXT \"\\065\\000\\255\"", "a.o 3600 16 034100ff\n", "decimal"},
        {"a TXT \"\\\"\\\\\\x\\;\"", "a.o 3600 16 04225c783b\n", "one octet"},
        {"a TXT \\\"a\\ b\\;\\(",
         "a.o 3600 16 0622612062"
         "3b28\n",
         "without quotes"},
        {"a TXT \"\\0651\"", "a.o 3600 16 024131\n", "a fourth digit"},
        {"a TXT \"a;b(c)d\"", "a.o 3600 16 07613b6228632964\n",
         "what quotes protect"},
        {"a TXT \"\xc3\xa9\x01\"", "a.o 3600 16 03c3a901\n", "raw octets"},
        {"a CNAME \\.\\\\.", "a.o 3600 5 022e5c00\n", "in a name"},
    };
    CHECK_READINGS(cases);
}

static void words_end_where_others_begin(void **state)
{
    static const struct reading_case cases[] = {
        {"a TXT b;c", "a.o 3600 16 0162\n", "a comment"},
        {"a TXT b ; c \" (", "a.o 3600 16 0162\n", "quotes in a comment"},
        {"a TXT (b)c(d)", "a.o 3600 16 016201630164\n", "parentheses"},
        {"a TXT b\"c\"d", "a.o 3600 16 016201630164\n", "quotes"},
        {"a TXT \"b\"\"c\"", "a.o 3600 16 01620163\n", "quotes on quotes"},
        {"a\tTXT\t \tb \t", "a.o 3600 16 0162\n", "tabs"},
        {"a TXT b\r\n A 1.2.3.4\r\n", "a.o 3600 16 0162\na.o 3600 1 01020304\n",
         "CRLF"},
        {"a TXT \"b\"\r\n", "a.o 3600 16 0162\n", "CRLF after a quote"},
        {"a TXT b\r", "a.o 3600 16 0162\n", "CR at the end"},
        {"a TXT b ; c\rd\n", "a.o 3600 16 0162\n", "CR in a comment"},
        {"", "", "nothing"},
        {"; a comment", "", "nothing but a comment"},
    };
    CHECK_READINGS(cases);
}

static void parentheses_join_lines(void **state)
{
    static const struct reading_case cases[] = {
        {"a TXT ( b\nc )\n", "a.o 3600 16 01620163\n", "two lines"},
        {"a TXT ( b ; x )\n;\n\n  c\n)\n", "a.o 3600 16 01620163\n",
         "comments and empty lines"},
        {"a (\nA\n1.2.3.4\n)\n A 1.2.3.5",
         "a.o 3600 1 01020304\na.o 3600 1 01020305\n", "before the type"},
        {"( a A 1.2.3.4 )", "a.o 3600 1 01020304\n", "before the owner"},
        {"(\na A\n1.2.3.4 )", "a.o 3600 1 01020304\n", "a line before it"},
        {"a A 1.2.3.4\n ( A 1.2.3.5 )",
         "a.o 3600 1 01020304\na.o 3600 1 01020305\n", "after white space"},
        {"a ( ( A ) ( 1.2.3.4\n)\n)", "a.o 3600 1 01020304\n", "nested"},
        {"a A 1.2.3.4 ()", "a.o 3600 1 01020304\n", "nothing in them"},
        {"()\na A 1.2.3.4", "a.o 3600 1 01020304\n", "nothing but them"},
        {"a A 1.2.3.4 (\n)\nb A 1.2.3.4",
         "a.o 3600 1 01020304\nb.o 3600 1 01020304\n", "after a record"},
    };
    CHECK_READINGS(cases);
}

/* ---- Directives ---------------------------------------------------------- */

static void origin_changes_where_names_begin(void **state)
{
    static const struct reading_case cases[] = {
        {"$ORIGIN p.\na CNAME b\n", "a.p 3600 5 0162017000\n", "absolute"},
        {"$ORIGIN p\n@ CNAME @\n", "p.o 3600 5 0170016f00\n", "relative"},
        {"$ORIGIN p\n$ORIGIN q\na A 1.2.3.4\n", "a.q.p.o 3600 1 01020304\n",
         "relative to the last"},
        {"$ORIGIN .\na A 1.2.3.4\n", "a 3600 1 01020304\n", "the root"},
        {"$origin p. ; c\na A 1.2.3.4\n", "a.p 3600 1 01020304\n",
         "in lower case, with a comment"},
        {"$ORIGIN ( p.\n)\na A 1.2.3.4\n", "a.p 3600 1 01020304\n",
         "in parentheses"},
    };
    CHECK_READINGS(cases);
}

static void generate_makes_records(void **state)
{
    static const struct reading_case cases[] = {
        {"$GENERATE 1-3 a$ A 1.2.3.$",
         "a1.o 3600 1 01020301\na2.o 3600 1 01020302\na3.o 3600 1 01020303\n",
         "one after another"},
        {"$GENERATE 0-5/3 a A 1.2.3.$",
         "a.o 3600 1 01020300\na.o 3600 1 01020303\n", "a step"},
        {"$GENERATE 2147483647-2147483647 a$ A 1.2.3.4",
         "a2147483647.o 3600 1 01020304\n", "the end of all numbers"},
        {"$GENERATE 0-2147483647/2147483647 a$ A 1.2.3.4",
         "a0.o 3600 1 01020304\na2147483647.o 3600 1 01020304\n",
         "a step to the end"},
        {"$GENERATE 1-1 a 5 IN A 1.2.3.4", "a.o 5 1 01020304\n", "TTL, class"},
        {"$GENERATE 1-1 a IN 5 A 1.2.3.4", "a.o 5 1 01020304\n", "class, TTL"},
        {"$GENERATE 9-9 a TXT ${1}", "a.o 3600 16 023130\n", "an offset"},
        {"$GENERATE 9-9 a TXT ${+1}", "a.o 3600 16 023130\n", "with a sign"},
        {"$GENERATE 1-1 a TXT ${-3}", "a.o 3600 16 022d32\n", "below zero"},
        {"$GENERATE 9-9 a TXT ${0,3}", "a.o 3600 16 03303039\n", "a width"},
        {"$GENERATE 1-1 a TXT ${-3,4}", "a.o 3600 16 042d303032\n",
         "a width with a sign"},
        {"$GENERATE 255-255 a TXT \"${0,0,d} ${0,0,o} ${0,0,x} ${0,3,X}\"",
         "a.o 3600 16 03323535033337370266660330"
         "4646\n",
         "the bases"},
        {"$GENERATE 300-300 a TXT \"${0,0,n} ${0,7,N} ${0,6,n} ${0,1,n}\"",
         "a.o 3600 16 05632e322e3107432e322e312e3006632e322e312e05632e322e31"
         "\n",
         "nibbles"},
        {"$GENERATE 7-7 a TXT $$.\\$.$", "a.o 3600 16 05242e242e37\n",
         "dollars"},
        {"$GENERATE 7-7 \\$a$ A 1.2.3.4", "\\$a7.o 3600 1 01020304\n",
         "a dollar in the owner"},
        {"$GENERATE 7-7 a TXT \"\\\"b $;\\\" c\"",
         "a.o 3600 16 0462"
         "20373b0163\n",
         "quotes within quotes"},
        {"$GENERATE 7-7 a NAPTR \"1 2 \\\"u\\\" \\\"\\\" \\\"!(.*)!\\\\1!"
         "\\\" .\"",
         "a.o 3600 35 00010002017500"
         "0921282e2a29215c312100\n",
         "backslashes within quotes"},
        {"$GENERATE 7-7 a TYPE65280 \"\\# 1 0$\"", "a.o 3600 65280 07\n",
         "RFC 3597"},
        {"$GENERATE 7-7 @ MX \"$ b\"", "o 3600 15 00070162016f00\n",
         "the origin"},
        {"b A 1.2.3.4\n$GENERATE 7-7 a A 1.2.3.5\n A 1.2.3.6\n",
         "b.o 3600 1 01020304\na.o 3600 1 01020305\nb.o 3600 1 01020306\n",
         "the owner before it comes back"},
    };
    CHECK_READINGS(cases);
}

static void included_files_are_read_where_they_are_named(void **state)
{
    static struct listing listing;
    listing.places = false;
    assert_int_equal(list_path("fixtures/zones-odd/include.zone", &listing),
                     DDDS_OK);
    /* After the SOA and the NS. */
    const char *records = strstr(listing.memory, "a.odd");
    assert_non_null(records);
    assert_string_equal(records, "a.odd.example 3600 1 c0000201\n"
                                 "in.odd.example 60 1 c000020a\n"
                                 "in.other.odd.example 60 1 c000020b\n"
                                 "a.odd.example 60 1 c0000202\n"
                                 "b.odd.example 60 1 c0000203\n"
                                 "in.sub.odd.example 60 1 c000020a\n"
                                 "in.other.odd.example 60 1 c000020b\n"
                                 "b.odd.example 60 1 c0000204\n"
                                 "c.odd.example 60 1 c0000205\n");
    listing.places = true;
    assert_int_equal(
        list_path("fixtures/zones-odd/include-beside.zone", &listing), DDDS_OK);
    assert_non_null(strstr(listing.memory,
                           "fixtures/zones-odd/included/deeper/inner.inc"
                           ":1:1 |inner           A       192.0.2.2|\n"));
    listing.places = false;
}

static void text_may_not_include_files(void **state)
{
    static struct listing listing;
    assert_int_equal(
        list_text("\n$INCLUDE fixtures/zones-odd/blank.inc\n", "o", &listing),
        DDDS_SYNTAX);
    assert_string_equal(
        listing.error.detail,
        "t:2:1: $INCLUDE is allowed only in zone files that are read by name");
}

/* ---- Where it stood ------------------------------------------------------ */

static void records_know_where_they_stand(void **state)
{
    static const struct reading_case cases[] = {
        {"a A 1.2.3.4\n", "t:1:1 |a A 1.2.3.4|\n", "a line"},
        {"\n; c\n a A 1.2.3.4 ; c\n", "", "no owner yet"},
        {"a A 1.2.3.4 ; c\n\tA 1.2.3.5  \n",
         "t:1:1 |a A 1.2.3.4|\nt:2:2 |A 1.2.3.5|\n",
         "a blank owner; comments and white space after"},
        {"a TXT (\n \"b\" ) ; c\n", "t:1:1 |a TXT (\n \"b\" )|\n",
         "several lines, to the parenthesis that closes"},
        {"a TXT ( x )\n TXT y )\n", "t:1:1 |a TXT ( x )|\n", "and no further"},
        {"( a A 1.2.3.4 )\n", "t:1:3 |a A 1.2.3.4|\n", "after a parenthesis"},
        {"a A 1.2.3.4\r\nb A 1.2.3.4\r\n",
         "t:1:1 |a A 1.2.3.4|\nt:2:1 |b A 1.2.3.4|\n", "CRLF"},
        {"\n$GENERATE 1-2 a$ A 1.2.3.$ ; c\n",
         "t:2:1 |$GENERATE 1-2 a$ A 1.2.3.$|\n"
         "t:2:1 |$GENERATE 1-2 a$ A 1.2.3.$|\n",
         "generated"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static struct listing listing = {.places = true};
        list_text(cases[i].text, "o", &listing);
        assert_string_equal(listing.memory, cases[i].expected);
    }
}

static bool check_fields(void *context, const struct zonefile_record *record)
{
    static const struct {
        enum token_kind kind;
        const char *text;
        uint32_t line;
        uint32_t column;
    } expected[] = {
        {TOKEN_WORD, "100", 1, 9},          {TOKEN_WORD, "10", 1, 13},
        {TOKEN_QUOTED, "u", 2, 2},          {TOKEN_QUOTED, "E2U+sip", 2, 6},
        {TOKEN_QUOTED, "!a!\\\\1!", 2, 16}, {TOKEN_WORD, ".", 3, 1},
    };
    bool *called = context;
    *called = true;
    assert_int_equal(record->field_count, 6);
    for (size_t i = 0; i < record->field_count; i++) {
        const struct token *field = &record->fields[i];
        assert_int_equal(field->kind, expected[i].kind);
        assert_int_equal(field->length, strlen(expected[i].text));
        assert_memory_equal(field->text, expected[i].text, field->length);
        assert_int_equal(field->line, expected[i].line);
        assert_int_equal(field->column, expected[i].column);
    }
    return true;
}

static void fields_know_where_they_stand(void **state)
{
    static const char text[] = "a NAPTR 100 10 (\n"
                               " \"u\" \"E2U+sip\" \"!a!\\\\1!\"\n"
                               ". )\n";
    bool called = false;
    struct zonefile *file;
    assert_int_equal(
        ddds_zonefile_over("t", text, strlen(text), false, &file, NULL),
        DDDS_OK);
    assert_int_equal(ddds_zonefile_read(file, "o", check_fields, &called, NULL),
                     DDDS_OK);
    assert_true(called);
    ddds_zonefile_free(file);
}

static void a_file_may_be_read_in_part_and_again(void **state)
{
    static const char text[] = "$ORIGIN p.\n$TTL 5\na A 1.2.3.4\n"
                               "$GENERATE 1-9 b$ A 1.2.3.4\n$ORIGIN q.\n";
    static struct listing listing;
    struct zonefile *file;
    assert_int_equal(
        ddds_zonefile_over("t", text, strlen(text), false, &file, NULL),
        DDDS_OK);
    assert_null(ddds_zonefile_first_origin(file));
    for (listing.most = 1; listing.most <= 10; listing.most++) {
        listing.records = 0;
        ddds_text_init(&listing.text, listing.memory, sizeof listing.memory);
        assert_int_equal(
            ddds_zonefile_read(file, NULL, list_record, &listing, NULL),
            DDDS_OK);
        assert_int_equal(listing.records, listing.most);
        assert_memory_equal(listing.memory, "a.p 5 1 01020304\n", 17);
    }
    assert_string_equal(ddds_zonefile_first_origin(file), "p");
    ddds_zonefile_free(file);
    listing.most = 0;
}

/* ---- Errors -------------------------------------------------------------- */

/* Each file of fixtures/zones-bad says in its first line where it is wrong.
 * Two are read without complaint: only the loader knows that a zone has one
 * SOA. */
static void illegal_files_are_refused_where_they_are_wrong(void **state)
{
    static struct listing listing;
    unsigned count = 0;
    DIR *folder = opendir("fixtures/zones-bad");
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        char path[512];
        char line[512];
        const char *end = strrchr(entry->d_name, '.');
        if (end == NULL || strcmp(end, ".zone") != 0 ||
            strstr(entry->d_name, "-soa.zone") != NULL) {
            continue;
        }
        snprintf(path, sizeof path, "fixtures/zones-bad/%s", entry->d_name);
        FILE *file = fopen(path, "rb");
        assert_non_null(file);
        assert_non_null(fgets(line, sizeof line, file));
        fclose(file);
        assert_int_not_equal(list_path(path, &listing), DDDS_OK);

        char place[1024];
        line[2 + strcspn(line + 2, " ")] = '\0';
        snprintf(place, sizeof place, "%s:%s: ", path, line + 2);
        print_message("%s\n", listing.error.detail);
        assert_memory_equal(listing.error.detail, place, strlen(place));
        assert_int_equal(listing.error.offset, DDDS_NO_OFFSET);
        count++;
    }
    closedir(folder);
    assert_true(count > 50);
}

static void errors_say_where_what_and_what_to_do(void **state)
{
    static const struct {
        const char *text;
        const char *origin;
        const char *detail;
    } cases[] = {
        {"a NAPTR 65536 1 \"\" \"\" \"\" .", "o",
         "t:1:9: order \"65536\": not a number from 0 to 65535"},
        {"a NAPTR 1 1 \"\" \"\" \"!a!\\1!\" .", "o",
         "t:1:23: invalid escape \"\\1\": an escape has three digits up to "
         "255; for a backslash write \\\\, as in \\\\1"},
        {"a NATPR 1", "o",
         "t:1:3: unknown record type \"NATPR\"; check its spelling, or write "
         "TYPE and its number"},
        {" $TTL 1", NULL,
         "t:1:2: the line begins with white space, but there is no record "
         "before it whose owner it could have; begin with a name"},
        {"a A 1.2.3.4\n $TTL 1", "o",
         "t:2:2: unknown record type \"$TTL\"; a directive begins in the first "
         "column"},
        {"$TLL 1", "o",
         "t:1:1: unknown directive \"$TLL\": there are $ORIGIN, $TTL, "
         "$INCLUDE and $GENERATE; write a name that begins with $ as \\$"},
        {"a A 1.2.3.4", NULL,
         "t:1:1: \"a\" is relative and no origin is known; begin the file with "
         "$ORIGIN, or end the name with a dot"},
        {"a CH A 1.2.3.4", "o",
         "t:1:3: class CH: only class IN is supported; remove the record"},
        {"a TYPE5 \\#", "o",
         "t:1:11: \\# needs a length and hexadecimal digits"},
        {"a URI 1 2 \"a:\\1\"", "o",
         "t:1:14: invalid escape \"\\1\": an escape has three digits up to "
         "255; for a backslash write \\\\, as in \\\\1"},
        {"a LOC", "o",
         "t:1:6: the record ends before its data; write them in this line"},
        {"a TXT \"b\rc\nd", "o",
         "t:1:7: this quote is not closed; close it on the same line "
         "(only NSD reads quotes across lines)"},
        {"\n\na TXT \"b\nc", "o",
         "t:3:7: this quote is not closed; close it on the same line "
         "(only NSD reads quotes across lines)"},
        {"a TXT (\nb TXT c\n", "o",
         "t:1:7: this parenthesis is not closed; close it at the end of its "
         "record"},
        {"a SRV 1 2 3", "o",
         "t:1:12: the SRV record ends before its target; it needs: priority, "
         "weight, port, target"},
        {"a URI 1 2 a:b", "o", "t:1:11: target \"a:b\": write it in quotes"},
        {"a URI 65536 2 \"a:b\"", "o",
         "t:1:7: priority \"65536\": not a number from 0 to 65535"},
        {"a URI 1 \"a:b\"", "o",
         "t:1:9: weight \"a:b\": not a number from 0 to 65535"},
        {"a URI 1 2 \"a:\" \"b\"", "o",
         "t:1:16: surplus word \"b\": the record was complete before it; "
         "remove it, or quote the string it belongs to"},
        {"a URI \\# 4 000a0001", "o", "t:1:7: URI record: its target is empty"},
        {"a A 1.2.3.4 IN", "o",
         "t:1:13: surplus word \"IN\": the record was complete before it; "
         "remove it, or quote the string it belongs to"},
        {"a A 1.2.3.4\n$ORIGIN", "o", "t:2:8: the line ends before the origin"},
        {"\xef\xbb\xbf$TTL 1\n", "o",
         "t:1:1: the file begins with a byte order mark; remove these three "
         "octets"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static struct listing listing;
        assert_int_equal(list_text(cases[i].text, cases[i].origin, &listing),
                         DDDS_SYNTAX);
        assert_int_equal(listing.error.status, DDDS_SYNTAX);
        assert_string_equal(listing.error.detail, cases[i].detail);
    }
}

static void errors_stand_at_the_octet_that_is_wrong(void **state)
{
    static const struct {
        const char *text;
        const char *place;
        const char *why;
    } cases[] = {
        {"a TXT \"ab\\25\"", "t:1:10: ", "an escape in quotes"},
        {"a TXT ab\\25", "t:1:9: ", "an escape without quotes"},
        {"a TXT ab\\", "t:1:9: ", "a backslash at the end of the file"},
        {"a TXT \"ab\\\n\"", "t:1:10: ", "a backslash at the end of a line"},
        {"a TXT \"ab\\\r\n\"", "t:1:10: ", "the same with CRLF"},
        {"a TXT \"a\xc3\xa9\\1\"", "t:1:11: ", "columns count octets"},
        {"\t\ta TXT b", "t:1:3: ", "a tab is one column"},
        {"\"$TTL\" 5", "t:1:1: ", "a directive in quotes is a name"},
        {"\"a\" A 1.2.3.4", "t:1:1: ", "an owner in quotes"},
        {")", "t:1:1: ", "nothing but what is wrong"},
        {"\r ", "t:1:1: ", "the same"},
        {"a TXT (\n\n  b\n \"c", "t:4:2: ", "lines within parentheses"},
        {"a TXT b\n\r\n\n  )", "t:4:3: ", "lines of either end"},
        {"a TXT b\rc", "t:1:8: ", "a carriage return"},
        {"a.b\\1 TXT c", "t:1:4: ", "an escape in an owner"},
        {"a CNAME b.c\\999", "t:1:12: ", "an escape in a name"},
        {"$GENERATE 1-2 a${0,0,z} A 1.2.3.4", "t:1:16: ", "a modifier"},
        {"$GENERATE 1-2 a A \"1.2.3.4 ${-9,0,x}\"",
         "t:1:28: ", "a modifier in quotes"},
        {"$GENERATE 1-2 a\\9$ A 1.2.3.4", "t:1:15: ", "a made owner"},
        {"$GENERATE 1-2 a$. TXT \"b \\\"$\"", "t:1:23: ", "made data"},
        {"$GENERATE 1-2 $$ A 1.2.3.4 b", "t:1:28: ", "several words"},
        {"$GENERATE 1-2 a A", "t:1:18: ", "no data"},
        {"$GENERATE 1-2 a", "t:1:16: ", "no type"},
        {"$GENERATE 1-2", "t:1:14: ", "no owner"},
        {"$GENERATE", "t:1:10: ", "no range"},
        {"$GENERATE 1 a A 1.2.3.4", "t:1:11: ", "half a range"},
        {"$GENERATE 1-2/0 a A 1.2.3.4", "t:1:11: ", "no step"},
        {"$GENERATE 1-2147483648 a A 1.2.3.4", "t:1:11: ", "a range too far"},
        {"$GENERATE 1-1 a${0,256} A 1.2.3.4", "t:1:16: ", "too wide"},
        {"$GENERATE 1-1 a${0 A 1.2.3.4", "t:1:16: ", "no closing brace"},
        {"$GENERATE 1-1 a${} A 1.2.3.4", "t:1:16: ", "no offset"},
        {"$GENERATE 1-1 \"a\" A 1.2.3.4", "t:1:15: ", "a quoted owner"},
        {"$GENERATE 1-1 a TXT \"\"", "t:1:21: ", "data of no words"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static struct listing listing;
        listing.error.detail[0] = '\0';
        assert_int_equal(list_text(cases[i].text, "o", &listing), DDDS_SYNTAX);
        print_message("%s: %s\n", cases[i].why, listing.error.detail);
        assert_memory_equal(listing.error.detail, cases[i].place,
                            strlen(cases[i].place));
    }
}

static void a_nul_is_refused_wherever_it_is(void **state)
{
    static const struct {
        const char *text;
        size_t length;
        const char *place;
    } cases[] = {
        {"\0", 1, "t:1:1: "},
        {"a TXT b ; \0\n", 12, "t:1:11: "},
        {"a TXT b\n\n \"\0\"", 13, "t:3:3: "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct zonefile *file;
        struct ddds_error error;
        assert_int_equal(ddds_zonefile_over("t", cases[i].text, cases[i].length,
                                            false, &file, &error),
                         DDDS_SYNTAX);
        assert_null(file);
        assert_memory_equal(error.detail, cases[i].place,
                            strlen(cases[i].place));
    }
}

/* ---- Limits -------------------------------------------------------------- */

#define L10 "abcdefghij"
#define L60 L10 L10 L10 L10 L10 L10
#define L63 L60 "xyz"
#define L250 L60 L60 L60 L60 L10

static void names_and_strings_end_at_their_limits(void **state)
{
    static const struct {
        const char *text;
        const char *fault; /* or NULL */
    } cases[] = {
        {L63 ". A 1.2.3.4", NULL},
        {L63 "x. A 1.2.3.4", "t:1:1: "},
        /* 3 * 64, 1 + 61, and the root: 255. */
        {L63 "." L63 "." L63 "." L60 "x. A 1.2.3.4", NULL},
        {L63 "." L63 "." L63 "." L60 "xy. A 1.2.3.4", "t:1:1: "},
        {L63 "." L63 "." L63 "." L60 "x.y. A 1.2.3.4", "t:1:1: "},
        {L63 "." L63 "." L63 "." L60 "x A 1.2.3.4", "t:1:1: "},
        /* The origin takes two. */
        {L63 "." L63 "." L63 "." L10 L10 L10 L10 L10 "wwwwwwwww A 1.2.3.4",
         NULL},
        {"a TXT \"" L250 "12345\"", NULL},
        {"a TXT \"" L250 "123456\"", "t:1:7: "},
        {"a TXT " L250 "123456", "t:1:7: "},
        {"a TXT \"" L250 "1234\\065\"", NULL},
        {"a TXT \"" L250 "12345\\065\"", "t:1:7: "},
        {"a TXT \"\\065" L250 "12345\"", "t:1:7: "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static struct listing listing;
        ddds_status status = list_text(cases[i].text, "o", &listing);
        if (cases[i].fault == NULL) {
            assert_int_equal(status, DDDS_OK);
            continue;
        }
        assert_int_equal(status, DDDS_SYNTAX);
        assert_memory_equal(listing.error.detail, cases[i].fault,
                            strlen(cases[i].fault));
    }
}

static void a_record_has_65535_octets_at_most(void **state)
{
    /* 255 strings of 256 octets with their lengths are 65280; 255 are left. */
    static char text[80000] = "a TXT";
    static struct listing listing;
    for (unsigned i = 0; i < 255; i++) {
        strncat(text, " \"" L250 "12345\"", 300);
    }
    size_t length = strlen(text);
    strncat(text, " \"" L250 "1234\"", 300);
    assert_int_equal(list_text(text, "o", &listing), DDDS_OK);
    strncat(text, " \"\"", 4);
    assert_int_equal(list_text(text, "o", &listing), DDDS_SYNTAX);
    text[length] = '\0';
    strncat(text, " \"" L250 "12345\"", 300);
    assert_int_equal(list_text(text, "o", &listing), DDDS_SYNTAX);
    assert_non_null(strstr(listing.error.detail, "65535 octets"));
}

/* What one word, "URI 1 2 " or "\\# 65535 ", adds to a record. */
static void one_word_has_65535_octets_at_most(void **state)
{
    static const struct {
        const char *begin;
        const char *octet;
        const char *end;
        unsigned most; /* octets */
    } cases[] = {
        {"a URI 1 2 \"", "a", "\"", 65535 - 4},
        {"a TYPE65280 \\# 65535 ", "0a", "", 65535},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (unsigned more = 0; more < 2; more++) {
            static char text[2 * 65536 + 64];
            static struct listing listing;
            struct text line;
            ddds_text_init(&line, text, sizeof text);
            ddds_text_string(&line, cases[i].begin);
            for (unsigned k = 0; k < cases[i].most + more; k++) {
                ddds_text_string(&line, cases[i].octet);
            }
            ddds_text_string(&line, cases[i].end);
            assert_false(line.failed);
            if (list_text(text, "o", &listing) !=
                    (more == 0 ? DDDS_OK : DDDS_SYNTAX) ||
                (more > 0 &&
                 strstr(listing.error.detail, "65535 octets") == NULL)) {
                fail_msg("%s: %s", cases[i].begin, listing.error.detail);
            }
        }
    }
}

static bool count_record(void *context, const struct zonefile_record *record)
{
    (void)record;
    ++*(unsigned long *)context;
    return true;
}

/* Read |text| and count its records. */
static ddds_status count_text(const char *text, unsigned long *count,
                              struct ddds_error *error)
{
    struct zonefile *file;
    *count = 0;
    ddds_status status =
        ddds_zonefile_over("t", text, strlen(text), false, &file, error);
    if (status == DDDS_OK) {
        status = ddds_zonefile_read(file, "o", count_record, count, error);
        ddds_zonefile_free(file);
    }
    return status;
}

static void generated_records_are_bounded_in_all(void **state)
{
    unsigned long count;
    struct ddds_error error;
    assert_int_equal(
        count_text("$GENERATE 1-65536 a$ A 1.2.3.4\n", &count, &error),
        DDDS_OK);
    assert_int_equal(count, LIMIT_GENERATED);
    assert_int_equal(
        count_text("$GENERATE 0-65536 a$ A 1.2.3.4\n", &count, &error),
        DDDS_LIMIT);
    assert_int_equal(count, 0);
    assert_int_equal(error.status, DDDS_LIMIT);
    assert_memory_equal(error.detail, "t:1:1: ", 7);
    assert_int_equal(count_text("$GENERATE 1-65536/64 a$ A 1.2.3.4\n"
                                "$GENERATE 1-65536 a$ A 1.2.3.4\n",
                                &count, &error),
                     DDDS_LIMIT);
    assert_int_equal(count, 1024);
    assert_memory_equal(error.detail, "t:2:1: ", 7);
    assert_int_equal(
        count_text("$GENERATE 0-2147483647 a$ A 1.2.3.4\n", &count, &error),
        DDDS_LIMIT);
}

static void generated_text_is_bounded(void **state)
{
    unsigned long count;
    struct ddds_error error;
    static char text[4096] = "$GENERATE 1-1 a TXT \"";
    for (unsigned i = 0; i < 9; i++) {
        strncat(text, "${0,250} ", 10);
    }
    size_t length = strlen(text);
    strncat(text, "\"\n", 3);
    assert_int_equal(count_text(text, &count, &error), DDDS_SYNTAX);
    assert_string_equal(error.detail,
                        "t:1:21: the result is longer than 2047 octets");
    text[length - 9] = '"';
    text[length - 8] = '\0';
    assert_int_equal(count_text(text, &count, &error), DDDS_OK);
}

/* Write |count| times |line| to a file, which is to be removed. */
static void write_file(char path[32], const char *line, unsigned count)
{
    memcpy(path, "/tmp/ddds-zonefile-XXXXXX", 26);
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    FILE *file = fdopen(descriptor, "wb");
    assert_non_null(file);
    for (unsigned i = 0; i < count; i++) {
        fputs(line, file);
    }
    assert_int_equal(fclose(file), 0);
}

static void includes_are_bounded(void **state)
{
    static struct listing listing;
    char path[32];
    char line[64];
    struct zonefile *file;
    assert_int_equal(
        list_path("fixtures/zones-bad/include-loop.zone", &listing),
        DDDS_LIMIT);
    assert_int_equal(listing.error.status, DDDS_LIMIT);
    /* The two records before $INCLUDE, in the file and in ten within it. */
    assert_int_equal(listing.records, 2 * (1 + LIMIT_INCLUDES));

    write_file(path, "", 0);
    snprintf(line, sizeof line, "$INCLUDE %s\n", path);
    for (unsigned over = 0; over < 2; over++) {
        char outer[32];
        write_file(outer, line, LIMIT_INCLUDED + over);
        assert_int_equal(ddds_zonefile_open(outer, &file, NULL), DDDS_OK);
        assert_int_equal(list_file(file, "o", &listing),
                         over == 0 ? DDDS_OK : DDDS_LIMIT);
        remove(outer);
    }
    remove(path);
}

static void what_cannot_be_read_says_so(void **state)
{
    static struct listing listing;
    assert_int_equal(list_path("fixtures/no-such.zone", &listing),
                     DDDS_UNREADABLE);
    assert_string_equal(listing.error.detail,
                        "fixtures/no-such.zone: cannot be read: No such file "
                        "or directory");
    assert_int_equal(list_path("fixtures", &listing), DDDS_UNREADABLE);
    assert_string_equal(listing.error.detail,
                        "fixtures: cannot be read: Is a directory");
    assert_int_equal(
        list_path("fixtures/zones-bad/include-missing.zone", &listing),
        DDDS_UNREADABLE);
    assert_int_equal(listing.error.status, DDDS_UNREADABLE);

    /* Two gigabytes need not be written: a file with a hole has them. */
    char path[32];
    write_file(path, "", 0);
    assert_int_equal(truncate(path, (off_t)LIMIT_ZONE_FILE + 1), 0);
    assert_int_equal(list_path(path, &listing), DDDS_LIMIT);
    remove(path);
}

/* Whoever reads the text of a token that is refused must find its end. */
static void refused_tokens_have_a_length(void **state)
{
    static const char *const texts[] = {"\\", "a\\\n", "\"", "\"a\\\n", ")"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct zone_refusal refusal;
        struct lexer lexer;
        struct token token;
        ddds_lexer_init(&lexer, "t", texts[i], strlen(texts[i]), NULL);
        lexer.refusal = &refusal;
        memset(&token, 0xff, sizeof token);
        assert_int_equal(ddds_lexer_next(&lexer, &token), DDDS_SYNTAX);
        assert_true(refusal.token.length <= strlen(texts[i]));
    }
}

static void a_pipe_is_a_file_too(void **state)
{
    static struct listing listing;
    int ends[2];
    char path[32];
    if (access("/dev/fd/0", F_OK) != 0) {
        print_message("skipped: /dev/fd needs /proc, which is missing\n");
        skip();
    }
    assert_int_equal(pipe(ends), 0);
    static const char text[] = "$ORIGIN o.\na A 1.2.3.4\n";
    assert_int_equal(write(ends[1], text, strlen(text)), strlen(text));
    close(ends[1]);
    snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
    assert_int_equal(list_path(path, &listing), DDDS_OK);
    assert_string_equal(listing.memory, "a.o 3600 1 01020304\n");
    close(ends[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ttl_and_class_come_in_either_order_or_not_at_all),
        cmocka_unit_test(owners_are_absolute_relative_or_those_before),
        cmocka_unit_test(a_ttl_is_stated_or_inherited),
        cmocka_unit_test(data_become_octets),
        cmocka_unit_test(escapes_stand_for_octets),
        cmocka_unit_test(words_end_where_others_begin),
        cmocka_unit_test(parentheses_join_lines),
        cmocka_unit_test(origin_changes_where_names_begin),
        cmocka_unit_test(generate_makes_records),
        cmocka_unit_test(included_files_are_read_where_they_are_named),
        cmocka_unit_test(text_may_not_include_files),
        cmocka_unit_test(records_know_where_they_stand),
        cmocka_unit_test(fields_know_where_they_stand),
        cmocka_unit_test(a_file_may_be_read_in_part_and_again),
        cmocka_unit_test(illegal_files_are_refused_where_they_are_wrong),
        cmocka_unit_test(errors_say_where_what_and_what_to_do),
        cmocka_unit_test(errors_stand_at_the_octet_that_is_wrong),
        cmocka_unit_test(a_nul_is_refused_wherever_it_is),
        cmocka_unit_test(names_and_strings_end_at_their_limits),
        cmocka_unit_test(a_record_has_65535_octets_at_most),
        cmocka_unit_test(one_word_has_65535_octets_at_most),
        cmocka_unit_test(generated_records_are_bounded_in_all),
        cmocka_unit_test(generated_text_is_bounded),
        cmocka_unit_test(includes_are_bounded),
        cmocka_unit_test(what_cannot_be_read_says_so),
        cmocka_unit_test(refused_tokens_have_a_length),
        cmocka_unit_test(a_pipe_is_a_file_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
