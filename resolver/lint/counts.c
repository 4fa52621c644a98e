/* Counts of findings by severity, code and file.
 *
 * SPDX-License-Identifier: MIT */
#include "lint/counts.h"

#include <stdlib.h>
#include <string.h>

#include "lint/baseline.h"
#include "lint/policy.h"
#include "render/rendering.h"

/* ---- Counting ----------------------------------------------------------- */

/* Return the counter of |file|. The search starts at the end, because findings
 * are ordered by file. */
static struct file_count *find_file(struct counts *counts, const char *file)
{
    for (size_t i = counts->file_count; i-- > 0;) {
        if (strcmp(counts->files[i].file, file) == 0) {
            return &counts->files[i];
        }
    }
    counts->files = realloc(counts->files,
                            (counts->file_count + 1) * sizeof *counts->files);
    struct file_count *added = &counts->files[counts->file_count++];
    *added = (struct file_count){.file = strdup(file)};
    return added;
}

/* Return the counter of |code|, which may be a copy of a row of the table. */
static struct code_count *find_code(struct counts *counts,
                                    const struct ddds_check_code *code)
{
    if (counts->codes == NULL) {
        counts->codes = calloc(lint_code_count(), sizeof *counts->codes);
    }
    return &counts->codes[lint_code_number(code)];
}

size_t counts_add(struct counts *counts, const struct ddds_finding *finding)
{
    struct file_count *file = find_file(counts, finding->file);
    struct code_count *code = find_code(counts, finding->code);
    code->code = finding->code;
    counts->found[finding->code->severity]++;
    file->found[finding->code->severity]++;
    return ++code->count;
}

/* Return the slot of |hash| in a table of |size|: its own, or an empty slot. */
static struct fingerprint *find_print(struct fingerprint *prints, size_t size,
                                      uint64_t hash)
{
    size_t i = (size_t)hash & (size - 1);
    while (prints[i].number > 0 && prints[i].hash != hash) {
        i = (i + 1) & (size - 1);
    }
    return &prints[i];
}

/* Ensure space for another fingerprint. */
static void grow_prints(struct counts *counts)
{
    if (2 * (counts->print_count + 1) <= counts->print_size) {
        return;
    }
    size_t size = counts->print_size > 0 ? 2 * counts->print_size : 256;
    struct fingerprint *prints = calloc(size, sizeof *prints);
    for (size_t i = 0; i < counts->print_size; i++) {
        if (counts->prints[i].number > 0) {
            *find_print(prints, size, counts->prints[i].hash) =
                counts->prints[i];
        }
    }
    free(counts->prints);
    counts->prints = prints;
    counts->print_size = size;
}

struct fingerprint counts_repeat(struct counts *counts,
                                 const struct ddds_finding *finding)
{
    char *line = baseline_line(finding);
    grow_prints(counts);
    uint64_t hash = baseline_hash(line);
    uint64_t key = hash ^ baseline_hash(finding->file);
    struct fingerprint *found =
        find_print(counts->prints, counts->print_size, key);
    free(line);
    counts->print_count += found->number == 0;
    found->hash = key;
    found->number++;
    return (struct fingerprint){hash, found->number};
}

void counts_clear(struct counts *counts)
{
    for (size_t i = 0; i < counts->file_count; i++) {
        free(counts->files[i].file);
    }
    free(counts->files);
    free(counts->codes);
    free(counts->prints);
    *counts = (struct counts){.files = NULL};
}

/* ---- Printing ----------------------------------------------------------- */

static void print_files(const struct counts *counts, FILE *out)
{
    fputs("errors  warnings  notes  file\n", out);
    for (size_t i = 0; i < counts->file_count; i++) {
        const struct file_count *each = &counts->files[i];
        fprintf(out, "%6zu  %8zu  %5zu  ", each->found[DDDS_ERROR],
                each->found[DDDS_WARNING], each->found[DDDS_INFO]);
        print_escaped(out, each->file);
        putc('\n', out);
    }
}

static void print_codes(const struct counts *counts, FILE *out)
{
    size_t count = lint_code_count();
    fputs("\n count  code  severity  title\n", out);
    for (int i = DDDS_ERROR; i >= DDDS_INFO; i--) {
        for (size_t k = 0; k < count; k++) {
            const struct ddds_check_code *code = counts->codes[k].code;
            if (code != NULL && (int)code->severity == i) {
                fprintf(out, "%6zu  %s  %-8s  %s\n", counts->codes[k].count,
                        code->code, ddds_severity_text(code->severity),
                        code->title);
            }
        }
    }
    putc('\n', out);
}

void counts_print(const struct counts *counts, FILE *out)
{
    if (counts->file_count > 0) {
        print_files(counts, out);
        print_codes(counts, out);
    }
}
