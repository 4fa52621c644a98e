/* The settings beside zone files.
 *
 * SPDX-License-Identifier: MIT */
#include "lint/folders.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/complain.h"
#include "cli/exits.h"
#include "lint/config.h"
#include "lint/policy.h"

/* A folder with settings. */
struct folder {
    char *name; /* as it begins paths, with its slash; "" works for all */
    dev_t device;
    ino_t number;                     /* of the file of settings */
    const struct lint_config *config; /* NULL: that of the options */
    struct lint_config *own;          /* the same, if it is freed here */
};

struct lint_folders {
    struct folder *items; /* the first is that of the options' settings */
    size_t count;
    char *tried; /* the folder that was looked into last */
};

/* ---- Names -------------------------------------------------------------- */

/* Octets of |path| up to its last slash, and with it. */
static size_t folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? (size_t)(slash - path) + 1 : 0;
}

/* The folder of |word|, which is FILE, FILE:ORIGIN or a directory; NULL without
 * memory. */
static char *folder_of(const char *word)
{
    struct stat about;
    size_t size = strlen(word) + 2;
    char *name = malloc(size);
    if (name == NULL) {
        return NULL;
    }
    snprintf(name, size, "%s", word);
    char *colon = strrchr(name, ':');
    if (colon != NULL && stat(name, &about) != 0) {
        *colon = '\0';
    }
    if (stat(name, &about) == 0 && S_ISDIR(about.st_mode)) {
        size_t length = strlen(name);
        snprintf(name + length, size - length, "/");
    }
    name[folder_length(name)] = '\0';
    return name;
}

/* The settings in the folder |name|; NULL if there are none, or without
 * memory, which |*has_memory| says. */
static char *find_settings(const char *name, struct stat *about,
                           bool *has_memory)
{
    size_t size = strlen(name) + sizeof LINT_CONFIG_FILE;
    char *path = malloc(size);
    *has_memory = path != NULL;
    if (path != NULL) {
        snprintf(path, size, "%s%s", name, LINT_CONFIG_FILE);
        if (stat(path, about) != 0 || !S_ISREG(about->st_mode)) {
            free(path);
            path = NULL;
        }
    }
    return path;
}

/* ---- The list ----------------------------------------------------------- */

/* Append the folder |name|, whose settings |about| describes; NULL without
 * memory. */
static struct folder *append(struct lint_folders *folders, const char *name,
                             const struct stat *about)
{
    struct folder *items =
        realloc(folders->items, (folders->count + 1) * sizeof *items);
    char *copy = strdup(name);
    folders->items = items != NULL ? items : folders->items;
    if (items == NULL || copy == NULL) {
        free(copy);
        return NULL;
    }
    items[folders->count] = (struct folder){
        .name = copy, .device = about->st_dev, .number = about->st_ino};
    return &items[folders->count++];
}

/* Begin the list of |options|, and set |*path| to the settings for |first|, a file
 * or a directory that may be NULL: those beside it, or else those of the working
 * directory; NULL if there are none. The caller frees it. False without
 * memory. */
static bool folders_begin(struct options *options, const char *first,
                          char **path)
{
    struct lint_folders *folders = calloc(1, sizeof *folders);
    char *name = folder_of(first != NULL ? first : "");
    struct stat about;
    bool has_memory = folders != NULL && name != NULL;
    options->lint.folders = folders;
    *path = has_memory ? find_settings(name, &about, &has_memory) : NULL;
    if (has_memory && *path == NULL && *name != '\0') {
        *name = '\0';
        *path = find_settings(name, &about, &has_memory);
    }
    if (has_memory && *path != NULL) {
        has_memory = append(folders, name, &about) != NULL;
    }
    free(name);
    return has_memory;
}

void lint_folders_free(struct lint_folders *folders)
{
    for (size_t i = 0; folders != NULL && i < folders->count; i++) {
        free(folders->items[i].name);
        lint_config_free(folders->items[i].own);
    }
    if (folders != NULL) {
        free(folders->items);
        free(folders->tried);
        free(folders);
    }
}

/* The folder for findings in |file|; NULL if none has settings. */
static const struct folder *find(const struct lint_folders *folders,
                                 const char *file)
{
    const struct folder *best = NULL;
    for (size_t i = 0; i < folders->count; i++) {
        const struct folder *folder = &folders->items[i];
        size_t length = strlen(folder->name);
        if (strncmp(folder->name, file, length) == 0 &&
            (best == NULL || length > strlen(best->name))) {
            best = folder;
        }
    }
    return best;
}

/* ---- Reading ------------------------------------------------------------ */

/* Read the settings |path| for |folder|, unless another folder has the same. */
static int read_settings(const struct lint_folders *folders,
                         struct folder *folder, const char *path)
{
    for (const struct folder *other = folders->items; other < folder; other++) {
        if (other->device == folder->device &&
            other->number == folder->number) {
            folder->config = other->config;
            return -1;
        }
    }
    int status = lint_config_read_folder(path, &folder->own);
    folder->config = folder->own;
    return status;
}

/* Look into the folder |name|. */
static int try_folder(struct lint_folders *folders, const char *name)
{
    struct stat about;
    bool has_memory;
    for (size_t i = 0; i < folders->count; i++) {
        if (strcmp(folders->items[i].name, name) == 0) {
            return -1;
        }
    }
    char *path = find_settings(name, &about, &has_memory);
    if (path == NULL && has_memory) {
        return -1;
    }
    struct folder *folder = path != NULL ? append(folders, name, &about) : NULL;
    int status = EXIT_OWN_FAILURE;
    if (folder != NULL) {
        status = read_settings(folders, folder, path);
    } else {
        complain("out of memory");
    }
    free(path);
    return status;
}

/* Look into the folder of |word|, unless that has just been done. */
static int try_beside(struct lint_folders *folders, const char *word)
{
    char *name = folder_of(word);
    if (name == NULL) {
        complain("out of memory");
        return EXIT_OWN_FAILURE;
    }
    bool is_new = folders->tried == NULL || strcmp(folders->tried, name) != 0;
    free(folders->tried);
    folders->tried = name;
    /* The working directory comes last. */
    return is_new && *name != '\0' ? try_folder(folders, name) : -1;
}

int lint_folders_read(const struct options *options,
                      const struct zone_files *files)
{
    struct lint_folders *folders = options->lint.folders;
    int status = -1;
    if (folders == NULL) {
        return -1;
    }
    if (folders->count > 0) {
        folders->items[0].config = options->lint.config;
    }
    for (size_t i = 0; i < options->input_count && status < 0; i++) {
        status = try_beside(folders, options->inputs[i]);
    }
    for (size_t i = 0; i < files->count && status < 0; i++) {
        status = try_beside(folders, files->items[i].path);
    }
    for (size_t i = 0; i < files->count && status < 0; i++) {
        if (find(folders, files->items[i].path) == NULL) {
            return try_folder(folders, "");
        }
    }
    return status;
}

/* ---- What is made of it ------------------------------------------------- */

static bool matters(const struct lint_config *config)
{
    const struct lint_policy *policy = config != NULL ? config->policy : NULL;
    return policy != NULL && (policy->has_severities || policy->off_count > 0 ||
                              policy->owner_count > 0);
}

const struct lint_policy *lint_folders_policy(const struct options *options,
                                              const char *file)
{
    const struct lint_folders *folders = options->lint.folders;
    const struct lint_config *config = options->lint.config;
    if (folders != NULL && file != NULL && !options->lint.is_live) {
        const struct folder *folder = find(folders, file);
        config = folder != NULL ? folder->config : NULL;
    }
    return config != NULL ? config->policy : NULL;
}

bool lint_folders_matter(const struct options *options)
{
    const struct lint_folders *folders = options->lint.folders;
    bool any = matters(options->lint.config);
    for (size_t i = 0; folders != NULL && i < folders->count; i++) {
        any |= matters(folders->items[i].own);
    }
    return any;
}

void lint_folders_print(const struct options *options, FILE *out)
{
    const struct lint_folders *folders = options->lint.folders;
    if (options->lint.config != NULL) {
        fprintf(out, "settings of %s\n", options->lint.config->path);
    }
    for (size_t i = 0; folders != NULL && i < folders->count; i++) {
        if (folders->items[i].own != NULL) {
            fprintf(out, "settings of %s\n", folders->items[i].own->path);
        }
    }
}

/* ---- The first settings ------------------------------------------------ */

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

int lint_config_begin(struct options *options, int count, char **arguments,
                      const char *first)
{
    bool is_off;
    const char *path = find_path(count, arguments, &is_off);
    if (path != NULL) {
        return lint_config_read_path(options, path);
    }
    if (is_off) {
        return -1;
    }
    char *beside = NULL;
    if (!folders_begin(options, first, &beside)) {
        complain("out of memory");
        return EXIT_OWN_FAILURE;
    }
    int status = beside != NULL ? lint_config_read_path(options, beside) : -1;
    free(beside);
    return status;
}
