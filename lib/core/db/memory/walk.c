/* Lookup of a name in the zones, as by an authoritative server of all of them
 * and a resolver that follows their aliases:
 *
 * 1. The deepest zone that contains the name answers for it (RFC 1034 section
 *    4.3.2, step 2).
 * 2. Between the apex of that zone and the name, the highest delegation, below
 *    which the zone is not authoritative (RFC 1034 section 4.2.1), or DNAME
 *    (RFC 6672 section 3.2) has precedence.
 * 3. A name that does not exist may be answered by a wildcard directly below
 *    its closest encloser, and by no other (RFC 4592 section 3.3).
 * 4. After a CNAME or DNAME, the walk restarts at 1 with the target.
 *
 * lookup.c makes the answer from the data.
 *
 * SPDX-License-Identifier: MIT */
#include "db/memory/walk.h"

#include <stdio.h>
#include <string.h>

#include <ddds/question.h>

#include "base/cursor.h"
#include "base/limits.h"
#include "base/text.h"
#include "base/types.h"
#include "base/domain.h"

/* ---- Aliases --------------------------------------------------------- */

/* Parse the target of |alias|, which must fill the RDATA. */
static bool read_target(const struct ddds_record *alias,
                        char target[LIMIT_NAME_SIZE])
{
    struct cursor cursor = ddds_cursor_over(alias->rdata, alias->rdata_length);
    return ddds_domain_read(&cursor, target, NULL) == DDDS_OK &&
           ddds_cursor_left(&cursor) == 0;
}

/* Write the target of |alias|, a CNAME at |name| or a DNAME above it, into
 * |target|; |followed| aliases precede it. Return DDDS_REPLY_DATA, or a failure
 * with its reason in |detail|: DDDS_REPLY_MALFORMED for invalid RDATA,
 * DDDS_REPLY_SERVER_FAILURE after too many aliases, DDDS_REPLY_NAME_TOO_LONG if
 * the new name is too long (YXDOMAIN, RFC 6672 section 2.2). */
static enum ddds_reply follow_alias(const struct ddds_record *alias,
                                    const char *name, unsigned followed,
                                    char target[LIMIT_NAME_SIZE],
                                    char detail[DDDS_DETAIL_SIZE])
{
    char data[LIMIT_NAME_SIZE];
    if (followed == LIMIT_ALIASES) {
        snprintf(detail, DDDS_DETAIL_SIZE,
                 "more than %d aliases, the last at \"%.200s\": a loop?",
                 LIMIT_ALIASES, name);
        return DDDS_REPLY_SERVER_FAILURE;
    }
    if (!read_target(alias, data)) {
        snprintf(detail, DDDS_DETAIL_SIZE,
                 "the target of the alias at \"%.200s\" cannot be read", name);
        return DDDS_REPLY_MALFORMED;
    }
    if (alias->type == TYPE_CNAME) {
        ddds_domain_copy(target, data);
    } else if (!ddds_domain_redirect(name, alias->owner, data, target)) {
        snprintf(detail, DDDS_DETAIL_SIZE,
                 "the DNAME at \"%.80s\" makes more than 255 octets "
                 "of \"%s\"",
                 alias->owner, name);
        return DDDS_REPLY_NAME_TOO_LONG;
    }
    return DDDS_REPLY_DATA;
}

/* ---- A name in its zone ------------------------------------------------- */

/* A name or an ancestor of it. */
struct ancestor {
    const char *name;
    size_t length;
    uint32_t hash;
};

enum { ANCESTORS_MAX = LIMIT_NAME_WIRE / 2 + 1 };

/* List |name| and its ancestors, the root last. */
static size_t list_ancestors(const struct memory *memory, const char *name,
                             struct ancestor list[ANCESTORS_MAX])
{
    size_t count = 0;
    size_t length = strlen(name);
    const char *begin = name;
    for (; name != NULL && count < ANCESTORS_MAX;
         name = ddds_domain_parent(name)) {
        size_t left = length - (size_t)(name - begin);
        list[count++] =
            (struct ancestor){name, left, ddds_memory_hash(memory, name, left)};
    }
    return count;
}

/* Find the deepest zone. Return the index of its apex, or |count|. */
static size_t find_apex(const struct memory *memory,
                        const struct ancestor *list, size_t count,
                        const struct store_zone **zone)
{
    *zone = NULL;
    for (size_t i = 0; i < count; i++) {
        *zone = ddds_memory_zone_at(memory, list[i].name, list[i].length,
                                    list[i].hash);
        if (*zone != NULL) {
            return i;
        }
    }
    return count;
}

/* Find the wildcard directly below |encloser|; NULL if it does not exist. */
static const struct store_node *find_wildcard(const struct memory *memory,
                                              const struct store_node *encloser)
{
    char name[2 + LIMIT_NAME_SIZE];
    struct text text;
    ddds_text_init(&text, name, sizeof name);
    ddds_text_string(&text, encloser->length > 0 ? "*." : "*");
    ddds_text_add(&text, encloser->name, encloser->length);
    return ddds_memory_find(memory, encloser->zone, name, text.length,
                            ddds_memory_hash(memory, name, text.length));
}

/* Return true if |node| is a delegation. The NS records of an apex do not
 * delegate. */
static bool is_delegation(const struct store_node *node)
{
    return (node->flags & (NODE_NS | NODE_APEX)) == NODE_NS;
}

/* Return true if |node| ends the search for a name |distance| labels below it.
 * A DNAME does not apply to its own name (RFC 6672 section 2.3). */
static bool is_barrier(const struct store_node *node, size_t distance)
{
    return is_delegation(node) ||
           ((node->flags & NODE_DNAME) != 0 && distance > 0);
}

/* Find the zone of |walk->name|, and the node with its data or the barrier. */
static void locate(struct store_walk *walk)
{
    struct ancestor list[ANCESTORS_MAX];
    size_t count = list_ancestors(walk->memory, walk->name, list);
    size_t apex = find_apex(walk->memory, list, count, &walk->zone);
    const struct store_node *encloser = NULL;
    walk->barrier = NULL;
    walk->node = NULL;
    for (size_t i = 0; i <= apex && i < count; i++) {
        const struct store_node *node =
            ddds_memory_find(walk->memory, walk->zone, list[i].name,
                             list[i].length, list[i].hash);
        if (node == NULL) {
            continue;
        }
        if (i == 0) {
            walk->node = node;
        }
        if (encloser == NULL) {
            encloser = node;
        }
        if (is_barrier(node, i)) {
            walk->barrier = node;
        }
    }
    if (encloser != NULL && walk->node == NULL) {
        walk->node = find_wildcard(walk->memory, encloser);
    }
}

/* ---- Answers ------------------------------------------------------------ */

void ddds_walk_limit_ttl(struct store_walk *walk, uint32_t ttl)
{
    walk->ttl = ttl < walk->ttl ? ttl : walk->ttl;
}

bool ddds_walk_fail(struct store_walk *walk, enum ddds_reply reply)
{
    walk->answer.reply = reply;
    walk->answer.detail = walk->detail;
    ddds_walk_limit_ttl(walk, 0);
    return false;
}

static bool answer_outside(struct store_walk *walk)
{
    snprintf(walk->detail, sizeof walk->detail, "\"%s\" is in no given zone",
             walk->name[0] != '\0' ? walk->name : ".");
    return ddds_walk_fail(walk, DDDS_REPLY_OUTSIDE);
}

static bool answer_broken(struct store_walk *walk)
{
    snprintf(walk->detail, sizeof walk->detail, "%s", walk->zone->failure);
    return ddds_walk_fail(walk, walk->zone->failure_reply);
}

bool ddds_walk_answer_nothing(struct store_walk *walk, enum ddds_reply reply)
{
    walk->answer.reply = reply;
    ddds_walk_limit_ttl(walk,
                        walk->zone->has_soa ? walk->zone->negative_ttl : 0);
    return false;
}

/* ---- Records ------------------------------------------------------------ */

static const struct ddds_record *next_record(struct rrset *base,
                                             struct arena *arena)
{
    struct store_rrset_records *records = (struct store_rrset_records *)base;
    (void)arena; /* the data stay in the zone */
    if (records->left == 0) {
        return NULL;
    }
    records->left--;
    records->record = records->record->next;
    records->current.rdata = records->record->rdata;
    records->current.rdata_length = records->record->length;
    return &records->current;
}

static size_t count_records(const struct store_rrset *set)
{
    size_t count = 1;
    const struct store_record *record = set->last->next;
    for (; record != set->last; record = record->next) {
        count++;
    }
    return count;
}

struct store_rrset_records ddds_walk_records(const struct store_rrset *set,
                                             const char *owner)
{
    size_t count = count_records(set);
    return (struct store_rrset_records){
        .base = {next_record, count},
        .record = set->last,
        .left = count,
        .current = {.owner = owner, .type = set->type, .ttl = set->ttl},
    };
}

bool ddds_walk_show_records(struct store_walk *walk, const char *owner,
                            const struct store_rrset *set)
{
    struct store_rrset_records from =
        ddds_walk_records(set, ddds_arena_string(walk->arena, owner));
    size_t count = walk->answer.record_count;
    struct ddds_record *records =
        ddds_arena_extend(walk->arena, walk->answer.records, count,
                          from.base.count, sizeof *records);
    if (records == NULL || from.current.owner == NULL) {
        snprintf(walk->detail, sizeof walk->detail, "out of memory");
        return ddds_walk_fail(walk, DDDS_REPLY_NO_MEMORY);
    }
    const struct ddds_record *record;
    while ((record = from.base.next(&from.base, walk->arena)) != NULL) {
        records[count++] = *record;
    }
    walk->answer.records = records;
    walk->answer.record_count = count;
    return true;
}

/* ---- Aliases ------------------------------------------------------------ */

/* Answer with the CNAME record that a DNAME record synthesises (RFC 6672
 * section 3.1), with |target| as its data. Return false to end
 * the walk. */
static bool synthesize(struct store_walk *walk, const char *target)
{
    unsigned char wire[LIMIT_NAME_WIRE];
    size_t length = ddds_domain_write(target, wire);
    struct ddds_record *record =
        ddds_arena_array(walk->arena, 1, sizeof *record);
    const char *rdata =
        ddds_arena_copy(walk->arena, (const char *)wire, length);
    const char *owner = ddds_arena_string(walk->arena, walk->name);
    if (record == NULL || rdata == NULL || owner == NULL) {
        snprintf(walk->detail, sizeof walk->detail, "out of memory");
        return ddds_walk_fail(walk, DDDS_REPLY_NO_MEMORY);
    }
    *record = (struct ddds_record){
        .owner = owner,
        .type = TYPE_CNAME,
        .ttl = walk->ttl,
        .rdata = rdata,
        .rdata_length = length,
    };
    walk->answer.records = record;
    walk->answer.record_count = 1;
    return false;
}

/* Restart at the target of |set|, an alias at |owner|; return false if the walk
 * ends here. */
static bool follow(struct store_walk *walk, const struct store_node *owner,
                   const struct store_rrset *set)
{
    struct store_rrset_records alias = ddds_walk_records(set, owner->name);
    char *target = walk->names[walk->aliases % 2];
    enum ddds_reply reply =
        follow_alias(alias.base.next(&alias.base, walk->arena), walk->name,
                     walk->aliases, target, walk->detail);
    if (reply != DDDS_REPLY_DATA) {
        return ddds_walk_fail(walk, reply);
    }
    ddds_walk_limit_ttl(walk, set->ttl);
    if (walk->type == TYPE_CNAME) {
        return synthesize(walk, target);
    }
    /* The owner of a wildcard's CNAME is shown as the queried name. */
    if (walk->type != 0 &&
        !ddds_walk_show_records(
            walk, set->type == TYPE_CNAME ? walk->name : owner->name, set)) {
        return false;
    }
    walk->name = target;
    walk->answer.canonical = target;
    walk->aliases++;
    return true;
}

/* Find the alias at the name or above it, and its node; NULL if not found. */
static const struct store_node *find_alias(const struct store_walk *walk,
                                           const struct store_rrset **alias)
{
    if (walk->barrier != NULL) {
        *alias = ddds_memory_rrset(walk->barrier, TYPE_DNAME);
        return walk->barrier;
    }
    if (walk->node != NULL && (walk->node->flags & NODE_CNAME) != 0 &&
        walk->type != TYPE_CNAME) {
        *alias = ddds_memory_rrset(walk->node, TYPE_CNAME);
        return walk->node;
    }
    return NULL;
}

bool ddds_walk_find_data(struct store_walk *walk)
{
    for (;;) {
        locate(walk);
        const struct store_node *barrier = walk->barrier;
        if (walk->zone == NULL || (barrier != NULL && is_delegation(barrier))) {
            return answer_outside(walk);
        }
        if (walk->zone->failure != NULL) {
            return answer_broken(walk);
        }
        const struct store_rrset *alias;
        const struct store_node *owner = find_alias(walk, &alias);
        if (owner == NULL) {
            return walk->node != NULL ||
                   ddds_walk_answer_nothing(walk, DDDS_REPLY_NO_NAME);
        }
        if (!follow(walk, owner, alias)) {
            return false;
        }
    }
}
