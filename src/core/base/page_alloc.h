/* SPDX-License-Identifier: MIT */
/*
 * page_alloc: memory that comes from the system and goes back to it.
 *
 * For arrays of a hundred kilobytes and more that come and go while a recording plays: in the heap
 * they leave holes between what stays, and an hour of them made it 2 MB larger than a minute did.
 */
#ifndef US_PAGE_ALLOC_H
#define US_PAGE_ALLOC_H

#include <stddef.h>

/* Zeroed, aligned for everything; NULL if there is none, or for 0 bytes. */
void *us_page_alloc_take(size_t bytes);
/* `bytes` as it was taken with. NULL is fine. */
void us_page_alloc_give_back(void *memory, size_t bytes);

#endif
