/* SPDX-License-Identifier: MIT */
/* Which file the name of a program means, and to become that program. */
#include "platform/app.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "platform/path.h"

extern char **environ;

/* The default of PATH, as confstr(_CS_PATH) has it on Linux. */
#define DEFAULT_PATH "/bin:/usr/bin"

static const char *first_folder(void)
{
    const char *list = getenv("PATH");
    return list != NULL ? list : DEFAULT_PATH;
}

/* Makes the path of a file in the next folder of PATH, where an empty one is the current one.
 * False: there are no more. A path that is too long becomes "", which no file has. */
static bool next_place(const char **folders, const char *name, char *out, size_t size)
{
    const char *folder = *folders;
    if (folder == NULL)
        return false;
    const size_t length = strcspn(folder, ":");
    const int used = snprintf(out, size, "%.*s/%s", length > 0 ? (int)length : 1,
                              length > 0 ? folder : ".", name);
    if (used < 0 || (size_t)used >= size)
        out[0] = '\0';
    *folders = folder[length] == ':' ? folder + length + 1 : NULL;
    return true;
}

const char *us_app_find(const char *name, char *out, size_t size)
{
    if (strchr(name, '/') != NULL)
        return name;
    for (const char *folders = first_folder(); next_place(&folders, name, out, size);)
        if (access(out, X_OK) == 0 && !us_path_is_folder(out))
            return out;
    return NULL;
}

/* Whether the search continues in the next folder. */
static bool is_absent(int reason)
{
    return reason == ENOENT || reason == ENOTDIR || reason == EACCES || reason == ENAMETOOLONG;
}

int us_execute(char **argv)
{
    char path[PATH_MAX];
    bool is_denied = false;
    if (argv[0][0] == '\0')
        return ENOENT;
    if (strchr(argv[0], '/') != NULL) {
        execve(argv[0], argv, environ);
        return errno;
    }
    for (const char *folders = first_folder(); next_place(&folders, argv[0], path, sizeof path);) {
        execve(path, argv, environ);
        if (!is_absent(errno))
            return errno;
        is_denied |= errno == EACCES;
    }
    return is_denied ? EACCES : ENOENT;
}
