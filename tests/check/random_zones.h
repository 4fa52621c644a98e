/* Random zones of URNs, numbers and domains, with few names and short
 * expressions, so that inputs of few letters come to all of them.
 *
 * SPDX-License-Identifier: MIT */
#ifndef TESTS_CHECK_RANDOM_ZONES_H
#define TESTS_CHECK_RANDOM_ZONES_H

#include <ddds/database.h>

#include "base/assertions.h"
#include "base/text.h"

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
    ddds_text_string(&making->text, " NAPTR ");
    ddds_text_number(&making->text, 10 + pick(making, 3));
    ddds_text_char(&making->text, ' ');
    ddds_text_number(&making->text, 10 + pick(making, 3));
    ddds_text_string(&making->text, " \"");
    ddds_text_string(&making->text, flag);
    ddds_text_string(&making->text, "\" ");
    ddds_text_string(&making->text, CHOOSE(making, services));
    if (flag[0] != 'u' && pick(making, 3) == 0) {
        ddds_text_string(&making->text, " \"\" ");
        ddds_text_string(&making->text, CHOOSE(making, names));
        ddds_text_string(&making->text, ".\n");
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

/* ---- ENUM and S-NAPTR -------------------------------------------------------- */

static void write_enum_rule(struct making *making)
{
    static const char *const rules[] = {
        " NAPTR 10 10 \"u\" \"E2U+sip\" \"!^(.*)$!sip:\\\\1@x!\" .\n",
        " NAPTR 10 20 \"u\" \"E2U+sip\" \"!^.440(.*)$!sip:\\\\1#x!\" .\n",
        " NAPTR 20 10 \"u\" \"E2U+tel\" \"!^.44(0*)(1*)$!tel:\\\\2\\\\1!\" .\n",
        " NAPTR 20 10 \"u\" \"E2U+tel\" \"!^.*1$!tel:!\" .\n",
        " NAPTR 15 10 \"\" \"\" \"\" 1.0.4.4.e164.arpa.\n",
        " NAPTR 10 15 \"\" \"\" \"!^(.*)$!x!\" 0.4.4.e164.arpa.\n",
        " NAPTR 10 10 \"u\" \"sip\" \"!^.*$!sip:x!\" .\n",
    };
    ddds_text_string(&making->text, CHOOSE(making, rules));
}

static inline void write_enum_zone(struct making *making)
{
    static const char *const owners[] = {"@",   "0",     "1",   "0.0", "1.0",
                                         "*.1", "1.1.0", "*.0", "*",   "*.0.1"};
    static const char *const others[] = {
        "1.0.0 CNAME 1\n", "0.1 DNAME 0.0\n", "1.1 NS ns.example.\n",
        "x.1 TXT x\n",     "*.1.0 CNAME 0\n",
    };
    ddds_text_string(&making->text,
                     "$ORIGIN 4.4.e164.arpa.\n$TTL 60\n@ SOA a b 1 1 1 1 1\n");
    for (size_t i = 0; i < sizeof owners / sizeof *owners; i++) {
        for (unsigned rules = pick(making, 3); rules > 0; rules--) {
            ddds_text_string(&making->text, owners[i]);
            write_enum_rule(making);
        }
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        ddds_text_string(&making->text, pick(making, 3) == 0 ? others[i] : "");
    }
}

static inline void write_domain_zone(struct making *making)
{
    static const char *const owners[] = {"@", "a", "b", "*", "a.b", "*.b"};
    static const char *const rules[] = {
        " NAPTR 10 10 \"\" \"s:p\" \"\" a\n",
        " NAPTR 10 20 \"s\" \"s:p:q\" \"\" _s\n",
        " NAPTR 20 10 \"a\" \"s:q\" \"\" h\n",
        " NAPTR 10 10 \"u\" \"s:p\" \"!.*!http://x/!\" .\n",
        " NAPTR 10 10 \"u\" \"s:q\" \"!.*!x!\" .\n",
        " NAPTR 20 20 \"\" \"\" \"\" a.b\n",
        " NAPTR 5 20 \"a\" \"t:q\" \"\" out.example.\n",
    };
    ddds_text_string(&making->text,
                     "$ORIGIN foo.example.\n$TTL 60\n@ SOA a b 1 1 1 1 1\n"
                     "_s SRV 1 1 80 h\nh A 192.0.2.1\n");
    for (size_t i = 0; i < sizeof owners / sizeof *owners; i++) {
        for (unsigned count = pick(making, 4); count > 0; count--) {
            ddds_text_string(&making->text, owners[i]);
            ddds_text_string(&making->text, CHOOSE(making, rules));
        }
    }
}

/* ---- In memory ----------------------------------------------------------------- */

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

#endif
