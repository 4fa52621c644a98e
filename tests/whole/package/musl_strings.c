/* The functions of resolver/packaging/musl_strings.c, renamed, do what those of this
 * system do, also beside pages that cannot be read.
 *
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

void *our_memmove(void *, const void *, size_t);
void *our_memcpy(void *, const void *, size_t);
void *our_memset(void *, int, size_t);
int our_memcmp(const void *, const void *, size_t);
void *our_memchr(const void *, int, size_t);
char *our_strchr(const char *, int);
int our_strcmp(const char *, const char *);
size_t our_strlen(const char *);

enum { SIZE = 4096 };

static int sign(int number)
{
    return (number > 0) - (number < 0);
}

static void demand(int holds, const char *name, size_t from, size_t length)
{
    if (!holds) {
        printf("%s: %zu octets from %zu\n", name, length, from);
        exit(1);
    }
}

/* SIZE octets between pages that cannot be touched. */
static char *make_page(void)
{
    char *pages = mmap(NULL, (size_t)3 * SIZE, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(pages + SIZE, SIZE, PROT_READ | PROT_WRITE);
    return pages + SIZE;
}

static void read_both(const char *a, size_t from, const char *b, size_t other,
                      size_t length)
{
    int octet = rand() % 8;
    demand(sign(our_memcmp(a + from, b + other, length)) ==
               sign(memcmp(a + from, b + other, length)),
           "memcmp", from, length);
    demand(our_memchr(a + from, octet, length) ==
               memchr(a + from, octet, length),
           "memchr", from, length);
    if (memchr(a + from, 0, length) == NULL) {
        return;
    }
    if (memchr(b + other, 0, length) != NULL) {
        demand(sign(our_strcmp(a + from, b + other)) ==
                   sign(strcmp(a + from, b + other)),
               "strcmp", from, length);
        demand(our_strcmp(a + from, a + from) == 0, "strcmp of itself", from,
               length);
    }
    demand(our_strlen(a + from) == strlen(a + from), "strlen", from, length);
    demand(our_strchr(a + from, octet) == strchr(a + from, octet), "strchr",
           from, length);
    demand(our_memchr(a + from, 0, (size_t)-1) == a + from + strlen(a + from),
           "memchr without an end", from, length);
}

static void write_both(char *a, size_t from, char *b, size_t to, size_t length)
{
    char wanted[SIZE];
    memcpy(wanted, a, SIZE);
    memmove(wanted + to, wanted + from, length);
    our_memmove(a + to, a + from, length);
    demand(memcmp(wanted, a, SIZE) == 0, "memmove", from, length);
    memcpy(wanted, b, SIZE);
    memcpy(wanted + to, a + from, length);
    our_memcpy(b + to, a + from, length);
    demand(memcmp(wanted, b, SIZE) == 0, "memcpy", from, length);
    memset(wanted + to, 3, length);
    our_memset(b + to, 3, length);
    demand(memcmp(wanted, b, SIZE) == 0, "memset", to, length);
}

int main(void)
{
    char *a = make_page();
    char *b = make_page();
    for (int turn = 0; turn < 100000; turn++) {
        size_t length = (size_t)rand() % (turn % 8 != 0 ? 70 : SIZE);
        size_t from = SIZE - length;
        size_t to = turn % 3 != 0 ? SIZE - length : 0;
        for (int i = 0; i < SIZE && turn % 50 == 0; i++) {
            a[i] = (char)(rand() % 4 - 1);
            b[i] = (char)(rand() % 4 - 1);
        }
        from = turn % 2 != 0 ? from : (size_t)rand() % (from + 1);
        read_both(a, from, b, to, length);
        write_both(a, from, b, to, length);
    }
    return 0;
}
