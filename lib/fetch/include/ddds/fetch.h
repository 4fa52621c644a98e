/* Contact what a resolution found: the last step of RFC 3404 appendix A, over
 * THTTP (RFC 2169) or plain HTTP. Link with libddds-fetch.
 *
 *     ddds_fetcher *fetcher = ddds_fetcher_new(NULL, NULL);
 *     ddds_resolution *done = ddds_resolve(dns, NULL, "urn:foo:1", NULL, NULL);
 *     ddds_retrieval *retrieval = ddds_fetch(fetcher, done, "I2L", NULL);
 *     const struct ddds_fetched *fetched = ddds_retrieval_result(retrieval);
 *     if (fetched->uri_count > 0)
 *         puts(fetched->uris[0]);
 *     ddds_retrieval_free(retrieval);
 *     ddds_resolution_free(done);
 *     ddds_fetcher_free(fetcher);
 *
 * Connections go to the addresses that were resolved and to no others: a name
 * is looked up once, and its addresses are checked before one is used.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DDDS_FETCH_H
#define DDDS_FETCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ddds/database.h>
#include <ddds/resolve.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The services that can be requested (RFC 2483 section 4, RFC 3404 section
 * 4.4.1, OASIS BDXL 1.0). Each row is a constant, the name, and what comes back. */
#define DDDS_FETCH_SERVICE_LIST(X)                                             \
    X(I2L, "I2L", "one URI of the resource")                                   \
    X(I2LS, "I2Ls", "a list of URIs of the resource")                          \
    X(I2R, "I2R", "the resource")                                              \
    X(I2RS, "I2Rs", "several forms of the resource")                           \
    X(I2C, "I2C", "a description of the resource")                             \
    X(I2CS, "I2Cs", "several descriptions of the resource")                    \
    X(I2N, "I2N", "one URN of the resource")                                   \
    X(I2NS, "I2Ns", "a list of URNs of the resource")                          \
    X(SMP, "Meta", "what a participant receives, from its SMP (OASIS BDXL)")

enum ddds_fetch_service {
#define DDDS_FETCH_SERVICE_CODE(name, word, text) DDDS_FETCH_##name,
    DDDS_FETCH_SERVICE_LIST(DDDS_FETCH_SERVICE_CODE)
#undef DDDS_FETCH_SERVICE_CODE
};

/* The name of |service|, as "I2L"; "unknown" for an invalid one. Never NULL;
 * static storage. */
DDDS_API const char *ddds_fetch_service_name(enum ddds_fetch_service service);

/* How a request ended, or the whole. Each row is a constant, its word in
 * machine-readable output, its class, and its text for people. */
#define DDDS_FETCH_END_LIST(X)                                                 \
    X(DONE, "DONE", RESOLVED, "the service was performed")                     \
    X(NOT_FOUND, "NOT_FOUND", NOT_FOUND, "the server knows nothing of it")     \
    X(DENIED, "DENIED", NOT_FOUND, "the server denies access")                 \
    X(NOT_SPOKEN, "NOT_SPOKEN", NOT_FOUND,                                     \
      "ddds does not speak the protocol, or not for this service")             \
    X(NO_ADDRESS, "NO_ADDRESS", NOT_FOUND, "the host has no address")          \
    X(BAD_ANSWER, "BAD_ANSWER", BAD_DATA,                                      \
      "the answer is not one to this service")                                 \
    X(TOO_LARGE, "TOO_LARGE", LIMITED, "the answer is too large")              \
    X(REDIRECTS, "REDIRECTS", BAD_DATA, "too many redirects")                  \
    X(PRIVATE, "PRIVATE_ADDRESS", INSECURE,                                    \
      "the host has a private address only")                                   \
    X(UNTRUSTED, "UNTRUSTED", INSECURE,                                        \
      "the server's certificate is not valid")                                 \
    X(UNREACHABLE, "UNREACHABLE", TEMPORARY,                                   \
      "no connection could be made, or it ended too early")                    \
    X(TIMED_OUT, "TIMED_OUT", TEMPORARY, "the server did not answer in time")  \
    X(SERVER_ERROR, "SERVER_ERROR", TEMPORARY, "the server failed")            \
    X(STOPPED, "STOPPED", TEMPORARY, "the caller stopped the request")         \
    X(NO_OUTCOME, "NO_OUTCOME", NOT_FOUND, "nothing was resolved")

enum ddds_fetch_end {
#define DDDS_FETCH_END_CODE(name, word, class, text) DDDS_FETCH_END_##name,
    DDDS_FETCH_END_LIST(DDDS_FETCH_END_CODE)
#undef DDDS_FETCH_END_CODE
};

/* The word for |end|, as "NOT_FOUND"; "UNKNOWN" for an invalid one. Never NULL;
 * static storage. */
DDDS_API const char *ddds_fetch_end_name(enum ddds_fetch_end end);

/* The text of |end| for people, as "the server knows nothing of it"; "unknown"
 * for an invalid one. Never NULL; static storage. */
DDDS_API const char *ddds_fetch_end_text(enum ddds_fetch_end end);

/* What a caller can do about |end|; DDDS_CLASS_TEMPORARY for an invalid one. */
DDDS_API enum ddds_reason_class ddds_fetch_end_class(enum ddds_fetch_end end);

/* Called while servers answer, at least once a second, with the octets of
 * content so far and in all (0: not known), of all answers in progress. Returns
 * true to go on, false to stop these. */
typedef bool ddds_fetch_progress_fn(void *context, uint64_t octets,
                                    uint64_t total);

/* The options of a fetcher. Zero means the default. */
struct ddds_fetch_options {
    size_t size; /* set by DDDS_FETCH_OPTIONS_INIT */

    /* Proxies for http and https URIs, as "http://192.0.2.1:3128", and hosts
     * that are reached without one, as "localhost,.example.com". A proxy looks
     * up the names of servers itself, so their addresses are checked here and
     * may differ there. NULL: none. */
    const char *http_proxy;
    const char *https_proxy;
    const char *no_proxy;

    /* A file of certificates in PEM to trust, in place of the system's; or
     * NULL. */
    const char *ca_file;

    /* The media types to ask for, as the Accept field of HTTP: "text/html,
     * text/plain;q=0.1", at most 1000 octets of printable ASCII. NULL: those of
     * the service. */
    const char *accept;

    /* Contact loopback, private and other addresses that are not of the public
     * Internet, too. Without it, they are refused: rules from DNS must not lead
     * a client into its own network. */
    bool allow_private;

    /* Do not copy the q-component of a URN to the URI that a service returns
     * (RFC 8141 section 2.3.2). */
    bool no_q;

    unsigned connect_timeout; /* milliseconds; 0: 5000 */
    unsigned timeout;         /* milliseconds for one answer; 0: 30000 */
    unsigned deadline;        /* milliseconds for all of one input; 0: 120000 */
    unsigned max_redirects;   /* that are followed; 0: 10 */
    uint64_t max_size;        /* octets of content; 0: 67108864 (64 MiB) */

    /* Where the hosts of URIs are looked up, and those of servers whose
     * addresses the resolution did not look up. It must stay valid as long as
     * the fetcher. Names that it does not hold (DDDS_REPLY_OUTSIDE), or all
     * names if this is NULL, are looked up by the system. */
    ddds_database *hosts;

    ddds_fetch_progress_fn *progress; /* or NULL */
    void *progress_context;           /* passed to |progress| */

    /* The type of documents whose ServiceMetadata is requested from an SMP,
     * "busdox-docid-qns::urn:..."; NULL: the ServiceGroup, which lists the
     * types. */
    const char *document;
};
#define DDDS_FETCH_OPTIONS_INIT DDDS_INIT(struct ddds_fetch_options)

/* One request, or one that was not made and why. */
struct ddds_fetch_attempt {
    const char *uri;     /* that was requested */
    const char *address; /* of the server that answered; or NULL */
    unsigned status;     /* of HTTP; 0: none came in a complete head */
    uint64_t milliseconds;
    enum ddds_fetch_end end;
    const char *detail;   /* more about the end, or NULL */
    const char *location; /* where the answer leads to, or NULL */
};

/* The result of a fetch. */
struct ddds_fetched {
    enum ddds_fetch_end end; /* of all; DONE: the service is performed */
    enum ddds_fetch_service service; /* the last one that was requested */

    /* Of I2L and I2N, the URI; of I2Ls and I2Ns, all URIs, in the order of the
     * server, and the lines of its list that are not URIs. */
    const char *const *uris;
    size_t uri_count;
    size_t skipped;

    /* Of the other services, the content; |type| is its media type, or NULL. Of
     * an SMP, the document as it is: its signature is not checked. The octet
     * after the last is a NUL that is not counted. */
    const void *content;
    size_t length;
    const char *type;

    /* Every request in its order, also those that redirects led to. */
    const struct ddds_fetch_attempt *attempts;
    size_t attempt_count;
};

/* The attempt at |index| of |fetched|, or NULL from |attempt_count| on: the
 * struct may get members in later versions. */
DDDS_API const struct ddds_fetch_attempt *
ddds_fetched_attempt(const struct ddds_fetched *fetched, size_t index);

/* Performs services, and keeps connections for the next. Opaque; one thread at
 * a time may use it. */
typedef struct ddds_fetcher ddds_fetcher;

/* Create a fetcher. |options| may be NULL; its strings are copied. The caller
 * frees it with ddds_fetcher_free. Returns NULL on failure: DDDS_BAD_OPTION,
 * DDDS_UNREADABLE if |ca_file| cannot be read or has no certificate, or if no
 * descriptor is left, or DDDS_NO_MEMORY. */
DDDS_API ddds_fetcher *
ddds_fetcher_new(const struct ddds_fetch_options *options,
                 struct ddds_error *error);

/* Free |fetcher|, which may be NULL, and its retrievals in progress. Others must
 * have been freed before. Not from within |done| of a retrieval. */
DDDS_API void ddds_fetcher_free(ddds_fetcher *fetcher);

/* One service for one resolution. Opaque; created by ddds_fetch or
 * ddds_retrieval_start, freed by ddds_retrieval_free. */
typedef struct ddds_retrieval ddds_retrieval;

/* Perform the first of |services| (a list such as "I2L,I2R", in any case, old
 * names such as N2L included; NULL or "": I2L, I2R, I2Ls, I2C, I2Rs, I2Cs,
 * I2Ns, I2N, Meta) that the outcome of |resolution| offers, and wait until that
 * is done. The servers are contacted in their order; after a failure the next
 * one is, and then those of the next result that the application allows
 * (ddds_resolution_next), which replaces that of |resolution|. The first server
 * that performs the service ends this, or one that definitely cannot, and no
 * other rule is left. |resolution| must be done, and stay valid as long as the
 * retrieval. It is not a failure if no server performs the service: the result
 * says so. The caller frees the retrieval with ddds_retrieval_free. Returns NULL
 * on failure: DDDS_BAD_OPTION (|services| names an unknown one; |resolution| is
 * not done) or DDDS_NO_MEMORY. */
DDDS_API ddds_retrieval *ddds_fetch(ddds_fetcher *fetcher,
                                    ddds_resolution *resolution,
                                    const char *services,
                                    struct ddds_error *error);

/* The result of |retrieval|, valid until it is freed; NULL as long as it is in
 * progress, and if memory could not be allocated. */
DDDS_API const struct ddds_fetched *
ddds_retrieval_result(const ddds_retrieval *retrieval);

/* Free |retrieval|, which may be NULL, and its result. If it is in progress, it
 * is given up, and |done| is not called. */
DDDS_API void ddds_retrieval_free(ddds_retrieval *retrieval);

/* Check a list of services for ddds_fetch; it may be NULL. Fails with
 * DDDS_BAD_OPTION, and a detail that quotes the unknown one. */
DDDS_API ddds_status ddds_fetch_check(const char *services,
                                      struct ddds_error *error);

/* ---- Many at a time ------------------------------------------------------
 *
 * Any number of retrievals go on side by side, so that a server that is slow
 * delays its own alone. A program without an event loop calls
 * ddds_fetcher_wait; the loop of another one watches the descriptor of the
 * fetcher, as well as its database. ddds_many holds an input until its
 * retrieval is done (|hold| of struct ddds_many_options).
 *
 * Each retrieval may take as much memory as |max_size| says. */

/* Called when |retrieval| is done. It may free it, and start others. */
typedef void ddds_retrieved_fn(ddds_retrieval *retrieval, void *context);

/* Do the same as ddds_fetch without waiting. |done|, which may be NULL, is
 * called once with |context|, from within ddds_fetcher_process or
 * ddds_fetcher_wait. Returns NULL on failure, as ddds_fetch does, and then
 * |done| is not called. */
DDDS_API ddds_retrieval *
ddds_retrieval_start(ddds_fetcher *fetcher, ddds_resolution *resolution,
                     const char *services, ddds_retrieved_fn *done,
                     void *context, struct ddds_error *error);

/* Wait until a retrieval makes progress or a signal arrives. The database
 * |hosts| of the options is waited for, too: its lookups get on, and
 * resolutions that use it. Retrievals go on to the next result of a resolution,
 * so this must be the database of the resolutions. Fails with DDDS_LIMIT, at
 * once, if no retrieval is in progress, and as ddds_database_wait does if the
 * database cannot wait. */
DDDS_API ddds_status ddds_fetcher_wait(ddds_fetcher *fetcher);

/* For callers with an event loop of their own: the one descriptor to watch for
 * reading, always the same. When it can be read, or when the time that
 * ddds_fetcher_timeout returns is over, call ddds_fetcher_process. */
DDDS_API int ddds_fetcher_descriptor(const ddds_fetcher *fetcher);

/* The milliseconds after which ddds_fetcher_process must be called even if
 * nothing can be read, or -1 if it need not be called until then. Ask after
 * every call that uses the fetcher or its database. */
DDDS_API int ddds_fetcher_timeout(ddds_fetcher *fetcher);

/* Process what has arrived, and what is due. |done| of retrievals is called from
 * within this function. */
DDDS_API void ddds_fetcher_process(ddds_fetcher *fetcher);

#ifdef __cplusplus
}
#endif

#endif
