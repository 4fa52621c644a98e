/* Databases: where rules, servers and addresses come from.
 *
 * Every database has the same door, struct ddds_database_class. The one here
 * holds zones in memory, loaded from master files or added record by record,
 * and answers as an authoritative server of those zones would: aliases (CNAME,
 * DNAME), wildcards (RFC 4592), empty non-terminals, delegations, NXDOMAIN
 * against NODATA.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DDDS_DATABASE_H
#define DDDS_DATABASE_H

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
    /* Find the answer to |question| and call |answer| with it, once, before
     * or after this returns. |now| is monotonic milliseconds. */
    void (*lookup)(ddds_database *database,
                   const struct ddds_question *question, uint64_t now,
                   ddds_answer_fn *answer, void *context);

    /* Wait until something happened to the lookups under way, and hand over
     * what is there. NULL if every lookup answers before it returns. */
    ddds_status (*wait)(ddds_database *database);

    /* Forget the lookups of |context|: |answer| must not be called for them
     * any more. NULL if every lookup answers before it returns. */
    void (*cancel)(ddds_database *database, void *context);

    void (*free)(ddds_database *database);
};

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
    const char *origin; /* where relative names begin, and the zone's name if
                           no SOA and no $ORIGIN says it; NULL if unknown */
    ddds_complaint_fn *complaint; /* or NULL */
    void *context;
};

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

/* One record in wire form: |rdata| as RFC 1035 section 3.2.1 has it, names in
 * it not compressed. */
struct ddds_record {
    const char *owner; /* presentation form, absolute; final dot optional */
    uint16_t type;
    uint32_t ttl;
    const void *rdata;
    size_t rdata_length;
};

/* Add |record|, copied, to the zone it lies in, or to a zone of the root if it
 * lies in none. Fails with DDDS_MALFORMED (owner or rdata) or DDDS_NO_MEMORY.
 */
DDDS_API ddds_status ddds_memory_add(ddds_database *memory,
                                     const struct ddds_record *record,
                                     struct ddds_error *error);

#ifdef __cplusplus
}
#endif

#endif
