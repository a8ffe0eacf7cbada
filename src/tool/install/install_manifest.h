/* SPDX-License-Identifier: MIT */
/*
 * install_manifest: the list of the files that `understudy install` wrote. install and uninstall
 * never overwrite or remove other files.
 *
 * A text file: "understudy 1", then "library HASH" and "manifest HASH" with the 64-bit FNV-1a of
 * the bytes that were written, then "folder PATH" for each folder that was made, parents first.
 */
#ifndef TOOL_INSTALL_MANIFEST_H
#define TOOL_INSTALL_MANIFEST_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

enum { TOOL_INSTALL_MANIFEST_FOLDERS = 24 };

struct tool_install_manifest {
    uint64_t library_hash, manifest_hash;
    unsigned folder_count;
    char folders[TOOL_INSTALL_MANIFEST_FOLDERS][PATH_MAX];
};

enum tool_install_manifest_state {
    TOOL_INSTALL_MANIFEST_READ,
    TOOL_INSTALL_MANIFEST_NONE,    /* there is no such file */
    TOOL_INSTALL_MANIFEST_DAMAGED, /* it cannot be read, or is not an install manifest */
};

uint64_t tool_install_manifest_hash(const uint8_t *bytes, uint64_t size);

/* `out` is emptied first. */
enum tool_install_manifest_state tool_install_manifest_read(const char *path,
                                                            struct tool_install_manifest *out);
/* Returns false after a message if it cannot be written. */
bool tool_install_manifest_write(const char *path,
                                 const struct tool_install_manifest *install_manifest);

/*
 * Makes `path` and its missing parents, with mode 0700, and notes each folder that it made. Returns
 * false after a message.
 */
bool tool_install_manifest_make_folder(struct tool_install_manifest *install_manifest,
                                       const char *path);

#endif
