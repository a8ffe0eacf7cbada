/* SPDX-License-Identifier: MIT */
#include "eventlog/journal_ring.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "status/memory_file.h"

bool us_journal_ring_reserve(int file)
{
    return us_memory_file_reserve(file, sizeof(struct us_journal));
}

struct us_journal *us_journal_ring_map(const char *path)
{
    int file;
    struct us_journal *journal = us_memory_file_take(path, sizeof *journal, &file);
    if (journal != NULL)
        journal->ring_file = file;
    return journal;
}

void us_journal_ring_unmap(struct us_journal *journal)
{
    if (journal == NULL)
        return;
    journal->magic = 0;
    us_memory_file_give_back(journal, sizeof *journal, journal->ring_file);
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
