/* NULL where the headers allow it: every function of lib/core/ddds.map has a row
 * here, which calls it with each such NULL and says what it returns then.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/check.h>
#include <ddds/ddds.h>
#include <ddds/prove.h>

#include "base/assertions.h"

/* Arguments of the rows, in their order. */
static ddds_database *zones;
static ddds_database *cached;
static ddds_check *check;
static ddds_engine *engine;
static ddds_many *many;
static ddds_resolution *resolution;
static ddds_ruleset *ruleset;
static ddds_rulebook *rulebook;
static ddds_builder *builder;
static ddds_substitution *expression;
static ddds_uuid_generator *generator;
static struct ddds_dns_servers servers;

/* Nil in base64url. */
#define ZEROS "AAAAAAAAAAAAAAAAAAAAAA"
static struct ddds_question question = DDDS_QUESTION_INIT;
static const struct ddds_question unsized = {.name = "a"};
static const struct ddds_question named = {.size = sizeof named, .name = "a"};
static struct ddds_captures captures = DDDS_CAPTURES_INIT;
static struct ddds_fields fields = DDDS_FIELDS_INIT;
static struct ddds_uri uri;
static struct ddds_urn urn;
static struct ddds_uuid uuid; /* Nil */
static struct ddds_uuid other;
static struct ddds_uuid_dns_name dns_name;
static char text[DDDS_NAME_SIZE];
static unsigned char node[6];
static bool flag;
static uint64_t gregorian;
static int64_t ticks;

static const struct ddds_error why = {.status = DDDS_SYNTAX};
static const struct ddds_record record = {"a..b", DDDS_TYPE_A, 0,    "",
                                          0,      NULL,        false};
static const char *const bad_names[] = {"a..b"};

static void ignore_key(void *context, const char *key)
{
}

static void ignore_finding(void *context, const struct ddds_finding *finding)
{
}

static bool can_take_system_servers(void)
{
    ddds_database *dns =
        ddds_dns_database(ddds_dns_new(NULL, NULL)); /* may fail */
    ddds_database_free(dns);
    return true;
}

static bool rejects_a_name_without_options(void)
{
    ddds_check *live = ddds_check_new(NULL, NULL);
    ddds_status status = ddds_check_names(live, NULL, bad_names, 1, NULL);
    ddds_check_free(live);
    return status == DDDS_BAD_OPTION || status == DDDS_UNREADABLE;
}

static bool is_malformed_answer(void)
{
    bool is_asked = ddds_engine_question(engine, &question);
    ddds_engine_answer(engine, question.id, NULL, 0);
    const struct ddds_result *result = ddds_engine_result(engine);
    return is_asked && result->reason == DDDS_REASON_MALFORMED_ANSWER;
}

/* clang-format off */
/* Functions with pointers that may be NULL, and their postconditions. */
#define ROWS(X)                                                                \
    X(application_find, ddds_application_find(NULL) == NULL)                   \
    X(application_for, ddds_application_for(NULL) == ddds_application_uri())   \
    X(application_free, (ddds_application_free(NULL), true))                   \
    X(application_open, !ddds_application_open("/nowhere", NULL))              \
    X(application_read, !ddds_application_read("a", "?", 1, NULL))             \
    X(memory_new, (zones = ddds_memory_new(NULL)) != NULL)                     \
    X(memory_report, ddds_memory_report(zones, NULL, NULL) == DDDS_OK)         \
    X(memory_load, ddds_memory_load(zones, "/nowhere", NULL, NULL) ==          \
                       DDDS_UNREADABLE)                                        \
    X(memory_load_text, ddds_memory_load_text(zones, "z", "?", 1, NULL,        \
                                              NULL) == DDDS_SYNTAX)            \
    X(memory_add, ddds_memory_add(zones, &record, NULL) == DDDS_MALFORMED)     \
    X(memory_break,                                                            \
      ddds_memory_break(zones, "a..b", &why, NULL) == DDDS_BAD_OPTION)         \
    X(memory_keys, ddds_memory_keys(zones, ignore_key, NULL, NULL) == DDDS_OK) \
    X(database_wait, ddds_database_wait(zones) == DDDS_LIMIT)                  \
    X(database_wait_for, ddds_database_wait_for(zones, -1, 0) == DDDS_LIMIT)   \
    X(database_free, (ddds_database_free(NULL), true))                         \
    X(cache_new, (ddds_cache_free(ddds_cache_new(0, NULL)), true))             \
    X(cache_free, (ddds_cache_free(NULL), true))                               \
    X(cached_new, !ddds_cached_new(NULL, NULL, NULL)                           \
           && (cached = ddds_cached_new(zones, NULL, NULL)) != NULL)           \
    X(dns_servers_add, ddds_dns_servers_add(&servers, "?", NULL, NULL) ==      \
                           DDDS_BAD_OPTION)                                    \
    X(dns_new, can_take_system_servers())                                      \
    X(dns_database, ddds_dns_database(NULL) == NULL)                           \
    X(versions, ddds_versions(NULL, 0) > 0)                                    \
    X(check_code_find, ddds_check_code_find(NULL) == NULL)                     \
    X(check_code_at, ddds_check_code_at(SIZE_MAX) == NULL)                     \
    X(check_correct,                                                           \
      ddds_check_correct(NULL, NULL, NULL) == DDDS_BAD_OPTION)                 \
    X(check_new, (check = ddds_check_new(NULL, NULL)) != NULL)                 \
    X(check_file,                                                              \
      ddds_check_file(NULL, "/nowhere", NULL, NULL) == DDDS_BAD_OPTION         \
          && ddds_check_file(check, NULL, NULL, NULL) == DDDS_BAD_OPTION       \
          && ddds_check_file(check, "/nowhere", NULL, NULL)                    \
                 == DDDS_UNREADABLE)                                           \
    X(check_text,                                                              \
      ddds_check_text(NULL, "t", "", 0, NULL, NULL) == DDDS_BAD_OPTION         \
          && ddds_check_text(check, NULL, "", 0, NULL, NULL)                   \
                 == DDDS_BAD_OPTION                                            \
          && ddds_check_text(check, "t", NULL, 1, NULL, NULL)                  \
                 == DDDS_BAD_OPTION                                            \
          && ddds_check_text(check, "t", NULL, 0, NULL, NULL)                  \
                 == DDDS_OK)                                                   \
    X(check_names, ddds_check_names(NULL, NULL, bad_names, 1, NULL) ==         \
                       DDDS_BAD_OPTION                                         \
           && rejects_a_name_without_options())                                \
    X(check_report, ddds_check_report(check, NULL, NULL, NULL, NULL) ==        \
                        DDDS_BAD_OPTION                                        \
           && ddds_check_report(NULL, ignore_finding, NULL, NULL, NULL) ==     \
                  DDDS_BAD_OPTION                                              \
           && ddds_check_report(check, ignore_finding, NULL, NULL, NULL) ==    \
                  DDDS_OK)                                                     \
    X(check_reset, (ddds_check_reset(NULL), true))                             \
    X(check_free, (ddds_check_free(NULL), true))                               \
    X(prove, ddds_prove(NULL, NULL, NULL, NULL, NULL) == NULL)                 \
    X(proof_class_at, ddds_proof_class_at(NULL, 0) == NULL)                          \
    X(proof_check, ddds_proof_check(NULL, "found", NULL) == NULL)                \
    X(proof_free, (ddds_proof_free(NULL), true))                               \
    X(comparison_at, ddds_comparison_at(NULL, 0) == NULL)                      \
    X(comparison_free, (ddds_comparison_free(NULL), true))                     \
    X(engine_new, !ddds_engine_new(NULL, "urn:foo:1", NULL, NULL)              \
           && !ddds_engine_new(ddds_application_urn(), NULL, NULL, NULL)       \
           && (engine = ddds_engine_new(ddds_application_urn(), "urn:foo:1",   \
                                        NULL, NULL)) != NULL)                  \
    X(engine_answer, is_malformed_answer())                                    \
    X(engine_stop, (ddds_engine_stop(engine, DDDS_REASON_TIMEOUT, NULL), true))\
    X(engine_restart, ddds_engine_restart(engine, NULL, NULL) ==               \
                          DDDS_BAD_INPUT)                                      \
    X(engine_free, (ddds_engine_free(NULL), true))                             \
    X(error_set, ddds_error_set(NULL, DDDS_LIMIT, 0, "%s", "x") == DDDS_LIMIT) \
    X(field_unescape, ddds_field_unescape("\"", text, NULL) == DDDS_MALFORMED) \
    X(key_parse, ddds_key_parse("a..b", text, NULL) == DDDS_MALFORMED)         \
    X(name_parse_idn,                                                          \
      ddds_name_parse_idn("a..b", text, NULL) == DDDS_MALFORMED)               \
    X(name_parse, ddds_name_parse("a..b", text, NULL) == DDDS_MALFORMED)       \
    X(record_read, ddds_record_read(&record, &fields, NULL) == DDDS_MALFORMED) \
    X(resolve, !ddds_resolve(NULL, NULL, "urn:foo:1", NULL, NULL)              \
           && !ddds_resolve(cached, NULL, NULL, NULL, NULL))                   \
    X(resolution_new, !ddds_resolution_new(NULL, NULL, "urn:a:b", NULL, NULL)  \
           && !ddds_resolution_new(cached, NULL, NULL, NULL, NULL)             \
           && (resolution = ddds_resolution_new(cached, NULL, "urn:foo:1",     \
                                                NULL, NULL)) != NULL)          \
    X(resolution_start, ddds_resolution_start(resolution, NULL, NULL) ==       \
                            DDDS_OK                                            \
           && ddds_resolution_result(resolution) != NULL)                      \
    X(resolution_next_start, ddds_resolution_next_start(resolution, NULL,      \
                                                        NULL) == DDDS_OK)      \
    X(resolution_restart, ddds_resolution_restart(resolution, NULL, NULL) ==   \
                              DDDS_BAD_INPUT                                   \
           && ddds_resolution_start(resolution, NULL, NULL) == DDDS_BAD_INPUT) \
    X(resolution_free, (ddds_resolution_free(NULL), true))                     \
    X(many_new, (many = ddds_many_new(cached, NULL, NULL)) != NULL)            \
    X(many_add, ddds_many_add(many, NULL, "urn:foo:1", NULL, NULL) == DDDS_OK  \
           && ddds_many_next(many)->resolution != NULL                         \
           && ddds_many_add(many, NULL, NULL, NULL, NULL) == DDDS_OK           \
           && ddds_many_next(many)->error->status == DDDS_BAD_INPUT)           \
    X(many_hold, ddds_many_hold(many, NULL) != NULL)                           \
    X(many_free, (ddds_many_free(NULL), true))                                 \
    X(result_outcome, ddds_result_outcome(NULL, 0) == NULL)                    \
    X(result_step, ddds_result_step(NULL, 0) == NULL)                          \
    X(result_json, ddds_result_json(&(struct ddds_result){.input = "a",        \
          .application = ddds_application_urn()}, 0, NULL, 0) > 0)             \
    X(refusal_json, ddds_refusal_json("a", ddds_application_urn(),             \
          &(struct ddds_error){.status = DDDS_BAD_INPUT}, NULL, 0) > 0)        \
    X(show_result, ddds_show_result(&(struct ddds_result){.input = "a",        \
          .application = ddds_application_urn()}, DDDS_SHOW_TRACE,             \
          &(struct ddds_show)DDDS_SHOW_INIT, NULL) == DDDS_OK)                 \
    X(show_refusal, ddds_show_refusal("a", ddds_application_urn(),             \
          &(struct ddds_error){.status = DDDS_BAD_INPUT},                      \
          &(struct ddds_show)DDDS_SHOW_INIT, NULL) == DDDS_OK)                 \
    X(step_rule, ddds_step_rule(NULL, 0) == NULL)                              \
    X(outcome_endpoint, ddds_outcome_endpoint(NULL, 0) == NULL)                \
    X(ruleset_new, (ruleset = ddds_ruleset_new(NULL, 0, NULL)) != NULL   \
           && !ddds_ruleset_new(NULL, SIZE_MAX, NULL))               \
    X(ruleset_hold, ddds_ruleset_hold(NULL) == NULL)                           \
    X(ruleset_free, (ddds_ruleset_free(NULL), true))                           \
    X(rulebook_new, (rulebook = ddds_rulebook_new(NULL)) != NULL)              \
    X(rulebook_free, (ddds_rulebook_free(NULL), true))                         \
    X(builder_new, !ddds_builder_new(NULL, &unsized, NULL)                     \
           && (builder = ddds_builder_new(NULL, &named, NULL)) != NULL)        \
    X(builder_add, ddds_builder_add(builder, &record, NULL) == DDDS_MALFORMED) \
    X(builder_read, ddds_builder_read(builder, 0, "", 0, false, NULL) ==       \
                        DDDS_MALFORMED)                                        \
    X(builder_fail, (ddds_builder_fail(builder, 0, DDDS_REPLY_NETWORK, NULL),  \
                     true))                                                    \
    X(builder_free, (ddds_builder_free(NULL), true))                           \
    X(substitution_new, !ddds_substitution_new("!", NULL)                      \
           && (expression = ddds_substitution_new("!^a(b)!\\1!", NULL)))       \
    X(substitution_apply, ddds_substitution_apply(expression, "ab", text,      \
                              sizeof text, &flag, NULL, NULL) == DDDS_OK       \
           && ddds_substitution_apply(expression, "ab", text, 1, &flag,        \
                                      &captures, NULL) == DDDS_LIMIT)          \
    X(substitution_apply_as, ddds_substitution_apply_as(expression,            \
          DDDS_READING_SED, "ab", text, 1, &flag, NULL) == DDDS_LIMIT)         \
    X(substitution_free, (ddds_substitution_free(NULL), true))                 \
    X(uri_parse, ddds_uri_parse("", &uri, NULL) == DDDS_BAD_INPUT)             \
    X(uri_normalize, ddds_uri_normalize("", text, 9, NULL) == DDDS_BAD_INPUT)  \
    X(urn_parse, ddds_urn_parse("", &urn, NULL) == DDDS_BAD_INPUT)             \
    X(urn_normalize, ddds_urn_normalize("", text, 9, NULL) == DDDS_BAD_INPUT)  \
    X(urn_equal, ddds_urn_equal("", "", &flag, NULL) == DDDS_BAD_INPUT)        \
    X(uuid_decode, ddds_uuid_decode(ZEROS, 22, DDDS_UUID_BASE64URL, NULL,      \
          NULL) == DDDS_OK && ddds_uuid_decode("", 0, DDDS_UUID_BASE64URL, NULL, \
          NULL) == DDDS_BAD_INPUT)                                             \
    X(uuid_generate_v4, ddds_uuid_generate_v4(&other, 1, NULL) == DDDS_OK)     \
    X(uuid_generator_new, (generator = ddds_uuid_generator_new(NULL, NULL)) != \
                              NULL)                                            \
    X(uuid_generate, ddds_uuid_generate(generator, 7, &other, 1, NULL, NULL)   \
                         == DDDS_OK && ddds_uuid_generate(generator, 4, &other,\
                         1, NULL, NULL) == DDDS_BAD_OPTION)                    \
    X(uuid_generator_free, (ddds_uuid_generator_free(NULL), true))             \
    X(uuid_make_timed, ddds_uuid_make_timed(1, UINT64_MAX, 0, node, &other,    \
                           NULL) == DDDS_BAD_INPUT && ddds_uuid_make_timed(2,  \
                           0, 0, node, &other, NULL) == DDDS_BAD_OPTION)       \
    X(uuid_make_fields, ddds_uuid_make_fields(7, UINT64_MAX, 0, 0, &other,     \
                            NULL) == DDDS_BAD_INPUT && ddds_uuid_make_fields(9,\
                            0, 0, 0, &other, NULL) == DDDS_BAD_OPTION)         \
    X(uuid_parse, ddds_uuid_parse("", 0, 0, NULL, NULL) == DDDS_BAD_INPUT      \
           && ddds_uuid_parse("00000000-0000-0000-0000-000000000000", 36, 0,   \
                              NULL, NULL) == DDDS_OK)                          \
    X(uuid_time_now, ddds_uuid_time_now(&ticks, NULL) == DDDS_OK)              \
    X(uuid_time_parse, ddds_uuid_time_parse("", 0, &ticks, NULL) ==            \
                           DDDS_BAD_INPUT)                                     \
    X(uuid_time_to_gregorian, ddds_uuid_time_to_gregorian(INT64_MIN,           \
                                  &gregorian, NULL) == DDDS_BAD_INPUT)         \
    X(uuid_convert, ddds_uuid_convert(&uuid, 6, &other, NULL) == DDDS_BAD_INPUT\
           && ddds_uuid_convert(&uuid, 7, &other, NULL) == DDDS_BAD_OPTION)    \
    X(uuid_range, ddds_uuid_range(6, INT64_MIN, &other, &other, NULL) ==       \
                      DDDS_BAD_INPUT && ddds_uuid_range(1, 0, &other, &other,  \
                      NULL) == DDDS_BAD_OPTION)                                \
    X(uuid_write_dns_name, ddds_uuid_write_dns_name("a..b", 4,                 \
          DDDS_UUID_DNS_COMMON, &dns_name, NULL) == DDDS_MALFORMED)

#define FUNCTION(name, ...)                                                    \
    static bool call_##name(void) { return __VA_ARGS__; }
ROWS(FUNCTION)

struct row {
    const char *name;
    bool (*call)(void); /* NULL: takes no pointer that may be NULL */
};

static const struct row rows[] = {
#define ROW(name, ...) {"ddds_" #name, call_##name},
    ROWS(ROW)
#define NONE(name) {"ddds_" #name, NULL}
    NONE(address_format), NONE(application_enum), NONE(application_peppol),
    NONE(application_radius), NONE(application_s_naptr), NONE(application_sip),
    NONE(application_three_gpp), NONE(application_ddi), NONE(application_u_naptr),
    NONE(application_uri), NONE(application_urn), NONE(applications),
    NONE(answer_copy), NONE(answer_octets), NONE(builder_answer), NONE(builder_judge), NONE(builder_next),
    NONE(builder_query), NONE(dns_process), NONE(dns_sockets), NONE(dns_timeout),
    NONE(engine_question), NONE(engine_reject), NONE(engine_result),
    NONE(engine_octets), NONE(engine_status), NONE(flags_interpret),
    NONE(many_in_progress), NONE(many_next), NONE(many_release),
    NONE(many_room), NONE(many_stop), NONE(many_wait), NONE(outcome_name),
    NONE(comparison_total), NONE(proof_compare),
    NONE(proof_application), NONE(proof_class_status), NONE(proof_count),
    NONE(proof_has), NONE(proof_json), NONE(proof_members),
    NONE(proof_verdict_name),
    NONE(reason_class), NONE(reason_class_name), NONE(reason_name), NONE(reason_text),
    NONE(reply_reason), NONE(reply_text), NONE(resolution_next),
    NONE(resolution_octets), NONE(resolution_result), NONE(resolution_status),
    NONE(resolution_stop),
    NONE(ruleset_count), NONE(ruleset_octets), NONE(ruleset_rule),
    NONE(security_name),
    NONE(security_text), NONE(security_weaker), NONE(severity_text),
    NONE(status_text), NONE(substitution_split),
    NONE(substitution_pattern), NONE(type_name), NONE(uri_breaks_http),
    NONE(uuid_compare), 
    NONE(uuid_encode), NONE(uuid_encoding_name),
    NONE(uuid_format),
    NONE(uuid_inspect),
    NONE(uuid_make_name), NONE(uuid_make_octets),
    NONE(uuid_max), 
    NONE(uuid_namespace_warning), NONE(uuid_namespaces), NONE(uuid_nil),
    NONE(uuid_note_name), NONE(uuid_swap_guid), NONE(uuid_text),
    NONE(uuid_time_format),
    NONE(uuid_variant_name),
    NONE(verdict_name), NONE(verdict_text), NONE(version),
};
/* clang-format on */
enum { ROW_COUNT = sizeof rows / sizeof rows[0] };

TEST(a_documented_null_is_fine)
{
    for (size_t i = 0; i < ROW_COUNT; i++) {
        if (rows[i].call != NULL && !rows[i].call()) {
            fail_msg("%s", rows[i].name);
        }
    }
    ddds_check_free(check);
    ddds_engine_free(engine);
    ddds_many_free(many);
    ddds_resolution_free(resolution);
    ddds_database_free(cached);
    ddds_ruleset_free(ruleset);
    ddds_rulebook_free(rulebook);
    ddds_builder_free(builder);
    ddds_substitution_free(expression);
    ddds_uuid_generator_free(generator);
}

static size_t count_rows(const char *function)
{
    size_t count = 0;
    for (size_t i = 0; i < ROW_COUNT; i++) {
        count += strcmp(rows[i].name, function) == 0;
    }
    return count;
}

/* Check that each function in the version script |path| has one row. Return the
 * number of functions. */
static size_t check_rows(const char *path)
{
    char line[200];
    char function[100];
    size_t count = 0;
    FILE *map = fopen(path, "r");
    assert_non_null(map);
    while (fgets(line, sizeof line, map) != NULL) {
        if (sscanf(line, " %80[a-z0-9_]", function) == 1 &&
            strncmp(function, "ddds_", 5) == 0) {
            if (count_rows(function) != 1) {
                fail_msg("%s has %zu rows", function, count_rows(function));
            }
            count++;
        }
    }
    fclose(map);
    return count;
}

TEST(every_exported_function_has_one_row)
{
    assert_int_equal(check_rows("lib/core/ddds.map") +
                         check_rows("lib/check/ddds-check.map"),
                     ROW_COUNT);
}
