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
    X(105, UNQUOTED_EXPRESSION, ERROR, "an expression has no quotes",          \
      "RFC 1035 section 5.1: quotes are optional, but servers differ in what " \
      "an unquoted string may hold",                                           \
      "NSD refuses the file if there is a dot in the expression")              \
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
      "RFC 1035 section 5.2",                                                  \
      "NSD refuses the file, other servers leave the record out")              \
    X(120, RAW_OCTET, ERROR, "an octet that is not ASCII has no escape",       \
      "RFC 1035 section 5.1: \\DDD is the octet with that number",             \
      "Knot refuses the file")

/* 2xx: what the substitution expression is. */
#define EXPRESSION_CODES(X)                                                    \
    X(201, DELIMITER, ERROR,                                                   \
      "the expression begins with what is no delimiter",                       \
      "RFC 3402 section 3.2: no digit and no flag; a backslash cannot be "     \
      "told "                                                                  \
      "from an escape",                                                        \
      SERVFAIL)                                                                \
    X(202, DELIMITERS, ERROR,                                                  \
      "the expression has not exactly three delimiters",                       \
      "RFC 3402 section 3.2: !expression!replacement!flags", SERVFAIL)         \
    X(203, FLAG, ERROR, "the expression has a flag that is not \"i\"",         \
      "RFC 3402 section 3.2: the only flag is i", SERVFAIL)                    \
    X(204, NO_EXPRESSION, ERROR,                                               \
      "the expression is no extended regular expression",                      \
      "RFC 3402 section 3.2, POSIX XBD section 9.4",                           \
      "BIND refuses the zone for most of these, and resolvers behind BIND "    \
      "answer SERVFAIL for the whole set; clients drop the rule")              \
    X(205, BACKREFERENCE, ERROR,                                               \
      "a back-reference to a group that is not there",                         \
      "RFC 3402 section 3.2: \\N is the N-th group of the expression",         \
      SERVFAIL)                                                                \
    X(206, BACKREFERENCE_ZERO, ERROR, "a back-reference \\0",                  \
      "RFC 3402 section 3.2: back-references are \\1 to \\9", SERVFAIL)        \
    X(207, EMPTY_EXPRESSION, ERROR, "the regular expression is empty",         \
      "POSIX XBD section 9.4: there is no empty expression; ^.*$ matches "     \
      "everything",                                                            \
      SERVFAIL)                                                                \
    X(208, PERL, ERROR, "the expression is written in Perl's syntax",          \
      "RFC 3402 section 3.2: POSIX extended regular expressions; \\d is the "  \
      "letter d, or undefined, there",                                         \
      "BIND refuses the groups of Perl; where it does not, readers differ "    \
      "about what matches")                                                    \
    X(209, UNDEFINED, ERROR, "the expression has what POSIX leaves undefined", \
      "POSIX XBD sections 9.4.6 and 9.5.3",                                    \
      SERVFAIL "; other readers differ about what matches")                    \
    X(210, UNANCHORED, WARNING,                                                \
      "the result depends on who reads: the match may leave something over",   \
      "RFC 3402 section 3.2 says \"sed-style\" and means that the output "     \
      "takes the place of the whole string; anchors ^ and .*$ leave no doubt", \
      "sed-style readers keep what lies outside the match, and end elsewhere") \
    X(211, UNUSED_GROUP, INFO, "nothing uses a group",                         \
      "RFC 3402 section 3.2: groups are for back-references",                  \
      "none; perhaps a back-reference was forgotten")                          \
    X(212, ESCAPED_DELIMITER, INFO, "the delimiter is escaped",                \
      "RFC 3402 section 3.2: any other character may be the delimiter",        \
      "readers that split the field at every delimiter fail")                  \
    X(213, CASE_OF_NUMBERS, WARNING, "the flag \"i\" on a rule for numbers",   \
      "RFC 6116 section 3.2: the string is a telephone number",                \
      "widely used ENUM clients ignore the rule, or read the flag as a part "  \
      "of "                                                                    \
      "the URI")                                                               \
    X(214, BRACKET_BACKSLASH, WARNING, "a backslash in a bracket",             \
      "POSIX XBD section 9.3.5: it is a backslash there; to Perl it is an "    \
      "escape",                                                                \
      "readers differ about what matches")                                     \
    X(215, BACKTRACKING, WARNING, "matching may take time without end",        \
      "RFC 3402 section 6 leaves it to clients to defend themselves",          \
      "clients with a limit drop the rule; those without are blocked by one "  \
      "hostile name")                                                          \
    X(216, LONGEST, WARNING,                                                   \
      "the result depends on who reads: first match or longest match",         \
      "POSIX XBD section 9.1: the longest of the leftmost matches; Perl and "  \
      "its "                                                                   \
      "like take the first",                                                   \
      "readers extract different parts")                                       \
    X(217, CONSTANT, INFO, "an expression for a constant",                     \
      "RFC 3403 section 4.1: that is what the replacement is for",             \
      "clients run an expression for nothing; those that know no expressions " \
      "cannot use the rule")                                                   \
    X(218, HYPHEN, ERROR, "a hyphen in a bracket where BIND takes none",       \
      "POSIX XBD section 9.3.5 allows it last; BIND does not, behind a range", \
      SERVFAIL)                                                                \
    X(219, OPTIONAL_GROUP, WARNING,                                            \
      "the replacement uses a group that may take no part",                    \
      "POSIX leaves it empty; RFC 3402 section 3.2 does not say",              \
      "widely used clients (Kamailio, Asterisk) drop the rule when it does "   \
      "not")                                                                   \
    X(220, BOMB, ERROR, "the expression is too large for clients with limits", \
      "RFC 3402 section 6; BIND refuses repetitions beyond its own limit "     \
      "since "                                                                 \
      "CVE-2013-2266",                                                         \
      "clients with limits drop the rule; those without run out of memory")    \
    X(221, DIGIT_ALONE, ERROR, "the output is always a single digit",          \
      "RFC 3402 section 3.2: a back-reference is \\N, in master files \\\\N",  \
      "the next key, host or URI is a digit")                                  \
    X(222, DIGIT, WARNING, "a digit where a back-reference seems to be meant", \
      "RFC 3402 section 3.2: a back-reference is \\N, in master files \\\\N; " \
      "$N is Perl's",                                                          \
      "the digit becomes a part of the output")                                \
    X(223, NO_OUTPUT, ERROR, "the output is always empty",                     \
      "RFC 3402 section 3.3, step 3: an empty output is no match",             \
      "the rule is never used")                                                \
    X(224, SED_ONLY, WARNING,                                                  \
      "only a sed-style reader would make sense of it",                        \
      "RFC 3402 section 3.2: the output takes the place of the whole string",  \
      "clients get the replacement alone, without what was to follow it")      \
    X(225, NEEDLESS_BACKSLASH, ERROR,                                          \
      "a backslash in the replacement that escapes nothing",                   \
      "RFC 3402 section 3.2: it stands before a digit, the delimiter or a "    \
      "backslash",                                                             \
      "readers keep it, drop it, or drop the rule")

#define CHECK_CODES_LIST(X) SYNTAX_CODES(X) EXPRESSION_CODES(X)

enum check_code {
#define CHECK_CODE(number, name, severity, title, why, consequence) CODE_##name,
    CHECK_CODES_LIST(CHECK_CODE)
#undef CHECK_CODE
        CHECK_CODES
};

const struct ddds_check_code *ddds_check_code_at(enum check_code code);

#endif
