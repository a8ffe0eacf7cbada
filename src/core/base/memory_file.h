/* SPDX-License-Identifier: MIT */
/*
 * memory_file: a file that two processes use as memory, so that what an app leaves there when it
 * dies can still be read. The one that starts the app makes the file, takes its space and removes
 * it; the app maps it. Its space is taken before it is mapped (us_descriptor_reserve): memory of a
 * file that the disk has no room for would kill the app. Who uses it alone locks it
 * (us_descriptor_lock).
 */
#ifndef US_MEMORY_FILE_H
#define US_MEMORY_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "platform/mapping.h"

/* Open one at `path`, never through a link. -1 if there is none. */
int us_memory_file_open(const char *path);
/* Whether it is a regular file of this process's user; for root, of any user. */
bool us_memory_file_is_own(int file);

/* Map a file of exactly that size. NULL, with errno, if it has another one or cannot be mapped.
 * us_mapping_unmap unmaps it. */
void *us_memory_file_map(int file, size_t size, enum us_mapping_use use);

/*
 * Zeroed memory: in the file at `path`, which must be there, a regular file, the user's own and
 * nobody else's; or, where `path` is NULL or fails, of this process alone. NULL if there is none.
 * `out_file` is the file, locked for as long as it is open; -1: none.
 */
void *us_memory_file_take(const char *path, size_t size, int *out_file);
/* Unmap and close, or free. */
void us_memory_file_give_back(void *memory, size_t size, int file);

#endif
