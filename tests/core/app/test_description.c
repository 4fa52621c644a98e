/* Descriptions of applications: their settings, their keys for inputs, and the
 * places of errors.
 *
 * SPDX-License-Identifier: MIT */
#include <unistd.h>

#include <ddds/application.h>

#include "base/limits.h"
#include "core/start.h"
#include "base/table.h"

#define TABLE "fixtures/tables/description.tsv"

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

TEST(every_setting_arrives)
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
    assert_ok(plate->read_services(plate, "keeper:fax", &services, NULL));
    assert_int_equal(services.service_count, 1);
    assert_int_equal(services.protocol_count, 1);
    ddds_application_free(plate);
}

TEST(a_root_that_is_required_is_in_words)
{
    struct ddds_application *rooted =
        read_or_fail("name p\nkey lower\nroot required\n");
    assert_string_equal(rooted->first_key,
                        "the string, in lower case, below a given root");
    ddds_application_free(rooted);
}

TEST(what_is_not_said_is_plain)
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

TEST(rules_that_can_be_used_are_accepted)
{
    for (const char **row = table_rows(TABLE, "Accepted", 1);
         table_next(row);) {
        char text[4352];
        snprintf(text, sizeof text, "name p\n%s\n", row[0]);
        ddds_application_free(read_or_fail(text));
    }
}

TEST(rules_stand_in_once)
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

TEST(a_name_that_is_too_long_below_the_key_costs_its_rule)
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

TEST(grammars_bring_their_way_to_compare)
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

TEST(each_grammar_reads_as_it_is_named)
{
    for (const char **row = table_rows(TABLE, "Grammars", 4);
         table_next(row);) {
        char text[64];
        struct ddds_services services = DDDS_SERVICES_INIT;
        snprintf(text, sizeof text, "name g\ngrammar %s", row[0]);
        struct ddds_application *grammar = read_or_fail(text);
        assert_int_equal(
            grammar->read_services(grammar, row[1], &services, NULL),
            row[2] != NULL ? DDDS_OK : DDDS_MALFORMED);
        if (row[2] != NULL) {
            assert_int_equal(services.protocol_count, table_number(row[2]));
            assert_int_equal(services.service_count, table_number(row[3]));
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

TEST(the_input_says_where_to_begin)
{
    static const char *const ways[] = {
        [DDDS_BEGIN_RULES] = "rules",
        [DDDS_BEGIN_DIRECT] = "direct",
        [DDDS_BEGIN_ADDRESS] = "address",
    };
    struct ddds_application *application = read_or_fail(parts);
    for (const char **row = table_rows(TABLE, "Beginnings", 6);
         table_next(row);) {
        static struct ddds_fallback fallback;
        const struct ddds_dead_end dead_end = {.reason = DDDS_REASON_NO_NAME};
        struct started started;
        char rules[256] = "";
        size_t length = 0;
        start_with(application, row[0], NULL, &started);
        memset(&fallback, 0, sizeof fallback);
        application->fall_back(application, &started.start, &dead_end,
                               &fallback);
        for (size_t k = 0; k < fallback.count; k++) {
            length += (size_t)snprintf(rules + length, sizeof rules - length,
                                       "%s%s %s", k > 0 ? ", " : "",
                                       fallback.rules[k].flags,
                                       fallback.rules[k].replacement);
        }
        print_message("%s: %s %s\n", row[0], started.error.detail, rules);
        assert_ok(started.status);
        assert_string_equal(ways[started.start.beginning], row[1]);
        assert_int_equal(started.start.port, table_number(row[2]));
        assert_string_equal(started.start.only_protocols, row[3]);
        assert_int_equal(started.start.host_without_servers, row[4] != NULL);
        assert_string_equal(rules, row[5]);
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

TEST(ports_depend_on_protocols)
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
        assert_ok(application->read_services(application, rows[i].field,
                                             &services, NULL));
        assert_int_equal(application->default_port(application, &services),
                         rows[i].port);
    }
    ddds_application_free(application);
}

/* ---- What it makes of an input ----------------------------------------- */

/* Return true if |detail| contains |piece|, at its end if the piece ends with
 * "$". */
static bool has_piece(const char *detail, const char *piece)
{
    char whole[DDDS_DETAIL_SIZE + 1];
    snprintf(whole, sizeof whole, "%s$", detail);
    return strstr(whole, piece) != NULL;
}

TEST(steps_make_string_and_key)
{
    for (const char **row = table_rows(TABLE, "Steps", 5); table_next(row);) {
        char text[256];
        struct started started;
        const char *string = row[3];
        const char *key = row[4];
        snprintf(text, sizeof text, "name p\n%s", row[0]);
        struct ddds_application *application = read_or_fail(text);
        start_with(application, row[1], row[2], &started);
        if (string != NULL ? started.status != DDDS_OK ||
                                 strcmp(started.aus, string) != 0 ||
                                 strcmp(started.start.key, key) != 0
                           : started.status == DDDS_OK ||
                                 !has_piece(started.error.detail, key)) {
            fail_msg("%s%s: %d %s %s %s", text, row[1], started.status,
                     started.aus, started.start.key, started.error.detail);
        }
        ddds_application_free(application);
    }
}

TEST(long_inputs_are_refused)
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

TEST(refusals_say_where_and_what_to_write)
{
    for (const char **row = table_rows(TABLE, "Refusals", 2);
         table_next(row);) {
        struct ddds_error error = {0};
        struct ddds_application *application =
            ddds_application_read("t", row[0], strlen(row[0]), &error);
        if (application != NULL || error.status != DDDS_SYNTAX ||
            strncmp(error.detail, row[1], strlen(row[1])) != 0 ||
            strstr(error.detail, ", at ") != NULL) {
            fail_msg("%s: %s", row[0], error.detail);
        }
        assert_null(ddds_application_read("t", row[0], strlen(row[0]), NULL));
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

TEST(there_is_a_limit_to_everything)
{
    assert_ok(read_repeated("key upper\n", LIMIT_TRANSFORMATIONS));
    assert_int_equal(read_repeated("key upper\n", LIMIT_TRANSFORMATIONS + 1),
                     DDDS_SYNTAX);
    const char *rule = "fallback 1 1 s \"\" \"\" a\n";
    assert_ok(read_repeated(rule, DDDS_FALLBACK_MAX));
    assert_int_equal(read_repeated(rule, DDDS_FALLBACK_MAX + 1), DDDS_SYNTAX);
    assert_ok(read_repeated("#\n", (LIMIT_DESCRIPTION - 8) / 2));
    assert_int_equal(read_repeated("#\n", (LIMIT_DESCRIPTION - 4) / 2),
                     DDDS_LIMIT);
}

TEST(files_are_opened_or_say_why_not)
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
