/* SPDX-License-Identifier: MIT */
#include "tool/install/installation.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/bytes.h"
#include "core/base/file.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/text.h"
#include "tool/output/part_file.h"

#define HEADER "understudy 1\n"

const char *tool_installation_find(struct tool_installation *out)
{
    memset(out, 0, sizeof *out);
    const char *data = tool_file_path_variable("XDG_DATA_HOME", NULL);
    const char *home = tool_file_path_variable("HOME", NULL);
    if (data == NULL && home == NULL)
        return "neither HOME nor XDG_DATA_HOME is set";
    if (data != NULL ? !tool_file_path_join(data, "", out->data)
                     : !tool_file_path_join(home, "/.local/share", out->data))
        return "the path of the home is too long";
    if (out->data[0] != '/')
        return data != NULL ? "XDG_DATA_HOME is not an absolute path"
                            : "HOME is not an absolute path";
    if (strpbrk(out->data, ":\n") != NULL)
        return "a ':' or a line break in the folder's name would mislead the OpenXR loader";
    bool fits =
        tool_file_path_join(out->data, "/openxr/1/api_layers/implicit.d", out->manifest_folder) &&
        tool_file_path_join(out->manifest_folder, "/XrApiLayer_understudy.json", out->manifest) &&
        tool_file_path_join(out->data, "/understudy", out->library_folder) &&
        tool_file_path_join(out->library_folder, "/libXrApiLayer_understudy.so", out->library) &&
        tool_file_path_join(out->library_folder, "/installed", out->list);
    return fits ? NULL : "the path of the home is too long";
}

/* ---- The list ---- */

static bool read_line(struct tool_installation *out, const char *line)
{
    if (sscanf(line, "library %" SCNx64, &out->library_hash) == 1 ||
        sscanf(line, "manifest %" SCNx64, &out->manifest_hash) == 1)
        return true;
    if (strncmp(line, "folder /", 8) != 0 || strlen(line + 7) >= PATH_MAX ||
        out->folder_count == TOOL_INSTALLATION_FOLDERS)
        return false;
    snprintf(out->folders[out->folder_count++], PATH_MAX, "%s", line + 7);
    return true;
}

/* `text` is taken apart. */
static bool read_lines(struct tool_installation *out, char *text)
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

enum tool_installation_state tool_installation_read(struct tool_installation *installation)
{
    struct stat status;
    uint8_t *bytes;
    uint64_t size;
    if (lstat(installation->list, &status) != 0 && (errno == ENOENT || errno == ENOTDIR))
        return TOOL_INSTALLATION_NONE;
    if (us_file_read(installation->list, &bytes, &size, NULL) != US_OK)
        return TOOL_INSTALLATION_DAMAGED;
    /* us_file_read leaves room for one more byte. */
    bytes[size] = '\0';
    bool good = read_lines(installation, (char *)bytes);
    free(bytes);
    return good ? TOOL_INSTALLATION_LISTED : TOOL_INSTALLATION_DAMAGED;
}

static bool write_list(const struct tool_installation *installation)
{
    size_t room = 128, used = 0;
    for (unsigned i = 0; i < installation->folder_count; i++)
        room += strlen(installation->folders[i]) + sizeof("folder \n");
    char *text = malloc(room);
    if (text != NULL) {
        used =
            (size_t)snprintf(text, room, HEADER "library %016" PRIx64 "\nmanifest %016" PRIx64 "\n",
                             installation->library_hash, installation->manifest_hash);
        for (unsigned i = 0; i < installation->folder_count; i++)
            used +=
                (size_t)snprintf(text + used, room - used, "folder %s\n", installation->folders[i]);
    }
    bool is_written = tool_part_file_write(installation->list, text, used);
    free(text);
    return is_written;
}

/* ---- The files ---- */

static bool make_one(struct tool_installation *installation, const char *path)
{
    struct stat status;
    if (stat(path, &status) == 0 && S_ISDIR(status.st_mode))
        return true;
    if (installation->folder_count == TOOL_INSTALLATION_FOLDERS) {
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
    snprintf(installation->folders[installation->folder_count++], PATH_MAX, "%s", path);
    return true;
}

/* Makes `path` and its missing parents, with mode 0700, and notes each folder that it made. */
static bool make_folder(struct tool_installation *installation, const char *path)
{
    char part[PATH_MAX];
    for (const char *at = path + 1;; at++) {
        if (*at != '/' && *at != '\0')
            continue;
        snprintf(part, sizeof part, "%.*s", (int)(at - path), path);
        if (at[-1] != '/' && !make_one(installation, part))
            return false;
        if (*at == '\0')
            return true;
    }
}

/* True if nothing is at `path`, or a regular file with this hash; otherwise says what is in the
 * way. */
static bool is_ours(const char *path, uint64_t hash)
{
    struct stat status;
    uint8_t *bytes;
    uint64_t size;
    if (lstat(path, &status) != 0 && (errno == ENOENT || errno == ENOTDIR))
        return true;
    bool ours = false;
    if (S_ISREG(status.st_mode) && us_file_read(path, &bytes, &size, NULL) == US_OK) {
        ours = us_bytes_hash(US_BYTES_HASH_BEGIN, bytes, (size_t)size) == hash;
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
    if (!is_ours(path, hash))
        return false;
    if (unlink(path) == 0 || errno == ENOENT || errno == ENOTDIR)
        return true;
    tool_text_complain("%s cannot be removed: %s", path, strerror(errno));
    return false;
}

bool tool_installation_remove(const struct tool_installation *installation)
{
    /* The manifest goes first: a loader must not find it without its library. */
    bool done = remove_file(installation->manifest, installation->manifest_hash);
    done = remove_file(installation->library, installation->library_hash) && done;
    if (!done)
        return false;
    unlink(installation->list);
    for (unsigned i = installation->folder_count; i > 0; i--)
        (void)rmdir(installation->folders[i - 1]);
    return true;
}

static bool is_place_free(struct tool_installation *installation)
{
    if (tool_installation_read(installation) == TOOL_INSTALLATION_DAMAGED) {
        tool_text_complain(
            "'understudy install' did not write %s; move that file to another folder",
            installation->list);
        return false;
    }
    return is_ours(installation->library, installation->library_hash) &&
           is_ours(installation->manifest, installation->manifest_hash);
}

bool tool_installation_write(struct tool_installation *installation, const uint8_t *library,
                             size_t library_size, const char *manifest, bool *out_is_refused)
{
    size_t manifest_size = strlen(manifest);
    *out_is_refused = !is_place_free(installation);
    if (*out_is_refused)
        return false;
    installation->library_hash = us_bytes_hash(US_BYTES_HASH_BEGIN, library, library_size);
    installation->manifest_hash = us_bytes_hash(US_BYTES_HASH_BEGIN, manifest, manifest_size);
    /* Our older layer goes first, so that no layer exists that the list lacks; and the list comes
     * before the files, so that uninstall can remove everything that follows. */
    unlink(installation->manifest);
    unlink(installation->library);
    bool done = make_folder(installation, installation->library_folder) &&
                make_folder(installation, installation->manifest_folder) &&
                write_list(installation) &&
                tool_part_file_write(installation->library, library, library_size) &&
                tool_part_file_write(installation->manifest, manifest, manifest_size);
    if (!done)
        tool_installation_remove(installation);
    return done;
}
