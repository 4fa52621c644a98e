/* The codes: the one table that drives reports, ddds lint --codes, the rules of
 * SARIF and ddds-lint(7).
 *
 * A row is number, name, severity, title, why, consequence. Numbers are what
 * users write into their pipelines: they are never used for anything else, and
 * never go away. The severity belongs to the code. Sentences have no final
 * stop.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_REPORT_CODES_H
#define CHECK_REPORT_CODES_H

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
      "Knot refuses the file")                                                 \
    X(121, FOREIGN_QUOTES, ERROR, "quotes that master files do not have",      \
      "RFC 1035 section 5.1: a string is quoted with \", and any other quote " \
      "is a character of it",                                                  \
      "servers refuse the file, or publish the quotes as part of the strings") \
    X(122, NO_BLANK, ERROR, "no blank between two fields",                     \
      "RFC 1035 section 5.1: white space separates the items of a line",       \
      "NSD and Knot refuse the file, BIND reads two fields")                   \
    X(123, MISSING_FIELD, ERROR, "a field is missing",                         \
      "RFC 3403 section 4.1: order, preference, flags, services, regexp, "     \
      "replacement",                                                           \
      "name servers refuse the file")                                          \
    X(124, PROBABLE_DOT, WARNING, "a name probably lacks its final dot",       \
      "RFC 1035 section 5.1: a name without a final dot is relative",          \
      "the origin is added to a name that looks complete, and clients ask "    \
      "for "                                                                   \
      "that")

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

/* 3xx: whether the fields of a rule make sense together, for its application.
 */
#define RULE_CODES(X)                                                          \
    X(301, BOTH_FIELDS, ERROR, "there is an expression and a replacement",     \
      "RFC 3403 section 4.1: one of the two, never both",                      \
      "clients pass the record over, or each uses the field that it likes")    \
    X(302, NO_FIELD, ERROR,                                                    \
      "there is neither an expression nor a replacement",                      \
      "RFC 3403 section 4.1: one of the two",                                  \
      "the record leads nowhere: clients pass it over, and careless ones "     \
      "ask for the root")                                                      \
    X(303, UNKNOWN_FLAG, WARNING, "a flag that the application does not know", \
      "RFC 3404 section 4.3: a rule with an unknown flag is ignored",          \
      "clients pass the record over as if it were not there")                  \
    X(304, CONFLICTING_FLAGS, ERROR, "two flags exclude each other",           \
      "RFC 3404 section 4.3: S, A, U and P are mutually exclusive",            \
      "clients pass the record over")                                          \
    X(305, UNKNOWN_PROTOCOL, WARNING,                                          \
      "flag P, and a protocol that nobody has described",                      \
      "RFC 3404 section 4.3: with P the protocol says what comes next",        \
      "only clients that know the protocol by arrangement can go on")          \
    X(306, NAME_FOR_URI, ERROR, "flag U, but only a domain name",              \
      "RFC 3404 section 4.3: the output of a U rule is a URI",                 \
      "a domain name is no URI: clients pass the record over")                 \
    X(307, ILLEGAL_NAME, ERROR, "what comes out is no legal domain name",      \
      "RFC 3404 section 4.3: the output is a key, a name with SRV records "    \
      "or a host",                                                             \
      "clients cannot look it up, and give up on the record")                  \
    X(308, ILLEGAL_URI, ERROR, "what comes out is no URI to be followed",      \
      "RFC 3404 section 4.3, RFC 3986",                                        \
      "clients refuse the result, or hand it to a program that must not "      \
      "get it")                                                                \
    X(309, SERVICES_SYNTAX, ERROR,                                             \
      "the services are not written as the application wants them",            \
      "RFC 3404 section 4.4, RFC 6116 section 3.4.3, RFC 3958 section 6.5 "    \
      "or RFC 3263 section 4.1",                                               \
      "clients do not recognize the service, and pass the record over")        \
    X(310, UNREGISTERED_SERVICE, WARNING,                                      \
      "a service or protocol that is in no registry",                          \
      "RFC 2483, and the IANA registries of Enumservices and of S-NAPTR "      \
      "tags",                                                                  \
      "only clients that know the name by arrangement use the record")         \
    X(311, RETIRED_SERVICE, WARNING,                                           \
      "a resolution service by its name of 1997",                              \
      "RFC 2483 section 4 calls I2L what RFC 2168 called N2L",                 \
      "clients that ask for I2L do not find it")                               \
    X(312, SERVICES_OF_DELEGATION, WARNING,                                    \
      "services on a rule that only delegates",                                \
      "RFC 6116 section 5.2.1, RFC 5483 section 5.2.3.2: none are to be "      \
      "written, and any are ignored",                                          \
      "clients that compare them all the same do not follow the delegation")   \
    X(313, EXPRESSION_OF_DELEGATION, ERROR,                                    \
      "an expression on an ENUM rule that only delegates",                     \
      "RFC 6116 section 5.2.1: the replacement alone says where to go on",     \
      "clients ignore the expression, or the whole record")                    \
    X(314, NO_FLAG, ERROR,                                                     \
      "what stands in the flags is no letter and no digit",                    \
      "RFC 3403 section 4.1: flags are single characters, A to Z and 0 to 9",  \
      "clients pass the record over, and some servers refuse the zone")        \
    X(315, NO_PROTOCOL, ERROR, "flag P, and no protocol to hand over to",      \
      "RFC 3404 section 4.3: with P the protocol says what comes next",        \
      "nobody can tell what to do with the record")                            \
    X(316, EXPRESSION_FORBIDDEN, ERROR,                                        \
      "an expression where the application allows none, or not this one",      \
      "RFC 3958 section 2.2: S-NAPTR has no expressions; RFC 4848 section "    \
      "2.2: U-NAPTR has \"!.*!URI!\" only; RFC 3263 section 4.1: SIP has "     \
      "none",                                                                  \
      "clients of the application pass the record over")                       \
    X(317, COMPUTED_HOST, INFO,                                                \
      "an expression makes the name of a host or of servers",                  \
      "RFC 3404 section 4.3 allows it, RFC 3958 section 2.2 does not",         \
      "nobody can check beforehand that the names are there")                  \
    X(318, SERVERS_NAME, INFO,                                                 \
      "flag S, and a name without _service._protocol",                         \
      "RFC 2782: the owner of SRV records begins with _service._protocol",     \
      "it works if SRV records are there; readers take the name for that "     \
      "of a host")                                                             \
    X(319, BARE_KEY, WARNING, "the next key is a single label",                \
      "RFC 3404 section 4.3: the output is the key that is looked up next, "   \
      "as it is",                                                              \
      "clients look for NAPTR records at a top-level domain")

/* 4xx: what the records of one owner make of each other. */
#define SET_CODES(X)                                                           \
    X(401, EQUAL_PREFERENCE, WARNING,                                          \
      "two rules for the same, with the same order and preference",            \
      "RFC 3403 section 4.1: order and preference say which comes first",      \
      "which of them is used is a matter of chance")                           \
    X(402, DUPLICATE, WARNING, "the same record twice",                        \
      "RFC 2181 section 5: a set holds no record twice",                       \
      "servers drop one of them; probably another record was meant")           \
    X(403, UNREACHABLE, ERROR, "a rule that no client may use",                \
      "RFC 3404 section 6: once a rule has matched, rules of a higher "        \
      "order are not considered, whatever the services",                       \
      "the record is never used: it is no fallback")                           \
    X(404, MIXED_APPLICATIONS, WARNING,                                        \
      "rules of applications that have different keys",                        \
      "RFC 3402 section 4: an application defines what its keys are",          \
      "clients of one application wade through the rules of the other, and "   \
      "an order that closes the list closes it for both")                      \
    X(405, LARGE_ANSWER, WARNING, "the answer is too large for UDP",           \
      "RFC 6891 section 6.2.5: a payload that must not be fragmented; "        \
      "servers and resolvers in use take 1232 octets",                         \
      "clients need TCP; where that is blocked nothing is found")              \
    X(406, ORDER_FOR_PREFERENCE, WARNING,                                      \
      "orders are used as if they were preferences",                           \
      "RFC 3403 section 4.1, RFC 3404 section 6: the order is binding, the "   \
      "preference is advice",                                                  \
      "a client that can use no rule of the first order that matches must "    \
      "stop, and not try the next")                                            \
    X(407, NO_USUAL_SERVICE, INFO, "nothing for clients of the usual kind",    \
      "RFC 3263 section 4.1: UDP and TCP are what every SIP element has",      \
      "clients without the transports that are named fall back to guessing")

/* 5xx: where rules lead, as far as the given zones say. */
#define GRAPH_CODES(X)                                                         \
    X(501, LOOP, ERROR, "rules lead back to where they began",                 \
      "RFC 3402 section 3.3: the walk ends at a terminal rule",                \
      "clients go round until they give up")                                   \
    X(502, LONG_CHAIN, WARNING, "more than five delegations in a row",         \
      "RFC 6116 section 5.2.1, RFC 5483 section 5.2.2: more than five are "    \
      "taken for a loop",                                                      \
      "clients give up before the end, and each delegation costs a lookup")    \
    X(503, MISSING_KEY, ERROR, "the next key has no rules",                    \
      "RFC 3402 section 3.3: a rule that is not terminal leads to further "    \
      "rules",                                                                 \
      "clients that follow the rule find nothing")                             \
    X(504, MISSING_SERVERS, ERROR, "flag S, but no server is there",           \
      "RFC 2782: the target of \".\" says that there is no service, port 0 "   \
      "is none",                                                               \
      "clients that follow the rule find no server")                           \
    X(505, MISSING_TARGET, ERROR,                                              \
      "the target of an SRV record is no host with addresses",                 \
      "RFC 2782: the target has one or more address records, and is no "       \
      "alias",                                                                 \
      "clients cannot connect, or have to follow an alias, which not all do")  \
    X(506, MISSING_HOST, ERROR, "flag A, but the host has no address",         \
      "RFC 3404 section 4.3: the output is a name with address records",       \
      "clients that follow the rule cannot connect")                           \
    X(507, ADDRESS_FOR_NAME, ERROR,                                            \
      "an IP address stands where a domain name belongs",                      \
      "RFC 3403 section 4.1, RFC 2782: the field is a domain name",            \
      "clients look for a domain of that name; there is none")                 \
    X(508, FAILED_STEP, ERROR, "nobody answers a question on the way",         \
      "RFC 1034 section 4.3.1: a server of a zone answers for it; RFC 2182 "   \
      "section 3: it has several, and they are reachable",                     \
      "clients wait, and then fail or go on with another rule")                \
    X(509, ALIAS, INFO, "an alias stands in the way",                          \
      "RFC 1034 section 3.6.2: the answer is found at another name",           \
      "one more lookup, and one more zone that all depends on")                \
    X(510, SHADOWED_WILDCARD, WARNING, "a name hides a wildcard",              \
      "RFC 4592 section 2.2.1: a name that exists, be it for a name below "    \
      "it, is not matched by a wildcard",                                      \
      "clients find no rules at that name, though the wildcard seems to "      \
      "have them")                                                             \
    X(511, DIFFERING_SERVERS, ERROR,                                           \
      "the servers of the zone do not say the same",                           \
      "RFC 1034 section 4.3.5: all of them serve one version of the zone",     \
      "what clients get depends on which server is asked")                     \
    X(512, ODD_TTL, INFO, "a TTL that few would choose",                       \
      "RFC 3405 section 4: rules below uri.arpa and urn.arpa are to be "       \
      "kept very long; RFC 2181 section 8: a TTL counts seconds",              \
      "with a short one every client asks every time; with a long one "        \
      "mistakes stay")                                                         \
    X(513, LONG_NEGATIVE_TTL, INFO,                                            \
      "that there is nothing is remembered for more than three hours",         \
      "RFC 2308 section 5: values of one to three hours work well",            \
      "a rule that is added is not seen for that long by those who asked "     \
      "before")                                                                \
    X(514, FOREIGN_KEY, INFO, "the delegation leads out of the zone",          \
      "RFC 3405 section 3.1.2, RFC 3958 section 8: whoever runs the other "    \
      "zone decides from there on",                                            \
      "nobody but its owner keeps the rest of the walk alive")                 \
    X(515, HIJACKED_SCHEME, WARNING,                                           \
      "a rule for a scheme with hosts does not go to the host",                \
      "RFC 3405 section 3.1.2: resolution is delegated to the holder of "      \
      "the DNS name only",                                                     \
      "the traffic of all hosts is drawn to one place; IANA would not "        \
      "register it")                                                           \
    X(516, REFUSED_SET, ERROR,                                                 \
      "a resolver refuses the whole set because of this record",               \
      "RFC 3402 section 3.2, RFC 3403 section 4.1: BIND checks the "           \
      "expressions of the NAPTR records that pass through it",                 \
      "clients behind that resolver get SERVFAIL, and none of the rules")      \
    X(517, MALFORMED_RECORD, ERROR, "the record cannot be read",               \
      "RFC 3403 section 4.1, RFC 1035 section 3.3",                            \
      "clients drop the record, or the whole answer; resolvers answer "        \
      "SERVFAIL")

/* 6xx: who vouches for live records. */
#define SECURITY_CODES(X)                                                      \
    X(601, UNSIGNED, INFO, "the rules are not signed",                         \
      "RFC 3404 section 7, RFC 4033: only DNSSEC protects them",               \
      "whoever can forge an answer decides where clients go")                  \
    X(602, AUTHENTICATED, INFO, "the server vouches for the rules",            \
      "RFC 4035 section 3.2.3: it has validated them, and says so by AD",      \
      "clients that trust the way to that server may rely on them")            \
    X(603, BOGUS, ERROR, "the rules do not validate",                          \
      "RFC 4035 section 5.5: a validating resolver answers SERVFAIL",          \
      "clients behind a resolver that validates find nothing")                 \
    X(604, INSECURE_STEP, WARNING, "signed rules lead to rules that are not",  \
      "RFC 4033 section 5: a walk is as secure as its weakest step",           \
      "whoever can forge the unsigned answer decides where clients go")        \
    X(605, EXPIRING, WARNING, "a signature is about to expire",                \
      "RFC 4034 section 3.1.5, RFC 6781 section 4.4.2",                        \
      "from then on validating resolvers answer SERVFAIL")

/* 7xx: what servers and clients in use make different things of. */
#define PORTABILITY_CODES(X)                                                   \
    X(701, RELATIVE_REPLACEMENT, INFO, "the replacement is relative",          \
      "RFC 1035 section 5.1: a name without a final dot is completed with "    \
      "the origin",                                                            \
      "PowerDNS serves it from a zone file without the origin")                \
    X(702, WRAPPED_NUMBER, ERROR, "a number that servers cut off in silence",  \
      "RFC 3403 section 4.1: order and preference have 16 bits",               \
      "NSD and ldns serve another number, BIND and Knot refuse the file")      \
    X(703, UTF_8, WARNING, "an expression or services in UTF-8",               \
      "RFC 3403 section 3 allows it",                                          \
      "clients on c-ares 1.30 and later take the whole answer for malformed")  \
    X(704, COMPRESSED_NAME, WARNING,                                           \
      "the server compresses a name where it must not",                        \
      "RFC 3403 section 4.1, RFC 2782, RFC 3597 section 4",                    \
      "some clients, those on c-ares 1.34.7 among them, take the whole "       \
      "answer for malformed")

#define CHECK_CODES_LIST(X)                                                    \
    SYNTAX_CODES(X)                                                            \
    EXPRESSION_CODES(X)                                                        \
    RULE_CODES(X)                                                              \
    SET_CODES(X) GRAPH_CODES(X) SECURITY_CODES(X) PORTABILITY_CODES(X)

enum check_code {
#define CHECK_CODE(number, name, severity, title, why, consequence) CODE_##name,
    CHECK_CODES_LIST(CHECK_CODE)
#undef CHECK_CODE
        CHECK_CODES
};

const struct ddds_check_code *ddds_check_code_at(enum check_code code);

#endif
