/* The names in zones, the names in rules, and trees of them by octets.
 *
 * SPDX-License-Identifier: MIT */
#include "check/readers/known_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/domain.h"
#include "base/grow.h"
#include "rule/substitution.h"

/* Limit on the names below all DNAMEs: 65,536 of 16 octets each, with the
 * DNAME's. */
enum { NAME_COST = 32, REPEATED = 65536 * (NAME_COST + 16) };

/* ---- Trees --------------------------------------------------------------- */

uint32_t ddds_names_add_node(struct known_names *names, uint32_t parent,
                             unsigned char octet)
{
    struct name_node *nodes = ddds_grow(names->nodes, names->node_count,
                                        &names->node_room, sizeof *nodes);
    if (nodes == NULL) {
        names->failed = true;
        return NOWHERE;
    }
    names->nodes = nodes;
    uint32_t node = (uint32_t)names->node_count++;
    names->nodes[node] =
        (struct name_node){parent, NOWHERE, NOWHERE, NOWHERE, NOWHERE, octet};
    if (parent != NOWHERE) {
        names->nodes[node].next = names->nodes[parent].first;
        names->nodes[parent].first = node;
    }
    return node;
}

uint32_t ddds_names_make_node(struct known_names *names, uint32_t node,
                              const char *name)
{
    for (; *name != '\0' && node != NOWHERE; name++) {
        uint32_t child = known_child(names, node, (unsigned char)*name);
        node = child != NOWHERE
                   ? child
                   : ddds_names_add_node(names, node, (unsigned char)*name);
    }
    return node;
}

/* ---- Owners -------------------------------------------------------------- */

/* Return the place of |name|; NULL if allocation fails. */
static struct name_place *find_place(struct known_names *names,
                                     const char *name)
{
    size_t before = names->places.count;
    uint32_t number = ddds_intern(&names->places, name, strlen(name));
    if (number == before) {
        struct name_place *places = ddds_grow(
            names->at_places, before, &names->place_room, sizeof *places);
        if (places != NULL) {
            places[number] = (struct name_place){NULL, NOWHERE};
            names->at_places = places;
        }
        names->failed |= places == NULL;
    }
    names->failed |= number == INTERN_FAILED;
    return names->failed ? NULL : &names->at_places[number];
}

/* Return the owner named |name|; NOWHERE if it does not exist. */
static uint32_t find_owner(struct known_names *names, const char *name)
{
    const struct name_place *place = find_place(names, name);
    return place != NULL ? place->owner : NOWHERE;
}

static bool add_apex(void *context, const struct memory_name *name)
{
    struct name_place *place = (name->facts & MEMORY_APEX) == 0
                                   ? NULL
                                   : find_place(context, name->name);
    if (place != NULL) {
        place->zone = name->zone;
    }
    return !((struct known_names *)context)->failed;
}

/* Return the deepest zone that contains |name|. */
static const void *find_zone(struct known_names *names, const char *name)
{
    const void *zone = NULL;
    for (; name != NULL && zone == NULL; name = ddds_domain_parent(name)) {
        const struct name_place *place = find_place(names, name);
        zone = place != NULL ? place->zone : NULL;
    }
    return zone;
}

/* Add |name|, and return its index; NOWHERE if allocation fails. */
static uint32_t keep_owner(struct known_names *names,
                           const struct memory_name *name)
{
    struct owner *owners =
        ddds_grow(names->owners, names->count, &names->room, sizeof *owners);
    names->owners = owners != NULL ? owners : names->owners;
    struct name_place *place = find_place(names, name->name);
    if (place == NULL || owners == NULL) {
        names->failed = true;
        return NOWHERE;
    }
    place->owner = (uint32_t)names->count;
    names->owners[names->count] =
        (struct owner){*name, NOWHERE, NOWHERE, NOWHERE, NOWHERE, false};
    return (uint32_t)names->count++;
}

static bool add_owner(void *context, const struct memory_name *name)
{
    struct known_names *names = context;
    return find_zone(names, name->name) == name->zone
               ? keep_owner(names, name) != NOWHERE
               : !names->failed;
}

/* If owner |i| is the wildcard of |parent|, record that. */
static void connect_wildcard(struct known_names *names, uint32_t parent,
                             uint32_t i)
{
    const char *name = names->owners[i].name.name;
    if (parent != NOWHERE && name[0] == '*' &&
        (name[1] == '.' || name[1] == '\0')) {
        names->owners[parent].wildcard = i;
    }
}

/* Connect each owner with its parent, and wildcards with their parents. */
static void connect_owners(struct known_names *names)
{
    for (uint32_t i = 0; i < names->count; i++) {
        const struct memory_name *name = &names->owners[i].name;
        const char *above = ddds_domain_parent(name->name);
        uint32_t parent = above != NULL ? find_owner(names, above) : NOWHERE;
        if ((name->facts & MEMORY_APEX) == 0) {
            names->owners[i].parent = parent;
        }
        connect_wildcard(names, parent, i);
    }
}

/* ---- DNAME --------------------------------------------------------------- */

struct redirect {
    char target[LIMIT_NAME_SIZE];
    bool is_known;
};

static void take_target(void *context, uint32_t id,
                        const struct ddds_answer *answer)
{
    struct redirect *redirect = context;
    (void)id;
    if (answer->reply == DDDS_REPLY_DATA && answer->record_count > 0) {
        const struct ddds_record *record = &answer->records[0];
        ddds_domain_spell(record->rdata, record->rdata_length,
                          redirect->target);
        redirect->is_known = true;
    }
}

/* Return the closest encloser of |name|, which may be itself. */
static uint32_t find_encloser(struct known_names *names, const char *name)
{
    uint32_t owner = NOWHERE;
    for (; name != NULL && owner == NOWHERE; name = ddds_domain_parent(name)) {
        owner = find_owner(names, name);
    }
    return owner;
}

/* Add the name below the DNAME |at| for |below|, a name below |target|. */
static void add_redirected(struct known_names *names, uint32_t at,
                           const struct memory_name *below, const char *target)
{
    struct memory_name name = *below;
    const char *own = names->owners[at].name.name;
    size_t prefix = strlen(name.name) - strlen(target);
    if (prefix + strlen(own) >= LIMIT_NAME_SIZE) {
        return;
    }
    name.name =
        ddds_arena_format(&names->arena, "%.*s%s", (int)prefix, name.name, own);
    uint32_t added = name.name != NULL ? keep_owner(names, &name) : NOWHERE;
    names->failed |= added == NOWHERE;
    if (added != NOWHERE) {
        const char *above = ddds_domain_parent(name.name);
        bool is_first = strcmp(above, own) == 0;
        uint32_t parent =
            is_first ? names->owners[at].target : find_owner(names, above);
        names->owners[added].parent =
            (name.facts & MEMORY_APEX) == 0 ? parent : NOWHERE;
        names->owners[added].via = at;
        connect_wildcard(names, is_first ? NOWHERE : parent, added);
    }
}

/* The names of zones, sorted from their ends, so that each is followed by those
 * below it. |cost| is that of the names before. */
struct sorted_name {
    struct memory_name name;
    size_t cost;
};

static int compare_ends(const void *one, const void *other)
{
    const char *left = ((const struct sorted_name *)one)->name.name;
    const char *right = ((const struct sorted_name *)other)->name.name;
    size_t at = strlen(left);
    size_t beside = strlen(right);
    int octet;
    int octet_beside;
    do {
        octet = at > 0 ? (unsigned char)left[--at] : -1;
        octet_beside = beside > 0 ? (unsigned char)right[--beside] : -1;
    } while (octet == octet_beside && octet >= 0);
    return octet - octet_beside;
}

/* Sort the names, and add an item for the cost of all. The caller frees the list;
 * NULL if allocation fails. */
static struct sorted_name *sort_names(const struct known_names *names)
{
    struct sorted_name *sorted = calloc(names->count + 1, sizeof *sorted);
    if (sorted == NULL) {
        return NULL;
    }
    for (size_t i = 0; i < names->count; i++) {
        sorted[i].name = names->owners[i].name;
    }
    qsort(sorted, names->count, sizeof *sorted, compare_ends);
    for (size_t i = 0; i < names->count; i++) {
        sorted[i + 1].cost =
            sorted[i].cost + NAME_COST + strlen(sorted[i].name.name);
    }
    return sorted;
}

/* Return the number of names before all that end in |octet| and |target|. */
static size_t find_bound(const struct sorted_name *sorted, size_t count,
                         char octet, const char *target)
{
    char end[LIMIT_NAME_SIZE + 1];
    struct sorted_name bound = {.name.name = end};
    size_t first = 0;
    snprintf(end, sizeof end, "%c%s", octet, target);
    while (first < count) {
        size_t middle = first + (count - first) / 2;
        bool is_before = compare_ends(&sorted[middle], &bound) < 0;
        first = is_before ? middle + 1 : first;
        count = is_before ? count : middle;
    }
    return first;
}

/* Add the corresponding names below the DNAME |at| for all names below
 * |target|, unless all names below a DNAME would be too many. */
static void repeat_names(struct known_names *names, uint32_t at,
                         const struct sorted_name *sorted, size_t count,
                         const char *target)
{
    size_t end = find_bound(sorted, count, '.' + 1, target);
    size_t i = find_bound(sorted, count, '.', target);
    size_t cost = sorted[end].cost - sorted[i].cost +
                  (end - i) * strlen(names->owners[at].name.name);
    names->owners[at].is_followed = cost <= REPEATED - names->repeated;
    names->repeated += names->owners[at].is_followed ? cost : 0;
    for (; i < end && !names->failed; i++) {
        if (names->owners[at].is_followed &&
            ddds_domain_is_within(sorted[i].name.name, target)) {
            add_redirected(names, at, &sorted[i].name, target);
        }
    }
}

/* Find the target of the DNAME |at|, and add the names below it. */
static void follow_redirect(struct known_names *names, ddds_database *database,
                            uint32_t at, const struct sorted_name *sorted,
                            size_t count)
{
    struct redirect redirect = {.is_known = false};
    struct ddds_question question = DDDS_QUESTION_INIT;
    question.kind = DDDS_ASK_RECORDS;
    question.type = DDDS_TYPE_DNAME;
    question.name = names->owners[at].name.name;
    database->methods->lookup(database, &question, 0, take_target, &redirect);
    if (redirect.is_known && redirect.target[0] != '\0') {
        names->owners[at].target = find_encloser(names, redirect.target);
        repeat_names(names, at, sorted, count, redirect.target);
    }
}

/* Follow each DNAME in the order of names, so that the same are followed in
 * every proof. */
static bool follow_redirects(struct known_names *names, ddds_database *database)
{
    const size_t count = names->count;
    unsigned facts = 0;
    for (size_t i = 0; i < count; i++) {
        facts |= names->owners[i].name.facts;
    }
    if ((facts & MEMORY_REDIRECT) == 0) {
        return true;
    }
    struct sorted_name *sorted = sort_names(names);
    names->failed |= sorted == NULL;
    for (size_t i = 0; i < count && !names->failed; i++) {
        if ((sorted[i].name.facts & MEMORY_REDIRECT) != 0) {
            follow_redirect(names, database,
                            find_owner(names, sorted[i].name.name), sorted,
                            count);
        }
    }
    free(sorted);
    return !names->failed;
}

/* ---- Targets ------------------------------------------------------------- */

/* A key in a rule may equal a key made of the input: a loop. So each of these
 * keys has a separate label. */
static bool add_target(struct known_names *names, const char *text)
{
    char name[LIMIT_NAME_SIZE];
    if (ddds_domain_parse(text, strlen(text), name, NULL) != DDDS_OK) {
        return true;
    }
    return ddds_intern(&names->targets, name, strlen(name) + 1) !=
           INTERN_FAILED;
}

/* Add the replacement of the rule, or the output of its expression if that is
 * constant. */
static bool add_rule_target(struct known_names *names,
                            const struct ddds_rule *rule)
{
    if (rule->replacement[0] != '\0') {
        return add_target(names, rule->replacement);
    }
    ddds_substitution *by = ddds_substitution_new(rule->regexp, NULL);
    bool ok = by == NULL || !by->is_constant || add_target(names, by->literal);
    ddds_substitution_free(by);
    return ok;
}

static void add_targets(void *context, uint32_t id,
                        const struct ddds_answer *answer)
{
    struct known_names *names = context;
    size_t count =
        answer->ruleset != NULL ? ddds_ruleset_count(answer->ruleset) : 0;
    (void)id;
    for (size_t i = 0; i < count && !names->failed; i++) {
        names->failed =
            !add_rule_target(names, ddds_ruleset_rule(answer->ruleset, i));
    }
}

static bool find_targets(struct known_names *names, ddds_database *database)
{
    for (size_t i = 0; i < names->count && !names->failed; i++) {
        struct ddds_question question = DDDS_QUESTION_INIT;
        question.kind = DDDS_ASK_RULES;
        question.name = names->owners[i].name.name;
        if ((names->owners[i].name.facts & MEMORY_RULES) != 0) {
            database->methods->lookup(database, &question, 0, add_targets,
                                      names);
        }
    }
    return !names->failed;
}

/* ---- All ----------------------------------------------------------------- */

struct known_names *ddds_names_new(ddds_database *database)
{
    struct known_names *names = calloc(1, sizeof *names);
    bool ok = names != NULL &&
              ddds_names_add_node(names, NOWHERE, 0) != NOWHERE &&
              ddds_memory_names(database, add_apex, names) &&
              ddds_memory_names(database, add_owner, names);
    if (ok) {
        connect_owners(names);
        ok = follow_redirects(names, database) && find_targets(names, database);
    }
    if (!ok) {
        ddds_names_free(names);
        return NULL;
    }
    return names;
}

void ddds_names_free(struct known_names *names)
{
    if (names != NULL) {
        ddds_arena_free(&names->arena);
        ddds_intern_free(&names->places);
        ddds_intern_free(&names->targets);
        ddds_intern_free(&names->states);
        ddds_intern_free(&names->labels);
        free(names->at_places);
        free(names->owners);
        free(names->nodes);
        free(names);
    }
}
