/* The whole engine, fed by strangers: rules, servers, addresses and replies are
 * made of fuzz octets, and so is what the caller does.
 *
 * Whatever happens, it must end within its limits, with outcomes or a reason
 * and never both, and with a trace that hangs together. The same answers in
 * another order must lead to the same result. The octets of each answer depend
 * on the question's name, so that two engines can get the same answers in
 * opposite orders.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/engine.h>

#include "base/limits.h"
#include "fuzz.h"

#define PICK(octets, words)                                                    \
    ((words)[take(octets) % (sizeof(words) / sizeof *(words))])

/* ---- Octets ------------------------------------------------------------ */

/* Octets of the input, which begin again at the end. */
struct octets {
    const uint8_t *data;
    size_t size;
    size_t at;
};

static uint8_t take(struct octets *octets)
{
    return octets->size == 0 ? 0 : octets->data[octets->at++ % octets->size];
}

/* A short string of anything but NUL. */
static const char *take_text(struct octets *octets, char text[32])
{
    size_t length = take(octets) % 31;
    for (size_t i = 0; i < length; i++) {
        uint8_t octet = take(octets);
        text[i] = (char)(octet == 0 ? '.' : octet);
    }
    text[length] = '\0';
    return text;
}

/* ---- Answers ----------------------------------------------------------- */

static const char *const inputs[] = {
    "urn:foo:1",
    "urn:foo:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab",
    "URN:Foo:a%2fb?+r?=q#f",
    "http://www.example.com/a/b?c#d",
    "cid:199606121851.1@bar.example.com",
    "urn:uuid:F81D4FAE-7dec-11d0-a765-00a0c91e6bf6",
    "urn:",
};

/* Of all applications: half of them will do for none. */
static const char *const others[] = {
    "example.com",
    "a.example",
    "A.Example.",
    "user@a.example",
    "0234150999999999@wlan.mnc015.mcc234.3gppnetwork.org",
    "iso6523-actorid-upis::0208:0677424046",
    "+44-116-496-0348",
    "sip:alice@a.example",
    "sips:a.example;transport=tcp",
    "sip:192.0.2.1:5070",
    "sip:a.example:5070",
    "a.example;transport=ws",
    "sip:b@a.example;maddr=c.example;transport=ws",
    "internet.apn.epc.mnc001.mcc001.3gppnetwork.org",
    "tai:001-01-1b64",
};
static const char *const flags[] = {"",  "s", "a",  "u",  "p", "S",
                                    "U", "x", "su", "uu", "d"};
static const char *const services[] = {
    "",
    "thttp+I2L",
    "+I2L",
    "rcds+I2C+I2L",
    "thttp",
    "+",
    "E2U+sip",
    "EM:protA",
    "EM:protB:protA",
    "EM",
    ":protB",
    "x-eduroam:radius.tls",
    "aaa+auth:radius.tls.tcp",
    "Meta:SMP",
    "SIP+D2U",
    "SIPS+D2T",
    "sIp+d2Z",
    "sip+voice:tel+E2U",
    "E2U+P-x:sip",
    "x-3gpp-pgw:x-s5-gtp:x-s8-gtp",
};
static const char *const regexps[] = {
    "",
    "",
    "!^.*$!http://a.example/?x!",
    "!^urn:foo:(.*)$!http://a.example/\\1!i",
    "!^.*$!a.example!",
    "!^.*$!b.example.!",
    "!.*@(.*)$!\\1!",
    "!(a|ab)(b|c)?!\\1\\2.example!",
    "!(a+)+$!x:y!",
    "!(!x:y!",
    "!^.*$!foo.urn.arpa!",
    "!^.*$!x:\\1!",
};
static const char *const uris[] = {
    "http://a.example/path", "a:b", "", "no uri", "https://b.example/#c",
};
static const char *const names[] = {
    "",
    "a.example",
    "b.example",
    "c.example",
    "d.example",
    "foo.urn.arpa",
    "www.example.com",
    "x\\032y.example",
    "_s.example",
    "1",
    "example.com",
    "topon.s5.a.example",
};

enum { MOST_RECORDS = 8 };

/* An answer and all that it points to. */
struct told {
    struct ddds_answer answer;
    struct ddds_srv servers[MOST_RECORDS];
    struct ddds_uri_target targets[MOST_RECORDS];
    struct ddds_address addresses[MOST_RECORDS];
    char texts[MOST_RECORDS][4][32];
};

static ddds_ruleset *make_rules(struct octets *octets, struct told *told)
{
    struct ddds_rule rules[MOST_RECORDS];
    size_t count = take(octets) % (MOST_RECORDS + 1);
    for (size_t i = 0; i < count; i++) {
        uint8_t wild = take(octets);
        rules[i] = (struct ddds_rule){
            .order = take(octets) % 3,
            .preference = take(octets) % 3,
            .flags = PICK(octets, flags),
            .services = PICK(octets, services),
            .regexp = PICK(octets, regexps),
            .replacement = PICK(octets, names),
            .defect = wild == 0xff ? "a defect" : NULL,
        };
        if (wild % 8 == 1) {
            rules[i].flags = take_text(octets, told->texts[i][0]);
        }
        if (wild % 8 == 2) {
            rules[i].services = take_text(octets, told->texts[i][1]);
        }
        if (wild % 8 == 3) {
            rules[i].regexp = take_text(octets, told->texts[i][2]);
        }
        if (wild % 8 == 4) {
            rules[i].replacement = take_text(octets, told->texts[i][3]);
        }
    }
    ddds_ruleset *ruleset = ddds_ruleset_new(rules, count, NULL);
    require(ruleset != NULL);
    return ruleset;
}

static void make_servers(struct octets *octets, struct told *told)
{
    told->answer.servers = told->servers;
    told->answer.server_count = take(octets) % (MOST_RECORDS + 1);
    for (size_t i = 0; i < told->answer.server_count; i++) {
        told->servers[i] = (struct ddds_srv){
            .priority = take(octets) % 3,
            .weight = take(octets),
            .port = take(octets),
            .target = PICK(octets, names),
        };
    }
}

static void make_targets(struct octets *octets, struct told *told)
{
    told->answer.targets = told->targets;
    told->answer.target_count = take(octets) % (MOST_RECORDS + 1);
    for (size_t i = 0; i < told->answer.target_count; i++) {
        told->targets[i] = (struct ddds_uri_target){
            .priority = take(octets) % 3,
            .weight = take(octets),
            .uri = PICK(octets, uris),
        };
    }
}

static void make_addresses(struct octets *octets, struct told *told)
{
    told->answer.addresses = told->addresses;
    told->answer.address_count = take(octets) % (MOST_RECORDS + 1);
    for (size_t i = 0; i < told->answer.address_count; i++) {
        told->addresses[i].length = take(octets) % 2 == 0 ? 4 : 16;
        memset(told->addresses[i].octets, take(octets), 16);
    }
}

static void make_answer(struct octets *octets, enum ddds_question_kind kind,
                        struct told *told)
{
    uint8_t reply = take(octets);
    memset(told, 0, sizeof *told);
    told->answer.size = sizeof told->answer;
    told->answer.reply =
        reply % 2 == 0
            ? DDDS_REPLY_DATA
            : (enum ddds_reply)(reply / 2 % (DDDS_REPLY_MALFORMED + 1));
    told->answer.ttl = take(octets);
    told->answer.authenticated = take(octets) % 4 != 0;
    told->answer.queries = 1;
    switch (kind) {
    case DDDS_ASK_RULES:
        told->answer.ruleset = make_rules(octets, told);
        break;
    case DDDS_ASK_SERVERS:
        make_servers(octets, told);
        break;
    case DDDS_ASK_ADDRESSES:
        make_addresses(octets, told);
        break;
    case DDDS_ASK_URIS:
        make_targets(octets, told);
        break;
    case DDDS_ASK_RECORDS:
        break; /* the engine does not ask for them */
    }
}

/* The answer is handed over and freed: no pointer to it may be kept. */
static void hand_over(ddds_engine *engine, uint32_t id, struct told *told,
                      uint64_t now)
{
    ddds_engine_answer(engine, id, &told->answer, now);
    ddds_ruleset_free(told->answer.ruleset);
    memset(told, 0xee, sizeof *told);
}

/* ---- What must be true ------------------------------------------------- */

static void check_endpoints(const struct ddds_outcome *outcome,
                            const struct ddds_options *options)
{
    require(outcome->endpoint_count <= LIMIT_SERVERS);
    size_t addresses = 0;
    for (size_t i = 0; i < outcome->endpoint_count; i++) {
        const struct ddds_endpoint *endpoint = &outcome->endpoints[i];
        require(endpoint->host != NULL && endpoint->host[0] != '\0');
        require(endpoint->is_server == (outcome->kind == DDDS_OUTCOME_SERVERS));
        require(endpoint->has_port || !endpoint->is_server);
        require(!endpoint->has_addresses || !options->no_addresses);
        addresses += endpoint->address_count;
        for (size_t j = 0; j < endpoint->address_count; j++) {
            uint8_t length = endpoint->addresses[j].length;
            require(length == 4 || length == 16);
        }
    }
    require(outcome->endpoint_count == 0 || options->no_addresses ||
            addresses > 0);
}

/* A UUID is known without asking anybody. */
static void check_uuid(const struct ddds_result *result,
                       const struct ddds_outcome *outcome)
{
    require(result->outcome_count == 1 && result->step_count == 0);
    require(outcome->step == DDDS_NO_STEP);
    require(strcmp(outcome->output,
                   "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6") == 0);
}

/* Return true if an answer was rejected because it is not authenticated. Later
 * outcomes rely on that. */
static bool was_rejected(const struct ddds_result *result)
{
    bool was = false;
    for (size_t i = 0; i < result->step_count; i++) {
        const struct ddds_answer *answer = result->steps[i].answer;
        was |= answer == NULL || !answer->authenticated;
    }
    return was;
}

static void check_outcome(const struct ddds_result *result,
                          const struct ddds_outcome *outcome,
                          const struct ddds_options *options)
{
    bool has_endpoints = outcome->kind == DDDS_OUTCOME_SERVERS ||
                         outcome->kind == DDDS_OUTCOME_HOST;
    if (outcome->kind == DDDS_OUTCOME_UUID) {
        check_uuid(result, outcome);
        return;
    }
    if (outcome->step == DDDS_NO_STEP) { /* an address to begin with */
        require(result->outcome_count == 1 && result->step_count == 0);
        require(outcome->endpoint_count == 1);
        return;
    }
    require(outcome->step < result->step_count);
    require(outcome->rule < result->steps[outcome->step].rule_count);
    const struct ddds_judged_rule *judged =
        &result->steps[outcome->step].rules[outcome->rule];
    require(judged->verdict == DDDS_VERDICT_CHOSEN);
    require(strcmp(judged->output, outcome->output) == 0);
    require(outcome->output[0] != '\0');
    require((outcome->uri != NULL) == (outcome->kind == DDDS_OUTCOME_URI));
    require((outcome->endpoint_count > 0) == has_endpoints);
    require(outcome->target_count <= LIMIT_SERVERS);
    require((outcome->target_count > 0) == (judged->next == DDDS_NEXT_TARGETS));
    require(outcome->authenticated || !options->require_authenticated ||
            outcome->ttl == DDDS_NO_TTL || was_rejected(result));
    check_endpoints(outcome, options);
}

static void check_rules(const struct ddds_step *step)
{
    for (size_t i = 0; i < step->rule_count; i++) {
        const struct ddds_judged_rule *judged = &step->rules[i];
        require(judged->rule != NULL);
        require(judged->verdict <= DDDS_VERDICT_DEAD_END);
        bool would_do = judged->verdict == DDDS_VERDICT_CHOSEN ||
                        judged->verdict == DDDS_VERDICT_ACCEPTABLE ||
                        judged->verdict == DDDS_VERDICT_DEAD_END;
        require(!would_do ||
                (judged->output != NULL && judged->output[0] != '\0'));
        require(judged->verdict != DDDS_VERDICT_DEAD_END ||
                judged->reason != NULL);
        require(i == 0 ||
                step->rules[i - 1].rule->order <= judged->rule->order);
    }
}

/* By the caller; if data have expired by then, each starts the run again. */
static unsigned rejections;

static void check_result(const struct ddds_result *result,
                         const struct ddds_options *options)
{
    bool is_found = result->outcome_count > 0;
    require(is_found == (result->reason == DDDS_REASON_RESOLVED));
    require(options->all || result->outcome_count <= 1);
    size_t asked = 0;
    require(result->aus != NULL && result->input != NULL);
    for (size_t i = 0; i < result->outcome_count; i++) {
        check_outcome(result, &result->outcomes[i], options);
    }
    for (size_t i = 0; i < result->step_count; i++) {
        const struct ddds_step *step = &result->steps[i];
        asked += step->is_fallback ? 0 : 1;
        require(asked <= options->max_queries);
        require(step->cause == DDDS_NO_STEP || step->cause < i);
        require(step->cause == DDDS_NO_STEP ||
                step->cause_rule < result->steps[step->cause].rule_count);
        require(step->depth <= options->max_hops + 1);
        require(step->run <= 1 + rejections);
        check_rules(step);
    }
}

/* ---- Two orders, one result -------------------------------------------- */

/* Steps of a resolution: its queries, and the rules that stood in, twice if it
 * started again. */
enum { MOST_STEPS = LIMIT_QUERIES + 2 * LIMIT_FALLBACKS };

/* Open questions, the oldest first; and all questions, by id. */
struct open {
    struct ddds_question questions[MOST_STEPS];
    size_t count;
    enum ddds_question_kind kinds[MOST_STEPS];
    bool were_asked[MOST_STEPS];
};

static void ask_all(ddds_engine *engine, struct open *open)
{
    struct ddds_question question = DDDS_QUESTION_INIT;
    while (open->count < MOST_STEPS &&
           ddds_engine_question(engine, &question)) {
        open->questions[open->count++] = question;
        require(question.id < MOST_STEPS);
        open->kinds[question.id] = question.kind;
        open->were_asked[question.id] = true;
    }
}

static struct ddds_question close_question(struct open *open, size_t index)
{
    struct ddds_question question = open->questions[index];
    open->count--;
    memmove(open->questions + index, open->questions + index + 1,
            (open->count - index) * sizeof question);
    return question;
}

/* The octets at the place that a question's name decides. */
static struct octets octets_of(const struct octets *octets,
                               const struct ddds_question *question)
{
    uint32_t hash = 2166136261u + (uint32_t)question->kind;
    for (const char *at = question->name; *at != '\0'; at++) {
        hash = (hash ^ (uint8_t)*at) * 16777619u;
    }
    struct octets place = *octets;
    place.at = octets->size == 0 ? 0 : hash % octets->size;
    return place;
}

static const struct ddds_result *
answer_all(ddds_engine *engine, const struct octets *octets, bool is_backwards)
{
    struct open open = {.count = 0};
    struct told told;
    for (ask_all(engine, &open); open.count > 0; ask_all(engine, &open)) {
        struct ddds_question question =
            close_question(&open, is_backwards ? open.count - 1 : 0);
        struct octets place = octets_of(octets, &question);
        make_answer(&place, question.kind, &told);
        hand_over(engine, question.id, &told, 0);
    }
    require(ddds_engine_result(engine) != NULL);
    return ddds_engine_result(engine);
}

static void compare_outcomes(const struct ddds_outcome *one,
                             const struct ddds_outcome *other)
{
    require(one->kind == other->kind);
    require(strcmp(one->output, other->output) == 0);
    require(one->ttl == other->ttl);
    require(one->authenticated == other->authenticated);
    require(one->endpoint_count == other->endpoint_count);
    for (size_t i = 0; i < one->endpoint_count; i++) {
        const struct ddds_endpoint *a = &one->endpoints[i];
        const struct ddds_endpoint *b = &other->endpoints[i];
        require(strcmp(a->host, b->host) == 0 && a->port == b->port);
        require(a->address_count == b->address_count);
        require(a->address_count == 0 ||
                memcmp(a->addresses, b->addresses,
                       a->address_count * sizeof *a->addresses) == 0);
    }
}

static void compare_results(const struct ddds_result *one,
                            const struct ddds_result *other)
{
    require(one->reason == other->reason);
    require((one->at == NULL) == (other->at == NULL));
    require(one->at == NULL || strcmp(one->at, other->at) == 0);
    require(one->step_count == other->step_count);
    require(one->queries == other->queries);
    require(one->outcome_count == other->outcome_count);
    for (size_t i = 0; i < one->outcome_count; i++) {
        compare_outcomes(&one->outcomes[i], &other->outcomes[i]);
    }
}

static void play_two_orders(ddds_engine *one, ddds_engine *other,
                            const struct octets *octets,
                            const struct ddds_options *options)
{
    for (int round = 0; round < 4; round++) {
        const struct ddds_result *result = answer_all(one, octets, false);
        check_result(result, options);
        compare_results(result, answer_all(other, octets, true));
        ddds_engine_reject(one, 0);
        ddds_engine_reject(other, 0);
    }
}

/* ---- Anything may happen ----------------------------------------------- */

/* Answer a question, perhaps again, or after it was cancelled. */
static void answer_any(ddds_engine *engine, struct octets *octets,
                       const struct open *open, uint64_t now)
{
    struct told told;
    uint32_t id = take(octets) % MOST_STEPS;
    if (open->were_asked[id]) {
        make_answer(octets, open->kinds[id], &told);
        hand_over(engine, id, &told, now);
    }
}

static void answer_open(ddds_engine *engine, struct octets *octets,
                        struct open *open, uint64_t now)
{
    struct told told;
    if (open->count > 0) {
        struct ddds_question question =
            close_question(open, take(octets) % open->count);
        make_answer(octets, question.kind, &told);
        hand_over(engine, question.id, &told, now);
    }
}

/* One thing that a caller may do, sensible or not. */
static void act(ddds_engine *engine, struct octets *octets, struct open *open,
                uint64_t *now)
{
    switch (take(octets) % 16) {
    case 0:
        *now += take(octets) * UINT64_C(1000);
        break;
    case 1:
        ddds_engine_reject(engine, *now);
        rejections++;
        break;
    case 2:
        ddds_engine_stop(engine, DDDS_REASON_TIMEOUT, "stopped");
        break;
    case 3:
        answer_any(engine, octets, open, *now);
        break;
    case 4:
        if (take(octets) % 8 == 0) {
            *open = (struct open){.count = 0};
            ddds_engine_restart(engine, PICK(octets, inputs), NULL);
        }
        break;
    default:
        answer_open(engine, octets, open, *now);
    }
}

static void play_anything(ddds_engine *engine, struct octets *octets,
                          const struct ddds_options *options)
{
    struct open open = {.count = 0};
    uint64_t now = 0;
    rejections = 0;
    while (octets->at < octets->size) {
        ask_all(engine, &open);
        const struct ddds_result *result = ddds_engine_result(engine);
        if (result != NULL && ddds_engine_status(engine) == DDDS_OK) {
            check_result(result, options);
        }
        require(result != NULL || open.count > 0);
        act(engine, octets, &open, &now);
    }
}

/* ---- The target -------------------------------------------------------- */

static uint32_t draw(void *context)
{
    return take(context) * UINT32_C(0x01010101);
}

static struct ddds_options make_options(struct octets *octets)
{
    uint8_t switches = take(octets);
    uint8_t lists = take(octets);
    static const char *const wanted_services[] = {
        NULL, "I2L,I2C", "EM,x-eduroam,sip", "aaa+auth,Meta,x-3gpp-pgw"};
    static const char *const wanted_protocols[] = {
        NULL, "thttp", "protA,protB,radius.tls,SMP", "tcp,udp"};
    return (struct ddds_options){
        .size = sizeof(struct ddds_options),
        .services = wanted_services[lists % 4],
        .protocols = wanted_protocols[lists / 4 % 4],
        .roots = lists / 16 % 4 == 1 ? "example" : NULL,
        .own_hosts = lists / 64 == 1 ? "a.example,HOST.example." : NULL,
        .near = lists / 64 == 2 ? "topon.s5.a.example,HOST.example." : NULL,
        .all = (switches & 1) != 0,
        .no_q = (switches & 2) != 0,
        .dns = (switches & 16) != 0,
        .no_addresses = (switches & 4) != 0,
        .require_authenticated = (switches & 8) != 0,
        .max_hops = 1 + take(octets) % 16,
        .max_queries = 1 + take(octets) % LIMIT_QUERIES,
    };
}

/* One of RFC 3404's inputs with its application; or any application, with an
 * input that may be for it, or with octets. */
static const struct ddds_application *
choose(struct octets *octets, uint8_t manner, char text[32], const char **input)
{
    const struct ddds_application *const *all = ddds_applications();
    size_t count = 0;
    *input = PICK(octets, inputs);
    if (manner / 2 % 2 == 0) {
        return ddds_application_for(*input);
    }
    while (all[count] != NULL) {
        count++;
    }
    switch (manner / 4 % 4) {
    case 0:
        break;
    case 1:
        *input = take_text(octets, text);
        break;
    default:
        *input = PICK(octets, others);
    }
    return all[manner / 16 % count];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct octets octets = {data, size, 0};
    uint8_t manner = take(&octets);
    const char *input;
    char text[32];
    const struct ddds_application *application =
        choose(&octets, manner, text, &input);
    struct ddds_options options = make_options(&octets);
    struct octets chance = octets;
    bool has_two_orders = manner % 2 == 0;
    if (!has_two_orders) {
        options.random = draw;
        options.random_context = &chance;
    }
    ddds_engine *engine = ddds_engine_new(application, input, &options, NULL);
    ddds_engine *other = ddds_engine_new(application, input, &options, NULL);
    if (engine != NULL && has_two_orders) {
        play_two_orders(engine, other, &octets, &options);
    } else if (engine != NULL) {
        play_anything(engine, &octets, &options);
    }
    ddds_engine_free(engine);
    ddds_engine_free(other);
    return 0;
}
