/* The arena.
 *
 * SPDX-License-Identifier: MIT */
#include "base/arena.h"
#include "base/assertions.h"

static bool is_aligned(const void *memory)
{
    return (uintptr_t)memory % _Alignof(max_align_t) == 0;
}

TEST(memory_is_aligned_and_does_not_overlap)
{
    struct arena arena = {.next = NULL};
    char *pieces[200];
    for (size_t i = 0; i < 200; i++) {
        pieces[i] = ddds_arena_alloc(&arena, i);
        assert_non_null(pieces[i]);
        assert_true(is_aligned(pieces[i]));
        memset(pieces[i], (int)i, i);
    }
    for (size_t i = 0; i < 200; i++) {
        for (size_t j = 0; j < i; j++) {
            assert_int_equal((unsigned char)pieces[i][j], i);
        }
    }
    ddds_arena_free(&arena);
}

TEST(the_first_memory_is_used_first_and_again)
{
    max_align_t memory[16];
    char *begin = (char *)memory;
    struct arena arena;
    ddds_arena_init(&arena, memory, sizeof memory);
    assert_ptr_equal(ddds_arena_alloc(&arena, 1), begin);
    assert_ptr_equal(ddds_arena_alloc(&arena, 1),
                     begin + _Alignof(max_align_t));
    char *elsewhere = ddds_arena_alloc(&arena, sizeof memory);
    assert_non_null(elsewhere);
    assert_true(elsewhere < begin || elsewhere >= begin + sizeof memory);
    ddds_arena_reset(&arena);
    assert_ptr_equal(ddds_arena_alloc(&arena, sizeof memory), begin);
    ddds_arena_free(&arena);
}

TEST(the_first_memory_may_be_filled_to_its_end)
{
    max_align_t memory[2];
    struct arena arena;
    ddds_arena_init(&arena, memory, sizeof memory);
    assert_ptr_equal(ddds_arena_alloc(&arena, sizeof memory), memory);
    assert_ptr_not_equal(ddds_arena_alloc(&arena, 1), memory + 2);
    ddds_arena_free(&arena);
}

TEST(first_memory_need_not_be_aligned)
{
    max_align_t memory[8];
    for (size_t skew = 0; skew < 2 * sizeof *memory; skew++) {
        for (size_t size = 0; size < sizeof memory - skew; size += 7) {
            struct arena arena;
            ddds_arena_init(&arena, (char *)memory + skew, size);
            for (int i = 0; i < 8; i++) {
                char *piece = ddds_arena_alloc(&arena, 5);
                assert_true(is_aligned(piece));
                memset(piece, 'x', 5);
            }
            ddds_arena_free(&arena);
        }
    }
}

TEST(large_pieces_have_blocks_of_their_own)
{
    struct arena arena = {.next = NULL};
    char *large = ddds_arena_alloc(&arena, 100000);
    assert_non_null(large);
    memset(large, 'x', 100000);
    char *small = ddds_arena_alloc(&arena, 10);
    assert_non_null(small);
    memset(small, 'y', 10);
    assert_int_equal(large[99999], 'x');
    ddds_arena_free(&arena);
}

TEST(arrays_are_clear_and_their_size_is_checked)
{
    max_align_t memory[32];
    memset(memory, 0xff, sizeof memory);
    struct arena arena;
    ddds_arena_init(&arena, memory, sizeof memory);
    unsigned char *array = ddds_arena_array(&arena, 10, 7);
    for (size_t i = 0; i < 70; i++) {
        assert_int_equal(array[i], 0);
    }
    assert_non_null(ddds_arena_array(&arena, 0, 7));
    assert_non_null(ddds_arena_array(&arena, 7, 0));
    assert_false(arena.failed);
    assert_null(ddds_arena_array(&arena, SIZE_MAX, 2));
    assert_null(ddds_arena_array(&arena, 2, SIZE_MAX));
    assert_null(ddds_arena_array(&arena, SIZE_MAX / 2 + 1, 2));
    assert_null(ddds_arena_array(&arena, SIZE_MAX, 1));
    ddds_arena_free(&arena);
}

TEST(impossible_sizes_are_refused)
{
    struct arena arena = {.next = NULL};
    assert_null(ddds_arena_alloc(&arena, SIZE_MAX));
    assert_null(ddds_arena_alloc(&arena, SIZE_MAX - 1));
    assert_null(ddds_arena_alloc(&arena, SIZE_MAX - _Alignof(max_align_t)));
    assert_null(ddds_arena_copy(&arena, "", SIZE_MAX));
    assert_true(arena.failed);
    assert_non_null(ddds_arena_alloc(&arena, 1));
    assert_true(arena.failed);
    ddds_arena_free(&arena);
}

TEST(packed_pieces_leave_no_gaps)
{
    max_align_t memory[8];
    struct arena arena;
    ddds_arena_init(&arena, memory, sizeof memory);
    char *one = ddds_arena_pack(&arena, 3, 1);
    char *two = ddds_arena_pack(&arena, 1, 1);
    char *four = ddds_arena_pack(&arena, 8, 8);
    char *five = ddds_arena_pack(&arena, 2, 2);
    assert_ptr_equal(two, one + 3);
    assert_ptr_equal(four, one + 8);
    assert_ptr_equal(five, four + 8);
    assert_true(is_aligned(ddds_arena_alloc(&arena, 1)));
    ddds_arena_free(&arena);
}

TEST(copies_end_with_a_nul)
{
    struct arena arena = {.next = NULL};
    assert_string_equal(ddds_arena_copy(&arena, "abcdef", 3), "abc");
    assert_string_equal(ddds_arena_copy(&arena, "abcdef", 0), "");
    assert_string_equal(ddds_arena_string(&arena, "abcdef"), "abcdef");
    assert_string_equal(ddds_arena_string(&arena, ""), "");
    assert_string_equal(ddds_arena_format(&arena, "%s-%d", "a", 12), "a-12");
    assert_string_equal(ddds_arena_format(&arena, "%s", ""), "");
    char *wide = ddds_arena_format(&arena, "%20000s", "x");
    assert_int_equal(strlen(wide), 20000);
    ddds_arena_free(&arena);
}

TEST(an_arena_may_be_used_again_after_it_was_freed)
{
    struct arena arena = {.next = NULL};
    assert_non_null(ddds_arena_alloc(&arena, 10));
    ddds_arena_free(&arena);
    ddds_arena_free(&arena);
    assert_non_null(ddds_arena_alloc(&arena, 10));
    ddds_arena_free(&arena);
}
