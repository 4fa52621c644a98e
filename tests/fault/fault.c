/* What if memory ends? Every case is run again and again, and in its n-th run
 * the n-th allocation fails, until a run needs fewer than that. Whatever runs
 * out must say so and leave nothing behind: the sanitizers' build looks for
 * leaks. In a second round everything after the n-th fails as well.
 *
 * The program is linked so that the library's calls of malloc, calloc and
 * realloc come here (and PCRE2's, if there is a static one).
 *
 * SPDX-License-Identifier: MIT */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ddds/ddds.h>

/* ---- Allocation -------------------------------------------------------- */

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);

static struct {
    bool is_armed;
    bool for_good;    /* whatever comes after the one that fails fails too */
    unsigned long at; /* which one fails: 1, 2, ... */
    unsigned long count;
} fault;

static bool must_fail(void)
{
    if (!fault.is_armed) {
        return false;
    }
    fault.count++;
    return fault.for_good ? fault.count >= fault.at : fault.count == fault.at;
}

void *__wrap_malloc(size_t size)
{
    return must_fail() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return must_fail() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size)
{
    return must_fail() ? NULL : __real_realloc(memory, size);
}

/* ---- Saying what is wrong ---------------------------------------------- */

static const char *present_case;

static void demand(bool is_so, const char *what)
{
    if (!is_so) {
        fprintf(stderr, "%s, allocation %lu%s: %s\n", present_case, fault.at,
                fault.for_good ? " and all behind it" : "", what);
        exit(1);
    }
}

/* ---- Cases: true if everything went as it does with memory -------------- */

static bool use_substitution(void)
{
    char output[64];
    bool matched;
    struct ddds_error error;
    ddds_substitution *substitution =
        ddds_substitution_new("!^urn:(a|ab)(.*)$!\\2.\\1!i", &error);
    if (substitution == NULL) {
        demand(error.status == DDDS_NO_MEMORY, "NO_MEMORY for a new one");
        return false;
    }
    ddds_status status = ddds_substitution_apply(
        substitution, "URN:abc", output, sizeof output, &matched, NULL, &error);
    ddds_substitution_free(substitution);
    if (status == DDDS_OK) {
        demand(matched && strcmp(output, "bc.a") == 0, "the right output");
    } else {
        demand(status == DDDS_NO_MEMORY && error.status == status &&
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
    demand(status == DDDS_NO_MEMORY ||
               (status == DDDS_OK && matched && strcmp(output, "a-bcd") == 0),
           "the right output, or NO_MEMORY");
    return status == DDDS_OK;
}

static bool use_bad_substitution(void)
{
    struct ddds_error error;
    demand(ddds_substitution_new("!(a!b!", &error) == NULL, "a refusal");
    demand(error.status == DDDS_MALFORMED || error.status == DDDS_NO_MEMORY,
           "MALFORMED or NO_MEMORY");
    return error.status == DDDS_MALFORMED;
}

static const struct ddds_rule some_rules[] = {
    {20, 10, "u", "a+b", "!^urn:foo:(.*)$!http://a.example/\\1!", "", NULL},
    {10, 20, "", "", "", "b.example", NULL},
    {10, 10, "x", "", "!broken", "", "a defect"},
};

static bool make_ruleset(ddds_rulebook *rulebook)
{
    struct ddds_error error;
    ddds_ruleset *ruleset = ddds_ruleset_new(rulebook, some_rules, 3, &error);
    if (ruleset == NULL) {
        demand(error.status == DDDS_NO_MEMORY, "NO_MEMORY for a new one");
        return false;
    }
    demand(ddds_ruleset_count(ruleset) == 3, "three rules");
    demand(strcmp(ddds_ruleset_rule(ruleset, 0)->defect, "a defect") == 0,
           "the rules in their order");
    ddds_ruleset_free(ruleset);
    return true;
}

static bool use_ruleset(void)
{
    return make_ruleset(NULL);
}

static bool use_rulebook(void)
{
    struct ddds_error error;
    ddds_rulebook *rulebook = ddds_rulebook_new(&error);
    if (rulebook == NULL) {
        demand(error.status == DDDS_NO_MEMORY, "NO_MEMORY for a new one");
        return false;
    }
    bool ok = make_ruleset(rulebook);
    ddds_rulebook_free(rulebook);
    return ok;
}

/* Zeroes in the input. An arena goes for memory rarely: with inputs of all
 * lengths, every one of its users is the unlucky one at some time. */
enum { MOST_PADDING = 2048 };
static int padding;

static const char *padded(void)
{
    static char input[MOST_PADDING + 32];
    snprintf(input, sizeof input, "urn:foo:%0*d?=q", padding, 1);
    return input;
}

/* ---- The engine, without a database ------------------------------------ */

/* Made before memory ends: what an engine is told. */
static ddds_ruleset *told_rules;
static const struct ddds_srv told_servers[] = {
    {1, 1, 80, "one.example"},
    {2, 1, 80, "two.example"},
    {3, 1, 80, "three.example"},
};
static const struct ddds_address told_addresses[] = {
    {4, {192, 0, 2, 1}},
    {4, {192, 0, 2, 2}},
};

/* Milliseconds: it goes on if data shall expire. */
static uint64_t told_now;

static void tell(ddds_engine *engine, const struct ddds_question *question)
{
    struct ddds_answer answer = {.ttl = 60, .canonical = "c.example"};
    switch (question->kind) {
    case DDDS_ASK_RULES:
        answer.ruleset = told_rules;
        break;
    case DDDS_ASK_SERVERS:
        answer.servers = told_servers;
        answer.server_count = 3;
        break;
    case DDDS_ASK_ADDRESSES:
        answer.addresses = told_addresses;
        answer.address_count = 2;
        break;
    case DDDS_ASK_RECORDS:
        break; /* the engine does not ask for them */
    }
    ddds_engine_answer(engine, question->id, &answer, told_now);
}

/* Answer whatever it asks. */
static const struct ddds_result *converse(ddds_engine *engine)
{
    struct ddds_question question;
    while (ddds_engine_question(engine, &question)) {
        tell(engine, &question);
    }
    demand(ddds_engine_result(engine) != NULL, "a result, even without memory");
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
        demand(ddds_engine_status(engine) == DDDS_OK ||
                   ddds_engine_result(engine) != NULL,
               "a result, as soon as memory has run out");
        result = converse(engine);
    }
    if (ddds_engine_status(engine) != DDDS_OK) {
        demand(ddds_engine_status(engine) == DDDS_NO_MEMORY, "NO_MEMORY");
        return false;
    }
    demand(count == 3 && result->reason == DDDS_REASON_LOOP,
           "three results, and a loop");
    return true;
}

static bool use_engine_with(const struct ddds_options *options, uint64_t step)
{
    struct ddds_error error;
    ddds_engine *engine =
        ddds_engine_new(&ddds_application_urn, padded(), options, &error);
    if (engine == NULL) {
        demand(error.status == DDDS_NO_MEMORY, "NO_MEMORY for a new one");
        return false;
    }
    bool ok = go_through_results(engine, step);
    ddds_engine_free(engine);
    return ok;
}

static bool use_engine(void)
{
    static const struct ddds_options options = {.services = "I2L,I2C",
                                                .protocols = "thttp"};
    return use_engine_with(&options, 0);
}

/* Whatever was relied on has expired when a result is rejected. */
static bool use_slow_engine(void)
{
    return use_engine_with(NULL, 60000);
}

/* All outcomes at once; then another input, in the same memory. */
static bool use_engine_again(void)
{
    static const struct ddds_options options = {.all = true};
    ddds_engine *engine =
        ddds_engine_new(&ddds_application_urn, padded(), &options, NULL);
    if (engine == NULL) {
        return false;
    }
    const struct ddds_result *result = converse(engine);
    bool ok = ddds_engine_status(engine) == DDDS_OK;
    demand(!ok || result->outcome_count == 6, "six outcomes");
    ddds_status status = ddds_engine_restart(engine, "urn:bar:2?=q", NULL);
    demand(status == DDDS_OK || status == DDDS_NO_MEMORY, "OK or NO_MEMORY");
    if (status == DDDS_OK) {
        result = converse(engine);
        status = ddds_engine_status(engine);
        demand(status != DDDS_OK || result->outcome_count == 6,
               "six outcomes again");
    }
    ddds_engine_free(engine);
    return ok && status == DDDS_OK;
}

/* A small resolution in a used engine takes no memory at all. */
static bool use_warm_engine(void)
{
    ddds_engine *engine =
        ddds_engine_new(&ddds_application_urn, "urn:foo:1", NULL, NULL);
    if (engine == NULL) {
        return false;
    }
    bool ok = converse(engine)->outcome_count == 1;
    unsigned long before = fault.count;
    bool again = ddds_engine_restart(engine, "urn:foo:2", NULL) == DDDS_OK &&
                 converse(engine)->outcome_count == 1;
    demand(!ok || !again || fault.count == before, "no more memory");
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
    demand(database != NULL || error.status == DDDS_NO_MEMORY,
           "NO_MEMORY for a new one");
    for (size_t i = 0; database != NULL && i < 4; i++) {
        if (ddds_memory_load(database, zones[i], NULL, &error) != DDDS_OK) {
            demand(error.status == DDDS_NO_MEMORY, error.detail);
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
        demand(result->reason == DDDS_REASON_SERVER_FAILURE &&
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
    demand(outcome->endpoint_count > 0, "servers");
    return true;
}

static bool resolve_in(ddds_database *database)
{
    struct ddds_error error;
    ddds_resolution *resolution =
        ddds_resolve(database, NULL, padded(), NULL, &error);
    if (resolution == NULL) {
        demand(error.status == DDDS_NO_MEMORY, "NO_MEMORY for a new one");
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
    fault.is_armed = false;
    if (status != DDDS_OK) {
        demand(status == DDDS_NO_MEMORY, "NO_MEMORY");
        demand(ddds_memory_load(database, zones[0], NULL, NULL) == DDDS_OK,
               "that it can be loaded afterwards");
    }
    ddds_database_free(database);
    return status == DDDS_OK;
}

static bool add_records(void)
{
    static const unsigned char rdata[] = {192, 0, 2, 1};
    ddds_database *database = ddds_memory_new(NULL);
    ddds_status status = database == NULL ? DDDS_NO_MEMORY : DDDS_OK;
    for (int i = 0; status == DDDS_OK && i < 100; i++) {
        char owner[32];
        snprintf(owner, sizeof owner, "h%d.example.", i);
        const struct ddds_record record = {owner, 1, 60, rdata, sizeof rdata, NULL};
        status = ddds_memory_add(database, &record, NULL);
    }
    demand(status == DDDS_OK || status == DDDS_NO_MEMORY, "OK or NO_MEMORY");
    ddds_database_free(database);
    return status == DDDS_OK;
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
    told_rules =
        ddds_ruleset_new(NULL, rules, sizeof rules / sizeof *rules, NULL);
    demand(told_rules != NULL, "rules to tell");
}

/* Run it once, with rules and zones that nobody has used before. True if that
 * took fewer allocations than the one that was to fail. */
static bool run_once(bool (*run)(void))
{
    make_told_rules();
    loaded = load_zones();
    fault.count = 0;
    fault.is_armed = true;
    bool ok = run();
    fault.is_armed = false;
    bool is_over = fault.count < fault.at;
    demand(ok || !is_over, "success with enough memory");
    ddds_database_free(loaded);
    ddds_ruleset_free(told_rules);
    return is_over;
}

/* Run it until it gets through untouched. */
static unsigned long exhaust(bool (*run)(void), bool for_good)
{
    fault.for_good = for_good;
    for (fault.at = 1; !run_once(run); fault.at++) {
        demand(fault.at < 100000, "an end");
    }
    return fault.at - 1;
}

int main(void)
{
    static const struct {
        const char *name;
        bool (*run)(void);
        int most_padding;
    } cases[] = {
        {"substitution", use_substitution, 0},
        {"longest match", use_long_substitution, 0},
        {"bad substitution", use_bad_substitution, 0},
        {"rule set", use_ruleset, 0},
        {"rule book", use_rulebook, 0},
        {"engine", use_engine, MOST_PADDING},
        {"engine, slow", use_slow_engine, MOST_PADDING},
        {"engine, all", use_engine_again, MOST_PADDING},
        {"engine, warm", use_warm_engine, 0},
        {"zones", use_zones, 0},
        {"zones, loaded", use_loaded_zones, MOST_PADDING},
        {"zones, half loaded", use_half_loaded_zones, 0},
        {"records", add_records, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        present_case = cases[i].name;
        unsigned long count = 0;
        for (padding = 0; padding <= cases[i].most_padding; padding += 16) {
            count += exhaust(cases[i].run, false);
            count += exhaust(cases[i].run, true);
        }
        printf("%s: %lu failures\n", present_case, count);
    }
    return 0;
}
