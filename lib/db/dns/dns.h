/* The state of a DNS database: its lookups and their queries. What dns.c (the
 * database), dns_lookup.c and dns_query.c share.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_DNS_DNS_H
#define DB_DNS_DNS_H

#include <ddds/database.h>

#include <stddef.h>

#include "base/arena.h"
#include "db/dns/server.h"
#include "db/dns/transport.h"
#include "db/wire/answer.h"

enum {
    SCRATCH_SIZE = 16384, /* a message of 1232 octets, read */
    LOOKUP_SIZE = 4096,   /* the answer to most questions */
};

struct dns_lookup;

/* One name and type on its way. */
struct dns_query {
    struct dns_lookup *lookup;
    struct finding finding;
    bool is_sending; /* the transport has not returned yet */
    bool is_failed;  /* and the try is over already */
    bool has_edns;
    bool was_cut_off; /* a connection broke under it, perhaps another's fault */
    unsigned first;   /* the server that was tried first */
    unsigned attempts; /* so far */
    unsigned server;   /* that is being tried */
    uint32_t useless;  /* servers not to try again, a bit each */
    uint64_t sent;     /* when, in microseconds */
    uint32_t microseconds;
    bool is_tcp;
};

enum { QUERIES_MAX = 2 };

struct dns_lookup {
    struct dns_lookup *sibling; /* of all there are */
    struct dns_lookup *next; /* of those not answered, or of the spare ones */
    struct dns_lookup *previous;
    struct dns_lookup *next_finished;
    struct dns *dns;
    ddds_answer_fn *answer; /* NULL: nobody wants to know any more */
    void *context;
    uint32_t id;
    enum ddds_question_kind kind;
    uint64_t deadline;
    bool is_finished; /* in the row of those to be handed over */
    bool is_late;
    unsigned open; /* queries */
    unsigned sent; /* queries, retries not counted */
    size_t query_count;
    struct dns_query queries[QUERIES_MAX];
    struct ddds_answer found;
    struct arena arena;
    max_align_t memory[LOOKUP_SIZE / sizeof(max_align_t)];
};

_Static_assert(LIMIT_NAME_SERVERS <= 32, "a bit for each server");

struct dns {
    struct ddds_database base;
    struct transport *transport;
    struct servers servers;
    unsigned tries; /* with each server */
    uint16_t buffer_size;
    bool distrust;
    bool no_recursion;
    bool no_validation;
    ddds_rulebook *rulebook;

    unsigned preferred;       /* the server to begin with */
    uint64_t preferred_until; /* 0: for good */
    uint32_t without_edns; /* servers that do not understand it, a bit each */

    struct dns_lookup *all;
    struct dns_lookup *active; /* not answered yet */
    struct dns_lookup *spare;
    struct dns_lookup *finished; /* the first to be handed over */
    struct dns_lookup **finished_end;
    uint64_t next_deadline; /* no lookup is late before it; 0: none ever */

    unsigned depth; /* answers being handed over */
    bool is_doomed; /* to be freed when they have been */
    struct arena scratch;
    max_align_t memory[SCRATCH_SIZE / sizeof(max_align_t)];
};

#endif
