/* URNs: RFC 8141.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/urn.h>

#include "name/urn.h"
#include "base/table.h"

#define TABLE "fixtures/tables/urn-cases.tsv"

/* ---- Checking and normalising -------------------------------------------- */

TEST(the_table_holds)
{
    assert_table("fixtures/tables/urn.tsv", 100, ddds_urn_normalize);
}

TEST(details_say_what_was_expected)
{
    for (const char **row =
             table_rows(TABLE, "Details say what was expected", 2);
         table_next(row);) {
        const char *input = row[0];
        const char *detail = row[1];
        struct ddds_urn urn;
        struct ddds_error error;
        assert_int_equal(ddds_urn_parse(input, &urn, &error), DDDS_BAD_INPUT);
        assert_int_equal(error.status, DDDS_BAD_INPUT);
        assert_string_equal(error.detail, detail);
    }
}

#define ALNUM "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define PCHARS ALNUM "-._~!$&'()*+,;=:@"

static bool is_urn(const char *text)
{
    struct ddds_urn urn;
    return ddds_urn_parse(text, &urn, NULL) == DDDS_OK;
}

TEST(every_octet_is_known_in_every_place)
{
    static const char subject[] = "urn:x-y:ab?+cd?=vw#gh";
    static const char *const may_stand[sizeof subject - 1] = {
        "uU",
        "rR",
        "nN",
        ":",
        ALNUM,
        ALNUM "-",
        ALNUM,
        ":",
        PCHARS,
        PCHARS "/",
        /* Characters that begin a component may also end the previous
         * component. */
        PCHARS "/?",
        "+=",
        PCHARS,
        PCHARS "/?",
        PCHARS "/?",
        PCHARS "/?",
        PCHARS,
        PCHARS "/?",
        PCHARS "/?#",
        PCHARS "/?",
        PCHARS "/?",
    };
    assert_octets(subject, may_stand, is_urn);
}

/* ---- Splitting ------------------------------------------------------------
 */

TEST(the_parts_are_pieces_of_the_input)
{
    for (const char **row =
             table_rows(TABLE, "The parts are pieces of the input", 6);
         table_next(row);) {
        struct ddds_urn urn;
        assert_ok(ddds_urn_parse(row[0], &urn, NULL));
        assert_ptr_equal(urn.nid.text, row[0] + 4);
        const struct ddds_span parts[] = {urn.nid, urn.nss, urn.r, urn.q,
                                          urn.f};
        for (size_t i = 0; i < 5; i++) {
            assert_span(parts[i], row[1 + i], row[0]);
        }
    }
}

TEST(a_failure_leaves_the_parts_alone)
{
    struct ddds_urn urn = {.nid = {"before", 6}};
    struct ddds_urn before = urn;
    assert_int_equal(ddds_urn_parse("urn:foo:a#|", &urn, NULL), DDDS_BAD_INPUT);
    assert_memory_equal(&urn, &before, sizeof urn);
}

TEST(the_scheme_is_recognised_in_any_case)
{
    assert_true(ddds_urn_has_scheme("urn:"));
    assert_true(ddds_urn_has_scheme("URN:x"));
    assert_true(ddds_urn_has_scheme("uRn:?"));
    assert_false(ddds_urn_has_scheme("urn"));
    assert_false(ddds_urn_has_scheme(""));
    assert_false(ddds_urn_has_scheme("urns:x"));
    assert_false(ddds_urn_has_scheme(" urn:x"));
    assert_false(ddds_urn_has_scheme("uri:x"));
    /* 0x15 and 0x1a are "u" and ":" but for the bits of case. */
    assert_false(ddds_urn_has_scheme("\x15rn:"));
    assert_false(ddds_urn_has_scheme("urn\x1a"));
}

TEST(a_namespace_identifier_alone_is_checked_alike)
{
    for (const char **row = table_rows(
             TABLE, "A namespace identifier alone is checked alike", 2);
         table_next(row);) {
        const char *text = row[0];
        bool expected = strcmp(row[1], "yes") == 0;
        assert_int_equal(ddds_urn_is_nid(text, strlen(text)), expected);
    }
    assert_true(ddds_urn_is_nid("ab:cd", 2));
    assert_true(ddds_urn_is_nid("abcd", 2));
}

/* ---- Space -----------------------------------------------------------------
 */

TEST(the_canonical_form_fits_exactly_or_not_at_all)
{
    static const char input[] = "URN:Foo:bar%2f?+r";
    static const char expected[] = "urn:foo:bar%2F";
    for (size_t size = 0; size <= sizeof input; size++) {
        char canonical[sizeof input + 1];
        memset(canonical, '*', sizeof canonical);
        struct ddds_error error;
        ddds_status status = ddds_urn_normalize(input, canonical, size, &error);
        if (size < sizeof expected) {
            assert_int_equal(status, DDDS_LIMIT);
            assert_int_equal(error.offset, DDDS_NO_OFFSET);
            assert_int_equal(canonical[0], '*');
        } else {
            assert_ok(status);
            assert_string_equal(canonical, expected);
        }
        assert_int_equal(canonical[size], '*');
    }
}

/* ---- Equivalence: RFC 8141 section 3.2 -------------------------------------
 */

/* What shares the number of a class is equivalent, everything else is not. */
TEST(equivalence_is_that_of_the_examples)
{
    for (const char **one = table_rows(TABLE, "Equivalence", 2);
         table_next(one);) {
        for (const char **other = table_rows(TABLE, "Equivalence", 2);
             table_next(other);) {
            bool equal = false;
            assert_ok(ddds_urn_equal(one[1], other[1], &equal, NULL));
            if (equal != (strcmp(one[0], other[0]) == 0)) {
                fail_msg("%s and %s", one[1], other[1]);
            }
        }
    }
}

TEST(equivalence_quotes_the_one_that_is_no_urn)
{
    bool equal = true;
    struct ddds_error error;
    assert_int_equal(ddds_urn_equal("urn:ab:c", "urn:x", &equal, &error),
                     DDDS_BAD_INPUT);
    assert_int_equal(error.offset, 5);
    assert_string_equal(
        error.detail,
        "\"urn:x\": expected a letter, digit or \"-\" in the namespace "
        "identifier, or \":\" after it, found the end at 5");
    assert_int_equal(ddds_urn_equal("urn:", "urn:x", &equal, &error),
                     DDDS_BAD_INPUT);
    assert_int_equal(error.offset, 4);
    assert_true(equal);
}

TEST(a_long_quotation_does_not_hide_the_reason)
{
    char text[1000] = "urn:foo:";
    memset(text + 8, 'x', sizeof text - 8);
    memcpy(text + sizeof text - 3, "|y", 3);
    bool equal;
    struct ddds_error error;
    assert_int_equal(ddds_urn_equal(text, text, &equal, &error),
                     DDDS_BAD_INPUT);
    assert_non_null(strstr(error.detail, "xxx...\": expected"));
    assert_non_null(strstr(error.detail, "found \"|\" at 997"));
}
