/* $INCLUDE (RFC 1035 section 5.1): a file is read in place of the directive.
 * Origin and owner are restored after it; the default TTL is not, because RFC
 * 1035 names only the other two, and BIND does the same.
 *
 * A zone file may come from an untrusted author, so only regular files below
 * its folder are read, unless the caller allows others.
 *
 * SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/domain.h"
#include "base/error.h"
#include "base/text.h"
#include "db/text/reader.h"

/* ---- Paths ------------------------------------------------------------ */

/* Return |name| in |folder|, of |length| octets; the caller frees it. NULL
 * without memory. */
static char *join(const char *folder, size_t length, const char *name)
{
    size_t rest = strlen(name);
    bool has_slash = length == 0 || folder[length - 1] == '/';
    char *path = malloc(length + !has_slash + rest + 1);
    if (path != NULL) {
        memcpy(path, folder, length);
        path[length] = '/';
        memcpy(path + length + !has_slash, name, rest + 1);
    }
    return path;
}

/* Remove the components "." of |path|, and each ".." with the component before
 * it. */
static void collapse(char *path)
{
    char *begin = path + (*path == '/');
    char *end = begin; /* end of the result */
    for (const char *at = begin; *at != '\0';) {
        size_t length = strcspn(at, "/");
        const char *next = at + length + (at[length] == '/');
        char *last = end;
        while (last > begin && last[-1] != '/') {
            last--;
        }
        bool is_up = length == 2 && memcmp(at, "..", 2) == 0;
        bool has_part = end > begin && strncmp(last, "..", 3) != 0;
        if (is_up && has_part) {
            end = last > begin ? last - 1 : begin;
        } else if (length > 0 && !(length == 1 && *at == '.')) {
            if (end > begin) {
                *end++ = '/';
            }
            memmove(end, at, length);
            end += length;
        }
        *end = '\0';
        at = next;
    }
}

/* Return |path| without "..", or |path| itself if that may be another file: the
 * component before ".." can be a symbolic link. Take ownership of |path|. */
static char *simplify(char *path)
{
    struct stat one;
    struct stat other;
    char *simple = strstr(path, "..") != NULL ? strdup(path) : NULL;
    if (simple == NULL) {
        return path;
    }
    collapse(simple);
    bool is_same = stat(path, &one) == 0 && stat(simple, &other) == 0 &&
                   one.st_dev == other.st_dev && one.st_ino == other.st_ino;
    free(is_same ? path : simple);
    return is_same ? simple : path;
}

/* ---- Search ------------------------------------------------------------- */

/* Candidates in the order of tries; NULL: none. */
struct include_places {
    char *in_folder;
    char *beside;
};

static void free_places(struct include_places *places)
{
    free(places->in_folder);
    free(places->beside);
}

/* Compose the candidates for |name|. Return false without memory. */
static bool make_places(const struct zonefile *file, const char *from,
                        const char *name, struct include_places *places)
{
    const char *slash = *name == '/' ? NULL : strrchr(from, '/');
    bool has_folder = *name != '/' && file->include_folder != NULL;
    places->beside = slash != NULL
                         ? join(from, (size_t)(slash - from) + 1, name)
                         : strdup(name);
    places->in_folder = has_folder ? join(file->include_folder,
                                          strlen(file->include_folder), name)
                                   : NULL;
    return places->beside != NULL && (!has_folder || places->in_folder != NULL);
}

/* Return the path in |folder| of the longest trailing part of |path| that
 * exists there; NULL if not found. */
static char *find_near(const char *folder, const char *path)
{
    for (; folder != NULL && path != NULL; path = strchr(path, '/')) {
        path += strspn(path, "/");
        char *near = *path != '\0' ? join(folder, strlen(folder), path) : NULL;
        if (near != NULL && access(near, F_OK) == 0) {
            return near;
        }
        free(near);
    }
    return NULL;
}

/* Report that no candidate exists; errno is that of the last. */
static ddds_status refuse_places(const struct zonefile *file,
                                 const struct include_places *places,
                                 struct ddds_error *error)
{
    char why[128] = "";
    (void)strerror_r(errno, why, sizeof why);
    const char *folder = places->in_folder;
    const char *near = file->include_near;
    return ddds_error_set(
        error, DDDS_UNREADABLE, DDDS_NO_OFFSET,
        "%.90s: cannot be read: %.40s%s%.70s%s%.60s", places->beside, why,
        folder != NULL ? "; nor can " : "", folder != NULL ? folder : "",
        near != NULL ? "; nor is there such a file below " : "",
        near != NULL ? near : "");
}

/* Move the path of the first existing candidate to |*path|. */
static ddds_status look(const struct zonefile *file,
                        struct include_places *places, char **path,
                        struct ddds_error *error)
{
    char **const tried[] = {&places->in_folder, &places->beside};
    for (size_t i = 0; i < sizeof tried / sizeof *tried; i++) {
        if (*tried[i] != NULL && access(*tried[i], F_OK) == 0) {
            *path = *tried[i];
            *tried[i] = NULL;
            return DDDS_OK;
        }
    }
    int failure = errno;
    *path = find_near(file->include_near, places->in_folder != NULL
                                              ? places->in_folder
                                              : places->beside);
    errno = failure;
    return *path != NULL ? DDDS_OK : refuse_places(file, places, error);
}

/* Find the file that |token| names in |from|, a file of |file|: the first that
 * exists, in the order of struct ddds_zone_options. The caller must free
 * |*path|. Fails with DDDS_UNREADABLE, if none exists, or DDDS_NO_MEMORY. */
static ddds_status find_path_of(const struct zonefile *file, const char *from,
                                const struct token *token, char **path,
                                struct ddds_error *error)
{
    struct include_places places = {NULL, NULL};
    char *name = strndup(token->text, token->length);
    ddds_status status = name != NULL && make_places(file, from, name, &places)
                             ? look(file, &places, path, error)
                             : ddds_error_no_memory(error);
    if (*path != NULL) {
        *path = simplify(*path);
    }
    free_places(&places);
    free(name);
    return status;
}

/* ---- Files -------------------------------------------------------------- */

/* Return true if |path|, which has no symbolic links, is below the folder of
 * |root|. */
static bool is_beside(const char *path, const char *root)
{
    const char *slash = strrchr(root, '/');
    size_t length = slash != NULL ? (size_t)(slash - root) : 0;
    char *folder =
        length > 0 ? strndup(root, length) : strdup(slash != NULL ? "/" : ".");
    char *real = folder != NULL ? realpath(folder, NULL) : NULL;
    size_t size = real != NULL ? strlen(real) : 0;
    bool is_below = real != NULL && strncmp(path, real, size) == 0 &&
                    (path[size] == '/' || size == 1);
    free(real);
    free(folder);
    return is_below;
}

/* Return the text of the file that |about| describes, if it was read before. */
static const struct source *find_known(const struct zonefile *file,
                                       const struct stat *about)
{
    const struct source *known = file->included;
    while (known != NULL &&
           (known->device != about->st_dev || known->inode != about->st_ino)) {
        known = known->next;
    }
    return known;
}

static ddds_status refuse(const char *path, const char *why,
                          struct ddds_error *error)
{
    return ddds_error_set(error, DDDS_UNREADABLE, DDDS_NO_OFFSET, "%s: %s",
                          path, why);
}

/* Find the text of |path|; |real| is the same without symbolic links. A file is
 * read once, whatever its name. */
static ddds_status find_source(struct zonefile *file, const char *path,
                               const char *real, const struct source **source,
                               struct ddds_error *error)
{
    struct stat about;
    if (!file->may_include_anywhere && !is_beside(real, file->root->name)) {
        refuse(path, "outside the folder of the zone file", error);
        error->setting = DDDS_SETTING_INCLUDE_ANYWHERE;
        return DDDS_UNREADABLE;
    }
    *source = stat(real, &about) == 0 ? find_known(file, &about) : NULL;
    if (*source != NULL) {
        return DDDS_OK;
    }
    struct source *fresh;
    ddds_status status =
        ddds_source_open_regular(path, LIMIT_ZONE_FILE, &fresh, error);
    if (status == DDDS_OK) {
        fresh->next = file->included;
        file->included = fresh;
        *source = fresh;
    }
    return status;
}

/* Find the text of |path|, after following symbolic links. */
static ddds_status find_path(struct zonefile *file, const char *path,
                             const struct source **source,
                             struct ddds_error *error)
{
    char *real = realpath(path, NULL);
    if (real == NULL && errno == ENOMEM) {
        return ddds_error_no_memory(error);
    }
    if (real == NULL) {
        char why[128] = "";
        (void)strerror_r(errno, why, sizeof why);
        return ddds_error_set(error, DDDS_UNREADABLE, DDDS_NO_OFFSET,
                              "%s: cannot be read: %s", path, why);
    }
    ddds_status status = find_source(file, path, real, source, error);
    free(real);
    return status;
}

/* Find the text of the file |token|. Report errors at |token|. */
static ddds_status open_include(struct zone_reader *reader,
                                const struct token *token,
                                const struct source **source)
{
    char *path = NULL;
    struct ddds_error why;
    ddds_status status =
        find_path_of(reader->file, reader->at.lexer.file, token, &path, &why);
    if (status == DDDS_OK) {
        status = find_path(reader->file, path, source, &why);
    }
    free(path);
    if (status == DDDS_UNREADABLE || status == DDDS_LIMIT ||
        (status == DDDS_SYNTAX && reader->problem != NULL)) {
        ddds_lexer_refuse(&reader->at.lexer, token, "%s", why.detail);
        ddds_lexer_advise(&reader->at.lexer, why.setting);
        return ddds_reader_restate(reader, status);
    }
    if (status != DDDS_OK && reader->error != NULL) {
        *reader->error = why;
    }
    return status;
}

/* Continue without the records of a file that cannot be read. Only a survey may
 * do so: a zone must be complete to be used. */
static ddds_status go_on(struct zone_reader *reader)
{
    struct zonefile *file = reader->file;
    if (file->unread++ == 0 && reader->error != NULL) {
        file->unread_error = *reader->error;
    }
    return DDDS_OK;
}

ddds_status ddds_zonefile_unread(const struct zonefile *file,
                                 struct ddds_error *error)
{
    const struct ddds_error *first = &file->unread_error;
    if (file->unread == 0) {
        return DDDS_OK;
    }
    if (file->unread == 1) {
        ddds_error_set(error, DDDS_UNREADABLE, DDDS_NO_OFFSET, "%s",
                       first->detail);
    } else {
        ddds_error_set(error, DDDS_UNREADABLE, DDDS_NO_OFFSET,
                       "%s; %zu more $INCLUDE cannot be followed",
                       first->detail, file->unread - 1);
    }
    if (error != NULL) {
        error->setting = first->setting;
    }
    return DDDS_UNREADABLE;
}

/* Limit the octets of files that are included repeatedly. */
static ddds_status check_octets(struct zone_reader *reader,
                                const struct token *token,
                                const struct source *source)
{
    reader->included += source->length;
    size_t once = ddds_reader_included(reader->file);
    if (reader->included <= once + LIMIT_INCLUDED_AGAIN) {
        return DDDS_OK;
    }
    ddds_lexer_refuse(&reader->at.lexer, token,
                      "more than %d octets of files that are included again; "
                      "include each file once, or divide the zone",
                      LIMIT_INCLUDED_AGAIN);
    return ddds_reader_restate(reader, DDDS_LIMIT);
}

static ddds_status check_include(struct zone_reader *reader,
                                 const struct token *directive)
{
    if (!reader->file->may_include) {
        return ddds_lexer_refuse(&reader->at.lexer, directive,
                                 "$INCLUDE is allowed only in zone files that "
                                 "are read by name");
    }
    if (reader->depth < LIMIT_INCLUDES && reader->includes < LIMIT_INCLUDED) {
        return DDDS_OK;
    }
    ddds_lexer_refuse(&reader->at.lexer, directive,
                      "$INCLUDE: nested deeper than %d, or more than %d in "
                      "all; does a file include itself?",
                      LIMIT_INCLUDES, LIMIT_INCLUDED);
    return ddds_reader_restate(reader, DDDS_LIMIT);
}

/* Continue with |source|. The line loop (zonefile.c) returns to the directive
 * at its end. */
static ddds_status enter(struct zone_reader *reader,
                         const struct source *source,
                         const struct wire_name *origin, bool is_absolute)
{
    reader->outer[reader->depth++] = reader->at;
    reader->includes++;
    reader->at.has_origin |= is_absolute;
    ddds_reader_open(reader, source);
    /* If no origin is known, the first name that needs it reports this. */
    return origin->length == 0 ? DDDS_OK
                               : ddds_reader_set_origin(reader, origin);
}

/* $INCLUDE FILE [ORIGIN] */
ddds_status ddds_reader_include(struct zone_reader *reader,
                                const struct token *directive)
{
    struct token name;
    struct token token;
    ddds_status status = check_include(reader, directive);
    if (status == DDDS_OK) {
        status = ddds_reader_word(reader, &name, "the file");
    }
    if (status == DDDS_OK) {
        status = ddds_reader_next(reader, &token);
    }
    struct wire_name origin = reader->at.origin;
    bool is_absolute = false;
    if (status == DDDS_OK && !ddds_token_is_end(&token)) {
        is_absolute = ddds_domain_is_absolute(token.text, token.length);
        status = ddds_reader_name(reader, &token, &origin);
        if (status == DDDS_OK) {
            status = ddds_reader_end(reader, "$INCLUDE");
        }
    }
    const struct source *source = NULL;
    if (status == DDDS_OK) {
        status = open_include(reader, &name, &source);
    }
    if (status == DDDS_OK && source != NULL) {
        status = check_octets(reader, &name, source);
    }
    if (status == DDDS_UNREADABLE && reader->problem != NULL) {
        return go_on(reader);
    }
    if (status == DDDS_OK && source != NULL) {
        status = enter(reader, source, &origin, is_absolute);
    }
    return status;
}
