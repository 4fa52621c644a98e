/* The linker leads every call of malloc and its relatives in the tool, and in the
 * library inside it, to the functions below (resolver/CMakeLists.txt). Jansson is
 * given the same. The library alone, as other programs link it, returns
 * DDDS_NO_MEMORY.
 *
 * What other libraries allocate is theirs to report: the C library for its files
 * and directories, PCRE2 and c-ares to libddds.
 *
 * SPDX-License-Identifier: MIT */
#include "text/allocate.h"

#include <jansson.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "text/memory.h"

/* The names are the linker's. NOLINTBEGIN(bugprone-reserved-identifier) */
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
char *__wrap_strdup(const char *text);
char *__wrap_strndup(const char *text, size_t most);

static void *check(void *made, size_t size)
{
    if (made == NULL && size > 0) {
        memory_fail();
    }
    return made;
}

void *__wrap_malloc(size_t size)
{
    return check(__real_malloc(size), size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return check(__real_calloc(count, size), count > 0 ? size : 0);
}

void *__wrap_realloc(void *old, size_t size)
{
    return check(__real_realloc(old, size), size);
}

char *__wrap_strndup(const char *text, size_t most)
{
    size_t length = strnlen(text, most);
    char *copy = __wrap_malloc(length + 1);
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

char *__wrap_strdup(const char *text)
{
    return __wrap_strndup(text, strlen(text));
}
/* NOLINTEND(bugprone-reserved-identifier) */

void allocate_begin(void)
{
    json_set_alloc_funcs(__wrap_malloc, free);
}
