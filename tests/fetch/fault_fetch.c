/* A fetch with too little memory, also for libcurl: it returns its answer or
 * DDDS_NO_MEMORY, and no other error.
 *
 * SPDX-License-Identifier: MIT */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <arpa/inet.h>
#include <sys/socket.h>

#include <ddds/ddds.h>
#include <ddds/fetch.h>

#include "core/fault/harness.h"

static ddds_database *zones;

/* ---- The server ---------------------------------------------------------- */

static const char redirect[] = "HTTP/1.1 302 Found\r\nLocation: /there\r\n"
                               "Content-Length: 0\r\nConnection: close\r\n\r\n";
static const char content[] = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"
                              "Transfer-Encoding: chunked\r\n"
                              "Connection: close\r\n\r\n"
                              "3\r\nok\n\r\n0\r\n\r\n";

/* Read a request and answer it; without an allocation. */
static void serve(int connection)
{
    char request[2048];
    size_t length = 0;
    ssize_t count;
    request[0] = '\0';
    while (strstr(request, "\r\n\r\n") == NULL &&
           (count = read(connection, request + length,
                         sizeof request - 1 - length)) > 0) {
        length += (size_t)count;
        request[length] = '\0';
    }
    const char *answer =
        strncmp(request, "GET /here ", 10) == 0 ? redirect : content;
    send(connection, answer, strlen(answer), MSG_NOSIGNAL);
    close(connection);
}

static void *run_server(void *context)
{
    const int *listener = context;
    int connection;
    while ((connection = accept(*listener, NULL, NULL)) >= 0) {
        serve(connection);
    }
    return NULL;
}

/* A server on loopback; returns its port. */
static unsigned start_server(int *listener, pthread_t *thread)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    *listener = socket(AF_INET, SOCK_STREAM, 0);
    fault_demand(*listener >= 0 &&
                     bind(*listener, (void *)&address, size) == 0 &&
                     listen(*listener, SOMAXCONN) == 0 &&
                     getsockname(*listener, (void *)&address, &size) == 0 &&
                     pthread_create(thread, NULL, run_server, listener) == 0,
                 "a server");
    return ntohs(address.sin_port);
}

/* ---- The cases ----------------------------------------------------------- */

static bool is_memory(const struct ddds_error *error)
{
    fault_demand(error->status == DDDS_NO_MEMORY, "no memory");
    return false;
}

static bool fetch(ddds_fetcher *fetcher, ddds_resolution *resolution)
{
    struct ddds_error error;
    ddds_retrieval *retrieval = ddds_fetch(fetcher, resolution, "I2R", &error);
    if (retrieval == NULL) {
        return is_memory(&error);
    }
    const struct ddds_fetched *fetched = ddds_retrieval_result(retrieval);
    fault_demand(fetched->end == DDDS_FETCH_END_DONE, "an answer");
    fault_demand(fetched->length == 3 &&
                     memcmp(fetched->content, "ok\n", 4) == 0,
                 "the whole answer");
    ddds_retrieval_free(retrieval);
    return true;
}

static bool follow(void)
{
    struct ddds_error error;
    struct ddds_fetch_options options = DDDS_FETCH_OPTIONS_INIT;
    options.allow_private = true;
    options.hosts = zones;
    ddds_fetcher *fetcher = ddds_fetcher_new(&options, &error);
    if (fetcher == NULL) {
        return is_memory(&error);
    }
    ddds_resolution *resolution =
        ddds_resolve(zones, NULL, "urn:page:1", NULL, &error);
    bool ok =
        resolution != NULL ? fetch(fetcher, resolution) : is_memory(&error);
    ddds_resolution_free(resolution);
    ddds_fetcher_free(fetcher);
    return ok;
}

int main(void)
{
    static const struct fault_case cases[] = {{"fetch", follow, 0}};
    char zone[512];
    int listener = -1;
    pthread_t thread = pthread_self();
    snprintf(zone, sizeof zone,
             "$ORIGIN urn.arpa.\n$TTL 60\n@ SOA ns host 1 2 3 4 5\n"
             "page NAPTR 1 1 \"u\" \"http+I2R\" "
             "\"!^.*$!http://h.urn.arpa:%u/here!\" .\nh A 127.0.0.1\n",
             start_server(&listener, &thread));
    zones = ddds_memory_new(NULL);
    fault_demand(ddds_memory_load_text(zones, "z", zone, strlen(zone), NULL,
                                       NULL) == DDDS_OK,
                 "a zone");
    fault_run(cases, sizeof cases / sizeof *cases, NULL, NULL);
    shutdown(listener, SHUT_RDWR);
    pthread_join(thread, NULL);
    close(listener);
    ddds_database_free(zones);
    return 0;
}
