/* Search for the rows of a command in all groups.
 *
 * SPDX-License-Identifier: MIT */
#include "cli/option.h"

#include <stdlib.h>
#include <string.h>

#include "cli/complain.h"
#include "cli/exits.h"

/* ---- Iteration ----------------------------------------------------------- */

bool option_next(const struct option_set *set, struct option_place *place)
{
    if (place->group == NULL) {
        place->group = set->groups;
    }
    while (place->group->rows != NULL &&
           place->next == place->group->rows->count) {
        place->group++;
        place->next = 0;
    }
    if (place->group->rows == NULL) {
        return false;
    }
    place->row = &place->group->rows->items[place->next++];
    return true;
}

bool option_next_taken(const struct option_set *set, enum command command,
                       struct option_place *place)
{
    while (option_next(set, place)) {
        if (place->row->read != NULL &&
            (place->row->commands & (unsigned)command) != 0) {
            return true;
        }
    }
    return false;
}

bool option_find_letter(const struct option_set *set, enum command command,
                        char letter, struct option_place *place)
{
    *place = (struct option_place){0};
    while (option_next_taken(set, command, place)) {
        if (place->row->letter == letter) {
            return true;
        }
    }
    return false;
}

bool option_find(const struct option_set *set, enum command command,
                 const char *name, size_t length, struct option_place *place)
{
    *place = (struct option_place){0};
    while (option_next_taken(set, command, place)) {
        if (option_is_abbreviated(place->row, name, length) &&
            place->row->name[length] == '\0') {
            return true;
        }
    }
    return false;
}

bool option_is_abbreviated(const struct option_row *row, const char *name,
                           size_t length)
{
    return row->name != NULL && strncmp(row->name, name, length) == 0;
}

size_t option_find_abbreviated(const struct option_set *set,
                               enum command command, const char *name,
                               size_t length, struct option_place *place)
{
    struct option_place each = {0};
    size_t count = 0;
    while (option_next_taken(set, command, &each)) {
        if (option_is_abbreviated(each.row, name, length)) {
            *place = each;
            count++;
        }
    }
    return count;
}

/* ---- Members ------------------------------------------------------------- */

static char *member_at(void *options, const struct option_place *place)
{
    return (char *)options + place->group->offset + place->row->member;
}

/* Return the first of |choices| that |command| accepts. */
static unsigned default_of(const struct option_choice *choices,
                           enum command command)
{
    while (choices->name != NULL &&
           (choices->commands & (unsigned)command) == 0) {
        choices++;
    }
    return choices->value;
}

void option_set_defaults(void *options, const struct option_set *set,
                         enum command command)
{
    struct option_place place = {0};
    while (option_next_taken(set, command, &place)) {
        if (place.row->has_default) {
            unsigned value = default_of(place.row->choices, command);
            memcpy(member_at(options, &place), &value, sizeof value);
        }
    }
}

void option_free_kept(void *options, const struct option_set *set)
{
    struct option_place place = {0};
    while (option_next(set, &place)) {
        if (place.row->is_kept) {
            void *kept; /* a string, or the items of a list */
            memcpy(&kept, member_at(options, &place), sizeof kept);
            free(kept);
            memset(member_at(options, &place), 0, sizeof kept);
        }
    }
}

/* Reject empty file names, because messages could not show them. */
static bool names_no_file(const struct option_use *use)
{
    return use->value != NULL && use->value[0] == '\0' &&
           strncmp(use->row->argument, "FILE", 4) == 0;
}

int option_take(void *options, const struct option_place *place,
                const struct option_use *use)
{
    char *group = (char *)options + place->group->offset;
    struct command_words *words = options;
    if (names_no_file(use)) {
        complain("%s: the name of the file is empty", use->spelling);
        return EXIT_USAGE;
    }
    int status = use->row->read(group, use);
    if (status < 0 && use->row->given > 0) {
        *(bool *)(group + use->row->given) = true;
    }
    if (use->row->is_for_published && words->published == NULL) {
        words->published = use->row;
    }
    return status;
}

void given_words_add(struct given_words *list, const char *word)
{
    list->items = realloc(list->items, (list->count + 1) * sizeof *list->items);
    list->items[list->count++] = word;
}
