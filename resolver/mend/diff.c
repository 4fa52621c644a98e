/* Changes as a unified diff.
 *
 * SPDX-License-Identifier: MIT */
#include "mend/diff.h"

#include <stdbool.h>
#include <string.h>

/* Lines of context around a change. */
enum { CONTEXT = 3 };

/* ---- Names ---------------------------------------------------------------- */

/* Print |path| as in headers of diffs: between quotes if it has octets that
 * others would not read, with a tab behind it if it has a blank. */
static void print_path(FILE *out, const char *path)
{
    bool is_odd = false;
    for (const char *at = path; *at != '\0'; at++) {
        unsigned char octet = (unsigned char)*at;
        is_odd |= octet < 0x20 || octet > 0x7e || octet == '"' || octet == '\\';
    }
    if (!is_odd) {
        fprintf(out, "%s%s\n", path, strchr(path, ' ') != NULL ? "\t" : "");
        return;
    }
    putc('"', out);
    for (const char *at = path; *at != '\0'; at++) {
        unsigned char octet = (unsigned char)*at;
        if (octet == '"' || octet == '\\') {
            fprintf(out, "\\%c", octet);
        } else if (octet < 0x20 || octet > 0x7e) {
            fprintf(out, "\\%03o", octet);
        } else {
            putc(octet, out);
        }
    }
    fputs("\"\n", out);
}

/* ---- Lines ---------------------------------------------------------------- */

/* Print each line of |text| behind |mark|. */
static void print_lines(FILE *out, char mark, const char *text, size_t length)
{
    const char *end = text + length;
    while (text < end) {
        const char *feed = memchr(text, '\n', (size_t)(end - text));
        const char *behind = feed != NULL ? feed + 1 : end;
        putc(mark, out);
        fwrite(text, 1, (size_t)(behind - text), out);
        if (feed == NULL) {
            fputs("\n\\ No newline at end of file\n", out);
        }
        text = behind;
    }
}

/* The octets of the original that |chunk| stands for; |*at| is where they
 * begin, and then behind them. */
static struct ddds_span take_original(const struct chunks *chunks,
                                      const struct chunk *chunk,
                                      const char **at)
{
    const char *end = chunks->original + chunks->length;
    struct ddds_span taken = {*at, 0};
    for (size_t i = 0; i < chunk->count && *at < end; i++) {
        const char *feed = memchr(*at, '\n', (size_t)(end - *at));
        *at = feed != NULL ? feed + 1 : end;
    }
    taken.length = (size_t)(*at - taken.text);
    return taken;
}

/* The octets of whole lines that both texts begin with. */
static size_t measure_same(struct ddds_span one, struct ddds_span other)
{
    size_t same = 0;
    for (size_t i = 0;
         i < one.length && i < other.length && one.text[i] == other.text[i];
         i++) {
        same = one.text[i] == '\n' ? i + 1 : same;
    }
    return same;
}

/* Likewise, that both end with. */
static size_t measure_same_end(struct ddds_span one, struct ddds_span other)
{
    size_t same = 0;
    size_t i = 0;
    while (i < one.length && i < other.length &&
           one.text[one.length - 1 - i] == other.text[other.length - 1 - i]) {
        /* What is behind a line feed is a whole line. */
        same = one.text[one.length - 1 - i] == '\n' ? i : same;
        i++;
    }
    return same;
}

/* Print a changed chunk: its lines in |old|, then in |new|, except those that
 * are the same at both ends. */
static void print_change(FILE *out, struct ddds_span old, struct ddds_span new)
{
    size_t same = measure_same(old, new);
    print_lines(out, ' ', old.text, same);
    old.text += same;
    old.length -= same;
    new.text += same;
    new.length -= same;
    size_t end = measure_same_end(old, new);
    print_lines(out, '-', old.text, old.length - end);
    print_lines(out, '+', new.text, new.length - end);
    print_lines(out, ' ', old.text + old.length - end, end);
}

/* ---- Hunks ---------------------------------------------------------------- */

/* A place in both texts: a chunk, and how many lines are before it. */
struct position {
    size_t chunk;
    size_t old;
    size_t new;
    const char *at; /* in the original */
};

static bool is_changed(const struct chunks *chunks, size_t i)
{
    return chunks->items[i].own != NULL;
}

static void step(const struct chunks *chunks, struct position *position)
{
    const struct chunk *chunk = &chunks->items[position->chunk++];
    (void)take_original(chunks, chunk, &position->at);
    position->old += chunk->count;
    position->new += chunk->lines;
}

/* The end of the hunk whose first change is at |chunk|: the next change is too
 * far away to share context. */
static size_t find_end(const struct chunks *chunks, size_t chunk)
{
    size_t same = 0;
    size_t end = chunk + 1;
    for (size_t i = chunk + 1; i < chunks->count && same <= (size_t)2 * CONTEXT;
         i++) {
        same = is_changed(chunks, i) ? 0 : same + 1;
        end = is_changed(chunks, i) ? i + 1 : end;
    }
    end += CONTEXT;
    return end < chunks->count ? end : chunks->count;
}

static void print_range(FILE *out, char mark, size_t before, size_t count)
{
    fprintf(out, "%c%zu", mark, count > 0 ? before + 1 : before);
    if (count != 1) {
        fprintf(out, ",%zu", count);
    }
}

/* Print the hunk from |position| up to the chunk |end|. */
static void print_hunk(FILE *out, const struct chunks *chunks,
                       struct position *position, size_t end)
{
    struct position ahead = *position;
    while (ahead.chunk < end) {
        step(chunks, &ahead);
    }
    fputs("@@ ", out);
    print_range(out, '-', position->old, ahead.old - position->old);
    putc(' ', out);
    print_range(out, '+', position->new, ahead.new - position->new);
    fputs(" @@\n", out);
    while (position->chunk < end) {
        const struct chunk *chunk = &chunks->items[position->chunk];
        const char *at = position->at;
        struct ddds_span old = take_original(chunks, chunk, &at);
        if (chunk->own == NULL) {
            print_lines(out, ' ', chunk->text, chunk->length);
        } else {
            print_change(out, old,
                         (struct ddds_span){chunk->text, chunk->length});
        }
        step(chunks, position);
    }
}

void print_diff(FILE *out, const char *path, const struct chunks *chunks)
{
    struct position position = {.at = chunks->original};
    size_t first = 0;
    if (!chunks_differ(chunks)) {
        return;
    }
    fputs("--- ", out);
    print_path(out, path);
    fputs("+++ ", out);
    print_path(out, path);
    for (;;) {
        while (first < chunks->count && !is_changed(chunks, first)) {
            first++;
        }
        if (first == chunks->count) {
            return;
        }
        size_t begin = first > CONTEXT ? first - CONTEXT : 0;
        size_t end = find_end(chunks, first);
        while (position.chunk < begin) {
            step(chunks, &position);
        }
        print_hunk(out, chunks, &position, end);
        first = end;
    }
}
