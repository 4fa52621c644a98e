/* Commands and subcommands of ddds, with their texts in --help.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include <stdbool.h>
#include <stddef.h>

/* Bits, so that a row of options lists its commands. */
enum command {
    COMMAND_RESOLVE = 1 << 0,
    COMMAND_TRACE = 1 << 1,
    COMMAND_QUERY = 1 << 2,
    COMMAND_LINT = 1 << 3,
    COMMAND_TEST = 1 << 4,
    COMMAND_GRAPH = 1 << 5,
    COMMAND_REWRITE = 1 << 6,
    COMMAND_URN = 1 << 7, /* followed by one of the next three */
    COMMAND_URN_PARSE = 1 << 8,
    COMMAND_URN_NORMALIZE = 1 << 9,
    COMMAND_URN_EQUAL = 1 << 10,
    COMMAND_UUID = 1 << 11, /* followed by one of the next seven */
    COMMAND_UUID_GEN = 1 << 12,
    COMMAND_UUID_PARSE = 1 << 13,
    COMMAND_UUID_CHECK = 1 << 14,
    COMMAND_UUID_FMT = 1 << 15,
    COMMAND_UUID_CMP = 1 << 16,
    COMMAND_UUID_RANGE = 1 << 17,
    COMMAND_UUID_NS = 1 << 18,
    COMMAND_DIFF = 1 << 19,
    COMMAND_HELP = 1 << 20,
    COMMAND_VERSION = 1 << 21,
    COMMAND_FETCH = 1 << 22, /* the program ddds-fetch */
    COMMAND_SERVE = 1 << 23, /* the program ddds-server */
    COMMAND_PROVE = 1 << 24,
};

/* Sets of commands with common options. */
enum {
    RESOLVING_COMMANDS = COMMAND_RESOLVE | COMMAND_TRACE | COMMAND_FETCH,
    BATCH_COMMANDS = RESOLVING_COMMANDS | COMMAND_QUERY, /* show results
                                                            individually */
    WALKING_COMMANDS = RESOLVING_COMMANDS | COMMAND_GRAPH,
    ENGINE_COMMANDS = WALKING_COMMANDS | COMMAND_TEST | COMMAND_DIFF |
                      COMMAND_PROVE, /* run the engine */
    SOURCE_COMMANDS =
        ENGINE_COMMANDS | COMMAND_QUERY | COMMAND_SERVE, /* take a SOURCE */
    BOUNDED_COMMANDS = ENGINE_COMMANDS | COMMAND_SERVE,  /* limit a walk */
    /* Without graph and prove, which take complete zones. */
    WELL_KNOWN_COMMANDS = SOURCE_COMMANDS & ~(COMMAND_GRAPH | COMMAND_PROVE),
    LIVE_COMMANDS = SOURCE_COMMANDS & ~COMMAND_PROVE, /* may query servers */
    LISTING_COMMANDS =
        WALKING_COMMANDS | COMMAND_QUERY | COMMAND_DIFF, /* take -f */
    ONE_SOURCE_COMMANDS = SOURCE_COMMANDS & ~COMMAND_DIFF,
    DNS_COMMANDS = SOURCE_COMMANDS | COMMAND_LINT,
    /* Take options of dig: an input of prove may look like one. */
    DIG_COMMANDS = DNS_COMMANDS & ~(COMMAND_PROVE | COMMAND_SERVE),
    UUID_READING_COMMANDS =
        COMMAND_UUID_PARSE | COMMAND_UUID_CHECK | COMMAND_UUID_FMT,
    ALL_COMMANDS = (COMMAND_PROVE << 1) - 1,
};

/* A command. Texts end with a newline unless they are a single line. */
struct command_page {
    enum command command;
    const char *name;     /* "lint"; "uuid gen": a subcommand of "uuid" */
    const char *usage;    /* after "ddds ", a line for each form */
    const char *summary;  /* for lists of commands; one line */
    const char *about;    /* a sentence, then details */
    const char *exits;    /* a line for each exit status */
    const char *examples; /* a line each */
};

/* Return the page of |name|, or of |command|; NULL if it does not exist. */
const struct command_page *command_find(const char *name);
const struct command_page *command_page(enum command command);

/* Return the page at |index|, in the order of the help; NULL after the last. */
const struct command_page *command_at(size_t index);

/* Return true if |subcommand| is a subcommand of |page|. Subcommands have no
 * subcommands. */
bool command_has(const struct command_page *page,
                 const struct command_page *subcommand);

/* Return true if |page| is a subcommand. */
bool command_is_part(const struct command_page *page);

#endif
