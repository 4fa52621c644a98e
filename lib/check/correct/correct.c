/* Corrections in files.
 *
 * A round applies all certain corrections to the texts, checks them again, and
 * drops the corrections of records where something became worse, until nothing
 * is worse: that is the result of the round. The next round starts from its
 * findings; the last round changes nothing.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/check.h>

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/error.h"
#include "base/limits.h"
#include "base/sized.h"
#include "check/correct/edits.h"
#include "check/correct/survey.h"

/* Texts, and their findings. */
struct correction_state {
    struct ddds_check_contents *texts;
    struct edits edits;
    struct survey survey;
};

/* A correction tried by a round. */
struct correction_attempt {
    struct edit edit;
    size_t replaced; /* index of an earlier edit, or SIZE_MAX */
    bool is_dropped;
};

struct correction_run {
    struct job job;
    struct arena arena; /* of the texts of edits; |failed|: no memory */
    struct correction_state kept;
    struct correction_state tried;
    struct correction_attempt *attempts;
    struct correction_attempt **by_owner;
    size_t attempt_count;
    bool has_included;
};

/* ---- Texts -------------------------------------------------------------- */

static void free_state(const struct correction_run *run,
                       struct correction_state *state)
{
    const struct ddds_check_options *options = &run->job.options;
    for (size_t i = 0; state->texts != NULL && i < options->contents_count;
         i++) {
        if (state->texts[i].text != options->contents[i].text) {
            free((void *)(uintptr_t)state->texts[i].text);
        }
    }
    free(state->texts);
    free(state->edits.items);
    ddds_survey_end(&state->survey);
    *state = (struct correction_state){.texts = NULL};
}

/* Make the texts of |state| from its edits. */
static void make_texts(struct correction_run *run,
                       struct correction_state *state)
{
    const struct ddds_check_options *options = &run->job.options;
    size_t count = options->contents_count;
    state->texts = calloc(count + 1, sizeof *state->texts);
    run->arena.failed |= state->texts == NULL;
    for (size_t i = 0; state->texts != NULL && i < count; i++) {
        struct ddds_check_contents *text = &state->texts[i];
        *text = options->contents[i];
        size_t length = text->length;
        char *edited = ddds_edits_apply(&state->edits, i, text, &length);
        if (edited != NULL) {
            text->text = edited;
            text->length = length;
        }
        run->arena.failed |= edited == NULL;
    }
}

/* Check the texts of |state|. */
static ddds_status look(struct correction_run *run,
                        struct correction_state *state,
                        struct ddds_error *error)
{
    const struct ddds_correct *correct = &run->job.correct;
    struct ddds_check_options options = run->job.options;
    options.contents = state->texts;
    options.most_findings = SIZE_MAX;
    struct ddds_error why;
    ddds_check *check = ddds_check_new(&options, &why);
    if (check == NULL) {
        run->arena.failed |= why.status == DDDS_NO_MEMORY;
        return ddds_error_set(error, why.status, why.offset, "%s", why.detail);
    }
    ddds_status status =
        correct->read(correct->context, check, state->texts, error);
    if (status == DDDS_OK &&
        !ddds_survey_take(&state->survey, &run->job, check)) {
        status = DDDS_NO_MEMORY;
    }
    run->arena.failed |= status == DDDS_NO_MEMORY;
    ddds_check_free(check);
    return status;
}

/* ---- Verdicts ----------------------------------------------------------- */

/* Return the increase of findings like |note|. */
static ptrdiff_t count_more(const struct correction_run *run,
                            const struct note *note)
{
    return (ptrdiff_t)ddds_survey_count(&run->tried.survey, note) -
           (ptrdiff_t)ddds_survey_count(&run->kept.survey, note);
}

static size_t drop(struct correction_attempt *attempt)
{
    const bool was_dropped = attempt->is_dropped;
    attempt->is_dropped = true;
    return was_dropped ? 0 : 1;
}

/* Drop the corrections that did not reduce their findings. Return their
 * number. */
static size_t drop_useless(struct correction_run *run)
{
    size_t count = 0;
    for (size_t i = 0; i < run->attempt_count; i++) {
        struct correction_attempt *attempt = &run->attempts[i];
        const struct note note = {
            .code = attempt->edit.code,
            .file = run->job.options.contents[attempt->edit.file].path,
            .owner = attempt->edit.owner,
        };
        if (!attempt->is_dropped && count_more(run, &note) >= 0) {
            count += drop(attempt);
        }
    }
    return count;
}

static int compare_owners(const void *one, const void *other)
{
    const struct correction_attempt *a =
        *(struct correction_attempt *const *)one;
    const struct correction_attempt *b =
        *(struct correction_attempt *const *)other;
    return ascii_compare(a->edit.owner, b->edit.owner);
}

/* Return the index in |run->by_owner| of the first attempt at |owner|, or of
 * the next owner. */
static size_t find_owner(const struct correction_run *run, const char *owner)
{
    size_t begin = 0;
    size_t end = run->attempt_count;
    while (begin < end) {
        size_t middle = begin + (end - begin) / 2;
        if (ascii_compare(run->by_owner[middle]->edit.owner, owner) < 0) {
            begin = middle + 1;
        } else {
            end = middle;
        }
    }
    return begin;
}

/* Drop the corrections at the owner of |note|, whose findings increased, unless
 * they correct something worse; |is_anywhere|: in all files, otherwise in that
 * of |note|. Return true if the owner has any correction there. */
static bool blame_owner(struct correction_run *run, const struct note *note,
                        bool is_anywhere, size_t *count)
{
    bool is_found = false;
    for (size_t i = find_owner(run, note->owner);
         i < run->attempt_count &&
         ascii_compare(run->by_owner[i]->edit.owner, note->owner) == 0;
         i++) {
        struct correction_attempt *attempt = run->by_owner[i];
        if (is_anywhere || attempt->edit.file == note->place) {
            is_found = true;
            *count += note->code->severity >= attempt->edit.code->severity
                          ? drop(attempt)
                          : 0;
        }
    }
    return is_found;
}

/* In each file, drop the corrections of codes up to the severity in |worst|;
 * -1: nothing became worse. Return their number. */
static size_t blame_files(struct correction_run *run, const int *worst)
{
    size_t count = 0;
    for (size_t i = 0; i < run->attempt_count; i++) {
        struct correction_attempt *attempt = &run->attempts[i];
        if ((int)attempt->edit.code->severity <= worst[attempt->edit.file]) {
            count += drop(attempt);
        }
    }
    return count;
}

/* Drop the corrections at the owners of increased findings. |worst| receives
 * the greatest severity of the other increased findings in each file; if it
 * |is_late|, of all. Return the number of dropped corrections. */
static size_t blame_owners(struct correction_run *run, bool is_late, int *worst)
{
    const struct survey *after = &run->tried.survey;
    size_t count = 0;
    for (size_t i = 0; i < after->note_count; i++) {
        const struct note *note = after->by_key[i];
        const int severity = (int)note->code->severity;
        if (count_more(run, note) > 0 &&
            ((!blame_owner(run, note, false, &count) &&
              !blame_owner(run, note, true, &count)) ||
             is_late) &&
            severity > worst[note->place]) {
            worst[note->place] = severity;
        }
    }
    return count;
}

/* Drop the corrections that make something worse: those of the same owner;
 * without an owner, or if it |is_late|, those in the same file; as a last
 * resort, all. Return their number. */
static size_t drop_worse(struct correction_run *run, bool is_late)
{
    const size_t files = run->job.options.contents_count;
    int *worst = malloc((files + 1) * sizeof *worst);
    int most = -1;
    if (worst == NULL) {
        run->arena.failed = true;
        return 0;
    }
    for (size_t i = 0; i <= files; i++) {
        worst[i] = -1;
    }
    size_t count = drop_useless(run) + blame_owners(run, is_late, worst);
    if (count == 0 || is_late) {
        count += blame_files(run, worst);
    }
    for (size_t i = 0; i <= files; i++) {
        most = worst[i] > most ? worst[i] : most;
    }
    for (size_t i = 0; i <= files; i++) {
        worst[i] = most;
    }
    count += count == 0 ? blame_files(run, worst) : 0;
    free(worst);
    return count;
}

/* ---- Rounds ------------------------------------------------------------- */

/* Make an attempt of each chosen offer. */
static void make_attempts(struct correction_run *run)
{
    const struct survey *survey = &run->kept.survey;
    struct edit_cursor cursor = {.edits = NULL};
    size_t file = SIZE_MAX;
    run->attempt_count = 0;
    run->attempts = calloc(survey->chosen_count + 1, sizeof *run->attempts);
    run->by_owner = calloc(survey->chosen_count + 1, sizeof *run->by_owner);
    run->arena.failed |= run->attempts == NULL || run->by_owner == NULL;
    for (size_t i = 0; !run->arena.failed && i < survey->chosen_count; i++) {
        const struct offer *offer = survey->chosen[i];
        struct correction_attempt *attempt = &run->attempts[run->attempt_count];
        if (offer->file != file) {
            file = offer->file;
            cursor = ddds_edits_search(&run->kept.edits, file,
                                       &run->kept.texts[file]);
        }
        *attempt = (struct correction_attempt){
            .edit = {.file = file, .code = offer->code},
        };
        attempt->edit.owner = ddds_arena_string(&run->arena, offer->owner);
        run->attempt_count += ddds_edits_make(
            &cursor, &offer->region, offer->fix, offer->respells, &run->arena,
            &attempt->edit, &attempt->replaced);
    }
    for (size_t i = 0; i < run->attempt_count; i++) {
        run->by_owner[i] = &run->attempts[i];
    }
    if (run->attempt_count > 0 && !run->arena.failed) {
        qsort(run->by_owner, run->attempt_count, sizeof *run->by_owner,
              compare_owners);
    }
}

/* Set |run->tried| to the kept edits with the remaining attempts. Return the
 * number of attempts. */
static size_t make_tried(struct correction_run *run)
{
    const struct edits *kept = &run->kept.edits;
    struct edits *edits = &run->tried.edits;
    size_t count = 0;
    edits->items =
        calloc(kept->count + run->attempt_count + 1, sizeof *edits->items);
    if (edits->items == NULL) {
        run->arena.failed = true;
        return 0;
    }
    if (kept->count > 0) {
        memcpy(edits->items, kept->items, kept->count * sizeof *kept->items);
    }
    edits->count = kept->count;
    for (size_t i = 0; i < run->attempt_count; i++) {
        const struct correction_attempt *attempt = &run->attempts[i];
        if (attempt->is_dropped) {
            continue;
        }
        struct edit *edit = attempt->replaced != SIZE_MAX
                                ? &edits->items[attempt->replaced]
                                : &edits->items[edits->count++];
        *edit = attempt->edit;
        count++;
    }
    ddds_edits_sort(edits);
    if (count > 0) {
        make_texts(run, &run->tried);
    }
    return count;
}

/* Try all offers together, and drop corrections that make something worse,
 * until none does. Return true if |run->tried| is better. */
static bool try_offers(struct correction_run *run)
{
    for (int i = 0; i < LIMIT_CORRECTION_TRIES; i++) {
        free_state(run, &run->tried);
        if (make_tried(run) == 0 || run->arena.failed ||
            look(run, &run->tried, NULL) != DDDS_OK) {
            return false;
        }
        if (drop_worse(run, i >= LIMIT_CORRECTION_TRIES / 2) == 0) {
            return !run->arena.failed;
        }
    }
    return false;
}

/* Run rounds until nothing improves. */
static void run_rounds(struct correction_run *run)
{
    bool is_better = true;
    for (int i = 0; i < LIMIT_CORRECTION_ROUNDS && is_better; i++) {
        run->has_included |= run->kept.survey.has_included;
        make_attempts(run);
        is_better = !run->arena.failed && try_offers(run);
        free(run->attempts);
        free(run->by_owner);
        if (is_better) {
            free_state(run, &run->kept);
            run->kept = run->tried;
            run->tried = (struct correction_state){.texts = NULL};
        }
    }
}

/* ---- The result --------------------------------------------------------- */

/* Pass the kept edits to the caller. */
static void hand_over(const struct correction_run *run)
{
    const struct edits *edits = &run->kept.edits;
    const struct ddds_correct *correct = &run->job.correct;
    const struct ddds_check_contents *file = NULL;
    size_t at = 0;
    uint32_t line = 1;
    for (size_t i = 0; i < edits->count; i++) {
        const struct edit *edit = &edits->items[i];
        if (file != &run->job.options.contents[edit->file]) {
            file = &run->job.options.contents[edit->file];
            at = 0;
            line = 1;
        }
        for (; at < edit->begin; at++) {
            line += file->text[at] == '\n';
        }
        const struct ddds_correction correction = {
            .file = file->path,
            .code = edit->code,
            .line = line,
            .begin = edit->begin,
            .count = edit->count,
            .text = edit->text,
        };
        correct->made(correct->context, &correction);
    }
}

static ddds_status read_job(struct job *job,
                            const struct ddds_check_options *options,
                            const struct ddds_correct *correct,
                            struct ddds_error *error)
{
    ddds_status status =
        ddds_sized_copy(options, &job->options, sizeof job->options,
                        "DDDS_CHECK_OPTIONS_INIT", error);
    if (status == DDDS_OK) {
        status = ddds_sized_copy(correct, &job->correct, sizeof job->correct,
                                 "DDDS_CORRECT_INIT", error);
    }
    if (status == DDDS_OK &&
        (job->correct.read == NULL || job->correct.made == NULL)) {
        return ddds_error_set(error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                              "there is no function that reads the files, or "
                              "takes the corrections");
    }
    return status;
}

ddds_status ddds_check_correct(const struct ddds_check_options *options,
                               const struct ddds_correct *correct,
                               struct ddds_error *error)
{
    struct correction_run run = {.attempts = NULL};
    ddds_status status = read_job(&run.job, options, correct, error);
    if (status != DDDS_OK) {
        return status;
    }
    make_texts(&run, &run.kept);
    if (!run.arena.failed) {
        status = look(&run, &run.kept, error);
    }
    if (!run.arena.failed && status == DDDS_OK) {
        run_rounds(&run);
    }
    if (!run.arena.failed && status == DDDS_OK) {
        hand_over(&run);
        if (run.job.correct.leaves_included != NULL) {
            *run.job.correct.leaves_included = run.has_included;
        }
    }
    free_state(&run, &run.kept);
    free_state(&run, &run.tried);
    ddds_arena_free(&run.arena);
    return run.arena.failed ? ddds_error_no_memory(error) : status;
}
