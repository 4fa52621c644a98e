/* Files, pipes and devices as sources of text.
 *
 * SPDX-License-Identifier: MIT */
#include <sys/wait.h>
#include <unistd.h>

#include "base/source.h"
#include "base/assertions.h"

enum { PIECE = 1000 };

/* Read a pipe into which |pieces| of PIECE octets are written. */
static ddds_status read_pipe(size_t pieces, size_t most, struct source **source)
{
    int ends[2];
    char path[64];
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        char piece[PIECE];
        memset(piece, 'x', sizeof piece);
        close(ends[0]);
        for (size_t i = 0; i < pieces; i++) {
            if (write(ends[1], piece, sizeof piece) != PIECE) {
                _exit(1); /* the reader has enough */
            }
        }
        _exit(0);
    }
    close(ends[1]);
    snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
    struct ddds_error error;
    ddds_status status = ddds_source_open(path, most, source, &error);
    close(ends[0]);
    assert_int_equal(waitpid(child, NULL, 0), child);
    return status;
}

/* A pipe does not say how much there is in it. */
TEST(pipes_are_read_to_their_end)
{
    static const size_t pieces[] = {0, 1, 64, 300};
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        struct source *source = NULL;
        assert_ok(read_pipe(pieces[i], SIZE_MAX / 2, &source));
        assert_int_equal(source->length, pieces[i] * PIECE);
        for (size_t at = 0; at < source->length; at++) {
            assert_int_equal(source->text[at], 'x');
        }
        ddds_source_free(source);
    }
}

TEST(pipes_are_bounded)
{
    struct source *source = NULL;
    assert_int_equal(read_pipe(2, PIECE, &source), DDDS_LIMIT);
    assert_int_equal(read_pipe(300, 100 * PIECE, &source), DDDS_LIMIT);
}

TEST(what_cannot_be_read_is_refused)
{
    static const struct {
        const char *path;
        ddds_status (*open)(const char *, size_t, struct source **,
                            struct ddds_error *);
        ddds_status status;
    } rows[] = {
        {".", ddds_source_open, DDDS_UNREADABLE},
        {".", ddds_source_open_regular, DDDS_UNREADABLE},
        {"/dev/null", ddds_source_open, DDDS_OK},
        {"/dev/null", ddds_source_open_regular, DDDS_UNREADABLE},
        {"/nowhere/at/all", ddds_source_open, DDDS_UNREADABLE},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct source *source = NULL;
        struct ddds_error error = {0};
        assert_int_equal(rows[i].open(rows[i].path, PIECE, &source, &error),
                         rows[i].status);
        assert_true(rows[i].status == DDDS_OK || error.detail[0] != '\0');
        if (rows[i].status == DDDS_OK) {
            assert_int_equal(source->length, 0);
            ddds_source_free(source);
        }
    }
}

/* A file that is read through a window may grow beyond the limit meanwhile. */
TEST(growing_files_are_bounded)
{
    static const char line[] = "a NAPTR 100 10 \"u\" \"E2U+sip\" \"!a!b!\" .\n";
    enum { LINE = sizeof line - 1, LINES = 400 };
    char path[] = "/tmp/ddds-source-XXXXXX";
    struct source *source = NULL;
    struct ddds_error error = {0};
    FILE *file = fdopen(mkstemp(path), "w");
    assert_non_null(file);
    for (int i = 0; i < LINES; i++) {
        fputs(line, file);
    }
    fflush(file);
    assert_ok(
        ddds_source_open_window(path, LINES * LINE, PIECE, &source, &error));
    assert_true(source->has_more);
    fputs(line, file);
    assert_int_equal(fclose(file), 0);
    ddds_status status = DDDS_OK;
    size_t lines = source->length / LINE;
    while (status == DDDS_OK && source->has_more) {
        status = ddds_source_next(source, 0, 1, &error);
        lines += status == DDDS_OK ? source->length / LINE : 0;
    }
    assert_int_equal(status, DDDS_LIMIT);
    assert_non_null(strstr(error.detail, ": larger than "));
    assert_true(lines <= LINES);
    ddds_source_free(source);
    unlink(path);
}
