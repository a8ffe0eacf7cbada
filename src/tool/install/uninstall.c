/* SPDX-License-Identifier: MIT */
#include "tool/install/uninstall.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/file.h"
#include "tool/cli/text.h"

bool tool_uninstall_is_ours(const char *path, uint64_t hash)
{
    struct stat status;
    uint8_t *bytes;
    uint64_t size;
    if (lstat(path, &status) != 0 && (errno == ENOENT || errno == ENOTDIR))
        return true;
    bool ours = false;
    if (S_ISREG(status.st_mode) && us_file_read(path, &bytes, &size, NULL) == US_OK) {
        ours = tool_install_manifest_hash(bytes, size) == hash;
        free(bytes);
    }
    if (!ours)
        tool_text_complain(
            "'understudy install' did not write %s, or somebody changed it since; keeping it",
            path);
    return ours;
}

static bool remove_file(const char *path, uint64_t hash)
{
    if (!tool_uninstall_is_ours(path, hash))
        return false;
    if (unlink(path) == 0 || errno == ENOENT || errno == ENOTDIR)
        return true;
    tool_text_complain("%s cannot be removed: %s", path, strerror(errno));
    return false;
}

bool tool_uninstall(const struct tool_user_paths *user_paths,
                    const struct tool_install_manifest *install_manifest)
{
    /* The manifest goes first: a loader must not find it without its library. */
    bool done = remove_file(user_paths->manifest, install_manifest->manifest_hash);
    done = remove_file(user_paths->library, install_manifest->library_hash) && done;
    if (!done)
        return false;
    unlink(user_paths->install_manifest);
    for (unsigned i = install_manifest->folder_count; i > 0; i--)
        (void)rmdir(install_manifest->folders[i - 1]);
    return true;
}
