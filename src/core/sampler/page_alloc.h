/* SPDX-License-Identifier: MIT */
/*
 * page_alloc: allocates memory from the system directly, without the heap.
 *
 * It serves arrays of a hundred kilobytes and more that come and go during playback. On the heap
 * these fragment memory: the heap was 2 MB larger after an hour of playback than after a minute.
 */
#ifndef US_PAGE_ALLOC_H
#define US_PAGE_ALLOC_H

#include <stddef.h>

/* Zeroed memory, aligned for any type. NULL if memory runs out, or for 0 bytes. */
void *us_page_alloc_get(size_t bytes);
/* Frees what us_page_alloc_get returned for the same number of bytes. NULL does nothing. */
void us_page_alloc_free(void *memory, size_t bytes);

#endif
