/* Zones in memory: what they answer, to one thread and to several.
 *
 * SPDX-License-Identifier: MIT */
#include <pthread.h>

#include <ddds/resolve.h>

#include "core/answers.h"
#include "base/limits.h"
#include "base/hash.h"
#include "core/store.h"
#include "base/assertions.h"

#define SOA " SOA . . 1 2 3 4 "

/* ---- Asking -------------------------------------------------------------- */

/* A database of |count| texts, each a zone. */
static ddds_database *load_texts(const char *const *texts, size_t count)
{
    ddds_database *memory = ddds_memory_new(NULL);
    assert_non_null(memory);
    for (size_t i = 0; i < count; i++) {
        struct ddds_error error;
        if (ddds_memory_load_text(memory, "t", texts[i], strlen(texts[i]), NULL,
                                  &error) != DDDS_OK) {
            fail_msg("%s", error.detail);
        }
    }
    return memory;
}

struct asking {
    enum ddds_question_kind kind;
    const char *name;
    const char *expected;
    const char *why;
};

static void ask_all(ddds_database *memory, const struct asking *cases,
                    size_t count)
{
    /* Twice, since what was published answers the second time. */
    for (size_t i = 0; i < 2 * count; i++) {
        const struct asking *asking = &cases[i % count];
        struct said said;
        print_message("%s: %s\n", asking->name, asking->why);
        assert_string_equal(ask(memory, asking->kind, asking->name, &said),
                            asking->expected);
    }
}

static void check_answers(const char *const *texts, size_t text_count,
                          const struct asking *cases, size_t count)
{
    ddds_database *memory = load_texts(texts, text_count);
    ask_all(memory, cases, count);
    ddds_database_free(memory);
}

#define CHECK_ANSWERS(texts, cases)                                            \
    check_answers(texts, sizeof(texts) / sizeof(texts)[0], cases,              \
                  sizeof(cases) / sizeof(cases)[0])

#define RULES DDDS_ASK_RULES
#define SERVERS DDDS_ASK_SERVERS
#define ADDRESSES DDDS_ASK_ADDRESSES
#define URIS DDDS_ASK_URIS

/* ---- Plain data ---------------------------------------------------------- */

static void data_are_found_as_they_were_written(void **state)
{
    static const char *const texts[] = {
        "$ORIGIN z.\n$TTL 60\n@" SOA "9\n@ NS ns.\n"
        "n NAPTR 20 1 \"u\" \"b\" \"!a!\\\\1!\" .\n"
        "n NAPTR 10 2 \"\" \"\" \"\" Next.Example.\n"
        "s SRV 2 3 4 Host\ns SRV 1 2 3 .\n"
        "h AAAA 2001:db8::1\nh A 192.0.2.2\nh A 192.0.2.1\n"
        "h AAAA 2001:db8::0\n"
        "six AAAA ::1\nfour A 192.0.2.1\n"
        "_u URI 20 0 \"b:\\\"x\\\"\\\\y\"\n_u URI 10 1 \"a:b\"\n"
        "_v URI 1 1 \"\"\n_v URI \\# 7 00010002 613A00\n"
        "_w URI 1 1 \"\"\n_w URI 1 2 \"a:b\"\n"
        "t TXT x\nopaque CAA 0 issue \"x\"\n"
        "a.b\\.c A 192.0.2.3\n\\000 A 192.0.2.4\n"};
    static const struct asking cases[] = {
        {RULES, "n.z",
         "DATA 60; 10 2 \"\" \"\" \"\" \"next.example\"; 20 1 \"u\" \"b\" "
         "\"!a!\\1!\" \"\"",
         "rules in their order"},
        {SERVERS, "n.z", "NO_DATA 9", "no servers there"},
        {ADDRESSES, "n.z", "NO_DATA 9", "no addresses there"},
        {SERVERS, "s.z", "DATA 60; 2 3 4 \"host.z\"; 1 2 3 \"\"",
         "servers in the order of the file"},
        {URIS, "_u.z", "DATA 60; 20 0 \"b:\"x\"\\y\"; 10 1 \"a:b\"",
         "targets in the order of the file"},
        {URIS, "s.z", "NO_DATA 9", "no targets there"},
        {URIS, "x.z", "NO_NAME 9", "no name"},
        {URIS, "_v.z", "MALFORMED 0 (URI record: its target holds a NUL octet)",
         "no target that can be read"},
        {URIS, "_w.z", "DATA 60; 1 2 \"a:b\"", "an empty one is left out"},
        {ADDRESSES, "h.z",
         "DATA 60; 192.0.2.2; 192.0.2.1; 2001:db8::1; 2001:db8::",
         "A first, then AAAA, each in the order of the file"},
        {ADDRESSES, "six.z", "DATA 60; ::1", "AAAA only"},
        {ADDRESSES, "four.z", "DATA 60; 192.0.2.1", "A only"},
        {RULES, "t.z", "NO_DATA 9", "other data"},
        {RULES, "opaque.z", "NO_DATA 9", "opaque data"},
        {RULES, "z", "NO_DATA 9", "the apex"},
        {RULES, "x.z", "NO_NAME 9", "nothing"},
        {RULES, "x.n.z", "NO_NAME 9", "nothing below data"},
        {ADDRESSES, "a.b\\.c.z", "DATA 60; 192.0.2.3", "an escaped dot"},
        {ADDRESSES, "c.z", "NO_NAME 9", "no label of its own"},
        {ADDRESSES, "\\000.z", "DATA 60; 192.0.2.4", "a NUL"},
    };
    CHECK_ANSWERS(texts, cases);
}

static void the_least_ttl_counts(void **state)
{
    static const char *const texts[] = {
        "$ORIGIN z.\n$TTL 60\n@" SOA "90\n"
        "mixed 50 A 192.0.2.1\nmixed 40 A 192.0.2.2\nmixed 70 A 192.0.2.3\n"
        "both 50 A 192.0.2.1\nboth 30 AAAA ::1\n"
        "same 50 A 192.0.2.1\nsame 20 A 192.0.2.1\n"
        "c1 10 CNAME mixed\nc2 80 CNAME c1\n"
        "c3 80 CNAME nothing\nc4 8 CNAME nothing\nc5 8 CNAME mixed\n"
        "zero 0 A 192.0.2.1\n",
        "$ORIGIN y.\n@ 7" SOA "90\n", "$ORIGIN x.\na A 192.0.2.1\n",
        "$ORIGIN w.\n@ 1000000" SOA "1000000\n"};
    static const struct asking cases[] = {
        {ADDRESSES, "mixed.z", "DATA 40; 192.0.2.1; 192.0.2.2; 192.0.2.3",
         "of the records of a set"},
        {ADDRESSES, "both.z", "DATA 30; 192.0.2.1; ::1", "of both families"},
        {ADDRESSES, "same.z", "DATA 20; 192.0.2.1",
         "of two that are one record"},
        {ADDRESSES, "c2.z",
         "DATA 10 -> mixed.z; 192.0.2.1; 192.0.2.2; 192.0.2.3",
         "of all aliases"},
        {RULES, "c3.z", "NO_NAME 60 -> nothing.z",
         "of alias and SOA: the SOA's own TTL"},
        {RULES, "c4.z", "NO_NAME 8 -> nothing.z",
         "of alias and SOA: the alias"},
        {RULES, "c5.z", "NO_DATA 8 -> mixed.z", "the same for no data"},
        {ADDRESSES, "zero.z", "DATA 0; 192.0.2.1", "none"},
        {RULES, "y", "NO_DATA 7", "the SOA's TTL is less than its minimum"},
        {RULES, "b.x", "NO_NAME 0", "no SOA: not to be kept"},
        {RULES, "a.w", "NO_NAME 10800", "three hours at most"},
    };
    CHECK_ANSWERS(texts, cases);
}

static void a_set_has_no_record_twice(void **state)
{
    static const char *const texts[] = {
        "$ORIGIN z.\n$TTL 60\n"
        "s SRV 1 2 3 a\ns SRV 1 2 3 b\ns SRV 1 2 3 a\ns SRV 1 2 3 a\n"
        "n NAPTR 1 1 \"\" \"\" \"\" a\nn NAPTR 1 1 \"\" \"\" \"\" a\n"};
    static const struct asking cases[] = {
        {SERVERS, "s.z", "DATA 60; 1 2 3 \"a.z\"; 1 2 3 \"b.z\"", "servers"},
        {RULES, "n.z", "DATA 60; 1 1 \"\" \"\" \"\" \"a.z\"", "rules"},
    };
    CHECK_ANSWERS(texts, cases);
}

/* ---- Names that exist, and those that do not ------------------------------
 */

/* The zone of RFC 4592 section 2.2.1, with types that can be asked for. */
static void wildcards_are_those_of_rfc_4592(void **state)
{
    static const char *const texts[] = {
        "$ORIGIN example.\n$TTL 3600\n"
        "@" SOA "300\n@ NS ns.example.com.\n@ NS ns.example.net.\n"
        "*               NAPTR 1 1 \"\" \"\" \"\" wild\n"
        "*               A 192.0.2.9\n"
        "sub.*           NAPTR 2 2 \"\" \"\" \"\" tame\n"
        "host1           A 192.0.2.1\n"
        "_ssh._tcp.host1 SRV 0 0 22 host1\n"
        "_ssh._tcp.host2 SRV 0 0 22 host2\n"
        "subdel          NS ns.example.com.\n"
        "subdel          NS ns.example.net.\n"};
#define WILD "DATA 3600; 1 1 \"\" \"\" \"\" \"wild.example\""
    static const struct asking cases[] = {
        {RULES, "host3.example", WILD, "made from the wildcard"},
        {ADDRESSES, "host3.example", "DATA 3600; 192.0.2.9", "the same"},
        {SERVERS, "host3.example", "NO_DATA 300",
         "the wildcard has no such type"},
        {RULES, "foo.bar.example", WILD, "the closest encloser is the apex"},
        {RULES, "a.b.c.d.e.example", WILD, "however deep"},
        {RULES, "*.example", WILD, "the wildcard itself"},
        {RULES, "host1.example", "NO_DATA 300", "the name exists"},
        {RULES, "sub.*.example",
         "DATA 3600; 2 2 \"\" \"\" \"\" \"tame.example\"", "the name exists"},
        {SERVERS, "_telnet._tcp.host1.example", "NO_NAME 300",
         "_tcp.host1 exists, without a wildcard"},
        {RULES, "ghost.*.example", "NO_NAME 300",
         "*.example exists, without a wildcard below"},
        {ADDRESSES, "host.subdel.example",
         "OUTSIDE 0 (\"host.subdel.example\" is in no given zone)",
         "a delegation"},
        {RULES, "host2.example", "NO_DATA 300", "an empty non-terminal"},
        {RULES, "_tcp.host2.example", "NO_DATA 300",
         "another empty non-terminal"},
        {RULES, "x.host2.example", "NO_NAME 300",
         "an empty non-terminal keeps the wildcard out"},
        {RULES, "x.host1.example", "NO_NAME 300", "so does a name"},
    };
#undef WILD
    CHECK_ANSWERS(texts, cases);
}

static void wildcards_may_be_anything_that_names_may_be(void **state)
{
    static const char *const texts[] = {"$ORIGIN z.\n$TTL 60\n@" SOA "9\n"
                                        "*.c CNAME target\ntarget A 192.0.2.1\n"
                                        "x.*.e A 192.0.2.2\n"
                                        "\\*.esc A 192.0.2.3\n"
                                        "a*.part A 192.0.2.4\n"
                                        "*.o A 192.0.2.5\nin.*.o A 192.0.2.6\n"
                                        "*.t TXT x\n",
                                        "$ORIGIN .\n$TTL 60\n*. A 192.0.2.7\n"};
    static const struct asking cases[] = {
        {ADDRESSES, "q.c.z", "DATA 60 -> target.z; 192.0.2.1", "an alias"},
        {ADDRESSES, "q.r.c.z", "DATA 60 -> target.z; 192.0.2.1",
         "an alias, deeper"},
        {ADDRESSES, "q.e.z", "NO_DATA 9", "an empty non-terminal"},
        {ADDRESSES, "x.q.e.z", "NO_DATA 9", "the same, deeper"},
        {ADDRESSES, "q.esc.z", "DATA 60; 192.0.2.3",
         "an escape makes no other label"},
        {ADDRESSES, "q.part.z", "NO_NAME 9", "part of a label is not a label"},
        {ADDRESSES, "in.q.o.z", "DATA 60; 192.0.2.5",
         "names below a wildcard are themselves"},
        {ADDRESSES, "in.*.o.z", "DATA 60; 192.0.2.6", "the same"},
        {ADDRESSES, "q.t.z", "NO_DATA 9", "one without data to ask for"},
        {ADDRESSES, "elsewhere", "DATA 60; 192.0.2.7", "one of the root"},
    };
    CHECK_ANSWERS(texts, cases);
}

/* ---- Aliases ------------------------------------------------------------- */

static void a_cname_leads_elsewhere(void **state)
{
    static const char *const texts[] = {
        "$ORIGIN z.\n$TTL 60\n@" SOA "9\n"
        "one CNAME two\ntwo CNAME three\nthree A 192.0.2.1\n"
        "three NAPTR 1 1 \"\" \"\" \"\" n\nthree SRV 1 2 3 h\n"
        "over CNAME a.y.\nout CNAME a.nowhere.\ncut CNAME a.sub\n"
        "sub NS ns.\nmiss CNAME nothing\nUp CNAME THREE\n"
        "loop1 CNAME loop2\nloop2 CNAME loop1\nself CNAME self\n",
        "$ORIGIN y.\n$TTL 50\n@" SOA "9\na CNAME three.z.\n"};
    static const struct asking cases[] = {
        {ADDRESSES, "one.z", "DATA 60 -> three.z; 192.0.2.1", "addresses"},
        {RULES, "one.z", "DATA 60 -> three.z; 1 1 \"\" \"\" \"\" \"n.z\"",
         "rules"},
        {SERVERS, "one.z", "DATA 60 -> three.z; 1 2 3 \"h.z\"", "servers"},
        {ADDRESSES, "up.z", "DATA 60 -> three.z; 192.0.2.1",
         "targets are spelt like other names"},
        {ADDRESSES, "over.z", "DATA 50 -> three.z; 192.0.2.1",
         "through another zone and back"},
        {ADDRESSES, "out.z",
         "OUTSIDE 0 -> a.nowhere (\"a.nowhere\" is in no given zone)",
         "out of all zones"},
        {ADDRESSES, "cut.z",
         "OUTSIDE 0 -> a.sub.z (\"a.sub.z\" is in no given zone)",
         "below a delegation"},
        {ADDRESSES, "miss.z", "NO_NAME 9 -> nothing.z", "to nothing"},
        {RULES, "two.z", "DATA 60 -> three.z; 1 1 \"\" \"\" \"\" \"n.z\"",
         "from the middle"},
        {ADDRESSES, "loop1.z",
         "SERVER_FAILURE 0 -> loop1.z (more than 16 aliases, the last at "
         "\"loop1.z\": a loop?)",
         "in a circle"},
        {ADDRESSES, "self.z",
         "SERVER_FAILURE 0 -> self.z (more than 16 aliases, the last at "
         "\"self.z\": a loop?)",
         "to itself"},
    };
    CHECK_ANSWERS(texts, cases);
}

static void a_chain_has_16_aliases_at_most(void **state)
{
    static const char *const texts[] = {
        "$ORIGIN z.\n$TTL 60\n$GENERATE 1-17 c$ CNAME c${-1}\n"
        "c0 A 192.0.2.1\n"};
    static const struct asking cases[] = {
        {ADDRESSES, "c16.z", "DATA 60 -> c0.z; 192.0.2.1", "16"},
        {ADDRESSES, "c17.z",
         "SERVER_FAILURE 0 -> c1.z (more than 16 aliases, the last at "
         "\"c1.z\": a loop?)",
         "17"},
    };
    CHECK_ANSWERS(texts, cases);
    assert_int_equal(LIMIT_ALIASES, 16);
}

static void beside_a_cname_nothing_counts(void **state)
{
    static const char *const texts[] = {"$ORIGIN z.\n$TTL 60\n@" SOA
                                        "9\nt A 192.0.2.1\n"
                                        "first CNAME t\nfirst A 192.0.2.2\n"
                                        "last A 192.0.2.2\nlast CNAME t\n"
                                        "two CNAME t\ntwo CNAME u\n"};
    static const struct asking cases[] = {
        {ADDRESSES, "first.z", "DATA 60 -> t.z; 192.0.2.1", "CNAME first"},
        {ADDRESSES, "last.z", "DATA 60 -> t.z; 192.0.2.1", "CNAME last"},
        {ADDRESSES, "two.z", "DATA 60 -> t.z; 192.0.2.1", "two CNAMEs"},
    };
    CHECK_ANSWERS(texts, cases);
}

#define L10 "abcdefghij"
#define L60 L10 L10 L10 L10 L10 L10
#define L63 L60 "xyz"

/* RFC 6672 section 2.2, table 1, and what follows from it. */
static void a_dname_substitutes(void **state)
{
    static const char *const texts[] = {
        "$ORIGIN com.\n$TTL 60\n@" SOA "9\n"
        "example 50 DNAME example.net.\nexample A 192.0.2.9\n"
        "below.example A 192.0.2.8\n"
        "long DNAME " L63 "." L63 "." L63 ".net.\n"
        "chain DNAME chain.net.\n"
        "loop DNAME loop\nup DNAME com.\nroot DNAME .\n"
        "c CNAME a.example\n",
        "$ORIGIN net.\n$TTL 60\n@" SOA "9\n"
        "a.example A 192.0.2.1\nb.a.example A 192.0.2.2\n"
        "*.wild.example A 192.0.2.3\n"
        "x.chain CNAME a.example.com.\n",
        "$ORIGIN a.root.\n$TTL 60\n@ A 192.0.2.4\n",
        "$ORIGIN org.\n$TTL 60\n@ DNAME net.\n@" SOA "9\n@ A 192.0.2.5\n"};
    static const struct asking cases[] = {
        {ADDRESSES, "a.example.com", "DATA 50 -> a.example.net; 192.0.2.1",
         "one label"},
        {ADDRESSES, "b.a.example.com", "DATA 50 -> b.a.example.net; 192.0.2.2",
         "two labels"},
        {ADDRESSES, "example.com", "DATA 60; 192.0.2.9", "not the name itself"},
        {RULES, "example.com", "NO_DATA 9", "nor for other types"},
        {ADDRESSES, "below.example.com", "NO_NAME 9 -> below.example.net",
         "what lies below is hidden"},
        {ADDRESSES, "q.wild.example.com",
         "DATA 50 -> q.wild.example.net; 192.0.2.3", "to a wildcard"},
        {ADDRESSES, "anexample.com", "NO_NAME 9", "labels, not letters"},
        {ADDRESSES, "c.com", "DATA 50 -> a.example.net; 192.0.2.1",
         "after a CNAME"},
        {ADDRESSES, "x.chain.com", "DATA 50 -> a.example.net; 192.0.2.1",
         "and before one"},
        {ADDRESSES, "a.org", "NO_NAME 9 -> a.net", "at an apex"},
        {ADDRESSES, "a.example.org", "DATA 60 -> a.example.net; 192.0.2.1",
         "at an apex, deeper"},
        {ADDRESSES, "org", "DATA 60; 192.0.2.5", "the apex itself"},
        {ADDRESSES, "a.root.root.com", "DATA 60 -> a.root; 192.0.2.4",
         "to the root"},
        {ADDRESSES, "a.up.up.com", "NO_NAME 9 -> a.com", "twice"},
        {ADDRESSES, "a.loop.com",
         "SERVER_FAILURE 0 -> a.loop.com (more than 16 aliases, the last at "
         "\"a.loop.com\": a loop?)",
         "to itself"},
        /* 58 octets for the first label, 192 for three, 4 for net, the root. */
        {ADDRESSES, L10 L10 L10 L10 L10 "abcdefg.long.com",
         "NO_NAME 9 -> " L10 L10 L10 L10 L10 "abcdefg." L63 "." L63 "." L63
         ".net",
         "255 octets"},
        {ADDRESSES, L10 L10 L10 L10 L10 "abcdefgh.long.com",
         "NAME_TOO_LONG 0 (the DNAME at \"long.com\" "
         "makes more than 255 octets of \"" L10 L10 L10 L10 L10
         "abcdefgh.long.com\")",
         "256 octets"},
    };
    CHECK_ANSWERS(texts, cases);
}

/* ---- Zones within zones ---------------------------------------------------
 */

static void the_deepest_zone_answers(void **state)
{
    static const char *const texts[] = {
        "$ORIGIN example.\n$TTL 60\n@" SOA "9\n@ NS ns\n"
        "ns A 192.0.2.1\n"
        "child NS ns.child\nns.child A 192.0.2.2\n"
        "hidden.child A 192.0.2.3\n"
        "lost NS ns.lost\nns.lost A 192.0.2.4\nx.lost A 192.0.2.5\n"
        "deep NS ns.\n"
        "undelegated A 192.0.2.6\na.undelegated A 192.0.2.6\n",
        "$ORIGIN child.example.\n$TTL 50\n@" SOA "8\n@ NS ns\n"
        "ns A 192.0.2.12\na A 192.0.2.13\n"
        "a NAPTR 1 1 \"\" \"\" \"\" b\n",
        "$ORIGIN in.deep.example.\n$TTL 40\n@" SOA "7\na A 192.0.2.14\n",
        "$ORIGIN undelegated.example.\n$TTL 30\n@" SOA "6\na A 192.0.2.15\n"};
    static const struct asking cases[] = {
        {ADDRESSES, "ns.example", "DATA 60; 192.0.2.1", "the parent"},
        {ADDRESSES, "ns.child.example", "DATA 50; 192.0.2.12",
         "the child, not the glue"},
        {ADDRESSES, "a.child.example", "DATA 50; 192.0.2.13", "the child"},
        {ADDRESSES, "hidden.child.example", "NO_NAME 8",
         "the parent has no say below a delegation"},
        {RULES, "child.example", "NO_DATA 8", "the child's apex"},
        {RULES, "a.child.example",
         "DATA 50; 1 1 \"\" \"\" \"\" \"b.child.example\"", "rules"},
        {ADDRESSES, "lost.example",
         "OUTSIDE 0 (\"lost.example\" is in no given zone)",
         "a delegation to a zone that is not there"},
        {ADDRESSES, "ns.lost.example",
         "OUTSIDE 0 (\"ns.lost.example\" is in no given zone)",
         "glue is no data"},
        {ADDRESSES, "x.lost.example",
         "OUTSIDE 0 (\"x.lost.example\" is in no given zone)",
         "nor is anything else there"},
        {ADDRESSES, "a.in.deep.example", "DATA 40; 192.0.2.14",
         "a zone further down"},
        {ADDRESSES, "in.deep.example", "NO_DATA 7", "its apex"},
        {ADDRESSES, "deep.example",
         "OUTSIDE 0 (\"deep.example\" is in no given zone)",
         "what lies between"},
        {ADDRESSES, "a.undelegated.example", "DATA 30; 192.0.2.15",
         "a zone without a delegation"},
        {ADDRESSES, "undelegated.example", "NO_DATA 6", "its apex"},
        {ADDRESSES, "other", "OUTSIDE 0 (\"other\" is in no given zone)",
         "no zone"},
        {ADDRESSES, "", "OUTSIDE 0 (\".\" is in no given zone)",
         "no zone of the root"},
        {ADDRESSES, "xexample", "OUTSIDE 0 (\"xexample\" is in no given zone)",
         "labels, not letters"},
    };
    CHECK_ANSWERS(texts, cases);
}

/* Files without SOA and $ORIGIN: the apex is above all owners. */
static void a_wildcard_is_no_apex(void **state)
{
    static const char *const texts[] = {
        "*.6.1.4.4.e164.arpa. 60 NAPTR 1 1 \"\" \"\" \"\" b.\n",
        "1.*.7.1.4.4.e164.arpa. 60 NAPTR 1 1 \"\" \"\" \"\" c.\n"
        "2.*.7.1.4.4.e164.arpa. 60 NAPTR 1 1 \"\" \"\" \"\" d.\n",
        "a*.8.1.4.4.e164.arpa. 60 NAPTR 1 1 \"\" \"\" \"\" e.\n"};
    static const struct asking cases[] = {
        {RULES, "1.2.6.1.4.4.e164.arpa", "DATA 60; 1 1 \"\" \"\" \"\" \"b\"",
         "below a wildcard alone"},
        {RULES, "6.1.4.4.e164.arpa", "NO_DATA 0", "the apex"},
        {RULES, "7.1.4.4.e164.arpa", "NO_DATA 0", "before an inner asterisk"},
        {RULES, "8.1.4.4.e164.arpa",
         "OUTSIDE 0 (\"8.1.4.4.e164.arpa\" is in no given zone)",
         "an asterisk in a label is a letter"},
    };
    CHECK_ANSWERS(texts, cases);
}

static void names_of_a_broken_zone_fail(void **state)
{
    static const struct ddds_error whys[] = {
        {.status = DDDS_UNREADABLE, .detail = "f: cannot be read"},
        {.status = DDDS_SYNTAX, .detail = "g:1:1: no record"},
    };
    static const char *const texts[] = {"$ORIGIN z.\n$TTL 60\n@" SOA
                                        "9\na A 192.0.2.1\n"};
    static const struct asking cases[] = {
        {ADDRESSES, "a.f.z", "SERVER_FAILURE 0 (f: cannot be read)", "below"},
        {RULES, "g.z", "MALFORMED 0 (g:1:1: no record)", "the apex"},
        {ADDRESSES, "a.z", "DATA 60; 192.0.2.1", "the zone above"},
    };
    ddds_database *memory = load_texts(texts, 1);
    struct ddds_error error;
    assert_int_equal(ddds_memory_break(memory, "f.z", &whys[0], &error),
                     DDDS_OK);
    assert_int_equal(ddds_memory_break(memory, "G.z.", &whys[1], &error),
                     DDDS_OK);
    assert_int_equal(ddds_memory_break(memory, "z", &whys[0], &error),
                     DDDS_BAD_OPTION);
    assert_int_equal(ddds_memory_break(memory, "a..b", &whys[0], &error),
                     DDDS_BAD_OPTION);
    ask_all(memory, cases, sizeof cases / sizeof *cases);
    ddds_database_free(memory);
}

static void a_delegation_hides_what_else_is_there(void **state)
{
    static const char *const texts[] = {
        "$ORIGIN z.\n$TTL 60\n@" SOA "9\n"
        "cut NS ns.\ncut A 192.0.2.1\ncut DNAME y.\ncut NAPTR 1 1 \"\" \"\" "
        "\"\" a\n*.cut A 192.0.2.2\n"
        "d DNAME y.\nd.d NS ns.\n"
        "*.w NS ns.\n*.w A 192.0.2.3\n"};
    static const struct asking cases[] = {
        {ADDRESSES, "cut.z", "OUTSIDE 0 (\"cut.z\" is in no given zone)",
         "data at the delegation"},
        {RULES, "cut.z", "OUTSIDE 0 (\"cut.z\" is in no given zone)",
         "rules at the delegation"},
        {ADDRESSES, "a.cut.z", "OUTSIDE 0 (\"a.cut.z\" is in no given zone)",
         "a wildcard and a DNAME below it"},
        {ADDRESSES, "a.d.d.z",
         "OUTSIDE 0 -> a.d.y (\"a.d.y\" is in no given zone)",
         "the DNAME above the delegation comes first"},
        {ADDRESSES, "q.w.z", "DATA 60; 192.0.2.3",
         "a wildcard delegates nothing (RFC 4592 section 4.2)"},
    };
    CHECK_ANSWERS(texts, cases);
}

/* ---- Records one by one ---------------------------------------------------
 */

static ddds_status add(ddds_database *memory, const char *owner, uint16_t type,
                       uint32_t ttl, const char *rdata, size_t length)
{
    const struct ddds_record record = {owner,  type, ttl,  rdata,
                                       length, NULL, false};
    return ddds_memory_add(memory, &record, NULL);
}

static void records_may_be_added_one_by_one(void **state)
{
    struct said said;
    ddds_database *memory = ddds_memory_new(NULL);
    assert_non_null(memory);
    assert_string_equal(ask(memory, ADDRESSES, "a.b", &said),
                        "OUTSIDE 0 (\"a.b\" is in no given zone)");
    assert_int_equal(add(memory, "A.b.", TYPE_A, 60, "\300\0\2\1", 4), DDDS_OK);
    assert_int_equal(
        add(memory, "n", TYPE_NAPTR, 60, "\0\1\0\2\1u\0\3a\0b\0", 12), DDDS_OK);
    assert_int_equal(add(memory, "c", TYPE_CNAME, 50, "\1a\1B\0", 5), DDDS_OK);
    assert_int_equal(add(memory, "t", TYPE_A, 0x80000000, "\300\0\2\1", 4),
                     DDDS_OK);
    assert_int_equal(add(memory, "o", 65280, 60, NULL, 0), DDDS_OK);
    assert_string_equal(ask(memory, ADDRESSES, "a.b", &said),
                        "DATA 60; 192.0.2.1");
    assert_string_equal(ask(memory, RULES, "n", &said),
                        "DATA 60; 1 2 \"u\" \"\" \"a\\000b\" \"\" defect");
    assert_string_equal(ask(memory, ADDRESSES, "c", &said),
                        "DATA 50 -> a.b; 192.0.2.1");
    assert_string_equal(ask(memory, ADDRESSES, "t", &said),
                        "DATA 0; 192.0.2.1");
    assert_string_equal(ask(memory, ADDRESSES, "o", &said), "NO_DATA 0");
    assert_string_equal(ask(memory, ADDRESSES, "b", &said), "NO_DATA 0");
    assert_string_equal(ask(memory, ADDRESSES, "x", &said), "NO_NAME 0");
    ddds_database_free(memory);
}

static void added_records_go_to_the_zone_they_lie_in(void **state)
{
    static const char *const texts[] = {"$ORIGIN z.\n@ 60" SOA "9\n",
                                        "$ORIGIN y.z.\n@ 60" SOA "8\n"};
    struct said said;
    ddds_database *memory = load_texts(texts, 2);
    add(memory, "a.y.z", TYPE_A, 60, "\300\0\2\1", 4);
    add(memory, "a.x", TYPE_A, 60, "\300\0\2\2", 4);
    assert_string_equal(ask(memory, SERVERS, "a.y.z", &said), "NO_DATA 8");
    assert_string_equal(ask(memory, SERVERS, "a.z", &said), "NO_NAME 9");
    assert_string_equal(ask(memory, SERVERS, "a.x", &said), "NO_DATA 0");
    assert_string_equal(ask(memory, SERVERS, "b", &said), "NO_NAME 0");
    /* Then the SOA of the root comes too. */
    add(memory, ".", TYPE_SOA, 60,
        "\0\0\0\0\0\1\0\0\0\1\0\0\0\1\0\0\0\1\0\0\0\5", 22);
    assert_string_equal(ask(memory, SERVERS, "b", &said), "NO_NAME 5");
    ddds_database_free(memory);
}

static void malformed_records_are_not_added(void **state)
{
    static char large[65537];
    static const struct {
        const char *owner;
        uint16_t type;
        const char *rdata;
        size_t length;
    } cases[] = {
        {"a..b", TYPE_A, "\300\0\2\1", 4},
        {"", TYPE_A, "\300\0\2\1", 4},
        {L63 "x", TYPE_A, "\300\0\2\1", 4},
        {"a", TYPE_A, "\300\0\2", 3},
        {"a", TYPE_NAPTR, "\0\1\0\2\1u\0\3ab\0", 11},
        {"a", TYPE_OPT, "", 0},
        {"a", 255, "", 0},
        {"a", TYPE_TXT, NULL, 0},
        {"a", 65280, large, 65536},
    };
    ddds_database *memory = ddds_memory_new(NULL);
    size_t before = measure_store(memory);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(add(memory, cases[i].owner, cases[i].type, 1,
                             cases[i].rdata, cases[i].length),
                         DDDS_MALFORMED);
    }
    assert_int_equal(measure_store(memory), before);
    ddds_database_free(memory);
}

/* ---- Size -----------------------------------------------------------------
 */

static void a_set_is_used_if_a_message_can_hold_it(void **state)
{
    static const char *const texts[] = {
        "$ORIGIN z.\n$TTL 60\n"
        "$GENERATE 1-2729 most NAPTR \"$ 1 \\\"\\\" \\\"\\\" \\\"\\\" a\"\n"
        "$GENERATE 0-2729 many NAPTR \"$ 1 \\\"\\\" \\\"\\\" \\\"\\\" a\"\n"
        "$GENERATE 0-300 s SRV \"0 0 $ a\"\n"};
    struct said said;
    ddds_database *memory = load_texts(texts, 1);
    ask(memory, RULES, "most.z", &said);
    assert_memory_equal(said.text, "DATA 60; 1 1 ", 13);
    assert_int_equal(ddds_ruleset_count(said.ruleset), 2729);
    ask(memory, RULES, "many.z", &said);
    assert_memory_equal(said.text, "MALFORMED 0 (", 13);
    ask(memory, SERVERS, "s.z", &said);
    assert_memory_equal(said.text, "DATA 60; 0 0 0 \"a.z\"; 0 0 1 ", 28);
    ddds_database_free(memory);
}

/* Octets of memory that a record of a large zone may take beside its text. */
enum { MANY = 200000, BOUND = 160 };

/* A zone as it is in the field: half of it rules, half of it addresses, each at
 * a name of its own. */
static char *write_large_zone(void)
{
    size_t size = (size_t)MANY * 80;
    char *text = malloc(size);
    assert_non_null(text);
    int length = snprintf(text, size, "$ORIGIN big.example.\n$TTL 60\n");
    for (unsigned i = 0; i < MANY / 2; i++) {
        length += snprintf(text + length, size - (size_t)length,
                           "k%u NAPTR 100 10 \"u\" \"E2U+sip\" "
                           "\"!^(.*)$!sip:\\\\1@example.com!\" .\n"
                           "a%u A 192.0.%u.%u\n",
                           i, i, i / 256 % 256, i % 256);
    }
    assert_true((size_t)length < size);
    return text;
}

static void memory_is_proportional_to_the_zone(void **state)
{
    char *text = write_large_zone();
    ddds_database *memory = load_texts((const char *const[]){text}, 1);
    free(text);
    size_t octets = measure_store(memory);
    print_message("%zu octets a record\n", octets / MANY);
    assert_true(octets / MANY <= BOUND);

    struct said said;
    for (unsigned i = 0; i < MANY / 2; i++) {
        char name[64];
        char expected[64];
        snprintf(name, sizeof name, "a%u.big.example", i);
        snprintf(expected, sizeof expected, "DATA 60; 192.0.%u.%u",
                 i / 256 % 256, i % 256);
        assert_string_equal(ask(memory, ADDRESSES, name, &said), expected);
    }
    for (unsigned i = 0; i < MANY / 2; i += 997) {
        char name[64];
        snprintf(name, sizeof name, "k%u.big.example", i);
        assert_string_equal(ask(memory, RULES, name, &said),
                            "DATA 60; 100 10 \"u\" \"E2U+sip\" "
                            "\"!^(.*)$!sip:\\1@example.com!\" \"\"");
    }
    ddds_database_free(memory);
}

static void one_name_may_have_very_many_records(void **state)
{
    static const char *const texts[] = {
        "$ORIGIN z.\n$TTL 60\n$GENERATE 0-65535 a A "
        "192.0.2.1\n",
        "$ORIGIN y.\n$TTL 60\n$GENERATE 0-2800 b SRV \"0 0 $ a\"\n"
        "$GENERATE 0-2800 b SRV \"0 0 $ a\"\n"
        "$GENERATE 0-19999 c SRV \"0 0 $ a\"\n"};
    ddds_database *memory = load_texts(texts, 2);
    struct said said;
    assert_string_equal(ask(memory, ADDRESSES, "a.z", &said),
                        "DATA 60; 192.0.2.1");
    ask(memory, SERVERS, "b.y", &said);
    assert_memory_equal(said.text, "DATA 60; 0 0 0 ", 15);
    ask(memory, SERVERS, "c.y", &said);
    assert_memory_equal(said.text, "MALFORMED 0 (", 13);
    /* Of equal records one is kept, also far apart. */
    assert_int_equal(
        add(memory, "b.y", DDDS_TYPE_SRV, 1, "\0\0\0\0\x0a\xf0\1a\1y", 11),
        DDDS_OK);
    for (unsigned i = 0; i < 47; i++) {
        char rdata[12] = "\0\1\0\0\0\0\1a\1y";
        rdata[5] = (char)i;
        assert_int_equal(add(memory, "b.y", DDDS_TYPE_SRV, 1, rdata, 11),
                         DDDS_OK);
    }
    assert_int_equal(
        add(memory, "b.y", DDDS_TYPE_SRV, 1, "\0\2\0\0\0\0\1a\1y", 11),
        DDDS_LIMIT);
    ask(memory, SERVERS, "b.y", &said);
    assert_memory_equal(said.text, "MALFORMED 0 (", 13);
    ddds_database_free(memory);
}

/* ---- Threads --------------------------------------------------------------
 */

enum { THREADS = 8, KEYS = 200 };

static void *ask_every_key(void *context)
{
    ddds_database *memory = context;
    static char wrong;
    for (unsigned round = 0; round < 3; round++) {
        for (unsigned i = 0; i < KEYS; i++) {
            struct said said;
            char name[32];
            char expected[64];
            snprintf(name, sizeof name, "k%u.z", i);
            snprintf(expected, sizeof expected,
                     "DATA 60; %u 1 \"\" \"\" \"\" \"a.z\"", i);
            if (strcmp(ask(memory, RULES, name, &said), expected) != 0) {
                return &wrong;
            }
        }
    }
    return NULL;
}

static void threads_share_a_database(void **state)
{
    static const char *const texts[] = {
        "$ORIGIN z.\n$TTL 60\n$GENERATE 0-199 k$ NAPTR "
        "\"$ 1 \\\"\\\" \\\"\\\" \\\"\\\" a\"\n"};
    ddds_database *memory = load_texts(texts, 1);
    pthread_t threads[THREADS];
    for (unsigned i = 0; i < THREADS; i++) {
        assert_int_equal(
            pthread_create(&threads[i], NULL, ask_every_key, memory), 0);
    }
    for (unsigned i = 0; i < THREADS; i++) {
        void *wrong;
        assert_int_equal(pthread_join(threads[i], &wrong), 0);
        assert_null(wrong);
    }
    ddds_database_free(memory);
}

/* Resolutions borrow the rule sets of the database. */
static void *resolve_every_key(void *context)
{
    static char wrong;
    const struct ddds_options options = {.size = sizeof options, .roots = "z"};
    ddds_resolution *resolution = ddds_resolution_new(
        context, ddds_application_urn(), "urn:k0:1", &options, NULL);
    bool is_right = resolution != NULL;
    for (unsigned i = 0; i < 3 * KEYS && is_right; i++) {
        char input[32];
        char expected[32];
        snprintf(input, sizeof input, "urn:k%u:a", i % KEYS);
        snprintf(expected, sizeof expected, "x:a%u", i % KEYS);
        ddds_resolution_restart(resolution, input, NULL);
        ddds_resolution_start(resolution, NULL, NULL);
        const struct ddds_outcome *outcome =
            ddds_result_outcome(ddds_resolution_result(resolution), 0);
        is_right = outcome != NULL && strcmp(outcome->uri, expected) == 0;
    }
    ddds_resolution_free(resolution);
    return is_right ? NULL : &wrong;
}

static void resolutions_share_a_database(void **state)
{
    static char zone[KEYS * 80] = "$ORIGIN z.\n$TTL 60\n";
    size_t length = strlen(zone);
    for (unsigned i = 0; i < KEYS; i++) {
        length += (size_t)snprintf(
            zone + length, sizeof zone - length,
            "k%u NAPTR 1 1 u x+I2L \"!^urn:k%u:(.+)$!x:\\\\1%u!\" .\n", i, i,
            i);
    }
    const char *const texts[] = {zone};
    ddds_database *memory = load_texts(texts, 1);
    pthread_t threads[THREADS];
    for (unsigned i = 0; i < THREADS; i++) {
        assert_int_equal(
            pthread_create(&threads[i], NULL, resolve_every_key, memory), 0);
    }
    for (unsigned i = 0; i < THREADS; i++) {
        void *wrong;
        assert_int_equal(pthread_join(threads[i], &wrong), 0);
        assert_null(wrong);
    }
    ddds_database_free(memory);
}

/* What a resolution borrows, others can still hold. */
static void a_borrowed_rule_set_may_be_held(void **state)
{
    static const char *const texts[] = {
        "$ORIGIN z.\n$TTL 60\nk NAPTR 1 1 u x+I2L !.*!x:a! .\n"};
    const struct ddds_options options = {.size = sizeof options, .roots = "z"};
    ddds_database *memory = load_texts(texts, 1);
    ddds_resolution *resolution =
        ddds_resolve(memory, ddds_application_uri(), "k:a", &options, NULL);
    ddds_ruleset *held = ddds_ruleset_hold(
        ddds_result_step(ddds_resolution_result(resolution), 0)
            ->answer->ruleset);
    ddds_resolution_free(resolution);
    ddds_database_free(memory);
    assert_string_equal(ddds_ruleset_rule(held, 0)->regexp, "!.*!x:a!");
    ddds_ruleset_free(held);
}

static void rules_are_read_once_and_shared(void **state)
{
    static const char *const texts[] = {
        "$ORIGIN z.\n$TTL 60\nk NAPTR 1 1 \"\" \"\" \"\" a\n"
        "*.w NAPTR 1 1 \"\" \"\" \"\" a\nc CNAME k\n"};
    ddds_database *memory = load_texts(texts, 1);
    struct said said;
    ask(memory, RULES, "c.z", &said);
    ddds_ruleset *rules = said.ruleset;
    ask(memory, RULES, "k.z", &said);
    assert_ptr_equal(said.ruleset, rules);
    ask(memory, RULES, "a.w.z", &said);
    ddds_ruleset *wild = said.ruleset;
    ask(memory, RULES, "b.w.z", &said);
    assert_ptr_equal(said.ruleset, wild);
    /* They outlive the database, if they are held. */
    ddds_ruleset_hold(rules);
    ddds_database_free(memory);
    assert_int_equal(ddds_ruleset_count(rules), 1);
    ddds_ruleset_free(rules);
}

static void nothing_may_be_freed(void **state)
{
    ddds_database_free(NULL);
}

/* CPython hashes octets with SipHash-1-3 too; under PYTHONHASHSEED=0 its key is
 * zero, and sys.hash_info says which algorithm it is. */
static void hashes_are_those_of_siphash(void **state)
{
    static const struct {
        const char *text;
        uint64_t expected;
    } cases[] = {
        {"a", UINT64_C(0x407448d2b89b1813)},
        {"example.com", UINT64_C(0x7e0432aaedb1758c)},
        {"12345678", UINT64_C(0x3489982430560a87)},
        {"12345678123456781", UINT64_C(0x57b28565cf0822be)},
        {"cid.urn.arpa", UINT64_C(0x406e126f60a94f32)},
    };
    const struct hash_key zero = {{0, 0}};
    const uint16_t one = 1;
    if (*(const unsigned char *)&one != 1) {
        skip(); /* Words are taken as the machine has them. */
    }
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_true(ddds_hash(&zero, cases[i].text, strlen(cases[i].text)) ==
                    cases[i].expected);
    }
}

static void hashes_depend_on_every_octet_and_on_the_key(void **state)
{
    struct hash_key key = {
        {UINT64_C(0x0706050403020100), UINT64_C(0x0f0e0d0c0b0a0908)}};
    unsigned char octets[64];
    for (unsigned i = 0; i < sizeof octets; i++) {
        octets[i] = (unsigned char)i;
    }
    for (size_t length = 0; length < sizeof octets; length++) {
        uint64_t hash = ddds_hash(&key, octets, length);
        assert_true(hash != ddds_hash(&key, octets, length + 1));
        for (size_t i = 0; i < length; i++) {
            octets[i] ^= 1;
            assert_true(hash != ddds_hash(&key, octets, length));
            octets[i] ^= 1;
        }
        struct hash_key other = {{key.word[0] ^ 1, key.word[1]}};
        assert_true(hash != ddds_hash(&other, octets, length));
    }
}

/* ---- The keys of all zones ----------------------------------------------- */

struct keys {
    char text[256];
};

static void note_key(void *context, const char *name)
{
    struct keys *keys = context;
    size_t length = strlen(keys->text);
    snprintf(keys->text + length, sizeof keys->text - length, "%s%s",
             length > 0 ? " " : "", name);
}

/* In an order that does not depend on how they lie in memory. */
static void keys_come_in_their_order(void **state)
{
    static const char *const texts[] = {
        "$ORIGIN b.test.\n@" SOA "5\n"
        "z NAPTR 1 1 \"\" \"\" \"\" a\n"
        "@ NAPTR 1 1 \"\" \"\" \"\" a\n"
        "* NAPTR 1 1 \"\" \"\" \"\" a\n"
        "a.z NAPTR 1 1 \"\" \"\" \"\" a\n"
        "za NAPTR 1 1 \"\" \"\" \"\" a\n"
        "A\\.c NAPTR 1 1 \"\" \"\" \"\" a\n"
        "none TXT a\n",
        "$ORIGIN test.\n@" SOA "5\n"
        "c NAPTR 1 1 \"\" \"\" \"\" a\n"
        "a.c NAPTR 1 1 \"\" \"\" \"\" a\n"
        "b NAPTR 1 1 \"\" \"\" \"\" a\n"
        "a NAPTR 1 1 \"\" \"\" \"\" a\n",
    };
    struct keys keys = {""};
    ddds_database *memory = load_texts(texts, 2);
    assert_int_equal(ddds_memory_keys(memory, note_key, &keys, NULL), DDDS_OK);
    assert_string_equal(keys.text, "a.test b.test *.b.test a\\.c.b.test "
                                   "z.b.test a.z.b.test za.b.test c.test "
                                   "a.c.test");
    ddds_database_free(memory);

    memory = ddds_memory_new(NULL);
    keys.text[0] = '\0';
    assert_int_equal(ddds_memory_keys(memory, note_key, &keys, NULL), DDDS_OK);
    assert_string_equal(keys.text, "");
    ddds_database_free(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(data_are_found_as_they_were_written),
        cmocka_unit_test(the_least_ttl_counts),
        cmocka_unit_test(a_set_has_no_record_twice),
        cmocka_unit_test(wildcards_are_those_of_rfc_4592),
        cmocka_unit_test(wildcards_may_be_anything_that_names_may_be),
        cmocka_unit_test(a_cname_leads_elsewhere),
        cmocka_unit_test(a_chain_has_16_aliases_at_most),
        cmocka_unit_test(beside_a_cname_nothing_counts),
        cmocka_unit_test(a_dname_substitutes),
        cmocka_unit_test(the_deepest_zone_answers),
        cmocka_unit_test(a_wildcard_is_no_apex),
        cmocka_unit_test(names_of_a_broken_zone_fail),
        cmocka_unit_test(a_delegation_hides_what_else_is_there),
        cmocka_unit_test(records_may_be_added_one_by_one),
        cmocka_unit_test(added_records_go_to_the_zone_they_lie_in),
        cmocka_unit_test(malformed_records_are_not_added),
        cmocka_unit_test(a_set_is_used_if_a_message_can_hold_it),
        cmocka_unit_test(memory_is_proportional_to_the_zone),
        cmocka_unit_test(one_name_may_have_very_many_records),
        cmocka_unit_test(threads_share_a_database),
        cmocka_unit_test(resolutions_share_a_database),
        cmocka_unit_test(a_borrowed_rule_set_may_be_held),
        cmocka_unit_test(rules_are_read_once_and_shared),
        cmocka_unit_test(nothing_may_be_freed),
        cmocka_unit_test(hashes_are_those_of_siphash),
        cmocka_unit_test(hashes_depend_on_every_octet_and_on_the_key),
        cmocka_unit_test(keys_come_in_their_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
