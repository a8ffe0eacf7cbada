/* SPDX-License-Identifier: MIT */
/*
 * grow: makes room in arrays that get longer one element at a time.
 *
 * An array is a pointer and a count. Its memory is from malloc, and NULL while nothing was added.
 * The room follows from the count (16, then each power of two), so nobody keeps it. The count may
 * get smaller. An array belongs to one thread.
 */
#ifndef US_GROW_H
#define US_GROW_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Makes room for the element of index `count` in the array `list`, which is an lvalue. False: there
 * is no memory, and the array is as it was. An array that did not grow this way alone, such as a
 * copy, must have room for the power of two that is its count or the next one above.
 */
#define US_GROW(list, count) us_grow(&(list), (count), sizeof *(list))

/* `list` is the address of the pointer, and `size` the size of an element. */
bool us_grow(void *list, size_t count, size_t size);

#endif
