/* Why a resolution ends without an outcome.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DDDS_REASON_H
#define DDDS_REASON_H

#include <ddds/export.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Why a resolution has no outcome. The name is what users see, the class says
 * what to do about it. If there are several reasons, the one of a later class
 * is reported (lib/DECISIONS.md, "which reason"). */
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
    X(MALFORMED_ANSWER, BAD_DATA, "an answer is malformed")                    \
    X(LIMIT, LIMITED, "a limit was reached")                                   \
    X(TOO_DEEP, BAD_DATA, "too many delegations")                              \
    X(LOOP, BAD_DATA, "the rules form a loop")                                 \
    X(INSECURE, INSECURE, "an answer is not authenticated")                    \
    X(TIMEOUT, TEMPORARY, "no answer arrived in time")                         \
    X(SERVER_FAILURE, TEMPORARY, "the server failed")                          \
    X(REFUSED, TEMPORARY, "the server refused to answer")                      \
    X(NETWORK, TEMPORARY, "the network failed")

enum ddds_reason {
#define DDDS_REASON_CODE(name, class, sentence) DDDS_REASON_##name,
    DDDS_REASON_LIST(DDDS_REASON_CODE)
#undef DDDS_REASON_CODE
};

enum ddds_reason_class {
    DDDS_CLASS_RESOLVED,
    DDDS_CLASS_NOT_FOUND, /* a definite no */
    DDDS_CLASS_BAD_DATA,  /* whoever publishes the rules must mend them */
    DDDS_CLASS_LIMITED,   /* the same, or a limit was set too low */
    DDDS_CLASS_INSECURE,  /* refused, because authentication was required */
    DDDS_CLASS_TEMPORARY, /* try again later */
};

/* The name of |reason|, as "NO_NAME"; "UNKNOWN" for a number that is no reason.
 * Never NULL; the string is static. */
DDDS_API const char *ddds_reason_name(enum ddds_reason reason);

/* The text of |reason| for people, as "there is no such name"; "unknown reason"
 * for a number that is no reason. Never NULL; the string is static. */
DDDS_API const char *ddds_reason_text(enum ddds_reason reason);

/* The class of |reason|; DDDS_CLASS_TEMPORARY for a number that is no reason. */
DDDS_API enum ddds_reason_class ddds_reason_class(enum ddds_reason reason);

#ifdef __cplusplus
}
#endif

#endif
