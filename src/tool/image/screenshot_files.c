/* SPDX-License-Identifier: MIT */
#include "tool/image/screenshot_files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/descriptor.h"
#include "platform/path.h"
#include "platform/temporary.h"
#include "status/output_file.h"
#include "tool/cli/file_roles.h"
#include "tool/image/png_image.h"
#include "tool/cli/text.h"

bool tool_screenshot_files_begin(struct tool_screenshot_files *files, const char *folder)
{
    char path[PATH_MAX];
    struct us_about about;
    int file = -1;
    files->is_new = us_path_make_folder(folder, 0777);
    if (!files->is_new && errno != EEXIST) {
        tool_text_complain(
            "run: --shots: no folder can be made at %s: %s; name a folder that you can write to",
            folder, strerror(errno));
        return false;
    }
    if (tool_file_path_join("", folder, files->folder) &&
        tool_file_path_join(folder, "/.try-XXXXXX", path))
        file = us_temporary_make_file(path);
    int why = file < 0 ? errno : us_output_file_append(file, "\n", 1);
    if (why == 0 && !us_descriptor_about(file, &about))
        why = errno;
    if (file >= 0) {
        us_descriptor_close(file);
        us_path_remove(path);
    }
    if (why == 0)
        files->began_ns = about.written_ns;
    else
        tool_text_complain(
            "run: --shots %s: cannot write a screenshot there: %s; name another folder", folder,
            strerror(why));
    return why == 0;
}

void tool_screenshot_files_abandon(const struct tool_screenshot_files *files)
{
    if (files->is_new)
        us_path_remove_folder(files->folder);
}

/* "frame-000090-view-0.png" and the like, written since the run began. */
static bool is_screenshot(const struct tool_screenshot_files *files, const char *name,
                          const char *path, uint64_t *out_size)
{
    static const char digits[] = "0123456789";
    struct us_about about;
    if (strncmp(name, "frame-", 6) != 0 || strspn(name + 6, digits) < 6 || strlen(name) < 10 ||
        strcmp(name + strlen(name) - 4, ".png") != 0 || !us_path_about(path, &about) ||
        about.kind != US_ABOUT_REGULAR)
        return false;
    *out_size = about.size;
    return about.written_ns >= files->began_ns;
}

/* NULL, or why the screenshot could not be written anew. */
static const char *compress(const char *path, uint64_t size)
{
    struct tool_png_image image;
    if (!tool_png_image_read(&image, path))
        return "it cannot be read";
    size_t encoded_size;
    void *encoded = tool_png_image_encode(&image, &encoded_size);
    const char *why = NULL;
    if (encoded == NULL)
        why = "out of memory";
    else if (encoded_size < size && !us_output_file_replace(path, encoded, encoded_size))
        why = strerror(errno);
    free(encoded);
    tool_png_image_free(&image);
    return why;
}

void tool_screenshot_files_compress(const struct tool_screenshot_files *files)
{
    struct us_path_list *list = us_path_list_begin(files->folder);
    const char *name;
    while (list != NULL && (name = us_path_list_next(list)) != NULL) {
        char path[2 * PATH_MAX];
        uint64_t size;
        snprintf(path, sizeof path, "%s/%s", files->folder, name);
        const char *why = is_screenshot(files, name, path, &size) ? compress(path, size) : NULL;
        if (why == NULL)
            continue;
        tool_text_complain("the screenshots in %s from %s on stay uncompressed: %s", files->folder,
                           name, why);
        break;
    }
    us_path_list_end(list);
}
