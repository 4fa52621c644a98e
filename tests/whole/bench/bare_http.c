/* The least that a server on libmicrohttpd can do: one redirect for all requests,
 * in one thread, in a loop as that of ddds serve: PORT [MEMORY].
 *
 * SPDX-License-Identifier: MIT */
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <arpa/inet.h>
#include <microhttpd.h>
#include <netinet/in.h>

#include "bench.h"

static enum MHD_Result answer(void *cls, struct MHD_Connection *connection,
                              const char *url, const char *method,
                              const char *version, const char *data,
                              size_t *length, void **context)
{
    (void)url;
    (void)method;
    (void)version;
    (void)data;
    (void)length;
    if (*context == NULL) { /* the head; the end of the request follows */
        *context = cls;
        return MHD_YES;
    }
    static char nothing[1];
    struct MHD_Response *response =
        MHD_create_response_from_buffer(0, nothing, MHD_RESPMEM_PERSISTENT);
    MHD_add_response_header(response, "Location", "http://www.example.com/1");
    enum MHD_Result result = MHD_queue_response(connection, 303, response);
    MHD_destroy_response(response);
    return result;
}

int main(int argc, char **argv)
{
    unsigned port = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 0;
    size_t memory = argc > 2 ? strtoul(argv[2], NULL, 10) : 32768;
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)port),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct MHD_Daemon *daemon = MHD_start_daemon(
        MHD_USE_EPOLL, 0, NULL, NULL, answer, &address, MHD_OPTION_SOCK_ADDR,
        &address, MHD_OPTION_CONNECTION_LIMIT, 8192U,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, memory, MHD_OPTION_END);
    const union MHD_DaemonInfo *about =
        daemon != NULL ? MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD)
                       : NULL;
    if (about == NULL) {
        bench_fail("no server");
    }
    for (;;) {
        struct pollfd polled = {about->epoll_fd, POLLIN, 0};
        poll(&polled, 1, 1000);
        MHD_run(daemon);
    }
}
