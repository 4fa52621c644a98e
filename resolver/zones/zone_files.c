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

void zone_files_add(struct zone_files *files, const char *path,
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
    if (files->count == files->size) {
        files->size = files->size * 2 + 16;
        files->items = realloc(files->items, files->size * sizeof file);
    }
    files->items[files->count++] = file;
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
