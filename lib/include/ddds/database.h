/* Databases: where rules, servers and addresses come from.
 *
 * Every database has the same door, struct ddds_database_class. There are two,
 * and one that remembers what another has said:
 *
 * Zones in memory, loaded from master files or added record by record, answer
 * as an authoritative server of those zones would: aliases (CNAME, DNAME),
 * wildcards (RFC 4592), empty non-terminals, delegations, NXDOMAIN against
 * NODATA.
 *
 * DNS asks name servers, which resolve for us. Thousands of questions may be
 * under way on one thread, which waits for them itself or leaves the sockets to
 * an event loop of the caller's.
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

typedef struct ddds_database ddds_database;

/* How a database hands over an answer: |id| is the question's. */
typedef void ddds_answer_fn(void *context, uint32_t id,
                            const struct ddds_answer *answer);

/* What a database must be able to do. */
struct ddds_database_class {
    size_t size; /* set by DDDS_DATABASE_CLASS_INIT */

    /* Find the answer to |question| and call |answer| with it, once, before
     * or after this returns. |now| is monotonic milliseconds. */
    void (*lookup)(ddds_database *database,
                   const struct ddds_question *question, uint64_t now,
                   ddds_answer_fn *answer, void *context);

    /* Wait until something happened to the lookups under way, or a signal
     * came, and hand over what is there. Fails if nothing is under way. NULL
     * if every lookup answers before it returns. */
    ddds_status (*wait)(ddds_database *database);

    /* Forget the lookups of |context|: |answer| must not be called for them
     * any more. NULL if every lookup answers before it returns. */
    void (*cancel)(ddds_database *database, void *context);

    void (*free)(ddds_database *database);
};
#define DDDS_DATABASE_CLASS_INIT DDDS_INIT(struct ddds_database_class)

/* The first member of every database. */
struct ddds_database {
    const struct ddds_database_class *methods;
};

/* Free any database; NULL is fine. No resolution may be using it. */
DDDS_API void ddds_database_free(ddds_database *database);

/* ---- Zones in memory ---------------------------------------------------- */

/* An empty database. Fill it, then look up in it: after the first lookup it is
 * read-only and may be shared between threads. NULL without memory. */
DDDS_API ddds_database *ddds_memory_new(struct ddds_error *error);

/* Called with each complaint that costs a record but not the file: |detail| is
 * "FILE:LINE:COLUMN: what". */
typedef void ddds_complaint_fn(void *context, const char *detail);

struct ddds_zone_options {
    size_t size; /* set by DDDS_ZONE_OPTIONS_INIT */

    const char *origin; /* where relative names begin, and the zone's name if
                           no SOA and no $ORIGIN says it; NULL if unknown */
    ddds_complaint_fn *complaint; /* or NULL */
    void *context;
};
#define DDDS_ZONE_OPTIONS_INIT DDDS_INIT(struct ddds_zone_options)

/* Load the master file |path| (RFC 1035 section 5; $ORIGIN, $INCLUDE, $TTL of
 * RFC 2308, $GENERATE, RFC 3597) as one zone. Its apex is the owner of its SOA;
 * without one |options->origin|, else the first $ORIGIN. |options| may be NULL.
 * All or nothing: on failure the database is as before. Fails with
 * DDDS_UNREADABLE, DDDS_SYNTAX (the detail begins FILE:LINE:COLUMN),
 * DDDS_BAD_OPTION (no apex to be found, or one that is loaded already),
 * DDDS_LIMIT or DDDS_NO_MEMORY. */
DDDS_API ddds_status ddds_memory_load(ddds_database *memory, const char *path,
                                      const struct ddds_zone_options *options,
                                      struct ddds_error *error);

/* The same from |length| octets at |text|, which |name| names in complaints.
 * $INCLUDE is refused. */
DDDS_API ddds_status ddds_memory_load_text(
    ddds_database *memory, const char *name, const char *text, size_t length,
    const struct ddds_zone_options *options, struct ddds_error *error);

/* Add |record|, copied, to the zone it lies in, or to a zone of the root if it
 * lies in none. Fails with DDDS_MALFORMED (owner or rdata) or DDDS_NO_MEMORY.
 */
DDDS_API ddds_status ddds_memory_add(ddds_database *memory,
                                     const struct ddds_record *record,
                                     struct ddds_error *error);

/* Called with a name that has rules. */
typedef void ddds_key_fn(void *context, const char *name);

/* Hand each name that has NAPTR records to |key|, once, in the order of RFC
 * 4034 section 6.1: a name before those below it. |memory| is one that
 * ddds_memory_new made, and is not filled meanwhile; looking up in it is fine.
 * Fails with DDDS_NO_MEMORY. */
DDDS_API ddds_status ddds_memory_keys(const ddds_database *memory,
                                      ddds_key_fn *key, void *context,
                                      struct ddds_error *error);

/* ---- DNS ---------------------------------------------------------------- */

/* Called when |descriptor| is to be watched for other events than before; for
 * none at all just before it is closed. */
typedef void ddds_watch_fn(void *context, int descriptor, bool readable,
                           bool writable);

/* Zero is the default throughout. */
struct ddds_dns_options {
    size_t size; /* set by DDDS_DNS_OPTIONS_INIT */

    /* Servers that resolve, in the order to try them: "192.0.2.1",
     * "192.0.2.1:5353", "192.0.2.1#5353", "2001:db8::1", "[2001:db8::1]:5353",
     * "ns.example", whose addresses the system is asked for while the database
     * is made. None: those of the system's resolver. */
    const char *const *servers;
    size_t server_count;
    uint16_t port; /* of servers that name none; 0: 53 */

    bool ipv4_only;
    bool ipv6_only;
    bool tcp;             /* not UDP first */
    unsigned timeout;     /* milliseconds for one try; 0: 2000 */
    unsigned tries;       /* with each server; 0: 3 */
    unsigned buffer_size; /* of EDNS, 512 to 4096; 0: 1232 */

    /* Ask the servers for what they know themselves (RFC 1034 section 4.3.1,
     * recursion not desired): of those that a zone names. */
    bool no_recursion;

    /* Take what a validating resolver would hold back, too (RFC 4035 section
     * 3.2.2, checking disabled). */
    bool no_validation;

    /* Whether data are authenticated is the servers' word, and as good as the
     * path to them. Take nobody's. */
    bool distrust;

    ddds_watch_fn *watch; /* for event loops that want to be told; or NULL */
    void *watch_context;
};
#define DDDS_DNS_OPTIONS_INIT DDDS_INIT(struct ddds_dns_options)

/* A database that asks DNS. It is used by one thread at a time. A child of a
 * fork may free what it inherits, resolutions and database, without disturbing
 * its parent; what it asks is answered with DDDS_REPLY_NETWORK. |options| may
 * be NULL. NULL on failure: DDDS_BAD_OPTION (a server that is none, or none is
 * left), DDDS_UNREADABLE (the system does not say now who resolves, or where a
 * server is), DDDS_NO_MEMORY. */
DDDS_API ddds_database *ddds_dns_new(const struct ddds_dns_options *options,
                                     struct ddds_error *error);

/* For a caller's own event loop, instead of waiting: watch the sockets, for as
 * long as the timeout says, and have done what there is to do. Callbacks are
 * called from within ddds_dns_process; they may start, stop and free
 * resolutions, and the database itself. */
struct ddds_dns_socket {
    int descriptor;
    bool readable; /* watch for this */
    bool writable; /* and this */
};

/* List up to |size| sockets, and return how many there are. They may be others
 * after each call that takes the database. */
DDDS_API size_t ddds_dns_sockets(const ddds_database *dns,
                                 struct ddds_dns_socket *list, size_t size);

/* Milliseconds after which ddds_dns_process must be called even if no socket is
 * ready; -1: not before one is. */
DDDS_API int ddds_dns_timeout(ddds_database *dns);

/* Do what there is to do at |descriptor|; -1: because time has passed. */
DDDS_API void ddds_dns_process(ddds_database *dns, int descriptor,
                               bool readable, bool writable);

/* ---- Caches ------------------------------------------------------------- */

/* What has been answered, for as long as it holds (RFC 2308). Any number of
 * threads may share one, each with a database of its own. */
typedef struct ddds_cache ddds_cache;

/* An empty cache that takes up to |octets| of memory; 0: 32 MiB. NULL without
 * memory. */
DDDS_API ddds_cache *ddds_cache_new(size_t octets, struct ddds_error *error);

/* Let go of it; databases keep theirs alive. NULL is fine. */
DDDS_API void ddds_cache_free(ddds_cache *cache);

/* A database that answers from |shared|, or from a cache of its own if that is
 * NULL, and asks |inner| what is not there: once for all who want to know the
 * same at the same time. Rule sets are kept with their expressions compiled.
 * It owns |inner| from then on; an event loop goes on to watch that one. NULL
 * without memory: |inner| is then still the caller's. */
DDDS_API ddds_database *ddds_cached_new(ddds_database *inner,
                                        ddds_cache *shared,
                                        struct ddds_error *error);

#ifdef __cplusplus
}
#endif

#endif
