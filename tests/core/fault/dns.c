/* DNS without memory: messages, answers, lookups, caches, resolutions. Every
 * caller gets an answer, and a correct answer once memory is available again.
 *
 * SPDX-License-Identifier: MIT */
#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <ddds/ddds.h>

#include "db/wire/additional.h"
#include "db/wire/progress.h"
#include "db/cache/cache.h"
#include "base/clocks.h"
#include "db/dns/transport.h"
#include "core/fault/harness.h"
#include "core/server/misbehave.h"
#include "core/names.h"
#include "core/wire.h"

static struct misbehaving server;

/* ---- Messages and their data -------------------------------------------- */

/* Beginnings of an arena: its users go for memory at different times. */
enum { MOST_PADDING = 1024 };

static struct wire wire;

static bool read_answer(uint16_t type, struct arena *arena,
                        struct ddds_answer *answer)
{
    struct message message;
    struct progress progress;
    struct ddds_error error;
    ddds_status status =
        ddds_message_read(wire.octets, wire.length, arena, &message, &error);
    if (status == DDDS_OK) {
        struct plain_name memory;
        const struct name_view name = labels_of("a.example", &memory);
        ddds_progress_begin(&progress, &name, type, arena);
        ddds_progress_read(&progress, &message);
        if (progress.reply == DDDS_REPLY_NO_MEMORY) {
            return false;
        }
        fault_demand(progress.reply == DDDS_REPLY_DATA, "data");
        status = ddds_progress_take(&progress, &message, arena, NULL, answer,
                                    &error);
    }
    if (status != DDDS_OK) {
        fault_demand(status == DDDS_NO_MEMORY && error.status == status,
                     "NO_MEMORY");
        return false;
    }
    ddds_additional_take(&message, arena, answer);
    return true;
}

static bool read_padded(uint16_t type, size_t additions)
{
    static char memory[MOST_PADDING];
    struct arena arena;
    struct ddds_answer answer = {.size = sizeof answer, .ttl = UINT32_MAX};
    ddds_arena_init(&arena, memory, (size_t)fault_padding);
    bool ok = read_answer(type, &arena, &answer);
    bool is_whole = ok && answer.addition_count == additions;
    ddds_ruleset_free(answer.ruleset);
    ddds_arena_free(&arena);
    return is_whole;
}

static void send_along(const char *owner, const char *host)
{
    wire_server(&wire, 3, owner, 60, host);
    wire_address(&wire, 3, host, 60, 1);
    wire_address6(&wire, 3, host, 60, 1);
}

static bool read_rules(void)
{
    wire_begin(&wire, 0, "a.example", TYPE_NAPTR);
    wire_alias(&wire, NULL, TYPE_CNAME, 60, "b.a.example");
    wire_rule(&wire, "b.a.example", "s", "", "s.a.example");
    wire_rule(&wire, "b.a.example", "u", "!.*!http://x/!", "");
    size_t at = wire_record(&wire, 1, "b.a.example", TYPE_NAPTR, 60);
    wire_u16(&wire, 1); /* a rule that cannot be read */
    wire_end(&wire, at);
    send_along("s.a.example", "h.a.example");
    return read_padded(TYPE_NAPTR, 2);
}

static bool read_servers(void)
{
    wire_begin(&wire, 0, "a.example", TYPE_SRV);
    wire_server(&wire, 1, NULL, 60, "h.a.example");
    wire_server(&wire, 1, NULL, 60, "i.a.example");
    send_along("s.a.example", "h.a.example");
    return read_padded(TYPE_SRV, 1);
}

static bool read_addresses(void)
{
    wire_begin(&wire, 0, "a.example", TYPE_A);
    wire_address(&wire, 1, NULL, 60, 1);
    wire_address(&wire, 1, NULL, 60, 2);
    return read_padded(TYPE_A, 0);
}

/* ---- Octets to and fro -------------------------------------------------- */

enum { PATIENCE = 20000 }; /* milliseconds: nothing is to time out */

struct kept {
    unsigned count;
    enum exchange_status status;
};

static void keep(void *context, const struct exchange *exchange)
{
    struct kept *kept = context;
    kept->count++;
    kept->status = exchange->status;
}

static struct kept exchange_once(struct dns_transport *transport)
{
    unsigned char octets[MESSAGE_QUERY_MAX];
    struct plain_name name;
    const struct message_query query = {.name = labels_of("tcp.test", &name),
                                        .type = TYPE_NAPTR,
                                        .id = 1,
                                        .buffer_size = 1232,
                                        .asks_ad = true};
    struct kept kept = {0};
    size_t length = ddds_message_write_query(&query, octets);
    const struct sending sending = {0,     octets, length, keep, &kept,
                                    false, NULL,   NULL,   false};
    ddds_transport_send(transport, &sending);
    while (kept.count == 0) {
        ddds_transport_flush(transport);
        ddds_transport_wait(transport, PATIENCE, -1);
    }
    fault_demand(kept.count == 1, "one outcome");
    return kept;
}

static bool exchange_with(bool cares)
{
    struct ddds_error error;
    struct ddds_dns_servers servers = {.count = 0};
    const struct ddds_dns_options here = {.size = sizeof here,
                                          .port = server.port};
    const struct transport_options options = {.timeout = PATIENCE,
                                              .cares = cares};
    fault_demand(ddds_dns_servers_add(&servers, "127.0.0.1", &here, &error) ==
                     DDDS_OK,
                 "an address needs no memory");
    struct dns_transport *transport =
        ddds_transport_new(&servers, &options, &error);
    if (transport == NULL) {
        fault_demand(error.status == DDDS_NO_MEMORY, "NO_MEMORY for an object");
        return false;
    }
    struct kept kept = exchange_once(transport);
    fault_demand(kept.status == EXCHANGE_DONE ||
                     kept.status == EXCHANGE_NO_MEMORY,
                 "an answer, or no memory for it");
    fault_end();
    fault_demand(exchange_once(transport).status == EXCHANGE_DONE,
                 "an answer, with memory");
    ddds_transport_free(transport);
    return kept.status == EXCHANGE_DONE;
}

static bool exchange_own(void)
{
    return exchange_with(false);
}

static bool exchange_by_cares(void)
{
    return exchange_with(true);
}

/* ---- Lookups ------------------------------------------------------------ */

static ddds_database *open_dns(void)
{
    char text[32];
    struct ddds_error error;
    snprintf(text, sizeof text, "127.0.0.1:%u", server.port);
    const char *const servers[] = {text};
    const struct ddds_dns_options options = {.size = sizeof options,
                                             .servers = servers,
                                             .server_count = 1,
                                             .timeout = PATIENCE};
    ddds_database *dns = ddds_dns_database(ddds_dns_new(&options, &error));
    fault_demand(dns != NULL || error.status == DDDS_NO_MEMORY,
                 "NO_MEMORY for an object");
    return dns;
}

static ddds_database *open_cached(void)
{
    struct ddds_error error;
    ddds_database *dns = open_dns();
    ddds_database *cached =
        dns != NULL ? ddds_cached_new(dns, NULL, &error) : NULL;
    if (dns != NULL && cached == NULL) {
        fault_demand(error.status == DDDS_NO_MEMORY, "NO_MEMORY for an object");
        ddds_database_free(dns);
    }
    return cached;
}

struct heard {
    unsigned count;
    bool is_data;
};

static void hear(void *context, uint32_t id, const struct ddds_answer *answer)
{
    struct heard *heard = context;
    heard->count++;
    heard->is_data = answer->reply == DDDS_REPLY_DATA;
    fault_demand(heard->is_data || answer->reply == DDDS_REPLY_NO_MEMORY,
                 "data, or the reason why not");
}

enum { ASKERS = 3 };

static const enum ddds_question_kind kinds[] = {
    DDDS_ASK_RULES, DDDS_ASK_SERVERS, DDDS_ASK_ADDRESSES};

/* Ask for all at |name| three times at once; true if everybody got data. */
static bool ask_all(ddds_database *database, const char *name)
{
    struct heard heard[ASKERS * 3] = {{0}};
    bool ok = true;
    for (unsigned i = 0; i < ASKERS * 3; i++) {
        const struct ddds_question question = {.size = sizeof question,
                                               .id = i,
                                               .kind = kinds[i % 3],
                                               .name = name};
        database->methods->lookup(database, &question, ddds_clock_now(), hear,
                                  &heard[i]);
    }
    while (ddds_database_wait_for(database, -1, -1) == DDDS_OK) {
    }
    for (unsigned i = 0; i < ASKERS * 3; i++) {
        fault_demand(heard[i].count == 1, "one answer for everybody");
        ok &= heard[i].is_data;
    }
    return ok;
}

static bool look_up_in(ddds_database *database, const char *name)
{
    if (database == NULL) {
        return false;
    }
    bool ok = ask_all(database, name);
    fault_end();
    fault_demand(ask_all(database, name), "data, with memory");
    ddds_database_free(database);
    return ok;
}

static bool look_up(void)
{
    return look_up_in(open_dns(), "host.test");
}

/* More records than the memory that lookups keep. */
static bool look_up_many(void)
{
    return look_up_in(open_dns(), "many-400.test");
}

static bool look_up_cached(void)
{
    return look_up_in(open_cached(), "host.test");
}

/* ---- Caches ------------------------------------------------------------- */

static bool store_and_find(void)
{
    struct ddds_error error;
    static const struct ddds_srv srv = {1, 2, 80, "host.example"};
    const struct ddds_answer answer = {.size = sizeof answer,
                                       .reply = DDDS_REPLY_DATA,
                                       .ttl = 60,
                                       .server = "192.0.2.1:53",
                                       .servers = &srv,
                                       .server_count = 1};
    ddds_cache *cache = ddds_cache_new(0, &error);
    if (cache == NULL) {
        fault_demand(error.status == DDDS_NO_MEMORY, "NO_MEMORY for an object");
        return false;
    }
    bool ok = true;
    for (unsigned i = 0; i < 3; i++) {
        const char *const names[] = {"a", "b", "a"};
        const struct ddds_question question = {.size = sizeof question,
                                               .kind = DDDS_ASK_SERVERS,
                                               .name = names[i]};
        struct ddds_answer found;
        struct cache_key key = ddds_cache_key(cache, &question);
        ddds_cache_store(cache, &key, 0, &answer);
        struct cache_entry *entry = ddds_cache_find(cache, &key, 0, &found);
        ok &= entry != NULL;
        fault_demand(entry == NULL || found.servers[0].port == 80,
                     "what was stored, or nothing");
        ddds_cache_release(entry);
    }
    ddds_cache_free(cache);
    return ok;
}

/* ---- Resolutions -------------------------------------------------------- */

/* The addresses that |input| leads to; false if memory ended on the way. */
static bool resolve(ddds_database *database, const char *input)
{
    static const struct ddds_options options = {.size = sizeof options,
                                                .roots = "test"};
    struct ddds_error error;
    ddds_resolution *resolution =
        ddds_resolve(database, ddds_application_urn(), input, &options, &error);
    if (resolution == NULL) {
        fault_demand(error.status == DDDS_NO_MEMORY, "NO_MEMORY for an object");
        return false;
    }
    const struct ddds_result *result = ddds_resolution_result(resolution);
    bool ok = result->outcome_count > 0 &&
              result->outcomes[0].endpoints[0].address_count > 0;
    fault_demand(result->outcome_count > 0 ||
                     (result->reason == DDDS_REASON_SERVER_FAILURE &&
                      strstr(result->detail, "out of memory") != NULL),
                 "the reason, if there is no outcome");
    ddds_resolution_free(resolution);
    return ok;
}

static bool resolve_cached(const char *input)
{
    ddds_database *database = open_cached();
    if (database == NULL) {
        return false;
    }
    bool ok = resolve(database, input);
    fault_end();
    fault_demand(resolve(database, input), "addresses, with memory");
    ddds_database_free(database);
    return ok;
}

static bool resolve_at_once(void)
{
    return resolve_cached("urn:complete:1");
}

static bool resolve_step_by_step(void)
{
    return resolve_cached("urn:forged:1");
}

/* ---- An event loop of the caller's --------------------------------------- */

static void wait_for_sockets(ddds_database *dns)
{
    enum { MOST = 48 };
    struct ddds_dns_socket sockets[MOST];
    struct pollfd polled[MOST];
    int timeout = ddds_dns_timeout((ddds_dns *)dns);
    size_t count = ddds_dns_sockets((ddds_dns *)dns, sockets, MOST);
    for (size_t i = 0; i < count; i++) {
        polled[i].fd = sockets[i].descriptor;
        polled[i].events = (short)((sockets[i].readable ? POLLIN : 0) |
                                   (sockets[i].writable ? POLLOUT : 0));
    }
    int ready = poll(polled, (nfds_t)count, timeout);
    for (size_t i = 0; ready > 0 && i < count; i++) {
        if (polled[i].revents != 0) {
            ddds_dns_process((ddds_dns *)dns, polled[i].fd,
                             (polled[i].revents & ~POLLOUT) != 0,
                             (polled[i].revents & POLLOUT) != 0);
        }
    }
    ddds_dns_process((ddds_dns *)dns, -1, false, false);
}

static bool look_up_in_loop(void)
{
    struct heard heard = {0};
    ddds_database *dns = open_dns();
    if (dns == NULL) {
        return false;
    }
    const struct ddds_question question = {
        .size = sizeof question, .kind = DDDS_ASK_RULES, .name = "host.test"};
    dns->methods->lookup(dns, &question, ddds_clock_now(), hear, &heard);
    while (heard.count == 0) {
        wait_for_sockets(dns);
    }
    fault_demand(heard.count == 1, "one answer");
    ddds_database_free(dns);
    return heard.is_data;
}

int main(void)
{
    static const struct fault_case cases[] = {
        {"message of rules", read_rules, MOST_PADDING},
        {"message of servers", read_servers, MOST_PADDING},
        {"message of addresses", read_addresses, MOST_PADDING},
        {"exchange", exchange_own, 0},
        {"exchange by c-ares", exchange_by_cares, 0},
        {"lookups", look_up, 0},
        {"lookups of many records", look_up_many, 0},
        {"lookup in a loop", look_up_in_loop, 0},
        {"cache", store_and_find, 0},
        {"lookups, cached", look_up_cached, 0},
        {"resolution of one query", resolve_at_once, 0},
        {"resolution of several", resolve_step_by_step, 0},
    };
    misbehave_start(&server);
    fault_run(cases, sizeof cases / sizeof *cases, NULL, NULL);
    misbehave_stop(&server);
    return 0;
}
