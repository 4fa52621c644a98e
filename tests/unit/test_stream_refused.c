/* What does a check in a stream refuse, and what does it say if its file changes, or
 * if there is no room for the temporary file?
 *
 * SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <ddds/check.h>

enum { PATH_SIZE = 64 };

#define HEAD                                                                   \
    "$ORIGIN 4.e164.arpa.\n$TTL 3600\n"                                        \
    "@ SOA ns.example.net. h.example.net. 1 7200 3600 1209600 3600\n"          \
    "@ NS ns.example.net.\n"
#define SIP "NAPTR 100 10 \"u\" \"E2U+sip\" \"!^.*$!sip:a@b.c!\" ."

/* ---- What a stream refuses -------------------------------------------- */

static void write_text(const char *path, const char *text, size_t length)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

/* Check |path| in parts of |part| octets, or in memory if that is SIZE_MAX. It
 * fails with |status|, and |why|. */
static void expect(const char *path, size_t part,
                   const struct ddds_zone_options *zone, ddds_status status,
                   const char *why)
{
    struct ddds_error error = {.detail = ""};
    const struct ddds_check_options options = {
        .size = sizeof options,
        .stream_from = part < SIZE_MAX ? 1 : 0,
        .stream_part = part,
    };
    ddds_check *check = ddds_check_new(&options, &error);
    assert_non_null(check);
    assert_int_equal(ddds_check_zone(check, path, zone, &error), status);
    if (strstr(error.detail, why) == NULL) {
        print_error("%s: %s\n", why, error.detail);
    }
    assert_non_null(strstr(error.detail, why));
    ddds_check_free(check);
}

static void make_path(char *path)
{
    strcpy(path, "/tmp/ddds-stream-XXXXXX");
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    close(descriptor);
}

static void test_refused(void **state)
{
    char path[PATH_SIZE];
    static char line[2500000];
    static const struct {
        const char *text;
        size_t length;
        ddds_status status;
        const char *why;
    } cases[] = {
        {line, sizeof line, DDDS_LIMIT, "a line longer than 1048576 octets"},
        {"$ORIGIN a.\nb A 192.0.2.1\n\0\n", 27, DDDS_SYNTAX,
         ":3:1: a NUL octet"},
        {"\xef\xbb\xbf;\n", 5, DDDS_SYNTAX, "byte order mark"},
        {"hello\nworld\n", 12, DDDS_SYNTAX, "no record could be read; "},
    };
    (void)state;
    make_path(path);
    memset(line, ';', sizeof line);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        write_text(path, cases[i].text, cases[i].length);
        expect(path, 0, NULL, cases[i].status, cases[i].why);
    }
    unlink(path);
}

/* Is a text in which hardly a line is a record refused as in memory? */
static void test_other_text(void **state)
{
    static const char *const heads[] = {"", "$ORIGIN example.\n"};
    char path[PATH_SIZE];
    (void)state;
    make_path(path);
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        fputs(heads[i], file);
        for (int k = 0; k < 30; k++) {
            fputs("This is a letter, not a zone.\n", file);
        }
        fputs("www.example. 3600 A 192.0.2.1\n", file);
        assert_int_equal(fclose(file), 0);
        for (int k = 0; k < 2; k++) {
            expect(path, k == 0 ? 1000 : SIZE_MAX, NULL,
                   i == 0 ? DDDS_SYNTAX : DDDS_OK,
                   i == 0 ? "hardly a line is a record; " : "");
        }
    }
    unlink(path);
}

/* What is too large for parts of 400 octets? */
static void test_too_large(void **state)
{
    static const struct {
        const char *head;
        const char *line;
        const char *why;
    } cases[] = {
        {"", "1 " SIP,
         "the records of a few owners take more than 6400 octets"},
        {"", "$GENERATE 1-2 $ A 192.0.2.$",
         "generated records and lines with errors take more than 6400 octets"},
        {"", "1 NAPRT 100 10 \"u\" \"E2U+sip\" \"\" .",
         "lines with errors take more than 6400 octets"},
    };
    char path[PATH_SIZE];
    (void)state;
    make_path(path);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        fputs(HEAD, file);
        for (int k = 0; k < 300; k++) {
            fprintf(file, "%s\n", cases[i].line);
        }
        assert_int_equal(fclose(file), 0);
        expect(path, 400, NULL, DDDS_LIMIT, cases[i].why);
    }
    unlink(path);
}

/* Does a stream read files outside the folder if it may? */
static void test_include_anywhere(void **state)
{
    static const char sub[] = "1 " SIP "\n";
    char folder[] = "/tmp/ddds-stream-XXXXXX";
    char path[PATH_SIZE];
    char outside[PATH_SIZE];
    char text[3 * PATH_SIZE];
    (void)state;
    assert_non_null(mkdtemp(folder));
    make_path(outside);
    write_text(outside, sub, sizeof sub - 1);
    snprintf(path, sizeof path, "%s/zone", folder);
    snprintf(text, sizeof text, "%s$INCLUDE %s\n", HEAD, outside);
    write_text(path, text, strlen(text));
    const struct ddds_zone_options anywhere = {.size = sizeof anywhere,
                                               .include_anywhere = true};
    expect(path, 0, &anywhere, DDDS_OK, "");
    expect(path, 0, NULL, DDDS_UNREADABLE, "outside the folder");
    unlink(path);
    unlink(outside);
    rmdir(folder);
}

/* ---- What happens meanwhile ------------------------------------------- */

static void append(const char *path)
{
    FILE *file = fopen(path, "a");
    assert_non_null(file);
    fputs("5 " SIP "\n", file);
    assert_int_equal(fclose(file), 0);
}

static void remove_file(const char *path)
{
    assert_int_equal(unlink(path), 0);
}

static void make_folder(const char *path)
{
    remove_file(path);
    assert_int_equal(mkdir(path, 0700), 0);
}

/* Reading it fails: nothing is at address 0. */
static void make_memory(const char *path)
{
    remove_file(path);
    assert_int_equal(symlink("/proc/self/mem", path), 0);
}

typedef void change_fn(const char *path);

struct meanwhile {
    change_fn *change;
    const char *path;
};

/* Called when the origin is known, before the file is sorted. */
static void change_file(void *context, const char *origin)
{
    const struct meanwhile *meanwhile = context;
    assert_string_equal(origin, "4.e164.arpa");
    meanwhile->change(meanwhile->path);
}

static void test_changed(void **state)
{
    static const struct {
        change_fn *change;
        const char *why;
    } cases[] = {
        {append, ": changed while it was read"},
        {remove_file, ": cannot be read: No such file or directory"},
        {make_folder, ": cannot be read: a stream needs a regular file"},
        {make_memory, ": cannot be read: Input/output error"},
    };
    static const char zone[] = "1 3600 " SIP "\n2 3600 " SIP "\n";
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char path[PATH_SIZE];
        struct meanwhile meanwhile = {cases[i].change, path};
        const struct ddds_zone_options options = {
            .size = sizeof options,
            .likely_origin = "4.e164.arpa",
            .assumed = change_file,
            .context = &meanwhile,
        };
        make_path(path);
        write_text(path, zone, sizeof zone - 1);
        expect(path, 0, &options, DDDS_UNREADABLE, cases[i].why);
        remove(path);
    }
}

/* Is it said that the temporary file cannot be written? */
static void test_full_disk(void **state)
{
    char path[PATH_SIZE];
    struct rlimit before;
    (void)state;
    make_path(path);
    FILE *zone = fopen(path, "w");
    assert_non_null(zone);
    fputs(HEAD, zone);
    for (int i = 0; i < 1000; i++) {
        fprintf(zone, "%d.%d.%d " SIP "\n", i % 10, i / 10 % 10, i / 100);
    }
    assert_int_equal(fclose(zone), 0);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    const struct rlimit none = {.rlim_cur = 4096, .rlim_max = before.rlim_max};
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &none), 0);
    expect(path, 0, NULL, DDDS_UNREADABLE, "temporary file: File too large");
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, SIG_DFL);
    unlink(path);
}

static void test_folder(void **state)
{
    struct ddds_error error;
    (void)state;
    const struct ddds_check_options options = {
        .size = sizeof options,
        .stream_from = 1,
        .stream_folder = "/nonexistent",
    };
    ddds_check *check = ddds_check_new(&options, &error);
    assert_int_equal(ddds_check_file(check, "fixtures/lint/L204.zone", &error),
                     DDDS_UNREADABLE);
    assert_non_null(strstr(error.detail, "temporary file"));
    ddds_check_free(check);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_other_text),
        cmocka_unit_test(test_too_large),
        cmocka_unit_test(test_include_anywhere),
        cmocka_unit_test(test_folder),
        cmocka_unit_test(test_changed),
        cmocka_unit_test(test_full_disk),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
