/* Readers of names.
 *
 * A key is read from the left, and its closest encloser is its longest suffix
 * that exists. So a state consists of the nodes of the tree for all suffixes
 * read so far that begin a name, the longest first.
 *
 * SPDX-License-Identifier: MIT */
#include "check/readers/known_names.h"

#include <string.h>

#include "base/ascii.h"
#include "base/domain.h"

/* ---- Labels -------------------------------------------------------------- */

/* Return the highest delegation or DNAME at |owner| or above; a DNAME at
 * |owner| only counts if the name |is_below|. NOWHERE if none exists. */
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

/* Return true if |owner| has data for questions of |kind|, or an alias. */
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
                           uint32_t owner, uint32_t via, const void *zone)
{
    struct label label;
    memset(&label, 0, sizeof label);
    label.kind = kind;
    label.owner = owner;
    label.via = via;
    label.zone = zone;
    uint32_t number = ddds_intern(&names->labels, &label, sizeof label);
    names->failed |= number == INTERN_FAILED;
    return number + 2; /* 1 is the label of strings without an output */
}

static uint32_t label_via(struct known_names *names,
                          enum ddds_question_kind kind, uint32_t owner,
                          bool is_below, uint32_t target, uint32_t via);

/* Return the label of names below the DNAME |barrier|, or of the |target| there:
 * that of names below its target, with that DNAME, unless another follows, after
 * |owner|. */
static uint32_t label_redirected(struct known_names *names,
                                 enum ddds_question_kind kind, uint32_t owner,
                                 uint32_t target, uint32_t barrier)
{
    const struct owner *redirect = &names->owners[barrier];
    bool is_plain =
        redirect->is_followed && names->owners[owner].via == NOWHERE;
    uint32_t next = is_plain && redirect->target != NOWHERE
                        ? find_barrier(names, redirect->target, true)
                        : NOWHERE;
    is_plain &= next == NOWHERE ||
                (names->owners[next].name.facts & MEMORY_DELEGATION) != 0;
    return is_plain
               ? label_via(names, kind, redirect->target, true, target, barrier)
               : keep_label(names, NAME_REDIRECTED, barrier, NOWHERE, NULL);
}

/* As ddds_names_label, after the DNAME |via|. */
static uint32_t label_via(struct known_names *names,
                          enum ddds_question_kind kind, uint32_t owner,
                          bool is_below, uint32_t target, uint32_t via)
{
    if (owner == NOWHERE) {
        return keep_label(names, NAME_OUTSIDE, 0, via, NULL);
    }
    uint32_t barrier = find_barrier(names, owner, is_below);
    const void *zone = names->owners[owner].name.zone;
    via = via == NOWHERE ? names->owners[owner].via : via;
    if (barrier != NOWHERE) {
        bool is_delegated =
            (names->owners[barrier].name.facts & MEMORY_DELEGATION) != 0;
        return is_delegated ? keep_label(names, NAME_OUTSIDE, 0, via, NULL)
               : is_below
                   ? label_redirected(names, kind, owner, target, barrier)
                   : keep_label(names, NAME_EXACT, owner, via, NULL);
    }
    uint32_t answers = is_below ? names->owners[owner].wildcard : owner;
    if (answers == NOWHERE) {
        return keep_label(names, NAME_MISSING, 0, via, zone);
    }
    if (!has_data(names, answers, kind)) {
        return keep_label(names, NAME_NO_DATA, 0, via, zone);
    }
    return is_below && target != NOWHERE
               ? keep_label(names, NAME_EXACT, TARGET + target, via, NULL)
               : keep_label(names, is_below ? NAME_WILDCARD : NAME_EXACT,
                            answers, via, NULL);
}

uint32_t ddds_names_label(struct known_names *names,
                          enum ddds_question_kind kind, uint32_t owner,
                          bool is_below, uint32_t target)
{
    return label_via(names, kind, owner, is_below, target, NOWHERE);
}

enum name_kind ddds_names_kind(const struct known_names *names, uint32_t label)
{
    return label < 2 ? NAME_REDIRECTED
                     : (enum name_kind)((const struct label *)interned(
                                            &names->labels, label - 2))
                           ->kind;
}

const char *ddds_names_exact(const struct known_names *names, uint32_t label)
{
    const struct label *found =
        label < 2 ? NULL : interned(&names->labels, label - 2);
    return found != NULL && found->kind == NAME_EXACT && found->owner < TARGET
               ? names->owners[found->owner].name.name
               : NULL;
}

/* ---- Keys ---------------------------------------------------------------- */

/* Return a state of these words: 1 after a dot, which may be the final dot; the
 * node of the complete key, or NOWHERE; the nodes of shorter suffixes. */
static uint32_t keep_state(struct names_reader *reader, const uint32_t *words,
                           size_t count)
{
    uint32_t number =
        ddds_intern(&reader->names->states, words, count * sizeof *words);
    reader->base.failed |= reader_failure(number, READER_STATES);
    return reader->base.failed ? 0 : number;
}

/* Advance the nodes by |octet|. Return the number of remaining words. */
static size_t move_places(const struct known_names *names,
                          uint32_t words[PLACES], size_t count,
                          unsigned char octet)
{
    size_t kept = 2;
    for (size_t i = 1; i < count; i++) {
        uint32_t node =
            words[i] == NOWHERE ? NOWHERE : known_child(names, words[i], octet);
        if (i == 1) {
            words[1] = node;
        } else if (node != NOWHERE) {
            words[kept++] = node;
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
    if (base->failed) {
        return 0;
    }
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
        if (strchr(DOMAIN_ESCAPED, octet) != NULL) {
            count = move_places(names, words, count, '\\');
        }
        count = move_places(names, words, count,
                            (unsigned char)ascii_to_lower((char)octet));
    }
    return keep_state(reader, words, count);
}

static uint32_t label_name(struct reader *base, uint32_t state)
{
    struct names_reader *reader = (struct names_reader *)base;
    struct known_names *names = reader->names;
    if (base->failed) {
        return 0;
    }
    const uint32_t *words = interned(&names->states, state);
    size_t count = interned_length(&names->states, state) / sizeof *words;
    uint32_t owner = names->nodes[0].owner; /* the root */
    bool is_below = true;
    for (size_t i = 1; i < count; i++) {
        uint32_t node = words[i];
        if (node != NOWHERE && names->nodes[node].owner != NOWHERE) {
            owner = names->nodes[node].owner;
            is_below = i > 1;
            break;
        }
    }
    uint32_t target =
        words[1] != NOWHERE ? names->nodes[words[1]].target : NOWHERE;
    uint32_t label =
        ddds_names_label(names, reader->kind, owner, is_below, target);
    reader->base.failed |= names->failed ? READER_NO_MEMORY : 0;
    return label;
}

/* Initialise the readers of all kinds, except for their starts. */
static void begin_readers(struct names_reader readers[KINDS],
                          struct known_names *names,
                          const struct reader_class *methods)
{
    uint8_t marks[256] = {0};
    for (size_t i = 0; i < names->node_count; i++) {
        unsigned char octet = names->nodes[i].octet;
        marks[octet] = octet;
        marks[(unsigned char)ascii_to_upper((char)octet)] = octet;
    }
    for (const char *octet = marks['\\'] != 0 ? "." DOMAIN_ESCAPED : ".";
         *octet != '\0'; octet++) {
        marks[(unsigned char)*octet] = (uint8_t)*octet;
    }
    readers[0].base.methods = methods;
    readers[0].names = names;
    ddds_octets_begin(&readers[0].base, marks);
    for (size_t kind = 1; kind < KINDS; kind++) {
        readers[kind] = readers[0];
        readers[kind].kind = (enum ddds_question_kind)kind;
    }
}

/* ---- From the root ------------------------------------------------------- */

/* The closest encloser of names that continue |node| with |octet|. */
static uint32_t find_above(const struct known_names *names, uint32_t node,
                           unsigned char octet)
{
    while (names->nodes[node].parent != NOWHERE &&
           (octet != '.' || names->nodes[node].owner == NOWHERE)) {
        octet = names->nodes[node].octet;
        node = names->nodes[node].parent;
    }
    return names->nodes[node].owner;
}

/* A state is a node of the reversed tree, or, for names that leave it, their
 * label, after the numbers of the nodes. */
static uint32_t step_down(struct reader *base, uint32_t state,
                          unsigned char octet)
{
    struct names_reader *reader = (struct names_reader *)base;
    struct known_names *names = reader->names;
    unsigned char lower = (unsigned char)ascii_to_lower((char)octet);
    if (state >= names->turned_end) {
        return state;
    }
    uint32_t child = known_child(names, state, lower);
    if (child != NOWHERE) {
        return child;
    }
    uint32_t above = find_above(names, state, octet);
    if (reader->below == 0 || reader->above != above) {
        reader->above = above;
        reader->below =
            ddds_names_label(names, reader->kind, above, true, NOWHERE);
        base->failed |= names->failed ? READER_NO_MEMORY : 0;
    }
    return names->turned_end + reader->below;
}

static uint32_t label_down(struct reader *base, uint32_t state)
{
    struct names_reader *reader = (struct names_reader *)base;
    struct known_names *names = reader->names;
    if (state >= names->turned_end) {
        return state - names->turned_end;
    }
    const struct name_node *node = &names->nodes[state];
    bool exists = node->owner != NOWHERE;
    uint32_t label = ddds_names_label(
        names, reader->kind, exists ? node->owner : find_above(names, state, 0),
        !exists, node->target);
    base->failed |= names->failed ? READER_NO_MEMORY : 0;
    return label;
}

void ddds_names_write(enum name_order order, const char *name,
                      char turned[LIMIT_NAME_SIZE])
{
    size_t length = strlen(name);
    for (size_t i = 0; i < length; i++) {
        turned[i] = order == NAME_FORWARD ? name[i] : name[length - 1 - i];
    }
    turned[length] = '\0';
    for (size_t begin = 0, end = 0; order == NAME_FROM_ROOT && begin < length;
         begin = end + 1) {
        end = begin + strcspn(turned + begin, ".");
        memcpy(turned + begin, name + length - end, end - begin);
    }
}

/* ---- Trees --------------------------------------------------------------- */

/* Add the owner or the target |name| to the tree at |root|. */
static void add_name(struct known_names *names, uint32_t root,
                     enum name_order order, const char *name, uint32_t owner,
                     uint32_t target)
{
    char turned[LIMIT_NAME_SIZE];
    if (order != NAME_FORWARD && strchr(name, '\\') != NULL) {
        return;
    }
    ddds_names_write(order, name, turned);
    uint32_t node = ddds_names_make_node(names, root, turned);
    if (node != NOWHERE && owner != NOWHERE) {
        names->nodes[node].owner = owner;
    } else if (node != NOWHERE) {
        names->nodes[node].target = target;
    }
}

/* Add all names to the tree at |root|, which |readers| read in |order|. */
static void make_tree(struct known_names *names, uint32_t root,
                      enum name_order order, struct names_reader readers[KINDS],
                      const struct reader_class *methods)
{
    names->failed |= root == NOWHERE;
    for (uint32_t i = 0; i < names->count && !names->failed; i++) {
        add_name(names, root, order, names->owners[i].name.name, i, NOWHERE);
    }
    for (uint32_t i = 0; i < names->targets.count && !names->failed; i++) {
        add_name(names, root, order, interned(&names->targets, i), NOWHERE, i);
    }
    begin_readers(readers, names, methods);
}

bool ddds_names_turn(struct known_names *names, enum name_order order)
{
    static const struct reader_class methods = {step_down, label_down, NULL};
    uint32_t root = ddds_names_add_node(names, NOWHERE, 0);
    make_tree(names, root, order, names->turned, &methods);
    names->turned_end = (uint32_t)names->node_count;
    for (size_t kind = 0; kind < KINDS; kind++) {
        names->turned[kind].base.start = root;
    }
    return !names->failed;
}

struct reader *ddds_names_turned_reader(struct known_names *names,
                                        enum ddds_question_kind kind)
{
    return &names->turned[kind].base;
}

struct reader *ddds_names_reader(struct known_names *names,
                                 enum ddds_question_kind kind)
{
    static const struct reader_class methods = {step_name, label_name, NULL};
    const uint32_t start[2] = {0, 0};
    if (!names->has_tree) {
        names->has_tree = true;
        make_tree(names, 0, NAME_FORWARD, names->readers, &methods);
        uint32_t state = keep_state(&names->readers[0], start, 2);
        for (size_t i = 0; i < KINDS; i++) {
            names->readers[i].base.start = state;
            names->readers[i].base.failed |=
                names->failed ? READER_NO_MEMORY
                              : names->readers[0].base.failed;
        }
    }
    return &names->readers[kind].base;
}
