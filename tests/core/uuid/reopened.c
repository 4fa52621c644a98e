/* The shared library is opened, makes UUIDs in several threads and is closed,
 * again and again: nothing of it stays mapped, and no UUID comes twice.
 *
 *     reopened LIBRARY
 *
 * SPDX-License-Identifier: MIT */
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ddds/uuid.h>

enum { TIMES = 20, THREADS = 3, EACH = 300, ALL = TIMES * THREADS * EACH };

typedef ddds_status make_fn(struct ddds_uuid *uuids, size_t count,
                            struct ddds_error *error);

struct work {
    make_fn *make;
    struct ddds_uuid *uuids;
};

static struct ddds_uuid uuids[ALL];

static void die(const char *why)
{
    fprintf(stderr, "%s\n", why);
    exit(1);
}

static void *make_each(void *context)
{
    const struct work *work = context;
    for (size_t i = 0; i < EACH; i++) {
        if (work->make(&work->uuids[i], 1, NULL) != DDDS_OK) {
            die("no UUID");
        }
    }
    return NULL;
}

static void use_library(const char *name, struct ddds_uuid *place)
{
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        die(dlerror());
    }
    struct work work = {NULL, place};
    void *symbol = dlsym(library, "ddds_uuid_generate_v4");
    memcpy(&work.make, &symbol, sizeof symbol);
    for (int i = 0; i < THREADS; i++) {
        pthread_t thread;
        work.uuids = place + (size_t)i * EACH;
        if (pthread_create(&thread, NULL, make_each, &work) != 0) {
            die("no thread");
        }
        pthread_join(thread, NULL);
    }
    if (dlclose(library) != 0) {
        die(dlerror());
    }
}

static size_t count_mappings(void)
{
    size_t lines = 0;
    FILE *file = fopen("/proc/self/maps", "r");
    for (int octet; file != NULL && (octet = getc(file)) != EOF;) {
        lines += octet == '\n';
    }
    if (file != NULL) {
        fclose(file);
    }
    return lines;
}

static int compare_uuids(const void *one, const void *other)
{
    return memcmp(one, other, sizeof(struct ddds_uuid));
}

int main(int argc, char **argv)
{
    size_t before = 0;
    if (argc != 2) {
        die("usage: reopened LIBRARY");
    }
    for (size_t time = 0; time < TIMES; time++) {
        use_library(argv[1], uuids + time * THREADS * EACH);
        before = time == 0 ? count_mappings() : before;
    }
    size_t after = count_mappings();
    qsort(uuids, ALL, sizeof uuids[0], compare_uuids);
    for (size_t i = 1; i < ALL; i++) {
        if (compare_uuids(&uuids[i - 1], &uuids[i]) == 0) {
            die("a UUID came twice");
        }
    }
    printf("%d UUIDs, mappings %zu and %zu\n", ALL, before, after);
    return after > before + 2; /* the C library's own may vary a little */
}
