/* Resolve many inputs in the program's event loop: poll(2).
 *
 *     poll 192.0.2.1 urn:foo:1 urn:foo:2 ...
 *
 * For event loops with callbacks, such as libevent or libuv, set |watch| in the
 * options instead of listing the sockets.
 *
 * SPDX-License-Identifier: MIT */
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>

#include <ddds/ddds.h>

enum { SOCKETS_MAX = 256 };

/* Print the result of a resolution, and count it. */
static void report(ddds_resolution *resolution, void *context)
{
    const struct ddds_result *result = ddds_resolution_result(resolution);
    unsigned *left = context;
    const struct ddds_outcome *best = ddds_result_outcome(result, 0);
    if (best != NULL) {
        printf("%s: %s\n", result->input, best->output);
    } else {
        printf("%s: %s\n", result->input, ddds_reason_name(result->reason));
    }
    ddds_resolution_free(resolution);
    --*left;
}

/* Start to resolve |input|; false if it is invalid. */
static bool start(ddds_database *dns, const char *input, unsigned *left)
{
    struct ddds_error error;
    const struct ddds_options options = {.size = sizeof options,
                                         .deadline = 15000};
    ddds_resolution *resolution =
        ddds_resolution_new(dns, NULL, input, &options, &error);
    if (resolution == NULL) {
        fprintf(stderr, "%s: %s\n", input, error.detail);
        return false;
    }
    ++*left;
    ddds_resolution_start(resolution, report, left);
    return true;
}

/* A round of the loop. |polled| may have other descriptors, too. */
static void turn(ddds_dns *dns)
{
    struct ddds_dns_socket sockets[SOCKETS_MAX];
    struct pollfd polled[SOCKETS_MAX];
    size_t count = ddds_dns_sockets(dns, sockets, SOCKETS_MAX);
    count = count < SOCKETS_MAX ? count : SOCKETS_MAX;
    for (size_t i = 0; i < count; i++) {
        polled[i].fd = sockets[i].descriptor;
        polled[i].events = (short)((sockets[i].readable ? POLLIN : 0) |
                                   (sockets[i].writable ? POLLOUT : 0));
    }
    int ready = poll(polled, (nfds_t)count, ddds_dns_timeout(dns));
    for (size_t i = 0; ready > 0 && i < count; i++) {
        if (polled[i].revents != 0) {
            ddds_dns_process(dns, polled[i].fd,
                             (polled[i].revents & ~POLLOUT) != 0,
                             (polled[i].revents & POLLOUT) != 0);
        }
    }
    ddds_dns_process(dns, -1, false, false);
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: %s SERVER INPUT...\n", argv[0]);
        return 2;
    }
    struct ddds_error error;
    const char *servers[] = {argv[1]};
    const struct ddds_dns_options options = {
        .size = sizeof options, .servers = servers, .server_count = 1};
    ddds_dns *dns = ddds_dns_new(&options, &error);
    if (dns == NULL) {
        fprintf(stderr, "%s\n", error.detail);
        return 1;
    }
    ddds_database *database = ddds_dns_database(dns);
    unsigned left = 0;
    int status = 0;
    for (int i = 2; i < argc; i++) {
        status |= start(database, argv[i], &left) ? 0 : 1;
    }
    while (left > 0) {
        turn(dns);
    }
    ddds_database_free(database);
    return status;
}
