/* Corrections of files: the parts of a record that are kept, and corrections
 * that are left out.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/check.h>

#include "check/correct/merge.h"
#include "base/table.h"

/* ---- Records ------------------------------------------------------------ */

TEST(layout_and_words_are_kept)
{
    struct arena arena = {.next = NULL};
    for (const char **row =
             table_rows("fixtures/tables/correct.tsv", "Records", 4);
         table_next(row);) {
        const char *got = ddds_merge_record(row[0], strlen(row[0]), row[1],
                                            strcmp(row[2], "yes") == 0, &arena);
        assert_string_equal(got, row[3]);
    }
    ddds_arena_free(&arena);
}

/* ---- Files -------------------------------------------------------------- */

#define HEAD                                                                   \
    "$ORIGIN example.com.\n"                                                   \
    "$TTL 3600\n"                                                              \
    "@ SOA ns.example.net. host.example.net. 1 7200 3600 1209600 300\n"
#define REST " \"u\" \"E2U+sip\" \"!^(.*)$!sip:\\"
#define BAD(owner) owner " NAPTR 1 1" REST "1@example.com!\" .\n"
#define GOOD(owner) owner " NAPTR 1 1" REST "\\1@example.com!\" .\n"

/* A zone, and how often it is read. */
struct zone {
    const char *text;
    unsigned readings;
    unsigned fails_at; /* its number, from 1; 0: none fails */
    bool wants;
    char corrected[4096];
    size_t length;
    size_t from;
    size_t count;
};

static ddds_status read_zone(void *context, ddds_check *check,
                             const struct ddds_check_contents *contents,
                             struct ddds_error *error)
{
    struct zone *zone = context;
    zone->readings++;
    if (zone->readings == zone->fails_at) {
        return DDDS_UNREADABLE;
    }
    return ddds_check_file(check, contents->path, NULL, error);
}

static bool wants(void *context, const struct ddds_finding *finding)
{
    const struct zone *zone = context;
    assert_non_null(finding->fix);
    return zone->wants;
}

static void add(struct zone *zone, const char *text, size_t length)
{
    assert_true(zone->length + length < sizeof zone->corrected);
    memcpy(zone->corrected + zone->length, text, length);
    zone->length += length;
    zone->corrected[zone->length] = '\0';
}

static void take(void *context, const struct ddds_correction *correction)
{
    struct zone *zone = context;
    assert_string_equal(correction->file, "zone");
    assert_true(correction->begin >= zone->from);
    add(zone, zone->text + zone->from, correction->begin - zone->from);
    add(zone, correction->text, strlen(correction->text));
    zone->from = correction->begin + correction->count;
    zone->count++;
}

static ddds_status correct(struct zone *zone,
                           const struct ddds_check_options *given)
{
    const struct ddds_check_contents contents = {"zone", zone->text,
                                                 strlen(zone->text)};
    const struct ddds_correct how = {
        .size = sizeof how,
        .read = read_zone,
        .wants = wants,
        .made = take,
        .context = zone,
    };
    struct ddds_check_options options = {.size = sizeof options};
    if (given != NULL) {
        options = *given;
    }
    options.contents = &contents;
    options.contents_count = 1;
    ddds_status status = ddds_check_correct(&options, &how, NULL);
    add(zone, zone->text + zone->from, contents.length - zone->from);
    return status;
}

TEST(what_makes_nothing_worse_is_corrected)
{
    static const struct {
        const char *text;
        const char *wanted;
        unsigned readings; /* those that it takes */
    } rows[] = {
        {HEAD GOOD("a"), HEAD GOOD("a"), 1},
        {HEAD BAD("a"), HEAD GOOD("a"), 2},
        {HEAD BAD("a") BAD("b"), HEAD GOOD("a") GOOD("b"), 2},
        /* The correction of the second record would equal the first record. */
        {HEAD "a NAPTR 1 1 \"s\" \"http+I2L\" \"\" b.example.net.\n"
              "a NAPTR 1 1 \"s\" \"http+N2L\" \"\" b.example.net.\n" BAD("b"),
         HEAD "a NAPTR 1 1 \"s\" \"http+I2L\" \"\" b.example.net.\n"
              "a NAPTR 1 1 \"s\" \"http+N2L\" \"\" b.example.net.\n" GOOD("b"),
         0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct zone zone = {.text = rows[i].text, .wants = true};
        assert_ok(correct(&zone, NULL));
        assert_string_equal(zone.corrected, rows[i].wanted);
        if (rows[i].readings > 0) {
            assert_int_equal(zone.readings, rows[i].readings);
        }
        char again[sizeof zone.corrected];
        memcpy(again, zone.corrected, sizeof again);
        zone = (struct zone){.text = again, .wants = true};
        assert_ok(correct(&zone, NULL));
        assert_int_equal(zone.count, 0);
    }
}

TEST(what_is_not_wanted_is_left)
{
    static const char *const ignored[] = {"l101"};
    const struct ddds_check_options options = {
        .size = sizeof options, .ignored = ignored, .ignored_count = 1};
    struct zone zone = {.text = HEAD BAD("a")};
    assert_ok(correct(&zone, NULL));
    assert_int_equal(zone.count, 0);
    zone = (struct zone){.text = HEAD BAD("a"), .wants = true};
    assert_ok(correct(&zone, &options));
    assert_int_equal(zone.count, 0);
}

TEST(failures_are_told)
{
    static const char *const unknown[] = {"L000"};
    struct ddds_check_options options = {
        .size = sizeof options, .ignored = unknown, .ignored_count = 1};
    struct zone zone = {.text = HEAD BAD("a"), .wants = true};
    assert_int_equal(correct(&zone, &options), DDDS_BAD_OPTION);
    options =
        (struct ddds_check_options){.size = sizeof options, .origin = "a..b"};
    zone = (struct zone){.text = HEAD BAD("a"), .wants = true};
    assert_int_equal(correct(&zone, &options), DDDS_BAD_OPTION);
    zone = (struct zone){.text = HEAD BAD("a"), .fails_at = 1, .wants = true};
    assert_int_equal(correct(&zone, NULL), DDDS_UNREADABLE);
    /* A corrected file that cannot be read is not corrected. */
    zone = (struct zone){.text = HEAD BAD("a"), .fails_at = 2, .wants = true};
    assert_ok(correct(&zone, NULL));
    assert_int_equal(zone.count, 0);
    const struct ddds_correct nothing = DDDS_CORRECT_INIT;
    assert_int_equal(ddds_check_correct(NULL, &nothing, NULL), DDDS_BAD_OPTION);
}
