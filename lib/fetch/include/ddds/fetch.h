/* Contact the servers that a resolution found: the last step of RFC 3404
 * appendix A, over THTTP (RFC 2169) or plain HTTP. Link with libddds-fetch.
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
 * Connections are made only to resolved addresses: a name is looked up once,
 * and its addresses are checked before use.
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

/* Services that can be requested (RFC 2483 section 4, RFC 3404 section 4.4.1,
 * OASIS BDXL 1.0). Each row has a constant, the name, and the result. */
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

/* Return the name of |service|, for example "I2L"; "unknown" for an invalid
 * value. Never NULL; static storage. */
DDDS_API const char *ddds_fetch_service_name(enum ddds_fetch_service service);

/* How a request, or a retrieval, ended. Each row has a constant, its word in
 * machine-readable output, its class, and its text for users. */
#define DDDS_FETCH_END_LIST(X)                                                 \
    X(DONE, "DONE", RESOLVED, "the service was performed")                     \
    X(NOT_FOUND, "NOT_FOUND", NOT_FOUND, "the server does not know it")        \
    X(DENIED, "DENIED", NOT_FOUND, "the server denies access")                 \
    X(NOT_SPOKEN, "NOT_SPOKEN", NOT_FOUND,                                     \
      "the protocol is not supported, or not for this service")                \
    X(NO_ADDRESS, "NO_ADDRESS", NOT_FOUND, "the host has no address")          \
    X(BAD_ANSWER, "BAD_ANSWER", BAD_DATA,                                      \
      "the answer does not fit the service")                                   \
    X(TOO_LARGE, "TOO_LARGE", LIMITED, "the answer is too large")              \
    X(REDIRECTS, "REDIRECTS", BAD_DATA, "too many redirects")                  \
    X(PRIVATE, "PRIVATE_ADDRESS", INSECURE,                                    \
      "the host has a private address only")                                   \
    X(UNTRUSTED, "UNTRUSTED", INSECURE,                                        \
      "the server's certificate is not valid")                                 \
    X(UNREACHABLE, "UNREACHABLE", TEMPORARY,                                   \
      "the connection failed, or ended too early")                             \
    X(TIMED_OUT, "TIMED_OUT", TEMPORARY, "the server did not answer in time")  \
    X(SERVER_ERROR, "SERVER_ERROR", TEMPORARY, "the server failed")            \
    X(STOPPED, "STOPPED", TEMPORARY, "the caller stopped the request")         \
    X(NO_OUTCOME, "NO_OUTCOME", NOT_FOUND, "nothing was resolved")

enum ddds_fetch_end {
#define DDDS_FETCH_END_CODE(name, word, class, text) DDDS_FETCH_END_##name,
    DDDS_FETCH_END_LIST(DDDS_FETCH_END_CODE)
#undef DDDS_FETCH_END_CODE
};

/* Return the word for |end|, for example "NOT_FOUND"; "UNKNOWN" for an invalid
 * value. Never NULL; static storage. */
DDDS_API const char *ddds_fetch_end_name(enum ddds_fetch_end end);

/* Return the text of |end| for users, for example "the server does not know
 * it"; "unknown" for an invalid value. Never NULL; static storage. */
DDDS_API const char *ddds_fetch_end_text(enum ddds_fetch_end end);

/* Return the class of |end|; DDDS_CLASS_TEMPORARY for an invalid value. */
DDDS_API enum ddds_reason_class ddds_fetch_end_class(enum ddds_fetch_end end);

/* Called at least once a second while servers answer, with the octets of
 * content received and the total (0: unknown) of all answers in progress.
 * Return true to continue, false to stop them. */
typedef bool ddds_fetch_progress_fn(void *context, uint64_t octets,
                                    uint64_t total);

/* Options of a fetcher. Zero selects the default. */
struct ddds_fetch_options {
    size_t size; /* set by DDDS_FETCH_OPTIONS_INIT */

    /* Proxies for http and https URIs, for example "http://192.0.2.1:3128", and
     * hosts to contact without a proxy, for example "localhost,.example.com". A
     * proxy looks up names itself: addresses are checked here, but the proxy
     * may find others. NULL: none. */
    const char *http_proxy;
    const char *https_proxy;
    const char *no_proxy;

    /* File of trusted certificates in PEM; NULL: those of the system. */
    const char *ca_file;

    /* Media types for the Accept field of HTTP: "text/html, text/plain;q=0.1",
     * at most 1000 octets of printable ASCII. NULL: those of the service. */
    const char *accept;

    /* Allow loopback, private and other addresses outside the public Internet.
     * By default they are refused, because rules from DNS must not lead a
     * client into its own network. */
    bool allow_private;

    /* Do not copy the q-component of a URN to the URI that a service returns
     * (RFC 8141 section 2.3.2). */
    bool no_q;

    unsigned connect_timeout; /* milliseconds; 0: 5000 */
    unsigned timeout;         /* milliseconds for an answer; 0: 30000 */
    unsigned deadline;        /* milliseconds for a retrieval; 0: 120000 */
    unsigned max_redirects;   /* limit on redirects; 0: 10 */
    uint64_t max_size;        /* octets of content; 0: 67108864 (64 MiB) */

    /* Database for the hosts of URIs, and for servers whose addresses the
     * resolution did not look up. It must stay valid as long as the fetcher.
     * Names that it does not contain (DDDS_REPLY_OUTSIDE), or all names if this
     * is NULL, are looked up by the system. */
    ddds_database *hosts;

    ddds_fetch_progress_fn *progress; /* or NULL */
    void *progress_context;           /* passed to |progress| */

    /* Document type for the ServiceMetadata of an SMP,
     * "busdox-docid-qns::urn:..."; NULL: the ServiceGroup, which lists the
     * types. */
    const char *document;
};
#define DDDS_FETCH_OPTIONS_INIT DDDS_INIT(struct ddds_fetch_options)

/* A request, or the reason why it was not made. */
struct ddds_fetch_attempt {
    const char *uri;     /* requested URI */
    const char *address; /* of the server that answered; or NULL */
    unsigned status;     /* HTTP status; 0: no complete head was received */
    uint64_t milliseconds;
    enum ddds_fetch_end end;
    const char *detail;   /* explains |end|, or NULL */
    const char *location; /* target of a redirect, or NULL; as the server sent
                             it, so it may contain any octet */
};

/* Result of a retrieval. */
struct ddds_fetched {
    enum ddds_fetch_end end;         /* of the retrieval; DONE: service
                                        performed */
    enum ddds_fetch_service service; /* the last that was requested */

    /* For I2L and I2N, the URI; for I2Ls and I2Ns, all URIs in the order of the
     * server. |skipped| counts the lines of its list that are not URIs. */
    const char *const *uris;
    size_t uri_count;
    size_t skipped;

    /* For other services, the content; |type| is its media type as the server
     * sent it, so it may contain any octet, or NULL. The document of an SMP is
     * unchanged, and its signature is not checked. A NUL follows, which
     * |length| does not count. */
    const void *content;
    size_t length;
    const char *type;

    /* All requests in order, including redirects. */
    const struct ddds_fetch_attempt *attempts;
    size_t attempt_count;
};

/* Return the attempt at |index| of |fetched|; NULL from |attempt_count| on. Use
 * it instead of the array, which may change in later versions. */
DDDS_API const struct ddds_fetch_attempt *
ddds_fetched_attempt(const struct ddds_fetched *fetched, size_t index);

/* A client for services; it keeps connections open for reuse. Opaque. It must
 * not be used by several threads at a time. After fork() the child may only
 * free inherited retrievals and fetchers, which does not affect its parent. Its
 * copies of their connections stay open until it ends. */
typedef struct ddds_fetcher ddds_fetcher;

/* Create a fetcher. |options| may be NULL; its strings are copied. The caller
 * frees it with ddds_fetcher_free(). Returns NULL on failure: DDDS_BAD_OPTION,
 * DDDS_UNREADABLE if |ca_file| cannot be read or has no certificate, or if
 * descriptors are used up, or DDDS_NO_MEMORY. */
DDDS_API ddds_fetcher *
ddds_fetcher_new(const struct ddds_fetch_options *options,
                 struct ddds_error *error);

/* Free |fetcher|, which may be NULL, and its retrievals in progress. Finished
 * retrievals must have been freed. Do not call it from |done| of a
 * retrieval. */
DDDS_API void ddds_fetcher_free(ddds_fetcher *fetcher);

/* A service for a resolution. Opaque; created by ddds_fetch() or
 * ddds_retrieval_start(), freed by ddds_retrieval_free(). */
typedef struct ddds_retrieval ddds_retrieval;

/* Perform the first of |services| that the outcome of |resolution| offers, and
 * wait for the result.
 *
 * |services| is a list such as "I2L,I2R", in either case; old names such as N2L
 * are accepted. NULL and "" mean I2L, I2R, I2Ls, I2C, I2Rs, I2Cs, I2Ns, I2N,
 * Meta.
 *
 * Servers are contacted in their order. After a failure the next server is
 * tried, then those of the next result that the application allows
 * (ddds_resolution_next()), which replaces that of |resolution|. The retrieval
 * ends when a server has performed the service, or when a server definitely
 * cannot and no other rule is left. |resolution| must be finished, and stay
 * valid as long as the retrieval.
 *
 * If no server performs the service, the call does not fail, but the result has
 * the reason. The caller frees the retrieval with ddds_retrieval_free().
 * Returns NULL on failure: DDDS_BAD_OPTION (an unknown service, or |resolution|
 * is not finished) or DDDS_NO_MEMORY. */
DDDS_API ddds_retrieval *ddds_fetch(ddds_fetcher *fetcher,
                                    ddds_resolution *resolution,
                                    const char *services,
                                    struct ddds_error *error);

/* Return the result of |retrieval|, valid until it is freed; NULL while it is
 * in progress, and if memory could not be allocated. */
DDDS_API const struct ddds_fetched *
ddds_retrieval_result(const ddds_retrieval *retrieval);

/* Free |retrieval|, which may be NULL, and its result. If it is in progress,
 * cancel it; |done| is not called. */
DDDS_API void ddds_retrieval_free(ddds_retrieval *retrieval);

/* Check a list of services for ddds_fetch(); it may be NULL. Fails with
 * DDDS_BAD_OPTION, and a detail that quotes the unknown service. */
DDDS_API ddds_status ddds_fetch_check(const char *services,
                                      struct ddds_error *error);

/* ---- Many at a time ------------------------------------------------------
 *
 * Many retrievals can be in progress, so that a slow server delays only its
 * own. A program without an event loop calls ddds_fetcher_wait(); others watch
 * the descriptors of the fetcher and of its database. ddds_many holds an input
 * until its retrieval is finished (|hold| of struct ddds_many_options).
 *
 * Each retrieval may use as much memory as |max_size| allows. */

/* Called when |retrieval| is finished. It may free it, and start others. */
typedef void ddds_retrieved_fn(ddds_retrieval *retrieval, void *context);

/* Start what ddds_fetch() does, without waiting. |done|, which may be NULL, is
 * called once with |context|, from ddds_fetcher_process() or
 * ddds_fetcher_wait(). Returns NULL on failure, like ddds_fetch(), without
 * calling |done|. */
DDDS_API ddds_retrieval *
ddds_retrieval_start(ddds_fetcher *fetcher, ddds_resolution *resolution,
                     const char *services, ddds_retrieved_fn *done,
                     void *context, struct ddds_error *error);

/* Wait until a retrieval makes progress or a signal arrives. The database
 * |hosts| of the options is waited for too, with its lookups and the
 * resolutions that use it. It must be the database of the resolutions, because
 * retrievals continue with further results. If it cannot wait, its pending
 * lookups fail. Fails with DDDS_LIMIT, at once, if no retrieval is in progress,
 * and like ddds_database_wait() if that has another reason. */
DDDS_API ddds_status ddds_fetcher_wait(ddds_fetcher *fetcher);

/* Return the descriptor that a caller's event loop must watch for reading; it
 * never changes. When it is readable, or when the time of
 * ddds_fetcher_timeout() is over, call ddds_fetcher_process(). */
DDDS_API int ddds_fetcher_descriptor(const ddds_fetcher *fetcher);

/* Return the milliseconds after which ddds_fetcher_process() must be called
 * even if the descriptor is not readable; -1: no limit. Call it after every
 * call that uses the fetcher or its database. */
DDDS_API int ddds_fetcher_timeout(ddds_fetcher *fetcher);

/* Process events and timeouts. It calls |done| of finished retrievals. */
DDDS_API void ddds_fetcher_process(ddds_fetcher *fetcher);

#ifdef __cplusplus
}
#endif

#endif
