/* Internationalized names on a system without libidn2: ASCII needs it not, and
 * the message says what to install.
 *
 * SPDX-License-Identifier: MIT */
#include <dlfcn.h>

#include "base/limits.h"
#include "name/idna.h"

#include "base/assertions.h"
#include "core/start.h"

/* In the place of the system's. */
void *dlopen(const char *file, int mode)
{
    assert_string_equal(file, "libidn2.so.0");
    return NULL;
}

TEST(the_package_is_named)
{
    static const char output[] = "m%C3%BCnchen.lex.example";
    char key[LIMIT_KEY_SIZE];
    struct ddds_error error;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(
            ddds_idna_parse_output(output, strlen(output), key, &error),
            DDDS_LIMIT);
        assert_string_equal(
            error.detail,
            "\"m\xc3\xbcnchen.lex.example\" needs A-labels (RFC 5891), and "
            "libidn2.so.0 is missing; install the Debian package libidn2-0, or "
            "write the name with A-labels (xn--...)");
    }
}

TEST(ascii_needs_no_library)
{
    static const char ascii[] = "xn--mnchen-3ya.Lex.example";
    char key[LIMIT_KEY_SIZE];
    char name[LIMIT_NAME_SIZE];
    assert_ok(ddds_idna_parse_output(ascii, strlen(ascii), key, NULL));
    assert_ok(ddds_idna_parse_name(ascii, strlen(ascii), name, NULL));
    assert_string_equal(key, name);
    assert_int_equal(ddds_idna_parse_key("\xff", 1, key, NULL), DDDS_MALFORMED);
}

TEST(a_root_needs_it_too)
{
    struct started started;
    start_with(ddds_application_urn(), "urn:lex:it", "b\u00fccher.example",
               &started);
    assert_int_equal(started.status, DDDS_LIMIT);
    assert_non_null(strstr(started.error.detail, "libidn2-0"));
    start_with(ddds_application_s_naptr(), "b\u00fccher.example", NULL,
               &started);
    assert_int_equal(started.status, DDDS_LIMIT);
    assert_non_null(strstr(started.error.detail, "libidn2-0"));
}
