/* The Peppol application: identifiers and the names that hide them.
 *
 * SPDX-License-Identifier: MIT */
#include "core/start.h"
#include "base/table.h"

#define TABLE "fixtures/tables/app-peppol.tsv"

static const struct ddds_application *application;

static int find_application(void **state)
{
    (void)state;
    application = ddds_application_peppol();
    return 0;
}

#define SCHEME "iso6523-actorid-upis::"
#define LABEL_63                                                               \
    "a23456789012345678901234567890123456789012345678901234567890123"
#define DOMAIN_135 LABEL_63 "." LABEL_63 ".a234567"

static void the_first_key_hides_the_participant(void **state)
{
    struct table table;
    const char *row[4];
    table_open(&table, TABLE, "The first key hides the participant");
    while (table_fields(&table, row, 4)) {
        const char *input = row[0];
        const char *roots = row[1];
        const char *key = row[2];
        const char *why = row[3];
        struct started started;
        start_with(application, input, roots, &started);
        if (started.status != DDDS_OK || strcmp(started.start.key, key) != 0) {
            fail_msg("%s (%s): %s %s", input, why, started.start.key,
                     started.error.detail);
        }
        assert_string_equal(started.aus, input);
    }
}

static void what_is_no_participant_is_refused(void **state)
{
    static const struct {
        const char *input;
        const char *roots;
        ddds_status status;
        size_t offset;
        const char *part;
    } cases[] = {
        {"", NULL, DDDS_BAD_INPUT, 0, "found the end at 0; write it like"},
        {"0208:0677424046", NULL, DDDS_BAD_INPUT, 5, "found \"0\" at 5"},
        {"::0208:0677424046", NULL, DDDS_BAD_INPUT, 0, "found \":\" at 0"},
        {"iso6523-actorid-upis", NULL, DDDS_BAD_INPUT, 20, "found the end"},
        {"iso6523-actorid-upis:", NULL, DDDS_BAD_INPUT, 21, "found the end"},
        {SCHEME, NULL, DDDS_BAD_INPUT, 22, "not a valid participant"},
        {"-x::1", NULL, DDDS_BAD_INPUT, 0, "iso6523-actorid-upis::0208"},
        {"a.b::1", NULL, DDDS_BAD_INPUT, 1, "found \".\" at 1"},
        {"a_b::1", NULL, DDDS_BAD_INPUT, 1, "found \"_\" at 1"},
        {" x::1", NULL, DDDS_BAD_INPUT, 0, "found \" \" at 0"},
        {SCHEME "0208: 1", NULL, DDDS_BAD_INPUT, 27, "found \" \" at 27"},
        {SCHEME "0208:\xc3\xa9", NULL, DDDS_BAD_INPUT, 27, "found \\195"},
        {SCHEME "0208:1\n", NULL, DDDS_BAD_INPUT, 28, "found \\010"},
        {"urn:oasis:names:tc:ebcore:partyid-type:iso6523:0088::1", NULL,
         DDDS_BAD_INPUT, 4, "found \"o\" at 4"},
        {LABEL_63 "4::1", NULL, DDDS_BAD_INPUT, 63, "found \"4\" at 63"},
        {"ab::1", DOMAIN_135 "." LABEL_63, DDDS_BAD_INPUT, DDDS_NO_OFFSET,
         "longer than 255 octets"},
        {SCHEME "1", "a..b", DDDS_BAD_OPTION, 2, "a label is empty"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_not_begun(application, cases[i].input, cases[i].roots,
                         cases[i].status, cases[i].offset, cases[i].part);
    }
}

static void the_policy_is_that_of_bdxl(void **state)
{
    assert_string_equal(application->flags, "U");
    assert_string_equal(application->services, "Meta");
    assert_string_equal(application->protocols, "SMP");
    assert_int_equal(application->regexp, DDDS_REGEXP_CONSTANT);
    assert_null(application->fall_back);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_key_hides_the_participant),
        cmocka_unit_test(what_is_no_participant_is_refused),
        cmocka_unit_test(the_policy_is_that_of_bdxl),
    };
    return cmocka_run_group_tests(tests, find_application, NULL);
}
