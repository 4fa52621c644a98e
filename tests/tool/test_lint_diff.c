/* Corrections in files: the diff, and replacing a file.
 *
 * SPDX-License-Identifier: MIT */
#include <sys/stat.h>
#include <unistd.h>

#include <ddds/check.h>

#include "lint/unified_diff.h"
#include "print/replace_file.h"
#include "base/assertions.h"

/* ---- Texts -------------------------------------------------------------- */

/* |text| in place of a region, whose lines and columns count from 1. */
struct row {
    struct ddds_region region;
    const char *text;
};

static size_t find(const char *text, uint32_t line, uint32_t column)
{
    const char *at = text;
    for (; line > 1; line--) {
        at = strchr(at, '\n') + 1;
    }
    return (size_t)(at - text) + column - 1;
}

static void check_diff(const char *original, const struct row *rows,
                       size_t count, const char *wanted)
{
    struct change items[2];
    struct changes changes = {original, strlen(original), items, count};
    char *got;
    size_t size;
    FILE *out = open_memstream(&got, &size);
    for (size_t i = 0; i < count; i++) {
        const struct ddds_region *region = &rows[i].region;
        items[i].begin = find(original, region->line, region->column);
        items[i].count = find(original, region->end_line, region->end_column) -
                         items[i].begin;
        items[i].text = strdup(rows[i].text);
    }
    print_diff(out, "a b.zone", &changes);
    assert_int_equal(fclose(out), 0);
    assert_string_equal(got, wanted);
    for (size_t i = 0; i < count; i++) {
        free(items[i].text);
    }
    free(got);
}

TEST(changes_are_a_diff)
{
    static const struct row two[] = {{{2, 1, 3, 2}, "B"},
                                     {{14, 1, 14, 2}, "N\nN"}};
    check_diff("a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\nm\nn", two, 2,
               "--- a b.zone\t\n+++ a b.zone\t\n"
               "@@ -1,6 +1,5 @@\n a\n-b\n-c\n+B\n d\n e\n f\n"
               "@@ -11,4 +10,5 @@\n k\n l\n m\n"
               "-n\n\\ No newline at end of file\n"
               "+N\n+N\n\\ No newline at end of file\n");
    static const struct row same = {{1, 1, 1, 2}, "a"};
    check_diff("a\nb\n", &same, 1, "");
    static const struct row inner = {{1, 3, 3, 2}, "x\ny\nc"};
    check_diff("a b\nb\nc\n", &inner, 1,
               "--- a b.zone\t\n+++ a b.zone\t\n"
               "@@ -1,3 +1,3 @@\n-a b\n-b\n+a x\n+y\n c\n");
    static const struct row several = {{3, 1, 7, 2}, "C\nd\ne\nF\ng"};
    check_diff("a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\n", &several, 1,
               "--- a b.zone\t\n+++ a b.zone\t\n"
               "@@ -1,9 +1,9 @@\n a\n b\n-c\n+C\n d\n e\n-f\n+F\n g\n h\n i\n");
    static const struct row last = {{1, 1, 9, 2}, "a\nb\nc\nd\ne\nf\ng\nH\ni"};
    check_diff("a\nb\nc\nd\ne\nf\ng\nh\ni", &last, 1,
               "--- a b.zone\t\n+++ a b.zone\t\n"
               "@@ -5,5 +5,5 @@\n e\n f\n g\n-h\n+H\n"
               " i\n\\ No newline at end of file\n");
    static const struct row longer = {{1, 1, 2, 2}, "x\na\nb"};
    check_diff("a\nb\n", &longer, 1,
               "--- a b.zone\t\n+++ a b.zone\t\n"
               "@@ -1,2 +1,3 @@\n+x\n a\n b\n");
    static const struct row line[] = {{{2, 1, 2, 2}, "B"}, {{2, 3, 2, 4}, "C"}};
    check_diff("a\nb c\nd\n", line, 2,
               "--- a b.zone\t\n+++ a b.zone\t\n"
               "@@ -1,3 +1,3 @@\n a\n-b c\n+B C\n d\n");
}

/* ---- Files -------------------------------------------------------------- */

static char path[32];

static int make_file(void **state)
{
    strcpy(path, "/tmp/ddds-mend-XXXXXX");
    int number = mkstemp(path);
    return number < 0 || write(number, "old", 3) != 3 || close(number) != 0;
}

static int remove_file(void **state)
{
    return unlink(path);
}

static void check_file(const char *wanted)
{
    size_t length;
    char *text = read_whole_file(path, &length);
    assert_non_null(text);
    assert_string_equal(text, wanted);
    assert_int_equal(length, strlen(wanted));
    free(text);
}

TEST(a_changed_file_is_not_replaced)
{
    char why[200];
    const struct ddds_span before = {"old", 3};
    const struct ddds_span changed = {"other", 5};
    assert_int_equal(chmod(path, 0604), 0);
    assert_false(replace_file(path, &changed, "new", 3, why, sizeof why));
    assert_non_null(strstr(why, "has changed"));
    check_file("old");
    assert_true(replace_file(path, &before, "new", 3, why, sizeof why));
    check_file("new");
    struct stat status;
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 07777, 0604);
    assert_false(replace_file("/tmp", NULL, "", 0, why, sizeof why));
    assert_non_null(strstr(why, "not a regular file"));
    assert_false(
        replace_file("/no/such/file", &before, "", 0, why, sizeof why));
    size_t length;
    assert_null(read_whole_file("/dev/null", &length));
}

FIXTURES(.set_up = make_file, .tear_down = remove_file);
