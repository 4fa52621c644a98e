/* Random zones of URNs and others, with few names and short expressions, so that
 * inputs of few letters come to all of them; proofs of zones.
 *
 * SPDX-License-Identifier: MIT */
#ifndef TESTS_CHECK_RANDOM_ZONES_H
#define TESTS_CHECK_RANDOM_ZONES_H

#include <ddds/prove.h>
#include <ddds/resolve.h>

#include "base/assertions.h"
#include "base/format.h"

enum { ZONE = 16384 };

/* ---- URNs --------------------------------------------------------------------- */

struct making {
    uint64_t state;
    struct text text;
};

static unsigned pick(struct making *making, unsigned count)
{
    making->state ^= making->state << 13; /* xorshift */
    making->state ^= making->state >> 7;
    making->state ^= making->state << 17;
    return (unsigned)(making->state >> 33) % count;
}

static const char *choose(struct making *making, const char *const *texts,
                          unsigned count)
{
    return texts[pick(making, count)];
}

#define CHOOSE(making, texts)                                                  \
    choose(making, texts, sizeof(texts) / sizeof *(texts))

/* An expression that matches some of the inputs, with two groups at most. */
static void write_ere(struct making *making)
{
    static const char *const begins[] = {
        "^urn:foo:", "^urn:[^:]+:", "^urn:foo:", "", "^.*:"};
    static const char *const middles[] = {
        "(.*)",      "([ab]*)(.*)", "(a|ab)(b?)", "a(.)b*(.*)", "(a+)(b*)",
        "([^b]*)b*", "(.)(.)",      "((a)|b)+",   "(b*)(a.)",   "([ab]{1,3})",
        "(a|b){2,}", "(.*)(.)",     "((a)?b)*",
    };
    static const char *const ends[] = {"$", "", "$"};
    ddds_text_string(&making->text, CHOOSE(making, begins));
    ddds_text_string(&making->text, CHOOSE(making, middles));
    ddds_text_string(&making->text, CHOOSE(making, ends));
}

static void write_key(struct making *making)
{
    static const char *const keys[] = {
        "a.foo.urn.arpa",         "b.foo.urn.arpa",
        "\\\\1.foo.urn.arpa",     "\\\\1.b.foo.urn.arpa",
        "x\\\\1.foo.urn.arpa",    "\\\\1\\\\1.foo.urn.arpa",
        "a.out.example",          "foo.urn.arpa",
        "\\\\1.a.w.foo.urn.arpa",
    };
    ddds_text_string(&making->text, CHOOSE(making, keys));
}

static void write_uri(struct making *making)
{
    static const char *const uris[] = {
        "http://x/\\\\1", "\\\\1:x",    "http://\\\\1",      "x:",
        "\\\\1",          "h\\\\1://y", "http://[::\\\\1]/", "u:\\\\1?\\\\1#",
        "%\\\\1",
    };
    ddds_text_string(&making->text, CHOOSE(making, uris));
}

/* "A NAPTR ORDER PREFERENCE FLAGS SERVICES REGEXP REPLACEMENT". */
static void write_rule(struct making *making)
{
    static const char *const flags[] = {"", "", "u", "u", "s", "a", "p", "x"};
    static const char *const services[] = {"\"\"", "\"http+I2L\"", "\"z\"",
                                           "\"+x\"", "\"?\""};
    static const char *const names[] = {"a.foo.urn.arpa", "b.foo.urn.arpa",
                                        "s.foo.urn.arpa", "q.w.foo.urn.arpa",
                                        "foo.urn.arpa",   "out.example"};
    const char *flag = CHOOSE(making, flags);
    unsigned order = 10 + pick(making, 3);
    unsigned preference = 10 + pick(making, 3);
    text_format(&making->text, " NAPTR %u %u \"%s\" %s", order, preference,
                flag, CHOOSE(making, services));
    if (flag[0] != 'u' && pick(making, 3) == 0) {
        text_format(&making->text, " \"\" %s.\n", CHOOSE(making, names));
        return;
    }
    ddds_text_string(&making->text, " \"!");
    write_ere(making);
    ddds_text_char(&making->text, '!');
    if (flag[0] == 'u' || flag[0] == 'p') {
        write_uri(making);
    } else {
        write_key(making);
    }
    ddds_text_string(&making->text, "!\" .\n");
}

static inline void write_zone(struct making *making)
{
    static const char *const owners[] = {"@",   "a",   "b",   "*",
                                         "*.b", "*.w", "x.a", "ab.b"};
    static const char *const others[] = {
        "c CNAME a\n",
        "*.c CNAME b\n",
        "s SRV 1 1 80 h.out.example.\n",
        "s SRV 1 1 80 h\n",
        "h A 192.0.2.1\n",
        "aa CNAME foo.urn.arpa.\n",
        "d NS ns.example.\n",
        "*.s SRV 1 1 8 h\n",
        "ba TXT x\n",
    };
    ddds_text_string(&making->text,
                     "$ORIGIN foo.urn.arpa.\n$TTL 60\n@ SOA a b 1 1 1 1 1\n");
    for (size_t i = 0; i < sizeof owners / sizeof *owners; i++) {
        unsigned rules = i == 0 ? 1 + pick(making, 4) : pick(making, 4);
        for (unsigned k = 0; k < rules; k++) {
            ddds_text_string(&making->text, owners[i]);
            write_rule(making);
        }
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (pick(making, 3) == 0) {
            ddds_text_string(&making->text, others[i]);
        }
    }
}

/* ---- Other zones --------------------------------------------------------------- */

enum { INGREDIENTS = 16 };

/* Owners have up to three of the rules, and a third of the other records is
 * there. Rules may begin with a preference other than 1. */
struct ingredients {
    const char *begin; /* the origin, and records that are always there */
    const char *owners[INGREDIENTS];
    const char *rules[INGREDIENTS];
    const char *others[INGREDIENTS];
};

static inline const char *choose_one(struct making *making,
                                     const char *const *texts)
{
    unsigned count = 0;
    while (texts[count] != NULL) {
        count++;
    }
    return choose(making, texts, count);
}

static inline void write_records(struct making *making,
                                 const struct ingredients *ingredients)
{
    text_format(&making->text, "$TTL 60\n$ORIGIN %s\n@ SOA a b 1 1 1 1 1\n",
                ingredients->begin);
    for (size_t i = 0; ingredients->owners[i] != NULL; i++) {
        for (unsigned rules = pick(making, 4); rules > 0; rules--) {
            unsigned order = 10 + pick(making, 3);
            const char *rule = choose_one(making, ingredients->rules);
            text_format(&making->text, "%s NAPTR %u %s%s\n",
                        ingredients->owners[i], order,
                        rule[0] == '"' ? "1 " : "", rule);
        }
    }
    for (size_t i = 0; ingredients->others[i] != NULL; i++) {
        if (pick(making, 3) == 0) {
            text_format(&making->text, "%s\n", ingredients->others[i]);
        }
    }
}

/* ---- Proofs --------------------------------------------------------------------- */

static inline ddds_database *load(const char *zone)
{
    struct ddds_error error;
    ddds_database *zones = ddds_memory_new(NULL);
    if (ddds_memory_load_text(zones, "zone", zone, strlen(zone), NULL,
                              &error) != DDDS_OK) {
        fail_msg("%s in\n%s", error.detail, zone);
    }
    return zones;
}

/* The proof about the URNs of |set|. */
static inline ddds_proof *prove_urns(ddds_database *zones, const char *set)
{
    return ddds_prove(zones, ddds_application_urn(), set, NULL, NULL);
}

/* The number of the only class that has |input|. */
static inline size_t find_class(const ddds_proof *proof, const char *input)
{
    size_t found = SIZE_MAX;
    for (size_t i = 0; ddds_proof_class_at(proof, i) != NULL; i++) {
        if (ddds_proof_has(proof, i, input)) {
            assert_true(found == SIZE_MAX);
            found = i;
        }
    }
    if (found == SIZE_MAX) {
        fail_msg("\"%s\" is in no class", input);
    }
    return found;
}

/* That class. */
static inline const struct ddds_proof_class *class_of(const ddds_proof *proof,
                                                      const char *input)
{
    return ddds_proof_class_at(proof, find_class(proof, input));
}

#endif
