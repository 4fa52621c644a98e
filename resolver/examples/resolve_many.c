/* Resolve many URNs and URIs concurrently.
 *
 *     cc resolve_many.c $(pkg-config --cflags --libs ddds) -o resolve_many
 *     ./resolve_many http.zone http://a.example/ http://b.example/
 *
 * No resolution waits for another. Results come in the order of the inputs.
 *
 * SPDX-License-Identifier: MIT */
#include <stdio.h>

#include <ddds/ddds.h>

/* Print the result of |input|, or why it was rejected. */
static void show(const char *input, const struct ddds_many_result *done)
{
    if (done->resolution == NULL) {
        printf("%s -> %s\n", input, done->error->detail);
        return;
    }
    const struct ddds_result *result = ddds_resolution_result(done->resolution);
    const struct ddds_outcome *best = ddds_result_outcome(result, 0);
    printf("%s -> %s\n", input,
           best != NULL ? best->output : ddds_reason_name(result->reason));
}

/* Zones in memory answer at once; with servers, ddds_many_wait() waits. */
static void resolve(ddds_many *many, char **inputs)
{
    const struct ddds_many_result *done;
    do {
        while (*inputs != NULL && ddds_many_room(many) > 0) {
            ddds_many_add(many, NULL, *inputs, NULL, *inputs);
            inputs++;
        }
        ddds_many_wait(many);
        while ((done = ddds_many_next(many)) != NULL) {
            show(done->own, done);
        }
    } while (*inputs != NULL || ddds_many_in_progress(many) > 0);
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
    ddds_many *many = ddds_many_new(zones, NULL, &error);
    if (many == NULL) {
        fprintf(stderr, "%s: %s\n", argv[0], error.detail);
        ddds_database_free(zones);
        return 1;
    }
    resolve(many, argv + 2);
    ddds_many_free(many);
    ddds_database_free(zones);
    return 0;
}
