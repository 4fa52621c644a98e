/* Proofs beside the engine: random zones, in which every short input resolves as
 * its class says.
 *
 * SPDX-License-Identifier: MIT */
#include "check/proving.h"

enum { COMPARED = 3000 };

/* ---- All of them ------------------------------------------------------------- */

static const struct ingredients of_numbers = {
    "4.4.e164.arpa.",
    {"@", "0", "1", "0.0", "1.0", "*.1", "1.1.0", "*.0", "*", "*.0.1"},
    {"\"u\" \"E2U+sip\" \"!^(.*)$!sip:\\\\1@x!\" .",
     "2 \"u\" \"E2U+sip\" \"!^.440(.*)$!sip:\\\\1#x!\" .",
     "\"u\" \"E2U+tel\" \"!^.44(0*)(1*)$!tel:\\\\2\\\\1!\" .",
     "\"u\" \"E2U+tel\" \"!^.*1$!tel:!\" .",
     "\"\" \"\" \"\" 1.0.4.4.e164.arpa.",
     "3 \"\" \"\" \"!^(.*)$!x!\" 0.4.4.e164.arpa.",
     "\"u\" \"sip\" \"!^.*$!sip:x!\" ."},
    {"1.0.0 CNAME 1", "0.1 DNAME 0.0", "1.1 NS ns.example.", "x.1 TXT x",
     "*.1.0 CNAME 0"}};

static const struct ingredients of_domains = {
    "foo.example.\n_s SRV 1 1 80 h\nh A 192.0.2.1",
    {"@", "a", "b", "*", "a.b", "*.b"},
    {"\"\" \"s:p\" \"\" a", "2 \"s\" \"s:p:q\" \"\" _s", "\"a\" \"s:q\" \"\" h",
     "\"u\" \"s:p\" \"!.*!http://x/!\" .", "\"u\" \"s:q\" \"!.*!x!\" .",
     "2 \"\" \"\" \"\" a.b", "3 \"a\" \"t:q\" \"\" out.example."},
    {NULL}};

static const struct kind kinds[] = {
    {"urn", NULL, "urn:foo:[ab.]{0,20}", "urn:foo:", "ab.", "", 4, 100,
     "5230176601", NULL},
    {"urn", NULL, "[uU]rn:F[oO]o:[a%4?+=#bc]{0,20}", "Urn:FOo:", "a%4?+=#", "",
     3, 100, "54709494565756179604", NULL},
    {"enum", &of_numbers, "\\+44[01-]{0,20}", "+44", "01-", "", 4, 100,
     "5230176601", NULL},
    {"enum", &of_numbers, "(tel:)?\\+44[01()]{0,20}", "tel:+44", "01()", "", 3,
     100, "2932031007402", NULL},
    {"s-naptr", &of_domains, "[ab.-]{0,20}foo.example", "", "ab.",
     ".foo.example", 4, 100, NULL, NULL},
    {"u-naptr", &of_domains, "[ab.-]{0,20}foo.example", "", "ab.",
     ".foo.example", 4, 100, NULL, NULL},
};

/* Some options of a request, or none. */
static struct ddds_options choose_options(struct making *making,
                                          const struct kind *kind)
{
    static const char *const services[] = {NULL, NULL, NULL, "I2L", "s", "sip"};
    static const char *const protocols[] = {NULL, NULL, NULL, "p", "http"};
    struct ddds_options options = DDDS_OPTIONS_INIT;
    options.sorts_ties = true;
    options.services = CHOOSE(making, services);
    options.protocols = strcmp(kind->application, "enum") != 0
                            ? CHOOSE(making, protocols)
                            : NULL;
    options.max_hops = pick(making, 4) == 0 ? 1 : 0;
    options.no_q = pick(making, 4) == 0;
    options.no_addresses = pick(making, 4) == 0;
    return options;
}

/* COMPARED in the environment is how many inputs are compared of each kind. */
TEST(every_input_resolves_as_its_class_says)
{
    const char *given = getenv("COMPARED");
    unsigned most =
        given != NULL ? (unsigned)read_whole_number(given) : COMPARED;
    compare_kinds(kinds, sizeof kinds / sizeof *kinds, most, choose_options);
}

/* ---- Examples ---------------------------------------------------------------- */

static const char foo_zone[] =
    "$ORIGIN foo.urn.arpa.\n@ SOA a b 1 1 1 1 1\n"
    "@ NAPTR 10 10 \"u\" \"http+I2L\" "
    "\"!^urn:foo:([0-9]{4})$!http://x/\\\\1!\" .\n"
    "@ NAPTR 20 10 \"\" \"\" \"!^urn:foo:([a-c])!\\\\1.foo.urn.arpa!\" .\n"
    "a NAPTR 10 10 \"u\" \"http+I2L\" \"!^.*$!http://a/!\" .\n";

TEST(classes_say_what_their_inputs_do)
{
    static const struct {
        const char *set;
        const char *inputs;
        const char *witness;
        const char *count;
        enum ddds_proof_status status;
        enum ddds_reason reason;
        const char *output;
        size_t path_count;
    } cases[] = {
        {"urn:foo:[0-9]{4}", "urn:foo:[0-9]{4}", "urn:foo:0000", "10000",
         DDDS_PROOF_RESOLVED, DDDS_REASON_RESOLVED, "http://x/\\1", 1},
        {"urn:foo:a", "urn:foo:a", "urn:foo:a", "1", DDDS_PROOF_RESOLVED,
         DDDS_REASON_RESOLVED, "http://a/", 2},
        {"urn:foo:b.*", NULL, "urn:foo:b", NULL, DDDS_PROOF_FAILED,
         DDDS_REASON_NO_NAME, NULL, 1},
        {"urn:foo:x[0-9]{40}", "urn:foo:x[0-9]{40}",
         "urn:foo:x0000000000000000000000000000000000000000",
         "10000000000000000000000000000000000000000", DDDS_PROOF_FAILED,
         DDDS_REASON_NO_MATCH, NULL, 0},
        {"urn:bar:[ab]", "urn:bar:[ab]", "urn:bar:a", "2", DDDS_PROOF_UNKNOWN,
         DDDS_REASON_NO_NAME, NULL, 0},
        {"foo", "foo", "foo", "1", DDDS_PROOF_BAD_INPUT, DDDS_REASON_RESOLVED,
         NULL, 0},
    };
    ddds_database *zones = load(foo_zone);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ddds_proof *proof = prove_urns(zones, cases[i].set);
        const struct ddds_proof_class *class =
            class_of(proof, cases[i].witness);
        assert_string_equal(class->witness, cases[i].witness);
        assert_int_equal(class->status, cases[i].status);
        assert_int_equal(class->reason, cases[i].reason);
        assert_int_equal(class->path_count, cases[i].path_count);
        assert_int_equal(class->is_infinite, cases[i].count == NULL);
        if (cases[i].count != NULL) {
            assert_string_equal(class->count, cases[i].count);
            assert_string_equal(class->inputs, cases[i].inputs);
        }
        if (cases[i].output != NULL) {
            assert_string_equal(class->output, cases[i].output);
        }
        ddds_proof_free(proof);
    }
    ddds_database_free(zones);
}

/* Without a set: all numbers whose first keys have rules. */
TEST(a_proof_may_be_about_all_inputs)
{
    static const char zone[] = "$ORIGIN 4.4.e164.arpa.\n@ SOA a b 1 1 1 1 1\n"
                               "*.2 NAPTR 1 1 \"u\" \"E2U+sip\" "
                               "\"!^(.*)$!sip:\\\\1@x!\" .\n";
    ddds_database *zones = load(zone);
    ddds_proof *proof =
        ddds_prove(zones, ddds_application_enum(), NULL, NULL, NULL);
    assert_string_equal(ddds_proof_class_at(proof, 0)->output, "sip:\\1@x");
    assert_null(ddds_proof_class_at(proof, 1));
    assert_true(ddds_proof_has(proof, 0, "+4421"));
    assert_false(ddds_proof_has(proof, 0, "+44 (2)-1")); /* the same number */
    assert_string_equal(ddds_proof_class_at(proof, 0)->count, "1111111111110");
    assert_false(ddds_proof_has(proof, 0, "+442"));
    ddds_proof_free(proof);
    ddds_database_free(zones);
}

#define RANGES "\u00a1-\U0010fffd\u00a1-\U0010fffd\u00a1-\U0010fffd"

/* Proofs beyond the limits end as unknown; invalid sets are refused. */
TEST(limits_are_said)
{
    static const char *const sets[] = {"urn:foo:(a", "urn:foo:\\1", "a\\",
                                       "urn:foo:$a" /* has no member */};
    static const char *const large[] = {
        "urn:foo:(.*a[ab]{14})*", "urn:foo:(((a{50}){50}){50})",
        "[" RANGES RANGES RANGES RANGES RANGES RANGES RANGES RANGES RANGES
            RANGES RANGES "]"};
    struct ddds_prove_options options = DDDS_PROVE_OPTIONS_INIT;
    ddds_database *zones = load(foo_zone);
    options.max_states = 2000;
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        struct ddds_error error;
        assert_null(ddds_prove(zones, ddds_application_urn(), sets[i], &options,
                               &error));
        assert_int_equal(error.status, DDDS_MALFORMED);
    }
    for (size_t i = 0; i < sizeof large / sizeof *large; i++) {
        ddds_proof *vague =
            ddds_prove(zones, ddds_application_urn(), large[i], &options, NULL);
        assert_int_equal(ddds_proof_class_at(vague, 0)->status,
                         DDDS_PROOF_UNKNOWN);
        assert_string_equal(ddds_proof_class_at(vague, 0)->inputs, large[i]);
        assert_null(ddds_proof_count(vague));
        assert_false(ddds_proof_has(vague, 0, "urn:foo:a"));
        assert_null(ddds_proof_check(vague, "found", NULL)->witness);
        assert_int_equal(ddds_proof_check(vague, "found", NULL)->verdict,
                         DDDS_PROOF_UNDECIDED);
        ddds_proof_free(vague);
    }
    options.max_states = 20;
    ddds_proof *proof = ddds_prove(zones, ddds_application_urn(),
                                   "urn:foo:[0-9]*", &options, NULL);
    assert_int_equal(ddds_proof_class_at(proof, 0)->status, DDDS_PROOF_UNKNOWN);
    assert_non_null(ddds_proof_class_at(proof, 0)->because);
    ddds_proof_free(proof);
    /* The first text with the key foo.urn.arpa is not a URN. */
    proof = ddds_prove(zones, ddds_application_urn(), NULL, &options, NULL);
    assert_int_equal(ddds_proof_class_at(proof, 0)->status, DDDS_PROOF_UNKNOWN);
    assert_string_equal(ddds_proof_class_at(proof, 0)->witness, "");
    assert_null(ddds_proof_check(proof, "found", NULL)->witness);
    ddds_proof_free(proof);
    ddds_database_free(zones);
}

/* Inputs that need too many states do not make others unknown. */
TEST(parts_get_their_share)
{
    enum { HARD = 20, ALL = 40 };
    struct ddds_prove_options options = DDDS_PROVE_OPTIONS_INIT;
    char zone[ALL * 80] = "$ORIGIN urn.arpa.\n@ SOA a b 1 1 1 1 1\n";
    size_t found = 0;
    for (size_t i = 0; i < ALL; i++) {
        size_t length = strlen(zone);
        snprintf(zone + length, sizeof zone - length,
                 "n%zu NAPTR 1 1 \"u\" \"\" \"!^urn:n%zu:%s!x:\\\\1!\" .\n",
                 10 + i, 10 + i, i < HARD ? "(.*)a[ab]{24}$" : "([ab]{9}).*");
    }
    ddds_database *zones = load(zone);
    options.max_states = 20000;
    ddds_proof *proof = ddds_prove(zones, ddds_application_urn(),
                                   "urn:n[1-4][0-9]:[ab]*", &options, NULL);
    for (size_t i = 0; ddds_proof_class_at(proof, i) != NULL; i++) {
        found += ddds_proof_class_at(proof, i)->status == DDDS_PROOF_RESOLVED;
    }
    assert_int_equal(found, ALL - HARD);
    ddds_proof_free(proof);
    ddds_database_free(zones);
}

static void count_member(void *context, const char *input)
{
    (void)input;
    ++*(size_t *)context;
}

/* Each property has all states; there may be fewer members than are wanted. */
TEST(a_proof_may_be_asked_often)
{
    struct ddds_prove_options options = DDDS_PROVE_OPTIONS_INIT;
    ddds_database *zones = load(foo_zone);
    size_t count = 0;
    options.max_states = 1000;
    ddds_proof *proof = ddds_prove(zones, ddds_application_urn(),
                                   "urn:foo:[0-9]{4}", &options, NULL);
    for (size_t i = 0; i < 1000; i++) {
        assert_int_equal(ddds_proof_check(proof, "uri http:*", NULL)->verdict,
                         DDDS_PROOF_PROVED);
    }
    assert_int_equal(
        ddds_proof_members(proof, 0, SIZE_MAX, count_member, &count), DDDS_OK);
    assert_int_equal(count, 10000);
    ddds_proof_free(proof);
    ddds_database_free(zones);
}

/* Callers may have been compiled with shorter options. */
TEST(options_have_a_size)
{
    const size_t size = offsetof(struct ddds_prove_options, max_states);
    struct ddds_error error;
    void *options = calloc(1, size);
    ddds_database *zones = load(foo_zone);
    assert_null(ddds_prove(zones, NULL, "urn:foo:1", options, &error));
    assert_int_equal(error.status, DDDS_BAD_OPTION);
    memcpy(options, &size, sizeof size);
    ddds_proof *proof = ddds_prove(zones, NULL, "urn:foo:1", options, NULL);
    assert_string_equal(ddds_proof_count(proof), "1");
    ddds_proof_free(proof);
    ddds_database_free(zones);
    free(options);
}

/* Sequences of UTF-8 are characters of sets. */
TEST(sets_may_have_other_characters)
{
    static const struct {
        const char *set;
        const char *count;
        const char *has; /* or, after "!", has not */
    } cases[] = {
        {"urn:foo:\u00e9", "1", "urn:foo:\u00e9"},
        {"urn:foo:(\u00e9*a){2}", NULL, "urn:foo:\u00e9\u00e9aa"},
        {"urn:foo:[\u00e0-\u00fc]", "29", "urn:foo:\u00fc"},
        {"urn:foo:[~-\u00a0]", "35", "!urn:foo:\u00a1"},
        {"urn:foo:[a\u00a0-\U0010ffff]", "1111905", "urn:foo:\U0001f600"},
        {"urn:foo:[\u07ff-\u0801]", "3", "!urn:foo:\u0802"},
        {"urn:foo:[\ud7ff-\U00010000]", "8194", "urn:foo:\ue000"},
        {"urn:foo:[^\u00e9].", "16129", "!urn:foo:a\u00e9"},
    };
    ddds_database *zones = load(foo_zone);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ddds_proof *proof = prove_urns(zones, cases[i].set);
        bool has_not = cases[i].has[0] == '!';
        bool has = false;
        for (size_t k = 0; ddds_proof_class_at(proof, k) != NULL; k++) {
            assert_int_not_equal(ddds_proof_class_at(proof, k)->status,
                                 DDDS_PROOF_UNKNOWN);
            has |= ddds_proof_has(proof, k, cases[i].has + has_not);
        }
        assert_true(has != has_not);
        assert_true((ddds_proof_count(proof) == NULL) ==
                    (cases[i].count == NULL));
        if (cases[i].count != NULL) {
            assert_string_equal(ddds_proof_count(proof), cases[i].count);
        }
        ddds_proof_free(proof);
    }
    ddds_database_free(zones);
}

/* The case of an encoding is not part of the string (RFC 8141 section 3.1). */
TEST(encodings_are_in_upper_case)
{
    static const char zone[] =
        "$ORIGIN foo.urn.arpa.\n@ SOA a b 1 1 1 1 1\n"
        "@ NAPTR 1 1 \"u\" \"\" \"!^urn:foo:%A[B-D](.*)$!http://x/!\" .\n";
    ddds_database *zones = load(zone);
    ddds_proof *proof = prove_urns(zones, "urn:foo:%[aA][b-dB-D].{0,9}");
    size_t at = find_class(proof, "urn:foo:%ac");
    assert_int_equal(ddds_proof_class_at(proof, at)->status,
                     DDDS_PROOF_RESOLVED);
    assert_true(ddds_proof_has(proof, at, "urn:foo:%ADx"));
    ddds_proof_free(proof);
    ddds_database_free(zones);
}

/* Two keys of one wildcard are equal for some inputs, which makes their loop a
 * shorter one: that is not followed. */
TEST(keys_that_may_be_equal_are_unknown)
{
    static const char zone[] =
        "$ORIGIN foo.urn.arpa.\n@ SOA a b 1 1 1 1 1\n"
        "@ NAPTR 1 1 \"\" \"\" "
        "\"!^urn:foo:(.)(.*)$!\\\\1.w.foo.urn.arpa!\" .\n"
        "*.w NAPTR 1 1 \"\" \"\" "
        "\"!^urn:foo:(.)(.*)$!\\\\2.w.foo.urn.arpa!\" .\n";
    ddds_database *zones = load(zone);
    ddds_proof *proof = prove_urns(zones, "urn:foo:[a-z]{2,4}");
    assert_int_equal(ddds_proof_class_at(proof, 0)->status, DDDS_PROOF_UNKNOWN);
    assert_string_equal(ddds_proof_class_at(proof, 0)->because,
                        "several of their keys may be equal");
    ddds_proof_free(proof);
    proof = prove_urns(zones, "urn:foo:[ab]{2}");
    assert_int_equal(ddds_proof_class_at(proof, 0)->reason, DDDS_REASON_LOOP);
    assert_int_equal(ddds_proof_class_at(proof, 0)->status, DDDS_PROOF_FAILED);
    ddds_proof_free(proof);
    ddds_database_free(zones);
}

/* Inputs of other applications are resolved singly, if they are few. */
TEST(few_inputs_of_any_application_are_resolved)
{
    static const char zone[] =
        "$ORIGIN a.apn.epc.mnc001.mcc001.3gppnetwork.org.\n"
        "@ SOA a b 1 1 1 1 1\n"
        "* NAPTR 1 1 \"a\" \"x-3gpp-pgw:x-s5-gtp\" \"\" h\n"
        "h A 192.0.2.1\n";
    static const char few[] = "[a-c]\\.a\\.apn\\.epc\\.mnc001\\.mcc001\\."
                              "3gppnetwork\\.org";
    static const char many[] = "[a-c]{9}\\.a\\.apn\\.epc\\.mnc001\\.mcc001\\."
                               "3gppnetwork\\.org";
    ddds_database *zones = load(zone);
    ddds_proof *proof =
        ddds_prove(zones, ddds_application_three_gpp(), few, NULL, NULL);
    assert_string_equal(ddds_proof_count(proof), "3");
    assert_int_equal(ddds_proof_class_at(proof, 0)->status,
                     DDDS_PROOF_RESOLVED);
    ddds_proof_free(proof);
    proof = ddds_prove(zones, ddds_application_three_gpp(), many, NULL, NULL);
    assert_int_equal(ddds_proof_class_at(proof, 0)->status, DDDS_PROOF_UNKNOWN);
    ddds_proof_free(proof);
    ddds_database_free(zones);
}
