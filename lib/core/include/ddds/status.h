/* Failures: a status for programs and a sentence for users.
 *
 * Each status is a kind of failure that callers handle differently. The detail
 * says what failed and where, and quotes the wrong text. It is not a failure if
 * no rule applies: that is a result with a reason (result.h).
 *
 * SPDX-License-Identifier: MIT */
#ifndef DDDS_STATUS_H
#define DDDS_STATUS_H

#include <stddef.h>

#include <ddds/export.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The statuses, DDDS_OK first, each with its sentence. One list defines both
 * the constants of ddds_status and the sentences of ddds_status_text. */
#define DDDS_STATUS_LIST(X)                                                    \
    X(OK, "success")                                                           \
    X(NO_MEMORY, "out of memory")                                              \
    X(BAD_INPUT, "the input is not what the application takes")                \
    X(BAD_OPTION, "an option has no such value")                               \
    X(UNREADABLE, "a file cannot be read")                                     \
    X(SYNTAX, "syntax error in a file")                                        \
    X(MALFORMED, "a record or field breaks its grammar")                       \
    X(LIMIT, "a limit was exceeded")                                           \
    X(NO_ENTROPY, "the system gives no random octets")                         \
    X(BAD_CLOCK, "the clock cannot be used")

typedef enum ddds_status {
#define DDDS_STATUS_CODE(name, sentence) DDDS_##name,
    DDDS_STATUS_LIST(DDDS_STATUS_CODE)
#undef DDDS_STATUS_CODE
} ddds_status;

/* The |offset| of an error that has no position. */
#define DDDS_NO_OFFSET ((size_t)-1)

/* The size of a detail in octets, including its NUL. Longer details are
 * truncated. */
#define DDDS_DETAIL_SIZE 320

/* Members of options whose change would prevent a failure. The library's texts
 * describe the failure; a program adds its own name for the option. */
enum ddds_setting {
    DDDS_SETTING_NONE,
    DDDS_SETTING_ORIGIN, /* and two more of struct ddds_zone_options */
    DDDS_SETTING_INCLUDE_ANYWHERE,
    DDDS_SETTING_MAX_GENERATED,
    DDDS_SETTING_MAX_HOPS, /* and six more of struct ddds_options */
    DDDS_SETTING_MAX_QUERIES,
    DDDS_SETTING_MAX_STEPS,
    DDDS_SETTING_ROOTS,
    DDDS_SETTING_OWN_HOSTS,
    DDDS_SETTING_NEAR,
    DDDS_SETTING_SERVICES, /* and protocols */
};

/* Describes a failure. The caller provides the struct, or NULL; a call fills it
 * only when it fails. |setting| is the option that would help, or
 * DDDS_SETTING_NONE. |offset| counts octets from the start of the wrong string,
 * from 0, or is DDDS_NO_OFFSET. |detail| is a line without a final newline and
 * without control characters. */
struct ddds_error {
    ddds_status status;
    enum ddds_setting setting;
    size_t offset;
    char detail[DDDS_DETAIL_SIZE];
};

/* For authors of databases and applications: set |error|, which may be NULL, to
 * |status|, |offset| (or DDDS_NO_OFFSET), and a detail in the format of printf.
 * The detail is truncated to DDDS_DETAIL_SIZE, between characters of UTF-8.
 * Octets that are not UTF-8 become \DDD. So do characters that cannot be seen,
 * end a line or reorder others: control characters, U+00AD, U+061C, U+200B to
 * U+200F, U+2028 to U+202E, U+2060 to U+206F, U+FEFF. Returns |status|, so that
 * a function can fail in a single statement. |setting| becomes
 * DDDS_SETTING_NONE. */
DDDS_API ddds_status ddds_error_set(struct ddds_error *error,
                                    ddds_status status, size_t offset,
                                    const char *format, ...) DDDS_PRINTF(4, 5);

/* Return the sentence for |status|; "unknown status" for an invalid value.
 * Never NULL; static storage. */
DDDS_API const char *ddds_status_text(ddds_status status);

/* Return the version of the library in use, for example "1.0.0"; DDDS_VERSION
 * is that of the headers. Never NULL; static storage. */
DDDS_API const char *ddds_version(void);

#ifdef __cplusplus
}
#endif

#endif
