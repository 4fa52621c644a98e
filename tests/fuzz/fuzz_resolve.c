/* Whole resolutions, fed with answers made of the input: decoder, DNS with its
 * failover, cache and engine together. Only the network is ours.
 *
 * The input is a row of exchanges. The first octet of each says what comes of
 * the next try:
 *
 *     0 to 7     nothing: silence, a network that fails, ...
 *     8 to 15    the octets of a whole message, wrong ids and all
 *     others     a message that repeats the question: two octets of flags,
 *                three counts of an octet each, and the part after the question
 *
 * In the latter two, two octets are the length of the rest. Time passes only
 * when the library waits, as the input decides.
 *
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <time.h>

#include <ddds/ddds.h>

#include "db/wire/message.h"
#include "base/clocks.h"
#include "db/dns/transport.h"
#include "fuzz.h"

enum {
    EXCHANGES_MAX = 1024, /* under way */
    TRIES_MAX = 10000,    /* of one resolution: 64 queries, two servers, ... */
    MESSAGE_MAX = 65535,
};

/* One query that waits for its exchange. */
struct waiting {
    ddds_exchange_fn *done;
    void *context;
    size_t length;
    unsigned char octets[MESSAGE_QUERY_MAX];
};

static struct {
    const uint8_t *next;
    const uint8_t *end;
    uint64_t now; /* microseconds */
    bool is_on;
    uint16_t number;
    unsigned tries;
    size_t count;
    struct waiting waiting[EXCHANGES_MAX];
} world;

static unsigned take(void)
{
    return world.next < world.end ? *world.next++ : 0;
}

static unsigned take_two(void)
{
    unsigned high = take();
    return high << 8 | take();
}

/* ---- Time --------------------------------------------------------------- */

int __real_clock_gettime(clockid_t clock, struct timespec *time);
int __wrap_clock_gettime(clockid_t clock, struct timespec *time);

int __wrap_clock_gettime(clockid_t clock, struct timespec *time)
{
    if (!world.is_on) {
        return __real_clock_gettime(clock, time);
    }
    time->tv_sec = (time_t)(world.now / 1000000);
    time->tv_nsec = (long)(world.now % 1000000 * 1000);
    return 0;
}

/* ---- The network --------------------------------------------------------- */

/* A transport without state of its own, which is in |world|. */
struct dns_transport {
    bool is_open;
};

static struct dns_transport transport;

struct dns_transport *
ddds_transport_new(const struct ddds_dns_servers *servers,
                   const struct transport_options *options,
                   struct ddds_error *error)
{
    transport.is_open = true;
    world.count = 0;
    return &transport;
}

void ddds_transport_free(struct dns_transport *closed)
{
    if (closed != NULL) {
        require(closed->is_open);
        closed->is_open = false;
        world.count = 0;
    }
}

ddds_status ddds_transport_system(struct ddds_dns_servers *servers,
                                  struct server_families families, bool *trusts,
                                  struct ddds_error *error)
{
    *trusts = true;
    abort(); /* Servers are given. */
}

void ddds_transport_send(struct dns_transport *used,
                         const struct sending *sending)
{
    require(used->is_open);
    require(world.count < EXCHANGES_MAX &&
            sending->length <= MESSAGE_QUERY_MAX);
    require(++world.tries <= TRIES_MAX);
    struct waiting *waiting = &world.waiting[world.count++];
    waiting->done = sending->done;
    waiting->context = sending->context;
    waiting->length = sending->length;
    memcpy(waiting->octets, sending->octets, sending->length);
}

bool ddds_transport_flush(struct dns_transport *used)
{
    require(used->is_open);
    return false;
}

bool ddds_transport_draw(struct dns_transport *used, uint16_t *number)
{
    *number = world.number++;
    return true;
}

const char *ddds_transport_refusal(struct dns_transport *used)
{
    return NULL;
}

int ddds_transport_timeout(struct dns_transport *used, int limit)
{
    return limit;
}

void ddds_transport_process(struct dns_transport *used, int descriptor,
                            bool readable, bool writable)
{
}

size_t ddds_transport_sockets(const struct dns_transport *used,
                              struct ddds_dns_socket *list, size_t size)
{
    return 0;
}

/* ---- Exchanges ----------------------------------------------------------- */

static void add(unsigned char *message, size_t *length, size_t wanted)
{
    size_t left = (size_t)(world.end - world.next);
    size_t room = MESSAGE_MAX - *length;
    size_t count = wanted < left ? wanted : left;
    count = count < room ? count : room;
    memcpy(message + *length, world.next, count);
    world.next += count;
    *length += count;
}

/* Begin |message| with the header and question of an answer to |query|. */
static size_t answer_question(const struct waiting *query,
                              unsigned char *message)
{
    size_t question = MESSAGE_HEADER;
    while (query->octets[question] != 0) {
        question += 1 + query->octets[question];
    }
    question += 1 + MESSAGE_QUESTION_END;
    memcpy(message, query->octets, question);
    message[2] = (unsigned char)(0x80 ^ take());
    message[3] = (unsigned char)take();
    memset(message + 6, 0, 6);
    message[7] = (unsigned char)take();
    message[9] = (unsigned char)take();
    message[11] = (unsigned char)take();
    return question;
}

static struct exchange make_exchange(const struct waiting *query,
                                     unsigned char *message)
{
    static const enum exchange_status statuses[] = {
        EXCHANGE_TIMEOUT, EXCHANGE_NETWORK, EXCHANGE_NO_MEMORY};
    unsigned how = take();
    struct exchange exchange = {.is_tcp = how % 2 != 0};
    if (how < 8) {
        exchange.status = statuses[how % 3];
        exchange.detail = "so it is";
        return exchange;
    }
    exchange.octets = message;
    exchange.length = how < 16 ? 0 : answer_question(query, message);
    add(message, &exchange.length, take_two());
    return exchange;
}

ddds_status ddds_transport_wait(struct dns_transport *used, int timeout,
                                int descriptor)
{
    require(used->is_open && world.count > 0);
    world.now += 1000 * (take() % 16 == 0 ? take_two() : 1);
    struct waiting query = world.waiting[0];
    memmove(world.waiting, world.waiting + 1,
            --world.count * sizeof world.waiting[0]);
    unsigned char *room = malloc(MESSAGE_MAX);
    require(room != NULL);
    struct exchange exchange = make_exchange(&query, room);
    /* In memory of its own size, so that a read past its end is seen. */
    unsigned char *octets = malloc(exchange.length + 1);
    require(octets != NULL);
    memcpy(octets, room, exchange.length);
    free(room);
    unsigned char *exact =
        realloc(octets, exchange.length > 0 ? exchange.length : 1);
    require(exact != NULL);
    exchange.octets = exchange.octets != NULL ? exact : NULL;
    query.done(query.context, &exchange);
    free(exact);
    return DDDS_OK;
}

/* ---- What must be true --------------------------------------------------- */

/* The result as text, so that two runs can be compared. */
struct report {
    char text[65536];
    size_t length;
};

static void report(struct report *report, const char *text)
{
    size_t length = strlen(text);
    size_t room = sizeof report->text - report->length;
    length = length < room ? length : room;
    memcpy(report->text + report->length, text, length);
    report->length += length;
}

/* A replacement that names a host may be any name. The target of a server must
 * be a valid name of a host. */
static void check_endpoint(const struct ddds_endpoint *endpoint)
{
    char key[DDDS_KEY_SIZE];
    char name[DDDS_NAME_SIZE];
    require(endpoint->is_server
                ? ddds_key_parse(endpoint->host, key, NULL) == DDDS_OK
                : ddds_name_parse(endpoint->host, name, NULL) == DDDS_OK);
    for (size_t i = 0; i < endpoint->address_count; i++) {
        require(endpoint->addresses[i].length == 4 ||
                endpoint->addresses[i].length == 16);
    }
}

static void check_outcome(const struct ddds_outcome *outcome,
                          struct report *all)
{
    require(outcome->output[0] != '\0');
    for (const char *at = outcome->output; *at != '\0'; at++) {
        require((unsigned char)*at > ' ' && *at != 0x7f);
    }
    for (size_t i = 0; i < outcome->endpoint_count; i++) {
        check_endpoint(&outcome->endpoints[i]);
    }
    report(all, ddds_outcome_name(outcome->kind));
    report(all, outcome->output);
}

static void check_result(const struct ddds_result *result, struct report *all)
{
    require((result->outcome_count > 0) ==
            (result->reason == DDDS_REASON_RESOLVED));
    require(result->queries <= 2 * LIMIT_QUERIES);
    for (size_t i = 0; i < result->outcome_count; i++) {
        check_outcome(&result->outcomes[i], all);
    }
    report(all, ddds_reason_name(result->reason));
    report(all, result->at != NULL ? result->at : "-");
    for (size_t i = 0; i < result->step_count; i++) {
        const struct ddds_step *step = &result->steps[i];
        require(step->answer != NULL);
        report(all, step->name);
        report(all, step->answer->detail != NULL ? step->answer->detail : "-");
        for (size_t j = 0; j < step->rule_count; j++) {
            report(all, ddds_verdict_name(step->rules[j].verdict));
        }
    }
}

static uint32_t draw(void *context)
{
    uint32_t *state = context;
    return *state = *state * 1664525 + 1013904223;
}

/* Resolve a few inputs, the first twice: its second result may come from the
 * cache.
 */
static void resolve_all(ddds_database *database, struct report *all)
{
    static const char *const inputs[] = {"urn:foo:1", "http://www.example/x",
                                         "urn:foo:1", "urn:cid:1@b.example"};
    for (size_t i = 0; i < sizeof inputs / sizeof inputs[0]; i++) {
        uint32_t state = 1;
        const struct ddds_options options = {
            .size = sizeof options,
            .random = draw,
            .random_context = &state,
            .all = i % 2 != 0,
        };
        struct ddds_error error;
        world.tries = 0;
        ddds_resolution *resolution =
            ddds_resolve(database, NULL, inputs[i], &options, &error);
        if (resolution == NULL) {
            require(error.status == DDDS_NO_MEMORY);
            report(all, error.detail);
            continue;
        }
        check_result(ddds_resolution_result(resolution), all);
        ddds_resolution_free(resolution);
    }
}

/* The records of one type, as they are. */
static void keep_records(void *context, uint32_t id,
                         const struct ddds_answer *answer)
{
    for (size_t i = 0; i < answer->record_count; i++) {
        static struct ddds_fields fields = DDDS_FIELDS_INIT;
        struct ddds_error error;
        ddds_status status =
            ddds_record_read(&answer->records[i], &fields, &error);
        require(answer->records[i].defect == NULL || status != DDDS_OK);
        report(context, answer->records[i].owner);
    }
    report(context, answer->detail != NULL ? answer->detail : ".");
}

static void ask_for_records(ddds_database *database, struct report *all)
{
    const struct ddds_question question = {
        .size = sizeof question,
        .kind = DDDS_ASK_RECORDS,
        .name = "foo.urn.arpa",
        .type = DDDS_TYPE_NAPTR,
    };
    world.tries = 0;
    database->methods->lookup(database, &question, ddds_clock_now(),
                              keep_records, all);
    while (world.count > 0) {
        ddds_database_wait(database);
    }
}

static void run(const uint8_t *data, size_t size, struct report *all)
{
    static const char *const servers[] = {"192.0.2.1", "192.0.2.2"};
    const struct ddds_dns_options options = {
        .size = sizeof options, .servers = servers, .server_count = 2};
    world.next = data;
    world.end = data + size;
    world.now = UINT64_C(1000000000);
    world.number = 1;
    all->length = 0;
    ddds_database *dns = ddds_dns_database(ddds_dns_new(&options, NULL));
    require(dns != NULL);
    ddds_database *cached = ddds_cached_new(dns, NULL, NULL);
    require(cached != NULL);
    resolve_all(cached, all);
    ask_for_records(cached, all);
    ddds_database_free(cached);
    require(!transport.is_open);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct report first;
    static struct report second;
    world.is_on = true;
    run(data, size, &first);
    run(data, size, &second);
    world.is_on = false;
    require(first.length == second.length &&
            memcmp(first.text, second.text, first.length) == 0);
    return 0;
}
