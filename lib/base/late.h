/* Lazy loading of optional libraries: programs that do not need them do not pay
 * for them, and work where they are not installed. All such loading is here;
 * validate_late.h is for callers.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BASE_LATE_H
#define BASE_LATE_H

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Open the library |file|, which then stays in memory; NULL if it is missing.
 * late_close releases the handle. */
static inline void *late_open(const char *file)
{
    return dlopen(file, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
}

static inline void late_close(void *library)
{
    dlclose(library);
}

/* Write the address of the function |name| to |function|, of |size| octets;
 * return false if it is missing. ISO C distinguishes pointers to functions and
 * objects, but POSIX guarantees the same representation. */
static inline bool late_find(void *library, const char *name, void *function,
                             size_t size)
{
    void *symbol = dlsym(library, name);
    memcpy(function, &symbol, size);
    return symbol != NULL;
}

#endif
