/* Corrections in files: what is kept of a record, the diff, and replacing a
 * file.
 *
 * SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "mend/chunks.h"
#include "mend/diff.h"
#include "mend/merge.h"
#include "mend/replace_file.h"

/* ---- Records -------------------------------------------------------------- */

static void layout_and_words_are_kept(void **state)
{
    (void)state;
    static const struct {
        const char *old;
        const char *fix;
        enum merge_level level;
        const char *wanted;
    } rows[] = {
        {"a\tNAPTR 1  1 u \"\" \"!x!y!\" .",
         "a NAPTR 1 1 \"u\" \"\" \"!x!z!\" .", MERGE_MEANING,
         "a\tNAPTR 1  1 u \"\" \"!x!z!\" ."},
        {"a naptr 1 1 u \"\" \"\" b", "a NAPTR 1 1 \"u\" \"\" \"\" b.o.",
         MERGE_MEANING, "a naptr 1 1 u \"\" \"\" b"},
        {"a naptr 1 1 u \"\" \"\" b", "a NAPTR 1 1 \"u\" \"\" \"\" b.o.",
         MERGE_WORDS, "a NAPTR 1 1 \"u\" \"\" \"\" b.o."},
        /* the owner of the line before */
        {"  NAPTR 1 1 \"\" \"\" \"\" b.", "a.o. NAPTR 1 2 \"\" \"\" \"\" b.",
         MERGE_MEANING, "  NAPTR 1 2 \"\" \"\" \"\" b."},
        /* fields without a blank between them */
        {"a NAPTR 1 1 \"u\"\"\" \"\" b.", "a NAPTR 1 1 \"u\" \"\" \"\" b.",
         MERGE_MEANING, "a NAPTR 1 1 \"u\" \"\" \"\" b."},
        {"a NAPTR ( 1 1 ; x (\n\"u\" \"\" \"\" c. )",
         "a NAPTR 1 1 \"u\" \"\" \"\" b.", MERGE_MEANING,
         "a NAPTR ( 1 1 ; x (\n\"u\" \"\" \"\" b. )"},
        /* a parenthesis that is not closed, too few words: comments stay */
        {"a NAPTR ( 1 1 ; x\n\"u\" \"\" \"\" c.",
         "a NAPTR 1 1 \"u\" \"\" \"\" b.", MERGE_MEANING,
         "a NAPTR 1 1 \"u\" \"\" \"\" b. ; x"},
        {"a NAPTR 1 1 \"u\" \";\" c.", "a NAPTR 1 1 \"u\" \";\" \"\" c.",
         MERGE_MEANING, "a NAPTR 1 1 \"u\" \";\" \"\" c."},
        {"a NAPTR ( 1 ; one \r\n 1 ;two\r\n u \"\" \"\" c. )",
         "a NAPTR 1 1 \"u\" \"\" \"\" c.", MERGE_NOTHING,
         "a NAPTR 1 1 \"u\" \"\" \"\" c. ; one ;two"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char *got = merge_record(rows[i].old, strlen(rows[i].old), rows[i].fix,
                                 rows[i].level);
        assert_string_equal(got, rows[i].wanted);
        free(got);
    }
}

/* ---- Texts ---------------------------------------------------------------- */

static void check_diff(const char *original, const struct change *changes,
                       size_t count, const char *wanted)
{
    struct chunks chunks;
    char *got;
    size_t size;
    FILE *out = open_memstream(&got, &size);
    assert_true(chunks_begin(&chunks, original, strlen(original)));
    assert_true(chunks_change(&chunks, changes, count));
    assert_true(print_diff(out, "a b.zone", &chunks));
    assert_int_equal(fclose(out), 0);
    assert_string_equal(got, wanted);
    assert_int_equal(chunks_differ(&chunks), *wanted != '\0');
    free(got);
    chunks_clear(&chunks);
}

static void changes_are_a_diff(void **state)
{
    (void)state;
    static const struct change two[] = {{{2, 1, 3, 2}, "B"},
                                        {{14, 1, 14, 2}, "N\nN"}};
    check_diff("a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\nm\nn", two, 2,
               "--- a b.zone\t\n+++ a b.zone\t\n"
               "@@ -1,6 +1,5 @@\n a\n-b\n-c\n+B\n d\n e\n f\n"
               "@@ -11,4 +10,5 @@\n k\n l\n m\n"
               "-n\n\\ No newline at end of file\n"
               "+N\n+N\n\\ No newline at end of file\n");
    static const struct change same = {{1, 1, 1, 2}, "a"};
    check_diff("a\nb\n", &same, 1, "");
    static const struct change inner = {{1, 3, 3, 2}, "x\ny\nc"};
    check_diff("a b\nb\nc\n", &inner, 1,
               "--- a b.zone\t\n+++ a b.zone\t\n"
               "@@ -1,3 +1,3 @@\n-a b\n-b\n+a x\n+y\n c\n");
    static const struct change several = {{3, 1, 7, 2}, "C\nd\ne\nF\ng"};
    check_diff("a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\n", &several, 1,
               "--- a b.zone\t\n+++ a b.zone\t\n"
               "@@ -1,9 +1,9 @@\n a\n b\n-c\n+C\n d\n e\n-f\n+F\n g\n h\n i\n");
    static const struct change last = {{1, 1, 9, 2},
                                       "a\nb\nc\nd\ne\nf\ng\nH\ni"};
    check_diff("a\nb\nc\nd\ne\nf\ng\nh\ni", &last, 1,
               "--- a b.zone\t\n+++ a b.zone\t\n"
               "@@ -5,5 +5,5 @@\n e\n f\n g\n-h\n+H\n"
               " i\n\\ No newline at end of file\n");
    static const struct change longer = {{1, 1, 2, 2}, "x\na\nb"};
    check_diff("a\nb\n", &longer, 1,
               "--- a b.zone\t\n+++ a b.zone\t\n"
               "@@ -1,2 +1,3 @@\n+x\n a\n b\n");
    static const struct change outside = {{9, 1, 9, 2}, "x"};
    check_diff("a\n", &outside, 1, "");
}

/* ---- Files ---------------------------------------------------------------- */

static char path[] = "/tmp/ddds-mend-XXXXXX";

static int make_file(void **state)
{
    (void)state;
    int number = mkstemp(path);
    return number < 0 || write(number, "old", 3) != 3 || close(number) != 0;
}

static int remove_file(void **state)
{
    (void)state;
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

static void a_changed_file_is_not_replaced(void **state)
{
    (void)state;
    char old[] = "old";
    char other[] = "other";
    char why[200];
    const struct file_text before = {old, 3};
    const struct file_text changed = {other, 5};
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layout_and_words_are_kept),
        cmocka_unit_test(changes_are_a_diff),
        cmocka_unit_test_setup_teardown(a_changed_file_is_not_replaced,
                                        make_file, remove_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
