/* The command line: words in, one struct out.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <ddds/application.h>
#include <ddds/database.h>
#include <ddds/engine.h>

/* What else a command can be asked for. */
enum asks { ASKS_NOTHING, ASKS_HELP, ASKS_VERSION };

enum format {
    FORMAT_TEXT, /* resolve, trace, query */
    FORMAT_SHORT,
    FORMAT_JSON,
    FORMAT_RADSECPROXY, /* resolve */
    FORMAT_FREERADIUS,
    FORMAT_TAP, /* test */
    FORMAT_TAP13,
    FORMAT_JUNIT,
    FORMAT_DOT, /* graph */
    FORMAT_MERMAID,
    FORMAT_SVG,
};

/* The commands that share these options. */
enum command {
    COMMAND_RESOLVE = 1,
    COMMAND_TRACE = 2,
    COMMAND_TEST = 4,
    COMMAND_GRAPH = 8,
    COMMAND_QUERY = 16,
};

/* What the user asked for. Strings are those of the command line, or live as
 * long as the struct; options_clear frees what belongs to it. */
struct options {
    enum command command;
    enum asks asks; /* instead of what the command does */

    /* Where rules come from. */
    const char **zones;
    size_t zone_count;
    const char **servers; /* without the "@" */
    size_t server_count;
    struct ddds_dns_options dns; /* its servers are set when it is opened */

    /* What is resolved, or asked for; the files of expectations, if it is to be
     * tested. */
    const char **inputs;
    size_t input_count;
    const char **input_files; /* -f */
    size_t input_file_count;
    bool is_nul_separated; /* -0 */

    /* How. */
    const struct ddds_application *application; /* NULL: by the input */
    struct ddds_application *described; /* the same, if a file describes it */
    struct ddds_options resolving;
    char *services; /* all of each, comma separated */
    char *protocols;
    char *roots;
    uint64_t seed;
    bool has_seed;
    unsigned jobs;
    bool is_unordered;
    unsigned max_time; /* milliseconds for all inputs; 0: no limit */
    uint16_t type;     /* of query */

    /* How it is shown. */
    enum format format;
    bool has_trace;
    bool has_color;
};

/* Read |arguments| of |command|: the words behind it. Returns -1 to go on, or
 * an exit status: something else is asked for, or the mistake has been
 * reported. */
int options_read(struct options *options, enum command command, int count,
                 char **arguments);
void options_clear(struct options *options);

/* Do that, and |run| the command with what was read: its whole life but for
 * what it does. Returns the exit status. */
int options_run(enum command command, int count, char **arguments,
                int (*run)(const struct options *options));

/* The word of |command|. */
const char *options_command(enum command command);

/* The table of options for --help. */
void options_help(FILE *out, enum command command);

#endif
