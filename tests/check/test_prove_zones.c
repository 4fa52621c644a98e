/* Proofs of changed zones: those that mean the same have the same classes, and
 * slips in a large zone are found.
 *
 * SPDX-License-Identifier: MIT */
#include "check/random_zones.h"
#include "seed.h"

/* ---- The same zone in other words ----------------------------------------------- */

enum { CLASSES = 65536, ZONES = 40 };

/* Write the classes of |set| without positions; and without names, which may have
 * letters of the set, unless it |has_names|. */
static void write_classes(const char *zone, const char *set, bool has_names,
                          char *text)
{
    struct text out;
    const struct ddds_proof_class *class;
    ddds_database *zones = load(zone);
    struct ddds_options request = DDDS_OPTIONS_INIT;
    struct ddds_prove_options options = DDDS_PROVE_OPTIONS_INIT;
    request.sorts_ties = true; /* zones without an order mean the same */
    options.request = &request;
    ddds_proof *proof =
        ddds_prove(zones, ddds_application_urn(), set, &options, NULL);
    ddds_text_init(&out, text, CLASSES);
    for (size_t i = 0; (class = ddds_proof_class_at(proof, i)) != NULL; i++) {
        text_format(&out, "%s %s %u%s%s%s%s", class->witness, class->count,
                    (unsigned)class->status,
                    class->status == DDDS_PROOF_FAILED
                        ? ddds_reason_name(class->reason)
                        : "",
                    class->output != NULL ? class->output : "",
                    class->services != NULL ? class->services : "",
                    has_names && class->because != NULL ? class->because : "");
        for (size_t k = 0; k < class->path_count; k++) {
            const struct ddds_proof_hop *hop = &class->path[k];
            text_format(&out, " %s %u %u", has_names ? hop->key : "",
                        hop->order, hop->preference);
        }
        ddds_text_char(&out, '\n');
    }
    assert_false(out.failed);
    ddds_proof_free(proof);
    ddds_database_free(zones);
}

/* Replace each |from| in |text| by |to|, of the same length. */
static void rename_all(char *text, const char *from, const char *to)
{
    for (char *at = text; (at = strstr(at, from)) != NULL;) {
        memcpy(at, to, strlen(to));
    }
}

/* Reverse the lines of |zone| after its first three. */
static void turn_records(const char *zone, char *turned)
{
    const char *begin = zone;
    for (int i = 0; i < 3; i++) {
        begin = strchr(begin, '\n') + 1;
    }
    struct text out;
    ddds_text_init(&out, turned, ZONE);
    ddds_text_add(&out, zone, (size_t)(begin - zone));
    for (const char *end = zone + strlen(zone); end > begin;) {
        const char *line = end - 1;
        while (line > begin && line[-1] != '\n') {
            line--;
        }
        ddds_text_add(&out, line, (size_t)(end - line));
        end = line;
    }
}

TEST(zones_that_mean_the_same_have_the_same_classes)
{
    static const char set[] = "urn:foo:[ab.]{0,9}";
    struct making making = {.state = take_seed(20261130) | 1};
    char *zone = malloc(ZONE);
    char *other = malloc(ZONE);
    char *classes = malloc(CLASSES);
    char *found = malloc(CLASSES);
    for (unsigned i = 0; i < ZONES; i++) {
        ddds_text_init(&making.text, zone, ZONE);
        write_zone(&making);
        write_classes(zone, set, true, classes);
        turn_records(zone, other);
        write_classes(other, set, true, found);
        assert_string_equal(found, classes);
        memcpy(other, zone, strlen(zone) + 1);
        rename_all(other, "foo", "qux");
        write_classes(zone, set, false, classes);
        write_classes(other, "urn:qux:[ab.]{0,9}", false, found);
        rename_all(found, "qux", "foo");
        assert_string_equal(found, classes);
    }
    free(zone);
    free(other);
    free(classes);
    free(found);
}

static unsigned long long count_inputs(const ddds_proof *proof,
                                       enum ddds_reason reason)
{
    const struct ddds_proof_class *class;
    unsigned long long sum = 0;
    for (size_t i = 0; (class = ddds_proof_class_at(proof, i)) != NULL; i++) {
        sum += class->status <= DDDS_PROOF_FAILED && class->reason == reason
                   ? strtoull(class->count, NULL, 10)
                   : 0;
    }
    return sum;
}

/* The parts of a set have together as many inputs that end in each way. */
TEST(parts_of_a_set_add_up)
{
    static const char *const sets[] = {"urn:foo:[ab.]{0,9}",
                                       "urn:foo:a[ab.]{0,8}",
                                       "urn:foo:(([.b][ab.]{0,8})?)"};
    struct making making = {.state = take_seed(20261201) | 1};
    char *zone = malloc(ZONE);
    for (unsigned i = 0; i < ZONES; i++) {
        ddds_proof *proofs[3];
        ddds_text_init(&making.text, zone, ZONE);
        write_zone(&making);
        ddds_database *zones = load(zone);
        for (size_t k = 0; k < 3; k++) {
            proofs[k] = prove_urns(zones, sets[k]);
        }
        for (int reason = DDDS_REASON_RESOLVED; reason <= DDDS_REASON_BOGUS;
             reason++) {
            if (count_inputs(proofs[0], reason) !=
                count_inputs(proofs[1], reason) +
                    count_inputs(proofs[2], reason)) {
                fail_msg("%s in\n%s", ddds_reason_name(reason), zone);
            }
        }
        for (size_t k = 0; k < 3; k++) {
            ddds_proof_free(proofs[k]);
        }
        ddds_database_free(zones);
    }
    free(zone);
}

/* ---- Limits of steps ---------------------------------------------------------- */

enum { LENGTH = 30, STEPS = 5000 };

/* Write a zone of rules that may take many steps, unless it |is_quick|. */
static void write_slow_zone(struct making *making, bool is_quick)
{
    static const char *const middles[] = {
        "(a|aa)*",   "(a*b*){3}",     "([ab]+x?)+",   "(a|b|ab)*",
        "(a?){12}",  ".*a.*b",        "(.*)(.*)(.*)", "((a|b)*a){2}",
        "(aa|a)?b*", "a{0,9}[ab]{3}", "(a|[ab]{2})+", "([^b]*b)*",
    };
    static const char *const ends[] = {"$", "b$", "x$"};
    ddds_text_string(&making->text,
                     "$ORIGIN foo.urn.arpa.\n$TTL 60\n@ SOA a b 1 1 1 1 1\n");
    for (unsigned rules = 1 + pick(making, 3); rules > 0; rules--) {
        text_format(&making->text,
                    "@ NAPTR %u 1 \"u\" \"\" \"!^urn:foo:", 10 - rules);
        for (unsigned more = 1 + pick(making, 2); more > 0; more--) {
            const char *middle = CHOOSE(making, middles);
            ddds_text_string(&making->text, is_quick ? "a" : middle);
        }
        text_format(&making->text, "%s!http://x/!\" .\n", CHOOSE(making, ends));
    }
}

/* Return true if |input| ends at the limit of steps; then its class says so. */
static bool ends_at_limit(ddds_database *zones, const ddds_proof *proof,
                          const struct ddds_options *options, const char *input,
                          const char *zone)
{
    ddds_resolution *done =
        ddds_resolve(zones, ddds_application_urn(), input, options, NULL);
    bool is = ddds_resolution_result(done)->reason == DDDS_REASON_LIMIT;
    ddds_resolution_free(done);
    const struct ddds_proof_class *class = class_of(proof, input);
    const char *because = class->because != NULL ? class->because : "";
    if (is && (class->status != DDDS_PROOF_UNKNOWN
                   ? strstr(because, "LIMIT") == NULL
                   : strstr(because, "disagree") != NULL)) {
        fail_msg("\"%s\" ends at the limit in\n%s", input, zone);
    }
    return is;
}

TEST(no_input_ends_at_a_limit_that_its_class_excludes)
{
    static const char *const words[] = {"a", "b", "ab", "aab", "abb", "aaaab"};
    struct making making = {.state = take_seed(20261129) | 1};
    struct ddds_options request = DDDS_OPTIONS_INIT;
    struct ddds_prove_options options = DDDS_PROVE_OPTIONS_INIT;
    char *zone = malloc(ZONE);
    unsigned limits = 0;
    unsigned certain = 0;
    request.max_steps = STEPS;
    options.request = &request;
    for (unsigned i = 0; i < ZONES; i++) {
        ddds_text_init(&making.text, zone, ZONE);
        write_slow_zone(&making, i == 0);
        ddds_database *zones = load(zone);
        ddds_proof *proof = ddds_prove(zones, ddds_application_urn(),
                                       "urn:foo:[ab]{30}", &options, NULL);
        const struct ddds_proof_class *class = ddds_proof_class_at(proof, 0);
        certain += class->because == NULL;
        for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
            char input[8 + LENGTH + 8] = "urn:foo:";
            while (strlen(input) < 8 + LENGTH) {
                strcat(input, words[k]);
            }
            input[8 + LENGTH] = '\0';
            limits += ends_at_limit(zones, proof, &request, input, zone);
        }
        ddds_proof_free(proof);
        ddds_database_free(zones);
    }
    free(zone);
    assert_true(limits > ZONES && certain > 0);
}

/* ---- Slips in a large zone ------------------------------------------------------ */

enum { RULES = 10000, LARGE = RULES * 100 };

/* A rule for each four digits, in a hundred keys, with slips in some. */
static void write_large_zone(struct text *text)
{
    ddds_text_string(text, "$ORIGIN foo.urn.arpa.\n@ SOA a b 1 1 1 1 1\n"
                           "@ NAPTR 10 10 \"\" \"\" \"!^urn:foo:(..)!\\\\1."
                           "foo.urn.arpa!\" .\n");
    for (int i = 0; i < RULES; i++) {
        int digits = i == 2134 ? 2143 : i == 2143 ? 2144 : i;
        text_format(text,
                    "%02d NAPTR 10 10 \"u\" \"\" \"!^urn:foo:%04d([0-9]{%d})$!"
                    "http://h%02d.%s/\\\\1!\" .\n",
                    i / 100, digits, i == 1234 ? 1 : 2, i / 100,
                    i == 3456 ? "exmaple" : "example");
    }
    ddds_text_string(text, "43 NAPTR 20 10 \"u\" \"\" \"!^urn:foo:43(21|22)"
                           "..$!http://never/!\" .\n"
                           "56 NAPTR 5 10 \"\" \"\" \"!^urn:foo:567890$!"
                           "foo.urn.arpa!\" .\n");
}

/* Return true if |input| ends as |reason| says, and not at |host|. */
static bool is_confirmed(const ddds_database *zones, const char *input,
                         enum ddds_reason reason, const char *host)
{
    ddds_resolution *done =
        ddds_resolve((ddds_database *)(uintptr_t)zones, ddds_application_urn(),
                     input, NULL, NULL);
    const struct ddds_result *result = ddds_resolution_result(done);
    bool is = result->reason == reason &&
              (result->outcome_count == 0 ||
               strstr(result->outcomes[0].uri, host) == NULL);
    ddds_resolution_free(done);
    return is;
}

TEST(slips_in_ten_thousand_rules_are_found)
{
    static const struct {
        const char *set;
        const char *property;
        const char *witness;
        const char *inputs;
        enum ddds_reason reason;
        const char *because; /* a part of it */
    } cases[] = {
        /* a missing digit */
        {"urn:foo:12[0-9]{4}", "found", "urn:foo:123400", "100",
         DDDS_REASON_NO_MATCH, NULL},
        /* two swapped digits */
        {"urn:foo:21[0-9]{4}", "found", "urn:foo:213400", "100",
         DDDS_REASON_NO_MATCH, NULL},
        /* a typo in a host */
        {"urn:foo:3[0-9]{5}", "uri /http:..h[0-9]{2}[.]example.*/",
         "urn:foo:345600", "100", DDDS_REASON_RESOLVED,
         "zone:3460: rule 10 10 at \"34.foo.urn.arpa\""},
        /* a rule covered by two others */
        {"urn:foo:43[0-9]{4}", "every rule used", NULL, "0",
         DDDS_REASON_RESOLVED, "zone:10004: rule 20 10"},
        /* a loop for one input in a million */
        {"urn:foo:[0-9]{6}", "not LOOP", "urn:foo:567890", "1",
         DDDS_REASON_LOOP, "zone:10005: rule 5 10 at \"56.foo.urn.arpa\""},
    };
    struct text text;
    char *memory = malloc(LARGE);
    ddds_text_init(&text, memory, LARGE);
    write_large_zone(&text);
    assert_false(text.failed);
    ddds_database *zones = load(memory);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ddds_proof *proof = prove_urns(zones, cases[i].set);
        const struct ddds_proof_property *found =
            ddds_proof_check(proof, cases[i].property, NULL);
        print_message("%s: %s by %s: %s\n", cases[i].property,
                      ddds_proof_verdict_name(found->verdict), found->witness,
                      found->because);
        assert_int_equal(found->verdict, DDDS_PROOF_REFUTED);
        assert_string_equal(found->inputs, cases[i].inputs);
        if (cases[i].because != NULL) {
            assert_non_null(strstr(found->because, cases[i].because));
        }
        if (cases[i].witness != NULL) {
            assert_string_equal(found->witness, cases[i].witness);
            assert_true(is_confirmed(zones, found->witness, cases[i].reason,
                                     ".example/"));
        }
        ddds_proof_free(proof);
    }
    ddds_database_free(zones);
    free(memory);
}

/* ---- DNAME records -------------------------------------------------------------- */

/* Each of many DNAME records leads to as many names. */
TEST(redirected_names_are_limited)
{
    static const struct {
        const char *set;
        enum ddds_proof_status status;
    } cases[] = {{"urn:foo:x[a-z]{9}[.]d0[.]z", DDDS_PROOF_FAILED},
                 {"urn:foo:x[a-z]{9}[.]d399[.]z", DDDS_PROOF_UNKNOWN}};
    struct text text;
    char *memory = malloc(LARGE);
    ddds_text_init(&text, memory, LARGE);
    ddds_text_string(&text, "$ORIGIN foo.urn.arpa.\n@ SOA a b 1 1 1 1 1\n"
                            "@ NAPTR 10 10 \"s\" \"\" "
                            "\"!^urn:foo:(.*)$!\\\\1!\" .\n");
    ddds_database *zones = load(memory);
    ddds_text_init(&text, memory, LARGE);
    ddds_text_string(&text, "$ORIGIN z.\n@ SOA a b 1 1 1 1 1\n");
    for (unsigned i = 0; i < 400; i++) {
        text_format(&text, "d%u DNAME t\nn%u.t A 192.0.2.1\n", i, i);
    }
    assert_false(text.failed);
    assert_ok(
        ddds_memory_load_text(zones, "z", memory, strlen(memory), NULL, NULL));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ddds_proof *proof = prove_urns(zones, cases[i].set);
        const struct ddds_proof_class *class = ddds_proof_class_at(proof, 0);
        assert_int_equal(class->status, cases[i].status);
        ddds_proof_free(proof);
    }
    ddds_database_free(zones);
    free(memory);
}
