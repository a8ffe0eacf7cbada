/* SPDX-License-Identifier: MIT */
/* Hazard: an array that grew lost an element, or has no room for the next one. */
#include "support.h"

#include "core/base/grow.h"

struct row {
    uint64_t number;
    char name[11];
};

struct rows {
    struct row *list;
    uint32_t count;
};

/* The sanitizers see a row that is written behind the room. */
static void add_rows(struct rows *rows, uint32_t up_to)
{
    while (rows->count < up_to) {
        assert_true(US_GROW(rows->list, rows->count));
        rows->list[rows->count] = (struct row){.number = 3 * (uint64_t)rows->count};
        rows->count++;
    }
    for (uint32_t i = 0; i < rows->count; i++)
        assert_int_equal(rows->list[i].number, 3 * (uint64_t)i);
}

TEST(rows_stay_while_more_are_added)
{
    struct rows rows = {0};
    for (uint32_t i = 1; i <= 300; i++)
        add_rows(&rows, i);
    free(rows.list);
}

/* Fewer rows than before, from each place about a power of two. */
TEST(rows_can_be_taken_away_and_added_again)
{
    struct rows rows = {0};
    for (uint32_t fewer = 0; fewer <= 70; fewer++) {
        add_rows(&rows, 140);
        rows.count = fewer;
    }
    free(rows.list);
}

TEST(too_much_memory_leaves_the_array)
{
    struct rows rows = {0};
    add_rows(&rows, 16);
    struct row *before = rows.list;
    assert_false(us_grow(&rows.list, (SIZE_MAX >> 1) + 1, sizeof *rows.list));
    assert_ptr_equal(rows.list, before);
    add_rows(&rows, 17);
    free(rows.list);
}

int main(void)
{
    return RUN_TESTS(rows_stay_while_more_are_added, rows_can_be_taken_away_and_added_again,
                     too_much_memory_leaves_the_array);
}
