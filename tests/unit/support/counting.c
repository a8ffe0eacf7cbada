/* SPDX-License-Identifier: MIT */
#include "counting.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

struct counting counting;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
char *__real_strdup(const char *text);
void __real_free(void *memory);
/* Visible: the linker also points at these from a shared library of the tests. */
#pragma GCC visibility push(default)
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
char *__wrap_strdup(const char *text);
void __wrap_free(void *memory);
#pragma GCC visibility pop

void counting_reset(void)
{
    int live = counting.live;
    counting = (struct counting){.live = live};
}

static void count(size_t size)
{
    counting.calls++;
    counting.total += size;
    if (size > counting.largest)
        counting.largest = size;
}

static bool must_fail(size_t size)
{
    count(size);
    const uint64_t number = ++counting.taken;
    const bool fails = (number >= counting.fails_from && counting.fails_from > 0) ||
                       number == counting.fails_at || (size > counting.most && counting.most > 0) ||
                       (size == counting.refused && size > 0);
    if (fails)
        errno = ENOMEM;
    return fails;
}

static void *taken(void *memory)
{
    counting.live += memory != NULL;
    return memory;
}

void *__wrap_malloc(size_t size)
{
    return must_fail(size) ? NULL : taken(__real_malloc(size));
}

void *__wrap_calloc(size_t items, size_t size)
{
    const bool is_too_much = size != 0 && items > SIZE_MAX / size;
    return must_fail(is_too_much ? SIZE_MAX : items * size) ? NULL
                                                            : taken(__real_calloc(items, size));
}

void *__wrap_realloc(void *memory, size_t size)
{
    if (must_fail(size))
        return NULL;
    return memory == NULL ? taken(__real_realloc(NULL, size)) : __real_realloc(memory, size);
}

char *__wrap_strdup(const char *text)
{
    return must_fail(strlen(text) + 1) ? NULL : taken(__real_strdup(text));
}

void __wrap_free(void *memory)
{
    count(0);
    counting.live -= memory != NULL;
    __real_free(memory);
}
