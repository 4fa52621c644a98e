/* The walk through a result: which functions are called, in which order and
 * with which words. What is written of it is seen in fixtures/conformance.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/ddds.h>

#include "base/assertions.h"

static const char zone[] =
    "$ORIGIN urn.arpa.\n$TTL 60\n@ SOA n h 1 2 3 4 5\n"
    "aa NAPTR 1 1 \"u\" \"http+I2L\" \"!^urn:aa:(.*)$!http://x/\\\\1!\" .\n"
    "bb NAPTR 1 1 \"u\" \"http+I2C\" \"!.*!http://c/!\" .\n"
    "bb NAPTR 1 2 \"u\" \"http+I2L\" \"!^no!http://n/!\" .\n"
    "bb NAPTR 1 3 \"s\" \"thttp+I2L\" \"\" _thttp._tcp\n"
    "bb NAPTR 1 4 \"u\" \"http+I2L\" \"!.*!http://x/!\" .\n"
    "_thttp._tcp SRV 1 2 80 host\n"
    "host A 192.0.2.1\n";

static ddds_database *zones;

static int load(void **state)
{
    zones = ddds_memory_new(NULL);
    return ddds_memory_load_text(zones, "zone", zone, sizeof zone - 1, NULL,
                                 NULL) != DDDS_OK;
}

static int unload(void **state)
{
    ddds_database_free(zones);
    return 0;
}

/* What the functions were called with. */
struct notes {
    char text[4096];
    size_t length;
};

static void note(struct notes *notes, const char *a, const char *b,
                 const char *c)
{
    int added = snprintf(notes->text + notes->length,
                         sizeof notes->text - notes->length, "%s %s %s\n", a,
                         b != NULL ? b : "-", c != NULL ? c : "-");
    assert_in_range(added, 0, sizeof notes->text - notes->length - 1);
    notes->length += (size_t)added;
}

static void begin(void *self, const struct ddds_shown_result *shown)
{
    note(self, "begin", shown->status, shown->title);
    note(self, " why", shown->code, shown->reason);
    note(self, " at", shown->at, shown->detail);
}

static void outcome(void *self, const struct ddds_shown_outcome *shown)
{
    note(self, "outcome", shown->kind, shown->title);
    note(self, " for", shown->services, shown->target);
    note(self, " offers",
         shown->protocol.length > 0 ? shown->protocol.text : NULL,
         shown->resolution_service_count == 1
             ? shown->resolution_services[0].text
             : NULL);
    note(self, shown->has_ttl ? " ttl" : " -",
         shown->uuid != NULL ? shown->uuid->value : NULL,
         shown->uuid != NULL ? shown->uuid->node : NULL);
}

static void trace(void *self, const struct ddds_shown_result *shown)
{
    note(self, "trace", shown->input, NULL);
}

static void step(void *self, const struct ddds_shown_step *shown)
{
    note(self, "step", shown->type, shown->reply);
    note(self, shown->has_servers ? " servers" : " none", shown->rcode,
         shown->fallback);
}

static void rule(void *self, const struct ddds_shown_rule *shown)
{
    note(self, "rule", shown->verdict, shown->replacement);
    note(self, " is", shown->use, shown->meaning);
}

static void end_step(void *self, const struct ddds_shown_step *shown)
{
    note(self, "end", "step", NULL);
}

static void end(void *self, const struct ddds_shown_result *shown)
{
    note(self, "end", shown->input, NULL);
}

static const struct ddds_show all = {
    .size = sizeof all,
    .begin = begin,
    .outcome = outcome,
    .trace = trace,
    .step = step,
    .rule = rule,
    .end_step = end_step,
    .end = end,
};

static void check(const char *input, const char *services, unsigned parts,
                  const char *expected)
{
    struct notes notes = {.length = 0};
    struct ddds_show show = all;
    struct ddds_options options = DDDS_OPTIONS_INIT;
    options.services = services;
    options.no_addresses = true;
    show.self = &notes;
    ddds_resolution *done = ddds_resolve(zones, NULL, input, &options, NULL);
    assert_non_null(done);
    assert_ok(
        ddds_show_result(ddds_resolution_result(done), parts, &show, NULL));
    assert_string_equal(notes.text, expected);
    ddds_resolution_free(done);
}

TEST(everything_is_said_in_order)
{
    check("urn:aa:1", NULL, 0,
          "begin resolved Resolved\n why - -\n at - -\n"
          "outcome uri URI\n for http+I2L -\n offers http+I2L I2L\n ttl - -\n"
          "end urn:aa:1 -\n");
    check("urn:aa:1", NULL, DDDS_SHOW_UNREAD,
          "begin resolved Resolved\n why - -\n at - -\n"
          "outcome uri URI\n for http+I2L -\n offers - -\n ttl - -\n"
          "end urn:aa:1 -\n");
    check("urn:bb:1", "I2L", DDDS_SHOW_TRACE,
          "begin resolved Resolved\n why - -\n at - -\n"
          "outcome servers Servers\n for thttp+I2L _thttp._tcp.urn.arpa\n"
          " offers thttp+I2L I2L\n ttl - -\ntrace urn:bb:1 -\n"
          "step NAPTR data\n none NOERROR -\n"
          "rule other_service -\n is - offers a different resolution service\n"
          "rule no_match -\n is - the expression does not match the string\n"
          "rule chosen _thttp._tcp.urn.arpa\n is servers -\n"
          "rule acceptable -\n is - also acceptable\n"
          "end step -\n"
          "step SRV data\n servers NOERROR -\nend step -\nend urn:bb:1 -\n");
    check("urn:cc:1", NULL, DDDS_SHOW_TRACE,
          "begin not_found Not found\n"
          " why NO_NAME there is no such name\n"
          " at cc.urn.arpa no rules are published for this namespace\n"
          "trace urn:cc:1 -\n"
          "step NAPTR no such name\n none NXDOMAIN -\nend step -\n"
          "end urn:cc:1 -\n");
}

TEST(uuids_have_texts)
{
    check("urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6", NULL, 0,
          "begin resolved Resolved\n why - -\n at - -\n"
          "outcome uuid UUID\n for - -\n offers - -\n"
          " - f81d4fae-7dec-11d0-a765-00a0c91e6bf6 00:a0:c9:1e:6b:f6\n"
          "end urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6 -\n");
}

TEST(a_refusal_looks_like_a_result)
{
    struct notes notes = {.length = 0};
    struct ddds_show show = all;
    struct ddds_error why;
    ddds_error_set(&why, DDDS_BAD_INPUT, 0, "this is wrong");
    show.self = &notes;
    assert_ok(
        ddds_show_refusal("a", ddds_application_urn(), &why, &show, NULL));
    assert_string_equal(notes.text, "begin bad_input Invalid input\n"
                                    " why BAD_INPUT this is wrong\n at - -\n"
                                    "end a -\n");
}

/* Functions that are missing are not called, and a struct without a size is
 * refused. */
TEST(the_struct_may_grow)
{
    struct ddds_show none = DDDS_SHOW_INIT;
    struct ddds_show unset = {0};
    ddds_resolution *done = ddds_resolve(zones, NULL, "urn:bb:1", NULL, NULL);
    assert_non_null(done);
    const struct ddds_result *result = ddds_resolution_result(done);
    assert_ok(ddds_show_result(result, DDDS_SHOW_TRACE, &none, NULL));
    assert_int_equal(ddds_show_result(result, 0, &unset, NULL),
                     DDDS_BAD_OPTION);
    none.size = offsetof(struct ddds_show, outcome);
    assert_ok(ddds_show_result(result, DDDS_SHOW_TRACE, &none, NULL));
    ddds_resolution_free(done);
}

FIXTURES(.begin = load, .end = unload);
