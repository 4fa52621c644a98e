/* The seam of the house: what the engine asks and what databases answer.
 *
 * Engine and databases know these structs and not one another.
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

enum ddds_question_kind {
    DDDS_ASK_RULES,     /* the NAPTR records at a key */
    DDDS_ASK_SERVERS,   /* the SRV records at a name */
    DDDS_ASK_ADDRESSES, /* the A and AAAA records at a name: one question */
    DDDS_ASK_RECORDS,   /* the records of |type| at a name, as they are; the
                           engine does not ask for them */
};

/* |name| is absolute, in lower case, without its final dot, and lives until
 * the question is answered. */
struct ddds_question {
    uint32_t id;
    enum ddds_question_kind kind;
    const char *name;
    uint64_t deadline;  /* monotonic milliseconds after which the answer is
                           DDDS_REPLY_TIMEOUT; 0: none. The engine keeps none. */
    bool authenticated; /* it has to be: what nobody can vouch for is not to be
                           answered with if it can be asked for */
    uint16_t type;      /* of DDDS_ASK_RECORDS: one of enum ddds_type */
};

/* What kind of answer a database gives. Databases choose the first that
 * applies:
 *
 * - DATA: there are records of the type.
 * - NO_NAME: the name does not exist, NXDOMAIN (RFC 2308 section 2.1).
 * - NO_DATA: the name exists and has no records of the type (section 2.2).
 * - TIMEOUT, SERVER_FAILURE, REFUSED, NETWORK: the database could not find out;
 *   another try may succeed.
 * - MALFORMED: an answer arrived that cannot be decoded.
 * - NO_MEMORY: memory ran out in the database; the resolution ends with
 *   DDDS_NO_MEMORY.
 * - OUTSIDE: the name lies outside what the database holds or may ask for, as
 *   with zones in memory a name that is in none of them or is delegated. A
 *   resolution treats it as NO_NAME. */
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
    X(OUTSIDE, "outside the database")

enum ddds_reply {
#define DDDS_REPLY_CODE(name, text) DDDS_REPLY_##name,
    DDDS_REPLY_LIST(DDDS_REPLY_CODE)
#undef DDDS_REPLY_CODE
};

/* The name of |reply|, as "NO_NAME"; "UNKNOWN" for a number that is no reply.
 * Never NULL; the string is static. */
DDDS_API const char *ddds_reply_name(enum ddds_reply reply);

/* The text of |reply| for people, as "no such name"; "unknown reply" for a
 * number that is no reply. Never NULL; the string is static. */
DDDS_API const char *ddds_reply_text(enum ddds_reply reply);

/* One SRV record (RFC 2782). |target| is spelt as a question's name; "" says
 * that the service is decidedly not available there. */
struct ddds_srv {
    uint16_t priority;
    uint16_t weight;
    uint16_t port;
    const char *target;
};

/* One A or AAAA record. */
struct ddds_address {
    uint8_t length; /* 4 or 16 */
    uint8_t octets[16];
};

/* Room for any address as text, its NUL included. */
#define DDDS_ADDRESS_TEXT_SIZE 46

/* Write |address| as people do: dotted, or RFC 5952. */
DDDS_API void ddds_address_format(const struct ddds_address *address,
                                  char text[DDDS_ADDRESS_TEXT_SIZE]);

/* Room for a key: a domain name of letters, digits, `-', `_' and dots, in lower
 * case and without its final dot, and a NUL. */
#define DDDS_KEY_SIZE 254

/* Read |text| as a key: a domain name that a rule may send a resolver to
 * (lib/DECISIONS.md, "legal keys"). One final dot is dropped, letters become
 * lower case. Fails with DDDS_MALFORMED, the offset and the reason. */
DDDS_API ddds_status ddds_key_parse(const char *text, char key[DDDS_KEY_SIZE],
                                    struct ddds_error *error);

/* What a database says. Everything it points to is the database's and need not
 * outlive the call that hands it over: the engine copies, and holds the rule
 * set. Only the members of the kind that was asked for count, and only if
 * |reply| is DDDS_REPLY_DATA. */
struct ddds_answer {
    size_t size; /* set by DDDS_ANSWER_INIT */

    enum ddds_reply reply;
    const char *detail;    /* more about a reply that is no data, or NULL */
    const char *canonical; /* where aliases led, or NULL if there were none */
    uint32_t ttl;          /* seconds: the least of all records relied on, of a
                              negative answer by RFC 2308 section 5 */
    bool authenticated;    /* a validating resolver vouches for it */
    unsigned queries;      /* DNS queries sent for it; retries not counted */

    /* How it was found out, for people. */
    const char *server;    /* that answered, as "192.0.2.1:53", or NULL */
    bool tcp;              /* over TCP */
    bool cached;           /* known from an earlier lookup, or from another
                              one's that was under way */
    bool additional;       /* known because a server sent it along, unasked,
                              with an earlier answer */
    uint32_t microseconds; /* from the query to the answer */

    ddds_ruleset *ruleset;
    const struct ddds_srv *servers;
    size_t server_count;
    const struct ddds_address *addresses;
    size_t address_count;

    /* The aliases on the way, in its order, then the records that were asked
     * for, in the order of the answer. They count whatever the reply is. */
    const struct ddds_record *records;
    size_t record_count;

    /* Of DDDS_ASK_RECORDS, when there are none: the zone that says so (the
     * owner of its SOA, RFC 2308 section 2), or NULL. */
    const char *zone;

    /* What else the server sent along: for databases that remember. */
    const struct ddds_addition *additions;
    size_t addition_count;
};
#define DDDS_ANSWER_INIT DDDS_INIT(struct ddds_answer)

/* The whole answer to a question that nobody has asked yet, from the additional
 * section of a message (lib/DECISIONS.md, "additional data"). */
struct ddds_addition {
    enum ddds_question_kind kind;
    const char *name;
    struct ddds_answer answer;
};

#ifdef __cplusplus
}
#endif

#endif
