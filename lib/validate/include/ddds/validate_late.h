/* libddds-validate, loaded on demand, for programs that rarely validate
 * answers: loading libunbound and OpenSSL takes longer than a resolution. Link
 * with libddds alone; the functions are those of validate.h.
 *
 *     struct ddds_validate_late late;
 *     struct ddds_error error;
 *     ddds_database *database = NULL;
 *     if (ddds_validate_late_load(&late, &error) == DDDS_OK) {
 *         database = late.database(late.make(NULL, &error));
 *     }
 *
 * SPDX-License-Identifier: MIT */
#ifndef DDDS_VALIDATE_LATE_H
#define DDDS_VALIDATE_LATE_H

#include <dlfcn.h>
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include <ddds/status.h>
#include <ddds/validate.h>

/* Functions of libddds-validate. */
struct ddds_validate_late {
    ddds_validator *(*make)(const struct ddds_validator_options *options,
                            struct ddds_error *error);
    ddds_database *(*database)(ddds_validator *validator);
    int (*descriptor)(const ddds_validator *validator);
    int (*timeout)(ddds_validator *validator);
    void (*process)(ddds_validator *validator);
    size_t (*versions)(char *text, size_t size);
};

/* Store the address of the function |name| in |function|, of |size| octets. ISO
 * C does not convert pointers to objects to pointers to functions; POSIX
 * guarantees that they have the same representation. */
static inline bool ddds_validate_late_find(void *library, const char *name,
                                           void *function, size_t size)
{
    void *symbol = dlsym(library, name);
    memcpy(function, &symbol, size);
    return symbol != NULL;
}

/* Load the library, which then stays loaded, and find its functions. Fails with
 * DDDS_UNREADABLE if it is missing, cannot be loaded, or has another version
 * than the program's libddds, and with DDDS_NO_MEMORY. |error|, which may be
 * NULL, then has a remedy, and |*late| must not be used. */
static inline ddds_status
ddds_validate_late_load(struct ddds_validate_late *late,
                        struct ddds_error *error)
{
#define DDDS_FIND(function, name)                                              \
    ddds_validate_late_find(library, name, &(function), sizeof(function))
    const char *(*version)(void);
    const char *why = "the library that is installed lacks functions";
    const char *remedy = DDDS_INSTALL("libddds-validate" DDDS_SOVERSION);
    void *library;
    errno = 0;
    library =
        dlopen("libddds-validate.so." DDDS_SOVERSION, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL && errno == ENOMEM) {
        return ddds_error_set(error, DDDS_NO_MEMORY, DDDS_NO_OFFSET,
                              "out of memory");
    }
    if (library == NULL) {
        why = dlerror();
        if (strstr(why, "`DDDS_") != NULL) {
            remedy = "install libddds and libddds-validate of one version";
        }
    } else if (DDDS_FIND(version, "ddds_version") &&
               strcmp(version(), ddds_version()) != 0) {
        return ddds_error_set(
            error, DDDS_UNREADABLE, DDDS_NO_OFFSET,
            "validation, recursion and TLS are not available: libddds-validate "
            "has version %.30s, and libddds %.30s; install both of one version",
            version(), ddds_version());
    } else if (DDDS_FIND(late->make, "ddds_validator_new") &&
               DDDS_FIND(late->database, "ddds_validator_database") &&
               DDDS_FIND(late->descriptor, "ddds_validator_descriptor") &&
               DDDS_FIND(late->timeout, "ddds_validator_timeout") &&
               DDDS_FIND(late->process, "ddds_validator_process") &&
               DDDS_FIND(late->versions, "ddds_validator_versions")) {
        return DDDS_OK;
    }
    return ddds_error_set(error, DDDS_UNREADABLE, DDDS_NO_OFFSET,
                          "validation, recursion and TLS are not available: "
                          "%.200s; %s",
                          why, remedy);
#undef DDDS_FIND
}

#endif
