/* SPDX-License-Identifier: MIT */
#include "platform/app.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern char **environ;

/* The default of PATH, as confstr(_CS_PATH) has it on Linux. */
#define DEFAULT_PATH "/bin:/usr/bin"

/* Whether the search continues in the next folder. */
static bool is_absent(int reason)
{
    return reason == ENOENT || reason == ENOTDIR || reason == EACCES || reason == ENAMETOOLONG;
}

/* Execute `folder`/argv[0]; an empty folder is the current one. */
static int execute_in(const char *folder, size_t length, char **argv)
{
    char path[PATH_MAX];
    size_t name_length = strlen(argv[0]);
    if (length + name_length + 3 > sizeof path)
        return ENAMETOOLONG;
    if (length == 0)
        folder = ".", length = 1;
    memcpy(path, folder, length);
    path[length] = '/';
    memcpy(path + length + 1, argv[0], name_length + 1);
    execve(path, argv, environ);
    return errno;
}

int us_execute(char **argv)
{
    const char *list = getenv("PATH");
    bool is_denied = false;
    if (argv[0][0] == '\0')
        return ENOENT;
    if (strchr(argv[0], '/') != NULL) {
        execve(argv[0], argv, environ);
        return errno;
    }
    for (list = list != NULL ? list : DEFAULT_PATH;; list++) {
        size_t length = strcspn(list, ":");
        int reason = execute_in(list, length, argv);
        if (!is_absent(reason))
            return reason;
        is_denied |= reason == EACCES;
        list += length;
        if (*list == '\0')
            return is_denied ? EACCES : ENOENT;
    }
}
