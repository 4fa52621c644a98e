/* Complete checks: reading, reports, ignored codes, counts, and order. The
 * zones of fixtures/lint test each code.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/check.h>

#include "base/limits.h"
#include "base/format.h"
#include "base/table.h"

#define TABLE "fixtures/tables/check.tsv"

#define HEAD "$ORIGIN example.\n$TTL 60\n"
#define GOOD "NAPTR 1 1 \"u\" \"x+I2L\" \"!^.*$!x:y!\" .\n"
#define BAD "NAPTR 1 1 \"u\" \"x+I2L\" \"!^.*$!x:\\1!\" .\n" /* L101, L205 */

/* The findings, a line for each. */
struct listing {
    struct text text;
    char memory[4096];
    size_t count;
    struct ddds_check_summary summary;
};

static void list_finding(void *context, const struct ddds_finding *finding)
{
    struct listing *listing = context;
    listing->count++;
    text_format(&listing->text, "%s:%u:%u %s\n", finding->file,
                (unsigned)finding->region.line,
                (unsigned)finding->region.column, finding->code->code);
}

static void report(ddds_check *check, struct listing *listing)
{
    struct ddds_error error;
    ddds_text_init(&listing->text, listing->memory, sizeof listing->memory);
    listing->count = 0;
    listing->summary = (struct ddds_check_summary)DDDS_CHECK_SUMMARY_INIT;
    assert_ok(ddds_check_report(check, list_finding, listing, &listing->summary,
                                &error));
}

static ddds_check *new_check(const struct ddds_check_options *options)
{
    struct ddds_error error;
    ddds_check *check = ddds_check_new(options, &error);
    assert_non_null(check);
    return check;
}

/* Check one text named "t". */
static void check_text(const char *text,
                       const struct ddds_check_options *options,
                       struct listing *listing)
{
    struct ddds_error error;
    ddds_check *check = new_check(options);
    assert_ok(ddds_check_text(check, "t", text, strlen(text), NULL, &error));
    report(check, listing);
    ddds_check_free(check);
}

TEST(findings_come_in_the_order_of_files_and_lines)
{
    static const char one[] = HEAD "b " BAD "b NATPR\na " BAD;
    static const char two[] = HEAD "a " BAD;
    struct listing listing;
    ddds_check *check = new_check(NULL);
    assert_ok(ddds_check_text(check, "z", one, strlen(one), NULL, NULL));
    assert_ok(ddds_check_text(check, "a", two, strlen(two), NULL, NULL));
    report(check, &listing);
    assert_string_equal(listing.memory, "z:3:34 L101\nz:3:34 L205\n"
                                        "z:4:3 L100\n"
                                        "z:5:34 L101\nz:5:34 L205\n"
                                        "a:3:34 L101\na:3:34 L205\n");
    ddds_check_free(check);
}

TEST(what_is_found_is_counted)
{
    struct listing listing;
    check_text(HEAD "a " BAD "a " GOOD "b " GOOD "c A 192.0.2.1\nd NATPR\n",
               NULL, &listing);
    assert_int_equal(listing.summary.files, 1);
    assert_int_equal(listing.summary.records, 3);
    assert_int_equal(listing.summary.keys, 2);
    assert_int_equal(listing.summary.found[DDDS_ERROR], 3);
    assert_int_equal(listing.summary.found[DDDS_WARNING], 1); /* L401 */
    assert_int_equal(listing.summary.found[DDDS_INFO], 0);
    assert_int_equal(listing.summary.omitted, 0);
}

TEST(a_cause_is_one_finding)
{
    struct listing listing;
    check_text(HEAD "a NAPTR 1 1 \"u\" \"E2U+s\\256\" "
                    "\"!^.*$!sip:a@example.com!\" .\n",
               NULL, &listing);
    assert_string_equal(listing.memory, "t:3:23 L101\n");
    assert_int_equal(listing.summary.found[DDDS_ERROR], 1);
}

/* Check each text below |heading|. */
static void check_rows(const char *heading)
{
    for (const char **row = table_rows(TABLE, heading, 2); table_next(row);) {
        char text[512];
        struct listing listing;
        snprintf(text, sizeof text, "%s%sz A 192.0.2.1\n", HEAD, row[0]);
        check_text(text, NULL, &listing);
        if (strcmp(listing.memory, row[1]) != 0) {
            fail_msg("%s\n%s", text, listing.memory);
        }
    }
}

TEST(reading_goes_on_behind_what_is_no_syntax)
{
    check_rows("Syntax");
}

TEST(a_file_that_holds_no_record_is_no_master_file)
{
    static const char *const texts[] = {
        "int main(void)\n{\n    return 0;\n}\n",
        "# a list\n- one\n- two\n",
        "(((((((((",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct ddds_error error;
        struct listing listing;
        ddds_check *check = new_check(NULL);
        assert_int_equal(ddds_check_text(check, "t", texts[i], strlen(texts[i]),
                                         NULL, &error),
                         DDDS_SYNTAX);
        assert_non_null(strstr(error.detail, "t: not a zone file"));
        assert_ok(ddds_check_text(check, "u", HEAD "a " BAD,
                                  strlen(HEAD "a " BAD), NULL, &error));
        report(check, &listing);
        assert_string_equal(listing.memory, "u:3:34 L101\nu:3:34 L205\n");
        assert_int_equal(listing.summary.files, 1);
        ddds_check_free(check);
    }
}

TEST(an_empty_file_is_a_master_file)
{
    struct listing listing;
    check_text("", NULL, &listing);
    assert_int_equal(listing.count, 0);
    assert_int_equal(listing.summary.files, 1);
    check_text("; nothing\n$TTL 5\n", NULL, &listing);
    assert_int_equal(listing.count, 0);
}

TEST(files_that_cannot_be_read_say_so)
{
    struct ddds_error error;
    ddds_check *check = new_check(NULL);
    assert_int_equal(
        ddds_check_file(check, "fixtures/no-such.zone", NULL, &error),
        DDDS_UNREADABLE);
    assert_int_equal(
        ddds_check_file(check, "fixtures/zones-bad/nul.zone", NULL, &error),
        DDDS_SYNTAX);
    ddds_check_free(check);
}

TEST(options_that_are_none_are_refused)
{
    static const char *const ignored[] = {"L101", "L999"};
    struct ddds_error error;
    struct ddds_check_options options = {.size = sizeof options,
                                         .origin = "a..b"};
    assert_null(ddds_check_new(&options, &error));
    assert_int_equal(error.status, DDDS_BAD_OPTION);
    options =
        (struct ddds_check_options){.size = sizeof(struct ddds_check_options),
                                    .ignored = ignored,
                                    .ignored_count = 2};
    assert_null(ddds_check_new(&options, &error));
    assert_int_equal(error.status, DDDS_BAD_OPTION);
    assert_non_null(strstr(error.detail, "L999"));
}

TEST(what_is_ignored_is_not_counted)
{
    static const char *const ignored[] = {"l101"};
    const struct ddds_check_options options = {
        .size = sizeof options, .ignored = ignored, .ignored_count = 1};
    struct listing listing;
    check_rows("Ignored");
    check_text(HEAD "a " BAD, &options, &listing);
    assert_string_equal(listing.memory, "t:3:34 L205\n");
    assert_int_equal(listing.summary.found[DDDS_ERROR], 1);
}

TEST(of_each_code_the_first_thousand_are_shown)
{
    static char memory[(LIMIT_FINDINGS + 10) * 64];
    struct text text;
    struct listing listing;
    ddds_text_init(&text, memory, sizeof memory);
    ddds_text_string(&text, HEAD);
    for (int i = 0; i < LIMIT_FINDINGS + 7; i++) {
        text_format(&text, "a%d NATPR\n", i);
    }
    ddds_text_string(&text, "a " BAD);
    check_text(memory, NULL, &listing);
    assert_int_equal(listing.count, LIMIT_FINDINGS + 2);
    assert_int_equal(listing.summary.found[DDDS_ERROR], LIMIT_FINDINGS + 9);
    assert_int_equal(listing.summary.omitted, 7);
}

/* The second zone has its first finding, although the first has a thousand. */
TEST(a_habit_is_one_finding_and_all_count)
{
    enum { HABITS = LIMIT_FINDINGS + 2 };
    static char memory[HABITS * 64];
    struct text text;
    struct listing listing;
    ddds_text_init(&text, memory, sizeof memory);
    ddds_text_string(&text, HEAD);
    for (int i = 0; i < HABITS; i++) {
        text_format(&text, "a%d NAPTR 1 1 \"\" \"\" \"\" b\n", i);
    }
    ddds_check *check = new_check(NULL);
    assert_ok(ddds_check_text(check, "one", memory, text.length, NULL, NULL));
    size_t length = strlen(HEAD "a0 NAPTR 1 1 \"\" \"\" \"\" b\n");
    assert_ok(ddds_check_text(check, "two", memory, length, NULL, NULL));
    report(check, &listing);
    assert_int_equal(listing.count, 2);
    assert_int_equal(listing.summary.found[DDDS_INFO], HABITS + 1);
    assert_int_equal(listing.summary.omitted, HABITS - 1);
    ddds_check_free(check);
}

/* Records after an unreadable included file are checked; names that the file
 * may have are not reported as missing. */
TEST(a_missing_include_leaves_a_gap)
{
    static const char text[] =
        HEAD "@ SOA a b 1 2 3 4 5\n@ NS ns\nns A 192.0.2.1\n"
             "a NAPTR 1 1 \"s\" \"x+I2L\" \"\" _x._tcp.b.example.\n%s"
             "c " BAD;
    static const struct {
        const char *include;
        ddds_status status;
        bool is_missing;
    } rows[] = {
        {"", DDDS_OK, true},
        {"$INCLUDE missing.inc\n", DDDS_UNREADABLE, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char memory[512];
        size_t length =
            (size_t)snprintf(memory, sizeof memory, text, rows[i].include);
        const struct ddds_check_contents contents = {"no/file", memory, length};
        const struct ddds_check_options options = {
            .size = sizeof options, .contents = &contents, .contents_count = 1};
        struct listing listing;
        ddds_check *check = new_check(&options);
        assert_int_equal(ddds_check_file(check, "no/file", NULL, NULL),
                         rows[i].status);
        report(check, &listing);
        assert_non_null(strstr(listing.memory, "L101"));
        assert_int_equal(strstr(listing.memory, "L504") != NULL,
                         rows[i].is_missing);
        ddds_check_free(check);
    }
}

/* ---- Corrections -------------------------------------------------------- */

struct fixes {
    size_t count;
    char fix[512]; /* the last */
    struct ddds_region replaced;
};

static void keep_fix(void *context, const struct ddds_finding *finding)
{
    struct fixes *fixes = context;
    if (finding->fix != NULL) {
        snprintf(fixes->fix, sizeof fixes->fix, "%s", finding->fix);
        fixes->replaced = finding->replaced;
        fixes->count++;
    }
}

/* The corrections of one text named "t". */
static struct fixes find_fixes(const char *text,
                               const struct ddds_zone_options *options)
{
    struct fixes fixes = {.count = 0};
    ddds_check *check = new_check(NULL);
    assert_ok(ddds_check_text(check, "t", text, strlen(text), options, NULL));
    assert_ok(ddds_check_report(check, keep_fix, &fixes, NULL, NULL));
    ddds_check_free(check);
    return fixes;
}

TEST(corrections_are_whole_records)
{
    for (const char **row = table_rows(TABLE, "Corrections", 4);
         table_next(row);) {
        char text[512];
        snprintf(text, sizeof text, "%s%s\n", HEAD, row[0]);
        struct fixes fixes = find_fixes(text, NULL);
        if (row[1] == NULL) {
            continue;
        }
        assert_string_equal(fixes.fix, row[1]);
        assert_int_equal(fixes.replaced.column, table_number(row[2]));
        assert_int_equal(fixes.replaced.end_line, table_number(row[3]));
    }
}

/* An expression that no round of corrections mends has no correction, though
 * each round had one to offer. */
TEST(corrections_that_do_not_help_are_not_shown)
{
    static const char text[] =
        HEAD "a NAPTR 1 1 \"u\" \"\" \"!^(?:a)(.*)$!x:\\\\2!\" .\n";
    assert_int_equal(find_fixes(text, NULL).count, 0);
}

/* ---- Options ----------------------------------------------------------- */

TEST(inputs_show_what_others_make_of_them)
{
    static const char text[] =
        HEAD "a NAPTR 1 1 \"u\" \"\" \"!^x(a|ab)(c|bcd)(d*).*$!x:\\\\1!\" .\n";
    static const char *const inputs[] = {"xabcd", "xabcde"};
    const struct ddds_check_options options = {
        .size = sizeof options, .inputs = inputs, .input_count = 2};
    struct listing listing;
    check_text(text, &options, &listing);
    assert_int_equal(listing.summary.found[DDDS_ERROR], 0);
}

TEST(names_begin_where_the_caller_says)
{
    static const char text[] =
        "$TTL 60\na NAPTR 1 1 \"s\" \"\" \"\" _b._tcp.example.org\n";
    const struct ddds_check_options options = {.size = sizeof options,
                                               .origin = "example.org."};
    struct listing listing;
    check_text(text, &options, &listing);
    assert_string_equal(listing.memory, "t:2:23 L110\n");
    check_text(text, NULL, &listing);
    assert_string_equal(listing.memory, "t:2:1 L117\n");
}

TEST(without_an_origin_nothing_is_missing_or_written_in_full)
{
    static const char head[] = "$TTL 60\n@ SOA ns1 hm 1 2 3 4 5\n";
    for (const char **row = table_rows(TABLE, "Origins", 3); table_next(row);) {
        char text[512];
        struct listing listing;
        snprintf(text, sizeof text, "%s%s", head, row[0]);
        check_text(text, NULL, &listing);
        assert_string_equal(listing.memory, row[1]);
        assert_string_equal(find_fixes(text, NULL).fix,
                            row[2] != NULL ? row[2] : "");
    }
}

TEST(each_file_has_its_own_origin)
{
    static const char text[] =
        "$TTL 60\n@ SOA ns1 hm 1 2 3 4 5\n"
        "@ NAPTR 1 1 \"s\" \"http+I2L\" \"\" _http._tcp.example.org.\n";
    const struct ddds_check_options options = {.size = sizeof options,
                                               .origin = "example.net."};
    const struct ddds_zone_options own = {.size = sizeof own,
                                          .origin = "example.org"};
    const struct ddds_zone_options bad = {.size = sizeof bad, .origin = "a..b"};
    struct ddds_error error;
    struct listing listing;
    ddds_check *check = new_check(&options);
    assert_ok(ddds_check_text(check, "a", text, sizeof text - 1, &own, &error));
    assert_int_equal(
        ddds_check_text(check, "b", text, sizeof text - 1, &bad, &error),
        DDDS_BAD_OPTION);
    assert_non_null(strstr(error.detail, "origin of b"));
    report(check, &listing);
    assert_string_equal(listing.memory, "a:3:31 L504\n");
    ddds_check_free(check);
}

static void keep_origin(void *context, const char *origin)
{
    snprintf(context, DDDS_NAME_SIZE, "%s", origin);
}

TEST(a_likely_origin_is_used_and_told)
{
    static const char text[] =
        "$TTL 60\n@ SOA ns1 hm 1 2 3 4 5\n"
        "@ NAPTR 1 1 \"s\" \"http+I2L\" \"\" _http._tcp.example.org.\n"
        "_http._tcp SRV 0 0 80 a.example.net.\n"
        "  NAPTR 1 1 \"s\" \"http+I2L\" \"\" _http._tcp.B\n";
    char assumed[DDDS_NAME_SIZE] = "";
    const struct ddds_zone_options options = {
        .size = sizeof options,
        .context = assumed,
        .likely_origin = "Example.ORG",
        .assumed = keep_origin,
    };
    struct ddds_error error;
    struct listing listing;
    ddds_check *check = new_check(NULL);
    assert_ok(
        ddds_check_text(check, "t", text, sizeof text - 1, &options, &error));
    assert_string_equal(assumed, "example.org");
    report(check, &listing);
    assert_string_equal(listing.memory,
                        "t:5:31 L116\nt:5:31 L504\nt:5:31 L701\n");
    ddds_check_free(check);
    /* Corrections hold if the guess is wrong. */
    assert_string_equal(
        find_fixes(text, &options).fix,
        "_http._tcp NAPTR 1 1 \"s\" \"http+I2L\" \"\" _http._tcp.b");
}

TEST(a_likely_origin_that_is_no_name_is_refused)
{
    const struct ddds_zone_options options = {.size = sizeof options,
                                              .likely_origin = "a..b"};
    struct ddds_error error;
    struct listing listing;
    ddds_check *check = new_check(NULL);
    assert_int_equal(
        ddds_check_text(check, "t", "a NAPTR x\n", 10, &options, &error),
        DDDS_BAD_OPTION);
    assert_non_null(strstr(error.detail, "origin of t: "));
    report(check, &listing);
    assert_string_equal(listing.memory, "");
    ddds_check_free(check);
}

TEST(another_text_is_one_error)
{
    char text[4096] = "";
    struct ddds_error error;
    struct listing listing;
    for (int i = 0; i < 25; i++) {
        size_t length = strlen(text);
        snprintf(text + length, sizeof text - length, "this line is prose\n%s",
                 i == 7 ? "run A 192.0.2.1\n" : "");
    }
    ddds_check *check = new_check(NULL);
    assert_int_equal(
        ddds_check_text(check, "t", text, strlen(text), NULL, &error),
        DDDS_SYNTAX);
    assert_non_null(strstr(error.detail, "not a zone file"));
    report(check, &listing);
    assert_int_equal(listing.count, 0);
    assert_int_equal(listing.summary.files, 0);
    ddds_check_free(check);
    /* With a SOA it is a zone file, however broken. */
    size_t length = strlen(text);
    snprintf(text + length, sizeof text - length, "z. SOA . . 1 2 3 4 5\n");
    check_text(text, NULL, &listing);
    assert_int_equal(listing.count, 25);
}

TEST(given_contents_replace_a_file)
{
    static const char text[] = HEAD "a NAPTR 1 1 \"u\" \"\" \"!!b:c!\" .\n"
                                    "b NAPTR 1 1 \"u\" \"\" \"!!b:c!\" .\n"
                                    "$INCLUDE missing.inc\n"
                                    "$INCLUDE lost.inc other\n"
                                    "c NAPTR 1 1 \"u\" \"\" \"!!b:c!\" .\n";
    const struct ddds_check_contents contents = {"no/such/file", text,
                                                 sizeof text - 1};
    const struct ddds_check_options options = {.size = sizeof options,
                                               .most_findings = 1,
                                               .contents = &contents,
                                               .contents_count = 1};
    struct ddds_error error;
    struct listing listing;
    ddds_check *check = new_check(&options);
    /* $INCLUDE is allowed: what it names is looked for beside the file. */
    assert_int_equal(ddds_check_file(check, "no/such/file", NULL, &error),
                     DDDS_UNREADABLE);
    assert_string_equal(error.detail,
                        "no/such/file:5:10: no/such/missing.inc: cannot be "
                        "read: No such file or directory; 1 more $INCLUDE "
                        "cannot be followed");
    report(check, &listing);
    assert_int_equal(listing.summary.records, 3);
    assert_int_equal(listing.summary.omitted, 2);
    assert_non_null(strstr(listing.memory, "L207"));
    ddds_check_free(check);
    check = new_check(&options);
    assert_int_equal(ddds_check_file(check, "another/file", NULL, &error),
                     DDDS_UNREADABLE);
    ddds_check_free(check);
}

TEST(names_and_files_do_not_mix)
{
    static const char *const names[] = {"a.example", "b..example"};
    static const char *const servers[] = {"no server"};
    const struct ddds_dns_options dns = {
        .size = sizeof dns, .servers = servers, .server_count = 1};
    const struct ddds_check_live live = {.size = sizeof live, .dns = &dns};
    ddds_database without_class = {.methods = NULL};
    const struct ddds_check_live unusable = {.size = sizeof unusable,
                                             .database = &without_class};
    struct ddds_error error;
    ddds_check *check = new_check(NULL);
    assert_ok(ddds_check_text(check, "t", "", 0, NULL, &error));
    assert_int_equal(ddds_check_names(check, NULL, names, 1, &error),
                     DDDS_BAD_OPTION);
    ddds_check_free(check);
    /* A database without a class; an invalid server; then none is left. */
    check = new_check(NULL);
    assert_int_equal(ddds_check_names(check, &unusable, names, 1, &error),
                     DDDS_BAD_OPTION);
    assert_int_equal(ddds_check_names(check, &live, names, 1, &error),
                     DDDS_BAD_OPTION);
    assert_int_equal(ddds_check_names(check, &live, names, 1, &error),
                     DDDS_BAD_OPTION);
    assert_non_null(strstr(error.detail, "once"));
    ddds_check_free(check);
    /* The same without an error to fill. */
    check = new_check(NULL);
    assert_int_equal(ddds_check_names(check, &live, names, 1, NULL),
                     DDDS_BAD_OPTION);
    ddds_check_free(check);
}

TEST(a_name_that_is_none_is_refused)
{
    static const char *const names[] = {"a.example", "b..example", NULL};
    static const char *const servers[] = {"127.0.0.1"};
    const struct ddds_dns_options dns = {
        .size = sizeof dns, .servers = servers, .server_count = 1};
    const struct ddds_check_live live = {.size = sizeof live, .dns = &dns};
    struct ddds_error error;
    struct listing listing;
    ddds_check *check = new_check(NULL);
    assert_int_equal(ddds_check_names(check, &live, names + 2, 1, NULL),
                     DDDS_BAD_OPTION);
    assert_int_equal(ddds_check_text(check, "t", "", 0, NULL, NULL),
                     DDDS_BAD_OPTION);
    ddds_check_free(check);
    check = new_check(NULL);
    assert_int_equal(ddds_check_names(check, &live, names, 2, &error),
                     DDDS_BAD_OPTION);
    assert_non_null(strstr(error.detail, "b..example: "));
    report(check, &listing);
    assert_int_equal(listing.count, 0);
    ddds_check_free(check);
}

/* Misuse that is cheap to see is answered, not executed. */
TEST(a_check_is_reported_once)
{
    static const char text[] = HEAD "a " GOOD;
    static const char *const names[] = {"a.example"};
    struct ddds_error error;
    struct listing listing;
    ddds_check *check = new_check(NULL);
    assert_ok(ddds_check_text(check, "t", text, strlen(text), NULL, &error));
    report(check, &listing);
    assert_int_equal(ddds_check_report(check, list_finding, &listing,
                                       &listing.summary, &error),
                     DDDS_BAD_OPTION);
    assert_non_null(strstr(error.detail, "reported already"));
    assert_int_equal(
        ddds_check_text(check, "u", text, strlen(text), NULL, &error),
        DDDS_BAD_OPTION);
    assert_int_equal(ddds_check_file(check, "u", NULL, &error),
                     DDDS_BAD_OPTION);
    assert_int_equal(ddds_check_names(check, NULL, names, 1, &error),
                     DDDS_BAD_OPTION);
    ddds_check_free(check);
}

/* Also when the matches that take long have been counted, and after more
 * records than are remembered. */
TEST(a_check_that_is_reset_is_as_new)
{
    static const char *const texts[] = {
        HEAD "a " BAD "b NATPR\n",
        HEAD "@ SOA a b 1 2 3 4 5\nb " GOOD "b " BAD,
        HEAD "a NAPTR 1 1 \"u\" \"x+I2L\" \"!^(a+)+$!x:y!\" .\n",
        HEAD "a NAPTR 1 1 \"u\" \"x+I2L\" \"!^(a|ab)(c|bcd)?.*!x:\\1!\" .\n",
        HEAD "a NAPTR 1 1 \"s\" \"X+Y\" \"\" A\n", /* L701: a habit */
        HEAD "$GENERATE 1-900 a$ NAPTR \"1 1 u x+I2L !^.*\\$!x:$.\\\\1! .\"\n",
        "none\n",
    };
    enum { TEXTS = sizeof texts / sizeof *texts };
    ddds_check *check = new_check(NULL);
    struct ddds_error error;
    for (size_t i = 0; i < TEXTS * 6; i++) {
        struct listing used;
        struct listing listing;
        const char *text = texts[i % TEXTS];
        ddds_check *another = new_check(NULL);
        ddds_check_text(check, "t", text, strlen(text), NULL, &error);
        ddds_check_text(another, "t", text, strlen(text), NULL, &error);
        report(check, &used);
        report(another, &listing);
        assert_string_equal(used.memory, listing.memory);
        assert_memory_equal(&used.summary, &listing.summary,
                            sizeof used.summary);
        assert_true(i % TEXTS == TEXTS - 1 || listing.count > 0);
        ddds_check_free(another);
        ddds_check_reset(check);
    }
    ddds_check_free(check);
    ddds_check_reset(NULL);
}
