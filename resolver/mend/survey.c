/* What lint finds in texts, and what it offers to correct.
 *
 * SPDX-License-Identifier: MIT */
#include "mend/survey.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mend/certain.h"

void survey_begin(struct survey *survey, const struct mend *mend)
{
    *survey = (struct survey){.mend = mend};
}

void survey_end(struct survey *survey)
{
    for (size_t i = 0; i < survey->key_count; i++) {
        free(survey->keys[i].text);
    }
    for (size_t i = 0; i < survey->offer_count; i++) {
        free(survey->offers[i].fix);
        free(survey->offers[i].owner);
    }
    free(survey->keys);
    free(survey->offers);
    free(survey->chosen);
    *survey = (struct survey){.keys = NULL};
}

/* ---- Taking --------------------------------------------------------------- */

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

static char *make_key(const char *code, const char *file, const char *owner)
{
    size_t size = strlen(code) + strlen(file) + strlen(owner) + 3;
    char *text = malloc(size);
    if (text != NULL) {
        snprintf(text, size, "%s %s %s", code, owner, file);
    }
    return text;
}

static void add_key(struct survey *survey, const struct ddds_finding *finding)
{
    char *text = make_key(finding->code->code, finding->file,
                          finding->owner != NULL ? finding->owner : "");
    struct finding_key *keys =
        grow(survey->keys, survey->key_count, &survey->key_size, sizeof *keys);
    survey->keys = keys != NULL ? keys : survey->keys;
    if (text == NULL || keys == NULL) {
        free(text);
        survey->has_failed = true;
        return;
    }
    keys[survey->key_count++] =
        (struct finding_key){text, finding->code->severity, 1};
}

/* Codes that words of the same meaning are about: how a name or a string is
 * written. */
static bool is_about_spelling(const char *code)
{
    static const char codes[] = "L105 L106 L107 L110 L116 L120 L121 L701";
    return strstr(codes, code) != NULL;
}

static void add_offer(struct survey *survey, const struct ddds_finding *finding,
                      bool is_choice)
{
    size_t file = 0;
    while (file < survey->mend->file_count &&
           strcmp(survey->mend->files[file].path, finding->file) != 0) {
        file++;
    }
    if (file == survey->mend->file_count) {
        survey->has_included |= !is_choice;
        return;
    }
    struct offer *offers = grow(survey->offers, survey->offer_count,
                                &survey->offer_size, sizeof *offers);
    survey->offers = offers != NULL ? offers : survey->offers;
    if (offers == NULL) {
        survey->has_failed = true;
        return;
    }
    struct offer *offer = &offers[survey->offer_count];
    *offer = (struct offer){
        .file = file,
        .region = finding->replaced,
        .fix = strdup(finding->fix),
        .code = finding->code,
        .owner = strdup(finding->owner != NULL ? finding->owner : ""),
        .level = is_about_spelling(finding->code->code) ? MERGE_WORDS
                                                        : MERGE_MEANING,
        .is_choice = is_choice,
    };
    survey->offer_count++;
    survey->has_failed |= offer->fix == NULL || offer->owner == NULL;
}

static void take_finding(void *context, const struct ddds_finding *finding)
{
    struct survey *survey = context;
    const char *code = finding->code->code;
    if (strcmp(code, "L901") == 0) {
        return; /* where the work of a check ended is another place each time */
    }
    add_key(survey, finding);
    if (finding->fix == NULL) {
        return;
    }
    bool is_wanted = survey->mend->wants(survey->mend->options, finding);
    /* Other corrections keep how words are spelt. */
    bool is_kept = !is_wanted && is_about_spelling(code);
    if (is_choice(code) || (!is_wanted && !is_kept)) {
        add_offer(survey, finding, true);
    } else if (is_wanted && is_certain(code)) {
        add_offer(survey, finding, false);
    }
}

static int compare_keys(const void *one, const void *other)
{
    const struct finding_key *a = one;
    const struct finding_key *b = other;
    return strcmp(a->text, b->text);
}

/* Join equal keys, which are neighbours. */
static void count_keys(struct survey *survey)
{
    size_t kept = 0;
    if (survey->key_count > 0) {
        qsort(survey->keys, survey->key_count, sizeof *survey->keys,
              compare_keys);
    }
    for (size_t i = 0; i < survey->key_count; i++) {
        if (kept > 0 &&
            strcmp(survey->keys[kept - 1].text, survey->keys[i].text) == 0) {
            survey->keys[kept - 1].count++;
            free(survey->keys[i].text);
        } else {
            survey->keys[kept++] = survey->keys[i];
        }
    }
    survey->key_count = kept;
}

bool survey_take(struct survey *survey, ddds_check *check)
{
    survey->has_failed |=
        ddds_check_report(check, take_finding, survey, NULL, NULL) != DDDS_OK;
    count_keys(survey);
    return !survey->has_failed;
}

/* ---- Choosing ------------------------------------------------------------- */

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
 * record is one for all of its findings, and a choice if that of any is. Returns
 * how many they are. */
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
        } else if (choice == NULL || choice->file != each->file ||
                   choice->region.line != each->region.line ||
                   strcmp(choice->fix, each->fix) != 0) {
            offers[count++] = each;
        }
    }
    return count;
}

void survey_choose(struct survey *survey)
{
    survey->chosen = calloc(survey->offer_count + 1, sizeof(struct offer *));
    if (survey->chosen == NULL) {
        survey->has_failed = true;
        return;
    }
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
        } else if (each->level > last->level &&
                   strcmp(each->fix, last->fix) == 0) {
            last->level = each->level;
        }
    }
}

/* ---- Comparing ------------------------------------------------------------ */

static size_t count_of(const struct survey *survey, const char *text)
{
    struct finding_key wanted = {.text = (char *)(uintptr_t)text};
    const struct finding_key *found =
        survey->key_count == 0
            ? NULL
            : bsearch(&wanted, survey->keys, survey->key_count,
                      sizeof *survey->keys, compare_keys);
    return found != NULL ? found->count : 0;
}

/* Is there less of what |offer| corrects? */
static bool is_gone(const struct survey *before, const struct survey *after,
                    const struct offer *offer)
{
    char *text = make_key(offer->code->code,
                          before->mend->files[offer->file].path, offer->owner);
    bool is_less =
        text != NULL && count_of(after, text) < count_of(before, text);
    free(text);
    return is_less;
}

bool survey_is_better(const struct survey *before, const struct survey *after,
                      const struct offer *const *offers, size_t count)
{
    enum ddds_severity least = DDDS_ERROR;
    for (size_t i = 0; i < count; i++) {
        least = offers[i]->code->severity < least ? offers[i]->code->severity
                                                  : least;
        if (!is_gone(before, after, offers[i])) {
            return false;
        }
    }
    for (size_t i = 0; i < after->key_count; i++) {
        const struct finding_key *key = &after->keys[i];
        if (key->severity >= least &&
            key->count > count_of(before, key->text)) {
            return false;
        }
    }
    return true;
}
