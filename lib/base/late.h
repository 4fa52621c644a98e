/* Libraries that are loaded only if they are needed, so that programs that never
 * need them do not pay for them, and work where they are not installed. The
 * library loads all of them here; validate_late.h is for its callers.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BASE_LATE_H
#define BASE_LATE_H

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Open the library |file|, which then stays in memory; NULL if it is missing.
 * late_close gives the handle back. */
static inline void *late_open(const char *file)
{
    return dlopen(file, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
}

static inline void late_close(void *library)
{
    dlclose(library);
}

/* Write the address of the function |name| to |function|, of |size| octets.
 * Pointers to functions are not pointers to objects in ISO C, but POSIX
 * guarantees that they have the same form. */
static inline bool late_find(void *library, const char *name, void *function,
                             size_t size)
{
    void *symbol = dlsym(library, name);
    memcpy(function, &symbol, size);
    return symbol != NULL;
}

#endif
