/* SPDX-License-Identifier: MIT */
#include "counting.h"

struct counting counting;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void __real_free(void *memory);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
void __wrap_free(void *memory);

void counting_reset(void)
{
    counting = (struct counting){0};
}

static void count(size_t size)
{
    counting.calls++;
    counting.total += size;
    if (size > counting.largest)
        counting.largest = size;
}

static int must_fail(void)
{
    return ++counting.taken >= counting.fails_from && counting.fails_from > 0;
}

void *__wrap_malloc(size_t size)
{
    count(size);
    return must_fail() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t items, size_t size)
{
    count(size != 0 && items > SIZE_MAX / size ? SIZE_MAX : items * size);
    return must_fail() ? NULL : __real_calloc(items, size);
}

void *__wrap_realloc(void *memory, size_t size)
{
    count(size);
    return must_fail() ? NULL : __real_realloc(memory, size);
}

void __wrap_free(void *memory)
{
    count(0);
    __real_free(memory);
}
