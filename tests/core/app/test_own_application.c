/* An application that the library knows nothing of: who answers for a licence
 * plate. Its own first well-known rule, services, fallback and choices are in
 * this file; the library is only called.
 *
 * Every member of the policy has a trial: the same question with the member as
 * it is and with another value, and different answers. So a member that the
 * library ignored would be found out; and so would one without a trial.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/ddds.h>

#include "base/table.h"

#define ZONE "fixtures/tables/own-application.zone"
#define TABLE "fixtures/tables/own-application.tsv"

/* ---- The policy -------------------------------------------------------- */

/* Data of fall_back about a lost plate. */
static const char lost[] = "lost";

static bool is_upper(char octet)
{
    return octet >= 'A' && octet <= 'Z';
}

static ddds_status refuse(struct ddds_error *error)
{
    if (error != NULL) {
        error->status = DDDS_BAD_INPUT;
        error->offset = 0;
        snprintf(error->detail, sizeof error->detail, "no plate");
    }
    return DDDS_BAD_INPUT;
}

/* Read the prefix of a plate, which selects the start. */
static const char *read_prefix(const char *plate, struct ddds_start *start,
                               struct ddds_error *error)
{
    switch (*plate) {
    case '!':
        start->beginning = DDDS_BEGIN_DIRECT;
        break;
    case '?':
        start->facts = lost;
        break;
    case '&':
        start->services = "owner";
        start->protocols = "post";
        start->note = "narrowed";
        break;
    case '=':
        start->beginning = DDDS_BEGIN_ADDRESS;
        start->address = (struct ddds_address){4, {192, 0, 2, 9}};
        start->offers = "keeper/fax";
        break;
    case '#':
        start->beginning = DDDS_BEGIN_UUID;
        (void)ddds_uuid_parse("f81d4fae-7dec-11d0-a765-00a0c91e6bf6", 36,
                              DDDS_UUID_CANONICAL, &start->uuid, error);
        break;
    case '@':
        start->is_urn = true;
        (void)ddds_urn_parse("urn:plate:1?=q", &start->urn, error);
        break;
    default:
        return plate;
    }
    return plate + 1;
}

/* "AB1:77": letters, a number, and perhaps a port. The key is
 * 1.ab.plates.example. */
static ddds_status first_well_known_rule(const struct ddds_application *self,
                                         const struct ddds_request *request,
                                         struct ddds_start *start,
                                         struct ddds_error *error)
{
    char letters[8] = "";
    size_t length = 0;
    const char *plate = read_prefix(request->input, start, error);
    for (; is_upper(plate[length]) && length < 7; length++) {
        letters[length] = (char)(plate[length] + ('a' - 'A'));
    }
    char *end;
    unsigned long number = strtoul(plate + length, &end, 10);
    if (length == 0 || number == 0 || number > 9999) {
        return refuse(error);
    }
    if (*end == ':') {
        start->port = (uint16_t)strtoul(end + 1, &end, 10);
    }
    snprintf(start->aus, start->aus_size, "%s", plate);
    snprintf(start->key, sizeof start->key, "%lu.%s.%s", number, letters,
             request->roots != NULL ? request->roots : self->root);
    return DDDS_OK;
}

/* "keeper/post/fax": a service and its protocols. */
static ddds_status read_services(const struct ddds_application *self,
                                 const char *text,
                                 struct ddds_services *services,
                                 struct ddds_error *error)
{
    services->service_count = 0;
    services->protocol_count = 0;
    if (strchr(text, '!') != NULL) {
        if (error != NULL) {
            snprintf(error->detail, sizeof error->detail, "no service");
        }
        return DDDS_MALFORMED;
    }
    while (*text != '\0') {
        const struct ddds_span item = {text, strcspn(text, "/")};
        if (services->service_count == 0) {
            services->services[services->service_count++] = item;
        } else {
            services->protocols[services->protocol_count++] = item;
        }
        text += item.length + (text[item.length] == '/' ? 1 : 0);
    }
    return DDDS_OK;
}

static bool is_span(struct ddds_span span, const char *text)
{
    return span.length == strlen(text) &&
           memcmp(span.text, text, span.length) == 0;
}

/* The service "anybody" satisfies all requests. */
static bool is_offered(const struct ddds_application *self,
                       struct ddds_span wanted, struct ddds_span offered)
{
    return is_span(offered, "anybody") ||
           (wanted.length == offered.length &&
            memcmp(wanted.text, offered.text, wanted.length) == 0);
}

/* Front and back of the office are one office. */
static bool is_same_node(const struct ddds_application *self, const char *one,
                         const char *other)
{
    const char *dot = strchr(one, '.');
    const char *other_dot = strchr(other, '.');
    return dot != NULL && other_dot != NULL && strcmp(dot, other_dot) == 0;
}

/* Hosts with one first letter are close. */
static unsigned measure_closeness(const struct ddds_application *self,
                                  const char *host, const char *near)
{
    return host[0] == near[0] ? 1 : 0;
}

/* First the servers of the key, then the office of the country; what is
 * lost is not looked for. */
static void fall_back(const struct ddds_application *self,
                      const struct ddds_start *start,
                      const struct ddds_dead_end *dead_end,
                      struct ddds_fallback *fallback)
{
    if (start->facts == lost || dead_end->round > 1) {
        return;
    }
    struct ddds_rule *rule = &fallback->rules[0];
    *rule = (struct ddds_rule){
        .flags = "a",
        .services = "keeper/post",
        .regexp = "",
        .replacement = "office.plates.example",
    };
    if (dead_end->round == 0) {
        int length = snprintf(fallback->names[0], DDDS_KEY_SIZE,
                              "_keeper._tcp.%s", start->key);
        assert_true(length < DDDS_KEY_SIZE);
        rule->flags = "s";
        rule->replacement = fallback->names[0];
    }
    fallback->count = 1;
    fallback->because = "the act of 1903";
}

static uint16_t default_port(const struct ddds_application *self,
                             const struct ddds_services *offered)
{
    return offered->protocol_count > 0 && is_span(offered->protocols[0], "fax")
               ? 1903
               : 0;
}

static const struct ddds_application plate = {
    .size = sizeof plate,
    .name = "plate",
    .title = "who answers for a licence plate",
    .subject = "licence plate",
    .first_key = "the number, then the letters, below plates.example",
    .service = "capacity",
    .root = "plates.example",
    .first_well_known_rule = first_well_known_rule,
    .flags = "SAU",
    .read_services = read_services,
    .is_offered = is_offered,
    .general_service = "chief",
    .service_family = "keep",
    .services = "keeper",
    .protocols = "post,fax",
    .regexp = DDDS_REGEXP_CONSTANT,
    .delegates_by_replacement = true,
    .order_closes = false,
    .pursues_one_protocol = true,
    .preference_is_weight = true,
    .is_same_node = is_same_node,
    .closeness = measure_closeness,
    .uri_is_absolute = true,
    .max_hops = 2,
    .fall_back = fall_back,
    .default_port = default_port,
    .unpublished = "no such plate was ever issued",
};

/* ---- Trials ------------------------------------------------------------ */

/* Random numbers that choose, of two rules that share a load, the first or the
 * last: one number for the shuffle, one for the draw. */
static uint32_t draw_first(void *context)
{
    return 0;
}

static uint32_t draw_last(void *context)
{
    static unsigned drawn;
    return drawn++ % 2 == 0 ? 0 : UINT32_MAX;
}

static void add(char *text, size_t size, const char *more)
{
    size_t length = strlen(text);
    snprintf(text + length, size - length, "%s", more);
}

static void describe_outcome(const struct ddds_outcome *outcome, char *text,
                             size_t size)
{
    add(text, size, text[0] != '\0' ? " " : "");
    add(text, size, ddds_outcome_name(outcome->kind));
    if (outcome->endpoint_count == 0) {
        add(text, size, " ");
        add(text, size, outcome->uri != NULL ? outcome->uri : outcome->output);
    }
    for (size_t i = 0; i < outcome->endpoint_count; i++) {
        char port[16];
        const struct ddds_endpoint *endpoint = &outcome->endpoints[i];
        snprintf(port, sizeof port, ":%u", endpoint->port);
        add(text, size, " ");
        add(text, size, endpoint->host);
        add(text, size, endpoint->has_port ? port : "");
    }
}

/* Resolve |input| and say in one line what came of it. */
static void resolve(const struct ddds_application *application,
                    const char *input, const struct ddds_options *options,
                    char *text, size_t size)
{
    struct ddds_error error;
    ddds_database *database = ddds_memory_new(NULL);
    assert_non_null(database);
    if (ddds_memory_load(database, ZONE, NULL, &error) != DDDS_OK) {
        fail_msg("%s", error.detail);
    }
    struct ddds_options chosen = *options;
    chosen.random = chosen.random != NULL ? chosen.random : draw_first;
    ddds_resolution *resolution =
        ddds_resolve(database, application, input, &chosen, &error);
    text[0] = '\0';
    if (resolution == NULL) {
        add(text, size, "refused: ");
        add(text, size, error.detail);
    } else {
        const struct ddds_result *result = ddds_resolution_result(resolution);
        for (size_t i = 0; i < result->outcome_count; i++) {
            describe_outcome(&result->outcomes[i], text, size);
        }
        if (result->outcome_count == 0) {
            add(text, size, ddds_reason_name(result->reason));
            add(text, size, ": ");
            add(text, size, result->detail != NULL ? result->detail : "-");
        }
    }
    ddds_resolution_free(resolution);
    ddds_database_free(database);
}

/* The same with every member otherwise. */
static ddds_status other_rule(const struct ddds_application *self,
                              const struct ddds_request *request,
                              struct ddds_start *start,
                              struct ddds_error *error)
{
    ddds_status status = first_well_known_rule(self, request, start, error);
    snprintf(start->key, sizeof start->key, "1.se.plates.example");
    return status;
}

static ddds_status other_services(const struct ddds_application *self,
                                  const char *text,
                                  struct ddds_services *services,
                                  struct ddds_error *error)
{
    return read_services(self, text + strlen(text), services, NULL);
}

static bool lists_all_hosts(const struct ddds_application *self,
                            const char *key)
{
    return key[0] != '\0';
}

static const struct ddds_application other = {
    .size = sizeof other,
    .name = "other",
    .first_key = "made otherwise",
    .first_well_known_rule = other_rule,
    .flags = "SAUP",
    .read_services = other_services,
    .regexp = DDDS_REGEXP_ANY,
    .order_closes = true,
    .service_decides = true,
    .requires_tags = true,
    .protocol_is_optional = true,
    .ranks_protocols = true,
    .lists_hosts = lists_all_hosts,
};

struct member {
    const char *name;
    size_t offset;
    size_t size;
};

#define MEMBER(member)                                                         \
    {                                                                          \
#member, offsetof(struct ddds_application, member),                    \
            sizeof(((struct ddds_application *)0)->member)                     \
    }

/* Those that have a trial. */
static const struct member members[] = {
    MEMBER(first_well_known_rule),
    MEMBER(root),
    MEMBER(flags),
    MEMBER(read_services),
    MEMBER(requires_tags),
    MEMBER(protocol_is_optional),
    MEMBER(general_service),
    MEMBER(service_family),
    MEMBER(is_offered),
    MEMBER(services),
    MEMBER(protocols),
    MEMBER(regexp),
    MEMBER(delegates_by_replacement),
    MEMBER(order_closes),
    MEMBER(pursues_one_protocol),
    MEMBER(ranks_protocols),
    MEMBER(preference_is_weight),
    MEMBER(service_decides),
    MEMBER(is_same_node),
    MEMBER(closeness),
    MEMBER(uri_is_absolute),
    MEMBER(max_hops),
    MEMBER(lists_hosts),
    MEMBER(fall_back),
    MEMBER(default_port),
    MEMBER(unpublished),
};

enum { TRIALS = sizeof members / sizeof members[0] };

static const struct member *find_member(struct ddds_span name)
{
    for (size_t i = 0; i < TRIALS; i++) {
        if (is_span(name, members[i].name)) {
            return &members[i];
        }
    }
    return NULL;
}

static struct ddds_options read_option(const char *name, const char *value)
{
    struct ddds_options options = DDDS_OPTIONS_INIT;
    const char *option = name != NULL ? name : "";
    options.all = strcmp(option, "all") == 0;
    options.random = strcmp(option, "last") == 0 ? draw_last : draw_first;
    options.roots = strcmp(option, "roots") == 0 ? value : NULL;
    options.services = strcmp(option, "services") == 0 ? value : NULL;
    options.near = strcmp(option, "near") == 0 ? value : NULL;
    return options;
}

TEST(each_member_is_obeyed)
{
    size_t trials = 0;
    for (const char **row = table_rows(TABLE, "Trials", 6); table_next(row);) {
        char answer[512];
        char other_answer[512];
        struct ddds_application changed = plate;
        const struct ddds_options options = read_option(row[2], row[3]);
        const struct member *member =
            find_member((struct ddds_span){row[0], strlen(row[0])});
        assert_ptr_equal(member, &members[trials++]);
        memcpy((char *)&changed + member->offset,
               (const char *)&other + member->offset, member->size);
        resolve(&plate, row[1], &options, answer, sizeof answer);
        resolve(&changed, row[1], &options, other_answer, sizeof other_answer);
        if (strcmp(answer, row[4]) != 0 || strcmp(other_answer, row[5]) != 0) {
            fail_msg("%s: %s; otherwise %s", row[0], answer, other_answer);
        }
    }
    assert_int_equal(trials, TRIALS);
}

/* ---- Completeness ------------------------------------------------------ */

/* Blank out the comments of |text|. */
static void drop_comments(char *text)
{
    for (char *at = strstr(text, "/*"); at != NULL; at = strstr(at, "/*")) {
        char *end = strstr(at, "*/");
        assert_non_null(end);
        memset(at, ' ', (size_t)(end + 2 - at));
    }
}

/* The name that |declaration| declares. */
static struct ddds_span declared(const char *declaration)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz_";
    const char *function = strstr(declaration, "(*");
    if (function != NULL) {
        return (struct ddds_span){function + 2, strspn(function + 2, letters)};
    }
    const char *end = declaration + strlen(declaration);
    const char *begin = end;
    while (begin > declaration && strchr(letters, begin[-1]) != NULL) {
        begin--;
    }
    return (struct ddds_span){begin, (size_t)(end - begin)};
}

static bool has_trial(struct ddds_span member)
{
    /* Members without a trial here: texts for people, which the tool's traces
     * show; passes_failures (fixtures/talks/alto-failure.talk); and members
     * that only checks of zones read (tests/check/test_check_services.c). */
    static const char *const words[] = {
        "name",           "title",           "subject",         "first_key",
        "service",        "example",         "passes_failures", "data",
        "known_services", "known_protocols", "known_servers",   "specification",
        "label"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (is_span(member, words[i])) {
            return true;
        }
    }
    return find_member(member) != NULL;
}

TEST(no_member_is_without_a_trial)
{
    static char text[65536];
    FILE *file = fopen("lib/core/include/ddds/application.h", "r");
    assert_non_null(file);
    assert_true(fread(text, 1, sizeof text - 1, file) > 0);
    fclose(file);
    drop_comments(text);
    char *next = strstr(text, "struct ddds_application {");
    assert_non_null(next);
    next = strchr(next, '{') + 1;
    *strstr(next, "\n};") = '\0';
    size_t count = 0;
    for (char *end = strchr(next, ';'); end != NULL; end = strchr(next, ';')) {
        *end = '\0';
        struct ddds_span member = declared(next);
        bool is_size =
            member.length == 4 && memcmp(member.text, "size", 4) == 0;
        if (member.length == 0 || (!is_size && !has_trial(member))) {
            fail_msg("%.*s has no trial", (int)member.length, member.text);
        }
        count++;
        next = end + 1;
    }
    assert_int_equal(count, TRIALS + 14);
}

/* ---- Messages ----------------------------------------------------------- */

TEST(a_refusal_speaks_of_the_application)
{
    char text[512];
    struct ddds_application rootless = other;
    const struct ddds_options options = {.size = sizeof options,
                                         .roots = "r.example"};
    resolve(&rootless, "AB1", &options, text, sizeof text);
    assert_string_equal(text,
                        "refused: root \"r.example\": other has no root to "
                        "replace: its first key is made otherwise; "
                        "leave it out");
    rootless.first_key = NULL;
    resolve(&rootless, "AB1", &options, text, sizeof text);
    assert_string_equal(text, "refused: root \"r.example\": other has no root "
                              "to replace; leave it out");
}

static void keep_meaning(void *self, const struct ddds_shown_rule *shown)
{
    snprintf(self, 64, "%s", shown->meaning);
}

/* One with the required members alone: nothing after them is read. */
TEST(the_required_members_suffice)
{
    const size_t size = offsetof(struct ddds_application, is_offered);
    struct ddds_application brief = plate;
    struct ddds_options options = {.size = sizeof options, .services = "none"};
    char meaning[64] = "";
    const struct ddds_show show = {
        .size = sizeof show, .self = meaning, .rule = keep_meaning};
    memset((char *)&brief + size, 0xff, sizeof brief - size);
    brief.size = size;
    brief.service = NULL;
    ddds_database *database = ddds_memory_new(NULL);
    assert_ok(ddds_memory_load(database, ZONE, NULL, NULL));
    ddds_resolution *resolution =
        ddds_resolve(database, &brief, "OF1", &options, NULL);
    assert_non_null(resolution);
    assert_ok(ddds_show_result(ddds_resolution_result(resolution),
                               DDDS_SHOW_TRACE, &show, NULL));
    assert_string_equal(meaning, "offers a different service");
    ddds_resolution_free(resolution);
    ddds_database_free(database);
}

/* ---- Beginnings -------------------------------------------------------- */

TEST(each_way_to_begin_is_obeyed)
{
    const struct ddds_options options = {.size = sizeof options};
    for (const char **row = table_rows(TABLE, "Beginnings", 2);
         table_next(row);) {
        char answer[512];
        resolve(&plate, row[0], &options, answer, sizeof answer);
        if (strcmp(answer, row[1]) != 0) {
            fail_msg("%s: %s", row[0], answer);
        }
    }
}

/* Other members of the start reach the result. */
TEST(what_the_start_says_comes_through)
{
    ddds_engine *engine = ddds_engine_new(&plate, "&AB1", NULL, NULL);
    struct ddds_question question = DDDS_QUESTION_INIT;
    const struct ddds_answer no = {.size = sizeof no,
                                   .reply = DDDS_REPLY_NO_NAME};
    while (ddds_engine_question(engine, &question)) {
        ddds_engine_answer(engine, question.id, &no, 0);
    }
    const struct ddds_result *result = ddds_engine_result(engine);
    assert_string_equal(result->note, "narrowed");
    assert_string_equal(result->aus, "AB1");
    assert_string_equal(result->key, "1.ab.plates.example");
    assert_string_equal(result->services, "owner");
    assert_string_equal(result->protocols, "post");
    assert_ptr_equal(result->application, &plate);
    assert_string_equal(result->steps[1].answer->detail, "the act of 1903");
    assert_ok(ddds_engine_restart(engine, "=AB1", NULL));
    result = ddds_engine_result(engine);
    assert_string_equal(result->outcomes[0].services, "keeper/fax");
    assert_int_equal(result->outcomes[0].endpoints[0].addresses[0].octets[3],
                     9);
    ddds_engine_free(engine);
}
