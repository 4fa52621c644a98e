/* Answers from zones in memory.
 *
 * walk.c finds the records, db/wire/rrset.c parses them. Rule sets are built on
 * first use and published at their node, where later lookups find them.
 *
 * SPDX-License-Identifier: MIT */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "db/memory/facts.h"
#include "db/memory/memory.h"
#include "db/memory/walk.h"
#include "rule/answer.h"
#include "rule/ruleset.h"

/* Build the rule set of |set|; NULL on failure. */
static ddds_ruleset *make_rules(const struct memory *memory,
                                const struct store_rrset *set,
                                struct ddds_error *error)
{
    struct arena arena = {.next = NULL};
    struct store_rrset_records records = ddds_walk_records(set, NULL);
    ddds_ruleset *rules =
        ddds_rrset_rules(&records.base, &arena, memory->rulebook, error);
    ddds_arena_free(&arena);
    return rules;
}

/* Return the rule set of |set|, at |node|, building it on first use; NULL on
 * failure. If several threads build it concurrently, the first publishes its
 * own and the others discard theirs. */
static ddds_ruleset *ensure_rules(const struct memory *memory,
                                  const struct store_node *node,
                                  const struct store_rrset *set,
                                  struct ddds_error *error)
{
    /* From the first lookup on, the zones are constant except for published
     * rule sets. */
    struct store_node *own = (struct store_node *)(uintptr_t)node;
    ddds_ruleset *published = atomic_load(&own->rules);
    if (published != NULL) {
        return published;
    }
    ddds_ruleset *rules = make_rules(memory, set, error);
    if (rules == NULL) {
        return NULL;
    }
    if (!atomic_compare_exchange_strong(&own->rules, &published, rules)) {
        ddds_ruleset_free(rules);
        return published;
    }
    atomic_fetch_add(&((struct memory *)(uintptr_t)memory)->rule_sets, 1);
    return rules;
}

/* Answer that the records cannot be read. */
static void answer_failure(struct store_walk *walk,
                           const struct ddds_error *error)
{
    snprintf(walk->detail, sizeof walk->detail, "%s", error->detail);
    ddds_walk_fail(walk, error->status == DDDS_NO_MEMORY
                             ? DDDS_REPLY_NO_MEMORY
                             : DDDS_REPLY_MALFORMED);
}

/* Return the RRset of |type| at the name; its TTL limits that of the answer.
 * NULL if it is missing, or if it is unusable: the answer is then a failure. */
static struct store_rrset *use_set(struct store_walk *walk, uint16_t type)
{
    struct store_rrset *set = ddds_memory_rrset(walk->node, type);
    if (set == NULL) {
        return NULL;
    }
    if (set->octets == RRSET_TOO_LARGE) {
        snprintf(walk->detail, sizeof walk->detail, "%s",
                 DDDS_MEMORY_TOO_LARGE);
        ddds_walk_fail(walk, DDDS_REPLY_MALFORMED);
        return NULL;
    }
    ddds_walk_limit_ttl(walk, set->ttl);
    return set;
}

/* Likewise, but answer "no data" if it is missing. */
static struct store_rrset *require_set(struct store_walk *walk, uint16_t type)
{
    struct store_rrset *set = use_set(walk, type);
    if (set == NULL && walk->answer.reply == DDDS_REPLY_DATA) {
        ddds_walk_answer_nothing(walk, DDDS_REPLY_NO_DATA);
    }
    return set;
}

static void answer_rules(struct store_walk *walk)
{
    struct ddds_error error;
    struct store_rrset *set = require_set(walk, TYPE_NAPTR);
    if (set == NULL) {
        return;
    }
    walk->answer.ruleset = ensure_rules(walk->memory, walk->node, set, &error);
    if (walk->answer.ruleset == NULL) {
        answer_failure(walk, &error);
    }
}

/* Answer with the RRset of |type|, which |read| stores in the answer. */
static void answer_set(struct store_walk *walk, uint16_t type,
                       ddds_status read(struct rrset *set, struct arena *arena,
                                        struct ddds_answer *answer,
                                        struct ddds_error *error))
{
    struct ddds_error error;
    const struct store_rrset *set = require_set(walk, type);
    if (set == NULL) {
        return;
    }
    struct store_rrset_records records = ddds_walk_records(set, NULL);
    if (read(&records.base, walk->arena, &walk->answer, &error) != DDDS_OK) {
        answer_failure(walk, &error);
    }
}

/* A and AAAA are one question (lib/DECISIONS.md, "addresses"). */
static void answer_addresses(struct store_walk *walk)
{
    static const uint16_t types[] = {TYPE_A, TYPE_AAAA};
    for (size_t i = 0; i < 2; i++) {
        struct ddds_error error;
        const struct store_rrset *set = use_set(walk, types[i]);
        if (walk->answer.reply != DDDS_REPLY_DATA) {
            return;
        }
        if (set == NULL) {
            continue;
        }
        struct store_rrset_records records = ddds_walk_records(set, NULL);
        if (ddds_rrset_addresses(&records.base, walk->arena, &walk->answer,
                                 &error) != DDDS_OK) {
            answer_failure(walk, &error);
            return;
        }
    }
    if (walk->answer.address_count == 0) {
        ddds_walk_answer_nothing(walk, DDDS_REPLY_NO_DATA);
    }
}

static void answer_records(struct store_walk *walk)
{
    const struct store_rrset *set = require_set(walk, walk->type);
    if (set != NULL) {
        ddds_walk_show_records(walk, walk->name, set);
    }
}

/* ---- Entry -------------------------------------------------------------- */

/* Find the published rules of a node named |name|, and their TTL; NULL if not
 * found. Rules are only published where a walk has ended. Wildcards are
 * excluded, because the walk may have started at another name. Without this the
 * walk repeats, and a batch of 100,000 URNs takes 18 % more instructions. */
static ddds_ruleset *find_published(const struct memory *memory,
                                    const char *name, uint32_t *ttl)
{
    if (name[0] == '*') {
        return NULL;
    }
    size_t length = strlen(name);
    uint32_t hash = ddds_memory_hash(memory, name, length);
    const struct store_node *node = memory->buckets[hash & memory->mask];
    for (; node != NULL; node = node->next) {
        if (node->hash != hash || !ddds_memory_is_named(node, name, length)) {
            continue;
        }
        ddds_ruleset *rules =
            atomic_load_explicit(&node->rules, memory_order_acquire);
        if (rules != NULL) {
            *ttl = ddds_memory_rrset(node, TYPE_NAPTR)->ttl;
            return rules;
        }
    }
    return NULL;
}

static bool answer_published(const struct memory *memory,
                             const struct ddds_question *question,
                             ddds_answer_fn *answer, void *context)
{
    struct ddds_answer ready = {.size = sizeof ready, .reply = DDDS_REPLY_DATA};
    ready.ruleset = find_published(memory, question->name, &ready.ttl);
    if (ready.ruleset == NULL) {
        return false;
    }
    answer(context, question->id, &ready);
    return true;
}

static void answer_data(struct store_walk *walk, enum ddds_question_kind kind)
{
    switch (kind) {
    case DDDS_ASK_RULES:
        answer_rules(walk);
        break;
    case DDDS_ASK_SERVERS:
        answer_set(walk, TYPE_SRV, ddds_rrset_servers);
        break;
    case DDDS_ASK_ADDRESSES:
        answer_addresses(walk);
        break;
    case DDDS_ASK_URIS:
        answer_set(walk, TYPE_URI, ddds_rrset_targets);
        break;
    case DDDS_ASK_RECORDS:
        answer_records(walk);
        break;
    }
}

static void look_up(ddds_database *database, const struct ddds_question *given,
                    uint64_t now, ddds_answer_fn *answer, void *context)
{
    (void)now; /* Zones in memory do not expire. */
    struct ddds_question own;
    const struct ddds_question *question =
        ddds_question_read(given, &own, answer, context);
    if (question == NULL) {
        return;
    }
    const struct memory *memory = (const struct memory *)database;
    if (question->kind == DDDS_ASK_RULES &&
        answer_published(memory, question, answer, context)) {
        return;
    }
    max_align_t space[64]; /* enough for most sets */
    struct arena arena;
    ddds_arena_init(&arena, space, sizeof space);
    struct store_walk walk;
    walk.memory = memory;
    walk.name = question->name;
    walk.aliases = 0;
    walk.ttl = UINT32_MAX;
    walk.type = question->kind == DDDS_ASK_RECORDS ? question->type : 0;
    walk.arena = &arena;
    walk.answer = (struct ddds_answer){.size = sizeof(struct ddds_answer),
                                       .reply = DDDS_REPLY_DATA};
    if (ddds_walk_find_data(&walk)) {
        answer_data(&walk, question->kind);
    }
    walk.answer.ttl = walk.ttl;
    answer(context, question->id, &walk.answer);
    ddds_arena_free(&arena);
}

static const struct ddds_database_class methods = {
    .size = sizeof methods,
    .lookup = look_up,
    .free = ddds_memory_close,
};

ddds_database *ddds_memory_new(struct ddds_error *error)
{
    return ddds_memory_open(&methods, error);
}

bool ddds_memory_keeps_rulesets(const ddds_database *database)
{
    return database->methods == &methods;
}
