/* Files, pipes and devices as sources of text.
 *
 * SPDX-License-Identifier: MIT */
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

/* The size of a pipe's content is unknown. */
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
