/* Resolve a URN or URI by the rules of zone files.
 *
 *     cc resolve_one.c $(pkg-config --cflags --libs ddds) -o resolve_one
 *     ./resolve_one urn:cid:1@bar.example.com urn.arpa.zone example.com.zone
 *
 * SPDX-License-Identifier: MIT */
#include <stdio.h>

#include <ddds/ddds.h>

static void print_endpoint(const struct ddds_endpoint *endpoint)
{
    printf("  %s", endpoint->host);
    if (endpoint->has_port) {
        printf(" port %u", endpoint->port);
    }
    for (size_t i = 0; i < endpoint->address_count; i++) {
        char address[DDDS_ADDRESS_TEXT_SIZE];
        ddds_address_format(&endpoint->addresses[i], address);
        printf(" %s", address);
    }
    putchar('\n');
}

/* A failure is a result too: it has a reason instead of an outcome. */
static void print_result(const struct ddds_result *result)
{
    if (result->outcome_count == 0) {
        printf("%s: %s\n", ddds_reason_name(result->reason),
               ddds_reason_text(result->reason));
        return;
    }
    const struct ddds_outcome *outcome = ddds_result_outcome(result, 0);
    printf("%s %s\n", ddds_outcome_name(outcome->kind), outcome->output);
    for (size_t i = 0; i < outcome->endpoint_count; i++) {
        print_endpoint(ddds_outcome_endpoint(outcome, i));
    }
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: %s INPUT ZONE...\n", argv[0]);
        return 2;
    }
    struct ddds_error error = {0};
    ddds_resolution *resolution = NULL;

    ddds_database *zones = ddds_memory_new(&error);
    for (int i = 2; i < argc && error.status == DDDS_OK; i++) {
        ddds_memory_load(zones, argv[i], NULL, &error);
    }
    if (error.status == DDDS_OK) {
        resolution = ddds_resolve(zones, NULL, argv[1], NULL, &error);
    }
    if (resolution != NULL) {
        print_result(ddds_resolution_result(resolution));
    } else {
        fprintf(stderr, "%s: %s\n", argv[0], error.detail);
    }
    ddds_resolution_free(resolution);
    ddds_database_free(zones);
    return error.status == DDDS_OK ? 0 : 1;
}
