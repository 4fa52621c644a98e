/* ddds lint --fix and --diff: the library corrects the texts of the files; they
 * are written, or compared with the original, here.
 *
 * SPDX-License-Identifier: MIT */
#include "lint/fix.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "cli/complain.h"
#include "cli/exits.h"
#include "lint/unified_diff.h"
#include "lint/lint_config.h"
#include "lint/lint_files.h"
#include "lint/policy.h"
#include "lint/reporter.h"
#include "print/replace_file.h"
#include "zones/folder.h"
#include "zones/zone_sources.h"

/* Where a code was found. */
struct code_place {
    uint32_t line;
    size_t code; /* its index among all codes */
};

/* The findings in a file, sorted. */
struct code_places {
    struct code_place *items;
    size_t count;
};

/* The files, without duplicates. */
struct fixing {
    const struct lint_line *options;
    const struct zone_files *files;
    json_t *unchecked;                    /* of the caller */
    struct ddds_check_options checking;   /* with |contents| */
    struct ddds_check_contents *contents; /* current texts */
    struct changes *changes;              /* per file */
    size_t count;
    struct code_places *found; /* per file, by take_place() */
    int status;                /* of the last reading */
    unsigned readings;         /* unreadable files are reported by the first */
    bool is_changed;
    bool has_included; /* a correction in an included file was skipped */
    json_t *shared; /* files that another view has as other zones: true if that
                       was reported */
};

int fix_usage(const struct lint_line *options, const struct zone_files *files)
{
    const char *option = options->lint.fixes ? "--fix" : "--diff";
    if (options->lint.fixes && options->lint.has_diff) {
        complain("lint: --fix and --diff exclude each other; --diff only "
                 "shows what --fix would change");
        return EXIT_USAGE;
    }
    if (options->lint.is_live) {
        complain("lint: %s corrects zone files, not servers", option);
        return EXIT_USAGE;
    }
    for (size_t i = 0; i < files->count; i++) {
        if (strcmp(files->items[i].path, "-") == 0) {
            complain("lint: %s corrects files, not standard input", option);
            return EXIT_USAGE;
        }
    }
    const struct given_words *from = &options->source.configurations;
    for (size_t i = 0; options->source.view != NULL && i < from->count; i++) {
        if (folder_is_pipe(from->items[i])) {
            complain("lint: %s looks into the other views, too, and %s is a "
                     "pipe, which is read once; give a file",
                     option, from->items[i]);
            return EXIT_USAGE;
        }
    }
    size_t count;
    const char **views = lint_files_views(files, &count);
    if (count > 1) {
        complain("lint: %s corrects the files of one view; write --view, as in "
                 "--view \"%s\"",
                 option, views[0]);
    }
    free(views);
    return count > 1 ? EXIT_USAGE : -1;
}

/* ---- Correcting --------------------------------------------------------- */

static size_t find_file(const struct fixing *fixing, const char *path)
{
    size_t i = 0;
    while (i < fixing->count && strcmp(fixing->contents[i].path, path) != 0) {
        i++;
    }
    return i;
}

/* Read the texts. Return -1, or an exit status after reporting the error. */
static int read_texts(struct fixing *fixing)
{
    for (size_t i = 0; i < fixing->files->count; i++) {
        const char *path = fixing->files->items[i].path;
        struct changes *changes = &fixing->changes[fixing->count];
        if (find_file(fixing, path) < fixing->count) {
            continue;
        }
        changes->original = read_whole_file(path, &changes->length);
        if (changes->original == NULL) {
            complain("%s: cannot be read: %s", path, strerror(errno));
            return EXIT_TEMPORARY;
        }
        fixing->contents[fixing->count++] = (struct ddds_check_contents){
            path, changes->original, changes->length};
    }
    fixing->checking.contents = fixing->contents;
    fixing->checking.contents_count = fixing->count;
    /* The final report must be complete. */
    fixing->checking.most_findings = SIZE_MAX;
    return -1;
}

static ddds_status read_files(void *context, ddds_check *check,
                              const struct ddds_check_contents *contents,
                              struct ddds_error *error)
{
    struct fixing *fixing = context;
    struct lint_reading reading = {
        .is_quiet = fixing->readings > 0,
        .unchecked = fixing->unchecked,
    };
    (void)contents;
    (void)error;
    fixing->status = lint_files_read(fixing->files, &reading, check);
    fixing->readings++;
    return fixing->status == EXIT_FOUND ? DDDS_OK : DDDS_UNREADABLE;
}

static void ignore(void *context, const char *detail)
{
    (void)context;
    (void)detail;
}

enum { IDENTITY_SIZE = 48 };

/* Write the identity of the file |path|, however it is spelt, into |identity|;
 * return false if it is not there. */
static bool identify(const char *path, char identity[IDENTITY_SIZE])
{
    struct stat about;
    bool is_there = stat(path, &about) == 0;
    if (is_there) {
        snprintf(identity, IDENTITY_SIZE, "%ju:%ju", (uintmax_t)about.st_dev,
                 (uintmax_t)about.st_ino);
    }
    return is_there;
}

/* Return the files that another view than --view has as the files of other
 * zones, for which a correction may be wrong. */
static json_t *find_shared(const struct lint_line *options,
                           const struct zone_files *files)
{
    struct ddds_error error;
    char identity[IDENTITY_SIZE];
    struct source_options source = options->source;
    struct zone_files all = {.reading = files->reading};
    json_t *own = json_object(); /* files by their identities */
    json_t *shared = json_object();
    source.view = NULL;
    for (size_t i = 0; options->source.view != NULL && i < files->count; i++) {
        const struct zone_file *file = &files->items[i];
        if (file->is_configured && identify(file->path, identity)) {
            json_object_set_new_nocheck(own, identity,
                                        json_integer((json_int_t)i));
        }
    }
    if (json_object_size(own) > 0) {
        zone_sources_configured(&source, SOURCE_SILENT, &all, ignore, NULL,
                                &error);
    }
    for (size_t i = 0; i < all.count; i++) {
        const json_t *index = identify(all.items[i].path, identity)
                                  ? json_object_get(own, identity)
                                  : NULL;
        const struct zone_file *file =
            index != NULL ? &files->items[json_integer_value(index)] : NULL;
        if (file != NULL &&
            strcasecmp(file->origin, all.items[i].origin) != 0) {
            json_object_set_new_nocheck(shared, file->path, json_false());
        }
    }
    zone_files_clear(&all);
    json_decref(own);
    return shared;
}

/* Return true if the file of |finding| has no other reader; report it once
 * otherwise. */
static bool may_change(struct fixing *fixing,
                       const struct ddds_finding *finding)
{
    const json_t *is_reported = json_object_get(fixing->shared, finding->file);
    if (json_is_false(is_reported)) {
        complain("%s: not corrected: another view has it as another zone",
                 finding->file);
        json_object_set_new_nocheck(fixing->shared, finding->file, json_true());
    }
    return is_reported == NULL;
}

/* Return true if the configuration enables the code. The library checks the
 * codes that the command line ignores. */
static bool wants(void *context, const struct ddds_finding *finding)
{
    struct fixing *fixing = context;
    const struct lint_policy *policy = lint_config_policy(fixing->options);
    return !lint_policy_is_off(policy, finding->code) &&
           !lint_policy_ignores(policy, finding->owner) &&
           may_change(fixing, finding);
}

static void take_correction(void *context,
                            const struct ddds_correction *correction)
{
    struct fixing *fixing = context;
    struct changes *changes =
        &fixing->changes[find_file(fixing, correction->file)];
    changes->items =
        realloc(changes->items, (changes->count + 1) * sizeof *changes->items);
    changes->items[changes->count++] =
        (struct change){correction->begin, correction->count,
                        strdup(correction->text), correction->line};
    fixing->is_changed = true;
}

/* Correct the texts. Return -1, or an exit status. */
static int correct(struct fixing *fixing)
{
    struct ddds_error error;
    const struct ddds_correct correct = {
        .size = sizeof correct,
        .read = read_files,
        .wants = wants,
        .made = take_correction,
        .context = fixing,
        .leaves_included = &fixing->has_included,
    };
    ddds_status status =
        ddds_check_correct(&fixing->checking, &correct, &error);
    if (status == DDDS_UNREADABLE) {
        complain("nothing is corrected, because not all files could be read");
        return fixing->status;
    }
    if (status != DDDS_OK) {
        complain("%s", error.detail);
        return exit_of_status(status);
    }
    return -1;
}

/* ---- Places ------------------------------------------------------------- */

/* Note a finding in a changed file that the configuration does not hide. */
static void take_place(void *context, const struct ddds_finding *finding)
{
    struct fixing *fixing = context;
    const struct lint_policy *policy = lint_config_policy(fixing->options);
    size_t file = find_file(fixing, finding->file);
    if (file < fixing->count && fixing->changes[file].count > 0 &&
        !lint_policy_is_off(policy, finding->code) &&
        !lint_policy_ignores(policy, finding->owner)) {
        struct code_places *found = &fixing->found[file];
        found->items =
            realloc(found->items, (found->count + 1) * sizeof *found->items);
        found->items[found->count++] = (struct code_place){
            finding->region.line, lint_code_number(finding->code)};
    }
}

static int compare_places(const void *one, const void *other)
{
    const struct code_place *a = one;
    const struct code_place *b = other;
    int order = (a->line > b->line) - (a->line < b->line);
    return order != 0 ? order : (a->code > b->code) - (a->code < b->code);
}

static void sort_places(struct code_places *places)
{
    if (places->count > 0) {
        qsort(places->items, places->count, sizeof *places->items,
              compare_places);
    }
}

static uint32_t count_feeds(const char *text, size_t length)
{
    uint32_t count = 0;
    for (size_t i = 0; i < length; i++) {
        count += text[i] == '\n';
    }
    return count;
}

/* Number the lines of |places|, in the corrected text if they |are_corrected|,
 * as in the original one, where a changed record is at its first line. */
static void number_places(const struct changes *changes, bool are_corrected,
                          struct code_places *places)
{
    struct code_place *place = places->items;
    const struct code_place *end = place + places->count;
    uint32_t lost = 0; /* lines; what is negative wraps */
    for (size_t i = 0; i < changes->count; i++) {
        const struct change *change = &changes->items[i];
        uint32_t before =
            count_feeds(changes->original + change->begin, change->count);
        uint32_t now = are_corrected
                           ? count_feeds(change->text, strlen(change->text))
                           : before;
        for (; place < end && place->line + lost <= change->line + now;
             place++) {
            place->line += lost;
            if (place->line > change->line) {
                place->line = change->line;
            }
        }
        lost += before - now;
    }
    for (; place < end; place++) {
        place->line += lost;
    }
}

/* Return, for each file, the places of the findings in the present texts, which
 * |are_corrected| or original. */
static struct code_places *find_places(struct fixing *fixing,
                                       bool are_corrected)
{
    fixing->found = calloc(fixing->count + 1, sizeof *fixing->found);
    ddds_check *check = ddds_check_new(&fixing->checking, NULL);
    if (read_files(fixing, check, NULL, NULL) == DDDS_OK) {
        ddds_check_report(check, take_place, fixing, NULL, NULL);
    }
    ddds_check_free(check);
    for (size_t i = 0; i < fixing->count; i++) {
        sort_places(&fixing->found[i]);
        number_places(&fixing->changes[i], are_corrected, &fixing->found[i]);
        sort_places(&fixing->found[i]);
    }
    return fixing->found;
}

static void free_places(const struct fixing *fixing, struct code_places *places)
{
    for (size_t i = 0; i < fixing->count; i++) {
        free(places[i].items);
    }
    free(places);
}

/* ---- Results ------------------------------------------------------------ */

/* Return true if the text has the word SOA outside of comments. */
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

/* Report the codes that were found |before| in the file |path|, and are no
 * longer |after|; not those that have only moved. Return their number. */
static size_t report_codes(const char *path, const struct code_places *before,
                           const struct code_places *after)
{
    size_t count = 0;
    size_t left = 0;
    const struct code_place *last = NULL;
    ptrdiff_t *fewer = calloc(lint_code_count(), sizeof *fewer);
    for (size_t i = 0; i < before->count; i++) {
        fewer[before->items[i].code]++;
    }
    for (size_t i = 0; i < after->count; i++) {
        fewer[after->items[i].code]--;
    }
    for (size_t i = 0; i < before->count; i++) {
        const struct code_place *place = &before->items[i];
        while (left < after->count &&
               compare_places(&after->items[left], place) < 0) {
            left++;
        }
        if (left < after->count &&
            compare_places(&after->items[left], place) == 0) {
            left++;
        } else if (fewer[place->code]-- > 0 &&
                   (last == NULL || compare_places(last, place) != 0)) {
            complain("%s:%lu: corrected [%s]", path, (unsigned long)place->line,
                     ddds_check_code_at(place->code)->code);
            last = place;
            count++;
        }
    }
    free(fewer);
    return count;
}

static void report_file(const struct ddds_check_contents *now,
                        const struct code_places *before,
                        const struct code_places *after)
{
    size_t count = report_codes(now->path, before, after);
    complain("%s: %zu %s%s", now->path, count,
             count == 1 ? "correction" : "corrections",
             has_soa(now->text)
                 ? "; raise the serial of the SOA before you publish the zone"
                 : "");
}

static void report_included(const struct fixing *fixing)
{
    if (fixing->has_included) {
        complain("corrections in included files are not made: other zones may "
                 "include them, too");
    }
}

/* Write the changed files, and report what is corrected; what cannot be written
 * keeps its text. */
static int write_files(struct fixing *fixing)
{
    int status = EXIT_FOUND;
    struct code_places *before = find_places(fixing, false);
    for (size_t i = 0; i < fixing->count; i++) {
        const struct changes *changes = &fixing->changes[i];
        struct ddds_check_contents *now = &fixing->contents[i];
        const struct ddds_span original = {changes->original, changes->length};
        char why[200];
        if (changes->count == 0) {
            continue;
        }
        now->text = changes_apply(changes, &now->length);
        if (!replace_file(now->path, &original, now->text, now->length, why,
                          sizeof why)) {
            complain("%s: %s", now->path, why);
            status = EXIT_OWN_FAILURE;
            free((void *)(uintptr_t)now->text);
            now->text = changes->original;
            now->length = changes->length;
        }
    }
    struct code_places *after = find_places(fixing, true);
    for (size_t i = 0; i < fixing->count; i++) {
        if (fixing->contents[i].text != fixing->changes[i].original) {
            report_file(&fixing->contents[i], &before[i], &after[i]);
        }
    }
    free_places(fixing, before);
    free_places(fixing, after);
    return status;
}

static int print_diffs(const struct fixing *fixing)
{
    bool differs = false;
    for (size_t i = 0; i < fixing->count; i++) {
        differs |= fixing->changes[i].count > 0;
        print_diff(stdout, fixing->contents[i].path, &fixing->changes[i]);
    }
    return differs ? EXIT_NOT_FOUND : EXIT_FOUND;
}

/* Report the findings that remain. */
static int report_rest(struct fixing *fixing)
{
    ddds_check *check = ddds_check_new(&fixing->checking, NULL);
    if (read_files(fixing, check, NULL, NULL) == DDDS_OK) {
        fixing->status =
            reporter_run(fixing->options, &check, 1, fixing->unchecked, stdout);
    }
    ddds_check_free(check);
    return fixing->status;
}

int fix_files(const struct lint_line *options,
              const struct ddds_check_options *checking,
              const struct zone_files *files, json_t *unchecked)
{
    struct fixing fixing = {
        .options = options,
        .files = files,
        .unchecked = unchecked,
        .checking = *checking,
        .contents = calloc(files->count + 1, sizeof *fixing.contents),
        .changes = calloc(files->count + 1, sizeof *fixing.changes),
        .shared = find_shared(options, files),
    };
    int status = read_texts(&fixing);
    status = status < 0 ? correct(&fixing) : status;
    if (status < 0) {
        status = options->lint.has_diff ? print_diffs(&fixing)
                 : fixing.is_changed    ? write_files(&fixing)
                                        : EXIT_FOUND;
        report_included(&fixing);
        if (!options->lint.has_diff) {
            status = worse_exit(status, report_rest(&fixing));
        }
    }
    for (size_t i = 0; i < fixing.count; i++) {
        struct changes *changes = &fixing.changes[i];
        if (fixing.contents[i].text != changes->original) {
            free((void *)(uintptr_t)fixing.contents[i].text);
        }
        for (size_t k = 0; k < changes->count; k++) {
            free(changes->items[k].text);
        }
        free(changes->items);
        free((void *)(uintptr_t)changes->original);
    }
    json_decref(fixing.shared);
    free(fixing.contents);
    free(fixing.changes);
    return status;
}
