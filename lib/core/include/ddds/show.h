/* A result as JSON, or in a format of your own: walk through it as all formats
 * show it.
 *
 * The library determines contents and words: the formats of the tool (text,
 * JSON, HTML) and the objects of Python are made in this walk, and so agree. A
 * format is a struct of functions:
 *
 *     void put_outcome(void *self, const struct ddds_shown_outcome *shown)
 *     {
 *         fprintf(self, "%s %s\n", shown->kind, shown->outcome->output);
 *     }
 *
 *     void print_outcomes(const struct ddds_result *result)
 *     {
 *         struct ddds_show show = DDDS_SHOW_INIT;
 *         show.self = stdout;
 *         show.outcome = put_outcome;
 *         ddds_show_result(result, 0, &show, NULL);
 *     }
 *
 * The structs that its functions get are valid until the function returns, and
 * that of the result until ddds_show_result returns. Later versions may append
 * members to them. All words are in static storage.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DDDS_SHOW_H
#define DDDS_SHOW_H

#include <stdbool.h>
#include <stddef.h>

#include <ddds/result.h>
#include <ddds/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A result, or an input that was rejected. */
struct ddds_shown_result {
    const struct ddds_result *result; /* NULL: rejected input */
    const char *input;
    const struct ddds_application *application;

    const char *status; /* machine-readable: the class of the reason, or
                           "bad_input" */
    const char *title;  /* its text, for example "Not found" */

    /* Why the result has no outcome. |code| is a word such as "NO_NAME" or
     * "BAD_INPUT", NULL with an outcome. |reason| is its sentence, |at| the
     * name where the resolution ended, |detail| the details; the last two may
     * be NULL. */
    const char *code;
    const char *reason;
    const char *at;
    const char *detail;
};

/* The fields of a UUID, as text. */
struct ddds_shown_uuid {
    const struct ddds_uuid_fields *fields;
    char value[DDDS_UUID_TEXT_SIZE];
    char time[DDDS_UUID_TIME_SIZE]; /* RFC 3339; "" if missing */
    char node[18];                  /* "00:a0:c9:1e:6b:f6"; "" if missing */
};

/* An outcome. */
struct ddds_shown_outcome {
    const struct ddds_outcome *outcome;
    size_t index;
    const char *kind;     /* machine-readable, such as "uri" */
    const char *title;    /* its text, such as "URI" */
    const char *services; /* field of the last rule; NULL if empty */

    /* |services| as parsed by the application: the pursued protocol, or the
     * first, whose text is NULL if it is missing; and the services. */
    struct ddds_span protocol;
    const struct ddds_span *resolution_services;
    size_t resolution_service_count;

    const char *target; /* the domain name of servers or a host, or NULL */
    bool has_ttl;
    const struct ddds_shown_uuid *uuid; /* NULL unless the kind is "uuid" */

    /* Security of everything that the outcome relies on, such as "secure"; NULL
     * if the database does not validate answers. */
    const char *security;
};

/* A step of the trace. */
struct ddds_shown_step {
    const struct ddds_step *step;
    size_t index;
    bool is_restart;      /* the resolution restarted with this step, because
                             data had expired */
    const char *type;     /* of the query, such as "A+AAAA" */
    const char *fallback; /* the standard of the application's own rules,
                             without a query; or NULL */

    /* The answer; NULL without a query or an answer. */
    const struct ddds_answer *answer;
    const char *reply;     /* such as "no such name" */
    const char *rcode;     /* such as "NXDOMAIN", or NULL */
    const char *transport; /* "udp" or "tcp"; NULL without a server, or if
                              unknown */
    bool has_time;         /* the time of the server is known */
    bool has_servers;      /* the answer has SRV records */
    bool has_addresses;    /* addresses, */
    bool has_targets;      /* the answer has URI records */

    /* Security of the answer, such as "secure"; NULL without validation or
     * answer. */
    const char *security;
};

/* A rule of a step, and the verdict on it. */
struct ddds_shown_rule {
    const struct ddds_judged_rule *judged;
    size_t index;
    const char *verdict;     /* machine-readable, such as "no_match" */
    const char *replacement; /* NULL if the rule has none */
    const char *use;         /* use of the output, such as "the next key"; NULL
                                if the output has no use, or a reason is
                                known */
    const char *meaning;     /* the reason known about this rule, or else the
                                verdict as a sentence; NULL if |use| suffices.
                                Valid until the function returns */
};

/* The functions of a format. Each may be NULL, and gets |self|. They are called
 * in this order: |begin|; |outcome| for each of them; if the steps are asked
 * for, |trace|, then for each step |step|, |rule| for each of its rules, and
 * |end_step|; and |end|. */
struct ddds_show {
    size_t size; /* set by DDDS_SHOW_INIT */
    void *self;
    void (*begin)(void *self, const struct ddds_shown_result *shown);
    void (*outcome)(void *self, const struct ddds_shown_outcome *shown);
    void (*trace)(void *self, const struct ddds_shown_result *shown);
    void (*step)(void *self, const struct ddds_shown_step *shown);
    void (*rule)(void *self, const struct ddds_shown_rule *shown);
    void (*end_step)(void *self, const struct ddds_shown_step *shown);
    void (*end)(void *self, const struct ddds_shown_result *shown);
};
#define DDDS_SHOW_INIT DDDS_INIT(struct ddds_show)

/* Optional parts. */
enum ddds_show_part {
    DDDS_SHOW_TRACE = 1 << 0, /* steps */

    /* Omit the parsing of services fields. |protocol| of an outcome is then the
     * pursued protocol, and |resolution_services| is empty. */
    DDDS_SHOW_UNREAD = 1 << 1,
};

/* Walk through |result| with the functions of |show|. |parts| is a sum of enum
 * ddds_show_part. Nothing is allocated. The system's clock determines whether a
 * UUID is in the future. Fails with DDDS_BAD_OPTION if |show| has no size, or
 * unknown functions. */
DDDS_API ddds_status ddds_show_result(const struct ddds_result *result,
                                      unsigned parts,
                                      const struct ddds_show *show,
                                      struct ddds_error *error);

/* Call |begin| and |end| of |show| for an |input| that |application| rejected
 * for the reason in |why|: like a result without outcomes and steps, with the
 * status "bad_input". Fails like ddds_show_result. */
DDDS_API ddds_status
ddds_show_refusal(const char *input, const struct ddds_application *application,
                  const struct ddds_error *why, const struct ddds_show *show,
                  struct ddds_error *error);

/* ---- As JSON ------------------------------------------------------------ */

/* Write |result| as JSON (RFC 8259) to |text|, which holds |size| octets, with
 * a NUL: the output of ddds --json, schema ddds.resolve/1, one object on one
 * line without its end. |parts| is a sum of enum ddds_show_part: without the
 * trace, "trace" is null. The text is ASCII. A string that is not UTF-8 is null
 * there, and the member NAME_hex has its octets in hexadecimal.
 *
 * Returns the full length, without the NUL. If that is not less than |size|,
 * the text did not fit, and |text| is "": call again with more memory. |text|
 * may be NULL if |size| is 0. Nothing is allocated. The system's clock
 * determines whether a UUID is in the future. */
DDDS_API size_t ddds_result_json(const struct ddds_result *result,
                                 unsigned parts, char *text, size_t size);

/* Write, as JSON of the schema ddds.resolve/1, that |application| did not
 * accept |input| for the reason in |error|: an object on one line without its
 * end, whose status is "bad_input". |text| holds |size| octets and gets a NUL;
 * it may be NULL if |size| is 0. Returns the full length, without the NUL. If
 * that is not less than |size|, the text did not fit, and |text| is "". */
DDDS_API size_t ddds_refusal_json(const char *input,
                                  const struct ddds_application *application,
                                  const struct ddds_error *error, char *text,
                                  size_t size);

#ifdef __cplusplus
}
#endif

#endif
