/* SPDX-License-Identifier: MIT */
#include "tool/output/part_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/file.h"
#include "status/output_file.h"
#include "tool/cli/command.h"
#include "tool/cli/text.h"

static const int signals[TOOL_INTERRUPTIONS] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
/* A handler may neither allocate nor format. */
static char removed[PATH_MAX], words[2048];
static size_t word_count;

static void end_now(int number)
{
    unlink(removed);
    ssize_t said = write(STDERR_FILENO, words, word_count);
    (void)said;
    _exit(TOOL_EXIT_SIGNAL + number);
}

void tool_interruptions_catch(const char *part, const char *path, struct tool_interruptions *out)
{
    struct sigaction action = {.sa_handler = end_now};
    char safe[1024];
    enum { LINE = 79 }; /* of progress, which may stand there */
    snprintf(removed, sizeof removed, "%s", part);
    tool_text_escape(path, safe, sizeof safe);
    int length = snprintf(words, sizeof words, "%*sunderstudy: %s was not written: interrupted\n",
                          isatty(STDERR_FILENO) == 1 ? LINE + 2 : 0, "", safe);
    if (words[0] == ' ')
        words[0] = words[LINE + 1] = '\r';
    word_count = length > 0 ? (size_t)length : 0;
    sigfillset(&action.sa_mask);
    for (unsigned i = 0; i < TOOL_INTERRUPTIONS; i++)
        if (sigaction(signals[i], NULL, &out->before[i]) == 0 &&
            out->before[i].sa_handler != SIG_IGN)
            sigaction(signals[i], &action, NULL);
}

void tool_interruptions_release(const struct tool_interruptions *interruptions)
{
    for (unsigned i = 0; i < TOOL_INTERRUPTIONS; i++)
        sigaction(signals[i], &interruptions->before[i], NULL);
}

/* A link or a pipe that belongs to this user or to root is no trap. */
static bool is_trusted(const struct stat *status)
{
    return status->st_uid == geteuid() || status->st_uid == 0;
}

/* One of this process's own streams, under a name such as /dev/stdout. It may be a file, whose name
 * must not be taken. -1: it is none. */
static int own_stream(const struct stat *target)
{
    struct stat status;
    for (int stream = STDOUT_FILENO; stream <= STDERR_FILENO; stream++)
        if (fstat(stream, &status) == 0 && status.st_dev == target->st_dev &&
            status.st_ino == target->st_ino)
            return stream;
    return -1;
}

/* A pipe or a device, also behind a link such as /dev/stdout: nothing can take its name. -1: it is
 * none, or it cannot be opened (`*out_is_stream` tells). */
static int open_stream(const char *path, bool *out_is_stream)
{
    struct stat name, target;
    *out_is_stream = false;
    if (lstat(path, &name) != 0 || stat(path, &target) != 0 || !is_trusted(&name))
        return -1;
    int own = S_ISLNK(name.st_mode) ? own_stream(&target) : -1;
    *out_is_stream = own >= 0 || S_ISCHR(target.st_mode) || S_ISFIFO(target.st_mode);
    if (own >= 0)
        return fcntl(own, F_DUPFD_CLOEXEC, 0);
    return *out_is_stream ? open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC) : -1;
}

int tool_part_file_make(const char *path, char out_part[PATH_MAX])
{
    bool is_stream;
    int file = open_stream(path, &is_stream);
    out_part[0] = '\0';
    return is_stream ? file : us_file_make_part(path, out_part);
}

bool tool_part_file_check(const char *command, const char *option, const char *path, bool replaces)
{
    struct stat status;
    char part[PATH_MAX];
    bool is_there = lstat(path, &status) == 0;
    if (is_there && !S_ISREG(status.st_mode)) {
        tool_text_complain("%s: %s %s is not a regular file", command, option, path);
        return false;
    }
    if (is_there && status.st_size > 0 && !replaces) {
        tool_text_complain("%s: %s %s is there already; choose another name, or pass --force to "
                           "replace it",
                           command, option, path);
        return false;
    }
    int file = tool_part_file_make(path, part);
    if (file < 0) {
        tool_text_complain("%s: %s %s cannot be written: %s", command, option, path,
                           strerror(errno));
        return false;
    }
    close(file);
    unlink(part);
    return true;
}

bool tool_part_file_finish(int file, const char *part, const char *path, bool is_written)
{
    if (part[0] != '\0')
        return us_file_finish_part(file, part, path, is_written && us_file_sync(file));
    int why = errno;
    bool is_closed = close(file) == 0;
    errno = is_written ? errno : why;
    return is_written && is_closed;
}

bool tool_part_file_write(const char *path, const void *bytes, size_t size)
{
    char part[PATH_MAX];
    int file = tool_part_file_make(path, part);
    bool is_written = bytes != NULL && file >= 0;
    if (bytes == NULL)
        errno = ENOMEM;
    if (is_written) {
        if (part[0] == '\0')
            tool_text_survive_readers();
        tool_text_survive_limits();
        errno = us_output_file_append(file, bytes, size);
        is_written = errno == 0;
    }
    if (file >= 0 && tool_part_file_finish(file, part, path, is_written))
        return true;
    tool_text_complain("%s cannot be written: %s", path, strerror(errno));
    return false;
}

bool tool_part_file_is_file(const char *path)
{
    struct stat status;
    return lstat(path, &status) == 0 && S_ISREG(status.st_mode);
}

bool tool_part_file_write_line(const char *path, const char *text)
{
    size_t length = text != NULL ? strlen(text) : 0;
    char *line = text != NULL ? malloc(length + 1) : NULL;
    if (line != NULL) {
        memcpy(line, text, length + 1);
        line[length] = '\n';
    }
    bool is_written = tool_part_file_write(path, line, length + 1);
    free(line);
    return is_written;
}
