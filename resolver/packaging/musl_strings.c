/*
 * Functions of <string.h> for the static tool on x86-64. musl's compare and search
 * octet by octet or word by word, and copy with instructions that take some thirty
 * cycles to begin. These take 16 octets at a time. resolver/static links them
 * before musl's.
 *
 * A load of 16 octets that begins at a multiple of 16 touches no other page.
 *
 * SPDX-License-Identifier: MIT
 */
#include <emmintrin.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Copies |length| octets, at most twice as many as |type| has. All are read before
 * one is written. */
#define COPY_ENDS(type, to, from, length)                                      \
    do {                                                                       \
        type first, last;                                                      \
        __builtin_memcpy(&first, from, sizeof first);                          \
        __builtin_memcpy(&last, (from) + (length) - sizeof last, sizeof last); \
        __builtin_memcpy(to, &first, sizeof first);                            \
        __builtin_memcpy((to) + (length) - sizeof last, &last, sizeof last);   \
    } while (0)

static __m128i load(const char *at)
{
    return _mm_loadu_si128((const void *)at);
}

static void store(char *at, __m128i octets)
{
    _mm_storeu_si128((void *)at, octets);
}

/* Copies more than 16 octets. */
static void copy_many(char *to, const char *from, size_t length)
{
    __m128i first = load(from);
    __m128i last = load(from + length - 16);
    if ((uintptr_t)to - (uintptr_t)from < length) {
        for (size_t at = length - 16; at > 16; at -= 16) {
            store(to + at - 16, load(from + at - 16));
        }
    } else {
        for (size_t at = 16; at + 16 < length; at += 16) {
            store(to + at, load(from + at));
        }
    }
    store(to, first);
    store(to + length - 16, last);
}

void *memmove(void *copy, const void *octets, size_t length)
{
    char *to = copy;
    const char *from = octets;
    if (length > 16) {
        copy_many(to, from, length);
    } else if (length >= 8) {
        COPY_ENDS(uint64_t, to, from, length);
    } else if (length >= 4) {
        COPY_ENDS(uint32_t, to, from, length);
    } else if (length >= 2) {
        COPY_ENDS(uint16_t, to, from, length);
    } else if (length == 1) {
        *to = *from;
    }
    return copy;
}

void *memcpy(void *restrict copy, const void *restrict octets, size_t length)
{
    return memmove(copy, octets, length);
}

void *memset(void *octets, int octet, size_t length)
{
    char *to = octets;
    __m128i many = _mm_set1_epi8((char)octet);
    if (length < 16) {
        char *end = to + length;
        if (length >= 8) {
            _mm_storel_epi64((void *)to, many);
            _mm_storel_epi64((void *)(end - 8), many);
            return octets;
        }
        while (to < end) {
            *to++ = (char)octet;
        }
        return octets;
    }
    for (size_t at = 0; at + 16 < length; at += 16) {
        store(to + at, many);
    }
    store(to + length - 16, many);
    return octets;
}

/* Whether 16 octets from |at| on lie in one page. */
static bool is_one_page(const void *at)
{
    return ((uintptr_t)at & 4095) <= 4096 - 16;
}

/* A bit for each of 16 octets that differs. */
static unsigned differ(const char *left, const char *right)
{
    return 0xffff ^
           (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(load(left), load(right)));
}

static int compare(const char *left, const char *right)
{
    return *(const unsigned char *)left - *(const unsigned char *)right;
}

int memcmp(const void *left, const void *right, size_t length)
{
    const char *a = left;
    const char *b = right;
    while (length > 0) {
        size_t step = 1;
        unsigned found = *a != *b;
        if (length >= 16 || (is_one_page(a) && is_one_page(b))) {
            step = length < 16 ? length : 16;
            found = differ(a, b) & ((1U << step) - 1);
        }
        if (found != 0) {
            return compare(a + __builtin_ctz(found), b + __builtin_ctz(found));
        }
        a += step;
        b += step;
        length -= step;
    }
    return 0;
}

int strcmp(const char *left, const char *right)
{
    for (;;) {
        size_t step = 1;
        unsigned found = *left != *right || *left == 0;
        if (is_one_page(left) && is_one_page(right)) {
            __m128i ends = _mm_cmpeq_epi8(load(left), _mm_setzero_si128());
            step = 16;
            found = differ(left, right) | (unsigned)_mm_movemask_epi8(ends);
        }
        if (found != 0) {
            return compare(left + __builtin_ctz(found),
                           right + __builtin_ctz(found));
        }
        left += step;
        right += step;
    }
}

/* A bit for each of the 16 octets from |at| on that is |one| or |other|. */
static unsigned find(const char *at, __m128i one, __m128i other)
{
    __m128i octets = _mm_load_si128((const void *)at);
    return (unsigned)_mm_movemask_epi8(_mm_or_si128(
        _mm_cmpeq_epi8(octets, one), _mm_cmpeq_epi8(octets, other)));
}

void *memchr(const void *octets, int octet, size_t length)
{
    __m128i wanted = _mm_set1_epi8((char)octet);
    size_t skip = (uintptr_t)octets & 15;
    const char *begin = (const char *)octets - skip;
    if (length == 0) {
        return NULL;
    }
    unsigned found = find(begin, wanted, wanted) >> skip << skip;
    size_t at = 0;
    while (found == 0 && length > at + 16 - skip) {
        at += 16;
        found = find(begin + at, wanted, wanted);
    }
    if (found == 0) {
        return NULL;
    }
    at += (size_t)__builtin_ctz(found);
    return at - skip < length ? (char *)begin + at : NULL;
}

char *strchrnul(const char *text, int octet)
{
    __m128i wanted = _mm_set1_epi8((char)octet);
    size_t skip = (uintptr_t)text & 15;
    const char *at = text - skip;
    unsigned found = find(at, wanted, _mm_setzero_si128()) >> skip << skip;
    while (found == 0) {
        at += 16;
        found = find(at, wanted, _mm_setzero_si128());
    }
    return (char *)at + __builtin_ctz(found);
}

char *strchr(const char *text, int octet)
{
    char *found = strchrnul(text, octet);
    return *found == (char)octet ? found : NULL;
}

size_t strlen(const char *text)
{
    return (size_t)((const char *)memchr(text, 0, SIZE_MAX) - text);
}
