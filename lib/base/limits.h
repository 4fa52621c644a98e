/* Every limit of the library and the tool, each with its reason.
 *
 * Input from DNS, files and users is bounded here and nowhere else. A test
 * reaches each limit.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BASE_LIMITS_H
#define BASE_LIMITS_H

#include <stdint.h>

enum {
    /* RFC 1035 section 3.1. */
    LIMIT_LABEL = 63,
    LIMIT_NAME_WIRE = 255,

    /* 253 visible octets and a NUL: a name of letters, digits, `-' and `_'. */
    LIMIT_KEY_SIZE = 254,

    /* A name whose every octet is written \DDD, with its dots and a NUL. */
    LIMIT_NAME_SIZE = 1016,

    /* RFC 9110 section 4.1 recommends 8000 octets for URIs. */
    LIMIT_INPUT = 8192,

    /* A character-string: RFC 1035 section 3.3. */
    LIMIT_STRING = 255,

    /* Octets that one expression may produce: nine times a whole input and no
     * end otherwise; no URI of use is longer than an input may be. */
    LIMIT_OUTPUT_SIZE = 8193,

    /* Delegations on one path: RFC 6116 suspects a loop after five, RFC
     * 3404 gives no number; ten are unknown in practice. */
    LIMIT_HOPS = 16,

    /* How often an application may supply rules of its own, or another key: RFC
     * 3263 does so twice, RFC 8686 five times. */
    LIMIT_FALLBACKS = 8,

    /* The shorter keys of a described application: RFC 8686 has five. */
    LIMIT_SHORTER_KEYS = 8,

    /* DNS queries one input may cause, or one lookup without an input: aliases,
     * other servers, and every repetition included. */
    LIMIT_QUERIES = 64,

    /* Rules at one key: a 64 KiB message holds fewer useful ones. */
    LIMIT_RULES = 4096,

    /* How many times its octets on the wire a set of rules may take of memory,
     * compiled expressions included, and octets beside: a usual set of a few
     * rules, whose expressions are kept. The shortest record has 20 octets, and
     * a rule takes 76. */
    LIMIT_RULESET_SHARE = 4,
    LIMIT_RULESET_ROOM = 2048,

    /* Ways on from one key: its rules, each once for every protocol that is
     * pursued. Queries run out long before. */
    LIMIT_CANDIDATES = 8192,

    /* Servers of one SRV set that are ordered; the cost grows with the
     * square. */
    LIMIT_SERVERS = 256,

    /* Seconds that a negative answer is valid: RFC 2308 section 5 finds one to
     * three hours sensible. */
    LIMIT_NEGATIVE_TTL = 10800,

    /* Aliases in one lookup: a resolver gives up earlier. */
    LIMIT_ALIASES = 16,

    /* Labels and compression pointers that all names of one message may take:
     * some ten for each record of the largest message there can be. */
    LIMIT_MESSAGE_LABELS = 1 << 16,

    /* Records that an additional section may have to be looked at, and answers
     * made of it: the servers of some rules, and their addresses. */
    LIMIT_ADDITIONAL = 64,
    LIMIT_ADDITIONS = 16,

    /* Name servers that are tried one after the other: the C library stops at
     * three. */
    LIMIT_NAME_SERVERS = 16,

    /* Sockets to one name server: each adds a source port that a forger has
     * to guess, and 73 KB. */
    LIMIT_CHANNELS = 8,

    /* Queries that wait for their answers over one TCP connection; more of them
     * wait to be sent. A stream loses nothing: a server that is slow answers
     * all that it was sent, those that were given up included, and those that
     * were sent again never in time. */
    LIMIT_STREAMED = 64,

    /* Services and protocols that one field or one request may name: 255
     * octets hold no more than 127 times "+a". */
    LIMIT_SERVICES = 128,

    /* POSIX RE_DUP_MAX: {m,n} counts no further. */
    LIMIT_REPEAT = 255,

    /* How many copies of a piece nested repetitions may ask for: the size of
     * the program, and of every matcher's state, grows with it. The grammar of
     * host names, its labels counted, needs 508. */
    LIMIT_EXPRESSION_COPIES = 1024,

    /* Parentheses within parentheses. */
    LIMIT_GROUP_DEPTH = 32,

    /* Steps of one match: 1.2 ms. Rules in use need 2 to 22. */
    LIMIT_MATCH = 100000,

    /* The same for each octet of the subject, where one step looks at few of
     * them: where nothing or one thing is repeated. */
    LIMIT_MATCH_AN_OCTET = 64,

    /* Octets that all steps of one match may look at: where several things are
     * repeated, one step may look at the whole subject. Beyond a thousand
     * octets this is the tighter limit: 8192 of them leave 12205 steps. */
    LIMIT_MATCH_WORK = 100000000,

    /* How much more a character costs that need not be ASCII. */
    LIMIT_UTF_COST = 4,

    /* A match is tried with this share of steps and space first, which is
     * plenty for all but hostile rules; then, if it needs more, with a larger
     * one, and then with all. */
    LIMIT_EASY_SHARE = 640,
    LIMIT_MIDDLE_SHARE = 10,

    /* Steps that the matches of one resolution may be given together, unless
     * the caller says otherwise: a few hundredths of a second. They are enough
     * for thousands of rules, or for all steps of the hardest rule with the
     * longest string. */
    LIMIT_STEPS = 1500000,

    /* So many octets take the time of a step: of the string, where a step of
     * PCRE2 looks at it, and where it is read without PCRE2; and of an
     * expression that is compiled. */
    LIMIT_OCTETS_A_STEP = 128,
    LIMIT_READ_A_STEP = 16,
    LIMIT_COMPILED_A_STEP = 8,

    /* Octets of memory that the resolutions in flight of one ddds_many may hold
     * together, unless the caller says otherwise: thousands of usual ones, and
     * ten whose rules fill all messages. One alone may always hold what the
     * other limits allow. And the octets that each may hold in any case: those
     * of five keys with a few rules. */
    LIMIT_OCTETS_IN_FLIGHT = 64 << 20,
    LIMIT_USUAL_OCTETS = 16384,

    /* Octets that the expressions of one resolution may write, all together:
     * the trace keeps what each rule made of the string, and a hostile chain
     * has thousands of rules that write all of a long input. */
    LIMIT_OUTPUTS = 8 << 20,

    /* Heap in KiB, of one match. */
    LIMIT_MATCH_HEAP = 256,

    /* Octets of one compiled expression: a larger one is an attack. */
    LIMIT_PROGRAM = 16384,

    /* Numbers in the work space of the longest-match search: 166 states, of
     * which rules in use need a handful; and how often states may be compared
     * with each other, in all octets together. */
    LIMIT_LONGEST_SPACE = 1000,
    LIMIT_LONGEST_WORK = 6000000,

    /* What a match without PCRE2 may do beyond looking at each octet once: a
     * place that is tried costs one, and so do 16 octets of a span. Then PCRE2
     * tries with its own limits. Rules in use need a few; this many take a
     * tenth of what the easiest share of PCRE2's steps may. */
    LIMIT_SHAPE_WORK = 256,

    /* $INCLUDE within $INCLUDE: no sane zone nests deeper. */
    LIMIT_INCLUDES = 10,

    /* $INCLUDEs in one zone: files that include one another several times over
     * would otherwise multiply with every level. */
    LIMIT_INCLUDED = 4096,

    /* Octets of files that one zone includes again: a template for thousands of
     * names is far smaller. */
    LIMIT_INCLUDED_AGAIN = 1 << 20,

    /* Records that $GENERATE may make in one zone unless the caller allows
     * more: a /16 of reverse names. A line of fifty octets makes as many. */
    LIMIT_GENERATED = 1 << 16,

    /* How many of them a NAPTR is: its expression has to be read and judged. */
    LIMIT_GENERATED_NAPTR = 4,

    /* Octets of all names that exist because of $GENERATE, those between the
     * record and the root included, and of its data, for each record that it
     * may make: a name of 120 labels makes 15,000. */
    LIMIT_GENERATED_OCTETS = 256,

    /* What a caller may allow $GENERATE to make: all IPv4 hosts of a /8. */
    LIMIT_GENERATED_MAX = 1 << 24,

    /* Octets of memory that the names and records of one zone may take, and how
     * many more for each octet of its text and for each record that $GENERATE
     * may make beyond LIMIT_GENERATED. Usual zones take two or three times
     * their text; one name of 120 labels makes 120 names. */
    LIMIT_ZONE_MEMORY = 64 << 20,
    LIMIT_ZONE_MEMORY_OF_TEXT = 32,
    LIMIT_ZONE_MEMORY_GENERATED = 1024,

    /* Records that are searched for evidence against a guess at the origin: by
     * then a zone has shown its names. */
    LIMIT_ORIGIN_RECORDS = 10000,

    /* Lines without a record that a text may have before it is no longer a zone
     * file with mistakes but some other file, which is one line of a report. */
    LIMIT_STRAY_FAULTS = 20,

    /* What one template of $GENERATE may become, as in BIND. */
    LIMIT_TEMPLATE_SIZE = 2048,

    /* Steps from an input to its string, or from there to a key, that a file
     * may describe; and the octets of such a file, a page or two. */
    LIMIT_TRANSFORMATIONS = 32,
    LIMIT_DESCRIPTION = 65536,

    /* Octets of an answer that is not fragmented on the way: what servers and
     * resolvers in use agreed on in 2020. */
    LIMIT_UDP_ANSWER = 1232,

    /* Delegations in a row that are not suspected to be a loop: RFC 6116
     * section 5.2.1. */
    LIMIT_USUAL_HOPS = 5,

    /* Findings of one code that are shown: more are not read, and take
     * memory. */
    LIMIT_FINDINGS = 1000,

    /* Compiled expressions that a check keeps: some 3 MB. What was found in
     * others is kept without the program. */
    LIMIT_EXPRESSIONS_KEPT = 4096,

    /* Expressions of a check that others may be like: their programs are kept
     * to its end. A zone has few EREs. */
    LIMIT_MODELS = 1024,

    /* Records of which a check that is used again remembers the expressions:
     * some megabytes. */
    LIMIT_REMEMBERED = 4096,

    /* Back-references in expressions that may be like others: the output for a
     * sample is not too long with any of them. */
    LIMIT_LIKE_REFERENCES = 8,

    /* Matches of one check that may take more steps than nearly all rules in
     * use need: up to 3 ms each. What only others would show is not reported,
     * but that it is not, is (L901). */
    LIMIT_HARD_TRIALS = 128,
    LIMIT_HARD_STEPS =
        LIMIT_HARD_TRIALS * (LIMIT_MATCH + LIMIT_MATCH / LIMIT_MIDDLE_SHARE),

    /* Pairs of alternatives of a check that are compared: up to 100 us each,
     * and few zones have a hundred. */
    LIMIT_COMPARED_PAIRS = 2000,

    /* Work of all searches for strings that come to a key but match no rule, or
     * that a rule hides: states that are looked at. A search for rules in use
     * takes some hundreds; without a limit, one for a hostile expression takes
     * millions. L901 says where it ended. */
    LIMIT_SEARCH_WORK = 10000000,
    LIMIT_SEARCH_WORK_RECORD = 5000,

    /* States of the automata of a key: some 20 MB, for ten thousand rules in
     * use. L901 says at which keys there are more. */
    LIMIT_KEY_STATES = 500000,

    /* How often a correction is corrected: mending one fault can show
     * another. */
    LIMIT_CORRECTIONS = 8,

    /* How often corrections in files begin again with what was kept: one record
     * can be corrected for a second reason, or a third. */
    LIMIT_CORRECTION_ROUNDS = 8,

    /* How often those of one round are checked together: usual ones once, and
     * once more without those that made something worse. Where several records
     * depend on each other, the third check drops all of their files. */
    LIMIT_CORRECTION_TRIES = 4,

    /* Records of an RRset that is checked again with a corrected record in it:
     * usual sets have fewer than ten. */
    LIMIT_CORRECTED_SET = 64,

    /* DNS queries that checking live names may cause, aliases and every
     * repetition included, and lookups at a time: a zone of a few hundred keys,
     * and no more than a resolver accepts from a client. */
    LIMIT_CHECK_QUERIES = 4096,
    LIMIT_CHECK_IN_FLIGHT = 64,

    /* Name servers of one zone that are asked one by one: those of the root are
     * thirteen, with two addresses each. */
    LIMIT_AUTHORITIES = 26,

    /* Of all zones together: each is waited for, and each zone may point to
     * as many as it likes. */
    LIMIT_ALL_AUTHORITIES = 104,

    /* UUIDs that are made with one reading of the clock and one call for
     * entropy: 16 KiB of them. The counter of v7 has room for eight times as
     * many in any tick. */
    LIMIT_UUID_CHUNK = 1024,

    /* A clock that went back by less is waited out by counting on; NTP steps
     * and leap seconds are smaller. */
    LIMIT_UUID_TOLERANCE_MS = 10000,

    /* How far v1 and v6 may run ahead of a clock that is too coarse or too
     * slow: 100,000 UUIDs. */
    LIMIT_UUID_AHEAD_US = 10000,

    /* No call waits longer for a clock, or reads it more often. */
    LIMIT_UUID_WAIT_MS = 10000,
    LIMIT_UUID_WAITS = 64,

    /* System calls that end with EINTR and do nothing, one after the other:
     * more of them are a filter's work, not that of signals. */
    LIMIT_INTERRUPTIONS = 10000,

    /* What one input may cost over HTTP: requests, of which a server of each
     * rule is one and each redirect another; and URIs in a list. */
    LIMIT_FETCH_ATTEMPTS = 64,
    LIMIT_FETCHED_URIS = 65536,

    /* The lines of one answer before its content; servers send less than 8
     * KiB. */
    LIMIT_FETCHED_HEADERS = 65536,

    /* The octets of an answer that are neither its head nor its content: sizes
     * and extensions of chunks, beyond an octet for each of the content. */
    LIMIT_FETCHED_FRAMING = 262144,

    /* The media types that a caller asks for: browsers send 150 octets. */
    LIMIT_FETCH_ACCEPT = 1000,

    /* Addresses of one host that are tried. */
    LIMIT_FETCH_ADDRESSES = 16,
};

/* A master file, in octets: offsets into it are 32 bits wide. */
#define LIMIT_ZONE_FILE UINT32_C(0x7fffffff)

#endif
