/* Rules, the engine and zones without memory.
 *
 * SPDX-License-Identifier: MIT */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <ddds/ddds.h>

#include "core/fault/harness.h"
#include "rule/ruleset.h"

/* ---- Cases: true if everything went as it does with memory -------------- */

static bool use_substitution(void)
{
    char output[64];
    bool matched;
    struct ddds_error error;
    ddds_substitution *substitution =
        ddds_substitution_new("!^urn:(a|ab)(.*)$!\\2.\\1!i", &error);
    if (substitution == NULL) {
        fault_demand(error.status == DDDS_NO_MEMORY, "NO_MEMORY for an object");
        return false;
    }
    ddds_status status = ddds_substitution_apply(
        substitution, "URN:abc", output, sizeof output, &matched, NULL, &error);
    ddds_substitution_free(substitution);
    if (status == DDDS_OK) {
        fault_demand(matched && strcmp(output, "bc.a") == 0,
                     "the right output");
    } else {
        fault_demand(status == DDDS_NO_MEMORY && error.status == status &&
                         output[0] == '\0',
                     "NO_MEMORY and no output");
    }
    return status == DDDS_OK;
}

/* POSIX wants the longest match here, which takes more than one. */
static bool use_long_substitution(void)
{
    char output[64];
    bool matched;
    ddds_substitution *substitution =
        ddds_substitution_new("!(a|ab)(c|bcd)?!\\1-\\2!", NULL);
    if (substitution == NULL) {
        return false;
    }
    ddds_status status = ddds_substitution_apply(
        substitution, "abcdx", output, sizeof output, &matched, NULL, NULL);
    ddds_substitution_free(substitution);
    fault_demand(status == DDDS_NO_MEMORY || (status == DDDS_OK && matched &&
                                              strcmp(output, "a-bcd") == 0),
                 "the right output, or NO_MEMORY");
    return status == DDDS_OK;
}

/* A program is compiled only for the second string; the pattern is for
 * people. */
static bool use_late_substitution(void)
{
    char output[64];
    bool matched;
    struct ddds_substitution_parts parts = DDDS_SUBSTITUTION_PARTS_INIT;
    ddds_substitution *substitution =
        ddds_substitution_new("!^urn:([^:]*)!\\1!", NULL);
    if (substitution == NULL) {
        return false;
    }
    ddds_substitution_split(substitution, &parts);
    fault_demand(parts.groups == 1, "the parts without memory");
    bool has_pattern = ddds_substitution_pattern(substitution) != NULL;
    ddds_status status = ddds_substitution_apply(
        substitution, "urn:a:b", output, sizeof output, &matched, NULL, NULL);
    fault_demand(status == DDDS_OK && strcmp(output, "a") == 0,
                 "a match without memory");
    status = ddds_substitution_apply(substitution, "urn:\u00e9:b", output,
                                     sizeof output, &matched, NULL, NULL);
    fault_demand(status == DDDS_NO_MEMORY ||
                     (status == DDDS_OK && strcmp(output, "\u00e9") == 0),
                 "the right output, or NO_MEMORY");
    ddds_substitution_free(substitution);
    return status == DDDS_OK && has_pattern;
}

static bool use_bad_substitution(void)
{
    struct ddds_error error;
    fault_demand(ddds_substitution_new("!(a!b!", &error) == NULL, "a refusal");
    fault_demand(error.status == DDDS_MALFORMED ||
                     error.status == DDDS_NO_MEMORY,
                 "MALFORMED or NO_MEMORY");
    return error.status == DDDS_MALFORMED;
}

static const struct ddds_rule some_rules[] = {
    {20, 10, "u", "a+b", "!^urn:foo:(.*)$!http://a.example/\\1!", "", NULL},
    {10, 20, "", "", "", "b.example", NULL},
    {10, 10, "x", "", "!broken", "", "a defect"},
};

static bool use_ruleset(void)
{
    struct ddds_error error;
    ddds_ruleset *ruleset = ddds_ruleset_new(some_rules, 3, &error);
    if (ruleset == NULL) {
        fault_demand(error.status == DDDS_NO_MEMORY, "NO_MEMORY for an object");
        return false;
    }
    fault_demand(ddds_ruleset_count(ruleset) == 3, "three rules");
    fault_demand(strcmp(ddds_ruleset_rule(ruleset, 0)->defect, "a defect") == 0,
                 "the rules in their order");
    ddds_ruleset_free(ruleset);
    return true;
}

static bool use_rulebook(void)
{
    struct ddds_error error;
    ddds_rulebook *rulebook = ddds_rulebook_new(&error);
    if (rulebook == NULL) {
        fault_demand(error.status == DDDS_NO_MEMORY, "NO_MEMORY for an object");
        return false;
    }
    const struct ddds_span text = {"", 0};
    const struct rule_fields fields = {
        .flags = text, .services = text, .regexp = text, .replacement = text};
    ddds_ruleset *ruleset = ddds_ruleset_make(rulebook, &fields, 1, &error);
    fault_demand(ruleset != NULL || error.status == DDDS_NO_MEMORY,
                 "NO_MEMORY for an object");
    ddds_rulebook_free(rulebook);
    ddds_ruleset_free(ruleset);
    return ruleset != NULL;
}

enum { MOST_PADDING = 2048 };

/* An input with |fault_padding| zeros. */
static const char *padded(void)
{
    static char input[MOST_PADDING + 32];
    snprintf(input, sizeof input, "urn:foo:%0*d?=q", fault_padding, 1);
    return input;
}

/* ---- The engine, without a database ------------------------------------ */

/* Made before allocations fail: answers to an engine, as a rule and with tags,
 * whose protocols are pursued in turn. */
static ddds_ruleset *told_rules;
static ddds_ruleset *told_tags;
static ddds_ruleset *told_flag_d;
static const struct ddds_srv told_servers[] = {
    {1, 1, 80, "one.example"},
    {2, 1, 80, "two.example"},
    {3, 1, 80, "three.example"},
};
static const struct ddds_uri_target told_targets[] = {
    {1, 1, "https://one.example/"},
    {2, 1, "https://two.example/"},
};
static const struct ddds_address told_addresses[] = {
    {4, {192, 0, 2, 1}},
    {4, {192, 0, 2, 2}},
};

/* Milliseconds: it goes on if data shall expire. */
static uint64_t told_now;

static void tell(ddds_engine *engine, const struct ddds_question *question)
{
    struct ddds_answer answer = {
        .size = sizeof answer, .ttl = 60, .canonical = "c.example"};
    switch (question->kind) {
    case DDDS_ASK_RULES:
        answer.ruleset =
            strstr(question->name, "tags.example") != NULL ? told_tags
            : strcmp(question->name, "uris.example") == 0  ? told_flag_d
                                                           : told_rules;
        answer.reply = strcmp(question->name, "no.example") == 0
                           ? DDDS_REPLY_NO_DATA
                           : DDDS_REPLY_DATA;
        break;
    case DDDS_ASK_SERVERS:
        answer.servers = told_servers;
        answer.server_count = 3;
        break;
    case DDDS_ASK_ADDRESSES:
        answer.addresses = told_addresses;
        answer.address_count = 2;
        break;
    case DDDS_ASK_URIS:
        answer.targets = told_targets;
        answer.target_count = 2;
        break;
    case DDDS_ASK_RECORDS:
        break; /* the engine does not ask for them */
    }
    ddds_engine_answer(engine, question->id, &answer, told_now);
}

/* Answer whatever it asks. */
static const struct ddds_result *converse(ddds_engine *engine)
{
    struct ddds_question question = DDDS_QUESTION_INIT;
    while (ddds_engine_question(engine, &question)) {
        tell(engine, &question);
    }
    fault_demand(ddds_engine_result(engine) != NULL,
                 "a result, even without memory");
    return ddds_engine_result(engine);
}

/* Go through all results of |engine|; |step| milliseconds pass in between. */
static bool go_through_results(ddds_engine *engine, uint64_t step)
{
    unsigned count = 0;
    told_now = 0;
    const struct ddds_result *result = converse(engine);
    while (ddds_engine_status(engine) == DDDS_OK && result->outcome_count > 0) {
        count++;
        told_now += step;
        ddds_engine_reject(engine, told_now);
        fault_demand(ddds_engine_status(engine) == DDDS_OK ||
                         ddds_engine_result(engine) != NULL,
                     "a result, as soon as memory has run out");
        result = converse(engine);
    }
    if (ddds_engine_status(engine) != DDDS_OK) {
        fault_demand(ddds_engine_status(engine) == DDDS_NO_MEMORY, "NO_MEMORY");
        return false;
    }
    fault_demand(count == 3 && result->reason == DDDS_REASON_LOOP,
                 "three results, and a loop");
    return true;
}

static bool use_engine_with(const struct ddds_options *options, uint64_t step)
{
    struct ddds_error error;
    ddds_engine *engine =
        ddds_engine_new(ddds_application_urn(), padded(), options, &error);
    if (engine == NULL) {
        fault_demand(error.status == DDDS_NO_MEMORY, "NO_MEMORY for an object");
        return false;
    }
    bool ok = go_through_results(engine, step);
    ddds_engine_free(engine);
    return ok;
}

static bool use_engine(void)
{
    static const struct ddds_options options = {
        .size = sizeof options, .services = "I2L,I2C", .protocols = "thttp"};
    return use_engine_with(&options, 0);
}

/* All answers have expired when a result is rejected. */
static bool use_slow_engine(void)
{
    return use_engine_with(NULL, 60000);
}

/* All outcomes at once; then another input, in the same memory. */
static bool use_engine_again(void)
{
    static const struct ddds_options options = {.size = sizeof options,
                                                .all = true};
    ddds_engine *engine =
        ddds_engine_new(ddds_application_urn(), padded(), &options, NULL);
    if (engine == NULL) {
        return false;
    }
    const struct ddds_result *result = converse(engine);
    bool ok = ddds_engine_status(engine) == DDDS_OK;
    fault_demand(!ok || result->outcome_count == 6, "six outcomes");
    ddds_status status = ddds_engine_restart(engine, "urn:bar:2?=q", NULL);
    fault_demand(status == DDDS_OK || status == DDDS_NO_MEMORY,
                 "OK or NO_MEMORY");
    if (status == DDDS_OK) {
        result = converse(engine);
        status = ddds_engine_status(engine);
        fault_demand(status != DDDS_OK || result->outcome_count == 6,
                     "six outcomes again");
    }
    ddds_engine_free(engine);
    return ok && status == DDDS_OK;
}

/* Resolve |realm| of a user whose name is padded. */
static bool use_radius_engine(const char *realm, size_t outcomes)
{
    static char input[MOST_PADDING + 64];
    static const struct ddds_options options = {
        .size = sizeof options,
        .all = true,
        .services = "aaa+auth,x-eduroam",
        .protocols = "radius.dtls,radius.dtls.udp,radius.tls.tcp"};
    struct ddds_error error;
    snprintf(input, sizeof input, "%0*d@%s", fault_padding, 1, realm);
    ddds_engine *engine =
        ddds_engine_new(ddds_application_radius(), input, &options, &error);
    if (engine == NULL) {
        fault_demand(error.status == DDDS_NO_MEMORY, "NO_MEMORY for an object");
        return false;
    }
    size_t count = converse(engine)->outcome_count;
    bool ok = ddds_engine_status(engine) == DDDS_OK;
    fault_demand(!ok || count == outcomes, "as many outcomes as there are");
    ddds_engine_reject(engine, 0);
    ok &= ddds_engine_status(engine) == DDDS_OK;
    ddds_engine_free(engine);
    return ok;
}

static bool pursue_protocols(void)
{
    return use_radius_engine("tags.example", 4);
}

/* An identifier becomes a name, whose hosts are sorted by nearness. The list of
 * near hosts is padded. */
static bool stay_near(void)
{
    static char near[2 * MOST_PADDING + 32];
    size_t others = 2 * (size_t)fault_padding;
    for (size_t i = 0; i < others; i += 2) {
        memcpy(near + i, "a,", 2);
    }
    snprintf(near + others, sizeof near - others, "three.example");
    const struct ddds_options options = {.size = sizeof options, .near = near};
    ddds_engine *engine =
        ddds_engine_new(ddds_application_find("3gpp"),
                        "apn:tags.example@001-01", &options, NULL);
    if (engine == NULL) {
        return false;
    }
    const struct ddds_outcome *outcome =
        ddds_result_outcome(converse(engine), 0);
    bool ok = ddds_engine_status(engine) == DDDS_OK;
    fault_demand(!ok ||
                     strcmp(outcome->endpoints[0].host, "three.example") == 0,
                 "the same node first");
    ddds_engine_free(engine);
    return ok;
}

static bool follow_to_uris(void)
{
    static const struct ddds_options options = {.size = sizeof options};
    struct ddds_error error;
    ddds_engine *engine = ddds_engine_new(ddds_application_s_naptr(),
                                          "uris.example", &options, &error);
    if (engine == NULL) {
        fault_demand(error.status == DDDS_NO_MEMORY, "NO_MEMORY for an object");
        return false;
    }
    const struct ddds_outcome *outcome =
        ddds_result_outcome(converse(engine), 0);
    bool ok = ddds_engine_status(engine) == DDDS_OK;
    fault_demand(!ok || outcome->target_count == 2, "two URIs");
    ddds_engine_reject(engine, 0);
    ok &= ddds_engine_status(engine) == DDDS_OK;
    ddds_engine_free(engine);
    return ok;
}

static bool fall_back(void)
{
    return use_radius_engine("no.example", 3);
}

/* A small resolution in a used engine takes no memory at all. */
static bool use_warm_engine(void)
{
    ddds_engine *engine =
        ddds_engine_new(ddds_application_urn(), "urn:foo:1", NULL, NULL);
    if (engine == NULL) {
        return false;
    }
    bool ok = converse(engine)->outcome_count == 1;
    unsigned long before = fault_count();
    bool again = ddds_engine_restart(engine, "urn:foo:2", NULL) == DDDS_OK &&
                 converse(engine)->outcome_count == 1;
    fault_demand(!ok || !again || fault_count() == before, "no more memory");
    ddds_engine_free(engine);
    return ok && again;
}

/* ---- Zones ------------------------------------------------------------- */

static const char *const zones[] = {
    "fixtures/zones/urn.arpa.zone",
    "fixtures/zones/example.com.zone",
    "fixtures/zones/dbexample.com.au.zone",
    "fixtures/zones/ukexample.com.uk.zone",
};

/* All zones, or NULL without memory. */
static ddds_database *load_zones(void)
{
    struct ddds_error error;
    ddds_database *database = ddds_memory_new(&error);
    fault_demand(database != NULL || error.status == DDDS_NO_MEMORY,
                 "NO_MEMORY for an object");
    for (size_t i = 0; database != NULL && i < 4; i++) {
        if (ddds_memory_load(database, zones[i], NULL, &error) != DDDS_OK) {
            fault_demand(error.status == DDDS_NO_MEMORY, error.detail);
            ddds_database_free(database);
            database = NULL;
        }
    }
    return database;
}

/* The database may say that it has no memory, which is a failure of its. */
static bool is_right(const struct ddds_result *result)
{
    if (result->outcome_count == 0) {
        fault_demand(result->reason == DDDS_REASON_SERVER_FAILURE &&
                         strcmp(result->detail, "out of memory") == 0,
                     "the reason, if there is no outcome");
        return false;
    }
    const struct ddds_outcome *outcome = &result->outcomes[0];
    for (size_t i = 0; i < outcome->endpoint_count; i++) {
        if (outcome->endpoints[i].address_count == 0) {
            return false;
        }
    }
    fault_demand(outcome->endpoint_count > 0, "servers");
    return true;
}

static bool resolve_in(ddds_database *database)
{
    struct ddds_error error;
    ddds_resolution *resolution =
        ddds_resolve(database, NULL, padded(), NULL, &error);
    if (resolution == NULL) {
        fault_demand(error.status == DDDS_NO_MEMORY, "NO_MEMORY for an object");
        return false;
    }
    bool ok = is_right(ddds_resolution_result(resolution));
    ddds_resolution_next(resolution);
    ok &= ddds_resolution_status(resolution) == DDDS_OK;
    ddds_resolution_free(resolution);
    return ok;
}

static bool use_zones(void)
{
    ddds_database *database = load_zones();
    if (database == NULL) {
        return false;
    }
    bool ok = resolve_in(database);
    ddds_database_free(database);
    return ok;
}

/* The same database, before, while and after memory is short. */
static ddds_database *loaded;

static bool use_loaded_zones(void)
{
    return resolve_in(loaded);
}

/* A load that fails leaves the database as it was. */
static bool use_half_loaded_zones(void)
{
    ddds_database *database = ddds_memory_new(NULL);
    if (database == NULL) {
        return false;
    }
    ddds_status status = ddds_memory_load(database, zones[0], NULL, NULL);
    fault_end();
    if (status != DDDS_OK) {
        fault_demand(status == DDDS_NO_MEMORY, "NO_MEMORY");
        fault_demand(ddds_memory_load(database, zones[0], NULL, NULL) ==
                         DDDS_OK,
                     "that it can be loaded afterwards");
    }
    ddds_database_free(database);
    return status == DDDS_OK;
}

static void take_reply(void *context, uint32_t id,
                       const struct ddds_answer *answer)
{
    *(enum ddds_reply *)context = answer->reply;
}

/* |record| found no memory: it is not there, and can be added later. Its set
 * needs less memory than its data, which may be all that failed. */
static void add_later(ddds_database *database, const struct ddds_record *record)
{
    char name[32];
    enum ddds_reply reply = DDDS_REPLY_DATA;
    snprintf(name, sizeof name, "%.*s", (int)strlen(record->owner) - 1,
             record->owner);
    const struct ddds_question question = {
        .size = sizeof question, .kind = DDDS_ASK_URIS, .name = name};
    database->methods->lookup(database, &question, 0, take_reply, &reply);
    fault_demand(reply != DDDS_REPLY_DATA, "that the record is not there");
    fault_demand(ddds_memory_add(database, record, NULL) == DDDS_OK,
                 "that the record can be added afterwards");
}

/* Add |count| records of |type| and |length| octets, each at its name. */
static bool add_records(uint16_t type, const void *rdata, size_t length,
                        int count)
{
    ddds_database *database = ddds_memory_new(NULL);
    ddds_status status = database == NULL ? DDDS_NO_MEMORY : DDDS_OK;
    for (int i = 0; status == DDDS_OK && i < count; i++) {
        char owner[32];
        snprintf(owner, sizeof owner, "h%d.example.", i);
        const struct ddds_record record = {owner,  type, 60,   rdata,
                                           length, NULL, false};
        status = ddds_memory_add(database, &record, NULL);
        if (status == DDDS_NO_MEMORY) {
            fault_end();
            add_later(database, &record);
        }
    }
    fault_demand(status == DDDS_OK || status == DDDS_NO_MEMORY,
                 "OK or NO_MEMORY");
    ddds_database_free(database);
    return status == DDDS_OK;
}

static bool add_uris(void)
{
    unsigned char rdata[400] = {0, 1, 0, 1};
    memset(rdata + 4, 'x', sizeof rdata - 4);
    return add_records(256, rdata, sizeof rdata, 100);
}

static bool add_aliases(void)
{
    static const unsigned char target[] = "\1t\7example";
    return add_records(5, target, sizeof target, 400);
}

static bool read_description(void)
{
    static const char text[] =
        "name p\ntitle t\nsubject s\nstring strip -\nkey rewrite "
        "!^(a|ab)(.*)$!\\2!\nroot r\nservices a\nunpublished u\n"
        "fallback 1 1 u a \"!.*!x:y!\" .\nbecause b\n";
    struct ddds_error error;
    struct ddds_application *application =
        ddds_application_read("t", text, sizeof text - 1, &error);
    fault_demand(application != NULL || error.status == DDDS_NO_MEMORY,
                 "NO_MEMORY");
    bool is_read = application != NULL;
    ddds_application_free(application);
    return is_read;
}

/* ---- All of them ------------------------------------------------------- */

static void make_told_rules(void)
{
    static const struct ddds_rule rules[] = {
        {10, 10, "u", "thttp+I2L", "!^urn:([a-z]+):(.*)$!http://\\1/\\2!", "",
         NULL},
        {10, 20, "s", "", "", "all.example", NULL},
        {10, 30, "", "", "!.*!Foo.Urn.Arpa!", "", NULL},
        {10, 40, "a", "+I2C", "", "one.example", NULL},
        {10, 50, "u", "+I2C", "!^(!x:y!", "", NULL},
        {10, 60, "", "", "", "bar.urn.arpa", NULL},
    };
    told_rules = ddds_ruleset_new(rules, sizeof rules / sizeof *rules, NULL);
    static const struct ddds_rule tags[] = {
        {10, 10, "s", "x-eduroam:radius.tls:radius.dtls", "", "all.example",
         NULL},
        {20, 10, "", "x-eduroam:radius.dtls:radius.tls", "",
         "next.tags.example", NULL},
    };
    told_tags = ddds_ruleset_new(tags, sizeof tags / sizeof *tags, NULL);
    static const struct ddds_rule flag_d = {
        10, 10, "d", "a:b", "", "_a._b.example", NULL};
    told_flag_d = ddds_ruleset_new(&flag_d, 1, NULL);
    fault_demand(told_rules != NULL && told_tags != NULL && told_flag_d != NULL,
                 "rules to tell");
}

/* Rules and zones that were not used before. */
static void prepare(void)
{
    make_told_rules();
    loaded = load_zones();
}

static void tidy_up(void)
{
    ddds_database_free(loaded);
    ddds_ruleset_free(told_flag_d);
    ddds_ruleset_free(told_tags);
    ddds_ruleset_free(told_rules);
}

int main(void)
{
    static const struct fault_case cases[] = {
        {"substitution", use_substitution, 0},
        {"longest match", use_long_substitution, 0},
        {"late program", use_late_substitution, 0},
        {"bad substitution", use_bad_substitution, 0},
        {"rule set", use_ruleset, 0},
        {"rule book", use_rulebook, 0},
        {"engine", use_engine, MOST_PADDING},
        {"engine, slow", use_slow_engine, MOST_PADDING},
        {"engine, all", use_engine_again, MOST_PADDING},
        {"engine, protocols", pursue_protocols, MOST_PADDING},
        {"engine, near others", stay_near, MOST_PADDING},
        {"engine, URI records", follow_to_uris, 0},
        {"engine, fallback", fall_back, MOST_PADDING},
        {"engine, warm", use_warm_engine, 0},
        {"zones", use_zones, 0},
        {"zones, loaded", use_loaded_zones, MOST_PADDING},
        {"zones, half loaded", use_half_loaded_zones, 0},
        {"records", add_uris, 0},
        {"aliases", add_aliases, 0},
        {"description", read_description, 0},
    };
    fault_run(cases, sizeof cases / sizeof *cases, prepare, tidy_up);
    return 0;
}
