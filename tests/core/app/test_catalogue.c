/* The catalogue of applications.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/application.h>

#include "base/assertions.h"

TEST(urn_and_uri_are_listed_first)
{
    const struct ddds_application *const *all = ddds_applications();
    assert_ptr_equal(all[0], ddds_application_urn());
    assert_ptr_equal(all[1], ddds_application_uri());
}

TEST(functions_return_the_application_of_their_name)
{
    const struct ddds_application *const rows[] = {
        ddds_application_enum(),      ddds_application_s_naptr(),
        ddds_application_u_naptr(),   ddds_application_sip(),
        ddds_application_peppol(),    ddds_application_radius(),
        ddds_application_three_gpp(), ddds_application_ddi()};
    static const char *const names[] = {"enum",   "s-naptr", "u-naptr", "sip",
                                        "peppol", "radius",  "3gpp",    "ddi"};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_ptr_equal(rows[i], ddds_application_find(names[i]));
    }
}

TEST(what_is_listed_is_found_by_its_name)
{
    const struct ddds_application *const *all = ddds_applications();
    for (size_t i = 0; all[i] != NULL; i++) {
        assert_ptr_equal(ddds_application_find(all[i]->name), all[i]);
    }
    assert_ptr_equal(ddds_application_find("URN"), ddds_application_urn());
}

TEST(every_application_is_complete)
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

TEST(other_names_find_nothing)
{
    assert_null(ddds_application_find(""));
    assert_null(ddds_application_find("ur"));
    assert_null(ddds_application_find("urn "));
    assert_null(ddds_application_find("urns"));
}

TEST(inputs_choose_their_application)
{
    assert_ptr_equal(ddds_application_for("urn:a"), ddds_application_urn());
    assert_ptr_equal(ddds_application_for("URN:"), ddds_application_urn());
    assert_ptr_equal(ddds_application_for("urn"), ddds_application_uri());
    assert_ptr_equal(ddds_application_for("http://a"), ddds_application_uri());
    assert_ptr_equal(ddds_application_for(""), ddds_application_uri());
}
