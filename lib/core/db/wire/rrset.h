/* RRsets (RFC 2181 section 5), and their conversion to rules, servers or
 * addresses.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_WIRE_RRSET_H
#define DB_WIRE_RRSET_H

#include <ddds/question.h>

#include "base/arena.h"
#include "db/wire/message.h"
#include "rule/ruleset.h"

/* Iterator over the records of an RRset, in order. The base of structs with the
 * position. */
struct rrset {
    /* Return the next record, with names of a message expanded in |arena|;
     * NULL after the last, and if the arena fails. */
    const struct ddds_record *(*next)(struct rrset *set, struct arena *arena);
    size_t count; /* number of records */
};

/* Create a rule set from the NAPTR records of |set|. Unreadable records become
 * rules with a defect. Scratch memory comes from |arena|. NULL on failure:
 * DDDS_LIMIT or DDDS_NO_MEMORY. */
ddds_ruleset *ddds_rrset_rules(struct rrset *set, struct arena *arena,
                               ddds_rulebook *rulebook,
                               struct ddds_error *error);

/* Store the SRV records of |set| in |answer|, in memory of |arena|. Unreadable
 * records are skipped, as the detail of |answer| then says. Fails with
 * DDDS_MALFORMED if none is left, or with DDDS_NO_MEMORY. */
ddds_status ddds_rrset_servers(struct rrset *set, struct arena *arena,
                               struct ddds_answer *answer,
                               struct ddds_error *error);

/* Store the URI records of |set| in |answer|, in memory of |arena|. Unreadable
 * records are skipped, as the detail of |answer| then says. Fails with
 * DDDS_MALFORMED if none is left, or with DDDS_NO_MEMORY. */
ddds_status ddds_rrset_targets(struct rrset *set, struct arena *arena,
                               struct ddds_answer *answer,
                               struct ddds_error *error);

/* Append the A or AAAA records of |set| to the addresses of |answer|, in memory
 * of |arena|. Unreadable records are skipped, as the detail of |answer| then
 * says. Fails with DDDS_MALFORMED if none is left, or with DDDS_NO_MEMORY. */
ddds_status ddds_rrset_addresses(struct rrset *set, struct arena *arena,
                                 struct ddds_answer *answer,
                                 struct ddds_error *error);

/* An RRset in a section of a message. */
struct message_rrset {
    struct rrset base;
    uint32_t ttl; /* minimum; UINT32_MAX without records */

    struct message_names *names;         /* of the message */
    const struct message_record *record; /* the next to examine */
    const struct message_record *end;    /* of the section */
    struct name_view name;
    uint16_t owner; /* offset where |name| was found last, or 0 */
    struct ddds_record current;
};

/* Find the records of |type| at |name| among the |count| records of a section
 * of |message|. */
struct message_rrset ddds_rrset_of(struct message *message,
                                   const struct message_record *section,
                                   size_t count, const struct name_view *name,
                                   uint16_t type);

/* Return true if |record| of |message| has |type|, |name| and class IN. */
bool ddds_rrset_matches(struct message *message,
                        const struct message_record *record, uint16_t type,
                        const struct name_view *name);

#endif
