/* SPDX-License-Identifier: MIT */
#include "tool/environment/runtime_manifest.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "tool/environment/manifest.h"
#include "tool/cli/paths.h"
#include "tool/cli/text.h"

#define HINT "install one, or pass --headless to run without a headset"

static bool has_active(const char *folder, void *context)
{
    char *path = context;
    char name[160];
    struct utsname machine = {0};
    uname(&machine);
    snprintf(name, sizeof(name), "/active_runtime.%.64s.json", machine.machine);
    return (tool_paths_join(folder, name, path) && access(path, R_OK) == 0) ||
           (tool_paths_join(folder, "/active_runtime.json", path) && access(path, R_OK) == 0);
}

bool tool_runtime_manifest_find_active(char out_path[PATH_MAX])
{
    bool found = tool_paths_visit_runtimes(has_active, out_path);
    if (!found)
        out_path[0] = '\0';
    return found;
}

bool tool_runtime_manifest_check(void)
{
    const char *chosen = tool_paths_variable("XR_RUNTIME_JSON", NULL);
    struct tool_manifest manifest;
    if (chosen == NULL) {
        char active[PATH_MAX];
        if (tool_runtime_manifest_find_active(active))
            return true;
        tool_text_complain("no OpenXR runtime is installed; " HINT);
        return false;
    }
    switch (tool_manifest_read(chosen, "runtime", &manifest)) {
    case TOOL_MANIFEST_USABLE:
        return true;
    case TOOL_MANIFEST_MISSING:
        tool_text_complain(
            "XR_RUNTIME_JSON names %s, which cannot be read; correct or unset it, or "
            "pass --headless",
            chosen);
        return false;
    case TOOL_MANIFEST_BROKEN:
        tool_text_complain(
            "XR_RUNTIME_JSON names %s, which is not the manifest of a runtime; correct or "
            "unset it, or pass --headless",
            chosen);
        return false;
    case TOOL_MANIFEST_NO_LIBRARY:
        tool_text_complain(
            "the runtime that XR_RUNTIME_JSON names has no library at %s; install it "
            "again, or pass --headless",
            manifest.library);
        return false;
    }
    return false;
}

/* Both names of the variable: old loaders know the first one only, new ones prefer the second. */
static void choose_processor(void)
{
    char list[PATH_MAX] = "";
    glob_t found;
    if (tool_paths_variable("VK_ICD_FILENAMES", NULL) != NULL ||
        tool_paths_variable("VK_DRIVER_FILES", NULL) != NULL ||
        glob("/usr/share/vulkan/icd.d/lvp_icd*.json", 0, NULL, &found) != 0)
        return;
    for (size_t i = 0; i < found.gl_pathc; i++) {
        char longer[PATH_MAX];
        int length =
            snprintf(longer, sizeof(longer), "%s%s%s", list, i > 0 ? ":" : "", found.gl_pathv[i]);
        if (length < 0 || (size_t)length >= sizeof(longer))
            break;
        snprintf(list, sizeof(list), "%s", longer);
    }
    globfree(&found);
    setenv("VK_ICD_FILENAMES", list, 1);
    setenv("VK_DRIVER_FILES", list, 1);
}

bool tool_runtime_manifest_set_headless(bool keep_gpu)
{
    char root[PATH_MAX], path[PATH_MAX];
    struct tool_manifest manifest;
    if (!tool_paths_root(root) ||
        !tool_paths_join(root, "/share/understudy/headless_runtime.json", path)) {
        tool_text_complain(
            "the folder of this program cannot be found; check that /proc is mounted");
        return false;
    }
    enum tool_manifest_state state = tool_manifest_read(path, "runtime", &manifest);
    if (state != TOOL_MANIFEST_USABLE) {
        tool_text_complain("the headless runtime is not usable: %s %s; build or install Understudy "
                           "again",
                           state == TOOL_MANIFEST_NO_LIBRARY ? manifest.library : path,
                           state == TOOL_MANIFEST_BROKEN ? "is damaged" : "is missing");
        return false;
    }
    setenv("XR_RUNTIME_JSON", path, 1);
    if (!keep_gpu)
        choose_processor();
    return true;
}
