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

#define LABEL_63                                                               \
    "a23456789012345678901234567890123456789012345678901234567890123"
TEST(the_first_key_hides_the_participant)
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

TEST(the_policy_is_that_of_bdxl)
{
    assert_string_equal(application->flags, "U");
    assert_string_equal(application->services, "Meta");
    assert_string_equal(application->protocols, "SMP");
    assert_int_equal(application->regexp, DDDS_REGEXP_CONSTANT);
    assert_null(application->fall_back);
}

FIXTURES(.begin = find_application);
