/* A fixed piece of work, whose processor time is the unit of budgets: it does what
 * reading a large file does: it makes strings, finds them by their hashes, sorts them,
 * and touches memory for the first time, which has its own price on virtual machines.
 *
 * SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORDS 100000
#define SLOTS (1u << 18)
#define ROUNDS 3
#define TOUCHED (8u << 20)

typedef char word[24];

static uint32_t hash(const char *text)
{
    uint32_t value = 2166136261u;
    for (; *text != '\0'; ++text)
        value = (value ^ (unsigned char)*text) * 16777619u;
    return value;
}

static int compare(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* Returns how many of the words were new. */
static size_t find_all(word *words, const char **slots)
{
    size_t found = 0;
    for (size_t i = 0; i < WORDS; ++i) {
        (void)snprintf(words[i], sizeof *words, "%u.example.",
                       (unsigned)(i * 7919 % 90001));
        uint32_t slot = hash(words[i]) % SLOTS;
        while (slots[slot] != NULL && strcmp(slots[slot], words[i]) != 0)
            slot = (slot + 1) % SLOTS;
        found += slots[slot] == NULL;
        slots[slot] = words[i];
    }
    qsort(words, WORDS, sizeof *words, compare);
    return found;
}

int main(void)
{
    size_t found = 0;
    for (int round = 0; round < ROUNDS; ++round) {
        word *words = calloc(WORDS, sizeof *words);
        const char **slots = calloc(SLOTS, sizeof *slots);
        char *touched = malloc(TOUCHED);
        if (words == NULL || slots == NULL || touched == NULL)
            return 1;
        for (size_t i = 0; i < TOUCHED; i += 4096)
            ((volatile char *)touched)[i] = 1;
        found += find_all(words, slots);
        free(touched);
        free(slots);
        free(words);
    }
    return printf("%zu\n", found) < 0;
}
