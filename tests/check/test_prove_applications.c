/* Proofs of applications beside the engine: random zones, in which every short
 * input resolves as its class says.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/ddds.h>

#include "check/proving.h"

enum { COMPARED = 400 };

/* ---- Random zones ------------------------------------------------------------ */

static const struct ingredients of_uris = {
    "uri.arpa.",
    {"a", "b", "a+b", "*", "urn", "ab", "*.b"},
    {"\"u\" \"\" \"!^([^:]*):(//)?(.*)$!x:\\\\3!\" .",
     "\"u\" \"\" \"!^a://([aA]*)@?([a1]*)!\\\\2:\\\\1!\" .",
     "\"u\" \"\" \"!^a:(.)%(..)!x://\\\\1\\\\2!\" .",
     "\"u\" \"\" \"!^urn:(a[ab])%(.*)$!x:\\\\1\\\\2!\" .",
     "\"\" \"\" \"!^a:(.)!\\\\1.uri.arpa!\" .",
     "\"\" \"\" \"!([ab])$!\\\\1.b.uri.arpa!i\" .", "\"\" \"\" \"\" ab"},
    {"b CNAME a", "*.b CNAME a", "c DNAME b"}};

static const struct ingredients of_namespaces = {
    "urn.arpa.",
    {"a", "ab", "*", "r", "a.r", "uuid", "b.r"},
    {"\"u\" \"\" \"!^urn:a.?:(.*)$!x:\\\\1!\" .",
     "\"u\" \"\" \"!^urn:.*([ab])$!x:\\\\1!\" .",
     "\"\" \"\" \"!^urn:ab:(.)!\\\\1.r.urn.arpa!\" .", "\"\" \"\" \"\" a.r"},
    {"b.r CNAME a"}};

#define SERVERS                                                                \
    "h A 192.0.2.1", "_s SRV 1 1 80 h", "_s.b SRV 1 1 80 h", "d DNAME a",      \
        "b.a CNAME b", "*.ab A 192.0.2.2", "ba AAAA ::1"

static const struct ingredients of_realms = {
    "foo.example.",
    {"@", "a", "b", "*", "a.b", "*.b"},
    {"\"s\" \"aaa+auth:radius.tls.tcp\" \"\" _s",
     "\"s\" \"aaa+auth:radius.dtls.udp\" \"\" _s",
     "\"s\" \"x-eduroam:radius.tls\" \"\" _s.b",
     "\"\" \"aaa+auth:radius.tls.tcp\" \"\" b",
     "\"a\" \"aaa+auth:radius.tls.tcp\" \"\" h"},
    {SERVERS, "_radiustls._tcp SRV 1 1 80 h", "_radiustls._tcp.a SRV 1 1 80 h",
     "_radiusdtls._udp.b SRV 1 1 80 h", "_radiustls._tcp.b CNAME _s",
     "*.a SRV 1 1 80 h", "_radiustls._udp.a.a SRV 1 1 80 h"}};

static const struct ingredients of_sip = {
    "foo.example.",
    {"@", "a", "b", "*", "a.b"},
    {"\"s\" \"SIP+D2U\" \"\" _s", "\"s\" \"SIP+D2T\" \"\" _s.b",
     "\"s\" \"SIPS+D2T\" \"\" _s", "\"s\" \"SIP+D2S\" \"\" _s",
     "\"\" \"SIP+D2U\" \"\" b"},
    {SERVERS, "_sip._udp SRV 1 1 80 h", "_sip._udp.a SRV 1 1 80 h",
     "_sip._tcp.a SRV 1 1 80 h", "_sips._tcp.b SRV 1 1 80 h",
     "_sip._udp.b CNAME _s", "*.a SRV 1 1 80 h", "a A 192.0.2.3",
     "_sip._tcp.b SRV 1 1 80 ."}};

static const struct ingredients of_i_enum = {
    "i.4.4.e164.arpa.",
    {"@", "0", "1", "0.0", "*.1", "1.1.0", "*.0"},
    {"\"u\" \"E2U+sip\" \"!^(.*)$!sip:\\\\1@x!\" .",
     "\"u\" \"E2U+sip\" \"!^.44(0*)(1*)$!sip:\\\\2#\\\\1!\" .",
     "\"\" \"\" \"\" 0", "\"\" \"\" \"!^(.*)$!x!\" 1.1.0"},
    {"1.0.0 CNAME 1", "0.1 DNAME 0.0", "1.1 NS ns.example."}};

static const struct ingredients of_agencies = {
    "ddi.urn.arpa.",
    {"a", "b", "b.a", "*.a", "a.b", "*"},
    {"\"\" \"\" \"\" a", "\"s\" \"I2R:http\" \"\" _s",
     "\"u\" \"N2R+http\" \"!.*!http://x/!\" .", "\"a\" \"I2R+http\" \"\" h"},
    {SERVERS, "a.a CNAME b", "c DNAME a"}};

static const struct ingredients of_objects = {
    "oid-res.org.",
    {"2", "0.2", "1.2", "*.2", "0.1.2", "*.1.2", "1"},
    {"\"u\" \"ORS+CINF\" \"!^2.(.*)$!http://x/\\\\1!\" .",
     "\"u\" \"ORS+CINF\" \"!^(.*)[.](.*)$!http://\\\\2/\\\\1!\" .",
     "\"\" \"\" \"\" 0.1.2"},
    {"10.2 CNAME 2", "2.2 DNAME 1.2"}};

/* ---- The comparison ---------------------------------------------------------- */

static const struct kind kinds[] = {
    {"uri", &of_uris, "a:[/@A%41?#a.]{0,20}", "a:", "/@A%41?#a", "", 3, 20,
     NULL, NULL},
    {"uri", &of_uris, "[A+b1:]{0,9}:[:a]{0,9}", "", "A+b1:", ":a", 4, 40, NULL,
     NULL},
    {"uri", &of_uris, "a://.{0,9}", "a://", "aA@[]1:%", "", 3, 20, NULL, NULL},
    {"uri", &of_uris, "[uU]rn:[ab:%4?+A]{0,20}", "Urn:", "aA:%4?+", "", 3, 20,
     NULL, NULL},
    {"uri", &of_uris, "[aA+b:]{0,20}", "", "A+b:", ":a", 4, 20, NULL,
     "scheme:a=b.uri.arpa,scheme:A+b=ab.uri.arpa"},
    {"urn", &of_namespaces, "urn:[abfoABO]{0,9}:[abAB]{0,9}", "urn:", "aBfo",
     ":ab", 4, 20, NULL,
     "nid:foo=a.urn.arpa,nid:aB=r.urn.arpa,urn.arpa,r.urn.arpa"},
    {"urn", &of_namespaces, "urn:[abAB:%-]{0,20}", "urn:", "aB:-", ":ab", 4, 20,
     NULL, NULL},
    {"radius", &of_realms, "[aB.@_-]{0,20}foo\\.example", "", "aB.@_-",
     ".foo.example", 3, 20, NULL, NULL},
    {"radius", &of_realms, "a@[aeprn.]{0,20}", "a@", "aeprn.", "p.arpa", 3, 100,
     NULL, NULL},
    {"sip", &of_sip, "sips:a@[ab.-]{0,9}.foo.example(;transport=tcp)?",
     "sips:a@", "ab.-", ".foo.example;transport=tcp", 4, 20, NULL, NULL},
    {"sip", &of_sip, "sip:[ab.]{0,9}.foo.example;transport=(udp|tls)(;x)?",
     "sip:", "ab.", ".foo.example;transport=udp;x", 4, 20, NULL, NULL},
    {"sip", &of_sip, "(sip:)?a\\.foo\\.example[:1;a=?%06]{0,9}",
     "sip:a.foo.example", ":06;a=?%", "", 3, 20, NULL, NULL},
    {"sip", &of_sip, "[ab.:125]{0,9}(\\.foo\\.example)?", "", "ab.:125",
     ".foo.example", 3, 30, NULL, NULL},
    {"i-enum", &of_i_enum, "\\+44[01-]{0,20}", "+44", "01-", "", 4, 30, NULL,
     NULL},
    {"ddi", &of_agencies, "urn:ddi:[aBc.:-]{0,20}:x:1", "urn:ddi:", "aBc.:-",
     ":x:1", 3, 30, NULL, NULL},
    {"ors", &of_objects, "(urn:oid:|/)?2[.][0129./]{0,20}", "2.", "0129./", "",
     4, 20, NULL, NULL},
};

static struct ddds_options take_roots(struct making *making,
                                      const struct kind *kind)
{
    struct ddds_options options = DDDS_OPTIONS_INIT;
    options.roots = kind->roots;
    return options;
}

TEST(every_input_resolves_as_its_class_says)
{
    compare_kinds(kinds, sizeof kinds / sizeof *kinds, COMPARED, take_roots);
}

/* ---- Hashes ------------------------------------------------------------------ */

/* Write a rule for the first key of |input|. */
static void register_input(struct text *zone, const char *input)
{
    ddds_database *empty = load("$ORIGIN x.\n@ SOA a b 1 1 1 1 1\n");
    ddds_resolution *done =
        ddds_resolve(empty, ddds_application_peppol(), input, NULL, NULL);
    ddds_text_string(zone, ddds_resolution_result(done)->key);
    ddds_text_string(zone, ". NAPTR 1 1 \"u\" \"Meta:SMP\" "
                           "\"!.*!http://smp.example!\" .\n");
    ddds_resolution_free(done);
    ddds_database_free(empty);
}

/* Few inputs are hashed; of more, each key that the zones have is a class. */
TEST(hashes_are_computed_forwards)
{
    static const char one[] = "iso6523-actorid-upis::0208:0000000042";
    static const char first[] = "iso6523-actorid-upis::0208:0000000000";
    static const char other[] = "iso6523-actorid-upis::9915:x";
    static const char none[] = "iso6523-actorid-upis::0208:0000000043";
    static const struct {
        const char *property;
        enum ddds_proof_verdict verdict;
        bool has_witness;
    } verdicts[] = {
        {"found", DDDS_PROOF_REFUTED, true},
        {"hops <= 0", DDDS_PROOF_REFUTED, true},
        {"not NO_NAME", DDDS_PROOF_REFUTED, true},
        {"not NO_RULE", DDDS_PROOF_PROVED, false},
        {"only below example", DDDS_PROOF_PROVED, false},
        {"every rule used", DDDS_PROOF_UNDECIDED, false},
        {"one to one", DDDS_PROOF_UNDECIDED, false},
    };
    static const char origin[] =
        "$ORIGIN participant.sml.prod.tech.peppol.org.\n$TTL 60\n"
        "@ SOA a b 1 1 1 1 1\n";
    char memory[ZONE];
    struct text zone;
    ddds_text_init(&zone, memory, sizeof memory);
    ddds_text_string(&zone, origin);
    register_input(&zone, one);
    register_input(&zone, first);
    register_input(&zone, other);
    struct comparing all = {.zone = memory, .zones = load(memory)};
    all.application = ddds_application_peppol();
    all.proof = ddds_prove(all.zones, all.application,
                           "iso6523-actorid-upis::0208:[0-9]{10}", NULL, NULL);
    const struct ddds_proof_class *class = class_of(all.proof, one);
    assert_non_null(class->key);
    assert_int_equal(class->status, DDDS_PROOF_RESOLVED);
    assert_string_equal(class->witness, "");
    assert_null(class->count);
    class = class_of(all.proof, none);
    assert_true(class->is_rest);
    assert_int_equal(class->reason, DDDS_REASON_NO_NAME);
    assert_string_equal(ddds_proof_count(all.proof), "10000000000");
    compare_input(&all, one);
    assert_non_null(class_of(all.proof, first)->key);
    for (size_t i = 0; i < sizeof verdicts / sizeof *verdicts; i++) {
        const struct ddds_proof_property *found =
            ddds_proof_check(all.proof, verdicts[i].property, NULL);
        print_message("%s\n", verdicts[i].property);
        assert_int_equal(found->verdict, verdicts[i].verdict);
        assert_true((found->witness != NULL) == verdicts[i].has_witness);
        assert_true(
            found->witness == NULL ||
            ddds_proof_has(all.proof, found->class_index, found->witness));
    }
    ddds_proof_free(all.proof);
    all.proof =
        ddds_prove(all.zones, all.application,
                   "[iI]so6523-actorid-upis::(0208|9915):000000[0-9]{4}|"
                   "iso6523-actorid-upis::9915:[w-y]",
                   NULL, NULL);
    compare_classes(&all);
    class = class_of(all.proof, one);
    assert_null(class->key);
    assert_string_equal(class->count, "2"); /* in either case */
    class = class_of(all.proof, other);
    assert_string_equal(class->count, "1");
    class = class_of(all.proof, none);
    assert_int_equal(class->reason, DDDS_REASON_NO_NAME);
    ddds_proof_free(all.proof);
    ddds_database_free(all.zones);
}

/* ---- Hosts --------------------------------------------------------------------- */

/* Compare "http://", labels of |letter| in the given lengths, and a slash. */
static void compare_host(struct comparing *all, char letter, size_t label,
                         size_t length)
{
    char input[300] = "http://";
    size_t begin = strlen(input);
    for (size_t i = 0; i < length; i++) {
        input[begin + i] = i % (label + 1) == label ? '.' : letter;
    }
    input[begin + length] = '/';
    all->unknown = 0;
    compare_input(all, input);
}

/* The example of RFC 3404 section 5.2 at the limits of labels and names. Only
 * names of some length may be unknown if a set has %-encodings. */
TEST(hosts_of_any_length_resolve_as_their_class_says)
{
    static const char zone[] = "$ORIGIN .\n@ SOA a b 1 1 1 1 1\n"
                               "http.uri.arpa NAPTR 100 90 \"\" \"\" "
                               "\"!^http://([^:/?#]*).*$!\\\\1!i\" .\n";
    static const struct {
        const char *set;
        char letter;
        size_t known;
    } cases[] = {{"http://[a-z.]*/.*", 'z', SIZE_MAX},
                 {"http://([1a]*[.])*[1a]*/", '1', SIZE_MAX},
                 {"http:.*", 'A', 63}};
    struct comparing all = {.zone = zone};
    all.application = ddds_application_uri();
    all.zones = load(zone);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        all.proof =
            ddds_prove(all.zones, all.application, cases[i].set, NULL, NULL);
        for (size_t label = 60; label < 66; label++) {
            for (size_t length = 0; length < 260;
                 length += length < label + 8 || length > 240 ? 1 : 9) {
                compare_host(&all, cases[i].letter, label, length);
                assert_true(all.unknown == 0 || length > cases[i].known);
            }
        }
        compare_classes(&all);
        ddds_proof_free(all.proof);
    }
    ddds_database_free(all.zones);
}

/* ---- Without a set ----------------------------------------------------------- */

TEST(a_proof_is_about_all_inputs_of_an_application)
{
    static const struct {
        const char *application;
        const char *zone;
        const char *has;
        const char *has_not;
    } cases[] = {
        {"uri",
         "$ORIGIN uri.arpa.\n@ SOA a b 1 1 1 1 1\n"
         "http NAPTR 1 1 \"u\" \"\" \"!^http(.*)$!x\\\\1!\" .\n",
         "http://a/", "ftp://a/"},
        {"radius",
         "$ORIGIN a.example.\n@ SOA a b 1 1 1 1 1\n"
         "@ NAPTR 1 1 \"s\" \"aaa+auth:radius.tls.tcp\" \"\" _s\n",
         "A.example", "u@a.example"},
        {"sip",
         "$ORIGIN a.example.\n@ SOA a b 1 1 1 1 1\n"
         "@ NAPTR 1 1 \"s\" \"SIP+D2U\" \"\" _s\n",
         "sips:a.example", "sip:b.example"},
        {"i-enum",
         "$ORIGIN i.4.4.e164.arpa.\n@ SOA a b 1 1 1 1 1\n"
         "1 NAPTR 1 1 \"u\" \"E2U+sip\" \"!^(.*)$!sip:\\\\1@x!\" .\n",
         "+441", "+4411"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ddds_database *zones = load(cases[i].zone);
        ddds_proof *proof =
            ddds_prove(zones, ddds_application_find(cases[i].application), NULL,
                       NULL, NULL);
        bool has_not = false;
        (void)find_class(proof, cases[i].has);
        for (size_t k = 0; ddds_proof_class_at(proof, k) != NULL; k++) {
            has_not |= ddds_proof_has(proof, k, cases[i].has_not);
            assert_true(ddds_proof_class_at(proof, k)->status !=
                        DDDS_PROOF_UNKNOWN);
        }
        assert_false(has_not);
        ddds_proof_free(proof);
        ddds_database_free(zones);
    }
}
