/* Answers out of memory: what an authoritative server of all loaded zones would
 * say, and a resolver that walks across them would find.
 *
 * 1. The deepest zone in which the name lies answers for it (RFC 1034 section
 *    4.3.2, step 2).
 * 2. On the way from that zone's apex down to the name lies whatever changes
 *    the course: a delegation, below which nothing is authoritative (RFC 1034
 *    section 4.2.1), or a DNAME (RFC 6672 section 3.2). The highest counts.
 * 3. A name that does not exist may be answered by a wildcard directly below
 *    its closest encloser, and by no other (RFC 4592 section 3.3).
 * 4. A CNAME, there or from a DNAME, begins again at 1 with another name.
 *
 * Rule sets are made on first use and then published at their records: a
 * lookup that finds one there has nothing more to do.
 *
 * SPDX-License-Identifier: MIT */
#include "db/memory/memory.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/cursor.h"
#include "base/error.h"
#include "base/limits.h"
#include "base/text.h"
#include "db/wire/rdata.h"
#include "name/domain.h"

/* A lookup under way. */
struct walk {
    const struct memory *memory;
    char names[2][LIMIT_NAME_SIZE]; /* where aliases led, and where from */
    const char *name;               /* the one looked up now */
    unsigned aliases;
    uint32_t ttl;               /* the least so far */
    const struct zone *zone;    /* that |name| lies in, or NULL */
    const struct node *barrier; /* the delegation or DNAME above it, or NULL */
    const struct node *node;    /* where its data are, or NULL */
    uint16_t type;              /* of the records asked for; 0: none are */
    struct arena *arena;        /* what is found */
    struct ddds_answer answer;
    char detail[DDDS_DETAIL_SIZE];
};

/* ---- One name in one zone ----------------------------------------------- */

/* A name and the names above it. */
struct ancestor {
    const char *name;
    size_t length;
    uint32_t hash;
};

enum { ANCESTORS_MAX = LIMIT_NAME_WIRE / 2 + 1 };

/* List |name| and what is above it, the root at last. */
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

/* The index of the apex of the deepest zone, or |count|. */
static size_t find_apex(const struct memory *memory,
                        const struct ancestor *list, size_t count,
                        const struct zone **zone)
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

/* The wildcard directly below |encloser|, or NULL. */
static const struct node *find_wildcard(const struct memory *memory,
                                        const struct node *encloser)
{
    char name[2 + LIMIT_NAME_SIZE];
    struct text text;
    ddds_text_init(&text, name, sizeof name);
    ddds_text_string(&text, encloser->length > 0 ? "*." : "*");
    ddds_text_add(&text, encloser->name, encloser->length);
    return ddds_memory_find(memory, encloser->zone, name, text.length,
                            ddds_memory_hash(memory, name, text.length));
}

/* The apex has name servers, but is no delegation. */
static bool is_delegation(const struct node *node)
{
    return (node->flags & (NODE_NS | NODE_APEX)) == NODE_NS;
}

/* Does |node| turn aside those who look for a name |distance| labels below it?
 * A DNAME does not touch its own name (RFC 6672 section 2.3). */
static bool is_barrier(const struct node *node, size_t distance)
{
    return is_delegation(node) ||
           ((node->flags & NODE_DNAME) != 0 && distance > 0);
}

/* Find out where the data of |walk->name| are. */
static void locate(struct walk *walk)
{
    struct ancestor list[ANCESTORS_MAX];
    size_t count = list_ancestors(walk->memory, walk->name, list);
    size_t apex = find_apex(walk->memory, list, count, &walk->zone);
    const struct node *encloser = NULL;
    walk->barrier = NULL;
    walk->node = NULL;
    for (size_t i = 0; i <= apex && i < count; i++) {
        const struct node *node =
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

/* ---- Aliases ------------------------------------------------------------ */

static void rely_on(struct walk *walk, uint32_t ttl)
{
    walk->ttl = ttl < walk->ttl ? ttl : walk->ttl;
}

static bool end(struct walk *walk, enum ddds_reply reply, const char *detail)
{
    walk->answer.reply = reply;
    walk->answer.detail = detail;
    rely_on(walk, 0);
    return false;
}

static bool fail(struct walk *walk, const char *detail)
{
    return end(walk, DDDS_REPLY_SERVER_FAILURE, detail);
}

/* The name that the only record of |set| holds. */
static bool read_target(struct walk *walk, const struct rrset *set,
                        char target[LIMIT_NAME_SIZE])
{
    struct cursor cursor =
        ddds_cursor_over(set->last->rdata, set->last->length);
    return ddds_domain_read(&cursor, target, NULL) == DDDS_OK ||
           fail(walk, "an alias that cannot be read");
}

/* Put |target| in the place of |owner|'s name at the end of the name (RFC 6672
 * section 2.2). */
static bool substitute(struct walk *walk, const struct node *owner,
                       const char *target, char name[LIMIT_NAME_SIZE])
{
    if (ddds_domain_redirect(walk->name, owner->name, target, name)) {
        return true;
    }
    snprintf(walk->detail, sizeof walk->detail,
             "YXDOMAIN: the DNAME at \"%s\" makes too long a name of \"%s\"",
             owner->name, walk->name);
    return fail(walk, walk->detail);
}

static size_t count_records(const struct rrset *set)
{
    size_t count = 0;
    const struct record *record = set == NULL ? NULL : set->last;
    for (; record != NULL && (count == 0 || record != set->last);
         record = record->next) {
        count++;
    }
    return count;
}

/* Show the records of |set|, which may be NULL, as those of |owner|. */
static bool show_records(struct walk *walk, const char *owner,
                         const struct rrset *set)
{
    size_t before = walk->answer.record_count;
    size_t count = count_records(set);
    struct ddds_record *records =
        ddds_arena_array(walk->arena, before + count, sizeof *records);
    owner = ddds_arena_string(walk->arena, owner);
    if (records == NULL || owner == NULL) {
        return end(walk, DDDS_REPLY_NO_MEMORY, "out of memory");
    }
    if (before > 0) {
        memcpy(records, walk->answer.records, before * sizeof *records);
    }
    const struct record *record = count > 0 ? set->last : NULL;
    for (size_t i = before; i < before + count; i++) {
        record = record->next;
        records[i] = (struct ddds_record){
            .owner = owner,
            .type = set->type,
            .ttl = set->ttl,
            .rdata = record->rdata,
            .rdata_length = record->length,
        };
    }
    walk->answer.records = records;
    walk->answer.record_count = before + count;
    return true;
}

/* Go on at the name that |set|, an alias of |owner|, leads to. */
static bool follow(struct walk *walk, const struct node *owner,
                   const struct rrset *set)
{
    char target[LIMIT_NAME_SIZE];
    if (walk->aliases == LIMIT_ALIASES) {
        snprintf(walk->detail, sizeof walk->detail,
                 "more than %d aliases, the last at \"%s\": a loop?",
                 LIMIT_ALIASES, walk->name);
        return fail(walk, walk->detail);
    }
    char *name = walk->names[walk->aliases % 2];
    if (!read_target(walk, set, target)) {
        return false;
    }
    if (set->type == TYPE_CNAME) {
        memcpy(name, target, sizeof target);
    } else if (!substitute(walk, owner, target, name)) {
        return false;
    }
    rely_on(walk, set->ttl);
    /* A CNAME may be a wildcard's; it is shown as one of the name itself. */
    if (walk->type != 0 &&
        !show_records(walk, set->type == TYPE_CNAME ? walk->name : owner->name,
                      set)) {
        return false;
    }
    walk->name = name;
    walk->answer.canonical = name;
    walk->aliases++;
    return true;
}

/* ---- Where the data are, or why there are none --------------------------- */

static bool answer_outside(struct walk *walk)
{
    snprintf(walk->detail, sizeof walk->detail, "\"%s\" is in no given zone",
             walk->name);
    return end(walk, DDDS_REPLY_OUTSIDE, walk->detail);
}

/* RFC 2308 section 5: what is not there is not there for as long as the zone's
 * SOA says. */
static bool answer_nothing(struct walk *walk, enum ddds_reply reply)
{
    walk->answer.reply = reply;
    rely_on(walk, walk->zone->has_soa ? walk->zone->negative_ttl : 0);
    return false;
}

/* The node at the name or above it that has an alias, and the alias; NULL if
 * there is none. */
static const struct node *find_alias(const struct walk *walk,
                                     const struct rrset **alias)
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

/* Walk until |walk->node| holds the data that were asked for; false if it ends
 * elsewhere, with the answer. */
static bool find_data(struct walk *walk)
{
    for (;;) {
        locate(walk);
        const struct node *barrier = walk->barrier;
        if (walk->zone == NULL || (barrier != NULL && is_delegation(barrier))) {
            return answer_outside(walk);
        }
        const struct rrset *alias;
        const struct node *owner = find_alias(walk, &alias);
        if (owner == NULL) {
            return walk->node != NULL ||
                   answer_nothing(walk, DDDS_REPLY_NO_NAME);
        }
        if (!follow(walk, owner, alias)) {
            return false;
        }
    }
}

/* ---- The data ----------------------------------------------------------- */

/* Read the NAPTR records of |set| into |list|, and count them. One that cannot
 * be read costs only itself. */
static ddds_status read_rules(const struct rrset *set, struct arena *arena,
                              struct ddds_rule *list, size_t *count,
                              struct ddds_error *error)
{
    const struct record *record = set->last->next;
    *count = 0;
    for (size_t left = count_records(set); left > 0; left--) {
        ddds_status status = ddds_rdata_read_naptr(
            record->rdata, record->length, arena, &list[*count], error);
        if (status == DDDS_NO_MEMORY) {
            return status;
        }
        *count += status == DDDS_OK;
        record = record->next;
    }
    return DDDS_OK;
}

/* The rules that the records of |set| make; NULL on failure. */
static ddds_ruleset *make_rules(const struct memory *memory,
                                const struct rrset *set,
                                struct ddds_error *error)
{
    ddds_ruleset *rules = NULL;
    struct arena arena;
    ddds_arena_init(&arena, NULL, 0);
    size_t count = count_records(set);
    struct ddds_rule *list = ddds_arena_array(&arena, count, sizeof *list);
    if (list == NULL) {
        ddds_error_no_memory(error);
    } else if (read_rules(set, &arena, list, &count, error) == DDDS_OK) {
        rules = ddds_ruleset_new(memory->rulebook, list, count, error);
    }
    ddds_arena_free(&arena);
    return rules;
}

/* The rules of |set|, made now or earlier; NULL on failure. Of several threads
 * that make them at once, one publishes its own and the others take those. */
static ddds_ruleset *ensure_rules(const struct memory *memory,
                                  struct rrset *set, struct ddds_error *error)
{
    ddds_ruleset *published = atomic_load(&set->rules);
    if (published != NULL) {
        return published;
    }
    ddds_ruleset *rules = make_rules(memory, set, error);
    if (rules != NULL &&
        !atomic_compare_exchange_strong(&set->rules, &published, rules)) {
        ddds_ruleset_free(rules);
        return published;
    }
    return rules;
}

/* The set could not be read as a whole. */
static void answer_failure(struct walk *walk, const struct ddds_error *error)
{
    snprintf(walk->detail, sizeof walk->detail, "%s", error->detail);
    end(walk,
        error->status == DDDS_NO_MEMORY ? DDDS_REPLY_NO_MEMORY
                                        : DDDS_REPLY_MALFORMED,
        walk->detail);
}

static void answer_rules(struct walk *walk)
{
    struct ddds_error error;
    struct rrset *set = ddds_memory_rrset(walk->node, TYPE_NAPTR);
    if (set == NULL) {
        answer_nothing(walk, DDDS_REPLY_NO_DATA);
        return;
    }
    rely_on(walk, set->ttl);
    walk->answer.ruleset = ensure_rules(walk->memory, set, &error);
    if (walk->answer.ruleset == NULL) {
        answer_failure(walk, &error);
    }
}

/* The same for SRV records. */
static ddds_status read_servers(const struct rrset *set, struct arena *arena,
                                struct ddds_srv *list, size_t *count,
                                struct ddds_error *error)
{
    const struct record *record = set->last->next;
    *count = 0;
    for (size_t left = count_records(set); left > 0; left--) {
        ddds_status status = ddds_rdata_read_srv(record->rdata, record->length,
                                                 arena, &list[*count], error);
        if (status == DDDS_NO_MEMORY) {
            return status;
        }
        *count += status == DDDS_OK;
        record = record->next;
    }
    return DDDS_OK;
}

static void answer_servers(struct walk *walk, struct arena *arena)
{
    struct ddds_error error;
    const struct rrset *set = ddds_memory_rrset(walk->node, TYPE_SRV);
    if (set == NULL) {
        answer_nothing(walk, DDDS_REPLY_NO_DATA);
        return;
    }
    rely_on(walk, set->ttl);
    struct ddds_srv *list =
        ddds_arena_array(arena, count_records(set), sizeof *list);
    if (list == NULL) {
        ddds_error_no_memory(&error);
        answer_failure(walk, &error);
        return;
    }
    walk->answer.servers = list;
    if (read_servers(set, arena, list, &walk->answer.server_count, &error) !=
        DDDS_OK) {
        answer_failure(walk, &error);
    }
}

/* Append the addresses of |set|, which may be NULL, to |list|. */
static void read_addresses(struct walk *walk, const struct rrset *set,
                           struct ddds_address *list)
{
    size_t left = count_records(set);
    if (left == 0) {
        return;
    }
    rely_on(walk, set->ttl);
    const struct record *record = set->last->next;
    for (; left > 0; left--) {
        size_t *count = &walk->answer.address_count;
        *count +=
            ddds_rdata_read_address(set->type, record->rdata, record->length,
                                    &list[*count], NULL) == DDDS_OK;
        record = record->next;
    }
}

/* A and AAAA are one question (lib/DECISIONS.md, "addresses"). */
static void answer_addresses(struct walk *walk, struct arena *arena)
{
    const struct rrset *four = ddds_memory_rrset(walk->node, TYPE_A);
    const struct rrset *six = ddds_memory_rrset(walk->node, TYPE_AAAA);
    struct ddds_error error;
    if (four == NULL && six == NULL) {
        answer_nothing(walk, DDDS_REPLY_NO_DATA);
        return;
    }
    struct ddds_address *list = ddds_arena_array(
        arena, count_records(four) + count_records(six), sizeof *list);
    if (list == NULL) {
        ddds_error_no_memory(&error);
        answer_failure(walk, &error);
        return;
    }
    walk->answer.addresses = list;
    read_addresses(walk, four, list);
    read_addresses(walk, six, list);
}

static void answer_records(struct walk *walk)
{
    const struct rrset *set = ddds_memory_rrset(walk->node, walk->type);
    if (set == NULL) {
        answer_nothing(walk, DDDS_REPLY_NO_DATA);
    } else if (show_records(walk, walk->name, set)) {
        rely_on(walk, set->ttl);
    }
}

/* ---- The way in --------------------------------------------------------- */

/* The published rules of a node named |name|, with their TTL, or NULL. Rules
 * are published only where a walk has ended; since a wildcard's may have been
 * reached by another name, they do not count here. */
static ddds_ruleset *find_published(const struct memory *memory,
                                    const char *name, uint32_t *ttl)
{
    if (name[0] == '*') {
        return NULL;
    }
    size_t length = strlen(name);
    uint32_t hash = ddds_memory_hash(memory, name, length);
    const struct node *node = memory->buckets[hash & memory->mask];
    for (; node != NULL; node = node->next) {
        if (node->hash != hash || node->length != length ||
            memcmp(node->name, name, length) != 0) {
            continue;
        }
        const struct rrset *set = ddds_memory_rrset(node, TYPE_NAPTR);
        ddds_ruleset *rules =
            set == NULL
                ? NULL
                : atomic_load_explicit(&set->rules, memory_order_acquire);
        if (rules != NULL) {
            *ttl = set->ttl;
            return rules;
        }
    }
    return NULL;
}

static bool answer_published(const struct memory *memory,
                             const struct ddds_question *question,
                             ddds_answer_fn *answer, void *context)
{
    struct ddds_answer ready = {.reply = DDDS_REPLY_DATA};
    ready.ruleset = find_published(memory, question->name, &ready.ttl);
    if (ready.ruleset == NULL) {
        return false;
    }
    answer(context, question->id, &ready);
    return true;
}

static void answer_data(struct walk *walk, enum ddds_question_kind kind,
                        struct arena *arena)
{
    switch (kind) {
    case DDDS_ASK_RULES:
        answer_rules(walk);
        break;
    case DDDS_ASK_SERVERS:
        answer_servers(walk, arena);
        break;
    case DDDS_ASK_ADDRESSES:
        answer_addresses(walk, arena);
        break;
    case DDDS_ASK_RECORDS:
        answer_records(walk);
        break;
    }
}

static void look_up(ddds_database *database,
                    const struct ddds_question *question, uint64_t now,
                    ddds_answer_fn *answer, void *context)
{
    (void)now; /* Zones in memory do not age. */
    const struct memory *memory = (const struct memory *)database;
    if (question->kind == DDDS_ASK_RULES &&
        answer_published(memory, question, answer, context)) {
        return;
    }
    max_align_t space[256]; /* enough for most sets */
    struct arena arena;
    ddds_arena_init(&arena, space, sizeof space);
    struct walk walk;
    walk.memory = memory;
    walk.name = question->name;
    walk.aliases = 0;
    walk.ttl = UINT32_MAX;
    walk.type = question->kind == DDDS_ASK_RECORDS ? question->type : 0;
    walk.arena = &arena;
    walk.answer = (struct ddds_answer){.reply = DDDS_REPLY_DATA};
    if (find_data(&walk)) {
        answer_data(&walk, question->kind, &arena);
    }
    walk.answer.ttl = walk.ttl;
    answer(context, question->id, &walk.answer);
    ddds_arena_free(&arena);
}

ddds_database *ddds_memory_new(struct ddds_error *error)
{
    static const struct ddds_database_class methods = {
        .lookup = look_up,
        .free = ddds_memory_close,
    };
    return ddds_memory_open(&methods, error);
}
