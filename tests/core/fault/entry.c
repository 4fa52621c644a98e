/* The functions of libddds that fault.c and dns.c do not call. Those that
 * allocate say so when they cannot; the others do not allocate at all.
 * tests/core/fault/covered makes sure that none is left out.
 *
 * SPDX-License-Identifier: MIT */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <ddds/ddds.h>

#include "core/fault/harness.h"

/* |status| of something that may fail for memory only. */
static bool is_ok(ddds_status status)
{
    fault_demand(status == DDDS_OK || status == DDDS_NO_MEMORY,
                 "OK or NO_MEMORY");
    return status == DDDS_OK;
}

static struct ddds_error error;

/* Return true if |made| is not NULL; otherwise |error| must be
 * DDDS_NO_MEMORY. */
static bool is_made(const void *made)
{
    fault_demand(made != NULL || error.status == DDDS_NO_MEMORY,
                 "NO_MEMORY for an object");
    error.status = DDDS_OK;
    return made != NULL;
}

/* ---- Zones -------------------------------------------------------------- */

static const char zone[] =
    "$ORIGIN first.urn.arpa.\n$TTL 60\n@ SOA n h 1 2 3 4 5\n"
    "@ NAPTR 1 1 \"u\" \"http+I2L\" \"!^urn:first:(.*)$!http://x/\\\\1!\" .\n"
    "@ NAPTR 1 2 \"s\" \"http+I2L\" \"\" _http._tcp\n"
    "_http._tcp SRV 1 1 80 host\nhost A 192.0.2.1\n";

static void count_key(void *context, const char *key)
{
    size_t *count = context;
    *count += key != NULL;
}

static ddds_database *load(void)
{
    ddds_database *database = ddds_memory_new(&error);
    if (is_made(database) &&
        ddds_memory_report(database, NULL, &error) == DDDS_OK &&
        !is_ok(ddds_memory_load_text(database, "zone", zone, sizeof zone - 1,
                                     NULL, &error))) {
        ddds_database_free(database);
        database = NULL;
    }
    return database;
}

static bool list_keys(void)
{
    size_t count = 0;
    ddds_database *database = load();
    if (database == NULL) {
        return false;
    }
    bool ok = is_ok(ddds_memory_keys(database, count_key, &count, NULL));
    fault_demand(!ok || count == 1, "one key");
    ddds_database_free(database);
    return ok;
}

static bool break_zone(void)
{
    const struct ddds_error why = {.status = DDDS_UNREADABLE, .detail = "why"};
    ddds_database *database = ddds_memory_new(&error);
    bool ok = is_made(database) &&
              is_ok(ddds_memory_break(database, "a.example", &why, &error));
    ddds_database_free(database);
    return ok;
}

/* ---- Resolutions -------------------------------------------------------- */

static void note_done(ddds_resolution *resolution, void *context)
{
    unsigned *count = context;
    ++*count;
}

/* Read |result| by the functions for languages without pointers. */
static bool look_at(const struct ddds_result *result)
{
    const struct ddds_step *step = ddds_result_step(result, 0);
    const struct ddds_outcome *outcome = ddds_result_outcome(result, 0);
    fault_demand(result->outcome_count == 0 ||
                     (step != NULL && ddds_step_rule(step, 0) != NULL),
                 "a rule on the way to an outcome");
    const struct ddds_show show = DDDS_SHOW_INIT;
    fault_demand(ddds_show_result(result, DDDS_SHOW_TRACE, &show, NULL) ==
                     DDDS_OK,
                 "a walk");
    fault_demand(ddds_result_json(result, DDDS_SHOW_TRACE, NULL, 0) > 0,
                 "a text");
    return outcome != NULL && (outcome->kind == DDDS_OUTCOME_URI ||
                               ddds_outcome_endpoint(outcome, 0) != NULL);
}

static bool resolve_all(ddds_database *database)
{
    unsigned count = 0;
    ddds_resolution *resolution =
        ddds_resolution_new(database, ddds_application_for("urn:first:1"),
                            "urn:first:1", NULL, &error);
    if (!is_made(resolution)) {
        return false;
    }
    bool ok = is_ok(ddds_resolution_start(resolution, note_done, &count));
    fault_demand(count == 1, "one call of done");
    ok = ok && look_at(ddds_resolution_result(resolution)) &&
         is_ok(ddds_resolution_next_start(resolution, note_done, &count)) &&
         look_at(ddds_resolution_result(resolution)) &&
         ddds_resolution_status(resolution) == DDDS_OK;
    ddds_resolution_free(resolution);
    return ok;
}

static bool resolve(void)
{
    ddds_database *database = load();
    bool ok = database != NULL && resolve_all(database);
    ddds_database_free(database);
    return ok;
}

/* Stopped before its end: the reason is there without memory. */
static bool stop(void)
{
    ddds_engine *engine =
        ddds_engine_new(ddds_application_urn(), "urn:first:1", NULL, &error);
    ddds_database *database = load();
    ddds_resolution *resolution =
        database != NULL
            ? ddds_resolution_new(database, NULL, "urn:first:1", NULL, &error)
            : NULL;
    bool ok = engine != NULL && resolution != NULL;
    if (ok) {
        unsigned count = 0;
        fault_demand(ddds_engine_octets(engine) > 0 &&
                         ddds_resolution_octets(resolution) > 0,
                     "octets");
        ddds_engine_stop(engine, DDDS_REASON_TIMEOUT, "late");
        fault_demand(ddds_engine_result(engine) != NULL, "a result");
        ok = ddds_engine_status(engine) == DDDS_OK;
        ddds_resolution_stop(resolution, DDDS_REASON_TIMEOUT);
        (void)ddds_resolution_start(resolution, note_done, &count);
    }
    ddds_resolution_free(resolution);
    ddds_database_free(database);
    ddds_engine_free(engine);
    return ok;
}

/* Every input has one result, or was not added. */
static bool add_and_take(ddds_many *many)
{
    static const struct ddds_options options = {.size = sizeof options};
    const struct ddds_many_result *done;
    size_t added = 0;
    size_t taken = 0;
    bool ok = true;
    ddds_many_place *place = ddds_many_hold(many, NULL);
    for (size_t i = 0; i < 2; i++) {
        bool is_added = is_ok(ddds_many_add(many, NULL, "urn:first:1",
                                            i == 0 ? NULL : &options, NULL));
        added += is_added;
        ok &= is_added;
    }
    fault_demand(ddds_many_in_progress(many) == (place != NULL),
                 "zones answer at once");
    fault_demand(place == NULL || ddds_many_next(many) == NULL,
                 "the place comes first");
    if (place != NULL) {
        ddds_many_release(place);
    }
    ddds_many_wait(many);
    while ((done = ddds_many_next(many)) != NULL) {
        taken++;
        ok &= is_ok(done->error->status);
        fault_demand(done->resolution == NULL ||
                         look_at(ddds_resolution_result(done->resolution)),
                     "a whole result");
    }
    fault_demand(taken == added + (place != NULL), "a result of each");
    ddds_many_stop(many);
    return ok && place != NULL;
}

static bool resolve_many(void)
{
    ddds_database *database = load();
    ddds_many *many =
        database != NULL ? ddds_many_new(database, NULL, &error) : NULL;
    bool ok = database != NULL && is_made(many);
    if (ok) {
        size_t room = ddds_many_room(many);
        ok = add_and_take(many);
        fault_demand(ddds_many_room(many) == room, "all places are free");
    }
    ddds_many_free(many);
    ddds_database_free(database);
    return ok;
}

/* ---- Rules, applications ------------------------------------------------ */

static bool hold_rules(void)
{
    static const struct ddds_rule rule = {1, 1, "", "", "", "b.example", NULL};
    ddds_ruleset *ruleset = ddds_ruleset_new(&rule, 1, &error);
    if (!is_made(ruleset)) {
        return false;
    }
    ddds_ruleset *held = ddds_ruleset_hold(ruleset);
    ddds_ruleset_free(ruleset);
    fault_demand(ddds_ruleset_count(held) == 1 && ddds_ruleset_octets(held) > 0,
                 "the rule that is held");
    ddds_ruleset_free(held);
    return true;
}

static bool apply_as_others(void)
{
    char output[64];
    bool matched;
    bool ok = true;
    ddds_substitution *expression =
        ddds_substitution_new("!^urn:(a|ab)(.*)$!\\2!", &error);
    if (!is_made(expression)) {
        return false;
    }
    for (int i = 0; i < 2; i++) {
        enum ddds_reading reading =
            i == 0 ? DDDS_READING_SED : DDDS_READING_PERL;
        ok &= is_ok(ddds_substitution_apply_as(expression, reading, "urn:abc",
                                               output, sizeof output, &matched,
                                               &error));
    }
    ddds_substitution_free(expression);
    return ok;
}

static bool open_description(void)
{
    struct ddds_application *application =
        ddds_application_open("resolver/examples/isbn.app", &error);
    bool ok = is_made(application);
    ddds_application_free(application);
    return ok;
}

static bool read_foreign_name(void)
{
    char name[DDDS_NAME_SIZE];
    ddds_status status =
        ddds_name_parse_idn("b\u00fccher.example", name, &error);
    /* libidn2 may be missing. */
    return status != DDDS_NO_MEMORY;
}

/* ---- UUIDs -------------------------------------------------------------- */

static bool generate(void)
{
    struct ddds_uuid uuids[4];
    unsigned events;
    ddds_uuid_generator *generator = ddds_uuid_generator_new(NULL, &error);
    if (!is_made(generator)) {
        return false;
    }
    unsigned long before = fault_count();
    fault_demand(ddds_uuid_generate(generator, 1, uuids, 4, &events, &error) ==
                         DDDS_OK &&
                     ddds_uuid_generate(generator, 6, uuids, 4, &events,
                                        &error) == DDDS_OK &&
                     ddds_uuid_generate(generator, 8, uuids, 4, NULL, &error) ==
                         DDDS_OK &&
                     ddds_uuid_generate(generator, 7, uuids, 4, &events,
                                        &error) == DDDS_OK &&
                     fault_count() == before,
                 "UUIDs without an allocation");
    ddds_uuid_generator_free(generator);
    return true;
}

/* ---- What takes no memory ----------------------------------------------- */

static const struct ddds_uuid some_uuid = {{0xf8, 0x1d, 0x4f, 0xae, 0x7d, 0xec,
                                            0x11, 0xd0, 0xa7, 0x65, 0, 0xa0,
                                            0xc9, 0x1e, 0x6b, 0xf6}};

static bool name_things(void)
{
    const struct ddds_show show = DDDS_SHOW_INIT;
    error.status = DDDS_BAD_INPUT;
    return ddds_application_find("urn") != NULL &&
           ddds_applications()[0] != NULL && ddds_application_ddi() != NULL &&
           ddds_application_enum() != NULL &&
           ddds_application_peppol() != NULL &&
           ddds_application_sip() != NULL &&
           ddds_application_three_gpp() != NULL &&
           ddds_application_u_naptr() != NULL &&
           ddds_application_uri() != NULL &&
           ddds_outcome_name(DDDS_OUTCOME_URI) != NULL &&
           ddds_reason_class(DDDS_REASON_LOOP) == DDDS_CLASS_BAD_DATA &&
           ddds_reason_class_name(DDDS_CLASS_LIMITED) != NULL &&
           ddds_refusal_json("a", ddds_application_urn(), &error, NULL, 0) >
               0 &&
           ddds_show_refusal("a", ddds_application_urn(), &error, &show,
                             NULL) == DDDS_OK &&
           ddds_reason_name(DDDS_REASON_LOOP) != NULL &&
           ddds_reason_text(DDDS_REASON_LOOP) != NULL &&
           ddds_reply_text(DDDS_REPLY_DATA) != NULL &&
           ddds_security_name(DDDS_SECURITY_SECURE) != NULL &&
           ddds_security_text(ddds_security_weaker(
               DDDS_SECURITY_SECURE, DDDS_SECURITY_BOGUS)) != NULL &&
           ddds_reply_reason(DDDS_ASK_RULES, DDDS_REPLY_DATA) ==
               DDDS_REASON_RESOLVED &&
           ddds_status_text(DDDS_NO_MEMORY) != NULL &&
           ddds_type_name(DDDS_TYPE_NAPTR) != NULL &&
           ddds_verdict_name(0) != NULL && ddds_verdict_text(0) != NULL &&
           ddds_version() != NULL && ddds_versions(NULL, 0) > 0;
}

static bool read_texts(void)
{
    char text[1024];
    struct ddds_uri uri;
    struct ddds_urn urn;
    struct ddds_fields fields = DDDS_FIELDS_INIT;
    const struct ddds_address address = {4, {192, 0, 2, 1}};
    const struct ddds_record record = {
        "h.example", DDDS_TYPE_A, 60, address.octets, 4, NULL, false};
    const struct ddds_answer answer = DDDS_ANSWER_INIT;
    struct ddds_answer copy;
    bool is_equal;
    ddds_address_format(&address, text);
    return ddds_answer_octets(DDDS_ASK_URIS, &answer) == sizeof copy &&
           ddds_answer_copy(DDDS_ASK_URIS, &answer, &copy) == &copy &&
           ddds_error_set(&error, DDDS_LIMIT, 0, "%d", 1) == DDDS_LIMIT &&
           ddds_field_unescape("a\\\\b", text, &error) == DDDS_OK &&
           ddds_flags_interpret("u", "SAUP") == DDDS_NEXT_URI &&
           ddds_key_parse("a.example", text, &error) == DDDS_OK &&
           ddds_name_parse("a.example", text, &error) == DDDS_OK &&
           ddds_record_read(&record, &fields, &error) == DDDS_OK &&
           ddds_uri_parse("http://x/", &uri, &error) == DDDS_OK &&
           !ddds_uri_breaks_http(&uri) &&
           ddds_uri_normalize("HTTP://X/", text, sizeof text, &error) ==
               DDDS_OK &&
           ddds_urn_parse("urn:a1:b", &urn, &error) == DDDS_OK &&
           ddds_urn_normalize("URN:A1:b", text, sizeof text, &error) ==
               DDDS_OK &&
           ddds_urn_equal("urn:a1:b", "URN:A1:b", &is_equal, &error) ==
               DDDS_OK &&
           is_equal;
}

static bool write_uuids(void)
{
    char text[DDDS_UUID_ENCODED_SIZE + DDDS_UUID_FORM_SIZE];
    struct ddds_uuid uuid;
    struct ddds_uuid_dns_name name;
    size_t length = ddds_uuid_encode(&some_uuid, 0, text);
    bool ok = ddds_uuid_decode(text, length, 0, &uuid, &error) == DDDS_OK &&
              ddds_uuid_compare(&uuid, &some_uuid) == 0 &&
              ddds_uuid_encoding_name(0) != NULL &&
              ddds_uuid_note_name(0) != NULL &&
              ddds_uuid_variant_name(0) != NULL;
    length =
        ddds_uuid_format(&some_uuid, DDDS_UUID_CANONICAL, text, sizeof text);
    ok &= ddds_uuid_parse(text, length, DDDS_UUID_CANONICAL, &uuid, &error) ==
          DDDS_OK;
    ddds_uuid_swap_guid(&some_uuid, &uuid);
    ddds_uuid_text(&some_uuid, text);
    return ok && ddds_uuid_write_dns_name("a.example", 9, DDDS_UUID_DNS_WIRE,
                                          &name, &error) == DDDS_OK;
}

static bool make_uuids(void)
{
    struct ddds_uuid uuid;
    struct ddds_uuid other;
    ddds_uuid_make_octets(8, some_uuid.octets, &uuid);
    bool ok =
        ddds_uuid_make_name(DDDS_UUID_MD5, &ddds_uuid_namespaces()[0].uuid, "x",
                            1, &uuid, &error) == DDDS_OK;
    ddds_uuid_make_octets(4, some_uuid.octets, &uuid);
    return ok &&
           ddds_uuid_make_timed(1, 1, 1, some_uuid.octets, &uuid, &error) ==
               DDDS_OK &&
           ddds_uuid_convert(&uuid, 6, &other, &error) == DDDS_OK &&
           ddds_uuid_convert(&other, 1, &uuid, &error) == DDDS_OK &&
           ddds_uuid_make_timed(6, 1, 1, some_uuid.octets, &uuid, &error) ==
               DDDS_OK &&
           ddds_uuid_make_fields(7, 1, 1, 1, &uuid, &error) == DDDS_OK &&
           ddds_uuid_make_fields(8, 1, 1, 1, &uuid, &error) == DDDS_OK &&
           ddds_uuid_range(6, 1, &uuid, &other, &error) == DDDS_OK &&
           ddds_uuid_range(7, 1, &uuid, &other, &error) == DDDS_OK &&
           ddds_uuid_generate_v4(&uuid, 1, &error) == DDDS_OK &&
           ddds_uuid_max() != NULL && ddds_uuid_nil() != NULL;
}

static bool take_uuids_apart(void)
{
    char text[DDDS_UUID_TIME_SIZE];
    int64_t ticks;
    uint64_t gregorian;
    struct ddds_uuid_fields fields = DDDS_UUID_FIELDS_INIT;
    (void)ddds_uuid_namespace_warning(&some_uuid);
    ddds_uuid_inspect(&some_uuid, 0, &fields);
    ddds_uuid_time_format(fields.time, 7, text);
    return fields.version == 1 &&
           ddds_uuid_time_parse(text, strlen(text), &ticks, &error) ==
               DDDS_OK &&
           ddds_uuid_time_to_gregorian(ticks, &gregorian, &error) == DDDS_OK &&
           ddds_uuid_time_now(&ticks, &error) == DDDS_OK;
}

static bool do_without(void)
{
    static bool (*const frugal[])(void) = {name_things, read_texts, write_uuids,
                                           make_uuids, take_uuids_apart};
    unsigned long before = fault_count();
    for (size_t i = 0; i < sizeof frugal / sizeof *frugal; i++) {
        fault_demand(frugal[i](), "all of it");
    }
    fault_demand(fault_count() == before, "no allocation");
    return true;
}

/* ---- Answers that are built ---------------------------------------------- */

static bool add(ddds_builder *builder, const char *owner, uint16_t type,
                const char *rdata, size_t length)
{
    const struct ddds_record record = {
        .owner = owner, .type = type, .rdata = rdata, .rdata_length = length};
    return is_ok(ddds_builder_add(builder, &record, NULL));
}

/* If any allocation fails, so does the whole answer. */
static bool build_answer(void)
{
    static const char alias[] = "\1b\7example";
    static const char rule[] = "\0\1\0\1\1u\0\10!.*!x:y!";
    struct ddds_question question = {
        .size = sizeof question, .name = "a.example", .kind = DDDS_ASK_RULES};
    char name[DDDS_NAME_SIZE];
    ddds_rulebook *rulebook = ddds_rulebook_new(&error);
    ddds_builder *builder = NULL;
    if (is_made(rulebook)) {
        builder = ddds_builder_new(rulebook, &question, &error);
        (void)is_made(builder);
    }
    while (builder != NULL && ddds_builder_next(builder, name)) {
        (void)(name[0] == 'a'
                   ? add(builder, name, DDDS_TYPE_CNAME, alias, sizeof alias)
                   : add(builder, name, DDDS_TYPE_NAPTR, rule, sizeof rule));
    }
    enum ddds_reply reply = builder != NULL
                                ? ddds_builder_answer(builder)->reply
                                : DDDS_REPLY_NO_MEMORY;
    fault_demand(reply == DDDS_REPLY_DATA || reply == DDDS_REPLY_NO_MEMORY,
                 "data or NO_MEMORY");
    ddds_builder_free(builder);
    ddds_rulebook_free(rulebook);
    return reply == DDDS_REPLY_DATA;
}

/* The same without an answer: functions that do not allocate, or end early. */
static bool fail_to_build(void)
{
    struct ddds_question question = {.size = sizeof question,
                                     .name = "a.example",
                                     .kind = DDDS_ASK_ADDRESSES};
    char name[DDDS_NAME_SIZE];
    uint16_t type;
    ddds_builder *builder = ddds_builder_new(NULL, &question, NULL);
    if (builder == NULL) {
        return false;
    }
    bool ok = ddds_builder_query(builder, 0, name, &type) &&
              ddds_builder_read(builder, 0, "", 0, true, NULL) != DDDS_OK;
    ddds_builder_fail(builder, 1, DDDS_REPLY_NETWORK, "why");
    ddds_builder_judge(builder, 1, DDDS_SECURITY_SECURE);
    ok &= ddds_builder_answer(builder)->reply != DDDS_REPLY_DATA;
    ddds_builder_free(builder);
    return ok;
}

int main(void)
{
    static const struct fault_case cases[] = {
        {"an answer that is built", build_answer, 0},
        {"an answer that fails", fail_to_build, 0},
        {"keys of zones", list_keys, 0},
        {"a broken zone", break_zone, 0},
        {"resolution", resolve, 0},
        {"resolution, stopped", stop, 0},
        {"many resolutions", resolve_many, 0},
        {"rules that are held", hold_rules, 0},
        {"other readings", apply_as_others, 0},
        {"description in a file", open_description, 0},
        {"internationalized name", read_foreign_name, 0},
        {"generator", generate, 0},
        {"without memory", do_without, 0},
    };
    fault_run(cases, sizeof cases / sizeof *cases, NULL, NULL);
    return 0;
}
