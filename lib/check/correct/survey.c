/* What a check finds in the files that are corrected, and which corrections it
 * offers.
 *
 * SPDX-License-Identifier: MIT */
#include "check/correct/survey.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "check/report/codes.h"

void ddds_survey_begin(struct survey *survey, const struct job *job)
{
    *survey = (struct survey){.job = job};
    ddds_arena_init(&survey->arena, NULL, 0);
}

void ddds_survey_end(struct survey *survey)
{
    ddds_arena_free(&survey->arena);
    free(survey->notes);
    free(survey->offers);
    *survey = (struct survey){.notes = NULL};
    ddds_arena_init(&survey->arena, NULL, 0);
}

/* ---- Taking ------------------------------------------------------------- */

/* Room for one more of |count| items of |size| octets at |items|; NULL without
 * memory. */
static void *grow(void *items, size_t count, size_t *room, size_t size)
{
    if (count < *room) {
        return items;
    }
    void *larger = realloc(items, (2 * *room + 64) * size);
    *room = larger != NULL ? 2 * *room + 64 : *room;
    return larger;
}

/* The place of |name| among the files that are corrected, or their number. */
static size_t find_file(const struct survey *survey, const char *name)
{
    const struct ddds_check_options *options = &survey->job->options;
    size_t file = 0;
    while (file < options->contents_count &&
           strcmp(options->contents[file].path, name) != 0) {
        file++;
    }
    return file;
}

/* Codes about how a name or a string is written. */
static const char spelling[] = "L105 L106 L107 L110 L116 L120 L121 L701";

static bool is_spelling(const char *code)
{
    return strstr(spelling, code) != NULL;
}

static void add_offer(struct survey *survey, const struct ddds_finding *finding,
                      const struct note *note, size_t file, bool is_choice)
{
    struct offer *offers = grow(survey->offers, survey->offer_count,
                                &survey->offer_size, sizeof *offers);
    const char *fix = ddds_arena_string(&survey->arena, finding->fix);
    survey->offers = offers != NULL ? offers : survey->offers;
    if (offers == NULL || fix == NULL) {
        survey->arena.failed = true;
        return;
    }
    offers[survey->offer_count++] = (struct offer){
        .file = file,
        .region = finding->replaced,
        .fix = fix,
        .code = finding->code,
        .owner = note->owner,
        .respells = is_spelling(finding->code->code),
        .is_choice = is_choice,
    };
}

static bool is_wanted(const struct job *job, const struct ddds_finding *finding)
{
    for (size_t i = 0; i < job->options.ignored_count; i++) {
        if (ascii_equal(job->options.ignored[i], finding->code->code)) {
            return false;
        }
    }
    return job->correct.wants == NULL ||
           job->correct.wants(job->correct.context, finding);
}

static void take_offer(struct survey *survey,
                       const struct ddds_finding *finding,
                       const struct note *note, size_t file)
{
    const enum correction_kind kind = ddds_correction_kind(finding->code);
    bool wants = is_wanted(survey->job, finding);
    bool is_choice = kind == CORRECTION_CHOICE || finding->fix_chooses ||
                     /* Other corrections keep how words are spelt. */
                     (!wants && !is_spelling(finding->code->code));
    bool is_certain = !is_choice && wants && kind == CORRECTION_CERTAIN;
    if (file == survey->job->options.contents_count) {
        survey->has_included |= is_certain;
    } else if (is_choice || is_certain) {
        add_offer(survey, finding, note, file, is_choice);
    }
}

static void take_finding(void *context, const struct ddds_finding *finding)
{
    struct survey *survey = context;
    const struct job *job = survey->job;
    if (strcmp(finding->code->code, "L901") == 0) {
        return; /* where the work of a check ended is another place each time */
    }
    size_t file = find_file(survey, finding->file);
    struct note note = {
        .code = finding->code,
        .file = file < job->options.contents_count
                    ? job->options.contents[file].path
                    : ddds_arena_string(&survey->arena, finding->file),
        .place = file,
        .owner = finding->owner != NULL
                     ? ddds_arena_string(&survey->arena, finding->owner)
                     : "",
        .line = finding->region.line,
    };
    struct note *notes = grow(survey->notes, survey->note_count,
                              &survey->note_size, sizeof *notes);
    survey->notes = notes != NULL ? notes : survey->notes;
    if (notes == NULL || note.file == NULL || note.owner == NULL) {
        survey->arena.failed = true;
        return;
    }
    notes[survey->note_count++] = note;
    if (finding->fix != NULL) {
        take_offer(survey, finding, &note, file);
    }
}

/* ---- Finding ------------------------------------------------------------ */

static int compare_keys(const void *one, const void *other)
{
    const struct note *a = *(const struct note *const *)one;
    const struct note *b = *(const struct note *const *)other;
    if (a->code != b->code) {
        return a->code < b->code ? -1 : 1;
    }
    int order = ascii_compare(a->owner, b->owner);
    return order != 0 ? order : strcmp(a->file, b->file);
}

static int compare_places(const void *one, const void *other)
{
    const struct note *a = *(const struct note *const *)one;
    const struct note *b = *(const struct note *const *)other;
    int order = strcmp(a->file, b->file);
    if (order != 0) {
        return order;
    }
    if (a->line != b->line) {
        return a->line < b->line ? -1 : 1;
    }
    return (a->code > b->code) - (a->code < b->code);
}

typedef int compare_fn(const void *one, const void *other);

/* The notes, sorted by |compare|; NULL without memory. */
static struct note **sort_notes(struct survey *survey, compare_fn *compare)
{
    struct note **sorted = ddds_arena_array(
        &survey->arena, survey->note_count + 1, sizeof *sorted);
    for (size_t i = 0; sorted != NULL && i < survey->note_count; i++) {
        sorted[i] = &survey->notes[i];
    }
    if (sorted != NULL) {
        qsort(sorted, survey->note_count, sizeof *sorted, compare);
    }
    return sorted;
}

/* Return the place of the first of |sorted| that does not come before |note|, or
 * if |is_after| of the first that comes after it. */
static size_t find_first(struct note *const *sorted, size_t count,
                         const struct note *note, compare_fn *compare,
                         bool is_after)
{
    size_t begin = 0;
    while (begin < count) {
        size_t middle = begin + (count - begin) / 2;
        if (compare((const void *)&sorted[middle], (const void *)&note) <
            (is_after ? 1 : 0)) {
            begin = middle + 1;
        } else {
            count = middle;
        }
    }
    return begin;
}

size_t ddds_survey_count_key(const struct survey *survey,
                             const struct note *note)
{
    return find_first(survey->by_key, survey->note_count, note, compare_keys,
                      true) -
           find_first(survey->by_key, survey->note_count, note, compare_keys,
                      false);
}

size_t ddds_survey_find_place(const struct survey *survey, const char *file,
                              uint32_t line)
{
    const struct note place = {.file = file, .line = line};
    return find_first(survey->by_place, survey->note_count, &place,
                      compare_places, false);
}

size_t ddds_survey_count_at(const struct survey *survey, const char *file,
                            uint32_t first, uint32_t last,
                            const struct ddds_check_code *code)
{
    size_t count = 0;
    for (size_t i = ddds_survey_find_place(survey, file, first);
         i < survey->note_count && survey->by_place[i]->line <= last &&
         strcmp(survey->by_place[i]->file, file) == 0;
         i++) {
        count += survey->by_place[i]->code == code;
    }
    return count;
}

/* ---- Choosing ----------------------------------------------------------- */

static int compare_lines(const struct offer *a, const struct offer *b)
{
    if (a->file != b->file) {
        return a->file < b->file ? -1 : 1;
    }
    return (a->region.line > b->region.line) -
           (a->region.line < b->region.line);
}

/* By file and line; of one record, the worst first. */
static int compare_offers(const void *one, const void *other)
{
    const struct offer *a = *(struct offer *const *)one;
    const struct offer *b = *(struct offer *const *)other;
    int order = compare_lines(a, b);
    if (order != 0) {
        return order;
    }
    if (a->code->severity != b->code->severity) {
        return a->code->severity > b->code->severity ? -1 : 1;
    }
    return strcmp(a->code->code, b->code->code);
}

/* By file, line and correction; of one correction, a choice first. */
static int compare_fixes(const void *one, const void *other)
{
    const struct offer *a = *(struct offer *const *)one;
    const struct offer *b = *(struct offer *const *)other;
    int order = compare_lines(a, b);
    order = order != 0 ? order : strcmp(a->fix, b->fix);
    return order != 0 ? order : (int)b->is_choice - (int)a->is_choice;
}

/* List the offers that choose nothing in |survey->chosen|: the correction of a
 * record is one for all of its findings, and a choice if that of any is.
 * Returns how many they are. */
static size_t list_offers(struct survey *survey)
{
    struct offer **offers = survey->chosen;
    const struct offer *choice = NULL;
    size_t count = 0;
    for (size_t i = 0; i < survey->offer_count; i++) {
        offers[i] = &survey->offers[i];
    }
    qsort(offers, survey->offer_count, sizeof(struct offer *), compare_fixes);
    for (size_t i = 0; i < survey->offer_count; i++) {
        struct offer *each = offers[i];
        if (each->is_choice) {
            choice = each;
        } else if (choice == NULL || compare_lines(choice, each) != 0 ||
                   strcmp(choice->fix, each->fix) != 0) {
            offers[count++] = each;
        }
    }
    return count;
}

static void choose(struct survey *survey)
{
    size_t count = list_offers(survey);
    qsort(survey->chosen, count, sizeof(struct offer *), compare_offers);
    for (size_t i = 0; i < count; i++) {
        struct offer *each = survey->chosen[i];
        struct offer *last = survey->chosen_count > 0
                                 ? survey->chosen[survey->chosen_count - 1]
                                 : NULL;
        if (last == NULL || last->file != each->file ||
            last->region.end_line < each->region.line) {
            survey->chosen[survey->chosen_count++] = each;
        } else if (strcmp(each->fix, last->fix) == 0) {
            last->respells |= each->respells;
        }
    }
}

bool ddds_survey_take(struct survey *survey, ddds_check *check)
{
    survey->arena.failed |=
        ddds_check_report(check, take_finding, survey, NULL, NULL) != DDDS_OK;
    survey->by_key = sort_notes(survey, compare_keys);
    survey->by_place = sort_notes(survey, compare_places);
    survey->chosen = ddds_arena_array(&survey->arena, survey->offer_count + 1,
                                      sizeof(struct offer *));
    if (!survey->arena.failed) {
        choose(survey);
    }
    return !survey->arena.failed;
}
