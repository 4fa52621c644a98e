/* The configuration file of ddds lint.
 *
 * SPDX-License-Identifier: MIT */
#include "lint/lint_config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/complain.h"
#include "cli/exits.h"
#include "cli/option.h"
#include "cli/suggestion.h"
#include "lint/policy.h"
#include "text/read_all.h"

/* More is not a configuration. */
enum { CONFIG_SIZE = 65536, LINE_SIZE = 1024 };

/* Options of the command line that a file may set. */
static const char *const settings[] = {"fail-on", "format", "app", "baseline"};

enum { SETTINGS = sizeof settings / sizeof settings[0] };

/* What is read unless the user names a file. */
static const char usual_path[] = ".ddds-lint";

static const char owners_setting[] = "ignore-owners";
static const char origin_setting[] = "origin";

/* A line of the file. */
struct config_line {
    struct options *options;
    const char *path;
    size_t number;
    char *name;
    char *value;
};

/* ---- One setting --------------------------------------------------------- */

static int refuse_name(const struct config_line *line)
{
    struct suggestion suggestion;
    size_t count;
    const struct ddds_check_code *codes = ddds_check_codes(&count);
    suggestion_begin(&suggestion, line->name, strlen(line->name));
    suggestion_try(&suggestion, owners_setting);
    suggestion_try(&suggestion, origin_setting);
    for (size_t i = 0; i < SETTINGS; i++) {
        suggestion_try(&suggestion, settings[i]);
    }
    for (size_t i = 0; i < count; i++) {
        suggestion_try(&suggestion, codes[i].code);
    }
    complain("%s:%zu: \"%.40s\" is neither a code nor a setting%s", line->path,
             line->number, line->name, suggestion_text(&suggestion));
    return EXIT_USAGE;
}

static int set_severity(const struct config_line *line,
                        const struct ddds_check_code *code)
{
    if (lint_policy_set(line->options->lint.config->policy, code,
                        line->value)) {
        return -1;
    }
    complain("%s:%zu: %s: \"%.40s\" is not one of error, warning, info, off",
             line->path, line->number, code->code, line->value);
    return EXIT_USAGE;
}

/* Keep the words of the value, which is cut into them. */
static int set_owners(const struct config_line *line)
{
    char *rest = line->value;
    for (char *word; (word = strtok_r(rest, " \t", &rest)) != NULL;) {
        size_t length = strlen(word);
        for (size_t i = 0; i < length; i++) {
            word[i] = (char)(word[i] >= 'A' && word[i] <= 'Z' ? word[i] | 0x20
                                                              : word[i]);
        }
        if (length > 1 && word[length - 1] == '.') {
            word[length - 1] = '\0';
        }
        lint_policy_ignore(line->options->lint.config->policy, word);
    }
    return -1;
}

static const struct option_row *find_row(const char *name)
{
    const struct option_row *row;
    for (size_t i = 0; (row = option_at(i)) != NULL; i++) {
        if (row->read != NULL && (row->commands & COMMAND_LINT) != 0 &&
            row->name != NULL && strcmp(row->name, name) == 0) {
            return row;
        }
    }
    return NULL;
}

/* Read the value as the option of the same name does. */
static int set_option(const struct config_line *line)
{
    char spelling[LINE_SIZE];
    const struct option_row *row = find_row(line->name);
    struct options *options = line->options;
    struct option_use use = {row, spelling, line->value};
    snprintf(spelling, sizeof spelling, "%.800s:%zu: %s", line->path,
             line->number, line->name);
    if (row == NULL) {
        return refuse_name(line);
    }
    int status = row->read(options, &use);
    /* The command line may name another, and only one. */
    if (options->application != NULL) {
        options->lint.config->application = options->application;
        options->application = NULL;
    }
    return status;
}

/* Is |path|, with all links followed, below the working directory? A file that
 * is not there is reported when it is read. */
static bool is_below_here(const char *path)
{
    char *real = realpath(path, NULL);
    char *here = realpath(".", NULL);
    size_t length = here != NULL ? strlen(here) : 0;
    bool is_below =
        real == NULL || (here != NULL && strncmp(real, here, length) == 0 &&
                         (real[length] == '/' || length == 1));
    free(real);
    free(here);
    return is_below;
}

/* May the file name this baseline? One that was not named may be a stranger's. */
static int check_baseline(const struct config_line *line)
{
    if (strcmp(line->name, "baseline") != 0 ||
        strcmp(line->path, usual_path) != 0 || is_below_here(line->value)) {
        return -1;
    }
    complain("%s:%zu: baseline: %s is outside this directory; name it with "
             "--baseline",
             line->path, line->number, line->value);
    return EXIT_USAGE;
}

static bool is_setting(const char *name)
{
    for (size_t i = 0; i < SETTINGS; i++) {
        if (strcmp(name, settings[i]) == 0) {
            return true;
        }
    }
    return strcmp(name, origin_setting) == 0;
}

static int set(const struct config_line *line)
{
    const struct ddds_check_code *code = ddds_check_code_find(line->name);
    if (code != NULL) {
        return set_severity(line, code);
    }
    if (strcmp(line->name, owners_setting) == 0) {
        return set_owners(line);
    }
    if (!is_setting(line->name)) {
        return refuse_name(line);
    }
    /* That of the command line depends on its place there. */
    if (strcmp(line->name, origin_setting) == 0) {
        line->options->lint.config->origin = line->value;
        return -1;
    }
    int status = check_baseline(line);
    return status < 0 ? set_option(line) : status;
}

/* ---- Lines --------------------------------------------------------------- */

/* Cut blanks off both ends of |text|. */
static char *trim(char *text)
{
    text += strspn(text, " \t\r");
    size_t length = strlen(text);
    while (length > 0 && strchr(" \t\r", text[length - 1]) != NULL) {
        length--;
    }
    text[length] = '\0';
    return text;
}

static int read_line(struct config_line *line, char *text)
{
    char *equals = strchr(text, '=');
    text = trim(text);
    if (*text == '\0' || *text == '#') {
        return -1;
    }
    if (equals == NULL) {
        complain("%s:%zu: \"%.40s\": write NAME = VALUE, as in L512 = off",
                 line->path, line->number, text);
        return EXIT_USAGE;
    }
    *equals = '\0';
    line->name = trim(text);
    line->value = trim(equals + 1);
    if (*line->value == '\0') {
        complain("%s:%zu: %.40s: missing value, as in L512 = off", line->path,
                 line->number, line->name);
        return EXIT_USAGE;
    }
    return set(line);
}

static int read_lines(struct options *options, const char *path, char *text)
{
    struct config_line line = {.options = options, .path = path};
    int status = -1;
    while (*text != '\0') {
        char *end = text + strcspn(text, "\n");
        bool is_last = *end == '\0';
        *end = '\0';
        line.number++;
        int found = read_line(&line, text);
        status = found < 0    ? status
                 : status < 0 ? found
                              : worse_exit(status, found);
        text = end + (is_last ? 0 : 1);
    }
    return status;
}

static void free_config(struct lint_config *config)
{
    free(config->path);
    free(config->text);
    lint_policy_free(config->policy);
    free(config);
}

int lint_config_read(struct options *options, const char *path,
                     const char *text, size_t length)
{
    struct lint_config *config = calloc(1, sizeof *config);
    options->lint.config = config;
    options->lint.free_config = free_config;
    config->path = strdup(path);
    config->policy = lint_policy_new();
    config->text = malloc(length + 1);
    memcpy(config->text, text, length);
    config->text[length] = '\0';
    if (strlen(config->text) != length) {
        complain("%s: not a text file: it holds a NUL octet", path);
        return EXIT_USAGE;
    }
    return read_lines(options, path, config->text);
}

/* ---- The file ------------------------------------------------------------ */

/* Open |path|; the usual one must be a file itself: a link in a stranger's
 * directory would have any file read, and shown. */
static FILE *open_path(const char *path)
{
    int flags = path == usual_path ? O_NOFOLLOW | O_NONBLOCK : 0;
    int number = open(path, O_RDONLY | O_CLOEXEC | flags);
    FILE *file = number >= 0 ? fdopen(number, "r") : NULL;
    if (file == NULL && number >= 0) {
        close(number);
    }
    return file;
}

static int read_path(struct options *options, const char *path)
{
    size_t length;
    FILE *file = open_path(path);
    char *text = file != NULL ? read_all(file, CONFIG_SIZE, &length) : NULL;
    int status = EXIT_TEMPORARY;
    if (text != NULL) {
        status = lint_config_read(options, path, text, length);
    } else if (file != NULL && errno == EFBIG) {
        complain("%s: more than 65536 octets are not a configuration", path);
        status = EXIT_USAGE;
    } else {
        complain("%s: %s", path, strerror(errno));
    }
    free(text);
    if (file != NULL) {
        fclose(file);
    }
    return status;
}

/* The file that the command line names; NULL for none. */
static const char *find_path(int count, char **arguments, bool *is_off)
{
    static const char option[] = "--config";
    const char *path = NULL;
    size_t length = sizeof option - 1;
    *is_off = false;
    for (int i = 0; i < count && strcmp(arguments[i], "--") != 0; i++) {
        const char *word = arguments[i];
        if (strcmp(word, "--no-config") == 0) {
            path = NULL;
            *is_off = true;
        } else if (strcmp(word, option) == 0 && i + 1 < count) {
            path = arguments[++i];
            *is_off = false;
        } else if (strncmp(word, option, length) == 0 && word[length] == '=') {
            path = word + length + 1;
            *is_off = false;
        }
    }
    return path;
}

const struct lint_policy *lint_config_policy(const struct options *options)
{
    const struct lint_config *config = options->lint.config;
    return config != NULL ? config->policy : NULL;
}

int lint_config_begin(struct options *options, int count, char **arguments)
{
    struct stat about;
    bool is_off;
    const char *path = find_path(count, arguments, &is_off);
    bool is_there = path == NULL && !is_off && lstat(usual_path, &about) == 0;
    if (is_there && S_ISLNK(about.st_mode)) {
        complain("%s: it is a link, which is not followed; name the file with "
                 "--config, or use --no-config",
                 usual_path);
        return EXIT_USAGE;
    }
    if (is_there && S_ISREG(about.st_mode)) {
        path = usual_path;
    }
    return path != NULL ? read_path(options, path) : -1;
}
