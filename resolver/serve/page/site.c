/* The site below /help/.
 *
 * SPDX-License-Identifier: MIT */
#include "serve/page/site.h"

#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_FILE = 4 << 20 };

static int open_beside(const char *program, const char *folder)
{
    char path[PATH_MAX];
    size_t length = (size_t)(strrchr(program, '/') - program);
    int written =
        snprintf(path, sizeof path, "%.*s/%s", (int)length, program, folder);
    return written < (int)sizeof path
               ? open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
               : -1;
}

int site_open(void)
{
    char program[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0) {
        return -1;
    }
    program[length] = '\0';
    int folder = open_beside(program, "site");
    return folder >= 0 ? folder : open_beside(program, SITE_FOLDER);
}

/* Return the media type of the file |name|; NULL if the site has none like
 * it. */
static const char *type_of(const char *name)
{
    static const char *const types[][2] = {
        {".html", "text/html; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".json", "application/schema+json"},
        {".svg", "image/svg+xml"},
    };
    const char *ending = strrchr(name, '.');
    for (size_t i = 0; ending != NULL && i < sizeof types / sizeof *types;
         i++) {
        if (strcmp(ending, types[i][0]) == 0) {
            return types[i][1];
        }
    }
    return NULL;
}

/* Return true if |name| is a file of the folder, or of a folder in it: no part
 * is empty or begins with a dot. */
static bool is_inside(const char *name)
{
    static const char octets[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                 "abcdefghijklmnopqrstuvwxyz0123456789-._/";
    return name[0] != '.' && name[0] != '/' && strstr(name, "/.") == NULL &&
           strstr(name, "//") == NULL && name[strspn(name, octets)] == '\0';
}

/* Read the regular file of |descriptor|. NULL if it is another kind of file or
 * too large. */
static char *read_all(int descriptor, size_t *length)
{
    struct stat file;
    if (fstat(descriptor, &file) != 0 || !S_ISREG(file.st_mode) ||
        file.st_size > MAX_FILE) {
        return NULL;
    }
    char *content = malloc((size_t)file.st_size + 1);
    ssize_t got = 0;
    size_t filled = 0;
    while (content != NULL && (got = read(descriptor, content + filled,
                                          (size_t)file.st_size - filled)) > 0) {
        filled += (size_t)got;
    }
    if (got < 0) {
        free(content);
        return NULL;
    }
    *length = filled;
    return content;
}

char *site_read(int folder, const char *name, const char **type, size_t *length)
{
    name = name[0] == '\0' ? "index.html" : name;
    *type = type_of(name);
    if (folder < 0 || *type == NULL || !is_inside(name)) {
        return NULL;
    }
    int descriptor = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) {
        return NULL;
    }
    char *content = read_all(descriptor, length);
    close(descriptor);
    return content;
}
