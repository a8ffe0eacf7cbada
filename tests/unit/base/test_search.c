/* SPDX-License-Identifier: MIT */
/* Hazard: a binary search that misses the border by one, asks for an element that is not there, or
 * does not end. */
#include "support.h"

#include "core/base/search.h"

enum { MOST = 12, VALUES = 5 };

/* How many of the sorted elements from `from` on are before the border; counted one by one. */
static size_t count_before(const int *elements, size_t from, size_t count, int value, bool with)
{
    size_t at = from;
    while (at < count && (elements[at] < value || (with && elements[at] == value)))
        at++;
    return at;
}

/* Searches for a value, and checks that only elements of the span are compared, and few of them. */
static size_t find(const int *elements, struct us_search search, int value, bool with)
{
    const struct us_search whole = search;
    for (unsigned compared = 0; us_search_next(&search); compared++) {
        assert_true(compared < 4); /* 12 elements have 13 borders */
        assert_in_range(search.middle, whole.low, whole.high - 1);
        us_search_narrow(&search,
                         with ? elements[search.middle] <= value : elements[search.middle] < value);
    }
    return search.low;
}

static void search_all(const int *elements, size_t count)
{
    for (size_t from = 0; from <= count; from++)
        for (int value = -1; value <= VALUES; value++)
            for (int with = 0; with < 2; with++) {
                const size_t first = count_before(elements, from, count, value, with);
                struct us_search search = {.low = from, .high = count};
                assert_int_equal(find(elements, search, value, with), first);
                search.wants_last = true;
                assert_int_equal(find(elements, search, value, with),
                                 first > from ? first - 1 : from);
            }
}

/* Every sorted list of up to twelve elements of five values: none, one, all equal, duplicates. What
 * is looked for is before the first one, behind the last one, between them, and there. */
TEST(every_short_list)
{
    int elements[MOST] = {0};
    size_t lists = 0;
    for (size_t count = 0; count <= MOST; count++) {
        for (size_t at = 0; at < count; at++)
            elements[at] = 0;
        for (size_t at = count;; lists++) {
            search_all(elements, count);
            /* The next list: the last element that can become larger does, and those behind it are
             * as large. */
            for (at = count; at > 0 && elements[at - 1] == VALUES - 1;)
                at--;
            if (at == 0)
                break;
            const int larger = elements[at - 1] + 1;
            for (; at <= count; at++)
                elements[at - 1] = larger;
        }
    }
    assert_int_equal(lists + MOST + 1, 6188); /* C(12 + 5, 5), with the last list of each length */
}

/* As many elements as a size can count, each of which is its own index. */
TEST(more_elements_than_memory)
{
    const size_t borders[] = {0,          1,        SIZE_MAX / 2, SIZE_MAX / 2 + 1,
                              UINT32_MAX, SIZE_MAX, SIZE_MAX - 1, (size_t)UINT32_MAX + 1};
    for (size_t i = 0; i < sizeof borders / sizeof borders[0]; i++)
        for (int last = 0; last < 2; last++) {
            struct us_search search = {.high = SIZE_MAX, .wants_last = last != 0};
            unsigned compared = 0;
            for (; us_search_next(&search) && compared < 1000; compared++)
                us_search_narrow(&search, search.middle < borders[i]);
            assert_true(search.low == (last != 0 && borders[i] > 0 ? borders[i] - 1 : borders[i]));
            assert_in_range(compared, 1, 8 * sizeof(size_t));
        }
}

/* Which elements are compared is fixed, because each may be a read of a file. */
TEST(elements_in_the_same_order)
{
    static const size_t compared[2][3] = {{2, 4}, {2, 3, 4}};
    for (int last = 0; last < 2; last++) {
        struct us_search search = {.high = 5, .wants_last = last != 0};
        unsigned count = 0;
        for (; us_search_next(&search); count++) {
            assert_true(count < 3);
            assert_int_equal(search.middle, compared[last][count]);
            us_search_narrow(&search, true);
        }
        assert_int_equal(count, last != 0 ? 3 : 2);
        assert_int_equal(search.low, last != 0 ? 4 : 5);
    }
}

TESTS_MAIN(every_short_list, more_elements_than_memory, elements_in_the_same_order)
