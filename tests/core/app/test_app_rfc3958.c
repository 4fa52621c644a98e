/* The applications that begin with a domain: S-NAPTR and U-NAPTR.
 *
 * SPDX-License-Identifier: MIT */
#include "core/start.h"

#define LABEL_63                                                               \
    "a23456789012345678901234567890123456789012345678901234567890123"
#define NAME_253                                                               \
    LABEL_63 "." LABEL_63 "." LABEL_63                                         \
             ".a234567890123456789012345678901234567890123456789012345678901"

TEST(the_first_key_is_the_domain_itself)
{
    static const struct {
        const char *input;
        const char *key;
        const char *why;
    } cases[] = {
        {"example.com", "example.com", "RFC 3958 section 6.2"},
        {"Example.COM", "example.com", "one spelling"},
        {"example.com.", "example.com", "the final dot"},
        {"xn--bcher-kva.example", "xn--bcher-kva.example", "A-labels"},
        {"_im._tcp.a-b.example", "_im._tcp.a-b.example", "underscores"},
        {"localhost", "localhost", "one label"},
        {"1.2.3.4.e164.arpa", "1.2.3.4.e164.arpa", "digits that are labels"},
        {NAME_253, NAME_253, "the longest"},
        {NAME_253 ".", NAME_253, "the longest and a dot"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct started started;
        start_with(ddds_application_s_naptr(), cases[i].input, NULL, &started);
        if (started.status != DDDS_OK ||
            strcmp(started.start.key, cases[i].key) != 0 ||
            strcmp(started.aus, cases[i].key) != 0) {
            fail_msg("%s (%s): %s", cases[i].input, cases[i].why,
                     started.error.detail);
        }
        assert_null(started.start.note);
    }
}

TEST(the_policies_are_those_of_the_standards)
{
    const struct ddds_application *const both[] = {ddds_application_s_naptr(),
                                                   ddds_application_u_naptr()};
    for (int i = 0; i < 2; i++) {
        assert_true(both[i]->pursues_one_protocol);
        assert_false(both[i]->order_closes);
        assert_null(both[i]->root);
        assert_null(both[i]->is_offered);
        assert_null(both[i]->fall_back);
        assert_null(both[i]->services);
        assert_null(both[i]->protocols);
        struct ddds_services services = DDDS_SERVICES_INIT;
        assert_int_equal(
            both[i]->read_services(both[i], "EM:ProtA:ProtB", &services, NULL),
            DDDS_OK);
        assert_int_equal(services.service_count, 1);
        assert_int_equal(services.protocol_count, 2);
    }
    assert_string_equal(both[0]->flags, "SAD");
    assert_int_equal(both[0]->regexp, DDDS_REGEXP_NONE);
    assert_string_equal(both[1]->flags, "SAUD");
    assert_int_equal(both[1]->regexp, DDDS_REGEXP_CONSTANT);
}
