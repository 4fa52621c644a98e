/* Guesses of the application of rules, and of their intended services.
 *
 * SPDX-License-Identifier: MIT */
#include "base/ascii.h"
#include "check/judge/application.h"
#include "check/judge/registry.h"
#include "check/judge/services_field.h"
#include "base/table.h"

#define TABLE "fixtures/tables/check-services.tsv"

/* The name of a participant begins with one. */
static const char *name_of(const struct ddds_application *application)
{
    return application != NULL ? application->name : "none";
}

TEST(services_and_owners_tell_the_application)
{
    for (const char **row =
             table_rows(TABLE, "Services and owners tell the application", 4);
         table_next(row);) {
        const char *owner = row[0];
        const char *flags = row[1];
        const char *services = row[2];
        const char *application = row[3];
        const struct ddds_rule rule = {
            .flags = flags,
            .services = services,
            .regexp = "",
            .replacement = "",
        };
        const char *found = name_of(ddds_application_guess(owner, &rule));
        if (strcmp(found, application) != 0) {
            fail_msg("%s \"%s\": %s", owner, services, found);
        }
    }
}

TEST(bad_services_were_meant_to_be_good_ones)
{
    for (const char **row =
             table_rows(TABLE, "Bad services were meant to be good ones", 3);
         table_next(row);) {
        const char *services = row[1];
        char memory[256];
        struct text meant;
        ddds_text_init(&meant, memory, sizeof memory);
        bool is_known = ddds_services_field_suggest(
            ddds_application_find(row[0]), services, &meant);
        if (is_known != (row[2] != NULL) ||
            (is_known && strcmp(meant.bytes, row[2]) != 0)) {
            fail_msg("\"%s\": %s", services,
                     is_known ? meant.bytes : "nothing");
        }
    }
}

TEST(what_no_registry_has_is_found)
{
    for (const char **row =
             table_rows(TABLE, "What no registry has is found", 4);
         table_next(row);) {
        const char *services = row[1];
        const char *piece = row[2];
        const char *meant = row[3];
        struct unregistered found = {.meant = ""};
        bool is_found = ddds_services_field_find_unregistered(
            ddds_application_find(row[0]), false, services, &found);
        if (is_found != (piece != NULL) ||
            (is_found &&
             (!ascii_is_word(found.piece, piece) ||
              strcmp(found.meant, meant != NULL ? meant : "") != 0))) {
            fail_msg("\"%s\": %.*s, %s", services,
                     is_found ? (int)found.piece.length : 0, found.piece.text,
                     found.meant);
        }
    }
}

/* TS 23.003 has a table of the tags at its names. */
TEST(tags_of_3gpp_are_in_a_table)
{
    const struct ddds_application *application = ddds_application_three_gpp();
    struct unregistered found;
    assert_true(ddds_services_field_find_unregistered(
        application, true, "x-3gpp-sgw:x-s11:x-s99", &found));
    assert_true(ascii_is_word(found.piece, "x-s99"));
    assert_string_equal(found.meant, "");
    assert_string_equal(found.what, "protocol of 3GPP (3GPP TS 29.303)");
    assert_false(ddds_services_field_find_unregistered(
        application, true, "x-3gpp-amf:x-n2:x-n26", &found));
    /* Functions of 3GPP without a tag, not misspelt amf, msc and upf. */
    static const char *const functions[] = {"x-3gpp-smf", "x-3gpp-hss",
                                            "x-3gpp-cpf"};
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        assert_true(ddds_services_field_find_unregistered(
            application, true, functions[i], &found));
        assert_string_equal(found.meant, "");
    }
}

TEST(a_given_application_has_words_of_its_own)
{
    struct ddds_application own = *ddds_application_s_naptr();
    struct unregistered found;
    own.name = "own";
    own.label = "Own";
    own.known_services = "keeper,painter";
    own.known_protocols = "fax";
    assert_false(ddds_services_field_find_unregistered(&own, false,
                                                       "painter:FAX", &found));
    assert_true(
        ddds_services_field_find_unregistered(&own, false, "LoST:fax", &found));
    assert_string_equal(found.what, "service of Own (RFC 3958)");
    assert_true(ddds_services_field_find_unregistered(&own, false, "keeper:tax",
                                                      &found));
    assert_string_equal(found.meant, "fax");
    own.known_protocols = NULL;
    assert_false(ddds_services_field_find_unregistered(&own, false,
                                                       "keeper:tax", &found));
    own.known_services = NULL;
    assert_false(
        ddds_services_field_find_unregistered(&own, false, "LoST:fax", &found));
}
