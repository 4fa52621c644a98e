/* Databases: the source of rules, servers and addresses.
 *
 * Every database implements struct ddds_database_class. The library has two
 * kinds, and a cache that can be put in front of another database:
 *
 * Zones in memory are loaded from zone files or added record by record. They
 * answer as an authoritative server of those zones: with aliases (CNAME,
 * DNAME), wildcards (RFC 4592), empty non-terminals, delegations, NXDOMAIN and
 * NODATA.
 *
 * DNS queries recursive name servers. One thread may have thousands of queries
 * in flight; it waits for the answers, or the caller's event loop watches the
 * sockets.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DDDS_DATABASE_H
#define DDDS_DATABASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ddds/question.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A database of any kind. Freed by ddds_database_free. One thread at a time may
 * use it, except zones in memory after they were filled. */
typedef struct ddds_database ddds_database;

/* Called by a database with the answer to the question with the number |id|.
 * |context| is that of the lookup. |answer| is valid until this returns. */
typedef void ddds_answer_fn(void *context, uint32_t id,
                            const struct ddds_answer *answer);

/* The methods of a database. A function that takes a database of any kind fails
 * with DDDS_BAD_OPTION if its class is incomplete: without its size or a
 * required method, or with unknown members that are set. Only
 * ddds_database_wait, ddds_database_wait_for and ddds_database_free do not check
 * this; with ddds_many_new, each input fails. */
struct ddds_database_class {
    size_t size; /* set by DDDS_DATABASE_CLASS_INIT */

    /* Look up |question|, and call |answer| once with |context|, before or
     * after this returns; only after it may |answer| look up, cancel, and free
     * the database. |now| is monotonic milliseconds. Required. */
    void (*lookup)(ddds_database *database,
                   const struct ddds_question *question, uint64_t now,
                   ddds_answer_fn *answer, void *context);

    /* Wait until a lookup in flight makes progress, a signal arrives,
     * |descriptor| can be read (-1: none), or |milliseconds| have passed (-1:
     * no limit), and deliver the completed answers. Fails immediately with
     * DDDS_LIMIT if no lookup is in flight. NULL if every lookup answers before
     * it returns. */
    ddds_status (*wait)(ddds_database *database, int descriptor,
                        int milliseconds);

    /* Cancel the lookups of |context|: their |answer| is not called any more.
     * NULL if every lookup answers before it returns. */
    void (*cancel)(ddds_database *database, void *context);

    /* Free the database. Required. */
    void (*free)(ddds_database *database);
};
#define DDDS_DATABASE_CLASS_INIT DDDS_INIT(struct ddds_database_class)

/* The base of every database. |methods| must stay valid as long as the
 * database. */
struct ddds_database {
    const struct ddds_database_class *methods;
};

/* Wait until a lookup in flight makes progress or a signal arrives, and deliver
 * the completed answers: started resolutions continue, and completed
 * resolutions call their callbacks. For programs without an event loop. Fails
 * immediately with DDDS_LIMIT if no lookup is in flight, since nothing would
 * end the wait. */
DDDS_API ddds_status ddds_database_wait(ddds_database *database);

/* Like ddds_database_wait, but also return when |descriptor| can be read,
 * unless it is -1, or after |milliseconds|, unless it is -1: for programs that
 * wait for other events, too. */
DDDS_API ddds_status ddds_database_wait_for(ddds_database *database,
                                            int descriptor, int milliseconds);

/* Free |database|, of any kind, which may be NULL. Free all resolutions that
 * use it first. */
DDDS_API void ddds_database_free(ddds_database *database);

/* ---- Zones in memory ---------------------------------------------------- */

/* Create a database in memory without zones. Fill it before use: from the first
 * lookup on it must not be changed, and threads may share it. The caller frees
 * it with ddds_database_free. Returns NULL on failure: DDDS_NO_MEMORY. */
DDDS_API ddds_database *ddds_memory_new(struct ddds_error *error);

/* Called for each mistake that causes a record, but not the whole file, to be
 * ignored. |detail| is "FILE:LINE:COLUMN: text", valid until this returns. */
typedef void ddds_complaint_fn(void *context, const char *detail);

/* Called with each syntax error of a zone file. |record| is the record, without
 * RDATA, if only these are invalid; otherwise NULL. |error| has the status
 * DDDS_SYNTAX and the detail "FILE:LINE:COLUMN: text". Both are valid until
 * this returns. */
typedef void ddds_unreadable_fn(void *context, const struct ddds_record *record,
                                const struct ddds_error *error);

/* Reports of a database in memory about its zone files. */
struct ddds_memory_reports {
    size_t size; /* set by DDDS_MEMORY_REPORTS_INIT */

    ddds_complaint_fn *complaint; /* or NULL */

    /* Continue after syntax errors: call this with each, and load the rest of
     * the file. NULL: a syntax error refuses the file. */
    ddds_unreadable_fn *unreadable;

    void *context; /* passed to both */
};
#define DDDS_MEMORY_REPORTS_INIT DDDS_INIT(struct ddds_memory_reports)

/* Report on files that |memory| loads from now on according to |reports|, which
 * is copied; NULL: no reports, the default. Fails with DDDS_BAD_OPTION if the
 * size of |reports| is not set. */
DDDS_API ddds_status ddds_memory_report(
    ddds_database *memory, const struct ddds_memory_reports *reports,
    struct ddds_error *error);

/* Called with the assumed origin of a file; |origin| is valid until this
 * returns. */
typedef void ddds_origin_fn(void *context, const char *origin);

/* Options for reading a zone file, into a database or a check (check.h). Zero
 * means the default. */
struct ddds_zone_options {
    size_t size; /* set by DDDS_ZONE_OPTIONS_INIT */

    /* The first origin of relative names, and the zone's name if the file has
     * no SOA. NULL: the owner of the SOA if that is an absolute name, as in
     * "example.com. SOA"; otherwise unknown. An origin outside the zone of the
     * SOA is ignored, as if it were NULL, and |assumed| is called with the name
     * of the zone. */
    const char *origin;

    /* A guess at the origin, such as one from the name of the file, or NULL. It
     * is used only if the file needs and does not contradict it. So |origin|
     * must be NULL, an owner before any $ORIGIN relative, the owner of the SOA
     * not absolute, and all owners and $ORIGIN within the guess. Then
     * |assumed|, which may be NULL, is called with it. */
    const char *likely_origin;
    ddds_origin_fn *assumed;
    void *context; /* passed to |assumed| */

    /* Allow $INCLUDE to read files outside of the folder of the zone file. In
     * any case it only reads regular files. */
    bool include_anywhere;

    /* Limit of records that $GENERATE makes in total, up to 16777216; a NAPTR
     * counts as four. 0: 65536. A single line can reach it. Beyond it:
     * DDDS_LIMIT. */
    uint32_t max_generated;

    /* Additional folders for $INCLUDE, or NULL. A relative name is searched in
     * |include_folder| first, as BIND does in its working directory, then
     * beside the including file. As a last resort, a file is searched in
     * |include_near| by the longest trailing part of its path that exists
     * there: so a copied configuration finds its files. */
    const char *include_folder;
    const char *include_near;
};
#define DDDS_ZONE_OPTIONS_INIT DDDS_INIT(struct ddds_zone_options)

/* Load the zone file (master file) |path| as a zone into |memory|: RFC 1035
 * section 5 with $ORIGIN and $INCLUDE, $TTL of RFC 2308, $GENERATE, and unknown
 * types of RFC 3597. The apex is the owner of the SOA; without an SOA it is the
 * origin (struct ddds_zone_options), the first $ORIGIN, or the deepest common
 * ancestor of the owners, above any wildcard. |options| may be NULL. On failure
 * the database is unchanged. Fails with DDDS_UNREADABLE, DDDS_SYNTAX (the
 * detail starts with FILE:LINE:COLUMN, or with FILE if nothing in the file gives
 * the apex), DDDS_BAD_OPTION (an origin is invalid, or the apex already loaded),
 * DDDS_LIMIT or DDDS_NO_MEMORY. */
DDDS_API ddds_status ddds_memory_load(ddds_database *memory, const char *path,
                                      const struct ddds_zone_options *options,
                                      struct ddds_error *error);

/* Load the |length| octets at |text| as a zone into |memory|, in the format of
 * zone files (RFC 1035 section 5) but without $INCLUDE, which is rejected.
 * Messages call the text |name|. The apex is the owner of the SOA; without an
 * SOA it is the origin (struct ddds_zone_options), the first $ORIGIN, or the
 * deepest common ancestor of the owners. |options| may be NULL. On failure the
 * database is unchanged. Fails with DDDS_SYNTAX (the detail starts with
 * NAME:LINE:COLUMN, or with NAME if nothing in the text gives the apex),
 * DDDS_BAD_OPTION (an origin is invalid, or the apex already loaded), DDDS_LIMIT
 * or DDDS_NO_MEMORY. */
DDDS_API ddds_status ddds_memory_load_text(
    ddds_database *memory, const char *name, const char *text, size_t length,
    const struct ddds_zone_options *options, struct ddds_error *error);

/* Add a copy of |record|, whose |defect| and |is_compressed| are ignored, to
 * the loaded zone that contains its owner, or to a root zone if no zone does. A
 * TTL above 2147483647 is 0 (RFC 2181 section 8). The TTL of an RRset is the
 * minimum of its records. A duplicate record can only change that, and a second
 * CNAME or DNAME at a name is ignored. Fails with DDDS_MALFORMED (an invalid
 * owner or rdata), DDDS_LIMIT (with this record, the RRset exceeds a DNS
 * message: it is not used from then on, and further records are ignored) or
 * DDDS_NO_MEMORY. */
DDDS_API ddds_status ddds_memory_add(ddds_database *memory,
                                     const struct ddds_record *record,
                                     struct ddds_error *error);

/* Add the zone |apex|, which could not be loaded because of |why|, to |memory|.
 * Lookups of its names fail with the detail of |why|, as on a server that could
 * not load it. The reply is DDDS_REPLY_SERVER_FAILURE if the status of |why| is
 * DDDS_UNREADABLE, otherwise DDDS_REPLY_MALFORMED. Fails with DDDS_BAD_OPTION
 * (|apex| is invalid or already loaded) or DDDS_NO_MEMORY. */
DDDS_API ddds_status ddds_memory_break(ddds_database *memory, const char *apex,
                                       const struct ddds_error *why,
                                       struct ddds_error *error);

/* Called with a name that has NAPTR records; |name| is valid until this
 * returns. */
typedef void ddds_key_fn(void *context, const char *name);

/* Call |key| with |context| once for each name that has NAPTR records, in the
 * order of RFC 4034 section 6.1: a name precedes its descendants. |memory| must
 * be from ddds_memory_new. |key| may perform lookups, but not change it. Fails
 * with DDDS_NO_MEMORY. */
DDDS_API ddds_status ddds_memory_keys(const ddds_database *memory,
                                      ddds_key_fn *key, void *context,
                                      struct ddds_error *error);

/* ---- DNS ---------------------------------------------------------------- */

/* Called when the events to watch on |descriptor| have changed. If neither
 * |readable| nor |writable| is set, stop watching it: it may be closed before
 * the next call. */
typedef void ddds_watch_fn(void *context, int descriptor, bool readable,
                           bool writable);

/* Transport of queries over UDP. Over TCP c-ares sends them. */
enum ddds_transport {
    DDDS_TRANSPORT_UDP,   /* by the library itself: fast, and the default */
    DDDS_TRANSPORT_CARES, /* by c-ares, for comparison */
};

/* The options of DNS lookups. Zero means the default. */
struct ddds_dns_options {
    size_t size; /* set by DDDS_DNS_OPTIONS_INIT */

    /* Up to 16 recursive servers in the order of tries: "192.0.2.1",
     * "192.0.2.1:5353", "192.0.2.1#5353", "2001:db8::1", "[2001:db8::1]:5353",
     * or "ns.example", a name that the system resolves while the database is
     * created. Without servers, those of the system are used. */
    const char *const *servers;
    size_t server_count;
    uint16_t port; /* of servers without one; 0: 53 */

    bool ipv4_only;       /* query only servers with IPv4 addresses */
    bool ipv6_only;       /* query only servers with IPv6 addresses */
    bool tcp;             /* never use UDP */
    unsigned timeout;     /* milliseconds per try; 0: 2000 */
    unsigned tries;       /* per server; 0: 3. Within the first try, a query
                             over UDP is repeated, up to twice, if the server
                             usually answers sooner; not if this is 1, or a rate
                             is set */
    unsigned buffer_size; /* of EDNS; 0: 1232. Less than 512 is 512, more than
                             4096 is 4096 */

    /* Ask the servers not to recurse (RFC 1034 section 4.3.1): for the
     * authoritative servers of a zone. */
    bool no_recursion;

    /* Disable validation in the servers (CD, RFC 4035 section 3.2.2): accept
     * data that a validating resolver would withhold. */
    bool no_validation;

    /* Ignore the AD bit of servers, which is only as secure as the path to the
     * server. */
    bool distrust;

    ddds_watch_fn *watch; /* for event loops; or NULL */
    void *watch_context;  /* passed to |watch| */

    /* Limits of queries per second, in total and per server, evenly spaced; 0:
     * no limit. Repeated queries count, except the repetition of a truncated
     * answer over TCP. Waiting for the limit counts towards the question's
     * deadline. */
    unsigned rate;
    unsigned rate_per_server;

    enum ddds_transport transport;

    /* Request signatures (DO, RFC 3225): answers then include the RRSIG records
     * that cover them, if the server has any. They are not validated. */
    bool signatures;
};
#define DDDS_DNS_OPTIONS_INIT DDDS_INIT(struct ddds_dns_options)

/* A name server. |text| is for users: "192.0.2.1:53", "[2001:db8::1]:53". */
struct ddds_dns_server {
    struct ddds_address address;
    uint16_t port;
    char text[DDDS_ADDRESS_TEXT_SIZE + 8];
};

/* Name servers, in the order to try them. */
struct ddds_dns_servers {
    size_t count;
    struct ddds_dns_server list[16];
};

/* Append the addresses of |server|, one of |servers| in struct
 * ddds_dns_options, to |servers| as far as there is space; if it is NULL, the
 * servers of the system. Of |options|, only |port|, |ipv4_only| and |ipv6_only|
 * matter; it may be NULL. The system is asked for the addresses of a name,
 * which may block. Fails with DDDS_BAD_OPTION, DDDS_UNREADABLE (the system does
 * not answer, or its configuration cannot be read), DDDS_LIMIT (a name outside
 * ASCII, without libidn2) or DDDS_NO_MEMORY. */
DDDS_API ddds_status ddds_dns_servers_add(
    struct ddds_dns_servers *servers, const char *server,
    const struct ddds_dns_options *options, struct ddds_error *error);

/* A database that queries DNS, with sockets. Opaque; created by ddds_dns_new,
 * and freed as a database (ddds_dns_database). One thread at a time may use
 * it. */
typedef struct ddds_dns ddds_dns;

/* Create a database that queries DNS. |options| may be NULL. The caller frees
 * the result of ddds_dns_database with ddds_database_free. After fork() the
 * child may free inherited resolutions and databases without disturbing its
 * parent; its questions, also those in flight, are answered with
 * DDDS_REPLY_NETWORK. Returns NULL on failure: DDDS_BAD_OPTION (an invalid
 * server address, no usable server, or an unknown transport), DDDS_UNREADABLE
 * (the system's servers, or the address of a server, cannot be found at
 * present), DDDS_LIMIT (a server's name outside ASCII, without libidn2) or
 * DDDS_NO_MEMORY. */
DDDS_API ddds_dns *ddds_dns_new(const struct ddds_dns_options *options,
                                struct ddds_error *error);

/* Return |dns| as a database: the same object, usable in both ways and freed
 * once. NULL if |dns| is NULL, so that a program without an event loop can
 * write
 *
 *     ddds_database *dns = ddds_dns_database(ddds_dns_new(NULL, NULL));
 */
DDDS_API ddds_database *ddds_dns_database(ddds_dns *dns);

/* A socket of a DNS database, for callers with an event loop. The loop watches
 * the sockets that ddds_dns_sockets lists, for at most the time that
 * ddds_dns_timeout returns, and then calls ddds_dns_process.
 *
 * Queries are sent in batches, when ddds_dns_timeout is called. So call it
 * after every call that may cause queries, that is after starting resolutions
 * and after ddds_dns_process, and before the loop waits. */
struct ddds_dns_socket {
    int descriptor;
    bool readable; /* watch for reading */
    bool writable; /* watch for writing */
};

/* Write up to |size| sockets of |dns| to |list|, and return their number, which
 * may be larger. Every call that uses the database may change them. */
DDDS_API size_t ddds_dns_sockets(const ddds_dns *dns,
                                 struct ddds_dns_socket *list, size_t size);

/* Send queued queries, and return the milliseconds after which ddds_dns_process
 * must be called even if no socket is ready; -1: not before one is. */
DDDS_API int ddds_dns_timeout(ddds_dns *dns);

/* Process the events of |descriptor|, or timeouts if that is -1. This calls
 * callbacks of resolutions, which may start, stop and free resolutions, and
 * free the database. */
DDDS_API void ddds_dns_process(ddds_dns *dns, int descriptor, bool readable,
                               bool writable);

/* ---- Caches ------------------------------------------------------------- */

/* A cache of answers, positive and negative, until their TTL expires (RFC
 * 2308). Any number of threads may share it, each with its own database. */
typedef struct ddds_cache ddds_cache;

/* Create an empty cache that uses up to |octets| octets of memory; 0: 32 MiB.
 * The caller frees it with ddds_cache_free. Returns NULL on failure:
 * DDDS_NO_MEMORY. */
DDDS_API ddds_cache *ddds_cache_new(size_t octets, struct ddds_error *error);

/* Release the caller's reference to |cache|, which may be NULL. */
DDDS_API void ddds_cache_free(ddds_cache *cache);

/* Create a database that answers from |shared|, or from its own cache if that
 * is NULL, and looks up other questions in |inner|. Concurrent equal lookups
 * are merged. Rule sets are cached with their compiled expressions. The caller
 * frees the database with ddds_database_free, which also frees |inner|; an
 * event loop still watches the sockets of |inner|. Returns NULL on failure,
 * DDDS_NO_MEMORY, or DDDS_BAD_OPTION if |inner| is NULL or has an incomplete
 * class: the caller then still owns |inner|. */
DDDS_API ddds_database *ddds_cached_new(ddds_database *inner,
                                        ddds_cache *shared,
                                        struct ddds_error *error);

#ifdef __cplusplus
}
#endif

#endif
