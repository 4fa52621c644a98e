/* Loaded before the C library (LD_PRELOAD), fails allocations of any program
 * and of the libraries that it uses: number DENY_AT, counted from 1; with
 * DENY_ALL those that follow, too. DENY_COUNT is a file that gets the number of
 * allocations when the program ends. A program may also call deny_from.
 *
 * SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* glibc's own. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);

static atomic_ulong count;
static unsigned long denied; /* 0: none */
static bool are_all;
static const char *count_path;

__attribute__((constructor)) static void begin(void)
{
    const char *at = getenv("DENY_AT");
    are_all = getenv("DENY_ALL") != NULL;
    count_path = getenv("DENY_COUNT");
    count = 0;
    denied = at != NULL ? strtoul(at, NULL, 10) : 0;
    /* Child processes are spared. */
    unsetenv("LD_PRELOAD");
}

__attribute__((destructor)) static void end(void)
{
    char text[32];
    if (count_path == NULL) {
        return;
    }
    int file = open(count_path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    int length = snprintf(text, sizeof text, "%lu\n", (unsigned long)count);
    if (file >= 0) {
        (void)!write(file, text, (size_t)length);
        close(file);
    }
}

/* From now on, count anew, and fail allocation number |at|; 0: none. Return the
 * number of allocations since the last call. */
unsigned long deny_from(unsigned long at);

unsigned long deny_from(unsigned long at)
{
    unsigned long before = atomic_exchange(&count, 0);
    denied = at;
    return before;
}

static bool is_denied(void)
{
    unsigned long number = atomic_fetch_add(&count, 1) + 1;
    if (denied != 0 && (are_all ? number >= denied : number == denied)) {
        errno = ENOMEM;
        return true;
    }
    return false;
}

void *malloc(size_t size)
{
    return is_denied() ? NULL : __libc_malloc(size);
}

void *calloc(size_t number, size_t size)
{
    return is_denied() ? NULL : __libc_calloc(number, size);
}

void *realloc(void *old, size_t size)
{
    return is_denied() ? NULL : __libc_realloc(old, size);
}
