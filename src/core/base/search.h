/* SPDX-License-Identifier: MIT */
/*
 * search: binary search among elements of any kind that are in order. The caller compares, so an
 * element may be computed or read from a file, and a search may end early. Pure; any thread.
 *
 *     struct us_search search = {.high = count};
 *     while (us_search_next(&search))
 *         us_search_narrow(&search, times[search.middle] <= time);
 *
 * Now `low` is the number of elements at or before the time. With `.wants_last = true` it is the
 * index of the last of them; if there is none, it is where the search began.
 */
#ifndef US_SEARCH_H
#define US_SEARCH_H

#include <stdbool.h>
#include <stddef.h>

struct us_search {
    size_t low, high; /* the span: from `low` on, and before `high`, which is not below `low` */
    bool wants_last;
    size_t middle; /* the element to compare */
};

/* Chooses the next element to compare. False: `low` is found. */
static inline bool us_search_next(struct us_search *search)
{
    if (search->high - search->low <= search->wants_last)
        return false;
    search->middle = search->low + (search->high - search->low) / 2;
    return true;
}

/* Says whether that element is before the place that is searched. */
static inline void us_search_narrow(struct us_search *search, bool is_before)
{
    if (is_before)
        search->low = search->middle + !search->wants_last;
    else
        search->high = search->middle;
}

#endif
