/* SPDX-License-Identifier: MIT */
#include "tool/cli/temporary_files.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "platform/descriptor.h"
#include "platform/path.h"
#include "platform/temporary.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/text.h"

static int open_in(const char *folder, const char *name, bool (*prepare)(int file),
                   char out_path[PATH_MAX])
{
    int length = snprintf(out_path, PATH_MAX, "%s/understudy-%s-XXXXXX", folder, name);
    if (length < 0 || length >= PATH_MAX) {
        errno = ENAMETOOLONG;
        return -1;
    }
    int file = us_temporary_make_file(out_path);
    if (file < 0)
        return -1;
    if (prepare(file)) {
        us_temporary_tell_guard(out_path);
        return file;
    }
    int why = errno;
    us_descriptor_close(file);
    us_path_remove(out_path);
    errno = why;
    return -1;
}

int tool_temporary_files_open(const char *name, const char *output, bool (*prepare)(int file),
                              char out_path[PATH_MAX])
{
    char beside[PATH_MAX];
    const char *const folders[] = {
        us_temporary_memory(), tool_file_path_variable(US_TEMPORARY_VARIABLE, NULL),
        us_temporary_usual(), output != NULL ? tool_file_path_folder(output, beside) : NULL};
    int file = -1;
    for (unsigned i = 0; i < sizeof folders / sizeof folders[0] && file < 0; i++)
        if (folders[i] != NULL)
            file = open_in(folders[i], name, prepare, out_path);
    return file;
}

bool tool_temporary_files_make_folder(char out_path[PATH_MAX])
{
    const char *chosen = tool_file_path_variable(US_TEMPORARY_VARIABLE, NULL);
    us_temporary_guard();
    if (tool_file_path_join(chosen != NULL ? chosen : us_temporary_usual(), "/understudy-XXXXXX",
                            out_path) &&
        us_temporary_make_folder(out_path)) {
        us_temporary_tell_guard(out_path);
        return true;
    }
    tool_text_complain("no folder can be made in %s%s: %s; set %s to a folder that you can write "
                       "to",
                       chosen != NULL ? US_TEMPORARY_VARIABLE ", which is " : us_temporary_usual(),
                       chosen != NULL ? chosen : "", strerror(errno), US_TEMPORARY_VARIABLE);
    out_path[0] = '\0';
    return false;
}

bool tool_temporary_files_is_in_memory(const char *path)
{
    const char *memory = us_temporary_memory();
    size_t length = memory != NULL ? strlen(memory) : 0;
    return memory == NULL || (strncmp(path, memory, length) == 0 && path[length] == '/');
}
