/* SPDX-License-Identifier: MIT */
/*
 * slow_disk: a library that slow_disk.sh loads into an app (by LD_PRELOAD). Each write to a regular
 * file takes SLOW_DISK_MS milliseconds longer; standard output and standard error stay as they are.
 */
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static void wait_for_disk(int file)
{
    const char *text = getenv("SLOW_DISK_MS");
    long time_ms = text != NULL ? atol(text) : 0;
    const struct timespec time = {time_ms / 1000, time_ms % 1000 * 1000000};
    struct stat about;
    if (file > STDERR_FILENO && fstat(file, &about) == 0 && S_ISREG(about.st_mode))
        nanosleep(&time, NULL);
}

/* ISO C has no conversion of a data pointer to one of a function. */
static void find_next(const char *name, void *out_function)
{
    void *next = dlsym(RTLD_NEXT, name);
    if (next == NULL)
        abort();
    memcpy(out_function, &next, sizeof next);
}

ssize_t write(int file, const void *bytes, size_t count)
{
    ssize_t (*next)(int, const void *, size_t);
    find_next("write", &next);
    wait_for_disk(file);
    return next(file, bytes, count);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset)
{
    ssize_t (*next)(int, const void *, size_t, off_t);
    find_next("pwrite", &next);
    wait_for_disk(file);
    return next(file, bytes, count, offset);
}
