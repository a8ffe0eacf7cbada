/* SPDX-License-Identifier: MIT */
/*
 * counting: counts the allocations that this program's own objects make, and lets memory run out if
 * so asked. The linker puts it between them and the C library (--wrap); what the C library
 * allocates for itself is not counted.
 */
#ifndef COUNTING_H
#define COUNTING_H

#include <stddef.h>
#include <stdint.h>

struct counting {
    uint64_t calls;      /* of malloc, calloc, realloc and free */
    uint64_t total;      /* bytes asked for */
    size_t largest;      /* bytes asked for in one call */
    uint64_t taken;      /* calls of malloc, calloc and realloc */
    uint64_t fails_from; /* from which of these on all return NULL, from 1; 0: none */
};

extern struct counting counting;
void counting_reset(void);

#endif
