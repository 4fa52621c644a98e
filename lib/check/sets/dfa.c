/* The product of an automaton with a reader, and its parts by label.
 *
 * The product is explored once. A part has the states from which a state with
 * its label can be reached. They are found by reversed transitions, so that the
 * time is linear in the size of the parts.
 *
 * SPDX-License-Identifier: MIT */
#include "check/sets/dfa.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "check/sets/intern.h"

enum {
    /* Limit on octets of transitions in a product. */
    PRODUCT_OCTETS = 64 << 20,

    /* States of a reader whose steps are kept. */
    MEMO_STATES = 1 << 16,
};

struct dfa *ddds_dfa_new(uint32_t count, unsigned class_count)
{
    struct dfa *dfa = calloc(1, sizeof *dfa);
    if (dfa == NULL) {
        return NULL;
    }
    size_t transitions = (size_t)count * class_count;
    dfa->count = count;
    dfa->class_count = class_count;
    dfa->next = malloc((transitions + 1) * sizeof *dfa->next);
    dfa->accepts = calloc(count, 1);
    if (dfa->next == NULL || dfa->accepts == NULL) {
        ddds_dfa_free(dfa);
        return NULL;
    }
    memset(dfa->next, 0xff, transitions * sizeof *dfa->next);
    return dfa;
}

void ddds_dfa_free(struct dfa *dfa)
{
    if (dfa != NULL) {
        free(dfa->next);
        free(dfa->accepts);
        free(dfa);
    }
}

struct dfa *ddds_dfa_all(unsigned most)
{
    struct dfa *dfa = ddds_dfa_new(1, 2);
    if (dfa != NULL) {
        memset(dfa->classes + 1, 1, most);
        dfa->next[1] = 0;
        dfa->accepts[0] = 1;
    }
    return dfa;
}

struct dfa *ddds_dfa_word(const char *word)
{
    uint8_t used[256] = {0};
    unsigned classes = 1;
    size_t length = strlen(word);
    for (size_t i = 0; i < length; i++) {
        if (used[(unsigned char)word[i]] == 0) {
            used[(unsigned char)word[i]] = (uint8_t)classes++;
        }
    }
    struct dfa *dfa = ddds_dfa_new((uint32_t)length + 1, classes);
    if (dfa != NULL) {
        memcpy(dfa->classes, used, sizeof used);
        for (size_t i = 0; i < length; i++) {
            dfa->next[i * classes + used[(unsigned char)word[i]]] =
                (uint32_t)i + 1;
        }
        dfa->accepts[length] = 1;
    }
    return dfa;
}

bool ddds_dfa_has(const struct dfa *dfa, const char *string)
{
    uint32_t state = 0;
    for (; *string != '\0' && state != DFA_DEAD; string++) {
        state = dfa_next(dfa, state, dfa->classes[(unsigned char)*string]);
    }
    return state != DFA_DEAD && dfa->accepts[state] != 0;
}

/* ---- Classes of octets ---------------------------------------------- */

void ddds_octets_split(struct reader *reader, const uint8_t marks[256])
{
    enum { NONE = 256 };
    uint16_t first[256]; /* list: new class by old class */
    uint16_t next[256];
    uint8_t mark_of[256]; /* of each new class */
    uint16_t count = 0;
    unsigned class = NONE; /* that of the last octet: most are like it */
    unsigned last = NONE;  /* its old class */
    for (unsigned old = 0; old < reader->class_count; old++) {
        first[old] = NONE;
    }
    for (unsigned octet = 0; octet < 256; octet++) {
        const unsigned old = reader->classes[octet];
        if (old != last || mark_of[class] != marks[octet]) {
            class = first[old];
            while (class != NONE && mark_of[class] != marks[octet]) {
                class = next[class];
            }
        }
        if (class == NONE) {
            class = count++;
            mark_of[class] = marks[octet];
            next[class] = first[old];
            first[old] = (uint16_t) class;
        }
        last = old;
        reader->classes[octet] = (uint8_t) class;
    }
    reader->class_count = count;
}

void ddds_octets_begin(struct reader *reader, const uint8_t marks[256])
{
    memset(reader->classes, 0, sizeof reader->classes);
    reader->class_count = 1;
    if (marks != NULL) {
        ddds_octets_split(reader, marks);
    }
}

/* ---- Steps that are kept --------------------------------------------- */

uint32_t *ddds_memo_place(struct reader_memo *memo, const struct reader *reader,
                          uint32_t state, unsigned octet)
{
    const size_t columns = reader->class_count + 1U;
    if (state >= memo->room && state < MEMO_STATES) {
        size_t room = state < 8 ? 16 : 2 * (size_t)state;
        uint32_t *found = realloc(memo->found, room * columns * sizeof *found);
        if (found == NULL) {
            return NULL;
        }
        memset(found + memo->room * columns, 0xff,
               (room - memo->room) * columns * sizeof *found);
        *memo = (struct reader_memo){found, room};
    }
    return state >= memo->room
               ? NULL
               : memo->found + state * columns +
                     (octet == MEMO_LABEL ? reader->class_count
                                          : reader->classes[octet]);
}

/* ---- The product -------------------------------------------------------- */

struct pair {
    uint32_t state;
    uint32_t read; /* state of the reader */
};

/* |next| has a transition for each class; |labels| is 0 if no string of the set
 * ends in the state. All strings have the |label|, unless it |is_mixed|. */
struct product {
    const struct dfa *dfa;
    struct reader *reader;
    struct dfa_budget *budget;
    uint8_t classes[256];
    uint8_t octets[256]; /* an octet of each class */
    unsigned class_count;
    struct intern pairs;
    uint32_t *next;
    uint32_t *labels;
    size_t room;
    uint32_t label;
    bool is_mixed;
};

/* Compute the common refinement of the classes of both automata. */
static void refine_classes(struct product *product)
{
    const struct dfa *dfa = product->dfa;
    struct reader both = {.class_count = dfa->class_count};
    bool is_used[256] = {false};
    uint8_t marks[256];
    for (uint32_t state = 0; state < dfa->count; state++) {
        for (unsigned class = 0; class < dfa->class_count; class ++) {
            is_used[class] |= dfa_next(dfa, state, class) != DFA_DEAD;
        }
    }
    for (unsigned octet = 0; octet < 256; octet++) {
        marks[octet] =
            is_used[dfa->classes[octet]] ? product->reader->classes[octet] : 0;
    }
    memcpy(both.classes, dfa->classes, sizeof both.classes);
    ddds_octets_split(&both, marks);
    memcpy(product->classes, both.classes, sizeof both.classes);
    product->class_count = both.class_count;
    for (unsigned octet = 255; octet > 0; octet--) {
        product->octets[both.classes[octet]] = (uint8_t)octet;
    }
}

/* Take a state from the budget; false if it is spent, or the product is too
 * large. */
static bool take_state(struct product *product)
{
    if (product->budget->states <= product->pairs.count ||
        product->pairs.count * product->class_count >
            PRODUCT_OCTETS / sizeof *product->next) {
        return false;
    }
    product->budget->states--;
    return true;
}

/* Make room for the transitions and the label of state |index|. */
static bool make_room(struct product *product, size_t index)
{
    if (index < product->room) {
        return true;
    }
    size_t room = product->room == 0 ? 64 : product->room * 2;
    uint32_t *next =
        realloc(product->next, room * product->class_count * sizeof *next);
    product->next = next != NULL ? next : product->next;
    uint32_t *labels = realloc(product->labels, room * sizeof *labels);
    product->labels = labels != NULL ? labels : product->labels;
    if (next == NULL || labels == NULL) {
        product->budget->no_memory = true;
        return false;
    }
    product->room = room;
    return true;
}

/* Return the number of the state |pair|; DFA_DEAD if the product fails. */
static uint32_t find_state(struct product *product, struct pair pair)
{
    size_t count = product->pairs.count;
    uint32_t number = ddds_intern(&product->pairs, &pair, sizeof pair);
    if (number == INTERN_FAILED) {
        product->budget->no_memory = true;
        return DFA_DEAD;
    }
    return number < count || take_state(product) ? number : DFA_DEAD;
}

/* Set the transitions and the label of state |index|. */
static bool follow_state(struct product *product, uint32_t index)
{
    struct pair pair;
    if (!make_room(product, index)) {
        return false;
    }
    memcpy(&pair, interned(&product->pairs, index), sizeof pair);
    uint32_t *next = product->next + (size_t)index * product->class_count;
    for (unsigned class = 0; class < product->class_count; class ++) {
        unsigned char octet = product->octets[class];
        uint32_t to = octet == 0 ? DFA_DEAD
                                 : dfa_next(product->dfa, pair.state,
                                            product->dfa->classes[octet]);
        next[class] = DFA_DEAD;
        if (to != DFA_DEAD) {
            struct pair after = {
                to, reader_step(product->reader, pair.read, octet)};
            next[class] = find_state(product, after);
            if (next[class] == DFA_DEAD || product->reader->failed) {
                return false;
            }
        }
    }
    uint32_t label = 0;
    if (product->dfa->accepts[pair.state] != 0) {
        label = reader_label(product->reader, pair.read);
        product->is_mixed |=
            label == 0 || (product->label != 0 && product->label != label);
        product->label = label;
    }
    product->labels[index] = label;
    return !product->reader->failed;
}

static bool make_product(struct product *product)
{
    struct pair start = {0, product->reader->start};
    bool ok =
        !product->reader->failed && find_state(product, start) != DFA_DEAD;
    for (uint32_t i = 0; ok && i < product->pairs.count; i++) {
        ok = follow_state(product, i);
    }
    return ok;
}

/* ---- The parts ---------------------------------------------------------- */

struct labelled {
    uint32_t label;
    uint32_t state;
};

/* The reversed transitions: those to state N are from |from|, at |begins[N]| to
 * |begins[N + 1]|. |places| are the numbers of states in the new part; |marks|
 * are the last parts that contain the states. */
struct splitting {
    const struct product *product;
    uint32_t count;
    size_t *begins;
    uint32_t *from;
    uint32_t *marks;
    uint32_t *places;
    uint32_t *list;        /* the states of the part */
    struct labelled *ends; /* all states with a label, sorted by label */
};

static void splitting_free(struct splitting *splitting)
{
    free(splitting->begins);
    free(splitting->from);
    free(splitting->marks);
    free(splitting->places);
    free(splitting->list);
    free(splitting->ends);
}

static void turn_transitions(struct splitting *splitting)
{
    const struct product *product = splitting->product;
    const size_t all = (size_t)splitting->count * product->class_count;
    assert(product->class_count > 0);
    for (size_t i = 0; i < all; i++) {
        if (product->next[i] != DFA_DEAD) {
            splitting->begins[product->next[i] + 2]++;
        }
    }
    for (size_t i = 2; i < (size_t)splitting->count + 2; i++) {
        splitting->begins[i] += splitting->begins[i - 1];
    }
    for (size_t i = 0; i < all; i++) {
        if (product->next[i] != DFA_DEAD) {
            splitting->from[splitting->begins[product->next[i] + 1]++] =
                (uint32_t)(i / product->class_count);
        }
    }
}

static bool splitting_begin(struct splitting *splitting,
                            const struct product *product)
{
    const uint32_t count = (uint32_t)product->pairs.count;
    const size_t all = (size_t)count * product->class_count;
    *splitting = (struct splitting){
        .product = product,
        .count = count,
        .begins = calloc((size_t)count + 2, sizeof *splitting->begins),
        .from = malloc((all + 1) * sizeof *splitting->from),
        .marks = calloc(count, sizeof *splitting->marks),
        .places = malloc(count * sizeof *splitting->places),
        .list = malloc(count * sizeof *splitting->list),
        .ends = malloc(count * sizeof *splitting->ends),
    };
    if (splitting->begins == NULL || splitting->from == NULL ||
        splitting->marks == NULL || splitting->places == NULL ||
        splitting->list == NULL || splitting->ends == NULL) {
        return false;
    }
    turn_transitions(splitting);
    return true;
}

static int compare_labels(const void *one, const void *other)
{
    uint32_t left = ((const struct labelled *)one)->label;
    uint32_t right = ((const struct labelled *)other)->label;
    return (left > right) - (left < right);
}

/* List the states that lead to |ends|, in the order of their numbers, so that
 * the start is first. Return their number. */
static uint32_t list_states(struct splitting *splitting,
                            const struct labelled *ends, size_t end_count,
                            uint32_t mark)
{
    uint32_t count = 0;
    for (size_t i = 0; i < end_count; i++) {
        splitting->marks[ends[i].state] = mark;
        splitting->list[count++] = ends[i].state;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t to = splitting->list[i];
        for (size_t k = splitting->begins[to]; k < splitting->begins[to + 1];
             k++) {
            uint32_t from = splitting->from[k];
            if (splitting->marks[from] != mark) {
                splitting->marks[from] = mark;
                splitting->list[count++] = from;
            }
        }
    }
    return count;
}

/* Return the automaton of the listed states; those of |label| accept. */
static struct dfa *make_part(struct splitting *splitting, uint32_t count,
                             uint32_t label, uint32_t mark)
{
    const struct product *product = splitting->product;
    struct dfa *dfa = ddds_dfa_new(count, product->class_count);
    if (dfa == NULL) {
        return NULL;
    }
    memcpy(dfa->classes, product->classes, sizeof dfa->classes);
    uint32_t place = 1;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t state = splitting->list[i];
        splitting->places[state] = state == 0 ? 0 : place++;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t state = splitting->list[i];
        size_t to = (size_t)splitting->places[state] * product->class_count;
        const uint32_t *next =
            product->next + (size_t)state * product->class_count;
        for (unsigned class = 0; class < product->class_count; class ++) {
            if (next[class] != DFA_DEAD &&
                splitting->marks[next[class]] == mark) {
                dfa->next[to + class] = splitting->places[next[class]];
            }
        }
        dfa->accepts[splitting->places[state]] =
            product->labels[state] == label;
    }
    if (!ddds_dfa_minimise(dfa)) {
        ddds_dfa_free(dfa);
        return NULL;
    }
    return dfa;
}

static bool add_part(struct dfa_parts *parts, uint32_t label, struct dfa *dfa)
{
    bool has_room = (parts->count & (parts->count - 1)) != 0;
    struct dfa_part *more =
        has_room ? parts->parts
                 : realloc(parts->parts, (2 * parts->count + 1) * sizeof *more);
    if (dfa == NULL || more == NULL) {
        parts->parts = more != NULL ? more : parts->parts;
        ddds_dfa_free(dfa);
        return false;
    }
    parts->parts = more;
    parts->parts[parts->count++] = (struct dfa_part){label, dfa};
    return true;
}

/* Make a part for each label. */
static bool make_parts(struct splitting *splitting, struct dfa_parts *parts)
{
    const uint32_t *labels = splitting->product->labels;
    struct labelled *ends = splitting->ends;
    size_t count = 0;
    uint32_t mark = 0;
    bool ok = true;
    for (uint32_t i = 0; i < splitting->count; i++) {
        if (labels[i] != 0) {
            ends[count++] = (struct labelled){labels[i], i};
        }
    }
    qsort(ends, count, sizeof *ends, compare_labels);
    for (size_t i = 0, next; ok && i < count; i = next) {
        const uint32_t label = ends[i].label;
        for (next = i + 1; next < count && ends[next].label == label; next++) {
        }
        uint32_t states = list_states(splitting, ends + i, next - i, ++mark);
        ok = add_part(parts, label, make_part(splitting, states, label, mark));
    }
    return ok;
}

static struct dfa *copy(const struct dfa *dfa)
{
    struct dfa *made = ddds_dfa_new(dfa->count, dfa->class_count);
    if (made != NULL) {
        memcpy(made->classes, dfa->classes, sizeof made->classes);
        memcpy(made->next, dfa->next,
               (size_t)dfa->count * dfa->class_count * sizeof *made->next);
        memcpy(made->accepts, dfa->accepts, dfa->count);
    }
    return made;
}

bool ddds_dfa_split(const struct dfa *dfa, struct reader *reader,
                    struct dfa_budget *budget, struct dfa_parts *parts)
{
    struct product product = {.dfa = dfa, .reader = reader, .budget = budget};
    struct splitting splitting = {.product = NULL};
    *parts = (struct dfa_parts){0};
    refine_classes(&product);
    bool ok = make_product(&product);
    if (ok) {
        ok = product.is_mixed ? splitting_begin(&splitting, &product) &&
                                    make_parts(&splitting, parts)
                              : add_part(parts, product.label, copy(dfa));
        budget->no_memory |= !ok;
    }
    if (!ok) {
        ddds_dfa_parts_free(parts);
        budget->no_memory |= (reader->failed & READER_NO_MEMORY) != 0;
        budget->states /= 2; /* limits the time of many failures */
    }
    splitting_free(&splitting);
    ddds_intern_free(&product.pairs);
    free(product.next);
    free(product.labels);
    return ok;
}

void ddds_dfa_parts_free(struct dfa_parts *parts)
{
    for (size_t i = 0; i < parts->count; i++) {
        ddds_dfa_free(parts->parts[i].dfa);
    }
    free(parts->parts);
    *parts = (struct dfa_parts){0};
}
