/* Structs that begin with their size: shorter, longer, and without one.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/check.h>
#include <ddds/ddds.h>
#include <ddds/prove.h>

#include "base/sized.h"
#include "base/assertions.h"

struct newer {
    struct ddds_options options;
    const char *unknown;
};

static ddds_status open_with(const void *options, struct ddds_error *error)
{
    error->status = DDDS_OK;
    ddds_engine *engine =
        ddds_engine_new(ddds_application_urn(), "urn:foo:1", options, error);
    ddds_engine_free(engine);
    return engine != NULL ? DDDS_OK : error->status;
}

TEST(a_struct_without_a_size_is_refused)
{
    struct ddds_error error;
    struct ddds_options options = DDDS_OPTIONS_INIT;
    options.size = 0;
    assert_int_equal(open_with(&options, &error), DDDS_BAD_OPTION);
    assert_non_null(strstr(error.detail, "DDDS_OPTIONS_INIT"));
    options.size = sizeof options.size;
    assert_int_equal(open_with(&options, &error), DDDS_BAD_OPTION);
}

TEST(what_a_shorter_struct_lacks_is_zero)
{
    struct ddds_error error;
    struct ddds_options options = DDDS_OPTIONS_INIT;
    options.services = "I2L,,";
    assert_int_equal(open_with(&options, &error), DDDS_BAD_OPTION);
    options.size = offsetof(struct ddds_options, services);
    assert_int_equal(open_with(&options, &error), DDDS_BAD_OPTION);
    options.size = offsetof(struct ddds_options, protocols);
    options.services = NULL;
    options.protocols = ",,";
    assert_ok(open_with(&options, &error));
}

TEST(a_longer_struct_may_have_zeros_only)
{
    struct ddds_error error;
    struct newer newer = {.options = {.size = sizeof newer}};
    assert_ok(open_with(&newer, &error));
    newer.unknown = "x";
    assert_int_equal(open_with(&newer, &error), DDDS_BAD_OPTION);
    assert_non_null(strstr(error.detail, "DDDS_OPTIONS_INIT"));
}

struct longer_application {
    struct ddds_application base;
    void *unknown; /* a member of a later version */
    const char *own;
};

static ddds_status start(const struct ddds_application *self,
                         const struct ddds_request *request,
                         struct ddds_start *start, struct ddds_error *error)
{
    const struct longer_application *whole =
        (const struct longer_application *)(const void *)self;
    memcpy(start->aus, whole->own, strlen(whole->own) + 1);
    strcpy(start->key, "a.example");
    return DDDS_OK;
}

/* Its functions get the caller's own struct, whatever its size is. */
TEST(an_application_of_another_size_keeps_its_data)
{
    struct ddds_error error;
    struct longer_application own = {.base = *ddds_application_urn(),
                                     .own = "mine"};
    own.base.size = offsetof(struct longer_application, own);
    own.base.first_well_known_rule = start;
    ddds_engine *engine = ddds_engine_new(&own.base, "x", NULL, &error);
    assert_non_null(engine);
    ddds_engine_stop(engine, DDDS_REASON_TIMEOUT, NULL);
    const struct ddds_result *result = ddds_engine_result(engine);
    assert_string_equal(result->aus, "mine");
    assert_ptr_equal(result->application, &own.base);
    ddds_engine_free(engine);
    own.unknown = &own;
    assert_null(ddds_engine_new(&own.base, "x", NULL, &error));
    assert_int_equal(error.status, DDDS_BAD_OPTION);
}

static size_t lengths_read; /* of all services fields */

static ddds_status count_lengths(const struct ddds_application *self,
                                 const char *text,
                                 struct ddds_services *services,
                                 struct ddds_error *error)
{
    assert_true(self->size < sizeof *self);
    services->protocol_count = services->service_count = 0;
    lengths_read += strlen(text);
    return DDDS_OK;
}

static void note_bad_uri(void *context, const struct ddds_finding *finding)
{
    *(bool *)context |= strcmp(finding->code->code, "L308") == 0;
}

/* A check of a rule whose URI has a fragment, for an application of a version
 * without |uri_is_absolute|: memory after the struct is not read. */
TEST(a_check_reads_an_older_application)
{
    static const char zone[] = "$ORIGIN e.example.\n$TTL 3600\n"
                               "@ SOA a a 1 2 3 4 5\n@ NS a\na A 192.0.2.1\n"
                               "@ NAPTR 1 1 u abc \"!.*!http://a/#b!\" .\n";
    static const size_t sizes[] = {
        offsetof(struct ddds_application, unpublished),
        offsetof(struct ddds_application, regexp)};
    for (size_t i = 0; i < 2; i++) {
        struct ddds_application own = *ddds_application_urn();
        own.name = "own";
        own.size = sizes[i];
        own.uri_is_absolute = true;
        own.read_services = count_lengths;
        struct ddds_check_options options = DDDS_CHECK_OPTIONS_INIT;
        options.application = &own;
        bool is_found = false;
        lengths_read = 0;
        ddds_check *check = ddds_check_new(&options, NULL);
        assert_non_null(check);
        assert_ok(ddds_check_text(check, "z", zone, strlen(zone), NULL, NULL));
        assert_ok(
            ddds_check_report(check, note_bad_uri, &is_found, NULL, NULL));
        ddds_check_free(check);
        assert_true(lengths_read >= strlen("abc"));
        assert_int_equal(is_found, i == 0);
    }
}

TEST(a_check_refuses_an_unusable_application)
{
    struct ddds_application own = *ddds_application_urn();
    struct ddds_check_options options = DDDS_CHECK_OPTIONS_INIT;
    options.application = &own;
    own.size = offsetof(struct ddds_application, read_services);
    assert_null(ddds_check_new(&options, NULL));
    own.size = 0;
    assert_null(ddds_check_new(&options, NULL));
}

/* A proof with an application that ends before |size|: members after that are
 * not read. */
TEST(a_proof_reads_an_older_application)
{
    static const char zone[] = "$ORIGIN urn.arpa.\n$TTL 3600\n"
                               "@ SOA a a 1 2 3 4 5\n"
                               "foo NAPTR 1 1 u I2L \"!.*!http://a/!\" .\n"
                               "foo NAPTR 1 2 u I2L \"!.*!http://b/!\" .\n";
    static const struct {
        size_t size;
        enum ddds_proof_status status;
    } rows[] = {
        {.size = 0},
        {.size = sizeof(size_t)},
        {offsetof(struct ddds_application, preference_is_weight),
         DDDS_PROOF_RESOLVED},
        {sizeof(struct ddds_application), DDDS_PROOF_UNKNOWN},
    };
    struct ddds_error error;
    ddds_database *zones = ddds_memory_new(NULL);
    assert_ok(
        ddds_memory_load_text(zones, "z", zone, strlen(zone), NULL, NULL));
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct ddds_application own = *ddds_application_urn();
        own.name = "own";
        own.size = rows[i].size;
        own.preference_is_weight = true;
        ddds_proof *proof = ddds_prove(zones, &own, "urn:foo:1", NULL, &error);
        if (rows[i].size <= sizeof(size_t)) {
            assert_null(proof);
            assert_int_equal(error.status, DDDS_BAD_OPTION);
            continue;
        }
        assert_non_null(proof);
        assert_ptr_equal(ddds_proof_application(proof), &own);
        assert_int_equal(ddds_proof_class_at(proof, 0)->status, rows[i].status);
        ddds_proof_free(proof);
    }
    ddds_database_free(zones);
}

TEST(an_application_without_required_members_is_refused)
{
    struct ddds_error error;
    struct ddds_application own = *ddds_application_urn();
    own.read_services = NULL;
    assert_null(ddds_engine_new(&own, "urn:foo:1", NULL, &error));
    assert_int_equal(error.status, DDDS_BAD_OPTION);
    own = *ddds_application_urn();
    own.flags = "SAu";
    assert_null(ddds_engine_new(&own, "urn:foo:1", NULL, &error));
    assert_string_equal(error.detail, "application urn: the flags \"SAu\" are "
                                      "not of SAUPD, p and digits");
}

/* Data without what was asked for is not an answer, nor is a reply that this
 * version does not know. */
TEST(an_answer_without_its_list_is_malformed)
{
    struct ddds_question question = DDDS_QUESTION_INIT;
    const struct ddds_answer rows[] = {
        {.size = sizeof(struct ddds_answer), .reply = DDDS_REPLY_DATA},
        {.reply = DDDS_REPLY_NO_NAME},
        {.size = sizeof(struct ddds_answer),
         .reply = (enum ddds_reply)(DDDS_REPLY_LIMIT + 1)},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ddds_engine *engine =
            ddds_engine_new(ddds_application_urn(), "urn:foo:1", NULL, NULL);
        assert_true(ddds_engine_question(engine, &question));
        ddds_engine_answer(engine, question.id, &rows[i], 0);
        const struct ddds_result *result = ddds_engine_result(engine);
        assert_int_equal(result->reason, DDDS_REASON_MALFORMED_ANSWER);
        ddds_engine_free(engine);
    }
}

/* A caller's question of another size is filled as far as it goes. */
TEST(a_question_is_filled_as_far_as_it_goes)
{
    struct {
        struct ddds_question question;
        uint64_t unknown;
    } longer = {.question = {.size = sizeof longer}, .unknown = 7};
    struct ddds_question shorter = {
        .size = offsetof(struct ddds_question, deadline), .deadline = 7};
    struct ddds_question none = {.id = 7};
    ddds_engine *engine =
        ddds_engine_new(ddds_application_urn(), "urn:foo:1", NULL, NULL);
    assert_false(ddds_engine_question(engine, &none));
    assert_int_equal(none.id, 7);
    assert_true(ddds_engine_question(engine, &shorter));
    assert_int_equal(shorter.size, offsetof(struct ddds_question, deadline));
    assert_string_equal(shorter.name, "foo.urn.arpa");
    assert_int_equal(shorter.deadline, 7);
    assert_ok(ddds_engine_restart(engine, "urn:bar:1", NULL));
    assert_true(ddds_engine_question(engine, &longer.question));
    assert_int_equal(longer.question.size, sizeof longer);
    assert_string_equal(longer.question.name, "bar.urn.arpa");
    assert_int_equal(longer.unknown, 0);
    ddds_engine_free(engine);
}

static void take_reply(void *context, uint32_t id,
                       const struct ddds_answer *answer)
{
    enum ddds_reply *reply = context;
    assert_int_equal(id, 7);
    *reply = answer->reply;
}

/* Databases read no more of a question than it has. */
TEST(a_database_reads_questions_of_any_size)
{
    const struct {
        size_t size;
        enum ddds_reply reply;
    } rows[] = {
        {0, DDDS_REPLY_MALFORMED},
        {offsetof(struct ddds_question, deadline), DDDS_REPLY_OUTSIDE},
        {sizeof(struct ddds_question), DDDS_REPLY_OUTSIDE},
    };
    ddds_database *zones = ddds_memory_new(NULL);
    ddds_database *cached = ddds_cached_new(ddds_memory_new(NULL), NULL, NULL);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct ddds_question question = {.size = rows[i].size,
                                               .id = 7,
                                               .kind = DDDS_ASK_RULES,
                                               .name = "a.example"};
        for (size_t k = 0; k < 2; k++) {
            ddds_database *database = k == 0 ? zones : cached;
            enum ddds_reply reply = DDDS_REPLY_DATA;
            database->methods->lookup(database, &question, 0, take_reply,
                                      &reply);
            assert_int_equal(reply, rows[i].reply);
        }
    }
    ddds_database_free(zones);
    ddds_database_free(cached);
}

static void ignore(void *context, const struct ddds_finding *finding)
{
}

static void what_a_rule_fills_says_its_size(void)
{
    struct ddds_error error;
    struct ddds_captures captures = {.group = {{"a", 7}}};
    char output[8];
    bool matched;
    ddds_substitution *substitution = ddds_substitution_new("!(a)!b!", NULL);
    for (size_t i = 0; i < 2; i++) {
        captures.size = i * sizeof captures;
        assert_ok(ddds_substitution_apply(substitution, "a", output,
                                          sizeof output, &matched, &captures,
                                          NULL));
        assert_true(matched);
        assert_int_equal(captures.group[0].length, i == 0 ? 7 : 1);
    }
    ddds_substitution_free(substitution);
    struct ddds_services services = {.service_count = 7};
    const struct ddds_application *const *each = ddds_applications();
    for (; *each != NULL; each++) {
        assert_int_equal(
            (*each)->read_services(*each, "SIP+D2T", &services, &error),
            DDDS_BAD_OPTION);
        assert_non_null(strstr(error.detail, "DDDS_SERVICES_INIT"));
        assert_int_equal(services.service_count, 7);
    }
}

/* Structs that the library fills have their sizes, too, or are unchanged. */
TEST(what_is_filled_says_its_size)
{
    const struct ddds_uuid uuid = *ddds_uuid_max();
    const struct ddds_record record = {.owner = "", .type = DDDS_TYPE_A};
    struct ddds_uuid_fields fields = {.version = 7};
    struct ddds_fields split = {.number_count = 7};
    struct ddds_substitution_parts parts = {.groups = 7};
    struct ddds_check_summary summary = {.files = 7};
    struct ddds_error error;
    ddds_uuid_inspect(&uuid, 0, &fields);
    assert_int_equal(fields.version, 7);
    assert_int_equal(ddds_record_read(&record, &split, &error),
                     DDDS_BAD_OPTION);
    assert_non_null(strstr(error.detail, "DDDS_FIELDS_INIT"));
    assert_int_equal(split.number_count, 7);
    ddds_substitution *substitution = ddds_substitution_new("!a!b!", NULL);
    ddds_substitution_split(substitution, &parts);
    assert_int_equal(parts.groups, 7);
    ddds_substitution_free(substitution);
    what_a_rule_fills_says_its_size();
    ddds_check *check = ddds_check_new(NULL, NULL);
    assert_int_equal(ddds_check_report(check, ignore, NULL, &summary, &error),
                     DDDS_BAD_OPTION);
    assert_non_null(strstr(error.detail, "DDDS_CHECK_SUMMARY_INIT"));
    assert_int_equal(summary.files, 7);
    summary.size = offsetof(struct ddds_check_summary, queries);
    summary.queries = 7;
    assert_ok(ddds_check_report(check, ignore, NULL, &summary, NULL));
    assert_int_equal(summary.files, 0);
    assert_int_equal(summary.queries, 7);
    ddds_check_free(check);
}
