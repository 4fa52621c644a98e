/* Pages of help: usage, description, options, exit statuses, examples.
 * resolver/completions/make parses these pages.
 *
 * SPDX-License-Identifier: MIT */
#include "cli/help.h"

#include <stdio.h>
#include <string.h>

#include <jansson.h>

#include <ddds/application.h>
#include <ddds/resolve.h>
#include <ddds/status.h>

#include "cli/complain.h"
#include "cli/option.h"
#include "cli/suggestion.h"

/* Columns: start of the help of an option, and end of all text. */
enum { HELP_COLUMN = 25, LAST_COLUMN = 79 };

/* ---- Text -------------------------------------------------------------- */

/* Print the lines of |text|: the first after |first|, the rest after
 * |other|. */
static void print_lines(const char *first, const char *other, const char *text)
{
    const char *begin = first;
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        printf("%s%.*s\n", begin, (int)length, text);
        text += length + (text[length] == '\n');
        begin = other;
    }
}

/* Print |text| from HELP_COLUMN on, wrapped at blanks. */
static void print_wrapped(const char *text)
{
    size_t column = HELP_COLUMN;
    while (*text != '\0') {
        size_t length = strcspn(text, " ");
        if (column > HELP_COLUMN && column + 1 + length > LAST_COLUMN) {
            printf("\n%*s", HELP_COLUMN, "");
            column = HELP_COLUMN;
        } else if (column > HELP_COLUMN) {
            putchar(' ');
            column++;
        }
        printf("%.*s", (int)length, text);
        column += length;
        text += length;
        text += strspn(text, " ");
    }
    putchar('\n');
}

/* ---- Options ----------------------------------------------------------- */

/* Append "text (default), short or json" to |text|. */
static void write_choices(char *text, size_t size, const struct option_row *row,
                          unsigned command)
{
    const struct option_choice *choice = row->choices;
    const struct option_choice *next;
    const char *separator = *text != '\0' ? " " : "";
    size_t length = strlen(text);
    bool is_default = row->has_default;
    for (; choice->name != NULL && length < size; choice = next) {
        next = choice + 1;
        while (next->name != NULL && (next->commands & command) == 0) {
            next++;
        }
        if ((choice->commands & command) == 0) {
            continue;
        }
        if (*separator == ',' && next->name == NULL) {
            separator = " or ";
        }
        length +=
            (size_t)snprintf(text + length, size - length, "%s%s%s", separator,
                             choice->name, is_default ? " (default)" : "");
        separator = ", ";
        is_default = false;
    }
}

static void print_option(const struct option_row *row, unsigned command)
{
    char letter[] = {'-', row->letter, '\0'};
    bool is_short = row->letter != '\0';
    bool is_long = row->name != NULL;
    char spelling[48];
    char text[200];
    snprintf(spelling, sizeof spelling, "%s%s%s%s%s%s", is_short ? letter : "",
             is_short && is_long ? ", " : "", is_long ? "--" : "",
             is_long ? row->name : "", row->argument != NULL ? " " : "",
             row->argument != NULL ? row->argument : "");
    snprintf(text, sizeof text, "%s", row->help);
    if (row->choices != NULL) {
        write_choices(text, sizeof text, row, command);
    }
    printf("  %-*s", HELP_COLUMN - 2, spelling);
    print_wrapped(text);
}

static void print_options(const struct option_set *set, unsigned command)
{
    struct option_place place = {0};
    while (option_next(set, &place)) {
        const struct option_row *row = place.row;
        if ((row->commands & command) == 0) {
            continue;
        }
        if (row->read == NULL && row->help[0] == ' ') {
            printf("%*s%s\n", HELP_COLUMN, "", row->help);
        } else if (row->read == NULL) {
            printf("\n%s:\n", row->help);
        } else {
            print_option(row, command);
        }
    }
    if ((command & DIG_COMMANDS) != 0) {
        printf("\ndig's spellings: %s%s%s+tcp +time=N +tries=N +retry=N "
               "+bufsize=N\n"
               "%s+norecurse +cdflag +dnssec\n",
               (command & BATCH_COMMANDS) != 0 ? "+short " : "",
               (command & (BATCH_COMMANDS | COMMAND_DIFF | COMMAND_LINT)) != 0
                   ? "+json "
                   : "",
               (command & RESOLVING_COMMANDS) != 0 ? "+trace " : "",
               command == COMMAND_QUERY ? "+noall +answer " : "");
    }
}

/* ---- Pages ------------------------------------------------------------- */

static void print_commands(const struct command_page *group)
{
    const struct command_page *page;
    puts("\nCommands:");
    for (size_t i = 0; (page = command_at(i)) != NULL; i++) {
        if (group != NULL ? command_has(group, page) : !command_is_part(page)) {
            printf("  %-*s%s\n", 10,
                   group != NULL ? strchr(page->name, ' ') + 1 : page->name,
                   page->summary);
        }
    }
}

void help_command(const struct command_page *page, const struct option_set *set)
{
    print_lines("usage: ddds ", "       ddds ", page->usage);
    putchar('\n');
    print_lines("", "", page->about);
    if ((page->command & (COMMAND_URN | COMMAND_UUID)) != 0) {
        print_commands(page);
    }
    print_options(set, page->command);
    puts("\nExit status:");
    print_lines("  ", "  ", page->exits);
    puts((page->command & DNS_COMMANDS) != 0
             ? "\nExamples, in fixtures/zones of the source code:"
             : "\nExamples:");
    print_lines("  ", "  ", page->examples);
}

void help_all(void)
{
    puts("usage: ddds [resolve] [SOURCE] [OPTIONS] INPUT...\n"
         "       ddds COMMAND ...\n"
         "\n"
         "Resolves URNs and URIs through NAPTR records (RFC 3401 to 3405).");
    print_commands(NULL);
    puts("\n"
         "SOURCE is --zone FILE for zone files, or @SERVER for DNS servers; "
         "default: the\n"
         "system's resolver. ddds COMMAND --help shows the options of a "
         "command, its exit\n"
         "statuses and more examples.");
    puts("\nExit status:");
    print_lines("  ", "  ", command_page(COMMAND_RESOLVE)->exits);
    puts("\nExamples, in fixtures/zones of the source code:\n"
         "  ddds --zone first.zone urn:first:1\n"
         "  ddds trace --zone first.zone --service I2L urn:first:1\n"
         "  ddds lint urn.arpa.zone");
}

/* Print |word|, quoted for the shell if necessary. */
static void print_word(const char *word)
{
    bool is_plain = strpbrk(word, " ()?*&;#<>|") == NULL;
    printf(is_plain ? "%s" : "\"%s\"", word);
}

void help_applications(void)
{
    puts(
        "The applications, for --app NAME: what each finds, and an example. "
        "Without\n"
        "--app, the application is urn or uri, by the input. ddds-apps(7) says "
        "more.\n");
    for (const struct ddds_application *const *each = ddds_applications();
         *each != NULL; each++) {
        const struct ddds_application *own = *each;
        bool needs_root = own->root != NULL && own->root[0] == '\0';
        printf("  %-14s  %s (%s)\n%18sddds --app %s%s ", own->name, own->title,
               own->specification, "", own->name,
               needs_root ? " --root zone.example" : "");
        print_word(own->example);
        putchar('\n');
    }
}

void help_version(void)
{
    printf("ddds %s\n", ddds_version());
}

void help_versions(void)
{
    char libraries[512];
    help_version();
    ddds_versions(libraries, sizeof libraries);
    fputs(libraries, stdout);
    printf("Jansson %s\n", jansson_version_str());
}

/* Accept extensions of command names, such as "generate" for "gen". */
static void try_command(struct suggestion *suggestion, const char *name)
{
    suggestion_try(suggestion, name);
    if (strncmp(suggestion->word, name, strlen(name)) == 0) {
        suggestion->nearest = name;
        suggestion->distance = 0;
    }
}

void help_refuse(const struct command_page *group, const char *word)
{
    const struct command_page *page;
    struct suggestion suggestion;
    size_t prefix = group != NULL ? strlen(group->name) + 1 : 0;
    suggestion_begin(&suggestion, word, strlen(word));
    for (size_t i = 0; (page = command_at(i)) != NULL; i++) {
        if (group != NULL ? command_has(group, page) : !command_is_part(page)) {
            try_command(&suggestion, page->name + prefix);
        }
    }
    const char *hint = suggestion_text(&suggestion);
    complain("%s%s%s: unknown command%s%s%s%s",
             group != NULL ? group->name : "", group != NULL ? " " : "",
             *word != '\0' ? word : "\"\"", *hint != '\0' ? hint : "; ddds ",
             *hint != '\0'   ? ""
             : group != NULL ? group->name
                             : "help",
             *hint != '\0'   ? ""
             : group != NULL ? " --help"
                             : "",
             *hint != '\0' ? "" : " lists them");
}
