/* Finding the rows of a command, whatever group they belong to.
 *
 * SPDX-License-Identifier: MIT */
#include "cli/option.h"

#include <stdlib.h>
#include <string.h>

#include "cli/complain.h"
#include "cli/exits.h"

bool option_at(const struct option_set *set, size_t index,
               struct option_place *place)
{
    for (const struct option_group *group = set->groups; group->rows != NULL;
         group++) {
        if (index < group->rows->count) {
            *place = (struct option_place){&group->rows->items[index],
                                           group->offset};
            return true;
        }
        index -= group->rows->count;
    }
    return false;
}

bool option_is_taken(const struct option_row *row, enum command command)
{
    return row->read != NULL && (row->commands & (unsigned)command) != 0;
}

bool option_find(const struct option_set *set, enum command command,
                 const char *name, size_t length, struct option_place *place)
{
    for (size_t i = 0; option_at(set, i, place); i++) {
        const struct option_row *row = place->row;
        if (option_is_taken(row, command) && row->name != NULL &&
            strlen(row->name) == length &&
            memcmp(row->name, name, length) == 0) {
            return true;
        }
    }
    return false;
}

/* A message about a file without a name would not show which one it is. */
static bool names_no_file(const struct option_use *use)
{
    return use->value != NULL && use->value[0] == '\0' &&
           strncmp(use->row->argument, "FILE", 4) == 0;
}

int option_take(void *options, const struct option_place *place,
                const struct option_use *use)
{
    char *group = (char *)options + place->offset;
    if (names_no_file(use)) {
        complain("%s: the name of the file is empty", use->spelling);
        return EXIT_USAGE;
    }
    int status = use->row->read(group, use);
    if (status < 0 && use->row->given > 0) {
        *(bool *)(group + use->row->given) = true;
    }
    return status;
}

void given_words_add(struct given_words *list, const char *word)
{
    list->items = realloc(list->items, (list->count + 1) * sizeof *list->items);
    list->items[list->count++] = word;
}

unsigned option_default(const struct option_choice *choices,
                        enum command command)
{
    while (choices->name != NULL &&
           (choices->commands & (unsigned)command) == 0) {
        choices++;
    }
    return choices->value;
}
