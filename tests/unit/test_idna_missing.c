/* Internationalized names on a system without libidn2: ASCII needs it not, and
 * the message says what to install.
 *
 * SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dlfcn.h>
#include <string.h>

#include "base/limits.h"
#include "name/idna.h"

/* In the place of the system's. */
void *dlopen(const char *file, int mode)
{
    (void)mode;
    assert_string_equal(file, "libidn2.so.0");
    return NULL;
}

static void the_package_is_named(void **state)
{
    (void)state;
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

static void ascii_needs_no_library(void **state)
{
    (void)state;
    static const char ascii[] = "xn--mnchen-3ya.Lex.example";
    char key[LIMIT_KEY_SIZE];
    char name[LIMIT_NAME_SIZE];
    assert_int_equal(ddds_idna_parse_output(ascii, strlen(ascii), key, NULL),
                     DDDS_OK);
    assert_int_equal(ddds_idna_parse_name(ascii, strlen(ascii), name, NULL),
                     DDDS_OK);
    assert_string_equal(key, name);
    assert_int_equal(ddds_idna_parse_key("\xff", 1, key, NULL), DDDS_MALFORMED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_package_is_named),
        cmocka_unit_test(ascii_needs_no_library),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
