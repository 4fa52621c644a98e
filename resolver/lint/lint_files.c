/* Zone files for ddds lint.
 *
 * An --origin applies to the files after it, up to the next --origin; a single
 * --origin after all files applies to all. FILE:ORIGIN has precedence.
 *
 * SPDX-License-Identifier: MIT */
#include "lint/lint_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/advice.h"
#include "cli/complain.h"
#include "cli/exits.h"
#include "lint/reporter.h"
#include "zones/folder.h"
#include "zones/zone_files.h"
#include "zones/zone_sources.h"
#include "zones/origin_guess.h"

/* ---- Usage -------------------------------------------------------------- */

/* Live names are absolute, and not in files. */
static int check_live_usage(const struct lint_line *options)
{
    if (options->lint.origins.count > 0) {
        complain("lint: --origin is for zone files; names that are looked up "
                 "are written in full: leave it out");
        return EXIT_USAGE;
    }
    if (options->source.configurations.count > 0) {
        complain("lint: --from names zone files, but with @SERVER or --dns, "
                 "names are looked up; leave one of the two out");
        return EXIT_USAGE;
    }
    for (size_t i = 0; i < options->words.input_count; i++) {
        const char *word = options->words.inputs[i];
        if (origin_guess_is_zone_name(word) && access(word, F_OK) == 0) {
            complain("lint: %s is a file, but with @SERVER or --dns, names are "
                     "looked up; leave that out to check the file",
                     word);
            return EXIT_USAGE;
        }
    }
    return -1;
}

/* Check that each --origin has a file. */
static int check_origin_usage(const struct lint_line *options)
{
    const struct lint_options *lint = &options->lint;
    if (lint->origins.count > 0 && options->words.input_count == 0) {
        complain("lint: --origin %s: no file is given that it could be for; "
                 "--from has the origins of its zones",
                 lint->origins.items[0]);
        return EXIT_USAGE;
    }
    for (size_t i = 0; i < lint->origins.count && lint->origins.count > 1;
         i++) {
        size_t next = i + 1 < lint->origins.count ? lint->origin_places[i + 1]
                                                  : options->words.input_count;
        if (lint->origin_places[i] == next) {
            complain("lint: --origin %s: no file follows; write each --origin "
                     "before the files that it is for, or FILE:ORIGIN",
                     lint->origins.items[i]);
            return EXIT_USAGE;
        }
    }
    return -1;
}

int lint_files_usage(const struct lint_line *options)
{
    const struct option_row *row = options->words.published;
    if (options->lint.is_live) {
        return check_live_usage(options);
    }
    if (row != NULL) {
        char spelling[40] = {'-', row->letter, '\0'};
        if (row->name != NULL) {
            snprintf(spelling, sizeof spelling, "--%s", row->name);
        }
        /* A port is that of a @SERVER; --dns refuses it. */
        complain("lint: %s is for published records; to check those, add "
                 "@SERVER%s and write names, or leave %s out",
                 spelling, row->letter == 'p' ? "" : " or --dns", spelling);
        return EXIT_USAGE;
    }
    return check_origin_usage(options);
}

/* ---- Selection ---------------------------------------------------------- */

/* Return the origin for the input |place|; NULL if it has none. */
static const char *find_origin(const struct lint_line *options, size_t place)
{
    const struct lint_options *lint = &options->lint;
    const char *origin = NULL;
    if (lint->origins.count == 1 &&
        lint->origin_places[0] == options->words.input_count) {
        return lint->origins.items[0];
    }
    for (size_t i = 0; i < lint->origins.count; i++) {
        origin =
            lint->origin_places[i] <= place ? lint->origins.items[i] : origin;
    }
    return origin;
}

static void miss(void *context, const char *detail)
{
    reporter_miss(context, "%s", detail);
}

int lint_files_list(const struct lint_line *options, struct zone_files *files,
                    json_t *unchecked)
{
    int worst = EXIT_FOUND;
    struct ddds_error error;
    enum source_notes notes =
        options->lint.is_quiet ? SOURCE_SILENT : SOURCE_NOTES;
    for (size_t i = 0; i < options->words.input_count; i++) {
        int status = zone_sources_add(files, options->words.inputs[i],
                                      find_origin(options, i), notes, &error);
        if (status != EXIT_FOUND) {
            reporter_miss(unchecked, "%s", error.detail);
        }
        worst = worse_exit(worst, status);
    }
    int status = zone_sources_configured(&options->source, notes, files, miss,
                                         unchecked, &error);
    if (status != EXIT_FOUND && error.detail[0] != '\0') {
        reporter_miss(unchecked, "%s", error.detail);
    }
    return worse_exit(worst, status);
}

/* Append |view| to the |*count| |views|, unless it is there. */
static void add_view(const char **views, size_t *count, const char *view)
{
    size_t i = 0;
    while (i < *count && strcmp(views[i], view) != 0) {
        i++;
    }
    views[i] = view;
    *count += i == *count;
}

const char **lint_files_views(const struct zone_files *files, size_t *count)
{
    const char **views = calloc(files->count + 1, sizeof *views);
    *count = 0;
    for (size_t i = 0; i < files->count; i++) {
        if (files->items[i].view != NULL) {
            add_view(views, count, files->items[i].view);
        }
    }
    if (*count < 2) {
        views[0] = NULL;
        *count = 1;
    }
    return views;
}

/* ---- Reading ------------------------------------------------------------ */

/* Return true if |path|, which does not exist, may be meant as a name. */
static bool is_name(const char *path, char key[DDDS_KEY_SIZE])
{
    const char *end = strrchr(path, '.');
    return access(path, F_OK) != 0 && end != NULL &&
           !origin_guess_is_zone_name(path) &&
           ddds_key_parse(path, key, NULL) == DDDS_OK;
}

static bool is_yaml(const char *path)
{
    const char *ending = strrchr(path, '.');
    return ending != NULL &&
           (strcmp(ending, ".yaml") == 0 || strcmp(ending, ".yml") == 0);
}

static void complain_of_file(const struct zone_file *file, json_t *unchecked,
                             struct ddds_error *error)
{
    char key[DDDS_KEY_SIZE];
    advice_add(error);
    if (error->status == DDDS_UNREADABLE && file->origin == NULL &&
        is_name(file->path, key)) {
        reporter_miss(unchecked, "%s; ddds lint --dns %s asks DNS",
                      error->detail, key);
    } else {
        reporter_miss(unchecked, "%s%s", error->detail,
                      error->status == DDDS_SYNTAX && is_yaml(file->path)
                          ? "; for YAML of octoDNS, octodns_naptr.py among the "
                            "examples is a validator"
                          : "");
    }
}

/* Read standard input, which is possible once, and add it to |check|. */
static ddds_status read_standard_input(const struct zone_file *file,
                                       const struct ddds_zone_options *options,
                                       struct lint_reading *reading,
                                       ddds_check *check,
                                       struct ddds_error *error)
{
    if (reading->text == NULL) {
        reading->text = standard_input_read(&reading->length, error);
        reading->standard = file;
    }
    return reading->text != NULL
               ? ddds_check_text(check, "-", reading->text, reading->length,
                                 options, error)
               : error->status;
}

static int read_file(const struct zone_file *file, struct origin_notes *notes,
                     struct lint_reading *reading, ddds_check *check)
{
    bool is_quiet =
        reading->is_quiet || (reading->is_repeated && file->view == NULL);
    struct ddds_zone_options options = file->reading;
    options.assumed = is_quiet ? NULL : origin_notes_take;
    options.context = notes;
    struct ddds_error error = {.setting = DDDS_SETTING_NONE};
    bool is_standard = strcmp(file->path, "-") == 0;
    if (is_standard && reading->text != NULL && reading->standard != file) {
        complain("\"-\": standard input can be read only once");
        return EXIT_USAGE;
    }
    if (reading->view != NULL && folder_is_pipe(file->path)) {
        complain("lint: %s: a pipe is read once, but views are checked one by "
                 "one; write --view, as in --view \"%s\"",
                 file->path, reading->view);
        return EXIT_USAGE;
    }
    notes->file = file;
    ddds_status status =
        is_standard
            ? read_standard_input(file, &options, reading, check, &error)
            : ddds_check_file(check, file->path, &options, &error);
    if (status != DDDS_OK && !is_quiet) {
        complain_of_file(file, reading->unchecked, &error);
    }
    /* A file that exceeds a limit counts as invalid. */
    return status == DDDS_LIMIT ? EXIT_BAD_DATA : exit_of_status(status);
}

int lint_files_read(const struct zone_files *files,
                    struct lint_reading *reading, ddds_check *check)
{
    struct origin_notes notes = {.count = 0};
    int worst = EXIT_FOUND;
    for (size_t i = 0; i < files->count; i++) {
        const struct zone_file *file = &files->items[i];
        if (reading->view == NULL || file->view == NULL ||
            strcmp(file->view, reading->view) == 0) {
            worst = worse_exit(worst, read_file(file, &notes, reading, check));
        }
    }
    origin_notes_print(&notes);
    return worst;
}
