/* Corrections in files.
 *
 * The texts are checked. A round puts all corrections that are certain into
 * them, checks the texts again, and drops the corrections of the records where
 * something is worse, until what is left makes nothing worse: that is kept. The
 * next round begins with what was found last; the last one keeps nothing.
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

/* Texts, and what is found in them. */
struct correction_state {
    struct ddds_check_contents *texts;
    struct edits edits;
    struct survey survey;
};

/* An offer that a round tries. */
struct correction_attempt {
    struct edit edit;
    size_t replaced; /* an edit that was kept, or SIZE_MAX */
    uint32_t line;   /* its lines before */
    uint32_t end_line;
    bool is_dropped;
};

struct correction_run {
    struct job job;
    struct arena arena; /* of the texts of edits; |failed|: no memory */
    struct correction_state kept;
    struct correction_state tried;
    struct correction_attempt *attempts;
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
    ddds_survey_begin(&state->survey, &run->job);
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
    /* The correction of a record corrects what is ignored, too: then it is not
     * wanted. */
    options.ignored_count = 0;
    struct ddds_error why;
    ddds_check *check = ddds_check_new(&options, &why);
    if (check == NULL) {
        run->arena.failed |= why.status == DDDS_NO_MEMORY;
        return ddds_error_set(error, why.status, why.offset, "%s", why.detail);
    }
    ddds_status status =
        correct->read(correct->context, check, state->texts, error);
    if (status == DDDS_OK && !ddds_survey_take(&state->survey, check)) {
        status = DDDS_NO_MEMORY;
    }
    run->arena.failed |= status == DDDS_NO_MEMORY;
    ddds_check_free(check);
    return status;
}

/* ---- Verdicts ----------------------------------------------------------- */

static bool is_severe(const struct correction_attempt *attempt,
                      const struct note *note)
{
    return note->code->severity >= attempt->edit.code->severity;
}

/* Is there more of |note| than before? */
static bool is_more(const struct correction_run *run, const struct note *note)
{
    return ddds_survey_count_key(&run->tried.survey, note) >
           ddds_survey_count_key(&run->kept.survey, note);
}

/* Is there more of |code| where |edit| is than where |attempt| was? */
static bool is_more_here(const struct correction_run *run,
                         const struct correction_attempt *attempt,
                         const struct edit *edit,
                         const struct ddds_check_code *code)
{
    const char *file = run->job.options.contents[edit->file].path;
    return ddds_survey_count_at(&run->tried.survey, file, edit->line,
                                edit->end_line, code) >
           ddds_survey_count_at(&run->kept.survey, file, attempt->line,
                                attempt->end_line, code);
}

/* Is there less of what |attempt| corrects? */
static bool is_gone(const struct correction_run *run,
                    const struct correction_attempt *attempt)
{
    const struct note note = {
        .code = attempt->edit.code,
        .file = run->job.options.contents[attempt->edit.file].path,
        .owner = attempt->edit.owner,
    };
    return ddds_survey_count_key(&run->tried.survey, &note) <
           ddds_survey_count_key(&run->kept.survey, &note);
}

/* The edit of |attempt| as it was tried: |place| goes on to it. */
static const struct edit *find_tried(const struct correction_run *run,
                                     const struct correction_attempt *attempt,
                                     size_t *place)
{
    const struct edits *edits = &run->tried.edits;
    while (edits->items[*place].file != attempt->edit.file ||
           edits->items[*place].begin != attempt->edit.begin) {
        ++*place;
    }
    return &edits->items[*place];
}

/* Is something found where |attempt| is now that is worse than before? What is
 * less severe than what it corrects is accepted. */
static bool is_worse_here(const struct correction_run *run,
                          const struct correction_attempt *attempt,
                          const struct edit *edit)
{
    const struct survey *after = &run->tried.survey;
    const char *file = run->job.options.contents[edit->file].path;
    const struct ddds_check_code *code = NULL;
    bool is_more_of_code = false;
    for (size_t i = ddds_survey_find_place(after, file, edit->line);
         i < after->note_count && after->by_place[i]->line <= edit->end_line &&
         strcmp(after->by_place[i]->file, file) == 0;
         i++) {
        struct note *note = after->by_place[i];
        if (note->code != code) {
            code = note->code;
            is_more_of_code = is_more_here(run, attempt, edit, code);
        }
        if (is_more_of_code && is_more(run, note)) {
            if (is_severe(attempt, note)) {
                return true;
            }
            note->is_accepted = true;
        }
    }
    return false;
}

/* Drop the corrections that are no use where they are. Returns how many. */
static size_t drop_here(struct correction_run *run)
{
    size_t place = 0;
    size_t count = 0;
    for (size_t i = 0; i < run->attempt_count; i++) {
        struct correction_attempt *attempt = &run->attempts[i];
        if (!attempt->is_dropped) {
            const struct edit *edit = find_tried(run, attempt, &place);
            attempt->is_dropped =
                !is_gone(run, attempt) || is_worse_here(run, attempt, edit);
            count += attempt->is_dropped;
        }
    }
    return count;
}

/* The findings that are worse, sorted by owner. */
struct worse {
    struct note **items;
    size_t count;
};

static int compare_owners(const void *one, const void *other)
{
    const struct note *a = *(const struct note *const *)one;
    const struct note *b = *(const struct note *const *)other;
    return ascii_compare(a->owner, b->owner);
}

/* List what there is more of than before, unless it is accepted. Without memory
 * the list is empty. */
static struct worse list_worse(struct correction_run *run)
{
    struct survey *after = &run->tried.survey;
    struct worse worse = {ddds_arena_array(&after->arena, after->note_count + 1,
                                           sizeof(struct note *)),
                          0};
    run->arena.failed |= worse.items == NULL;
    for (size_t i = 0; worse.items != NULL && i < after->note_count; i++) {
        struct note *note = after->by_key[i];
        if (!note->is_accepted && is_more(run, note)) {
            worse.items[worse.count++] = note;
        }
    }
    if (worse.count > 0) {
        qsort(worse.items, worse.count, sizeof(struct note *), compare_owners);
    }
    return worse;
}

/* Whose corrections are to blame for what is worse: those of its owner in its
 * file, those of its owner, those in its file, or all. */
enum reach { REACH_RECORDS, REACH_OWNER, REACH_FILE, REACH_ALL };

/* Is one of the worse findings of the owner of |attempt| severe? */
static bool is_owner_worse(const struct worse *worse,
                           const struct correction_attempt *attempt,
                           enum reach reach)
{
    const char *owner = attempt->edit.owner;
    size_t begin = 0;
    size_t end = worse->count;
    while (begin < end) {
        size_t middle = begin + (end - begin) / 2;
        if (ascii_compare(worse->items[middle]->owner, owner) < 0) {
            begin = middle + 1;
        } else {
            end = middle;
        }
    }
    for (; begin < worse->count &&
           ascii_compare(worse->items[begin]->owner, owner) == 0;
         begin++) {
        if (is_severe(attempt, worse->items[begin]) &&
            (reach == REACH_OWNER ||
             worse->items[begin]->place == attempt->edit.file)) {
            return true;
        }
    }
    return false;
}

/* The worst finding of each file, or of all for each. NULL without memory. */
static const struct note **list_worst(struct correction_run *run,
                                      const struct worse *worse,
                                      enum reach reach)
{
    size_t files = run->job.options.contents_count;
    const struct note **worst =
        ddds_arena_array(&run->tried.survey.arena, files + 1, sizeof *worst);
    run->arena.failed |= worst == NULL;
    for (size_t i = 0; worst != NULL && i < worse->count; i++) {
        const struct note *note = worse->items[i];
        const struct note **last = &worst[reach == REACH_ALL ? 0 : note->place];
        if (*last == NULL || (*last)->code->severity < note->code->severity) {
            *last = note;
        }
    }
    for (size_t i = 1; worst != NULL && reach == REACH_ALL && i < files; i++) {
        worst[i] = worst[0];
    }
    return worst;
}

/* Drop the corrections that are in |reach| of what is worse. Returns how
 * many. */
static size_t drop_around(struct correction_run *run, const struct worse *worse,
                          enum reach reach)
{
    size_t count = 0;
    const struct note **worst =
        reach >= REACH_FILE ? list_worst(run, worse, reach) : NULL;
    for (size_t i = 0; !run->arena.failed && i < run->attempt_count; i++) {
        struct correction_attempt *attempt = &run->attempts[i];
        const struct note *note =
            worst != NULL ? worst[attempt->edit.file] : NULL;
        if (!attempt->is_dropped &&
            (worst == NULL ? is_owner_worse(worse, attempt, reach)
                           : note != NULL && is_severe(attempt, note))) {
            attempt->is_dropped = true;
            count++;
        }
    }
    return count;
}

/* Drop the corrections that make something worse: where they are, and, if all
 * is well there or it |is_late|, around it. Returns how many. */
static size_t drop_worse(struct correction_run *run, bool is_late)
{
    size_t count = drop_here(run);
    if (count > 0 && !is_late) {
        return count;
    }
    const struct worse worse = list_worse(run);
    if (is_late) {
        count += drop_around(run, &worse, REACH_OWNER);
        count += drop_around(run, &worse, REACH_FILE);
    }
    for (int reach = REACH_RECORDS;
         count == 0 && worse.count > 0 && reach <= REACH_ALL; reach++) {
        count += drop_around(run, &worse, (enum reach)reach);
    }
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
    run->arena.failed |= run->attempts == NULL;
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
            .line = offer->region.line,
            .end_line = offer->region.end_line,
        };
        attempt->edit.owner = ddds_arena_string(&run->arena, offer->owner);
        run->attempt_count += ddds_edits_make(
            &cursor, &offer->region, offer->fix, offer->respells, &run->arena,
            &attempt->edit, &attempt->replaced);
    }
}

/* Make |run->tried| what was kept with the attempts that are not dropped.
 * Returns how many these are. */
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

/* Try all offers together, and drop what makes something worse, until nothing
 * does. Returns whether something is better: |run->tried|. */
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

/* Correct until nothing is better. */
static void run_rounds(struct correction_run *run)
{
    bool is_better = true;
    for (int i = 0; i < LIMIT_CORRECTION_ROUNDS && is_better; i++) {
        run->has_included |= run->kept.survey.has_included;
        make_attempts(run);
        is_better = !run->arena.failed && try_offers(run);
        free(run->attempts);
        run->attempts = NULL;
        if (is_better) {
            free_state(run, &run->kept);
            run->kept = run->tried;
            run->tried = (struct correction_state){.texts = NULL};
            ddds_survey_begin(&run->tried.survey, &run->job);
        }
    }
}

/* ---- The result --------------------------------------------------------- */

/* Pass the edits that were kept to the caller. */
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
    for (size_t i = 0; status == DDDS_OK && i < job->options.ignored_count;
         i++) {
        if (ddds_check_code_find(job->options.ignored[i]) == NULL) {
            status = ddds_error_set(error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                                    "\"%.40s\" is not a lint code",
                                    job->options.ignored[i]);
        }
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
    ddds_arena_init(&run.arena, NULL, 0);
    ddds_survey_begin(&run.kept.survey, &run.job);
    ddds_survey_begin(&run.tried.survey, &run.job);
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
