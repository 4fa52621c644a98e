/* Strings of a key without a match (L228), and rules that never match (L226).
 * Most expressions begin with the common prefix of their key's strings. They
 * take a shorter way, which must lead to the same findings as equal expressions
 * that are written less plainly.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/check.h>

#include "base/format.h"
#include "seed.h"
#include "base/table.h"

static uint64_t random_state;

static unsigned random_below(unsigned end)
{
    random_state = random_state * UINT64_C(6364136223846793005) + 1;
    return (unsigned)(random_state >> 33) % end;
}

/* The findings: line, code and detail. */
struct listing {
    struct text text;
    char memory[16384];
};

static void list_finding(void *context, const struct ddds_finding *finding)
{
    struct listing *listing = context;
    if (strcmp(finding->code->code, "L226") == 0 ||
        strcmp(finding->code->code, "L228") == 0) {
        text_format(&listing->text, "%u%s%s\n", (unsigned)finding->region.line,
                    finding->code->code, finding->detail);
    }
}

static void check_text(const struct text *zone, struct listing *listing)
{
    struct ddds_error error;
    ddds_check *check = ddds_check_new(NULL, &error);
    assert_non_null(check);
    assert_false(zone->failed);
    ddds_text_init(&listing->text, listing->memory, sizeof listing->memory);
    assert_ok(
        ddds_check_text(check, "t", zone->bytes, zone->length, NULL, &error));
    assert_ok(ddds_check_report(check, list_finding, listing, NULL, &error));
    assert_false(listing->text.failed);
    ddds_check_free(check);
}

/* Write a record of |label|.urn.arpa, whose expression is |begin|, the label
 * and |rest|. */
static void write_record(struct text *zone, const char *begin,
                         const char *label, const char *rest, const char *flag)
{
    text_format(zone,
                "%s.urn.arpa. NAPTR 1 1 \"u\" \"http+I2L\" "
                "\"!%s%s%s!http://a.example/!%s\" .\n",
                label, begin, label, rest, flag);
}

TEST(what_comes_and_matches_nothing_is_found)
{
    for (const char **row = table_rows("fixtures/tables/check-matching.tsv",
                                       "Rules of foo.urn.arpa", 4);
         table_next(row);) {
        char memory[1024];
        struct text zone;
        struct listing listing;
        ddds_text_init(&zone, memory, sizeof memory);
        ddds_text_string(&zone, "$TTL 604800\n");
        write_record(&zone, row[0], "foo", row[1], row[2]);
        check_text(&zone, &listing);
        const char *found = row[3];
        char detail[256] = "";
        if (found != NULL && strcmp(found, "never") == 0) {
            snprintf(detail, sizeof detail, "2L226");
        } else if (found != NULL) {
            snprintf(detail, sizeof detail, "2L228\"%.120s", found);
        }
        if (strncmp(listing.memory, detail, strlen(detail)) != 0 ||
            (*detail == '\0' && listing.text.length > 0)) {
            fail_msg("%s: %s", row[1], listing.memory);
        }
    }
}

/* Keys share a search if all that it depends on is the same. */
TEST(keys_share_what_was_found)
{
    static const char text[] =
        "$TTL 604800\n"
        "ftp.uri.arpa. NAPTR 1 1 \"u\" \"x+I2L\" \"!^ftp:[A-Z]*$!a:b!\" .\n"
        "tel.uri.arpa. NAPTR 1 1 \"u\" \"x+I2L\" \"!^tel:[A-Z]*$!a:b!\" .\n"
        "tip.uri.arpa. NAPTR 1 1 \"u\" \"x+I2L\" \"!^tip:[A-Z]*$!c:d!\" .\n"
        "tv.uri.arpa. NAPTR 1 1 \"u\" \"x+I2L\" \"!^tv:[A-Z]*$!a:b!i\" .\n";
    static const char *const found[] = {"ftp://a", "tel:a", "tip:a", "tv:1"};
    struct text zone = {.bytes = (char *)(uintptr_t)text,
                        .length = sizeof text - 1};
    struct listing listing;
    check_text(&zone, &listing);
    const char *at = listing.memory;
    for (size_t i = 0; i < 4; i++) {
        char detail[32];
        snprintf(detail, sizeof detail, "%zuL228\"%s\"", i + 2, found[i]);
        at = strstr(at, detail);
        if (at == NULL) {
            fail_msg("%s: %s", detail, listing.memory);
        }
    }
}

/* Write records of some keys to both |zones|, to the second with "[u]rn" for
 * "urn": that is read alike, and has no plain begin. */
static void write_alike(struct text zones[2])
{
    static const char *const pieces[] = {
        "[^:]+",      "(.+)",   ".*",       "[a-z]", "(a|b)", "x?",
        "[0-9]{1,3}", "$",      "\\\\.",    "[^]a]", "[[^a]", "b*",
        "[A-Z]",      "1",      "a",        "|",     "^",     "[a-z0-9]+",
        "{2}",        "(^a|b)", "\\\\[^a]", "(^1)*",
    };
    enum { PIECES = sizeof pieces / sizeof *pieces };
    char rest[64] = ":";
    for (unsigned record = 0; record < 12; record++) {
        char label[16];
        const char *flag = random_below(3) == 0 ? "i" : "";
        bool is_upper = random_below(4) == 0;
        if (random_below(2) == 0) {
            snprintf(rest, sizeof rest, ":%s%s%s", pieces[random_below(PIECES)],
                     pieces[random_below(PIECES)],
                     random_below(2) == 0 ? "$" : "");
        }
        snprintf(label, sizeof label, "n%u", record + random_below(5) / 4);
        write_record(&zones[0], is_upper ? "^URN:" : "^urn:", label, rest,
                     flag);
        write_record(&zones[1], is_upper ? "^[U]RN:" : "^[u]rn:", label, rest,
                     flag);
    }
}

TEST(shorter_ways_lead_to_the_same)
{
    unsigned found = 0;
    for (unsigned i = 0; i < 150; i++) {
        char memory[2][8192];
        struct text zones[2];
        struct listing listings[2];
        for (unsigned k = 0; k < 2; k++) {
            ddds_text_init(&zones[k], memory[k], sizeof memory[k]);
            ddds_text_string(&zones[k], "$TTL 604800\n");
        }
        write_alike(zones);
        check_text(&zones[0], &listings[0]);
        check_text(&zones[1], &listings[1]);
        if (strcmp(listings[0].memory, listings[1].memory) != 0) {
            fail_msg("%s%s%s", memory[0], listings[0].memory,
                     listings[1].memory);
        }
        found += listings[0].text.length > 0;
    }
    assert_true(found > 100);
}

int main(void)
{
    random_state = take_seed(20261126);
    return unit_run("tests");
}
