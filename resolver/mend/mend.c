/* Corrections in files.
 *
 * The texts are linted. One round takes the corrections that are certain, and
 * tries them all: the changed texts are linted, too. If they are worse, halves
 * are tried, until the corrections that make them worse are known, and dropped.
 * Rounds follow each other until there is nothing more to correct; each begins
 * with what the one before it has found in the texts that it has kept.
 *
 * SPDX-License-Identifier: MIT */
#include "mend/mend.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/complain.h"
#include "cli/exits.h"
#include "mend/diff.h"
#include "mend/merge.h"
#include "mend/replace_file.h"
#include "mend/survey.h"

enum {
    /* Checks of one run, and octets of the texts in them; but some checks in any
     * case. Usual files need two checks. Corrections that cause other findings
     * need more: for a large file that is made of them it would be minutes. */
    CHECKS_MAX = 200,
    CHECKS_LEAST = 6,
    OCTETS_MAX = 6 << 20,
};

/* Has the work been done that correcting may take? */
static bool is_spent(struct mend *mend)
{
    mend->is_cut_short |=
        mend->checks >= CHECKS_MAX ||
        (mend->checks >= CHECKS_LEAST && mend->octets >= OCTETS_MAX);
    return mend->is_cut_short;
}

/* ---- Files ---------------------------------------------------------------- */

int mend_begin(struct mend *mend)
{
    mend->checking.most_findings = SIZE_MAX;
    mend->contents = calloc(mend->file_count + 1, sizeof *mend->contents);
    for (size_t i = 0; mend->contents != NULL && i < mend->file_count; i++) {
        struct mend_file *file = &mend->files[i];
        file->text = read_whole_file(file->path, &file->length);
        if (file->text == NULL) {
            complain("%s: cannot be read: %s", file->path, strerror(errno));
            return EXIT_TEMPORARY;
        }
        if (!chunks_begin(&file->chunks, file->text, file->length)) {
            break;
        }
        mend->contents[i] =
            (struct ddds_check_contents){file->path, file->text, file->length};
        mend->checking.contents_count = i + 1;
    }
    mend->checking.contents = mend->contents;
    if (mend->checking.contents_count == mend->file_count) {
        return -1;
    }
    complain("out of memory");
    return EXIT_OWN_FAILURE;
}

const struct ddds_check_options *mend_checking(struct mend *mend)
{
    return &mend->checking;
}

/* Free the text of |contents|, unless it is that of the file. */
static void free_contents(const struct mend *mend,
                          struct ddds_check_contents *contents)
{
    for (size_t i = 0; contents != NULL && i < mend->file_count; i++) {
        if (contents[i].text != mend->files[i].text) {
            free((void *)(uintptr_t)contents[i].text);
        }
    }
    free(contents);
}

void mend_end(struct mend *mend)
{
    free_contents(mend, mend->contents);
    for (size_t i = 0; i < mend->file_count; i++) {
        chunks_clear(&mend->files[i].chunks);
        free(mend->files[i].text);
    }
    free(mend->made);
}

/* ---- Trying --------------------------------------------------------------- */

/* Texts with some corrections in them. */
struct trial {
    struct chunks *chunks; /* one for each file */
    struct ddds_check_contents *contents;
};

static void trial_free(const struct mend *mend, struct trial *trial)
{
    for (size_t i = 0; trial->chunks != NULL && i < mend->file_count; i++) {
        chunks_clear(&trial->chunks[i]);
    }
    free(trial->chunks);
    free_contents(mend, trial->contents);
    *trial = (struct trial){.chunks = NULL};
}

/* The corrections of |offers| for |file|, as changes; they are sorted. */
static bool change_file(const struct mend *mend, size_t file,
                        const struct offer *const *offers, size_t count,
                        struct chunks *chunks)
{
    struct change *changes = calloc(count + 1, sizeof *changes);
    const struct ddds_check_contents *now = &mend->contents[file];
    struct line_place place = {now->text, now->text + now->length, 1};
    size_t found = 0;
    bool is_good = changes != NULL;
    for (size_t i = 0; is_good && i < count; i++) {
        size_t length;
        const char *old = offers[i]->file == file
                              ? find_region(&place, &offers[i]->region, &length)
                              : NULL;
        if (old != NULL) {
            changes[found].region = offers[i]->region;
            changes[found].text =
                merge_record(old, length, offers[i]->fix, offers[i]->level);
            is_good = changes[found++].text != NULL;
        }
    }
    is_good = is_good && chunks_change(chunks, changes, found);
    for (size_t i = 0; i < found; i++) {
        free((void *)(uintptr_t)changes[i].text);
    }
    free(changes);
    return is_good;
}

/* Make |trial| the texts with |count| |offers| in them. False without memory. */
static bool make_trial(const struct mend *mend,
                       const struct offer *const *offers, size_t count,
                       struct trial *trial)
{
    trial->chunks = calloc(mend->file_count + 1, sizeof *trial->chunks);
    trial->contents = calloc(mend->file_count + 1, sizeof *trial->contents);
    if (trial->chunks == NULL || trial->contents == NULL) {
        return false;
    }
    memcpy(trial->contents, mend->contents,
           mend->file_count * sizeof *trial->contents);
    for (size_t i = 0; i < mend->file_count; i++) {
        trial->contents[i].text = mend->files[i].text;
    }
    for (size_t i = 0; i < mend->file_count; i++) {
        struct chunks *chunks = &trial->chunks[i];
        if (!chunks_copy(chunks, &mend->files[i].chunks) ||
            !change_file(mend, i, offers, count, chunks)) {
            return false;
        }
        char *text = chunks_text(chunks, &trial->contents[i].length);
        if (text == NULL) {
            return false;
        }
        trial->contents[i].text = text;
    }
    return true;
}

/* Lint |contents|. Returns EXIT_FOUND, or another exit status: unless
 * |is_quiet|, what cannot be read has been reported. */
static int look(struct mend *mend, const struct ddds_check_contents *contents,
                bool is_quiet, struct survey *survey)
{
    struct ddds_check_options checking = mend->checking;
    checking.contents = contents;
    /* The correction of a record corrects what is ignored, too: then it is not
     * wanted. */
    checking.ignored_count = 0;
    ddds_check *check = ddds_check_new(&checking, NULL);
    mend->checks++;
    for (size_t i = 0; i < mend->file_count; i++) {
        mend->octets += contents[i].length;
    }
    survey_begin(survey, mend);
    int status = check != NULL ? mend->reader(mend->context, check, is_quiet)
                               : EXIT_OWN_FAILURE;
    mend->has_failed |= check == NULL ||
                        (is_quiet && status == EXIT_OWN_FAILURE) ||
                        (status == EXIT_FOUND && !survey_take(survey, check));
    ddds_check_free(check);
    return status;
}

/* Keep the texts of |trial|, with what was corrected. */
static void keep(struct mend *mend, struct trial *trial,
                 const struct offer *const *offers, size_t count)
{
    struct mended *made =
        realloc(mend->made, (mend->made_count + count) * sizeof *made);
    if (made == NULL) {
        mend->has_failed = true;
        return;
    }
    mend->made = made;
    for (size_t i = 0; i < count; i++) {
        made[mend->made_count++] = (struct mended){
            offers[i]->file, offers[i]->region.line, offers[i]->code->code};
    }
    for (size_t i = 0; i < mend->file_count; i++) {
        chunks_clear(&mend->files[i].chunks);
        mend->files[i].chunks = trial->chunks[i];
        trial->chunks[i] = (struct chunks){.items = NULL};
    }
    free_contents(mend, mend->contents);
    mend->contents = trial->contents;
    mend->checking.contents = mend->contents;
    trial->contents = NULL;
}

/* What is found in the texts. */
struct round {
    struct survey before; /* as they are */
    struct survey after;  /* with what is kept */
};

/* Try |count| |offers| of |round| together, and keep them if that is better. */
static bool try_together(struct mend *mend, struct round *round,
                         const struct offer *const *offers, size_t count)
{
    struct trial trial = {.chunks = NULL};
    bool is_better = false;
    if (!make_trial(mend, offers, count, &trial)) {
        mend->has_failed = true;
    } else if (look(mend, trial.contents, true, &round->after) == EXIT_FOUND) {
        is_better =
            !mend->has_failed &&
            survey_is_better(&round->before, &round->after, offers, count);
    }
    if (is_better) {
        keep(mend, &trial, offers, count);
    } else {
        survey_end(&round->after);
    }
    trial_free(mend, &trial);
    return is_better;
}

/* Try one correction, keeping as much of the old record as will do. */
static bool try_alone(struct mend *mend, struct round *round,
                      struct offer *offer)
{
    const struct offer *const offers[] = {offer};
    for (; offer->level <= MERGE_NOTHING; offer->level++) {
        if (mend->has_failed || is_spent(mend)) {
            return false;
        }
        if (try_together(mend, round, offers, 1)) {
            return true;
        }
    }
    return false;
}

/* Find a part of |count| |offers| that can be kept, and keep it: then regions
 * have moved, and the round is over. */
static bool try_parts(struct mend *mend, struct round *round,
                      struct offer **offers, size_t count)
{
    if (count == 0 || mend->has_failed || is_spent(mend)) {
        return false;
    }
    if (count == 1) {
        return try_alone(mend, round, offers[0]);
    }
    return try_together(mend, round, (const struct offer *const *)offers,
                        count) ||
           try_parts(mend, round, offers, count / 2) ||
           try_parts(mend, round, offers + count / 2, count - count / 2);
}

/* ---- Rounds --------------------------------------------------------------- */

/* Correct until nothing is better, beginning with what was found at |round|. */
static void run_rounds(struct mend *mend, struct round *round)
{
    bool is_better = true;
    while (is_better && !mend->has_failed && !mend->is_cut_short) {
        struct survey *before = &round->before;
        survey_choose(before);
        is_better =
            try_parts(mend, round, before->chosen, before->chosen_count);
        mend->has_included |= before->has_included;
        mend->has_failed |= before->has_failed;
        if (is_better) {
            survey_end(before);
            *before = round->after;
            survey_begin(&round->after, mend);
        }
    }
}

int mend_run(struct mend *mend)
{
    struct round round = {.after = {.keys = NULL}};
    int status = look(mend, mend->contents, false, &round.before);
    if (status == EXIT_FOUND) {
        run_rounds(mend, &round);
    }
    survey_end(&round.before);
    if (status != EXIT_FOUND && !mend->has_failed) {
        complain("nothing is corrected, because not all files could be read");
        return status;
    }
    if (mend->has_failed) {
        complain("out of memory");
        return EXIT_OWN_FAILURE;
    }
    if (mend->is_cut_short) {
        complain("not all corrections were tried: that takes more than %d "
                 "checks, or more than %d MiB in them; correct fewer files at "
                 "a time, or the rest by hand",
                 CHECKS_MAX, OCTETS_MAX >> 20);
    }
    return -1;
}

/* ---- Results -------------------------------------------------------------- */

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
    size_t count = 0;
    for (size_t i = 0; i < mend->made_count; i++) {
        if (mend->made[i].file == file) {
            complain("%s:%lu: corrected [%s]", path,
                     (unsigned long)mend->made[i].line, mend->made[i].code);
            count++;
        }
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
        const struct file_text before = {file->text, file->length};
        char why[200];
        if (!chunks_differ(&file->chunks)) {
            continue;
        }
        if (replace_file(file->path, &before, mend->contents[i].text,
                         mend->contents[i].length, why, sizeof why)) {
            report_file(mend, i);
        } else {
            complain("%s: %s", file->path, why);
            status = EXIT_TEMPORARY;
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
        differs |= chunks_differ(&file->chunks);
        if (!print_diff(out, file->path, &file->chunks)) {
            complain("out of memory");
            return EXIT_OWN_FAILURE;
        }
    }
    return differs ? EXIT_NOT_FOUND : EXIT_FOUND;
}
