/* Inputs without a scheme, by their looks: a telephone number, a user, a
 * domain, a mistyped command.
 *
 * SPDX-License-Identifier: MIT */
#include "batch/hints.h"

#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/complain.h"
#include "cli/suggestion.h"

static bool is_number(const char *input)
{
    static const char separators[] = "0123456789 ().-/";
    size_t plus = input[0] == '+' ? 1 : 0;
    return input[plus] != '\0' &&
           input[plus + strspn(input + plus, separators)] == '\0' &&
           strpbrk(input, "0123456789") != NULL;
}

static bool is_command(const char *input)
{
    const struct command_page *page = command_find(input);
    return page != NULL && !command_is_part(page);
}

/* A word without a dot. */
static const char *write_word(const char *input, char hint[DDDS_DETAIL_SIZE])
{
    const struct command_page *page;
    struct suggestion suggestion;
    suggestion_begin(&suggestion, input, strlen(input));
    for (size_t i = 0; (page = command_at(i)) != NULL; i++) {
        if (!command_is_part(page)) {
            suggestion_try(&suggestion, page->name);
        }
    }
    const char *nearest = suggestion_text(&suggestion);
    snprintf(hint, DDDS_DETAIL_SIZE, "unknown command, and not a URN or URI%s",
             *nearest != '\0' ? nearest : "; for other inputs use --app");
    return hint;
}

const char *hint_write(const char *input, char hint[DDDS_DETAIL_SIZE])
{
    const char *text =
        is_command(input)
            ? "a command comes first, before all options: ddds COMMAND "
              "[OPTIONS] INPUT..."
        : is_number(input)
            ? (input[0] == '+'
                   ? "not a URN or URI; for a telephone number, use --app enum"
                   : "not a URN or URI; for a telephone number, begin with "
                     "\"+\" and use --app enum")
        : strchr(input, '@') != NULL
            ? "not a URN or URI; for a user at a realm, use --app radius"
        : strchr(input, '.') != NULL
            ? "not a URN or URI; for a domain, name its application: --app "
              "s-naptr or u-naptr with the --service, --app sip, --app radius "
              "for a realm, --app 3gpp"
            : NULL;
    if (text == NULL) {
        return write_word(input, hint);
    }
    snprintf(hint, DDDS_DETAIL_SIZE, "%s", text);
    return hint;
}

bool hint_is_needed(const struct options *options, const char *input)
{
    return options->application == NULL && strchr(input, ':') == NULL;
}

bool hint_refuses(const struct options *options)
{
    char hint[DDDS_DETAIL_SIZE];
    const char *first = options->input_count > 0 ? options->inputs[0] : "-";
    if (strcmp(first, "-") == 0 || !hint_is_needed(options, first) ||
        (options->zone_count > 0 && !is_command(first))) {
        return false;
    }
    complain("\"%.48s\": %s", first, hint_write(first, hint));
    return true;
}
