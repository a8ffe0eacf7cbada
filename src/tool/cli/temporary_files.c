/* SPDX-License-Identifier: MIT */
#include "tool/cli/temporary_files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tool/cli/paths.h"
#include "tool/cli/text.h"

#define MEMORY "/dev/shm"

static int open_in(const char *folder, const char *name, bool (*prepare)(int file),
                   char out_path[PATH_MAX])
{
    int length = snprintf(out_path, PATH_MAX, "%s/understudy-%s-XXXXXX", folder, name);
    if (length < 0 || length >= PATH_MAX) {
        errno = ENAMETOOLONG;
        return -1;
    }
    int file = mkstemp(out_path);
    if (file < 0)
        return -1;
    fcntl(file, F_SETFD, FD_CLOEXEC);
    if (prepare(file))
        return file;
    int why = errno;
    close(file);
    unlink(out_path);
    errno = why;
    return -1;
}

/* The folder that a file is in. */
static const char *folder_of(const char *path, char out[PATH_MAX])
{
    if (!tool_paths_join("", path, out))
        return NULL;
    char *slash = strrchr(out, '/');
    if (slash == NULL)
        return ".";
    slash[slash == out] = '\0';
    return out;
}

int tool_temporary_files_open(const char *name, const char *output, bool (*prepare)(int file),
                              char out_path[PATH_MAX])
{
    char beside[PATH_MAX];
    const char *const folders[] = {MEMORY, tool_paths_variable("TMPDIR", NULL), "/tmp",
                                   output != NULL ? folder_of(output, beside) : NULL};
    int file = -1;
    for (unsigned i = 0; i < sizeof(folders) / sizeof(folders[0]) && file < 0; i++)
        if (folders[i] != NULL)
            file = open_in(folders[i], name, prepare, out_path);
    return file;
}

bool tool_temporary_files_make_folder(char out_path[PATH_MAX])
{
    const char *chosen = tool_paths_variable("TMPDIR", NULL);
    if (tool_paths_join(chosen != NULL ? chosen : "/tmp", "/understudy-XXXXXX", out_path) &&
        mkdtemp(out_path) != NULL)
        return true;
    tool_text_complain(
        "no folder can be made in %s%s: %s; set TMPDIR to a folder that you can write "
        "to",
        chosen != NULL ? "TMPDIR, which is " : "/tmp", chosen != NULL ? chosen : "",
        strerror(errno));
    out_path[0] = '\0';
    return false;
}

bool tool_temporary_files_is_in_memory(const char *path)
{
    return strncmp(path, MEMORY "/", sizeof(MEMORY)) == 0;
}
