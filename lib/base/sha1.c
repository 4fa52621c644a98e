/* SHA-1 with the SHA extensions of x86-64.
 *
 * SPDX-License-Identifier: MIT */
#include "base/sha1.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

#if defined(__x86_64__) && defined(__GNUC__)

#include <cpuid.h>
#include <immintrin.h>
#include <stdatomic.h>

#define WITH_SHA __attribute__((target("sha,ssse3,sse4.1")))

/* CPUID: leaf 1 tells of SSSE3 and SSE4.1, leaf 7 of SHA. */
static bool ask_processor(void)
{
    unsigned a;
    unsigned b;
    unsigned c;
    unsigned d;
    const unsigned wanted = bit_SSSE3 | bit_SSE4_1;
    return __get_cpuid(1, &a, &b, &c, &d) != 0 && (c & wanted) == wanted &&
           __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b & bit_SHA) != 0;
}

bool sha1_has_instructions(void)
{
    enum { UNKNOWN, NO, YES };
    static atomic_int known = UNKNOWN;
    int answer = atomic_load_explicit(&known, memory_order_relaxed);
    if (answer == UNKNOWN) {
        answer = ask_processor() ? YES : NO;
        atomic_store_explicit(&known, answer, memory_order_relaxed);
    }
    return answer == YES;
}

/* The state between blocks: a, b, c and d, a in the highest 32 bits, and e in
 * the highest 32 bits of another register. */
struct state {
    __m128i abcd;
    __m128i e;
};

/* Four words of the message, the first in the highest 32 bits. */
WITH_SHA static inline __m128i load_words(const unsigned char *octets)
{
    const __m128i reversed =
        _mm_setr_epi8(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    return _mm_shuffle_epi8(_mm_loadu_si128((const void *)octets), reversed);
}

/* The next four words, of the sixteen before them, oldest first. */
WITH_SHA static inline __m128i extend_words(__m128i a, __m128i b, __m128i c,
                                            __m128i d)
{
    return _mm_sha1msg2_epu32(_mm_xor_si128(_mm_sha1msg1_epu32(a, b), c), d);
}

/* What four rounds begin with. Four rounds later e is what a was, rotated:
 * sha1nexte does that and adds. */
struct rounds {
    __m128i abcd;
    __m128i e;
};

/* Four rounds with the next four words, for each of the functions: the
 * instruction has its number in itself. */
#define DEFINE_FOUR_ROUNDS(function)                                           \
    WITH_SHA static inline void four_rounds_##function(struct rounds *rounds,  \
                                                       __m128i words)          \
    {                                                                          \
        __m128i added = _mm_sha1nexte_epu32(rounds->e, words);                 \
        rounds->e = rounds->abcd;                                              \
        rounds->abcd = _mm_sha1rnds4_epu32(rounds->abcd, added, function);     \
    }

DEFINE_FOUR_ROUNDS(0)
DEFINE_FOUR_ROUNDS(1)
DEFINE_FOUR_ROUNDS(2)
DEFINE_FOUR_ROUNDS(3)

/* Sixteen words more, and as many rounds; the functions of each four. */
#define SIXTEEN_ROUNDS(f, g, h, i)                                             \
    do {                                                                       \
        w0 = extend_words(w0, w1, w2, w3);                                     \
        four_rounds_##f(&rounds, w0);                                          \
        w1 = extend_words(w1, w2, w3, w0);                                     \
        four_rounds_##g(&rounds, w1);                                          \
        w2 = extend_words(w2, w3, w0, w1);                                     \
        four_rounds_##h(&rounds, w2);                                          \
        w3 = extend_words(w3, w0, w1, w2);                                     \
        four_rounds_##i(&rounds, w3);                                          \
    } while (0)

WITH_SHA static inline struct state
add_words(struct state before, __m128i w0, __m128i w1, __m128i w2, __m128i w3)
{
    __m128i first = _mm_add_epi32(before.e, w0);
    struct rounds rounds = {_mm_sha1rnds4_epu32(before.abcd, first, 0),
                            before.abcd};
    four_rounds_0(&rounds, w1);
    four_rounds_0(&rounds, w2);
    four_rounds_0(&rounds, w3);
    SIXTEEN_ROUNDS(0, 1, 1, 1);
    SIXTEEN_ROUNDS(1, 1, 2, 2);
    SIXTEEN_ROUNDS(2, 2, 2, 3);
    SIXTEEN_ROUNDS(3, 3, 3, 3);
    return (struct state){_mm_add_epi32(rounds.abcd, before.abcd),
                          _mm_sha1nexte_epu32(rounds.e, before.e)};
}

WITH_SHA static inline struct state add_block(struct state state,
                                              const unsigned char *block)
{
    return add_words(state, load_words(block), load_words(block + 16),
                     load_words(block + 32), load_words(block + 48));
}

static void put_length(unsigned char end[8], uint64_t octets)
{
    uint64_t bits = __builtin_bswap64(octets * 8);
    memcpy(end, &bits, sizeof bits);
}

/* Add the last |length| octets, which are less than a block and may have
 * |before| octets in front of them in the first of |blocks|, and the padding. */
WITH_SHA static struct state add_last(struct state state,
                                      unsigned char blocks[2 * SHA1_BLOCK],
                                      size_t used, uint64_t whole)
{
    blocks[used] = 0x80;
    size_t end = used < SHA1_BLOCK - 8 ? SHA1_BLOCK : (size_t)2 * SHA1_BLOCK;
    put_length(blocks + end - 8, whole);
    for (size_t at = 0; at < end; at += SHA1_BLOCK) {
        state = add_block(state, blocks + at);
    }
    return state;
}

WITH_SHA void sha1_of_two(const unsigned char head[16], const void *tail,
                          size_t length, unsigned char digest[SHA1_LENGTH])
{
    enum { HEAD = 16 };
    unsigned char blocks[2 * SHA1_BLOCK] = {0};
    const unsigned char *octets = tail;
    size_t left = length;
    size_t used = HEAD;
    struct state state = {_mm_setr_epi32(0x10325476, (int)0x98badcfe,
                                         (int)0xefcdab89, 0x67452301),
                          _mm_setr_epi32(0, 0, 0, (int)0xc3d2e1f0)};
    memcpy(blocks, head, HEAD);
    if (left >= SHA1_BLOCK - HEAD) {
        memcpy(blocks + HEAD, octets, SHA1_BLOCK - HEAD);
        state = add_block(state, blocks);
        octets += SHA1_BLOCK - HEAD;
        left -= SHA1_BLOCK - HEAD;
        for (; left >= SHA1_BLOCK; left -= SHA1_BLOCK, octets += SHA1_BLOCK) {
            state = add_block(state, octets);
        }
        memset(blocks, 0, SHA1_BLOCK);
        used = 0;
    }
    if (left > 0) {
        memcpy(blocks + used, octets, left);
    }
    state = add_last(state, blocks, used + left, (uint64_t)length + HEAD);
    __m128i first =
        _mm_shuffle_epi8(state.abcd, _mm_setr_epi8(15, 14, 13, 12, 11, 10, 9, 8,
                                                   7, 6, 5, 4, 3, 2, 1, 0));
    _mm_storeu_si128((void *)digest, first);
    uint32_t fifth = __builtin_bswap32((uint32_t)_mm_extract_epi32(state.e, 3));
    memcpy(digest + 16, &fifth, sizeof fifth);
}

#else

bool sha1_has_instructions(void)
{
    return false;
}

void sha1_of_two(const unsigned char head[16], const void *tail, size_t length,
                 unsigned char digest[SHA1_LENGTH])
{
    (void)head;
    (void)tail;
    (void)length;
    (void)digest;
    assert(false);
}

#endif
