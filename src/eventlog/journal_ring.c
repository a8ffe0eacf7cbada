/* SPDX-License-Identifier: MIT */
/* flock is not in POSIX, but in every libc that has OpenXR. */
#define _DEFAULT_SOURCE
#include "eventlog/journal_ring.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

bool us_journal_ring_reserve(int file)
{
    int why = posix_fallocate(file, 0, sizeof(struct us_journal));
    if (why == 0 && ftruncate(file, sizeof(struct us_journal)) != 0)
        why = errno;
    errno = why;
    return why == 0;
}

/* The lock goes with the process, however it ends: who has it next knows that this one is gone. */
static int open_ring(const char *path)
{
    struct stat status;
    int file = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (file < 0)
        return -1;
    bool usable = fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
                  status.st_uid == geteuid() && flock(file, LOCK_EX | LOCK_NB) == 0 &&
                  us_journal_ring_reserve(file);
    if (usable)
        return file;
    close(file);
    return -1;
}

struct us_journal *us_journal_ring_map(const char *path)
{
    int file = path != NULL ? open_ring(path) : -1;
    if (file >= 0) {
        void *memory =
            mmap(NULL, sizeof(struct us_journal), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        if (memory != MAP_FAILED) {
            struct us_journal *journal = memory;
            memset(journal, 0, sizeof *journal);
            journal->ring_file = file;
            return journal;
        }
        close(file);
    }
    struct us_journal *journal = calloc(1, sizeof *journal);
    if (journal != NULL)
        journal->ring_file = -1;
    return journal;
}

void us_journal_ring_unmap(struct us_journal *journal)
{
    if (journal == NULL)
        return;
    int file = journal->ring_file;
    if (file < 0) {
        free(journal);
        return;
    }
    journal->magic = 0;
    munmap(journal, sizeof *journal);
    close(file);
}

uint64_t us_journal_last_number(const char *log_path, int64_t *out_end)
{
    static const char begin[] = "\n{\"n\":";
    char text[US_JOURNAL_LINE_SIZE + 2] = "\n";
    int file = open(log_path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    off_t size = file >= 0 ? lseek(file, 0, SEEK_END) : 0;
    off_t from = size > US_JOURNAL_LINE_SIZE ? size - US_JOURNAL_LINE_SIZE : 0;
    ssize_t length = size > 0 ? pread(file, text + 1, US_JOURNAL_LINE_SIZE, from) : 0;
    if (file >= 0)
        close(file);
    text[length > 0 ? length + 1 : 0] = '\0';
    char *end = strrchr(text, '\n');
    if (out_end != NULL)
        *out_end = end != NULL && length > 0 ? (int64_t)from + (end - text) : 0;
    if (end != NULL)
        *end = '\0';
    const char *last = NULL;
    for (const char *at = strstr(text, begin); at != NULL; at = strstr(at + 1, begin))
        last = at + sizeof begin - 1;
    return last != NULL ? strtoull(last, NULL, 10) : 0;
}
