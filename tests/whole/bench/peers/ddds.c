/* Chains of four queries with libddds: PORT COUNT [IN-FLIGHT].
 *
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>

#include <ddds/ddds.h>

enum { FLIGHT_MAX = 256 };

static unsigned started;
static unsigned done;
static unsigned count;

static void write_input(char input[32])
{
    snprintf(input, 32, "urn:k9-%05u:x", started++ % 50000);
}

static void take(ddds_resolution *resolution, void *context)
{
    (void)context;
    char input[32];
    if (ddds_resolution_result(resolution)->outcome_count != 1) {
        exit(1);
    }
    done++;
    if (started < count) {
        write_input(input);
        ddds_resolution_restart(resolution, input, NULL);
        ddds_resolution_start(resolution, take, NULL);
    }
}

int main(int argc, char **argv)
{
    ddds_resolution *resolutions[FLIGHT_MAX];
    unsigned in_flight = argc > 3 ? (unsigned)strtoul(argv[3], NULL, 10) : 1;
    char server[32];
    char input[32];
    if (argc < 3 || in_flight > FLIGHT_MAX) {
        return 2;
    }
    snprintf(server, sizeof server, "127.0.0.1:%s", argv[1]);
    count = (unsigned)strtoul(argv[2], NULL, 10);
    const char *const servers[] = {server};
    const struct ddds_dns_options dns_options = {
        .size = sizeof dns_options, .servers = servers, .server_count = 1};
    const struct ddds_options options = {
        .size = sizeof options, .roots = "test", .no_addresses = true};
    ddds_database *dns = ddds_dns_database(ddds_dns_new(&dns_options, NULL));
    if (dns == NULL) {
        return 1;
    }
    in_flight = in_flight < count ? in_flight : count;
    for (unsigned i = 0; i < in_flight; i++) {
        write_input(input);
        resolutions[i] = ddds_resolution_new(dns, ddds_application_urn(), input,
                                             &options, NULL);
        ddds_resolution_start(resolutions[i], take, NULL);
    }
    while (done < count) {
        ddds_database_wait(dns);
    }
    for (unsigned i = 0; i < in_flight; i++) {
        ddds_resolution_free(resolutions[i]);
    }
    ddds_database_free(dns);
    return 0;
}
