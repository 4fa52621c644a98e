/* Do checks in a stream find what checks in memory find? Each zone of
 * fixtures/lint, and zones made by chance whose owners are scattered over the
 * file, are checked in parts of several sizes, by one thread and by several.
 *
 * SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <ddds/check.h>

/* The report of a check, a line for each finding, and what was left out. */
struct report {
    char *text;
    size_t length;
    FILE *out;
    const char *without; /* codes that are not listed, or NULL */
    char left_out[1024];
    bool was_streamed;
};

static void list_finding(void *context, const struct ddds_finding *finding)
{
    struct report *report = context;
    const struct ddds_region *at = &finding->region;
    if (report->without != NULL &&
        (strstr(report->without, finding->code->code) != NULL ||
         strcmp(finding->code->code, "L110") == 0)) {
        return;
    }
    fprintf(report->out, "%s:%lu:%lu-%lu:%lu %s %s: %s [%s] %.*s\n",
            finding->file, (unsigned long)at->line, (unsigned long)at->column,
            (unsigned long)at->end_line, (unsigned long)at->end_column,
            finding->code->code, finding->owner != NULL ? finding->owner : "-",
            finding->detail, finding->fix != NULL ? finding->fix : "",
            (int)finding->source.length,
            finding->source.text != NULL ? finding->source.text : "");
}

static void note_stream(void *context, const char *path, const char *left_out)
{
    struct report *report = context;
    assert_non_null(path);
    report->was_streamed = true;
    snprintf(report->left_out, sizeof report->left_out, "%s",
             left_out != NULL ? left_out : "");
}

/* Check |path| in parts of |part| octets with |threads|; 0: in memory. */
static ddds_status check(const char *path, size_t part, unsigned threads,
                         const char *without, struct report *report)
{
    struct ddds_error error = {.status = DDDS_OK};
    struct ddds_check_summary summary;
    *report = (struct report){.without = without};
    const struct ddds_check_options options = {
        .size = sizeof options,
        .stream_from = part > 0 ? 1 : 0,
        .stream_part = part,
        .streamed = note_stream,
        .streamed_context = report,
        .threads = threads,
    };
    report->out = open_memstream(&report->text, &report->length);
    ddds_check *check = ddds_check_new(&options, &error);
    assert_non_null(check);
    ddds_status status = ddds_check_file(check, path, &error);
    assert_int_equal(
        ddds_check_report(check, list_finding, report, &summary, NULL),
        DDDS_OK);
    fprintf(report->out, "%d: %zu files, %zu records, %zu keys\n", (int)status,
            summary.files, summary.records, summary.keys);
    if (status != DDDS_OK) {
        fprintf(report->out, "%s\n", error.detail);
    }
    if (without == NULL) {
        fprintf(report->out, "%zu %zu %zu, omitted %zu\n", summary.found[0],
                summary.found[1], summary.found[2], summary.omitted);
    }
    fclose(report->out);
    ddds_check_free(check);
    return status;
}

/* How many checks were whole, and how many compared no owners. */
static size_t whole;
static size_t apart;

/* Do several threads find what |one| finds? */
static void compare_threads(const char *path, size_t part,
                            const struct report *one)
{
    static const unsigned threads[] = {2, 3, 7};
    for (size_t i = 0; i < sizeof threads / sizeof *threads; i++) {
        struct report several;
        check(path, part, threads[i], NULL, &several);
        if (strcmp(several.text, one->text) != 0) {
            print_error(
                "%s in parts of %zu octets, %u threads:\n%s--- one:\n%s", path,
                part, threads[i], several.text, one->text);
        }
        assert_string_equal(several.text, one->text);
        assert_string_equal(several.left_out, one->left_out);
        assert_int_equal(several.was_streamed, one->was_streamed);
        free(several.text);
    }
}

static void compare(const char *path, size_t part)
{
    struct report streamed;
    struct report expected;
    ddds_status status = check(path, part, 1, NULL, &streamed);
    compare_threads(path, part, &streamed);
    if (status == DDDS_LIMIT) { /* of an owner, or of what is included */
        free(streamed.text);
        return;
    }
    char codes[1024];
    snprintf(codes, sizeof codes, "%s", streamed.left_out);
    bool is_apart = codes[0] != '\0';
    if (is_apart) {
        free(streamed.text);
        check(path, part, 1, codes, &streamed);
    }
    check(path, 0, 0, is_apart ? codes : NULL, &expected);
    if (strcmp(expected.text, streamed.text) != 0) {
        print_error("%s in parts of %zu octets:\n%s--- in memory:\n%s", path,
                    part, streamed.text, expected.text);
    }
    assert_string_equal(streamed.text, expected.text);
    assert_true(streamed.was_streamed || status != DDDS_OK);
    whole += is_apart ? 0 : 1;
    apart += is_apart ? 1 : 0;
    free(streamed.text);
    free(expected.text);
}

static void test_fixtures(void **state)
{
    static const size_t parts[] = {1000000, 3000, 400};
    (void)state;
    struct dirent *entry;
    DIR *folder = opendir("fixtures/lint");
    assert_non_null(folder);
    whole = apart = 0;
    while ((entry = readdir(folder)) != NULL) {
        char path[300];
        if (strstr(entry->d_name, ".zone") == NULL) {
            continue;
        }
        snprintf(path, sizeof path, "fixtures/lint/%s", entry->d_name);
        /* Each part has its own limits of work. */
        size_t count = strcmp(entry->d_name, "L901.zone") == 0
                           ? 1
                           : sizeof parts / sizeof *parts;
        for (size_t i = 0; i < count; i++) {
            compare(path, parts[i]);
        }
    }
    closedir(folder);
    assert_true(whole > 500);
    assert_true(apart > 10);
}

/* ---- Zones by chance -------------------------------------------------- */

static uint64_t chance;

static unsigned draw(unsigned count)
{
    chance =
        chance * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(chance >> 33) % count;
}

/* %s is an owner, %t another one. The first are the usual ones. */
enum { USUAL = 7 };
static const char *const lines[] = {
    "%s NAPTR 100 10 \"u\" \"E2U+sip\" \"!^.*$!sip:a@example.com!\" .",
    "%s NAPTR 100 20 \"u\" \"E2U+h323\" \"!^.*$!h323:a@example.com!\" .",
    "%s 30 NAPTR 100 10 \"u\" \"E2U+sip\" \"!^.*$!sip:b@example.com!\" .",
    "%s 1000000 naptr 10 1 \"u\" \"E2U+sip\" \"!^(.*)$!sip:\\\\2@a.b!\" .",
    "%s NAPTR ( 100 10 \"u\"\n  \"E2U+sip\" ; in\n \"!^.*$!x y!\" . )",
    "; ddds:ignore=L205\n%s NAPTR 1 1 \"u\" \"E2U+sip\" \"!^(.*!sip:a!\" .",
    "; dds:ignore L403\n  NAPTR 1 2 \"u\" \"E2U+sip\" \"!^+44(.*)$!sip:a!\" .",
    "%s NAPTR 100 10 \"\" \"\" \"\" %t",
    "%s NAPTR 100 10 \"s\" \"SIP+D2U\" \"\" _sip._udp.%t",
    "_sip._udp.%s SRV 0 0 5060 %t",
    "%s CNAME %t",
    "%s NS ns.%t",
    "*.%s NAPTR 100 10 \"u\" \"E2U+sip\" \"!^\\\\+44(.*)$!sip:\\\\1@a!\" .",
    "%s DNAME %t",
    "%s A 192.0.2.1",
    "%s NAPTR 100 \"u\" \"E2U+sip\" \"!^.*$!sip:a@example.com!\" .",
    "$TTL 60",
    "$ORIGIN 4.e164.arpa.",
    "$ORIGIN 1.4.e164.arpa.",
    "$ORIGIN 4.e164.arpa",
    "%s NONSENSE x",
    "%s NONSENSE ( x",
    "%s NAPTR 100 10 ( \"u\" \"E2U+sip\" \"!^.*$!sip:a@example.com!\" .",
    "$GENERATE 1-3 $.%s NAPTR 1 1 u E2U+sip !^.*$!sip:$@example.com! .",
    "$GENERATE 7-12 $.%s NAPTR \"1 1 u E2U+sip !^.*\\$!http://$.a.b/! .\"",
};

/* The last four are for one thread: what one of them says of another line is known
 * only to who reads all between them. */
enum { LINES = sizeof lines / sizeof *lines, DIVISIBLE = LINES - 4 };

static void write_owner(FILE *zone)
{
    unsigned labels = 1 + draw(5);
    for (unsigned i = 0; i < labels; i++) {
        fprintf(zone, "%s%u", i > 0 ? "." : "", draw(6));
    }
}

static void write_zone(FILE *zone, unsigned seed, unsigned count)
{
    chance = seed;
    fprintf(zone, "; zone %u\n%s$ORIGIN 4.e164.arpa.\n", seed,
            seed % 3 > 0 ? "$TTL 3600\n" : "");
    fprintf(zone, "@ 3600 SOA ns.example.net. h.example.net. 1 7200 3600 "
                  "1209600 3600\n@ NS ns.example.net.\n");
    for (unsigned i = 0; i < count; i++) {
        unsigned which = draw(20) > 0   ? draw(USUAL)
                         : seed % 2 > 0 ? draw(LINES)
                                        : draw(DIVISIBLE);
        for (const char *at = lines[which]; *at != '\0'; at++) {
            if (*at == '%') {
                write_owner(zone);
                at++;
            } else {
                putc(*at, zone);
            }
        }
        putc('\n', zone);
    }
}

static void test_scattered(void **state)
{
    char path[] = "/tmp/ddds-stream-XXXXXX";
    (void)state;
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    close(descriptor);
    whole = apart = 0;
    for (unsigned seed = 1; seed <= 12; seed++) {
        FILE *zone = fopen(path, "w");
        assert_non_null(zone);
        write_zone(zone, seed, 600);
        assert_int_equal(fclose(zone), 0);
        compare(path, 40000);
        compare(path, 25000);
        compare(path, 2000);
    }
    unlink(path);
    assert_true(whole > 6);
    assert_true(apart > 6);
}

/* Reading goes on behind a file that cannot be included, and what that file may
 * have is not missing. */
static void test_gap(void **state)
{
    char path[] = "/tmp/ddds-stream-XXXXXX";
    (void)state;
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    close(descriptor);
    FILE *zone = fopen(path, "w");
    assert_non_null(zone);
    write_zone(zone, 1, 100);
    fprintf(zone, "$INCLUDE no-such.inc\n$INCLUDE no-such.inc 9\n"
                  "a NAPTR 1 1 \"s\" \"SIP+D2U\" \"\" _sip._udp.b\n");
    write_zone(zone, 2, 100);
    assert_int_equal(fclose(zone), 0);
    struct report report;
    assert_int_equal(check(path, 25000, 1, NULL, &report), DDDS_UNREADABLE);
    assert_non_null(strstr(report.text, "no-such.inc: cannot be read: No such "
                                        "file or directory; 1 more"));
    free(report.text);
    compare(path, 25000);
    compare(path, 2000);
    unlink(path);
}

/* A directive can be hidden behind a parenthesis. */
static void test_hidden(void **state)
{
    char path[] = "/tmp/ddds-stream-XXXXXX";
    (void)state;
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    FILE *zone = fdopen(descriptor, "w");
    assert_non_null(zone);
    fprintf(zone, "$ORIGIN 4.e164.arpa.\n$TTL 3600\n"
                  "@ SOA ns.example.net. h.example.net. 1 7200 3600 1209600 1\n"
                  "@ NS ns.example.net.\n");
    for (unsigned i = 0; i < 200; i++) {
        fprintf(zone, "%s%u.%u NAPTR 1 1 \"u\" \"E2U+sip\" \"!^.*$!x y!\" .\n",
                i == 100 ? "(\n$GENERATE 1-3 $ NAPTR 1 1 u E2U+x !^.*$!a! . )\n"
                         : "",
                i % 9, i);
    }
    fprintf(zone, "(\n$ORIGIN 1\n)\n@ NAPTR 1 1 \"u\" \"E2U+sip\" \"!a!\" .\n");
    assert_int_equal(fclose(zone), 0);
    compare(path, 2000);
    unlink(path);
}

/* ---- Zones of a kind --------------------------------------------------- */

/* The files that zones include, in their folder. */
static const struct included {
    const char *name;
    const char *text;
} included[] = {
    {"empty.zone", "; nothing yet\n"},
    {"one.zone", "2 NAPTR 70000 1 \"u\" \"E2U+sip\" \"!^.*$!sip:a@b.c!\" .\n"},
    {"two.zone",
     "$ORIGIN 8.4.e164.arpa.\n"
     "2 NAPTR 70000 70000 \"u\" \"E2U+sip\" \"!^.*$!sip:a@b.c!\" .\n"},
};

#define HEAD(origin)                                                           \
    "$ORIGIN " origin "\n$TTL 3600\n"                                          \
    "@ SOA ns.example.net. h.example.net. 1 7200 3600 1209600 3600\n"          \
    "@ NS ns.example.net.\n"
#define SIP "NAPTR 100 10 \"u\" \"E2U+sip\" \"!^.*$!sip:a@b.c!\" ."

/* A zone is |head|, |count| times |line| with a number as owner, |middle|, |fill|
 * times |filler|, and |tail|. Its check finds |code| as often as |found| says. */
static const struct kind {
    const char *head;
    const char *line;
    unsigned count;
    const char *middle;
    size_t fill;
    char filler;
    const char *tail;
    const char *code;
    unsigned found;
} kinds[] = {
    {/* One $GENERATE makes owners of several parts. */
     HEAD("4.e164.arpa."), SIP, 200, "", 0, 0,
     "$GENERATE 0-9 $.9 NAPTR \"1 1 u E2U+sip !^.*\\$!sip:a$@b.c! .\"\n"
     "$GENERATE 0-9 $ NAPTR \"1 1 u E2U+sip !^.*\\$!http://a.b/! .\"\n",
     "L321", 10},
    {/* Findings of one code in included files and around them. */
     HEAD("4.e164.arpa.") "$INCLUDE empty.zone\n$INCLUDE two.zone\n",
     "NAPTR 70000 70000 \"u\" \"E2U+sip\" \"!^.*$!sip:a@b.c!\" .", 100, "", 0,
     0,
     "$INCLUDE one.zone 6.4.e164.arpa.\n$INCLUDE one.zone 7.4.e164.arpa.\n"
     "$INCLUDE empty.zone\n",
     "L702", 204},
    {/* The name of the zone is wrong. */
     HEAD("44.e164.arpa."), SIP, 200, "", 0, 0, "", "L333", 1},
    {/* The origin of an included file lacks its final dot. */
     HEAD("4.e164.arpa.") "$INCLUDE one.zone 7.4.e164.arpa\n", SIP, 100, "", 0,
     0, "$INCLUDE one.zone\n", "L110", 0},
    {/* So does an $ORIGIN, after which owners are left out. */
     HEAD("4.e164.arpa."), SIP, 100, "", 0, 0,
     "1 " SIP "\n$ORIGIN 7.4.e164.arpa\n 30 " SIP "\n9 " SIP "\n  " SIP "\n",
     "L110", 1},
    {/* A comment that takes more than is joined, and one behind the rest. */
     HEAD("4.e164.arpa.") "1 " SIP "\n; ddds:ignore=L702\n", SIP, 100,
     "; old\n", 70000, ';',
     "\n; ddds:ignore=L205\n1.1.1 NAPTR 1 1 \"u\" \"E2U+sip\" \"!^.*$!\\\\1!\" "
     ".\n"
     "2.1.1 NAPTR 1 1 \"u\" \"E2U+sip\" \"!^.*$!\\\\1!\" .\n; the end\n",
     "L205", 1},
    {/* The comment above a record is read, however long others are before. */
     HEAD("4.e164.arpa."), SIP, 100, "", 65490, ';',
     "\n; ddds:ignore=L205\n1.1.1 NAPTR 1 1 \"u\" \"E2U+sip\" \"!^.*$!\\\\1!\" "
     ".\n",
     "L205", 0},
    {/* Likewise above a parenthesis that is not closed, */
     HEAD("4.e164.arpa."), SIP, 100, "", 0, 0,
     "; ddds:ignore=L100\n1.1.1 NAPTR 1 1 ( \"u\" \"E2U+sip\" "
     "\"!^.*$!sip:a@b.c!\" .\n"
     "2.1 " SIP "\n",
     "L100", 0},
    {/* which is looked for far away. */
     HEAD("4.e164.arpa.") "1.1.1 NAPTR 1 1 ( \"u\" \"E2U+sip\" "
                          "\"!^.*$!sip:a@b.c!\" .\n",
     SIP, 2000, "", 0, 0, "", "L100", 1},
    {/* A line with an error ends further away than is looked for. */
     HEAD("4.e164.arpa."), SIP, 100, "9 " SIP " extra", 70000, ' ',
     "word\n8 " SIP "\n", "L100", 1},
    {/* A rule leads through a DNAME to one that ends. */
     HEAD(
         "4.e164.arpa.") "1.1.1 NAPTR 1 1 \"\" \"\" \"\" 7.7.7.6.4.e164.arpa.\n"
                         "7.7.6 DNAME 1.1.0.4.e164.arpa.\n*.1.1.0 NAPTR 1 1 "
                         "\"\" \"\" \"\" 1.1.1.4.e164.arpa.\n",
     SIP, 1000, "", 0, 0, "", "L501", 0},
};

static void write_text(const char *path, const char *text, size_t length)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

static void write_kind(const char *path, const struct kind *kind)
{
    FILE *zone = fopen(path, "w");
    assert_non_null(zone);
    fputs(kind->head, zone);
    for (unsigned i = 0; i < kind->count; i++) {
        unsigned number = i * 37 % kind->count; /* scattered */
        fprintf(zone, "%u.%u.%u.%u %s\n", number % 10, number / 10 % 10,
                number / 100 % 10, number / 1000, kind->line);
    }
    fputs(kind->middle, zone);
    for (size_t i = 0; i < kind->fill; i++) {
        putc(kind->filler, zone);
    }
    fputs(kind->tail, zone);
    assert_int_equal(fclose(zone), 0);
}

/* How often does the check of |path| find |code|? */
static unsigned count_code(const char *path, const char *code)
{
    struct report report;
    char word[16];
    unsigned found = 0;
    snprintf(word, sizeof word, " %s ", code);
    assert_int_equal(check(path, 0, 0, NULL, &report), DDDS_OK);
    for (const char *at = report.text; (at = strstr(at, word)) != NULL; at++) {
        found++;
    }
    free(report.text);
    return found;
}

static void test_kinds(void **state)
{
    char folder[] = "/tmp/ddds-stream-XXXXXX";
    char path[100];
    (void)state;
    assert_non_null(mkdtemp(folder));
    for (size_t i = 0; i < sizeof included / sizeof *included; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, included[i].name);
        write_text(path, included[i].text, strlen(included[i].text));
    }
    snprintf(path, sizeof path, "%s/zone", folder);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        write_kind(path, &kinds[i]);
        assert_int_equal(count_code(path, kinds[i].code), kinds[i].found);
        compare(path, 1000000);
        compare(path, 20000);
        compare(path, 3000);
    }
    unlink(path);
    for (size_t i = 0; i < sizeof included / sizeof *included; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, included[i].name);
        unlink(path);
    }
    rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fixtures), cmocka_unit_test(test_scattered),
        cmocka_unit_test(test_hidden),   cmocka_unit_test(test_gap),
        cmocka_unit_test(test_kinds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
