/* Create a validator: translate its options to those of libunbound.
 *
 * libunbound reads no configuration files, neither its own nor the system's.
 *
 * SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unbound.h>

#include "base/error.h"
#include "base/domain.h"
#include "validate/tls_server.h"
#include "validate/unbound_lock.h"
#include "validate/validator.h"

enum { BUFFER_MIN = 512, BUFFER_MAX = 4096 };

/* ---- Options of libunbound ----------------------------------------------- */

struct unbound_option {
    const char *name;
    const char *value;
};

/* Options that always differ from libunbound's defaults. Do not synthesise
 * answers for private names, keep order and TTL of records, and do not report
 * trust anchors. Queries over UDP, each on its own socket, do not wait for each
 * other. Servers without an answer are tried again after seconds. */
static const struct unbound_option always[] = {
    {"outgoing-range:", "256"},
    {"outgoing-num-tcp:", "10"},
    {"rrset-roundrobin:", "no"},
    {"minimal-responses:", "yes"},
    {"trust-anchor-signaling:", "no"},
    {"unblock-lan-zones:", "yes"},
    {"local-zone:", "test. transparent"},
    {"local-zone:", "home.arpa. transparent"},
    {"infra-keep-probing:", "yes"},
    {"infra-cache-max-rtt:", "5000"},
    {"cache-max-ttl:", "2147483647"},
    {"cache-max-negative-ttl:", "2147483647"},
};

static ddds_status set(struct ub_ctx *context, const char *name,
                       const char *value, struct ddds_error *error)
{
    errno = 0; /* libunbound has a single status for all failures */
    if (ub_ctx_set_option(context, name, value) == UB_NOERROR) {
        return DDDS_OK;
    }
    return errno == ENOMEM
               ? ddds_error_no_memory(error)
               : ddds_error_set(error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                                "libunbound %s does not accept \"%s %.100s\"",
                                ub_version(), name, value);
}

static ddds_status set_all(struct ub_ctx *context,
                           const struct ddds_validator_options *options,
                           bool has_tls, struct ddds_error *error)
{
    bool has_tcp = options->tcp || has_tls;
    char size[16];
    unsigned octets = options->buffer_size;
    octets = octets < BUFFER_MIN   ? BUFFER_MIN
             : octets > BUFFER_MAX ? BUFFER_MAX
                                   : octets;
    snprintf(size, sizeof size, "%u", octets);
    const struct {
        bool is_wanted;
        struct unbound_option option;
    } chosen[] = {
        {options->buffer_size != 0, {"edns-buffer-size:", size}},
        {options->ipv4_only && !has_tls, {"do-ip6:", "no"}},
        {options->ipv6_only && !has_tls, {"do-ip4:", "no"}},
        {has_tcp, {"tcp-upstream:", "yes"}},
        {has_tcp, {"do-udp:", "no"}},
        {options->root_hints != NULL, {"root-hints:", options->root_hints}},
    };
    ddds_status status = DDDS_OK;
    for (size_t i = 0;
         i < sizeof always / sizeof always[0] && status == DDDS_OK; i++) {
        status = set(context, always[i].name, always[i].value, error);
    }
    for (size_t i = 0;
         i < sizeof chosen / sizeof chosen[0] && status == DDDS_OK; i++) {
        if (chosen[i].is_wanted) {
            status = set(context, chosen[i].option.name, chosen[i].option.value,
                         error);
        }
    }
    return status;
}

/* ---- Servers ------------------------------------------------------------- */

static struct ddds_dns_options
get_families(const struct ddds_validator_options *options)
{
    return (struct ddds_dns_options){.size = sizeof(struct ddds_dns_options),
                                     .ipv4_only = options->ipv4_only,
                                     .ipv6_only = options->ipv6_only};
}

/* Size of "ADDRESS@PORT", libunbound's format. */
enum { UNBOUND_ADDRESS_SIZE = DDDS_ADDRESS_TEXT_SIZE + 8 };

static void write_address(const struct ddds_dns_server *server,
                          char text[UNBOUND_ADDRESS_SIZE])
{
    char address[DDDS_ADDRESS_TEXT_SIZE];
    ddds_address_format(&server->address, address);
    snprintf(text, UNBOUND_ADDRESS_SIZE, "%s@%u", address,
             (unsigned)server->port);
}

static ddds_status forward(struct ub_ctx *context,
                           const struct ddds_dns_servers *servers,
                           struct ddds_error *error)
{
    for (size_t i = 0; i < servers->count; i++) {
        char text[UNBOUND_ADDRESS_SIZE];
        write_address(&servers->list[i], text);
        if (ub_ctx_set_fwd(context, text) != UB_NOERROR) {
            return ddds_error_no_memory(error);
        }
    }
    return DDDS_OK;
}

static bool has_tunnels(const struct ddds_validator *validator)
{
    return validator->tunnels.server_count > 0;
}

/* Forward to the local ports of the tunnels. */
static ddds_status forward_by_tunnels(struct ddds_validator *validator,
                                      struct ddds_error *error)
{
    struct tunnels *tunnels = &validator->tunnels;
    struct ddds_dns_servers entrances = {.count = tunnels->server_count};
    ddds_status status = ddds_tunnels_begin(tunnels, &validator->loop, error);
    for (size_t i = 0; i < entrances.count; i++) {
        entrances.list[i] = tunnels->servers[i].entrance;
    }
    return status == DDDS_OK ? forward(validator->context, &entrances, error)
                             : status;
}

static ddds_status add_servers(struct ddds_validator *validator,
                               const struct ddds_validator_options *options,
                               const struct ddds_dns_options *how,
                               struct ddds_dns_servers *servers,
                               struct ddds_error *error)
{
    struct ddds_dns_options plain = *how;
    plain.port = options->port;
    ddds_status status = DDDS_OK;
    for (size_t i = 0; i < options->server_count && status == DDDS_OK; i++) {
        const char *text = options->servers[i];
        if (ddds_server_has_tls(text) !=
            ddds_server_has_tls(options->servers[0])) {
            return ddds_error_set(
                error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                "servers with and without TLS cannot be combined: queries "
                "without TLS would be visible");
        }
        status = ddds_server_has_tls(text)
                     ? ddds_tls_server_add(&validator->tunnels, servers, text,
                                           how, error)
                     : ddds_dns_servers_add(servers, text, &plain, error);
    }
    return status;
}

/* Name the servers, of which a failure lists at most three. */
static void describe(struct ddds_validator *validator,
                     const struct ddds_dns_servers *servers)
{
    const size_t count = servers->count;
    const char *scheme = has_tunnels(validator) ? TLS_SCHEME : "";
    struct arena *arena = &validator->constants;
    validator->is_forwarder = count > 0;
    validator->server =
        ddds_arena_format(arena, "%s%s", count == 1 ? scheme : "",
                          count == 1 ? servers->list[0].text : "libunbound");
    validator->failure =
        count == 0
            ? "libunbound got no usable answer"
            : ddds_arena_format(
                  arena,
                  "libunbound asked %s%s%s%s%s%s, and got no usable answer; to "
                  "see why, ask without validation",
                  servers->list[0].text, count > 1 ? ", " : "",
                  count > 1 ? servers->list[1].text : "", count > 2 ? ", " : "",
                  count > 2 ? servers->list[2].text : "",
                  count > 3 ? ", ..." : "");
}

/* Find the recursive servers; without servers libunbound recurses itself. */
static ddds_status find_servers(struct ddds_validator *validator,
                                const struct ddds_validator_options *options,
                                struct ddds_error *error)
{
    const struct ddds_dns_options how = get_families(options);
    struct ddds_dns_servers servers = {.count = 0};
    ddds_status status = DDDS_OK;
    if (options->recursive && options->server_count > 0) {
        return ddds_error_set(error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                              "recursion begins at the root, not at \"%.100s\"",
                              options->servers[0]);
    }
    if (options->server_count > 0) {
        status = add_servers(validator, options, &how, &servers, error);
    } else if (!options->recursive) {
        status = ddds_dns_servers_add(&servers, NULL, &how, error);
    }
    if (status == DDDS_OK) {
        status = has_tunnels(validator)
                     ? forward_by_tunnels(validator, error)
                     : forward(validator->context, &servers, error);
    }
    describe(validator, &servers);
    return status != DDDS_OK ||
                   (validator->server != NULL && validator->failure != NULL)
               ? status
               : ddds_error_no_memory(error);
}

/* ---- Stubs --------------------------------------------------------------- */

static ddds_status add_stub(struct ub_ctx *context,
                            const struct ddds_validator_stub *stub,
                            const struct ddds_dns_options *how,
                            struct ddds_error *error)
{
    struct ddds_dns_servers servers = {.count = 0};
    struct ddds_error why;
    char name[LIMIT_NAME_SIZE];
    if (ddds_domain_parse(stub->zone, strlen(stub->zone), name, &why) !=
        DDDS_OK) {
        return ddds_error_set(error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                              "zone \"%.100s\": %s", stub->zone, why.detail);
    }
    ddds_status status =
        stub->server_count > 0
            ? DDDS_OK
            : ddds_error_set(error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                             "zone \"%.100s\": a stub needs a server",
                             stub->zone);
    for (size_t i = 0; i < stub->server_count && status == DDDS_OK; i++) {
        status = ddds_dns_servers_add(&servers, stub->servers[i], how, error);
    }
    for (size_t i = 0; i < servers.count && status == DDDS_OK; i++) {
        char text[UNBOUND_ADDRESS_SIZE];
        write_address(&servers.list[i], text);
        if (ub_ctx_set_stub(context, name[0] != '\0' ? name : ".", text, 0) !=
            UB_NOERROR) {
            status = ddds_error_no_memory(error);
        }
    }
    return status;
}

static ddds_status add_stubs(struct ddds_validator *validator,
                             const struct ddds_validator_options *options,
                             struct ddds_error *error)
{
    const struct ddds_dns_options how = get_families(options);
    ddds_status status = DDDS_OK;
    if (options->stub_count > 0 && has_tunnels(validator)) {
        return ddds_error_set(
            error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
            "servers of single zones are queried without TLS, and cannot be "
            "combined with servers with TLS");
    }
    for (size_t i = 0; i < options->stub_count && status == DDDS_OK; i++) {
        status = add_stub(validator->context, &options->stubs[i], &how, error);
    }
    return status;
}

/* ---- Root servers -------------------------------------------------------- */

/* Check the file here: libunbound reads it late, and only logs errors. */
static ddds_status check_hints(const char *path, struct ddds_error *error)
{
    const struct ddds_zone_options options = {.size = sizeof options,
                                              .origin = "."};
    ddds_database *memory = ddds_memory_new(error);
    ddds_status status = memory != NULL
                             ? ddds_memory_load(memory, path, &options, error)
                             : DDDS_NO_MEMORY;
    ddds_database_free(memory);
    return status;
}

/* ---- Trust anchors ------------------------------------------------------- */

static ddds_status add_anchors(struct trust_anchors *anchors,
                               const struct ddds_validator_options *options,
                               struct ddds_error *error)
{
    if (options->trust_anchor_file_count == 0 &&
        options->trust_anchors == NULL) {
        return ddds_trust_anchors_find(anchors, error);
    }
    ddds_status status =
        options->trust_anchors != NULL
            ? ddds_trust_anchors_parse(anchors, options->trust_anchors, error)
            : DDDS_OK;
    for (size_t i = 0;
         i < options->trust_anchor_file_count && status == DDDS_OK; i++) {
        status = ddds_trust_anchors_read(anchors,
                                         options->trust_anchor_files[i], error);
    }
    return status == DDDS_OK ? ddds_trust_anchors_check(anchors, error)
                             : status;
}

/* ---- Opening ------------------------------------------------------------- */

ddds_status ddds_validator_open(struct ddds_validator *validator,
                                const struct ddds_validator_options *options,
                                struct ddds_error *error)
{
    if (!ddds_event_loop_begin(&validator->loop)) {
        return ddds_error_set(
            error, DDDS_UNREADABLE, DDDS_NO_OFFSET,
            "cannot create an epoll instance: too many open files");
    }
    validator->rulebook = ddds_rulebook_new(error);
    ddds_unbound_lock();
    validator->context = ub_ctx_create_ub_event(&validator->loop.base);
    ddds_unbound_unlock();
    if (validator->context == NULL || validator->rulebook == NULL) {
        return ddds_error_no_memory(error);
    }
    ub_ctx_debugout(validator->context, NULL);
    validator->anchors.context = validator->context;
    validator->anchors.arena = &validator->constants;
    ddds_status status = find_servers(validator, options, error);
    if (status == DDDS_OK) {
        status = add_stubs(validator, options, error);
    }
    if (status == DDDS_OK && options->root_hints != NULL) {
        status = check_hints(options->root_hints, error);
    }
    if (status == DDDS_OK) {
        status = add_anchors(&validator->anchors, options, error);
    }
    validator->has_tcp = options->tcp || has_tunnels(validator);
    return status == DDDS_OK ? set_all(validator->context, options,
                                       has_tunnels(validator), error)
                             : status;
}
