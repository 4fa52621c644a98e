/* Lazy subset construction, one state at a time.
 *
 * SPDX-License-Identifier: MIT */
#include "check/sets/match_reader.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

enum { UNKNOWN = UINT32_MAX, MATCHES = 2, TEXT_SIZE = 1024, RECENT = 64 };

/* A state is a set of the automaton's states, and a word that is 1 for the
 * empty string. The first two states are single octets instead. */
struct match_reader {
    struct reader base;
    struct arena arena;
    const struct automaton *automaton;
    struct intern sets;
    uint32_t match;              /* label of matches */
    uint32_t unmatched;          /* label of other strings */
    uint32_t *labels;            /* by state */
    uint32_t *next;              /* by state and class; or UNKNOWN */
    size_t room;                 /* states */
    struct match_readers *among; /* receives the number of states, or NULL */
};

static bool make_room(struct match_reader *reader)
{
    const size_t classes = reader->base.class_count;
    const size_t room = reader->room == 0 ? 8 : reader->room * 2;
    uint32_t *labels = realloc(reader->labels, room * sizeof *labels);
    reader->labels = labels != NULL ? labels : reader->labels;
    uint32_t *next = realloc(reader->next, room * classes * sizeof *next);
    reader->next = next != NULL ? next : reader->next;
    if (labels == NULL || next == NULL) {
        return false;
    }
    memset(next + reader->room * classes, 0xff,
           (room - reader->room) * classes * sizeof *next);
    reader->room = room;
    return true;
}

/* Return the state of |length| octets at |key|; a new state gets |label|. */
static uint32_t keep(struct match_reader *reader, const void *key,
                     size_t length, uint32_t label)
{
    const size_t count = reader->sets.count;
    uint32_t number = ddds_intern(&reader->sets, key, length);
    unsigned failure = reader_failure(number, READER_STATES);
    if (failure == 0 && number >= reader->room && !make_room(reader)) {
        failure = READER_NO_MEMORY;
    }
    if (failure != 0) {
        reader->base.failed |= failure;
        if (reader->among != NULL) {
            reader->among->no_memory = true;
        }
        return MATCH_NEVER;
    }
    if (number == count) {
        reader->labels[number] = label;
        if (reader->among != NULL) {
            reader->among->made++;
        }
    }
    return number;
}

/* Return the state of |set|, which has room for another word. */
static uint32_t keep_set(struct match_reader *reader, automaton_set *set,
                         bool is_empty)
{
    const struct automaton *automaton = reader->automaton;
    if (automaton_has_matched(set)) {
        return MATCH_ALWAYS;
    }
    if (!is_empty && ddds_automaton_is_over(automaton, set)) {
        return MATCH_NEVER;
    }
    set[automaton->words] = is_empty;
    return keep(reader, set, (automaton->words + 1) * sizeof *set,
                ddds_automaton_accepts(automaton, set, is_empty)
                    ? reader->match
                    : reader->unmatched);
}

static uint32_t step(struct reader *base, uint32_t state, unsigned char octet)
{
    struct match_reader *reader = (struct match_reader *)base;
    automaton_set set[AUTOMATON_WORDS + 1];
    const size_t at = state * (size_t)base->class_count + base->classes[octet];
    if (state <= MATCH_ALWAYS || reader->next[at] != UNKNOWN) {
        return state <= MATCH_ALWAYS ? state : reader->next[at];
    }
    ddds_automaton_step(reader->automaton, interned(&reader->sets, state),
                        octet, set);
    const uint32_t to = keep_set(reader, set, false);
    reader->next[at] = to;
    return to;
}

static uint32_t label(struct reader *base, uint32_t state)
{
    return ((struct match_reader *)base)->labels[state];
}

static void free_reader(struct reader *base)
{
    struct match_reader *reader = (struct match_reader *)base;
    ddds_intern_free(&reader->sets);
    ddds_arena_free(&reader->arena);
    free(reader->labels);
    free(reader->next);
    free(reader);
}

static const struct reader_class methods = {step, label, free_reader};

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

/* List the octets of |set|, or of its complement if smaller. */
static size_t list_octets(const uint64_t *set, uint8_t octets[256])
{
    unsigned size = 0;
    size_t count = 0;
    for (size_t i = 0; i < OCTET_SET_WORDS; i++) {
        size += (unsigned)__builtin_popcountll(set[i]);
    }
    for (size_t i = 0; i < OCTET_SET_WORDS; i++) {
        for (uint64_t left = size > 128 ? ~set[i] : set[i]; left != 0;
             left &= left - 1) {
            octets[count++] = (uint8_t)(i * 64 + (size_t)__builtin_ctzll(left));
        }
    }
    return count;
}

/* Split the classes of |reader|, whose |sizes| are known, by |set|. */
static void split(struct reader *reader, uint16_t sizes[256],
                  const uint64_t *set)
{
    uint8_t octets[256];
    uint16_t found[256] = {0}; /* per class, in the set */
    uint8_t into[256] = {0};   /* the new class of these */
    size_t count = list_octets(set, octets);
    for (size_t i = 0; i < count; i++) {
        found[reader->classes[octets[i]]]++;
    }
    for (size_t i = 0; i < count; i++) {
        uint8_t class = reader->classes[octets[i]];
        if (into[class] == 0 && found[class] < sizes[class]) {
            into[class] = (uint8_t)reader->class_count++;
            sizes[class] = (uint16_t)(sizes[class] - found[class]);
            sizes[into[class]] = found[class];
        }
        reader->classes[octets[i]] = into[class] != 0 ? into[class] : class;
    }
}

void ddds_match_classes(struct reader *reader,
                        const struct automaton *automaton)
{
    const uint64_t *recent[RECENT] = {NULL};
    uint16_t sizes[256] = {0};
    for (unsigned octet = 0; octet < 256; octet++) {
        sizes[reader->classes[octet]]++;
    }
    for (size_t i = 0; i < automaton->count; i++) {
        const uint64_t *set = automaton->states[i].set;
        if (set != NULL && !is_recent(recent, set)) {
            split(reader, sizes, set);
        }
    }
}

struct reader *ddds_match_reader_new(const struct arena *arena,
                                     const struct automaton *automaton,
                                     uint32_t label, uint32_t unmatched)
{
    automaton_set set[AUTOMATON_WORDS + 1];
    struct match_reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL) {
        struct arena own = *arena;
        ddds_arena_free(&own);
        return NULL;
    }
    reader->base.methods = &methods;
    reader->arena = *arena;
    reader->automaton = automaton;
    reader->match = label;
    reader->unmatched = unmatched;
    ddds_octets_begin(&reader->base, NULL);
    ddds_match_classes(&reader->base, automaton);
    keep(reader, "\0", 1, unmatched);
    keep(reader, "\1", 1, label);
    ddds_automaton_begin(automaton, set);
    reader->base.start = keep_set(reader, set, true);
    if (reader->base.failed) {
        free_reader(&reader->base);
        return NULL;
    }
    return &reader->base;
}

/* ---- Readers by their texts --------------------------------------------- */

struct kept_reader {
    struct reader *reader; /* NULL: too large, or not ASCII */
    size_t states;
};

static bool make_kept_room(struct match_readers *readers)
{
    struct kept_reader *kept = ddds_grow(readers->kept, readers->texts.count,
                                         &readers->room, sizeof *kept);
    readers->kept = kept != NULL ? kept : readers->kept;
    readers->no_memory |= kept == NULL;
    return kept != NULL;
}

static void make_reader(struct match_readers *readers, const char *ere,
                        bool ignores_case, struct kept_reader *kept)
{
    const struct arena none = {.blocks = NULL};
    const struct automaton *automaton =
        ddds_automaton_new(&readers->arena, ere, ignores_case);
    *kept = (struct kept_reader){NULL, AUTOMATON_STATES};
    if (automaton != NULL) {
        kept->states = automaton->count;
        kept->reader =
            ddds_match_reader_new(&none, automaton, MATCHES, LABEL_NO_MATCH);
        readers->no_memory |= kept->reader == NULL;
    }
    if (kept->reader != NULL) {
        ((struct match_reader *)kept->reader)->among = readers;
    }
    readers->no_memory |= readers->arena.failed;
    readers->all_states += kept->states;
}

/* Return the number of the text of |length| octets; INTERN_FAILED without
 * memory. */
static uint32_t find_text(struct match_readers *readers, const char *text,
                          size_t length)
{
    const size_t places = sizeof readers->recent / sizeof *readers->recent;
    for (size_t i = 0; i < places && readers->texts.count > 0; i++) {
        uint32_t number = readers->recent[i];
        if (interned_length(&readers->texts, number) == length &&
            memcmp(interned(&readers->texts, number), text, length) == 0) {
            return number;
        }
    }
    uint32_t number = ddds_intern(&readers->texts, text, length);
    if (number != INTERN_FAILED) {
        readers->recent[readers->next] = number;
        readers->next = (readers->next + 1) % places;
    }
    return number;
}

struct reader *ddds_match_readers_find(struct match_readers *readers,
                                       const char *ere, size_t length,
                                       bool ignores_case, size_t most)
{
    char text[TEXT_SIZE];
    const size_t count = readers->texts.count;
    if (length + 2 > sizeof text || readers->states >= most ||
        !make_kept_room(readers)) {
        return NULL;
    }
    memcpy(text, ere, length);
    text[length] = '\0';
    text[length + 1] = ignores_case ? 'i' : 'c';
    uint32_t number = find_text(readers, text, length + 2);
    if (number == INTERN_FAILED) {
        readers->no_memory = true;
        return NULL;
    }
    if (number == count) {
        make_reader(readers, text, ignores_case, &readers->kept[number]);
    }
    readers->states += readers->kept[number].states;
    return readers->kept[number].reader;
}

void ddds_match_readers_free(struct match_readers *readers)
{
    for (size_t i = 0; i < readers->texts.count; i++) {
        reader_free(readers->kept[i].reader);
    }
    free(readers->kept);
    ddds_intern_free(&readers->texts);
    ddds_arena_free(&readers->arena);
    *readers = (struct match_readers){.kept = NULL};
}
