/* Numbers for octet strings, in a hash table with open addressing.
 *
 * SPDX-License-Identifier: MIT */
#include "check/sets/intern.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_SLOTS = 16, FIRST_ROOM = 8 };

/* Most strings are states: a few words, of which many are made. */
static uint32_t hash_of(const void *octets, size_t length)
{
    const unsigned char *next = octets;
    uint64_t hash = length;
    uint64_t word;
    for (; length >= sizeof word; next += sizeof word, length -= sizeof word) {
        memcpy(&word, next, sizeof word);
        hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
        hash ^= hash >> 32;
    }
    if (length > 0) {
        word = 0;
        memcpy(&word, next, length);
        hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
        hash ^= hash >> 32;
    }
    return (uint32_t)hash;
}

/* Enlarge |*memory| to hold |needed| elements of |size| octets. */
static bool make_room(void **memory, size_t *room, size_t needed, size_t size)
{
    if (needed <= *room) {
        return true;
    }
    size_t more = *room == 0 ? FIRST_ROOM : *room * 2;
    more = more < needed ? needed : more;
    void *larger = realloc(*memory, more * size);
    if (larger == NULL) {
        return false;
    }
    *memory = larger;
    *room = more;
    return true;
}

static void put(struct intern *intern, uint32_t hash, uint32_t number)
{
    size_t slot = hash & intern->mask;
    while (intern->slots[slot] != 0) {
        slot = (slot + 1) & intern->mask;
    }
    intern->slots[slot] = number + 1;
}

/* Keep at least half of the slots free. */
static bool make_slots(struct intern *intern)
{
    if (intern->slots != NULL && intern->count * 2 <= intern->mask) {
        return true;
    }
    size_t size = intern->slots == NULL ? FIRST_SLOTS : (intern->mask + 1) * 2;
    uint32_t *slots = calloc(size, sizeof *slots);
    if (slots == NULL) {
        return false;
    }
    free(intern->slots);
    intern->slots = slots;
    intern->mask = size - 1;
    for (size_t i = 0; i < intern->count; i++) {
        put(intern, intern->strings[i].hash, (uint32_t)i);
    }
    return true;
}

/* Return the number of a known string; INTERN_FAILED for others. */
static uint32_t find(const struct intern *intern, uint32_t hash,
                     const void *octets, size_t length)
{
    for (size_t slot = hash & intern->mask; intern->slots[slot] != 0;
         slot = (slot + 1) & intern->mask) {
        uint32_t number = intern->slots[slot] - 1;
        const struct interned *each = &intern->strings[number];
        if (each->hash == hash && each->length == length &&
            memcmp(interned(intern, number), octets, length) == 0) {
            return number;
        }
    }
    return INTERN_FAILED;
}

static uint32_t add(struct intern *intern, uint32_t hash, const void *octets,
                    size_t length)
{
    const size_t words = (length + sizeof(uint64_t) - 1) / sizeof(uint64_t);
    void *all = intern->words;
    void *strings = intern->strings;
    bool has_room =
        make_slots(intern) &&
        make_room(&all, &intern->word_room, intern->word_count + words + 1,
                  sizeof *intern->words);
    intern->words = all;
    has_room = has_room && make_room(&strings, &intern->room, intern->count + 1,
                                     sizeof *intern->strings);
    intern->strings = strings;
    if (!has_room) {
        return INTERN_FAILED;
    }
    intern->strings[intern->count] =
        (struct interned){intern->word_count, (uint32_t)length, hash};
    memcpy(intern->words + intern->word_count, octets, length);
    intern->word_count += words;
    put(intern, hash, (uint32_t)intern->count);
    return (uint32_t)intern->count++;
}

uint32_t ddds_intern(struct intern *intern, const void *octets, size_t length)
{
    const uint32_t hash = hash_of(octets, length);
    uint32_t number =
        intern->count > 0 ? find(intern, hash, octets, length) : INTERN_FAILED;
    return number != INTERN_FAILED ? number : add(intern, hash, octets, length);
}

void ddds_intern_free(struct intern *intern)
{
    free(intern->words);
    free(intern->strings);
    free(intern->slots);
    *intern = (struct intern){0};
}
