/* Limits of the library and the tool, with reasons.
 *
 * They bound input from DNS, files and users. A test reaches each. A limit that
 * concerns a single file may be there instead.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BASE_LIMITS_H
#define BASE_LIMITS_H

#include <stdint.h>

enum {
    /* RFC 1035 section 3.1. */
    LIMIT_LABEL = 63,
    LIMIT_NAME_WIRE = 255,

    /* 253 visible octets and a NUL: the longest name of letters, digits, `-'
     * and `_'. */
    LIMIT_KEY_SIZE = 254,

    /* A name with all octets escaped as \DDD, with dots and a NUL. */
    LIMIT_NAME_SIZE = 1016,

    /* RFC 9110 section 4.1 recommends 8000 octets for URIs. */
    LIMIT_INPUT = 8192,

    /* A character-string: RFC 1035 section 3.3. */
    LIMIT_STRING = 255,

    /* Octets of an expression's output. Otherwise it could have nine times the
     * whole input; no useful URI is longer than an input. */
    LIMIT_OUTPUT_SIZE = 8193,

    /* Delegations on a path: RFC 6116 suspects a loop after five, RFC 3404
     * gives no number; ten are unknown in practice. */
    LIMIT_HOPS = 16,

    /* How often an application may supply its own rules, or another key: RFC
     * 3263 does so twice, RFC 8686 five times. */
    LIMIT_FALLBACKS = 8,

    /* Shorter keys of a described application: RFC 8686 has five. */
    LIMIT_SHORTER_KEYS = 8,

    /* DNS queries per input, or per lookup without an input, including aliases,
     * other servers, and repetitions. */
    LIMIT_QUERIES = 64,

    /* Rules at a key: a message of 64 KiB holds fewer useful rules. */
    LIMIT_RULES = 4096,

    /* Memory of a rule set, compiled expressions included, as a multiple of its
     * octets on the wire, plus a constant, which is enough for a typical set
     * with cached expressions. The shortest record has 20 octets, and a rule
     * takes 76. */
    LIMIT_RULESET_SHARE = 4,
    LIMIT_RULESET_ROOM = 2048,

    /* Candidates at a key: its rules, once for each protocol in use. Queries
     * run out long before. */
    LIMIT_CANDIDATES = 8192,

    /* Servers of an SRV set that are followed, and rules of one service that are
     * ordered at random. The cost of ordering is quadratic; a set is at most as
     * large as one message. */
    LIMIT_SERVERS = 256,

    /* Maximum TTL of negative answers, in seconds: RFC 2308 section 5
     * recommends one to three hours. */
    LIMIT_NEGATIVE_TTL = 10800,

    /* Aliases in a lookup: resolvers allow fewer. */
    LIMIT_ALIASES = 16,

    /* Labels and compression pointers of all names of a message: about ten per
     * record of the largest possible message. */
    LIMIT_MESSAGE_LABELS = 1 << 16,

    /* Records of an additional section, which is ignored if it has more, and
     * answers made of it: the servers of some rules, and their addresses. */
    LIMIT_ADDITIONAL = 64,
    LIMIT_ADDITIONS = 16,

    /* Name servers that are tried in turn: the C library uses three. */
    LIMIT_NAME_SERVERS = 16,

    /* Sockets per name server: each adds a source port that an attacker has to
     * guess, and 73 KB. */
    LIMIT_CHANNELS = 8,

    /* Queries in flight on a TCP connection; others wait to be sent. A slow
     * server answers every query of the stream, including those that were
     * abandoned or repeated, so a longer queue would only delay answers. */
    LIMIT_STREAMED = 64,

    /* Services and protocols in a field or request: 255 octets hold at most 127
     * times "+a". */
    LIMIT_SERVICES = 128,

    /* POSIX RE_DUP_MAX: the maximum of {m,n}. */
    LIMIT_REPEAT = 255,

    /* Copies of a subexpression by nested repetitions: the sizes of the program
     * and of matcher states grow with them. The grammar of host names with
     * counted labels needs 508. */
    LIMIT_EXPRESSION_COPIES = 1024,

    /* Nested parentheses. */
    LIMIT_GROUP_DEPTH = 32,

    /* Steps per match: 1.2 ms. Rules in use need 2 to 22. */
    LIMIT_MATCH = 100000,

    /* Steps per octet of the subject, for expressions with at most one
     * repetition, where a step reads few octets. */
    LIMIT_MATCH_AN_OCTET = 64,

    /* Octets read by all steps of a match: with several repetitions, a step may
     * read the whole subject. Beyond a thousand octets this is the tighter
     * limit: 8192 of them leave 12205 steps. */
    LIMIT_MATCH_WORK = 100000000,

    /* Cost factor of characters that may not be ASCII. */
    LIMIT_UTF_COST = 4,

    /* A match is first tried with this share of steps and space, enough for all
     * but hostile rules; if it needs more, with a larger share, and then with
     * all. */
    LIMIT_EASY_SHARE = 640,
    LIMIT_MIDDLE_SHARE = 10,

    /* Default budget of steps for all matches of a resolution: some hundredths
     * of a second. Enough for thousands of rules, or for the hardest rule with
     * the longest string. */
    LIMIT_STEPS = 1500000,

    /* Octets that cost as much as a step: of the string, in PCRE2 and in other
     * matchers; and of a compiled expression. */
    LIMIT_OCTETS_A_STEP = 128,
    LIMIT_READ_A_STEP = 16,
    LIMIT_COMPILED_A_STEP = 8,

    /* Default budget of memory for the resolutions in flight of a ddds_many:
     * thousands of typical resolutions, or ten whose rules fill all messages. A
     * single resolution may always use its other limits. Then the octets that
     * each may use in any case: enough for five keys with a few rules. */
    LIMIT_OCTETS_IN_FLIGHT = 64 << 20,
    LIMIT_USUAL_OCTETS = 16384,

    /* Octets of output of all expressions of a resolution: the trace stores the
     * output of each rule, and a hostile chain has thousands of rules that copy
     * a long input. */
    LIMIT_OUTPUTS = 8 << 20,

    /* Heap of a match in KiB. */
    LIMIT_MATCH_HEAP = 256,

    /* Octets of a compiled expression: a larger program is an attack. */
    LIMIT_PROGRAM = 16384,

    /* Numbers in the work space of the longest-match search: 166 states, of
     * which rules in use need a handful; and the number of comparisons of
     * states, for all octets. */
    LIMIT_LONGEST_SPACE = 1000,
    LIMIT_LONGEST_WORK = 6000000,

    /* Work of a match without PCRE2 beyond reading each octet once: each
     * attempted position costs 1, each 16 octets scanned cost 1. Then PCRE2
     * tries with its own limits. Rules in use need a few; this takes a tenth of
     * the time of PCRE2's easiest share. */
    LIMIT_SHAPE_WORK = 256,

    /* Nested $INCLUDE: no sensible zone nests deeper. */
    LIMIT_INCLUDES = 10,

    /* $INCLUDE per zone: files that include each other repeatedly would
     * otherwise multiply at every level. */
    LIMIT_INCLUDED = 4096,

    /* Octets of repeatedly included files per zone: a template for thousands of
     * names is far smaller. */
    LIMIT_INCLUDED_AGAIN = 1 << 20,

    /* Default limit of records generated by $GENERATE in a zone: a /16 of
     * reverse names. A single line of fifty octets can generate as many. */
    LIMIT_GENERATED = 1 << 16,

    /* Weight of a NAPTR among them: its expression has to be parsed and
     * checked. */
    LIMIT_GENERATED_NAPTR = 4,

    /* Octets per permitted record for names that exist because of $GENERATE,
     * including empty non-terminals, and data: a name of 120 labels makes
     * 15,000. */
    LIMIT_GENERATED_OCTETS = 256,

    /* Maximum that a caller may allow for $GENERATE: all IPv4 hosts of a /8. */
    LIMIT_GENERATED_MAX = 1 << 24,

    /* Octets of memory for names and records of a zone: a constant, plus a
     * multiple of its text and of the generated records beyond LIMIT_GENERATED.
     * Typical zones take two or three times their text; a name of 120 labels
     * makes 120 names. */
    LIMIT_ZONE_MEMORY = 64 << 20,
    LIMIT_ZONE_MEMORY_OF_TEXT = 32,
    LIMIT_ZONE_MEMORY_GENERATED = 1024,

    /* Records that are searched for evidence against a guessed origin: by then
     * a zone has shown its names. */
    LIMIT_ORIGIN_RECORDS = 10000,

    /* Lines without a record before a text is regarded as another kind of file,
     * and reported in one line. */
    LIMIT_STRAY_FAULTS = 20,

    /* Octets of an expanded template of $GENERATE, as in BIND. */
    LIMIT_TEMPLATE_SIZE = 2048,

    /* Steps from an input to its string, or to a key, in a described
     * application; and octets of a description, a page or two. */
    LIMIT_TRANSFORMATIONS = 32,
    LIMIT_DESCRIPTION = 65536,

    /* Octets of an answer that is not fragmented: DNS Flag Day 2020. */
    LIMIT_UDP_ANSWER = 1232,

    /* Successive delegations before a loop is suspected: RFC 6116 section
     * 5.2.1. */
    LIMIT_USUAL_HOPS = 5,

    /* Findings per code that are shown: more take memory, and are not
     * read. */
    LIMIT_FINDINGS = 1000,

    /* Compiled expressions that a check caches: some 3 MB. Results of others
     * are cached without the program. */
    LIMIT_EXPRESSIONS_KEPT = 4096,

    /* Model expressions of a check, whose programs are kept to its
     * end. A zone has few distinct expressions. */
    LIMIT_MODELS = 1024,

    /* Records whose expressions a reused check remembers: some megabytes. */
    LIMIT_REMEMBERED = 4096,

    /* Back-references in expressions that are compared to models: so
     * the output for a sample is not too long with any of them. */
    LIMIT_LIKE_REFERENCES = 8,

    /* Matches per check that may take more steps than nearly all rules in use
     * need: up to 3 ms each. Findings that need more are not reported, but L901
     * reports this. */
    LIMIT_HARD_TRIALS = 128,
    LIMIT_HARD_STEPS =
        LIMIT_HARD_TRIALS * (LIMIT_MATCH + LIMIT_MATCH / LIMIT_MIDDLE_SHARE),

    /* Pairs of alternatives that a check compares: up to 100 us each, and few
     * zones have a hundred. */
    LIMIT_COMPARED_PAIRS = 2000,

    /* Work of all searches for strings that match no rule of a key, or that
     * another rule hides: states visited. A search for rules in use takes some
     * hundreds; for a hostile expression it could take millions. L901 reports
     * where a search ended. */
    LIMIT_SEARCH_WORK = 10000000,
    LIMIT_SEARCH_WORK_RECORD = 5000,

    /* States of the automata of a key: some 20 MB, for ten thousand rules in
     * use. L901 reports keys with more. */
    LIMIT_KEY_STATES = 500000,

    /* Rounds of correcting a correction: fixing a fault can reveal another. */
    LIMIT_CORRECTIONS = 8,

    /* Rounds of corrections in files: a record can be corrected for a second or
     * third reason. */
    LIMIT_CORRECTION_ROUNDS = 8,

    /* Checks per round of corrections: first all, then without those that made
     * something worse. If several records depend on each other, the third check
     * drops all corrections of their files. */
    LIMIT_CORRECTION_TRIES = 4,

    /* Records of an RRset that is checked again with a corrected record:
     * typical sets have fewer than ten. */
    LIMIT_CORRECTED_SET = 64,

    /* DNS queries of a check of live names, including aliases and repetitions,
     * and concurrent lookups: enough for a zone of a few hundred keys, and no
     * more than a resolver accepts from a client. */
    LIMIT_CHECK_QUERIES = 4096,
    LIMIT_CHECK_IN_FLIGHT = 64,

    /* Name servers of a zone that are queried individually: the root has
     * thirteen, with two addresses each. */
    LIMIT_AUTHORITIES = 26,

    /* In all zones together: each may add a wait, and a zone may name any
     * number. */
    LIMIT_ALL_AUTHORITIES = 104,

    /* UUIDs per reading of the clock and call for entropy: 16 KiB. The counter
     * of v7 has space for eight times as many per tick. */
    LIMIT_UUID_CHUNK = 1024,

    /* If the clock goes back by less, generation continues with the counter;
     * NTP steps and leap seconds are smaller. */
    LIMIT_UUID_TOLERANCE_MS = 10000,

    /* Maximum by which v1 and v6 may run ahead of a coarse or slow clock:
     * 100,000 UUIDs. */
    LIMIT_UUID_AHEAD_US = 10000,

    /* Maximum wait for a clock, and number of readings, per call. */
    LIMIT_UUID_WAIT_MS = 10000,
    LIMIT_UUID_WAITS = 64,

    /* Successive system calls that end with EINTR without progress: more are
     * caused by a seccomp filter, not by signals. */
    LIMIT_INTERRUPTIONS = 10000,

    /* HTTP cost of an input: requests, where each server of a rule and each
     * redirect counts; and URIs in a list. */
    LIMIT_FETCH_ATTEMPTS = 64,
    LIMIT_FETCHED_URIS = 65536,

    /* Octets of the header of an HTTP answer; servers send less than 8 KiB. */
    LIMIT_FETCHED_HEADERS = 65536,

    /* Octets of an HTTP answer besides header and content: sizes and extensions
     * of chunks, beyond an octet per octet of content. */
    LIMIT_FETCHED_FRAMING = 262144,

    /* Octets of the media types that a caller accepts: browsers send 150. */
    LIMIT_FETCH_ACCEPT = 1000,

    /* Addresses of a host that are tried. */
    LIMIT_FETCH_ADDRESSES = 16,
};

/* Octets of a zone file: offsets have 32 bits. */
#define LIMIT_ZONE_FILE UINT32_C(0x7fffffff)

#endif
