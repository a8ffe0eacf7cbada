/* SPDX-License-Identifier: MIT */
/*
 * seqlock: words that one thread writes and any number of threads read without a lock.
 *
 * A writer calls write_begin, store for each word, and write_end. A reader calls read_begin, load
 * for each word, and is_whole; it repeats all of this until is_whole returns true.
 *
 * The words are stored with release and loaded with acquire. A reader who loads a word of a later
 * write therefore also sees the version that the writer changed before it. Fences would allow
 * relaxed words, but the thread sanitizer does not support fences.
 */
#ifndef US_SEQLOCK_H
#define US_SEQLOCK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct us_seqlock {
    _Atomic uint64_t version; /* odd while the words are written */
};

/* Writers must not run at the same time; the caller ensures it. */
static inline void us_seqlock_write_begin(struct us_seqlock *lock)
{
    uint64_t version = atomic_load_explicit(&lock->version, memory_order_relaxed);
    atomic_store_explicit(&lock->version, version + 1, memory_order_relaxed);
}

static inline void us_seqlock_write_end(struct us_seqlock *lock)
{
    uint64_t version = atomic_load_explicit(&lock->version, memory_order_relaxed);
    atomic_store_explicit(&lock->version, version + 1, memory_order_release);
}

static inline void us_seqlock_store(_Atomic uint64_t *word, uint64_t value)
{
    atomic_store_explicit(word, value, memory_order_release);
}

static inline uint64_t us_seqlock_load(const _Atomic uint64_t *word)
{
    return atomic_load_explicit(word, memory_order_acquire);
}

/* Returns the version that the reader passes to us_seqlock_is_whole after it loaded the words. */
static inline uint64_t us_seqlock_read_begin(const struct us_seqlock *lock)
{
    return atomic_load_explicit(&lock->version, memory_order_acquire);
}

/* Returns true if all words that were loaded since us_seqlock_read_begin belong to one write. */
static inline bool us_seqlock_is_whole(const struct us_seqlock *lock, uint64_t version)
{
    return version % 2 == 0 &&
           atomic_load_explicit(&lock->version, memory_order_relaxed) == version;
}

#endif
