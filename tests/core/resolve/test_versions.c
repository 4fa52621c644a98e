/* The versions of the libraries in use.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/resolve.h>

#include "base/assertions.h"

TEST(each_library_has_a_line)
{
    static const char *const names[] = {"libddds ", "c-ares ", "PCRE2 "};
    char text[512];
    size_t length = ddds_versions(text, sizeof text), count = 0;
    assert_int_equal(length, strlen(text));
    for (char *line = text; *line != '\0'; count++) {
        char *end = strchr(line, '\n');
        assert_non_null(end);
        *end = '\0';
        assert_true(count < sizeof names / sizeof *names);
        assert_memory_equal(line, names[count], strlen(names[count]));
        const char *version = line + strlen(names[count]);
        assert_true(version[0] >= '0' && version[0] <= '9');
        assert_non_null(strchr(version, '.'));
        line = end + 1;
    }
    assert_int_equal(count, 3);
}

TEST(what_does_not_fit_is_cut)
{
    char whole[512], part[8];
    size_t length = ddds_versions(whole, sizeof whole);
    assert_int_equal(ddds_versions(part, sizeof part), length);
    assert_int_equal(strlen(part), sizeof part - 1);
    assert_memory_equal(part, whole, sizeof part - 1);
    assert_int_equal(ddds_versions(NULL, 0), length);
}
