/* The records of one name and type among those of a message, and what they say
 * together.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_WIRE_RECORD_SET_H
#define DB_WIRE_RECORD_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ddds/question.h>

#include "base/arena.h"
#include "db/wire/message.h"

/* Those of |type| at |name| among |count| |records|, a section. */
struct record_set {
    const struct message_record *records;
    size_t count;
    const char *name; /* spelt as in name/domain.h */
    uint16_t type;
};

/* Is |record| one of |type| at |name|? */
bool ddds_record_is_at(const struct message_record *record, uint16_t type,
                       const char *name);

/* The next of them from the |*next|-th of the section on, or NULL. */
const struct message_record *ddds_record_set_next(const struct record_set *set,
                                                  size_t *next);

/* How many there are. */
size_t ddds_record_set_count(const struct record_set *set);

/* The least TTL of them; UINT32_MAX of none. */
uint32_t ddds_record_set_ttl(const struct record_set *set);

/* Put what they say into |answer|, in |arena|: rules, servers, or addresses,
 * which are added to those that are there. A NAPTR that cannot be read is among
 * the rules, with its defect; an SRV or an address that cannot be read is left
 * out. Each fails with DDDS_MALFORMED if nothing is left, DDDS_LIMIT, or
 * DDDS_NO_MEMORY. */
ddds_status ddds_record_set_rules(const struct record_set *set,
                                  struct arena *arena, ddds_rulebook *rulebook,
                                  struct ddds_answer *answer,
                                  struct ddds_error *error);
ddds_status ddds_record_set_servers(const struct record_set *set,
                                    struct arena *arena,
                                    struct ddds_answer *answer,
                                    struct ddds_error *error);
ddds_status ddds_record_set_addresses(const struct record_set *set,
                                      struct arena *arena,
                                      struct ddds_answer *answer,
                                      struct ddds_error *error);

#endif
