/* Each reader stores a value, or reports an error: the option, the value, and
 * the permitted values.
 *
 * SPDX-License-Identifier: MIT */
#include "cli/option_readers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/complain.h"
#include "cli/exits.h"
#include "cli/suggestion.h"
#include "cli/values.h"

void *option_member(void *group, const struct option_use *use)
{
    return (char *)group + use->row->member;
}

int option_refuse(const struct option_use *use, const char *wanted)
{
    return value_refuse(use->spelling, use->value, wanted);
}

/* ---- Choices ----------------------------------------------------------- */

static bool is_named(const struct option_choice *choice, const char *word,
                     size_t length)
{
    return strlen(choice->name) == length &&
           memcmp(choice->name, word, length) == 0;
}

/* Synonyms from other programs. */
static const char *find_synonym(const char *word, size_t length)
{
    static const char *const synonyms[][2] = {
        {"note", "info"},        {"notice", "info"},  {"hint", "info"},
        {"ndjson", "json"},      {"jsonl", "json"},   {"xml", "junit"},
        {"png", "svg"},          {"graphviz", "dot"}, {"on", "always"},
        {"yes", "always"},       {"off", "never"},    {"no", "never"},
        {"tap13", "tap"},        {"mermaid", "dot"},  {"hex", "simple"},
        {"base64", "base64url"},
    };
    for (size_t i = 0; i < sizeof synonyms / sizeof synonyms[0]; i++) {
        if (strlen(synonyms[i][0]) == length &&
            memcmp(synonyms[i][0], word, length) == 0) {
            return synonyms[i][1];
        }
    }
    return NULL;
}

static void refuse_choice(const struct option_use *use, const char *word,
                          size_t length)
{
    const unsigned command = use->words->command;
    const char *synonym = find_synonym(word, length);
    struct suggestion suggestion;
    suggestion_begin(&suggestion, word, length);
    for (const struct option_choice *choice = use->row->choices;
         choice->name != NULL; choice++) {
        if ((choice->commands & command) != 0) {
            suggestion_try(&suggestion, choice->name);
            if (synonym != NULL && strcmp(choice->name, synonym) == 0) {
                suggestion.nearest = choice->name;
                suggestion.distance = 0;
            }
        }
    }
    complain("%s: \"%.*s\" is not one of %s%s", use->spelling, (int)length,
             word, suggestion.known, suggestion_text(&suggestion));
}

const struct option_choice *option_choose(const struct option_use *use,
                                          const char *word, size_t length)
{
    const unsigned command = use->words->command;
    for (const struct option_choice *choice = use->row->choices;
         choice->name != NULL; choice++) {
        if ((choice->commands & command) != 0 &&
            is_named(choice, word, length)) {
            return choice;
        }
    }
    refuse_choice(use, word, length);
    return NULL;
}

int read_choice(void *group, const struct option_use *use)
{
    const struct option_choice *choice =
        option_choose(use, use->value, strlen(use->value));
    if (choice == NULL) {
        return EXIT_USAGE;
    }
    *(unsigned *)option_member(group, use) = choice->value;
    return -1;
}

/* ---- Simple values ----------------------------------------------------- */

int read_switch(void *group, const struct option_use *use)
{
    *(bool *)option_member(group, use) = true;
    return -1;
}

int read_switch_off(void *group, const struct option_use *use)
{
    *(bool *)option_member(group, use) = false;
    return -1;
}

int read_constant(void *group, const struct option_use *use)
{
    *(unsigned *)option_member(group, use) = (unsigned)use->row->number;
    return -1;
}

int read_count(void *group, const struct option_use *use)
{
    return value_unsigned(use->spelling, use->value, (unsigned)use->row->number,
                          option_member(group, use));
}

int read_duration(void *group, const struct option_use *use)
{
    return value_duration(use->spelling, use->value, option_member(group, use));
}

int read_port(void *group, const struct option_use *use)
{
    return value_port(use->spelling, use->value, option_member(group, use));
}

int read_string(void *group, const struct option_use *use)
{
    *(char **)option_member(group, use) = use->value;
    return -1;
}

int read_word(void *group, const struct option_use *use)
{
    given_words_add(option_member(group, use), use->value);
    return -1;
}

int read_list(void *group, const struct option_use *use)
{
    char **list = option_member(group, use);
    size_t before = *list != NULL ? strlen(*list) : 0;
    size_t size = before + strlen(use->value) + 2;
    *list = realloc(*list, size);
    snprintf(*list + before, size - before, "%s%s", before > 0 ? "," : "",
             use->value);
    return -1;
}
