/* SPDX-License-Identifier: MIT */
#include "tool/environment/user_paths.h"

#include <string.h>

#include "tool/cli/paths.h"

const char *tool_user_paths_find(struct tool_user_paths *out)
{
    const char *data = tool_paths_variable("XDG_DATA_HOME", NULL);
    const char *home = tool_paths_variable("HOME", NULL);
    if (data == NULL && home == NULL)
        return "neither HOME nor XDG_DATA_HOME is set";
    if (data != NULL ? !tool_paths_join(data, "", out->data)
                     : !tool_paths_join(home, "/.local/share", out->data))
        return "the path of the home is too long";
    if (out->data[0] != '/')
        return data != NULL ? "XDG_DATA_HOME is not an absolute path"
                            : "HOME is not an absolute path";
    if (strpbrk(out->data, ":\n") != NULL)
        return "a ':' or a line break in the folder's name would mislead the OpenXR loader";
    bool fits =
        tool_paths_join(out->data, "/openxr/1/api_layers/implicit.d", out->manifest_folder) &&
        tool_paths_join(out->manifest_folder, "/XrApiLayer_understudy.json", out->manifest) &&
        tool_paths_join(out->data, "/understudy", out->library_folder) &&
        tool_paths_join(out->library_folder, "/libXrApiLayer_understudy.so", out->library) &&
        tool_paths_join(out->library_folder, "/installed", out->install_manifest);
    return fits ? NULL : "the path of the home is too long";
}
