/* Baseline: known findings, which are not reported again.
 *
 * SPDX-License-Identifier: MIT */
#include "lint/baseline.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/complain.h"
#include "cli/exits.h"
#include "print/replace_file.h"
#include "render/rendering.h"
#include "text/text_stream.h"

static const char header[] = "# ddds lint baseline, version 1";

/* ---- Entries ------------------------------------------------------------ */

/* Print the words of |source| up to its comment, separated by single blanks. */
static void print_words(FILE *out, struct ddds_span source)
{
    bool is_quoted = false;
    bool has_blank = true;
    for (size_t i = 0; i < source.length; i++) {
        char octet = source.text[i];
        size_t length = octet == '\\' && i + 1 < source.length ? 2 : 1;
        is_quoted ^= octet == '"';
        if (octet == ';' && !is_quoted) {
            return;
        }
        if (!is_quoted && strchr(" \t\r", octet) != NULL && octet != '\0') {
            has_blank = true;
            continue;
        }
        if (has_blank) {
            putc(' ', out);
        }
        has_blank = false;
        print_escaped_span(out, (struct ddds_span){source.text + i, length});
        i += length - 1;
    }
}

/* If |source| is a $GENERATE line, remove it up to the range. */
static bool skip_range(struct ddds_span *source)
{
    static const char word[] = "$GENERATE";
    const char *end = source->text + source->length;
    const char *at = source->text;
    if (source->length < sizeof word ||
        strncasecmp(at, word, sizeof word - 1) != 0) {
        return false;
    }
    for (at += sizeof word - 1; at < end && (*at == ' ' || *at == '\t');) {
        at++;
    }
    while (at < end && *at != ' ' && *at != '\t') {
        at++;
    }
    *source = (struct ddds_span){at, (size_t)(end - at)};
    return true;
}

/* Growing the range of a $GENERATE does not make a finding new. */
char *baseline_line(const struct ddds_finding *finding)
{
    char *text = NULL;
    size_t size;
    struct ddds_span source = finding->source;
    bool is_generated = skip_range(&source);
    FILE *out = text_stream_open(&text, &size);
    fprintf(out, "%s %s%s", finding->code->code,
            is_generated || finding->owner == NULL ? "-" : finding->owner,
            is_generated ? " $GENERATE" : "");
    print_words(out, source);
    fclose(out);
    return text;
}

uint64_t baseline_hash(const char *line)
{
    uint64_t hash = UINT64_C(14695981039346656037); /* FNV-1a */
    for (; *line != '\0'; line++) {
        hash = (hash ^ (unsigned char)*line) * UINT64_C(1099511628211);
    }
    return hash;
}

/* Append |text|, and take ownership of it. */
static void add(struct baseline *baseline, char *text)
{
    if (baseline->count == baseline->size) {
        baseline->size = 2 * baseline->size + 64;
        baseline->entries = realloc(baseline->entries,
                                    baseline->size * sizeof *baseline->entries);
    }
    baseline->entries[baseline->count++] =
        (struct baseline_entry){.text = text};
}

void baseline_add(struct baseline *baseline, const struct ddds_finding *finding)
{
    add(baseline, baseline_line(finding));
}

static int compare_entries(const void *one, const void *other)
{
    const struct baseline_entry *a = one;
    const struct baseline_entry *b = other;
    return strcmp(a->text, b->text);
}

static void sort(struct baseline *baseline)
{
    if (baseline->count > 0) {
        qsort(baseline->entries, baseline->count, sizeof *baseline->entries,
              compare_entries);
    }
}

void baseline_clear(struct baseline *baseline)
{
    for (size_t i = 0; i < baseline->count; i++) {
        free(baseline->entries[i].text);
    }
    free(baseline->entries);
    *baseline = (struct baseline){.entries = NULL};
}

/* ---- Matching ----------------------------------------------------------- */

bool baseline_take(struct baseline *baseline,
                   const struct ddds_finding *finding)
{
    char *text = baseline_line(finding);
    size_t low = 0;
    size_t high = baseline->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(baseline->entries[middle].text, text) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    while (low < baseline->count && baseline->entries[low].is_used &&
           strcmp(baseline->entries[low].text, text) == 0) {
        low++;
    }
    bool is_known =
        low < baseline->count && strcmp(baseline->entries[low].text, text) == 0;
    if (is_known) {
        baseline->entries[low].is_used = true;
    }
    free(text);
    return is_known;
}

size_t baseline_left(const struct baseline *baseline)
{
    size_t left = 0;
    for (size_t i = 0; i < baseline->count; i++) {
        left += !baseline->entries[i].is_used;
    }
    return left;
}

/* ---- The file ----------------------------------------------------------- */

/* Return true if |text| starts with L, three digits and an owner. */
static bool is_entry(const char *text)
{
    return text[0] == 'L' && strspn(text + 1, "0123456789") == 3 &&
           text[4] == ' ' && text[5] != '\0' && text[5] != ' ';
}

/* Read the line of |length| octets at |text|. */
static int read_entry(struct baseline *baseline, const char *path,
                      const char *text, size_t length, size_t number)
{
    if (length > 0 && text[length - 1] == '\r') {
        length--;
    }
    if (length == 0 || *text == '#') {
        return -1;
    }
    char *line = strndup(text, length);
    if (!is_entry(line)) {
        complain("%s:%zu: \"%.40s\" is not a line of a baseline, CODE OWNER "
                 "RECORD; write the file again with --write-baseline",
                 path, number, line);
        free(line);
        return EXIT_USAGE;
    }
    add(baseline, line);
    return -1;
}

int baseline_read(struct baseline *baseline, const char *path, const char *text,
                  size_t length)
{
    const char *end = text + length;
    size_t number = 0;
    if (length < sizeof header - 1 ||
        memcmp(text, header, sizeof header - 1) != 0) {
        complain("%s: not a baseline of ddds lint: it does not begin with "
                 "\"%s\"; write it with --write-baseline",
                 path, header);
        return EXIT_USAGE;
    }
    while (text < end) {
        const char *feed = memchr(text, '\n', (size_t)(end - text));
        const char *last = feed != NULL ? feed : end;
        int status =
            read_entry(baseline, path, text, (size_t)(last - text), ++number);
        if (status >= 0) {
            return status;
        }
        text = feed != NULL ? feed + 1 : end;
    }
    sort(baseline);
    return -1;
}

int baseline_open(struct baseline *baseline, const char *path)
{
    size_t length;
    char *text = read_whole_file(path, &length);
    if (text == NULL) {
        complain("%s: cannot be read: %s", path, strerror(errno));
        return EXIT_TEMPORARY;
    }
    int status = baseline_read(baseline, path, text, length);
    free(text);
    return status;
}

int baseline_write(struct baseline *baseline, const char *path)
{
    char *text = NULL;
    size_t size;
    sort(baseline);
    FILE *out = text_stream_open(&text, &size);
    fprintf(out, "%s\n", header);
    for (size_t i = 0; i < baseline->count; i++) {
        fprintf(out, "%s\n", baseline->entries[i].text);
    }
    fclose(out);
    char why[200];
    int status = -1;
    if (!replace_file(path, NULL, text, size, why, sizeof why)) {
        complain("%s: %s", path, why);
        status = EXIT_OWN_FAILURE;
    }
    free(text);
    return status;
}
