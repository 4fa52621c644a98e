/* lib/base/sha1.c: what the processor's instructions compute is what libmd
 * computes.
 *
 * SPDX-License-Identifier: MIT */
#include "unit/uuid_testing.h"

#include "base/digest.h"
#include "base/sha1.h"

static void hash_portably(const unsigned char head[16],
                          const unsigned char *tail, size_t length,
                          unsigned char digest[DIGEST_SIZE])
{
    struct digest hashing;
    digest_begin(&hashing, DIGEST_SHA1);
    digest_add(&hashing, head, 16);
    digest_add(&hashing, tail, length);
    digest_finish(&hashing, digest);
}

/* All lengths around the ends of blocks, and where the length no longer fits
 * behind the last octets; at every alignment. */
static void both_paths_agree(void **state)
{
    (void)state;
    enum { LONGEST = 400 };
    unsigned char octets[LONGEST + 64];
    uint64_t seed = 12;
    if (!sha1_has_instructions()) {
        skip();
    }
    for (size_t i = 0; i < sizeof octets; i++) {
        octets[i] = (unsigned char)next_number(&seed);
    }
    for (size_t length = 0; length <= LONGEST; length++) {
        unsigned char fast[SHA1_LENGTH];
        unsigned char slow[DIGEST_SIZE];
        size_t at = length % 48;
        sha1_of_two(octets, octets + at, length, fast);
        hash_portably(octets, octets + at, length, slow);
        assert_memory_equal(fast, slow, SHA1_LENGTH);
    }
    sha1_of_two(octets, NULL, 0, octets);
}

/* FIPS 180-2 appendix A.2: 56 octets, the first that need another block for
 * their length. */
static void the_vector_of_the_standard(void **state)
{
    (void)state;
    static const unsigned char text[] =
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    static const unsigned char expected[SHA1_LENGTH] = {
        0x84, 0x98, 0x3e, 0x44, 0x1c, 0x3b, 0xd2, 0x6e, 0xba, 0xae,
        0x4a, 0xa1, 0xf9, 0x51, 0x29, 0xe5, 0xe5, 0x46, 0x70, 0xf1};
    unsigned char digest[DIGEST_SIZE];
    hash_portably(text, text + 16, 40, digest);
    assert_memory_equal(digest, expected, SHA1_LENGTH);
    if (sha1_has_instructions()) {
        sha1_of_two(text, text + 16, 40, digest);
        assert_memory_equal(digest, expected, SHA1_LENGTH);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_paths_agree),
        cmocka_unit_test(the_vector_of_the_standard),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
