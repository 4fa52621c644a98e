/* An application and a database of the program's own, an engine that the
 * program drives, and DNS.
 *
 * SPDX-License-Identifier: MIT */
#include "grown.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- An application ----------------------------------------------------- */

static ddds_status start(const struct ddds_application *self,
                         const struct ddds_request *request,
                         struct ddds_start *start, struct ddds_error *error)
{
    printf("start %s %zu %s %s %d\n", request->input, request->length,
           grown_text(request->roots), grown_text(request->services),
           request->is_local);
    if (strcmp(request->input, "bad") == 0) {
        return ddds_error_set(error, DDDS_BAD_INPUT, 1, "%s refuses it",
                              self->name);
    }
    memcpy(start->aus, request->input, request->length + 1);
    strcpy(start->key, "own.example");
    start->port = 4242;
    start->note = "a note";
    if (strcmp(request->input, "direct") == 0) {
        start->beginning = DDDS_BEGIN_DIRECT;
    }
    return ddds_urn_parse("urn:own:1", &start->urn, NULL);
}

static ddds_status read_services(const struct ddds_application *self,
                                 const char *text,
                                 struct ddds_services *services,
                                 struct ddds_error *error)
{
    (void)self;
    (void)error;
    services->protocol_count = 1;
    services->service_count = 1;
    services->protocols[0] = (struct ddds_span){"own", 3};
    services->services[0] = (struct ddds_span){text, strlen(text)};
    return DDDS_OK;
}

static void fall_back(const struct ddds_application *self,
                      const struct ddds_start *start,
                      const struct ddds_dead_end *dead_end,
                      struct ddds_fallback *fallback)
{
    (void)self;
    printf("dead end %s %u %s %d %d\n", start->key, dead_end->round,
           ddds_reason_name(dead_end->reason), dead_end->is_published,
           dead_end->is_denied);
    if (dead_end->round > 0) {
        return;
    }
    strcpy(fallback->names[1], "a.own.example");
    fallback->rules[0] = (struct ddds_rule){.flags = "s",
                                            .services = "one",
                                            .regexp = "",
                                            .replacement = "_own.own.example"};
    fallback->rules[1] = (struct ddds_rule){.order = 1,
                                            .flags = "a",
                                            .services = "two",
                                            .regexp = "",
                                            .replacement = fallback->names[1]};
    fallback->count = 2;
    fallback->because = "the test";
}

static uint16_t find_port(const struct ddds_application *self,
                          const struct ddds_services *offered)
{
    (void)self;
    printf("port for %s\n", grown_span(offered->services[0]));
    return 7;
}

static struct ddds_application own_application(void)
{
    struct ddds_application own = DDDS_APPLICATION_INIT;
    own.name = "own";
    own.title = "one of this test";
    own.subject = own.first_key = own.service = "a thing";
    own.first_well_known_rule = start;
    own.flags = "SAU";
    own.read_services = read_services;
    own.fall_back = fall_back;
    own.default_port = find_port;
    own.unpublished = "nothing is published";
    return own;
}

/* ---- A database --------------------------------------------------------- */

struct own_database {
    struct ddds_database base;
    unsigned lookups;
};

static void look_up(ddds_database *database,
                    const struct ddds_question *question, uint64_t now,
                    ddds_answer_fn *answer, void *context)
{
    static const struct ddds_srv servers[] = {
        {.priority = 1, .weight = 2, .port = 3, .target = "a.own.example"},
        {.priority = 2, .weight = 2, .port = 4, .target = "b.own.example"}};
    static const struct ddds_address addresses[] = {
        {.length = 4, .octets = {192, 0, 2, 9}}};
    struct own_database *own = (struct own_database *)database;
    struct ddds_answer given = DDDS_ANSWER_INIT;
    struct ddds_answer more = DDDS_ANSWER_INIT;
    const struct ddds_addition additions[] = {
        {DDDS_ASK_ADDRESSES, "a.own.example", &more},
        {DDDS_ASK_ADDRESSES, "b.own.example", &more}};
    (void)now;
    own->lookups++;
    printf("asked %u %d %s %d\n", own->lookups, (int)question->kind,
           question->name, question->authenticated);
    given.ttl = more.ttl = 60;
    more.addresses = addresses;
    more.address_count = 1;
    if (question->kind == DDDS_ASK_SERVERS) {
        given.servers = servers;
        given.server_count = 2;
        given.additions = additions;
        given.addition_count = 2;
    } else if (question->kind == DDDS_ASK_ADDRESSES) {
        given.addresses = addresses;
        given.address_count = 1;
    } else {
        given.reply = DDDS_REPLY_NO_NAME;
        given.detail = "the program's own detail";
    }
    answer(context, question->id, &given);
}

static void free_own(ddds_database *database)
{
    free(database);
}

static ddds_database *own_database(void)
{
    static struct ddds_database_class own_class = DDDS_DATABASE_CLASS_INIT;
    own_class.lookup = look_up;
    own_class.free = free_own;
    struct own_database *own = calloc(1, sizeof *own);
    own->base.methods = &own_class;
    return ddds_cached_new(&own->base, NULL, NULL);
}

static void resolve_own(void)
{
    static const char *const inputs[] = {"thing", "direct", "bad", "thing"};
    const struct ddds_application own = own_application();
    struct ddds_options options = DDDS_OPTIONS_INIT;
    struct ddds_error error;
    ddds_database *database = own_database();
    options.all = true;
    for (size_t i = 0; i < sizeof inputs / sizeof inputs[0]; i++) {
        ddds_resolution *done =
            ddds_resolve(database, &own, inputs[i], &options, &error);
        if (done == NULL) {
            printf("%d %s\n", (int)error.status, error.detail);
            continue;
        }
        grown_print_result(ddds_resolution_result(done));
        ddds_resolution_free(done);
    }
    ddds_database_free(database);
}

/* ---- An engine ---------------------------------------------------------- */

static void drive_engine(void)
{
    static const struct ddds_rule rules[] = {
        {2, 1, "u", "I2L+http", "!^.*$!http://b/!", "", NULL},
        {1, 1, "u", "I2L+http", "!^.*$!http://a/!", "", NULL}};
    struct ddds_question question = DDDS_QUESTION_INIT;
    ddds_engine *engine =
        ddds_engine_new(ddds_application_urn(), "urn:foo:1", NULL, NULL);
    while (ddds_engine_question(engine, &question)) {
        struct ddds_answer answer = DDDS_ANSWER_INIT;
        printf("question %u %d %s\n", (unsigned)question.id, (int)question.kind,
               question.name);
        answer.ruleset = ddds_ruleset_new(rules, 2, NULL);
        answer.ttl = 5;
        ddds_engine_answer(engine, question.id, &answer, 0);
        ddds_ruleset_free(answer.ruleset);
    }
    grown_print_result(ddds_engine_result(engine));
    ddds_engine_reject(engine, 1);
    grown_print_result(ddds_engine_result(engine));
    ddds_engine_free(engine);
}

/* ---- DNS ---------------------------------------------------------------- */

static void watch(void *context, int descriptor, bool readable, bool writable)
{
    (void)descriptor;
    (void)readable;
    (void)writable;
    ++*(unsigned *)context;
}

/* Port 1 of this host answers nothing. */
static void ask_dns(void)
{
    static const char *const servers[] = {"127.0.0.1:1"};
    static const char *const bad[] = {"?"};
    struct ddds_error error;
    struct ddds_dns_socket sockets[4];
    unsigned watched = 0;
    struct ddds_dns_options options = DDDS_DNS_OPTIONS_INIT;
    options.servers = bad;
    options.server_count = 1;
    ddds_dns *dns = ddds_dns_new(&options, &error);
    printf("%d %d\n", dns == NULL, (int)error.status);
    options.servers = servers;
    options.timeout = 50;
    options.tries = 1;
    options.watch = watch;
    options.watch_context = &watched;
    dns = ddds_dns_new(&options, &error);
    ddds_database *database = ddds_dns_database(dns);
    ddds_resolution *resolution =
        ddds_resolution_new(database, NULL, "urn:foo:1", NULL, NULL);
    grown_say("start", ddds_resolution_start(resolution, NULL, NULL));
    bool is_limited = ddds_dns_timeout(dns) <= 50;
    printf("limited %d, sockets %zu\n", is_limited,
           ddds_dns_sockets(dns, sockets, 4));
    while (ddds_resolution_result(resolution) == NULL) {
        ddds_database_wait(database);
    }
    printf("%d %d\n", watched > 0,
           (int)ddds_reason_class(ddds_resolution_result(resolution)->reason));
    ddds_resolution_free(resolution);
    ddds_database_free(database);
}

void grown_use_extensions(void)
{
    resolve_own();
    drive_engine();
    ask_dns();
}
