/* State of a DNS database, shared by dns.c (the database), dns_lookup.c and
 * dns_query.c: its lookups and their queries.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_DNS_DNS_H
#define DB_DNS_DNS_H

#include <ddds/database.h>

#include <stddef.h>

#include "base/arena.h"
#include "db/dns/pace.h"
#include "db/dns/server_address.h"
#include "db/dns/transport.h"
#include "db/wire/progress.h"
#include "rule/ruleset.h"

enum {
    SCRATCH_SIZE = 16384, /* decoded message of 1232 octets */
    LOOKUP_SIZE = 576,    /* name and typical answer */
};

struct dns_lookup;

/* A name and type to look up. */
struct dns_query {
    struct paced paced; /* must be the first member */
    struct dns_lookup *lookup;
    struct progress progress;
    bool is_sending; /* ddds_transport_send has not returned yet */
    bool is_failed;  /* the try failed before it returned */
    bool has_edns;
    bool was_cut_off;      /* a connection broke before the answer */
    bool was_bystander;    /* the last, perhaps because of another query */
    unsigned unsent;       /* tries for which no socket could be opened */
    unsigned first;        /* index of the server that was tried first */
    unsigned attempts;     /* tries so far */
    unsigned server;       /* index of the current server */
    uint32_t useless;      /* bit set of servers that must not be tried again */
    uint32_t without_edns; /* bit set of servers to ask without EDNS */
    uint32_t microseconds;
    bool is_tcp;
};

enum { QUERIES_MAX = 2 };

struct dns_lookup {
    struct dns_lookup *sibling; /* list of all lookups */
    struct dns_lookup *next;    /* unanswered, or free list */
    struct dns_lookup *previous;
    struct dns_lookup *next_finished;
    struct ddds_dns *dns;
    ddds_answer_fn *answer; /* NULL: answered or cancelled */
    void *context;
    uint32_t id;
    enum ddds_question_kind kind;
    uint64_t deadline;
    bool is_finished;     /* in the list for delivery */
    bool is_late;         /* it ends before its queries */
    unsigned open;        /* queries without a result yet */
    unsigned sent;        /* DNS queries, including repetitions */
    unsigned max_queries; /* limit for |sent| */
    uint64_t since; /* when the first part was answered; 0: everything arrived
                       together */
    size_t query_count;
    struct dns_query queries[QUERIES_MAX];
    struct ddds_answer found;
    struct arena arena;
    max_align_t memory[LOOKUP_SIZE / sizeof(max_align_t)];
};

_Static_assert(LIMIT_NAME_SERVERS <= 32, "a bit for each server");

struct ddds_dns {
    struct ddds_database base;
    struct dns_transport *transport;
    struct ddds_dns_servers servers;
    unsigned tries; /* per server */
    uint16_t buffer_size;
    bool distrust;
    bool no_recursion;
    bool no_validation;
    bool signatures;
    ddds_rulebook *rulebook;

    unsigned preferred;       /* index of the server to try first */
    uint64_t preferred_until; /* 0: no end */
    uint32_t without_edns;    /* bit set of servers without EDNS */
    struct pace pace;

    struct dns_lookup *all;
    struct dns_lookup *active; /* unanswered */
    struct dns_lookup *spare;
    struct dns_lookup *finished; /* queue for delivery */
    struct dns_lookup **finished_end;
    uint64_t next_deadline; /* earliest of all lookups; 0: none */

    unsigned depth;      /* callbacks being called */
    bool is_free_wanted; /* free after they have returned */
    struct arena scratch;
    max_align_t memory[SCRATCH_SIZE / sizeof(max_align_t)];
};

#endif
