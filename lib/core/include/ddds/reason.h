/* Why a resolution ends without an outcome.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DDDS_REASON_H
#define DDDS_REASON_H

#include <ddds/export.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The reasons for results without outcome: name, class, which suggests an
 * action, and text for users. For their precedence see lib/DECISIONS.md, "which
 * reason". */
#define DDDS_REASON_LIST(X)                                                    \
    X(RESOLVED, RESOLVED, "resolved")                                          \
    X(NO_NAME, NOT_FOUND, "there is no such name")                             \
    X(NO_DATA, NOT_FOUND, "the name has no rules")                             \
    X(NO_MATCH, NOT_FOUND, "no rule matches the input")                        \
    X(NO_SERVICE, NOT_FOUND, "no rule offers what was asked for")              \
    X(NO_RULE, NOT_FOUND, "no rule can be used")                               \
    X(NO_SERVERS, NOT_FOUND, "no server offers the service")                   \
    X(NO_ADDRESSES, NOT_FOUND, "no host has an address")                       \
    X(REJECTED, NOT_FOUND, "the caller rejected every outcome")                \
    X(YXDOMAIN, BAD_DATA, "an alias makes a name that is too long")            \
    X(MALFORMED_ANSWER, BAD_DATA, "an answer is malformed")                    \
    X(LIMIT, LIMITED, "a limit was reached")                                   \
    X(TOO_DEEP, BAD_DATA, "too many delegations")                              \
    X(LOOP, BAD_DATA, "the rules form a loop")                                 \
    X(INSECURE, INSECURE, "an answer is not authenticated")                    \
    X(TIMEOUT, TEMPORARY, "no answer arrived in time")                         \
    X(SERVER_FAILURE, TEMPORARY, "the server failed")                          \
    X(REFUSED, TEMPORARY, "the server refused to answer")                      \
    X(NETWORK, TEMPORARY, "the network failed")                                \
    X(BOGUS, TEMPORARY, "an answer failed DNSSEC validation")

enum ddds_reason {
#define DDDS_REASON_CODE(name, class, sentence) DDDS_REASON_##name,
    DDDS_REASON_LIST(DDDS_REASON_CODE)
#undef DDDS_REASON_CODE
};

/* Classes of reasons: whether the caller should try again. */
enum ddds_reason_class {
    DDDS_CLASS_RESOLVED,
    DDDS_CLASS_NOT_FOUND, /* definite: another try gives the same result */
    DDDS_CLASS_BAD_DATA,  /* the publisher of the rules must correct them */
    DDDS_CLASS_LIMITED,   /* the rules are at fault, or a limit is too low */
    DDDS_CLASS_INSECURE,  /* not authenticated, as the options require */
    DDDS_CLASS_TEMPORARY, /* try again later */
};

/* Return the name of |reason|, for example "NO_NAME"; "UNKNOWN" for an invalid
 * value. Never NULL; static storage. */
DDDS_API const char *ddds_reason_name(enum ddds_reason reason);

/* Return the text of |reason| for users, for example "there is no such name";
 * "unknown reason" for an invalid value. Never NULL; static storage. */
DDDS_API const char *ddds_reason_text(enum ddds_reason reason);

/* Return the class of |reason|; DDDS_CLASS_TEMPORARY for an invalid value. */
DDDS_API enum ddds_reason_class ddds_reason_class(enum ddds_reason reason);

/* Return the word for |class| in machine-readable output: "resolved",
 * "not_found", "bad_data", "limit", "insecure" or "temporary", also for an
 * invalid value. Never NULL; static storage. */
DDDS_API const char *
ddds_reason_class_name(enum ddds_reason_class reason_class);

#ifdef __cplusplus
}
#endif

#endif
