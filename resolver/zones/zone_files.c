/* SPDX-License-Identifier: MIT */
#include "zones/zone_files.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "cli/complain.h"
#include "text/read_all.h"
#include "zones/origin_guess.h"

void zone_file_clear(struct zone_file *file)
{
    free(file->path);
    free(file->origin);
    free(file->likely);
    free(file->unread);
    free(file->view);
    free(file->folder);
    free(file->near);
}

void zone_files_add(struct zone_files *files, const char *path,
                    const char *origin)
{
    char guess[DDDS_NAME_SIZE];
    bool is_guessed = origin == NULL && origin_guess(path, guess);
    struct zone_file file = {
        .path = strdup(path),
        .origin = origin != NULL ? strdup(origin) : NULL,
        .likely = is_guessed ? strdup(guess) : NULL,
        .reading = files->reading,
    };
    file.reading.origin = file.origin;
    file.reading.likely_origin = file.likely;
    if (files->count == files->size) {
        files->size = files->size * 2 + 16;
        files->items = realloc(files->items, files->size * sizeof file);
    }
    files->items[files->count++] = file;
}

void zone_files_add_configured(struct zone_files *files, const char *path,
                               const char *origin, const char *view,
                               const char *folder, const char *near)
{
    zone_files_add(files, path, origin);
    struct zone_file *file = &files->items[files->count - 1];
    file->is_configured = true;
    file->view = view != NULL ? strdup(view) : NULL;
    file->folder = strdup(folder);
    file->near = strdup(near);
    file->reading.include_folder = file->folder;
    file->reading.include_near = file->near;
}

void zone_files_add_unread(struct zone_files *files, const char *origin,
                           const char *view, const char *why, bool is_lost)
{
    zone_files_add_configured(files, "", origin, view, "", "");
    files->items[files->count - 1].unread = strdup(why);
    files->items[files->count - 1].is_lost = is_lost;
}

void zone_files_add_word(struct zone_files *files, const char *word,
                         const char *origin)
{
    const char *colon = strrchr(word, ':');
    if (colon == NULL || access(word, F_OK) == 0) {
        zone_files_add(files, word, origin);
        return;
    }
    char *path = strdup(word);
    path[colon - word] = '\0';
    zone_files_add(files, path, colon + 1);
    free(path);
}

const struct zone_file *zone_files_other_view(const struct zone_files *files,
                                              const struct zone_file *file)
{
    for (const struct zone_file *each = files->items;
         each < file && file->view != NULL; each++) {
        if (each->view != NULL && each->unread == NULL &&
            strcasecmp(each->origin, file->origin) == 0) {
            return each;
        }
    }
    return NULL;
}

void zone_files_clear(struct zone_files *files)
{
    for (size_t i = 0; i < files->count; i++) {
        zone_file_clear(&files->items[i]);
    }
    free(files->items);
    *files = (struct zone_files){.reading = files->reading};
}

/* ---- Guessed origins ------------------------------------------------- */

void origin_notes_take(void *context, const char *origin)
{
    struct origin_notes *notes = context;
    const struct zone_file *file = notes->file;
    if (file->origin != NULL) {
        complain(file->is_configured
                     ? "%s: the configuration calls the zone \"%s\", but the "
                       "file's SOA record names %s"
                     : "%s: origin \"%s\" ignored: the file's SOA record names "
                       "the zone %s",
                 file->path, file->origin, origin);
    } else if (notes->count++ == 0) {
        snprintf(notes->first_path, sizeof notes->first_path, "%s", file->path);
        snprintf(notes->first_origin, sizeof notes->first_origin, "%s", origin);
    }
}

void origin_notes_print(const struct origin_notes *notes)
{
    if (notes->count == 1) {
        complain("%s: missing $ORIGIN; the file's name suggests %.253s; to set "
                 "another origin, write %s:NAME",
                 notes->first_path, notes->first_origin, notes->first_path);
    } else if (notes->count > 1) {
        complain("%zu files have no $ORIGIN; their names suggest it, as %.253s "
                 "for %s; to set another origin, write FILE:NAME",
                 notes->count, notes->first_origin, notes->first_path);
    }
}

/* ---- Standard input -------------------------------------------------- */

char *standard_input_read(size_t *length, struct ddds_error *error)
{
    char *text = read_all(stdin, SIZE_MAX, length);
    if (text == NULL) {
        ddds_error_set(error, DDDS_UNREADABLE, DDDS_NO_OFFSET,
                       "standard input: cannot be read: %s", strerror(errno));
    }
    return text;
}
