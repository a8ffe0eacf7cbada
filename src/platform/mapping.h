/* SPDX-License-Identifier: MIT */
/*
 * mapping: memory of files, and memory that comes from the system directly. A function that fails
 * returns NULL and says why in errno. Any thread.
 */
#ifndef US_MAPPING_H
#define US_MAPPING_H

#include <stddef.h>
#include <stdint.h>

enum us_mapping_use {
    US_MAPPING_SHARED, /* to be written for all processes */
    US_MAPPING_READ,   /* to be looked at */
    US_MAPPING_COPY,   /* to be changed for this process alone */
};

/* Places in files at which a mapping may begin are multiples of this: a page of 4096 bytes or more;
 * Windows: 65536. */
size_t us_mapping_step(void);

/* Maps the first `size` bytes of a file, which must hold them. */
void *us_mapping_map(int file, size_t size, enum us_mapping_use use);
void us_mapping_unmap(void *memory, size_t size);

/* Maps bytes of a file, shared, twice in a row, so that a ring lies in one piece wherever it
 * begins. `from` and `size` are multiples of us_mapping_step. */
void *us_mapping_map_twice(int file, uint64_t from, size_t size);
/* `size` is that of one of the two. */
void us_mapping_unmap_twice(void *memory, size_t size);

/* Zeroed memory of no file, aligned for any type. */
void *us_mapping_pages(size_t size);
void us_mapping_free_pages(void *memory, size_t size);

#endif
