/* Breadth-first search through the product of several automata: the shortest
 * strings first.
 *
 * SPDX-License-Identifier: MIT */
#include "check/judge/string_search.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { NO_PARENT = -1, NO_COMBINATION = 0 };

/* Initial size of a search, in combinations: nearly all need fewer, and
 * clearing the complete table takes longer than their search. */
enum { FEW_STATES = 64 };

/* Octets to try first, so that strings look like inputs. */
static const char likely[] = "a1bcdefghijklmnopqrstuvwxyz023456789.-/:@+_";

/* A combination of states, and the octet that led to it. */
struct combination {
    int parent;
    unsigned char octet;
};

struct search {
    const struct search_term *terms;
    size_t term_count;
    size_t begins[SEARCH_EXPRESSIONS]; /* of each term's words */
    size_t words;                      /* of a combination */
    unsigned char octets[256];         /* one of each class */
    size_t octet_count;
    automaton_set *sets; /* of all combinations */
    size_t states;       /* of all automata */
    uint64_t *left;      /* remaining work */
    int count;
    int most; /* combinations */
    bool is_full;
    uint16_t slots[2 * SEARCH_STATES]; /* twice |most|: a combination from 1 on,
                                          by its hash */
    struct combination combinations[SEARCH_STATES + 1]; /* |count| are set */
};

/* ---- Classes of octets ------------------------------------------------ */

enum { RECENT = 64 };

/* Return true if |set| was used recently to split. Most states of an automaton
 * share a set. */
static bool is_recent(const uint64_t *recent[RECENT], const uint64_t *set)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < OCTET_SET_WORDS; i++) {
        hash = (hash ^ set[i]) * UINT64_C(0x9E3779B97F4A7C15);
        hash ^= hash >> 29;
    }
    const uint64_t **place = &recent[hash % RECENT];
    if (*place != NULL &&
        memcmp(*place, set, OCTET_SET_WORDS * sizeof *set) == 0) {
        return true;
    }
    *place = set;
    return false;
}

/* Classes of equivalent octets, except NUL, and their sizes. */
struct octet_classes {
    uint8_t of[256];
    uint8_t sizes[256];
    unsigned count;
};

/* List the octets of |set|, or of its complement if that is smaller, without
 * NUL. */
static size_t list_octets(const uint64_t *set, uint8_t octets[256])
{
    unsigned size = 0;
    size_t count = 0;
    for (size_t i = 0; i < OCTET_SET_WORDS; i++) {
        size += (unsigned)__builtin_popcountll(set[i]);
    }
    for (size_t i = 0; i < OCTET_SET_WORDS; i++) {
        uint64_t left = size > 128 ? ~set[i] : set[i];
        for (left &= i == 0 ? ~UINT64_C(1) : ~UINT64_C(0); left != 0;
             left &= left - 1) {
            octets[count++] = (uint8_t)(i * 64 + (size_t)__builtin_ctzll(left));
        }
    }
    return count;
}

/* Split the classes by |set|. Classes that are a subset are unchanged. */
static void split(const uint64_t *set, struct octet_classes *classes)
{
    uint8_t octets[256];
    uint8_t found[256] = {0}; /* per class, in the set */
    uint8_t into[256] = {0};  /* the new class of these */
    size_t count = list_octets(set, octets);
    for (size_t i = 0; i < count; i++) {
        found[classes->of[octets[i]]]++;
    }
    for (size_t i = 0; i < count; i++) {
        uint8_t class = classes->of[octets[i]];
        if (into[class] == 0 && found[class] < classes->sizes[class]) {
            into[class] = (uint8_t)classes->count++;
            classes->sizes[class] -= found[class];
            classes->sizes[into[class]] = found[class];
        }
        classes->of[octets[i]] = into[class] != 0 ? into[class] : class;
    }
}

/* Add |octet| unless its class is present. */
static void add_octet(struct search *search,
                      const struct octet_classes *classes, bool is_there[256],
                      unsigned char octet)
{
    if (!is_there[classes->of[octet]]) {
        is_there[classes->of[octet]] = true;
        search->octets[search->octet_count++] = octet;
    }
}

static void find_classes(struct search *search)
{
    struct octet_classes classes = {.sizes = {255}, .count = 1};
    bool is_there[256] = {false};
    const uint64_t *recent[RECENT] = {NULL};
    for (size_t i = 0; i < search->term_count; i++) {
        const struct automaton *automaton = search->terms[i].automaton;
        for (size_t k = 0; k < automaton->count; k++) {
            const uint64_t *set = automaton->states[k].set;
            if (set != NULL && !is_recent(recent, set)) {
                split(set, &classes);
            }
        }
    }
    for (const char *at = likely;
         *at != '\0' && search->octet_count < classes.count; at++) {
        add_octet(search, &classes, is_there, (unsigned char)*at);
    }
    for (unsigned octet = 0x20;
         octet < 0x7f && search->octet_count < classes.count; octet++) {
        add_octet(search, &classes, is_there, (unsigned char)octet);
    }
    for (unsigned octet = 1; octet < 256 && search->octet_count < classes.count;
         octet++) {
        add_octet(search, &classes, is_there, (unsigned char)octet);
    }
}

/* ---- Combinations ----------------------------------------------------- */

static automaton_set *sets_of(const struct search *search, int combination)
{
    return search->sets + (size_t)combination * search->words;
}

/* Return true if no continuation can fit: a negative term matches, or a
 * positive term can no longer match. */
static bool is_hopeless(const struct search_term *term,
                        const automaton_set *set)
{
    return term->must_match ? ddds_automaton_is_over(term->automaton, set)
                            : automaton_has_matched(set);
}

/* Return true if the string of |sets| fits. */
static bool fits(const struct search *search, const automaton_set *sets,
                 bool is_empty)
{
    for (size_t i = 0; i < search->term_count; i++) {
        if (ddds_automaton_accepts(search->terms[i].automaton,
                                   sets + search->begins[i],
                                   is_empty) != search->terms[i].must_match) {
            return false;
        }
    }
    return true;
}

/* Return true if an empty string of |sets| would be different, as for `$^'. */
static bool depends_on_begin(const struct search *search,
                             const automaton_set *sets)
{
    for (size_t i = 0; i < search->term_count; i++) {
        const struct automaton *automaton = search->terms[i].automaton;
        const automaton_set *set = sets + search->begins[i];
        if (ddds_automaton_accepts(automaton, set, true) !=
            ddds_automaton_accepts(automaton, set, false)) {
            return true;
        }
    }
    return false;
}

/* Return the slot of |sets|: its own, or an empty slot. */
static size_t find_slot(const struct search *search, const automaton_set *sets)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < search->words; i++) {
        hash = (hash ^ sets[i]) * UINT64_C(0x9E3779B97F4A7C15);
        hash ^= hash >> 29;
    }
    size_t slots = 2 * (size_t)search->most;
    size_t slot = (size_t)(hash % slots);
    while (search->slots[slot] != NO_COMBINATION &&
           memcmp(sets_of(search, search->slots[slot]), sets,
                  search->words * sizeof *sets) != 0) {
        slot = (slot + 1) % slots;
    }
    return slot;
}

/* Add the combination after the last, whose sets are there, unless it is
 * known. */
static void keep(struct search *search, int parent, unsigned char octet)
{
    const automaton_set *sets = sets_of(search, search->count + 1);
    size_t slot = find_slot(search, sets);
    if (search->slots[slot] == NO_COMBINATION) {
        search->combinations[++search->count] =
            (struct combination){parent, octet};
        /* Other strings of the same combination may fit where the empty string
         * does not. */
        if (parent != NO_PARENT || !depends_on_begin(search, sets)) {
            search->slots[slot] = (uint16_t)search->count;
        }
    }
}

/* Add the combination after |octet|, unless it cannot fit. */
static void step(struct search *search, int from, unsigned char octet)
{
    for (size_t i = 0; i < search->term_count; i++) {
        automaton_set *to =
            sets_of(search, search->count + 1) + search->begins[i];
        ddds_automaton_step(search->terms[i].automaton,
                            sets_of(search, from) + search->begins[i], octet,
                            to);
        if (is_hopeless(&search->terms[i], to)) {
            return;
        }
    }
    keep(search, from, octet);
}

/* Write the string of |combination|. */
static void write_string(const struct search *search, int combination,
                         char string[SEARCH_STRING_SIZE])
{
    size_t length = 0;
    for (int at = combination; search->combinations[at].parent != NO_PARENT;
         at = search->combinations[at].parent) {
        length++;
    }
    string[0] = '\0';
    if (length >= SEARCH_STRING_SIZE) {
        return;
    }
    string[length] = '\0';
    for (int at = combination; search->combinations[at].parent != NO_PARENT;
         at = search->combinations[at].parent) {
        string[--length] = (char)search->combinations[at].octet;
    }
}

/* ---- Search ----------------------------------------------------------- */

/* Subtract |work| from the remaining work; return false if that is not
 * enough. */
static bool may_work(struct search *search, uint64_t work)
{
    if (*search->left < work) {
        *search->left = 0;
        return false;
    }
    *search->left -= work;
    return true;
}

/* Return the work of a step from |sets|: about a unit per state. */
static uint64_t measure_step(const struct search *search,
                             const automaton_set *sets)
{
    uint64_t work = search->words;
    for (size_t i = 0; i < search->words; i++) {
        work += (unsigned)__builtin_popcountll(sets[i]);
    }
    return work;
}

static enum string_search_result run(struct search *search,
                                     char string[SEARCH_STRING_SIZE])
{
    automaton_set *first = sets_of(search, 1);
    for (size_t i = 0; i < search->term_count; i++) {
        ddds_automaton_begin(search->terms[i].automaton,
                             first + search->begins[i]);
        if (is_hopeless(&search->terms[i], first + search->begins[i])) {
            return STRING_NONE;
        }
    }
    keep(search, NO_PARENT, 0);
    for (int at = 1; at <= search->count; at++) {
        bool is_empty = search->combinations[at].parent == NO_PARENT;
        uint64_t work = measure_step(search, sets_of(search, at));
        if (!may_work(search, search->states + work * search->octet_count)) {
            return STRING_UNKNOWN;
        }
        if (fits(search, sets_of(search, at), is_empty)) {
            if (string != NULL) {
                write_string(search, at, string);
            }
            return STRING_FOUND;
        }
        for (size_t i = 0; i < search->octet_count; i++) {
            if (search->count == search->most - 1) {
                search->is_full = true;
                return STRING_UNKNOWN;
            }
            step(search, at, search->octets[i]);
        }
    }
    return STRING_NONE;
}

/* Prepare |search| for its terms, and for |most| combinations; return false if
 * allocation fails. */
static bool prepare(struct search *search, int most)
{
    search->words = 0;
    search->states = 0;
    search->octet_count = 0;
    search->count = 0;
    search->most = most;
    search->is_full = false;
    memset(search->slots, 0, 2 * (size_t)most * sizeof *search->slots);
    for (size_t i = 0; i < search->term_count; i++) {
        search->begins[i] = search->words;
        search->words += search->terms[i].automaton->words;
        search->states += search->terms[i].automaton->count;
    }
    assert(search->words > 0);
    search->sets =
        malloc(((size_t)most + 1) * search->words * sizeof *search->sets);
    find_classes(search);
    return search->sets != NULL;
}

static enum string_search_result run_among(struct search *search, int most,
                                           char string[SEARCH_STRING_SIZE],
                                           bool *has_failed)
{
    bool is_prepared = prepare(search, most);
    enum string_search_result result =
        is_prepared ? run(search, string) : STRING_UNKNOWN;
    *has_failed |= !is_prepared;
    free(search->sets);
    return result;
}

enum string_search_result ddds_string_search(const struct search_term *terms,
                                             size_t count,
                                             char string[SEARCH_STRING_SIZE],
                                             uint64_t *left, bool *has_failed)
{
    const uint64_t all = *left;
    if (string != NULL) {
        string[0] = '\0';
    }
    for (size_t i = 0; i < count; i++) {
        if (terms[i].automaton == NULL) {
            return STRING_UNKNOWN;
        }
    }
    if (count == 0 || count > SEARCH_EXPRESSIONS) {
        return STRING_UNKNOWN;
    }
    struct search *search = malloc(sizeof *search);
    if (search == NULL) {
        *has_failed = true;
        return STRING_UNKNOWN;
    }
    search->terms = terms;
    search->term_count = count;
    search->left = left;
    enum string_search_result result =
        run_among(search, FEW_STATES, string, has_failed);
    if (search->is_full) {
        *left = all;
        result = run_among(search, SEARCH_STATES, string, has_failed);
    }
    free(search);
    return result;
}
