/* Rules as they are in use, and strings for them: first those of a shape that
 * the library matches itself, then others.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BENCH_PATTERNS_H
#define BENCH_PATTERNS_H

#include "posix.h"

struct pattern {
    const char *name;
    const char *field;
    struct posix_rule posix; /* the same */
    const char *head;        /* of the string; a number follows, then */
    const char *tail;
};

enum { SHAPES = 4, PATTERNS = 6 };

static const struct pattern patterns[PATTERNS] = {
    {"urn",
     "!^urn:foo:([0-9]+):([^:]+)$!http://\\1.example.com/\\2!i",
     {"^urn:foo:([0-9]+):([^:]+)$", "http://\\1.example.com/\\2", true},
     "urn:foo:0023",
     ":annual-report-1997"},
    {"cid",
     "!^urn:cid:.+@([^\\.]+\\.)(.*)$!\\2!i",
     {"^urn:cid:.+@([^\\.]+\\.)(.*)$", "\\2", true},
     "urn:cid:199606121851.",
     "@bar.example.com"},
    {"enum",
     "/^\\+1(.*)$/sip:\\1@example.com/",
     {"^\\+1(.*)$", "sip:\\1@example.com", false},
     "+1202555",
     ""},
    {"constant",
     "!^.*$!sip:information@example.com!",
     {"^.*$", "sip:information@example.com", false},
     "+4416329600",
     ""},
    {"alternatives",
     "!^urn:(foo|bar):([0-9]+):(.+)$!http://\\1.example.com/\\3!",
     {"^urn:(foo|bar):([0-9]+):(.+)$", "http://\\1.example.com/\\3", false},
     "urn:bar:",
     ":annual-report"},
    {"repeated",
     "!^urn:foo:(([a-z]+-)+)([0-9]+)$!http://\\3.example.com/\\1!",
     {"^urn:foo:(([a-z]+-)+)([0-9]+)$", "http://\\3.example.com/\\1", false},
     "urn:foo:annual-report-",
     ""},
};

#endif
