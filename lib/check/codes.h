/* The codes: the one table that drives reports, ddds lint --codes, the rules of
 * SARIF and ddds-lint(7).
 *
 * A row is number, name, severity, title, why, consequence. Numbers are what
 * users write into their pipelines: they are never used for anything else, and
 * never go away. The severity belongs to the code. Sentences have no final
 * stop.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_CODES_H
#define CHECK_CODES_H

#include <ddds/check.h>

#define SERVFAIL                                                               \
    "BIND refuses to load the zone, and resolvers behind BIND answer "         \
    "SERVFAIL for the whole set"

/* 1xx: what the text of the file says, or fails to say. */
#define SYNTAX_CODES(X)                                                        \
    X(100, NO_SYNTAX, ERROR, "the line is not master-file syntax",             \
      "RFC 1035 section 5.1",                                                  \
      "name servers refuse the file, or leave the record out")                 \
    X(101, SINGLE_BACKSLASH, ERROR,                                            \
      "a single backslash stands before a digit",                              \
      "RFC 1035 section 5.1: \\DDD is the octet with that number; a "          \
      "back-reference is written \\\\1",                                       \
      "BIND and Knot refuse the file, NSD serves the bare digit")              \
    X(102, LOST_BACKSLASH, WARNING, "a single backslash gets lost",            \
      "RFC 1035 section 5.1: \\X is a plain X; the expression needs \\\\X",    \
      "servers publish the expression without the backslash, which then "      \
      "matches more than was meant, or is no expression")                      \
    X(103, LONG_STRING, ERROR, "a string is longer than 255 octets",           \
      "RFC 1035 section 3.3", "name servers refuse the file")                  \
    X(104, NUMBER_RANGE, ERROR, "a number is not one of 16 bits",              \
      "RFC 3403 section 4.1",                                                  \
      "BIND and Knot refuse the file; NSD and ldns cut the number off and "    \
      "serve 4464 for 70000")                                                  \
    X(105, UNQUOTED_EXPRESSION, WARNING,                                       \
      "a string that needs quotes has none",                                   \
      "RFC 1035 section 5.1: servers differ in what an unquoted string may "   \
      "hold",                                                                  \
      "NSD refuses the file, others load it")                                  \
    X(106, UNQUOTED_SEMICOLON, ERROR,                                          \
      "a semicolon in an unquoted string begins a comment",                    \
      "RFC 1035 section 5.1", "the record ends there: name servers refuse it") \
    X(107, NEEDLESS_ESCAPE, WARNING,                                           \
      "a character that prints is written \\DDD",                              \
      "RFC 1035 section 5.1: \\DDD is an octet, no back-reference",            \
      "what is served is that character: if a back-reference and digits were " \
      "meant, it is another rule")                                             \
    X(108, NOT_ASCII, WARNING, "a string holds octets that are not ASCII",     \
      "RFC 3403 section 4.1 allows UTF-8, RFC 3402 section 3 asks "            \
      "applications to say so, and none does",                                 \
      "clients on c-ares 1.30 and later drop the whole answer")                \
    X(109, NUL_OCTET, ERROR, "a string holds a NUL octet",                     \
      "RFC 3402 section 3.2: the expression is text",                          \
      SERVFAIL "; clients in C see the string end there")                      \
    X(110, DOUBLED_ORIGIN, ERROR, "a name lacks its final dot",                \
      "RFC 1035 section 5.1: a name without a final dot is relative",          \
      "the origin is added once more, and clients ask for a name that does "   \
      "not exist")                                                             \
    X(111, NO_REPLACEMENT, ERROR, "there is no replacement",                   \
      "RFC 3403 section 4.1: the field is a domain name, and a single dot if " \
      "there is nothing to say",                                               \
      "name servers refuse the file")                                          \
    X(112, NO_TTL, WARNING, "nothing says the TTL",                            \
      "RFC 2308 section 4: $TTL says it for all records behind it",            \
      "servers take what they find, the TTL of the record before or the "      \
      "SOA's minimum, or refuse the file")                                     \
    X(113, MIXED_TTL, WARNING, "records of one set have different TTLs",       \
      "RFC 2181 section 5.2",                                                  \
      "servers choose one of them, and not all the same")                      \
    X(114, CNAME_AND_DATA, ERROR, "a CNAME stands beside other data",          \
      "RFC 1034 section 3.6.2",                                                \
      "BIND and Knot refuse the file; others hide the records beside it")      \
    X(115, LONG_NAME, ERROR, "a name or one of its labels is too long",        \
      "RFC 1035 section 2.3.4: 255 octets, and 63 a label",                    \
      "name servers refuse the file")                                          \
    X(116, UPPER_CASE, INFO, "a name is not in lower case",                    \
      "RFC 4343: case does not count",                                         \
      "nothing, where case is ignored as it must be; programs that compare "   \
      "names octet by octet fail")                                             \
    X(117, NO_ORIGIN, WARNING, "a relative name, and nothing says the origin", \
      "RFC 1035 section 5.1",                                                  \
      "the file means something else in every zone it is loaded into; here "   \
      "relative names were taken to begin at the root")                        \
    X(118, SECOND_SOA, ERROR, "the file has a second SOA",                     \
      "RFC 1035 section 5.2: a zone has exactly one",                          \
      "name servers refuse the file")                                          \
    X(119, OUT_OF_ZONE, ERROR, "the record lies outside the zone",             \
      "RFC 1035 section 5.2", "name servers leave it out, or refuse the file")

/* 2xx: what the substitution expression is. */
#define EXPRESSION_CODES(X)                                                    \
    X(201, DELIMITER, ERROR, "no delimiter an expression may have",            \
      "RFC 3402 section 3.2: no digit and no flag; a backslash cannot be "     \
      "told "                                                                  \
      "from an escape",                                                        \
      SERVFAIL)                                                                \
    X(202, DELIMITERS, ERROR,                                                  \
      "the expression has not exactly three delimiters",                       \
      "RFC 3402 section 3.2: !expression!replacement!flags", SERVFAIL)         \
    X(203, FLAG, ERROR, "the expression has a flag that is not \"i\"",         \
      "RFC 3402 section 3.2: the only flag is i; BIND takes no I for it",      \
      SERVFAIL)                                                                \
    X(204, NO_EXPRESSION, ERROR,                                               \
      "the expression is no extended regular expression",                      \
      "RFC 3402 section 3.2, POSIX XBD 9.4", SERVFAIL)

#define CHECK_CODES_LIST(X) SYNTAX_CODES(X) EXPRESSION_CODES(X)

enum check_code {
#define CHECK_CODE(number, name, severity, title, why, consequence) CODE_##name,
    CHECK_CODES_LIST(CHECK_CODE)
#undef CHECK_CODE
        CHECK_CODES
};

const struct ddds_check_code *ddds_check_code_at(enum check_code code);

#endif
