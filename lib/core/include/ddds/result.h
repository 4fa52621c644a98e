/* The result of a resolution: its outcomes, and the trace of its steps.
 *
 * A result consists of plain structs to read. They belong to the engine or the
 * resolution, and are valid until it moves on to its next result, or is
 * restarted or freed. Callers free nothing. Later versions may append members.
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

/* Return the reason with which a resolution ends after |reply| to a question of
 * |kind|; DDDS_REASON_RESOLVED if the reply has data. */
DDDS_API enum ddds_reason ddds_reply_reason(enum ddds_question_kind kind,
                                            enum ddds_reply reply);

/* The verdict on a rule: RFC 3402 section 3.3, steps 3 and 4. Each row is a
 * constant, its word in machine-readable output, and its text for users. */
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

/* Return the word for |verdict|, for example "no_match"; "unknown" for an
 * invalid value. Never NULL; static storage. */
DDDS_API const char *ddds_verdict_name(enum ddds_verdict verdict);

/* Return the text of |verdict| for users, such as "the expression does not
 * match the string"; "unknown verdict" for an invalid value. |reason| of struct
 * ddds_judged_rule has details. Never NULL; static storage. */
DDDS_API const char *ddds_verdict_text(enum ddds_verdict verdict);

/* A rule, and the verdict on it. */
struct ddds_judged_rule {
    const struct ddds_rule *rule;
    enum ddds_verdict verdict;
    enum ddds_next next; /* kind of output, by the flags */
    const char *reason;  /* details of the verdict, or NULL */
    const char *output;  /* produced from the AUS, or NULL */
};

/* The index of no step: for example, the first step has no cause. */
#define DDDS_NO_STEP ((size_t)-1)

/* A question, its answer, and the verdicts on its rules. Steps are in the order
 * of their questions. */
struct ddds_step {
    enum ddds_question_kind kind;
    const char *name;
    size_t cause;         /* the step whose rule or server caused it */
    size_t cause_rule;    /* index of that rule */
    unsigned depth;       /* delegations from the first key */
    unsigned run;         /* number of restarts before it, because data had
                             expired */
    bool is_fallback;     /* no query: the rules are the application's own, and
                             the detail of |answer| names their standard */
    const char *protocol; /* the pursued protocol, or NULL */
    const struct ddds_answer *answer; /* NULL: unanswered. Its strings and lists
                                         are copies */
    struct ddds_judged_rule *rules;
    size_t rule_count;
};

/* A server or host to contact. */
struct ddds_endpoint {
    const char *host;
    bool has_port; /* from SRV, the input or the application */
    uint16_t port;
    bool is_server; /* from SRV: priority and weight are known */
    uint16_t priority;
    uint16_t weight;
    bool has_addresses; /* false: not looked up, or unknown: the lookup failed,
                           or its answer must not be used */
    const struct ddds_address *addresses;
    size_t address_count;
};

/* The TTL of an outcome without answers. */
#define DDDS_NO_TTL UINT32_MAX

/* The kinds of outcomes, and the members that each uses. */
enum ddds_outcome_kind {
    DDDS_OUTCOME_URI,      /* |uri|; of a rule with the flag D, the first of
                              |targets| */
    DDDS_OUTCOME_SERVERS,  /* |endpoints|, in order */
    DDDS_OUTCOME_HOST,     /* an endpoint, with a port only from the input or
                              the application */
    DDDS_OUTCOME_PROTOCOL, /* |output|, for the protocol of |services| */
    DDDS_OUTCOME_UUID,     /* |uuid|; |output| is its URN. Without a query it
                              has no services, TTL or step */
};

/* Return the word for |kind|: "uri", "servers", "host", "protocol" or "uuid";
 * "unknown" for an invalid value. Never NULL; static storage. */
DDDS_API const char *ddds_outcome_name(enum ddds_outcome_kind kind);

/* The outcome of a chain of rules. */
struct ddds_outcome {
    enum ddds_outcome_kind kind;
    const char *output;   /* output of the last rule */
    const char *uri;      /* |output|, or the first of |targets|, with the
                             q-component appended (RFC 8141 section 2.3.2);
                             NULL unless |kind| is DDDS_OUTCOME_URI */
    const char *services; /* of the last rule, as written */
    const char *protocol; /* the pursued protocol, or NULL */
    struct ddds_endpoint *endpoints;
    size_t endpoint_count;
    uint32_t ttl;       /* the minimum of everything relied on, or
                           DDDS_NO_TTL */
    bool authenticated; /* everything relied on is authenticated */
    const char *note;   /* a note for users, or NULL */
    size_t step;        /* its step and rule, or DDDS_NO_STEP */
    size_t rule;
    struct ddds_uuid uuid;

    /* The URI records at |output|, in order, with the q-component appended;
     * none unless the rule has the flag D (RFC 7553 section 5.2). */
    const struct ddds_uri_target *targets;
    size_t target_count;

    /* With the option |near|: the host of that list to which the first endpoint
     * is closest, and how close; NULL and 0 if unknown. */
    const char *near;
    unsigned closeness; /* see |closeness| of struct ddds_application */

    enum ddds_security security; /* the weakest of everything relied on */
};

/* The result of a resolution. */
struct ddds_result {
    const struct ddds_application *application;
    const char *input;
    const char *aus;
    const char *key;            /* the first key; "" if it is missing */
    const struct ddds_urn *urn; /* NULL unless the input is a URN */

    /* The requested services and protocols, by the caller, the input or the
     * application, as lists; NULL: any. */
    const char *services;
    const char *protocols;

    /* The outcomes, best first; at most one, unless the options request all.
     * Without outcomes, |reason| is why, |at| the name, |detail| the details,
     * and |setting| the option that would help, if any. With outcomes, these
     * three are of a limit that left out others, or some of their servers or
     * addresses; |at| is NULL if none did. */
    const struct ddds_outcome *outcomes;
    size_t outcome_count;
    enum ddds_reason reason;
    enum ddds_setting setting;
    const char *at;
    const char *detail;

    const struct ddds_step *steps;
    size_t step_count;
    unsigned queries; /* DNS queries sent */
    const char *note; /* about the result: a removed fragment, a restart */
};

/* ---- Walking through a result -------------------------------------------- */

/* The elements of these lists may get members in later versions. Access them
 * with these functions, which know the size of the elements; each returns NULL
 * after the last, and if its struct is NULL. */

/* Return the outcome at |index| of |result|, 0 being the best; NULL from
 * |outcome_count| on. */
DDDS_API const struct ddds_outcome *
ddds_result_outcome(const struct ddds_result *result, size_t index);

/* Return the step at |index| of |result|, in the order of the questions; NULL
 * from |step_count| on. */
DDDS_API const struct ddds_step *
ddds_result_step(const struct ddds_result *result, size_t index);

/* Return the judged rule at |index| of |step|; NULL from |rule_count| on. */
DDDS_API const struct ddds_judged_rule *
ddds_step_rule(const struct ddds_step *step, size_t index);

/* Return the endpoint at |index| of |outcome|, in the order of tries; NULL from
 * |endpoint_count| on. */
DDDS_API const struct ddds_endpoint *
ddds_outcome_endpoint(const struct ddds_outcome *outcome, size_t index);

#ifdef __cplusplus
}
#endif

#endif
