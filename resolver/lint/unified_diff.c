/* Changes of a text, and their unified diff.
 *
 * SPDX-License-Identifier: MIT */
#include "lint/unified_diff.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <ddds/span.h>

#include "text/text_stream.h"

/* Lines of context around a change. */
enum { CONTEXT = 3 };

char *changes_apply(const struct changes *changes, size_t *length)
{
    size_t size;
    char *text = NULL;
    const char *from = changes->original;
    FILE *out = text_stream_open(&text, &size);
    for (size_t i = 0; i < changes->count; i++) {
        const struct change *each = &changes->items[i];
        const char *begin = changes->original + each->begin;
        fwrite(from, 1, (size_t)(begin - from), out);
        fputs(each->text, out);
        from = begin + each->count;
    }
    fwrite(from, 1, (size_t)(changes->original + changes->length - from), out);
    fclose(out);
    *length = size;
    return text;
}

/* ---- Names -------------------------------------------------------------- */

/* Print |path| as in headers of diffs: in quotes if it has special octets,
 * followed by a tab if it has a blank. */
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

/* ---- Rows --------------------------------------------------------------- */

/* A line of the diff. */
struct row {
    char mark; /* ' ', '-' or '+' */
    struct ddds_span line;
};

struct diff_rows {
    struct row *items;
    size_t count;
};

/* Remove and return the first line of |text|, including its line feed. */
static struct ddds_span take_line(struct ddds_span *text)
{
    const char *feed = memchr(text->text, '\n', text->length);
    struct ddds_span line = {text->text, text->length};
    if (feed != NULL) {
        line.length = (size_t)(feed + 1 - text->text);
    }
    text->text += line.length;
    text->length -= line.length;
    return line;
}

static bool is_same(struct ddds_span one, struct ddds_span other)
{
    return one.length == other.length &&
           memcmp(one.text, other.text, one.length) == 0;
}

/* Append the lines of |text| with |mark|. */
static void add_lines(struct diff_rows *rows, char mark, struct ddds_span text)
{
    while (text.length > 0) {
        rows->items[rows->count++] = (struct row){mark, take_line(&text)};
    }
}

/* Remove common lines at the start of both texts, and append them. */
static void add_same(struct diff_rows *rows, struct ddds_span *old,
                     struct ddds_span *new)
{
    while (old->length > 0 && new->length > 0) {
        struct ddds_span old_left = *old;
        struct ddds_span new_left = *new;
        struct ddds_span line = take_line(&old_left);
        if (!is_same(line, take_line(&new_left))) {
            return;
        }
        add_lines(rows, ' ', line);
        *old = old_left;
        *new = new_left;
    }
}

/* Return the octets of common complete lines at the end of both texts. */
static size_t measure_same_end(struct ddds_span one, struct ddds_span other)
{
    size_t same = 0;
    size_t i = 0;
    while (i < one.length && i < other.length &&
           one.text[one.length - 1 - i] == other.text[other.length - 1 - i]) {
        /* The octets after a line feed are complete lines. */
        same = one.text[one.length - 1 - i] == '\n' ? i : same;
        i++;
    }
    bool is_whole =
        (i == one.length || one.text[one.length - 1 - i] == '\n') &&
        (i == other.length || other.text[other.length - 1 - i] == '\n');
    return is_whole ? i : same;
}

/* Remove leading lines that differ from two texts with the same number of
 * lines, and append them: the old lines first. */
static void add_different(struct diff_rows *rows, struct ddds_span *old,
                          struct ddds_span *new)
{
    struct ddds_span old_begin = *old;
    struct ddds_span new_begin = *new;
    while (old->length > 0 && new->length > 0) {
        struct ddds_span old_left = *old;
        struct ddds_span new_left = *new;
        if (is_same(take_line(&old_left), take_line(&new_left))) {
            break;
        }
        *old = old_left;
        *new = new_left;
    }
    old_begin.length -= old->length;
    new_begin.length -= new->length;
    add_lines(rows, '-', old_begin);
    add_lines(rows, '+', new_begin);
}

/* Append a change. If lines are added or removed, which corrections rarely do,
 * everything between the first and the last difference is a single change. */
static void add_change(struct diff_rows *rows, struct ddds_span old,
                       struct ddds_span new, bool has_same_count)
{
    add_same(rows, &old, &new);
    while (has_same_count && old.length > 0) {
        add_different(rows, &old, &new);
        add_same(rows, &old, &new);
    }
    size_t end = measure_same_end(old, new);
    old.length -= end;
    new.length -= end;
    add_lines(rows, '-', old);
    add_lines(rows, '+', new);
    add_lines(rows, ' ', (struct ddds_span){old.text + old.length, end});
}

static size_t count_lines(struct ddds_span text)
{
    size_t count = 0;
    for (; text.length > 0; take_line(&text)) {
        count++;
    }
    return count;
}

/* Return the octets of |text| before the line of |at|. */
static size_t measure_before(const char *text, const char *at)
{
    while (at > text && at[-1] != '\n') {
        at--;
    }
    return (size_t)(at - text);
}

/* Make the rows of |changes|, with complete lines of the original and of
 * |after|, the changed text. The caller frees them. */
static struct diff_rows make_rows(const struct changes *changes,
                                  struct ddds_span after)
{
    struct ddds_span left = {changes->original, changes->length};
    size_t count = count_lines(left) + count_lines(after);
    struct diff_rows rows = {calloc(count + 1, sizeof *rows.items), 0};
    for (size_t i = 0; i < changes->count;) {
        const struct change *change = &changes->items[i];
        size_t same =
            measure_before(left.text, changes->original + change->begin);
        struct ddds_span rest = {left.text + same, left.length - same};
        struct ddds_span old = {rest.text, 0};
        struct ddds_span new = {after.text + same, 0};
        /* Merge all changes on these lines. */
        do {
            change = &changes->items[i++];
            size_t end = change->begin + change->count;
            while (rest.length > 0 &&
                   (size_t)(old.text + old.length - changes->original) <= end) {
                old.length += take_line(&rest).length;
            }
            new.length += strlen(change->text) - change->count;
        } while (i < changes->count &&
                 changes->items[i].begin <
                     (size_t)(rest.text - changes->original));
        new.length += old.length;
        add_lines(&rows, ' ', (struct ddds_span){left.text, same});
        add_change(&rows, old, new, count_lines(old) == count_lines(new));
        after.length -= same + new.length;
        after.text = new.text + new.length;
        left = rest;
    }
    add_lines(&rows, ' ', left);
    return rows;
}

/* ---- Hunks -------------------------------------------------------------- */

/* A position in both texts: a row, and the numbers of lines before it. */
struct position {
    size_t row;
    size_t old;
    size_t new;
};

static void step(const struct diff_rows *rows, struct position *position)
{
    char mark = rows->items[position->row++].mark;
    position->old += mark != '+';
    position->new += mark != '-';
}

/* Return the end of the hunk whose first change is at |row|: the next change is
 * too far away to share context. */
static size_t find_end(const struct diff_rows *rows, size_t row)
{
    size_t same = 0;
    size_t end = row + 1;
    for (size_t i = end; i < rows->count && same <= (size_t)2 * CONTEXT; i++) {
        same = rows->items[i].mark == ' ' ? same + 1 : 0;
        end = same == 0 ? i + 1 : end;
    }
    end += CONTEXT;
    return end < rows->count ? end : rows->count;
}

static void print_range(FILE *out, char mark, size_t before, size_t count)
{
    fprintf(out, "%c%zu", mark, count > 0 ? before + 1 : before);
    if (count != 1) {
        fprintf(out, ",%zu", count);
    }
}

static void print_row(FILE *out, const struct row *row)
{
    const struct ddds_span *line = &row->line;
    putc(row->mark, out);
    fwrite(line->text, 1, line->length, out);
    if (line->text[line->length - 1] != '\n') {
        fputs("\n\\ No newline at end of file\n", out);
    }
}

/* Print the hunk from |position| up to the row |end|. */
static void print_hunk(FILE *out, const struct diff_rows *rows,
                       struct position *position, size_t end)
{
    struct position begin = *position;
    while (position->row < end) {
        step(rows, position);
    }
    fputs("@@ ", out);
    print_range(out, '-', begin.old, position->old - begin.old);
    putc(' ', out);
    print_range(out, '+', begin.new, position->new - begin.new);
    fputs(" @@\n", out);
    for (size_t i = begin.row; i < end; i++) {
        print_row(out, &rows->items[i]);
    }
}

static void print_hunks(FILE *out, const struct diff_rows *rows)
{
    struct position position = {.row = 0};
    for (size_t i = 0; i < rows->count;) {
        if (rows->items[i].mark == ' ') {
            i++;
            continue;
        }
        while (position.row + CONTEXT < i) {
            step(rows, &position);
        }
        i = find_end(rows, i);
        print_hunk(out, rows, &position, i);
    }
}

void print_diff(FILE *out, const char *path, const struct changes *changes)
{
    struct ddds_span after;
    char *text = changes_apply(changes, &after.length);
    after.text = text;
    if (after.length != changes->length ||
        memcmp(text, changes->original, after.length) != 0) {
        const struct diff_rows rows = make_rows(changes, after);
        fputs("--- ", out);
        print_path(out, path);
        fputs("+++ ", out);
        print_path(out, path);
        print_hunks(out, &rows);
        free(rows.items);
    }
    free(text);
}
