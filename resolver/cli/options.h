/* What the command line says: one struct for all commands.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ddds/application.h>
#include <ddds/check.h>
#include <ddds/database.h>
#include <ddds/engine.h>

#include "cli/commands.h"
#include "cli/exits.h"
#include "cli/uuid_options.h"

/* What else a command can be asked for. */
enum asks { ASKS_NOTHING, ASKS_HELP, ASKS_VERSION };

enum format {
    FORMAT_TEXT,
    FORMAT_SHORT,
    FORMAT_JSON,
    FORMAT_RADSECPROXY, /* resolve */
    FORMAT_FREERADIUS,
    FORMAT_TAP, /* test */
    FORMAT_JUNIT,
    FORMAT_PROMETHEUS,
    FORMAT_NAGIOS,
    FORMAT_DOT, /* graph */
    FORMAT_SVG,
    FORMAT_GCC, /* lint */
    FORMAT_SARIF,
    FORMAT_GITHUB,
};

enum color { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

struct lint_config;

/* When the progress of a batch is shown. AUTO: if standard error is a terminal
 * and standard output is not, because on a terminal the results show it. */
enum progress_mode {
    PROGRESS_AUTO,
    PROGRESS_ALWAYS,
    PROGRESS_NEVER,
    PROGRESS_JSON,
};

/* lint's own options. */
struct lint_options {
    const char **origins;  /* --origin */
    size_t *origin_places; /* of each: how many inputs precede it */
    size_t origin_count;
    const char **samples; /* --input */
    size_t sample_count;
    char **ignored; /* codes; pieces of the command line */
    size_t ignored_count;
    enum ddds_severity fail_on;
    bool shows_codes;
    const char *explained;    /* a code, or NULL */
    bool has_summary;         /* counts instead of findings */
    bool is_quiet;            /* only what fails */
    bool fixes;               /* correct the files */
    bool has_diff;            /* show what that would change */
    const char *baseline;     /* known findings, or NULL */
    const char *new_baseline; /* write them there, or NULL */
    const char *config_path;  /* of the command line, or NULL */
    bool has_no_config;
    struct lint_config *config; /* that was read, or NULL */
    void (*free_config)(struct lint_config *config);
    bool is_live; /* the inputs are names, not files */
    bool asks_authorities;
    uint16_t authority_port;
};

/* test's own options. */
struct test_options {
    bool records;
    const char *output; /* the file to write; NULL: standard output */
};

/* graph's own options. */
struct graph_options {
    const char **keys; /* --key */
    size_t key_count;
    bool has_depth;
    unsigned depth;
    unsigned max_edges; /* 0: as the format needs */
};

/* A word of diff: part of a source, or an input. */
enum source_kind {
    SOURCE_WORD,
    SOURCE_ZONE,
    SOURCE_CONFIGURATION,
    SOURCE_SERVER,
    SOURCE_SYSTEM, /* the system's resolver */
    SOURCE_AGAINST,
};

struct source_word {
    enum source_kind kind;
    const char *text;
};

/* diff's own options. */
struct diff_options {
    struct source_word *words; /* in the order of the command line */
    size_t word_count;
    bool has_system; /* the system's resolver is a source */
    bool compares_ttl;
};

/* fetch's own options. Zero means the default. */
struct fetch_options {
    const char *output; /* the file to write; NULL: standard output */
    const char *accept;
    const char *proxy;
    const char *ca_file;
    bool allows_private;
    unsigned timeout; /* milliseconds, as the next */
    unsigned connect_timeout;
    unsigned max_redirects;
    unsigned max_size; /* octets */
};

/* serve's own options. Zero means the default. */
struct serve_options {
    const char **listens; /* --listen */
    size_t listen_count;
    bool is_public;           /* other than loopback addresses may be given */
    char *hosts;              /* names, separated by commas; or NULL */
    const char *cors;         /* an origin, or "*"; NULL: none */
    const char *log;          /* the file, "-" is standard output; or NULL */
    bool has_json_log;        /* instead of the combined format */
    unsigned max_connections; /* in all, as the next */
    unsigned max_per_address;
    unsigned max_body;     /* octets */
    unsigned request_time; /* milliseconds, as the next */
    unsigned work_time;
};

/* rewrite's own options. */
struct rewrite_options {
    bool is_master; /* the expression is written as in a zone file */
    bool explains;
    bool wants_key;
    bool wants_uri;
};

/* What the user asked for. Strings are those of the command line, or live as
 * long as the struct; options_clear frees what belongs to it. */
struct options {
    enum command command;
    bool is_implied; /* the command: no word of the command line names it */
    enum asks asks;  /* instead of what the command does */

    /* Where rules come from. */
    const char **zones;
    size_t zone_count;
    const char **configurations; /* --from: those of name servers */
    size_t configuration_count;
    const char **servers; /* without the "@" */
    size_t server_count;
    unsigned max_generated; /* records, by $GENERATE; 0: as many as usual */
    bool includes_anywhere; /* $INCLUDE, outside the folder of the zone file */
    bool has_well_known;    /* the rules of --well-known come first */
    ddds_unreadable_fn *unreadable; /* set by commands that continue after
                                       syntax errors of zone files */
    void *unreadable_context;
    struct ddds_dns_options dns; /* its servers are set when it is opened */

    /* What the command works on: what is resolved or looked up, the files of
     * lint and test, the strings of the others. */
    const char **inputs;
    size_t input_count;
    size_t literal_count;     /* of them, the last: they follow "--" */
    uint16_t *types;          /* of each, for query; 0: |type| */
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
    char *own_hosts;
    uint64_t seed;
    bool has_seed;
    unsigned jobs;
    bool is_unordered;
    unsigned max_time;      /* milliseconds for all inputs; 0: no limit */
    bool is_ndjson;         /* inputs are JSON objects */
    const char *retry_file; /* for inputs that ended temporarily; or NULL */
    enum fail_on fail_on;
    enum progress_mode progress;
    uint16_t type; /* of query, where a name has none of its own */
    struct lint_options lint;
    struct test_options test;
    struct diff_options diff;
    struct graph_options graph;
    struct rewrite_options rewrite;
    struct fetch_options fetch;
    struct serve_options serve;
    struct uuid_options uuid;

    /* How it is shown. */
    enum format format;
    bool has_trace;
    bool hides_comments; /* query prints records only */
    enum color color;
    bool has_color; /* what that comes to */
};

/* Set defaults of options, before the |count| words at |arguments| are read.
 * Returns -1 to go on, or an exit status: mistakes have been reported. */
typedef int options_defaults_fn(struct options *options, int count,
                                char **arguments);

/* Read the |count| words at |arguments|, which follow the name of |command|.
 * |defaults| is called first, unless it is NULL. Returns -1 to go on, or an
 * exit status: something else is asked for, or the mistake has been
 * reported. */
int options_read(struct options *options, enum command command,
                 options_defaults_fn *defaults, int count, char **arguments);
void options_clear(struct options *options);

#endif
