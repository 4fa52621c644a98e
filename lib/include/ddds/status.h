/* How a call says that it failed: a status for the program, a sentence for the
 * person.
 *
 * A status is a kind of failure on which a caller would act differently; the
 * detail says which one, where, and quotes the offending piece. "No rule
 * applies" is not a failure: it is an outcome (see result.h).
 *
 * SPDX-License-Identifier: MIT */
#ifndef DDDS_STATUS_H
#define DDDS_STATUS_H

#include <stddef.h>

#include <ddds/export.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One list makes the codes and their sentences, so that they cannot drift. */
#define DDDS_STATUS_LIST(X)                                                    \
    X(OK, "success")                                                           \
    X(NO_MEMORY, "out of memory")                                              \
    X(BAD_INPUT, "the input is not what the application takes")                \
    X(BAD_OPTION, "an option has no such value")                               \
    X(UNREADABLE, "a file cannot be read")                                     \
    X(SYNTAX, "a file breaks its syntax")                                      \
    X(MALFORMED, "a record or field breaks its grammar")                       \
    X(LIMIT, "a limit was exceeded")                                           \
    X(NO_ENTROPY, "the system gives no random octets")                         \
    X(BAD_CLOCK, "the clock cannot be used")

typedef enum ddds_status {
#define DDDS_STATUS_CODE(name, sentence) DDDS_##name,
    DDDS_STATUS_LIST(DDDS_STATUS_CODE)
#undef DDDS_STATUS_CODE
} ddds_status;

/* No single octet of the input is to blame. */
#define DDDS_NO_OFFSET ((size_t)-1)

/* Room for a detail, its NUL included. Longer details are cut. */
#define DDDS_DETAIL_SIZE 320

/* What went wrong. Callers own it; a call that takes one fills it only when it
 * fails, and takes NULL from those who do not want to know. |offset| counts
 * octets from the beginning of the string at fault, or is DDDS_NO_OFFSET. The
 * detail is one line without a final newline and without control characters. */
struct ddds_error {
    ddds_status status;
    size_t offset;
    char detail[DDDS_DETAIL_SIZE];
};

/* For authors of databases and applications: set |error|, unless it is NULL, to
 * |status|, |offset| (or DDDS_NO_OFFSET) and a detail made as printf makes it.
 * The detail is cut at DDDS_DETAIL_SIZE, between characters of UTF-8; control
 * characters, of Unicode too, become `?'. Returns |status|, so that a function
 * can fail in one statement. */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
DDDS_API ddds_status
ddds_error_set(struct ddds_error *error, ddds_status status, size_t offset,
               const char *format, ...);

/* The sentence for |status|; never NULL, lives for ever. */
DDDS_API const char *ddds_status_text(ddds_status status);

/* The version of the library that runs, as "0.2.0". Never NULL; the string is
 * static. */
DDDS_API const char *ddds_version(void);

#ifdef __cplusplus
}
#endif

#endif
