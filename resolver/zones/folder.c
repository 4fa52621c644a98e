/* Find the zone files in a directory.
 *
 * The tree is walked in the order of names. Each regular file is tested by its
 * name and by the start of its text. Finally, files that others include with
 * $INCLUDE are removed, because they are read with those.
 *
 * Symbolic links are not followed: their targets are the choice of the
 * directory's owner, and the user can name them.
 *
 * SPDX-License-Identifier: MIT */
#include "zones/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "zones/zone_look.h"

enum {
    MOST_DEPTH = 16,       /* levels of directories */
    MOST_ENTRIES = 100000, /* in all directories */
    LOOK_SIZE = 65536,     /* octets of a file to examine */
    SKIPPED_SHOWN = 5,
};

struct identity {
    dev_t device;
    ino_t number;
    size_t file; /* index of the file itself, or of that which includes it */
};

struct folder {
    struct zone_files *files;
    const char *origin;
    size_t first; /* index of this directory's first file */
    size_t entries;
    size_t skipped;
    char shown[600]; /* some skipped files, with reasons */
    size_t shown_length;

    struct identity *identities; /* of the files from |first| on */
    size_t identity_count;
    struct identity *included; /* of the files that they include */
    size_t included_count;
    struct ddds_error *error;
    char text[LOOK_SIZE];
};

/* ---- Skipped files ------------------------------------------------------ */

static void skip(struct folder *folder, const char *path, const char *why)
{
    if (folder->skipped++ < SKIPPED_SHOWN) {
        int length = snprintf(folder->shown + folder->shown_length,
                              sizeof folder->shown - folder->shown_length,
                              "%s%.80s (%s)",
                              folder->shown_length > 0 ? ", " : "", path, why);
        folder->shown_length += length > 0 ? (size_t)length : 0;
    }
}

static bool ends_with(const char *name, const char *ending)
{
    size_t length = strlen(name);
    size_t more = strlen(ending);
    return length > more && strcmp(name + length - more, ending) == 0;
}

/* Return why a file of this |name| is skipped, or NULL. */
static const char *why_not_by_name(const char *name)
{
    static const struct {
        const char *ending;
        const char *why;
    } endings[] = {
        {"~", "backup"},
        {".bak", "backup"},
        {".orig", "backup"},
        {".old", "backup"},
        {".save", "backup"},
        {".rej", "rejected patch"},
        {".rpmsave", "backup"},
        {".rpmnew", "file of a package"},
        {".dpkg-old", "backup"},
        {".dpkg-new", "file of a package"},
        {".dpkg-dist", "file of a package"},
        {".swp", "editor file"},
        {".swo", "editor file"},
        {".tmp", "temporary file"},
        {".jnl", "journal"},
        {".jbk", "journal"},
        {".key", "key"},
        {".private", "key"},
        {".state", "key"},
        {".mkeys", "key"},
        {".conf", "configuration"},
    };
    size_t length = strlen(name);
    if (length > 1 && name[0] == '#' && name[length - 1] == '#') {
        return "editor file";
    }
    /* named.conf.local and others */
    if (strncmp(name, "named.conf.", 11) == 0) {
        return "configuration";
    }
    if (strcmp(name, "managed-keys.bind") == 0) {
        return "key";
    }
    if (strncmp(name, "dsset-", 6) == 0 || strncmp(name, "keyset-", 7) == 0) {
        return "key";
    }
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        if (ends_with(name, endings[i].ending)) {
            return endings[i].why;
        }
    }
    return NULL;
}

/* ---- Files -------------------------------------------------------------- */

/* Append |about|, of |file|, to |*list|. */
static void keep_identity(struct identity **list, size_t *count,
                          const struct stat *about, size_t file)
{
    if ((*count & (*count - 1)) == 0) { /* zero or a power of two */
        size_t size = *count > 0 ? *count * 2 : 1;
        *list = realloc(*list, size * sizeof **list);
    }
    (*list)[(*count)++] = (struct identity){about->st_dev, about->st_ino, file};
}

/* Record which files |path| includes, of which |length| octets were read. */
static void note_includes(struct folder *folder, const char *path,
                          size_t length)
{
    const char *at = folder->text;
    const char *end = at + length;
    const char *slash = strrchr(path, '/');
    size_t word;
    const char *name;
    while ((name = zone_look_include(&at, end, &word)) != NULL) {
        char target[4096];
        struct stat about;
        int base = slash != NULL && *name != '/' ? (int)(slash - path) + 1 : 0;
        int made = word < sizeof target
                       ? snprintf(target, sizeof target, "%.*s%.*s", base, path,
                                  (int)word, name)
                       : -1;
        if (made > 0 && (size_t)made < sizeof target &&
            stat(target, &about) == 0) {
            keep_identity(&folder->included, &folder->included_count, &about,
                          folder->identity_count - 1);
        }
    }
}

/* Read the first octets of |path| into |folder->text|; -1 on failure. */
static ssize_t read_beginning(struct folder *folder, const char *path)
{
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
    ssize_t length = -1;
    if (descriptor >= 0) {
        length = read(descriptor, folder->text, sizeof folder->text);
        close(descriptor);
    }
    return length;
}

/* Append the regular file |path| if it is a zone file. */
static ddds_status take_file(struct folder *folder, const char *path,
                             const struct stat *about)
{
    const char *slash = strrchr(path, '/');
    const char *why = why_not_by_name(slash != NULL ? slash + 1 : path);
    ssize_t length = why == NULL ? read_beginning(folder, path) : 0;
    enum zone_look look =
        length > 0 ? zone_look(folder->text, (size_t)length) : ZONE_LOOK_OTHER;
    if (length == 0 && why == NULL) {
        why = "empty";
    } else if (length > 0 && look == ZONE_LOOK_BINARY) {
        why = "binary";
    } else if (length > 0 && look == ZONE_LOOK_OTHER &&
               !ends_with(path, ".zone")) {
        why = "not a zone file";
    }
    if (why != NULL) {
        skip(folder, path, why);
        return DDDS_OK;
    }
    /* If the file is unreadable, the later, full read reports it. */
    zone_files_add(folder->files, path, folder->origin);
    keep_identity(&folder->identities, &folder->identity_count, about,
                  folder->identity_count);
    note_includes(folder, path, length > 0 ? (size_t)length : 0);
    return DDDS_OK;
}

/* ---- Directories -------------------------------------------------------- */

static int compare_names(const struct dirent **one, const struct dirent **other)
{
    return strcmp((*one)->d_name, (*other)->d_name);
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static ddds_status walk(struct folder *folder, const char *path,
                        unsigned depth);

static ddds_status take_entry(struct folder *folder, const char *path,
                              unsigned depth)
{
    struct stat about;
    if (folder->entries++ >= MOST_ENTRIES) {
        return ddds_error_set(
            folder->error, DDDS_LIMIT, DDDS_NO_OFFSET,
            "%.200s: more than %d files; name smaller directories", path,
            MOST_ENTRIES);
    }
    if (lstat(path, &about) != 0) {
        skip(folder, path, strerror(errno));
        return DDDS_OK;
    }
    if (S_ISREG(about.st_mode)) {
        return take_file(folder, path, &about);
    }
    if (!S_ISDIR(about.st_mode)) {
        skip(folder, path, S_ISLNK(about.st_mode) ? "link" : "not a file");
        return DDDS_OK;
    }
    return walk(folder, path, depth + 1);
}

/* Return true if |word| would be taken for an option, standard input or a
 * server. */
static bool is_no_path(const char *word)
{
    return *word != '\0' && strchr("-+@", *word) != NULL;
}

char *folder_join(const char *directory, const char *name)
{
    if (strcmp(directory, ".") == 0 && !is_no_path(name)) {
        return strdup(name);
    }
    size_t length = strlen(directory);
    size_t size = length + strlen(name) + 2;
    char *path = malloc(size);
    snprintf(path, size, "%s%s%s", directory,
             length > 0 && directory[length - 1] == '/' ? "" : "/", name);
    return path;
}

char *folder_clean(const char *path)
{
    char *clean = malloc(strlen(path) + 1);
    size_t length = 0;
    if (*path == '/') {
        clean[length++] = '/';
    }
    for (const char *at = path; *at != '\0';) {
        size_t part = strcspn(at, "/");
        size_t next = part + (at[part] == '/');
        if (part > 1 || (part == 1 && *at != '.')) {
            memcpy(clean + length, at, next);
            length += next;
        }
        at += next;
    }
    clean[length] = '\0';
    if (length > 0 && !is_no_path(clean)) {
        return clean;
    }
    free(clean);
    return strdup(length == 0 ? "." : path);
}

static ddds_status walk(struct folder *folder, const char *path, unsigned depth)
{
    struct dirent **entries;
    ddds_status status = DDDS_OK;
    if (depth > MOST_DEPTH) {
        return ddds_error_set(
            folder->error, DDDS_LIMIT, DDDS_NO_OFFSET,
            "%.200s: more than %d directories within each other", path,
            MOST_DEPTH);
    }
    int count = scandir(path, &entries, is_visible, compare_names);
    if (count < 0) {
        return ddds_error_set(folder->error, DDDS_UNREADABLE, DDDS_NO_OFFSET,
                              "%.200s: cannot be read: %s", path,
                              strerror(errno));
    }
    for (int i = 0; i < count; i++) {
        if (status == DDDS_OK) {
            char *below = folder_join(path, entries[i]->d_name);
            status = take_entry(folder, below, depth);
            free(below);
        }
        free(entries[i]);
    }
    free(entries);
    return status;
}

/* ---- Included files ----------------------------------------------------- */

static int compare_identities(const void *one, const void *other)
{
    const struct identity *a = one;
    const struct identity *b = other;
    int order = (a->device > b->device) - (a->device < b->device);
    return order != 0 ? order
                      : (a->number > b->number) - (a->number < b->number);
}

/* The files of a folder, and which of them include which. Hard links are one
 * file, whose number is the place of its first identity. */
struct inclusions {
    size_t *numbers; /* of each name */
    size_t *left;  /* files that each includes, and of which the includes do not
                        end, as far as is known */
    size_t *first; /* index of the first that includes each */
    size_t *by;    /* the numbers of those */
};

/* Return the number of the file of |identity|; |folder->identity_count| if it is
 * not in the folder. */
static size_t find_number(const struct folder *folder,
                          const struct identity *identity)
{
    size_t low = 0;
    size_t high = folder->identity_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare_identities(&folder->identities[middle], identity) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    bool is_there = low < folder->identity_count &&
                    compare_identities(&folder->identities[low], identity) == 0;
    return is_there ? low : folder->identity_count;
}

/* Fill |inclusions|, whose arrays are zero; sort the identities. */
static void find_inclusions(struct folder *folder,
                            struct inclusions *inclusions)
{
    size_t files = folder->identity_count;
    size_t *first = inclusions->first;
    size_t *included = calloc(folder->included_count + 1, sizeof *included);
    if (files > 0) {
        qsort(folder->identities, files, sizeof *folder->identities,
              compare_identities);
    }
    for (size_t i = 0; i < files; i++) {
        const struct identity *name = &folder->identities[i];
        inclusions->numbers[name->file] = find_number(folder, name);
    }
    for (size_t i = 0; i < folder->included_count; i++) {
        included[i] = find_number(folder, &folder->included[i]);
        if (included[i] < files) {
            first[included[i]]++;
            inclusions->left[inclusions->numbers[folder->included[i].file]]++;
        }
    }
    for (size_t i = 0; i < files; i++) { /* to the ends, then to the begins */
        first[i + 1] += first[i];
    }
    for (size_t i = 0; i < folder->included_count; i++) {
        if (included[i] < files) {
            inclusions->by[--first[included[i]]] =
                inclusions->numbers[folder->included[i].file];
        }
    }
    free(included);
}

/* Mark the names of files that are |read| with another file: one includes them,
 * and their own includes end. Files that include themselves are read, and their
 * reader refuses them. */
static void mark_read(const struct inclusions *inclusions, size_t files,
                      bool *read)
{
    size_t *ends = calloc(files + 1, sizeof *ends);
    size_t count = 0;
    for (size_t i = 0; i < files; i++) {
        if (inclusions->left[i] == 0) {
            ends[count++] = i;
        }
    }
    for (size_t i = 0; i < count; i++) {
        for (size_t k = inclusions->first[ends[i]];
             k < inclusions->first[ends[i] + 1]; k++) {
            if (--inclusions->left[inclusions->by[k]] == 0) {
                ends[count++] = inclusions->by[k];
            }
        }
    }
    for (size_t i = 0; i < files; i++) {
        size_t number = inclusions->numbers[i];
        read[i] = inclusions->left[number] == 0 &&
                  inclusions->first[number] < inclusions->first[number + 1];
    }
    free(ends);
}

static void find_read(struct folder *folder, bool *read)
{
    size_t files = folder->identity_count;
    struct inclusions inclusions = {
        .numbers = calloc(files + 1, sizeof *inclusions.numbers),
        .left = calloc(files + 1, sizeof *inclusions.left),
        .first = calloc(files + 1, sizeof *inclusions.first),
        .by = calloc(folder->included_count + 1, sizeof *inclusions.by),
    };
    find_inclusions(folder, &inclusions);
    mark_read(&inclusions, files, read);
    free(inclusions.numbers);
    free(inclusions.left);
    free(inclusions.first);
    free(inclusions.by);
}

/* Remove files that others include. */
static void leave_included(struct folder *folder)
{
    struct zone_files *files = folder->files;
    size_t kept = folder->first;
    bool *read = calloc(folder->identity_count + 1, sizeof *read);
    find_read(folder, read);
    for (size_t i = 0; i < folder->identity_count; i++) {
        struct zone_file *file = &files->items[folder->first + i];
        if (read[i]) {
            skip(folder, file->path, "included by another");
            zone_file_clear(file);
        } else {
            files->items[kept++] = *file;
        }
    }
    files->count = kept;
    free(read);
}

static void report_skipped(const struct folder *folder, const char *path,
                           ddds_complaint_fn *note, void *context)
{
    char line[1024];
    char more[64] = "";
    if (folder->skipped == 0) {
        return;
    }
    if (folder->skipped > SKIPPED_SHOWN) {
        snprintf(more, sizeof more, " and %zu more",
                 folder->skipped - SKIPPED_SHOWN);
    }
    snprintf(line, sizeof line, "%.200s: %zu of %zu files skipped: %s%s", path,
             folder->skipped,
             folder->skipped + folder->files->count - folder->first,
             folder->shown, more);
    note(context, line);
}

bool folder_is(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

bool folder_is_pipe(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISFIFO(about.st_mode);
}

ddds_status folder_read(const char *path, const char *origin,
                        struct zone_files *files, ddds_complaint_fn *note,
                        void *context, struct ddds_error *error)
{
    struct folder *folder = calloc(1, sizeof *folder);
    folder->files = files;
    folder->origin = origin;
    folder->first = files->count;
    folder->error = error;
    ddds_status status = walk(folder, path, 1);
    if (status == DDDS_OK) {
        leave_included(folder);
        report_skipped(folder, path, note, context);
    }
    if (status == DDDS_OK && files->count == folder->first) {
        status =
            ddds_error_set(folder->error, DDDS_SYNTAX, DDDS_NO_OFFSET,
                           "%.200s: the directory has no zone files", path);
    }
    free(folder->identities);
    free(folder->included);
    free(folder);
    return status;
}
