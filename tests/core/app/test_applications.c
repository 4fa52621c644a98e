/* Results and refusals of all applications for inputs, services and dead ends:
 * fixtures/tables/applications.tsv.
 *
 * SPDX-License-Identifier: MIT */
#include "base/limits.h"
#include "base/table.h"
#include "core/start.h"

#define TABLE "fixtures/tables/applications.tsv"

/* The next row, and the application that it begins with; NULL at the end. */
static const struct ddds_application *next(const char **row)
{
    if (!table_next(row)) {
        return NULL;
    }
    const struct ddds_application *application = ddds_application_find(row[0]);
    assert_non_null(application);
    return application;
}

static bool is_equal(const char *text, const char *expected)
{
    return text == NULL || expected == NULL ? text == expected
                                            : strcmp(text, expected) == 0;
}

static void append(char text[1024], const char *separator,
                   struct ddds_span piece)
{
    size_t length = strlen(text);
    snprintf(text + length, 1024 - length, "%s%.*s",
             length > 0 ? separator : "", (int)piece.length, piece.text);
}

static struct ddds_span span_of(const char *text)
{
    return (struct ddds_span){text, strlen(text)};
}

/* ---- Policies ------------------------------------------------------------ */

TEST(policies_are_those_of_the_standards)
{
    static const char *const uses[] = {
        [DDDS_REGEXP_ANY] = "any",
        [DDDS_REGEXP_CONSTANT] = "constant",
        [DDDS_REGEXP_NONE] = "none",
    };
    const struct ddds_application *application;
    for (const char **row = table_rows(TABLE, "Policies", 8);
         (application = next(row)) != NULL;) {
        char policy[1024] = "";
        const struct {
            bool is_true;
            const char *word;
        } members[] = {
            {application->order_closes, "order-closes"},
            {application->pursues_one_protocol, "pursues-one-protocol"},
            {application->preference_is_weight, "preference-is-weight"},
            {application->delegates_by_replacement, "by-replacement"},
            {application->uri_is_absolute, "uri-is-absolute"},
            {application->fall_back != NULL, "falls-back"},
        };
        for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
            if (members[i].is_true) {
                append(policy, " ", span_of(members[i].word));
            }
        }
        print_message("%s: %s\n", row[0], policy);
        assert_string_equal(application->flags, row[1]);
        assert_string_equal(uses[application->regexp], row[2]);
        assert_int_equal(application->max_hops, table_number(row[3]));
        assert_true(is_equal(application->root, row[4]));
        assert_true(is_equal(application->services, row[5]));
        assert_true(is_equal(application->protocols, row[6]));
        assert_string_equal(policy, row[7]);
    }
}

/* ---- Beginnings ---------------------------------------------------------- */

TEST(strings_and_first_keys_are_made)
{
    const struct ddds_application *application;
    for (const char **row = table_rows(TABLE, "First keys", 7);
         (application = next(row)) != NULL;) {
        struct started started;
        start_with(application, row[1], row[2], &started);
        const char *note = started.start.note;
        if (started.status != DDDS_OK || strcmp(started.aus, row[3]) != 0 ||
            strcmp(started.start.key, row[4]) != 0 ||
            started.start.beginning != DDDS_BEGIN_RULES ||
            (row[5] == NULL ? note != NULL
                            : note == NULL || strstr(note, row[5]) == NULL)) {
            fail_msg("%s %s (%s): %s %s %s %s", row[0], row[1], row[6],
                     started.aus, started.start.key, note,
                     started.error.detail);
        }
    }
}

TEST(inputs_say_where_to_begin)
{
    static const char *const ways[] = {
        [DDDS_BEGIN_RULES] = "rules",
        [DDDS_BEGIN_DIRECT] = "direct",
        [DDDS_BEGIN_ADDRESS] = "address",
    };
    const struct ddds_application *application;
    for (const char **row = table_rows(TABLE, "Ways", 8);
         (application = next(row)) != NULL;) {
        struct started started;
        start_wanting(application, row[1], NULL, row[2], &started);
        const struct ddds_start *start = &started.start;
        const char *list = start->beginning == DDDS_BEGIN_ADDRESS
                               ? start->offers
                               : start->protocols;
        if (started.status != DDDS_OK || strcmp(started.aus, row[4]) != 0 ||
            strcmp(start->key, row[4]) != 0 ||
            !is_equal(ways[start->beginning], row[3]) ||
            start->port != table_number(row[5]) ||
            !is_equal(start->services, row[6]) || !is_equal(list, row[7])) {
            fail_msg("%s %s: %s %s %u %s %s %s", row[0], row[1],
                     ways[start->beginning], start->key, start->port,
                     start->services, list, started.error.detail);
        }
    }
}

TEST(a_urn_has_its_components)
{
    const char *input = "urn:Foo:bar?+r?=q#f";
    struct started started;
    start_with(ddds_application_urn(), input, NULL, &started);
    assert_true(started.start.is_urn);
    assert_ptr_equal(started.start.urn.nid.text, input + 4);
    assert_ptr_equal(started.start.urn.r.text, input + 13);
    assert_ptr_equal(started.start.urn.q.text, input + 16);
    assert_ptr_equal(started.start.urn.f.text, input + 18);
    start_with(ddds_application_uri(), "urn:foo:x#f", NULL, &started);
    assert_true(started.start.is_urn);
    assert_int_equal(started.start.urn.f.length, 1);
    start_with(ddds_application_uri(), "http://a/", NULL, &started);
    assert_false(started.start.is_urn);
}

/* As long as an input may be, and such that every octet could begin the rest of
 * an expression. */
TEST(a_long_identifier_is_refused)
{
    static const char *const parts[] = {"a", "a.", ".mnc01", "@001-01"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        char input[LIMIT_INPUT + 1] = "apn:";
        size_t length = strlen(parts[i]);
        for (size_t at = 4; at + length < sizeof input; at += length) {
            memcpy(input + at, parts[i], length);
        }
        struct started started;
        start_with(ddds_application_find("3gpp"), input, NULL, &started);
        assert_int_equal(started.status, DDDS_BAD_INPUT);
    }
}

/* ---- Refusals ------------------------------------------------------------ */

static ddds_status read_status(const char *word)
{
    return strcmp(word, "input") == 0    ? DDDS_BAD_INPUT
           : strcmp(word, "option") == 0 ? DDDS_BAD_OPTION
                                         : DDDS_LIMIT;
}

/* The rows have |lists| for roots, or for services and protocols. */
static void check_refusals(const char *heading, size_t lists)
{
    const struct ddds_application *application;
    for (const char **row = table_rows(TABLE, heading, 5 + lists);
         (application = next(row)) != NULL;) {
        struct started started;
        const struct ddds_request request = {
            .input = row[1],
            .length = strlen(row[1]),
            .roots = lists == 1 ? row[2] : NULL,
            .services = lists == 2 ? row[2] : NULL,
            .protocols = lists == 2 ? row[3] : NULL};
        const char *const *rest = row + 2 + lists;
        const char *detail = started.error.detail;
        ddds_status status = read_status(rest[0]);
        start_request(application, &request, &started);
        if (started.status != status || started.error.status != status ||
            started.error.offset != table_number(rest[1]) ||
            (rest[2][0] == '=' ? strcmp(detail, rest[2] + 1) != 0
                               : strstr(detail, rest[2]) == NULL)) {
            fail_msg("%s %s: %d at %zu: %s", row[0], row[1], started.status,
                     started.error.offset, detail);
        }
        assert_int_equal(application->first_well_known_rule(
                             application, &request, &started.start, NULL),
                         status);
    }
}

TEST(inputs_and_roots_are_refused_with_a_reason)
{
    check_refusals("Refused", 1);
}

TEST(lists_are_refused_with_a_reason)
{
    check_refusals("Refused lists", 2);
}

/* ---- Services ------------------------------------------------------------ */

TEST(services_are_read)
{
    const struct ddds_application *application;
    for (const char **row = table_rows(TABLE, "Services", 5);
         (application = next(row)) != NULL;) {
        struct ddds_services services = DDDS_SERVICES_INIT;
        char names[1024] = "";
        char protocols[1024] = "";
        print_message("%s %s\n", row[0], row[1]);
        assert_ok(
            application->read_services(application, row[1], &services, NULL));
        for (size_t i = 0; i < services.service_count; i++) {
            append(names, ",", services.services[i]);
        }
        for (size_t i = 0; i < services.protocol_count; i++) {
            append(protocols, ",", services.protocols[i]);
        }
        assert_string_equal(names, row[2]);
        assert_string_equal(protocols, row[3]);
        if (row[4] != NULL) {
            assert_int_equal(application->default_port(application, &services),
                             table_number(row[4]));
        }
    }
}

TEST(services_are_refused_with_a_reason)
{
    const struct ddds_application *application;
    for (const char **row = table_rows(TABLE, "Malformed services", 4);
         (application = next(row)) != NULL;) {
        struct ddds_services services = DDDS_SERVICES_INIT;
        struct ddds_error error = {0};
        ddds_status status =
            application->read_services(application, row[1], &services, &error);
        if (status != DDDS_MALFORMED || error.offset != table_number(row[2]) ||
            strstr(error.detail, row[3]) == NULL) {
            fail_msg("%s %s: %d at %zu: %s", row[0], row[1], status,
                     error.offset, error.detail);
        }
    }
}

/* ---- Fallback ------------------------------------------------------------ */

static enum ddds_reason read_reason(const char *word)
{
    int reason = DDDS_REASON_RESOLVED;
    while (strcmp(ddds_reason_name((enum ddds_reason)reason), word) != 0) {
        assert_true(reason++ <= DDDS_REASON_BOGUS);
    }
    return (enum ddds_reason)reason;
}

/* Each rule as "flags services replacement;". */
static void list_rules(const struct ddds_fallback *fallback, char text[1024])
{
    text[0] = '\0';
    for (size_t i = 0; i < fallback->count; i++) {
        const struct ddds_rule *rule = &fallback->rules[i];
        assert_int_equal(rule->order, 0);
        assert_int_equal(rule->preference, i);
        assert_string_equal(rule->regexp, "");
        assert_null(rule->defect);
        append(text, "; ", span_of(rule->flags));
        append(text, " ", span_of(rule->services));
        append(text, " ", span_of(rule->replacement));
    }
    assert_int_equal(fallback->because != NULL, fallback->count > 0);
}

TEST(dead_ends_have_their_fallback)
{
    const struct ddds_application *application;
    for (const char **row = table_rows(TABLE, "Fallback", 10);
         (application = next(row)) != NULL;) {
        static struct ddds_fallback fallback;
        struct started started;
        char rules[1024];
        const struct ddds_rule tried = {
            .flags = row[6] != NULL && row[6][0] == 'S' ? "S" : "a",
            .services = row[6] != NULL ? row[6] + 2 : ""};
        const struct ddds_dead_end dead_end = {
            .round = (unsigned)table_number(row[4]),
            .reason = read_reason(row[5]),
            .tried = row[6] != NULL ? &tried : NULL,
            .is_published = strcmp(row[7], "published") == 0,
            .is_denied = strcmp(row[7], "denied") == 0};
        memset(&fallback, 0, sizeof fallback);
        start_wanting(application, row[1], row[2], row[3], &started);
        assert_ok(started.status);
        application->fall_back(application, &started.start, &dead_end,
                               &fallback);
        list_rules(&fallback, rules);
        print_message("%s %s: %s\n", row[0], row[1], row[9]);
        assert_string_equal(rules, row[8]);
    }
}

/* ---- Comparisons --------------------------------------------------------- */

TEST(names_and_services_are_compared)
{
    const struct ddds_application *application;
    for (const char **row = table_rows(TABLE, "Comparisons", 5);
         (application = next(row)) != NULL;) {
        const char *one = row[2];
        const char *other = row[3];
        unsigned found =
            strcmp(row[1], "offers") == 0
                ? application->is_offered(application, span_of(one),
                                          span_of(other))
            : strcmp(row[1], "closeness") == 0
                ? application->closeness(application, one, other)
            : strcmp(row[1], "lists hosts") == 0
                ? application->lists_hosts(application, one)
                : application->is_same_node(application, one, other);
        print_message("%s of %s and %s\n", row[1], one, other);
        assert_int_equal(found, (unsigned)table_number(row[4]));
        assert_true(strcmp(row[1], "same node") != 0 ||
                    application->is_same_node(application, other, one) ==
                        found);
    }
}
