/* Checking zones: what is wrong with NAPTR records before anybody else finds
 * out.
 *
 * A check takes master files, reads on behind whatever is no syntax, and then
 * reports findings: each has a code that never changes its meaning, a place, a
 * reason, what it does to users, and where there is one the record as it should
 * be.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DDDS_CHECK_H
#define DDDS_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ddds/application.h>
#include <ddds/database.h>
#include <ddds/export.h>
#include <ddds/span.h>
#include <ddds/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How bad a finding is, worst last. */
enum ddds_severity {
    DDDS_INFO,    /* a habit that others would drop */
    DDDS_WARNING, /* works by luck */
    DDDS_ERROR,   /* a record that cannot be used, a set that resolvers refuse,
                     a walk without end, a file that servers read differently */
};

/* "info", "warning", "error"; lives for ever. */
DDDS_API const char *ddds_severity_text(enum ddds_severity severity);

/* ---- Codes -------------------------------------------------------------- */

/* What there is to know about one kind of finding. Whole sentences, without the
 * final stop. All strings live for ever. */
struct ddds_check_code {
    const char *code; /* "L204" */
    enum ddds_severity severity;
    const char *title;       /* what is wrong, in general */
    const char *why;         /* what says so: an RFC and its section */
    const char *consequence; /* what it does to users */
};

/* All of them, in order; |*count|, unless |count| is NULL, says how
 * many. */
DDDS_API const struct ddds_check_code *ddds_check_codes(size_t *count);

/* The code that |name| spells, in either case; NULL if there is none, or if
 * |name| is NULL. */
DDDS_API const struct ddds_check_code *ddds_check_code_find(const char *name);

/* ---- Findings ----------------------------------------------------------- */

/* A piece of a file. Lines and columns count from 1, columns in octets; the end
 * is the place behind the last octet. */
struct ddds_region {
    uint32_t line;
    uint32_t column;
    uint32_t end_line;
    uint32_t end_column;
};

/* Of a record that a server sent, |server| is its address and port, |source|
 * the record as a master file would have it, and |region| a piece of that;
 * |file| is then "@" and the server. What is said of a name and not of one of
 * its records has no |source|. Texts hold printable ASCII only: octets that are
 * none stand there as \DDD. All of it lives until the call that reports it
 * returns. */
struct ddds_finding {
    const struct ddds_check_code *code;
    const char *file;
    const char *server;          /* NULL: a file */
    struct ddds_region region;   /* what is wrong */
    struct ddds_span source;     /* the first line of it, as in the file */
    const char *owner;           /* whose record it is; NULL if it is none's */
    const char *detail;          /* what in particular is wrong */
    const char *fix;             /* the record as it should be, or NULL */
    struct ddds_region replaced; /* what |fix| would be written over */
};

typedef void ddds_finding_fn(void *context, const struct ddds_finding *finding);

/* ---- Checks ------------------------------------------------------------- */

typedef struct ddds_check ddds_check;

/* Zero is the default throughout. */
struct ddds_check_options {
    size_t size; /* set by DDDS_CHECK_OPTIONS_INIT */

    /* Where relative names begin until $ORIGIN says it; NULL if unknown. */
    const char *origin;

    /* Whose rules they are; NULL: what services and owner let guess. */
    const struct ddds_application *application;

    /* Application Unique Strings to try expressions on, beside those that the
     * check makes up by itself. */
    const char *const *inputs;
    size_t input_count;

    /* Codes that are not reported. */
    const char *const *ignored;
    size_t ignored_count;
};
#define DDDS_CHECK_OPTIONS_INIT DDDS_INIT(struct ddds_check_options)

/* |options| may be NULL; what they point to is borrowed until the check is
 * freed. NULL on failure: DDDS_BAD_OPTION (an origin that is no name, a code
 * that is none, an application without name, flags or read_services) or DDDS_NO_MEMORY. */
DDDS_API ddds_check *ddds_check_new(const struct ddds_check_options *options,
                                    struct ddds_error *error);
DDDS_API void ddds_check_free(ddds_check *check);

/* Read the zone file |path|. What was read before a failure, and other files,
 * can be reported all the same. Fails with:
 *
 * - DDDS_UNREADABLE: the file cannot be read.
 * - DDDS_SYNTAX: it is not a zone file at all; no record could be read.
 * - DDDS_LIMIT, DDDS_NO_MEMORY.
 * - DDDS_BAD_OPTION: |check| or |path| is NULL, the findings have been reported,
 *   or live records have been read. */
DDDS_API ddds_status ddds_check_file(ddds_check *check, const char *path,
                                     struct ddds_error *error);

/* Read the |length| octets at |text| as a zone file that findings call |name|.
 * |text| is borrowed until the check is freed; it may be NULL if |length| is 0.
 * Fails as ddds_check_file does, but never with DDDS_UNREADABLE, unless a file
 * that it includes cannot be read. */
DDDS_API ddds_status ddds_check_text(ddds_check *check, const char *name,
                                     const char *text, size_t length,
                                     struct ddds_error *error);

/* Live records. Zero is the default throughout. */
struct ddds_check_live {
    size_t size; /* set by DDDS_CHECK_LIVE_INIT */

    /* Who is asked: a resolver, or a server of the zone; NULL: the system's. */
    const struct ddds_dns_options *dns;

    /* The servers that a zone names are asked, too, each by itself, when the
     * answer to the question for rules is a failure; here: always. */
    bool asks_authorities;
    uint16_t authority_port; /* 0: 53 */

    /* Seconds since 1970, for signatures that expire; 0: they are not looked
     * at. */
    int64_t now;

    /* Called with each of the names that cannot be asked for; or NULL. */
    ddds_complaint_fn *complaint;
    void *context;
};
#define DDDS_CHECK_LIVE_INIT DDDS_INIT(struct ddds_check_live)

/* Query the rules at |names|, in presentation form, then what they lead to, and
 * so on, and take the records as they come. Findings about answers are reported
 * as they are; otherwise each RRset is checked like a zone file. Call this once,
 * and instead of reading files. |live| may be NULL. Fails with:
 *
 * - DDDS_BAD_OPTION: an invalid server or name, |check| is NULL, files have been
 *   read, the function has been called before, or the findings have been
 *   reported.
 * - DDDS_UNREADABLE: at least one name could not be looked up, because no server
 *   answered or the server refused. The other names are checked.
 * - DDDS_LIMIT: the check needs too many queries; what has come is checked.
 * - DDDS_NO_MEMORY. */
DDDS_API ddds_status ddds_check_names(ddds_check *check,
                                      const struct ddds_check_live *live,
                                      const char *const *names, size_t count,
                                      struct ddds_error *error);

/* How much was found. Findings that comments or options ignore do not count;
 * |omitted| ones do, but were not handed over: of each code, the first thousand
 * are. */
struct ddds_check_summary {
    size_t files;
    size_t queries; /* for live records */
    size_t records; /* NAPTR records, good or bad */
    size_t keys;    /* names that own any */
    size_t found[DDDS_ERROR + 1];
    size_t omitted;
};

/* Run the checks that need all files, and pass every finding to |finding|: file
 * by file, in the order of their lines. |summary| may be NULL. Call this once;
 * nothing can be read into the check afterwards. Fails with DDDS_NO_MEMORY, or
 * with DDDS_BAD_OPTION: |check| or |finding| is NULL, or the findings have been
 * reported already. */
DDDS_API ddds_status ddds_check_report(ddds_check *check,
                                       ddds_finding_fn *finding, void *context,
                                       struct ddds_check_summary *summary,
                                       struct ddds_error *error);

#ifdef __cplusplus
}
#endif

#endif
