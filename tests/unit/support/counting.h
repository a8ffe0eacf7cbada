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
    _Atomic uint64_t calls; /* of malloc, calloc, realloc, strdup and free */
    _Atomic uint64_t total; /* bytes asked for */
    _Atomic size_t largest; /* bytes asked for in one call */
    _Atomic uint64_t taken; /* calls of malloc, calloc, realloc and strdup */
    _Atomic int live;       /* blocks that were taken and not freed */
    uint64_t fails_from;    /* from which of these on all return NULL, from 1; 0: none */
    uint64_t fails_at;      /* the only one that returns NULL, from 1; 0: none */
    size_t most;            /* a call for more bytes returns NULL; 0: any number is given */
    size_t refused;         /* a call for just so many bytes returns NULL; 0: none */
};

extern struct counting counting;
void counting_reset(void);

#endif
