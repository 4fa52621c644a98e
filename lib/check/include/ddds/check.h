/* Check zones: find the mistakes in NAPTR records before users do. Link with
 * libddds-check.
 *
 * A check reads zone files or published records, continues after syntax
 * errors, and reports findings. Each finding has a code whose meaning never
 * changes, a position, a reason, its effect on users, and if possible the
 * corrected record.
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

/* The severity of a finding, worst last. */
enum ddds_severity {
    DDDS_INFO,    /* style */
    DDDS_WARNING, /* works only with some clients */
    DDDS_ERROR,   /* an unusable record, an RRset that resolvers reject, an
                     endless resolution, or a file that servers read in
                     different ways */
};

/* The word for |severity|: "info", "warning" or "error"; "unknown severity" for
 * an invalid one. Static storage. */
DDDS_API const char *ddds_severity_text(enum ddds_severity severity);

/* ---- Codes -------------------------------------------------------------- */

/* A kind of finding. Its texts are whole sentences without a final period. All
 * strings have static storage. Later versions may append members. */
struct ddds_check_code {
    const char *code; /* "L204" */
    enum ddds_severity severity;
    const char *title;       /* what is wrong, in general */
    const char *why;         /* the reason: an RFC and its section */
    const char *consequence; /* its effect on users */
};

/* The code at |index| of all codes, in the order of their names, from 0; NULL
 * after the last one. Static storage. */
DDDS_API const struct ddds_check_code *ddds_check_code_at(size_t index);

/* The code called |name|, such as "L204", in upper or lower case. NULL if the
 * code is unknown or |name| is NULL. Static storage. */
DDDS_API const struct ddds_check_code *ddds_check_code_find(const char *name);

/* ---- Findings ----------------------------------------------------------- */

/* A region of a file. Lines and columns count from 1, columns in octets. The
 * end is the position after the last octet. */
struct ddds_region {
    uint32_t line;
    uint32_t column;
    uint32_t end_line;
    uint32_t end_column;
};

/* A finding: one mistake, and its place. For a record that a server sent,
 * |server| is the address and port of the server, or "DNS" if the database
 * does not name it, |file| is "@" and the server, |source| is the record as in
 * a zone file, and |region| is a part of |source|. A finding about a name,
 * rather than one of its records, has no |source|. Texts contain printable
 * ASCII only, other octets as \DDD; but |file|, |source| and |text| are as they
 * were given, and may contain any octet. The finding and all that it points to,
 * except its code, are valid until the callback returns. */
struct ddds_finding {
    const struct ddds_check_code *code;
    const char *file;
    const char *server;          /* NULL for a file */
    struct ddds_region region;   /* what is wrong */
    struct ddds_span source;     /* its first line, as in the file */
    const char *owner;           /* the owner name of the record, or NULL */
    const char *detail;          /* what is wrong in this case */
    const char *fix;             /* the corrected record, or NULL */
    struct ddds_region replaced; /* what |fix| replaces */
    /* |fix| includes a correction that is a choice, or a correction for an
     * ignored code; ddds_check_correct then leaves the record unchanged. */
    bool fix_chooses;
    struct ddds_span text; /* the file, of which |source| is a part */
};

/* Called with each finding. |context| is what the caller passed to
 * ddds_check_report; |finding| is valid until this returns. */
typedef void ddds_finding_fn(void *context, const struct ddds_finding *finding);

/* ---- Checks ------------------------------------------------------------- */

/* A check of zone files or of published records: create it, read into it, and
 * report its findings once, until ddds_check_reset. Opaque; created by
 * ddds_check_new, freed by ddds_check_free. One thread at a time may use it. */
typedef struct ddds_check ddds_check;

/* The |length| octets at |text| replace the contents of the file |path| for
 * ddds_check_file, for example to check a change before it is saved. Unlike
 * ddds_check_text, $INCLUDE is allowed. */
struct ddds_check_contents {
    const char *path; /* spelled as for ddds_check_file */
    const char *text;
    size_t length;
};

/* The options of a check. Zero means the default. */
struct ddds_check_options {
    size_t size; /* set by DDDS_CHECK_OPTIONS_INIT */

    /* The origin of relative names before any $ORIGIN, in files that are read
     * without an origin of their own (ddds_check_file); NULL: the owner of the
     * SOA if that is an absolute name, otherwise unknown. */
    const char *origin;

    /* The application of the rules; NULL: guess it from services and owner. */
    const struct ddds_application *application;

    /* Application Unique Strings on which expressions are tried, in addition
     * to those that the check generates. */
    const char *const *inputs;
    size_t input_count;

    /* Codes that are not reported, such as "L204". */
    const char *const *ignored;
    size_t ignored_count;

    /* The roots of first keys, as in struct ddds_options; NULL for those of the
     * applications. They determine which strings have a given first key. */
    const char *roots;

    /* Limit on findings reported per code; 0: 1000, SIZE_MAX: no limit. */
    size_t most_findings;

    /* Files whose contents are given here and not read from disk. */
    const struct ddds_check_contents *contents;
    size_t contents_count;
};
#define DDDS_CHECK_OPTIONS_INIT DDDS_INIT(struct ddds_check_options)

/* Create a check. |options| may be NULL; data that they point to must stay
 * valid until the check is freed. The caller frees it with ddds_check_free.
 * Returns NULL on failure: DDDS_BAD_OPTION (an invalid origin, invalid roots,
 * an unknown code, or an application without name, flags or read_services) or
 * DDDS_NO_MEMORY. */
DDDS_API ddds_check *ddds_check_new(const struct ddds_check_options *options,
                                    struct ddds_error *error);

/* Free |check|, which may be NULL. */
DDDS_API void ddds_check_free(ddds_check *check);

/* Read the zone file |path|. |options| may be NULL; its origin precedes that of
 * struct ddds_check_options. Without any origin, names that are relative to it
 * are not followed, and no correction writes them in full. After a failure,
 * findings can still be reported. Fails with:
 *
 * - DDDS_UNREADABLE: the file cannot be read.
 * - DDDS_SYNTAX: it is not a zone file; no record could be read.
 * - DDDS_LIMIT, DDDS_NO_MEMORY.
 * - DDDS_BAD_OPTION: |check| or |path| is NULL, an origin is invalid, the
 *   findings have been reported, or live records have been read. */
DDDS_API ddds_status ddds_check_file(ddds_check *check, const char *path,
                                     const struct ddds_zone_options *options,
                                     struct ddds_error *error);

/* Read the |length| octets at |text| as a zone file that findings call |name|.
 * |text| is borrowed until the check is freed; it may be NULL if |length| is
 * 0. |options| is as for ddds_check_file. Fails as that does, but never with
 * DDDS_UNREADABLE: $INCLUDE is an error in it. */
DDDS_API ddds_status ddds_check_text(ddds_check *check, const char *name,
                                     const char *text, size_t length,
                                     const struct ddds_zone_options *options,
                                     struct ddds_error *error);

/* The options for checking published records. Zero means the default. */
struct ddds_check_live {
    size_t size; /* set by DDDS_CHECK_LIVE_INIT */

    /* The servers to query: recursive servers, or those of the zone; NULL: the
     * system's; with |database|, none. */
    const struct ddds_dns_options *dns;

    /* Always query the authoritative servers of the zone, too, one by one. By
     * default they are queried only if the lookup of the rules fails. */
    bool asks_authorities;
    uint16_t authority_port; /* 0: 53 */

    /* The present time in seconds since 1970, to judge the expiry of
     * signatures; 0: ignore them. */
    int64_t now;

    /* Called for each name that could not be looked up; or NULL. */
    ddds_complaint_fn *complaint;
    void *context; /* passed to |complaint| */

    /* The database for the names and their targets, instead of one that queries
     * |dns|; or NULL. The caller owns it, and must keep it until the check is
     * freed. If it validates answers (validate.h), findings name the broken
     * link of the chain of trust: for that, and to query authoritative servers,
     * |dns| is used, unless it is NULL. */
    ddds_database *database;
};
#define DDDS_CHECK_LIVE_INIT DDDS_INIT(struct ddds_check_live)

/* Query the rules at |names|, in presentation form, then their targets, and so
 * on. Each RRset is checked like a zone file; other findings are about the
 * answers. Call this once, and instead of reading files. |live| may be NULL.
 * Fails with:
 *
 * - DDDS_BAD_OPTION: an invalid server or name, |check| is NULL, files have
 *   been read, the function has been called before, or the findings have been
 *   reported.
 * - DDDS_UNREADABLE: at least one name could not be looked up, because no
 *   server answered or the server refused. The other names are checked.
 * - DDDS_LIMIT: too many queries; the records received are checked.
 * - DDDS_NO_MEMORY. */
DDDS_API ddds_status ddds_check_names(ddds_check *check,
                                      const struct ddds_check_live *live,
                                      const char *const *names, size_t count,
                                      struct ddds_error *error);

/* The counts of a check. Findings that comments in the file or the options
 * ignore are not counted. Of each code only the first thousand findings, or
 * |most_findings|, are reported. Unless that is SIZE_MAX, L116, L512, L701 and
 * L901 are one finding for each zone (L512 for consecutive names with one TTL),
 * whose detail ends with the number of the others. |found| counts all;
 * |omitted| is the number of findings that were not reported individually. */
struct ddds_check_summary {
    size_t size; /* set by DDDS_CHECK_SUMMARY_INIT */

    size_t files;
    size_t queries; /* DNS queries, for published records */
    size_t records; /* NAPTR records, valid or not */
    size_t keys;    /* names with NAPTR records */
    size_t omitted;
    size_t found[DDDS_ERROR + 1]; /* findings of each severity */
};
#define DDDS_CHECK_SUMMARY_INIT DDDS_INIT(struct ddds_check_summary)

/* Run the checks that need all files, and pass every finding to |finding|: file
 * by file, in the order of their lines. |summary| may be NULL. Call this once;
 * nothing can be read into the check afterwards. Fails with DDDS_NO_MEMORY,
 * with all counts 0, or with DDDS_BAD_OPTION: |check| or |finding| is NULL, the
 * findings have been reported already, or the size of |summary| is not set. */
DDDS_API ddds_status ddds_check_report(ddds_check *check,
                                       ddds_finding_fn *finding, void *context,
                                       struct ddds_check_summary *summary,
                                       struct ddds_error *error);

/* Reset |check| to the state after ddds_check_new, with the same options. Many
 * small checks take a tenth of the time if they share a check. The caller may
 * then free the texts that it passed. |check| may be NULL. */
DDDS_API void ddds_check_reset(ddds_check *check);

/* ---- Corrections -------------------------------------------------------- */

/* A correction that was made: |text| replaces |count| octets of the original
 * file from |begin| on. Valid until the callback returns. */
struct ddds_correction {
    const char *file;                   /* the path of its contents */
    const struct ddds_check_code *code; /* the first that it corrects */
    uint32_t line;                      /* of its start, from 1 */
    size_t begin;
    size_t count;
    const char *text; /* with the layout and the comments of the record */
};

/* How files are corrected. Zero means the default. */
struct ddds_correct {
    size_t size; /* set by DDDS_CORRECT_INIT */

    /* Reads all files into |check|, which is new for each call. |contents| are
     * the present contents of the files to correct; the options of |check|
     * include them, so that ddds_check_file reads them. Returns the failure of
     * the functions that it calls. Must not be NULL. */
    ddds_status (*read)(void *context, ddds_check *check,
                        const struct ddds_check_contents *contents,
                        struct ddds_error *error);

    /* Returns true to accept the correction of |finding|. NULL: accept all,
     * except for codes that the options of the check ignore. */
    bool (*wants)(void *context, const struct ddds_finding *finding);

    /* Called with each correction, by file and position, after all were made.
     * Must not be NULL. */
    void (*made)(void *context, const struct ddds_correction *correction);

    void *context; /* passed to the functions above */

    /* Receives whether files that others include have corrections, which are
     * not made; or NULL. */
    bool *leaves_included;
};
#define DDDS_CORRECT_INIT DDDS_INIT(struct ddds_correct)

/* Correct the files in |options->contents|: apply the certain corrections,
 * check the result, and drop corrections that do not remove their finding, or
 * cause another of at least its severity, until none does. A correction is
 * certain if it keeps the meaning of a record, or if a record that servers or
 * clients reject has only one possible meaning. It must not include a choice or
 * an unwanted correction. If the first call of |correct->read| fails, so does
 * the function; if a later call fails, the corrections being tried are dropped.
 * Fails with DDDS_NO_MEMORY and DDDS_BAD_OPTION, too. */
DDDS_API ddds_status ddds_check_correct(
    const struct ddds_check_options *options,
    const struct ddds_correct *correct, struct ddds_error *error);

#ifdef __cplusplus
}
#endif

#endif
