/* Corrections in files: the library makes them, they are written or printed
 * here.
 *
 * SPDX-License-Identifier: MIT */
#include "mend/mend.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/complain.h"
#include "cli/exits.h"
#include "mend/diff.h"
#include "mend/replace_file.h"

/* ---- Files -------------------------------------------------------------- */

int mend_begin(struct mend *mend)
{
    mend->contents = calloc(mend->file_count + 1, sizeof *mend->contents);
    mend->checking.contents = mend->contents;
    /* The report of what is left has each finding, too. */
    mend->checking.most_findings = SIZE_MAX;
    for (size_t i = 0; i < mend->file_count; i++) {
        struct mend_file *file = &mend->files[i];
        size_t length;
        file->text = read_whole_file(file->path, &length);
        if (file->text == NULL) {
            complain("%s: cannot be read: %s", file->path, strerror(errno));
            return EXIT_TEMPORARY;
        }
        file->changes.original = file->text;
        file->changes.length = length;
        mend->contents[i] =
            (struct ddds_check_contents){file->path, file->text, length};
        mend->checking.contents_count = i + 1;
    }
    return -1;
}

static void clear_file(struct mend_file *file)
{
    for (size_t i = 0; i < file->changes.count; i++) {
        free(file->changes.items[i].text);
    }
    free(file->changes.items);
    free(file->made);
    free(file->text);
}

void mend_end(struct mend *mend)
{
    for (size_t i = 0; i < mend->file_count; i++) {
        if (i < mend->checking.contents_count &&
            mend->contents[i].text != mend->files[i].text) {
            free((void *)(uintptr_t)mend->contents[i].text);
        }
        clear_file(&mend->files[i]);
    }
    free(mend->contents);
}

/* ---- Correcting --------------------------------------------------------- */

static ddds_status read_files(void *context, ddds_check *check,
                              const struct ddds_check_contents *contents,
                              struct ddds_error *error)
{
    struct mend *mend = context;
    (void)contents;
    (void)error;
    mend->status = mend->reader(mend->context, check, mend->is_read);
    mend->is_read = true;
    return mend->status == EXIT_FOUND ? DDDS_OK : DDDS_UNREADABLE;
}

static bool wants(void *context, const struct ddds_finding *finding)
{
    const struct mend *mend = context;
    return mend->wants(mend->user, finding);
}

static void take_correction(void *context,
                            const struct ddds_correction *correction)
{
    struct mend *mend = context;
    struct mend_file *file = mend->files;
    while (strcmp(file->path, correction->file) != 0) {
        file++;
    }
    struct changes *changes = &file->changes;
    changes->items =
        realloc(changes->items, (changes->count + 1) * sizeof *changes->items);
    file->made = realloc(file->made, (changes->count + 1) * sizeof *file->made);
    file->made[changes->count] =
        (struct mended){correction->line, correction->code->code};
    changes->items[changes->count++] = (struct change){
        correction->begin, correction->count, strdup(correction->text)};
}

int mend_run(struct mend *mend)
{
    struct ddds_error error;
    const struct ddds_correct correct = {
        .size = sizeof correct,
        .read = read_files,
        .wants = wants,
        .made = take_correction,
        .context = mend,
        .leaves_included = &mend->has_included,
    };
    ddds_status status = ddds_check_correct(&mend->checking, &correct, &error);
    if (status == DDDS_UNREADABLE) {
        complain("nothing is corrected, because not all files could be read");
        return mend->status;
    }
    if (status != DDDS_OK) {
        complain("%s", error.detail);
        return exit_of_status(status);
    }
    for (size_t i = 0; i < mend->file_count; i++) {
        mend->contents[i].text =
            changes_apply(&mend->files[i].changes, &mend->contents[i].length);
    }
    return -1;
}

/* ---- Results ------------------------------------------------------------ */

/* Does the text have the word SOA outside of comments? */
static bool has_soa(const char *text)
{
    bool is_comment = false;
    for (; *text != '\0'; text++) {
        is_comment = *text == ';' || (is_comment && *text != '\n');
        if (!is_comment && (*text == ' ' || *text == '\t') &&
            (text[1] | 0x20) == 's' && (text[2] | 0x20) == 'o' &&
            (text[3] | 0x20) == 'a' && (text[4] == ' ' || text[4] == '\t')) {
            return true;
        }
    }
    return false;
}

static void report_file(const struct mend *mend, size_t file)
{
    const char *path = mend->files[file].path;
    size_t count = mend->files[file].changes.count;
    for (size_t i = 0; i < count; i++) {
        const struct mended *made = &mend->files[file].made[i];
        complain("%s:%lu: corrected [%s]", path, (unsigned long)made->line,
                 made->code);
    }
    complain("%s: %zu %s%s", path, count,
             count == 1 ? "correction" : "corrections",
             has_soa(mend->contents[file].text)
                 ? "; raise the serial of the SOA before you publish the zone"
                 : "");
}

int mend_write(struct mend *mend)
{
    int status = -1;
    for (size_t i = 0; i < mend->file_count; i++) {
        struct mend_file *file = &mend->files[i];
        const struct file_text before = {file->text, file->changes.length};
        char why[200];
        if (file->changes.count == 0) {
            continue;
        }
        if (replace_file(file->path, &before, mend->contents[i].text,
                         mend->contents[i].length, why, sizeof why)) {
            report_file(mend, i);
        } else {
            complain("%s: %s", file->path, why);
            status = EXIT_OWN_FAILURE;
        }
    }
    if (mend->has_included) {
        complain("corrections in included files are not made: other zones may "
                 "include them, too");
    }
    return status;
}

int mend_print_diff(const struct mend *mend, FILE *out)
{
    bool differs = false;
    for (size_t i = 0; i < mend->file_count; i++) {
        const struct mend_file *file = &mend->files[i];
        differs |= file->changes.count > 0;
        if (!print_diff(out, file->path, &file->changes)) {
            complain("out of memory");
            return EXIT_OWN_FAILURE;
        }
    }
    return differs ? EXIT_NOT_FOUND : EXIT_FOUND;
}
