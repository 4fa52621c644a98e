/* Hints for invalid inputs, guessed from their form: numbers, users, domains
 * and SIP URIs, which need an application; mistyped commands and zone files.
 *
 * SPDX-License-Identifier: MIT */
#include "batch/hints.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include <sys/stat.h>

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

/* Return true if |input| is a file with a path or the name of a zone file. */
static bool is_zone_file(const char *input)
{
    static const char *const endings[] = {".zone", ".db", ".hosts", ".signed"};
    size_t length = strlen(input);
    bool is_like = strchr(input, '/') != NULL || strncmp(input, "db.", 3) == 0;
    struct stat status;
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        size_t end = strlen(endings[i]);
        is_like |=
            length > end && strcmp(input + length - end, endings[i]) == 0;
    }
    return is_like && stat(input, &status) == 0 && S_ISREG(status.st_mode);
}

/* Participant identifiers have a scheme of four digits: 0192:123456785. */
static bool is_participant(const char *input)
{
    return input[0] >= '0' && input[0] <= '9' &&
           strspn(input, "0123456789") == 4 && input[4] == ':';
}

/* Return "; did you mean COMMAND?", or "" if no command is like |input|. */
static const char *suggest_command(const char *input,
                                   struct suggestion *suggestion)
{
    const struct command_page *page;
    suggestion_begin(suggestion, input, strlen(input));
    for (size_t i = 0; (page = command_at(i)) != NULL; i++) {
        if (!command_is_part(page)) {
            suggestion_try(suggestion, page->name);
        }
    }
    return suggestion_text(suggestion);
}

/* Hint for a word without a dot. */
static const char *write_word(const char *input, enum hint_place place,
                              char hint[DDDS_DETAIL_SIZE])
{
    bool is_first = place == HINT_COMMAND;
    if (is_first && ddds_application_find(input) != NULL) {
        snprintf(hint, DDDS_DETAIL_SIZE,
                 "an application, not a command; write --app %s", input);
        return hint;
    }
    struct suggestion suggestion;
    const char *nearest = is_first ? suggest_command(input, &suggestion) : "";
    snprintf(hint, DDDS_DETAIL_SIZE, "%s%s",
             is_first ? "unknown command, and not a URN or URI"
                      : "not a URN or URI",
             *nearest != '\0' ? nearest : "; for other inputs use --app");
    return hint;
}

static const char *find_hint(const char *input, enum hint_place place)
{
    if (place != HINT_FILE && is_command(input)) {
        return "a command comes first, before all options: ddds COMMAND "
               "[OPTIONS] INPUT...";
    }
    if (is_number(input)) {
        return input[0] == '+'
                   ? "not a URN or URI; for a telephone number, use --app enum"
                   : "not a URN or URI; for a telephone number, begin with "
                     "\"+\" and use --app enum";
    }
    if (strchr(input, '@') != NULL) {
        return "not a URN or URI; for a user at a realm, use --app radius";
    }
    return strchr(input, '.') != NULL && strchr(input, ' ') == NULL
               ? "not a URN or URI; for a domain, name its application: --app "
                 "s-naptr or u-naptr with the --service, --app sip, --app "
                 "radius for a realm, --app 3gpp"
               : NULL;
}

enum hint_place hint_place(const struct resolver_line *options, size_t index)
{
    bool is_literal =
        index >= options->words.input_count - options->words.literal_count;
    return is_literal                                ? HINT_FILE
           : index == 0 && options->words.is_implied ? HINT_COMMAND
                                                     : HINT_ARGUMENT;
}

const char *hint_write(const char *input, enum hint_place place,
                       char hint[DDDS_DETAIL_SIZE])
{
    if (is_participant(input)) {
        snprintf(hint, DDDS_DETAIL_SIZE,
                 "not a URN or URI; for a Peppol participant, write "
                 "iso6523-actorid-upis::%.40s and use --app peppol",
                 input);
        return hint;
    }
    const char *text = find_hint(input, place);
    if (text == NULL) {
        return write_word(input, place, hint);
    }
    snprintf(hint, DDDS_DETAIL_SIZE, "%s", text);
    return hint;
}

void hint_add_command(const struct resolver_line *options, size_t index,
                      const char *input, char detail[DDDS_DETAIL_SIZE])
{
    struct suggestion suggestion;
    size_t length = strlen(detail);
    if (hint_place(options, index) == HINT_COMMAND &&
        options->request.application != NULL) {
        snprintf(detail + length, DDDS_DETAIL_SIZE - length, "%s",
                 suggest_command(input, &suggestion));
    }
}

bool hint_is_needed(const struct resolver_line *options, const char *input)
{
    return options->request.application == NULL &&
           (strchr(input, ':') == NULL || is_participant(input));
}

/* ---- Before the batch ---------------------------------------------------- */

/* Refuse a command after the source, unless it may be a name. */
static bool refuse_command(const struct resolver_line *options,
                           const char *input)
{
    if (!options->words.is_implied || !is_command(input) ||
        options->words.literal_count == options->words.input_count) {
        return false;
    }
    complain("\"%s\": a command comes first, before all options: ddds %s "
             "[OPTIONS] INPUT...; for a name, add a final dot: \"%s.\"",
             input, input, input);
    return true;
}

bool hint_refuses_files(const struct resolver_line *options)
{
    size_t count = options->words.input_count - options->words.literal_count;
    bool takes_names = options->words.command == COMMAND_QUERY ||
                       options->request.application != NULL;
    for (size_t i = 0; i < count; i++) {
        if ((options->source.zones.count > 0 || !takes_names) &&
            strchr(options->words.inputs[i], ':') == NULL &&
            is_zone_file(options->words.inputs[i])) {
            complain(
                "\"%.400s\": this is a file; write --zone before each zone "
                "file%s",
                options->words.inputs[i],
                takes_names ? ", or, for a name, add a final dot" : "");
            return true;
        }
    }
    return false;
}

/* Return true if |first| may be a mistyped command. Others are inputs, which a
 * batch refuses. */
static bool is_mistyped(const struct resolver_line *options, const char *first)
{
    return hint_place(options, 0) == HINT_COMMAND && !is_participant(first) &&
           find_hint(first, HINT_COMMAND) == NULL;
}

bool hint_refuses(const struct resolver_line *options)
{
    char hint[DDDS_DETAIL_SIZE];
    struct suggestion suggestion;
    const char *first =
        options->words.input_count > 0 ? options->words.inputs[0] : "-";
    bool is_input = strcmp(first, "-") == 0 ||
                    !hint_is_needed(options, first) ||
                    !(is_command(first) || is_mistyped(options, first));
    bool is_near = !is_input && *suggest_command(first, &suggestion) != '\0';
    if (!is_near && hint_refuses_files(options)) {
        return true;
    }
    if (options->request.application != NULL) {
        return refuse_command(options, first);
    }
    if (is_input) {
        return false;
    }
    complain("\"%.48s\": %s", first,
             hint_write(first, hint_place(options, 0), hint));
    return true;
}

/* ---- After failures ----------------------------------------------------- */

/* Return true for HOST:PORT, which has the syntax of a URI, too. */
static bool has_port(const char *input)
{
    const char *colon = strchr(input, ':');
    return colon != NULL && colon[1] != '\0' &&
           colon[1 + strspn(colon + 1, "0123456789")] == '\0';
}

/* Hints for URI schemes. */
static const struct {
    const char *scheme; /* NULL: a host and a port */
    const char *hint;
} schemes[] = {
    {"sip:", "to find the servers of a SIP URI, use --app sip"},
    {"sips:", "to find the servers of a SIP URI, use --app sip"},
    {"tel:", "to look a telephone number up, use --app enum"},
    {"iso6523-actorid-upis:", "to look a Peppol participant up, use --app "
                              "peppol"},
    {NULL, "for a host and a port, use the application of the host: --app sip, "
           "or --app s-naptr with the --service and without the port"},
};

/* Return the index of the scheme of |input|, or the number of schemes. */
static size_t find_scheme(const char *input)
{
    size_t i = 0;
    while (i < sizeof schemes / sizeof schemes[0]) {
        const char *scheme = schemes[i].scheme;
        if (scheme != NULL ? strncasecmp(input, scheme, strlen(scheme)) == 0
                           : has_port(input)) {
            break;
        }
        i++;
    }
    return i;
}

bool hint_applies(const struct resolver_line *options, const char *input)
{
    return options->request.application == NULL &&
           find_scheme(input) < sizeof schemes / sizeof schemes[0];
}

void hint_application(const struct resolver_line *options, const char *input,
                      unsigned *given)
{
    if (!hint_applies(options, input)) {
        return;
    }
    size_t i = find_scheme(input);
    unsigned bit = 1U << i;
    if ((*given & bit) == 0) {
        complain("\"%.48s%s\": %s", input, strlen(input) > 48 ? "..." : "",
                 schemes[i].hint);
    }
    *given |= bit;
}
