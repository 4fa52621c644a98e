/* Live checks, as ddds lint @SERVER and check_names() of Python make them, over
 * sockets that answer with the input (fuzz_sockets.h). The first octet chooses
 * the transport, the servers and the names.
 *
 * Every check ends, its findings are lines of text, and no socket stays open.
 *
 * SPDX-License-Identifier: MIT */
#include "fuzz_sockets.h"

#include <ddds/check.h>

static void take_finding(void *context, const struct ddds_finding *finding)
{
    require(finding->code != NULL && finding->detail != NULL);
    for (const char *at = finding->detail; *at != '\0'; at++) {
        require((unsigned char)*at >= ' ' && *at != 0x7f);
    }
    require(finding->owner == NULL || strlen(finding->owner) < DDDS_NAME_SIZE);
}

static void take_complaint(void *context, const char *text)
{
    require(text[0] != '\0');
}

static void check(unsigned how)
{
    static const char *const servers[] = {"192.0.2.1", "[2001:db8::1]:5353"};
    static const char *const names[] = {"foo.test", "a.b.foo.test"};
    const struct ddds_dns_options dns = {
        .size = sizeof dns,
        .servers = servers,
        .server_count = 1 + (how & 1),
        .tries = 1,
        .tcp = (how & 2) != 0,
        .transport = (how & 4) != 0 ? DDDS_TRANSPORT_CARES : DDDS_TRANSPORT_UDP,
    };
    struct ddds_check_live live = DDDS_CHECK_LIVE_INIT;
    live.dns = &dns;
    live.asks_authorities = (how & 8) != 0;
    live.now = 1700000000;
    live.complaint = take_complaint;
    ddds_check *checked = ddds_check_new(NULL, NULL);
    require(checked != NULL);
    ddds_check_names(checked, &live, names, 1 + (how >> 4 & 1), NULL);
    require(ddds_check_report(checked, take_finding, NULL, NULL, NULL) ==
            DDDS_OK);
    ddds_check_free(checked);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) {
        return 0;
    }
    world_begin(data + 1, size - 1);
    check(data[0]);
    world_end();
    return 0;
}
