/* SPDX-License-Identifier: MIT */
/* Hazard: an arena is written beyond its end, or is given to two threads at once. */
#include "scene.h"

#include "layer/base/next_chain.h"

TEST(an_arena_is_given_to_one_at_a_time)
{
    struct us_arena *arena = us_arena_create();
    assert_true(us_arena_enter(arena));
    assert_false(us_arena_enter(arena));
    assert_false(us_arena_enter(arena));
    us_arena_leave(arena);
    assert_true(us_arena_enter(arena));
    us_arena_destroy(arena);
}

TEST(an_arena_is_filled_to_its_last_byte)
{
    static unsigned char from[US_ARENA_SIZE];
    for (size_t i = 0; i < sizeof from; i++)
        from[i] = (unsigned char)(i * 7 + i / 256);
    struct us_arena *arena = us_arena_create();
    assert_true(us_arena_enter(arena));
    assert_null(us_arena_copy(arena, from, 0, 4));
    assert_null(us_arena_copy(arena, from, 4, 0));
    assert_null(us_arena_copy(arena, from, US_ARENA_SIZE + 1, 1));
    assert_null(us_arena_copy(arena, from, 3, US_ARENA_SIZE / 2));
    assert_null(us_arena_copy(arena, from, SIZE_MAX / 2, 4)); /* more than a size_t holds */
    unsigned char *first = us_arena_copy(arena, from, 3, 5);
    unsigned char *second = us_arena_copy(arena, from, 1, 1);
    assert_memory_equal(first, from, 15);
    size_t align = _Alignof(max_align_t), taken = 2 * ((15 + align - 1) / align * align);
    assert_true((uintptr_t)second % align == 0 && second >= first + 15);
    assert_null(us_arena_copy(arena, from, US_ARENA_SIZE - taken + 1, 1));
    unsigned char *rest = us_arena_copy(arena, from, (US_ARENA_SIZE - taken) / 2, 2);
    assert_non_null(rest);
    assert_memory_equal(rest, from, US_ARENA_SIZE - taken);
    assert_memory_equal(first, from, 15);
    assert_null(us_arena_copy(arena, from, 1, 1));
    us_arena_leave(arena);
    assert_true(us_arena_enter(arena)); /* empty again */
    assert_ptr_equal(us_arena_copy(arena, from, US_ARENA_SIZE, 1), first);
    assert_memory_equal(first, from, US_ARENA_SIZE);
    us_arena_destroy(arena);
}

TESTS_MAIN(an_arena_is_given_to_one_at_a_time, an_arena_is_filled_to_its_last_byte)
