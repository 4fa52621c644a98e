/* Descriptions of applications: what they set, what they make of an input, and
 * what is refused where.
 *
 * SPDX-License-Identifier: MIT */
#include <unistd.h>

#include <ddds/application.h>

#include "base/limits.h"
#include "core/start.h"
#include "base/assertions.h"

static struct ddds_application *read_or_fail(const char *text)
{
    struct ddds_error error;
    struct ddds_application *application =
        ddds_application_read("t", text, strlen(text), &error);
    if (application == NULL) {
        fail_msg("%s", error.detail);
    }
    return application;
}

/* ---- What a description sets ------------------------------------------- */

static const char everything[] =
    "# all of it\n"
    "\n"
    "  name\tplate\r\n"
    "title who keeps the file  on a car \n"
    "specification the act (of 1903)\n"
    "subject licence plate\n"
    "string strip \" -\"\n"
    "string upper\n"
    "key lower\n"
    "key rewrite !^([a-z]+)([0-9]+)$!\\2.\\1!\n"
    "root Plates.Example.\n"
    "flags sau\n"
    "grammar s-naptr\n"
    "service office\n"
    "services keeper,owner\n"
    "protocols fax\n"
    "expressions constant\n"
    "delegates-by-replacement yes\n"
    "order-closes no\n"
    "pursues-one-protocol yes\n"
    "preference-is-weight yes\n"
    "uri-is-absolute yes\n"
    "max-hops 5\n"
    "port 1903\n"
    "general-service keeper keep+\n"
    "protocol-optional yes\n"
    "protocols-by-rank yes\n"
    "service-decides yes\n"
    "published-decides yes\n"
    "passes-failures yes\n"
    "fallback 10 20 \"s\" \"keeper:fax\" \"\" _keeper._udp\n"
    "fallback 10 30 A \"keeper:post\" \"\" @\n"
    "fallback 20 0 u \"a:b\" \"!.*!x:\\\"1!\" .\n"
    "fallback 20 1 s owner:fax \"\" Elsewhere.Example.\n"
    "because the act of 1903\n"
    "unpublished no office knows it";

static void every_setting_arrives(void **state)
{
    struct ddds_application *plate = read_or_fail(everything);
    struct ddds_services services = DDDS_SERVICES_INIT;
    assert_string_equal(plate->name, "plate");
    assert_string_equal(plate->title, "who keeps the file  on a car");
    assert_string_equal(plate->specification, "the act (of 1903)");
    assert_string_equal(plate->subject, "licence plate");
    assert_string_equal(plate->root, "plates.example");
    assert_string_equal(plate->flags, "SAU");
    assert_string_equal(plate->service, "office");
    assert_string_equal(plate->services, "keeper,owner");
    assert_string_equal(plate->protocols, "fax");
    assert_int_equal(plate->regexp, DDDS_REGEXP_CONSTANT);
    assert_true(plate->delegates_by_replacement);
    assert_false(plate->order_closes);
    assert_true(plate->pursues_one_protocol);
    assert_true(plate->preference_is_weight);
    assert_true(plate->uri_is_absolute);
    assert_int_equal(plate->max_hops, 5);
    assert_int_equal(plate->default_port(plate, NULL), 1903);
    assert_string_equal(plate->general_service, "keeper");
    assert_string_equal(plate->service_family, "keep+");
    assert_true(plate->protocol_is_optional && plate->ranks_protocols &&
                plate->service_decides && plate->passes_failures);
    assert_string_equal(plate->unpublished, "no office knows it");
    assert_string_equal(plate->first_key,
                        "the string, in lower case, rewritten by "
                        "\"!^([a-z]+)([0-9]+)$!\\2.\\1!\", below "
                        "plates.example");
    assert_int_equal(plate->read_services(plate, "keeper:fax", &services, NULL),
                     DDDS_OK);
    assert_int_equal(services.service_count, 1);
    assert_int_equal(services.protocol_count, 1);
    ddds_application_free(plate);
}

static void a_root_that_is_required_is_in_words(void **state)
{
    struct ddds_application *rooted =
        read_or_fail("name p\nkey lower\nroot required\n");
    assert_string_equal(rooted->first_key,
                        "the string, in lower case, below a given root");
    ddds_application_free(rooted);
}

static void what_is_not_said_is_plain(void **state)
{
    struct ddds_application *plain = read_or_fail("name p");
    const struct ddds_application *urn = ddds_application_urn();
    assert_string_equal(plain->flags, urn->flags);
    assert_ptr_equal(plain->read_services, urn->read_services);
    assert_ptr_equal(plain->is_offered, urn->is_offered);
    assert_int_equal(plain->regexp, DDDS_REGEXP_ANY);
    assert_true(plain->order_closes);
    assert_false(plain->delegates_by_replacement ||
                 plain->pursues_one_protocol || plain->preference_is_weight ||
                 plain->uri_is_absolute);
    assert_int_equal(plain->max_hops, 0);
    assert_null(plain->root);
    assert_null(plain->services);
    assert_null(plain->protocols);
    assert_null(plain->unpublished);
    assert_true(plain->fall_back == NULL);
    assert_true(plain->default_port == NULL);
    assert_non_null(plain->title);
    assert_non_null(plain->subject);
    assert_non_null(plain->service);
    assert_string_equal(plain->first_key, "the string");
    ddds_application_free(plain);
    ddds_application_free(NULL);
}

static void rules_that_can_be_used_are_accepted(void **state)
{
    static const char *const texts[] = {
        "fallback 1 2 \"\" \"\" \"!.*!a!\" @\ndelegates-by-replacement yes",
        "fallback 1 2 p \"\" \"\" @\np-delegates yes",
        "fallback 1 2 7 \"\" \"\" @\nflags S7",
        "fallback 1 2 s a \"\" @\ngrammar s-naptr",
        "fallback 1 2 s a \"\" @\ngrammar diameter\nprotocols b\n"
        "protocol-optional yes",
        "fallback 1 2 u \"\" \"!.*!a:b!\" .\nexpressions constant",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        char text[256];
        snprintf(text, sizeof text, "name p\n%s\n", texts[i]);
        ddds_application_free(read_or_fail(text));
    }
}

static void rules_stand_in_once(void **state)
{
    static struct ddds_fallback fallback;
    const struct ddds_dead_end first = {.reason = DDDS_REASON_NO_NAME};
    const struct ddds_dead_end second = {.round = 1};
    struct ddds_application *plate = read_or_fail(everything);
    const struct ddds_start start = {.key = "123.ab.plates.example"};
    plate->fall_back(plate, &start, &first, &fallback);
    assert_int_equal(fallback.count, 4);
    assert_string_equal(fallback.because, "the act of 1903");
    const struct ddds_rule *rules = fallback.rules;
    assert_int_equal(rules[0].order, 10);
    assert_int_equal(rules[0].preference, 20);
    assert_string_equal(rules[0].flags, "s");
    assert_string_equal(rules[0].services, "keeper:fax");
    assert_string_equal(rules[0].regexp, "");
    assert_string_equal(rules[0].replacement,
                        "_keeper._udp.123.ab.plates.example");
    assert_string_equal(rules[1].replacement, "123.ab.plates.example");
    assert_string_equal(rules[2].regexp, "!.*!x:\"1!");
    assert_string_equal(rules[2].replacement, "");
    assert_string_equal(rules[3].replacement, "elsewhere.example");
    memset(&fallback, 0, sizeof fallback);
    plate->fall_back(plate, &start, &second, &fallback);
    assert_int_equal(fallback.count, 0);
    ddds_application_free(plate);
}

static void a_name_that_is_too_long_below_the_key_costs_its_rule(void **state)
{
    static struct ddds_fallback fallback;
    const struct ddds_dead_end dead_end = {.reason = DDDS_REASON_NO_NAME};
    struct ddds_application *plate = read_or_fail(everything);
    struct ddds_start start;
    memset(&start, 0, sizeof start);
    memset(start.key, 'a', DDDS_KEY_SIZE - 1);
    plate->fall_back(plate, &start, &dead_end, &fallback);
    assert_non_null(fallback.rules[0].defect);
    assert_string_equal(fallback.rules[0].replacement, "");
    assert_null(fallback.rules[1].defect);
    assert_string_equal(fallback.rules[1].replacement, start.key);
    ddds_application_free(plate);
}

static void grammars_bring_their_way_to_compare(void **state)
{
    struct ddds_application *like = read_or_fail("name g\ngrammar s-naptr\n");
    assert_ptr_equal(like->is_offered, ddds_application_s_naptr()->is_offered);
    assert_true(like->requires_tags);
    ddds_application_free(like);
    like = read_or_fail("name g\ngrammar sip\n");
    assert_ptr_equal(like->is_offered, ddds_application_sip()->is_offered);
    assert_false(like->requires_tags);
    ddds_application_free(like);
}

static void each_grammar_reads_as_it_is_named(void **state)
{
    const struct {
        const char *description;
        const char *field;
        ddds_status status;
        size_t protocols;
        size_t services;
    } rows[] = {
        {"name g\ngrammar rfc3404", "a+b+c", DDDS_OK, 1, 2},
        {"name g\ngrammar s-naptr", "a:b:c", DDDS_OK, 2, 1},
        {"name g\ngrammar enum", "E2U+sip+email:mailto", DDDS_OK, 0, 2},
        {"name g\ngrammar enum", "sip+E3U", DDDS_MALFORMED, 0, 0},
        {"name g\ngrammar sip", "SIP+D2T", DDDS_OK, 1, 1},
        {"name g\ngrammar radius", "x-eduroam:radius.tls", DDDS_OK, 2, 1},
        {"name g\ngrammar diameter", "aaa:diameter.dtls", DDDS_OK, 1, 1},
        {"name g\ngrammar ddi", "I2R+http", DDDS_OK, 1, 1},
        {"name g\ngrammar whole", "a:b+c", DDDS_OK, 0, 1},
        {"name g\ngrammar whole", "", DDDS_OK, 0, 0},
        {"name g\ngrammar none", "a:b+c ", DDDS_OK, 0, 0},
        {"name g\ngrammar rfc3404", "a:b", DDDS_MALFORMED, 0, 0},
        {"name g\ngrammar s-naptr", "a b", DDDS_MALFORMED, 0, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct ddds_services services = DDDS_SERVICES_INIT;
        struct ddds_application *grammar = read_or_fail(rows[i].description);
        assert_int_equal(
            grammar->read_services(grammar, rows[i].field, &services, NULL),
            rows[i].status);
        if (rows[i].status == DDDS_OK) {
            assert_int_equal(services.protocol_count, rows[i].protocols);
            assert_int_equal(services.service_count, rows[i].services);
        }
        ddds_application_free(grammar);
    }
}

/* ---- What else an input says -------------------------------------------- */

static const char parts[] =
    "name p\n"
    "given-port !^[^:]*:([0-9]+)(;.*)?$!\\1!\n"
    "given-protocols !;by=fax$!fax!\n"
    "given-protocols !^safe[.]!post,courier!\n"
    "skips-rules !;by=!\n"
    "addresses-if !;host!\n"
    "string rewrite-if !^([^:;]*).*$!\\1!\n"
    "string host\n"
    "grammar s-naptr\n"
    "port 7 fax\n"
    "port 9 post,courier\n"
    "fallback 1 1 \"s\" \"a:fax\" \"\" _fax._tcp\n"
    "fallback 1 2 \"a\" \"a:post\" \"\" elsewhere.example.\n";

static void the_input_says_where_to_begin(void **state)
{
    const struct {
        const char *input;
        enum ddds_beginning beginning;
        uint16_t port;
        const char *protocols;
        bool falls_to_host;
        const char *rules; /* their flags and replacements */
    } rows[] = {
        {"a.example", DDDS_BEGIN_RULES, 0, "", false,
         "s _fax._tcp.a.example, a elsewhere.example, "},
        {"safe.example", DDDS_BEGIN_RULES, 0, "post,courier", false,
         "s _fax._tcp.safe.example, a elsewhere.example, "},
        {"a.example;by=fax", DDDS_BEGIN_DIRECT, 0, "fax", false,
         "s _fax._tcp.a.example, a elsewhere.example, "},
        {"a.example;host", DDDS_BEGIN_RULES, 0, "", true,
         "s _fax._tcp.a.example, a a.example, a elsewhere.example, "},
        {"a.example:80;host", DDDS_BEGIN_DIRECT, 80, "", false,
         "a a.example, a elsewhere.example, "},
        {"192.0.2.1", DDDS_BEGIN_ADDRESS, 0, "", false,
         "a 192.0.2.1, a elsewhere.example, "},
    };
    struct ddds_application *application = read_or_fail(parts);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        static struct ddds_fallback fallback;
        const struct ddds_dead_end dead_end = {.reason = DDDS_REASON_NO_NAME};
        struct started started;
        char rules[256] = "";
        size_t length = 0;
        start_with(application, rows[i].input, NULL, &started);
        memset(&fallback, 0, sizeof fallback);
        application->fall_back(application, &started.start, &dead_end,
                               &fallback);
        for (size_t k = 0; k < fallback.count; k++) {
            length += (size_t)snprintf(rules + length, sizeof rules - length,
                                       "%s %s, ", fallback.rules[k].flags,
                                       fallback.rules[k].replacement);
        }
        print_message("%s: %s %s\n", rows[i].input, started.error.detail,
                      rules);
        assert_int_equal(started.status, DDDS_OK);
        assert_int_equal(started.start.beginning, rows[i].beginning);
        assert_int_equal(started.start.port, rows[i].port);
        assert_string_equal(started.start.only_protocols, rows[i].protocols);
        assert_int_equal(started.start.host_without_servers,
                         rows[i].falls_to_host);
        assert_string_equal(rules, rows[i].rules);
    }
    assert_not_begun(application, "a.example:0", NULL, DDDS_BAD_INPUT,
                     DDDS_NO_OFFSET, "port \"0\" is not from 1 to 65535");
    assert_not_begun(application, "a.example:65536", NULL, DDDS_BAD_INPUT,
                     DDDS_NO_OFFSET, "port \"65536\" is not from");
    ddds_application_free(application);
    application = read_or_fail("name p\nfallback 1 1 s \"\" \"\" @\n"
                               "given-protocols !^(.*)$!\\1!\n");
    assert_not_begun(application, "a,,b", NULL, DDDS_BAD_INPUT, DDDS_NO_OFFSET,
                     "the protocols of the input are not a list");
    ddds_application_free(application);
}

static void ports_depend_on_protocols(void **state)
{
    const struct {
        const char *field;
        uint16_t port;
    } rows[] = {
        {"a:fax", 7},
        {"a:COURIER", 9},
        {"a:smoke", 0},
        {"a", 0},
    };
    struct ddds_application *application = read_or_fail(parts);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct ddds_services services = DDDS_SERVICES_INIT;
        assert_int_equal(application->read_services(application, rows[i].field,
                                                    &services, NULL),
                         DDDS_OK);
        assert_int_equal(application->default_port(application, &services),
                         rows[i].port);
    }
    ddds_application_free(application);
}

/* ---- What it makes of an input ----------------------------------------- */

/* Has |detail| this |piece|, at its end if the piece ends with "$"? */
static bool has_piece(const char *detail, const char *piece)
{
    char whole[DDDS_DETAIL_SIZE + 1];
    snprintf(whole, sizeof whole, "%s$", detail);
    return strstr(whole, piece) != NULL;
}

static void steps_make_string_and_key(void **state)
{
    const struct {
        const char *description;
        const char *input;
        const char *roots;
        const char *string; /* NULL: it is refused */
        const char *key;    /* or a piece of the refusal */
    } rows[] = {
        {"", "Example.COM", NULL, "Example.COM", "example.com"},
        {"string upper\n", "aBc", NULL, "ABC", "abc"},
        {"string lower\n", "aBc", NULL, "abc", "abc"},
        {"string reverse\n", "abcd", NULL, "dcba", "dcba"},
        {"string reverse\n", "abc", NULL, "cba", "cba"},
        {"string labels\n", "a", NULL, "a", "a"},
        {"string labels\n", "abc", NULL, "a.b.c", "a.b.c"},
        {"string reverse\nkey rewrite !.*!k!\n", "a\u00e9\u20ac", NULL,
         "\u20ac\u00e9a", "k"},
        {"string reverse\nkey rewrite !.*!k!\n", "\xc3\xa9\xff", NULL,
         "\xff\xa9\xc3", "k"},
        {"string labels\nkey rewrite !.*!k!\n", "\u00e9\u00fc", NULL,
         "\u00e9.\u00fc", "k"},
        {"string strip \u00e9\nkey rewrite !.*!k!\n", "\u00e9\u00e8", NULL,
         "\u00e8", "k"},
        {"string strip b\n", "abcb", NULL, "ac", "ac"},
        {"string strip \" .\"\n", "a. b", NULL, "ab", "ab"},
        {"string replace : .\n", "a:b:c", NULL, "a.b.c", "a.b.c"},
        {"string within !^[^:]*:(.*)$! replace : -\nkey rewrite !.*!k!\n",
         "a:b:c", NULL, "a:b-c", "k"},
        {"string host\n", "Example.COM.", NULL, "example.com", "example.com"},
        {"string host\n", "192.0.2.1", NULL, "192.0.2.1", "192.0.2.1"},
        {"string host\n", "[2001:DB8:0::1]", NULL, "2001:db8::1",
         "2001:db8::1"},
        {"string host\n", "2001:db8::1", NULL, "2001:db8::1", "2001:db8::1"},
        {"string host\n", "[192.0.2.1]", NULL, NULL, "is not a valid domain"},
        {"string host\nroot e.example\n", "192.0.2.1", NULL, "192.0.2.1",
         "192.0.2.1.e.example"},
        {"string urn\nkey rewrite !^urn:([^:]+)!\\1!\n", "URN:Ex:a%2fB?+r#f",
         NULL, "urn:ex:a%2FB", "ex"},
        {"string urn\n", "ex:a", NULL, NULL, "expected \"urn:\""},
        {"string strip \"\"\"\n", "a\"b", NULL, "ab", "ab"},
        {"string rewrite !(b.*)!\\1!\n", "abc", NULL, "bc", "bc"},
        {"key reverse\nkey labels\nroot e.example\n", "123", NULL, "123",
         "3.2.1.e.example"},
        {"key reverse\nkey labels\nroot e.example\n", "123", "other.example",
         "123", "3.2.1.other.example"},
        {"string strip -\nkey strip +\n", "+1-2", NULL, "+12", "12"},
        {"key reverse-labels\n", "2.999.1.50", NULL, "2.999.1.50",
         "50.1.999.2"},
        {"key reverse-labels\n", "abc", NULL, "abc", "abc"},
        {"string reverse-labels\nkey rewrite !.*!k!\n", ".ab..c.", NULL,
         ".c..ab.", "k"},
        {"string check-digit\n", "4006381333931", NULL, "400638133393",
         "400638133393"},
        {"string check-digit\n", "00", NULL, "0", "0"},
        {"string check-digit\n", "4006381333932", NULL, NULL,
         "it has the check digit 2 instead of 1"},
        {"string check-digit\n", "4", NULL, NULL,
         "it must have digits and a check digit"},
        {"string check-digit\n", "40063813x3931", NULL, NULL,
         "it must have digits and a check digit"},
        {"key hash sha256 base32\n", "abc", NULL, "abc",
         "xj4bnp4pahh6uqkbidpf3lrceoyagyndsylxvhfucd7wd4qacwwq"},
        {"string hash sha256 hex\nkey rewrite !.*!k!\n", "abc", NULL,
         "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
         "k"},
        {"key hash sha1 hex\n", "abc", NULL, "abc",
         "a9993e364706816aba3e25717850c26c9cd0d89d"},
        {"key hash sha1 base32\n", "abc", NULL, "abc",
         "vgmt4nsha2awvor6evyxqugcnsonbwe5"},
        {"key hash md5 hex\n", "abc", NULL, "abc",
         "900150983cd24fb0d6963f7d28e17f72"},
        {"key hash md5 base32\n", "abc", NULL, "abc",
         "saavbgb42jh3bvuwh56sryl7oi"},
        {"key address\n", "192.0.2.44", NULL, "192.0.2.44",
         "44.2.0.192.in-addr.arpa"},
        {"key address\n", "192.0.2.0/24", NULL, "192.0.2.0/24",
         "2.0.192.in-addr.arpa"},
        {"key address\n", "192.0.2.255/23", NULL, "192.0.2.255/23",
         "0.192.in-addr.arpa"},
        {"key address\n", "0.0.0.0/0", NULL, "0.0.0.0/0", "in-addr.arpa"},
        {"key address\n", "2001:DB8::1", NULL, "2001:DB8::1",
         "1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2."
         "ip6.arpa"},
        {"key address\n", "2001:db8::/32", NULL, "2001:db8::/32",
         "8.b.d.0.1.0.0.2.ip6.arpa"},
        {"key address\n", "::ffff:192.0.2.1/7", NULL, "::ffff:192.0.2.1/7",
         "0.ip6.arpa"},
        {"key address\n", "192.0.2.44.example", NULL, "192.0.2.44.example",
         "192.0.2.44.example"},
        {"key address\n", "192.0.2.444", NULL, "192.0.2.444", "192.0.2.444"},
        {"string address\nkey rewrite !.*!k!\n", "192.0.2.0/33", NULL,
         "192.0.2.0/33", "k"},
        {"string address\nkey rewrite !.*!k!\n", "192.0.2.0/", NULL,
         "192.0.2.0/", "k"},
        {"string address\nkey rewrite !.*!k!\n", "192.0.2.0/+8", NULL,
         "192.0.2.0/+8", "k"},
        {"key add-check-digit\n", "0061414132260", NULL, "0061414132260",
         "00614141322602"},
        {"key add-check-digit\n", "6", NULL, "6", "62"},
        {"key add-check-digit\n", "1a", NULL, NULL, "it must have digits"},
        {"string number\n", "+44 (1632) 960-083", NULL, "+441632960083",
         "+441632960083"},
        {"string number\n", "tel:+44-1632-960083", NULL, "+441632960083",
         "+441632960083"},
        {"string number\n", "1632", NULL, NULL, "found \"1\" at 0"},
        {"string number\n", "+1234567890123456", NULL, NULL,
         "the end after 15 digits"},
        {"string rewrite !^.+@(.+)$!\\1!\nstring domain\n", "a@b..example",
         NULL, NULL, "a label is empty$"},
        {"string domain\n", "b..example", NULL, NULL,
         "a label is empty, at 2$"},
        {"string domain\n", "Example.COM.", NULL, "example.com", "example.com"},
        {"string domain\n", "a@b.example", NULL, NULL, "after the \"@\", at 1"},
        {"example xbc\nstring rewrite !^x!y!\n", "b", NULL, NULL,
         "not a valid input: found \"b\" at 0; write it like xbc"},
        {"example aab\nstring rewrite !^(a+b)$!\\1!\n", "aaca", NULL, NULL,
         "not a valid input: found \"c\" at 2; write it like aab"},
        {"example aab\nstring rewrite !^(a+b)$!\\1!\n", "aa", NULL, NULL,
         "found the end at 2"},
        {"example aab\nstring rewrite-if !^x!y!\n"
         "string rewrite !^(a+b)$!\\1!\n",
         "aaca", NULL, NULL, "not a valid input; write it like"},
        {"example aab\nstring lower\nstring rewrite !^(a+b)$!\\1!\n", "AACA",
         NULL, NULL, "not a valid input; write it like"},
        {"example 48\nroot required\nstring check-digit\n", "43", NULL, NULL,
         "it has the check digit 3 instead of 8; write it like 48"},
        {"root requird.\n", "a", NULL, "a", "a.requird"},
        {"root required\n", "a", "r.example", "a", "a.r.example"},
        {"root required\n", "a", NULL, NULL, "p needs a root"},
        {"string rewrite-if !^b!x!\n", "abc", NULL, "abc", "abc"},
        {"string rewrite-if !^a(.*)!x\\1!\n", "abc", NULL, "xbc", "xbc"},
        {"string within !^([^:]+):! upper\nkey rewrite !.*!k!\n", "iso:abc",
         NULL, "ISO:abc", "k"},
        {"string within !:(.*)$! upper\nkey rewrite !.*!k!\n", "iso", NULL,
         "iso", "k"},
        {"string within !:(.*)$! hash md5 hex\nkey rewrite !.*!k!\n", "iso:abc",
         NULL, "iso:900150983cd24fb0d6963f7d28e17f72", "k"},
        {"string within !^.(.)! strip b\n", "abc", NULL, "ac", "ac"},
        {"string within #^(A+)#i lower\nkey rewrite !.*!k!\n", "AaB", NULL,
         "aaB", "k"},
        {"string within !^b(.)! rewrite !x!y!\n", "abc", NULL, "abc", "abc"},
        {"string within !^a(.)! rewrite !x!y!\n", "abc", NULL, NULL,
         "not a valid input: it does not match !x!y!"},
        {"string within !^(.*)c! labels\n", "abcd", NULL, "a.bcd", "a.bcd"},
        {"string rewrite !^b!x!\n", "abc", NULL, NULL,
         "not a valid input: it does not match !^b!x!"},
        {"subject plate\nstring strip a\n", "aa", NULL, NULL,
         "the plate is empty"},
        {"", "", NULL, NULL, "the input is empty"},
        {"root e.example\n", "b\u00fccher", NULL, "b\u00fccher",
         "xn--bcher-kva.e.example"},
        {"", "\u200d.example", NULL, NULL, "first key: "},
        {"", "a\xff", NULL, NULL, "first key: "},
        /* With a backslash before each. */
        {"",
         "((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((."
         "((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((."
         "((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((",
         NULL, NULL, "is longer than 255 octets"},
        {"", "a..b", NULL, NULL, "first key: "},
        {"", ".", NULL, NULL, "the first key is the root"},
        {"root e.example\n", "a", "b..c", NULL, "root \"b..c\""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[256];
        struct started started;
        snprintf(text, sizeof text, "name p\n%s", rows[i].description);
        struct ddds_application *application = read_or_fail(text);
        start_with(application, rows[i].input, rows[i].roots, &started);
        if (rows[i].string != NULL
                ? started.status != DDDS_OK ||
                      strcmp(started.aus, rows[i].string) != 0 ||
                      strcmp(started.start.key, rows[i].key) != 0
                : started.status == DDDS_OK ||
                      !has_piece(started.error.detail, rows[i].key)) {
            fail_msg("%s%s: %d %s %s %s", text, rows[i].input, started.status,
                     started.aus, started.start.key, started.error.detail);
        }
        ddds_application_free(application);
    }
}

static void long_inputs_are_refused(void **state)
{
    static char input[LIMIT_OUTPUT_SIZE + 1];
    struct started started;
    struct ddds_application *plain = read_or_fail("name p\nstring labels\n");
    memset(input, 'a', LIMIT_OUTPUT_SIZE);
    start_with(plain, input, NULL, &started);
    assert_int_equal(started.status, DDDS_LIMIT);
    input[LIMIT_OUTPUT_SIZE - 1] = '\0';
    start_with(plain, input, NULL, &started);
    assert_int_equal(started.status, DDDS_LIMIT);
    input[LIMIT_OUTPUT_SIZE / 2 + 1] = '\0';
    start_with(plain, input, NULL, &started);
    assert_int_equal(started.status, DDDS_LIMIT);
    input[600] = '\0'; /* more than |started| has room for */
    start_with(plain, input, NULL, &started);
    assert_int_equal(started.status, DDDS_LIMIT);
    input[300] = '\0';
    start_with(plain, input, NULL, &started);
    assert_int_equal(started.status, DDDS_BAD_INPUT); /* no key is so long */
    ddds_application_free(plain);
}

/* ---- What is refused --------------------------------------------------- */

#define FOUR(text) text text text text
#define THIRTY_TWO(text) FOUR(text text text text text text text text)

static const struct {
    const char *text;
    const char *detail; /* how it begins */
} refusals[] = {
    {"", "t:1:1: the application has no name; write: name NAME"},
    {"# nothing\n\n", "t:1:1: the application has no name"},
    {"name\n", "t:1:5: name has no value; write, for example: name plate"},
    {"name p\n  rot x\n", "t:2:3: unknown setting \"rot\"; did you mean "
                          "\"root\"?"},
    {"name p\nordr-closes yes\n",
     "t:2:1: unknown setting \"ordr-closes\"; did you mean "
     "\"order-closes\"?"},
    {"name p\nNAME q\n", "t:2:1: unknown setting \"NAME\"; did you mean "
                         "\"name\"?"},
    {"name p\nxyzzy 1\n", "t:2:1: unknown setting \"xyzzy\"; see ddds-app(5)"},
    {"name p\nroot a\nflags s\nroot b\n",
     "t:4:1: root is already set in line 2"},
    {"name Plate\n", "t:1:6: a name has lower-case letters"},
    {"name pl_ate\n", "t:1:8: a name has"},
    {"name -p\n", "t:1:6: a name has"},
    {"name abcdefghijklmnopqrstuvwxyz0123456789\n", "t:1:42: a name has"},
    {"name p\nstring lower\nstring urn\n",
     "t:3:8: urn reads the input: write it as the first step of string"},
    {"name p\nkey urn\n", "t:2:5: urn reads the input"},
    {"name p\nstring urn\nkey urn\n", "t:3:5: urn reads the input"},
    {"name p\nservices keeper:fax\n", "t:2:1: \"keeper:fax\" is a whole"},
    {"name p\ngrammar sip\nservices SIP,SIP:x\n", "t:3:1: \"SIP:x\" is a"},
    {"name p\ngrammar radius\nservices email:mailto\n", "t:3:1: \"email:m"},
    {"name urn\n", "t:1:6: \"urn\" is the name of another application"},
    {"name p\nroot Required\n", "t:2:6: did you mean \"required\"? If "
                                "\"Required\" is a domain, write a dot "
                                "after it"},
    {"name p\nroot requird\n", "t:2:6: did you mean \"required\"?"},
    {"name p\nservices a,c\nknown-services A,b\n",
     "t:2:1: \"c\" is not one of known-services: A,b"},
    {"name p\nservices a,d+1,c+\nknown-services a\ngeneral-service a d+\n",
     "t:2:1: \"c+\" is not one of known-services: a"},
    {"name p\nknown-protocols x\nprotocols y\n",
     "t:3:1: \"y\" is not one of known-protocols: x"},
    {"name p\nknown-servers a=_a._b,c\n",
     "t:2:23: known-servers: write a service or protocol, \"=\" and"},
    {"name p\nknown-servers =_a._b\n", "t:2:15: known-servers: write"},
    {"name p\nknown-servers a=a._b\n", "t:2:15: known-servers: write"},
    {"name p\nknown-servers a=_a.b\n", "t:2:15: known-servers: write"},
    {"name p\nknown-servers a=_a,b=_b._c\n", "t:2:15: known-servers: write"},
    {"name p\nknown-servers a=_a._b,\n", "t:2:23: known-servers: write"},
    {"name p\nservice-decides yes\n",
     "t:2:1: service-decides needs: order-closes no"},
    {"name p\n\nprotocols-by-rank yes\npursues-one-protocol no\n",
     "t:3:1: protocols-by-rank needs: pursues-one-protocol yes"},
    {"name p\n example  42\nsubject key\nstring check-digit\n",
     "t:2:11: not a valid key: it has the check digit 2 instead of 8"},
    {"name p\nexample a..b\n", "t:2:9: "},
    {"name p\nexample abd\nroot required\nstring rewrite !^abc$!x!\n",
     "t:2:11: not a valid input: it does not match !^abc$!x!"},
    {"name p\nexample ab\nkey hash sha256 hex\n", "t:2:9: first key: "},
    {"name p\nroot a..b\n", "t:2:8: \"a..b\" is not a valid domain name"},
    {"name p\nflags SX\n", "t:2:8: write flags as letters of S, A, U, P and D"},
    {"name p\nflags SAUPDS\n", "t:2:12: write flags as letters"},
    {"name p\ngrammar enumm\n",
     "t:2:9: unknown grammar \"enumm\"; write one of "
     "rfc3404, "},
    {"name p\nservices a,,b\n", "t:2:12: services: expected names"},
    {"name p\nprotocols a, b\n", "t:2:13: protocols: expected names"},
    {"name p\nexpressions some\n", "t:2:13: expressions: write any"},
    {"name p\norder-closes true\n", "t:2:14: order-closes: write yes or no"},
    {"name p\nmax-hops 0\n", "t:2:10: max-hops: a whole number from 1 to 1000"},
    {"name p\nmax-hops 1001\n", "t:2:10: max-hops: a whole"},
    {"name p\nmax-hops 5x\n", "t:2:10: max-hops: a whole"},
    {"name p\nport 65536\n", "t:2:6: port: write a number from 1 to 65535"},
    {"name p\nport 0\n", "t:2:6: port: write a number"},
    {"name p\nport 1 a,,b\n", "t:2:10: port: write a number"},
    {"name p\nport 1 a b\n", "t:2:8: port: write a number"},
    {"name p\nport 1\nport 2\nport 3\nport 4\nport 5\n",
     "t:6:6: port: there are more than 4"},
    {"name p\nfallback 1 2 s \"\" \"\" @\ngiven-port !(!a!\n",
     "t:3:13: the expression \"(\" never closes a parenthesis"},
    {"name p\nfallback 1 2 s \"\" \"\" @\ngiven-protocols !a!\n", "t:3:"},
    {"name p\nskips-rules !a!b!\n", "t:2:"},
    {"name p\nskips-rules a\n", "t:2:13: write an expression: "},
    {"name p\naddresses-if !(!\n", "t:2:15: the expression"},
    {"name p\n" THIRTY_TWO("key lower\n") "key upper\n",
     "t:34:5: there are more than 32 lines of this setting"},
    {"name p\ngiven-port !a!1!\n",
     "t:2:1: given-port needs fallback rules, and there are none"},
    {"name p\nskips-rules !a!\n", "t:2:1: skips-rules needs fallback rules"},
    {"name p\n\naddresses-if !a!\n",
     "t:3:1: addresses-if needs fallback rules"},
    {"name p\npublished-decides yes\n",
     "t:2:1: published-decides needs fallback rules or shorter keys"},
    {"name p\npasses-failures no\n",
     "t:2:1: passes-failures needs fallback rules or shorter keys"},
    {"name p\nflags SAU\np-delegates yes\n",
     "t:3:1: p-delegates needs the flag P"},
    {"name p\ngeneral-service aaa\n",
     "t:2:17: general-service: write a service, and how"},
    {"name p\ngeneral-service a b c\n", "t:2:17: general-service: write"},
    {"name p\nstring replace :\n", "t:2:16: write two characters"},
    {"name p\nstring replace ab\n", "t:2:16: write two characters"},
    {"name p\nstring lowr\n", "t:2:8: unknown step \"lowr\"; write lower"},
    {"name p\nstring lower case\n", "t:2:14: lower takes no argument"},
    {"name p\nkey strip\n", "t:2:10: strip needs an argument"},
    {"name p\nkey strip a b\n",
     "t:2:12: write the characters to strip together"},
    {"name p\nkey strip \"\"\n", "t:2:12: the quotes are empty"},
    {"name p\nkey rewrite !a!\n", "t:2:"},
    {"name p\nkey hash\n", "t:2:9: hash needs an argument: hash sha256 "
                           "base32"},
    {"name p\nkey hash sha512 hex\n", "t:2:10: write sha256, sha1 or md5"},
    {"name p\nkey hash sha256 BASE32\n", "t:2:17: write sha256, sha1 or md5"},
    {"name p\nkey hash md5\n", "t:2:10: write sha256, sha1 or md5"},
    {"name p\nkey within\n", "t:2:11: write an expression with a group"},
    {"name p\nkey within lower\n", "t:2:12: write an expression"},
    {"name p\nkey within !^(.)!\n", "t:2:12: write an expression"},
    {"name p\nkey within !^(.) lower\n", "t:2:12: write an expression"},
    {"name p\nkey within !^.! lower\n",
     "t:2:12: write an expression with a group"},
    {"name p\nkey within !^.!i lower\n",
     "t:2:12: write an expression with a group"},
    {"name p\nkey within ^([^:]+): upper\n",
     "t:2:12: write an expression with a group"},
    {"name p\nkey within !^(.! lower\n", "t:2:14: the expression"},
    {"name p\nkey within !^(.)!x lower\n",
     "t:2:12: write an expression with a group"},
    {"name p\nkey within !^(.)! within !^(.)! lower\n",
     "t:2:19: unknown step \"within\""},
    {"name p\nkey within !^(.)! lowr\n", "t:2:19: unknown step \"lowr\""},
    {"name p\nshorten in-addr.arpa\n", "t:2:21: shorten: write a domain and"},
    {"name p\nshorten in-addr.arpa 3 3\n", "t:2:24: shorten: write"},
    {"name p\nshorten in-addr.arpa 3 0\n", "t:2:24: shorten: write"},
    {"name p\nshorten in-addr.arpa 999\n", "t:2:22: shorten: write"},
    {"name p\nshorten a 9 8 7 6 5 4 3 2 1\n", "t:2:27: shorten: write"},
    {"name p\nshorten a..b 1\n", "t:2:11: "},
    {"name p\nshorten a 1\nshorten b 1\nshorten c 1\n",
     "t:4:9: shorten: there are more than 2"},
    {"name p\nshorten a 1\nfallback 1 2 s \"\" \"\" @\n",
     "t:2:1: \"fallback\" and \"shorten\" do not go together"},
    {"name p\nkey rewrite !^+46(.*)$!x!\n", "t:2:15: the expression \"^+46"},
    {"name p\nfallback 1 2 s\n",
     "t:2:15: there are fewer than six fields: an order"},
    {"name p\nfallback 1 2 s \"\" \"\" a b\n",
     "t:2:24: there are more than six fields: an order"},
    {"name p\nfallback 1 \"s\" \"\" \"\" a\n", "t:2:12: the preference is"},
    {"name p\nfallback 1 2 s \"\" \"! a\n", "t:2:19: this quote is not closed"},
    {"name p\nfallback 70000 2 s \"\" \"\" a\n", "t:2:10: the order is"},
    {"name p\nfallback 1 x s \"\" \"\" a\n", "t:2:12: the preference is"},
    {"name p\nfallback 1 2 s \"\" \"!(!a!\" .\n", "t:2:19: the expression"},
    {"name p\nfallback 1 2 s \"\" \"!(a)!\\1!\" .\n", "t:2:25: in a master "
                                                      "file a backslash"},
    {"name p\nfallback 1 2 s \"\" \"\" a..b\n", "t:2:24: "},
    {"name p\nfallback 1 2 x \"\" \"\" @\n",
     "t:2:14: the application ignores rules with this flag"},
    {"name p\nfallback 1 2 \"u\" \"\" \"!.*!a:b!\" .\nflags SA\n",
     "t:2:14: the application ignores rules with this flag"},
    {"name p\nfallback 1 2 sa \"\" \"\" @\n",
     "t:2:14: these flags exclude each other"},
    {"name p\nfallback 1 2 u \"\" \"\" @\n",
     "t:2:22: a domain name is not a URI; with the flag U, write"},
    {"name p\nfallback 1 2 u \"\" \"!.*!a:b!\" @\n",
     "t:2:30: a rule has either an expression or a replacement"},
    {"name p\nfallback 1 2 s \"\" \"\" .\n",
     "t:2:22: a rule has either an expression or a replacement"},
    {"name p\nfallback 1 2 \"\" \"\" \"!.*!a!\" .\n"
     "delegates-by-replacement yes\n",
     "t:2:29: a replacement is missing"},
    {"name p\nexpressions none\nfallback 1 2 u \"\" \"!.*!a:b!\" .\n",
     "t:3:19: the setting \"expressions\" allows no expression"},
    {"name p\nexpressions constant\nfallback 1 2 u \"\" \"!a!a:b!\" .\n",
     "t:3:19: the setting \"expressions\" allows only"},
    {"name p\nexpressions constant\nfallback 1 2 s \"\" \"!.*!a!\" .\n",
     "t:3:19: the setting \"expressions\" allows only"},
    {"name p\ngrammar s-naptr\nfallback 1 2 s \"a b\" \"\" @\n", "t:3:16: "},
    {"name p\ngrammar s-naptr\nfallback 1 2 s \"\" \"\" @\n",
     "t:3:16: with this grammar, a rule names a service"},
    {"name p\ngrammar s-naptr\nprotocols b\nfallback 1 2 s a \"\" @\n",
     "t:4:16: with this grammar, a rule names a service and a protocol"},
    {"name p\nbecause x\n",
     "t:2:1: because needs fallback rules, and there are none"},
    {"name p\ntitle a\033[1mb\n", "t:2:8: a control character; remove it"},
    {"name p\n# \177\n", "t:2:3: a control character"},
    {"\357\273\277name p\n", "t:1:1: the file begins with a byte order mark"},
};

static void refusals_say_where_and_what_to_write(void **state)
{
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        const char *text = refusals[i].text;
        struct ddds_error error = {0};
        struct ddds_application *application =
            ddds_application_read("t", text, strlen(text), &error);
        if (application != NULL || error.status != DDDS_SYNTAX ||
            strncmp(error.detail, refusals[i].detail,
                    strlen(refusals[i].detail)) != 0 ||
            strstr(error.detail, ", at ") != NULL) {
            fail_msg("%s: %s", text, error.detail);
        }
        assert_null(ddds_application_read("t", text, strlen(text), NULL));
    }
    assert_null(ddds_application_read("t", "name p\n\0", 8, NULL));
}

/* |line|, |count| times, after a name. */
static ddds_status read_repeated(const char *line, size_t count)
{
    static char text[LIMIT_DESCRIPTION + 64];
    size_t length = (size_t)snprintf(text, sizeof text, "name p\n");
    for (size_t i = 0; i < count && length < sizeof text - 64; i++) {
        length +=
            (size_t)snprintf(text + length, sizeof text - length, "%s", line);
    }
    struct ddds_error error = {0};
    ddds_application_free(ddds_application_read("t", text, length, &error));
    return error.status;
}

static void there_is_a_limit_to_everything(void **state)
{
    assert_int_equal(read_repeated("key upper\n", LIMIT_TRANSFORMATIONS),
                     DDDS_OK);
    assert_int_equal(read_repeated("key upper\n", LIMIT_TRANSFORMATIONS + 1),
                     DDDS_SYNTAX);
    const char *rule = "fallback 1 1 s \"\" \"\" a\n";
    assert_int_equal(read_repeated(rule, DDDS_FALLBACK_MAX), DDDS_OK);
    assert_int_equal(read_repeated(rule, DDDS_FALLBACK_MAX + 1), DDDS_SYNTAX);
    assert_int_equal(read_repeated("#\n", (LIMIT_DESCRIPTION - 8) / 2),
                     DDDS_OK);
    assert_int_equal(read_repeated("#\n", (LIMIT_DESCRIPTION - 4) / 2),
                     DDDS_LIMIT);
}

static void files_are_opened_or_say_why_not(void **state)
{
    char path[] = "/tmp/description.XXXXXX";
    struct ddds_error error;
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    assert_int_equal(write(descriptor, "name p\nflags X\n", 15), 15);
    assert_null(ddds_application_open(path, &error));
    assert_int_equal(error.status, DDDS_SYNTAX);
    assert_int_equal(strncmp(error.detail, path, strlen(path)), 0);
    assert_int_equal(ftruncate(descriptor, 7), 0);
    struct ddds_application *opened = ddds_application_open(path, &error);
    assert_non_null(opened);
    assert_string_equal(opened->name, "p");
    ddds_application_free(opened);
    close(descriptor);
    unlink(path);
    assert_null(ddds_application_open(path, &error));
    assert_int_equal(error.status, DDDS_UNREADABLE);
    assert_null(ddds_application_open("/", &error));
    assert_int_equal(error.status, DDDS_UNREADABLE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_setting_arrives),
        cmocka_unit_test(a_root_that_is_required_is_in_words),
        cmocka_unit_test(what_is_not_said_is_plain),
        cmocka_unit_test(rules_that_can_be_used_are_accepted),
        cmocka_unit_test(rules_stand_in_once),
        cmocka_unit_test(a_name_that_is_too_long_below_the_key_costs_its_rule),
        cmocka_unit_test(each_grammar_reads_as_it_is_named),
        cmocka_unit_test(grammars_bring_their_way_to_compare),
        cmocka_unit_test(the_input_says_where_to_begin),
        cmocka_unit_test(ports_depend_on_protocols),
        cmocka_unit_test(steps_make_string_and_key),
        cmocka_unit_test(long_inputs_are_refused),
        cmocka_unit_test(refusals_say_where_and_what_to_write),
        cmocka_unit_test(there_is_a_limit_to_everything),
        cmocka_unit_test(files_are_opened_or_say_why_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
