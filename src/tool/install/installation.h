/* SPDX-License-Identifier: MIT */
/*
 * installation: what `understudy install` puts into a user's folder of data, and the list of
 * it. install and uninstall never overwrite or remove other files.
 *
 * The folder is XDG_DATA_HOME, or else ~/.local/share, where an OpenXR loader finds layers. The
 * list is a text file: "understudy 1", then "library HASH" and "manifest HASH" with the 64-bit
 * FNV-1a of the bytes that were written, then "folder PATH" for each folder that was made, parents
 * first.
 */
#ifndef TOOL_INSTALLATION_H
#define TOOL_INSTALLATION_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TOOL_INSTALLATION_FOLDERS = 24 };

struct tool_installation {
    char data[PATH_MAX];            /* the folder of data */
    char manifest_folder[PATH_MAX]; /* data/openxr/1/api_layers/implicit.d */
    char manifest[PATH_MAX];
    char library_folder[PATH_MAX]; /* data/understudy */
    char library[PATH_MAX];
    char list[PATH_MAX]; /* library_folder/installed */
    /* What the list says. */
    uint64_t library_hash, manifest_hash;
    unsigned folder_count;
    char folders[TOOL_INSTALLATION_FOLDERS][PATH_MAX];
};

/* The library's path in the manifest, relative to the manifest's folder. */
#define TOOL_INSTALLATION_LIBRARY "../../../../understudy/libXrApiLayer_understudy.so"

enum tool_installation_state {
    TOOL_INSTALLATION_LISTED,
    TOOL_INSTALLATION_NONE,    /* there is no list */
    TOOL_INSTALLATION_DAMAGED, /* the list cannot be read, or is none */
};

/* Finds the paths, and empties the rest. Returns NULL, or why there is no such folder. */
const char *tool_installation_find(struct tool_installation *out);

/* Reads the list. */
enum tool_installation_state tool_installation_read(struct tool_installation *installation);

/*
 * Writes the two files, with the folders that they need, and their list. False, and said, if a file
 * that install did not write is in the way, or if one cannot be written; then nothing of it stays.
 * `*out_is_refused`: a file is in the way.
 */
bool tool_installation_write(struct tool_installation *installation, const uint8_t *library,
                             size_t library_size, const char *manifest, bool *out_is_refused);

/*
 * Removes the files that are still as they were written, then the list, then the folders that were
 * made and are empty. False, and said, if a file had to stay; then the list stays too.
 */
bool tool_installation_remove(const struct tool_installation *installation);

#endif
