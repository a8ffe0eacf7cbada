/* SPDX-License-Identifier: MIT */
#include "tool/install/install_manifest.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/base/file.h"
#include "tool/cli/text.h"

#define HEADER "understudy 1\n"

uint64_t tool_install_manifest_hash(const uint8_t *bytes, uint64_t size)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (uint64_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * 0x100000001b3u;
    return hash;
}

static bool read_line(struct tool_install_manifest *out, const char *line)
{
    if (sscanf(line, "library %" SCNx64, &out->library_hash) == 1 ||
        sscanf(line, "manifest %" SCNx64, &out->manifest_hash) == 1)
        return true;
    if (strncmp(line, "folder /", 8) != 0 || strlen(line + 7) >= PATH_MAX ||
        out->folder_count == TOOL_INSTALL_MANIFEST_FOLDERS)
        return false;
    snprintf(out->folders[out->folder_count++], PATH_MAX, "%s", line + 7);
    return true;
}

/* `text` is taken apart. */
static bool read_lines(struct tool_install_manifest *out, char *text)
{
    if (strncmp(text, HEADER, strlen(HEADER)) != 0)
        return false;
    char *line = text + strlen(HEADER);
    while (*line != '\0') {
        char *end = strchr(line, '\n');
        if (end == NULL)
            return false;
        *end = '\0';
        if (!read_line(out, line))
            return false;
        line = end + 1;
    }
    return true;
}

enum tool_install_manifest_state tool_install_manifest_read(const char *path,
                                                            struct tool_install_manifest *out)
{
    struct stat status;
    uint8_t *bytes;
    uint64_t size;
    memset(out, 0, sizeof(*out));
    if (lstat(path, &status) != 0 && (errno == ENOENT || errno == ENOTDIR))
        return TOOL_INSTALL_MANIFEST_NONE;
    if (us_file_read(path, &bytes, &size, NULL) != US_OK)
        return TOOL_INSTALL_MANIFEST_DAMAGED;
    /* us_file_read leaves room for one more byte. */
    bytes[size] = '\0';
    bool good = read_lines(out, (char *)bytes);
    free(bytes);
    return good ? TOOL_INSTALL_MANIFEST_READ : TOOL_INSTALL_MANIFEST_DAMAGED;
}

bool tool_install_manifest_write(const char *path,
                                 const struct tool_install_manifest *install_manifest)
{
    size_t room = 128, used = 0;
    for (unsigned i = 0; i < install_manifest->folder_count; i++)
        room += strlen(install_manifest->folders[i]) + sizeof("folder \n");
    char *text = malloc(room);
    struct us_error error = {.result = US_ERROR_MEMORY, .text = "out of memory"};
    enum us_result result = US_ERROR_MEMORY;
    if (text != NULL) {
        used =
            (size_t)snprintf(text, room, HEADER "library %016" PRIx64 "\nmanifest %016" PRIx64 "\n",
                             install_manifest->library_hash, install_manifest->manifest_hash);
        for (unsigned i = 0; i < install_manifest->folder_count; i++)
            used += (size_t)snprintf(text + used, room - used, "folder %s\n",
                                     install_manifest->folders[i]);
        result = us_file_write(path, (const uint8_t *)text, used, &error);
    }
    free(text);
    if (result != US_OK)
        tool_text_complain("%s: %s", path, error.text);
    return result == US_OK;
}

static bool make_one(struct tool_install_manifest *install_manifest, const char *path)
{
    struct stat status;
    if (stat(path, &status) == 0 && S_ISDIR(status.st_mode))
        return true;
    if (install_manifest->folder_count == TOOL_INSTALL_MANIFEST_FOLDERS) {
        tool_text_complain("%s: too many folders of this path are missing; create them first",
                           path);
        return false;
    }
    if (mkdir(path, S_IRWXU) != 0) {
        tool_text_complain("cannot create the folder %s: %s; set XDG_DATA_HOME (or HOME) to a "
                           "folder that you can write to",
                           path, strerror(errno));
        return false;
    }
    snprintf(install_manifest->folders[install_manifest->folder_count++], PATH_MAX, "%s", path);
    return true;
}

bool tool_install_manifest_make_folder(struct tool_install_manifest *install_manifest,
                                       const char *path)
{
    char part[PATH_MAX];
    for (const char *at = path + 1;; at++) {
        if (*at != '/' && *at != '\0')
            continue;
        snprintf(part, sizeof(part), "%.*s", (int)(at - path), path);
        if (at[-1] != '/' && !make_one(install_manifest, part))
            return false;
        if (*at == '\0')
            return true;
    }
}
