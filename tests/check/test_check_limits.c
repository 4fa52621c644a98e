/* The limits that protect a check from hostile zones, and that they are
 * reached: base/limits.h.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/check.h>
#include <ddds/database.h>

#include "base/limits.h"
#include "base/assertions.h"

/* ---- Texts ------------------------------------------------------------ */

enum { TEXT_SIZE = 4 << 20 };

struct zone {
    char *text;
    size_t length;
};

static void begin(struct zone *zone)
{
    zone->text = malloc(TEXT_SIZE);
    assert_non_null(zone->text);
    zone->length = (size_t)snprintf(zone->text, TEXT_SIZE,
                                    "$ORIGIN 4.4.e164.arpa.\n$TTL 60\n");
}

/* Add |number| between two texts. */
static void add(struct zone *zone, const char *before, int number,
                const char *after)
{
    zone->length +=
        (size_t)snprintf(zone->text + zone->length, TEXT_SIZE - zone->length,
                         "%s%d%s", before, number, after);
    assert_true(zone->length < TEXT_SIZE);
}

/* A rule of telephone numbers with an expression of its own. */
static void add_rule(struct zone *zone, int number, const char *before,
                     int inner, const char *after)
{
    char rest[256];
    snprintf(rest, sizeof rest, " NAPTR 1 1 \"u\" \"E2U+sip\" \"%s", before);
    add(zone, "k", number, rest);
    add(zone, "", inner, after);
}

/* How often the code |wanted| was found, and that the work ended. */
struct tally {
    const char *wanted;
    size_t count;
    size_t ends;
};

static void count_finding(void *context, const struct ddds_finding *finding)
{
    struct tally *tally = context;
    tally->count += strcmp(finding->code->code, tally->wanted) == 0;
    tally->ends += strcmp(finding->code->code, "L901") == 0;
}

/* Count the findings of |code|, and those of the work limit. Free |zone|. */
static struct tally count(struct zone *zone, const char *code)
{
    struct ddds_check_options options = DDDS_CHECK_OPTIONS_INIT;
    struct tally tally = {.wanted = code};
    struct ddds_check_summary summary = DDDS_CHECK_SUMMARY_INIT;
    options.most_findings = SIZE_MAX;
    ddds_check *check = ddds_check_new(&options, NULL);
    assert_non_null(check);
    assert_ok(
        ddds_check_text(check, "t", zone->text, zone->length, NULL, NULL));
    assert_ok(ddds_check_report(check, count_finding, &tally, &summary, NULL));
    ddds_check_free(check);
    free(zone->text);
    return tally;
}

/* ---- Limits ----------------------------------------------------------- */

/* Expressions that are slow: each takes a trial or two. */
static void add_slow(struct zone *zone, int rules)
{
    begin(zone);
    for (int i = 0; i < rules; i++) {
        add_rule(zone, i, "!^(a+)+b", i, "!sip:x@y!\" .\n");
    }
}

/* LIMIT_HARD_TRIALS: what is not tried is said. */
TEST(slow_expressions_are_tried_so_often)
{
    struct zone zone;
    add_slow(&zone, 20);
    struct tally tally = count(&zone, "L215");
    assert_int_equal(tally.count, 20);
    assert_int_equal(tally.ends, 0);
    add_slow(&zone, 600);
    tally = count(&zone, "L215");
    assert_in_range(tally.count, LIMIT_HARD_TRIALS / 4, LIMIT_HARD_TRIALS);
    assert_in_range(tally.ends, 600 - tally.count, 601 - tally.count);
}

/* LIMIT_SEARCH_WORK: each expression is searched for a number that it matches,
 * and takes some twenty thousand steps to find out that no number does: it
 * demands a letter after the digits. */
static void add_searched(struct zone *zone, int rules)
{
    begin(zone);
    for (int i = 0; i < rules; i++) {
        add_rule(zone, i, "!1{1,200}a", i, "!sip:a@b!\" .\n");
    }
}

TEST(strings_are_searched_so_long)
{
    struct zone zone;
    add_searched(&zone, 100);
    assert_int_equal(count(&zone, "L226").count, 100);
    add_searched(&zone, 2500);
    struct tally tally = count(&zone, "L226");
    assert_in_range(tally.count, 500, 2400);
    assert_int_equal(tally.ends, 2500 - tally.count);
}

/* The end of work is one finding of the whole check, although the names of its
 * zones are checked in turns. */
TEST(the_end_is_said_once)
{
    ddds_check *check = ddds_check_new(NULL, NULL);
    struct ddds_check_summary summary = DDDS_CHECK_SUMMARY_INIT;
    struct tally tally = {.wanted = "L901"};
    struct zone zones[2];
    assert_non_null(check);
    for (size_t i = 0; i < 2; i++) {
        add_searched(&zones[i], 2500);
        assert_ok(ddds_check_text(check, i == 0 ? "a" : "b", zones[i].text,
                                  zones[i].length, NULL, NULL));
    }
    assert_ok(ddds_check_report(check, count_finding, &tally, &summary, NULL));
    assert_int_equal(tally.count, 1);
    ddds_check_free(check);
    free(zones[0].text);
    free(zones[1].text);
}

/* LIMIT_KEY_STATES: some two thousand for each rule of a key. Their prefixes
 * differ, so that nothing is searched for. */
static void add_large(struct zone *zone, int rules)
{
    begin(zone);
    for (int i = 0; i < rules; i++) {
        add(zone, "k NAPTR ", i, " 1 \"u\" \"x+I2L\" ");
        add(zone, "\"!^k", i, ":.{0,255}.{0,255}.{0,255}.{0,200}$!x:y!\" .\n");
    }
}

TEST(rules_of_a_key_have_so_many_states)
{
    struct zone zone;
    add_large(&zone, 200);
    assert_int_equal(count(&zone, "L901").ends, 0);
    add_large(&zone, 300);
    assert_in_range(count(&zone, "L901").ends, 1, 300);
}

/* LIMIT_EXPRESSIONS_KEPT, LIMIT_MODELS: expressions beyond the limits are
 * compiled again when they are needed, with the same findings. */
TEST(expressions_are_made_again)
{
    enum { RULES = LIMIT_EXPRESSIONS_KEPT + LIMIT_MODELS + 100 };
    struct zone zone;
    begin(&zone);
    for (int i = 0; i < RULES; i++) {
        add_rule(&zone, i, "!^a", i, "(.*)$!sip:\\\\1@b.example!\" .\n");
    }
    assert_int_equal(count(&zone, "L226").count, RULES);
}

/* LIMIT_ZONE_MEMORY: each name makes a hundred others exist. */
TEST(zones_take_so_much_memory)
{
    char name[256] = "";
    struct zone zone;
    struct ddds_error error;
    for (int i = 0; i < 100; i++) {
        memcpy(name + 2 * i, "a.", 3);
    }
    for (int records = 100; records <= 15000; records += 14900) {
        ddds_database *memory = ddds_memory_new(NULL);
        assert_non_null(memory);
        begin(&zone);
        add(&zone, "@ SOA ns host ", 1, " 2 3 4 5\n");
        for (int i = 0; i < records; i++) {
            add(&zone, name, i, " A 192.0.2.1\n");
        }
        ddds_status status = ddds_memory_load_text(memory, "t", zone.text,
                                                   zone.length, NULL, &error);
        assert_int_equal(status, records == 100 ? DDDS_OK : DDDS_LIMIT);
        assert_true(status == DDDS_OK ||
                    strstr(error.detail, "octets of memory") != NULL);
        ddds_database_free(memory);
        free(zone.text);
    }
}
