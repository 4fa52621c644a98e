/* Where do many URNs and URIs lead, all of them under way at once?
 *
 *     cc resolve_many.c $(pkg-config --cflags --libs ddds) -o resolve_many
 *     ./resolve_many http.zone http://a.example/ http://b.example/
 *
 * Nothing here waits for one name before it begins with the next: each is
 * started with a callback and says itself when it is done.
 *
 * SPDX-License-Identifier: MIT */
#include <stdio.h>

#include <ddds/ddds.h>

/* A resolution is done: print where it led, and let go of it. */
static void finish(ddds_resolution *resolution, void *context)
{
    unsigned *in_progress = context;
    const struct ddds_result *result = ddds_resolution_result(resolution);
    const struct ddds_outcome *best = ddds_result_outcome(result, 0);
    printf("%s -> %s\n", result->input,
           best != NULL ? best->output : ddds_reason_name(result->reason));
    ddds_resolution_free(resolution);
    --*in_progress;
}

/* Begin with |input|. The callback may come before this returns: zones in
 * memory answer at once, a server takes its time. */
static void begin(ddds_database *database, const char *input,
                  unsigned *in_progress)
{
    struct ddds_error error;
    ddds_resolution *resolution =
        ddds_resolution_new(database, NULL, input, NULL, &error);
    if (resolution == NULL) {
        printf("%s -> %s\n", input, error.detail);
        return;
    }
    ++*in_progress;
    ddds_resolution_start(resolution, finish, in_progress);
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: %s ZONE INPUT...\n", argv[0]);
        return 2;
    }
    struct ddds_error error = {0};
    ddds_database *zones = ddds_memory_new(&error);
    if (zones == NULL ||
        ddds_memory_load(zones, argv[1], NULL, &error) != DDDS_OK) {
        fprintf(stderr, "%s: %s\n", argv[0], error.detail);
        ddds_database_free(zones);
        return 1;
    }
    unsigned in_progress = 0;
    for (int i = 2; i < argc; i++) {
        begin(zones, argv[i], &in_progress);
    }
    /* Zones in memory have answered by now; a server would be waited for. */
    while (in_progress > 0) {
        zones->methods->wait(zones);
    }
    ddds_database_free(zones);
    return 0;
}
