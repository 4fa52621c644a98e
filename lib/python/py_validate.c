/* SPDX-License-Identifier: MIT */
#include "py_validate.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <string.h>

typedef ddds_validator *make_fn(const struct ddds_validator_options *options,
                                struct ddds_error *error);

/* Pointers to functions are not pointers to objects in ISO C, but POSIX
 * guarantees that they have the same form. */
static bool find(void *library, const char *name, void *function, size_t size)
{
    void *symbol = dlsym(library, name);
    memcpy(function, &symbol, size);
    return symbol != NULL;
}

static ddds_database *refuse(struct ddds_error *error, const char *why)
{
    ddds_error_set(error, DDDS_UNREADABLE, DDDS_NO_OFFSET,
                   "validation, recursion and TLS are not available: %.200s; "
                   "install the Debian package libddds-validate0",
                   why);
    return NULL;
}

ddds_database *py_validation_open(struct py_validation *validation,
                                  const struct ddds_validator_options *options,
                                  struct ddds_error *error)
{
#define FIND(member, name) find(library, name, &(member), sizeof(member))
    make_fn *make;
    const char *(*version)(void);
    void *library = dlopen("libddds-validate.so.0", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        return refuse(error, dlerror());
    }
    if (!FIND(version, "ddds_version") ||
        strcmp(version(), ddds_version()) != 0 ||
        !FIND(make, "ddds_validator_new") ||
        !FIND(validation->database, "ddds_validator_database") ||
        !FIND(validation->descriptor, "ddds_validator_descriptor") ||
        !FIND(validation->timeout, "ddds_validator_timeout") ||
        !FIND(validation->process, "ddds_validator_process")) {
        return refuse(error, "the library that is installed has another "
                             "version");
    }
#undef FIND
    validation->validator = make(options, error);
    return validation->database(validation->validator);
}
