/* The catalogue of applications.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/application.h>

#include "base/assertions.h"

static void urn_and_uri_are_listed_first(void **state)
{
    const struct ddds_application *const *all = ddds_applications();
    assert_ptr_equal(all[0], ddds_application_urn());
    assert_ptr_equal(all[1], ddds_application_uri());
}

static void what_is_listed_is_found_by_its_name(void **state)
{
    const struct ddds_application *const *all = ddds_applications();
    for (size_t i = 0; all[i] != NULL; i++) {
        assert_ptr_equal(ddds_application_find(all[i]->name), all[i]);
    }
    assert_ptr_equal(ddds_application_find("URN"), ddds_application_urn());
}

static void every_application_is_complete(void **state)
{
    const struct ddds_application *const *all = ddds_applications();
    for (size_t i = 0; all[i] != NULL; i++) {
        assert_non_null(all[i]->first_well_known_rule);
        assert_non_null(all[i]->flags);
        assert_non_null(all[i]->title);
        assert_non_null(all[i]->specification);
        assert_true(i < 3 || strcmp(all[i - 1]->name, all[i]->name) < 0);
        assert_non_null(all[i]->subject);
        assert_non_null(all[i]->first_key);
        assert_non_null(all[i]->service);
        assert_non_null(all[i]->read_services);
        assert_non_null(all[i]->example);
        for (const char *octet = all[i]->name; *octet != '\0'; octet++) {
            assert_false(*octet >= 'A' && *octet <= 'Z');
        }
    }
}

static void other_names_find_nothing(void **state)
{
    assert_null(ddds_application_find(""));
    assert_null(ddds_application_find("ur"));
    assert_null(ddds_application_find("urn "));
    assert_null(ddds_application_find("urns"));
}

static void inputs_choose_their_application(void **state)
{
    assert_ptr_equal(ddds_application_for("urn:a"), ddds_application_urn());
    assert_ptr_equal(ddds_application_for("URN:"), ddds_application_urn());
    assert_ptr_equal(ddds_application_for("urn"), ddds_application_uri());
    assert_ptr_equal(ddds_application_for("http://a"), ddds_application_uri());
    assert_ptr_equal(ddds_application_for(""), ddds_application_uri());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(urn_and_uri_are_listed_first),
        cmocka_unit_test(what_is_listed_is_found_by_its_name),
        cmocka_unit_test(every_application_is_complete),
        cmocka_unit_test(other_names_find_nothing),
        cmocka_unit_test(inputs_choose_their_application),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
