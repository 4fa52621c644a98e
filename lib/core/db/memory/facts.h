/* Facts about zones in memory for other modules: whether a database consists of
 * them, and, for proofs about all inputs, their names.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_MEMORY_FACTS_H
#define DB_MEMORY_FACTS_H

#include <stdbool.h>

#include <ddds/database.h>

/* Return true if |database| consists of zones in memory. These answer
 * immediately, and keep every rule set of their answers until they are
 * freed. */
bool ddds_memory_keeps_rulesets(const ddds_database *database);

/* The facts about a name, as bits. */
enum memory_fact {
    MEMORY_RULES = 1,
    MEMORY_SERVERS = 2,
    MEMORY_ADDRESSES = 4,
    MEMORY_URIS = 8,
    MEMORY_ALIAS = 16,      /* CNAME */
    MEMORY_REDIRECT = 32,   /* DNAME */
    MEMORY_APEX = 64,       /* of its zone */
    MEMORY_DELEGATION = 128 /* NS records below the apex */
};

/* A name that exists in a zone, possibly as an empty non-terminal. |name| is
 * spelt as in base/domain.h; |zone| differs for names of different zones. */
struct memory_name {
    const char *name;
    const void *zone;
    unsigned facts;
};

/* Call |visit| with |context| for each name of |database|, zones in memory, in
 * any order, twice if it is in a zone and in its parent. Return false as
 * soon as |visit| returns false, and for any other database. */
bool ddds_memory_names(const ddds_database *database,
                       bool (*visit)(void *context,
                                     const struct memory_name *name),
                       void *context);

/* The position of the record of a rule; |file| is NULL if it was not read from
 * a file. */
struct memory_place {
    const struct ddds_rule *rule;
    const char *file;
    uint32_t line;
};

/* Call |visit| with |context| for each rule that lookups in |database|, zones
 * in memory, have returned. Return false as soon as |visit| returns false. */
bool ddds_memory_places(const ddds_database *database,
                        bool (*visit)(void *context,
                                      const struct memory_place *place),
                        void *context);

#endif
