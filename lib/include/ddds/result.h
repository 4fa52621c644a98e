/* What a resolution ends with, and how it got there.
 *
 * A result is for reading: plain structs that belong to the engine or the
 * resolution they came from and live as long as it does. Nothing here is
 * freed. Members may be appended in later versions.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DDDS_RESULT_H
#define DDDS_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ddds/application.h>
#include <ddds/question.h>
#include <ddds/reason.h>
#include <ddds/urn.h>
#include <ddds/uuid.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The reason that |reply| to a question of |kind| stands for; RESOLVED if there
 * are data. */
DDDS_API enum ddds_reason ddds_reply_reason(enum ddds_question_kind kind,
                                            enum ddds_reply reply);

/* The verdict on one rule: RFC 3402 section 3.3, steps 3 and 4. Each row is a
 * constant, its word in machine-readable output, and its text for people. */
#define DDDS_VERDICT_LIST(X)                                                   \
    X(CHOSEN, "chosen", "the resolution followed the rule")                    \
    X(ACCEPTABLE, "acceptable", "the rule is acceptable; another was chosen")  \
    X(NO_MATCH, "no_match", "the expression does not match the string")        \
    X(OTHER_SERVICE, "other_service",                                          \
      "the rule offers another service or protocol")                           \
    X(UNKNOWN_FLAG, "unknown_flag", "the application does not know a flag")    \
    X(CONFLICTING_FLAGS, "conflicting_flags", "the flags exclude each other")  \
    X(MALFORMED, "malformed", "the rule is malformed")                         \
    X(BOTH_FIELDS, "both_fields",                                              \
      "the rule has an expression and a replacement")                          \
    X(NO_OUTPUT, "no_output", "the rule produces no output")                   \
    X(ILLEGAL_KEY, "illegal_key", "the output is not a valid key")             \
    X(ILLEGAL_URI, "illegal_uri", "the output is not a valid URI")             \
    X(ORDER_CLOSED, "order_closed", "a rule of a lower order decides")         \
    X(LIMIT, "limit", "a limit kept the rule from being tried")                \
    X(DEAD_END, "dead_end", "the rule led to no outcome")

enum ddds_verdict {
#define DDDS_VERDICT_CODE(name, word, text) DDDS_VERDICT_##name,
    DDDS_VERDICT_LIST(DDDS_VERDICT_CODE)
#undef DDDS_VERDICT_CODE
};

/* The word of |verdict|, as "no_match"; "unknown" for a number that is no
 * verdict. Never NULL; the string is static. */
DDDS_API const char *ddds_verdict_name(enum ddds_verdict verdict);

/* The text of |verdict| for people, as "the expression does not match the
 * string"; "unknown verdict" for a number that is no verdict. What more is known
 * about one rule is in the |reason| of struct ddds_judged_rule. Never NULL; the
 * string is static. */
DDDS_API const char *ddds_verdict_text(enum ddds_verdict verdict);

/* A rule as it was judged. */
struct ddds_judged_rule {
    const struct ddds_rule *rule;
    enum ddds_verdict verdict;
    enum ddds_next next; /* what its flags make of the output */
    const char *reason;  /* more about the verdict, or NULL */
    const char *output;  /* what it made of the AUS, or NULL */
};

/* No step caused this one. */
#define DDDS_NO_STEP ((size_t)-1)

/* One question, its answer, and what was made of it. Steps stand in the order
 * in which they were asked. */
struct ddds_step {
    struct ddds_question question;
    size_t cause;         /* the step whose rule or server led here */
    size_t cause_rule;    /* which of its rules */
    unsigned depth;       /* delegations from the first key */
    unsigned run;         /* 0; 1 after a restart because data had expired */
    bool is_fallback;     /* nobody was asked: the rules are the application's
                             own, and |answer|'s detail says which standard has
                             them */
    const char *protocol; /* the one that is pursued, or NULL */
    bool answered;
    struct ddds_answer answer; /* its strings and lists are copies */
    struct ddds_judged_rule *rules;
    size_t rule_count;
};

/* One server or host to go to. */
struct ddds_endpoint {
    const char *host;
    bool has_port; /* from SRV, or the input or the application named it */
    uint16_t port;
    bool is_server; /* from SRV: priority and weight are known */
    uint16_t priority;
    uint16_t weight;
    bool has_addresses; /* they were asked for; there may still be none */
    const struct ddds_address *addresses;
    size_t address_count;
};

/* The TTL of what relies on no answer. */
#define DDDS_NO_TTL UINT32_MAX

enum ddds_outcome_kind {
    DDDS_OUTCOME_URI,      /* |uri| */
    DDDS_OUTCOME_SERVERS,  /* |endpoints|, in the order to try them */
    DDDS_OUTCOME_HOST,     /* one endpoint, without a port unless the input or
                              the application named one */
    DDDS_OUTCOME_PROTOCOL, /* |output|, for the protocol of |services| */
    DDDS_OUTCOME_UUID,     /* |uuid|; |output| is its URN. Nobody was asked: no
                              services, no TTL, no step; nor is there a step of
                              a host that was an address to begin with */
};

/* "uri", "servers", "host", "protocol", "uuid"; lives for ever. */
DDDS_API const char *ddds_outcome_name(enum ddds_outcome_kind kind);

/* What one chain of rules came to. */
struct ddds_outcome {
    enum ddds_outcome_kind kind;
    const char *output;   /* what the last rule produced */
    const char *uri;      /* the same with the q-component put on (RFC 8141
                             section 2.3.2), or NULL if it is no URI */
    const char *services; /* of the last rule, as written */
    const char *protocol; /* the one that was pursued, or NULL */
    struct ddds_endpoint *endpoints;
    size_t endpoint_count;
    uint32_t ttl;       /* the least of everything relied on, or DDDS_NO_TTL */
    bool authenticated; /* everything relied on was */
    const char *note;   /* what a person should know, or NULL */
    size_t step;        /* the step and rule it came from, or DDDS_NO_STEP */
    size_t rule;
    struct ddds_uuid uuid;
};

struct ddds_result {
    const struct ddds_application *application;
    const char *input;
    const char *aus;
    const char *key;            /* the first one; "" if there is none */
    const struct ddds_urn *urn; /* NULL if the input is no URN */

    /* What was wanted, by the caller, the input or the application, as lists;
     * NULL: anything. */
    const char *services;
    const char *protocols;

    /* Ranked; one, unless all were asked for. None: |reason| says why, |at|
     * which name, |detail| what exactly. */
    const struct ddds_outcome *outcomes;
    size_t outcome_count;
    enum ddds_reason reason;
    const char *at;
    const char *detail;

    const struct ddds_step *steps;
    size_t step_count;
    unsigned queries; /* DNS queries sent */
    const char *note; /* about the whole: a fragment dropped, a restart */
};

/* ---- Walking through a result -------------------------------------------- */

/* The elements of these lists may get members in later versions. Walk through
 * them with these functions, which know how large the elements are; each
 * returns NULL behind the last one, and if the struct it looks into is NULL. */

/* The outcome at |index| of |result|, 0 being the best; NULL from
 * |outcome_count| on. */
DDDS_API const struct ddds_outcome *
ddds_result_outcome(const struct ddds_result *result, size_t index);

/* The step at |index| of |result|, in the order of the questions; NULL from
 * |step_count| on. */
DDDS_API const struct ddds_step *
ddds_result_step(const struct ddds_result *result, size_t index);

/* The rule at |index| of |step|, as it was judged; NULL from |rule_count| on. */
DDDS_API const struct ddds_judged_rule *
ddds_step_rule(const struct ddds_step *step, size_t index);

/* The endpoint at |index| of |outcome|, in the order in which to try them; NULL
 * from |endpoint_count| on. */
DDDS_API const struct ddds_endpoint *
ddds_outcome_endpoint(const struct ddds_outcome *outcome, size_t index);

#ifdef __cplusplus
}
#endif

#endif
