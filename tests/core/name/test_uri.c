/* URIs: RFC 3986.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/uri.h>

#include "name/uri.h"
#include "base/table.h"

#define TABLE "fixtures/tables/uri-cases.tsv"

/* ---- Checking and normalising -------------------------------------------- */

TEST(the_table_holds)
{
    assert_table("fixtures/tables/uri.tsv", 140, ddds_uri_normalize);
}

TEST(details_say_what_was_expected)
{
    for (const char **row =
             table_rows(TABLE, "Details say what was expected", 2);
         table_next(row);) {
        const char *input = row[0];
        const char *detail = row[1];
        struct ddds_uri uri;
        struct ddds_error error;
        assert_int_equal(ddds_uri_parse(input, &uri, &error), DDDS_BAD_INPUT);
        assert_int_equal(error.status, DDDS_BAD_INPUT);
        assert_string_equal(error.detail, detail);
    }
}

#define ALNUM "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define NAME_CHARS ALNUM "-._~!$&'()*+,;="
#define PCHARS NAME_CHARS ":@"

static bool is_uri(const char *text)
{
    struct ddds_uri uri;
    return ddds_uri_parse(text, &uri, NULL) == DDDS_OK;
}

TEST(every_octet_is_known_in_every_place)
{
    static const char subject[] = "x-y://u@h:1/p?q#f";
    static const char *const may_stand[sizeof subject - 1] = {
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
        ALNUM "+-.:",
        ALNUM "+-.:",
        ":",
        /* With one slash, or three, the host is missing; without "@" "u" is a
         * host. */
        PCHARS "/?",
        PCHARS "/?",
        NAME_CHARS ":/?",
        NAME_CHARS "@/?",
        NAME_CHARS "/?",
        NAME_CHARS ":/?",
        "0123456789/?",
        "/?",
        PCHARS "/?",
        PCHARS "/?",
        PCHARS "/?",
        PCHARS "/?#",
        PCHARS "/?",
    };
    assert_octets(subject, may_stand, is_uri);
}

/* ---- Splitting ------------------------------------------------------------
 */

TEST(the_components_are_pieces_of_the_input)
{
    for (const char **row =
             table_rows(TABLE, "The components are pieces of the input", 8);
         table_next(row);) {
        struct ddds_uri uri;
        assert_ok(ddds_uri_parse(row[0], &uri, NULL));
        assert_ptr_equal(uri.scheme.text, row[0]);
        const struct ddds_span parts[] = {uri.scheme,  uri.userinfo, uri.host,
                                          uri.port,    uri.path,     uri.query,
                                          uri.fragment};
        for (size_t i = 0; i < 7; i++) {
            assert_span(parts[i], row[1 + i], row[0]);
        }
    }
}

TEST(a_urn_that_is_none_is_still_a_uri)
{
    struct ddds_uri uri;
    assert_ok(ddds_uri_parse("urn:x?y", &uri, NULL));
    char canonical[8];
    assert_int_equal(ddds_uri_normalize("urn:x?y", canonical, 8, NULL),
                     DDDS_BAD_INPUT);
}

TEST(a_failure_leaves_the_components_alone)
{
    struct ddds_uri uri = {.scheme = {"before", 6}};
    struct ddds_uri before = uri;
    assert_int_equal(ddds_uri_parse("a://b/c#|", &uri, NULL), DDDS_BAD_INPUT);
    assert_memory_equal(&uri, &before, sizeof uri);
}

TEST(a_scheme_alone_is_checked_alike)
{
    static const struct {
        const char *text;
        bool expected;
    } cases[] = {
        {"a", true},   {"A1+-.", true}, {"", false},   {"1a", false},
        {"+a", false}, {"a_", false},   {"a:", false}, {"a%41", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(
            ddds_uri_is_scheme(cases[i].text, strlen(cases[i].text)),
            cases[i].expected);
    }
    assert_true(ddds_uri_is_scheme("a:", 1));
    assert_true(ddds_uri_is_scheme("ab", 1));
    assert_false(ddds_uri_is_scheme("ab", 0));
}

/* ---- Plain URIs -----------------------------------------------------------
 */

static bool has_plain_parts(const char *text)
{
    struct ddds_uri uri;
    return ddds_uri_parse(text, &uri, NULL) == DDDS_OK &&
           strchr(text, '%') == NULL && uri.userinfo.text == NULL &&
           uri.port.text == NULL && uri.fragment.text == NULL &&
           (uri.host.text != NULL ? uri.host.text[0] != '['
                                  : uri.path.length > 0);
}

TEST(plain_uris_are_uris)
{
    for (const char **row = table_rows(TABLE, "Plain uris are uris", 2);
         table_next(row);) {
        const char *text = row[0];
        bool is_plain = strcmp(row[1], "yes") == 0;
        if (ddds_uri_is_plain(text) != is_plain) {
            fail_msg("%s", text);
        }
    }
}

/* Texts by chance, of octets that mean something in a URI and some that do not:
 * a third of them are URIs. */
TEST(plain_uris_are_those_with_plain_parts)
{
    static const char octets[] = "aZ09:/:/@?#%[].-_~!;=+ \"\\\x80|";
    uint64_t chance = 1;
    unsigned plain = 0;
    for (unsigned i = 0; i < 300000; i++) {
        char text[16] = "x:";
        size_t length = 1 + i % 13;
        for (size_t at = i % 3; at < length; at++) {
            chance = chance * UINT64_C(6364136223846793005) + 1;
            text[at] = octets[(chance >> 33) % (sizeof octets - 1)];
        }
        if (ddds_uri_is_plain(text) != has_plain_parts(text)) {
            fail_msg("%s", text);
        }
        plain += ddds_uri_is_plain(text);
    }
    assert_true(plain > 3000);
}

/* ---- Space -----------------------------------------------------------------
 */

TEST(the_canonical_form_fits_exactly_or_is_refused)
{
    static const char input[] = "A://U%41@H%41:1/%41%2f?%41#f";
    static const char expected[] = "a://UA@ha:1/A%2F?A";
    for (size_t size = 0; size <= sizeof input; size++) {
        char canonical[sizeof input + 1];
        memset(canonical, '*', sizeof canonical);
        struct ddds_error error;
        ddds_status status = ddds_uri_normalize(input, canonical, size, &error);
        if (size < sizeof expected) {
            assert_int_equal(status, DDDS_LIMIT);
            assert_int_equal(error.offset, DDDS_NO_OFFSET);
        } else {
            assert_ok(status);
            assert_string_equal(canonical, expected);
        }
        assert_int_equal(canonical[size], '*');
    }
}
