/* Resolve inputs by the rules of a zone file, and print a line of JSON for
 * each: the schema ddds.resolve/1, like ddds --json.
 *
 *     cc resolve_json.c $(pkg-config --cflags --libs ddds) -o resolve_json
 *     ./resolve_json first.zone urn:first:1 urn:first:2
 *
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>

#include <ddds/ddds.h>

/* Return the text, to be freed. Programs with many results should reuse a
 * buffer, and call ddds_result_json() once if it fits. */
static char *make_text(const struct ddds_result *result)
{
    size_t size = ddds_result_json(result, 0, NULL, 0) + 1;
    char *text = malloc(size);
    if (text != NULL) {
        ddds_result_json(result, 0, text, size);
    }
    return text;
}

static void print_refusal(const char *input, const struct ddds_error *error)
{
    char text[4096];
    if (ddds_refusal_json(input, ddds_application_for(input), error, text,
                          sizeof text) < sizeof text) {
        puts(text);
    }
}

static void resolve(ddds_database *zones, const char *input)
{
    struct ddds_error error;
    ddds_resolution *resolution =
        ddds_resolve(zones, NULL, input, NULL, &error);
    if (resolution == NULL) {
        print_refusal(input, &error);
        return;
    }
    char *text = make_text(ddds_resolution_result(resolution));
    puts(text != NULL ? text : "null");
    free(text);
    ddds_resolution_free(resolution);
}

int main(int argc, char **argv)
{
    struct ddds_error error;
    ddds_database *zones = ddds_memory_new(&error);
    if (argc < 3 || zones == NULL ||
        ddds_memory_load(zones, argv[1], NULL, &error) != DDDS_OK) {
        fprintf(stderr, "usage: %s ZONE INPUT...\n", argv[0]);
        ddds_database_free(zones);
        return 2;
    }
    for (int i = 2; i < argc; i++) {
        resolve(zones, argv[i]);
    }
    ddds_database_free(zones);
    return 0;
}
