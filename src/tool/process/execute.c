/* SPDX-License-Identifier: MIT */
#include "tool/process/execute.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tool/cli/file_roles.h"
#include "tool/cli/text.h"
#include "tool/cli/command.h"

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

int tool_execute(char **argv)
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

static const char *explain(const char *app, int reason)
{
    struct stat status;
    bool is_there = strchr(app, '/') != NULL && stat(app, &status) == 0;
    if (is_there && S_ISDIR(status.st_mode))
        return "it is a folder";
    if (reason == ENOENT)
        return "the interpreter that it needs is missing";
    if (reason == ENOEXEC)
        return "it is neither a program for this machine nor a script whose first line begins "
               "with #!";
    if (reason == EACCES && is_there && (status.st_mode & 0111) == 0)
        return "it is not marked as executable (chmod +x)";
    return strerror(reason);
}

int tool_execute_explain(const char *app, int reason)
{
    bool is_path = strchr(app, '/') != NULL;
    if (reason == ENOENT && !(is_path && access(app, F_OK) == 0)) {
        tool_text_complain("there is no app %s; check its name, or pass its path", app);
        return TOOL_EXIT_MISSING;
    }
    tool_text_complain("%s cannot be executed: %s", app, explain(app, reason));
    return TOOL_EXIT_CANNOT;
}
