/* RRsets (RFC 2181 section 5): the records of one name and type, and the rules,
 * servers or addresses that they are.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_WIRE_RRSET_H
#define DB_WIRE_RRSET_H

#include <ddds/question.h>

#include "base/arena.h"
#include "db/wire/message.h"
#include "rule/ruleset.h"

/* The records of an RRset, in order, wherever they are kept. It is the first
 * member of a struct that knows where. */
struct rrset {
    /* Return the next record; NULL after the last. */
    const struct ddds_record *(*next)(struct rrset *set);
    size_t count;                /* of the records */
    struct message_names *names; /* the message that has them; NULL: a zone */
};

/* Make a rule set of the NAPTR records of |set|. A record that cannot be read
 * is among the rules, with its defect. Scratch memory comes from |arena|.
 * NULL on failure: DDDS_LIMIT or DDDS_NO_MEMORY. */
ddds_ruleset *ddds_rrset_rules(struct rrset *set, struct arena *arena,
                               ddds_rulebook *rulebook,
                               struct ddds_error *error);

/* Put the SRV records of |set| into |answer|, in memory of |arena|. Records
 * that cannot be read are left out. Fails with DDDS_MALFORMED if none is left,
 * or with DDDS_NO_MEMORY. */
ddds_status ddds_rrset_servers(struct rrset *set, struct arena *arena,
                               struct ddds_answer *answer,
                               struct ddds_error *error);

/* Put the URI records of |set| into |answer|, in memory of |arena|. Records
 * that cannot be read are left out. Fails with DDDS_MALFORMED if none is left,
 * or with DDDS_NO_MEMORY. */
ddds_status ddds_rrset_targets(struct rrset *set, struct arena *arena,
                               struct ddds_answer *answer,
                               struct ddds_error *error);

/* Append the A or AAAA records of |set| to the addresses of |answer|, in memory
 * of |arena|. Records that cannot be read are left out. Fails with
 * DDDS_MALFORMED if none is left, or with DDDS_NO_MEMORY. */
ddds_status ddds_rrset_addresses(struct rrset *set, struct arena *arena,
                                 struct ddds_answer *answer,
                                 struct ddds_error *error);

/* An RRset in one section of a message. */
struct message_rrset {
    struct rrset base;
    uint32_t ttl; /* the smallest; UINT32_MAX without records */

    const struct message_record *record; /* the next to look at */
    const struct message_record *end;    /* of the section */
    struct name_view name;
    uint16_t owner;             /* where |name| was found last, or 0 */
    struct ddds_record current; /* its |rdata| are as in the message */
};

/* Find the records of |type| at |name| among the |count| records of a section
 * of |message|. */
struct message_rrset ddds_rrset_of(struct message *message,
                                   const struct message_record *section,
                                   size_t count, const struct name_view *name,
                                   uint16_t type);

/* Is |record| of |message| one of |type| at |name|, of class IN? */
bool ddds_rrset_matches(struct message *message,
                        const struct message_record *record, uint16_t type,
                        const struct name_view *name);

#endif
