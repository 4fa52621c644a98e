/* Services: RFC 3404 section 4.4, RFC 3958 section 6.5, RFC 6116 section 3.4.3.
 *
 * SPDX-License-Identifier: MIT */
#include "rule/services.h"
#include "base/table.h"

#define TABLE "fixtures/tables/services.tsv"

#define LETTERS_32 "abcdefghijklmnopqrstuvwxyz123456"

typedef ddds_status reader(const char *field, struct ddds_services *services,
                           struct ddds_error *error);

/* A |field| and what is read from it: what stands first, at most one, and a
 * "|" before each of the others. */
struct field_parts {
    const char *field;
    const char *expected;
    const char *why;
};

/* A malformed |field|, and what |detail| has to have in it. */
struct field_refusal {
    const char *field;
    size_t offset;
    const char *detail;
};

static char *copy_span(char *text, struct ddds_span span)
{
    memcpy(text, span.text, span.length);
    return text + span.length;
}

static void assert_parts(reader *read, const struct field_parts *cases,
                         size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct ddds_services found = DDDS_SERVICES_INIT;
        const bool tags = read == ddds_services_read_tags;
        char joined[256];
        char *end = joined;
        if (read(cases[i].field, &found, NULL) != DDDS_OK) {
            fail_msg("%s (%s)", cases[i].field, cases[i].why);
        }
        const struct ddds_span *first = tags ? found.services : found.protocols;
        const struct ddds_span *rest = tags ? found.protocols : found.services;
        const size_t first_count =
            tags ? found.service_count : found.protocol_count;
        const size_t rest_count =
            tags ? found.protocol_count : found.service_count;
        assert_true(first_count <= 1);
        if (first_count == 1) {
            end = copy_span(end, first[0]);
        }
        for (size_t j = 0; j < rest_count; j++) {
            *end++ = '|';
            end = copy_span(end, rest[j]);
        }
        *end = '\0';
        if (strcmp(joined, cases[i].expected) != 0) {
            fail_msg("%s (%s): %s", cases[i].field, cases[i].why, joined);
        }
    }
}

static void assert_malformed(reader *read, const struct field_refusal *cases,
                             size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct ddds_services services = DDDS_SERVICES_INIT;
        struct ddds_error error;
        assert_int_equal(read(cases[i].field, &services, &error),
                         DDDS_MALFORMED);
        assert_int_equal(error.status, DDDS_MALFORMED);
        if (error.offset != cases[i].offset ||
            strstr(error.detail, cases[i].detail) == NULL) {
            fail_msg("%s: %s", cases[i].field, error.detail);
        }
        assert_int_equal(read(cases[i].field, &services, NULL), DDDS_MALFORMED);
    }
}

/* After |begin|, |item| as often as there is room for, and once more. */
static void assert_room(reader *read, const char *begin, const char *item,
                        size_t room, size_t offset, const char *detail)
{
    char field[2 * (DDDS_SERVICES_MAX + 1) + 8];
    char *end = field + snprintf(field, sizeof field, "%s", begin);
    for (size_t i = 0; i < room; i++, end += 2) {
        memcpy(end, item, 3);
    }
    struct ddds_services services = DDDS_SERVICES_INIT;
    struct ddds_error error;
    assert_ok(read(field, &services, NULL));
    assert_int_equal(services.service_count + services.protocol_count, room);

    memcpy(end, item, 3);
    assert_int_equal(read(field, &services, &error), DDDS_MALFORMED);
    assert_non_null(strstr(error.detail, detail));
    assert_int_equal(error.offset, offset);
}

TEST(fields_are_split_at_their_plus_signs)
{
    static const struct field_parts cases[] = {
        {"", "", "the empty field says nothing"},
        {"foolink+I2L+I2C", "foolink|I2L|I2C", "RFC 3404 section 5.1"},
        {"rcds+I2C", "rcds|I2C", "RFC 3404 section 5.1"},
        {"thttp+I2L+I2C+I2R", "thttp|I2L|I2C|I2R", "RFC 3404 section 5.1"},
        {"z3950+N2L+N2C", "z3950|N2L|N2C", "RFC 3403 section 6.1"},
        {"thttp+L2R", "thttp|L2R", "not registered, but well formed"},
        {"http", "http", "a protocol alone"},
        {"+I2L", "|I2L", "no protocol: any"},
        {"+I2L+I2Ls", "|I2L|I2Ls", "no protocol, two services"},
        {"sip+E2U", "sip|E2U", "RFC 3403 section 6.2"},
        {"E2U+sip", "E2U|sip", "ENUM's order reads alike"},
        {"a+a", "a|a", "one letter each"},
        {"xyz+N2L+N2L", "xyz|N2L|N2L", "the same twice stays twice"},
        {LETTERS_32 "+" LETTERS_32, LETTERS_32 "|" LETTERS_32,
         "32 characters, the most"},
    };
    assert_parts(ddds_services_read, cases, sizeof cases / sizeof *cases);
}

TEST(fields_outside_the_grammar_are_malformed)
{
    struct table table;
    const char *row[3];
    table_open(&table, TABLE, "Fields outside the grammar are malformed");
    while (table_fields(&table, row, 3)) {
        const char *field = row[0];
        size_t offset = table_number(row[1]);
        const char *detail = row[2];
        struct ddds_services services = DDDS_SERVICES_INIT;
        struct ddds_error error;
        assert_int_equal(ddds_services_read(field, &services, &error),
                         DDDS_MALFORMED);
        assert_int_equal(error.status, DDDS_MALFORMED);
        assert_int_equal(error.offset, offset);
        assert_string_equal(error.detail, detail);
        assert_int_equal(ddds_services_read(field, &services, NULL),
                         DDDS_MALFORMED);
    }
}

TEST(as_many_services_are_read_as_there_is_room_for)
{
    assert_room(ddds_services_read, "", "+a", DDDS_SERVICES_MAX,
                2 * DDDS_SERVICES_MAX, "+a...\": expected the end after 128");
}

TEST(tags_are_split_at_their_colons)
{
    static const struct field_parts cases[] = {
        {"", "", "the empty field says nothing"},
        {"EM:ProtA", "EM|ProtA", "RFC 3958 section 4.3"},
        {"EM:ProtB:ProtC", "EM|ProtB|ProtC", "RFC 3958 section 4.4"},
        {"WP:whois++", "WP|whois++", "RFC 3958 section 2.2"},
        {"CREDREG:ldap:iris.beep", "CREDREG|ldap|iris.beep",
         "RFC 3958 section 4.2: a dot that its grammar forbids"},
        {"aaa", "aaa", "RFC 6408 section 5: a service alone"},
        {":ProtA", "|ProtA", "a protocol alone"},
        {"aaa+ap16777251:diameter.tls.tcp", "aaa+ap16777251|diameter.tls.tcp",
         "RFC 6408 section 3"},
        {"x-eduroam:radius.tls", "x-eduroam|radius.tls", "eduroam"},
        {"LoST-Validation:https", "LoST-Validation|https", "registered"},
        {"SFUA.CFG:https", "SFUA.CFG|https", "registered"},
        {"RELAY:turn.udp:turn.tcp:turn.tls", "RELAY|turn.udp|turn.tcp|turn.tls",
         "RFC 5928"},
        {"x-3gpp-pgw:x-s5-gtp:x-s8-gtp", "x-3gpp-pgw|x-s5-gtp|x-s8-gtp",
         "3GPP TS 29.303"},
        {"x-3gpp-sgw:x-s5-gtp+ue-1.2.3.4.5.6.7.8.9.10.11.12",
         "x-3gpp-sgw|x-s5-gtp+ue-1.2.3.4.5.6.7.8.9.10.11.12",
         "3GPP's go beyond 32 characters"},
        {"5gc:x_nf", "5gc|x_nf", "a digit first, an underscore"},
        {"SIP+D2U", "SIP+D2U", "another application's reads as one tag"},
        {"a:b", "a|b", "one letter each"},
    };
    assert_parts(ddds_services_read_tags, cases, sizeof cases / sizeof *cases);
}

TEST(tags_outside_the_grammar_are_malformed)
{
    static const struct field_refusal cases[] = {
        {":", 1, "a letter or digit"},      {"EM:", 3, "a letter or digit"},
        {"EM::a", 3, "a letter or digit"},  {"EM:a:", 5, "a letter or digit"},
        {"+EM", 0, "a letter or digit"},    {"-:a", 0, "a letter or digit"},
        {"EM:.a", 3, "a letter or digit"},  {"EM:_a", 3, "a letter or digit"},
        {" EM:a", 0, "a letter or digit"},  {"EM a", 2, "a letter, a digit"},
        {"EM:a b", 4, "a letter, a digit"}, {"EM:a/b", 4, "a letter, a digit"},
        {"EM:a\n", 4, "a letter, a digit"}, {"EM\xc3", 2, "a letter, a digit"},
        {"E2U;x", 3, "a letter, a digit"},  {"EM,a", 2, "a letter, a digit"},
    };
    assert_malformed(ddds_services_read_tags, cases,
                     sizeof cases / sizeof *cases);
}

TEST(as_many_tags_are_read_as_there_is_room_for)
{
    assert_room(ddds_services_read_tags, "", ":a", DDDS_SERVICES_MAX,
                2 * DDDS_SERVICES_MAX, "");
}

TEST(enumservices_are_split_at_their_plus_signs)
{
    static const struct field_parts cases[] = {
        {"E2U+sip", "|sip", "RFC 6116 section 4"},
        {"e2u+SIP", "|SIP", "case does not count (section 3.6)"},
        {"E2U+email:mailto", "|email:mailto", "type and subtype"},
        {"E2U+voice:tel+sms:tel", "|voice:tel|sms:tel", "section 3.4.3.2"},
        {"E2U+a:b:c", "|a:b:c", "two subtypes"},
        {"E2U+pstn:sip+pstn:tel+h323", "|pstn:sip|pstn:tel|h323", "three"},
        {"E2U+X-foo:tel", "|X-foo:tel", "for trials (section 3.4.3.1)"},
        {"E2U+P-foo:tel", "|P-foo:tel", "whose it is, is not asked here"},
        {"E2U+3-", "|3-", "digits and hyphens anywhere"},
        {"sip+E2U", "|sip", "RFC 2916"},
        {"sip+mailto+E2U", "|sip|mailto", "RFC 2916, two of them"},
        {"SIP+e2u", "|SIP", "RFC 2916, in any case"},
        {"E2U+E2U", "|E2U", "a strange type, but a type"},
        {"E2U+" LETTERS_32 ":" LETTERS_32, "|" LETTERS_32 ":" LETTERS_32,
         "32 characters, the most"},
    };
    assert_parts(ddds_services_read_enum, cases, sizeof cases / sizeof *cases);
}

TEST(what_is_not_enum_is_malformed)
{
    static const struct field_refusal cases[] = {
        {"", 0, "a letter, a digit or \"-\""},
        {"E2U", 3, "\"+\" and an Enumservice"},
        {"E2U+", 4, "a letter, a digit or \"-\""},
        {"E2U++sip", 4, "a letter, a digit or \"-\""},
        {"+E2U", 0, "a letter, a digit or \"-\""},
        {"http+N2L", 0, "\"E2U+\""},
        {"E2Usip", 0, "\"E2U+\""},
        {"E2U:sip", 0, "\"E2U+\""},
        {"sip+E2U+tel", 0, "\"E2U+\""},
        {"E2U+sip:", 8, "a letter, a digit or \"-\""},
        {"E2U+:sip", 4, "a letter, a digit or \"-\""},
        {"E2U+sip;x", 7, "\":\", \"+\" or the end"},
        {"E2U sip", 3, "\":\", \"+\" or the end"},
        {"E2U+s_p", 5, "\":\", \"+\" or the end"},
        {"E2U+s\xc3\xa9", 5, "\":\", \"+\" or the end"},
        {"E2U+" LETTERS_32 "7", 36, "\":\", \"+\" or the end"},
        {"E2U+a:" LETTERS_32 "7", 38, "\":\", \"+\" or the end"},
    };
    assert_malformed(ddds_services_read_enum, cases,
                     sizeof cases / sizeof *cases);
}

TEST(as_many_enumservices_are_read_as_there_is_room_for)
{
    assert_room(ddds_services_read_enum, "E2U", "+a", DDDS_SERVICES_MAX - 1,
                2 * DDDS_SERVICES_MAX + 2, "");
}
