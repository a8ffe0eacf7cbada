/* SPDX-License-Identifier: MIT */
/* flock is not in POSIX, but in every libc that has OpenXR. */
#define _DEFAULT_SOURCE
#include "status/memory_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

bool us_memory_file_reserve(int file, size_t size)
{
    int why = posix_fallocate(file, 0, (off_t)size);
    if (why == 0 && ftruncate(file, (off_t)size) != 0)
        why = errno;
    errno = why;
    return why == 0;
}

int us_memory_file_open(const char *path)
{
    return open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
}

bool us_memory_file_is_own(int file)
{
    struct stat about;
    return fstat(file, &about) == 0 && S_ISREG(about.st_mode) &&
           (about.st_uid == geteuid() || geteuid() == 0);
}

bool us_memory_file_lock(int file)
{
    return flock(file, LOCK_EX | LOCK_NB) == 0;
}

void *us_memory_file_map(int file, size_t size, enum us_memory_file_use use)
{
    struct stat status;
    int protection = use == US_MEMORY_FILE_READ ? PROT_READ : PROT_READ | PROT_WRITE;
    if (fstat(file, &status) != 0)
        return NULL;
    errno = EINVAL;
    if (status.st_size != (off_t)size)
        return NULL;
    void *memory = mmap(NULL, size, protection,
                        use == US_MEMORY_FILE_COPY ? MAP_PRIVATE : MAP_SHARED, file, 0);
    return memory != MAP_FAILED ? memory : NULL;
}

/* The lock goes with the process, however it ends: who has it next knows that this one is gone. */
static int open_for_us(const char *path, size_t size)
{
    struct stat status;
    int file = us_memory_file_open(path);
    if (file < 0)
        return -1;
    bool usable = fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
                  status.st_uid == geteuid() && us_memory_file_lock(file) &&
                  us_memory_file_reserve(file, size);
    if (usable)
        return file;
    close(file);
    return -1;
}

void *us_memory_file_take(const char *path, size_t size, int *out_file)
{
    int file = path != NULL ? open_for_us(path, size) : -1;
    void *memory = file >= 0 ? us_memory_file_map(file, size, US_MEMORY_FILE_SHARED) : NULL;
    *out_file = memory != NULL ? file : -1;
    if (memory != NULL)
        return memset(memory, 0, size);
    if (file >= 0)
        close(file);
    return calloc(1, size);
}

void us_memory_file_give_back(void *memory, size_t size, int file)
{
    if (file < 0) {
        free(memory);
        return;
    }
    munmap(memory, size);
    close(file);
}
