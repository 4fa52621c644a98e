/* The zone files that a command reads, each with its origin.
 *
 * SPDX-License-Identifier: MIT */
#include "zones/zone_files.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "zones/origin_guess.h"

void zone_file_clear(struct zone_file *file)
{
    free(file->path);
    free(file->origin);
    free(file->likely);
}

static bool grow(struct zone_files *files)
{
    if (files->count < files->size) {
        return true;
    }
    size_t size = files->size * 2 + 16;
    struct zone_file *items = realloc(files->items, size * sizeof *items);
    if (items == NULL) {
        return false;
    }
    files->items = items;
    files->size = size;
    return true;
}

bool zone_files_add(struct zone_files *files, const char *path,
                    const char *origin)
{
    char guess[DDDS_NAME_SIZE];
    bool is_guessed = origin == NULL && origin_guess(path, guess);
    struct zone_file file = {
        .path = strdup(path),
        .origin = origin != NULL ? strdup(origin) : NULL,
        .likely = is_guessed ? strdup(guess) : NULL,
        .includes_anywhere = files->includes_anywhere,
        .max_generated = files->max_generated,
    };
    if (file.path == NULL || (origin != NULL && file.origin == NULL) ||
        (is_guessed && file.likely == NULL) || !grow(files)) {
        zone_file_clear(&file);
        return false;
    }
    files->items[files->count++] = file;
    return true;
}

bool zone_files_add_word(struct zone_files *files, const char *word,
                         const char *origin)
{
    const char *colon = strrchr(word, ':');
    if (colon == NULL || access(word, F_OK) == 0) {
        return zone_files_add(files, word, origin);
    }
    char *path = strdup(word);
    if (path == NULL) {
        return false;
    }
    path[colon - word] = '\0';
    bool was_added = zone_files_add(files, path, colon + 1);
    free(path);
    return was_added;
}

void zone_files_clear(struct zone_files *files)
{
    for (size_t i = 0; i < files->count; i++) {
        zone_file_clear(&files->items[i]);
    }
    free(files->items);
    *files = (struct zone_files){
        .includes_anywhere = files->includes_anywhere,
        .max_generated = files->max_generated,
    };
}
