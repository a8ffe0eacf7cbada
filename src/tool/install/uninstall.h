/* SPDX-License-Identifier: MIT */
/*
 * uninstall: removes the files that an install manifest lists, and no other files.
 */
#ifndef TOOL_UNINSTALL_H
#define TOOL_UNINSTALL_H

#include <stdbool.h>
#include <stdint.h>

#include "tool/environment/user_paths.h"
#include "tool/install/install_manifest.h"

/* True if nothing is at `path`, or a regular file with this hash; otherwise says what is in the
 * way. */
bool tool_uninstall_is_ours(const char *path, uint64_t hash);

/*
 * Remove the files that are still as they were written, then the install manifest, then the folders
 * that were made and are empty. False, and said, if a file had to stay; then the install manifest
 * stays too.
 */
bool tool_uninstall(const struct tool_user_paths *user_paths,
                    const struct tool_install_manifest *install_manifest);

#endif
