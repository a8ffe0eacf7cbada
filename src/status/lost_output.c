/* SPDX-License-Identifier: MIT */
#include "status/lost_output.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

bool us_lost_output_prepare(int file)
{
    static const char empty[US_LOST_OUTPUT_COUNT * US_LOST_OUTPUT_SIZE];
    return write(file, empty, sizeof empty) == (ssize_t)sizeof empty;
}

static int open_file(const char *path, int flags)
{
    struct stat status;
    int file = open(path, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (file < 0 ||
        (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == geteuid() &&
         status.st_size == US_LOST_OUTPUT_COUNT * US_LOST_OUTPUT_SIZE))
        return file;
    close(file);
    return -1;
}

void us_lost_output_note(const char *path, enum us_lost_output what, const char *text)
{
    char padded[US_LOST_OUTPUT_SIZE] = "";
    int file = path != NULL ? open_file(path, O_WRONLY) : -1;
    if (file < 0)
        return;
    snprintf(padded, sizeof padded, "%s", text);
    (void)!pwrite(file, padded, sizeof padded, (off_t)what * US_LOST_OUTPUT_SIZE);
    close(file);
}

bool us_lost_output_read(const char *path, enum us_lost_output what,
                         char out_text[US_LOST_OUTPUT_SIZE])
{
    int file = open_file(path, O_RDONLY);
    ssize_t size =
        file >= 0 ? pread(file, out_text, US_LOST_OUTPUT_SIZE, (off_t)what * US_LOST_OUTPUT_SIZE)
                  : 0;
    if (file >= 0)
        close(file);
    out_text[size == US_LOST_OUTPUT_SIZE ? US_LOST_OUTPUT_SIZE - 1 : 0] = '\0';
    return out_text[0] != '\0';
}
