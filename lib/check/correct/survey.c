/* Findings of a check in the files to correct, and the corrections offered.
 *
 * SPDX-License-Identifier: MIT */
#include "check/correct/survey.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/grow.h"
#include "check/report/codes.h"

void ddds_survey_end(struct survey *survey)
{
    ddds_arena_free(&survey->arena);
    free(survey->notes);
    free(survey->offers);
}

/* ---- Taking ------------------------------------------------------------- */

/* Return the index of |name| among the files to correct, or their number. */
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

static void add_offer(struct survey *survey, const struct ddds_finding *finding,
                      const struct note *note, size_t file, bool is_choice)
{
    struct offer *offers = ddds_grow(survey->offers, survey->offer_count,
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
        .respells = ddds_correction_respells(finding->code),
        .is_choice = is_choice,
    };
}

static void take_offer(struct survey *survey,
                       const struct ddds_finding *finding,
                       const struct note *note, size_t file)
{
    const struct ddds_correct *correct = &survey->job->correct;
    const enum correction_kind kind = ddds_correction_kind(finding->code);
    bool wants =
        correct->wants == NULL || correct->wants(correct->context, finding);
    bool is_choice = kind == CORRECTION_CHOICE || finding->fix_chooses ||
                     (!wants && !ddds_correction_respells(finding->code));
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
        return; /* each check reaches the work limit at other records */
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
    };
    struct note *notes = ddds_grow(survey->notes, survey->note_count,
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

/* ---- Search ------------------------------------------------------------- */

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

/* Return the index of the first note that does not precede |note|; if
 * |is_after|, of the first note that follows |note|. */
static size_t find_first(const struct survey *survey, const struct note *note,
                         bool is_after)
{
    size_t begin = 0;
    size_t end = survey->note_count;
    while (begin < end) {
        size_t middle = begin + (end - begin) / 2;
        if (compare_keys((const void *)&survey->by_key[middle],
                         (const void *)&note) < (is_after ? 1 : 0)) {
            begin = middle + 1;
        } else {
            end = middle;
        }
    }
    return begin;
}

size_t ddds_survey_count(const struct survey *survey, const struct note *note)
{
    return find_first(survey, note, true) - find_first(survey, note, false);
}

/* ---- Choice ------------------------------------------------------------- */

static int compare_lines(const struct offer *a, const struct offer *b)
{
    if (a->file != b->file) {
        return a->file < b->file ? -1 : 1;
    }
    return (a->region.line > b->region.line) -
           (a->region.line < b->region.line);
}

/* Compare codes, the worst first. */
static int compare_codes(const struct offer *a, const struct offer *b)
{
    if (a->code->severity != b->code->severity) {
        return a->code->severity > b->code->severity ? -1 : 1;
    }
    return strcmp(a->code->code, b->code->code);
}

/* Compare by file, line and correction; within a correction, a choice first. */
static int compare_offers(const void *one, const void *other)
{
    const struct offer *a = *(struct offer *const *)one;
    const struct offer *b = *(struct offer *const *)other;
    int order = compare_lines(a, b);
    order = order != 0 ? order : strcmp(a->fix, b->fix);
    order = order != 0 ? order : (int)b->is_choice - (int)a->is_choice;
    return order != 0 ? order : compare_codes(a, b);
}

/* Choose |offer|, unless its record has a worse offer, or an earlier offer
 * overlaps. */
static void choose_offer(struct survey *survey, struct offer *offer)
{
    const size_t count = survey->chosen_count;
    struct offer *last = count > 0 ? survey->chosen[count - 1] : NULL;
    if (last == NULL || last->file != offer->file ||
        last->region.end_line < offer->region.line) {
        survey->chosen[survey->chosen_count++] = offer;
    } else if (last->region.line == offer->region.line &&
               compare_codes(offer, last) < 0) {
        survey->chosen[count - 1] = offer;
    }
}

/* Choose among the offers. The correction of a record applies to all its
 * findings, and is a choice if that of any is. */
static void choose(struct survey *survey)
{
    struct offer **offers = survey->chosen;
    for (size_t i = 0; i < survey->offer_count; i++) {
        offers[i] = &survey->offers[i];
    }
    qsort(offers, survey->offer_count, sizeof(struct offer *), compare_offers);
    for (size_t i = 0, end; i < survey->offer_count; i = end) {
        struct offer *first = offers[i];
        for (end = i + 1; end < survey->offer_count &&
                          compare_lines(first, offers[end]) == 0 &&
                          strcmp(first->fix, offers[end]->fix) == 0;
             end++) {
            first->respells |= offers[end]->respells;
        }
        if (!first->is_choice) {
            choose_offer(survey, first);
        }
    }
}

bool ddds_survey_take(struct survey *survey, const struct job *job,
                      ddds_check *check)
{
    survey->job = job;
    survey->arena.failed |=
        ddds_check_report(check, take_finding, survey, NULL, NULL) != DDDS_OK;
    survey->by_key = ddds_arena_array(&survey->arena, survey->note_count + 1,
                                      sizeof *survey->by_key);
    survey->chosen = ddds_arena_array(&survey->arena, survey->offer_count + 1,
                                      sizeof *survey->chosen);
    if (survey->arena.failed) {
        return false;
    }
    for (size_t i = 0; i < survey->note_count; i++) {
        survey->by_key[i] = &survey->notes[i];
    }
    qsort(survey->by_key, survey->note_count, sizeof *survey->by_key,
          compare_keys);
    choose(survey);
    return true;
}
