/* DNS where the system refuses every socket for UDP: each server is tried once,
 * however many tries are allowed, because all of them would fail in the same
 * moment, while the caller waits.
 *
 * connect is replaced here.
 *
 * SPDX-License-Identifier: MIT */
#include <errno.h>
#include <sys/socket.h>

#include <ddds/ddds.h>

#include "base/assertions.h"

static int refusal;
static unsigned calls;

int connect(int descriptor, const struct sockaddr *address, socklen_t length)
{
    calls++;
    errno = refusal;
    return -1;
}

TEST(every_server_is_tried_once)
{
    static const struct {
        int refusal;
        const char *detail;
    } rows[] = {
        {EAGAIN, "no local port is free"},
        {EADDRNOTAVAIL, "no local port is free"},
        {EMFILE, "too many open files"},
        {ENETUNREACH, "unreachable"},
    };
    const char *const servers[] = {"192.0.2.1", "192.0.2.2", "192.0.2.3"};
    struct ddds_dns_options options = DDDS_DNS_OPTIONS_INIT;
    options.servers = servers;
    options.server_count = 3;
    options.tries = 100;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ddds_database *dns = ddds_dns_database(ddds_dns_new(&options, NULL));
        refusal = rows[i].refusal;
        calls = 0;
        ddds_resolution *done =
            ddds_resolve(dns, NULL, "urn:example:a", NULL, NULL);
        const struct ddds_result *result = ddds_resolution_result(done);
        assert_int_equal(result->reason, DDDS_REASON_NETWORK);
        assert_non_null(strstr(result->detail, rows[i].detail));
        assert_int_equal(calls, 3);
        ddds_resolution_free(done);
        ddds_database_free(dns);
    }
}
