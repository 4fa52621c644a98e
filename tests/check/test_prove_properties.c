/* Properties of all inputs beside the engine: each input of random zones is
 * resolved, and the verdict, the first witness and the number of inputs are
 * those of the resolutions.
 *
 * SPDX-License-Identifier: MIT */
#include "check/random_zones.h"
#include "seed.h"

enum { ZONES = 60 };

static bool has_prefix(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

static bool is_below(const char *name, const char *suffix)
{
    size_t length = strlen(name);
    size_t end = strlen(suffix);
    length -= length > 0 && name[length - 1] == '.';
    return length >= end && memcmp(name + length - end, suffix, end) == 0 &&
           (length == end || name[length - end - 1] == '.');
}

/* ---- The properties of one resolution ------------------------------------------ */

static bool is_found(const struct ddds_result *result)
{
    return result != NULL && result->outcome_count > 0;
}

static bool is_uri(const struct ddds_result *result)
{
    return is_found(result) && result->outcomes[0].kind == DDDS_OUTCOME_URI;
}

static bool is_servers(const struct ddds_result *result)
{
    return is_found(result) && result->outcomes[0].kind == DDDS_OUTCOME_SERVERS;
}

static bool makes_no_loop(const struct ddds_result *result)
{
    return is_found(result) || result == NULL ||
           result->reason != DDDS_REASON_LOOP;
}

static bool has_one_hop(const struct ddds_result *result)
{
    return is_found(result) &&
           result->steps[result->outcomes[0].step].depth <= 1;
}

static bool begins_with_x(const struct ddds_result *result)
{
    return is_uri(result) && has_prefix(result->outcomes[0].uri, "http://x/a");
}

static bool is_query(const struct ddds_result *result)
{
    const char *uri = is_uri(result) ? result->outcomes[0].uri : "";
    size_t length = strlen(uri);
    return length > 2 && strchr(uri, '?') != NULL && uri[length - 1] != 'b';
}

static bool is_one_uri(const struct ddds_result *result)
{
    return is_uri(result) && strcmp(result->outcomes[0].uri, "x:") == 0;
}

/* Names that rules and aliases led to, and hosts. */
static bool is_below_b(const struct ddds_result *result)
{
    static const char b[] = "b.foo.urn.arpa";
    bool is = true;
    for (size_t i = 0; result != NULL && i < result->step_count; i++) {
        const struct ddds_step *step = &result->steps[i];
        const char *target =
            step->answer != NULL ? step->answer->canonical : NULL;
        is = is && (target == NULL || is_below(target, b)) &&
             (step->kind != DDDS_ASK_ADDRESSES || is_below(step->name, b));
        for (size_t k = 0; k < step->rule_count; k++) {
            const struct ddds_judged_rule *rule = &step->rules[k];
            bool was_followed = rule->verdict == DDDS_VERDICT_CHOSEN ||
                                rule->verdict == DDDS_VERDICT_DEAD_END;
            bool is_name = rule->next == DDDS_NEXT_RULES ||
                           rule->next == DDDS_NEXT_SERVERS ||
                           rule->next == DDDS_NEXT_ADDRESSES;
            is = is && (!was_followed || !is_name || is_below(rule->output, b));
        }
    }
    for (size_t i = 0;
         is_found(result) && i < result->outcomes[0].endpoint_count; i++) {
        is = is && is_below(result->outcomes[0].endpoints[i].host, b);
    }
    return is;
}

static const struct {
    const char *text;
    bool (*has)(const struct ddds_result *result);
} properties[] = {
    {"found", is_found},
    {"kind uri", is_uri},
    {"kind servers", is_servers},
    {"not LOOP", makes_no_loop},
    {"hops <= 1", has_one_hop},
    {"uri http://x/a*", begins_with_x},
    {"uri /.*\\?.*[^b]/", is_query},
    {"uri x:", is_one_uri},
    {"only below b.foo.urn.arpa", is_below_b},
};

enum { PROPERTIES = sizeof properties / sizeof *properties };

/* ---- All inputs ---------------------------------------------------------------- */

/* The number of inputs without the property, or else of unknown inputs. */
struct expected {
    unsigned refuted;
    unsigned unknown;
    char witnesses[2][32]; /* that refutes it; that is unknown */
};

struct comparing {
    ddds_database *zones;
    ddds_proof *proof;
    const char *zone;
    struct expected expected[PROPERTIES];
};

static void note(unsigned *count, char witness[32], const char *input)
{
    size_t length = strlen(input);
    size_t other = strlen(witness);
    if (*count == 0 || length < other ||
        (length == other && strcmp(input, witness) < 0)) {
        memcpy(witness, input, length + 1);
    }
    ++*count;
}

static void resolve_input(struct comparing *comparing, const char *input)
{
    struct ddds_options options = DDDS_OPTIONS_INIT;
    const struct ddds_proof_class *class = class_of(comparing->proof, input);
    ddds_resolution *done = ddds_resolve(
        comparing->zones, ddds_application_urn(), input, &options, NULL);
    const struct ddds_result *result =
        done != NULL ? ddds_resolution_result(done) : NULL;
    for (size_t i = 0; i < PROPERTIES; i++) {
        struct expected *expected = &comparing->expected[i];
        if (class->status == DDDS_PROOF_UNKNOWN) {
            note(&expected->unknown, expected->witnesses[1], input);
        } else if (!properties[i].has(result)) {
            note(&expected->refuted, expected->witnesses[0], input);
        }
    }
    ddds_resolution_free(done);
}

/* All strings of at most |most| of |letters| after |input|. */
static void resolve_all(struct comparing *comparing, char *input,
                        const char *letters, unsigned most)
{
    size_t length = strlen(input);
    resolve_input(comparing, input);
    for (size_t i = 0; most > 0 && letters[i] != '\0'; i++) {
        input[length] = letters[i];
        input[length + 1] = '\0';
        resolve_all(comparing, input, letters, most - 1);
        input[length] = '\0';
    }
}

static void compare_property(struct comparing *comparing, size_t index)
{
    const struct expected *expected = &comparing->expected[index];
    const struct ddds_proof_property *found =
        ddds_proof_check(comparing->proof, properties[index].text, NULL);
    bool is_refuted = expected->refuted > 0;
    bool is_unknown = !is_refuted && expected->unknown > 0;
    const char *witness = expected->witnesses[is_unknown];
    char count[16];
    snprintf(count, sizeof count, "%u",
             is_refuted ? expected->refuted : expected->unknown);
    if (found->verdict != (is_refuted   ? DDDS_PROOF_REFUTED
                           : is_unknown ? DDDS_PROOF_UNDECIDED
                                        : DDDS_PROOF_PROVED) ||
        strcmp(found->inputs, count) != 0 ||
        strcmp(found->witness != NULL ? found->witness : "", witness) != 0) {
        fail_msg("%s: %s by %s, %s inputs; %u refute it (%s), %u are unknown "
                 "(%s), in\n%s",
                 properties[index].text,
                 ddds_proof_verdict_name(found->verdict), found->witness,
                 found->inputs, expected->refuted, expected->witnesses[0],
                 expected->unknown, expected->witnesses[1], comparing->zone);
    }
    assert_true((found->witness == NULL) == (found->class_index == SIZE_MAX));
    assert_true(
        found->witness == NULL ||
        ddds_proof_has(comparing->proof, found->class_index, found->witness));
}

TEST(verdicts_are_those_of_the_resolutions)
{
    static const struct {
        const char *set;
        const char *letters;
        unsigned most;
    } sets[] = {
        {"urn:foo:[ab.]{0,6}", "ab.", 6},
        {"urn:foo:[ab?=#]{0,5}", "ab?=#", 5},
    };
    struct making making = {.state = take_seed(20261129) | 1};
    char *zone = malloc(ZONE);
    unsigned verdicts[3] = {0};
    for (unsigned i = 0; i < ZONES; i++) {
        struct comparing all = {.zone = zone};
        char input[32] = "urn:foo:";
        ddds_text_init(&making.text, zone, ZONE);
        write_zone(&making);
        all.zones = load(zone);
        all.proof = prove_urns(all.zones, sets[i % 2].set);
        resolve_all(&all, input, sets[i % 2].letters, sets[i % 2].most);
        for (size_t k = 0; k < PROPERTIES; k++) {
            compare_property(&all, k);
            verdicts[all.expected[k].refuted > 0   ? 1
                     : all.expected[k].unknown > 0 ? 2
                                                   : 0]++;
        }
        ddds_proof_free(all.proof);
        ddds_database_free(all.zones);
    }
    printf("%u proved, %u refuted, %u unknown\n", verdicts[0], verdicts[1],
           verdicts[2]);
    free(zone);
}

/* ---- Examples ------------------------------------------------------------------- */

static const char example[] =
    "$ORIGIN foo.urn.arpa.\n@ SOA a b 1 1 1 1 1\n"
    "@ NAPTR 10 10 \"u\" \"\" \"!^urn:foo:([0-9]{4})$!https://x/\\\\1!\" .\n"
    "@ NAPTR 20 10 \"\" \"\" \"!^urn:foo:(a|b)!\\\\1.foo.urn.arpa!\" .\n"
    "a NAPTR 10 10 \"s\" \"\" \"\" _s.b\n"
    "a NAPTR 20 10 \"u\" \"\" \"!^.*$!http://never/!\" .\n"
    "_s.b SRV 1 1 80 h.a\nh.a A 192.0.2.1\n";

TEST(properties_are_decided)
{
    static const struct {
        const char *set;
        const char *property;
        const char *verdict;
        const char *witness;
        const char *inputs;
    } cases[] = {
        {"urn:foo:[0-9]{4}", "uri https://*", "proved", NULL, "0"},
        {"urn:foo:[0-9]{4}", "uri https://x/00*", "refuted", "urn:foo:0100",
         "9900"},
        {"urn:foo:[0-9]{4}", "uri /https:..x.[0-8]+/", "refuted",
         "urn:foo:0009", "3439"},
        {"urn:foo:[0-9]{4}", "every rule used", "refuted", NULL, "0"},
        {"urn:foo:[0-9]{4}(\\?=[ab])?", "uri /[^?]*/", "refuted",
         "urn:foo:0000?=a", "20000"},
        {"urn:foo:([0-9]{4}|[ab])", "every rule used", "refuted", NULL, "0"},
        {"urn:foo:a", "only below b.foo.urn.arpa", "refuted", "urn:foo:a", "1"},
        {"urn:foo:a", "only below foo.urn.ARPA.", "proved", NULL, "0"},
        {"urn:foo:a", "only below .", "proved", NULL, "0"},
        {"urn:foo:b.*", "not NO_DATA", "refuted", "urn:foo:b", NULL},
        {"urn:(foo:[0-9]{4}|bar:1)", "found", "unknown", "urn:bar:1", "1"},
    };
    ddds_database *zones = load(example);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ddds_proof *proof = prove_urns(zones, cases[i].set);
        const struct ddds_proof_property *found =
            ddds_proof_check(proof, cases[i].property, NULL);
        print_message("%s: %s\n", cases[i].set, cases[i].property);
        assert_string_equal(ddds_proof_verdict_name(found->verdict),
                            cases[i].verdict);
        assert_true((found->witness == NULL) == (cases[i].witness == NULL));
        assert_true((found->inputs == NULL) == (cases[i].inputs == NULL));
        if (cases[i].witness != NULL) {
            assert_string_equal(found->witness, cases[i].witness);
        }
        if (cases[i].inputs != NULL) {
            assert_string_equal(found->inputs, cases[i].inputs);
        }
        assert_true(found->because != NULL ||
                    found->verdict == DDDS_PROOF_PROVED);
        ddds_proof_free(proof);
    }
    ddds_database_free(zones);
}

TEST(other_texts_are_no_properties)
{
    static const struct {
        const char *text;
        size_t offset;
    } cases[] = {
        {"", 0},         {"foundx", 0},           {"kind x", 5},
        {"not  Y", 5},   {"hops <= x", 8},        {"hops <= 12345", 8},
        {"hops < 1", 0}, {"uri /(a/", 5},         {"uri", 0},
        {"uri ", 4},     {"only below a..b", 11},
    };
    ddds_database *zones = load(example);
    ddds_proof *proof = prove_urns(zones, "urn:foo:1");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct ddds_error error;
        print_message("%s\n", cases[i].text);
        assert_null(ddds_proof_check(proof, cases[i].text, &error));
        assert_int_equal(error.status, DDDS_MALFORMED);
        assert_int_equal(error.offset, cases[i].offset);
    }
    ddds_proof_free(proof);
    ddds_database_free(zones);
}

/* A rule that may take too many steps leaves a doubt. */
TEST(the_limit_of_steps_is_reported)
{
    static const char zone[] =
        "$ORIGIN foo.urn.arpa.\n@ SOA a b 1 1 1 1 1\n"
        "@ NAPTR 10 10 \"u\" \"\" \"!^urn:foo:(a+)+b$!http://x/!\" .\n"
        "@ NAPTR 20 10 \"u\" \"\" \"!^urn:foo:.*$!http://y/!\" .\n";
    ddds_database *zones = load(zone);
    ddds_proof *proof = prove_urns(zones, "urn:foo:[ab]{1,60}");
    const struct ddds_proof_property *found =
        ddds_proof_check(proof, "found", NULL);
    assert_int_equal(found->verdict, DDDS_PROOF_PROVED);
    assert_true(has_prefix(found->because, "unless LIMIT: "));
    ddds_proof_free(proof);
    ddds_database_free(zones);
}
