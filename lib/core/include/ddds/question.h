/* Questions of the engine, and answers of databases.
 *
 * These structs connect engines and databases, which are otherwise independent
 * of each other. Programs need them only to write a database or to drive an
 * engine.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DDDS_QUESTION_H
#define DDDS_QUESTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ddds/record.h>
#include <ddds/rule.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The kinds of questions. */
enum ddds_question_kind {
    DDDS_ASK_RULES,     /* the NAPTR records at a key */
    DDDS_ASK_SERVERS,   /* the SRV records at a name */
    DDDS_ASK_ADDRESSES, /* the A and AAAA records at a name: one question */
    DDDS_ASK_RECORDS,   /* the records of |type| at a name, unmodified; an
                           engine never asks for them */
    DDDS_ASK_URIS,      /* the URI records at a name (RFC 7553) */
};

/* A question to a database. |name| is absolute, in lower case, without its
 * final dot, and is valid until the question is answered. */
struct ddds_question {
    size_t size; /* set by DDDS_QUESTION_INIT */

    uint32_t id;
    enum ddds_question_kind kind;
    const char *name;
    uint64_t deadline;    /* monotonic milliseconds after which the answer is
                           DDDS_REPLY_TIMEOUT; 0: none. Engines leave it 0. */
    bool authenticated;   /* authenticated data are required: a cache does not
                           answer from additional data, which never are */
    uint16_t type;        /* of DDDS_ASK_RECORDS: one of enum ddds_type */
    unsigned max_queries; /* limit of DNS queries for it, including aliases,
                             other servers, and TCP; 0: 64 */
};
#define DDDS_QUESTION_INIT DDDS_INIT(struct ddds_question)

/* The kinds of answers of a database, the first applicable:
 *
 * - DATA: records of the type exist.
 * - NO_NAME: the name does not exist, NXDOMAIN (RFC 2308 section 2.1).
 * - NO_DATA: the name exists and has no records of the type (section 2.2).
 * - TIMEOUT, SERVER_FAILURE, REFUSED, NETWORK: the database could not find out;
 *   another try may succeed.
 * - MALFORMED: an answer arrived that cannot be decoded.
 * - NO_MEMORY: memory ran out in the database; the resolution ends with
 *   DDDS_NO_MEMORY.
 * - OUTSIDE: the name is outside of the database, for example not in its zones,
 *   or delegated. A resolution treats it as NO_NAME; only the detail of the
 *   answer distinguishes it.
 * - NAME_TOO_LONG: a DNAME makes a name of more than 255 octets, YXDOMAIN (RFC
 *   6672 section 2.2). This is final.
 * - BOGUS: an answer failed DNSSEC validation (RFC 4035 section 5); another try
 *   may succeed.
 * - LIMIT: the answer needs more DNS queries than the question allows. */
#define DDDS_REPLY_LIST(X)                                                     \
    X(DATA, "data")                                                            \
    X(NO_NAME, "no such name")                                                 \
    X(NO_DATA, "no data")                                                      \
    X(TIMEOUT, "timeout")                                                      \
    X(SERVER_FAILURE, "server failure")                                        \
    X(REFUSED, "refused")                                                      \
    X(NETWORK, "network failure")                                              \
    X(MALFORMED, "malformed answer")                                           \
    X(NO_MEMORY, "out of memory")                                              \
    X(OUTSIDE, "no such name")                                                 \
    X(NAME_TOO_LONG, "name too long")                                          \
    X(BOGUS, "bogus")                                                          \
    X(LIMIT, "too many queries")

enum ddds_reply {
#define DDDS_REPLY_CODE(name, text) DDDS_REPLY_##name,
    DDDS_REPLY_LIST(DDDS_REPLY_CODE)
#undef DDDS_REPLY_CODE
};

/* Return the text of |reply| for users, for example "no such name"; "unknown
 * reply" for an invalid value. Never NULL; static storage. */
DDDS_API const char *ddds_reply_text(enum ddds_reply reply);

/* The result of validation by the database itself (RFC 4033 section 5): none,
 * then the best first. Each row is a constant, its word in machine-readable
 * output, and its text for users. */
#define DDDS_SECURITY_LIST(X)                                                  \
    X(UNKNOWN, "unknown", "the database does not validate answers")            \
    X(SECURE, "secure", "signed, up to a trust anchor")                        \
    X(INSECURE, "insecure", "not signed, as a parent zone proves")             \
    X(INDETERMINATE, "indeterminate", "below no trust anchor")                 \
    X(BOGUS, "bogus", "signatures or proofs are missing, wrong or expired")

enum ddds_security {
#define DDDS_SECURITY_CODE(name, word, text) DDDS_SECURITY_##name,
    DDDS_SECURITY_LIST(DDDS_SECURITY_CODE)
#undef DDDS_SECURITY_CODE
};

/* Return the word for |security|, for example "secure"; "unknown" for an
 * invalid value. Never NULL; static storage. */
DDDS_API const char *ddds_security_name(enum ddds_security security);

/* Return the text of |security| for users, for example "signed, up to a trust
 * anchor"; that of DDDS_SECURITY_UNKNOWN for an invalid value. Never NULL;
 * static storage. */
DDDS_API const char *ddds_security_text(enum ddds_security security);

/* Return the security of something that relies on two answers: unknown if one
 * of them is, else the later in DDDS_SECURITY_LIST. */
DDDS_API enum ddds_security ddds_security_weaker(enum ddds_security one,
                                                 enum ddds_security other);

/* An SRV record (RFC 2782). |target| is absolute, in lower case, without its
 * final dot; "" means that the domain does not offer the service. */
struct ddds_srv {
    uint16_t priority;
    uint16_t weight;
    uint16_t port;
    const char *target;
};

/* A URI record (RFC 7553). |uri| is its target as published, which need not be
 * a valid URI. */
struct ddds_uri_target {
    uint16_t priority;
    uint16_t weight;
    const char *uri;
};

/* The address of an A or AAAA record, in network order. */
struct ddds_address {
    uint8_t length; /* 4 or 16 */
    uint8_t octets[16];
};

/* The size of any address as text, including its NUL. */
#define DDDS_ADDRESS_TEXT_SIZE 46

/* Write |address| and a NUL to |text|: IPv4 as four decimal numbers with dots,
 * IPv6 as in RFC 5952. */
DDDS_API void ddds_address_format(const struct ddds_address *address,
                                  char text[DDDS_ADDRESS_TEXT_SIZE]);

/* The size of any key that ddds_key_parse accepts, including its NUL: a domain
 * name of letters, digits, `-', `_' and dots, in lower case and without its
 * final dot. */
#define DDDS_KEY_SIZE 254

/* Validate |text| as a key, a domain name that an expression may produce
 * (lib/DECISIONS.md, "legal keys"), and write it to |key|. A replacement may be
 * any domain name: see ddds_name_parse. A final dot is removed, and letters
 * become lower case. Labels that are not ASCII, in UTF-8, %-encoded or not,
 * become A-labels (RFC 5891). Fails with DDDS_MALFORMED, the offset of the first
 * wrong octet, and the reason; with DDDS_LIMIT if such a label needs the library
 * libidn2, which is missing; or with DDDS_NO_MEMORY. */
DDDS_API ddds_status ddds_key_parse(const char *text, char key[DDDS_KEY_SIZE],
                                    struct ddds_error *error);

/* The answer of a database to a question. Its data belong to the database and
 * are valid until the callback returns: the engine copies them as needed, and
 * holds the rule set. Only the members for the kind of the question are used,
 * and only if |reply| is DDDS_REPLY_DATA. */
struct ddds_answer {
    size_t size; /* set by DDDS_ANSWER_INIT */

    enum ddds_reply reply;
    const char *detail;    /* details of a reply without data, or why addresses
                              of a family are unknown, or records were left
                              out; or NULL */
    const char *canonical; /* the target of aliases, or NULL */
    uint32_t ttl;          /* seconds: the minimum of all records used; for a
                              negative answer by RFC 2308 section 5 */
    bool authenticated;    /* a validating resolver, or the database itself,
                              authenticated it */
    unsigned queries;      /* DNS queries sent, with every repetition */

    /* Source of the answer, for users. */
    const char *server;    /* the server, as "192.0.2.1:53", or NULL */
    bool tcp;              /* over TCP */
    bool cached;           /* from an earlier lookup, or merged with another;
                              failures never are */
    bool additional;       /* from the additional section of an earlier
                              answer */
    uint32_t microseconds; /* from the query to the answer */

    /* The data, depending on the kind of the question: rules, servers,
     * addresses, or URIs (at the end of the struct). */
    ddds_ruleset *ruleset;
    const struct ddds_srv *servers;
    size_t server_count;
    const struct ddds_address *addresses;
    size_t address_count;

    /* The aliases that were followed, in order, then the requested records, in
     * the order of the answer. They are valid with any |reply|. */
    const struct ddds_record *records;
    size_t record_count;

    /* For DDDS_ASK_RECORDS without records: the zone of the negative answer
     * (the owner of its SOA, RFC 2308 section 2), or NULL. */
    const char *zone;

    /* Answers from the additional section, for caches. */
    const struct ddds_addition *additions;
    size_t addition_count;

    /* The data of DDDS_ASK_URIS. */
    const struct ddds_uri_target *targets;
    size_t target_count;

    /* The database's validation, for answers (DATA, NO_NAME, NO_DATA) and
     * BOGUS. */
    enum ddds_security security;
};
#define DDDS_ANSWER_INIT DDDS_INIT(struct ddds_answer)

/* Return the octets that ddds_answer_copy needs for this |answer|. */
DDDS_API size_t ddds_answer_octets(enum ddds_question_kind kind,
                                   const struct ddds_answer *answer);

/* Copy |answer|, to a question of |kind|, into |memory|, and return the copy,
 * which needs no other memory. It has texts and the data of this kind; but not
 * |records|, |zone| and |additions|. Its rule set is that of |answer|: callers
 * that keep it longer call ddds_ruleset_hold. |memory| must be aligned for any
 * type, and have ddds_answer_octets() octets. */
DDDS_API struct ddds_answer *ddds_answer_copy(enum ddds_question_kind kind,
                                              const struct ddds_answer *answer,
                                              void *memory);

/* The complete answer to a further question, from the additional section of a
 * message (lib/DECISIONS.md, "additional data"). */
struct ddds_addition {
    enum ddds_question_kind kind;
    const char *name;
    const struct ddds_answer *answer;
};

#ifdef __cplusplus
}
#endif

#endif
