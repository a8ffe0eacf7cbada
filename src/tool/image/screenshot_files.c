/* SPDX-License-Identifier: MIT */
#include "tool/image/screenshot_files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "status/output_file.h"
#include "tool/cli/file_roles.h"
#include "tool/image/png_image.h"
#include "tool/cli/text.h"

bool tool_screenshot_files_begin(struct tool_screenshot_files *files, const char *folder)
{
    char path[PATH_MAX];
    struct stat status;
    int file = -1;
    files->is_new = mkdir(folder, 0777) == 0;
    if (!files->is_new && errno != EEXIST) {
        tool_text_complain(
            "run: --shots: no folder can be made at %s: %s; name a folder that you can write to",
            folder, strerror(errno));
        return false;
    }
    if (tool_file_path_join("", folder, files->folder) &&
        tool_file_path_join(folder, "/.try-XXXXXX", path))
        file = mkstemp(path);
    int why = file < 0 ? errno : us_output_file_append(file, "\n", 1);
    if (why == 0 && fstat(file, &status) != 0)
        why = errno;
    if (file >= 0) {
        close(file);
        unlink(path);
    }
    if (why == 0)
        files->began = status.st_mtim;
    else
        tool_text_complain(
            "run: --shots %s: cannot write a screenshot there: %s; name another folder", folder,
            strerror(why));
    return why == 0;
}

void tool_screenshot_files_abandon(const struct tool_screenshot_files *files)
{
    if (files->is_new)
        rmdir(files->folder);
}

/* "frame-000090-view-0.png" and the like, written since the run began. */
static bool is_screenshot(const struct tool_screenshot_files *files, const char *name,
                          const char *path, off_t *out_size)
{
    static const char digits[] = "0123456789";
    struct stat status;
    if (strncmp(name, "frame-", 6) != 0 || strspn(name + 6, digits) < 6 || strlen(name) < 10 ||
        strcmp(name + strlen(name) - 4, ".png") != 0 || lstat(path, &status) != 0 ||
        !S_ISREG(status.st_mode))
        return false;
    *out_size = status.st_size;
    return status.st_mtim.tv_sec > files->began.tv_sec ||
           (status.st_mtim.tv_sec == files->began.tv_sec &&
            status.st_mtim.tv_nsec >= files->began.tv_nsec);
}

/* NULL, or why the screenshot could not be written anew. */
static const char *compress(const char *path, off_t size)
{
    struct tool_png_image image;
    if (!tool_png_image_read(&image, path))
        return "it cannot be read";
    size_t encoded_size;
    void *encoded = tool_png_image_encode(&image, &encoded_size);
    const char *why = NULL;
    if (encoded == NULL)
        why = "out of memory";
    else if ((off_t)encoded_size < size && !us_output_file_replace(path, encoded, encoded_size))
        why = strerror(errno);
    free(encoded);
    tool_png_image_free(&image);
    return why;
}

void tool_screenshot_files_compress(const struct tool_screenshot_files *files)
{
    DIR *folder = opendir(files->folder);
    const struct dirent *entry;
    while (folder != NULL && (entry = readdir(folder)) != NULL) {
        char path[2 * PATH_MAX];
        off_t size;
        snprintf(path, sizeof path, "%s/%s", files->folder, entry->d_name);
        const char *why =
            is_screenshot(files, entry->d_name, path, &size) ? compress(path, size) : NULL;
        if (why == NULL)
            continue;
        tool_text_complain("the screenshots in %s from %s on stay uncompressed: %s", files->folder,
                           entry->d_name, why);
        break;
    }
    if (folder != NULL)
        closedir(folder);
}
