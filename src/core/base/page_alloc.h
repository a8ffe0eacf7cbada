/* SPDX-License-Identifier: MIT */
/*
 * page_alloc: memory that comes from the system and goes back to it.
 *
 * It serves arrays of a hundred kilobytes and more that come and go during playback. On the heap
 * these fragment memory: the heap was 2 MB larger after an hour of playback than after a minute.
 */
#ifndef US_PAGE_ALLOC_H
#define US_PAGE_ALLOC_H

#include <stddef.h>

/* Zeroed, aligned for everything; NULL if there is none, or for 0 bytes. */
void *us_page_alloc_get(size_t bytes);
/* `bytes` as it was taken with. NULL is fine. */
void us_page_alloc_free(void *memory, size_t bytes);

#endif
