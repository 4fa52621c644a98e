/* Files and pipes are read to their end, or not at all.
 *
 * SPDX-License-Identifier: MIT */
#include <errno.h>
#include <unistd.h>

#include "text/read_all.h"
#include "base/assertions.h"

/* The reading end of a pipe that a child fills with |length| octets. */
static FILE *open_pipe(size_t length)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        close(ends[0]);
        for (size_t i = 0; i < length; i++) {
            char octet = (char)('a' + i % 26);
            if (write(ends[1], &octet, 1) != 1) {
                break;
            }
        }
        _exit(0);
    }
    close(ends[1]);
    FILE *file = fdopen(ends[0], "r");
    assert_non_null(file);
    return file;
}

TEST(lengths_and_limits)
{
    static const struct {
        size_t length;
        size_t most;
        int error; /* 0: all is read */
    } cases[] = {
        {0, 0, 0},
        {0, 100, 0},
        {1, 1, 0},
        {2, 1, EFBIG},
        {65535, 1 << 20, 0},
        {65536, 1 << 20, 0},
        {65537, 1 << 20, 0},
        {65536, 65535, EFBIG},
        {131071, 131071, 0},
        {131072, 131071, EFBIG},
        {300000, 1 << 20, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        FILE *file = open_pipe(cases[i].length);
        size_t length;
        print_message("%zu of %zu\n", cases[i].length, cases[i].most);
        errno = 0;
        char *text = read_all(file, cases[i].most, &length);
        assert_int_equal(text == NULL, cases[i].error != 0);
        if (text == NULL) {
            assert_int_equal(errno, cases[i].error);
        } else {
            assert_int_equal(length, cases[i].length);
            assert_int_equal(strlen(text), length);
            assert_true(length == 0 ||
                        text[length - 1] == (char)('a' + (length - 1) % 26));
        }
        free(text);
        fclose(file);
        assert_true(wait(NULL) > 0);
    }
}

TEST(folders_cannot_be_read)
{
    size_t length;
    FILE *file = fopen("/", "r");
    assert_non_null(file);
    assert_null(read_all(file, 100, &length));
    assert_int_equal(errno, EISDIR);
    fclose(file);
}
