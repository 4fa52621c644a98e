/* The names of zones, in a tree of octets, the first label first.
 *
 * A key is read from the left, and its closest encloser is the longest end of
 * it that exists. So a state has the places in the tree to which the ends lead
 * that begin with each label, as far as names begin with them, the longest
 * first.
 *
 * SPDX-License-Identifier: MIT */
#include "check/readers/known_names.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/limits.h"
#include "base/domain.h"
#include "base/octet.h"
#include "rule/substitution.h"

/* ---- The tree --------------------------------------------------------------
 */

static uint32_t find_child(const struct known_names *names, uint32_t place,
                           unsigned char octet)
{
    uint32_t child = names->places[place].first;
    while (child != NOWHERE && names->places[child].octet != octet) {
        child = names->places[child].next;
    }
    return child;
}

static uint32_t add_place(struct known_names *names, uint32_t parent,
                          unsigned char octet)
{
    if (names->place_count == names->place_room) {
        size_t room = names->place_room == 0 ? 256 : names->place_room * 2;
        struct name_place *places =
            realloc(names->places, room * sizeof *places);
        if (places == NULL) {
            names->failed = true;
            return NOWHERE;
        }
        names->places = places;
        names->place_room = room;
    }
    uint32_t place = (uint32_t)names->place_count++;
    names->places[place] =
        (struct name_place){NOWHERE, NOWHERE, NOWHERE, NOWHERE, octet};
    if (parent != NOWHERE) {
        names->places[place].next = names->places[parent].first;
        names->places[parent].first = place;
    }
    return place;
}

/* The place of |name|, which is added if it is not there. */
static uint32_t make_place(struct known_names *names, const char *name)
{
    uint32_t place = 0;
    for (; *name != '\0' && place != NOWHERE; name++) {
        uint32_t child = find_child(names, place, (unsigned char)*name);
        place = child != NOWHERE
                    ? child
                    : add_place(names, place, (unsigned char)*name);
    }
    return place;
}

uint32_t ddds_names_find(const struct known_names *names, const char *name)
{
    uint32_t place = 0;
    for (; *name != '\0' && place != NOWHERE; name++) {
        place = find_child(names, place, (unsigned char)*name);
    }
    return place != NOWHERE ? names->places[place].owner : NOWHERE;
}

/* ---- Owners ----------------------------------------------------------------
 */

static bool add_apex(void *context, const struct memory_name *name)
{
    struct known_names *names = context;
    if ((name->facts & MEMORY_APEX) == 0) {
        return true;
    }
    uint32_t number =
        ddds_intern(&names->apexes, name->name, strlen(name->name));
    const void **zones =
        realloc(names->zones, (names->apexes.count + 1) * sizeof *zones);
    names->zones = zones != NULL ? zones : names->zones;
    if (number == INTERN_FAILED || zones == NULL) {
        return false;
    }
    zones[number] = name->zone;
    return true;
}

/* The deepest zone that contains |name|. */
static const void *find_zone(struct known_names *names, const char *name)
{
    for (; name != NULL; name = ddds_domain_parent(name)) {
        size_t before = names->apexes.count;
        uint32_t number = ddds_intern(&names->apexes, name, strlen(name));
        if (number == INTERN_FAILED) {
            names->failed = true;
            return NULL;
        }
        if (number < before && names->zones[number] != NULL) {
            return names->zones[number];
        }
        if (number >= before) {
            const void **zones =
                realloc(names->zones, (number + 1) * sizeof *zones);
            if (zones == NULL) {
                names->failed = true;
                return NULL;
            }
            zones[number] = NULL;
            names->zones = zones;
        }
    }
    return NULL;
}

static bool add_owner(void *context, const struct memory_name *name)
{
    struct known_names *names = context;
    if (find_zone(names, name->name) != name->zone) {
        return !names->failed;
    }
    if (names->count == names->room) {
        size_t room = names->room == 0 ? 64 : names->room * 2;
        struct owner *owners = realloc(names->owners, room * sizeof *owners);
        if (owners == NULL) {
            return false;
        }
        names->owners = owners;
        names->room = room;
    }
    uint32_t place = make_place(names, name->name);
    if (place == NOWHERE) {
        return false;
    }
    names->places[place].owner = (uint32_t)names->count;
    names->owners[names->count++] = (struct owner){*name, NOWHERE, NOWHERE};
    return true;
}

/* Connect each owner with that above it, and wildcards with their parents. */
static void connect_owners(struct known_names *names)
{
    for (uint32_t i = 0; i < names->count; i++) {
        const struct memory_name *name = &names->owners[i].name;
        const char *above = ddds_domain_parent(name->name);
        uint32_t parent =
            above != NULL ? ddds_names_find(names, above) : NOWHERE;
        if ((name->facts & MEMORY_APEX) == 0) {
            names->owners[i].parent = parent;
        }
        if (parent != NOWHERE && name->name[0] == '*' &&
            (name->name[1] == '.' || name->name[1] == '\0')) {
            names->owners[parent].wildcard = i;
        }
    }
}

/* ---- Targets ------------------------------------------------------------- */

/* A key that a rule names may be equal to one that is made of the input: a
 * loop. So each of them has a label of its own. */
static bool add_target(struct known_names *names, const char *text)
{
    char name[LIMIT_NAME_SIZE];
    if (ddds_domain_parse(text, strlen(text), name, NULL) != DDDS_OK) {
        return true;
    }
    uint32_t number = ddds_intern(&names->targets, name, strlen(name) + 1);
    uint32_t place = make_place(names, name);
    if (number == INTERN_FAILED || place == NOWHERE) {
        return false;
    }
    names->places[place].target = number;
    return true;
}

/* Add what the rule names itself, or by an expression whose output is always
 * the same. */
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

/* ---- Labels ----------------------------------------------------------------
 */

/* The highest delegation or DNAME at |owner| or above, which applies if it
 * |is_below| or is not itself the owner; NOWHERE if there is none. */
static uint32_t find_barrier(const struct known_names *names, uint32_t owner,
                             bool is_below)
{
    uint32_t barrier = NOWHERE;
    for (uint32_t i = owner; i != NOWHERE; i = names->owners[i].parent) {
        unsigned facts = names->owners[i].name.facts;
        bool is_redirected =
            (facts & MEMORY_REDIRECT) != 0 && (is_below || i != owner);
        if ((facts & MEMORY_DELEGATION) != 0 || is_redirected) {
            barrier = i;
        }
    }
    return barrier;
}

/* Whether |owner| has data for questions of |kind|, or an alias. */
static bool has_data(const struct known_names *names, uint32_t owner,
                     enum ddds_question_kind kind)
{
    static const unsigned facts[KINDS] = {
        [DDDS_ASK_RULES] = MEMORY_RULES,
        [DDDS_ASK_SERVERS] = MEMORY_SERVERS,
        [DDDS_ASK_ADDRESSES] = MEMORY_ADDRESSES,
        [DDDS_ASK_URIS] = MEMORY_URIS,
    };
    return (names->owners[owner].name.facts & (facts[kind] | MEMORY_ALIAS)) !=
           0;
}

static uint32_t keep_label(struct known_names *names, enum name_kind kind,
                           uint32_t owner, const void *zone)
{
    struct label label;
    memset(&label, 0, sizeof label);
    label.kind = kind;
    label.owner = owner;
    label.zone = zone;
    uint32_t number = ddds_intern(&names->labels, &label, sizeof label);
    names->failed |= number == INTERN_FAILED;
    return number + 2; /* 1 is that of strings without an output */
}

uint32_t ddds_names_label(struct known_names *names,
                          enum ddds_question_kind kind, uint32_t owner,
                          bool is_below, uint32_t target)
{
    if (owner == NOWHERE) {
        return keep_label(names, NAME_OUTSIDE, 0, NULL);
    }
    uint32_t barrier = find_barrier(names, owner, is_below);
    const void *zone = names->owners[owner].name.zone;
    if (barrier != NOWHERE) {
        bool is_delegated =
            (names->owners[barrier].name.facts & MEMORY_DELEGATION) != 0;
        return is_delegated ? keep_label(names, NAME_OUTSIDE, 0, NULL)
               : is_below   ? keep_label(names, NAME_REDIRECTED, barrier, NULL)
                            : keep_label(names, NAME_EXACT, owner, NULL);
    }
    uint32_t answers = is_below ? names->owners[owner].wildcard : owner;
    if (answers == NOWHERE) {
        return keep_label(names, NAME_MISSING, 0, zone);
    }
    if (!has_data(names, answers, kind)) {
        return keep_label(names, NAME_NO_DATA, 0, zone);
    }
    return is_below && target != NOWHERE
               ? keep_label(names, NAME_EXACT, TARGET + target, NULL)
               : keep_label(names, is_below ? NAME_WILDCARD : NAME_EXACT,
                            answers, NULL);
}

enum name_kind ddds_names_kind(const struct known_names *names, uint32_t label)
{
    const struct label *found = interned(&names->labels, label - 2);
    return (enum name_kind)found->kind;
}

/* ---- Keys ------------------------------------------------------------------
 */

/* A state: 1 after a dot, which may be the last octet; the place of the whole,
 * or NOWHERE; the places of the ends that begin with later labels. */
static uint32_t keep_state(struct names_reader *reader, const uint32_t *words,
                           size_t count)
{
    uint32_t number =
        ddds_intern(&reader->names->states, words, count * sizeof *words);
    reader->base.failed |= reader_failure(number, READER_STATES);
    return reader->base.failed ? 0 : number;
}

/* Move the places by |octet|, and return how many words are left. */
static size_t move_places(const struct known_names *names,
                          uint32_t words[PLACES], size_t count,
                          unsigned char octet)
{
    size_t kept = 2;
    for (size_t i = 1; i < count; i++) {
        uint32_t place =
            words[i] == NOWHERE ? NOWHERE : find_child(names, words[i], octet);
        if (i == 1) {
            words[1] = place;
        } else if (place != NOWHERE) {
            words[kept++] = place;
        }
    }
    return kept;
}

static uint32_t step_name(struct reader *base, uint32_t state,
                          unsigned char octet)
{
    struct names_reader *reader = (struct names_reader *)base;
    const struct known_names *names = reader->names;
    uint32_t words[PLACES];
    size_t count = interned_length(&names->states, state) / sizeof *words;
    memcpy(words, interned(&names->states, state), count * sizeof *words);
    if (words[0] != 0) {
        count = move_places(names, words, count, '.');
        if (count < PLACES) {
            words[count++] = 0;
        }
        words[0] = 0;
    }
    if (octet == '.') {
        words[0] = 1;
    } else {
        count = move_places(names, words, count,
                            (unsigned char)ascii_to_lower((char)octet));
    }
    return keep_state(reader, words, count);
}

static uint32_t label_name(struct reader *base, uint32_t state)
{
    struct names_reader *reader = (struct names_reader *)base;
    struct known_names *names = reader->names;
    const uint32_t *words = interned(&names->states, state);
    size_t count = interned_length(&names->states, state) / sizeof *words;
    uint32_t owner = names->places[0].owner; /* the root's */
    bool is_below = true;
    for (size_t i = 1; i < count; i++) {
        uint32_t place = words[i];
        if (place != NOWHERE && names->places[place].owner != NOWHERE) {
            owner = names->places[place].owner;
            is_below = i > 1;
            break;
        }
    }
    uint32_t target =
        words[1] != NOWHERE ? names->places[words[1]].target : NOWHERE;
    uint32_t label =
        ddds_names_label(names, reader->kind, owner, is_below, target);
    reader->base.failed |= names->failed ? READER_NO_MEMORY : 0;
    return label;
}

static bool begin_reader(struct known_names *names,
                         enum ddds_question_kind kind)
{
    static const struct reader_class methods = {step_name, label_name, NULL};
    struct names_reader *reader = &names->readers[kind];
    const uint32_t start[2] = {0, 0};
    uint8_t marks[256];
    for (unsigned octet = 0; octet < 256; octet++) {
        bool is_key =
            octet == '.' || octet == '_' || octet_is((char)octet, OCTET_LDH);
        marks[octet] = is_key ? (uint8_t)ascii_to_lower((char)octet) : 0;
    }
    reader->base.methods = &methods;
    reader->names = names;
    reader->kind = kind;
    ddds_classes_begin(&reader->base);
    ddds_classes_split(&reader->base, marks);
    reader->base.start = keep_state(reader, start, 2);
    return !reader->base.failed;
}

struct reader *ddds_names_reader(struct known_names *names,
                                 enum ddds_question_kind kind)
{
    return &names->readers[kind].base;
}

struct known_names *ddds_names_new(ddds_database *database)
{
    struct known_names *names = calloc(1, sizeof *names);
    bool ok = names != NULL && add_place(names, NOWHERE, 0) != NOWHERE &&
              ddds_memory_names(database, add_apex, names) &&
              ddds_memory_names(database, add_owner, names);
    if (ok) {
        connect_owners(names);
        ok = find_targets(names, database);
    }
    for (int kind = 0; ok && kind < KINDS; kind++) {
        ok = begin_reader(names, (enum ddds_question_kind)kind);
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
        ddds_intern_free(&names->apexes);
        ddds_intern_free(&names->targets);
        ddds_intern_free(&names->states);
        ddds_intern_free(&names->labels);
        free(names->zones);
        free(names->owners);
        free(names->places);
        free(names);
    }
}
