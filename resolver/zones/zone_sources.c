/* SPDX-License-Identifier: MIT */
#include "zones/zone_sources.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/advice.h"
#include "cli/complain.h"
#include "cli/exits.h"
#include "zones/named_conf.h"
#include "zones/zone_files.h"
#include "zones/folder.h"

static void report(void *context, const char *detail)
{
    (void)context;
    complain("%s", detail);
}

static void keep_quiet(void *context, const char *detail)
{
    (void)context;
    (void)detail;
}

/* Exit status for |status|; a file that exceeds a limit is invalid data. */
static int exit_of_file(ddds_status status)
{
    return status == DDDS_LIMIT ? EXIT_BAD_DATA : exit_of_status(status);
}

/* ---- Listing ------------------------------------------------------------ */

int zone_sources_add(struct zone_files *files, const char *word,
                     const char *origin, enum source_notes notes,
                     struct ddds_error *error)
{
    if (*word == '\0') {
        ddds_error_set(error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                       "the name of a zone file is empty");
        return EXIT_USAGE;
    }
    char *path = folder_clean(word);
    int status = EXIT_FOUND;
    if (folder_is(path)) {
        status = exit_of_file(folder_read(
            path, origin, files, notes == SOURCE_NOTES ? report : keep_quiet,
            NULL, error));
    } else {
        zone_files_add_word(files, path, origin);
    }
    free(path);
    return status;
}

/* Append the zone files of all configurations of |source|. */
static int add_configured(const struct source_options *source,
                          struct server_reading *reading,
                          struct zone_files *files, struct ddds_error *error)
{
    error->detail[0] = '\0';
    for (size_t i = 0; i < source->configurations.count; i++) {
        ddds_status status = servers_read(source->configurations.items[i],
                                          files, reading, error);
        if (status != DDDS_OK) {
            return exit_of_file(status);
        }
    }
    return reading->has_missed ? EXIT_TEMPORARY : EXIT_FOUND;
}

int zone_sources_configured(const struct source_options *source,
                            enum source_notes notes, struct zone_files *files,
                            ddds_complaint_fn *failure, void *context,
                            struct ddds_error *error)
{
    struct server_reading reading = {
        .view = source->view,
        .note = notes == SOURCE_NOTES ? report : keep_quiet,
        .failure = failure,
        .context = context,
    };
    return add_configured(source, &reading, files, error);
}

int zone_sources_list(const struct source_options *source,
                      enum source_notes notes, struct zone_files *files,
                      struct ddds_error *error)
{
    for (size_t i = 0; i < source->zones.count; i++) {
        const char *word = source->zones.items[i];
        int status = zone_sources_add(files, word, NULL, notes, error);
        if (status != EXIT_FOUND) {
            return status;
        }
    }
    struct server_reading reading = {
        .view = source->view,
        .is_whole = true,
        .note = notes == SOURCE_NOTES ? report : keep_quiet,
        .failure = notes == SOURCE_NOTES ? report : keep_quiet,
    };
    int status = add_configured(source, &reading, files, error);
    return status == EXIT_TEMPORARY && error->detail[0] == '\0' ? EXIT_FOUND
                                                                : status;
}

/* ---- Loading ------------------------------------------------------------ */

static int load_standard_input(ddds_database *memory,
                               const struct ddds_zone_options *options,
                               struct ddds_error *error)
{
    size_t length;
    char *text = standard_input_read(&length, error);
    ddds_status status =
        text != NULL
            ? ddds_memory_load_text(memory, "-", text, length, options, error)
            : error->status;
    free(text);
    if (status != DDDS_OK) {
        advice_add(error);
    }
    return exit_of_file(status);
}

/* Zones that were skipped because another view has them, too. */
struct other_views {
    size_t count;
    const struct zone_file *first; /* the first skipped file */
    const char *taken;             /* the loaded view of its zone */
};

/* True if |file| failed because another view has loaded its zone. */
static bool is_second_view(const struct zone_file *file,
                           const struct ddds_error *error)
{
    return file->is_configured && error->status == DDDS_BAD_OPTION;
}

/* Return true if a file after |taken| and before |file| has the zone, too. */
static bool is_counted(const struct zone_file *taken,
                       const struct zone_file *file)
{
    const struct zone_file *each = taken + 1;
    while (each < file && (each->view == NULL ||
                           strcasecmp(each->origin, file->origin) != 0)) {
        each++;
    }
    return each < file;
}

/* Skip |file|, because its zone is loaded already. */
static void skip_zone(const struct zone_files *files,
                      const struct zone_file *file, struct other_views *others,
                      const struct ddds_error *error)
{
    const struct zone_file *taken = zone_files_other_view(files, file);
    if (taken == NULL) {
        complain("%s; skipped", error->detail);
    } else if (!is_counted(taken, file) && others->count++ == 0) {
        others->first = file;
        others->taken = taken->view;
    }
}

static void report_views(const struct other_views *others)
{
    char more[64] = "";
    if (others->count > 1) {
        snprintf(more, sizeof more, ", as of %zu more %s", others->count - 1,
                 others->count > 2 ? "zones" : "zone");
    }
    if (others->count > 0) {
        complain("%s is in several views of the configuration; that of \"%s\" "
                 "is used%s; for another, write --view, as in --view \"%s\"",
                 others->first->origin, others->taken, more,
                 others->first->view);
    }
}

/* Report that |file| could not be loaded, and make lookups in its zone fail,
 * unless that is loaded already. */
static ddds_status go_on_without(ddds_database *memory,
                                 const struct zone_files *files,
                                 const struct zone_file *file,
                                 struct other_views *others,
                                 struct ddds_error *error)
{
    struct ddds_error why = *error;
    complain("%s", why.detail);
    why.status = files->broken == BROKEN_UNKNOWN ? DDDS_UNREADABLE : why.status;
    ddds_status status = ddds_memory_break(memory, file->origin, &why, error);
    if (status == DDDS_BAD_OPTION) {
        skip_zone(files, file, others, error);
        return DDDS_OK;
    }
    return status;
}

/* Make lookups in the zone of |file| fail, which cannot be read, unless it is
 * loaded from another file. */
static int go_on_unread(ddds_database *memory, const struct zone_files *files,
                        const struct zone_file *file, struct ddds_error *error)
{
    struct ddds_error why;
    ddds_error_set(&why, DDDS_UNREADABLE, DDDS_NO_OFFSET, "%s", file->unread);
    ddds_status status = ddds_memory_break(memory, file->origin, &why, error);
    if (status == DDDS_BAD_OPTION) {
        return EXIT_FOUND;
    }
    if (files->broken >= (file->is_lost ? BROKEN_FILE : BROKEN_REFUSED)) {
        *error = why;
        status = why.status;
    }
    return exit_of_file(status);
}

/* Load |file|, an element of |files|. */
static int load_file(ddds_database *memory, const struct zone_files *files,
                     const struct zone_file *file, struct origin_notes *notes,
                     struct other_views *others, struct ddds_error *error)
{
    struct ddds_zone_options options = file->reading;
    options.assumed = origin_notes_take;
    options.context = notes;
    notes->file = file;
    error->setting = DDDS_SETTING_NONE;
    if (strcmp(file->path, "-") == 0) {
        return load_standard_input(memory, &options, error);
    }
    ddds_status status = ddds_memory_load(memory, file->path, &options, error);
    if (status != DDDS_OK) {
        advice_add(error);
    }
    if (status != DDDS_OK && is_second_view(file, error)) {
        skip_zone(files, file, others, error);
        status = DDDS_OK;
    } else if (status != DDDS_OK && status != DDDS_NO_MEMORY &&
               file->is_configured && files->broken < BROKEN_FILE) {
        status = go_on_without(memory, files, file, others, error);
    }
    return exit_of_file(status);
}

int zone_sources_load(ddds_database *memory, const struct zone_files *files,
                      struct ddds_error *error)
{
    const struct ddds_memory_reports reports = {
        .size = sizeof reports,
        .complaint = report,
        .unreadable = files->unreadable,
        .context = files->unreadable_context,
    };
    struct origin_notes notes = {.count = 0};
    struct other_views others = {.count = 0};
    int status = EXIT_FOUND;
    ddds_memory_report(memory, &reports, NULL);
    for (size_t i = 0; i < files->count && status == EXIT_FOUND; i++) {
        const struct zone_file *file = &files->items[i];
        status = file->unread != NULL
                     ? EXIT_FOUND
                     : load_file(memory, files, file, &notes, &others, error);
    }
    for (size_t i = 0; i < files->count && status == EXIT_FOUND; i++) {
        const struct zone_file *file = &files->items[i];
        status = file->unread == NULL
                     ? EXIT_FOUND
                     : go_on_unread(memory, files, file, error);
    }
    origin_notes_print(&notes);
    report_views(&others);
    return status;
}
