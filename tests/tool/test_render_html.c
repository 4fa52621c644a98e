/* A result as HTML: markup in each of its strings is text.
 *
 * SPDX-License-Identifier: MIT */
#include "render/render_html.h"
#include "base/assertions.h"

#define MARKUP "<script>&\"'\x7f"
#define ESCAPED "&lt;script&gt;&amp;&quot;&#39;&lt;U+007F&gt;"

static char *write_result(const struct ddds_result *result)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    assert_non_null(out);
    html_result(out, result);
    fclose(out);
    assert_int_equal(strlen(text), length);
    return text;
}

static ddds_status read_nothing(const struct ddds_application *self,
                                const char *text,
                                struct ddds_services *services,
                                struct ddds_error *error)
{
    services->protocol_count = 0;
    services->service_count = 0;
    return DDDS_OK;
}

static const struct ddds_application application = {
    .size = sizeof application,
    .name = MARKUP,
    .title = MARKUP,
    .service = MARKUP,
    .read_services = read_nothing,
};

static const struct ddds_rule rule = {.order = 1,
                                      .preference = 2,
                                      .flags = MARKUP,
                                      .services = MARKUP,
                                      .regexp = MARKUP,
                                      .replacement = MARKUP};

static const struct ddds_uri_target targets[] = {
    {.priority = 1, .weight = 2, .uri = MARKUP}};
static const struct ddds_srv servers[] = {
    {.priority = 1, .weight = 2, .port = 3, .target = MARKUP}};

static struct ddds_judged_rule judged[] = {
    {.rule = &rule,
     .verdict = DDDS_VERDICT_CHOSEN,
     .reason = MARKUP,
     .output = MARKUP},
    {.rule = &rule, .verdict = DDDS_VERDICT_OTHER_SERVICE, .output = MARKUP},
};

static const struct ddds_answer answers[] = {
    {.reply = DDDS_REPLY_DATA,
     .detail = MARKUP,
     .canonical = MARKUP,
     .servers = servers,
     .server_count = 1},
    {.reply = DDDS_REPLY_DATA, .targets = targets, .target_count = 1},
};

static const struct ddds_step steps[] = {
    {.kind = DDDS_ASK_SERVERS,
     .name = MARKUP,
     .answer = &answers[0],
     .rules = judged,
     .rule_count = 2},
    {.kind = DDDS_ASK_URIS, .name = MARKUP, .answer = &answers[1]},
    {.name = MARKUP, .is_fallback = true, .answer = &answers[0]},
    {.name = MARKUP},
};

static struct ddds_endpoint endpoints[] = {
    {.host = MARKUP, .has_port = true, .port = 1}};

TEST(test_markup)
{
    const struct ddds_outcome outcomes[] = {
        {.kind = DDDS_OUTCOME_SERVERS,
         .output = MARKUP,
         .services = MARKUP,
         .note = MARKUP,
         .endpoints = endpoints,
         .endpoint_count = 1},
        {.kind = DDDS_OUTCOME_URI,
         .output = MARKUP,
         .uri = MARKUP,
         .services = ""},
    };
    struct ddds_result result = {
        .application = &application,
        .input = MARKUP,
        .aus = MARKUP,
        .outcomes = outcomes,
        .outcome_count = 2,
        .reason = DDDS_REASON_RESOLVED,
        .steps = steps,
        .step_count = 4,
        .note = MARKUP,
    };
    char *text = write_result(&result);
    assert_null(strstr(text, "<script>"));
    assert_null(strstr(text, "\x7f"));
    assert_int_equal(count_of(text, ESCAPED), 30);
    assert_int_equal(count_of(text, "<li "), 4);
    free(text);

    result.outcome_count = 0;
    result.step_count = 0;
    result.reason = DDDS_REASON_LOOP;
    result.at = MARKUP;
    result.detail = MARKUP;
    text = write_result(&result);
    assert_null(strstr(text, "<script>"));
    assert_int_equal(count_of(text, ESCAPED), 6);
    assert_non_null(strstr(text, ">LOOP</code>: the rules form a loop at "));
    free(text);
}

TEST(test_addresses)
{
    struct ddds_endpoint hosts[] = {
        {.host = "a", .has_port = true},
        {.host = "b", .has_port = true, .has_addresses = true},
        {.host = "c", .has_port = true},
    };
    const struct ddds_outcome outcome = {.kind = DDDS_OUTCOME_SERVERS,
                                         .output = "x",
                                         .services = "",
                                         .endpoints = hosts,
                                         .endpoint_count = 3};
    const struct ddds_result result = {.application = &application,
                                       .input = "urn:a:b",
                                       .outcomes = &outcome,
                                       .outcome_count = 1};
    char *text = write_result(&result);
    assert_int_equal(count_of(text, "<td>unknown</td>"), 2);
    assert_int_equal(count_of(text, "<td>none</td>"), 1);
    free(text);
    hosts[1].has_addresses = false;
    text = write_result(&result);
    assert_int_equal(count_of(text, "<td>not looked up</td>"), 3);
    free(text);
}

/* Links lead to http and https only, never to user information. */
TEST(test_links)
{
    static const struct {
        const char *uri;
        bool is_link;
    } cases[] = {
        {"http://example.com/", true},
        {"HTTPS://example.com/", true},
        {"https://www.bank.example@evil.example/", false},
        {"http:///evil.example/", false},
        {"http://example.com/ b", false},
        {"javascript:alert(1)", false},
        {"data:text/html,x", false},
        {"httpx://example.com/", false},
        {" http://example.com/", false},
        {"", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct ddds_outcome outcome = {.kind = DDDS_OUTCOME_URI,
                                             .output = cases[i].uri,
                                             .uri = cases[i].uri,
                                             .services = ""};
        const struct ddds_result result = {.application = &application,
                                           .input = "urn:a:b",
                                           .outcomes = &outcome,
                                           .outcome_count = 1};
        char *text = write_result(&result);
        assert_int_equal(strstr(text, "nofollow") != NULL, cases[i].is_link);
        free(text);
    }
}
